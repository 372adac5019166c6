package conform

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"logarium/engine/machine/disk"
	"logarium/engine/plog"
	"logarium/engine/store"
)

// oneLog tells whether a trace drives logs and nothing above them, so that all its state can be copied and stored here.
func oneLog(t *testing.T, dir string) bool {
	for _, op := range readLines(t, filepath.Join(dir, "ops.jsonl")) {
		o, err := parseNode(op)
		if err != nil {
			t.Fatal(err)
		}
		name := o.str("op", "")
		if strings.HasPrefix(name, "lm") || strings.HasPrefix(name, "clean") || strings.HasPrefix(name, "cluster") {
			return false
		}
	}
	return true
}

// TestGoldenForked replays every trace on a fork of a fork of a fork: after each operation the machine goes on with a copy, and at the
// end every state that was left behind must be as it was.
func TestGoldenForked(t *testing.T) {
	type past struct {
		driver Driver
		state  string
	}
	for _, dir := range append(folders(t, "golden"), folders(t, "cases")...) {
		if !oneLog(t, dir) {
			continue
		}
		t.Run(filepath.Base(dir), func(t *testing.T) {
			var left []past
			replayWith(t, dir, func(d *Driver) {
				if err := d.Check(); err != nil {
					t.Errorf("operation %d: broken invariant: %v", len(left), err)
				}
				left = append(left, past{*d, d.everything()})
				d.fork()
			})
			for i := range left {
				if now := left[i].driver.everything(); now != left[i].state {
					t.Fatalf("the fork left behind after operation %d changed\n was %s\n is  %s", i, left[i].state, now)
				}
			}
		})
	}
}

// TestGoldenStored replays every trace while the whole state is written and read back after each operation.
func TestGoldenStored(t *testing.T) {
	for _, dir := range append(folders(t, "golden"), folders(t, "cases")...) {
		if !oneLog(t, dir) {
			continue
		}
		t.Run(filepath.Base(dir), func(t *testing.T) {
			memory := store.NewMemory()
			replayWith(t, dir, func(d *Driver) { d.reopen(t, memory) })
		})
	}
}

// everything is the state of all open logs and what is scheduled.
func (d *Driver) everything() string {
	all := map[string]any{}
	for name, l := range d.logs {
		all[name] = d.state(l)
	}
	var tasks []any
	for t := range d.clock.Tasks() {
		tasks = append(tasks, t)
	}
	all["tasks"] = tasks
	b, err := json.Marshal(all)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// fork replaces the machine's parts by copies.
func (d *Driver) fork() {
	d.disk, d.clock = d.disk.Fork(), d.clock.Fork()
	d.replaceLogs(func(l *plog.Log) *plog.Log { return l.Fork() })
	d.offline, d.names, d.hashes = maps.Clone(d.offline), maps.Clone(d.names), maps.Clone(d.hashes)
	d.lastFiles, d.lastState = maps.Clone(d.lastFiles), maps.Clone(d.lastState)
	d.small.indexes = maps.Clone(d.small.indexes)
	for name, x := range d.small.indexes {
		d.small.indexes[name] = x.copy()
	}
	d.small.maps = maps.Clone(d.small.maps)
	for name, m := range d.small.maps {
		f := m.Fork()
		d.small.maps[name] = &f
	}
}

func (x *openIndex) copy() *openIndex {
	y := &openIndex{}
	switch {
	case x.offset != nil:
		i := *x.offset
		y.offset = &i
	case x.time != nil:
		i := *x.time
		y.time = &i
	default:
		i := *x.txn
		y.txn = &i
	}
	return y
}

// replaceLogs puts another object in the place of each log, closed ones too.
func (d *Driver) replaceLogs(other func(*plog.Log) *plog.Log) {
	owner, logs := map[string]*openLog{}, map[string]*openLog{}
	for id, l := range d.owner {
		owner[id] = &openLog{Log: other(l.Log), name: l.name}
		if d.logs[l.name] == l {
			logs[l.name] = owner[id]
		}
	}
	d.owner, d.logs = owner, logs
}

// code lists the machine's state; what is read goes into the parts given.
func (d *Driver) code(c *store.Coder, on *disk.Disk, logs []*plog.Log) {
	on.Code(c)
	d.clock.Code(c)
	for _, l := range logs {
		l.Code(c)
	}
}

// reopen writes the state and reads it back into new objects.
func (d *Driver) reopen(t *testing.T, memory *store.Memory) {
	t.Helper()
	old, fresh := []*plog.Log{}, map[*plog.Log]*plog.Log{}
	var read []*plog.Log
	for _, id := range slices.Sorted(maps.Keys(d.owner)) {
		l := &plog.Log{}
		old, read = append(old, d.owner[id].Log), append(read, l)
		fresh[d.owner[id].Log] = l
	}
	s, err := store.Open(memory)
	if err == nil {
		err = s.Commit(func(c *store.Coder) { d.code(c, d.disk, old) })
	}
	if err != nil {
		t.Fatal(err)
	}
	on := &disk.Disk{}
	if s, err = store.Open(memory); err == nil {
		err = s.Load(func(c *store.Coder) { d.code(c, on, read) })
	}
	if err != nil {
		t.Fatal(err)
	}
	d.disk = on
	d.replaceLogs(func(l *plog.Log) *plog.Log { return fresh[l] })
}
