package lab

import (
	"slices"
	"strings"

	"logarium/engine/glass"
	"logarium/engine/message"
	"logarium/engine/plog"
	"logarium/engine/segment"
)

// defaultFileLines are more than anybody's screen shows at a time.
const defaultFileLines = 200

// fileTree cuts lines out of the tree of a directory's files. Its cost is that of the lines that are asked for, and of those that are
// open above them.
type fileTree struct {
	k      *look
	dir    string
	folder *folder
	census *census
	log    *plog.Log // nil: none is loaded from here
	judged *judged   // nil: nobody has asked yet

	due   map[int64]int64  // of renamed segments, when they go
	paths map[string]int64 // of other files, when a task removes them

	first, last int // lines that are asked for
	at          int // line that comes next
	lines       []message.FileLine
}

// fileLines is the view files as a tree.
func (k *look) fileLines(dir string) (message.Files, error) {
	d := k.broker.Disk()
	v := message.Files{Dir: dir, Entries: []message.File{}, Lines: []message.FileLine{}}
	if _, _, err := d.ReadDirWindow(dir, 0, 0); err != nil {
		return v, err
	}
	ino, err := d.Inode(dir)
	if err != nil {
		return v, err
	}
	t := fileTree{k: k, dir: dir, census: k.census(), due: map[int64]int64{}, paths: map[string]int64{}}
	t.folder = t.census.folder(ino)
	v.Total, v.Open, v.Disk = t.folder.files, t.folder.open, k.diskView()
	for _, l := range k.broker.Logs() {
		if l.Dir() == dir {
			t.log = l.Fork()
		}
	}
	t.removals()
	v.Entries = t.entries()
	if k.p.Filter != "" {
		t.folder = t.folder.filtered(k.p.Filter)
		v.Found = t.folder.files
	}
	v.All = t.count()
	from, to := window(k.p.From, k.p.Limit, defaultFileLines, int64(v.All))
	if t.first, t.last = int(from), int(to); from < to {
		t.walk()
	}
	v.From = int(from)
	v.Lines = append(v.Lines, t.lines...)
	return v, nil
}

// removals finds what scheduled tasks will remove here.
func (t *fileTree) removals() {
	a := t.k.agenda()
	for _, r := range a.removing(plog.TaskDeleteSnapshot) {
		for _, path := range plog.TaskFiles(t.k.broker.Disk(), r.Task) {
			t.paths[path] = r.Due
		}
	}
	for _, r := range a.removing(plog.TaskDeleteFile) {
		list := r.tickets()
		if r.dir != t.dir {
			continue
		}
		for _, s := range list {
			t.renamed(s, r.Due)
		}
	}
	for path := range t.k.broker.Doomed() {
		if at, ok := t.k.broker.RemovedAt(path); ok {
			t.paths[path] = at
		}
	}
	if t.log == nil {
		t.leftovers()
	}
}

// leftovers are renamed segments that nobody will remove before the broker starts.
func (t *fileTree) leftovers() {
	for base, g := range t.folder.segments {
		if _, ok := t.due[base]; !ok && !slices.ContainsFunc(g.names, func(name string) bool { return !strings.HasSuffix(name, ".deleted") }) {
			t.due[base] = -1
		}
	}
}

func (t *fileTree) renamed(s *segment.Segment, due int64) {
	if t.log == nil || t.log.Segment(s.Base()) == nil {
		t.due[s.Base()] = due
		return
	}
	for _, path := range s.Paths(&segment.IO{Disk: t.k.broker.Disk(), Dir: t.dir}) { // a new segment has taken the number
		t.paths[path] = due
	}
}

// opens tells whether a segment's files follow it.
func (t *fileTree) opens(base int64) bool {
	p := &t.k.p
	switch {
	case slices.Contains(p.Closed, base):
		return false
	case slices.Contains(p.Opened, base), p.Filter != "", base < 0:
		return true
	}
	return t.log != nil && t.log.ActiveBase() == base
}

// someOpen are the places in a list of base offsets of those that are open, in order.
func (t *fileTree) someOpen(bases []int64) (at []int) {
	if t.k.p.Filter != "" {
		for i, base := range bases {
			if t.opens(base) {
				at = append(at, i)
			}
		}
		return at
	}
	list := slices.Clone(t.k.p.Opened)
	if t.log != nil {
		list = append(list, t.log.ActiveBase())
	}
	for _, base := range list {
		if i, ok := slices.BinarySearch(bases, base); ok && t.opens(base) {
			at = append(at, i)
		}
	}
	slices.Sort(at)
	return slices.Compact(at)
}

// count counts all lines.
func (t *fileTree) count() int {
	t.first, t.last = 0, 0
	t.walk()
	return t.at
}

// walk goes over the lines, and keeps those that are asked for.
func (t *fileTree) walk() {
	t.at, t.lines = 0, nil
	bases := t.folder.order()
	for i := 0; i < len(bases); {
		n := t.run(bases[i:])
		t.segments(bases[i : i+n])
		i += n
	}
	rest := t.folder.rest()
	if len(rest) == 0 {
		return
	}
	open := t.opens(-1)
	t.line(func() message.FileLine {
		return message.FileLine{Kind: "others", Base: -1, Last: -1, Gone: -1, Files: len(rest), Open: open}
	})
	if open {
		t.files(-1, rest)
	}
}

