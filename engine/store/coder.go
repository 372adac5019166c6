package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// Causes of a *Damaged error that the coder itself finds.
var (
	errShort   = errors.New("input ends early")
	errVarint  = errors.New("malformed number")
	errRange   = errors.New("number out of range")
	errBool    = errors.New("neither true nor false")
	errLength  = errors.New("length exceeds the input")
	errVersion = errors.New("unknown version")
	errRef     = errors.New("impossible reference")
	errDepth   = errors.New("pieces nested too deeply")
	errTrail   = errors.New("bytes left over")
)

// Damaged says where stored state could not be understood. Block 0 is the root.
type Damaged struct {
	Block uint64
	At    int // byte position in the block
	Cause error
}

func (d *Damaged) Error() string {
	if d.Block == 0 {
		return fmt.Sprintf("state damaged in the root at byte %d: %v", d.At, d.Cause)
	}
	return fmt.Sprintf("state damaged in block %d at byte %d: %v", d.Block, d.At, d.Cause)
}

func (d *Damaged) Unwrap() error { return d.Cause }

// Coder writes state, or reads it back. A type has one method that lists its fields and serves both:
//
//	func (s *Segment) Code(c *store.Coder) {
//		c.Version(1)
//		c.Int64(&s.base)
//		c.String(&s.name)
//	}
//
// Writing leaves the fields as they are; reading sets them. After the first error all further reads
// give zero values, so that Err needs to be looked at once. Numbers are variable-length, so that a
// field may become wider in a later version. Reading never panics and allocates no more than a small
// multiple of the input's size, whatever the input.
type Coder struct {
	store *Store
	mode  mode
	buf   []byte // writing: what has been written; reading: the input
	at    int    // reading: next byte
	block uint64 // reading: where the input lies, for errors
	base  int    // reading: position of buf[0] in the block
	depth int
	err   error
	marks *marks // reaching only
}

type mode uint8

const (
	writing mode = iota
	reading
	reaching // reading that also descends into every piece
)

// Reading says that fields are set from input. Use it only where writing and reading must differ.
func (c *Coder) Reading() bool { return c.mode != writing }

// Err is the first error.
func (c *Coder) Err() error { return c.err }

// Fail records that the input cannot be right for a reason that only the caller can see.
func (c *Coder) Fail(cause error) {
	if c.err == nil {
		c.err = &Damaged{Block: c.block, At: c.base + c.at, Cause: cause}
	}
}

// Version writes current, or reads and returns the version that was current when the state was
// written. Versions start at 1; a newer one than current is an error.
func (c *Coder) Version(current int) int {
	v := current
	c.Int(&v)
	if c.Reading() && (v < 1 || v > current) {
		c.Fail(fmt.Errorf("version %d, known up to %d: %w", v, current, errVersion))
		return current
	}
	return v
}

// Bool codes one byte.
func (c *Coder) Bool(p *bool) {
	if !c.Reading() {
		b := byte(0)
		if *p {
			b = 1
		}
		c.buf = append(c.buf, b)
		return
	}
	b := c.take(1)
	*p = false
	if len(b) == 1 {
		if b[0] > 1 {
			c.at--
			c.Fail(errBool)
		}
		*p = b[0] == 1
	}
}

// Uint64 codes an unsigned number in 1 to 10 bytes.
func (c *Coder) Uint64(p *uint64) {
	if !c.Reading() {
		c.buf = binary.AppendUvarint(c.buf, *p)
		return
	}
	*p = 0
	if c.err != nil {
		return
	}
	v, n := binary.Uvarint(c.buf[c.at:])
	if n <= 0 {
		c.Fail(map[bool]error{true: errShort, false: errVarint}[n == 0])
		return
	}
	c.at += n
	*p = v
}

// Int64 codes a number in 1 to 10 bytes; small ones of either sign are short.
func (c *Coder) Int64(p *int64) {
	u := uint64(*p)<<1 ^ uint64(*p>>63)
	c.Uint64(&u)
	if c.Reading() {
		*p = int64(u>>1) ^ -int64(u&1)
	}
}

// Integer is any whole-number type, named ones included.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32
}

// Number codes a number of any type of at most 64 bits signed; out of the type's range is an error.
func Number[T Integer](c *Coder, p *T) {
	v := int64(*p)
	c.Int64(&v)
	if !c.Reading() {
		return
	}
	*p = T(v)
	if int64(*p) != v {
		*p = 0
		c.Fail(errRange)
	}
}

// Int codes an int.
func (c *Coder) Int(p *int) { Number(c, p) }

// Int16 codes an int16.
func (c *Coder) Int16(p *int16) { Number(c, p) }

// Int32 codes an int32.
func (c *Coder) Int32(p *int32) { Number(c, p) }

// Uint32 codes a uint32.
func (c *Coder) Uint32(p *uint32) { Number(c, p) }

// Float64 codes the eight bytes of the number, little-endian.
func (c *Coder) Float64(p *float64) {
	if !c.Reading() {
		c.buf = binary.LittleEndian.AppendUint64(c.buf, math.Float64bits(*p))
		return
	}
	*p = 0
	if b := c.take(8); len(b) == 8 {
		*p = math.Float64frombits(binary.LittleEndian.Uint64(b))
	}
}

// String codes length and bytes.
func (c *Coder) String(p *string) {
	n := len(*p)
	if c.length(&n); c.Reading() {
		*p = string(c.take(n))
		return
	}
	c.buf = append(c.buf, *p...)
}

// Bytes codes length and bytes. Reading gives a copy, and nil for an empty slice.
func (c *Coder) Bytes(p *[]byte) {
	n := len(*p)
	if c.length(&n); c.Reading() {
		*p = append([]byte(nil), c.take(n)...)
		return
	}
	c.buf = append(c.buf, *p...)
}

// length codes the number of things that follow, each of which takes at least one byte.
func (c *Coder) length(n *int) {
	u := uint64(*n)
	c.Uint64(&u)
	if !c.Reading() {
		return
	}
	*n = 0
	if u > uint64(len(c.buf)-c.at) {
		c.Fail(errLength)
		return
	}
	*n = int(u)
}

// take returns the next n bytes of the input, or nothing if there are fewer.
func (c *Coder) take(n int) []byte {
	if c.err != nil {
		return nil
	}
	if n > len(c.buf)-c.at {
		c.Fail(errShort)
		return nil
	}
	b := c.buf[c.at : c.at+n]
	c.at += n
	return b
}

// Slice codes a slice element by element. Each element must take at least one byte, so that a damaged
// length cannot ask for more than the input's size. Reading makes a new slice, nil if it is empty.
func Slice[T any](c *Coder, s *[]T, each func(*Coder, *T)) {
	n := len(*s)
	c.length(&n)
	if c.Reading() {
		*s = nil
	}
	for i := 0; i < n && c.err == nil; i++ {
		if c.Reading() {
			var zero T
			*s = append(*s, zero)
		}
		each(c, &(*s)[i])
	}
}

// Optional codes a pointer that may be nil. Reading makes a new T.
func Optional[T any](c *Coder, p **T, each func(*Coder, *T)) {
	there := *p != nil
	c.Bool(&there)
	if c.Reading() {
		*p = nil
		if there {
			*p = new(T)
		}
	}
	if there {
		each(c, *p)
	}
}
