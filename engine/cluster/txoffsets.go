package cluster

import (
	"math"
	"strconv"
	"strings"

	"logarium/engine/internaltopics"
	"logarium/engine/plog"
	"logarium/engine/record"
)

// Offsets that a group commits within a producer's transaction: they count when, and only if, the transaction commits.

// pendingKey is the key of an offset in an open transaction: the producer id in 20 digits, then the record's key. Its value is the offset of the
// record in 20 digits, then the record's value.
func pendingKey(pid int64, key []byte) string { return digits(pid) + string(key) }

func digits(n int64) string {
	text := strconv.FormatInt(n, 10)
	return strings.Repeat("0", numberDigits-len(text)) + text
}

const numberDigits = 20

// pend keeps records, the first of them at an offset of the log, until their transaction ends.
func (c *Cluster) pend(pid, at int64, entries []keyValue) {
	for i, e := range entries {
		c.pending.Set(pendingKey(pid, e.key), digits(at+int64(i))+string(e.value))
	}
}

// take takes a record over that belongs to no transaction. What open ones have for its key is older, and counts for nothing any more.
func (c *Cluster) take(topic string, e keyValue) {
	c.table(topic).apply(e.key, e.value)
	if topic == internaltopics.OffsetsTopic {
		c.outdate(string(e.key), digits(math.MaxInt64))
	}
}

// outdate forgets what open transactions have for a key from before an offset of the log, given in digits.
func (c *Cluster) outdate(key, before string) {
	var old []string
	for k, value := range c.pending.All() {
		if k[numberDigits:] == key && value[:numberDigits] < before {
			old = append(old, k)
		}
	}
	for _, k := range old {
		c.pending.Delete(k)
	}
}

// decide takes over what a producer has committed in a partition of __consumer_offsets, or forgets it.
func (c *Cluster) decide(pid int64, tp TopicPartition, commit bool) {
	t, err := c.find(tp.Topic)
	if err != nil {
		return
	}
	for _, key := range c.pendingIn(digits(pid), tp, len(t.partitions)) {
		value, _ := c.pending.Get(key)
		c.pending.Delete(key)
		if commit {
			c.offsets.Set(key[numberDigits:], value[numberDigits:])
			c.outdate(key[numberDigits:], value[:numberDigits])
		}
	}
}

// pendingIn lists the pending offsets of one producer, or with an empty prefix of all, whose groups fall on a partition.
func (c *Cluster) pendingIn(prefix string, tp TopicPartition, partitions int) (keys []string) {
	for key := range c.pending.under(prefix) {
		if id, ok := idOf(tp.Topic, []byte(key[numberDigits:])); ok && partitionFor(id, partitions) == tp.Partition {
			keys = append(keys, key)
		}
	}
	return keys
}

// dropPending forgets the pending offsets of a partition that is about to be read again.
func (c *Cluster) dropPending(tp TopicPartition, partitions int) {
	for _, key := range c.pendingIn("", tp, partitions) {
		c.pending.Delete(key)
	}
}

// Pending is the offset that open transactions would commit for a group in a partition; false if there is none.
func (c *Cluster) Pending(group string, tp TopicPartition) (offset int64, ok bool) {
	for key, value := range c.pending.All() {
		if key[numberDigits:] == string(offsetKey(group, tp)) {
			if o, err := internaltopics.DecodeOffset([]byte(value[numberDigits:])); err == nil {
				return o.Offset, true
			}
		}
	}
	return 0, false
}

// SendOffsets is sendOffsetsToTransaction: the offsets of a group become part of the producer's transaction. Errors as for a send.
func (c *Cluster) SendOffsets(id, group string, offsets []Committed) error {
	if _, err := c.canSend(id); err != nil {
		return err
	}
	if err := c.FindGroup(group); err != nil {
		return err
	}
	tp, info, _, err := c.coordinator(internaltopics.OffsetsTopic, group)
	if err != nil {
		return err
	}
	if err := c.join(id, []Produced{{Partition: tp}}); err != nil {
		return err
	}
	p, _ := c.txClients.Get(id)
	entries := c.offsetEntries(group, offsets)
	at, err := c.noteWithin(tp, info, p, entries)
	if err != nil {
		c.failed(id)
		return err
	}
	c.pend(p.pid, at, entries)
	c.settle()
	return nil
}

// noteWithin appends the group coordinator's records as a part of a producer's transaction, and says where.
func (c *Cluster) noteWithin(tp TopicPartition, info PartitionInfo, p txClient, entries []keyValue) (at int64, err error) {
	o := record.DefaultOptions()
	o.ProducerID, o.ProducerEpoch, o.BaseSequence, o.Transactional = p.pid, p.epoch, 0, true
	batch, err := c.encode(o, entries)
	if err != nil {
		return 0, err
	}
	guard, err := c.verified(tp, info, batch)
	if err != nil {
		return 0, err
	}
	done, err := c.appendTo(tp, info, batch, true, plog.AppendOptions{Origin: record.Coordinator, TxnVersion: transactionVersion, Guard: guard})
	return done.FirstOffset, err
}