// run is how many segments belong together: renamed ones that go at the same moment, or others.
func (t *fileTree) run(bases []int64) int {
	if len(t.due) == 0 {
		return len(bases)
	}
	due, renamed := t.due[bases[0]]
	n := 1
	for ; n < len(bases); n++ {
		if at, also := t.due[bases[n]]; also != renamed || at != due {
			break
		}
	}
	return n
}

// segments adds the lines of segments that belong together.
func (t *fileTree) segments(bases []int64) {
	if due, renamed := t.due[bases[0]]; renamed && len(bases) > 1 {
		open := slices.Contains(t.k.p.Unfolded, bases[0])
		t.line(func() message.FileLine {
			return message.FileLine{Kind: "folded", Base: bases[0], Last: bases[len(bases)-1], Segments: len(bases), Gone: due, State: "renamed", Open: open}
		})
		if !open {
			return
		}
	}
	next := 0
	for _, i := range t.someOpen(bases) {
		t.closed(bases[next:i])
		t.segment(bases[i], true)
		t.files(bases[i], t.family(bases[i]))
		next = i + 1
	}
	t.closed(bases[next:])
}

// closed adds segments of which only those that are asked for are looked at.
func (t *fileTree) closed(bases []int64) {
	from, to := min(max(0, t.first-t.at), len(bases)), min(max(0, t.last-t.at), len(bases))
	t.at += from
	for _, base := range bases[from:to] {
		t.segment(base, false)
	}
	t.at += len(bases) - max(from, to)
}

func (t *fileTree) segment(base int64, open bool) {
	t.line(func() message.FileLine {
		l := message.FileLine{Kind: "segment", Base: base, Last: base, Gone: -1, Files: len(t.folder.segments[base].names), Open: open}
		if due, renamed := t.due[base]; renamed {
			l.State, l.Gone = "renamed", due
		} else {
			l.State = t.state(base)
		}
		return l
	})
}

// state is what the log says of a segment, nothing if it does not have it.
func (t *fileTree) state(base int64) string {
	if t.log == nil || t.log.Segment(base) == nil {
		return ""
	}
	if t.judged == nil {
		j, err := t.k.judge(t.log)
		if err != nil {
			return ""
		}
		t.judged = &j
	}
	s := t.log.OpenSegment(base)
	largest, _, err := s.LargestTimestamp(t.log.IO(t.k.env()))
	if err != nil {
		return ""
	}
	v := message.Segment{Base: base, Next: t.next(base), Size: s.Size(), LargestTs: largest, Expires: -1}
	t.judged.describe(t.k, t.log, &v)
	return v.State
}

// next is where the segment behind one begins, or the log ends.
func (t *fileTree) next(base int64) int64 {
	for s := range t.log.Segments(base + 1) {
		if s.Base() > base {
			return s.Base()
		}
	}
	return t.log.LogEndOffset()
}

// files adds the files of a segment, or of none.
func (t *fileTree) files(base int64, names []string) {
	for _, name := range names {
		t.line(func() message.FileLine {
			l := message.FileLine{Kind: "file", Base: base, Last: base, Gone: -1}
			if f, ok := t.file(name); ok {
				l.File, l.Gone = &f, f.Gone
			}
			return l
		})
	}
}

// line adds a line if it is asked for.
func (t *fileTree) line(make func() message.FileLine) {
	if t.at >= t.first && t.at < t.last {
		t.lines = append(t.lines, make())
	}
	t.at++
}

// family are the names of a segment's files: the log first, then its indexes.
func (t *fileTree) family(base int64) []string {
	g := t.folder.segments[base]
	if g == nil {
		return nil
	}
	names := slices.Clone(g.names)
	slices.SortFunc(names, func(a, b string) int {
		if by := fileOrder(a) - fileOrder(b); by != 0 {
			return by
		}
		return strings.Compare(a, b)
	})
	return names
}

func fileOrder(name string) int {
	return strings.Index("log index timeindex txnindex snapshot", glass.NameOf(name).Kind)
}

func (t *fileTree) file(name string) (message.File, bool) {
	info, err := t.census.disk.Stat(join(t.dir, name)) // as it was before a look at a log opened its indexes
	if err != nil {
		return message.File{}, false
	}
	f := fileView(t.dir, info, t.census, t.paths)
	if due, renamed := t.due[f.Base]; renamed && f.Suffix == "deleted" {
		f.Gone = due
	}
	return f, true
}

// entries are the files that somebody has selected, whatever is in the window: of a segment and its neighbours, and one by its path.
func (t *fileTree) entries() []message.File {
	list, p := []message.File{}, &t.k.p
	var names []string
	if p.Base != nil {
		bases := t.folder.order()
		at, ok := slices.BinarySearch(bases, *p.Base)
		if !ok {
			names = t.family(*p.Base)
		} else {
			for _, base := range bases[max(0, at-1):min(at+2, len(bases))] {
				names = append(names, t.family(base)...)
			}
		}
	}
	name, here := strings.CutPrefix(p.Path, t.dir+"/")
	if here && !strings.Contains(name, "/") && !slices.Contains(names, name) {
		names = append(names, name)
	}
	for _, name := range names {
		if f, ok := t.file(name); ok {
			list = append(list, f)
		}
	}
	return list
}
