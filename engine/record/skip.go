package record

import (
	"logarium/engine/codec"
	"logarium/engine/kerr"
)

// readPartly passes over a record of a compressed batch, knowing offset, timestamp and whether key and
// value are null. Kafka does this on the stream itself: a record that is longer or shorter than it declares to
// be shifts those that follow and shows in the end, if at all.
func (it *Iterator) readPartly(at, size int) bool {
	b, r := it.buf, &it.rec
	if r.Attributes = -1; at < len(b) { // a stream gives -1 at its end
		r.Attributes = int8(b[at])
		at++
	}
	t, timeEnd := uvarlong(b, at)
	if timeEnd < 0 {
		return it.failVarlong(at)
	}
	offsetDelta, at := it.streamVarint(timeEnd)
	if at < 0 {
		return false
	}
	it.place(zigzagLong(t), offsetDelta)
	if r.keySize, at = it.skipSized(at); at < 0 {
		return false
	}
	if r.valueSize, at = it.skipSized(at); at < 0 {
		return false
	}
	if at = it.skipHeaders(at); at < 0 {
		return false
	}
	r.Size = codec.SizeVarint(int32(size)) + size
	it.at = at
	return true
}

func (it *Iterator) skipHeaders(at int) int {
	n, at := it.streamVarint(at)
	if at < 0 {
		return -1
	}
	if n < 0 {
		it.fail("Found invalid number of record headers %d", n)
		return -1
	}
	for range n {
		var size int32
		if size, at = it.skipSized(at); at < 0 {
			return -1
		}
		if size < 0 {
			it.fail("Invalid negative header key size %d", size)
			return -1
		}
		if _, at = it.skipSized(at); at < 0 {
			return -1
		}
	}
	return at
}

func (it *Iterator) skipSized(at int) (size int32, next int) {
	size, at = it.streamVarint(at)
	if at < 0 {
		return 0, -1
	}
	if left := len(it.buf) - at; int(size) > left {
		if it.tail != nil {
			it.failTail()
		} else {
			it.fail("Reached end of input stream before skipping all bytes. Remaining bytes:%d", int(size)-left)
		}
		return 0, -1
	}
	return size, at + int(max(size, 0))
}

func (it *Iterator) streamVarint(at int) (v int32, next int) {
	u, next := uvarint(it.buf, at)
	if next >= 0 {
		return zigzag(u), next
	}
	if next == -1 && it.tail != nil {
		it.failTail()
	} else {
		it.failStructure(streamVarintError(it.buf[at:]))
	}
	return 0, -1
}

// streamVarintError is the error of a varint that can't be read from a stream: the stream gives -1, a byte
// with its top bit set, for each byte after its end, so that the number seems too long.
func streamVarintError(b []byte) *kerr.Error {
	v, n := codec.Varint(append(append([]byte{}, b[:min(len(b), codec.MaxVarint)]...), 0xff, 0xff, 0xff, 0xff, 0xff))
	return codec.VarintError(int64(v), n)
}

func (it *Iterator) failVarlong(at int) bool {
	rest := it.buf[at:]
	if len(rest) < codec.MaxVarlong && it.tail != nil {
		return it.failTail()
	}
	padded := append([]byte{}, rest[:min(len(rest), codec.MaxVarlong)]...)
	for range codec.MaxVarlong {
		padded = append(padded, 0xff)
	}
	it.failStructure(codec.VarintError(codec.Varlong(padded)))
	return false
}
