package record

import (
	"errors"
	"io"

	"logarium/engine/codec"
	"logarium/engine/kerr"
)

// Scanner walks over the batches in a region of a file, reading their headers only until Batch is called. It
// checks neither checksums nor magic numbers, as Kafka's reading of files does not.
//
//	s := record.NewScanner(file, from, to, path)
//	for s.Next() {
//		use(s.Position(), s.Header())
//	}
//	if err := s.Err(); err != nil ...
type Scanner struct {
	// Window is how many bytes are read at a time: 0 for one header, which is least work on a file in
	// memory; some 64 KiB where a read is a system call or the payload is wanted.
	Window int

	src  io.ReaderAt
	file string
	pos  int64 // of the next batch
	end  int64
	at   int64 // of the present batch
	size int   // of the present batch, in bytes
	buf  []byte
	from int64 // position in the file of buf[0]; Invariant: buf is what the file has there
	err  error
}

// NewScanner walks over bytes [from, to) of src. The name of the file is for errors.
func NewScanner(src io.ReaderAt, from, to int64, file string) *Scanner {
	s := &Scanner{}
	s.Reset(src, from, to, file)
	return s
}

// Reset is NewScanner for a scanner, and its buffer, that serve again.
func (s *Scanner) Reset(src io.ReaderAt, from, to int64, file string) {
	*s = Scanner{Window: s.Window, src: src, file: file, pos: from, end: to, at: from, from: from, buf: s.buf[:0]}
}

// Next goes to the next batch. It returns false at the end of the region, also where the last batch does not
// fit into it, and at an error.
func (s *Scanner) Next() bool {
	if s.err != nil || s.pos >= s.end-headerUpToMagic {
		return false
	}
	if !s.fill(s.pos, int(min(HeaderSize, s.end-s.pos)), HeaderSize) {
		return false
	}
	size := codec.Int32(s.view(s.pos)[atLength:])
	if size < minOverhead {
		s.err = kerr.ErrCorruptRecord.With("Found record size %d smaller than minimum record overhead (%d) in file %s.", size, minOverhead, s.file)
		return false
	}
	if s.pos > s.end-LogOverhead-int64(size) {
		return false
	}
	s.at, s.size = s.pos, LogOverhead+int(size)
	s.pos += int64(s.size)
	return true
}

// view is the buffer from a position on.
func (s *Scanner) view(pos int64) []byte { return s.buf[pos-s.from:] }

// fill makes the buffer hold at least n bytes from pos on, reading up to want or the window.
func (s *Scanner) fill(pos int64, n, want int) bool {
	if pos >= s.from && pos+int64(n) <= s.from+int64(len(s.buf)) {
		return true
	}
	want = int(min(int64(max(want, s.Window, n)), s.end-pos))
	if cap(s.buf) < want {
		s.buf = make([]byte, want)
	}
	s.from, s.buf = pos, s.buf[:want]
	got, err := s.src.ReadAt(s.buf, pos)
	s.buf = s.buf[:got]
	if got >= n {
		return true
	}
	if err == nil || errors.Is(err, io.EOF) {
		err = kerr.New("EOFException", "Failed to read `log header` from file channel `%s`. Expected to read %d bytes, but reached end of file after reading %d bytes. Started read from position %d.", s.file, n, got, pos)
	}
	s.err = &codec.Corruption{File: s.file, At: pos, Cause: err}
	return false
}

// Position is where the present batch begins in the file.
func (s *Scanner) Position() int64 { return s.at }

// Size is the present batch's size in bytes.
func (s *Scanner) Size() int { return s.size }

// Header is the present batch's header, or the whole of a smaller batch, valid until the scanner is used again.
func (s *Scanner) Header() Batch {
	h := s.view(s.at)
	return Batch(h[:min(len(h), HeaderSize, s.size)])
}

// Batch reads the whole of the present batch. It is valid until the scanner is used again. Nil: see Err.
func (s *Scanner) Batch() Batch {
	if s.err != nil || !s.fill(s.at, s.size, s.size) {
		return nil
	}
	return Batch(s.view(s.at)[:s.size:s.size])
}

// Err returns what ended the walk early, or nil.
func (s *Scanner) Err() error { return s.err }
