package disk

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// thing is a file or directory of the model: bytes, a copy of what is durable of them, and nothing
// clever.
type thing struct {
	dir         bool
	named       bool
	live, safe  []byte
	names, kept map[string]*thing
	tied        map[*thing]bool
}

// model is a disk that cannot do more than remember.
type model struct {
	root *thing
	open map[Handle]*thing
}

func newThing(dir bool) *thing {
	return &thing{dir: dir, named: true, names: map[string]*thing{}, kept: map[string]*thing{}, tied: map[*thing]bool{}}
}

func newModel() *model { return &model{newThing(true), map[Handle]*thing{}} }

// clone copies everything that can be reached.
func (m *model) clone() *model {
	done := map[*thing]*thing{}
	var copyOf func(t *thing) *thing
	copyOf = func(t *thing) *thing {
		if c := done[t]; c != nil {
			return c
		}
		c := newThing(t.dir)
		done[t] = c
		c.named, c.live, c.safe = t.named, slices.Clone(t.live), slices.Clone(t.safe)
		for name, x := range t.names {
			c.names[name] = copyOf(x)
		}
		for name, x := range t.kept {
			c.kept[name] = copyOf(x)
		}
		for x := range t.tied {
			c.tied[copyOf(x)] = true
		}
		return c
	}
	c := &model{copyOf(m.root), map[Handle]*thing{}}
	for h, t := range m.open {
		c.open[h] = copyOf(t)
	}
	return c
}

func (m *model) find(path string) *thing {
	t := m.root
	for part := range strings.SplitSeq(strings.Trim(path, "/"), "/") {
		if part != "" && t != nil {
			t = t.names[part]
		}
	}
	return t
}

// parent returns the directory of a path and the last name.
func (m *model) parent(path string) (*thing, string) {
	i := strings.LastIndexByte(path, '/')
	dir := m.find(path[:i])
	if dir == nil || !dir.dir {
		return nil, ""
	}
	return dir, path[i+1:]
}

func (m *model) create(path string, isDir bool) *thing {
	dir, name := m.parent(path)
	if dir == nil || dir.names[name] != nil {
		return nil
	}
	dir.names[name] = newThing(isDir)
	return dir.names[name]
}

func (m *model) rename(from, to string) bool {
	t := m.find(from)
	old, oldName := m.parent(from)
	dir, name := m.parent(to)
	if t == nil || dir == nil || old == nil || strings.HasPrefix(to+"/", from+"/") && from != to {
		return false
	}
	if there := dir.names[name]; there == t {
		return true
	} else if there != nil {
		if there.dir != t.dir || len(there.names) > 0 {
			return false
		}
		there.named = false
	}
	delete(old.names, oldName)
	dir.names[name] = t
	if old != dir {
		old.tied[dir], dir.tied[old] = true, true
	}
	return true
}

func (m *model) remove(path string) bool {
	t := m.find(path)
	dir, name := m.parent(path)
	if t == nil || dir == nil || len(t.names) > 0 {
		return false
	}
	t.named = false
	delete(dir.names, name)
	return true
}

func (t *thing) write(p []byte, off int) {
	if grow := off + len(p) - len(t.live); grow > 0 && len(p) > 0 {
		t.live = append(t.live, make([]byte, grow)...)
	}
	copy(t.live[min(off, len(t.live)):], p)
}

func (t *thing) truncate(size int) {
	t.live = append(slices.Clone(t.live[:min(size, len(t.live))]), make([]byte, max(0, size-len(t.live)))...)
}

func (t *thing) sync() { t.safe = slices.Clone(t.live) }

// syncNames makes a directory durable with those tied to it, and those that are gone by that.
func (t *thing) syncNames() {
	group := []*thing{t}
	for i := 0; i < len(group); i++ {
		for x := range group[i].tied {
			if !slices.Contains(group, x) {
				group = append(group, x)
			}
		}
	}
	var gone []*thing
	for _, x := range group {
		for _, child := range x.kept {
			if child.dir && !child.named {
				gone = append(gone, child)
			}
		}
		x.kept = maps.Clone(x.names)
		x.tied = map[*thing]bool{}
	}
	for _, x := range gone {
		x.syncNames()
	}
}

