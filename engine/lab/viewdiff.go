package lab

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"logarium/engine/glass"
	"logarium/engine/machine/disk"
	"logarium/engine/message"
)

const (
	maxFileDiffs  = 1_000
	maxScanned    = 100_000   // files of one side
	maxReadByDiff = 256 << 20 // bytes
)

// state is the machine at a position of the journal.
func (l *Lab) state(n int) (*machine, error) {
	if n == l.Position() {
		return l.visible(), nil
	}
	m, ok := l.states.Get(n)
	if !ok {
		return nil, fmt.Errorf("command %d is not between %d and %d", n, l.oldest(), l.total())
	}
	m.load()
	return m, nil
}

// moment describes a position.
func (l *Lab) moment(n int, m *machine) message.Moment {
	c, _ := l.journal.Get(n)
	return message.Moment{Position: n, Now: m.cluster.Now(), Line: c.Line}
}

// sides are the disks at two moments.
type sides struct {
	a, b *disk.Disk
	file string // under this name then or now, nothing else; empty: all
	line bool   // b has come from a: equal versions of an inode are equal contents
	left int64
}

// diff compares two moments.
func (k *look) diff() (message.Diff, error) {
	l, to := k.lab, k.lab.Position()
	if k.p.To != nil {
		to = int(*k.p.To)
	}
	from := max(to-1, l.oldest())
	if k.p.From != nil {
		from = int(*k.p.From)
	}
	from, to = min(from, to), max(from, to)
	a, err := l.state(from)
	if err != nil {
		return message.Diff{}, err
	}
	b, err := l.state(to)
	if err != nil {
		return message.Diff{}, err
	}
	a, b = a.fork(), b.fork()
	v := message.Diff{From: l.moment(from, a), To: l.moment(to, b), Files: []message.FileDiff{}}
	s := sides{file: k.file, line: !l.replaced(from, to), left: maxReadByDiff}
	before, dirs := map[string]disk.Info{}, k.dirs(a, b)
	if old := a.cluster.Broker(k.p.Broker); old != nil {
		s.a = old.Disk()
		before = everyFile(s.a, dirs)
	}
	after := map[string]disk.Info{}
	if now := b.cluster.Broker(k.p.Broker); now != nil {
		s.b = now.Disk()
		after = everyFile(s.b, dirs)
	}
	s.compare(&v, before, after)
	return v, nil
}

// replaced tells whether a command between two positions may have put another machine in the place of the one before.
func (l *Lab) replaced(from, to int) bool {
	for n := from + 1; n <= to; n++ {
		if c, _ := l.journal.Get(n); strings.Contains(c.Line, "lab ") {
			return true
		}
	}
	return false
}

// dirs are the directories to look into.
func (k *look) dirs(machines ...*machine) (dirs []string) {
	if k.p.Dir != "" {
		return []string{cmp.Or(strings.TrimSuffix(k.p.Dir, "/"), "/")}
	}
	for _, m := range machines {
		if b := m.cluster.Broker(k.p.Broker); b != nil {
			dirs = append(dirs, b.LogDirs()...)
		}
	}
	slices.Sort(dirs)
	return slices.Compact(dirs)
}

// everyFile finds the files in directories and in those below them, by path.
func everyFile(d *disk.Disk, dirs []string) map[string]disk.Info {
	files := map[string]disk.Info{}
	for len(dirs) > 0 && len(files) < maxScanned {
		dir := dirs[0]
		dirs = dirs[1:]
		infos, _, err := d.ReadDirWindow(dir, 0, maxScanned)
		if err != nil {
			continue // it is not there at this moment
		}
		for _, i := range infos {
			if i.Dir {
				dirs = append(dirs, join(dir, i.Name))
			} else {
				files[join(dir, i.Name)] = i
			}
		}
	}
	return files
}

// compare lists what differs, by name. A file that has another name keeps its inode.
func (s *sides) compare(v *message.Diff, before, after map[string]disk.Info) {
	names := map[uint64]string{}
	for path, i := range before {
		if _, stays := after[path]; !stays {
			names[i.Ino] = path
		}
	}
	paths := make([]string, 0, len(before)+len(after))
	for path := range after {
		paths = append(paths, path)
	}
	moved := map[string]bool{}
	for path, i := range after {
		if was, ok := names[i.Ino]; ok && s.line && before[path].Ino == 0 {
			moved[was] = true
		}
	}
	for path := range before {
		if _, stays := after[path]; !stays && !moved[path] {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	active := activeSegments(before)
	for _, path := range paths {
		f := message.FileDiff{Path: path, SizeA: -1, SizeB: -1, Diffs: []message.Span{}}
		n := glass.NameOf(path[strings.LastIndexByte(path, '/')+1:])
		f.Kind, f.Base = n.Kind, n.Base
		old, there := before[path]
		now, stays := after[path]
		if f.Was = path; !there {
			f.Was = ""
			if was := names[now.Ino]; stays && s.line && was != "" {
				f.Was, old, there = was, before[was], true
			}
		}
		if s.file != "" && f.Path != s.file && f.Was != s.file {
			continue
		}
		if there {
			f.SizeA = old.Size
		}
		if stays {
			f.SizeB = now.Size
		}
		differs := s.differs(&f, old, now)
		s.countSealed(v, &f, active, old, now)
		if differs {
			if v.Total++; len(v.Files) < maxFileDiffs {
				v.Files = append(v.Files, f)
			}
		}
	}
}

// differs says what has happened to a file, and finds the bytes.
func (s *sides) differs(f *message.FileDiff, old, now disk.Info) bool {
	switch {
	case f.SizeA < 0:
		f.What = "new"
		return true
	case f.SizeB < 0:
		f.What = "gone"
		return true
	case s.line && old.Ino == now.Ino && old.Version == now.Version && f.Was == f.Path:
		return false
	}
	s.read(f)
	if f.What = "changed"; f.Was != f.Path {
		f.What = "renamed"
	}
	return f.What == "renamed" || f.SizeA != f.SizeB || len(f.Diffs) > 0 || f.Why != ""
}

func (s *sides) read(f *message.FileDiff) {
	size := max(f.SizeA, f.SizeB)
	if s.left -= f.SizeA + f.SizeB; size > maxCompared || s.left < 0 {
		f.Why = "the file is too large"
		return
	}
	a, err := s.a.ReadFile(f.Was)
	if err != nil {
		f.Why = err.Error()
		return
	}
	b, err := s.b.ReadFile(f.Path)
	if err != nil {
		f.Why = err.Error()
		return
	}
	f.Diffs = differences(a, b)
}
