package view

import (
	"strconv"
	"strings"

	"logarium/engine/message"
	"logarium/web/words"
)

// FileRow is a line of the file list: a segment's group, or a file.
type FileRow struct {
	Group    bool
	Key      string
	Twist    string
	Zeros    string
	Name     string
	Flag     string
	FlagKind string // active | due | del | bad
	Sum      string
	Open     bool
	Path     string
	Size     string
	OnDisk   string
	Clean    string // style of the cache bar
	Dirty    string
	FD       string
	Wide     bool
	Deleted  bool
	Selected bool
	Title    string
}

// FileList shows a window of a directory's files, by segment.
type FileList struct {
	Files    message.Files
	Now      int64
	Selected string // path
	Name     string // of the partition
	Filter   string // words that names of files must have
}

// Rows are the lines that are here, see Files.From.
func (l *FileList) Rows() []FileRow {
	out := make([]FileRow, 0, len(l.Files.Lines))
	for i := range l.Files.Lines {
		line := &l.Files.Lines[i]
		switch line.Kind {
		case "file":
			if line.File != nil {
				out = append(out, l.file(*line.File, line.Base < 0))
				continue
			}
			out = append(out, FileRow{Key: strconv.Itoa(i)}) // it went while it was asked for
		case "others":
			out = append(out, FileRow{Group: true, Key: "/", Twist: twist(!line.Open), Name: l.Name + "/", Open: line.Open})
		case "folded":
			out = append(out, l.folded(line))
		default:
			out = append(out, l.group(line))
		}
	}
	return out
}

// folded is one line for a run of renamed segments that go at the same moment.
func (l *FileList) folded(line *message.FileLine) FileRow {
	_, first := Base(line.Base)
	_, last := Base(line.Last)
	return FileRow{Group: true, Key: "run" + strconv.FormatInt(line.Base, 10), Twist: twist(!line.Open), Name: first + " – " + last, Flag: l.goneFlag(line.Gone),
		FlagKind: "del", Sum: Plural(int64(line.Segments), "segment", "segments"), Open: line.Open}
}

func (l *FileList) goneFlag(gone int64) string {
	if gone < 0 {
		return ".deleted"
	}
	return ".deleted, " + Age(gone-l.Now)
}

func (l *FileList) group(line *message.FileLine) FileRow {
	r := FileRow{Group: true, Key: strconv.FormatInt(line.Base, 10), Twist: twist(!line.Open), Open: line.Open}
	r.Zeros, r.Name = Base(line.Base)
	switch r.Flag, r.FlagKind = words.Said(line.State), line.State; line.State {
	case "kept":
		r.Flag = ""
	case "renamed":
		r.Flag, r.FlagKind = l.goneFlag(line.Gone), "del"
	case "blocked":
		r.FlagKind = "warn"
	}
	if !line.Open {
		r.Sum = Plural(int64(line.Files), "file", "files")
	}
	return r
}

func (l *FileList) file(f message.File, wide bool) FileRow {
	r := FileRow{Key: f.Path, Path: f.Path, Name: f.Name, Size: Group(f.Size), OnDisk: taken(f.OnDisk), Wide: wide,
		Deleted: f.Suffix == "deleted", Selected: f.Path == l.Selected}
	if !wide {
		if i := strings.IndexByte(f.Name, '.'); i >= 0 {
			r.Name = f.Name[i:]
		}
	}
	if f.Dir {
		r.Name, r.Size = f.Name+"/", ""
	}
	if f.FD >= 0 {
		r.FD = strconv.Itoa(f.FD)
	}
	r.Clean, r.Dirty = cacheBar(f)
	r.Title = words.F("%1, %2 bytes, %3 of %4 pages only in the page cache", f.Name, strconv.FormatInt(f.Size, 10), strconv.Itoa(f.Dirty), strconv.Itoa(f.Pages))
	return r
}

// taken is what a file takes on the disk, to the byte as long as the column has room for that.
func taken(n int64) string {
	if n < 10_000_000 {
		return Group(n)
	}
	return Bytes(n)
}

// cacheBar gives the widths of the clean and the dirty part: the share of the file's pages that exist, a sliver at least.
func cacheBar(f message.File) (clean, dirty string) {
	if f.Pages == 0 {
		return "width:0", "width:0"
	}
	whole := max(1, (f.Size+4095)/4096)
	share := min(100, max(8, int64(f.Pages)*100/whole))
	d := share * int64(f.Dirty) / int64(f.Pages)
	if f.Dirty > 0 {
		d = max(d, 6)
	}
	return "width:" + strconv.FormatInt(share-d, 10) + "%", "width:" + strconv.FormatInt(d, 10) + "%"
}

// Count says how many files there are and how many are open; with a filter, how many it leaves.
func (l *FileList) Count() string {
	all := Plural(int64(l.Files.Total), "file", "files")
	if l.Filter != "" {
		return words.F("%1 of %2", Group(int64(l.Files.Found)), all)
	}
	return words.F("%1, %2 open", all, Group(int64(l.Files.Open)))
}

// Meter is a line of the disk meter.
type Meter struct{ Name, Text, Bar, Dirty, Title string }

// Meters describes the machine's disk and page cache.
func Meters(d message.Disk) []Meter {
	du := Meter{Name: "du", Text: words.F("%1 used of %2 named", Bytes(d.Du), Bytes(d.Named)), Bar: width(d.Du, d.Named),
		Title: words.F("du: %1 allocated to files whose sizes add up to %2", Bytes(d.Du), Bytes(d.Named))}
	df := Meter{Name: "df", Text: words.F("%1 of %2", Bytes(d.Used), Bytes(d.Capacity)), Bar: width(d.Used, d.Capacity),
		Title: words.F("df: %1 of the disk's %2 are allocated", Bytes(d.Used), Bytes(d.Capacity))}
	pages := int64(d.Clean + d.Dirty)
	c := Meter{Name: words.T("cache"), Text: words.F("%1 clean, %2 dirty pages", Group(int64(d.Clean)), Group(int64(d.Dirty))), Bar: width(int64(d.Clean), pages+20),
		Title: words.F("page cache: %1 clean and %2 dirty pages of 4 KiB", Group(int64(d.Clean)), Group(int64(d.Dirty)))}
	c.Dirty = "left:" + strings.TrimPrefix(c.Bar, "width:") + ";" + width(int64(d.Dirty), pages+20)
	return []Meter{du, df, c}
}

func width(n, of int64) string {
	if of <= 0 {
		return "width:0%"
	}
	return "width:" + strconv.FormatFloat(min(100, max(0, float64(n)*100/float64(of))), 'f', 1, 64) + "%"
}
