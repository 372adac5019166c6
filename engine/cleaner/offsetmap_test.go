package cleaner

import (
	stdmd5 "crypto/md5"
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/kerr"
	"logarium/engine/store"
	"logarium/engine/store/storetest"
)

// The test suite of RFC 1321.
func TestDigest(t *testing.T) {
	for text, want := range map[string]string{
		"":               "d41d8cd98f00b204e9800998ecf8427e",
		"a":              "0cc175b9c0f1b6a831c399e269772661",
		"abc":            "900150983cd24fb0d6963f7d28e17f72",
		"message digest": "f96b697d7cb7938d525a2f31aaf161d0",
		"12345678901234567890123456789012345678901234567890123456789012345678901234567890": "57edf4a22be3c955ac49da2e2107b67a",
	} {
		if got := fmt.Sprintf("%x", md5([]byte(text))); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	for n := range 300 {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(i * 7)
		}
		if md5(b) != digest(stdmd5.Sum(b)) {
			t.Fatalf("%d bytes", n)
		}
	}
}

func TestDefaultSlots(t *testing.T) {
	m := NewOffsetMap(128 << 20)
	if usable := int(float64(m.Slots()) * 0.9); m.Slots() != 5_592_405 || usable != 5_033_164 {
		t.Errorf("%d slots, %d usable", m.Slots(), usable)
	}
}

func TestFullMap(t *testing.T) {
	m := NewOffsetMap(3*entrySize + 1)
	for i := range int64(3) {
		if err := m.Put([]byte{byte(i)}, i); err != nil {
			t.Fatal(err)
		}
	}
	err := m.Put([]byte{0}, 9)
	if !errors.Is(err, kerr.ErrIllegalArgument) || kerr.As(err).Message != "Attempted to add a new entry to a full offset map, entries: 3, slots: 3" {
		t.Error(err)
	}
	if m.Latest() != 2 || m.Get([]byte{0}) != 0 || m.Get([]byte("x")) != noOffset {
		t.Errorf("%d %d", m.Latest(), m.Get([]byte{0}))
	}
}

// The map is a map: beside a Go map, with forks that must not see each other.
func TestMapModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type pair struct {
			real  OffsetMap
			model map[string]int64
		}
		sides := []*pair{{NewOffsetMap(entrySize * 1000), map[string]int64{}}}
		for i := range rapid.IntRange(1, 700).Draw(t, "operations") {
			p := sides[rapid.IntRange(0, len(sides)-1).Draw(t, "side")]
			key := fmt.Sprint(rapid.IntRange(0, 500).Draw(t, "key"))
			if err := p.real.Put([]byte(key), int64(i)); err != nil {
				t.Fatal(err)
			}
			p.model[key] = int64(i)
			if len(sides) < 4 && rapid.IntRange(0, 50).Draw(t, "fork") == 0 {
				c := &pair{p.real.Fork(), map[string]int64{}}
				for k, v := range p.model {
					c.model[k] = v
				}
				sides = append(sides, c)
			}
		}
		for _, p := range sides {
			if p.real.Size() != len(p.model) {
				t.Fatalf("%d keys, want %d", p.real.Size(), len(p.model))
			}
			for k, v := range p.model {
				if got := p.real.Get([]byte(k)); got != v {
					t.Fatalf("%s: %d, want %d", k, got, v)
				}
			}
		}
	})
}

func TestMapIsStored(t *testing.T) {
	m := NewOffsetMap(entrySize * 5000)
	for i := range int64(3000) {
		if err := m.Put(fmt.Append(nil, i), i); err != nil {
			t.Fatal(err)
		}
	}
	var fresh OffsetMap
	storetest.RoundTrip(t, m.Code, fresh.Code)
	if fresh.Get([]byte("2999")) != 2999 || fresh.Slots() != 5000 || fresh.Latest() != 2999 {
		t.Errorf("%d of %d slots, latest %d", fresh.Size(), fresh.Slots(), fresh.Latest())
	}
	if err := fresh.Put([]byte("new"), 4000); err != nil || m.Get([]byte("new")) != noOffset {
		t.Error(err)
	}
}

// A map whose parts do not fit together is refused when it is read.
func TestDamagedMap(t *testing.T) {
	blocks := store.NewMemory()
	s, err := store.Open(blocks)
	if err != nil {
		t.Fatal(err)
	}
	m := NewOffsetMap(entrySize * 10)
	m.size = 500
	if err := s.Commit(m.Code); err != nil {
		t.Fatal(err)
	}
	var fresh OffsetMap
	if err := s.Load(fresh.Code); !errors.Is(err, errMap) {
		t.Errorf("%v", err)
	}
}

func BenchmarkMapPut(b *testing.B) {
	m := NewOffsetMap(1 << 40)
	key := []byte("customer-00000000")
	b.ReportAllocs()
	for i := range b.N {
		for at, x := 16, i; x > 0; at, x = at-1, x/10 {
			key[at] = byte('0' + x%10)
		}
		_ = m.Put(key, int64(i))
	}
}
