package record

import (
	"errors"
	"io"

	"github.com/klauspost/compress/zstd"

	"logarium/engine/kerr"
)

// zstdDefaultLevel is Kafka's default for compression.zstd.level.
const zstdDefaultLevel = 3

// zstdWindow is the window that frames are written with, in bytes, as Kafka's at the default level.
const zstdWindow = 2 << 20

func (c *Codecs) zstd(dst, src []byte, level int) ([]byte, error) {
	if level == 0 {
		level = zstdDefaultLevel
	}
	l := zstd.EncoderLevelFromZstd(level)
	if c.zstdWriter == nil || c.zstdLevel != l {
		w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(l), zstd.WithEncoderConcurrency(1),
			zstd.WithEncoderCRC(false), zstd.WithZeroFrames(true), zstd.WithLowerEncoderMem(true),
			zstd.WithSingleSegment(false), zstd.WithWindowSize(zstdWindow))
		if err != nil {
			return nil, err
		}
		c.zstdWriter, c.zstdLevel = w, l
	}
	return c.zstdWriter.EncodeAll(src, dst), nil
}

// unzstd reads one frame after the other.
func (c *Codecs) unzstd(dst, src []byte) (out []byte, err error) {
	if err := c.zstdDecoder(); err != nil {
		return dst, err
	}
	start := len(dst)
	for len(src) > 0 {
		f := parseZstdFrame(src)
		if f.err != nil {
			return dst, f.err
		}
		if err := f.check(c.limit() - (len(dst) - start)); err != nil {
			return dst, err
		}
		if dst, err = c.unzstdFrame(dst, src[:f.size]); err != nil {
			return dst, err
		}
		src = src[f.size:]
	}
	return dst, nil
}

func (c *Codecs) unzstdFrame(dst, frame []byte) ([]byte, error) {
	start := len(dst)
	out, err := c.zstdReader.DecodeAll(frame, dst)
	if len(out) < start { // the decoder gives nil with some errors
		out = dst
	}
	if err = zstdError(err); errors.Is(err, kerr.ErrZstdIO) && err.Error() == zstdDamaged {
		out = out[:start+(len(out)-start)/chunk*chunk]
	}
	return out, err
}

func (c *Codecs) zstdDecoder() (err error) {
	if c.zstdReader == nil || c.zstdLimit != c.limit() {
		c.zstdLimit = c.limit()
		c.zstdReader, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxMemory(uint64(c.zstdLimit)), zstd.WithDecoderMaxWindow(1<<31))
	}
	return err
}

// zstdDamaged is zstd-jni's text for data that make no sense.
const zstdDamaged = "Data corruption detected"

// zstdError names an error as zstd-jni does.
func zstdError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return errTooLarge
	case errors.Is(err, io.ErrUnexpectedEOF):
		return kerr.ErrZstdIO.With("Truncated source")
	case errors.Is(err, zstd.ErrUnknownDictionary):
		return kerr.ErrZstdIO.With("Dictionary mismatch")
	case errors.Is(err, zstd.ErrCRCMismatch):
		return kerr.ErrZstdIO.With("Restored data doesn't match checksum")
	}
	return kerr.ErrZstdIO.With(zstdDamaged)
}
