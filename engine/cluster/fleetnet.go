package cluster

import (
	"slices"
	"strconv"

	"logarium/engine/broker"
	"logarium/engine/kerr"
	"logarium/engine/machine/clock"
	"logarium/engine/replica"
	"logarium/engine/store"
)

// link is the network between two nodes, the smaller id first, where it is not as it should be.
type link struct {
	a, b  int32
	delay int64 // ms one way
	cut   bool
}

func (l *link) code(c *store.Coder) {
	c.Int32(&l.a)
	c.Int32(&l.b)
	c.Int64(&l.delay)
	c.Bool(&l.cut)
}

// Link is the network between two nodes as others see it.
type Link struct {
	A, B  int32 // 100: the controller
	Delay int64 // ms one way
	Cut   bool
}

// Controller is the node id of the controller in a cluster of several brokers.
const Controller int32 = controllerNode

// Links lists the connections that are delayed or cut.
func (c *Cluster) Links() (list []Link) {
	if c.fleet == nil {
		return nil
	}
	for _, l := range c.fleet.links {
		list = append(list, Link{l.a, l.b, l.delay, l.cut})
	}
	return list
}

func (f *fleet) find(a, b int32) (link, int) {
	a, b = min(a, b), max(a, b)
	i := slices.IndexFunc(f.links, func(l link) bool { return l.a == a && l.b == b })
	if i < 0 {
		return link{a: a, b: b}, -1
	}
	return f.links[i], i
}

func (f *fleet) set(l link) {
	_, i := f.find(l.a, l.b)
	list := slices.Clone(f.links)
	switch wanted := l.cut || l.delay > 0; {
	case i >= 0 && wanted:
		list[i] = l
	case i >= 0:
		list = slices.Delete(list, i, i+1)
	case wanted:
		list = append(list, l)
	}
	slices.SortFunc(list, func(x, y link) int { return int(x.a-y.a)*1000 + int(x.b-y.b) })
	f.links = list
}

// reaches says that the network between two nodes works.
func (c *Cluster) reaches(a, b int32) bool {
	l, _ := c.fleet.find(a, b)
	return !l.cut
}

func (c *Cluster) delay(a, b int32) int64 {
	l, _ := c.fleet.find(a, b)
	return l.delay
}

// nodes checks node ids; other 0 stands for all others.
func (c *Cluster) nodes(id, other int32) ([]int32, error) {
	if c.fleet == nil {
		return nil, kerr.ErrIllegalState.With("There is one broker only, and no network")
	}
	known := append(c.Brokers(), controllerNode)
	for _, n := range []int32{id, other} {
		if n != 0 && !slices.Contains(known, n) {
			return nil, kerr.ErrIllegalArgument.With("There is no node %d", n)
		}
	}
	if other != 0 && other != id {
		return []int32{other}, nil
	}
	return slices.DeleteFunc(known, func(n int32) bool { return n == id }), nil
}

// CutNetwork cuts a node off from another, or from all (other 0), in both directions. Clients still reach it. Error: there is no
// such node.
func (c *Cluster) CutNetwork(id, other int32) error {
	return c.relink(id, other, func(l *link) { l.cut = true })
}

// DelayNetwork makes everything between two nodes, or between one and all others, take ms longer each way. Error: there is no such node.
func (c *Cluster) DelayNetwork(id, other int32, ms int64) error {
	return c.relink(id, other, func(l *link) { l.delay = ms })
}

// HealNetwork makes the network between nodes as it should be; id 0: everywhere. Error: there is no such node.
func (c *Cluster) HealNetwork(id, other int32) error {
	if id != 0 {
		return c.relink(id, other, func(l *link) { l.cut, l.delay = false, 0 })
	}
	if _, err := c.nodes(1, 0); err != nil {
		return err
	}
	c.fleet.links = nil
	c.reconnect()
	return nil
}

