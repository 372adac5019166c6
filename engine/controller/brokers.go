package controller

import (
	"slices"

	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/metadata"
)

// Registration is what a broker's process says of itself when it starts.
type Registration struct {
	ID            int32
	Incarnation   string
	PreviousEpoch int64 // broker epoch in the clean shutdown markers; -1: there was no clean shutdown
	Dirs          []string
	Host          string
	Port          int32
}

// Register takes a new process of a broker in, fenced. Whether the one before had been shut down cleanly decides what becomes of its
// places in ISR and ELR. Error: kerr.ErrDuplicateBrokerRegistration while the session of the process before lasts.
func (c *Controller) Register(env Env, r Registration) (epoch int64, records []Record, err error) {
	was, known := c.image.Brokers.Get(r.ID)
	if known && c.HasSession(env, r.ID) {
		return -1, nil, kerr.ErrDuplicateBrokerRegistration.With("Another broker is registered with that broker id. If the broker was recently restarted this should self-resolve once the heartbeat manager expires the broker's session.")
	}
	epoch = c.image.Offset
	if known {
		records = c.brokerShutdown(env, r.ID, was.Epoch == r.PreviousEpoch)
		c.say(env, "registration", clusterControl, "Registering a new incarnation of broker %d. Previous incarnation ID was %s; new incarnation ID is %s. Generated %d record(s) to clean up previous incarnations. Broker epoch will become %d.",
			r.ID, was.Incarnation, r.Incarnation, len(records), epoch)
	} else {
		c.say(env, "registration", clusterControl, "No previous registration found for broker %d. New incarnation ID is %s.  Generated 0 record(s) to clean up previous incarnations. New broker epoch is %d.",
			r.ID, r.Incarnation, epoch)
	}
	c.brokers.Set(r.ID, contact{Epoch: epoch, Seen: env.Now, Leaving: -1})
	b := metadata.Broker{ID: r.ID, Epoch: epoch, Incarnation: r.Incarnation, Dirs: r.Dirs, Host: r.Host, Port: r.Port, Fenced: true}
	return epoch, append(records, RegisterRecord{b}), nil
}

// HasSession says that the process which is registered has been heard of within the session timeout.
func (c *Controller) HasSession(env Env, id int32) bool {
	b, ok := c.brokers.Get(id)
	r, known := c.image.Brokers.Get(id)
	return ok && known && b.Epoch == r.Epoch && b.Seen+c.options.Session >= env.Now
}

// Touch notes a heartbeat that has no other consequence.
func (c *Controller) Touch(env Env, id int32) {
	if r, ok := c.image.Brokers.Get(id); ok {
		c.track(id, r.Epoch, env.Now)
	}
}

// Expire ends a broker's session at once.
func (c *Controller) Expire(id int32) {
	if r, ok := c.image.Brokers.Get(id); ok {
		c.track(id, r.Epoch, longAgo)
	}
}

// longAgo is a time whose session is over.
const longAgo = -1 << 40

func (c *Controller) track(id int32, epoch, now int64) {
	b, _ := c.brokers.Get(id)
	b.Epoch, b.Seen = epoch, now
	c.brokers.Set(id, b)
}

// Stale is the broker whose session has been over the longest although it is not fenced, 0 if there is none, and the time in
// ms from which on the next one's is over, 0 if there is none.
func (c *Controller) Stale(env Env) (id int32, next int64) {
	oldest := int64(0)
	for n, r := range c.image.Brokers.All() {
		b, _ := c.brokers.Get(n)
		over := b.Seen + c.options.Session
		switch {
		case r.Fenced:
		case over < env.Now && (id == 0 || b.Seen < oldest):
			id, oldest = n, b.Seen
		case over >= env.Now && (next == 0 || over < next):
			next = over + 1
		}
	}
	return id, next
}

// SessionEnd is the first moment, in ms, at which the session of a broker is over.
func (c *Controller) SessionEnd(id int32) int64 {
	b, _ := c.brokers.Get(id)
	return b.Seen + c.options.Session + 1
}

// Jump moves all that was noted of heartbeats along with a wall clock that was set by ms: sessions go by a clock of their own.
func (c *Controller) Jump(ms int64) {
	for id := range c.image.Brokers.All() {
		if b, ok := c.brokers.Get(id); ok {
			b.Seen += ms
			c.brokers.Set(id, b)
		}
	}
}

