package record

import "encoding/binary"

// warmsDense: what the walk will touch anyway is not read ahead. It is slow enough for the processor to fetch what comes, and pays a tenth for it.
const warmsDense = false

// short decodes a varint of one or two bytes at the lower end of w, zigzag not undone, and says what is behind it and how many bytes
// it has. One that is longer gives overlong or more.
func short(w uint64) (u, rest uint64, n int) {
	if w&0x80 == 0 {
		return w & 0x7f, w >> 8, 1
	}
	return w&0x7f | w>>1&0x7f80, w >> 16, 2
}

const overlong = 1 << 14

// sizeOf is the size that a length stands for, 0 for all that are negative.
func sizeOf(u uint64) int { return int(u >> 1 & (u&1 - 1)) }

// quick is done by Next here.
func (it *Iterator) quick() bool { return false }

// Next reads the next record. It returns false after the last one and at an error.
//
// What quick reads elsewhere is read here, in two thirds of the time that quick takes in WebAssembly: without calls, with few jumps, and what is
// before the key out of a register. The other way is a tenth faster where processors run it themselves. Nothing is changed
// before the record is known to be like that; next has the rules and the errors.
func (it *Iterator) Next() bool {
	b, start := it.buf, it.at
	if start+1 >= len(b) {
		return it.next()
	}
	s, _, n := short(uint64(b[start]) | uint64(b[start+1])<<8)
	body, size := start+n, sizeOf(s)
	end := body + size
	if (size-8)|(it.quickMax-size)|(len(b)-end) < 0 { // one of them is
		return it.next()
	}
	w := binary.LittleEndian.Uint64(b[body:])
	t, rest, n := short(w >> 8)
	keyAt := body + 1 + n
	o, rest, n := short(rest)
	keyAt += n
	k, _, n := short(rest)
	keyAt += n
	keyEnd := keyAt + sizeOf(k)
	if keyEnd+2 > end {
		return it.next()
	}
	v, _, n := short(uint64(b[keyEnd]) | uint64(b[keyEnd+1])<<8)
	valueAt := keyEnd + n
	valueEnd := valueAt + sizeOf(v)
	last := uint64(int64(it.left)-2) >> 63
	bad := (s|t|o|k|v)&overlong | uint64(valueEnd+1-end) | uint64(b[end-1]) | -last&uint64(len(b)-end)
	if bad != 0 {
		return it.next()
	}
	key, value := b[keyAt:keyEnd:keyEnd], b[valueAt:valueEnd:valueEnd]
	if k&1 != 0 {
		key = nil
	}
	if v&1 != 0 {
		value = nil
	}
	r := &it.rec
	r.Attributes, r.Size, r.headerCount = int8(w), end-start, 0
	r.Key, r.Value = key, value
	it.place(zigzagLong(t), int32(zigzagLong(o)))
	it.left--
	it.at = end
	return true
}
