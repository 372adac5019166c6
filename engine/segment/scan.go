package segment

import (
	"encoding/binary"
	"errors"
	"io"

	"logarium/engine/kerr"
	"logarium/engine/record"
)

// Sizes in the framing of batches, see the format page of .log.
const (
	headerV2       = record.HeaderSize  // whole header of a magic 2 batch
	prefix         = record.LogOverhead // base offset and length: in front of what length counts
	headerToMagic  = 17
	minBatchLength = 14 // smallest length of the oldest format
)

// Batch is the header of a batch and where it lies in the .log file.
type Batch struct {
	Position int64
	record.Head
}

// maxTimestamp is MaxTs for who looks at it by itself. Error: IllegalArgument if the format is none, which other fields do not show.
func (b *Batch) maxTimestamp() (int64, error) {
	if b.Magic < 0 {
		return 0, kerr.ErrIllegalArgument.With("Invalid magic used in LegacyRecord: %d", b.Magic)
	}
	return b.MaxTs, nil
}

// Scanner walks the batches of a .log file from a position on. It reads headers only, a page at a time and without
// copying where it can, stops silently before a batch that does not fit (a torn tail), and does not look at CRCs.
type Scanner struct {
	Batch // the current one, after Next returned true

	io   *IO
	of   *Segment
	next int64 // position of the next batch
	end  int64 // bytes of the file that count

	view   []byte // rest of a page
	viewAt int64
	buf    [headerV2]byte
	read   int64 // header bytes looked at
	err    error
}

// Scan returns a Scanner over the batches between two positions; end is at most the size of the segment.
func (s *Segment) Scan(io *IO, from, end int64) Scanner {
	return Scanner{io: io, of: s, next: from, end: min(end, s.size)}
}

// Err returns what ended the walk before its time: kerr.ErrCorruptRecord for an impossible length, IllegalArgument for a place before
// the file, or an error of the disk.
func (c *Scanner) Err() error { return c.err }

// HeaderBytes returns how many bytes of headers the walk has looked at.
func (c *Scanner) HeaderBytes() int64 { return c.read }

// Next moves to the next batch.
func (c *Scanner) Next() bool {
	if c.err != nil || c.next >= c.end-headerToMagic {
		return false
	}
	if c.next < 0 { // a damaged index has led here
		c.err = kerr.ErrIllegalArgument.With("The file channel position cannot be negative, but it is %d", c.next)
		return false
	}
	head, err := c.bytes(c.next)
	if err != nil {
		c.err = err
		return false
	}
	if len(head) < headerToMagic {
		return false
	}
	length := int64(int32(binary.BigEndian.Uint32(head[8:])))
	if length < minBatchLength {
		c.err = kerr.ErrCorruptRecord.With("Found record size %d smaller than minimum record overhead (%d) in file %s.", length, minBatchLength, c.of.LogPath(c.io.Dir))
		return false
	}
	if c.next > c.end-prefix-length {
		return false
	}
	c.Position = c.next
	c.Head.Read(head)
	c.read += int64(len(head))
	c.next += c.Size
	return true
}

// bytes returns the header at a position, shorter at the end of the file. It is valid until the next call.
func (c *Scanner) bytes(at int64) ([]byte, error) {
	if off := at - c.viewAt; off >= 0 && off+headerV2 <= int64(len(c.view)) {
		return c.view[off : off+headerV2], nil
	}
	view, err := c.io.Disk.View(c.of.log, at)
	if err != nil {
		return nil, err
	}
	c.view, c.viewAt = view, at
	if len(view) >= headerV2 {
		return view[:headerV2], nil
	}
	n, err := c.io.Disk.ReadAt(c.of.log, c.buf[:], at)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return c.buf[:n], nil
}
