package replica_test

import (
	"fmt"
	"slices"

	"logarium/engine/broker"
	"logarium/engine/config"
	"logarium/engine/controller"
	"logarium/engine/machine/clock"
	"logarium/engine/machine/disk"
	"logarium/engine/metadata"
	"logarium/engine/plog"
	"logarium/engine/record"
	"logarium/engine/replica"
)

const (
	part = "t-0"
	t0   = 1735689600000
)

// sim is three brokers on one clock with a controller that answers at once. It is its own network.
type sim struct {
	clock   clock.Clock
	random  broker.Random
	ctl     *controller.Controller
	nodes   []*node
	cut     map[[2]int32]bool // requests from the first to the second fail
	serial  int64
	pending map[int64]string // produce requests that wait, with the value that they carry
	acked   map[string]bool  // values that were acknowledged
}

type node struct {
	id      int32
	machine *disk.Disk
	broker  *broker.Broker
	rm      replica.Manager
	epoch   int64
	paused  bool // does not fetch
}

// newSim makes the brokers and one partition on all of them.
func newSim(settings ...string) *sim {
	s := &sim{clock: clock.New(t0), ctl: controller.New(controller.Options{ELR: true}), cut: map[[2]int32]bool{}, pending: map[int64]string{}, acked: map[string]bool{}}
	for id := int32(1); id <= 3; id++ {
		n := &node{id: id}
		static := config.PropertiesOf(append([]string{"log.dirs", "/data", "log.cleaner.enable", "false", "log.segment.bytes", "1048576"}, settings...)...)
		n.broker = broker.New(broker.Options{ID: id, ClusterID: "c", Static: static})
		n.machine = n.broker.Disk()
		if err := n.broker.Format(s.host()); err != nil {
			panic(err)
		}
		s.nodes = append(s.nodes, n)
		s.start(n)
	}
	p := metadata.Partition{Topic: "t", Replicas: []int32{1, 2, 3}, ISR: []int32{1, 2, 3}, Leader: 1, Directories: []string{"a", "b", "c"}}
	s.publish([]controller.Record{controller.TopicRecord{Name: "t", ID: "dG9waWMAAAAAAAAAAAAAAQ"}, controller.PartitionRecord{TopicID: "dG9waWMAAAAAAAAAAAAAAQ", Partition: p}})
	return s
}

func (s *sim) host() *broker.Host { return &broker.Host{Clock: &s.clock, Random: &s.random} }

func (s *sim) env(n *node) *replica.Env {
	return &replica.Env{Host: s.host(), Broker: n.broker, Network: link{s, n.id}}
}

func (s *sim) ctlEnv() controller.Env {
	return controller.Env{Now: s.clock.Now(), Defaults: s.nodes[0].broker.Config()}
}

func (s *sim) node(id int32) *node { return s.nodes[id-1] }

// publish applies records and tells every broker that runs.
func (s *sim) publish(records []controller.Record) {
	s.ctl.Replay(s.ctlEnv(), records)
	for _, n := range s.nodes {
		if n.broker.Running() && n.rm.Heard() {
			n.rm.Publish(s.env(n), s.ctl.Image().Fork())
		}
	}
	s.settle()
}

// settle brings changes of ISRs to the controller and takes answers of requests that have waited.
func (s *sim) settle() {
	for again := true; again; {
		again = false
		for _, n := range s.nodes {
			for _, d := range n.rm.Completed() {
				if d.Code == "" {
					s.acked[s.pending[d.ID]] = true
				}
				delete(s.pending, d.ID)
			}
			for _, o := range n.rm.Outgoing() {
				again = true
				answer, records, err := s.ctl.AlterPartition(s.ctlEnv(), o.Request)
				if err != nil {
					answer.Error = "STALE_BROKER_EPOCH"
				}
				s.ctl.Replay(s.ctlEnv(), records)
				n.rm.Answer(s.env(n), o.Request, answer)
				s.publish(nil)
			}
		}
	}
}

