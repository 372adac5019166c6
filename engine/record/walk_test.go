package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/codec"
	"logarium/engine/kerr"
)

// countingFile counts what is read of it.
type countingFile struct {
	bytes.Reader
	read int
}

func (f *countingFile) ReadAt(p []byte, off int64) (int, error) {
	n, err := f.Reader.ReadAt(p, off)
	f.read += n
	return n, err
}

func scanText(s *Scanner, whole bool) string {
	out := ""
	for s.Next() {
		out += fmt.Sprintf("%d +%d %d-%d", s.Position(), s.Size(), s.Header().BaseOffset(), s.Header().LastOffset())
		if whole {
			out += fmt.Sprintf(" %t", s.Batch().IsValid())
		}
		out += "\n"
	}
	return out + fmt.Sprint(s.Err())
}

func threeBatches() []byte {
	var all []byte
	for _, v := range []string{vectorA, vectorB, vectorL} {
		all = append(all, fromHex(v)...)
	}
	return all
}

func TestScanner(t *testing.T) {
	all := threeBatches()
	file := &countingFile{Reader: *bytes.NewReader(all)}
	want := "0 +100 0-2\n100 +78 3-3\n178 +79 10-11\n<nil>"
	s := NewScanner(file, 0, int64(len(all)), "x.log")
	if got := scanText(s, false); got != want || file.read != 3*HeaderSize {
		t.Errorf("%s\n%d bytes read", got, file.read)
	}
	wantWhole := "0 +100 0-2 true\n100 +78 3-3 true\n178 +79 10-11 true\n<nil>"
	for _, window := range []int{0, 1, 17, 150, 1 << 20} {
		s.Window = window
		s.Reset(file, 0, int64(len(all)), "x.log")
		if got := scanText(s, true); got != wantWhole {
			t.Errorf("window %d: %s", window, got)
		}
	}
	s.Reset(file, 100, 178, "x.log")
	if got := scanText(s, true); got != "100 +78 3-3 true\n<nil>" {
		t.Error(got)
	}
}

// TestScannerEnds: partial tails are no error, a length that can't be is one, and so is a file shorter than said.
func TestScannerEnds(t *testing.T) {
	all := threeBatches()
	for end, batches := range map[int]int{0: 0, 17: 0, 61: 0, 99: 0, 100: 1, 117: 1, 118: 1, 177: 1, 178: 2, len(all): 3} {
		s := NewScanner(bytes.NewReader(all[:end]), 0, int64(end), "x.log")
		n := 0
		for s.Next() {
			n++
		}
		if n != batches || s.Err() != nil {
			t.Errorf("%d bytes: %d batches, %v", end, n, s.Err())
		}
	}
	codec.PutInt32(all[108:], 13)
	s := NewScanner(bytes.NewReader(all), 0, int64(len(all)), "/d/x.log")
	want := "0 +100 0-2\nFound record size 13 smaller than minimum record overhead (14) in file /d/x.log."
	if got := scanText(s, false); got != want || !errors.Is(s.Err(), kerr.ErrCorruptRecord) {
		t.Error(got)
	}
	s = NewScanner(bytes.NewReader(all[:50]), 0, int64(len(all)), "/d/x.log")
	var c *codec.Corruption
	if s.Next(); !errors.As(s.Err(), &c) || c.At != 0 || s.Next() {
		t.Error(s.Err())
	}
	s = NewScanner(bytes.NewReader(all[:90]), 0, int64(len(all)), "/d/x.log")
	if !s.Next() || s.Batch() != nil || !errors.Is(s.Err(), kerr.ErrEOF) {
		t.Error(s.Err())
	}
	s = NewScanner(failing{}, 0, 1000, "f")
	if s.Next() || !errors.Is(s.Err(), io.ErrNoProgress) {
		t.Error(s.Err())
	}
}

type failing struct{}

func (failing) ReadAt([]byte, int64) (int, error) { return 0, io.ErrNoProgress }

// TestMemoryAndFileAgree: both walks find the same batches in any bytes without bad magic.
func TestMemoryAndFileAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := threeBatches()
		if n := rapid.IntRange(0, 2).Draw(t, "damage"); n > 0 {
			at := rapid.SampledFrom([]int{8, 9, 10, 11, 108, 111, 186, 189}).Draw(t, "at")
			all[at] = rapid.Byte().Draw(t, "byte")
		}
		all = all[:rapid.IntRange(0, len(all)).Draw(t, "cut")]
		var memory, file []int
		for b, err := range Batches(all) {
			if err != nil {
				break
			}
			memory = append(memory, len(b))
		}
		s := NewScanner(bytes.NewReader(all), 0, int64(len(all)), "")
		for s.Next() && s.Header().Magic() <= 2 && s.Header().Magic() >= 0 {
			file = append(file, s.Size())
		}
		if fmt.Sprint(memory) != fmt.Sprint(file) {
			t.Fatalf("memory %v, file %v", memory, file)
		}
	})
}

func TestNextWithin(t *testing.T) {
	a := fromHex(vectorA)
	if b, rest, err := NextWithin(a, 88); len(b) != 100 || len(rest) != 0 || err != nil {
		t.Error(len(b), err)
	}
	_, _, err := NextWithin(a, 87)
	if err == nil || err.Error() != "Record size 88 exceeds the largest allowable message size (87)." {
		t.Error(err)
	}
	if n := ValidBytes(append(a, 1, 2, 3)); n != 100 {
		t.Error(n)
	}
}
