package record

import (
	"fmt"
	"strings"

	"logarium/engine/kerr"
)

// ValidateOptions are the log's side of a leader's append.
type ValidateOptions struct {
	Partition     string // "orders-0", for messages
	Origin        Origin
	NextOffset    int64 // of the first record: the log end offset
	Now           int64 // ms
	LeaderEpoch   int32
	Source        Codec // Info.Codec
	Target        Codec // by compression.type: a named codec, or Source for "producer"
	TargetLevel   int   // 0: the codec's default
	TimestampType TimestampType
	BeforeMax     int64 // message.timestamp.before.max.ms
	AfterMax      int64 // message.timestamp.after.max.ms
	Compacted     bool  // cleanup.policy includes compact: keys are required
	MaxRecordSize int   // max.decompressed.message.bytes, 0: no limit
	Codecs        *Codecs
	// Buffer is where a rebuilt batch is put; nil: a new one is made.
	Buffer []byte
}

// Validated is what to write.
type Validated struct {
	Records      []byte // the input, changed in place, or a new batch
	NextOffset   int64  // after the last record
	MaxTimestamp int64  // ms; -1: no record has one
	LogAppendNow int64  // Now with LogAppendTime, else -1
	Count        int    // records
	Rebuilt      bool   // Records is a new batch: its size must be checked again
}

// Validate checks the batch of a produce request and gives its records their offsets, as the leader does before
// it appends (KIP-98, KIP-32; docs/format/log.md). records holds complete batches whose checksums are right, see
// Analyze; unless the codec changes or the format is old, its bytes are changed in place: base
// offset, leader epoch, and if need be timestamp type, largest timestamp and checksum.
//
// Errors: InvalidRecordException, CorruptRecordException, and RecordValidationException, which lists
// the records that are refused. The whole batch is refused if anything fails; the input may
// have been changed then only if it holds several old messages.
func Validate(records []byte, o ValidateOptions) (Validated, error) {
	var v validator
	v.ValidateOptions, v.max = o, NoTimestamp
	v.out.NextOffset, v.out.MaxTimestamp, v.out.LogAppendNow = o.NextOffset, NoTimestamp, NoTimestamp
	if o.TimestampType == LogAppendTime {
		v.out.LogAppendNow = o.Now
	}
	v.it.Codecs, v.it.MaxRecordSize = o.Codecs, o.MaxRecordSize
	first, err := v.first(records)
	if err != nil {
		return Validated{}, err
	}
	switch {
	case o.Source != None || o.Target != None:
		err = v.compressed(records, first)
	case first.Magic() == currentMagic:
		err = v.inPlace(records, first)
	default:
		err = v.convert(records, first)
	}
	if err != nil {
		return Validated{}, err
	}
	return v.out, nil
}

// validator is one call of Validate.
type validator struct {
	ValidateOptions
	it     Iterator
	out    Validated
	index  int // of the present record in its batch
	errors []kerr.RecordError
	badTS  bool // one of errors is about a timestamp
	max    int64
}

// first returns the first batch, which has to be the only one unless it is an old uncompressed message.
func (v *validator) first(records []byte) (Batch, error) {
	b, rest, err := Next(records)
	if err != nil {
		return nil, err
	}
	if b == nil {
		return nil, kerr.ErrInvalidRecord.With("Record batch has no batches at all")
	}
	if b.Magic() < currentMagic && v.Source == None {
		return b, nil
	}
	second, _, err := Next(rest)
	if second != nil {
		err = kerr.ErrInvalidRecord.With("Compressed outer record has more than one batch")
	}
	return b, err
}

// checkBatch are the checks on a batch's header.
func (v *validator) checkBatch(first, b Batch) error {
	if first.Magic() != b.Magic() {
		return v.refuse("Batch magic %d is not the same as the first batch's magic byte %d", b.Magic(), first.Magic())
	}
	if v.Origin != Client {
		return nil
	}
	if b.Magic() >= currentMagic {
		slots, count := b.LastOffset()-b.BaseOffset()+1, b.Count()
		switch {
		case slots <= 0:
			return v.refuse("Batch has an invalid offset range: [%d, %d]", b.BaseOffset(), b.LastOffset())
		case count <= 0:
			return v.refuse("Invalid reported count for record batch: %d", count)
		case slots != int64(count):
			return v.refuse("Inconsistent batch offset range [%d, %d] and count of records %d", b.BaseOffset(), b.LastOffset(), count)
		}
	}
	if b.IsControl() {
		return v.refuse("Clients are not allowed to write control records")
	}
	if b.HasProducerID() && b.BaseSequence() < 0 {
		return v.refuse("Invalid sequence number %d in record batch with producerId %d", b.BaseSequence(), b.ProducerID())
	}
	return nil
}

func (v *validator) refuse(format string, args ...any) error {
	return kerr.ErrInvalidRecord.With("%s in topic partition %s", fmt.Sprintf(format, args...), v.Partition)
}

// inPlace keeps an uncompressed batch of format 2 as it is. The offsets inside are not looked at.
func (v *validator) inPlace(records []byte, b Batch) error {
	if err := v.checkBatch(b, b); err != nil {
		return err
	}
	for v.it.Open(b); v.it.Next(); {
		v.check(b, &v.it.rec)
		v.max = max(v.max, v.it.rec.Timestamp)
		v.out.Count++
		v.index++
	}
	if err := v.verdict(); err != nil {
		return err
	}
	v.stamp(b)
	v.out.Records = records
	return nil
}

