package cluster

import (
	"bytes"
	"encoding/binary"
	"strconv"
	"strings"

	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
)

// Place is where a record is on one machine.
type Place string

// Places. What is in the cache only is lost with the machine's power; what is on the disk is not.
const (
	OnDisk  Place = "on disk"
	InCache Place = "in cache"
	Nowhere Place = "nowhere"
)

// Whereabouts is what one machine has of a record.
type Whereabouts struct {
	Broker        int32
	Running       bool
	Leader, InISR bool
	Place         Place
	Same          bool  // the same bytes as on the leader
	LogEndOffset  int64 // -1: no log is loaded
	HighWatermark int64
}

// Whereabouts tells on which machines a record of a partition is, by their files: whether a process runs there does not matter.
// Error: there is no such partition.
func (c *Cluster) Whereabouts(tp TopicPartition, offset int64) (list []Whereabouts, err error) {
	t, err := c.find(tp.Topic)
	if err != nil {
		return nil, err
	}
	if tp.Partition < 0 || int(tp.Partition) >= len(t.partitions) {
		return nil, kerr.ErrUnknownTopicOrPartition.With("This server does not host this topic-partition.")
	}
	p := t.partitions[tp.Partition]
	var reference []byte
	if b := c.Broker(p.Leader); b != nil {
		reference = batchAt(b.Disk().Fork(), c.replicaDir(p.Leader, tp), offset)
	}
	for _, id := range p.Replicas {
		list = append(list, c.whereabout(p, tp, id, offset, reference))
	}
	return list, nil
}

func (c *Cluster) whereabout(p PartitionInfo, tp TopicPartition, id int32, offset int64, reference []byte) Whereabouts {
	b := c.Broker(id)
	w := Whereabouts{Broker: id, Running: b.Running(), Leader: p.Leader == id, InISR: contains(p.ISR, id), Place: Nowhere, LogEndOffset: -1, HighWatermark: -1}
	if l := b.Log(tp.String()); l != nil {
		w.LogEndOffset, w.HighWatermark = l.LogEndOffset(), l.HighWatermark()
	}
	dir := c.replicaDir(id, tp)
	d := b.Disk().Fork()
	live := batchAt(d, dir, offset)
	if live == nil {
		return w
	}
	w.Place, w.Same = InCache, bytes.Equal(live, reference)
	d.PowerLoss(disk.LoseDirty, 0)
	if bytes.Equal(batchAt(d, dir, offset), live) {
		w.Place = OnDisk
	}
	return w
}

// replicaDir is the directory of a partition on a machine, "" if it has none.
func (c *Cluster) replicaDir(id int32, tp TopicPartition) string {
	b := c.Broker(id)
	if l := b.Log(tp.String()); l != nil {
		return l.Dir()
	}
	for _, dir := range b.LogDirs() {
		if path := dir + "/" + tp.String(); b.Disk().Exists(path) {
			return path
		}
	}
	return ""
}

// ReplicaDir is the directory of a partition on a broker's machine, "" if it has none.
func (c *Cluster) ReplicaDir(id int32, partition string) string {
	tp, ok := partitionOf(partition)
	if !ok {
		return ""
	}
	return c.replicaDir(id, tp)
}

// ParsePartition reads the name of a partition, "orders-0".
func ParsePartition(name string) (TopicPartition, bool) { return partitionOf(name) }

const batchHead = 12 // bytes: base offset, length of the rest

// batchAt finds the batch with an offset in the files of a partition's directory, nil if it is not there.
func batchAt(d *disk.Disk, dir string, offset int64) []byte {
	names, err := d.Names(dir)
	if err != nil || dir == "" {
		return nil
	}
	file := ""
	for _, name := range names { // in the order of their numbers
		if base, ok := strings.CutSuffix(name, ".log"); ok && len(base) == 20 && base <= zeroPadded(offset) {
			file = name
		}
	}
	if file == "" {
		return nil
	}
	h, err := d.Open(dir + "/" + file)
	if err != nil {
		return nil
	}
	defer func() { _ = d.Close(h) }() // reports nothing that the reads did not
	return scanFor(d, h, offset)
}

func scanFor(d *disk.Disk, h disk.Handle, offset int64) []byte {
	head, size := make([]byte, 61), d.Size(h)
	for at := int64(0); at+int64(len(head)) <= size; {
		if _, err := d.ReadAt(h, head, at); err != nil {
			return nil
		}
		base, length := int64(binary.BigEndian.Uint64(head)), int64(binary.BigEndian.Uint32(head[8:]))+batchHead
		last := base + int64(int32(binary.BigEndian.Uint32(head[23:])))
		if length < int64(len(head)) || at+length > size || base > offset {
			return nil
		}
		if offset <= last {
			batch := make([]byte, length)
			if _, err := d.ReadAt(h, batch, at); err != nil {
				return nil
			}
			return batch
		}
		at += length
	}
	return nil
}

// zeroPadded is an offset as in the names of segments.
func zeroPadded(offset int64) string {
	const zeros = "00000000000000000000"
	s := strconv.FormatInt(offset, 10)
	return zeros[:max(0, len(zeros)-len(s))] + s
}
