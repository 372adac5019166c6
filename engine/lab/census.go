package lab

import (
	"slices"
	"strings"

	"logarium/engine/glass"
	"logarium/engine/machine/disk"
)

// census is what views know of a whole disk: sums, and which segments have files where. It follows the disk from view to view, at
// the cost of what was changed in between. It is no part of any state.
type census struct {
	disk    *disk.Disk // as it was counted
	folders map[uint64]*folder
	unnamed int64                    // bytes of removed files that are open
	handles map[uint64][]disk.Handle // by inode
}

// folder is a directory.
type folder struct {
	size        int64 // of its files, as ls prints it
	files, open int   // directories are files too here
	segments    map[int64]*family
	bases       []int64         // of the families that have more than snapshots, in order if sorted
	sorted      bool            // nothing was added out of order, or taken away
	others      map[string]bool // names of directories, and of files without a number
}

// family are the files with one number in their names.
type family struct {
	names []string
	logs  int // of them no snapshots
}

// census counts the disk of the view's broker.
func (k *look) census() *census {
	l, id := k.lab, k.p.Broker
	if l.census == nil {
		l.census = map[int32]*census{}
	}
	c := l.census[id]
	if c == nil {
		c = &census{disk: &disk.Disk{}, folders: map[uint64]*folder{}, handles: map[uint64][]disk.Handle{}}
		l.census[id] = c
	}
	c.follow(k.broker.Disk())
	return c
}

// follow counts what has changed.
func (c *census) follow(d *disk.Disk) {
	now := d.Fork()
	now.Since(c.disk, c.count)
	now.HandlesSince(c.disk, c.hold)
	c.disk = now
}

// count takes a file or directory away as it was, or adds it as it is.
func (c *census) count(e disk.Entry, was bool) {
	sign := 1
	if was {
		sign = -1
	}
	if e.Dir {
		c.folder(e.Ino)
	}
	if e.Parent == 0 {
		if !e.Dir {
			c.unnamed += int64(sign) * e.Blocks
		}
		return
	}
	f := c.folder(e.Parent)
	name := glass.NameOf(e.Name)
	switch {
	case e.Dir || name.Base < 0:
		if delete(f.others, e.Name); !was {
			f.others[e.Name] = true
		}
	case was:
		f.leave(name, e.Name)
	default:
		f.join(name, e.Name)
	}
	f.files += sign
	if e.Dir {
		return
	}
	f.size += int64(sign) * e.Size
	if e.Handles > 0 {
		f.open += sign
	}
}

func (c *census) folder(ino uint64) *folder {
	f := c.folders[ino]
	if f == nil {
		f = newFolder()
		c.folders[ino] = f
	}
	return f
}

func newFolder() *folder {
	return &folder{segments: map[int64]*family{}, others: map[string]bool{}, sorted: true}
}

func (f *folder) join(n glass.Name, name string) {
	g := f.segments[n.Base]
	if g == nil {
		g = &family{}
		f.segments[n.Base] = g
	}
	g.names = append(g.names, name)
	if n.Kind == glass.KindSnapshot {
		return
	}
	if g.logs++; g.logs == 1 {
		f.move(n.Base, true)
	}
}

// move notes that a segment comes or goes. Near the end of the log, where commands and undo work, the list stays in order; elsewhere it is put
// in order when it is needed, once for all that have moved.
func (f *folder) move(base int64, comes bool) {
	at, here := slices.BinarySearch(f.bases, base)
	switch {
	case !f.sorted || len(f.bases)-at > nearEnd:
		if f.sorted = false; comes {
			f.bases = append(f.bases, base)
		}
	case comes && !here:
		f.bases = slices.Insert(f.bases, at, base)
	case !comes && here:
		f.bases = slices.Delete(f.bases, at, at+1)
	}
}

// nearEnd is how many segments may have to make room for one.
const nearEnd = 16

func (f *folder) leave(n glass.Name, name string) {
	g := f.segments[n.Base]
	at := slices.Index(g.names, name)
	g.names = slices.Delete(g.names, at, at+1)
	if n.Kind != glass.KindSnapshot {
		if g.logs--; g.logs == 0 {
			f.move(n.Base, false)
		}
	}
	if len(g.names) == 0 {
		delete(f.segments, n.Base)
	}
}

// order returns the base offsets of the segments that have files here, in order.
func (f *folder) order() []int64 {
	if f.sorted {
		return f.bases
	}
	f.bases = slices.DeleteFunc(f.bases, func(base int64) bool { return f.segments[base] == nil || f.segments[base].logs == 0 })
	slices.Sort(f.bases)
	f.bases = slices.Compact(f.bases)
	f.sorted = true
	return f.bases
}

// rest are the names that belong to no segment, in order: snapshots whose segment is gone are among them.
func (f *folder) rest() (names []string) {
	for name := range f.others {
		names = append(names, name)
	}
	if len(f.segments) > len(f.order()) {
		for _, g := range f.segments {
			if g.logs == 0 {
				names = append(names, g.names...)
			}
		}
	}
	slices.Sort(names)
	return names
}

// filtered is what of a folder has all words of a filter in its name.
func (f *folder) filtered(filter string) *folder {
	words := strings.Fields(strings.ToLower(filter))
	found := func(name string) bool {
		name = strings.ToLower(name)
		return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(name, w) })
	}
	g := newFolder()
	for name := range f.others {
		if found(name) {
			g.others[name] = true
			g.files++
		}
	}
	for _, s := range f.segments {
		for _, name := range s.names {
			if found(name) {
				g.join(glass.NameOf(name), name)
				g.files++
			}
		}
	}
	g.keepFamilies(f)
	return g
}

// keepFamilies lists a segment also if the filter has left only its snapshot.
func (f *folder) keepFamilies(of *folder) {
	for base, g := range f.segments {
		if g.logs == 0 && of.segments[base].logs > 0 {
			g.logs = 1
			f.bases = append(f.bases, base)
			f.sorted = false
		}
	}
}

// named sums the sizes of all files that have a name, as the disk's du sums their blocks.
func (c *census) named() (sum int64) {
	for _, f := range c.folders {
		sum += f.size
	}
	return sum
}

func (c *census) hold(h disk.Handle, ino uint64, was bool) {
	list := c.handles[ino]
	switch {
	case !was:
		c.handles[ino] = append(list, h)
	case len(list) == 1:
		delete(c.handles, ino)
	default:
		at := slices.Index(list, h)
		c.handles[ino] = slices.Delete(list, at, at+1)
	}
}

// lowest is the lowest handle of a file, -1 if it is not open.
func (c *census) lowest(ino uint64) int {
	if list := c.handles[ino]; len(list) > 0 {
		return int(slices.Min(list))
	}
	return -1
}
