package record

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
	"pgregory.net/rapid"
)

// TestCodecRoundTrip: every codec and level gives back what it got, also behind other bytes and with tools that
// have been used before.
func TestCodecRoundTrip(t *testing.T) {
	levels := map[Codec][]int{None: {0}, Gzip: {0, -1, 1, 9}, Snappy: {0}, LZ4: {0, 1, 9, 12, 17}, Zstd: {0, -131072, -5, 1, 3, 19, 22}}
	var c Codecs
	rapid.Check(t, func(t *rapid.T) {
		kind := Codec(rapid.IntRange(0, 4).Draw(t, "codec"))
		level := rapid.SampledFrom(levels[kind]).Draw(t, "level")
		data := drawData(t)
		packed, err := c.Compress([]byte("pre"), data, kind, level)
		if err != nil || string(packed[:3]) != "pre" {
			t.Fatal(err)
		}
		out, err := c.Decompress([]byte("dst"), packed[3:], kind)
		if err != nil || string(out[:3]) != "dst" || !bytes.Equal(out[3:], data) {
			t.Fatalf("%s %d: %d bytes, want %d: %v", kind, level, len(out)-3, len(data), err)
		}
	})
}

func drawData(t *rapid.T) []byte {
	n := rapid.SampledFrom([]int{1, 100, 40000, 65536, 65537, 200000}).Draw(t, "size")
	if rapid.Bool().Draw(t, "noise") {
		return noise(n)
	}
	return []byte(strings.Repeat("abcdefghij", n/10+1)[:n])
}

// noise is n bytes that do not compress.
func noise(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.NewChaCha8([32]byte{byte(n)}).Read(b) // never fails
	return b
}

// TestLZ4Frame: others' readers understand our frames and we theirs, with block checksums and content size.
func TestLZ4Frame(t *testing.T) {
	var c Codecs
	data := []byte(strings.Repeat("frame ", 30000))
	ours, err := c.Compress(nil, data, LZ4, 0)
	if err != nil {
		t.Fatal(err)
	}
	if back, err := io.ReadAll(lz4.NewReader(bytes.NewReader(ours))); err != nil || !bytes.Equal(back, data) {
		t.Errorf("their reader: %v", err)
	}
	var buf bytes.Buffer
	w := lz4.NewWriter(&buf)
	if err := w.Apply(lz4.BlockSizeOption(lz4.Block256Kb), lz4.BlockChecksumOption(true), lz4.SizeOption(uint64(len(data))), lz4.ChecksumOption(false)); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(data); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	if back, err := c.Decompress(nil, buf.Bytes(), LZ4); err != nil || !bytes.Equal(back, data) {
		t.Errorf("our reader: %d bytes, %v", len(back), err)
	}
	damaged := buf.Bytes()
	damaged[30] ^= 1
	if _, err := c.Decompress(nil, damaged, LZ4); err == nil || err.Error() != "Block checksum mismatch" {
		t.Error(err)
	}
}

func TestXXH32(t *testing.T) {
	for in, want := range map[string]uint32{"": 0x02cc5d05, "a": 0x550d7456, "abc": 0x32d153ff,
		"Nobody inspects the spammish repetition": 0xe2293b2f} {
		if got := xxh32([]byte(in)); got != want {
			t.Errorf("%q: %08x, want %08x", in, got, want)
		}
	}
}

// TestBombs: what grows beyond the limit is refused, and room is never made on a promise alone.
func TestBombs(t *testing.T) {
	zeros := make([]byte, 2<<20)
	var big Codecs
	small := Codecs{Limit: 1 << 20}
	for _, kind := range []Codec{Gzip, Snappy, LZ4, Zstd} {
		packed, err := big.Compress(nil, zeros, kind, 0)
		if err != nil {
			t.Fatal(err)
		}
		out, err := small.Decompress(nil, packed, kind)
		if err == nil || !strings.Contains(err.Error(), "limit of 1048576 bytes") || cap(out) > 4<<20 {
			t.Errorf("%s: %d bytes, %v", kind, cap(out), err)
		}
		if out, err := big.Decompress(nil, packed, kind); err != nil || len(out) != len(zeros) {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

func TestZstdPromises(t *testing.T) {
	var c Codecs
	w, err := zstd.NewWriter(nil, zstd.WithSingleSegment(true), zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	frame := w.EncodeAll(bytes.Repeat([]byte("x"), 100000), nil)
	if out, err := c.Decompress(nil, frame, Zstd); err != nil || len(out) != 100000 {
		t.Fatal(err)
	}
	// The content size says 100 MB; the frame's one block can't give more than 128 KiB.
	binary.LittleEndian.PutUint32(frame[5:], 100_000_000)
	out, err := c.Decompress(nil, frame, Zstd)
	if err == nil || err.Error() != "Data corruption detected" || cap(out) > 1<<20 {
		t.Error(cap(out), err)
	}
	skippable := append([]byte{0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3}, w.EncodeAll([]byte("y"), nil)...)
	if out, err := c.Decompress(nil, skippable, Zstd); err != nil || string(out) != "y" {
		t.Error(string(out), err)
	}
}

func TestUnknownCodec(t *testing.T) {
	var c Codecs
	_, err := c.Compress(nil, nil, 5, 0)
	_, err2 := c.Decompress(nil, nil, 6)
	if fmt.Sprint(err, err2) != "Unknown compression type id: 5 Unknown compression type id: 6" {
		t.Error(err, err2)
	}
	if _, err := CodecByName("brotli"); err == nil {
		t.Error("brotli is no codec")
	}
	if _, err := c.Compress(nil, nil, Gzip, 99); err == nil {
		t.Error("level 99")
	}
}
