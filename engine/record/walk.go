package record

import (
	"iter"
	"math"

	"logarium/engine/codec"
	"logarium/engine/kerr"
)

// Next cuts the first batch off buf, a sequence of batches in memory. It returns a nil batch at the end, which
// is also where the last batch is not complete: a partial tail is no error.
//
// A length below 14 and a magic number above 2 are CorruptRecordException.
func Next(buf []byte) (b Batch, rest []byte, err error) { return NextWithin(buf, math.MaxInt32) }

// NextWithin is Next with a largest size of a batch in bytes, its length field's view.
func NextWithin(buf []byte, maxSize int32) (b Batch, rest []byte, err error) {
	if len(buf) < LogOverhead {
		return nil, buf, nil
	}
	size := codec.Int32(buf[atLength:])
	if size < minOverhead {
		return nil, buf, kerr.ErrCorruptRecord.With("Record size %d is less than the minimum record overhead (%d)", size, minOverhead)
	}
	if size > maxSize {
		return nil, buf, kerr.ErrCorruptRecord.With("Record size %d exceeds the largest allowable message size (%d).", size, maxSize)
	}
	if len(buf) < headerUpToMagic {
		return nil, buf, nil
	}
	if magic := int8(buf[atMagic]); magic < 0 || magic > currentMagic {
		return nil, buf, kerr.ErrCorruptRecord.With("Invalid magic found in record: %d", magic)
	}
	if int(size) > len(buf)-LogOverhead {
		return nil, buf, nil
	}
	end := LogOverhead + int(size)
	return Batch(buf[:end:end]), buf[end:], nil
}

// Batches yields the batches of buf; an error comes last, with a nil batch.
func Batches(buf []byte) iter.Seq2[Batch, error] {
	return func(yield func(Batch, error) bool) {
		for {
			b, rest, err := Next(buf)
			if b == nil && err == nil || !yield(b, err) || err != nil {
				return
			}
			buf = rest
		}
	}
}

// ValidBytes is the size of the complete batches at the start of buf, in bytes.
func ValidBytes(buf []byte) int {
	n := 0
	for b := range Batches(buf) {
		n += len(b)
	}
	return n
}
