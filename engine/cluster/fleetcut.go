package cluster

import (
	"slices"

	"logarium/engine/event"
	"logarium/engine/plog"
	"logarium/engine/record"
	"logarium/engine/replica"
	"logarium/engine/store"
)

// Cut is what a follower has cut off its log because it was not the leader's.
type Cut struct {
	Time      int64
	Broker    int32
	Leader    int32
	Partition string
	From, To  int64 // offsets: the log ends at From now, and did at To before
	HighMark  int64 // high watermark of the follower before
	Batches   []CutBatch
}

// CutBatch is a batch that is gone.
type CutBatch struct {
	Base, Last int64
	Epoch      int32
	Bytes      []byte // as they lay in the log, at most keptCutBytes
}

const keptCutBytes = 4096

func (x *Cut) code(c *store.Coder) {
	c.Int64(&x.Time)
	c.Int32(&x.Broker)
	c.Int32(&x.Leader)
	c.String(&x.Partition)
	c.Int64(&x.From)
	c.Int64(&x.To)
	c.Int64(&x.HighMark)
	store.Slice(c, &x.Batches, func(c *store.Coder, b *CutBatch) {
		c.Int64(&b.Base)
		c.Int64(&b.Last)
		c.Int32(&b.Epoch)
		c.Bytes(&b.Bytes)
	})
}

func codeFinished(c *store.Coder, d *replica.Completed) {
	c.Int64(&d.ID)
	c.Bool(&d.Delete)
	c.String(&d.Name)
	c.Int64(&d.Required)
	c.String(&d.Code)
	c.Int64(&d.LowWatermark)
	c.Int64(&d.Produced.BaseOffset)
}

// Cuts lists what followers have cut off, the latest last; of one partition, or of all ("").
func (c *Cluster) Cuts(partition string) (list []Cut) {
	if c.fleet == nil {
		return nil
	}
	for _, x := range c.fleet.cuts {
		if partition == "" || x.Partition == partition {
			list = append(list, x)
		}
	}
	return list
}

// before notes how a follower's log ends when its leader has told it to cut.
func (w *wire) before(name string) {
	l := w.c.Broker(w.from).Log(name)
	if l == nil {
		return
	}
	w.ends = append(w.ends, Cut{Time: w.c.Now(), Broker: w.from, Partition: name, To: l.LogEndOffset(), HighMark: l.HighWatermark()})
}

// tail reads the batches of a follower from an offset on.
func (w *wire) tail(name string, from int64) (list []CutBatch) {
	b := w.c.Broker(w.from)
	l := b.Log(name).Fork()
	env := b.Env(w.c.host())
	env.Emit = event.Discard
	info, err := l.Read(env, max(from, l.LogStartOffset()), keptCutBytes*8, plog.LogEnd, true, nil)
	if err != nil {
		return nil
	}
	bytes, err := l.Bytes(env, &info, nil)
	if err != nil {
		return nil
	}
	for batch, err := range record.Batches(bytes) {
		if err != nil {
			break
		}
		kept := slices.Clone([]byte(batch)[:min(len(batch), keptCutBytes)])
		list = append(list, CutBatch{batch.BaseOffset(), batch.LastOffset(), batch.PartitionLeaderEpoch(), kept})
	}
	return list
}

// noteCuts keeps what the logs of a follower have lost since before.
func (c *Cluster) noteCuts(w *wire, leader int32) {
	for _, x := range w.ends {
		l := c.Broker(w.from).Log(x.Partition)
		if l == nil || l.LogEndOffset() >= x.To {
			continue
		}
		x.From, x.Leader = l.LogEndOffset(), leader
		x.Batches = slices.DeleteFunc(x.Batches, func(b CutBatch) bool { return b.Base < x.From })
		c.fleet.cuts = append(slices.Clip(c.fleet.cuts), x)
	}
	if over := len(c.fleet.cuts) - keptCuts; over > 0 {
		c.fleet.cuts = slices.Clone(c.fleet.cuts[over:])
	}
}
