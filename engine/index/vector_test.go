package index

import (
	"bytes"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
)

const t0 = 1735689600000

// unhex reads bytes written as in the specification.
func unhex(t *testing.T, s string) []byte {
	b, err := hex.DecodeString(strings.Join(strings.Fields(s), ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func content(t *testing.T, d *disk.Disk, path string) []byte {
	b, err := d.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestVectorF: an entry of the transaction index.
func TestVectorF(t *testing.T) {
	a := AbortedTxn{1000, 10, 15, 16}
	want := unhex(t, `00 00 00 00 00 00 00 00 03 e8 00 00 00 00 00 00 00 0a 00 00 00 00 00 00
		00 0f 00 00 00 00 00 00 00 10`)
	if got := EncodeAborted(a); !bytes.Equal(got, want) {
		t.Fatalf("% x", got)
	}
	if got, err := DecodeAborted(want, ""); err != nil || got != a {
		t.Fatal(got, err)
	}
}

// TestVectorsGAndAE: entries after 5,000 and 10,000 bytes of log, then the roll.
func TestVectorsGAndAE(t *testing.T) {
	d := disk.New(disk.Options{})
	o, x := NewOffsetIndex("/0.index", 0, 10<<20), NewTimeIndex("/0.timeindex", 0, 10<<20)
	for _, err := range []error{o.Append(d, 59, 5000), o.Append(d, 109, 10000), o.Trim(d)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if got := content(t, d, "/0.index"); !bytes.Equal(got, unhex(t, "00 00 00 3b 00 00 13 88 00 00 00 6d 00 00 27 10")) {
		t.Fatalf("% x", got)
	}
	for _, e := range []TimestampOffset{{t0 + 5, 59}, {t0 + 10, 109}} {
		if added, err := x.MaybeAppend(d, e.Timestamp, e.Offset, false); err != nil || !added {
			t.Fatal(added, err)
		}
	}
	if added, err := x.MaybeAppend(d, t0+10, 109, true); err != nil || added {
		t.Fatal("the roll has nothing to add", err)
	}
	if err := x.Trim(d); err != nil {
		t.Fatal(err)
	}
	want := unhex(t, "00 00 01 94 1f 29 7c 05 00 00 00 3b 00 00 01 94 1f 29 7c 0a 00 00 00 6d")
	if got := content(t, d, "/0.timeindex"); !bytes.Equal(got, want) {
		t.Fatalf("% x", got)
	}
}

// TestVectorAQ: the rules of the time index.
func TestVectorAQ(t *testing.T) {
	d := disk.New(disk.Options{})
	x := NewTimeIndex("/100.timeindex", 100, 120)
	add := func(ts, offset int64, force bool) (bool, error) { return x.MaybeAppend(d, ts, offset, force) }
	for _, c := range []struct {
		ts, offset int64
		added      bool
		kind       *kerr.Error
	}{
		{t0, 105, true, nil}, {t0, 110, false, nil}, {t0 + 5, 112, true, nil},
		{t0 + 6, 111, false, kerr.ErrInvalidOffset}, {t0 + 1, 113, false, kerr.ErrIllegalState},
	} {
		added, err := add(c.ts, c.offset, false)
		if added != c.added || c.kind == nil && err != nil || c.kind != nil && !errors.Is(err, c.kind) {
			t.Fatalf("%+v: %t %v", c, added, err)
		}
	}
	if e, _ := x.Lookup(d, t0-1, nil); e != (TimestampOffset{NoTimestamp, 100}) {
		t.Fatal(e)
	}
	if e, _ := x.Lookup(d, t0+4, nil); e != (TimestampOffset{t0, 105}) {
		t.Fatal(e)
	}
	for i := int64(0); x.Entries() < 9; i++ {
		if _, err := add(t0+10+i, 120+i, false); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := add(t0+99, 199, false); !x.Full() || !errors.Is(err, kerr.ErrIllegalArgument) {
		t.Fatal(err)
	}
	if added, err := add(t0+99, 199, true); err != nil || !added || x.Entries() != 10 {
		t.Fatal(added, err)
	}
}

// TestLayouts: the fields of an entry lie side by side and fill it.
func TestLayouts(t *testing.T) {
	for _, l := range []Layout{OffsetLayout(), TimeLayout(), TxnLayout()} {
		at := 0
		for _, f := range l.Fields {
			if f.At != at {
				t.Errorf("%s at %d, want %d", f.Name, f.At, at)
			}
			at += f.Size
		}
		if at != l.Size {
			t.Errorf("%d of %d bytes", at, l.Size)
		}
	}
}