func (c *Cluster) relink(id, other int32, change func(*link)) error {
	others, err := c.nodes(id, other)
	if err != nil {
		return err
	}
	for _, n := range others {
		l, _ := c.fleet.find(id, n)
		change(&l)
		c.fleet.set(l)
	}
	c.reconnect()
	return nil
}

// reconnect lets brokers and the controller hear of each other again, as far as they can.
func (c *Cluster) reconnect() {
	for _, b := range c.running() {
		if m := c.member(b.ID()); c.reaches(b.ID(), controllerNode) {
			if !m.registered {
				c.register(b)
			} else {
				c.heartbeat(b, false)
			}
		}
	}
	c.publish()
	c.drain()
	c.watchSessions()
	c.settle()
}

// wire carries the requests of one fetcher.
type wire struct {
	c        *Cluster
	from     int32
	progress bool // there was something in the answer
	failed   bool
	ends     []Cut // how the logs end that are to be cut
}

// Fetch hands a request to the leader, if it can be reached.
func (w *wire) Fetch(to int32, r replica.Fetch) ([]replica.Fetched, error) {
	if err := w.connect(to); err != nil {
		return nil, err
	}
	answers := w.c.member(to).manager.Read(w.c.replicaEnv(to), r)
	for i := range answers {
		a := &answers[i]
		if code := kerr.Code(a.Err); a.Diverging || code == "OFFSET_OUT_OF_RANGE" {
			w.before(a.Name)
			if n := len(w.ends) - 1; n >= 0 && a.Diverging {
				w.ends[n].Batches = w.tail(a.Name, a.DivergingEnd)
			}
		}
		w.progress = w.progress || len(a.Bytes) > 0 || a.Diverging || kerr.Code(a.Err) == "OFFSET_OUT_OF_RANGE"
	}
	return answers, nil
}

// ListOffsets asks the leader for an offset.
func (w *wire) ListOffsets(to int32, q replica.ListOffsets) (replica.Listed, error) {
	if err := w.connect(to); err != nil {
		return replica.Listed{}, err
	}
	return w.c.member(to).manager.List(w.c.replicaEnv(to), q)
}

func (w *wire) connect(to int32) error {
	if b := w.c.Broker(to); b != nil && b.Running() && w.c.reaches(w.from, to) {
		return nil
	}
	w.failed = true
	return replica.Failed(hostOf(to), portOf(to), to)
}

// hostOf and portOf are the listener of a broker: all machines are named localhost, and each broker has a port of its own.
func hostOf(int32) string { return "localhost" }

func portOf(id int32) int32 { return 9092 + 100*(id-1) }

// fetchOn lets every fetcher that is new make its first round; those that are not there any more make none.
func (c *Cluster) fetchOn() {
	for _, b := range c.brokers {
		m := c.member(b.ID())
		for _, r := range m.rounds {
			if !b.Running() || !slices.Contains(m.manager.Leaders(), r.leader) {
				c.dropRound(m, r.leader)
			}
		}
		if !b.Running() || m.paused {
			continue
		}
		for _, leader := range m.manager.Leaders() {
			if m.round(leader) < 0 {
				c.fetchAt(b.ID(), round{leader: leader, due: c.Now() + c.delay(b.ID(), leader)})
			}
		}
	}
}

// round finds the round of a fetcher, -1 if there is none.
func (m *member) round(leader int32) int {
	return slices.IndexFunc(m.rounds, func(r round) bool { return r.leader == leader })
}

func (c *Cluster) dropRound(m *member, leader int32) {
	if i := m.round(leader); i >= 0 {
		c.clock.Cancel(m.rounds[i].task)
		m.rounds = slices.Delete(slices.Clone(m.rounds), i, i+1)
	}
}

// fetchAt schedules a round, in the place of the one that there was.
func (c *Cluster) fetchAt(id int32, next round) {
	m := c.member(id)
	c.dropRound(m, next.leader)
	next.task = c.clock.Schedule(clock.Task{Name: taskFetch, Owner: fetcherOwner + itoa(id), Due: next.due, Args: []string{itoa(next.leader)}})
	m.rounds = append(slices.Clone(m.rounds), next)
}

