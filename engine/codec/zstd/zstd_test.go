package zstd

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	reference "github.com/klauspost/compress/zstd"
	"pgregory.net/rapid"
)

const enough = 64 << 20

// samples are contents of many kinds: empty, repeated, text, records, noise, skewed, longer than a block.
func samples() map[string][]byte {
	noise := func(n, kinds int) []byte {
		r := rand.New(rand.NewPCG(1, uint64(n)))
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(min(r.IntN(kinds), r.IntN(kinds)))
		}
		return b
	}
	var records, words strings.Builder
	r := rand.New(rand.NewPCG(2, 2))
	for i := range 8_000 {
		fmt.Fprintf(&records, `{"order":%d,"user":"u%03d","total":%d.%02d}`+"\n", i, r.IntN(500), r.IntN(1000), r.IntN(100))
		words.WriteString([]string{"the ", "log ", "of ", "segments ", "rolls ", "every ", "hour "}[r.IntN(7)])
	}
	return map[string][]byte{
		"empty": nil, "byte": {7}, "few": []byte("abc"), "zeros": make([]byte, 300_000), "cycle": bytes.Repeat([]byte("abcdefghij"), 50_000),
		"records": []byte(records.String()), "words": []byte(words.String()), "short records": []byte(records.String()[:700]),
		"noise": noise(300_000, 256), "skewed": noise(200_000, 40), "skewed bytes": noise(5000, 256), "two": noise(4000, 2),
		"mixed": append(noise(140_000, 256), records.String()...),
	}
}

var levels = []int{-7, 1, 3, 6, 10, 22}

// TestOthersReadOurs: the reference reads what we write at each level, and it is hardly larger than its own.
func TestOthersReadOurs(t *testing.T) {
	r, err := reference.NewReader(nil, reference.WithDecoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	var e Encoder
	var d Decoder
	for name, data := range samples() {
		for _, level := range levels {
			frame := e.Encode([]byte("x"), data, level)[1:]
			if back, err := r.DecodeAll(frame, nil); err != nil || !bytes.Equal(back, data) {
				t.Errorf("%s at level %d: the reference reads %d of %d bytes: %v", name, level, len(back), len(data), err)
			}
			if back, err := d.Decode([]byte("y"), frame, enough); err != nil || !bytes.Equal(back[1:], data) {
				t.Errorf("%s at level %d: we read %d of %d bytes: %v", name, level, len(back)-1, len(data), err)
			}
			w, _ := reference.NewWriter(nil, reference.WithEncoderLevel(reference.EncoderLevelFromZstd(level)), reference.WithEncoderConcurrency(1))
			theirs := len(w.EncodeAll(data, nil))
			if len(frame) > theirs*115/100+40 {
				t.Errorf("%s at level %d: %d bytes, the reference needs %d", name, level, len(frame), theirs)
			}
			t.Logf("%s at level %d: %d bytes of %d, the reference needs %d", name, level, len(frame), len(data), theirs)
		}
	}
}

// TestWeReadOthers reads what the reference writes, with checksums and content sizes, and any shorter piece of it.
func TestWeReadOthers(t *testing.T) {
	var d Decoder
	for name, data := range samples() {
		for _, level := range levels {
			for _, single := range []bool{false, true} {
				w, err := reference.NewWriter(nil, reference.WithEncoderLevel(reference.EncoderLevelFromZstd(level)),
					reference.WithEncoderConcurrency(1), reference.WithSingleSegment(single), reference.WithZeroFrames(true))
				if err != nil {
					t.Fatal(err)
				}
				frame := w.EncodeAll(data, nil)
				if back, err := d.Decode(nil, frame, enough); err != nil || !bytes.Equal(back, data) {
					t.Errorf("%s at level %d: %d of %d bytes: %v", name, level, len(back), len(data), err)
				}
				short, err := d.Decode(nil, frame[:len(frame)*2/3], enough)
				if err != io.ErrUnexpectedEOF || !bytes.HasPrefix(data, short) {
					t.Errorf("%s at level %d: two thirds of it give %v", name, level, err)
				}
				if len(data) == 0 {
					continue // the reference writes no checksum
				}
				frame[len(frame)-1] ^= 1
				if _, err := d.Decode(nil, frame, enough); err != ErrChecksum {
					t.Errorf("%s at level %d: wrong checksum gives %v", name, level, err)
				}
			}
		}
	}
}

// TestRoundTrip compresses what has repetitions at random distances.
func TestRoundTrip(t *testing.T) {
	var e Encoder
	var d Decoder
	r, _ := reference.NewReader(nil, reference.WithDecoderConcurrency(1))
	rapid.Check(t, func(t *rapid.T) {
		data := rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "begin")
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			if len(data) > 0 && rapid.Bool().Draw(t, "copy") {
				from := rapid.IntRange(0, len(data)-1).Draw(t, "from")
				for i := range rapid.IntRange(1, 3000).Draw(t, "length") {
					data = append(data, data[from+i])
				}
			} else {
				data = append(data, rapid.SliceOfN(rapid.ByteRange(0, 9), 0, 50).Draw(t, "new")...)
			}
		}
		frame := e.Encode(nil, data, rapid.SampledFrom(levels).Draw(t, "level"))
		back, err := d.Decode(nil, frame, enough)
		if err != nil || !bytes.Equal(back, data) {
			t.Fatalf("%d of %d bytes: %v", len(back), len(data), err)
		}
		if back, err := r.DecodeAll(frame, nil); err != nil || !bytes.Equal(back, data) {
			t.Fatalf("the reference: %v", err)
		}
	})
}

