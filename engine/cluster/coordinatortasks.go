package cluster

import (
	"logarium/engine/internaltopics"
	"logarium/engine/machine/clock"
)

// The coordinators' own tasks, by Kafka's names.
const (
	coordinatorOwner  = "coordinators"
	taskExpireGroups  = "expire-group-metadata"
	taskAbortTimedOut = "transaction-abort"
	taskExpireIDs     = "transactionalId-expiration"
)

// scheduleCoordinator starts the tasks of a coordinators' topic that has just been made.
func (c *Cluster) scheduleCoordinator(topic string) {
	add := func(name, period string) {
		ms := c.layers().Int(period)
		c.clock.Schedule(clock.Task{Name: name, Owner: coordinatorOwner, Due: c.Now() + ms, Period: ms})
	}
	if topic == internaltopics.OffsetsTopic {
		add(taskExpireGroups, "offsets.retention.check.interval.ms")
		return
	}
	add(taskExpireIDs, "transaction.remove.expired.transaction.cleanup.interval.ms")
}

// coordinate performs a task of the coordinators.
func (c *Cluster) coordinate(t clock.Task) {
	switch t.Name {
	case taskExpireGroups:
		c.expireGroups()
	case taskExpireIDs:
		c.expireTransactionalIDs()
	case taskAbortTimedOut:
		c.abortTimedOut()
	}
}

// scheduleAbort lets the search for transactions past their timeout run once more.
func (c *Cluster) scheduleAbort() {
	ms := c.layers().Int("transaction.abort.timed.out.transaction.cleanup.interval.ms")
	c.clock.Schedule(clock.Task{Name: taskAbortTimedOut, Owner: coordinatorOwner, Due: c.Now() + ms})
}