// DirsOffline takes a broker out of the ISRs of partitions whose log directory has failed there.
func (c *Controller) DirsOffline(env Env, id int32, dirs string, names []string) []Record {
	var list []metadata.Partition
	for _, name := range names {
		if p, ok := c.image.Partitions.Get(name); ok && (p.Leader == id || slices.Contains(p.ISR, id)) {
			list = append(list, p)
		}
	}
	return c.update(env, "handleDirectoriesOffline["+itoa(id)+": "+dirs+"]", id, 0, false, list)
}

// FenceStale fences the broker whose session has been over the longest, as the controller does by and by.
func (c *Controller) FenceStale(env Env) []Record {
	id, _ := c.Stale(env)
	if id == 0 {
		return nil
	}
	r, _ := c.image.Brokers.Get(id)
	c.say(env, "heartbeat", replicationControl, "Fencing broker %d at epoch %d because its session has timed out.", id, r.Epoch)
	_, records := c.Fence(env, id)
	return records
}

// Fence takes a broker whose session is over out of service. False: it is fenced already.
func (c *Controller) Fence(env Env, id int32) (bool, []Record) {
	r, ok := c.image.Brokers.Get(id)
	if !ok || r.Fenced {
		return false, nil
	}
	records := c.brokerFenced(env, r)
	c.Expire(id)
	return true, records
}

// Heartbeat is what a broker says every two seconds.
type Heartbeat struct {
	ID        int32
	Epoch     int64
	Metadata  int64 // offset of the metadata that it has applied
	WantFence bool
	WantDown  bool
}

// Reply is the answer to a heartbeat.
type Reply struct {
	CaughtUp     bool
	Fenced       bool
	ShouldGoDown bool
}

// Heartbeat moves a broker between its states. Error: kerr.ErrStaleBrokerEpoch for a process that has been replaced.
func (c *Controller) Heartbeat(env Env, h Heartbeat) (Reply, []Record, error) {
	if err := c.checkEpoch(h.ID, h.Epoch); err != nil {
		return Reply{}, nil, err
	}
	r, _ := c.image.Brokers.Get(h.ID)
	c.track(h.ID, h.Epoch, env.Now)
	b, _ := c.brokers.Get(h.ID)
	is, next := state(r, b), c.next(env, r, b, h)
	var records []Record
	if next != is {
		switch next {
		case isFenced, isDown:
			records = c.brokerFenced(env, r)
		case isUnfenced:
			records = c.brokerUnfenced(env, r)
		case isLeaving:
			records = c.brokerLeaving(env, r)
		}
	}
	b.Metadata = h.Metadata
	c.brokers.Set(h.ID, b)
	return Reply{CaughtUp: h.Metadata >= b.Registered, Fenced: next == isFenced, ShouldGoDown: next == isDown}, records, nil
}

func (c *Controller) checkEpoch(id int32, epoch int64) error {
	r, ok := c.image.Brokers.Get(id)
	switch {
	case !ok:
		return kerr.ErrStaleBrokerEpoch.With("No broker registration found for broker id %d", id)
	case r.Epoch != epoch:
		return kerr.ErrStaleBrokerEpoch.With("Expected broker epoch %d, but got broker epoch %d", r.Epoch, epoch)
	}
	return nil
}

// States of a broker as the controller sees it.
const (
	isFenced = iota
	isUnfenced
	isLeaving
	isDown
)

func state(r metadata.Broker, b contact) int {
	switch {
	case r.Fenced:
		return isFenced
	case b.Leaving >= 0:
		return isLeaving
	}
	return isUnfenced
}

// Leave notes the metadata offset at which a broker has lost its leaderships by a controlled shutdown: it may go as soon as
// all active brokers know that. Without it the broker may go with its next heartbeat.
func (c *Controller) Leave(id int32, offset int64) {
	if b, ok := c.brokers.Get(id); ok {
		b.Leaving = offset
		c.brokers.Set(id, b)
	}
}

// next is the state that a broker gets by a heartbeat.
func (c *Controller) next(env Env, r metadata.Broker, b contact, h Heartbeat) int {
	switch state(r, b) {
	case isFenced:
		switch {
		case h.WantDown:
			c.say(env, "heartbeat", heartbeats, "Fenced broker %d has requested and been granted an immediate shutdown.", r.ID)
			return isDown
		case h.WantFence:
			return isFenced
		case h.Metadata >= b.Registered:
			c.say(env, "heartbeat", heartbeats, "The request from broker %d to unfence has been granted because it has caught up with the offset of its register broker record %d.", r.ID, b.Registered)
			return isUnfenced
		}
		c.log(env, event.DEBUG, "heartbeat", heartbeats, "The request from broker %d to unfence cannot yet be granted because it has not caught up with the offset of its register broker record %d. It is still at offset %d.", r.ID, b.Registered, h.Metadata)
		return isFenced
	case isUnfenced:
		return c.nextOfUnfenced(env, r, h)
	}
	return c.nextOfLeaving(r, b)
}

