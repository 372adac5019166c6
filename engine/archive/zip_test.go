package archive

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

type content struct {
	name string
	at   int64
	data string
}

func sample() []content {
	return []content{
		{"meta.properties", 1_767_225_600_000, "version=1\n"},
		{"orders-0/00000000000000000000.log", 1_772_445_600_000, strings.Repeat("record ", 9000)},
		{"orders-0/00000000000000000000.index", 1_772_445_604_000, strings.Repeat("\x00", 100_000)},
		{"orders-0/empty", 1_772_445_602_000, ""},
	}
}

func pack(t testing.TB, files []content) []byte {
	t.Helper()
	var out bytes.Buffer
	w := NewWriter(&out)
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

// unpack reads everything.
func unpack(data []byte) (files []content, err error) {
	z, err := Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	for i := range z.Files {
		f := &z.Files[i]
		b, err := z.Bytes(f)
		if err != nil {
			return files, err
		}
		files = append(files, content{f.Name, f.Mtime, string(b)})
	}
	return files, nil
}

func same(t *testing.T, got, want []content) {
	t.Helper()
	if d := cmp.Diff(want, got, cmp.AllowUnexported(content{})); d != "" {
		t.Error(d)
	}
}

func TestZipComesBack(t *testing.T) {
	data := pack(t, sample())
	got, err := unpack(data)
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, sample())
	if !bytes.Equal(data, pack(t, sample())) {
		t.Error("the same files give other bytes")
	}
	if len(data) > 2000 {
		t.Errorf("%d bytes: nothing was packed", len(data))
	}
}

// Another implementation reads what is written here.
func TestOthersReadOurZip(t *testing.T) {
	data := pack(t, sample())
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var got []content
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r)
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		got = append(got, content{f.Name, f.Modified.UnixMilli(), string(b)})
	}
	same(t, got, sample())
}

