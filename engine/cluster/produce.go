package cluster

import (
	"fmt"
	"math"
	"strings"

	"logarium/engine/broker"
	"logarium/engine/kerr"
	"logarium/engine/plog"
	"logarium/engine/producer"
	"logarium/engine/record"
	"logarium/engine/replica"
	"logarium/engine/store"
)

// client is a producer.
type client struct {
	pid   int64 // -1: without idempotence so far
	epoch int16
	skew  int64 // ms by which its clock is ahead
}

func codeClient(c *store.Coder, p *client) {
	c.Int64(&p.pid)
	c.Int16(&p.epoch)
	c.Int64(&p.skew)
}

// sticky is the partition that a producer fills with records without a key, until batch.size bytes went there.
type sticky struct {
	partition int32
	bytes     int64
}

func codeSticky(c *store.Coder, s *sticky) {
	c.Int32(&s.partition)
	c.Int64(&s.bytes)
}

// batchSize is a producer's default batch.size.
const batchSize = 16384

// scratch are buffers that serve one call after the other.
type scratch struct {
	codecs  record.Codecs
	builder record.Builder
	batch   []byte
	fetched []byte
}

// defaultProducer is the name of the producer of whoever names none.
const defaultProducer = "p1"

// Producer tells the id and epoch of a producer; false if it has not been used with idempotence.
func (c *Cluster) Producer(name string) (pid int64, epoch int16, ok bool) {
	p, ok := c.producers.Get(name)
	return p.pid, p.epoch, ok && p.pid >= 0
}

// NamedProducer is a producer as others see it.
type NamedProducer struct {
	Name  string
	PID   int64 // -1: without idempotence so far
	Epoch int16
	Skew  int64 // ms by which its clock is ahead
}

// Producers lists the producers by name; transactional ones only if their clock was set.
func (c *Cluster) Producers() (list []NamedProducer) {
	for name, p := range c.producers.All() {
		list = append(list, NamedProducer{name, p.pid, p.epoch, p.skew})
	}
	return list
}

// SkewProducer sets how many ms a producer's clock is ahead of the machine's.
func (c *Cluster) SkewProducer(name string, ms int64) {
	p := c.client(name)
	p.skew = ms
	c.producers.Set(name, p)
}

// client finds a producer or makes one.
func (c *Cluster) client(name string) client {
	if p, ok := c.producers.Get(name); ok {
		return p
	}
	return client{pid: -1}
}

// EnsureTopic makes a topic that does not exist with the broker's defaults, if auto.create.topics.enable allows it.
func (c *Cluster) EnsureTopic(name string) (created bool, err error) {
	if _, ok := c.topics.Get(name); ok {
		return false, nil
	}
	if !c.layers().Bool("auto.create.topics.enable") {
		return false, kerr.ErrTimeout.With("Topic %s not present in metadata after 60000 ms.", name)
	}
	_, err = c.CreateTopic(NewTopic{Name: name, Partitions: -1, ReplicationFactor: -1})
	return err == nil, err
}

// Produce sends records of one topic, as one batch for each partition that they go to, in the order in which the
// partitions come up. A topic that is missing is made first (see EnsureTopic). An error means that nothing was sent;
// what became of each batch stands in its Produced.
func (c *Cluster) Produce(name string, records []Record, o ProduceOptions) ([]Produced, error) {
	if o.Producer == "" {
		o.Producer = defaultProducer
	}
	codec, err := codecOf(o.Compression)
	if err != nil {
		return nil, err
	}
	if _, err := c.EnsureTopic(name); err != nil {
		return nil, err
	}
	t, err := c.find(name)
	if err != nil {
		return nil, err
	}
	groups, err := c.split(name, t, records, &o)
	if err != nil {
		return nil, err
	}
	if o.Transaction != "" {
		if err := c.join(o.Transaction, groups); err != nil {
			return nil, err
		}
	}
	for i := range groups {
		c.send(t, &groups[i], records, o, codec)
	}
	c.settle()
	if c.fleet != nil && !o.NoWait {
		c.await(groups)
	}
	return groups, nil
}

func codecOf(name string) (record.Codec, error) {
	if name == "" {
		return record.None, nil
	}
	codec, err := record.CodecByName(name)
	if err != nil {
		return 0, kerr.ErrConfig.With("Invalid value %s for configuration compression.type: String must be one of: uncompressed, gzip, snappy, lz4, zstd", name)
	}
	return codec, nil
}

// split gives each record its partition.
func (c *Cluster) split(name string, t topic, records []Record, o *ProduceOptions) (groups []Produced, err error) {
	count := int32(len(t.partitions))
	if o.Partition >= count {
		return nil, kerr.ErrIllegalArgument.With("Invalid partition given with record: %d is not in the range [0...%d).", o.Partition, count)
	}
	at := map[int32]int{}
	for i := range records {
		p := c.choose(name, count, &records[i], o)
		g, ok := at[p]
		if !ok {
			g = len(groups)
			at[p] = g
			groups = append(groups, Produced{Partition: TopicPartition{name, p}, BaseOffset: -1})
		}
		groups[g].Indices = append(groups[g].Indices, i)
	}
	return groups, nil
}

