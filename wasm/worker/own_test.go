package worker

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"logarium/engine/lab"
	"logarium/engine/store"
)

// A visitor's own files are shown as they are, never changed, and left as any lab is.
func TestOwnFilesAreShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, c := shelved(t)
		if got := d.bring(c, given("logs/t-0/00000000000000000000.log", []byte("12345")), given("logs/cat.jpg", []byte("cat"))); got != "exit 0 your files" {
			t.Fatal(got)
		}
		own := d.shelfView(t).Own
		if own == nil || own.Name != "logs" || own.Files != 2 || own.Bytes != 8 || own.Read != 5 || own.LeftOut != 1 || own.Left[0] != "logs/cat.jpg" || own.Now != 1_000_000 {
			t.Fatalf("%+v", own)
		}
		if got := d.says("look"); !strings.HasSuffix(got, "exit 0 5") {
			t.Error(got)
		}
		if got := d.says("add 3"); !strings.HasSuffix(got, "exit 1 These are your own files: they are read where they lie, and never changed.") {
			t.Error(got)
		}
		if got := d.says("lab own --now 2026-03-02T10:00:00Z <<END\nretention.ms=5\nEND"); !strings.HasSuffix(got, "exit 0") {
			t.Error(got)
		}
		if own := d.shelfView(t).Own; own.Now != 1_772_445_600_000 || own.Settings != "retention.ms=5\n" || own.Name != "logs" {
			t.Errorf("%+v", own)
		}
		if got := d.says("lab own <<END\nbad\nEND"); !strings.HasSuffix(got, "exit 1 lab: line 1: expected name=value") {
			t.Error(got)
		}
		if own := d.shelfView(t).Own; own.Settings != "retention.ms=5\n" {
			t.Errorf("%+v", own)
		}
		if got := d.says("lab export"); !strings.Contains(got, "your own files") {
			t.Error(got)
		}
		if got := d.says("lab load main"); !strings.HasSuffix(got, "exit 0") {
			t.Error(got)
		}
		if got := d.says("add 1"); !strings.HasSuffix(got, "exit 0 2") || d.shelfView(t).Own != nil {
			t.Error(got)
		}
	})
}

// Zip files are unpacked, whatever in them is packed or not; what is wrong with one is said, and changes nothing.
func TestZipIsUnpacked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, c := shelved(t)
		var data bytes.Buffer
		z := zip.NewWriter(&data)
		for i, method := range []uint16{zip.Store, zip.Deflate, zip.Deflate} {
			w, _ := z.CreateHeader(&zip.FileHeader{Name: fmt.Sprintf("t-%d/00000000000000000000.log", i), Method: method})
			_, _ = io.WriteString(w, strings.Repeat("x", 10+i))
		}
		_ = z.Close()
		if got := d.bring(c, given("d/logs.zip", data.Bytes())); got != "exit 0 your files" {
			t.Fatal(got)
		}
		if got := d.says("look"); !strings.HasSuffix(got, "exit 0 33") || d.shelfView(t).Own.Name != "logs.zip" {
			t.Error(got)
		}
		d.says("lab load main")
		for want, f := range map[string]lab.OwnFile{
			"error cut.zip: at byte": given("cut.zip", data.Bytes()[:50]),
			"error bad.zip: ../x":    given("bad.zip", bytes.Replace(data.Bytes(), []byte("t-2/"), []byte("../x"), 2)),
			"error unread: gone":     {Path: "unread", Size: 5, Src: unread{}},
		} {
			if got := d.bring(c, f); !strings.HasPrefix(got, want) {
				t.Errorf("%s, want %s", got, want)
			}
		}
		if v := d.shelfView(t); v.Open != "main" || v.Own != nil {
			t.Errorf("%+v", v)
		}
	})
}

type unread struct{}

func (unread) ReadAt([]byte, int64) (int, error) { return 0, errors.New("gone") }

