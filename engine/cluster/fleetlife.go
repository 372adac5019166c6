package cluster

import (
	"slices"
	"strconv"
	"strings"

	"logarium/engine/broker"
	"logarium/engine/controller"
	"logarium/engine/machine/clock"
	"logarium/engine/metadata"
	"logarium/engine/replica"
)

// startMember starts the process of one of several brokers. It serves as soon as the controller takes it in, which it refuses
// while the session of the process before lasts.
func (c *Cluster) startMember(b *broker.Broker) error {
	identity := c.random.ID()
	previous, err := b.Boot(c.host(), identity, c.replicasOf(b.ID()))
	if err != nil {
		return err
	}
	m := c.member(b.ID())
	*m = member{manager: new(replica.Manager), paused: m.paused, previous: previous, identity: identity}
	m.manager.Open(b.ID(), -1)
	c.register(b)
	c.drain()
	c.settle()
	return nil
}

// register asks the controller to take a process in, and to unfence it. Refused, it asks again when that can have changed.
func (c *Cluster) register(b *broker.Broker) {
	id := b.ID()
	m := c.member(id)
	if !c.reaches(id, controllerNode) {
		return
	}
	c.beat()
	var dirs []string
	for _, d := range b.Dirs() {
		dirs = append(dirs, d.ID)
	}
	epoch, records, err := c.fleet.control.Register(c.controlEnv(), controller.Registration{ID: id, Incarnation: m.identity, PreviousEpoch: m.previous, Dirs: dirs, Host: hostOf(id), Port: portOf(id)})
	if err != nil {
		b.NotRegistered(c.host(), "DUPLICATE_BROKER_REGISTRATION")
		c.clock.Schedule(clock.Task{Name: taskRegister, Owner: controllerOwner, Due: c.fleet.control.SessionEnd(id), Args: []string{itoa(id)}})
		return
	}
	m.manager.SetEpoch(epoch)
	b.Registered(c.host(), epoch)
	m.registered = true
	env := c.replicaEnv(id)
	m.manager.StartISRExpiration(env)
	m.manager.StartHighWatermarkCheckpoints(env)
	c.commit(records)
	c.heartbeat(b, false)
}

// heartbeat tells the controller that a process is there and has heard all. fence: it would rather be fenced.
func (c *Cluster) heartbeat(b *broker.Broker, down bool) (goes bool) {
	id := b.ID()
	m := c.member(id)
	offset := c.fleet.control.Image().Offset - 1
	r, records, err := c.fleet.control.Heartbeat(c.controlEnv(), controller.Heartbeat{ID: id, Epoch: b.Epoch(), Metadata: offset, WantDown: down})
	if err != nil {
		return false
	}
	c.commit(records)
	if !down && !r.Fenced && !m.serving {
		m.serving = true
		b.Unfenced(c.host(), c.replicasOf(id))
	}
	return r.ShouldGoDown
}

// stopMember is the controlled shutdown of one of several brokers: its leaderships move first.
func (c *Cluster) stopMember(b *broker.Broker) error {
	id := b.ID()
	m := c.member(id)
	err := b.StopAround(c.host(), func() { c.leave(b, m) }, func() { m.manager.Shutdown(c.replicaEnv(id)) })
	if err != nil {
		return err
	}
	c.gone(b, true)
	c.drain()
	c.settle()
	return nil
}

// leave moves the leaderships of a broker away. One that the controller does not know, or that nobody can follow, just goes.
func (c *Cluster) leave(b *broker.Broker, m *member) {
	m.manager.BeginShutdown()
	const rounds = 3 // the controller has heard of each broker by then
	for range rounds {
		if !m.registered || !c.reaches(b.ID(), controllerNode) || c.heartbeat(b, true) {
			return
		}
		c.fleet.control.Leave(b.ID(), c.fleet.control.Image().Offset-1)
		for _, other := range c.running() {
			if o := c.member(other.ID()); o.registered && other != b && c.reaches(other.ID(), controllerNode) {
				c.decideOf(other)
			}
		}
	}
}

