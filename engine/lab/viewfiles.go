package lab

import (
	"strings"

	"logarium/engine/glass"
	"logarium/engine/machine/disk"
	"logarium/engine/message"
	"logarium/engine/plog"
	"logarium/engine/segment"
)

const (
	maxHex        = 64 << 10 // bytes of one answer
	entrySize     = 8        // of an offset index
	timeEntrySize = 12       // of a time index
	maxFiles      = 10_000   // of one answer
	maxOpenFiles  = 1_000
)

func (k *look) files() (message.Files, error) {
	dir := k.p.Dir
	if dir == "" {
		dir = k.broker.LogDirs()[0]
	}
	if k.p.Lines {
		return k.fileLines(dir)
	}
	d := k.broker.Disk()
	_, total, err := d.ReadDirWindow(dir, 0, 0)
	if err != nil {
		return message.Files{}, err
	}
	from, to := window(k.p.From, k.p.Limit, maxFiles, int64(total))
	infos, _, err := d.ReadDirWindow(dir, int(from), int(to-from))
	if err != nil {
		return message.Files{}, err
	}
	v := message.Files{Dir: dir, From: int(from), Total: total, Entries: make([]message.File, 0, len(infos)), Disk: k.diskView()}
	c, gone := k.census(), k.gone()
	for _, i := range infos {
		v.Entries = append(v.Entries, fileView(dir, i, c, gone))
	}
	return v, nil
}

func fileView(dir string, i disk.Info, c *census, gone map[string]int64) message.File {
	path := join(dir, i.Name)
	f := message.File{
		Name: i.Name, Path: path, Dir: i.Dir, Kind: "dir", Base: -1, Size: i.Size, OnDisk: i.Blocks,
		Pages: i.Pages, Dirty: i.Dirty, Handles: i.Handles, FD: c.lowest(i.Ino), Mtime: i.Mtime, Gone: -1,
	}
	if !i.Dir {
		n := glass.NameOf(i.Name)
		f.Kind, f.Base, f.Suffix = n.Kind, n.Base, n.Suffix
	}
	if due, ok := gone[path]; ok {
		f.Gone = due
	}
	return f
}

// gone finds when scheduled tasks will remove files.
func (k *look) gone() map[string]int64 {
	due := map[string]int64{}
	for _, name := range [...]string{plog.TaskDeleteFile, plog.TaskDeleteSnapshot} {
		for _, r := range k.agenda().removing(name) { // in their order: a name may wait for its removal twice
			for _, path := range plog.TaskFiles(k.broker.Disk(), r.Task) {
				due[path] = r.Due
			}
		}
	}
	for path := range k.broker.Doomed() {
		if at, ok := k.broker.RemovedAt(path); ok {
			due[path] = at
		}
	}
	return due
}

// diskView is the state of the machine's disk and cache as a whole.
func (k *look) diskView() message.Disk {
	d := k.broker.Disk()
	used, capacity := d.Df()
	c, cache := k.census(), d.Cache()
	open, _ := d.OpenCount()
	v := message.Disk{
		Named: c.named(), Du: used - c.unnamed, Used: used, Capacity: capacity, Clean: cache.Resident - cache.Dirty, Dirty: cache.Dirty,
		Handles: open, Limit: d.Options().HandleLimit,
	}
	for _, f := range d.Faults() {
		v.Faults = append(v.Faults, message.Fault{Path: f.Path, On: operations(f.On), Full: f.Full, Torn: f.Torn, Skip: f.Skip, Times: f.Times})
	}
	return v
}

// operations names what a fault hits.
func operations(on disk.Op) string {
	if on == disk.OnAll {
		return "all"
	}
	var names []string
	for i, name := range []string{"read", "write", "sync", "open"} {
		if on&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ",")
}

func (k *look) machineView() message.Machine {
	d := k.broker.Disk()
	open, mapped := d.OpenCount()
	from, to := window(k.p.From, k.p.Limit, maxOpenFiles, int64(open+mapped))
	v := message.Machine{Disk: k.diskView(), From: int(from), Total: open + mapped, OpenFiles: []message.OpenFile{}}
	n := int64(0)
	for h := range d.HandleInodes() {
		if n >= to {
			break
		}
		if n++; n <= from {
			continue
		}
		v.OpenFiles = append(v.OpenFiles, openFile(d, h))
	}
	return v
}

func openFile(d *disk.Disk, h disk.Handle) message.OpenFile {
	f := d.OpenFile(h)
	return message.OpenFile{FD: int(h), PID: f.Process, Path: f.Path, Size: f.Size, Deleted: f.Deleted}
}

func (k *look) hex() (message.Hex, error) {
	offset := int64(0)
	if k.p.Offset != nil {
		offset = max(0, *k.p.Offset)
	}
	length := k.p.Length
	if length <= 0 {
		length = maxHex
	}
	return glass.HexView(glass.OnDisk(k.broker.Disk()), k.p.Path, offset, length, k.used())
}

// fields annotates the bytes of a file.
func (k *look) fields() (message.Fields, error) {
	w := glass.Window{Length: k.p.Length, First: k.p.First, Records: k.p.Records, Used: k.used()}
	if k.p.Offset != nil {
		w.Offset = max(0, *k.p.Offset)
	}
	return glass.Fields(glass.OnDisk(k.broker.Disk()), k.p.Path, w)
}

// used is where the entries of an index end that the broker has open: behind them it is preallocated. 0: unknown.
func (k *look) used() int64 {
	n := glass.NameOf(k.p.Path)
	if n.Suffix != "" || n.Base < 0 {
		return 0
	}
	for _, l := range k.broker.Logs() {
		if s := l.Segment(n.Base); s != nil && strings.HasPrefix(k.p.Path, l.Dir()+"/") {
			return usedOf(s, n.Kind)
		}
	}
	return 0
}

func usedOf(s *segment.Segment, kind string) int64 {
	switch kind {
	case glass.KindIndex:
		return int64(s.IndexEntries()) * entrySize
	case glass.KindTimeIndex:
		return int64(s.TimeIndexEntries()) * timeEntrySize
	}
	return 0
}