// stamp assigns offsets and epoch to a batch that stays as it is, and the largest timestamp.
func (v *validator) stamp(b Batch) {
	v.out.NextOffset += int64(v.out.Count)
	b.SetLastOffset(v.out.NextOffset - 1)
	b.SetPartitionLeaderEpoch(v.LeaderEpoch)
	v.out.MaxTimestamp = v.max
	if v.TimestampType == LogAppendTime {
		v.out.MaxTimestamp = v.Now
	}
	b.SetMaxTimestamp(v.TimestampType, v.out.MaxTimestamp)
}

// compressed keeps the batch if its codec is the one that the topic wants, or if it is a control batch, and
// rebuilds it otherwise.
func (v *validator) compressed(records []byte, b Batch) error {
	keep := v.Source == v.Target || v.Source == None && b.IsControl()
	keep = keep && b.Magic() == currentMagic
	v.it.SkipKeyValue = keep
	inOrder, err := v.walk(records, b)
	switch {
	case err != nil:
		return err
	case !keep:
		return v.rebuild(records, b)
	case !inOrder && v.it.skip:
		// The offsets inside are not 0, 1, 2, ..., which calls for a rebuild, but keys and values were skipped.
		return kerr.ErrUnsupportedOperation.With("key is skipped in PartialDefaultRecord")
	case !inOrder:
		return v.rebuild(records, b)
	}
	v.stamp(b)
	v.out.Records = records
	return nil
}

// walk checks the records of all batches (there are several only of an old format) and tells whether their
// offsets are 0, 1, 2, ....
func (v *validator) walk(records []byte, first Batch) (inOrder bool, err error) {
	inOrder = true
	for b, err := range Batches(records) {
		if err == nil {
			err = v.checkBatch(first, b)
		}
		if err != nil {
			return false, err
		}
		v.index = 0
		for v.it.Open(b); v.it.Next(); v.index++ {
			r := &v.it.rec
			if err := v.checkInner(b, r); err != nil {
				return false, err
			}
			if r.magic > 0 {
				v.max = max(v.max, r.Timestamp)
			}
			inOrder = inOrder && r.Offset == int64(v.out.Count)
			v.out.Count++
		}
		if err := v.verdict(); err != nil {
			return false, err
		}
	}
	return inOrder, nil
}

// checkInner is check, before which wrapped messages of old formats have checks of their own.
func (v *validator) checkInner(b Batch, r *Record) error {
	if r.magic != b.Magic() {
		v.reject("Record %s's magic does not match outer magic %d in topic partition %s", r.String(), b.Magic(), v.Partition)
		return nil
	}
	if r.message != nil && v.it.compressed {
		if err := r.message.EnsureValid(); err != nil {
			return err
		}
	}
	v.check(b, r)
	return nil
}

// check looks at one record; what is wrong is collected.
func (v *validator) check(b Batch, r *Record) {
	switch {
	case v.Compacted && !r.HasKey():
		v.reject("Compacted topic cannot accept message without key in topic partition %s", v.Partition)
	case v.TimestampType == CreateTime && r.Timestamp != NoTimestamp:
		if age := v.Now - r.Timestamp; age > v.BeforeMax || -age > v.AfterMax {
			v.badTS = true
			v.reject("Timestamp %d of message with offset %d is out of range. The timestamp should be within [%d, %d]",
				r.Timestamp, r.Offset, v.Now-v.BeforeMax, v.Now+v.AfterMax)
		}
	case b.TimestampType() == LogAppendTime:
		v.badTS = true
		v.reject("Invalid timestamp type in message %s. Producer should not set timestamp type to LogAppendTime.", r.String())
	}
}

func (v *validator) reject(format string, args ...any) {
	v.errors = append(v.errors, kerr.RecordError{Index: v.index, Message: fmt.Sprintf(format, args...)})
}

// shownErrors is how many record errors the message of the whole quotes.
const shownErrors = 3

// verdict turns a damaged batch, or what was collected about its records, into the error that is answered.
func (v *validator) verdict() error {
	switch {
	case v.it.err != nil:
		return v.it.err
	case len(v.errors) == 0:
		return nil
	case v.badTS:
		return kerr.Validation(kerr.ErrInvalidTimestamp.With("One or more records have been rejected due to invalid timestamp"), v.errors)
	}
	var shown []string
	for _, e := range v.errors[:min(len(v.errors), shownErrors)] {
		shown = append(shown, fmt.Sprintf("RecordError(batchIndex=%d, message='%s')", e.Index, e.Message))
	}
	return kerr.Validation(kerr.ErrInvalidRecord.With("One or more records have been rejected due to %d record errors in total, and only "+
		"showing the first three errors at most: [%s]", len(v.errors), strings.Join(shown, ", ")), v.errors)
}

// String is how messages about a record name it.
func (r *Record) String() string {
	if r.message != nil {
		stamp := ""
		if r.magic > 0 {
			stamp = fmt.Sprintf(", %s=%d", r.stamped, r.Timestamp)
		}
		return fmt.Sprintf("LegacyRecordBatch(offset=%d, Record(magic=%d, attributes=%d, compression=none, crc=%d%s, key=%d bytes, value=%d bytes))",
			r.Offset, r.magic, r.Attributes, r.message.CRC(), stamp, len(r.Key), len(r.Value))
	}
	if r.partial {
		return fmt.Sprintf("PartialDefaultRecord(offset=%d, timestamp=%d, key=%d bytes, value=%d bytes)",
			r.Offset, r.Timestamp, r.KeySize(), r.ValueSize())
	}
	return fmt.Sprintf("DefaultRecord(offset=%d, timestamp=%d, key=%d bytes, value=%d bytes)",
		r.Offset, r.Timestamp, len(r.Key), len(r.Value))
}
