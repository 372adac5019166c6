package record

import "encoding/binary"

// twoBytes is a number below 1<<14 as a varint of one or two bytes, lowest first, and how many bits they have.
func twoBytes(u uint64) (varint, bits uint64) {
	if u >= 0x80 {
		return u&0x7f | 0x80 | u>>7<<8, 16
	}
	return u, 8
}

// lengthOf is what stands for a part's length, as a zigzag number: that, or -1 for null.
func lengthOf(part []byte) uint64 {
	if part == nil {
		return 1
	}
	return uint64(len(part)) << 1
}

// Append adds a record. Offsets must rise; ts is in ms, -1 for none; nil is null.
// An error is also returned by Build.
//
// What nearly all records are is written here, several times as fast as by add, which has the rules and the errors and does
// the same (see the tests): not the first of its batch, no headers, no number negative or of more than two bytes, room in the buffer.
// Nothing but the copying is a call, and what is before the key is put together in a register, since in WebAssembly calls and jumps take most
// of the time. Numbers are written with bytes too many, within the record, over which the next field goes.
func (b *Builder) Append(offset, ts int64, key, value []byte, headers ...Header) error {
	timeDelta, offsetDelta := uint64(ts-b.baseTimestamp), uint64(offset-b.o.BaseOffset)
	if !b.plain || len(headers) != 0 || offset <= b.last || ts < 0 || (timeDelta|offsetDelta|uint64(len(key))|uint64(len(value))) >= 1<<13 {
		return b.add(offset, ts, key, value, headers)
	}
	head, bits := twoBytes(timeDelta << 1)
	o, more := twoBytes(offsetDelta << 1)
	head |= o << (bits & 63)
	bits += more
	k, more := twoBytes(lengthOf(key))
	head = (head | k<<(bits&63)) << 8 // behind the attributes, which are 0
	keyAt := int(8+bits+more) >> 3
	v, more := twoBytes(lengthOf(value))
	size := keyAt + len(key) + int(more>>3) + len(value) + 1
	s, bits := twoBytes(uint64(size) << 1)
	start := len(b.buf)
	body := start + int(bits>>3)
	end := body + size
	if size < 8 || size >= 1<<13 || end > cap(b.buf) {
		return b.add(offset, ts, key, value, headers)
	}
	b.count++
	b.last = offset
	b.maxTimestamp = max(b.maxTimestamp, ts)
	b.buf = b.buf[:end]
	buf := b.buf
	binary.LittleEndian.PutUint16(buf[start:], uint16(s))
	binary.LittleEndian.PutUint64(buf[body:], head)
	at := body + keyAt
	if key != nil {
		at += copy(buf[at:], key)
	}
	binary.LittleEndian.PutUint16(buf[at:], uint16(v))
	copy(buf[at+int(more>>3):], value)
	buf[end-1] = 0 // headers
	return nil
}
