package archive

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// wide packs as if every number were too large for the format of 1993.
func wide(t testing.TB, files []content) []byte {
	t.Helper()
	var out bytes.Buffer
	w := NewWriter(&out)
	w.large, w.many = 1, 1
	for _, f := range files {
		if err := w.Add(f.name, f.at, strings.NewReader(f.data)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// othersRead unpacks with another implementation.
func othersRead(t *testing.T, src io.ReaderAt, size int64) (files []content) {
	t.Helper()
	z, err := zip.NewReader(src, size)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r)
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		files = append(files, content{f.Name, f.Modified.UnixMilli(), string(b)})
	}
	return files
}

func TestWideZipComesBack(t *testing.T) {
	data := wide(t, sample())
	got, err := unpack(data)
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, sample())
	same(t, othersRead(t, bytes.NewReader(data), int64(len(data))), sample())
	if plain := pack(t, sample()); bytes.Contains(plain, binary.LittleEndian.AppendUint32(nil, locatorMark)) || len(plain) >= len(data) {
		t.Error("small files have records of ZIP64 too")
	}
}

// shifted is a file whose bytes begin far behind its beginning; nothing lies before them.
type shifted struct {
	at   int64
	data []byte
}

func (s shifted) size() int64 { return s.at + int64(len(s.data)) }

func (s shifted) ReadAt(p []byte, at int64) (n int, err error) {
	for ; n < len(p); n++ {
		switch i := at + int64(n) - s.at; {
		case i >= int64(len(s.data)):
			return n, io.EOF
		case i >= 0:
			p[n] = s.data[i]
		default:
			p[n] = 0
		}
	}
	return n, nil
}

