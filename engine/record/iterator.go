package record

import (
	"iter"
	"math"

	"logarium/engine/codec"
	"logarium/engine/kerr"
)

// Record is one record as read from a batch. Its slices point into the batch, or into the
// iterator's buffer if the batch is compressed, and are valid until the iterator is used again.
type Record struct {
	Offset     int64
	Timestamp  int64  // ms; with LogAppendTime the batch's
	Key        []byte // nil: null
	Value      []byte // nil: null, a tombstone
	Sequence   int32  // -1: none
	Attributes int8   // 0 in format 2, where no bit is in use
	Size       int    // bytes of the record before compression, its length field included

	section     []byte // what the record was read from
	headersAt   int    // where the headers begin in section, after their count
	headerCount int32
	magic       int8
	partial     bool          // key and value were skipped
	stamped     TimestampType // who set a message's timestamp
	keySize     int32         // with partial: -1: null
	valueSize   int32         // with partial
	message     Message       // in formats 0 and 1
}

// HasKey tells whether the key is not null. This and the next three are also known where keys and values are
// skipped.
func (r *Record) HasKey() bool { return r.KeySize() >= 0 }

// HasValue tells whether the value is not null.
func (r *Record) HasValue() bool { return r.ValueSize() >= 0 }

// KeySize is the key's size in bytes, -1 for null.
func (r *Record) KeySize() int {
	if r.Key == nil {
		return r.skipped(r.keySize)
	}
	return len(r.Key)
}

// ValueSize is the value's size in bytes, -1 for null.
func (r *Record) ValueSize() int {
	if r.Value == nil {
		return r.skipped(r.valueSize)
	}
	return len(r.Value)
}

func (r *Record) skipped(size int32) int {
	if r.partial {
		return int(size)
	}
	return -1
}

// HeaderCount is the number of headers.
func (r *Record) HeaderCount() int { return int(r.headerCount) }

// Headers decodes the headers one after the other. They have been checked with the record.
func (r *Record) Headers() iter.Seq[Header] {
	return func(yield func(Header) bool) {
		at := r.headersAt
		for range r.headerCount {
			var h Header
			h.Key, at = sized(r.section, at)
			h.Value, at = sized(r.section, at)
			if !yield(h) {
				return
			}
		}
	}
}

// rawHeaders are the headers as stored, without their count.
func (r *Record) rawHeaders() []byte {
	at := r.headersAt
	for range 2 * r.headerCount {
		_, at = sized(r.section, at)
	}
	return r.section[r.headersAt:at]
}

// Header is a name and a value, which may be null (nil).
type Header struct {
	Key   []byte // UTF-8, never null
	Value []byte
}

// sized reads a length and that many bytes, of data that has been checked.
func sized(b []byte, at int) ([]byte, int) {
	n, used := codec.Varint(b[at:])
	at += used
	if n < 0 {
		return nil, at
	}
	return b[at : at+int(n) : at+int(n)], at + int(n)
}

// Iterator walks over the records of one batch after the other. The zero value is ready. An uncompressed
// batch is read in place; for a compressed one the iterator keeps a buffer that serves again.
//
//	var it record.Iterator
//	for it.Open(batch); it.Next(); {
//		use(it.Record())
//	}
//	if err := it.Err(); err != nil ...
//
// Kafka reads a compressed batch as a stream in some places and as a whole in others; here records
// that stand before a damaged place are always delivered first.
type Iterator struct {
	// Codecs keep the decompressors; nil: made when needed.
	Codecs *Codecs
	// MaxRecordSize is max.decompressed.message.bytes: the largest record body in a compressed batch, 0 for
	// no limit.
	MaxRecordSize int
	// Streaming opens the data of a compressed batch even if it has no records, as Kafka does where it reads record by
	// record; then damage at its beginning is an error.
	Streaming bool
	// SkipKeyValue reads compressed records without looking at keys, values and headers, as the validation
	// in place does: fewer checks, and Key, Value and Headers stay empty.
	SkipKeyValue bool
	// Visit is called for each field of each v2 record, in order, if it is not nil.
	Visit func(Part)

	rec  Record
	err  error
	buf  []byte // the record section, decompressed
	at   int    // Invariant: at <= len(buf)
	left int32  // records not yet read
	tail error  // why decompression ended before the end of the data, nil if it did not

	baseOffset    int64
	baseTimestamp int64
	logAppendTime int64
	baseSequence  int32
	magic         int8
	appendTime    bool          // every record has logAppendTime
	wrapper       TimestampType // who set the timestamps in the batch
	compressed    bool
	skip          bool
	used          bool   // rec may have something of a batch
	quickMax      int    // largest record that Next may read by itself, negative: none, also behind an error. Invariant: negative, or left > 0, or at the end
	scratch       []byte // owned: decompressed records
}

