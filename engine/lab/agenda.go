package lab

import (
	"cmp"
	"slices"

	"logarium/engine/machine/clock"
	"logarium/engine/plog"
	"logarium/engine/segment"
)

// agenda is what views know of the scheduled tasks, of which there may be one for each segment. It follows the clock from view to view, at
// the cost of what was scheduled and done in between. It is no part of any state.
type agenda struct {
	clock    clock.Clock // as it was looked at
	named    map[string]map[uint64]clock.Task
	removals map[uint64]*removal
}

// removal is a task that removes files, which were renamed before.
type removal struct {
	clock.Task
	dir      string // in which the segments were when they were renamed
	segments []*segment.Segment
	read     bool // dir and segments are those of the task
}

// agenda brings it to the clock of the view.
func (k *look) agenda() *agenda {
	a, now := &k.lab.agenda, k.cluster.Clock().Fork()
	if a.named == nil || now.Jumped(&a.clock) {
		*a = agenda{named: map[string]map[uint64]clock.Task{}, removals: map[uint64]*removal{}}
	}
	now.Since(&a.clock, a.follow)
	a.clock = now
	return a
}

// follow takes a task away as it was, or adds it as it is. No view asks for those that flush a segment.
func (a *agenda) follow(t clock.Task, was bool) {
	switch t.Name {
	case plog.TaskFlushLog:
	case plog.TaskDeleteFile, plog.TaskDeleteSnapshot:
		if was {
			delete(a.removals, t.ID)
		} else {
			a.removals[t.ID] = &removal{Task: t}
		}
	default:
		if a.named[t.Name] == nil {
			a.named[t.Name] = map[uint64]clock.Task{}
		}
		if delete(a.named[t.Name], t.ID); !was {
			a.named[t.Name][t.ID] = t
		}
	}
}

// removing lists the tasks of a name that remove files, in the order in which they are due.
func (a *agenda) removing(name string) (list []*removal) {
	for _, r := range a.removals {
		if r.Name == name {
			list = append(list, r)
		}
	}
	slices.SortFunc(list, func(x, y *removal) int { return cmp.Or(cmp.Compare(x.Due, y.Due), cmp.Compare(x.ID, y.ID)) })
	return list
}

// tickets are the segments that a task removes.
func (r *removal) tickets() []*segment.Segment {
	if !r.read {
		r.dir, r.segments = plog.TaskSegments(r.Task)
		r.read = true
	}
	return r.segments
}

// nextTask is when a task of the broker's own is due, -1 if it is not scheduled.
func (k *look) nextTask(name string) (due, period int64) {
	next, found := clock.Task{Due: -1, Period: -1}, false
	for _, t := range k.agenda().named[name] {
		if k.broker.Owns(t) && (!found || t.Due < next.Due || t.Due == next.Due && t.ID < next.ID) {
			next, found = t, true
		}
	}
	return next.Due, next.Period
}