// choose is the default partitioner: the one asked for, by the key's hash, or the sticky one.
func (c *Cluster) choose(name string, count int32, r *Record, o *ProduceOptions) int32 {
	switch {
	case o.Partition >= 0:
		return o.Partition
	case r.Key != nil:
		return PartitionForKey(r.Key, count)
	case count == 1:
		return 0
	}
	key := o.Producer + "/" + name
	s, ok := c.sticky.Get(key)
	if !ok || s.bytes >= batchSize {
		s = sticky{partition: int32(c.random.Below(int(count)))}
	}
	s.bytes += int64(len(r.Value)) + recordOverhead
	c.sticky.Set(key, s)
	return s.partition
}

// recordOverhead is about what a record takes beyond its value, for the sticky partitioner's count.
const recordOverhead = 10

// send builds one batch and appends it.
func (c *Cluster) send(t topic, g *Produced, records []Record, o ProduceOptions, codec record.Codec) {
	p, sequence := c.sender(g.Partition, o)
	batch, err := c.build(g.Indices, records, p, sequence, o, codec)
	if err != nil {
		g.Err = err
		return
	}
	g.Count, g.Bytes = len(g.Indices), len(batch)
	before := c.logEnd(g.Partition)
	if c.walk != nil && !o.Plain {
		c.midst.sent = sent{g.Partition, sequence, int32(g.Count), before}
	}
	g.Err = c.append(t, g, batch, o)
	c.midst.sent = sent{}
	// Records that are in the log have used their numbers, whatever the producer heard: a second record with the same ones
	// would be taken for a repetition.
	switch {
	case o.Plain:
	case g.Err == nil || c.logEnd(g.Partition) > before:
		c.used(sequence, int32(g.Count))
	case o.Transaction == "" && kerr.Code(g.Err) != "REQUEST_TIMED_OUT":
		c.bumpEpoch(o.Producer)
		g.Bumped = true
	}
	if g.Err != nil && o.Transaction != "" {
		c.failed(o.Transaction)
	}
}

// bumpEpoch is what an idempotent producer does whose batch was refused: the numbers of that batch will never come, so it goes on in a new
// epoch, in which each partition's numbers begin at 0 (KIP-360). After the last epoch it needs another id.
func (c *Cluster) bumpEpoch(name string) {
	p := c.client(name)
	if p.epoch < math.MaxInt16 {
		p.epoch++
	} else {
		p.pid = -1
	}
	c.producers.Set(name, p)
	c.forgetSequences(name + "/")
}

// used moves a producer's sequence number in a partition on.
func (c *Cluster) used(sequence string, count int32) {
	next, _ := c.sequences.Get(sequence)
	c.sequences.Set(sequence, record.IncrementSequence(next, count))
}

// logEnd is the log end offset of a partition at its leader, -1 if it has none.
func (c *Cluster) logEnd(tp TopicPartition) int64 {
	t, ok := c.topics.Get(tp.Topic)
	if !ok {
		return -1
	}
	b := c.Broker(t.partitions[tp.Partition].Leader)
	if b == nil {
		return -1
	}
	if l := b.Log(tp.String()); l != nil {
		return l.LogEndOffset()
	}
	return -1
}

// sender is the producer that sends, and the key under which it counts its records in a partition.
func (c *Cluster) sender(tp TopicPartition, o ProduceOptions) (client, string) {
	p := c.client(o.Producer)
	if o.Transaction != "" {
		tx, _ := c.txClients.Get(o.Transaction)
		return client{pid: tx.pid, epoch: tx.epoch, skew: p.skew}, txSequence(o.Transaction, tp)
	}
	if !o.Plain && p.pid < 0 {
		p.pid, p.epoch = c.newProducerID(), 0
	}
	c.producers.Set(o.Producer, p)
	return p, o.Producer + "/" + tp.String()
}

// build encodes the records with those indices. The batch is valid until the next call.
func (c *Cluster) build(indices []int, records []Record, p client, sequence string, o ProduceOptions, codec record.Codec) ([]byte, error) {
	b, opts := &c.scratch.builder, record.DefaultOptions()
	opts.Codec = codec
	if !o.Plain {
		opts.ProducerID, opts.ProducerEpoch = p.pid, p.epoch
		opts.BaseSequence, _ = c.sequences.Get(sequence)
		opts.Transactional = o.Transaction != ""
	}
	b.Codecs = &c.scratch.codecs
	b.Reset(c.scratch.batch[:0], opts)
	var headers []record.Header
	for i, n := range indices {
		r := &records[n]
		ts := r.Timestamp
		if ts == NoTimestamp {
			ts = c.Now() + p.skew
		}
		headers = headers[:0]
		for _, h := range r.Headers {
			headers = append(headers, record.Header{Key: []byte(h.Key), Value: h.Value})
		}
		if err := b.Append(int64(i), ts, r.Key, r.Value, headers...); err != nil {
			return nil, err
		}
	}
	batch, err := b.Build()
	c.scratch.batch = batch
	return batch, err
}

