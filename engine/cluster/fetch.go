package cluster

import (
	"logarium/engine/kerr"
	"logarium/engine/plog"
	"logarium/engine/record"
)

// defaultFetch is max.partition.fetch.bytes of a consumer.
const defaultFetch = 1 << 20

// Fetch reads records as a consumer does. Errors: OffsetOutOfRangeException, UnknownTopicOrPartitionException,
// KafkaStorageException, CorruptRecordException.
func (c *Cluster) Fetch(q FetchRequest) (f Fetched, err error) {
	_, b, err := c.partition(q.TopicPartition)
	if err != nil {
		return f, err
	}
	isolation := plog.HighWatermark
	if q.Committed {
		isolation = plog.TxnCommitted
	}
	err = b.With(c.host(), q.TopicPartition.String(), func(env *plog.Env, l *plog.Log) error {
		f.HighWatermark, f.LastStableOffset, f.LogStartOffset = l.HighWatermark(), l.LastStableOffset(), l.LogStartOffset()
		most := int64(q.MaxBytes)
		if most <= 0 {
			most = defaultFetch
		}
		most = min(most, b.Config().Int("fetch.max.bytes"))
		info, err := l.Read(env, q.Offset, int32(most), isolation, q.MinOne, nil)
		if err != nil {
			return err
		}
		c.scratch.fetched, err = l.Send(env, &info, c.scratch.fetched[:0], q.TLS)
		if err != nil {
			return err
		}
		f.Bytes = append([]byte(nil), c.scratch.fetched[:record.ValidBytes(c.scratch.fetched)]...)
		return c.decode(&f, q.Offset, aborted(info))
	})
	return f, err
}

// aborted are the transactions that a read_committed consumer leaves out, as a test of one batch.
func aborted(info plog.FetchInfo) func(record.Batch) bool {
	if !info.HasAborted {
		return func(record.Batch) bool { return false }
	}
	return func(b record.Batch) bool {
		if !b.IsTransactional() {
			return false
		}
		for _, t := range info.Aborted {
			if t.ProducerID == b.ProducerID() && b.BaseOffset() >= t.FirstOffset && b.LastOffset() <= t.LastOffset {
				return true
			}
		}
		return false
	}
}

// decode unpacks the batches of a fetch up to the first that is damaged. An error is returned when that is the first of all: a
// consumer gets the good records, and the error with the fetch that begins at the damage.
func (c *Cluster) decode(f *Fetched, from int64, skip func(record.Batch) bool) error {
	f.Next, f.LeaderEpoch = from, -1
	it := record.Iterator{Codecs: &c.scratch.codecs}
	for b, err := range record.Batches(f.Bytes) {
		if err == nil {
			err = b.EnsureValid()
		}
		good := len(f.Records)
		if err == nil && !b.IsControl() && !skip(b) {
			for it.Open(b); it.Next(); {
				if r := it.Record(); r.Offset >= from {
					f.Records = append(f.Records, copied(r))
				}
			}
			err = it.Err()
		}
		if err != nil && f.Next == from {
			return err
		}
		if err != nil {
			f.Records = f.Records[:good]
			return nil
		}
		f.Next, f.LeaderEpoch = b.NextOffset(), b.PartitionLeaderEpoch()
	}
	return nil
}

// copied is a record that outlives the iterator.
func copied(r *record.Record) Record {
	c := Record{Offset: r.Offset, Timestamp: r.Timestamp, Key: clone(r.Key), Value: clone(r.Value)}
	for h := range r.Headers() {
		c.Headers = append(c.Headers, Header{Key: string(h.Key), Value: clone(h.Value)})
	}
	return c
}

// clone keeps the difference between null and empty.
func clone(b []byte) []byte {
	if b == nil {
		return nil
	}
	return append([]byte{}, b...)
}

// ListOffsets finds an offset by time, or one of the special ones. Errors: UnknownTopicOrPartitionException,
// KafkaStorageException.
func (c *Cluster) ListOffsets(tp TopicPartition, spec OffsetSpec) (found Listed, err error) {
	_, b, err := c.partition(tp)
	if err != nil {
		return found, err
	}
	none := Listed{Offset: -1, Timestamp: -1, LeaderEpoch: -1}
	err = b.With(c.host(), tp.String(), func(env *plog.Env, l *plog.Log) error {
		f, err := l.OffsetForTimestamp(env, int64(spec), nil)
		found = none
		if err != nil || !f.Found {
			return err
		}
		if spec == LatestOffset {
			f.Offset = l.HighWatermark()
		}
		if f.Offset <= l.HighWatermark() {
			found = Listed{f.Offset, f.Timestamp, f.LeaderEpoch}
		}
		return nil
	})
	return found, err
}

// DeleteRecords raises a partition's log start offset; -1 stands for the high watermark. Errors:
// OffsetOutOfRangeException, PolicyViolationException, InvalidTopicException, UnknownTopicOrPartitionException.
func (c *Cluster) DeleteRecords(tp TopicPartition, offset int64) (lowWatermark int64, err error) {
	_, b, err := c.partition(tp)
	if err != nil {
		return -1, err
	}
	if internalTopic(tp.Topic) {
		return -1, kerr.ErrInvalidTopic.With("Cannot delete records of internal topic %s", tp.Topic)
	}
	if c.fleet != nil {
		return c.deleteReplicated(tp, b, offset)
	}
	err = b.With(c.host(), tp.String(), func(env *plog.Env, l *plog.Log) error {
		if l.Config().Compact && !l.Config().Delete {
			return kerr.ErrPolicyViolation.With("Records of partition %s can not be deleted due to the configured policy", tp)
		}
		if offset == -1 {
			offset = l.HighWatermark()
		}
		if offset < 0 {
			return kerr.ErrOffsetOutOfRange.With("The offset %d for partition %s is not valid", offset, tp)
		}
		_, err := l.DeleteRecords(env, offset)
		lowWatermark = l.LogStartOffset()
		return err
	})
	if err != nil {
		return -1, err
	}
	c.settle()
	return lowWatermark, nil
}

// DescribeLogDirs lists the log directories of a broker with their replicas. Error: the broker does not answer.
func (c *Cluster) DescribeLogDirs(id int32) (list []LogDirInfo, err error) {
	b, err := c.broker(id)
	if err != nil {
		return nil, err
	}
	if !b.Running() {
		return nil, kerr.ErrTimeout.With("Timed out waiting for a node assignment. Call: describeLogDirs")
	}
	for _, d := range b.Dirs() {
		dir := LogDirInfo{Broker: id, Path: d.Path}
		if d.Offline {
			dir.Error = "org.apache.kafka.common.errors.KafkaStorageException"
		}
		for _, l := range b.Logs() {
			if p := l.Partition(); p.LogDir == d.Path {
				lag := max(0, l.HighWatermark()-l.LogEndOffset())
				dir.Replicas = append(dir.Replicas, ReplicaInfo{TopicPartition{p.Topic, p.Number}, l.Size(), lag, false})
			}
		}
		for name, l := range b.Futures() {
			p := l.Partition()
			if current := b.Log(name); p.LogDir == d.Path && current != nil {
				lag := max(0, current.LogEndOffset()-l.LogEndOffset())
				dir.Replicas = append(dir.Replicas, ReplicaInfo{TopicPartition{p.Topic, p.Number}, l.Size(), lag, true})
			}
		}
		list = append(list, dir)
	}
	return list, nil
}