// othersZip is a zip file by another implementation, with a folder, stored files and a time of MS-DOS.
func othersZip(t testing.TB, files []content, method uint16) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	_ = w.SetComment("packed by hand")
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: method}
		//lint:ignore SA1019 the newer field would also write the time in UTC, which is not what this is about
		h.SetModTime(time.UnixMilli(f.at).UTC())
		h.Modified = time.Time{}
		to, err := w.CreateHeader(h)
		if err == nil {
			_, err = io.WriteString(to, f.data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestWeReadOthersZip(t *testing.T) {
	for _, method := range []uint16{zip.Store, zip.Deflate} {
		folder := content{name: "orders-0/", at: 1_772_445_600_000}
		got, err := unpack(othersZip(t, append([]content{folder}, sample()...), method))
		if err != nil {
			t.Fatal(err)
		}
		same(t, got, sample())
	}
}

// The place of a file that is not packed is known, so that it can be read where it lies.
func TestPlainFilesAreFound(t *testing.T) {
	data := othersZip(t, sample(), zip.Store)
	z, err := Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for i := range z.Files {
		at, ok, err := z.Plain(&z.Files[i])
		if err != nil || !ok || string(data[at:at+z.Files[i].Size]) != sample()[i].data {
			t.Errorf("%s: at %d, %v, %v", z.Files[i].Name, at, ok, err)
		}
	}
	packed := pack(t, sample())
	z, err = Open(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		t.Fatal(err)
	}
	if _, ok, err := z.Plain(&z.Files[0]); ok || err != nil {
		t.Errorf("a packed file is plain: %v, %v", ok, err)
	}
}

func TestNamesThatAreRefused(t *testing.T) {
	for _, name := range []string{"", "/etc/passwd", "../up", "a/../../b", "a/./b", "a//b", "a/..", "..", "C:/x", "a\\b", "a\x00b", "a\nb", "\xff",
		strings.Repeat("a", 2000), strings.Repeat("a/", 20) + "b"} {
		if err := CheckName(name); !errors.Is(err, ErrPath) {
			t.Errorf("%q: %v", name, err)
		}
		if name == "" {
			continue
		}
		if _, err := unpack(othersZip(t, []content{{name, 0, "x"}}, zip.Deflate)); !errors.Is(err, ErrPath) {
			t.Errorf("zip with %q: %v", name, err)
		}
	}
	for _, name := range []string{"a", "orders-0/00000000000000000000.log", "日志-0/x", "..a/b..", "-"} {
		if err := CheckName(name); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestZipsThatAreRefused(t *testing.T) {
	for _, c := range []struct {
		name  string
		files []content
		harm  func([]byte) []byte
		want  error
		words string
	}{
		{"nothing", nil, func([]byte) []byte { return nil }, ErrNoZip, "at byte 0: this is no zip file, or its end is missing"},
		{"text", nil, func([]byte) []byte { return []byte(strings.Repeat("hello ", 99)) }, ErrNoZip, ""},
		{"cut", sample(), func(b []byte) []byte { return b[:len(b)-30] }, ErrNoZip, ""},
		{"no beginning", sample(), func(b []byte) []byte { return b[50:] }, ErrEnd, ""},
		{"twice", []content{{"a", 0, "1"}, {"a", 0, "2"}}, nil, ErrTwice, ""},
		{"file and folder", []content{{"a", 0, "1"}, {"a/b", 0, "2"}}, nil, ErrTwice, ""},
		{"folder and file", []content{{"a/b", 0, "1"}, {"a", 0, "2"}}, nil, ErrTwice, ""},
		{"encrypted", sample(), central(8, 1), ErrEncrypted, ""},
		{"bzip2", sample(), central(10, 12), ErrMethod, "meta.properties, at byte 782: the file is packed by a method other than deflate (12)"},
		{"larger than announced", sample(), central(24, 3), ErrSize, ""},
		{"smaller than announced", sample(), central(24, 200), ErrSize, ""},
		{"other checksum", sample(), central(16, 1, 2, 3, 4), ErrChecksum, "meta.properties, at byte 74: the CRC-32 does not match"},
		{"method differs", sample(), func(b []byte) []byte { b[8] = 0; return b }, ErrDiffers, ""},
		{"name differs", sample(), func(b []byte) []byte { b[localSize] = 'x'; return b }, ErrDiffers, ""},
		{"no header", sample(), func(b []byte) []byte { b[0] = 'x'; return b }, ErrMark, ""},
		{"data", sample(), func(b []byte) []byte { b[localSize+15+9] = 0xff; return b }, ErrDeflate, ""},
		{"parts", sample(), end(4, 1), ErrMultiple, ""},
		{"more files than the table has room for", sample(), end(8, 0x60, 0xea+1, 0x60, 0xea+1), ErrEnd, ""},
		{"too few", sample(), end(8, 5, 0, 5, 0), ErrMark, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			data := othersOr(t, c.files, c.harm)
			_, err := unpack(data)
			if !errors.Is(err, c.want) {
				t.Fatalf("got %v, want %v", err, c.want)
			}
			var where *Fault
			if !errors.As(err, &where) {
				t.Errorf("%v does not say where", err)
			}
			if c.words != "" && err.Error() != c.words {
				t.Errorf("says %q, want %q", err, c.words)
			}
		})
	}
}

// othersOr packs with the other implementation where ours refuses, and then does harm.
func othersOr(t *testing.T, files []content, harm func([]byte) []byte) []byte {
	if harm == nil {
		return othersZip(t, files, zip.Deflate)
	}
	return harm(pack(t, files))
}

// central overwrites bytes of the first entry of the table of contents.
func central(at int, with ...byte) func([]byte) []byte {
	return func(b []byte) []byte {
		copy(b[bytes.Index(b, binary.LittleEndian.AppendUint32(nil, centralMark))+at:], with)
		return b
	}
}

func end(at int, with ...byte) func([]byte) []byte {
	return func(b []byte) []byte {
		copy(b[len(b)-endSize+at:], with)
		return b
	}
}

// Two entries that share their data are how a small file becomes a large one.
func TestOverlapIsRefused(t *testing.T) {
	data := pack(t, []content{{"a", 0, "1"}, {"b", 0, "2"}})
	second := bytes.LastIndex(data, binary.LittleEndian.AppendUint32(nil, centralMark))
	copy(data[second+42:], []byte{0, 0, 0, 0})
	if _, err := unpack(data); !errors.Is(err, ErrOverlap) {
		t.Error(err)
	}
}

func TestWriterRefusesWhatNobodyCouldRead(t *testing.T) {
	w := NewWriter(io.Discard)
	if err := w.Add("../a", 0, strings.NewReader("")); !errors.Is(err, ErrPath) {
		t.Error(err)
	}
	if err := w.Add("a", 0, strings.NewReader("")); !errors.Is(err, ErrPath) {
		t.Errorf("the first error does not stay: %v", err)
	}
	if err := w.Close(); !errors.Is(err, ErrPath) {
		t.Error(err)
	}
	w = NewWriter(io.Discard)
	if err := w.Add("a", 0, broken{}); !errors.Is(err, errBroken) || !strings.HasPrefix(err.Error(), "a: ") {
		t.Error(err)
	}
}

var errBroken = errors.New("broken")

type broken struct{}

func (broken) Read([]byte) (int, error)          { return 0, errBroken }
func (broken) ReadAt([]byte, int64) (int, error) { return 0, errBroken }

func TestErrorsOfTheFileAreNotHidden(t *testing.T) {
	if _, err := Open(broken{}, 1000); !errors.Is(err, errBroken) {
		t.Error(err)
	}
	if _, err := Open(bytes.NewReader(nil), 1000); !errors.Is(err, ErrEnd) {
		t.Error(err)
	}
}

func FuzzZip(f *testing.F) {
	small := []content{{"a-0/1.log", 0, "one"}, {"b", 0, "two two two"}}
	f.Add(pack(f, small))
	f.Add(othersZip(f, small, zip.Store))
	f.Add(wide(f, small))
	f.Add(wide(f, small[:1]))
	f.Fuzz(func(t *testing.T, data []byte) {
		files, err := unpack(data)
		var where *Fault
		if err != nil && !errors.As(err, &where) {
			t.Fatalf("%v does not say where", err)
		}
		var names Names
		for _, c := range files {
			if err := names.Add(c.name); err != nil {
				t.Fatalf("%q: %v", c.name, err)
			}
		}
	})
}