// TestDamage changes bytes of frames: an error or other content, but no panic and never more than allowed.
func TestDamage(t *testing.T) {
	all := samples()
	var e Encoder
	var d Decoder
	w, _ := reference.NewWriter(nil, reference.WithEncoderCRC(false), reference.WithEncoderConcurrency(1), reference.WithEncoderLevel(reference.SpeedBestCompression))
	var frames [][]byte
	for _, name := range []string{"records", "short records", "skewed bytes", "two", "words"} {
		frames = append(frames, e.Encode(nil, all[name], 3), w.EncodeAll(all[name], nil))
	}
	r := rand.New(rand.NewPCG(3, 3))
	for i := range 2000 {
		frame := bytes.Clone(frames[i%len(frames)])
		for range 1 + r.IntN(3) {
			at := r.IntN(len(frame))
			if r.IntN(2) == 0 {
				at = r.IntN(min(200, len(frame))) // headers and tables
			}
			frame[at] = byte(r.Uint32())
		}
		out, _ := d.Decode(nil, frame, 400_000)
		if len(out) > 400_000 {
			t.Fatalf("%d bytes", len(out))
		}
	}
}

func TestRefusals(t *testing.T) {
	var e Encoder
	var d Decoder
	frame := e.Encode(nil, make([]byte, 1<<20), 3)
	if out, err := d.Decode(nil, frame, 1000); !errors.Is(err, ErrTooLarge) || len(out) != 1000 {
		t.Errorf("too large: %d bytes, %v", len(out), err)
	}
	for want, frame := range map[error]string{
		io.ErrUnexpectedEOF: "\x28\xb5\x2f",
		ErrDictionary:       "\x28\xb5\x2f\xfd\x01\x58\x05\x01\x00\x00",
		ErrDamaged:          "\x28\xb5\x2f\xfd\x00\x58\x07\x00\x00", // a block of the fourth kind
	} {
		if _, err := d.Decode(nil, []byte(frame), enough); err != want {
			t.Errorf("%q: %v, want %v", frame, err, want)
		}
	}
	if out, err := d.Decode(nil, []byte("\x50\x2a\x4d\x18\x01\x00\x00\x00x"), enough); err != nil || len(out) > 0 {
		t.Errorf("a frame to skip: %v", err)
	}
}

func BenchmarkEncode(b *testing.B) {
	data := samples()["records"][:100_000]
	var e Encoder
	var out []byte
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		out = e.Encode(out[:0], data, 3)
	}
}

func BenchmarkDecode(b *testing.B) {
	data := samples()["records"][:100_000]
	var e Encoder
	var d Decoder
	frame := e.Encode(nil, data, 3)
	var out []byte
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		out, _ = d.Decode(out[:0], frame, enough)
	}
}