// append hands a client's batch to the leader.
func (c *Cluster) append(t topic, g *Produced, batch []byte, o ProduceOptions) error {
	if internalTopic(g.Partition.Topic) {
		return kerr.ErrInvalidTopic.With("Cannot append to internal topic %s", g.Partition.Topic)
	}
	info := t.partitions[g.Partition.Partition]
	options := plog.AppendOptions{Origin: record.Client, TxnVersion: producer.TxnUnknown}
	if o.Transaction != "" {
		guard, err := c.verified(g.Partition, info, batch)
		if err != nil {
			return err
		}
		options.TxnVersion, options.Guard = transactionVersion, guard
	}
	if c.fleet != nil {
		return c.sendReplicated(g, info, batch, o, options)
	}
	done, err := c.appendTo(g.Partition, info, batch, !o.Fire && o.Acks != 1, options)
	if err == nil {
		g.BaseOffset, g.Rolled = done.FirstOffset, done.Rolled
	}
	return err
}

// verified gets the guard that the first batch of a transaction has to show. The coordinator has agreed before.
func (c *Cluster) verified(tp TopicPartition, info PartitionInfo, batch []byte) (guard producer.Guard, err error) {
	b, err := c.leader(info, tp)
	if err != nil {
		return 0, err
	}
	head := record.Batch(batch)
	err = b.With(c.host(), tp.String(), func(env *plog.Env, l *plog.Log) (err error) {
		guard, err = l.StartVerification(env, head.ProducerID(), head.BaseSequence(), head.ProducerEpoch(), true)
		return err
	})
	return guard, err
}

// appendTo hands a batch to the leader of a partition; allInSync asks for enough replicas first. With a single replica in the ISR the high
// watermark follows at once.
func (c *Cluster) appendTo(tp TopicPartition, info PartitionInfo, batch []byte, allInSync bool, o plog.AppendOptions) (done plog.AppendInfo, err error) {
	b, err := c.leader(info, tp)
	if err != nil {
		return done, err
	}
	if c.fleet != nil {
		acks := replica.AcksLeader
		if allInSync {
			acks = replica.AcksAll
		}
		done, _, err = c.appendReplicated(tp, b, batch, acks, requestTimeout, o)
		return done, err
	}
	err = b.With(c.host(), tp.String(), func(env *plog.Env, l *plog.Log) error {
		if allInSync {
			if err := enoughReplicas(info, l, tp); err != nil {
				return err
			}
		}
		if done, err = l.AppendLeader(env, batch, info.LeaderEpoch, o); err != nil {
			return err
		}
		if len(info.ISR) == 1 {
			_, _, err = l.MaybeIncrementHighWatermark(env, l.LogEndOffsetMetadata())
		}
		return err
	})
	if err != nil && b.Running() && !expected(err) {
		t, _ := c.topics.Get(tp.Topic)
		b.AppendFailed(c.host(), t.id, tp.String(), err)
	}
	return done, err
}

// expected says that a broker answers an error without a word in its log.
func expected(err error) bool {
	switch kerr.Code(err) {
	case "UNKNOWN_TOPIC_OR_PARTITION", "NOT_LEADER_OR_FOLLOWER", "MESSAGE_TOO_LARGE", "RECORD_LIST_TOO_LARGE", "CORRUPT_MESSAGE", "KAFKA_STORAGE_ERROR":
		return true
	}
	return false
}

// enoughReplicas is the check of acks=all before anything is written.
func enoughReplicas(info PartitionInfo, l *plog.Log, tp TopicPartition) error {
	need := min(int(l.Config().MinInsyncReplicas), len(info.Replicas))
	if len(info.ISR) >= need {
		return nil
	}
	ids := make([]string, len(info.ISR))
	for i, id := range info.ISR {
		ids[i] = fmt.Sprint(id)
	}
	return kerr.ErrNotEnoughReplicas.With("The size of the current ISR : %d is insufficient to satisfy the min.isr requirement of %d for partition %s, live replica(s) broker.id are : Set(%s)",
		len(info.ISR), need, tp, strings.Join(ids, ", "))
}

// leader finds the broker that leads a partition.
func (c *Cluster) leader(info PartitionInfo, tp TopicPartition) (*broker.Broker, error) {
	b := c.Broker(info.Leader)
	switch {
	case b == nil:
		return nil, kerr.ErrTimeout.With("Topic %s not present in metadata after 60000 ms.", tp.Topic)
	case !b.Running():
		return nil, kerr.ErrTimeout.With("Connection to node %d (localhost/127.0.0.1:9092) could not be established. Node may not be available.", info.Leader)
	}
	return b, nil
}

// partition finds a partition and the broker that leads it.
func (c *Cluster) partition(tp TopicPartition) (PartitionInfo, *broker.Broker, error) {
	t, err := c.find(tp.Topic)
	if err != nil {
		return PartitionInfo{}, nil, err
	}
	if tp.Partition < 0 || int(tp.Partition) >= len(t.partitions) {
		return PartitionInfo{}, nil, kerr.ErrUnknownTopicOrPartition.With("This server does not host this topic-partition.")
	}
	info := t.partitions[tp.Partition]
	b, err := c.leader(info, tp)
	return info, b, err
}
