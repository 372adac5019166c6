package record

import (
	"bytes"
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// built is what came out of a builder: the buffer up to its capacity, and every error.
type built struct {
	errs []string
	buf  []byte
	max  int64
}

// TestQuickAppend: what Append writes by itself is what add writes, also in a buffer that is full soon, and nothing behind it.
func TestQuickAppend(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := drawOptions(t)
		room := rapid.SampledFrom([]int{0, 80, 300, 1 << 17}).Draw(t, "room")
		list := rapid.SliceOfN(rapid.Custom(drawStep), 1, 12).Draw(t, "records")
		quick, slow := buildSteps(o, room, list, true), buildSteps(o, room, list, false)
		if fmt.Sprint(quick.errs) != fmt.Sprint(slow.errs) || quick.max != slow.max {
			t.Fatal(quick.errs, quick.max, "\n", slow.errs, slow.max)
		}
		if !bytes.Equal(quick.buf, slow.buf) {
			t.Fatalf("\n%x\n%x", quick.buf, slow.buf)
		}
	})
}

func drawOptions(t *rapid.T) Options {
	o := DefaultOptions()
	o.Magic = rapid.SampledFrom([]int8{2, 2, 2, 1, 0}).Draw(t, "magic")
	o.BaseOffset = rapid.SampledFrom([]int64{0, 5, 1 << 40, -1 << 63}).Draw(t, "base")
	o.Control = rapid.IntRange(0, 9).Draw(t, "control") == 0
	o.DeleteHorizon = rapid.SampledFrom([]int64{-1, -1, -1, 1 << 20, -9}).Draw(t, "horizon")
	return o
}

// step is a record by what it is more than the one before.
type step struct {
	gap, time  int64
	key, value int // sizes, -1: null
	headers    int
}

func drawStep(t *rapid.T) step {
	size := rapid.SampledFrom([]int{-1, -1, 0, 1, 2, 3, 62, 63, 64, 65, 100, 4000, 8100, 8191, 8192})
	return step{
		gap:  rapid.SampledFrom([]int64{1, 1, 1, 1, 0, -1, 63, 64, 8000, 8191, 1 << 31}).Draw(t, "gap"),
		time: rapid.SampledFrom([]int64{0, 0, 1, -1, 63, 64, 8191, 8192, 1 << 40, -1 << 62}).Draw(t, "time"),
		key:  size.Draw(t, "key"), value: size.Draw(t, "value"),
		headers: rapid.SampledFrom([]int{0, 0, 0, 0, 1}).Draw(t, "headers"),
	}
}

func buildSteps(o Options, room int, list []step, quick bool) (out built) {
	var b Builder
	all := bytes.Repeat([]byte{0xaa}, room)
	b.Reset(all[:0], o)
	offset, ts := o.BaseOffset-1, int64(1<<20)
	for i, s := range list {
		offset, ts = offset+s.gap, ts+s.time
		b.plain = b.plain && quick
		err := b.Append(offset, ts, part(s.key, i), part(s.value, ^i), make([]Header, s.headers)...)
		out.errs = append(out.errs, fmt.Sprint(err))
	}
	out.max = b.MaxTimestamp()
	buf, err := b.Build()
	out.errs = append(out.errs, fmt.Sprint(err))
	if out.buf = buf; cap(buf) == room && err == nil {
		out.buf = all // also what must not have been touched
	}
	return out
}

func part(size, seed int) []byte {
	if size < 0 {
		return nil
	}
	return bytes.Repeat([]byte{byte(seed*7 + 1)}, size)
}
