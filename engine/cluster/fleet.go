package cluster

import (
	"iter"
	"slices"

	"logarium/engine/broker"
	"logarium/engine/config"
	"logarium/engine/controller"
	"logarium/engine/cow"
	"logarium/engine/event"
	"logarium/engine/metadata"
	"logarium/engine/replica"
	"logarium/engine/store"
)

// fleet is what several brokers add to a cluster: a controller, the replica manager of each broker, and the network between
// them. A cluster of one broker has none: that broker is the leader of everything, and in sync with itself.
//
// The controller's machine is not simulated, nor is the quorum: it is always there, and a decision is known wherever the network
// reaches, at once.
type fleet struct {
	control  *controller.Controller
	members  []*member // by broker id, from 1
	links    []link    // those that are not as they should be; replaced, never changed in place
	lines    cow.Map[int64, broker.LogLine]
	last     int64               // number of the latest line
	fencing  uint64              // the next look at sessions, as a task
	asked    int64               // requests that have been sent to leaders
	finished []replica.Completed // answers that came after a wait, the latest last; replaced, never changed in place
	lost     []int64             // requests whose broker has died; replaced, never changed in place
	cuts     []Cut               // what truncations of followers have taken, the latest last; replaced, never changed in place
}

// member is a broker as one of several.
type member struct {
	manager    *replica.Manager
	paused     bool               // its fetchers stand still
	registered bool               // the controller has taken the process in
	serving    bool               // and has unfenced it
	previous   int64              // broker epoch of the clean shutdown markers, until it is registered
	identity   string             // incarnation id of the process
	rounds     []round            // replaced, never changed in place
	unsent     []replica.Outgoing // requests that the controller has not got; replaced, never changed in place
}

// round is the next fetch from a leader.
type round struct {
	leader    int32
	task      uint64
	due       int64 // ms at which the request is with the leader, or the answer with the follower
	answering bool  // the request is there: it waits, or its answer is on the way
}

// controllerNode is the controller's id: in its log, and in the network.
const (
	controllerNode   = 100
	controllerOwner  = "controller"
	fetcherOwner     = "fetcher-" // and the follower's id
	taskFence        = "maybeFenceStaleBroker"
	taskRegister     = "broker-registration"
	taskUnclean      = "electUnclean"
	taskPreferred    = "electPreferred"
	taskFetch        = "replica-fetch"
	heartbeatMs      = 2000
	fenceCheckMs     = controller.DefaultSession / 8
	keptControlLines = 10_000
	keptFinished     = 200
	keptCuts         = 200
)

// newFleet makes the controller of brokers that have just been formatted.
func (c *Cluster) newFleet() {
	f := &fleet{control: controller.New(controller.Options{Node: controllerNode, ELR: true})}
	for range c.brokers {
		f.members = append(f.members, &member{manager: new(replica.Manager)})
	}
	c.fleet = f
	f.control.Replay(c.controlEnv(), []controller.Record{controller.FeatureRecord{Name: "metadata.version", Level: 34}, controller.FeatureRecord{Name: "eligible.leader.replicas.version", Level: 1}})
	c.every(taskUnclean, c.layers().Int("unclean.leader.election.interval.ms"))
	if c.layers().Bool("auto.leader.rebalance.enable") {
		c.every(taskPreferred, 1000*c.layers().Int("leader.imbalance.check.interval.seconds"))
	}
}

func (f *fleet) fork() *fleet {
	if f == nil {
		return nil
	}
	d := *f
	d.control, d.lines = f.control.Fork(), f.lines.Fork()
	d.members = make([]*member, len(f.members))
	for i, m := range f.members {
		n := *m
		n.manager = m.manager.Fork()
		d.members[i] = &n
	}
	return &d
}

// codeFleet writes or reads the fleet. What clients see of topics is made anew: it is the controller's.
func (c *Cluster) codeFleet(s *store.Coder) {
	several := c.fleet != nil
	if s.Bool(&several); !several {
		return
	}
	if s.Reading() {
		c.fleet = &fleet{control: new(controller.Controller)}
	}
	c.fleet.code(s)
	if s.Reading() && s.Err() == nil {
		for name := range c.fleet.control.Image().Topics.All() {
			c.projectTopic(name)
		}
	}
}

func (f *fleet) code(c *store.Coder) {
	c.Version(1)
	f.control.Code(c)
	store.Slice(c, &f.members, func(c *store.Coder, m **member) {
		if c.Reading() {
			*m = &member{manager: new(replica.Manager)}
		}
		(*m).code(c)
	})
	store.Slice(c, &f.links, func(c *store.Coder, l *link) { l.code(c) })
	c.Int64(&f.last)
	f.lines.Code(c, (*store.Coder).Int64, func(c *store.Coder, l *broker.LogLine) { l.Code(c) })
	c.Uint64(&f.fencing)
	c.Int64(&f.asked)
	store.Slice(c, &f.finished, codeFinished)
	store.Slice(c, &f.lost, (*store.Coder).Int64)
	store.Slice(c, &f.cuts, func(c *store.Coder, x *Cut) { x.code(c) })
}

func (m *member) code(c *store.Coder) {
	m.manager.Code(c)
	c.Bool(&m.paused)
	c.Bool(&m.registered)
	c.Bool(&m.serving)
	c.Int64(&m.previous)
	c.String(&m.identity)
	store.Slice(c, &m.rounds, func(c *store.Coder, r *round) {
		c.Int32(&r.leader)
		c.Uint64(&r.task)
		c.Int64(&r.due)
		c.Bool(&r.answering)
	})
	store.Slice(c, &m.unsent, func(c *store.Coder, o *replica.Outgoing) { o.Request.Code(c) })
}

