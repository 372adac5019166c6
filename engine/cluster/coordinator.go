package cluster

import (
	"strconv"

	"logarium/engine/broker"
	"logarium/engine/checkpoint"
	"logarium/engine/config"
	"logarium/engine/internaltopics"
	"logarium/engine/kerr"
	"logarium/engine/plog"
	"logarium/engine/producer"
	"logarium/engine/record"
)

// A coordinator keeps what it knows in a compacted topic of its own and, for quick answers, the newest value of each
// key in memory: a table. The leader of a partition of that topic is the coordinator of all groups, or transactional
// ids, whose hash falls on it. A broker that becomes one reads the partition first.

// keyValue is one record of a coordinator; a nil value takes the key back.
type keyValue struct{ key, value []byte }

// table is the memory of the coordinators of a topic: value by key, as their bytes are in the log.
func (c *Cluster) table(topic string) *values {
	if topic == internaltopics.OffsetsTopic {
		return &c.offsets
	}
	return &c.transactions
}

// internalConfigs are the settings with which a coordinators' topic is made.
func (c *Cluster) internalConfigs(topic string) (prefix string, configs config.Properties) {
	if topic == internaltopics.OffsetsTopic {
		prefix = "offsets.topic."
		configs = config.PropertiesOf("compression.type", "producer")
	} else {
		prefix = "transaction.state.log."
		configs = config.PropertiesOf("compression.type", "uncompressed", "unclean.leader.election.enable", "false",
			"min.insync.replicas", c.layers().Get("transaction.state.log.min.isr").String())
	}
	configs = configs.With("cleanup.policy", "compact").With("segment.bytes", c.layers().Get(prefix+"segment.bytes").String())
	return prefix, configs
}

// labDefaults are settings that a lab's server.properties has if nobody says otherwise: coordinators' topics of the size that
// a screen can hold. Their replicas are as many as the brokers, at most three, as Kafka has it; one broker has one, as in the file that
// comes with Kafka.
func labDefaults(p config.Properties, brokers int) config.Properties {
	replicas := strconv.Itoa(max(1, min(brokers, 3)))
	inSync := strconv.Itoa(max(1, min(brokers, 2)))
	for _, d := range []config.Property{
		{Name: "offsets.topic.num.partitions", Value: "2"}, {Name: "offsets.topic.replication.factor", Value: replicas},
		{Name: "transaction.state.log.num.partitions", Value: "2"}, {Name: "transaction.state.log.replication.factor", Value: replicas},
		{Name: "transaction.state.log.min.isr", Value: inSync},
	} {
		if _, set := p.Get(d.Name); !set {
			p = p.With(d.Name, d.Value)
		}
	}
	return p
}

// ensureInternal makes a coordinators' topic at its first use.
func (c *Cluster) ensureInternal(name string) (topic, error) {
	if t, ok := c.topics.Get(name); ok {
		return t, nil
	}
	prefix, configs := c.internalConfigs(name)
	_, err := c.CreateTopic(NewTopic{
		Name: name, Partitions: int32(c.layers().Int(prefix + "num.partitions")),
		ReplicationFactor: int16(c.layers().Int(prefix + "replication.factor")), Configs: configs,
	})
	if err != nil {
		return topic{}, err
	}
	c.scheduleCoordinator(name)
	t, err := c.find(name)
	for _, p := range t.partitions {
		c.loads(TopicPartition{name, p.Number}, p)
		c.loaded(TopicPartition{name, p.Number}, p, &replayed{})
	}
	return t, err
}

// partitionFor is the partition on which an id falls: its Java hash, made positive.
func partitionFor(id string, partitions int) int32 {
	h := int64(checkpoint.StringHash(id))
	if h == -1<<31 {
		h = 0 // as Kafka's Utils.abs
	}
	return int32(max(h, -h) % int64(partitions))
}

// coordinator finds the partition that an id falls on and the broker that leads it. The topic must be there.
func (c *Cluster) coordinator(name, id string) (tp TopicPartition, info PartitionInfo, b *broker.Broker, err error) {
	t, err := c.find(name)
	if err != nil {
		return tp, info, nil, err
	}
	tp = TopicPartition{name, partitionFor(id, len(t.partitions))}
	info = t.partitions[tp.Partition]
	b, err = c.leader(info, tp)
	return tp, info, b, err
}

// Coordinator is the broker that answers for a group or a transactional id; 0 if there is none at this moment.
func (c *Cluster) Coordinator(topic, id string) int32 {
	_, info, _, err := c.coordinator(topic, id)
	if err != nil {
		return 0
	}
	return info.Leader
}

// CoordinatorPartition is the partition that holds the records of a group or a transactional id, "" before the topic is made.
func (c *Cluster) CoordinatorPartition(topic, id string) string {
	t, err := c.find(topic)
	if err != nil {
		return ""
	}
	return TopicPartition{topic, partitionFor(id, len(t.partitions))}.String()
}

// note appends records of one id to its coordinator's partition, as one batch, and takes them over.
func (c *Cluster) note(name, id string, entries ...keyValue) error {
	tp, info, _, err := c.coordinator(name, id)
	if err != nil {
		return err
	}
	return c.noteIn(tp, info, entries)
}

