package index

import (
	"fmt"

	"logarium/engine/codec"
	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
	"logarium/engine/store"
)

// TxnIndex lists the aborted transactions whose marker lies in a segment, for read_committed
// fetches. Its file is made at the first abort and only ever holds what was appended.
//
// The file (docs/format/txn-index.md) holds entries of 34 bytes in the order of the markers:
//
//	0       2               10              18              26              34
//	+-------+---------------+---------------+---------------+---------------+
//	|version| producer id   | first offset  | last offset   | last stable   |
//	|  0    |               |               | (the marker)  | offset        |
//	+-------+---------------+---------------+---------------+---------------+
type TxnIndex struct {
	path   string
	base   int64 // base offset of the segment
	handle disk.Handle
	open   bool
	end    int64 // bytes that this index knows of; what others write behind it is not seen
	known  bool  // last is set: something was appended or cut since the file was opened
	last   int64 // marker offset of the last entry appended
}

// AbortedTxn is an aborted transaction: FirstOffset is its first record in this partition,
// LastOffset its marker, LastStableOffset the last stable offset when it was aborted.
type AbortedTxn struct {
	ProducerID       int64
	FirstOffset      int64
	LastOffset       int64
	LastStableOffset int64
}

func (a AbortedTxn) String() string {
	return fmt.Sprintf("AbortedTxn(producerId=%d, firstOffset=%d, lastOffset=%d, lastStableOffset=%d)",
		a.ProducerID, a.FirstOffset, a.LastOffset, a.LastStableOffset)
}

// NewTxnIndex describes the index at path for the segment with that base offset.
func NewTxnIndex(path string, base int64) TxnIndex { return TxnIndex{path: path, base: base} }

// Code lists the state for writing and reading.
func (x *TxnIndex) Code(c *store.Coder) {
	c.Version(1)
	c.String(&x.path)
	c.Int64(&x.base)
	store.Number(c, &x.handle)
	c.Bool(&x.open)
	c.Int64(&x.end)
	c.Bool(&x.known)
	c.Int64(&x.last)
}

// Path is the file's path.
func (x *TxnIndex) Path() string { return x.path }

// SetPath follows a rename of the directory, done by somebody else.
func (x *TxnIndex) SetPath(path string) { x.path = path }

// Opened reports that the index has its file open.
func (x *TxnIndex) Opened() bool { return x.open }

// Open opens the file if there is one.
func (x *TxnIndex) Open(d *disk.Disk) error {
	if x.open || !d.Exists(x.path) {
		return nil
	}
	return x.start(d)
}

func (x *TxnIndex) start(d *disk.Disk) error {
	h, err := d.Create(x.path)
	if err != nil {
		return err
	}
	x.handle, x.open, x.end = h, true, d.Size(h)
	return nil
}

// Append adds an aborted transaction and makes the file if there is none. Error: IllegalArgument
// if its marker does not lie behind that of the last one appended since the file was opened.
func (x *TxnIndex) Append(d *disk.Disk, a AbortedTxn) error {
	if x.known && x.last >= a.LastOffset {
		return kerr.ErrIllegalArgument.With("The last offset of appended transactions must increase sequentially, but %d is not greater than current last offset %d of index %s",
			a.LastOffset, x.last, x.path)
	}
	if !x.open {
		if err := x.start(d); err != nil {
			return err
		}
	}
	if _, err := d.WriteAt(x.handle, EncodeAborted(a), x.end); err != nil {
		return err
	}
	x.end += txnEntrySize
	x.known, x.last = true, a.LastOffset
	return nil
}

// EncodeAborted returns the 34 bytes of an entry.
func EncodeAborted(a AbortedTxn) []byte {
	b := make([]byte, 0, txnEntrySize)
	b = codec.AppendInt16(b, txnEntryVersion)
	b = codec.AppendInt64(b, a.ProducerID)
	b = codec.AppendInt64(b, a.FirstOffset)
	b = codec.AppendInt64(b, a.LastOffset)
	return codec.AppendInt64(b, a.LastStableOffset)
}

// DecodeAborted reads an entry of 34 bytes from the index at path.
// Error: Kafka if the version is not 0, which ends the loading of a log.
func DecodeAborted(b []byte, path string) (AbortedTxn, error) {
	if len(b) < txnEntrySize {
		return AbortedTxn{}, kerr.ErrBufferUnderflow
	}
	if v := codec.Int16(b[txnVersion:]); v != txnEntryVersion {
		return AbortedTxn{}, kerr.ErrKafka.With("Unexpected aborted transaction version %d in transaction index %s, supported version range is 0 to 0", v, path)
	}
	return AbortedTxn{
		ProducerID:       codec.Int64(b[txnProducer:]),
		FirstOffset:      codec.Int64(b[txnFirst:]),
		LastOffset:       codec.Int64(b[txnLast:]),
		LastStableOffset: codec.Int64(b[txnLastStable:]),
	}, nil
}

