package conform

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"logarium/engine/broker"
	"logarium/engine/cleaner"
	"logarium/engine/kerr"
	"logarium/engine/machine/clock"
	"logarium/engine/plog"
)

// What a result tells of a log manager: its logs, its tasks, and the lines of its threads.

// log is the log that the operation means.
func (m *manager) log() (*openLog, error) {
	name, future := m.name()
	l := m.broker.LogManager().Edit(name, future)
	if l == nil {
		return nil, kerr.ErrIllegalState.With("no log %s", m.current)
	}
	return &openLog{Log: l, name: m.current}, nil
}

// open are the logs by the names of their directories.
func (m *manager) open() map[string]*plog.Log {
	open := map[string]*plog.Log{}
	for _, l := range m.broker.Logs() {
		open[m.norm(strings.TrimPrefix(l.Dir(), root+"/"))] = l
	}
	for _, l := range m.broker.Futures() {
		open[m.norm(strings.TrimPrefix(l.Dir(), root+"/"))] = l
	}
	return open
}

// allOpen are the logs of the log manager, or of the cluster's.
func (d *Driver) allOpen() map[string]*plog.Log {
	switch {
	case d.manager != nil:
		return d.manager.open()
	case d.cluster != nil:
		return d.cluster.logs()
	}
	return nil
}

// managedStates is the "state" member while there is a log manager, and once after it: what changed of all logs.
func (d *Driver) managedStates() (any, bool) {
	now := map[string]any{}
	open := d.allOpen()
	for _, name := range sortedKeys(open) {
		whole := d.state(&openLog{Log: open[name], name: name})
		if d.cluster != nil {
			whole["replica"] = d.cluster.role(name)
		}
		state := plain(whole)
		last, known := d.lastState[name]
		if d.delta && known && same(state, last) {
			continue
		}
		d.lastState[name] = state
		now[name] = state
		if d.delta && known {
			now[name] = segmentsChanged(state, last)
		}
	}
	gone := []any{}
	for _, name := range sortedKeys(d.lastState) {
		if _, ok := open[name]; !ok {
			gone = append(gone, name)
			delete(d.lastState, name)
		}
	}
	if d.manager == nil && d.cluster == nil {
		d.managed = false
		return nil, false
	}
	if len(gone) > 0 {
		now["gone"] = gone
	}
	return now, len(now) > 0
}

// cleanerThread is the name that the oracle gives to the only thread of its cleaner.
const cleanerThread = "cleaner-thread-loop"

// taskName is a task's name as the oracle has it.
func taskName(name string) string {
	if strings.HasPrefix(name, broker.TaskCleaner) {
		return cleanerThread
	}
	return name
}

// perform runs a task. One that the oracle does not have is dropped, one that throws is told here.
func (m *manager) perform(t clock.Task) bool {
	if !m.runs(t) {
		return false
	}
	m.thrown = nil
	m.broker.Perform(&m.host, t)
	if m.thrown == nil {
		return true
	}
	m.ran = append(m.ran, []any{m.norm(taskName(t.Name)), m.clock.Now(), m.failure(m.thrown)})
	return false
}

// runs says that a task belongs to the log manager; a failed directory is dealt with by ReplicaManager, which the oracle
// has not.
func (m *manager) runs(t clock.Task) bool { return t.Name != broker.TaskDirFailure }

// flusherRow is kafka-log-flusher with a period that never ends: the engine does not keep it on its clock.
func (m *manager) flusherRow() []any {
	if !m.flusher || m.broker.Config().Int("log.flush.scheduler.interval.ms") != math.MaxInt64 || m.clock.Now() < m.flusherD {
		return nil
	}
	return []any{broker.TaskFlusher, int64(math.MaxInt64), int64(math.MaxInt64)}
}

// taskRows are the rows of the scheduled tasks.
func (m *manager) taskRows() []any {
	rows := []any{}
	for t := range m.clock.Tasks() {
		period := t.Period
		switch {
		case t.Name == broker.TaskFlusher && period == 0:
			period = math.MaxInt64
		case period == 0:
			period = -1
		}
		if m.runs(t) {
			rows = append(rows, []any{m.norm(taskName(t.Name)), t.Due, period})
		}
	}
	if row := m.flusherRow(); row != nil {
		rows = append(rows, row)
	}
	return rows
}

