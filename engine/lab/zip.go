package lab

import (
	"io"

	"logarium/engine/archive"
	"logarium/engine/machine/disk"
	"logarium/engine/store"
)

// WriteZip writes a log directory of a broker as a zip file that a real broker takes up: every file as it can be read at this
// moment. Dir is its path; empty: the broker's first. The same machine gives the same bytes.
func (l *Lab) WriteZip(out io.Writer, broker int32, dir string) (err error) {
	defer store.Catch(&err)
	b := l.visible().fork().cluster.Broker(max(broker, 1))
	if b == nil {
		return errNoDir
	}
	if dir == "" && len(b.LogDirs()) > 0 {
		dir = b.LogDirs()[0]
	}
	info, err := b.Disk().Stat(dir)
	if err != nil {
		return err
	}
	if !info.Dir {
		return errNoDir
	}
	w := archive.NewWriter(out)
	if err := zipTree(w, b.Disk(), dir, ""); err != nil {
		return err
	}
	return w.Close()
}

var errNoDir = disk.ErrNotDir

func zipTree(w *archive.Writer, d *disk.Disk, dir, prefix string) error {
	list, err := d.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, f := range list {
		switch {
		case f.Name == ".lock" && prefix == "":
		case f.Dir:
			err = zipTree(w, d, join(dir, f.Name), prefix+f.Name+"/")
		default:
			err = zipFile(w, d, join(dir, f.Name), prefix+f.Name, f)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func zipFile(w *archive.Writer, d *disk.Disk, path, name string, info disk.Info) error {
	h, err := d.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close(h) }() // nothing was written
	return w.Add(name, info.Mtime, io.NewSectionReader(reading{d, h}, 0, info.Size))
}

// reading is an open file of the machine.
type reading struct {
	disk   *disk.Disk
	handle disk.Handle
}

func (r reading) ReadAt(p []byte, at int64) (int, error) { return r.disk.ReadAt(r.handle, p, at) }
