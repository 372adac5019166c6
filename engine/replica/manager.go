// Package replica is a broker's replica manager: which partitions it leads or follows, what it knows of the other replicas,
// the ISR and its changes on their way to the controller, the high watermark, the fetchers, and the requests that wait. What the
// logs do is package plog's and package broker's; what the cluster looks like comes as an Image of package metadata.
//
// Nothing here waits and nothing runs by itself. A fetcher makes one round when Step is called; a produce request that has to
// wait becomes an entry in a list, which Completed hands out when it is done; requests to the controller lie in Outgoing until
// Answer brings what became of them. All of it is data, so that Fork and Code work between any two calls.
//
// The rules, their order, the log lines and the error texts are those of Kafka 4.4's ReplicaManager, Partition and
// AbstractFetcherThread (KIP-101, KIP-279, KIP-392, KIP-497, KIP-595, KIP-903, KIP-966).
package replica

import (
	"slices"

	"logarium/engine/broker"
	"logarium/engine/checkpoint"
	"logarium/engine/config"
	"logarium/engine/cow"
	"logarium/engine/event"
	"logarium/engine/metadata"
	"logarium/engine/plog"
	"logarium/engine/store"
)

// Manager is the replica manager of one broker process. The zero Manager is that of no process; Open begins one.
type Manager struct {
	id    int32
	epoch int64          // broker epoch, from the registration
	image metadata.Image // as far as this broker has heard
	heard bool           // an image has come

	parts    cow.Map[string, partition] // by name, "orders-0"
	fetchers []fetcher                  // by leader; replaced, never changed in place
	failed   []string                   // partitions whose fetcher gave up, sorted; replaced, never changed in place

	unsent   []alterItem // changes of ISRs that the controller has not answered; replaced, never changed in place
	inFlight bool        // a request is on its way
	outgoing []Outgoing  // requests to be sent; replaced, never changed in place

	waiting   []waiting   // requests that wait, in the order of their arrival; replaced, never changed in place
	completed []Completed // those that are done and were not handed out yet; replaced, never changed in place

	stopping bool // in controlled shutdown
}

// Env is what a manager needs from outside for one call. It is never kept.
type Env struct {
	Host    *broker.Host
	Broker  *broker.Broker
	Network Network // reaches the leaders; only Step and Handle need it

	Overrides func(topic string) config.Properties // settings of a topic above the broker's; nil: those in the image
}

func (e *Env) now() int64 { return e.Host.Now() }

// Open begins the manager of a new process.
func (m *Manager) Open(id int32, brokerEpoch int64) { *m = Manager{id: id, epoch: brokerEpoch} }

// SetEpoch notes the broker epoch that the controller has given.
func (m *Manager) SetEpoch(epoch int64) { m.epoch = epoch }

// ID is the broker's node id.
func (m *Manager) ID() int32 { return m.id }

// Image is the newest image that the broker has heard of, for reading only.
func (m *Manager) Image() *metadata.Image { return &m.image }

// Heard says that the process has had its first image.
func (m *Manager) Heard() bool { return m.heard }

// Kill forgets all that the process knew. It returns the requests that were waiting.
func (m *Manager) Kill() (lost []Waiting) {
	lost = m.Waiting()
	*m = Manager{id: m.id}
	return lost
}

// Fork returns a copy in constant time; the two are independent from then on.
func (m *Manager) Fork() *Manager {
	f := *m
	f.image, f.parts = m.image.Fork(), m.parts.Fork()
	return &f
}

// Code writes or reads the manager.
func (m *Manager) Code(c *store.Coder) {
	c.Version(1)
	c.Int32(&m.id)
	c.Int64(&m.epoch)
	m.image.Code(c)
	c.Bool(&m.heard)
	m.parts.Code(c, (*store.Coder).String, func(c *store.Coder, p *partition) { p.code(c) })
	store.Slice(c, &m.fetchers, func(c *store.Coder, f *fetcher) { f.code(c) })
	store.Slice(c, &m.failed, (*store.Coder).String)
	store.Slice(c, &m.unsent, func(c *store.Coder, a *alterItem) { a.code(c) })
	c.Bool(&m.inFlight)
	store.Slice(c, &m.outgoing, func(c *store.Coder, o *Outgoing) { o.code(c) })
	store.Slice(c, &m.waiting, func(c *store.Coder, w *waiting) { w.code(c) })
	store.Slice(c, &m.completed, func(c *store.Coder, d *Completed) { d.code(c) })
	c.Bool(&m.stopping)
}

// log is a hosted partition's log for changing it, nil if there is none.
func (e *Env) log(name string) *plog.Log { return e.Broker.LogManager().Edit(name, false) }

// env is what that log needs.
func (e *Env) env() *plog.Env { return e.Broker.Env(e.Host) }

// logLag is replica.lag.time.max.ms.
func (e *Env) lagMax() int64 { return e.Broker.Config().Int("replica.lag.time.max.ms") }

// inMapOrder are the partitions in the order in which Kafka goes over its map of them.
func (m *Manager) inMapOrder() []string {
	list := make([]checkpoint.TopicPartition, 0, m.parts.Len())
	for _, p := range m.parts.All() {
		list = append(list, p.key())
	}
	buckets := 16
	for len(list) >= buckets/4*3 {
		buckets *= 2
	}
	checkpoint.HashOrder(list, buckets, checkpoint.TopicPartition.Hash)
	return partitionNames(list)
}

func partitionNames(list []checkpoint.TopicPartition) []string {
	names := make([]string, len(list))
	for i, p := range list {
		names[i] = event.Partition{Topic: p.Topic, Number: p.Partition}.Name()
	}
	return names
}

// with is a sorted list with one more member; the list given is left alone.
func with[T int32 | string](list []T, x T) []T {
	i, ok := slices.BinarySearch(list, x)
	if ok {
		return list
	}
	return slices.Insert(slices.Clone(list), i, x)
}

// without is a list less some members; the list given is left alone.
func without[T int32 | string](list []T, gone ...T) []T {
	return slices.DeleteFunc(slices.Clone(list), func(x T) bool { return slices.Contains(gone, x) })
}