func (c *Cluster) noteIn(tp TopicPartition, info PartitionInfo, entries []keyValue) error {
	if len(entries) == 0 {
		return nil
	}
	o := record.DefaultOptions()
	if tp.Topic == internaltopics.OffsetsTopic {
		o.BaseSequence = 0 // the group coordinator's batches have one, though no producer
		o.Codec = record.Codec(c.layers().Int("offsets.topic.compression.codec"))
	}
	batch, err := c.encode(o, entries)
	if err != nil {
		return err
	}
	if _, err := c.appendTo(tp, info, batch, true, plog.AppendOptions{Origin: record.Coordinator, TxnVersion: producer.TxnUnknown}); err != nil {
		return err
	}
	for _, e := range entries {
		c.take(tp.Topic, e)
	}
	return nil
}

// encode makes a batch of a coordinator's records. It is valid until the next one.
func (c *Cluster) encode(o record.Options, entries []keyValue) ([]byte, error) {
	b := &c.scratch.builder
	b.Codecs = &c.scratch.codecs
	b.Reset(c.scratch.batch[:0], o)
	for i, e := range entries {
		if err := b.Append(int64(i), c.Now(), e.key, e.value); err != nil {
			return nil, err
		}
	}
	batch, err := b.Build()
	c.scratch.batch = batch
	return batch, err
}

// loadCoordinators lets a broker read the coordinators' partitions that it leads from now on.
func (c *Cluster) loadCoordinators(id int32) {
	for _, name := range []string{internaltopics.OffsetsTopic, internaltopics.TransactionsTopic} {
		t, _ := c.topics.Get(name)
		for _, p := range t.partitions {
			if p.Leader == id {
				c.loadCoordinator(TopicPartition{name, p.Number}, len(t.partitions))
			}
		}
	}
}

// loadCoordinator forgets what falls on a partition and reads the partition. What cannot be read is not known.
func (c *Cluster) loadCoordinator(tp TopicPartition, partitions int) {
	known := c.table(tp.Topic)
	var old []string
	for key := range known.All() {
		if id, ok := idOf(tp.Topic, []byte(key)); ok && partitionFor(id, partitions) == tp.Partition {
			old = append(old, key)
		}
	}
	for _, key := range old {
		known.Delete(key)
	}
	if tp.Topic == internaltopics.OffsetsTopic {
		c.dropPending(tp, partitions)
	}
	info, b, err := c.partition(tp)
	if err != nil {
		return
	}
	c.loads(tp, info)
	r := &replayed{Cluster: c, tp: tp}
	if b.With(c.host(), tp.String(), func(env *plog.Env, l *plog.Log) error { return c.replay(env, l, r) }) == nil {
		c.loaded(tp, info, r)
	}
	if tp.Topic == internaltopics.TransactionsTopic {
		c.completePrepared(tp)
	}
}

// idOf is the group or transactional id that a key belongs to.
func idOf(topic string, key []byte) (id string, ok bool) {
	kind, err := internaltopics.Kind(key)
	switch {
	case err != nil:
		return "", false
	case topic == internaltopics.TransactionsTopic:
		id, err = internaltopics.DecodeTransactionKey(key)
	case kind == internaltopics.OffsetCommitRecord:
		var k internaltopics.OffsetKey
		k, err = internaltopics.DecodeOffsetKey(key)
		id = k.Group
	case kind == internaltopics.GroupRecord:
		id, err = internaltopics.DecodeGroupKey(key)
	default:
		return "", false
	}
	return id, err == nil
}

// replay reads a coordinator's partition from its start to its end.
func (c *Cluster) replay(env *plog.Env, l *plog.Log, r *replayed) error {
	for at := l.LogStartOffset(); at < l.LogEndOffset(); {
		info, err := l.Read(env, at, defaultFetch, plog.LogEnd, true, nil)
		if err != nil {
			return err
		}
		data, err := l.Bytes(env, &info, c.scratch.fetched[:0])
		c.scratch.fetched = data
		if err != nil {
			return err
		}
		before := at
		for b, err := range record.Batches(data[:record.ValidBytes(data)]) {
			if err == nil {
				err = b.EnsureValid()
			}
			if err == nil {
				err = r.batch(b, &c.scratch.codecs)
			}
			if err != nil {
				return err
			}
			at = b.NextOffset()
		}
		if at == before {
			return kerr.ErrCorruptRecord.With("No progress at offset %d of partition %s", at, l.Name())
		}
	}
	return nil
}

// replayed takes batches over in order. What belongs to a transaction counts once its COMMIT is met.
type replayed struct {
	*Cluster
	tp      TopicPartition
	records int
	bytes   int
}

func (r *replayed) batch(b record.Batch, codecs *record.Codecs) error {
	it := record.Iterator{Codecs: codecs}
	r.bytes += len(b)
	for it.Open(b); it.Next(); r.records++ {
		rec := it.Record()
		e := keyValue{rec.Key, rec.Value}
		switch {
		case b.IsControl():
			if m, err := record.ParseMarker(rec); err == nil {
				r.decide(b.ProducerID(), r.tp, m.Type == record.Commit)
			}
		case b.IsTransactional():
			r.pend(b.ProducerID(), rec.Offset, []keyValue{e})
		default:
			r.take(r.tp.Topic, e)
		}
	}
	return it.Err()
}
