package lab

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"logarium/engine/checkpoint"
	"logarium/engine/cluster"
	"logarium/engine/machine/disk"
	"logarium/engine/message"
)

const (
	maxPlacements = 1000
	maxDiffs      = 200
	maxCompared   = 64 << 20 // bytes of a file
)

// fleet is what there is beyond a single broker.
func (k *look) fleet() *message.Fleet {
	c := k.cluster
	if !c.Several() {
		return nil
	}
	v := &message.Fleet{Members: []message.Member{}, Partitions: []message.Placement{}, Links: []message.Wire{}, Waiting: []message.Waiting{}}
	for _, m := range c.Members() {
		v.Members = append(v.Members, message.Member(m))
	}
	for _, t := range c.Topics() {
		for _, p := range t.Partitions {
			if len(v.Partitions) < maxPlacements {
				v.Partitions = append(v.Partitions, k.placement(t, p))
			}
		}
	}
	for _, l := range c.Links() {
		v.Links = append(v.Links, message.Wire(l))
	}
	for _, w := range c.Waiting() {
		v.Waiting = append(v.Waiting, message.Waiting(w))
	}
	return v
}

func (k *look) placement(t cluster.Topic, p cluster.PartitionInfo) message.Placement {
	name := cluster.TopicPartition{Topic: t.Name, Partition: p.Number}.String()
	v := message.Placement{
		Name: name, Leader: p.Leader, LeaderEpoch: p.LeaderEpoch, PartitionEpoch: p.PartitionEpoch, Replicas: p.Replicas, ISR: list(p.ISR), ELR: list(p.ELR),
		LastKnownELR: list(p.LastKnownELR), Adding: p.Adding, Removing: p.Removing, Recovering: p.Recovering, MinISR: k.cluster.MinISR(t.Name),
	}
	known, _ := k.cluster.ReplicaOf(p.Leader, name)
	for _, id := range p.Replicas {
		h := message.Holder{Broker: id, LogEndOffset: -1, HighWatermark: -1, LogStart: -1, LeaderEpoch: -1, Known: -1, LastCaughtUp: -1}
		if l := k.cluster.Broker(id).Log(name); l != nil {
			h.LogEndOffset, h.HighWatermark, h.LogStart = l.LogEndOffset(), l.HighWatermark(), l.LogStartOffset()
		}
		if r, ok := k.cluster.ReplicaOf(id, name); ok {
			h.LeaderEpoch = r.LeaderEpoch
		}
		for _, r := range known.Remote {
			if r.ID == id {
				h.Known, h.LastCaughtUp = r.LogEnd.Offset, r.LastCaughtUp
			}
		}
		v.Has = append(v.Has, h)
	}
	return v
}

// list is never null in JSON.
func list(ids []int32) []int32 { return append([]int32{}, ids...) }

// replicas compares two replicas.
func (k *look) replicas() (message.Replicas, error) {
	tp, ok := cluster.ParsePartition(k.p.Partition)
	t, known := k.cluster.Topic(tp.Topic)
	if !ok || !known || int(tp.Partition) >= len(t.Partitions) {
		return message.Replicas{}, fmt.Errorf("there is no partition %q", k.p.Partition)
	}
	p := t.Partitions[tp.Partition]
	a, b := k.pair(p)
	v := message.Replicas{Partition: k.p.Partition, A: k.side(p, a), B: k.side(p, b), Files: []message.FilePair{}, Cuts: []message.CutOff{}}
	if err := k.comparePair(&v); err != nil {
		return v, err
	}
	for _, x := range k.cluster.Cuts(k.p.Partition) {
		o := message.CutOff{Time: x.Time, Broker: x.Broker, Leader: x.Leader, From: x.From, To: x.To, HighWatermark: x.HighMark, Batches: []message.CutBatch{}}
		for _, batch := range x.Batches {
			o.Batches = append(o.Batches, message.CutBatch(batch))
		}
		v.Cuts = append(v.Cuts, o)
	}
	return v, nil
}