// A copy of a visitor's own files is a lab as any other: all their bytes are in its storage, and the machine goes on.
func TestOwnFilesBecomeALab(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, c := shelved(t)
		data := bytes.Repeat([]byte("0123456789"), 3*store.BlockSize/10)
		if got := d.bring(c, given("logs/t-0/00000000000000000000.log", data), given("logs/t-0/00000000000000000009.log", []byte("12345"))); got != "exit 0 your files" {
			t.Fatal(got)
		}
		for _, bad := range []string{"lab copy main", "lab copy 'your files'"} {
			if got := d.says(bad); !strings.Contains(got, "exit 1") {
				t.Error(got)
			}
		}
		if got := d.says("lab copy z"); !strings.HasSuffix(got, "exit 0") {
			t.Fatal(got)
		}
		ids, _ := d.labs["z"].List()
		laid := slices.IndexFunc(ids, func(id uint64) bool { return id >= store.FirstLaid })
		blocks, err := d.labs["z"].Read(ids[laid:])
		if err != nil || len(blocks) != 4 || string(blocks[3][4:]) != "12345" {
			t.Fatalf("%d blocks, %v", len(blocks), err)
		}
		var copied []byte
		for _, b := range blocks[:3] {
			copied = append(copied, b[4:]...)
		}
		if !bytes.Equal(copied, data) {
			t.Error("the copy has other bytes")
		}
		if got := d.says("lab load z"); !strings.HasSuffix(got, "exit 0") || d.shelfView(t).Own != nil {
			t.Fatal(got)
		}
		if got := d.says("add 3"); !strings.Contains(got, "exit 0") {
			t.Error(got)
		}
	})
}

// A file that cannot be read any more, or no room, is told, and no half of a copy is left.
func TestOwnFilesThatCannotBeCopied(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, c := shelved(t)
		src := &leaving{Reader: bytes.NewReader([]byte("12345"))}
		d.bring(c, lab.OwnFile{Path: "t-0/00000000000000000000.log", Size: 5, Src: src}, given("t-0/00000000000000000009.log", nil))
		src.gone = true
		if got := d.says("lab copy z"); !strings.Contains(got, "gone") || !strings.Contains(got, "exit 1") {
			t.Error(got)
		}
		if v := d.shelfView(t); len(v.Labs) != 1 || d.labs["z"] != nil || v.Own == nil {
			t.Errorf("%+v", v)
		}
	})
}

// leaving is a file that its owner removes.
type leaving struct {
	*bytes.Reader
	gone bool
}

func (l *leaving) ReadAt(p []byte, at int64) (int, error) {
	if l.gone {
		return unread{}.ReadAt(p, at)
	}
	return l.Reader.ReadAt(p, at)
}

// What no log directory has is not unpacked, whatever its size; what has is refused before it is unpacked if it is too much.
func TestZipIsUnpackedInPart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, c := shelved(t)
		var data bytes.Buffer
		z := zip.NewWriter(&data)
		film := &zip.FileHeader{Name: "film.mp4", Method: zip.Deflate, UncompressedSize64: 3 << 30, CompressedSize64: 4, CRC32: 1}
		if w, err := z.CreateRaw(film); err == nil {
			_, _ = io.WriteString(w, "film") // nobody could unpack it
		}
		w, _ := z.Create("t-0/00000000000000000000.log")
		_, _ = io.WriteString(w, "xxxxx")
		_ = z.Close()
		if got := d.bring(c, given("all.zip", data.Bytes())); got != "exit 0 your files" {
			t.Fatal(got)
		}
		if own := d.shelfView(t).Own; own.Files != 2 || own.LeftOut != 1 || own.Left[0] != "film.mp4" {
			t.Errorf("%+v", own)
		}
		if got := d.says("look"); !strings.HasSuffix(got, "exit 0 5") {
			t.Error(got)
		}
		d.says("lab load main")
		renamed := bytes.ReplaceAll(data.Bytes(), []byte("film.mp4"), []byte("t-1/0.mp")) // a folder of a partition takes anything
		if got := d.bring(c, given("all.zip", renamed)); !strings.HasPrefix(got, "error all.zip: t-1/0.mp: with it there are more than ") {
			t.Error(got)
		}
	})
}
