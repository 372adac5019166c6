// Package cluster is the brokers of a lab with their controller, and the clients that talk to them. It holds the
// virtual clock and the machine's chance. Commands are its methods: what an admin client, a producer or a consumer can
// ask, answered in Kafka's words, and what can be done to machines and processes.
//
// Everything that an answer leaves behind is state, so that Fork is a snapshot and Code is the machine on disk.
package cluster

import (
	"fmt"
	"iter"
	"strconv"
	"strings"

	"logarium/engine/broker"
	"logarium/engine/config"
	"logarium/engine/cow"
	"logarium/engine/internaltopics"
	"logarium/engine/kerr"
	"logarium/engine/machine/clock"
	"logarium/engine/machine/disk"
	"logarium/engine/store"
)

// DefaultClock is when a lab begins that does not say: 2025-01-01 00:00 UTC.
const DefaultClock = 1735689600000

// MaxTime is where the clock ends: at the end of the year 9999, in ms.
const MaxTime = 253402300799999

// Options describe a cluster before its first command.
type Options struct {
	Seed       int64
	Clock      int64             // ms, 0: DefaultClock, at most MaxTime
	Brokers    int               // 0: 1
	Properties config.Properties // server.properties of every broker
	Disk       disk.Options
}

// Cluster is the whole machine of a lab.
type Cluster struct {
	options  Options
	clock    clock.Clock
	random   broker.Random
	command  int // journal command that is running
	brokers  []*broker.Broker
	id       string // cluster id
	epochs   int64  // broker epochs given out
	defaults config.Properties

	topics    cow.Map[string, topic]
	producers cow.Map[string, client]
	sequences cow.Map[string, int32]  // "p1/orders-0": next sequence
	sticky    cow.Map[string, sticky] // "p1/orders"
	nextPID   int64
	txClients cow.Map[string, txClient] // by transactional id
	workloads cow.Map[string, Workload]
	readers   cow.Map[string, Reader]
	lastOrder int64

	offsets      values // of __consumer_offsets
	transactions values // of __transaction_state
	pending      values // committed offsets of open transactions, see pendingKey

	fleet *fleet // nil with one broker

	ineligible []TopicPartition // of one broker: those whose directory had failed before it started; replaced, never changed in place

	scratch *scratch // buffers that serve again; no part of the state
	walk    broker.Walker
	midst   midst
}

