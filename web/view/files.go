package view

import (
	"sort"
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

// FileList arranges a partition's directory by segment. Opened says which groups a person opened or closed.
type FileList struct {
	Files    message.Files
	Segments []message.Segment
	Now      int64
	Opened   map[string]bool
	Selected string // path
	Base     int64  // of the selected segment
	Name     string // of the partition
	Filter   string // words that names of files must have
}

type fileGroup struct {
	base  int64
	seg   *message.Segment
	files []message.File
}

// Rows lists the visible lines.
func (l *FileList) Rows() []FileRow {
	groups, loose := l.groups()
	var out []FileRow
	for i := 0; i < len(groups); {
		g := groups[i]
		run := i + 1
		if g.renamed() {
			for run < len(groups) && groups[run].renamed() && groups[run].gone() == g.gone() {
				run++
			}
		}
		if run-i > 1 {
			out = l.folded(out, groups[i:run])
		} else {
			out = l.group(out, g)
		}
		i = run
	}
	if len(loose) > 0 {
		out = append(out, FileRow{Group: true, Key: "/", Twist: twist(!l.open("/", true)), Name: l.Name + "/", Open: l.open("/", true)})
		if l.open("/", true) {
			for _, f := range loose {
				out = append(out, l.file(f, true))
			}
		}
	}
	return out
}

// groups are the segments with their files, and the files of none. Those that the filter leaves out are not there.
func (l *FileList) groups() (groups []fileGroup, loose []message.File) {
	at := map[int64]int{}
	for i := range l.Segments {
		s := &l.Segments[i]
		at[s.Base] = len(groups)
		groups = append(groups, fileGroup{base: s.Base, seg: s})
	}
	for _, f := range l.Files.Entries {
		if !Matches(f.Name, l.Filter) {
			continue
		}
		i, ok := at[f.Base]
		if f.Dir || f.Base < 0 || !ok && f.Kind == "snapshot" {
			loose = append(loose, f)
			continue
		}
		if !ok {
			i = len(groups)
			at[f.Base] = i
			groups = append(groups, fileGroup{base: f.Base})
		}
		groups[i].files = append(groups[i].files, f)
	}
	kept := groups[:0]
	for _, g := range groups {
		if len(g.files) > 0 {
			sort.SliceStable(g.files, func(i, j int) bool { return kindOrder(g.files[i].Kind) < kindOrder(g.files[j].Kind) })
			kept = append(kept, g)
		}
	}
	sort.SliceStable(kept, func(i, j int) bool { return kept[i].base < kept[j].base })
	return kept, loose
}

func kindOrder(kind string) int {
	return strings.Index("log index timeindex txnindex snapshot", kind)
}

func (g fileGroup) renamed() bool {
	return g.seg != nil && g.seg.State == "renamed" || g.seg == nil && g.files[0].Suffix == "deleted"
}

func (g fileGroup) gone() int64 {
	if g.seg != nil {
		return g.seg.Gone
	}
	return g.files[0].Gone
}

// open tells whether a group is open: as somebody has said, else by itself. What a filter finds is shown.
func (l *FileList) open(key string, by bool) bool {
	by = by || l.Filter != ""
	if open, said := l.Opened[key]; said {
		return open
	}
	return by
}

// folded is one line for a run of renamed segments that go at the same moment.
func (l *FileList) folded(out []FileRow, run []fileGroup) []FileRow {
	n := 0
	for _, g := range run {
		n += len(g.files)
	}
	_, first := Base(run[0].base)
	_, last := Base(run[len(run)-1].base)
	key := "run" + first
	open := l.open(key, false)
	r := FileRow{Group: true, Key: key, Twist: twist(!open), Name: first + " – " + last, Flag: l.goneFlag(run[0].gone()),
		FlagKind: "del", Sum: Plural(int64(n), "file", "files"), Open: open}
	out = append(out, r)
	if open {
		for _, g := range run {
			at := len(out)
			out = l.group(out, g)
			out[at].Flag = "" // the run's line says it for all
		}
	}
	return out
}

func (l *FileList) goneFlag(gone int64) string {
	if gone < 0 {
		return ".deleted"
	}
	return ".deleted, " + Age(gone-l.Now)
}

func (l *FileList) group(out []FileRow, g fileGroup) []FileRow {
	key := strconv.FormatInt(g.base, 10)
	byDefault := g.base == l.Base || g.seg != nil && g.seg.State == "active"
	open := l.open(key, byDefault)
	r := FileRow{Group: true, Key: key, Twist: twist(!open), Open: open}
	r.Zeros, r.Name = Base(g.base)
	if g.seg != nil {
		r.Flag, r.FlagKind = words.Said(g.seg.State), g.seg.State
		switch g.seg.State {
		case "kept":
			r.Flag = ""
		case "renamed":
			r.Flag, r.FlagKind = l.goneFlag(g.seg.Gone), "del"
		case "blocked":
			r.FlagKind = "warn"
		}
	}
	if !open {
		r.Sum = Plural(int64(len(g.files)), "file", "files")
	}
	out = append(out, r)
	if open {
		for _, f := range g.files {
			out = append(out, l.file(f, false))
		}
	}
	return out
}

func (l *FileList) file(f message.File, wide bool) FileRow {
	r := FileRow{Key: f.Path, Path: f.Path, Name: f.Name, Size: Group(f.Size), OnDisk: Group(f.OnDisk), Wide: wide,
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
	open, found := 0, 0
	for _, f := range l.Files.Entries {
		if Matches(f.Name, l.Filter) {
			found++
		}
		if f.Handles > 0 {
			open++
		}
	}
	if l.Filter != "" {
		return words.F("%1 of %2", Group(int64(found)), Plural(int64(len(l.Files.Entries)), "file", "files"))
	}
	return words.F("%1, %2 open", Plural(int64(len(l.Files.Entries)), "file", "files"), Group(int64(open)))
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
