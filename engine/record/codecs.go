package record

import (
	"compress/gzip"
	"errors"
	"io"

	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"

	"logarium/engine/kerr"
)

// DefaultDecompressLimit is how large the records of one batch may become when decompressed, in bytes.
const DefaultDecompressLimit = 512 << 20

// Codecs hold compressors and decompressors, each made when it is first used, so that a reader keeps them
// from batch to batch. They are tools and no state: losing them loses nothing. The zero value is ready.
type Codecs struct {
	// Limit bounds the size in bytes of what one batch may decompress to; 0: DefaultDecompressLimit.
	Limit int

	inflater   io.ReadCloser
	gzipWriter *gzip.Writer
	gzipLevel  int
	zstdReader *zstd.Decoder
	zstdLimit  int // of zstdReader
	zstdWriter *zstd.Encoder
	zstdLevel  zstd.EncoderLevel
	lz4Fast    *lz4.Compressor
	lz4High    *lz4.CompressorHC
	scratch    []byte
}

var errTooLarge = errors.New("the decompressed records exceed the limit")

func (c *Codecs) limit() int {
	if c.Limit > 0 {
		return c.Limit
	}
	return DefaultDecompressLimit
}

// Compress appends the compressed form of src to dst. Level 0 is the codec's default; gzip knows 1 to
// 9, lz4 1 to 17, zstd -131072 to 22.
func (c *Codecs) Compress(dst, src []byte, codec Codec, level int) ([]byte, error) {
	return c.compress(dst, src, codec, level, currentMagic)
}

func (c *Codecs) compress(dst, src []byte, codec Codec, level int, magic int8) ([]byte, error) {
	switch codec {
	case None:
		return append(dst, src...), nil
	case Gzip:
		return c.gzip(dst, src, level)
	case Snappy:
		return c.snappy(dst, src), nil
	case LZ4:
		return c.lz4(dst, src, level, magic > 0)
	case Zstd:
		return c.zstd(dst, src, level)
	}
	return nil, codec.Err()
}

// Decompress appends the records of a batch's payload to dst, as much as can be had if there is an error.
func (c *Codecs) Decompress(dst, src []byte, codec Codec) ([]byte, error) {
	dst, err, tail := c.open(dst, src, codec, currentMagic)
	if err == nil {
		err = tail
	}
	return dst, err
}

// open decompresses src. The first error is what Kafka finds when it makes the stream, before anything is
// read; the second is where the data stop.
func (c *Codecs) open(dst, src []byte, codec Codec, magic int8) (out []byte, first, tail error) {
	var err error
	opened := false
	switch codec {
	case None:
		return append(dst, src...), nil, nil
	case Gzip:
		dst, opened, err = c.gunzip(dst, src)
	case Snappy:
		dst, opened, err = c.unsnappy(dst, src)
	case LZ4:
		dst, opened, err = c.unlz4(dst, src, magic)
	case Zstd:
		dst, err = c.unzstd(dst, src)
		opened = true
	default:
		return dst, codec.Err(), nil
	}
	if errors.Is(err, errTooLarge) {
		err = kerr.ErrIO.With("%s of %d bytes", errTooLarge, c.limit())
	}
	if err != nil && !opened {
		return dst, kerr.ErrKafka.With("%s", kerr.JavaText(err)).Because(err), nil
	}
	return dst, nil, err
}

// room tells whether n more bytes may be added to what this batch has decompressed to.
func (c *Codecs) room(have, n int) bool { return n >= 0 && n <= c.limit()-have }

// readAll appends what r gives, growing with the data and never beyond the limit.
func (c *Codecs) readAll(dst []byte, start int, r io.Reader) ([]byte, error) {
	for {
		if len(dst) == cap(dst) {
			dst = append(dst, 0)[:len(dst)]
		}
		n, err := r.Read(dst[len(dst):cap(dst)])
		dst = dst[:len(dst)+n]
		switch {
		case !c.room(len(dst)-start, 0):
			return dst[:start+c.limit()], errTooLarge
		case err == io.EOF:
			return dst, nil
		case err != nil:
			return dst, err
		}
	}
}
