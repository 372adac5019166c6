package record

import (
	"github.com/golang/snappy"

	"logarium/engine/codec"
	"logarium/engine/kerr"
)

// The container of snappy-java, often called "xerial": a header of 16 bytes, then blocks, each an int32
// length and a raw snappy block.
const (
	xerialHeader    = "\x82SNAPPY\x00\x00\x00\x00\x01\x00\x00\x00\x01" // magic, version 1, compatible with 1
	xerialMagicSize = 8
	xerialLength    = 4        // bytes of a block's length
	xerialBlock     = 32 << 10 // bytes of data in a block that is written
)

func (c *Codecs) snappy(dst, src []byte) []byte {
	dst = append(dst, xerialHeader...)
	for len(src) > 0 {
		block := src[:min(len(src), xerialBlock)]
		src = src[len(block):]
		c.scratch = snappy.Encode(c.scratch[:cap(c.scratch)], block)
		dst = codec.AppendInt32(dst, int32(len(c.scratch)))
		dst = append(dst, c.scratch...)
	}
	return dst
}

func (c *Codecs) unsnappy(dst, src []byte) (out []byte, opened bool, err error) {
	if len(src) == 0 {
		return dst, false, kerr.New("SnappyIOException", "[EMPTY_INPUT] Cannot decompress empty stream")
	}
	if len(src) < len(xerialHeader) || string(src[:xerialMagicSize]) != xerialHeader[:xerialMagicSize] {
		// Without the container it is one raw block, which is read when the stream is made.
		dst, err = c.unsnappyBlock(dst, len(dst), src)
		return dst, false, err
	}
	start := len(dst)
	for len(src) >= xerialLength {
		if len(src) >= len(xerialHeader) && string(src[:xerialMagicSize]) == xerialHeader[:xerialMagicSize] {
			src = src[len(xerialHeader):] // the first header, or that of a stream put behind another
			continue
		}
		n := int(codec.Int32(src))
		src = src[xerialLength:]
		if n < 0 || n > len(src) {
			return dst, true, kerr.ErrIO.With("failed to read chunk")
		}
		if dst, err = c.unsnappyBlock(dst, start, src[:n]); err != nil {
			return dst, true, err
		}
		src = src[n:]
	}
	return dst, true, nil
}

// unsnappyBlock appends one block's data. Snappy can't compress better than 3 bytes for 64.
func (c *Codecs) unsnappyBlock(dst []byte, start int, block []byte) ([]byte, error) {
	n, err := snappy.DecodedLen(block)
	switch {
	case err != nil:
		return dst, kerr.ErrIO.With("PARSING_ERROR(2)")
	case n > 64+len(block)*32:
		return dst, kerr.ErrIO.With("FAILED_TO_UNCOMPRESS(5)")
	case !c.room(len(dst)-start, n):
		return dst, errTooLarge
	}
	at := len(dst)
	dst = grow(dst, n)
	if _, err := snappy.Decode(dst[at:at+n], block); err != nil {
		return dst, kerr.ErrIO.With("FAILED_TO_UNCOMPRESS(5)")
	}
	return dst[:at+n], nil
}

// grow makes room for n more bytes behind dst.
func grow(dst []byte, n int) []byte {
	if cap(dst)-len(dst) >= n {
		return dst[:len(dst)+n][:len(dst)]
	}
	g := make([]byte, len(dst), max(2*cap(dst), len(dst)+n))
	copy(g, dst)
	return g
}
