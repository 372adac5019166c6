package conform

import (
	"errors"
	"path"
	"slices"
	"strings"

	"logarium/engine/checkpoint"
	"logarium/engine/cleaner"
	"logarium/engine/epoch"
	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/machine/clock"
	"logarium/engine/producer"
)

// smallFiles are the objects that operations work on outside of a log.
type smallFiles struct {
	indexes map[string]*openIndex
	epochs  epoch.Cache
	maps    map[string]*cleaner.OffsetMap
}

func (s *smallFiles) open() {
	*s = smallFiles{indexes: map[string]*openIndex{}, maps: map[string]*cleaner.OffsetMap{}}
}

func smallOperations() map[string]operation {
	return map[string]operation{
		"checkpointWrite": (*Driver).checkpointWrite, "checkpointRead": (*Driver).checkpointRead, "snapshotRead": (*Driver).snapshotRead,
		"epochOpen": (*Driver).epochOpen, "epochAssign": (*Driver).epochAssign, "epochEntries": (*Driver).epochEntries,
		"epochTruncateEnd": (*Driver).epochTruncate, "epochTruncateStart": (*Driver).epochTruncate, "epochClear": (*Driver).epochClear,
		"epochEndOffset": (*Driver).epochEndOffset, "epochFor": (*Driver).epochFor,
	}
}

func (d *Driver) checkpointWrite(op node) (any, error) {
	var entries []checkpoint.OffsetEntry
	for _, e := range op.list("entries") {
		row := anyList(e)
		if len(row) != 3 {
			return nil, &badOperation{"an entry is [topic, partition, offset]"}
		}
		topic, _ := row[0].(string)
		entries = append(entries, checkpoint.OffsetEntry{TopicPartition: checkpoint.TopicPartition{Topic: topic, Partition: int32(number(row[1]))}, Offset: number(row[2])})
	}
	p := d.path(op, "file")
	if err := checkpoint.WriteOffsets(d.disk, p, entries); err != nil {
		return nil, err
	}
	b, err := d.disk.ReadFile(p)
	return map[string]any{"bytes": text(b)}, err
}

func (d *Driver) checkpointRead(op node) (any, error) {
	p := d.path(op, "file")
	if err := checkpoint.Ensure(d.disk, p); err != nil {
		return nil, err
	}
	entries, err := checkpoint.ReadOffsets(d.disk, p)
	if err != nil {
		return nil, d.storageFailed(path.Dir(p), err)
	}
	slices.SortFunc(entries, func(a, b checkpoint.OffsetEntry) int {
		return strings.Compare(event.Partition{Topic: a.Topic, Number: a.Partition}.Name(), event.Partition{Topic: b.Topic, Number: b.Partition}.Name())
	})
	rows := []any{}
	for _, e := range entries {
		rows = append(rows, []any{e.Topic, e.Partition, e.Offset})
	}
	return map[string]any{"entries": rows}, nil
}

// storageFailed writes the line with which a directory goes out of service.
func (d *Driver) storageFailed(dir string, err error) error {
	if e := kerr.As(err); errors.Is(err, kerr.ErrKafkaStorage) {
		d.offline[dir] = true
		d.emit(event.IOFailed{Dir: dir, Message: e.Message, Thrown: e.Cause})
	}
	return err
}

func (d *Driver) snapshotRead(op node) (any, error) {
	entries, err := producer.ReadSnapshot(d.disk, d.path(op, "file"))
	if err != nil {
		return nil, err
	}
	slices.SortFunc(entries, func(a, b producer.Entry) int { return int(a.ID - b.ID) })
	rows := []any{}
	for _, e := range entries {
		rows = append(rows, producerRow(e))
	}
	return map[string]any{"producers": rows}, nil
}

func (d *Driver) epochOpen(op node) (any, error) {
	name := op.str("dir", "epochs-0")
	topic, number, err := partitionOf(name)
	if err != nil {
		return nil, err
	}
	dir := path.Join(root, name)
	if err := d.disk.MkdirAll(dir); err != nil {
		return nil, err
	}
	part := event.Partition{Topic: topic, Number: number, LogDir: root}
	d.small.epochs, err = epoch.Open(d.disk, part, path.Join(dir, checkpoint.LeaderEpochs), d.emit)
	if err != nil {
		return nil, d.storageFailed(dir, err)
	}
	return d.epochEntries(op)
}

func (d *Driver) epochAssign(op node) (any, error) {
	if _, err := d.small.epochs.Assign(d.disk, int32(op.num("epoch", 0)), op.num("offset", 0), d.emit); err != nil {
		return nil, err
	}
	return d.epochEntries(op)
}

// epochTruncate cuts the cache; the file is written by a task, as Kafka does.
func (d *Driver) epochTruncate(op node) (any, error) {
	cut := d.small.epochs.TruncateFromEnd
	if op.str("op", "") == "epochTruncateStart" {
		cut = d.small.epochs.TruncateFromStart
	}
	if cut(op.num("offset", 0), d.emit) {
		dir := path.Base(path.Dir(d.small.epochs.Path()))
		d.clock.Schedule(clock.Task{Name: "leader-epoch-cache-flush-" + dir, Owner: epochOwner, Due: d.clock.Now()})
	}
	return d.epochEntries(op)
}

// epochOwner owns the tasks of the epoch cache that belongs to no log.
const epochOwner = "epochs"

func (d *Driver) epochClear(op node) (any, error) {
	if err := d.small.epochs.ClearAndFlush(d.disk); err != nil {
		return nil, err
	}
	return d.epochEntries(op)
}

func (d *Driver) epochEntries(node) (any, error) {
	rows := []any{}
	for _, e := range d.small.epochs.Entries() {
		rows = append(rows, []any{e.Epoch, e.StartOffset})
	}
	return map[string]any{"epochs": rows}, nil
}

func (d *Driver) epochEndOffset(op node) (any, error) {
	e, offset := d.small.epochs.EndOffsetFor(int32(op.num("epoch", 0)), op.num("leo", 0))
	return map[string]any{"epoch": e, "offset": offset}, nil
}

func (d *Driver) epochFor(op node) (any, error) {
	e, ok := d.small.epochs.EpochFor(op.num("offset", 0))
	if !ok {
		return map[string]any{"epoch": nil}, nil
	}
	return map[string]any{"epoch": e}, nil
}