func (m *model) all() []*thing {
	var list []*thing
	var visit func(t *thing)
	visit = func(t *thing) {
		if slices.Contains(list, t) {
			return
		}
		list = append(list, t)
		for _, x := range t.names {
			visit(x)
		}
	}
	visit(m.root)
	for _, t := range m.open {
		visit(t)
	}
	return list
}

func (m *model) syncAll() {
	for _, t := range m.all() {
		if t.dir {
			t.syncNames()
		} else {
			t.sync()
		}
	}
}

func (m *model) powerLoss() {
	m.open = map[Handle]*thing{}
	var restore func(t *thing)
	restore = func(t *thing) {
		t.named, t.live, t.names, t.tied = true, slices.Clone(t.safe), maps.Clone(t.kept), map[*thing]bool{}
		for _, x := range t.names {
			restore(x)
		}
	}
	restore(m.root)
}

// compare fails if a disk does not show exactly what the model holds.
func (m *model) compare(t *rapid.T, d *Disk) {
	if err := d.Check(); err != nil {
		t.Fatal(err)
	}
	m.compareDir(t, d, m.root, "/")
	for h, x := range m.open {
		x.compareMapping(t, d, h)
		got := make([]byte, d.Size(h))
		d.ReadAt(h, got, 0)
		if !bytes.Equal(got, x.live) {
			t.Fatalf("handle %d: %s", h, difference(got, x.live))
		}
	}
}

func (m *model) compareDir(t *rapid.T, d *Disk, dir *thing, path string) {
	list, err := d.ReadDir(path)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, info := range list {
		names = append(names, info.Name)
	}
	if want := slices.Sorted(maps.Keys(dir.names)); !slices.Equal(names, want) {
		t.Fatalf("%s holds %v, want %v", path, names, want)
	}
	dir.compareFiles(t, d, path)
	for name, x := range dir.names {
		if x.dir {
			m.compareDir(t, d, x, path+name+"/")
			continue
		}
		if d.Exists(path+name+"/x") || d.Exists(path+name+"x") {
			t.Fatalf("beside %s%s there is what nobody made", path, name)
		}
		if got, err := d.ReadFile(path + name); err != nil || !bytes.Equal(got, x.live) {
			t.Fatalf("%s%s: %v %s", path, name, err, difference(got, x.live))
		}
	}
}

// compareFiles fails unless the list of a directory's files, asked for twice, is what the model has.
func (t *thing) compareFiles(tb *rapid.T, d *Disk, path string) {
	var want []string
	for _, name := range slices.Sorted(maps.Keys(t.names)) {
		if !t.names[name].dir {
			want = append(want, name)
		}
	}
	for range 2 {
		if got, err := d.Names(path); err != nil || !slices.Equal(got, want) {
			tb.Fatalf("files of %s: %v %v, want %v", path, got, err, want)
		}
	}
}

// compareMapping fails if a mapping shows anything else, as it is before all else was read.
func (x *thing) compareMapping(t *rapid.T, d *Disk, h Handle) {
	pages := d.Mapping(h).Pages
	if len(pages) != (len(x.live)+PageSize-1)/PageSize {
		t.Fatalf("mapping of %d pages for %d bytes", len(pages), len(x.live))
	}
	for i, page := range pages {
		want := x.live[i*PageSize : min(len(x.live), (i+1)*PageSize)]
		if page != nil && !bytes.Equal(page[:len(want)], want) {
			t.Fatalf("mapped page %d: %s", i, difference(page[:len(want)], want))
		}
	}
}

func difference(got, want []byte) string {
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return strings.Join([]string{"differs at byte", itoa(i), "of", itoa(len(want))}, " ")
		}
	}
	return itoa(len(got)) + " bytes, want " + itoa(len(want))
}