// New formats the machines and starts the brokers. Error: a broker that does not start with these properties.
func New(o Options) (*Cluster, error) {
	c, err := formatted(o)
	if err != nil {
		return nil, err
	}
	if o.Brokers > 1 {
		c.newFleet()
	}
	for _, id := range c.Brokers() {
		if err := c.StartBroker(id); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// formatted is a cluster whose brokers have not been started yet.
func formatted(o Options) (*Cluster, error) {
	if o.Clock == 0 {
		o.Clock = DefaultClock
	}
	if o.Clock < 0 || o.Clock > MaxTime {
		return nil, fmt.Errorf("a clock of %d ms is before 1970 or after the year 9999", o.Clock)
	}
	o.Brokers = max(o.Brokers, 1)
	if _, err := config.CheckStatic(o.Properties); err != nil {
		return nil, err
	}
	c := &Cluster{options: o, clock: clock.New(o.Clock), random: broker.Random{State: uint64(o.Seed)}, scratch: new(scratch)}
	c.id = c.random.ID()
	c.nextPID = int64(1000 * (1 + c.random.Below(9)))
	c.lastOrder = int64(10_000 + c.random.Below(2000))
	c.defaults = minISR(o.Properties)
	for i := range o.Brokers {
		b := broker.New(broker.Options{ID: int32(i + 1), ClusterID: c.id, Static: c.static(i + 1), Cluster: c.defaults, Disk: o.Disk})
		c.brokers = append(c.brokers, b)
		if err := b.Format(c.host()); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// minISR is the cluster-wide setting that formatting a cluster leaves behind.
func minISR(p config.Properties) config.Properties {
	value, ok := p.Get("min.insync.replicas")
	if !ok {
		value = "1"
	}
	return config.PropertiesOf("min.insync.replicas", value)
}

// Fork returns a copy in constant time; the two are independent from then on.
func (c *Cluster) Fork() *Cluster {
	d := *c
	d.walk, d.midst = nil, midst{}
	d.clock = c.clock.Fork()
	d.topics, d.producers, d.sequences = c.topics.Fork(), c.producers.Fork(), c.sequences.Fork()
	d.sticky, d.txClients, d.workloads, d.readers = c.sticky.Fork(), c.txClients.Fork(), c.workloads.Fork(), c.readers.Fork()
	d.offsets, d.transactions = c.offsets.fork(), c.transactions.fork()
	d.pending = c.pending.fork()
	d.fleet = c.fleet.fork()
	d.brokers = make([]*broker.Broker, len(c.brokers))
	for i, b := range c.brokers {
		d.brokers[i] = b.Fork()
	}
	return &d
}

// Code writes or reads the cluster.
func (c *Cluster) Code(s *store.Coder) {
	version := s.Version(6)
	if s.Reading() {
		c.scratch = new(scratch)
	}
	codeOptions(s, &c.options)
	c.clock.Code(s)
	s.Uint64(&c.random.State)
	s.Int(&c.command)
	s.String(&c.id)
	s.Int64(&c.epochs)
	c.defaults.Code(s)
	store.Slice(s, &c.brokers, codeBroker)
	key := (*store.Coder).String
	c.topics.Code(s, key, codeTopic)
	c.producers.Code(s, key, codeClient)
	c.sequences.Code(s, key, (*store.Coder).Int32)
	c.sticky.Code(s, key, codeSticky)
	s.Int64(&c.nextPID)
	if version == 1 {
		c.codePositions(s)
	}
	c.workloads.Code(s, key, codeWorkload)
	s.Int64(&c.lastOrder)
	if version >= 2 {
		c.offsets.code(s)
		c.transactions.code(s)
		c.txClients.Code(s, key, codeTxClient)
	}
	if version >= 3 {
		c.pending.code(s)
	}
	if version >= 4 {
		c.codeFleet(s)
	}
	if version >= 5 {
		c.readers.Code(s, key, codeReader)
	}
	if version >= 6 {
		store.Slice(s, &c.ineligible, codePartitionName)
	}
}

// codePositions reads what groups had committed when that was not in a log yet.
func (c *Cluster) codePositions(s *store.Coder) {
	var positions cow.Map[string, int64] // "group/orders-0"
	positions.Code(s, (*store.Coder).String, (*store.Coder).Int64)
	for key, offset := range positions.All() {
		slash, dash := strings.LastIndexByte(key, '/'), strings.LastIndexByte(key, '-')
		if slash < 0 || dash < slash {
			continue
		}
		n, _ := strconv.ParseInt(key[dash+1:], 10, 32) // it was written from an int32
		o := internaltopics.Offset{Offset: offset, LeaderEpoch: -1, Timestamp: c.Now()}
		c.offsets.apply(offsetKey(key[:slash], TopicPartition{key[slash+1 : dash], int32(n)}), o.Encode())
	}
}

func codeOptions(s *store.Coder, o *Options) {
	s.Int64(&o.Seed)
	s.Int64(&o.Clock)
	s.Int(&o.Brokers)
	o.Properties.Code(s)
	s.Int64(&o.Disk.Capacity)
	s.Int64(&o.Disk.CacheBytes)
	s.Int(&o.Disk.HandleLimit)
	s.Int(&o.Disk.MapLimit)
}

func codeBroker(s *store.Coder, b **broker.Broker) {
	if s.Reading() {
		*b = new(broker.Broker)
	}
	(*b).Code(s)
}

// Options are what the cluster was made with.
func (c *Cluster) Options() Options { return c.options }

// Now is the virtual time in ms.
func (c *Cluster) Now() int64 { return c.clock.Now() }

// Start is when the lab began, in ms.
func (c *Cluster) Start() int64 { return c.options.Clock }

// ID is the cluster id.
func (c *Cluster) ID() string { return c.id }

// SetCommand says which command of the journal runs from now on; lines and events carry it.
func (c *Cluster) SetCommand(n int) { c.command = n }

// Tasks goes over what is scheduled, in the order in which it is due.
func (c *Cluster) Tasks() iter.Seq[clock.Task] { return c.clock.Tasks() }

// Clock is the clock of all brokers, to be looked at.
func (c *Cluster) Clock() *clock.Clock { return &c.clock }

// Next is the task that is due next.
func (c *Cluster) Next() (clock.Task, bool) { return c.clock.Next() }

// Host is what the brokers get of the cluster for one call.
func (c *Cluster) Host() *broker.Host { return c.host() }

func (c *Cluster) host() *broker.Host {
	return &broker.Host{Clock: &c.clock, Random: &c.random, Command: c.command, Codecs: &c.scratch.codecs, Walk: c.walk}
}

// Brokers lists the ids of the brokers, running or not.
func (c *Cluster) Brokers() []int32 {
	ids := make([]int32, len(c.brokers))
	for i, b := range c.brokers {
		ids[i] = b.ID()
	}
	return ids
}

// Broker finds a broker, nil if there is none with this id.
func (c *Cluster) Broker(id int32) *broker.Broker {
	if id < 1 || int(id) > len(c.brokers) {
		return nil
	}
	return c.brokers[id-1]
}

func (c *Cluster) broker(id int32) (*broker.Broker, error) {
	if b := c.Broker(id); b != nil {
		return b, nil
	}
	return nil, kerr.ErrIllegalArgument.With("There is no broker %d", id)
}
