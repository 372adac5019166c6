package record

import (
	"compress/flate"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"

	"logarium/engine/codec"
	"logarium/engine/kerr"
)

// Parts of the gzip format, RFC 1952.
const (
	gzipMagic      = 0x8b1f // little-endian
	gzipDeflate    = 8
	gzipHeaderSize = 10
	gzipTrailer    = 8 // CRC-32 and size
	gzipHeaderCRC  = 1 << 1
	gzipExtra      = 1 << 2
	gzipName       = 1 << 3
	gzipComment    = 1 << 4
)

// chunk is how much Kafka asks a stream decompressor for at a time, in bytes. What a damaged chunk holds before
// the damage is lost.
const chunk = 16 << 10

// appendWriter collects what a stream compressor writes.
type appendWriter struct{ buf []byte }

func (w *appendWriter) Write(p []byte) (int, error) {
	w.buf = append(w.buf, p...)
	return len(p), nil
}

func (c *Codecs) gzip(dst, src []byte, level int) ([]byte, error) {
	if level == 0 {
		level = gzip.DefaultCompression
	}
	w := &appendWriter{dst}
	if c.gzipWriter == nil || c.gzipLevel != level {
		z, err := gzip.NewWriterLevel(w, level)
		if err != nil {
			return nil, kerr.ErrIllegalArgument.With("gzip doesn't support given compression level: %d", level)
		}
		c.gzipWriter, c.gzipLevel = z, level
	} else {
		c.gzipWriter.Reset(w)
	}
	if _, err := c.gzipWriter.Write(src); err != nil {
		return nil, err
	}
	err := c.gzipWriter.Close()
	return w.buf, err
}

// gunzip reads one member after the other. What follows the last one and is none is ignored, as Java does.
// The reading is done here and not by compress/gzip because Java's errors tell the parts apart.
func (c *Codecs) gunzip(dst, src []byte) (out []byte, opened bool, err error) {
	start := len(dst)
	body, err := gzipHeader(src)
	if err != nil {
		return dst, false, err
	}
	for {
		at := len(dst)
		r := byteReader{body}
		if dst, err = c.inflate(dst, start, &r); err != nil {
			return dst, true, err
		}
		if len(r.buf) < gzipTrailer {
			return dst, true, kerr.ErrEOF
		}
		if binary.LittleEndian.Uint32(r.buf) != codec.CRC32(dst[at:]) || binary.LittleEndian.Uint32(r.buf[4:]) != uint32(len(dst)-at) {
			return dst, true, kerr.New("ZipException", "Corrupt GZIP trailer")
		}
		if body, err = gzipHeader(r.buf[gzipTrailer:]); err != nil {
			return dst, true, nil
		}
	}
}

// inflate appends the data of one deflate stream.
func (c *Codecs) inflate(dst []byte, start int, r *byteReader) ([]byte, error) {
	if c.inflater == nil {
		c.inflater = flate.NewReader(r)
	} else if err := c.inflater.(flate.Resetter).Reset(r, nil); err != nil {
		return dst, err
	}
	at := len(dst)
	dst, err := c.readAll(dst, start, c.inflater)
	switch {
	case err == nil, errors.Is(err, errTooLarge):
		return dst, err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return dst, kerr.ErrEOF.With("Unexpected end of ZLIB input stream")
	}
	return dst[:at+(len(dst)-at)/chunk*chunk], kerr.New("ZipException", "invalid compressed data: %s", err.Error())
}

// gzipHeader checks a member's header and returns what follows it.
func gzipHeader(src []byte) ([]byte, error) {
	if len(src) < gzipHeaderSize {
		if len(src) >= 2 && binary.LittleEndian.Uint16(src) != gzipMagic {
			return nil, kerr.New("ZipException", "Not in GZIP format")
		}
		return nil, kerr.ErrEOF
	}
	if binary.LittleEndian.Uint16(src) != gzipMagic {
		return nil, kerr.New("ZipException", "Not in GZIP format")
	}
	if src[2] != gzipDeflate {
		return nil, kerr.New("ZipException", "Unsupported compression method")
	}
	flags, at := src[3], gzipHeaderSize
	if flags&gzipExtra != 0 {
		if len(src) < at+2 {
			return nil, kerr.ErrEOF
		}
		at += 2 + int(binary.LittleEndian.Uint16(src[at:]))
	}
	for _, text := range []byte{gzipName, gzipComment} {
		if flags&text != 0 {
			at = afterZero(src, at)
		}
	}
	if flags&gzipHeaderCRC == 0 {
		if at > len(src) {
			return nil, kerr.ErrEOF
		}
		return src[at:], nil
	}
	if at+2 > len(src) {
		return nil, kerr.ErrEOF
	}
	if binary.LittleEndian.Uint16(src[at:]) != uint16(codec.CRC32(src[:at])) {
		return nil, kerr.New("ZipException", "Corrupt GZIP header")
	}
	return src[at+2:], nil
}

// afterZero is the position after the next zero byte, beyond the end if there is none.
func afterZero(src []byte, at int) int {
	for ; at < len(src); at++ {
		if src[at] == 0 {
			return at + 1
		}
	}
	return len(src) + 1
}

// byteReader is an io.Reader and io.ByteReader over a slice, so that flate
// needs no buffer of its own and leaves the rest.
type byteReader struct{ buf []byte }

func (r *byteReader) Read(p []byte) (int, error) {
	if len(r.buf) == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.buf)
	r.buf = r.buf[n:]
	return n, nil
}

func (r *byteReader) ReadByte() (byte, error) {
	if len(r.buf) == 0 {
		return 0, io.EOF
	}
	b := r.buf[0]
	r.buf = r.buf[1:]
	return b, nil
}
