package cluster

import (
	"strings"

	"logarium/engine/broker"
	"logarium/engine/machine/clock"
)

// midst is what is being done, for the case that it is interrupted. It is empty between two calls.
type midst struct {
	task clock.Task
	sent sent
}

// sent is a batch on its way, of count records.
type sent struct {
	to       TopicPartition
	sequence string // under which its producer counts
	count    int32
	before   int64 // log end offset
}

// Walk lets f hear of every event from now on, until the next call; nil: nobody. If f panics, the machine stays as it
// was after that event, in the middle of what it did: fit to be looked at, and to lose the process or its power. Forks
// are without it.
func (c *Cluster) Walk(f broker.Walker) { c.walk = f }

// Interrupted is called after f has panicked. What was being done is over; tasks of clients and coordinators, which outlive
// a broker, are due again, and a producer has used its numbers if its batch is in the log.
func (c *Cluster) Interrupted() {
	task, sent := c.midst.task, c.midst.sent
	c.walk, c.midst = nil, midst{}
	if task.ID != 0 && task.Period == 0 && (task.Owner == coordinatorOwner || strings.HasPrefix(task.Owner, workloadOwner) || strings.HasPrefix(task.Owner, readerOwner)) {
		c.clock.Schedule(task)
	}
	if sent.count > 0 && c.logEnd(sent.to) > sent.before {
		c.used(sent.sequence, sent.count)
	}
}
