// Package zstd compresses and decompresses Zstandard frames, RFC 8878, as far as record batches need it:
// whole frames in memory, without dictionaries.
package zstd

import (
	"encoding/binary"
	"errors"
	"io"
)

// Why a frame can't be decompressed. A frame that ends too early gives io.ErrUnexpectedEOF.
var (
	ErrTooLarge   = errors.New("zstd: more bytes than allowed")
	ErrDamaged    = errors.New("zstd: damaged data")
	ErrChecksum   = errors.New("zstd: wrong checksum")
	ErrDictionary = errors.New("zstd: unknown dictionary")
)

const (
	magic     = 0xFD2FB528
	skipMagic = 0x184D2A50 // the low 4 bits are free
	blockMax  = 128 << 10  // bytes that one block may give
)

// Parts of the byte behind the magic number.
const (
	flagChecksum   = 1 << 2
	flagReserved   = 1 << 3
	flagOneSegment = 1 << 5 // there is no window, but the content size
)

// Decoder decompresses one frame after the other. The zero Decoder is ready.
type Decoder struct {
	*tables
	huffman                 *huffman
	literal, match, offset  *table
	offsets                 offsets
	buffer                  []byte // literals of a block
	start, blockLimit, most int    // of the frame in dst; bytes
}

// Decode appends the content of the frame with which src begins, at most limit bytes. With an error it
// returns what the blocks before it gave.
func (d *Decoder) Decode(dst, src []byte, limit int) ([]byte, error) {
	if d.tables == nil {
		d.tables = newTables()
	}
	if len(src) < 4 {
		return dst, io.ErrUnexpectedEOF
	}
	switch m := binary.LittleEndian.Uint32(src); {
	case m&^15 == skipMagic:
		return dst, nil
	case m != magic:
		return dst, ErrDamaged
	}
	h, err := readHeader(src[4:])
	if err != nil {
		return dst, err
	}
	d.huffman, d.literal, d.match, d.offset, d.offsets = nil, nil, nil, nil, firstOffsets
	d.start, d.most = len(dst), limit
	d.blockLimit = int(min(h.window, blockMax))
	dst, src, err = d.blocks(dst, src[4+h.bytes:])
	if err == nil {
		err = h.check(dst[d.start:], src)
	}
	return dst, err
}

// header is what a frame says of itself.
type header struct {
	bytes            int
	window, content  uint64
	sized, hasDigest bool
}

func readHeader(b []byte) (h header, err error) {
	if len(b) == 0 {
		return h, io.ErrUnexpectedEOF
	}
	flags := b[0]
	one := flags&flagOneSegment != 0
	dictionary, size := []int{0, 1, 2, 4}[flags&3], []int{0, 2, 4, 8}[flags>>6]
	if one && size == 0 {
		size = 1
	}
	at := 2
	if one {
		at = 1
	}
	h = header{bytes: at + dictionary + size, sized: size > 0, hasDigest: flags&flagChecksum != 0}
	switch {
	case flags&flagReserved != 0:
		return h, ErrDamaged
	case len(b) < h.bytes:
		return h, io.ErrUnexpectedEOF
	case number(b[at:at+dictionary]) != 0:
		return h, ErrDictionary
	}
	h.content = number(b[at+dictionary : h.bytes])
	if size == 2 {
		h.content += 256
	}
	if h.window = h.content; !one {
		base := uint64(1) << (10 + b[1]>>3)
		h.window = base + base/8*uint64(b[1]&7)
	}
	return h, nil
}

// check compares the content with what the header and the frame's end say.
func (h header) check(content, rest []byte) error {
	if h.sized && h.content != uint64(len(content)) {
		return ErrDamaged
	}
	if !h.hasDigest {
		return nil
	}
	if len(rest) < 4 {
		return io.ErrUnexpectedEOF
	}
	if binary.LittleEndian.Uint32(rest) != uint32(xxh64(content)) {
		return ErrChecksum
	}
	return nil
}

// number reads a little-endian number of up to 8 bytes.
func number(b []byte) (n uint64) {
	for i := len(b) - 1; i >= 0; i-- {
		n = n<<8 | uint64(b[i])
	}
	return n
}

// blocks decompresses up to the last block.
func (d *Decoder) blocks(dst, src []byte) (out, rest []byte, err error) {
	for last := false; !last; {
		if len(src) < 3 {
			return dst, src, io.ErrUnexpectedEOF
		}
		head := int(number(src[:3]))
		src = src[3:]
		last = head&1 != 0
		kind, size := head>>1&3, head>>3
		bytes := size
		if kind == blockRepeat {
			bytes = 1
		}
		switch {
		case size > d.blockLimit || kind > blockPacked:
			return dst, src, ErrDamaged
		case len(src) < bytes:
			return dst, src, io.ErrUnexpectedEOF
		}
		if dst, err = d.block(dst, src[:bytes], kind, size); err != nil {
			return dst, src, err
		}
		src = src[bytes:]
	}
	return dst, src, nil
}

// Kinds of blocks.
const (
	blockRaw, blockRepeat, blockPacked = 0, 1, 2
)

func (d *Decoder) block(dst, src []byte, kind, size int) ([]byte, error) {
	before := len(dst)
	switch kind {
	case blockRaw:
		dst = append(dst, src...)
	case blockRepeat:
		for range size {
			dst = append(dst, src[0])
		}
	default:
		var ok bool
		if dst, ok = d.packed(dst, src); !ok {
			return dst[:before], ErrDamaged
		}
	}
	if len(dst)-d.start > d.most {
		return dst[:d.start+d.most], ErrTooLarge
	}
	return dst, nil
}
