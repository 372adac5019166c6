package record

import (
	"encoding/binary"

	"github.com/pierrec/lz4/v4"

	"logarium/engine/kerr"
)

// The LZ4 frame format, as far as Kafka uses it: independent blocks, and on reading block checksums and a
// content size.
const (
	lz4Magic        = 0x184D2204
	lz4MinHeader    = 7       // magic, flags, block size, checksum
	lz4Version      = 1 << 6  // bits 6 and 7 of the flags
	lz4Independent  = 1 << 5  // blocks do not refer to each other
	lz4BlockSum     = 1 << 4  // each block is followed by its checksum
	lz4ContentSize  = 1 << 3  // the header has 8 bytes more
	lz4Reserved     = 3       // must not be set
	lz4Block64K     = 4 << 4  // the block size code that Kafka writes
	lz4Stored       = 1 << 31 // in a block's size: not compressed
	lz4BlockSize    = 64 << 10
	lz4DefaultLevel = 9
)

// lz4 writes a frame of 64 KiB blocks. The checksum of the header covers flags and block size; for format 0
// Kafka covers the magic number as well, which is what current = false gives.
func (c *Codecs) lz4(dst, src []byte, level int, current bool) ([]byte, error) {
	start := len(dst)
	dst = binary.LittleEndian.AppendUint32(dst, lz4Magic)
	dst = append(dst, lz4Version|lz4Independent, lz4Block64K)
	sum := dst[start+4:]
	if !current {
		sum = dst[start:]
	}
	dst = append(dst, byte(xxh32(sum)>>8))
	for len(src) > 0 {
		block := src[:min(len(src), lz4BlockSize)]
		src = src[len(block):]
		n, err := c.lz4Block(block, level)
		if err != nil {
			return nil, err
		}
		if n == 0 || n >= len(block) {
			dst = binary.LittleEndian.AppendUint32(dst, uint32(len(block))|lz4Stored)
			dst = append(dst, block...)
			continue
		}
		dst = binary.LittleEndian.AppendUint32(dst, uint32(n))
		dst = append(dst, c.scratch[:n]...)
	}
	return binary.LittleEndian.AppendUint32(dst, 0), nil
}

// lz4Block compresses a block into the scratch buffer; 0 if it does not shrink. Kafka's default level is
// the fast compressor, all others are searches of growing depth.
func (c *Codecs) lz4Block(block []byte, level int) (int, error) {
	if need := lz4.CompressBlockBound(lz4BlockSize); cap(c.scratch) < need {
		c.scratch = make([]byte, need)
	}
	dst := c.scratch[:lz4.CompressBlockBound(len(block))]
	if level == 0 || level == lz4DefaultLevel {
		if c.lz4Fast == nil {
			c.lz4Fast = &lz4.Compressor{}
		}
		return c.lz4Fast.CompressBlock(block, dst)
	}
	if c.lz4High == nil {
		c.lz4High = &lz4.CompressorHC{}
	}
	c.lz4High.Level = lz4.CompressionLevel(1 << (8 + min(max(level, 1), 9)))
	return c.lz4High.CompressBlock(block, dst)
}

func (c *Codecs) unlz4(dst, src []byte, magic int8) (out []byte, opened bool, err error) {
	start := len(dst)
	flags, blockSize, src, err := lz4Header(src, magic)
	if err != nil {
		return dst, false, err
	}
	for {
		if len(src) < 4 {
			return dst, true, kerr.ErrIO.With("Stream ended prematurely")
		}
		size := binary.LittleEndian.Uint32(src)
		src = src[4:]
		if size == 0 {
			return dst, true, nil
		}
		n := int(size &^ lz4Stored)
		sum := 0
		if flags&lz4BlockSum != 0 {
			sum = 4
		}
		if n > blockSize {
			return dst, true, kerr.ErrIO.With("Block size %d exceeded max: %d", n, blockSize)
		}
		if n+sum > len(src) {
			return dst, true, kerr.ErrIO.With("Stream ended prematurely")
		}
		block := src[:n]
		if sum > 0 && binary.LittleEndian.Uint32(src[n:]) != xxh32(block) {
			return dst, true, kerr.ErrIO.With("Block checksum mismatch")
		}
		src = src[n+sum:]
		if size&lz4Stored != 0 {
			if !c.room(len(dst)-start, n) {
				return dst, true, errTooLarge
			}
			dst = append(dst, block...)
			continue
		}
		if dst, err = c.unlz4Block(dst, start, block, blockSize); err != nil {
			return dst, true, err
		}
	}
}

// unlz4Block appends one block's data: at most blockSize, and at most 255 bytes for each of its own.
func (c *Codecs) unlz4Block(dst []byte, start int, block []byte, blockSize int) ([]byte, error) {
	room := min(blockSize, 255*len(block))
	at := len(dst)
	dst = grow(dst, room)
	n, err := lz4.UncompressBlock(block, dst[at:at+room])
	if err != nil {
		return dst, kerr.New("LZ4Exception", "Malformed input")
	}
	if !c.room(at-start, n) {
		return dst, errTooLarge
	}
	return dst[:at+n], nil
}

// lz4Header checks the frame's header and returns its flags, the largest block in bytes, and the rest.
func lz4Header(src []byte, magic int8) (flags byte, blockSize int, rest []byte, err error) {
	if len(src) < lz4MinHeader {
		return 0, 0, nil, kerr.ErrIO.With("Stream ended prematurely")
	}
	if binary.LittleEndian.Uint32(src) != lz4Magic {
		return 0, 0, nil, kerr.ErrIO.With("Stream unsupported (invalid magic bytes)")
	}
	flags, code := src[4], src[5]
	if err := lz4CheckFlags(flags, code); err != nil {
		return 0, 0, nil, err
	}
	end := lz4MinHeader - 1
	if flags&lz4ContentSize != 0 {
		end += 8
	}
	if len(src) <= end {
		return 0, 0, nil, kerr.ErrIO.With("Stream ended prematurely")
	}
	// Writers of format 0 computed this checksum over other bytes, so it is not looked at there.
	if magic > 0 && src[end] != byte(xxh32(src[4:end])>>8) {
		return 0, 0, nil, kerr.ErrIO.With("Stream frame descriptor corrupted")
	}
	return flags, 1 << (2*(code>>4&7) + 8), src[end+1:], nil
}

func lz4CheckFlags(flags, code byte) error {
	switch {
	case flags&lz4Reserved != 0:
		return kerr.ErrRuntime.With("Reserved bits must be 0")
	case flags&lz4Independent == 0:
		return kerr.ErrRuntime.With("Dependent block stream is unsupported (BLOCK_INDEPENDENCE must be set)")
	case flags>>6 != 1:
		return kerr.ErrRuntime.With("Version %d is unsupported", flags>>6)
	case code&0x0f != 0:
		return kerr.ErrRuntime.With("Reserved2 field must be 0")
	case code>>4&7 < 4:
		return kerr.ErrRuntime.With("Block size value must be between 4 and 7")
	case code>>7 != 0:
		return kerr.ErrRuntime.With("Reserved3 field must be 0")
	}
	return nil
}
