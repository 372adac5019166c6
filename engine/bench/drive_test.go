package bench

import (
	"errors"
	"os"

	"logarium/engine/store"
)

// The media of the workloads that write. The engine's disk lies in memory as tmpfs does; on "disk" its pages are
// also written to a file, as a lab that is kept would be.
const (
	inMemory = "tmpfs"
	onDisk   = "disk"
)

// drive is where a machine's pages go besides memory: nowhere, or into a file through the block store.
type drive struct {
	m     *machine
	store *store.Store
	file  *os.File
}

func newDrive(m *machine, medium string) drive {
	d := drive{m: m}
	if medium == inMemory {
		return d
	}
	f, err := os.CreateTemp(os.Getenv("BENCH_DISK"), "logarium")
	m.must(err)
	d.file = f
	d.store, err = store.Open(blocks{f})
	m.must(err)
	return d
}

// save writes what has changed.
func (d *drive) save() {
	if d.store != nil {
		d.m.must(d.store.Commit(d.m.env.Disk.Code))
	}
}

func (d *drive) close() {
	if d.file != nil {
		d.m.must(errors.Join(d.file.Close(), os.Remove(d.file.Name())))
	}
}

// blocks appends blocks to a file, and never reads them again.
type blocks struct{ *os.File }

func (f blocks) Commit(list []store.Block, root []byte) error {
	for _, b := range list {
		if _, err := f.Write(b.Data); err != nil {
			return err
		}
	}
	_, err := f.Write(root)
	return err
}

func (f blocks) Root() ([]byte, error) { return nil, nil }

func (f blocks) Read([]uint64) ([][]byte, error) { return nil, store.ErrNoBlock }

func (f blocks) List() ([]uint64, error) { return nil, nil }

func (f blocks) Sweep([]uint64) error { return nil }