// start loads a broker's logs, registers it and lets it hear of the cluster.
func (s *sim) start(n *node) {
	lm, h := n.broker.LogManager(), s.host()
	must(lm.Open(h))
	lm.EnsureHighWatermarks(h)
	n.rm.Open(n.id, -1)
	previous, ok := lm.ReadCleanShutdownEpoch(h)
	if !ok {
		previous = -1
	}
	s.ctl.Expire(n.id)
	epoch, records, err := s.ctl.Register(s.ctlEnv(), controller.Registration{ID: n.id, Incarnation: fmt.Sprint(s.serial), PreviousEpoch: previous, Dirs: []string{"d"}, Host: "h", Port: 9092})
	must(err)
	s.serial++
	n.epoch = epoch
	n.rm.SetEpoch(epoch)
	s.publish(records)
	must(lm.StartupAs(h, func(string) config.Properties { return nil }, func(string, int32) []int32 { return []int32{1, 2, 3} }))
	n.rm.Publish(s.env(n), s.ctl.Image().Fork())
	_, records, err = s.ctl.Heartbeat(s.ctlEnv(), controller.Heartbeat{ID: n.id, Epoch: epoch, Metadata: s.ctl.Image().Offset})
	must(err)
	s.publish(records)
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// down ends a broker's process, and with power the machine too: what was not flushed is gone. The controller fences it.
func (s *sim) down(n *node, power bool) {
	if power {
		n.broker.PowerLoss(s.host(), disk.LoseDirty)
	} else {
		n.broker.Kill(s.host())
	}
	for _, w := range n.rm.Kill() {
		delete(s.pending, w.ID)
	}
	_, records := s.ctl.Fence(s.ctlEnv(), n.id)
	s.publish(records)
}

// pass lets time go by: members of the ISR that lag are found out.
func (s *sim) pass(ms int64) {
	s.clock.Jump(ms)
	for _, n := range s.nodes {
		if n.broker.Running() {
			n.rm.ShrinkISRs(s.env(n))
		}
	}
	s.settle()
}

func (s *sim) partition() metadata.Partition {
	p, _ := s.ctl.Image().Partitions.Get(part)
	return p
}

// fetch is one round of a follower.
func (s *sim) fetch(n *node) {
	if !n.broker.Running() || n.paused {
		return
	}
	for _, leader := range n.rm.Leaders() {
		n.rm.Step(s.env(n), leader)
		s.settle()
	}
}

// fetchAll makes rounds of all followers.
func (s *sim) fetchAll(rounds int) {
	for range rounds {
		s.clock.Jump(1001) // longer than a delay after an error
		for _, n := range s.nodes {
			s.fetch(n)
		}
	}
}

// produce sends one record to the leader, if there is one.
func (s *sim) produce(acks int16) {
	p := s.partition()
	if p.Leader < 1 || !s.node(p.Leader).broker.Running() {
		return
	}
	n := s.node(p.Leader)
	s.serial++
	value := fmt.Sprint("r", s.serial)
	a, done := n.rm.Produce(s.env(n), replica.Produce{ID: s.serial, Name: part, Records: batch(value), Acks: acks, Timeout: 30000, Append: plog.AppendOptions{Origin: record.Client}})
	switch {
	case !done:
		s.pending[s.serial] = value
	case a.Code == "":
		s.acked[value] = true
	}
	s.settle()
}

func batch(value string) []byte {
	var b record.Builder
	b.Reset(nil, record.DefaultOptions())
	must(b.Append(0, t0, nil, []byte(value)))
	bytes, err := b.Build()
	must(err)
	return slices.Clone(bytes)
}

// values are what a replica holds below an offset.
func (s *sim) values(n *node, end int64) (list []string) {
	var it record.Iterator
	for b, err := range record.Batches(s.bytes(n)) {
		must(err)
		if b.BaseOffset() >= end {
			break
		}
		for r, err := range it.All(b) {
			must(err)
			list = append(list, string(r.Value))
		}
	}
	return list
}

// bytes are all batches of a replica.
func (s *sim) bytes(n *node) []byte {
	l := n.broker.LogManager().Edit(part, false)
	env := n.broker.Env(s.host())
	var all []byte
	for offset := l.LogStartOffset(); offset < l.LogEndOffset(); {
		f, err := l.Read(env, offset, 1<<20, plog.LogEnd, true, nil)
		must(err)
		b, err := l.Bytes(env, &f, nil)
		must(err)
		all = append(all, b...)
		for x, err := range record.Batches(b) {
			must(err)
			offset = x.LastOffset() + 1
		}
	}
	return all
}

// link is what a follower's requests go over.
type link struct {
	s    *sim
	from int32
}

func (l link) Fetch(to int32, r replica.Fetch) ([]replica.Fetched, error) {
	n := l.s.node(to)
	if !n.broker.Running() || l.s.cut[[2]int32{l.from, to}] {
		return nil, replica.Failed("h", 9092, to)
	}
	return n.rm.Read(l.s.env(n), r), nil
}

func (l link) ListOffsets(to int32, q replica.ListOffsets) (replica.Listed, error) {
	n := l.s.node(to)
	if !n.broker.Running() || l.s.cut[[2]int32{l.from, to}] {
		return replica.Listed{}, replica.Failed("h", 9092, to)
	}
	return n.rm.List(l.s.env(n), q)
}
