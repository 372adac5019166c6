package index

import (
	"bytes"
	"testing"

	"logarium/engine/machine/disk"
)

// FuzzIndexes opens any bytes as each kind of index and asks it everything.
func FuzzIndexes(f *testing.F) {
	f.Add([]byte{}, int64(0), int64(0))
	f.Add([]byte{0, 0, 0, 5, 0, 0, 16, 22, 0, 0, 0, 16, 0, 0, 33, 153}, int64(45), int64(61))
	f.Add([]byte{0, 0, 1, 148, 31, 41, 124, 5, 0, 0, 0, 59, 255, 255, 255}, int64(0), int64(t0))
	f.Add(append(EncodeAborted(AbortedTxn{1000, 10, 15, 16}), 0, 1, 2), int64(10), int64(12))
	f.Add(bytes.Repeat([]byte{0xff}, 9000), int64(-1), int64(1))
	f.Fuzz(func(t *testing.T, data []byte, base, target int64) {
		d := disk.New(disk.Options{})
		for _, name := range []string{"/o", "/t", "/x"} {
			if err := d.WriteFile(name, data); err != nil {
				t.Fatal(err)
			}
		}
		var tr Trace
		o, x, a := NewOffsetIndex("/o", base, 4096), NewTimeIndex("/t", base, 4096), NewTxnIndex("/x", base)
		_, err1 := o.Lookup(d, target, &tr)
		_, _, err2 := o.FetchUpperBound(d, OffsetPosition{Position: int32(target)}, int32(base), &tr)
		_, err3 := x.Lookup(d, target, &tr)
		if err1 != nil || err2 != nil || err3 != nil {
			t.Fatal(err1, err2, err3)
		}
		_, _ = o.SanityCheck(d), x.SanityCheck(d)
		_ = o.Append(d, target, 1)
		_, _ = x.MaybeAppend(d, target, base, true)
		if o.TruncateTo(d, target) != nil || x.TruncateTo(d, target) != nil || o.Reset(d) != nil || x.Reset(d) != nil {
			t.Fatal("truncation failed")
		}
		fuzzTxn(t, d, &a, data, target)
	})
}

// fuzzTxn checks that what is decoded is encoded to the same bytes.
func fuzzTxn(t *testing.T, d *disk.Disk, a *TxnIndex, data []byte, target int64) {
	list, err := a.All(d)
	_ = a.SanityCheck(d)
	_, _, _ = a.Collect(d, nil, target, target+10)
	if err != nil {
		return
	}
	var again []byte
	for _, e := range list {
		again = append(again, EncodeAborted(e)...)
	}
	if !bytes.HasPrefix(data, again) || len(data)-len(again) >= txnEntrySize {
		t.Fatalf("% x\n% x", data, again)
	}
	_ = a.TruncateTo(d, target)
}
