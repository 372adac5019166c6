package disk

import (
	"fmt"
	"slices"
)

// SetNFS makes the file system one that is mounted over NFS (or a local one again). Such a server knows nothing of open files. When
// one is removed, or replaced by a rename, the client gives it a name in the same directory instead, .nfs and two numbers, and
// removes that at the last close ("silly rename"). Until then the name is listed, Du counts it, removing it fails with ErrBusy, and
// its directory is not empty. A power loss leaves such names behind for good.
func (d *Disk) SetNFS(on bool) { d.options.NFS = on }

// renameSilly is what NFS does in place of taking an open file's only name away.
func (d *Disk) renameSilly(dir, n *inode) {
	d.note(dir, n.name)
	dir.names.Delete(n.name)
	d.link(dir, fmt.Sprintf(".nfs%016x%08x", n.ino, uint32(d.writes)), n)
	if !d.isSilly(n.ino) {
		d.silly = append(slices.Clone(d.silly), n.ino)
	}
}

func (d *Disk) isSilly(ino uint64) bool { return slices.Contains(d.silly, ino) }

// endSilly takes the name away that a removed file had, when nobody has it open any more.
func (d *Disk) endSilly(n *inode) {
	i := slices.Index(d.silly, n.ino)
	if i < 0 || n.handles > 0 {
		return
	}
	d.silly = slices.Delete(slices.Clone(d.silly), i, i+1)
	if n.parent != 0 {
		d.unlink(d.edit(n.parent), n.name)
	}
}
