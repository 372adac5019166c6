// Package controller decides: which broker leads a partition, who is in sync and who is eligible, when a broker is fenced,
// whether a change that a leader asks for is granted, and how replicas move. It is Kafka 4.4's active controller without the
// Raft quorum around it: what a decision writes is a record, and a record counts as committed as soon as it is applied.
//
// Verbs (Register, Heartbeat, AlterPartition, Elect, Reassign, ...) look at the state and answer with records. Replay applies
// records, and only then is anything different. The names, the texts and the rules are those of ReplicationControlManager,
// ClusterControlManager, BrokerHeartbeatManager and PartitionChangeBuilder; see also KIP-704 (recovery state), KIP-841
// (controlled shutdown), KIP-903 (broker epochs in AlterPartition) and KIP-966 (eligible leader replicas).
package controller

import (
	"logarium/engine/config"
	"logarium/engine/cow"
	"logarium/engine/event"
	"logarium/engine/metadata"
	"logarium/engine/store"
)

// DefaultSession is broker.session.timeout.ms in ms.
const DefaultSession int64 = 9000

// Options are what a controller is formatted with.
type Options struct {
	Node    int32 // id in the lines of its log
	ELR     bool  // eligible.leader.replicas.version 1, as in a cluster formatted by 4.1 or later
	Session int64 // broker.session.timeout.ms, 0: DefaultSession
}

// Controller is the state of the active controller.
type Controller struct {
	options Options
	image   metadata.Image
	brokers cow.Map[int32, contact]

	isrs, elrs places // who is in which ISR and ELR, see setPartition
}

// contact is what the controller knows of a broker beyond its registration.
type contact struct {
	Epoch      int64 // of the process that has sent heartbeats
	Seen       int64 // ms of the last heartbeat
	Registered int64 // offset of the registration record
	Metadata   int64 // offset that the last heartbeat has named
	Leaving    int64 // offset that all others must have seen before it may go; -1: it does not want to
}

func codeContact(c *store.Coder, b *contact) {
	c.Int64(&b.Epoch)
	c.Int64(&b.Seen)
	c.Int64(&b.Registered)
	c.Int64(&b.Metadata)
	c.Int64(&b.Leaving)
}

// Env is what a call needs from outside.
type Env struct {
	Now      int64         // ms
	Emit     event.Sink    // hears what the controller logs
	Defaults config.Broker // settings of topics without an override
}

// New is a controller that has only written the cluster's features.
func New(o Options) *Controller {
	if o.Session == 0 {
		o.Session = DefaultSession
	}
	return &Controller{options: o}
}

// Fork returns a copy in constant time; the two are independent from then on.
func (c *Controller) Fork() *Controller {
	return &Controller{options: c.options, image: c.image.Fork(), brokers: c.brokers.Fork(), isrs: c.isrs.fork(), elrs: c.elrs.fork()}
}

// Code writes or reads the controller.
func (c *Controller) Code(s *store.Coder) {
	version := s.Version(2)
	s.Int32(&c.options.Node)
	s.Bool(&c.options.ELR)
	s.Int64(&c.options.Session)
	c.image.Code(s)
	c.brokers.Code(s, (*store.Coder).Int32, codeContact)
	if version == 1 {
		c.rebuild()
		return
	}
	c.isrs.code(s)
	c.elrs.code(s)
}

// Image is the newest state of the cluster. Whoever keeps it takes a Fork.
func (c *Controller) Image() *metadata.Image { return &c.image }

// Options are what the controller was made with.
func (c *Controller) Options() Options { return c.options }

// minISR is how many replicas of a partition have to be in sync before its high watermark moves: min.insync.replicas, at most as many as
// the topic's partition 0 has.
func (c *Controller) minISR(env Env, topic string) int {
	n := int(c.setting(env, topic, "min.insync.replicas").Int)
	if first, ok := c.partition(topic, 0); ok {
		n = min(n, len(first.Replicas))
	}
	return n
}

// uncleanAllowed is unclean.leader.election.enable of a topic.
func (c *Controller) uncleanAllowed(env Env, topic string) bool {
	return c.setting(env, topic, "unclean.leader.election.enable").Bool
}

func (c *Controller) setting(env Env, topic, name string) config.Value {
	t, _ := c.image.Topics.Get(topic)
	if text, ok := t.Configs.Get(name); ok {
		if def, known := config.Topic(name); known {
			if v, _, err := def.Parse(text); err == nil {
				return v
			}
		}
	}
	return env.Defaults.Get(name)
}

// topicID is the id of a topic, "" if there is none.
func (c *Controller) topicID(topic string) string {
	t, _ := c.image.Topics.Get(topic)
	return t.ID
}

// change prepares a decision about a partition: as far as the topic's settings let it go.
func (c *Controller) change(env Env, p metadata.Partition, acceptable func(int32) bool) *Change {
	d := &Change{
		Partition: p, TopicID: c.topicID(p.Topic), Acceptable: acceptable, MinISR: c.minISR(env, p.Topic), ELR: c.options.ELR,
		Recovery: metadata.Unchanged, Directory: c.directory,
	}
	if c.uncleanAllowed(env, p.Topic) {
		d.Election = Unclean
	}
	return d
}

// Decide works a change out and logs an election.
func (c *Controller) Decide(env Env, d *Change) (PartitionChange, bool) {
	return d.Decide(func(leader int32, how string, r PartitionChange) {
		c.say(env, "election", partitionChangeBuilder, "Setting new leader for topicId %s, partition %d to %d %s. Previous partition: %s, change record: %s",
			d.TopicID, d.Partition.Number, leader, how, d.Partition, r)
	})
}

// directory is where a broker would put a new replica: its only directory, or none yet.
func (c *Controller) directory(id int32) string {
	b, _ := c.image.Brokers.Get(id)
	if len(b.Dirs) == 1 {
		return b.Dirs[0]
	}
	return unassignedDirectory
}

// unassignedDirectory is the id that stands for a log directory that the broker still has to choose.
const unassignedDirectory = "AAAAAAAAAAAAAAAAAAAAAA"

// active says that a broker may be in an ISR.
func (c *Controller) active(id int32) bool {
	b, ok := c.image.Brokers.Get(id)
	return ok && b.Active()
}
