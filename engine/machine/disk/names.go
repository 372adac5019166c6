package disk

import (
	"path"
	"slices"
	"strings"
)

const maxName = 255

// find returns the inode that a path names.
func (d *Disk) find(name string) (*inode, error) {
	if !strings.HasPrefix(name, "/") {
		return nil, ErrInvalid
	}
	if len(d.faults) > 0 {
		if err := d.injected(OnName, path.Clean(name)); err != nil {
			return nil, err
		}
	}
	return d.lookUp(name)
}

// lookUp is find without faults.
func (d *Disk) lookUp(name string) (*inode, error) {
	if dir, base := d.near.beside(name); dir != nil {
		return d.child(dir, base)
	}
	return d.walk(path.Clean(name))
}

// walk goes down to what a clean path names, and remembers the directory of a file.
func (d *Disk) walk(name string) (n *inode, err error) {
	n = d.get(rootIno)
	for rest := name[1:]; rest != ""; {
		var part string
		part, rest, _ = strings.Cut(rest, "/")
		if !n.dir {
			return nil, ErrNotDir
		}
		if len(part) > maxName {
			return nil, ErrNameTooLong
		}
		dir := n
		n, err = d.child(dir, part)
		if rest == "" && (err != nil || !n.dir) {
			d.near.keep(name, dir)
		}
		if err != nil {
			return nil, err
		}
	}
	return n, nil
}

// child returns what a name in a directory leads to.
func (d *Disk) child(dir *inode, name string) (*inode, error) {
	ino, ok := dir.names.Get(name)
	if !ok {
		return nil, ErrNotExist
	}
	return d.get(ino), nil
}

// findParent returns the directory that holds, or would hold, the last name of a path.
func (d *Disk) findParent(name string) (*inode, string, error) {
	if !strings.HasPrefix(name, "/") {
		return nil, "", ErrInvalid
	}
	name = path.Clean(name)
	if err := d.injected(OnName, name); err != nil {
		return nil, "", err
	}
	base := path.Base(name)
	if len(base) > maxName {
		return nil, "", ErrNameTooLong
	}
	dir, err := d.find(path.Dir(name))
	if err == nil && !dir.dir {
		err = ErrNotDir
	}
	if err != nil {
		return nil, "", err
	}
	return d.edit(dir.ino), base, nil
}

// make creates a file or a directory under a name that must be free.
func (d *Disk) make(name string, isDir bool) (*inode, error) {
	d.changing()
	dir, base, err := d.findParent(name)
	if err != nil {
		return nil, err
	}
	if _, taken := dir.names.Get(base); taken || base == "/" {
		return nil, ErrExist
	}
	return d.create(dir, base, isDir), nil
}

// Mkdir makes a directory.
func (d *Disk) Mkdir(name string) error {
	if _, err := d.make(name, true); err != nil {
		return fail("mkdir", name, err)
	}
	return nil
}

// MkdirAll makes a directory and those above it that are missing. An existing one is fine.
func (d *Disk) MkdirAll(name string) error {
	n, err := d.find(name)
	if err == ErrNotExist {
		if err := d.MkdirAll(path.Dir(path.Clean(name))); err != nil {
			return err
		}
		n, err = d.make(name, true)
	}
	if err == nil && !n.dir {
		err = ErrExist
	}
	if err != nil {
		return fail("mkdir", name, err)
	}
	return nil
}

// Rename gives a file or directory another name, replacing a file, or an empty directory by a
// directory. Handles stay with the file.
func (d *Disk) Rename(from, to string) error {
	d.changing()
	if err := d.rename(from, to); err != nil {
		return fail("rename", from+" -> "+to, err)
	}
	return nil
}

func (d *Disk) rename(from, to string) error {
	n, err := d.find(from)
	if err != nil {
		return err
	}
	dir, base, err := d.findParent(to)
	if err != nil {
		return err
	}
	if n.ino == rootIno || base == "/" || d.within(dir, n) {
		return ErrInvalid
	}
	if ino, taken := dir.names.Get(base); taken {
		if ino == n.ino {
			return nil
		}
		if err := replaceable(d.get(ino), n); err != nil {
			return err
		}
		d.unlink(dir, base)
	}
	n = d.edit(n.ino)
	old := d.edit(n.parent)
	d.note(old, n.name)
	d.moved(n, old, -1)
	old.names.Delete(n.name)
	if old != dir {
		tie(old, dir)
	}
	d.link(dir, base, n)
	return nil
}

// within says whether a directory is n or lies below it.
func (d *Disk) within(dir, n *inode) bool {
	for dir.ino != n.ino {
		if dir.ino == rootIno {
			return false
		}
		dir = d.get(dir.parent)
	}
	return true
}

func replaceable(old, by *inode) error {
	switch {
	case old.dir && !by.dir:
		return ErrIsDir
	case !old.dir && by.dir:
		return ErrNotDir
	case old.names.Len() > 0:
		return ErrNotEmpty
	}
	return nil
}

// tie makes two directories become durable together, so that a rename between them is atomic.
func tie(a, b *inode) {
	if !slices.Contains(a.peers, b.ino) {
		a.peers = append(slices.Clone(a.peers), b.ino)
	}
	if !slices.Contains(b.peers, a.ino) {
		b.peers = append(slices.Clone(b.peers), a.ino)
	}
}

// note keeps what a name means durably, before it changes.
func (d *Disk) note(dir *inode, name string) {
	d.wrote(dir)
	if _, known := dir.before.Get(name); !known {
		ino, _ := dir.names.Get(name)
		dir.before.Set(name, ino)
	}
	d.enqueue(dir)
}

func (d *Disk) link(dir *inode, name string, n *inode) {
	d.note(dir, name)
	d.moved(n, dir, 1)
	dir.names.Set(name, n.ino)
	n.parent, n.name = dir.ino, name
}

// unlink takes a name away, and the inode if nothing else holds it.
func (d *Disk) unlink(dir *inode, name string) {
	ino, _ := dir.names.Get(name)
	n := d.edit(ino)
	if d.options.NFS && !n.dir && n.handles > 0 {
		d.renameSilly(dir, n)
		return
	}
	where := d.path(n)
	d.note(dir, name)
	d.moved(n, dir, -1)
	dir.names.Delete(name)
	n.parent, n.name = 0, where
	d.release(n)
}

// Remove takes away a file or an empty directory.
func (d *Disk) Remove(name string) error {
	d.changing()
	n, err := d.find(name)
	switch {
	case err != nil:
		return fail("remove", name, err)
	case n.ino == rootIno || d.isSilly(n.ino):
		return fail("remove", name, ErrBusy)
	case n.names.Len() > 0:
		return fail("remove", name, ErrNotEmpty)
	}
	d.unlink(d.edit(n.parent), n.name)
	return nil
}

// RemoveAll takes away a file or a directory with everything in it. Nothing there is fine.
func (d *Disk) RemoveAll(name string) error {
	n, err := d.find(name)
	switch {
	case err == ErrNotExist:
		return nil
	case err != nil:
		return fail("remove", name, err)
	case n.ino == rootIno:
		return fail("remove", name, ErrBusy)
	}
	for child := range n.names.All() {
		if err := d.RemoveAll(name + "/" + child); err != nil {
			return err
		}
	}
	return d.Remove(name)
}

// Exists says that a path names something that can be reached.
func (d *Disk) Exists(name string) bool {
	_, err := d.find(name)
	return err == nil
}