// pair is which two are compared.
func (k *look) pair(p cluster.PartitionInfo) (a, b int32) {
	a, b = k.first, k.p.Other
	if a == 0 {
		a = p.Leader
	}
	if k.cluster.Broker(a) == nil {
		a = p.Replicas[0]
	}
	if k.cluster.Broker(b) != nil {
		return a, b
	}
	for _, id := range p.Replicas {
		if id != a {
			return a, id
		}
	}
	return a, a
}

func (k *look) side(p cluster.PartitionInfo, id int32) message.Side {
	b := k.cluster.Broker(id)
	s := message.Side{Broker: id, Running: b.Running(), Leader: p.Leader == id, InSync: slices.Contains(p.ISR, id), Dir: k.cluster.ReplicaDir(id, k.p.Partition), LogEndOffset: -1, HighWatermark: -1, Epochs: []message.Epoch{}}
	if l := b.Log(k.p.Partition); l != nil {
		s.LogEndOffset, s.HighWatermark = l.LogEndOffset(), l.HighWatermark()
	}
	entries, err := checkpoint.ReadEpochs(b.Disk(), s.Dir+"/"+checkpoint.LeaderEpochs)
	if s.Dir == "" || err != nil {
		return s
	}
	for _, e := range entries {
		s.Epochs = append(s.Epochs, message.Epoch{Epoch: e.Epoch, Start: e.StartOffset})
	}
	return s
}

func (k *look) comparePair(v *message.Replicas) error {
	da, db := k.cluster.Broker(v.A.Broker).Disk(), k.cluster.Broker(v.B.Broker).Disk()
	names := append(filesIn(da, v.A.Dir), filesIn(db, v.B.Dir)...)
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		a, err := content(da, v.A.Dir, name)
		if err != nil {
			return err
		}
		b, err := content(db, v.B.Dir, name)
		if err != nil {
			return err
		}
		f := message.FilePair{Name: name, SizeA: -1, SizeB: -1, Diffs: differences(a, b)}
		if a != nil {
			f.SizeA = int64(len(a))
		}
		if b != nil {
			f.SizeB = int64(len(b))
		}
		f.Same = f.SizeA == f.SizeB && len(f.Diffs) == 0
		v.Files = append(v.Files, f)
	}
	return nil
}

func filesIn(d *disk.Disk, dir string) (names []string) {
	if dir == "" {
		return nil
	}
	all, err := d.Names(dir)
	if err != nil {
		return nil
	}
	for _, name := range all {
		if !strings.HasSuffix(name, "/") {
			names = append(names, name)
		}
	}
	return names
}

// content reads a file, nil if it is not there.
func content(d *disk.Disk, dir, name string) ([]byte, error) {
	info, err := d.Stat(dir + "/" + name)
	switch {
	case dir == "" || err != nil || info.Dir:
		return nil, nil
	case info.Size > maxCompared:
		return nil, fmt.Errorf("%s has %d bytes, more than the %d that are compared", name, info.Size, maxCompared)
	}
	data, err := d.ReadFile(dir + "/" + name)
	if data == nil && err == nil {
		data = []byte{}
	}
	return data, err
}

// differences are the ranges in which two contents differ; ranges closer than eight bytes are one.
func differences(a, b []byte) []message.Span {
	list := []message.Span{}
	both := min(len(a), len(b))
	for i := 0; i < both && len(list) < maxDiffs; {
		if bytes.Equal(a[i:min(i+512, both)], b[i:min(i+512, both)]) {
			i += 512
			continue
		}
		if a[i] == b[i] {
			i++
			continue
		}
		end := i + 1
		for end < both && !bytes.Equal(a[end:min(end+8, both)], b[end:min(end+8, both)]) {
			end++
		}
		list = append(list, message.Span{Start: int64(i), End: int64(end)})
		i = end
	}
	if more := max(len(a), len(b)); more > both {
		list = append(list, message.Span{Start: int64(both), End: int64(more)})
	}
	return list
}
