package cluster

import (
	"strconv"
	"strings"

	"logarium/engine/internaltopics"
	"logarium/engine/plog"
	"logarium/engine/record"
)

// Offsets that a group commits within a producer's transaction: they count when, and only if, the transaction commits.

// pendingKey is the key of an offset in an open transaction: the producer id in 20 digits, then the record's key.
func pendingKey(pid int64, key []byte) string { return pendingPrefix(pid) + string(key) }

func pendingPrefix(pid int64) string {
	digits := strconv.FormatInt(pid, 10)
	return strings.Repeat("0", pidDigits-len(digits)) + digits
}

const pidDigits = 20

// pend keeps records until their transaction ends.
func (c *Cluster) pend(pid int64, entries []keyValue) {
	for _, e := range entries {
		c.pending.Set(pendingKey(pid, e.key), string(e.value))
	}
}

// decide takes over what a producer has committed in a partition of __consumer_offsets, or forgets it.
func (c *Cluster) decide(pid int64, tp TopicPartition, commit bool) {
	t, err := c.find(tp.Topic)
	if err != nil {
		return
	}
	for _, key := range c.pendingIn(pendingPrefix(pid), tp, len(t.partitions)) {
		value, _ := c.pending.Get(key)
		c.pending.Delete(key)
		if commit {
			c.offsets.apply([]byte(key[pidDigits:]), []byte(value))
		}
	}
}

// pendingIn lists the pending offsets of one producer, or with an empty prefix of all, whose groups fall on a partition.
func (c *Cluster) pendingIn(prefix string, tp TopicPartition, partitions int) (keys []string) {
	for key := range c.pending.under(prefix) {
		if id, ok := idOf(tp.Topic, []byte(key[pidDigits:])); ok && partitionFor(id, partitions) == tp.Partition {
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
		if key[pidDigits:] == string(offsetKey(group, tp)) {
			if o, err := internaltopics.DecodeOffset([]byte(value)); err == nil {
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
	if err := c.noteWithin(tp, info, p, entries); err != nil {
		c.failed(id)
		return err
	}
	c.pend(p.pid, entries)
	c.settle()
	return nil
}

// noteWithin appends the group coordinator's records as a part of a producer's transaction.
func (c *Cluster) noteWithin(tp TopicPartition, info PartitionInfo, p txClient, entries []keyValue) error {
	o := record.DefaultOptions()
	o.ProducerID, o.ProducerEpoch, o.BaseSequence, o.Transactional = p.pid, p.epoch, 0, true
	batch, err := c.encode(o, entries)
	if err != nil {
		return err
	}
	guard, err := c.verified(tp, info, batch)
	if err != nil {
		return err
	}
	_, err = c.appendTo(tp, info, batch, true, plog.AppendOptions{Origin: record.Coordinator, TxnVersion: transactionVersion, Guard: guard})
	return err
}
