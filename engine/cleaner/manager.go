package cleaner

import (
	"slices"

	"logarium/engine/checkpoint"
	"logarium/engine/event"
	"logarium/engine/plog"
)

// Busy reports that a log is being cleaned, or kept from being cleaned. Retention passes it over meanwhile.
func (c *Cleaner) Busy(name string) bool {
	return slices.ContainsFunc(c.work, func(w work) bool { return w.name == name }) ||
		slices.ContainsFunc(c.paused, func(p pause) bool { return p.name == name })
}

// Release forgets that a log was paused, however often: it is deleted.
func (c *Cleaner) Release(name string) {
	c.paused = slices.DeleteFunc(slices.Clone(c.paused), func(p pause) bool { return p.name == name })
}

// Move takes a log's first dirty offset from the checkpoint file of one directory to that of another. Without an entry
// neither is written.
func (c *Cleaner) Move(env *plog.Env, logs []*plog.Log, l *plog.Log, from, to string) {
	list, err := checkpoint.ReadOffsets(env.Disk, from+"/"+checkpoint.CleanerOffset)
	if err != nil {
		inaccessible(env, from, "", err)
		return
	}
	at := slices.IndexFunc(list, func(e checkpoint.OffsetEntry) bool { return e.TopicPartition == partition(l) })
	if at < 0 {
		return
	}
	others := slices.DeleteFunc(slices.Clone(logs), func(x *plog.Log) bool { return x.Name() == l.Name() })
	rewrite(env, others, from, nil)
	rewrite(env, logs, to, &checkpoint.OffsetEntry{TopicPartition: partition(l), Offset: list[at].Offset})
}

// Lower reduces a compacted log's first dirty offset to what a truncation has left. The other entries stay, also
// those of partitions that have gone. A file that cannot be used fails the truncation.
func (c *Cleaner) Lower(env *plog.Env, l *plog.Log, offset int64) error {
	if !l.Config().Compact {
		return nil
	}
	dir := l.Partition().LogDir
	path := dir + "/" + checkpoint.CleanerOffset
	list, err := checkpoint.ReadOffsets(env.Disk, path)
	at := slices.IndexFunc(list, func(e checkpoint.OffsetEntry) bool { return e.TopicPartition == partition(l) && e.Offset > offset })
	if err == nil && at >= 0 {
		list[at].Offset = offset
		checkpoint.HashOrder(list, checkpoint.SizedBuckets(len(list)), func(e checkpoint.OffsetEntry) int32 { return e.Hash() })
		if err = checkpoint.WriteOffsets(env.Disk, path, list); err == nil {
			env.Emit(event.CheckpointWritten{Path: path, Entries: len(list)})
		}
	}
	if err != nil {
		fails(env, dir, err)
	}
	return err
}

// Uncleanable reports that a thread has given a log up until the process ends.
func (c *Cleaner) Uncleanable(l *plog.Log) bool {
	return slices.Contains(c.uncleanable, whereabouts(l))
}
