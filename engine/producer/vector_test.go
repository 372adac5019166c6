package producer

import (
	"bytes"
	"encoding/hex"
	"math"
	"strings"
	"testing"
)

const t0 = 1735689600000

func unhex(t *testing.T, s string) []byte {
	b, err := hex.DecodeString(strings.Join(strings.Fields(s), ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestSnapshotVectors: D without producers, E with one, U with an open transaction, V of a producer
// that is known by a marker only.
func TestSnapshotVectors(t *testing.T) {
	e := Entry{ID: 1000, Epoch: 1, CoordinatorEpoch: 5, LastTimestamp: t0 + 9, TxnFirstOffset: NoOffset}
	e.add(Batch{2, 2, 2, t0 + 9})
	u := Entry{ID: 2000, CoordinatorEpoch: NoCoordinatorEpoch, LastTimestamp: t0 + 3, TxnFirstOffset: 10}
	u.add(Batch{1, 11, 1, t0 + 3})
	v := Entry{ID: 3000, Epoch: 4, CoordinatorEpoch: 7, LastTimestamp: t0 + 1, TxnFirstOffset: NoOffset}
	for name, c := range map[string]struct {
		entries []Entry
		want    string
	}{
		"D": {nil, `00 01 48 67 4b c7 00 00 00 00`},
		"E": {[]Entry{e}, `00 01 ab 17 47 32 00 00 00 01 00 00 00 00 00 00 03 e8 00 01 00 00 00 02
			00 00 00 00 00 00 00 02 00 00 00 02 00 00 01 94 1f 29 7c 09 00 00 00 05 ff ff ff ff ff ff ff ff`},
		"U": {[]Entry{u}, `00 01 33 22 da 55 00 00 00 01 00 00 00 00 00 00 07 d0 00 00 00 00 00 01
			00 00 00 00 00 00 00 0b 00 00 00 01 00 00 01 94 1f 29 7c 03 ff ff ff ff 00 00 00 00 00 00 00 0a`},
		"V": {[]Entry{v}, `00 01 a5 03 9b 97 00 00 00 01 00 00 00 00 00 00 0b b8 00 04 ff ff ff ff
			ff ff ff ff ff ff ff ff 00 00 00 00 00 00 01 94 1f 29 7c 01 00 00 00 07 ff ff ff ff ff ff ff ff`},
	} {
		want := unhex(t, c.want)
		if got := EncodeSnapshot(c.entries); !bytes.Equal(got, want) {
			t.Errorf("%s: % x", name, got)
		}
		got, err := DecodeSnapshot(want)
		if err != nil || len(got) != len(c.entries) || len(got) == 1 && got[0] != c.entries[0] {
			t.Errorf("%s: %+v %v", name, got, err)
		}
	}
}

// TestVectorAC: sequence arithmetic.
func TestVectorAC(t *testing.T) {
	const top = math.MaxInt32
	for _, c := range [][3]int32{{top - 1, 1, top}, {top - 1, 2, 0}, {top, 1, 0}, {0, 0, 0}, {top, top, top - 1}} {
		if got := NextSequence(c[0], c[1]); got != c[2] {
			t.Errorf("%d + %d = %d, want %d", c[0], c[1], got, c[2])
		}
	}
	for _, c := range [][3]int32{{0, 1, top}, {1, 3, top - 1}, {5, 2, 3}} {
		if got := PreviousSequence(c[0], c[1]); got != c[2] {
			t.Errorf("%d - %d = %d, want %d", c[0], c[1], got, c[2])
		}
	}
}

// TestLayouts: the fields lie side by side.
func TestLayouts(t *testing.T) {
	for size, fields := range map[int][]Field{atEntries: HeaderFields(), entrySize: EntryFields()} {
		at := 0
		for _, f := range fields {
			if f.At != at {
				t.Errorf("%s at %d, want %d", f.Name, f.At, at)
			}
			at += f.Size
		}
		if at != size {
			t.Errorf("%d of %d bytes", at, size)
		}
	}
}