// jumpFleet moves along what goes by a clock of its own when the wall clock is set.
func (c *Cluster) jumpFleet(ms int64) {
	if c.fleet == nil {
		return
	}
	c.fleet.control.Jump(ms)
	for _, m := range c.fleet.members {
		m.rounds = slices.Clone(m.rounds)
		for i := range m.rounds {
			m.rounds[i].due += ms
		}
	}
}

func itoa(n int32) string { return strconv.Itoa(int(n)) }

// fetchRound goes on with a follower's fetch. Its request reaches the leader, which takes notice of how far the follower is. If there is nothing
// to answer it waits there for replica.fetch.wait.max.ms, or until something is appended; see wake. Then the answer is on its way. Without a
// delay the first and the last of these are one moment.
func (c *Cluster) fetchRound(id, leader int32) {
	m, b := c.member(id), c.Broker(id)
	i := m.round(leader)
	if i < 0 {
		return
	}
	r := m.rounds[i]
	m.rounds = slices.Delete(slices.Clone(m.rounds), i, i+1)
	if !b.Running() || m.paused || !slices.Contains(m.manager.Leaders(), leader) {
		return
	}
	w := &wire{c: c, from: id}
	env := c.replicaEnv(id)
	env.Network = w
	next := round{leader: leader, due: c.Now()}
	if d := c.delay(id, leader); d > 0 && !r.answering {
		c.requested(m, env, w, &next, d)
	} else {
		m.manager.Step(env, leader)
		c.noteCuts(w, leader)
		c.answered(b, w, &next, d)
	}
	c.drain()
	if b.Running() && m.round(leader) < 0 && slices.Contains(m.manager.Leaders(), leader) {
		c.fetchAt(id, next)
	}
}

// requested is the request of a fetcher at the leader. What comes next is the answer.
func (c *Cluster) requested(m *member, env *replica.Env, w *wire, next *round, delay int64) {
	next.answering = true
	next.due += delay
	q, ok := m.manager.Prepare(env, next.leader)
	if !ok {
		return
	}
	if _, err := w.Fetch(next.leader, q); err == nil && !w.progress {
		next.due += max(1, int64(q.MaxWait))
	}
	w.ends = nil
}

// answered is what follows an answer, or the failure to get one: the next request.
func (c *Cluster) answered(b *broker.Broker, w *wire, next *round, delay int64) {
	next.due += delay
	switch {
	case w.failed:
		next.due += max(1, b.Config().Int("replica.fetch.backoff.ms"))
	case !w.progress && delay == 0: // it is at the leader already, and waits
		next.answering = true
		next.due += max(1, b.Config().Int("replica.fetch.wait.max.ms"))
	}
}

// wake answers the fetches that wait at a leader for records of a partition.
func (c *Cluster) wake(p PartitionInfo) {
	for _, id := range p.Replicas {
		if id == p.Leader || p.Leader < 0 {
			continue
		}
		m := c.member(id)
		i := m.round(p.Leader)
		if i < 0 || !m.rounds[i].answering || !c.reaches(id, p.Leader) {
			continue
		}
		r := m.rounds[i]
		if early := c.Now() + c.delay(id, p.Leader); early < r.due {
			r.due = early
			c.fetchAt(id, r)
		}
	}
}

// PauseReplica stops the fetchers of a broker, or lets them go on. Nothing else of it stops. Errors: there is no such broker, or only one.
func (c *Cluster) PauseReplica(id int32, paused bool) error {
	if _, err := c.broker(id); err != nil {
		return err
	}
	if c.fleet == nil {
		return kerr.ErrIllegalState.With("There is one broker only, which fetches from nobody")
	}
	m := c.member(id)
	m.paused = paused
	if paused {
		for _, r := range m.rounds {
			c.dropRound(m, r.leader)
		}
		return nil
	}
	c.fetchOn()
	c.settle()
	return nil
}