// denseRecord is the average size in bytes up to which a walk over records touches most of their memory.
const denseRecord = 256

// Open starts with the records of b, which must be a whole batch. Errors show at Next and Err.
func (it *Iterator) Open(b Batch) {
	it.err, it.tail, it.left, it.at, it.buf, it.quickMax = b.Err(), nil, 0, 0, nil, -1
	if it.err != nil {
		return
	}
	fresh := !it.used
	it.used = true
	it.magic = b.Magic()
	it.wrapper = b.TimestampType()
	it.appendTime = it.wrapper == LogAppendTime
	it.logAppendTime = b.MaxTimestamp()
	it.compressed = b.IsCompressed()
	if b.legacy() {
		it.openLegacy(b)
		return
	}
	it.baseOffset, it.baseTimestamp, it.baseSequence = b.BaseOffset(), b.BaseTimestamp(), b.BaseSequence()
	it.left = b.Count()
	it.buf = b.Payload()
	if it.compressed && (it.left != 0 || it.Streaming) {
		it.decompress(b)
	}
	if it.err == nil && it.left < 0 {
		it.err = kerr.ErrInvalidRecord.With("Found invalid record count %d in magic v%d batch", it.left, it.magic)
	}
	it.left = max(0, it.left)
	it.skip = it.SkipKeyValue && it.compressed
	if !fresh {
		it.rec = Record{}
	}
	it.rec.partial, it.rec.magic = it.skip, it.magic
	switch dense := len(it.buf) < int(it.left)*denseRecord; {
	case !dense:
		warmStarts(it.buf, int(it.left))
	case warmsDense:
		codec.Warm(it.buf) // the walk will touch all of it
	}
	it.rec.section, it.quickMax = it.buf, math.MaxInt32
	switch {
	case it.Visit != nil || it.skip || it.tail != nil || it.left == 0 || it.err != nil:
		it.quickMax = -1
	case it.compressed && it.MaxRecordSize > 0:
		it.quickMax = it.MaxRecordSize
	}
}

func (it *Iterator) decompress(b Batch) {
	it.buf, it.err, it.tail = it.codecs().open(it.scratch[:0], it.buf, b.Codec(), it.magic)
	it.scratch = it.buf
}

func (it *Iterator) codecs() *Codecs {
	if it.Codecs == nil {
		it.Codecs = &Codecs{}
	}
	return it.Codecs
}

// Record returns the record that Next has read. It is the same one each time, overwritten by Next.
func (it *Iterator) Record() *Record { return &it.rec }

// Err returns what ended the walk early, or nil.
func (it *Iterator) Err() error { return it.err }

// All yields the records of b; an error comes last, with a nil record.
func (it *Iterator) All(b Batch) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		for it.Open(b); it.Next(); {
			if !yield(&it.rec, nil) {
				return
			}
		}
		if it.err != nil {
			yield(nil, it.err)
		}
	}
}

// next is Next for every record.
func (it *Iterator) next() bool {
	if it.left <= 0 || it.err != nil {
		return false
	}
	it.left--
	if it.magic < currentMagic {
		return it.nextLegacy()
	}
	ok := it.quick() || it.read()
	if ok && it.left == 0 && (it.at < len(it.buf) || it.tail != nil) {
		ok = it.failRemaining()
	}
	if !ok {
		it.quickMax = -1
	}
	return ok
}

// failRemaining: the declared records are read and the section should end here.
func (it *Iterator) failRemaining() bool {
	if it.at == len(it.buf) {
		it.err = kerr.ErrKafka.With("Error checking for remaining bytes after reading batch").Because(it.tail)
		return false
	}
	it.err = kerr.ErrInvalidRecord.With("Incorrect declared batch size, records still remaining in file")
	return false
}

// failEnd: the section ends where a record should begin. cause is why the length can't be read, nil in an
// uncompressed batch.
func (it *Iterator) failEnd(cause error) bool {
	if it.tail != nil {
		return it.failTail()
	}
	it.err = kerr.ErrInvalidRecord.With("Incorrect declared batch size, premature EOF reached").Because(cause)
	return false
}

// failTail: decompression has failed here.
func (it *Iterator) failTail() bool {
	it.err = kerr.ErrKafka.With("Failed to decompress record stream").Because(it.tail)
	return false
}