// each calls f with the entries in order and their positions, until f returns false. A partial
// entry at the end is ignored.
func (x *TxnIndex) each(d *disk.Disk, f func(at int64, a AbortedTxn) bool) error {
	if err := x.Open(d); err != nil || !x.open {
		return err
	}
	var b [txnEntrySize]byte
	for at := int64(0); at+txnEntrySize <= x.end; at += txnEntrySize {
		if _, err := d.ReadAt(x.handle, b[:], at); err != nil {
			return err
		}
		a, err := DecodeAborted(b[:], x.path)
		if err != nil {
			return err
		}
		if !f(at, a) {
			return nil
		}
	}
	return nil
}

// All returns every entry.
func (x *TxnIndex) All(d *disk.Disk) ([]AbortedTxn, error) {
	var list []AbortedTxn
	err := x.each(d, func(_ int64, a AbortedTxn) bool {
		list = append(list, a)
		return true
	})
	return list, err
}

// Collect appends to list the transactions that a fetch of the offsets fetch .. upper-1 has to
// know: aborted at or behind fetch, begun before upper. complete is true if no later segment can
// add one, because the last stable offset had passed upper.
func (x *TxnIndex) Collect(d *disk.Disk, list []AbortedTxn, fetch, upper int64) (all []AbortedTxn, complete bool, err error) {
	err = x.each(d, func(_ int64, a AbortedTxn) bool {
		if a.LastOffset >= fetch && a.FirstOffset < upper {
			list = append(list, a)
		}
		complete = a.LastStableOffset >= upper
		return !complete
	})
	return list, complete, err
}

// TruncateTo cuts the file at the first transaction whose marker is at or behind offset.
func (x *TxnIndex) TruncateTo(d *disk.Disk, offset int64) error {
	cut, known, last := int64(-1), false, int64(0)
	err := x.each(d, func(at int64, a AbortedTxn) bool {
		if a.LastOffset >= offset {
			cut = at
			return false
		}
		known, last = true, a.LastOffset
		return true
	})
	if err != nil || cut < 0 {
		return err
	}
	if err := d.Truncate(x.handle, cut); err != nil {
		return err
	}
	x.end, x.known, x.last = cut, known, last
	return nil
}

// Reset empties the file, before it is rebuilt. It does not make one.
func (x *TxnIndex) Reset(d *disk.Disk) error {
	if err := x.Open(d); err != nil || !x.open {
		return err
	}
	x.end, x.known, x.last = 0, false, 0
	return d.Truncate(x.handle, 0)
}

// Empty reports that there are no whole entries.
func (x *TxnIndex) Empty(d *disk.Disk) (bool, error) {
	err := x.Open(d)
	return !x.open || x.end < txnEntrySize, err
}

// SanityCheck runs when a log is loaded. Error: CorruptIndex if a marker lies before the segment.
func (x *TxnIndex) SanityCheck(d *disk.Disk) (err error) {
	read := x.each(d, func(_ int64, a AbortedTxn) bool {
		if a.LastOffset < x.base {
			err = kerr.ErrCorruptIndex.With("Last offset of aborted transaction %s in index %s is less than start offset %d", a, x.path, x.base)
		}
		return err == nil
	})
	if read != nil {
		return read
	}
	return err
}

// Flush makes the file durable (fsync).
func (x *TxnIndex) Flush(d *disk.Disk) error {
	if !x.open {
		return nil
	}
	return d.Sync(x.handle)
}

// Close lets go of the file.
func (x *TxnIndex) Close(d *disk.Disk) error {
	if !x.open {
		return nil
	}
	x.open, x.end, x.known, x.last = false, 0, false, 0
	return d.Close(x.handle)
}

// Delete closes and removes the file, and reports whether there was one.
func (x *TxnIndex) Delete(d *disk.Disk) (bool, error) {
	if err := x.Close(d); err != nil {
		return false, err
	}
	return remove(d, x.path)
}

// Rename renames the file, if there is one.
func (x *TxnIndex) Rename(d *disk.Disk, path string) error {
	from := x.path
	x.path = path
	if !d.Exists(from) {
		return nil
	}
	return d.Rename(from, path)
}
