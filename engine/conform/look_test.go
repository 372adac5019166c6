package conform

import "testing"

// TestInCompressed: damage is kept away from compressed data, and from nothing else.
func TestInCompressed(t *testing.T) {
	d := New()
	for _, op := range []string{
		`{"op":"open","log":"topic-0","config":{"segment.index.bytes":"96"}}`,
		`{"op":"appendLeader","batch":{"records":[{"ts":1735689600000,"key":"a","value":"b"}]}}`,
		`{"op":"appendLeader","batch":{"codec":"gzip","records":[{"ts":1735689600000,"key":"a","value":"b"}]}}`,
		`{"op":"appendLeader","batch":{"records":[{"ts":1735689600000,"key":"a","value":"b"}]}}`,
	} {
		d.Run([]byte(op))
	}
	const log = "topic-0/00000000000000000000.log"
	size := d.Log().Size()
	plain := int64(70) // bytes of a batch with one record of one byte each
	for pos, want := range map[int64]bool{0: false, plain - 1: false, plain: false, plain + 1: true, size - plain - 1: true, size - plain: false, size - 1: false} {
		if got := d.InCompressed(log, pos); got != want {
			t.Errorf("%d of %d: %t", pos, size, got)
		}
	}
	if d.InCompressed("topic-0/nothing.log", 1) {
		t.Error("a file that is not there")
	}
}
