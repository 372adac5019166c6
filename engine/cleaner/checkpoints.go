package cleaner

import (
	"errors"
	"slices"

	"logarium/engine/checkpoint"
	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/plog"
)

// ReadCheckpoints reads the first dirty offsets of all partitions from the files of the log directories. A file that
// cannot be read is reported and counts as empty.
func ReadCheckpoints(env *plog.Env, dirs []string) map[checkpoint.TopicPartition]int64 {
	known := map[checkpoint.TopicPartition]int64{}
	for _, dir := range dirs {
		list, err := checkpoint.ReadOffsets(env.Disk, dir+"/"+checkpoint.CleanerOffset)
		if err != nil {
			inaccessible(env, dir, checkpoint.CleanerOffset, err)
			continue
		}
		for _, e := range list {
			known[e.TopicPartition] = e.Offset
		}
	}
	return known
}

// checkpoint writes a log's first dirty offset into the file of its directory.
func (c *Cleaner) checkpoint(env *plog.Env, logs []*plog.Log, l *plog.Log, offset int64) {
	rewrite(env, logs, l.Partition().LogDir, &checkpoint.OffsetEntry{TopicPartition: partition(l), Offset: offset})
}

// Tidy rewrites the checkpoint file of a directory without the partitions that are not among the logs.
func (c *Cleaner) Tidy(env *plog.Env, logs []*plog.Log, dir string) { rewrite(env, logs, dir, nil) }

// rewrite changes or adds an entry of a checkpoint file. Entries of partitions that are not there any more are dropped.
func rewrite(env *plog.Env, logs []*plog.Log, dir string, put *checkpoint.OffsetEntry) {
	path := dir + "/" + checkpoint.CleanerOffset
	list, err := checkpoint.ReadOffsets(env.Disk, path)
	if err == nil {
		list = merge(list, present(logs), put)
		err = checkpoint.WriteOffsets(env.Disk, path, list)
	}
	if err != nil {
		inaccessible(env, dir, checkpoint.CleanerOffset, err)
		return
	}
	env.Emit(event.CheckpointWritten{Path: path, Entries: len(list)})
}

// inaccessible reports that the file of a directory cannot be used, which takes the directory out of service. Kafka
// does not always name the file.
func inaccessible(env *plog.Env, dir, file string, err error) {
	fails(env, dir, err)
	env.Emit(event.CleanerCheckpointFailed{Dir: dir, File: file, Thrown: err})
}

// fails takes a directory out of service.
func fails(env *plog.Env, dir string, err error) {
	if e := kerr.As(err); errors.Is(err, kerr.ErrKafkaStorage) {
		env.Emit(event.IOFailed{Dir: dir, Message: e.Message, Thrown: e.Cause})
	}
	if env.Fail != nil {
		env.Fail(dir)
	}
}

func present(logs []*plog.Log) map[checkpoint.TopicPartition]bool {
	m := make(map[checkpoint.TopicPartition]bool, len(logs))
	for _, l := range logs {
		m[partition(l)] = true
	}
	return m
}

// merge is the new content of a checkpoint file, in the order in which Kafka writes it: that of a java.util.HashMap
// which is a copy of another one, and so has a table as small as its entries allow.
func merge(old []checkpoint.OffsetEntry, present map[checkpoint.TopicPartition]bool, put *checkpoint.OffsetEntry) []checkpoint.OffsetEntry {
	hash := func(e checkpoint.OffsetEntry) int32 { return e.Hash() }
	checkpoint.HashOrder(old, checkpoint.SizedBuckets(len(old)), hash)
	list := slices.DeleteFunc(old, func(e checkpoint.OffsetEntry) bool { return !present[e.TopicPartition] })
	checkpoint.HashOrder(list, checkpoint.Buckets(len(list)), hash)
	buckets := copiedBuckets(len(list))
	if put != nil {
		at := slices.IndexFunc(list, func(e checkpoint.OffsetEntry) bool { return e.TopicPartition == put.TopicPartition })
		if at >= 0 {
			list[at].Offset = put.Offset
		} else if list = append(list, *put); 4*len(list) > 3*buckets {
			buckets *= 2
		}
	}
	checkpoint.HashOrder(list, buckets, hash)
	return list
}

// copiedBuckets is the size of the table of a HashMap that was made from another one with n entries.
func copiedBuckets(n int) int {
	if n == 0 {
		return checkpoint.Buckets(0)
	}
	size := 1
	for size < int(float32(n)/0.75+1) {
		size *= 2
	}
	return size
}
