package conform

import (
	"encoding/binary"
	"fmt"
	"path"
	"slices"
	"strings"

	"logarium/engine/broker"
	"logarium/engine/checkpoint"
	"logarium/engine/config"
	"logarium/engine/controller"
	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/machine/clock"
	"logarium/engine/metadata"
	"logarium/engine/replica"
)

// simCluster is several brokers and a controller, stepped by operations: nothing moves between them otherwise.
type simCluster struct {
	*Driver
	brokers    []*simBroker // by id
	controller *controller.Controller
	defaults   config.Broker // what the controller takes for its topics
	partitions []string      // sorted names
	auto       bool          // the controller answers AlterPartition after each operation

	queue   []alterRequest
	waiting []waitingRow
	cuts    []string // "2>1", sorted

	requests, alters, incarnations int64 // counters of ids

	calls, acks []any
	last        map[string]any // what "cluster" has told
	marks       map[string][4]int64
}

// simBroker is a broker of it.
type simBroker struct {
	manager
	id    int32
	dirID string
	rm    replica.Manager
	alive bool
	held  bool // hears nothing of the controller
	epoch int64

	delivered int64 // offset of the metadata that it has heard

	delays map[int32]map[string]int64 // by leader and partition: the delays after errors that the oracle's fetcher had noted at its last round
}

type alterRequest struct {
	id      int64
	broker  int32
	request metadata.AlterPartition
}

type waitingRow struct {
	id        int64
	api       string
	broker    int32
	partition string
}

const (
	clusterID  = "oracleoracleoracleAAAA"
	brokerPort = 9092
)

// idOf is a Kafka id of two numbers.
func idOf(high uint64, low int64) string {
	var id checkpoint.UUID
	binary.BigEndian.PutUint64(id[:], high)
	binary.BigEndian.PutUint64(id[8:], uint64(low))
	return id.String()
}

func clusterOperations() map[string]operation {
	all := map[string]operation{"clusterOpen": (*Driver).clusterOpen}
	for name, run := range map[string]func(c *simCluster, op node) (any, error){
		"createPartition": (*simCluster).createPartition, "produce": (*simCluster).produce, "fetch": (*simCluster).fetch, "consume": (*simCluster).consume,
		"alterPartition": (*simCluster).alterPartition, "kill": (*simCluster).kill, "stop": (*simCluster).stop, "start": (*simCluster).startOp,
		"fence": (*simCluster).fence, "unfence": (*simCluster).unfence, "elect": (*simCluster).elect, "reassign": (*simCluster).reassign,
		"topicConfig": (*simCluster).topicConfig, "hwCheckpoint": (*simCluster).hwCheckpoint, "shrinkCheck": (*simCluster).shrinkCheck,
		"network": (*simCluster).network, "metadata": (*simCluster).metadata, "becomeLeader": (*simCluster).become, "becomeFollower": (*simCluster).become,
		"offsetForLeaderEpoch": (*simCluster).epochEnd, "enoughReplicas": (*simCluster).enoughReplicas,
	} {
		all[name] = onCluster(run)
	}
	return all
}

// onCluster runs an operation, and then, if that is wanted, lets the controller answer what waits for it.
func onCluster(run func(c *simCluster, op node) (any, error)) operation {
	return func(d *Driver, op node) (any, error) {
		if d.cluster == nil {
			return nil, kerr.ErrIllegalState.With("no cluster")
		}
		answer, err := run(d.cluster, op)
		d.cluster.collect()
		if err == nil {
			d.cluster.answerAll()
		}
		return answer, err
	}
}

// either runs an operation on the cluster if it names a partition, otherwise on a log.
func either(cluster func(c *simCluster, op node) (any, error), log operation) operation {
	return func(d *Driver, op node) (any, error) {
		if d.cluster != nil && op.has("partition") {
			return onCluster(cluster)(d, op)
		}
		return log(d, op)
	}
}

func (d *Driver) clusterOpen(op node) (any, error) {
	if d.cluster != nil || d.manager != nil || len(d.logs) > 0 {
		return nil, kerr.ErrIllegalState.With("something is open")
	}
	if op.has("now") {
		if _, err := d.setClock(op); err != nil {
			return nil, err
		}
	}
	c := &simCluster{Driver: d, auto: op.flag("autoAlter", false), marks: map[string][4]int64{}, requests: 1, alters: 1, incarnations: 1}
	for _, id := range ids(op, "brokers") {
		if id < 1 || c.find(id) != nil {
			return nil, &badOperation{"brokers have ids of their own, from 1"}
		}
		c.brokers = append(c.brokers, c.newBroker(op, id))
	}
	if len(c.brokers) == 0 {
		return nil, &badOperation{"no brokers"}
	}
	slices.SortFunc(c.brokers, func(a, b *simBroker) int { return int(a.id - b.id) })
	if err := c.openController(op); err != nil {
		return nil, err
	}
	d.cluster, d.managed = c, true
	if !op.flag("start", true) {
		return none(nil)
	}
	for _, b := range c.brokers {
		if _, err := c.start(b, true); err != nil {
			return nil, err
		}
	}
	c.collect()
	return none(nil)
}

