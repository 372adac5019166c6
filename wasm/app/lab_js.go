package main

import (
	"encoding/json"
	"io"

	"logarium/engine/cluster"
	"logarium/engine/lab"
	"logarium/engine/lesson/check"
	"logarium/engine/message"
	"logarium/engine/store"
	"logarium/wasm/worker"
)

// open takes up the stored lab, or begins a fresh one.
func (r *room) open(name string, storage worker.Storage) (worker.Lab, bool, error) {
	root, err := storage.Blocks.Root()
	if err != nil {
		return nil, false, err
	}
	if root == nil {
		l, err := lab.New(storage.Blocks, lab.Options{Name: name, Kind: storage.Kind})
		return &machine{Lab: l, room: r}, true, err
	}
	l, err := lab.Open(storage.Blocks, storage.Kind)
	if err != nil {
		return nil, false, err
	}
	return &machine{Lab: l, room: r}, false, err
}

// readLab reads a lab file into an empty storage.
func readLab(in io.Reader, storage worker.Storage) (worker.Lab, string, error) {
	l, info, err := lab.ReadFile(in, storage.Blocks, storage.Kind)
	if err != nil {
		return nil, "", err
	}
	return &machine{Lab: l}, info.Name, nil
}

// ownFiles makes a lab around a visitor's own files.
func ownFiles(o worker.Options, own lab.Own) (worker.Lab, store.Blocks, string, error) {
	laid := store.NewLaid(store.NewMemory())
	l, stopped, err := lab.ImportOwn(control(o), laid, "own", own)
	if err != nil {
		return nil, nil, "", err
	}
	return &machine{Lab: l}, laid, stopped, nil
}

// machine fits a lab to the worker.
type machine struct {
	*lab.Lab
	room     *room // nil: nobody looks at how much memory is in use
	sweeping *store.Sweeping
}

// Commit takes from memory what can be read again, when there is much of it.
func (m *machine) Commit() error {
	err := m.Lab.Commit()
	if err != nil || m.room == nil {
		return err
	}
	if m.room.tight() {
		err = m.Cool()
	}
	m.room.rest()
	return err
}

// Tidy removes blocks that nothing needs any more, a little at a time.
func (m *machine) Tidy() (more bool, err error) {
	if m.sweeping == nil {
		m.sweeping, err = m.BeginSweep()
		return err == nil, err
	}
	_, more, err = m.sweeping.Step()
	if err != nil || !more {
		m.sweeping = nil
	}
	return more && err == nil, err
}

// View answers assertions too, with which lessons find out what is true.
func (m *machine) View(name string, params json.RawMessage) (any, error) {
	if name == "check" {
		return check.View(m.Lab, params)
	}
	return m.Lab.View(name, params)
}

func (m *machine) Exec(line string, o worker.Options) message.Result {
	return m.Lab.Exec(control(o), line, o.Merge)
}

func (m *machine) Build(script string, o worker.Options) message.Result {
	return m.Lab.Build(control(o), script)
}

func (m *machine) Saved() int {
	view, err := m.View("lab", nil)
	if v, ok := view.(message.Lab); err == nil && ok {
		return v.Saved
	}
	return 0
}

// control joins the two halves of a step, progress and the question whether to stop, into one.
func control(o worker.Options) *cluster.Control {
	var done, total int64
	var unit string
	return &cluster.Control{
		Progress: func(d, t int64, u string) { done, total, unit = d, t, u },
		Yield:    func() bool { return !o.Yield(done, total, unit) },
	}
}