// openNow are the logs that are open, by name, for changing.
func (d *Driver) openNow() (list []*plog.Log) {
	if d.cluster != nil {
		return d.cluster.openNow()
	}
	if d.manager != nil {
		for name := range d.manager.broker.Logs() {
			list = append(list, d.manager.broker.LogManager().Edit(name, false))
		}
		return list
	}
	for _, name := range sortedKeys(d.logs) {
		list = append(list, d.logs[name].Log)
	}
	return list
}

// asCleaner shows the log manager's cleaner to the operations on cleaners.
func (m *manager) asCleaner() *openCleaner {
	c := &openCleaner{cfg: cleaner.Config{Threads: 1}}
	for _, d := range m.broker.Dirs() {
		c.dirs = append(c.dirs, d.Path)
	}
	return c
}

// partitionIn is the partition of which a line speaks first: by "partition=orders-0" or by the name of its directory.
func partitionIn(text string) (name string, ok bool) {
	for i := range text {
		if rest, found := strings.CutPrefix(text[i:], "partition="); found {
			if end := strings.IndexAny(rest, ",]"); end > 0 {
				return rest[:end], true
			}
		}
		if rest, found := strings.CutPrefix(text[i:], root+"/"); found {
			dir, rest, below := strings.Cut(rest, "/")
			name = rest
			if end := strings.IndexAny(rest, "/ ,)"); end >= 0 {
				name = rest[:end]
			}
			if below && !strings.Contains(dir, " ") && name != "" {
				return live(name), true
			}
		}
	}
	return "", false
}

// live is the name of a directory without what marks it as deleted, stray or future.
func live(dir string) string {
	if dot := strings.LastIndexByte(dir, '.'); dot > 0 {
		random, kind, ok := strings.Cut(dir[dot+1:], "-")
		if ok && len(random) == 32 && isHex(random) && slices.Contains([]string{"delete", "stray", "future"}, kind) {
			return dir[:dot]
		}
	}
	return dir
}

// renumbered is a line with its place among those of its directory: "(3/4 completed in ".
func renumbered(text string, done *int) string {
	end := strings.Index(text, " completed in ")
	if end < 0 {
		return text
	}
	start := strings.LastIndexByte(text[:end], '(')
	_, total, ok := strings.Cut(text[start+1:end], "/")
	if start < 0 || !ok {
		return text
	}
	*done++
	return text[:start+1] + fmt.Sprint(*done, "/", total) + text[end:]
}

// threadLines are the lines of the threads that load and close logs: by thread, then by partition.
func (d *Driver) threadLines() (out []any) {
	var names []string
	for _, l := range d.threads {
		if !slices.Contains(names, l.thread) {
			names = append(names, l.thread)
		}
	}
	slices.Sort(names)
	for _, thread := range names {
		out = append(out, d.linesOf(thread)...)
	}
	d.threads = nil
	return out
}

func (d *Driver) linesOf(thread string) (out []any) {
	groups, key := map[string][][]any{}, ""
	for _, l := range d.threads {
		if l.thread != thread {
			continue
		}
		row := d.lineRow(l)
		text, _ := row[2].(string)
		if name, ok := partitionIn(text); ok {
			key = name
		}
		groups[key] = append(groups[key], row)
	}
	done := 0
	for _, key := range sortedKeys(groups) {
		for _, row := range groups[key] {
			text, _ := row[2].(string)
			row[2] = renumbered(text, &done)
			out = append(out, row)
		}
	}
	return out
}

// byTime sorts what ran during a start by time and name, as the oracle does.
func byTime(ran []any) {
	slices.SortStableFunc(ran, func(a, b any) int {
		x, y := anyList(a), anyList(b)
		if d := x[1].(int64) - y[1].(int64); d != 0 {
			return int(d)
		}
		return strings.Compare(x[0].(string), y[0].(string))
	})
}
