// Package clock is the virtual time of a simulated machine and what is scheduled on it. Time moves only
// when Step is told so, from task to task; a task is data, and whoever owns it performs it.
package clock

import (
	"encoding/binary"
	"iter"
	"math"

	"logarium/engine/cow"
	"logarium/engine/store"
)

// Task is a thing to do at a time.
type Task struct {
	ID     uint64   // given by Schedule, from 1 in order of creation
	Name   string   // Kafka's name where it has one: "kafka-log-retention"
	Owner  string   // who performs it: "b1", "b1/orders-0", "workload/w1"
	Due    int64    // ms
	Period int64    // ms until it is due again; 0: once
	Args   []string // not changed once scheduled
}

// Forever is a limit for Step that no task's due time passes.
const Forever = math.MaxInt64

// Clock is the time and the tasks, in order of due time and, at the same time, of creation.
//
// What must hold: Step never skips a task that is due, never moves time backwards, and gives equal
// sequences for equal histories. A task that is scheduled in the past is due at once, and time stays.
// Not promised: anything about how long a task takes; it takes no time.
//
// There are two times, as on a real machine: the one that only moves forward, by which tasks are
// due, and the wall clock, which Jump sets. Due is always given in terms of the wall clock.
type Clock struct {
	mono  int64 // ms, never moves backwards
	wall  int64 // what the wall clock shows when mono is 0; 0 until Jump
	last  uint64
	queue cow.Map[string, Task] // by orderKey; Due is by mono
	due   cow.Map[uint64, int64]
}

// New returns a clock without tasks that shows a time in ms.
func New(now int64) Clock { return Clock{mono: now} }

// Now is what the wall clock shows, in ms.
func (c *Clock) Now() int64 { return c.mono + c.wall }

// Jump sets the wall clock forwards or backwards by ms. The time until each task stays.
func (c *Clock) Jump(ms int64) { c.wall += ms }

// Len is the number of scheduled tasks.
func (c *Clock) Len() int { return c.queue.Len() }

// Schedule adds a task and returns the ID that it got; the task's own ID is not looked at. A negative
// Period counts as none.
func (c *Clock) Schedule(t Task) uint64 {
	c.last++
	t.ID = c.last
	t.Due -= c.wall
	t.Period = max(0, t.Period)
	c.add(t)
	return t.ID
}

// Cancel removes a task and says whether it was still scheduled. A periodic task may cancel itself
// while it is performed; one that is due once is gone by then.
func (c *Clock) Cancel(id uint64) bool {
	due, ok := c.due.Get(id)
	if ok {
		c.remove(due, id)
	}
	return ok
}

// CancelOwner removes all tasks of an owner and returns how many there were.
func (c *Clock) CancelOwner(owner string) int {
	n := 0
	for _, t := range c.queue.All() {
		if t.Owner == owner {
			c.remove(t.Due, t.ID)
			n++
		}
	}
	return n
}

// Get returns a scheduled task.
func (c *Clock) Get(id uint64) (Task, bool) {
	due, ok := c.due.Get(id)
	if !ok {
		return Task{}, false
	}
	t, ok := c.queue.Get(orderKey(due, id))
	return c.shown(t), ok
}

// Tasks goes over all tasks in the order in which they are due. The loop may schedule and cancel.
func (c *Clock) Tasks() iter.Seq[Task] {
	return func(yield func(Task) bool) {
		for _, t := range c.queue.All() {
			if !yield(c.shown(t)) {
				return
			}
		}
	}
}

// Since shows in which tasks the clock differs from another: first as they are there, with was true, then as they are here, with Due as
// this clock shows it. A task that both have may be shown in both ways. Of a clock and a fork of it the cost is that of what was scheduled
// and done in between; a zero Clock differs in all. Show must change neither.
func (c *Clock) Since(old *Clock, show func(t Task, was bool)) {
	old.queue.Differ(&c.queue, func(_ string, t Task, was bool) { show(c.shown(t), was) })
}

// Jumped tells that the wall clock of two clocks was not set in the same way.
func (c *Clock) Jumped(old *Clock) bool { return c.wall != old.wall }

// Next returns the task that is due next, without doing anything.
func (c *Clock) Next() (Task, bool) {
	_, t, ok := c.queue.Min()
	return c.shown(t), ok
}

// Step moves time to the next task that is due by limit (ms on the wall clock), and returns it for its
// owner to perform. It is removed, or due again one period later. If there is none, time moves to
// limit, except that it does not move to Forever.
func (c *Clock) Step(limit int64) (Task, bool) {
	if limit != Forever {
		limit -= c.wall
	}
	_, t, ok := c.queue.Min()
	if !ok || t.Due > limit {
		if limit != Forever {
			c.mono = max(c.mono, limit)
		}
		return Task{}, false
	}
	c.mono = max(c.mono, t.Due)
	return c.Take(t.ID)
}

// Take removes a task and returns it to be performed now, whenever it was due. A periodic one is due
// again one period from now.
func (c *Clock) Take(id uint64) (Task, bool) {
	due, ok := c.due.Get(id)
	if !ok {
		return Task{}, false
	}
	t, _ := c.queue.Get(orderKey(due, id))
	c.remove(due, id)
	if t.Period > 0 {
		again := t
		again.Due = c.mono + t.Period
		c.add(again)
	}
	return c.shown(t), true
}

func (c *Clock) add(t Task) {
	c.queue.Set(orderKey(t.Due, t.ID), t)
	c.due.Set(t.ID, t.Due)
}

func (c *Clock) remove(due int64, id uint64) {
	c.queue.Delete(orderKey(due, id))
	c.due.Delete(id)
}

// shown gives a task with its due time on the wall clock.
func (c *Clock) shown(t Task) Task {
	t.Due += c.wall
	return t
}

// orderKey sorts as due time, then creation.
func orderKey(due int64, id uint64) string {
	var b [16]byte
	binary.BigEndian.PutUint64(b[:8], uint64(due)^1<<63)
	binary.BigEndian.PutUint64(b[8:], id)
	return string(b[:])
}

// Fork returns a copy in constant time; the two are independent from then on.
func (c *Clock) Fork() Clock {
	f := *c
	f.queue, f.due = c.queue.Fork(), c.due.Fork()
	return f
}

// Code writes or reads the clock.
func (c *Clock) Code(s *store.Coder) {
	s.Version(1)
	s.Int64(&c.mono)
	s.Int64(&c.wall)
	s.Uint64(&c.last)
	c.queue.Code(s, (*store.Coder).String, codeTask)
	c.due.Code(s, (*store.Coder).Uint64, (*store.Coder).Int64)
}

func codeTask(s *store.Coder, t *Task) {
	s.Uint64(&t.ID)
	s.String(&t.Name)
	s.String(&t.Owner)
	s.Int64(&t.Due)
	s.Int64(&t.Period)
	store.Slice(s, &t.Args, (*store.Coder).String)
}
