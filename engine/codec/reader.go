package codec

import (
	"errors"
	"fmt"
)

// ErrShort is the cause of a Corruption: the bytes end before the value does.
var ErrShort = errors.New("premature end of data")

// Reader decodes values one after the other and remembers the first error: afterwards every read
// returns zero, so that a decoder checks Err once at its end.
type Reader struct {
	file string
	base int64 // position of buf[0] in the file
	buf  []byte
	at   int   // Invariant: 0 <= at <= len(buf)
	err  error // a *Corruption
}

// NewReader reads buf, which stands at position base of file; both serve the error only.
func NewReader(buf []byte, file string, base int64) *Reader {
	return &Reader{file: file, base: base, buf: buf}
}

// Err returns the first error, a *Corruption, or nil.
func (r *Reader) Err() error { return r.err }

// At returns the position in the file of the next byte.
func (r *Reader) At() int64 { return r.base + int64(r.at) }

// Len returns how many bytes are left.
func (r *Reader) Len() int { return len(r.buf) - r.at }

// Fail records an error at the present position, unless there is one already.
func (r *Reader) Fail(format string, args ...any) {
	r.fail(fmt.Errorf(format, args...))
}

func (r *Reader) fail(cause error) {
	if r.err == nil {
		r.err = &Corruption{File: r.file, At: r.At(), Cause: cause}
	}
}

// take returns the next n bytes, or nil.
func (r *Reader) take(n int) []byte {
	if r.err != nil {
		return nil
	}
	if n < 0 || n > r.Len() {
		r.fail(ErrShort)
		return nil
	}
	b := r.buf[r.at : r.at+n : r.at+n]
	r.at += n
	return b
}

// Bytes returns the next n bytes, not copied, or nil after an error.
func (r *Reader) Bytes(n int) []byte { return r.take(n) }

// Skip passes over n bytes.
func (r *Reader) Skip(n int) { r.take(n) }

// Int8 reads one byte.
func (r *Reader) Int8() int8 {
	if b := r.take(1); b != nil {
		return int8(b[0])
	}
	return 0
}

// Int16 reads two bytes.
func (r *Reader) Int16() int16 {
	if b := r.take(2); b != nil {
		return Int16(b)
	}
	return 0
}

// Int32 reads four bytes.
func (r *Reader) Int32() int32 {
	if b := r.take(4); b != nil {
		return Int32(b)
	}
	return 0
}

// Uint32 reads four bytes as an unsigned number.
func (r *Reader) Uint32() uint32 { return uint32(r.Int32()) }

// Int64 reads eight bytes.
func (r *Reader) Int64() int64 {
	if b := r.take(8); b != nil {
		return Int64(b)
	}
	return 0
}

// Varint reads a zigzag number of at most five bytes.
func (r *Reader) Varint() int32 {
	if r.err != nil {
		return 0
	}
	v, n := Varint(r.buf[r.at:])
	if n <= 0 {
		r.failVarint(int64(v), n)
		return 0
	}
	r.at += n
	return v
}

// Varlong reads a zigzag number of at most ten bytes.
func (r *Reader) Varlong() int64 {
	if r.err != nil {
		return 0
	}
	v, n := Varlong(r.buf[r.at:])
	if n <= 0 {
		r.failVarint(v, n)
		return 0
	}
	r.at += n
	return v
}

func (r *Reader) failVarint(v int64, n int) {
	if n == 0 {
		r.fail(ErrShort)
		return
	}
	r.fail(VarintError(v, n))
}