// What lies behind the first 4 GiB of a zip file is found, here and by others.
func TestZipBehindFourGiB(t *testing.T) {
	var out bytes.Buffer
	w := NewWriter(&out)
	w.out.at = 5 << 30
	for _, f := range sample() {
		if err := w.Add(f.name, f.at, strings.NewReader(f.data)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	far := shifted{5 << 30, out.Bytes()}
	z, err := Open(far, far.size())
	if err != nil {
		t.Fatal(err)
	}
	var got []content
	for i := range z.Files {
		b, err := z.Bytes(&z.Files[i])
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, content{z.Files[i].Name, z.Files[i].Mtime, string(b)})
	}
	same(t, got, sample())
	same(t, othersRead(t, far, far.size()), sample())
}

// alone is a zip file with one file of a size that is not packed and has no bytes, as far as anybody looks.
func alone(size int64) (begin []byte, rest shifted) {
	e := entry{name: "t-0/00000000000000000000.log", method: stored, size: size, packed: size}
	begin = e.local()
	table := e.central(large32)
	end := ending{place: int64(len(begin)) + size + int64(len(table)), files: 1, length: uint64(len(table)), at: uint64(len(begin)) + uint64(size)}
	return begin, shifted{int64(end.at), append(table, end.bytes(true)...)}
}

func TestSizesOfMoreThan32Bits(t *testing.T) {
	for _, size := range []int64{large32 - 1, large32, large32 + 1, 5 << 30, MaxBytes, MaxBytes + 1} {
		begin, rest := alone(size)
		z, err := Open(rest, rest.size())
		if size > MaxBytes {
			if !errors.Is(err, ErrBytes) {
				t.Errorf("%d bytes: %v", size, err)
			}
			continue
		}
		if err != nil || len(z.Files) != 1 || z.Files[0].Size != size {
			t.Fatalf("%d bytes: %+v, %v", size, z, err)
		}
		z.src = bytes.NewReader(begin)
		if at, ok, err := z.Plain(&z.Files[0]); at != int64(len(begin)) || !ok || err != nil {
			t.Errorf("%d bytes: at %d, %v, %v", size, at, ok, err)
		}
	}
}

// many is a zip file by another implementation with n empty files.
func many(t *testing.T, n int) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for i := range n {
		if _, err := w.CreateRaw(&zip.FileHeader{Name: fmt.Sprintf("a-%d/x", i)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestMoreFilesThanSixteenBitsCount(t *testing.T) {
	const n = large16 + 1
	data := many(t, n)
	z, err := Open(bytes.NewReader(data), int64(len(data)))
	if err != nil || len(z.Files) != n || z.Files[n-1].Name != fmt.Sprintf("a-%d/x", n-1) {
		t.Error(err)
	}
}

// A zip file with just as many files as two bytes can count, by a writer that knows no ZIP64, is read.
func TestTheLargestNumberWithoutZip64(t *testing.T) {
	data := many(t, large16)
	locator := bytes.LastIndex(data, binary.LittleEndian.AppendUint32(nil, locatorMark))
	end := bytes.Clone(data[locator+locatorSize:])
	e := readEnding(end, 0)
	if e.files != large16 || e.length != large32 || e.at != large32 {
		t.Fatalf("the other implementation writes %+v", e)
	}
	record := data[locator-end64Size : locator]
	binary.LittleEndian.PutUint32(end[12:], uint32(binary.LittleEndian.Uint64(record[40:])))
	binary.LittleEndian.PutUint32(end[16:], uint32(binary.LittleEndian.Uint64(record[48:])))
	data = append(data[:locator-end64Size], end...)
	if z, err := Open(bytes.NewReader(data), int64(len(data))); err != nil || len(z.Files) != large16 {
		t.Error(err)
	}
}

func TestWideZipsThatAreRefused(t *testing.T) {
	data := wide(t, sample())
	record := len(data) - endSize - locatorSize - end64Size
	locator := len(data) - endSize - locatorSize
	entry := bytes.Index(data, binary.LittleEndian.AppendUint32(nil, centralMark))
	extra := entry + centralSize + len("meta.properties") + 9
	for _, c := range []struct {
		name  string
		at    int
		with  []byte
		want  error
		where int
	}{
		{"no locator", locator, []byte("x"), ErrEnd, len(data) - endSize},
		{"several parts", locator + 16, []byte{2}, ErrMultiple, locator},
		{"locator of another part", locator + 4, []byte{1}, ErrMultiple, locator},
		{"locator leads behind itself", locator + 8, []byte{0xff, 0xff}, ErrEnd, locator},
		{"locator leads far away", locator + 15, []byte{0x80}, ErrEnd, locator},
		{"locator leads elsewhere", locator + 8, []byte{0, 0}, ErrMark, 0},
		{"record is too short", record + 4, []byte{43}, ErrEnd, record + 4},
		{"record is too long", record + 4, []byte{45}, ErrEnd, record + 4},
		{"record is endless", record + 11, []byte{0xff}, ErrEnd, record + 4},
		{"record of another part", record + 16, []byte{1}, ErrMultiple, record},
		{"table of another part", record + 20, []byte{1}, ErrMultiple, record},
		{"files elsewhere", record + 24, []byte{3}, ErrMultiple, record},
		{"too many files", record + 24, []byte{5, 0, 0, 1, 0, 0, 0, 0, 5, 0, 0, 1}, ErrFiles, record},
		{"endless files", record + 31, []byte{0xff, 4, 0, 0, 0, 0, 0, 0, 0xff}, ErrFiles, record},
		{"one more file than there is", record + 24, []byte{5, 0, 0, 0, 0, 0, 0, 0, 5}, ErrMark, record},
		{"table leads away", record + 55, []byte{0x80}, ErrEnd, record},
		{"table is endless", record + 47, []byte{0x80}, ErrEnd, record},
		{"end record differs", len(data) - endSize + 10, []byte{5, 0}, ErrDiffers, len(data) - endSize},
		{"field is cut", extra + 2, []byte{15}, ErrLarge, entry},
		{"size is negative", extra + 11, []byte{0x80}, ErrSize, entry},
		{"packed beyond the end", extra + 4 + 8 + 4, []byte{1}, ErrEnd, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			harmed := bytes.Clone(data)
			copy(harmed[c.at:], c.with)
			_, err := unpack(harmed)
			var where *Fault
			if !errors.Is(err, c.want) || !errors.As(err, &where) || where.At != int64(c.where) {
				t.Errorf("got %v, want %v at byte %d", err, c.want, c.where)
			}
		})
	}
}

// A table of contents that would not fit into memory is refused before it is read.
func TestLargeTableIsRefused(t *testing.T) {
	e := ending{place: maxTable + 1, files: 3, length: maxTable + 1}
	far := shifted{e.place, e.bytes(true)}
	if _, err := Open(far, far.size()); !errors.Is(err, ErrTable) {
		t.Error(err)
	}
}