// decideOf is a heartbeat of a broker that goes on.
func (c *Cluster) decideOf(b *broker.Broker) {
	_, records, err := c.fleet.control.Heartbeat(c.controlEnv(), controller.Heartbeat{ID: b.ID(), Epoch: b.Epoch(), Metadata: c.fleet.control.Image().Offset})
	if err == nil {
		c.commit(records)
	}
}

// gone notes that the process of a broker has ended, and when the controller will miss it.
func (c *Cluster) gone(b *broker.Broker, clean bool) {
	m := c.member(b.ID())
	for _, w := range m.manager.Kill() {
		c.fleet.lost = append(slices.Clip(c.fleet.lost), w.ID)
	}
	for _, r := range m.rounds {
		c.dropRound(m, r.leader)
	}
	if m.registered && !clean {
		c.fleet.control.Touch(c.controlEnvAt(lastBeat(b.Since(), c.Now())), b.ID())
	}
	m.registered, m.serving, m.unsent = false, false, nil
	c.watchSessions()
}

// lastBeat is when the last heartbeat of a process was that has sent one every two seconds.
func lastBeat(since, now int64) int64 { return since + (now-since)/heartbeatMs*heartbeatMs }

func (c *Cluster) controlEnvAt(now int64) controller.Env {
	env := c.controlEnv()
	env.Now = now
	return env
}

// beat notes the heartbeats of all brokers that the network lets through. They have no other effect, so that they are not sent one by one.
func (c *Cluster) beat() {
	for _, b := range c.running() {
		if m := c.member(b.ID()); m.registered && c.reaches(b.ID(), controllerNode) {
			c.fleet.control.Touch(c.controlEnvAt(lastBeat(b.Since(), c.Now())), b.ID())
		}
	}
}

// watchSessions schedules the controller's next look at sessions, if there is one that will end.
func (c *Cluster) watchSessions() {
	c.beat()
	c.clock.Cancel(c.fleet.fencing)
	next := int64(0)
	for id, r := range c.fleet.control.Image().Brokers.All() {
		b := c.Broker(id)
		if r.Fenced || b.Running() && c.member(id).registered && c.reaches(id, controllerNode) {
			continue
		}
		if over := c.fleet.control.SessionEnd(id); next == 0 || over < next {
			next = over
		}
	}
	if next > 0 {
		late := (next - c.options.Clock) % fenceCheckMs
		due := next + (fenceCheckMs-late)%fenceCheckMs
		c.fleet.fencing = c.clock.Schedule(clock.Task{Name: taskFence, Owner: controllerOwner, Due: max(due, c.Now())})
	}
}

// handFleet performs a task of the controller, of a fetcher, or of a replica manager; false if it is none.
func (c *Cluster) handFleet(t clock.Task) bool {
	if t.Owner == controllerOwner {
		c.control(t)
		return true
	}
	if follower, ok := strings.CutPrefix(t.Owner, fetcherOwner); ok {
		id, _ := strconv.Atoi(follower) // fetchDue wrote both
		leader, _ := strconv.Atoi(t.Args[0])
		c.fetchRound(int32(id), int32(leader))
		return true
	}
	for i, m := range c.fleet.members {
		if c.brokers[i].Running() && m.manager.Owns(t) {
			m.manager.Perform(c.replicaEnv(int32(i+1)), t)
			c.drain()
			return true
		}
	}
	return false
}

// dirsOffline tells replica manager and controller of partitions whose log directory has failed.
func (c *Cluster) dirsOffline(b *broker.Broker) {
	m := c.member(b.ID())
	var dirs, names []string
	for _, d := range b.Dirs() {
		if d.Offline {
			dirs = append(dirs, d.ID)
		}
	}
	for _, p := range c.fleet.control.PartitionsOf("") {
		if p.HasReplica(b.ID()) && b.Log(p.Name()) == nil {
			names = append(names, p.Name())
		}
	}
	m.manager.DirFailed(names)
	c.fetchOn()
	if len(names) == 0 || !m.registered || !c.reaches(b.ID(), controllerNode) {
		return
	}
	c.commit(c.fleet.control.DirsOffline(c.controlEnv(), b.ID(), "["+strings.Join(dirs, ", ")+"]", names))
	c.drain()
}

