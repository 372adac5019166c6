package lab

import (
	"errors"
	"fmt"
	"io"

	"logarium/engine/archive"
	"logarium/engine/store"
)

// WriteFile writes the lab as a lab file, all that can be undone included. Program is the version that does so. What is not
// committed yet is committed first; if the store refuses that, the file is made from memory, and has it all the same.
func (l *Lab) WriteFile(out io.Writer, program string) (err error) {
	defer store.Catch(&err)
	info := archive.Info{Name: l.Name(), Program: program, Commands: l.position}
	if l.Dirty() && l.Commit() != nil {
		return l.writeCopy(out, info)
	}
	if _, err := l.Sweep(); err != nil {
		return err
	}
	return archive.WriteLab(out, info, l.Script(), l.blocks)
}

// writeCopy writes a lab that cannot be committed: it is stored in memory first.
func (l *Lab) writeCopy(out io.Writer, info archive.Info) error {
	copied := store.NewMemory()
	s, err := store.Open(copied)
	if err != nil {
		return err
	}
	if err := s.Commit(l.code); err != nil {
		return err
	}
	return archive.WriteLab(out, info, l.Script(), copied)
}

// ReadFile reads a lab file into an empty store, and looks at all of it, so that what comes from a stranger is a lab and no less.
// After an error the store is to be thrown away. Errors: those of archive.ReadLab, and what does not fit in the lab's state.
func ReadFile(in io.Reader, blocks store.Blocks, kind string) (l *Lab, info archive.Info, err error) {
	if info, err = archive.ReadLab(in, blocks); err != nil {
		return nil, info, err
	}
	defer store.Catch(&err)
	if l, err = Open(blocks, kind); err != nil {
		return nil, info, err
	}
	if _, err := l.Sweep(); err != nil {
		return nil, info, fmt.Errorf("the lab in the file cannot be read: %w", err)
	}
	return l, info, l.check()
}

// check looks for what no lab is like, in the parts on which everything else relies.
func (l *Lab) check() error {
	if l.position < 0 || l.position > l.total() || l.total() > maxJournal {
		return errors.New("the lab in the file stands at a command that its journal does not have")
	}
	c := l.current().cluster
	if len(c.Brokers()) == 0 {
		return errors.New("the lab in the file has no broker")
	}
	for _, id := range c.Brokers() {
		if err := c.Broker(id).Disk().Check(); err != nil {
			return fmt.Errorf("the lab in the file has a disk that cannot be: %w", err)
		}
	}
	return nil
}
