package broker

import (
	"logarium/engine/checkpoint"
	"logarium/engine/cow"
	"logarium/engine/event"
	"logarium/engine/plog"
)

// entries lists one offset for each log of a directory, live or on its way there. keep leaves logs out.
func (b *Broker) entries(dir string, of func(*plog.Log) (offset int64, keep bool)) []checkpoint.OffsetEntry {
	var list []checkpoint.OffsetEntry
	for _, m := range [...]*cow.Map[string, held]{&b.logs, &b.futures} {
		for _, held := range m.All() {
			if held.log.Partition().LogDir != dir {
				continue
			}
			if offset, keep := of(held.log); keep {
				list = append(list, checkpoint.OffsetEntry{TopicPartition: logPartition(held.log), Offset: offset})
			}
		}
	}
	return list
}

// inFileOrder sorts the entries of a checkpoint as Kafka's maps yield them.
func inFileOrder(list []checkpoint.OffsetEntry, file string) {
	hash := func(e checkpoint.OffsetEntry) int32 { return e.Hash() }
	if file != checkpoint.HighWatermark {
		checkpoint.HashOrder(list, checkpoint.Buckets(len(list)), hash)
		return
	}
	checkpoint.HashOrder(list, concurrentBuckets(len(list)), hash)
	checkpoint.AnyRefOrder(list, hash)
}

func recoveryPoint(l *plog.Log) (int64, bool) { return l.RecoveryPoint(), true }
func highWatermark(l *plog.Log) (int64, bool) { return l.HighWatermark(), true }

// logStart is worth an entry only where it is not the first segment's base.
func logStart(l *plog.Log) (int64, bool) {
	for s := range l.Segments(0) {
		return l.LogStartOffset(), l.LogStartOffset() > s.Base()
	}
	return 0, false
}

func (b *Broker) checkpointRecoveryPoints(h *Host) {
	b.checkpointAll(h, checkpoint.RecoveryPoint, recoveryPoint)
}
func (b *Broker) checkpointLogStarts(h *Host) { b.checkpointAll(h, checkpoint.LogStart, logStart) }

// checkpointHighWatermarks leaves directories without a log alone.
func (b *Broker) checkpointHighWatermarks(h *Host) {
	for _, d := range b.live() {
		if len(b.entries(d.path, highWatermark)) > 0 {
			b.checkpointDir(h, d.path, checkpoint.HighWatermark, highWatermark)
		}
	}
}

// checkpointAll rewrites one checkpoint file in every live directory.
func (b *Broker) checkpointAll(h *Host, file string, of func(*plog.Log) (int64, bool)) {
	for _, d := range b.live() {
		b.checkpointDir(h, d.path, file, of)
	}
}

// checkpointDir rewrites one checkpoint file. A failing directory goes out of service.
func (b *Broker) checkpointDir(h *Host, dir, file string, of func(*plog.Log) (int64, bool)) {
	list := b.entries(dir, of)
	inFileOrder(list, file)
	path := dir + "/" + file
	if err := checkpoint.WriteOffsets(b.disk, path, list); err != nil {
		b.checkpointFailed(h, dir, file, err)
		return
	}
	b.emit(h, event.CheckpointWritten{Path: path, Entries: len(list)})
}

// checkpointFailed says what Kafka says of each of the three files.
func (b *Broker) checkpointFailed(h *Host, dir, file string, err error) {
	switch file {
	case checkpoint.HighWatermark:
		b.emit(h, event.HighWatermarksFailed{Broker: b.id, Dir: dir, Thrown: err})
	default:
		b.emit(h, event.CheckpointFailed{Dir: dir, LogStarts: file == checkpoint.LogStart, Message: err.Error(), Thrown: err})
	}
	b.fail(h, dir)
}
