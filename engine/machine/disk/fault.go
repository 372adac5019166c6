package disk

import (
	"fmt"
	"slices"
	"strings"
)

// Op is a set of operations that a fault hits.
type Op uint8

// Operations.
const (
	OnRead  Op = 1 << iota // ReadAt, View
	OnWrite                // WriteAt, Truncate
	OnSync                 // Sync, SyncDir
	OnName                 // everything that takes a path
	OnAll   = OnRead | OnWrite | OnSync | OnName
)

// Fault makes operations on a path, and on everything below it, fail. A directory that went offline is
// a Fault with OnAll.
type Fault struct {
	Path  string
	On    Op
	Full  bool // with OnWrite: there is no room for new pages below the path, as on a file system of its own that is full
	Torn  bool // with OnWrite: the first half is written, up to a multiple of 512 bytes of the file, before it fails
	Skip  int  // how many operations still succeed
	Times int  // how many then fail; 0: all, until the fault is cleared
}

// SetFault adds a fault. Of several that fit, the oldest acts.
func (d *Disk) SetFault(f Fault) { d.faults = append(slices.Clone(d.faults), f) }

// ClearFaults removes the faults that were set for a path, or all for "".
func (d *Disk) ClearFaults(path string) {
	d.faults = slices.DeleteFunc(slices.Clone(d.faults), func(f Fault) bool { return path == "" || f.Path == path })
}

// Faults returns the faults that are set, with what remains of Skip and Times.
func (d *Disk) Faults() []Fault { return slices.Clone(d.faults) }

// injected returns the error of the fault that hits an operation, and counts it.
func (d *Disk) injected(op Op, path string) error {
	for i, f := range d.faults {
		if f.On&op == 0 || !covers(f.Path, path) {
			continue
		}
		return d.hit(i, f)
	}
	return nil
}

// injectedInto is injected for a file that is at hand. Without faults it costs nothing.
func (d *Disk) injectedInto(op Op, n *inode) error {
	if len(d.faults) == 0 {
		return nil
	}
	return d.injected(op, d.path(n))
}

// filled says that there is no room below a path.
func (d *Disk) filled(path string) bool {
	return slices.ContainsFunc(d.faults, func(f Fault) bool { return f.Full && f.On&OnWrite != 0 && f.Skip == 0 && covers(f.Path, path) })
}

func (d *Disk) hit(i int, f Fault) error {
	faults := slices.Clone(d.faults)
	d.faults = faults
	if f.Skip > 0 {
		faults[i].Skip--
		return nil
	}
	switch f.Times {
	case 0:
	case 1:
		d.faults = slices.Delete(faults, i, i+1)
	default:
		faults[i].Times--
	}
	switch {
	case f.Full && f.On == OnWrite:
		return errFull
	case f.Torn && f.On == OnWrite:
		return errTorn
	}
	return ErrIO
}

// errTorn is ErrIO after a part of a write; errFull is ErrNoSpace once a new page is needed.
var (
	errTorn = fmt.Errorf("torn: %w", ErrIO)
	errFull = fmt.Errorf("full: %w", ErrNoSpace)
)

// tornAt is how much is written of so many bytes at off.
func tornAt(off int64, bytes int) int {
	return max(0, int((off+int64(bytes)/2)/sector*sector-off))
}

func covers(above, path string) bool {
	above = strings.TrimSuffix(above, "/")
	return strings.HasPrefix(path, above) && (len(path) == len(above) || path[len(above)] == '/')
}

// Flip inverts one bit (0 to 7) of a byte of a file, in the cache and on the device, as a failing
// device does it: unnoticed, and without a trace in the times. Holes cannot be flipped.
func (d *Disk) Flip(path string, off int64, bit uint) error {
	n, err := d.find(path)
	if err == nil && (n.dir || bit > 7 || off < 0 || off >= n.live.size || n.live.pages.page(off/PageSize) == nil) {
		err = ErrInvalid
	}
	if err != nil {
		return fail("flip", path, err)
	}
	n = d.edit(n.ino)
	n.hot = hot{}
	d.renew(n)
	for _, t := range []*table{&n.live.pages, &n.durable.pages} {
		if number := off / PageSize; t.page(number) != nil {
			t.change(t.editLeaf(number>>fanBits), number)[off%PageSize] ^= 1 << bit
		}
	}
	return nil
}
