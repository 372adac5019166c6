//go:build !wasm

package record

import "math"

// warmsDense: a walk that will touch all of a batch reads ahead.
const warmsDense = true

// nowhere is a position that no buffer has; short passes it on.
const nowhere = math.MaxInt >> 1

// short decodes a varint of one or two bytes, zigzag not undone, that is not the last of the buffer; for all
// else next is nowhere. The compiler puts it where it is used.
func short(b []byte, at int) (u uint32, next int) {
	if uint(at+1) >= uint(len(b)) {
		return 0, nowhere
	}
	c, d := uint32(b[at]), uint32(b[at+1])
	switch {
	case c < 0x80:
		return c, at + 1
	case d < 0x80:
		return c&0x7f | d<<7, at + 2
	}
	return 0, nowhere
}

// Next reads the next record. It returns false after the last one and at an error.
func (it *Iterator) Next() bool { return it.next() }

// quick reads what nearly all records are, several times as fast as read: no headers, numbers of one or two bytes,
// no damage, nobody watching. It changes nothing if the record is not like that; read has the rules and
// the errors. Both agree on every input (see the tests).
//
// The next record's place depends on this one's length only, so that the processor can go on
// to it while it waits for the memory of this one.
func (it *Iterator) quick() bool {
	b, start := it.buf, it.at
	u, body := short(b, start)
	size := int(zigzag(u))
	end := body + size
	if end > len(b) || size > it.quickMax || body >= end {
		return false
	}
	t, at := short(b, body+1)
	o, at := short(b, at)
	k, keyAt := short(b, at)
	keyEnd := keyAt
	if k&1 == 0 {
		keyEnd += int(k >> 1)
	}
	v, valueAt := short(b, keyEnd)
	valueEnd := valueAt
	if v&1 == 0 {
		valueEnd += int(v >> 1)
	}
	if valueEnd+1 != end || b[valueEnd] != 0 {
		return false
	}
	r := &it.rec
	r.Attributes, r.Size, r.headerCount = int8(b[body]), end-start, 0
	r.Key, r.Value = nil, nil
	if k&1 == 0 {
		r.Key = b[keyAt:keyEnd:keyEnd]
	}
	if v&1 == 0 {
		r.Value = b[valueAt:valueEnd:valueEnd]
	}
	it.place(int64(zigzag(t)), zigzag(o))
	it.at = end
	return true
}
