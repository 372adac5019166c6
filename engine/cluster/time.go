package cluster

import (
	"strings"

	"logarium/engine/broker"
	"logarium/engine/kerr"
	"logarium/engine/machine/clock"
)

// AdvanceTo lets time run to a moment in ms and performs everything that is due by then. Stopped by ctl between two
// tasks, it leaves the clock at the last one. It returns how many tasks ran.
func (c *Cluster) AdvanceTo(to int64, ctl *Control) (tasks int) {
	defer c.tick()
	from := c.Now()
	for {
		t, ok := c.clock.Step(to)
		if !ok {
			break
		}
		c.perform(t)
		tasks++
		if c.between() && ctl.Step(c.Now()-from, to-from, "ms") {
			break
		}
	}
	return tasks
}

// Jump sets the wall clock forwards or backwards by ms, as a bad time server does. No time passes: tasks and workloads go
// on as if nothing had happened.
func (c *Cluster) Jump(ms int64) {
	c.clock.Jump(ms)
	for _, w := range c.Workloads() {
		w.Started += ms
		c.workloads.Set(w.Name, w)
	}
	for _, b := range c.brokers {
		b.Disk().Jump(ms)
	}
	c.jumpFleet(ms)
}

// StepTask runs everything up to and including the next task: of that name, or, given none, the next that is not a
// workload's or a reader's (whose batches and bytes are sent on the way). False if there is none at all, or ctl stopped before it. Error: IllegalArgumentException for a name that is not scheduled.
func (c *Cluster) StepTask(name string, ctl *Control) (clock.Task, bool, error) {
	defer c.tick()
	target, ok := c.next(name)
	switch {
	case !ok && name != "":
		return target, false, kerr.ErrIllegalArgument.With("No task %s is scheduled", name)
	case !ok:
		return target, false, nil
	}
	from := c.Now()
	for {
		t, ok := c.clock.Step(target.Due)
		if !ok {
			return clock.Task{}, false, nil
		}
		c.perform(t)
		if t.ID == target.ID {
			return t, true, nil
		}
		if c.between() && ctl.Step(c.Now()-from, target.Due-from, "ms") {
			return clock.Task{}, false, nil
		}
	}
}

// between says that all that is due now has been done. Only then a command may stop: letting time pass up to this
// moment is what has been done.
func (c *Cluster) between() bool {
	t, ok := c.clock.Next()
	return !ok || t.Due > c.Now()
}

// tick tells the disks the time, for whoever works on their files by hand.
func (c *Cluster) tick() {
	for _, b := range c.brokers {
		b.Disk().SetTime(c.Now())
	}
}

// next finds the task that StepTask will run.
func (c *Cluster) next(name string) (clock.Task, bool) {
	for t := range c.clock.Tasks() {
		if t.Name == name || name == "" && t.Name != workloadTask && t.Name != readerTask {
			return t, true
		}
	}
	if name == "" {
		return c.clock.Next()
	}
	return clock.Task{}, false
}

// settle performs what is due at this very moment: background work that Kafka's threads would do at once.
func (c *Cluster) settle() {
	for !c.between() {
		t, ok := c.clock.Step(c.Now())
		if !ok {
			return
		}
		c.perform(t)
	}
}

// perform hands a task to its owner.
func (c *Cluster) perform(t clock.Task) {
	c.midst.task = t
	c.hand(t)
	c.midst.task = clock.Task{}
}

func (c *Cluster) hand(t clock.Task) {
	if name, ok := strings.CutPrefix(t.Owner, workloadOwner); ok {
		c.runWorkload(name, t)
		return
	}
	if name, ok := strings.CutPrefix(t.Owner, readerOwner); ok {
		c.runReader(name)
		return
	}
	if t.Owner == coordinatorOwner {
		c.coordinate(t)
		return
	}
	if c.fleet != nil && c.handFleet(t) {
		return
	}
	for _, b := range c.brokers {
		if b.Owns(t) {
			was := b.Running()
			b.Perform(c.host(), t)
			switch {
			case was && !b.Running():
				c.fence(b.ID())
			case t.Name == broker.TaskDirFailure:
				c.loseDirectory(b, false)
			}
			return
		}
	}
}
