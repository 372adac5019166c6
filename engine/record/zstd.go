package record

import (
	"errors"
	"io"

	"logarium/engine/codec/zstd"
	"logarium/engine/kerr"
)

// zstdDefaultLevel is Kafka's default for compression.zstd.level.
const zstdDefaultLevel = 3

func (c *Codecs) zstd(dst, src []byte, level int) []byte {
	if level == 0 {
		level = zstdDefaultLevel
	}
	return c.zstdWriter.Encode(dst, src, level)
}

// unzstd reads one frame after the other.
func (c *Codecs) unzstd(dst, src []byte) (out []byte, err error) {
	start := len(dst)
	for len(src) > 0 {
		f := parseZstdFrame(src)
		if f.err != nil {
			return dst, f.err
		}
		if err := f.check(c.limit() - (len(dst) - start)); err != nil {
			return dst, err
		}
		if dst, err = c.unzstdFrame(dst, src[:f.size], c.limit()-(len(dst)-start)); err != nil {
			return dst, err
		}
		src = src[f.size:]
	}
	return dst, nil
}

func (c *Codecs) unzstdFrame(dst, frame []byte, room int) ([]byte, error) {
	start := len(dst)
	out, err := c.zstdReader.Decode(dst, frame, room)
	if err = zstdError(err); errors.Is(err, kerr.ErrZstdIO) && err.Error() == zstdDamaged {
		out = out[:start+(len(out)-start)/chunk*chunk]
	}
	return out, err
}

// zstdDamaged is zstd-jni's text for data that make no sense.
const zstdDamaged = "Data corruption detected"

// zstdError names an error as zstd-jni does.
func zstdError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, zstd.ErrTooLarge):
		return errTooLarge
	case errors.Is(err, io.ErrUnexpectedEOF):
		return kerr.ErrZstdIO.With("Truncated source")
	case errors.Is(err, zstd.ErrDictionary):
		return kerr.ErrZstdIO.With("Dictionary mismatch")
	case errors.Is(err, zstd.ErrChecksum):
		return kerr.ErrZstdIO.With("Restored data doesn't match checksum")
	}
	return kerr.ErrZstdIO.With(zstdDamaged)
}
