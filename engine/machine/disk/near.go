package disk

import "strings"

// near is the directory into which the last path led. Looking up one name after the other in it, as the start of a broker
// does forty thousand times, need not go down from the root each time. It is no part of the state.
type near struct {
	path string // clean, with '/' behind it; "": none
	dir  *inode
}

// beside returns the directory and the last name of a path if they are near: nothing of the path can be cleaned then.
func (m *near) beside(path string) (dir *inode, base string) {
	if m.path == "" {
		return nil, ""
	}
	base, ok := strings.CutPrefix(path, m.path)
	if !ok || base == "" || base[0] == '.' || len(base) > maxName || strings.IndexByte(base, '/') >= 0 {
		return nil, ""
	}
	return m.dir, base
}

// keep remembers the directory of a clean path.
func (m *near) keep(path string, dir *inode) {
	*m = near{path[:strings.LastIndexByte(path, '/')+1], dir}
}

// moved is told that a directory gets (by is 1) or loses (-1) a name for n: another directory may be near then.
func (d *Disk) moved(n, dir *inode, by int) {
	if !n.dir {
		return
	}
	d.near = near{}
	if dir.dirs > 0 {
		dir.dirs += by
	}
}