// openController makes the controller with the first records of its log. They are not reported.
func (c *simCluster) openController(op node) error {
	static := asProperties(op.strings("config"))
	for _, name := range []string{"min.insync.replicas", "unclean.leader.election.enable"} {
		if value, ok := op.strings("defaults")[name]; ok {
			static = static.With(name, value)
		}
	}
	c.defaults = config.Broker{Static: static}
	elr := op.flag("elr", true)
	c.controller = controller.New(controller.Options{ELR: elr, Session: op.num("sessionTimeoutMs", controller.DefaultSession)})
	records := []controller.Record{controller.FeatureRecord{Name: "metadata.version", Level: 34}}
	if elr {
		records = append(records, controller.FeatureRecord{Name: "eligible.leader.replicas.version", Level: 1})
	}
	c.controller.Replay(c.env(), records)
	c.Driver.lines = nil
	for _, b := range c.brokers {
		if err := c.disk.MkdirAll(b.dir()); err != nil {
			return err
		}
		meta := fmt.Sprintf("cluster.id=%s\ndirectory.id=%s\nnode.id=%d\nversion=1\n", clusterID, b.dirID, b.id)
		if err := c.disk.WriteFile(path.Join(b.dir(), "meta.properties"), []byte(meta)); err != nil {
			return err
		}
	}
	return nil
}

func (c *simCluster) newBroker(op node, id int32) *simBroker {
	b := &simBroker{id: id, dirID: idOf(0x6469720000000000, int64(id)), epoch: -1}
	b.manager = manager{Driver: c.Driver, topics: map[string]config.Properties{}}
	static := b.settings(op).With("log.cleaner.dedupe.buffer.size", "4194304").With("log.dirs", b.dir()).With("transaction.partition.verification.enable", "false")
	for _, p := range asProperties(op.strings("config")) {
		static = static.With(p.Name, p.Value)
	}
	b.broker = broker.New(broker.Options{ID: id, Static: static, Machine: c.disk})
	b.host = broker.Host{Clock: &c.clock, Random: &b.random, Watch: b.watch}
	b.random.State = uint64(c.index)<<8 + uint64(id)
	return b
}

func (b *simBroker) dir() string { return path.Join(root, fmt.Sprintf("b%d", b.id)) }

// env is what the controller needs for one call.
func (c *simCluster) env() controller.Env {
	return controller.Env{Now: c.clock.Now(), Emit: c.emit, Defaults: c.defaults}
}

// of is what a broker's replica manager needs for one call.
func (c *simCluster) of(b *simBroker) *replica.Env {
	return &replica.Env{Host: &b.host, Broker: b.broker, Network: wire{c, b}, Overrides: b.overrides}
}

func (c *simCluster) find(id int32) *simBroker {
	i := slices.IndexFunc(c.brokers, func(b *simBroker) bool { return b.id == id })
	if i < 0 {
		return nil
	}
	return c.brokers[i]
}

// named is the broker that an operation names.
func (c *simCluster) named(op node, member string) (*simBroker, error) {
	if b := c.find(int32(op.num(member, -1))); b != nil {
		return b, nil
	}
	return nil, &badOperation{fmt.Sprintf("no broker %d", op.num(member, -1))}
}

func running(b *simBroker, err error) (*simBroker, error) {
	if err == nil && !b.alive {
		return nil, kerr.ErrIllegalState.With("broker %d is not running", b.id)
	}
	return b, err
}

// target is the broker that an operation on a partition goes to: the one it names, or the leader.
func (c *simCluster) target(op node) (*simBroker, error) {
	if op.has("broker") {
		return running(c.named(op, "broker"))
	}
	p, err := c.registration(partitionNamed(op))
	if err != nil {
		return nil, err
	}
	if p.Leader < 0 {
		return nil, kerr.ErrIllegalState.With("no leader")
	}
	return running(c.find(p.Leader), nil)
}

func partitionNamed(op node) string { return op.str("partition", "t-0") }

func (c *simCluster) registration(name string) (metadata.Partition, error) {
	topic, _, err := partitionOf(name)
	if err != nil {
		return metadata.Partition{}, err
	}
	if _, ok := c.controller.Image().Topics.Get(topic); !ok {
		return metadata.Partition{}, &badOperation{"no topic " + topic}
	}
	p, ok := c.controller.Image().Partitions.Get(name)
	if !ok {
		return p, &badOperation{"no partition " + name}
	}
	return p, nil
}

// taskName is a task's name as the oracle has it.
func (c *simCluster) taskName(t clock.Task) string {
	owner, _, _ := strings.Cut(t.Owner, "/")
	return owner + " " + taskName(t.Name)
}

// perform runs a task. One that the oracle does not have is dropped.
func (c *simCluster) perform(t clock.Task) bool {
	for _, b := range c.brokers {
		switch {
		case b.rm.Owns(t):
			b.rm.Perform(c.of(b), t)
			c.collect()
			return true
		case b.broker.Owns(t):
			return b.perform(t)
		}
	}
	return false
}

// watch takes a broker's events. The oracle's fetchers and cleaners have no threads of their own.
func (b *simBroker) watch(e event.Event) {
	switch x := e.(type) {
	case event.ReplicasNote:
		if x.What == event.FetcherThread {
			return
		}
	case event.CleanerStarted:
		return
	}
	b.manager.watch(e)
}
