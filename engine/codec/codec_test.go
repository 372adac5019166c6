package codec

import (
	"encoding/hex"
	"errors"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/kerr"
)

const vectorT = 1735689600000

func TestVarintVectors(t *testing.T) {
	for v, want := range map[int32]string{
		0: "00", -1: "01", 1: "02", 63: "7e", -64: "7f", 64: "8001", -65: "8101", 300: "d804",
		8191: "fe7f", -8192: "ff7f", 8192: "808001", math.MaxInt32: "feffffff0f", math.MinInt32: "ffffffff0f",
	} {
		b := AppendVarint(nil, v)
		if hex.EncodeToString(b) != want || SizeVarint(v) != len(b) {
			t.Errorf("%d: % x, size %d, want %s", v, b, SizeVarint(v), want)
		}
	}
	for v, want := range map[int64]string{
		vectorT: "80f0cbf28365", -vectorT: "ffefcbf28365",
		math.MaxInt64: "feffffffffffffffff01", math.MinInt64: "ffffffffffffffffff01",
	} {
		b := AppendVarlong(nil, v)
		if hex.EncodeToString(b) != want || SizeVarlong(v) != len(b) {
			t.Errorf("%d: % x, size %d, want %s", v, b, SizeVarlong(v), want)
		}
	}
}

func TestVarintRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, tail := rapid.Int64().Draw(t, "v"), rapid.SliceOfN(rapid.Byte(), 0, 3).Draw(t, "tail")
		b := AppendVarlong(nil, v)
		if got, n := Varlong(append(b, tail...)); got != v || n != len(b) {
			t.Fatalf("varlong %d: %d, %d bytes", v, got, n)
		}
		b = AppendVarint(nil, int32(v))
		if got, n := Varint(append(b, tail...)); got != int32(v) || n != len(b) {
			t.Fatalf("varint %d: %d, %d bytes", int32(v), got, n)
		}
		for i := range b {
			if _, n := Varint(b[:i]); n != 0 {
				t.Fatalf("%d of %d bytes: n = %d", i, len(b), n)
			}
		}
	})
}

func TestVarintErrors(t *testing.T) {
	v, n := Varint([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0x7f})
	e := VarintError(int64(v), n)
	if e.Class != "IllegalArgumentException" || e.Message != "Varint is too long, the most significant bit in the 5th byte is set, converted value: ffffffff" {
		t.Error(e.Class, e.Message)
	}
	l, n := Varlong([]byte(strings.Repeat("\xff", 11)))
	e = VarintError(l, n)
	if e.Message != "Varlong is too long, most significant bit in the 10th byte is set, converted value: ffffffffffffffff" {
		t.Error(e.Message)
	}
	if v, n := Varint([]byte{0x80}); !errors.Is(VarintError(int64(v), n), kerr.ErrBufferUnderflow) {
		t.Error("a short varint is an underflow")
	}
}

func TestCRC(t *testing.T) {
	const check = "123456789"
	if got := CRC32C([]byte(check)); got != 0xe3069283 {
		t.Errorf("CRC-32C %08x", got)
	}
	if got := UpdateCRC32C(CRC32C([]byte(check[:4])), []byte(check[4:])); got != 0xe3069283 {
		t.Errorf("in two parts %08x", got)
	}
	if got := CRC32([]byte(check)); got != 0xcbf43926 {
		t.Errorf("CRC-32 %08x", got)
	}
}

func TestReader(t *testing.T) {
	var b []byte
	b = AppendInt16(b, -2)
	b = AppendInt32(b, -3)
	b = AppendInt64(b, -4)
	b = AppendUint32(b, 0xfffffffe)
	b = AppendVarint(b, -5)
	b = AppendVarlong(b, 1<<40)
	b = append(b, 7, 'x', 'y')
	r := NewReader(b, "f", 100)
	if r.Int16() != -2 || r.Int32() != -3 || r.Int64() != -4 || r.Uint32() != 0xfffffffe ||
		r.Varint() != -5 || r.Varlong() != 1<<40 || r.Int8() != 7 || string(r.Bytes(2)) != "xy" || r.Err() != nil || r.Len() != 0 {
		t.Fatalf("%+v", r)
	}
	// The first error stays, with its place.
	if r.Int64() != 0 || r.Int8() != 0 || r.Varint() != 0 || r.Varlong() != 0 || r.Bytes(1) != nil {
		t.Fatal("a value after the end")
	}
	r.Fail("something else")
	var c *Corruption
	if !errors.As(r.Err(), &c) || c.At != 100+int64(len(b)) || c.File != "f" || !errors.Is(r.Err(), ErrShort) {
		t.Fatal(r.Err())
	}
	if got, want := r.Err().Error(), "f at byte 128: premature end of data"; got != want {
		t.Fatalf("%s, want %s", got, want)
	}
}

func TestReaderBadVarint(t *testing.T) {
	r := NewReader([]byte{0xff, 0xff, 0xff, 0xff, 0xff}, "", 0)
	r.Varint()
	if !errors.Is(r.Err(), kerr.ErrIllegalArgument) || !strings.HasPrefix(r.Err().Error(), "at byte 0: Varint is too long") {
		t.Fatal(r.Err())
	}
	r = NewReader([]byte{0x80}, "", 0)
	r.Skip(-1)
	if !errors.Is(r.Err(), ErrShort) {
		t.Fatal(r.Err())
	}
}

// FuzzVarint: decoding never reads too far, and what it accepts encodes to no more bytes.
func FuzzVarint(f *testing.F) {
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0x0f})
	f.Add([]byte{0x80, 0x00})
	f.Add([]byte(strings.Repeat("\xff", 12)))
	f.Fuzz(func(t *testing.T, b []byte) {
		if v, n := Varint(b); n > 0 && (n > len(b) || len(AppendVarint(nil, v)) > n) {
			t.Fatalf("%d from %d of %d bytes", v, n, len(b))
		}
		if v, n := Varlong(b); n > 0 && (n > len(b) || len(AppendVarlong(nil, v)) > n) {
			t.Fatalf("%d from %d of %d bytes", v, n, len(b))
		}
	})
}