func (c *Controller) nextOfUnfenced(env Env, r metadata.Broker, h Heartbeat) int {
	switch {
	case h.WantDown && !h.WantFence && c.leads(r.ID):
		c.say(env, "heartbeat", heartbeats, "Unfenced broker %d has requested and been granted a controlled shutdown.", r.ID)
		return isLeaving
	case h.WantDown:
		c.say(env, "heartbeat", heartbeats, "Unfenced broker %d has requested and been granted an immediate shutdown.", r.ID)
		return isDown
	case h.WantFence:
		c.say(env, "heartbeat", heartbeats, "Unfenced broker %d has requested and been granted fencing", r.ID)
		return isFenced
	}
	return isUnfenced
}

// nextOfLeaving lets a broker go when it leads nothing any more and all others have heard of that.
func (c *Controller) nextOfLeaving(r metadata.Broker, b contact) int {
	if c.leads(r.ID) {
		return isLeaving
	}
	lowest := int64(1) << 62
	for id, other := range c.image.Brokers.All() {
		if at, _ := c.brokers.Get(id); other.Active() {
			lowest = min(lowest, at.Metadata)
		}
	}
	if b.Leaving >= lowest {
		return isLeaving
	}
	return isDown
}

func (c *Controller) leads(id int32) bool {
	for _, p := range c.image.Partitions.All() {
		if p.Leader == id {
			return true
		}
	}
	return false
}

// brokerFenced takes a broker out of all ISRs.
func (c *Controller) brokerFenced(env Env, r metadata.Broker) []Record {
	records := c.update(env, "handleBrokerFenced", r.ID, 0, false, c.inSync(r.ID))
	return append(records, BrokerChange{ID: r.ID, Epoch: r.Epoch, Fenced: 1})
}

// brokerUnfenced lets a broker lead partitions that have no leader.
func (c *Controller) brokerUnfenced(env Env, r metadata.Broker) []Record {
	records := []Record{BrokerChange{ID: r.ID, Epoch: r.Epoch, Fenced: -1}}
	return append(records, c.update(env, "handleBrokerUnfenced", 0, r.ID, false, c.leaderless())...)
}

// brokerLeaving takes the leaderships from a broker in controlled shutdown.
func (c *Controller) brokerLeaving(env Env, r metadata.Broker) []Record {
	records := []Record{BrokerChange{ID: r.ID, Epoch: r.Epoch, Shutting: 1}}
	return append(records, c.update(env, "enterControlledShutdown["+itoa(r.ID)+"]", r.ID, 0, false, c.inSync(r.ID))...)
}

// brokerShutdown takes a process that is gone out of the ISRs, and after an unclean shutdown out of the ELRs too: it may have lost what it had.
func (c *Controller) brokerShutdown(env Env, id int32, clean bool) []Record {
	if clean || !c.options.ELR {
		return c.update(env, "handleBrokerShutdown", id, 0, false, c.inSync(id))
	}
	records := c.update(env, "handleBrokerUncleanShutdown", id, 0, true, c.inSync(id))
	return append(records, c.update(env, "handleBrokerUncleanShutdown", id, 0, true, c.of(&c.elrs, id))...)
}

func (c *Controller) inSync(id int32) []metadata.Partition { return c.of(&c.isrs, id) }

func (c *Controller) leaderless() []metadata.Partition { return c.of(&c.isrs, metadata.NoLeader) }

// update works out leaders and ISRs anew: with one broker going (0: none), or one coming, who may lead from now on.
func (c *Controller) update(env Env, why string, going, coming int32, unclean bool, partitions []metadata.Partition) (records []Record) {
	acceptable := func(id int32) bool { return id != going && (id == coming || c.active(id)) }
	for _, p := range partitions {
		d := c.change(env, p, acceptable)
		if going != 0 {
			d.ISR = without(p.ISR, []int32{going})
			if unclean {
				d.Unclean = []int32{going}
			}
		}
		if r, ok := c.Decide(env, d); ok {
			records = append(records, r)
		}
	}
	if len(records) > 0 {
		c.say(env, "partition", replicationControl, "%s: changing %d partition(s)", why, len(records))
	}
	return records
}