// every schedules a task of the controller.
func (c *Cluster) every(name string, ms int64) {
	c.clock.Schedule(clock.Task{Name: name, Owner: controllerOwner, Due: c.Now() + ms, Period: ms})
}

// control performs a task of the controller.
func (c *Cluster) control(t clock.Task) {
	k, env := c.fleet.control, c.controlEnv()
	switch t.Name {
	case taskFence:
		c.beat()
		for records := k.FenceStale(env); records != nil; records = k.FenceStale(env) {
			c.commit(records)
		}
		c.watchSessions()
	case taskUnclean:
		c.commit(k.UncleanTask(env))
	case taskPreferred:
		c.commit(k.Balance(env))
	case taskRegister:
		id, _ := strconv.Atoi(t.Args[0]) // register wrote it
		if b := c.Broker(int32(id)); b.Running() && !c.member(b.ID()).registered {
			c.register(b)
		}
	}
	c.drain()
}

// drain carries what brokers have to say to the controller, and what it answers, until all is said.
func (c *Cluster) drain() {
	for again := true; again; {
		again = false
		for _, b := range c.running() {
			if c.deliver(b) {
				again = true
			}
		}
	}
	for _, m := range c.fleet.members {
		done := m.manager.Completed()
		c.fleet.finished = append(slices.Clip(c.fleet.finished), done...)
	}
	if over := len(c.fleet.finished) - keptFinished; over > 0 {
		c.fleet.finished = slices.Clone(c.fleet.finished[over:])
	}
}

// deliver carries the requests of one broker to the controller; true if there were any.
func (c *Cluster) deliver(b *broker.Broker) bool {
	m := c.member(b.ID())
	m.unsent = append(slices.Clip(m.unsent), m.manager.Outgoing()...)
	if len(m.unsent) == 0 || !c.reaches(b.ID(), controllerNode) || !m.registered {
		return false
	}
	list := m.unsent
	m.unsent = nil
	for _, o := range list {
		answer, records, _ := c.fleet.control.AlterPartition(c.controlEnv(), o.Request)
		before := c.leadersOf(records)
		c.fleet.control.Replay(c.controlEnv(), records)
		c.project(records)
		m.manager.Answer(c.replicaEnv(b.ID()), o.Request, answer)
		c.publish()
		c.newCoordinators(before)
	}
	return true
}

// leadersOf are the partitions that records are about, before these are applied.
func (c *Cluster) leadersOf(records []controller.Record) (list []metadata.Partition) {
	for _, r := range records {
		if ch, ok := r.(controller.PartitionChange); ok {
			p, _ := c.fleet.control.Image().Partitions.Get(TopicPartition{ch.Topic, ch.Number}.String())
			list = append(list, p)
		}
	}
	return list
}

// newCoordinators lets brokers that have become leaders of coordinators' partitions read them. Whatever leader is new, markers
// may have waited for it.
func (c *Cluster) newCoordinators(before []metadata.Partition) {
	any := false
	for _, was := range before {
		is, ok := c.fleet.control.Image().Partitions.Get(was.Name())
		if !ok || is.Leader == was.Leader || is.Leader == metadata.NoLeader || !c.brokers[is.Leader-1].Running() {
			continue
		}
		if any = true; !internalTopic(is.Topic) {
			continue
		}
		t, _ := c.topics.Get(is.Topic)
		c.loadCoordinator(TopicPartition{is.Topic, is.Number}, len(t.partitions))
	}
	if any {
		c.completePrepared(TopicPartition{})
	}
}