// member is a broker of several.
func (c *Cluster) member(id int32) *member { return c.fleet.members[id-1] }

// Several says that the cluster has more than one broker.
func (c *Cluster) Several() bool { return c.fleet != nil }

// controlEnv is what the controller needs for one call.
func (c *Cluster) controlEnv() controller.Env {
	layers := c.layers()
	layers.Dynamic = nil
	return controller.Env{Now: c.Now(), Emit: c.heard, Defaults: layers}
}

// heard keeps a line of the controller's log.
func (c *Cluster) heard(e event.Event) {
	l, ok := e.(event.Logged)
	if !ok {
		return
	}
	line, f := l.Line(), c.fleet
	if line.Level < event.INFO {
		return
	}
	f.last++
	f.lines.Set(f.last, broker.LogLine{Time: c.Now(), Level: line.Level, Logger: line.Logger, Text: line.Text, Base: -1, Command: c.command})
	f.lines.Delete(f.last - keptControlLines)
}

// replicaEnv is what a broker's replica manager needs for one call.
func (c *Cluster) replicaEnv(id int32) *replica.Env {
	return &replica.Env{Host: c.host(), Broker: c.brokers[id-1]}
}

// commit applies what the controller has decided, and tells everybody.
func (c *Cluster) commit(records []controller.Record) {
	if len(records) == 0 {
		return
	}
	before := c.leadersOf(records)
	c.fleet.control.Replay(c.controlEnv(), records)
	c.project(records)
	c.publish()
	c.configured(records)
	c.newCoordinators(before)
}

// publish tells the metadata to all brokers that the controller reaches.
func (c *Cluster) publish() {
	for _, b := range c.brokers {
		c.publishTo(b)
	}
	c.fetchOn()
}

func (c *Cluster) publishTo(b *broker.Broker) {
	m := c.member(b.ID())
	if !b.Running() || !m.registered || !c.reaches(b.ID(), controllerNode) {
		return
	}
	image := c.fleet.control.Image()
	if m.manager.Heard() && m.manager.Image().Offset == image.Offset {
		return
	}
	m.manager.Publish(c.replicaEnv(b.ID()), image.Fork())
}

// project makes what clients see of topics out of what the controller has.
func (c *Cluster) project(records []controller.Record) {
	for _, r := range records {
		switch r := r.(type) {
		case controller.TopicRecord:
			c.topics.Set(r.Name, topic{id: r.ID})
		case controller.RemoveTopicRecord:
			c.topics.Delete(r.Name)
		case controller.ConfigRecord:
			c.projectTopic(r.Topic)
		}
	}
	for _, name := range touched(records) {
		c.projectTopic(name)
	}
}

// touched are the topics whose partitions are different after these records, each once.
func touched(records []controller.Record) (names []string) {
	for _, r := range records {
		name := ""
		switch r := r.(type) {
		case controller.PartitionRecord:
			name = r.Partition.Topic
		case controller.PartitionChange:
			name = r.Topic
		case controller.ClearELRRecord:
			name = r.Topic
		}
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func (c *Cluster) projectTopic(name string) {
	known, ok := c.fleet.control.Image().Topics.Get(name)
	if !ok {
		return
	}
	t := topic{id: known.ID, configs: known.Configs}
	for _, p := range c.fleet.control.PartitionsOf(name) {
		t.partitions = append(t.partitions, PartitionInfo{
			Number: p.Number, Leader: p.Leader, LeaderEpoch: p.LeaderEpoch, PartitionEpoch: p.PartitionEpoch, Replicas: p.Replicas, ISR: p.ISR,
			ELR: p.ELR, LastKnownELR: p.LastKnownELR, Adding: p.Adding, Removing: p.Removing, Recovering: p.Recovery == metadata.Recovering,
		})
	}
	c.topics.Set(name, t)
}

// configured has the brokers take over settings of topics.
func (c *Cluster) configured(records []controller.Record) {
	var names []string
	for _, r := range records {
		if r, ok := r.(controller.ConfigRecord); ok && !slices.Contains(names, r.Topic) {
			names = append(names, r.Topic)
		}
	}
	for _, name := range names {
		t, _ := c.topics.Get(name)
		for _, b := range c.running() {
			b.TopicConfigured(c.host(), name, t.configs)
		}
	}
	if len(names) > 0 {
		c.reconfigure()
	}
}

// configRecords are the settings of a new topic.
func configRecords(name string, overrides config.Properties) (records []controller.Record) {
	for _, p := range overrides {
		records = append(records, controller.ConfigRecord{Topic: name, Name: p.Name, Value: p.Value, Set: true})
	}
	return records
}

// ControllerLines lists the controller's log by number, upwards from n.
func (c *Cluster) ControllerLines(n int64) iter.Seq2[int64, broker.LogLine] {
	if c.fleet == nil {
		return func(func(int64, broker.LogLine) bool) {}
	}
	return c.fleet.lines.Ascend(n)
}

// ControllerLast is the number of the controller's latest line.
func (c *Cluster) ControllerLast() int64 {
	if c.fleet == nil {
		return 0
	}
	return c.fleet.last
}
