package record

import (
	"encoding/binary"

	"logarium/engine/kerr"
)

// Parts of the zstd frame format, RFC 8878.
const (
	zstdMagic      = 0xFD2FB528
	zstdSkipMagic  = 0x184D2A50 // the low 4 bits are free
	zstdChecksum   = 1 << 2
	zstdReserved   = 1 << 3
	zstdSingle     = 1 << 5 // no window, the content size is there
	zstdBlockMax   = 128 << 10
	zstdMaxWindow  = 1 << 27 // the largest that zstd-jni accepts by default, in bytes
	zstdBlockBytes = 3       // of a block's header
)

// zstdFrame is what can be known of a frame without decompressing it.
type zstdFrame struct {
	size    int    // bytes of the frame, or all there are if it is not complete
	bound   uint64 // the most bytes it can give, by its blocks
	content uint64 // bytes that it says it gives, 0 if it doesn't
	err     error  // of the frame's header
}

// check refuses a frame that promises more than it can hold or more than there is room for, because
// the decoder makes room for what is promised.
func (f zstdFrame) check(room int) error {
	if f.content > f.bound {
		return kerr.ErrZstdIO.With(zstdDamaged)
	}
	if f.content > uint64(room) {
		return errTooLarge
	}
	return nil
}

func parseZstdFrame(src []byte) zstdFrame {
	var magic [4]byte
	binary.LittleEndian.PutUint32(magic[:], zstdMagic)
	n := min(len(src), len(magic))
	if len(src) >= 8 && binary.LittleEndian.Uint32(src)&^0xf == zstdSkipMagic {
		return zstdFrame{size: int(min(8+uint64(binary.LittleEndian.Uint32(src[4:])), uint64(len(src))))}
	}
	if string(src[:n]) != string(magic[:n]) {
		return zstdFrame{err: kerr.ErrZstdIO.With("Unknown frame descriptor")}
	}
	if n < len(magic) || len(src) == n {
		return zstdFrame{size: len(src)}
	}
	f, at := zstdHeader(src)
	if f.err != nil {
		return f
	}
	return f.blocks(src, at)
}

// zstdHeader reads what follows the magic number and returns where the blocks begin.
func zstdHeader(src []byte) (f zstdFrame, at int) {
	flags := src[4]
	at = 5
	if flags&zstdReserved != 0 {
		return zstdFrame{err: kerr.ErrZstdIO.With("Unsupported frame parameter")}, 0
	}
	var window uint64
	if flags&zstdSingle == 0 {
		if at < len(src) {
			base := uint64(1) << (10 + src[at]>>3)
			window = base + base/8*uint64(src[at]&7)
		}
		at++
	}
	at += []int{0, 1, 2, 4}[flags&3] // dictionary
	size := []int{0, 2, 4, 8}[flags>>6]
	if size == 0 && flags&zstdSingle != 0 {
		size = 1
	}
	if at+size <= len(src) {
		f.content = littleEndian(src[at : at+size])
		if size == 2 {
			f.content += 256
		}
	}
	if max(window, f.content*uint64(flags&zstdSingle>>5)) > zstdMaxWindow {
		f.err = kerr.ErrZstdIO.With("Frame requires too much memory for decoding")
	}
	return f, at + size
}

// blocks walks over the block headers from a position to the frame's end.
func (f zstdFrame) blocks(src []byte, at int) zstdFrame {
	for last := false; !last; {
		if at+zstdBlockBytes > len(src) {
			f.size = len(src)
			return f
		}
		h := littleEndian(src[at : at+zstdBlockBytes])
		at += zstdBlockBytes
		last = h&1 != 0
		size := int(h >> 3)
		switch h >> 1 & 3 {
		case 0: // raw
			f.bound += uint64(size)
			at += size
		case 1: // one byte, repeated
			f.bound += uint64(min(size, zstdBlockMax))
			at++
		default:
			f.bound += zstdBlockMax
			at += size
		}
	}
	if src[4]&zstdChecksum != 0 {
		at += 4
	}
	f.size = min(at, len(src))
	return f
}

func littleEndian(b []byte) (v uint64) {
	for i := len(b) - 1; i >= 0; i-- {
		v = v<<8 | uint64(b[i])
	}
	return v
}
