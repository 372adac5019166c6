package broker

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/machine/clock"
	"logarium/engine/plog"
)

// TaskMover is the thread that copies partitions to another log directory; here it is a task.
const TaskMover = "ReplicaAlterLogDirsThread-0"

// moveThrottle is how many bytes a second the copies may take together; without it a copy takes no time.
const moveThrottle = "replica.alter.log.dirs.io.max.bytes.per.second"

// Move copies a partition to another log directory, in a -future directory that takes its place when it is whole. Errors:
// LogDirNotFoundException, kerr.ErrKafkaStorage for a directory that is offline, ReplicaNotAvailableException for a partition
// that is not here; the directory is noted for its creation then.
func (b *Broker) Move(h *Host, r Replica, dir string) error {
	b.enter(h)
	d, ok := b.dir(dir)
	switch {
	case !ok:
		return kerr.ErrLogDirNotFound.With("Log dir %s is not found in the config.", dir)
	case d.offline:
		return kerr.ErrKafkaStorage.With("Log directory %s is offline", dir)
	}
	l := b.Log(r.Name())
	if l == nil {
		b.prefer(r.Name(), dir)
		return kerr.ErrReplicaNotAvailable.With("Partition %s is not available on broker %d", r.Name(), b.id)
	}
	if f := b.Future(r.Name()); f != nil {
		if f.Partition().LogDir == dir {
			return nil
		}
		if err := b.giveUpMove(h, r.Name()); err != nil {
			return err
		}
	}
	if l.Partition().LogDir == dir {
		b.partition(h, l.Partition(), "Current log directory %s is same as requested log dir %s. Skipping future replica creation.", dir, dir)
		return nil
	}
	b.prefer(r.Name(), dir)
	return b.startMove(h, r)
}

// giveUpMove deletes an unfinished copy.
func (b *Broker) giveUpMove(h *Host, name string) error {
	if _, err := b.asyncDelete(h, name, true, false); err != nil {
		return err
	}
	return b.resumeCleaning(h, name)
}

func (b *Broker) startMove(h *Host, r Replica) error {
	f, err := b.getOrCreate(h, r, false, true)
	if err != nil {
		return err
	}
	b.partition(h, f.Partition(), "No checkpointed highwatermark is found for partition %s", r.Name())
	b.partition(h, f.Partition(), "Log loaded for partition %s with initial high watermark %d", r.Name(), f.HighWatermark())
	b.follow(h, f, r.LeaderEpoch)
	return nil
}

// follow lets the mover copy into a future log from its high watermark on.
func (b *Broker) follow(h *Host, f *plog.Log, epoch int32) {
	b.pauseCleaning(h, f.Name())
	if !b.moving(h) {
		b.mover(h, "Starting")
		h.Clock.Schedule(clock.Task{Name: TaskMover, Owner: b.owner(), Due: h.Now()})
	}
	id := "None"
	if !f.TopicID().IsZero() {
		id = "Some(" + f.TopicID().String() + ")"
	}
	b.say(h, "fetchers", event.INFO, loggerMovers, fmt.Sprintf("[ReplicaAlterLogDirsManager on broker %d] Added fetcher to broker %d for partitions HashMap(%s -> InitialFetchState(%s,BrokerEndPoint[id=%d, host=localhost, port=-1],%d,%d))",
		b.id, b.id, f.Name(), id, b.id, epoch, f.HighWatermark()))
}

// moving says that the mover is at work.
func (b *Broker) moving(h *Host) bool {
	for t := range h.Clock.Tasks() {
		if t.Name == TaskMover && t.Owner == b.owner() {
			return true
		}
	}
	return false
}

func (b *Broker) mover(h *Host, what string) {
	b.say(h, "mover", event.INFO, loggerMover, "["+TaskMover+"]: "+what)
}

// copyFutures is one turn of the mover: a fetch for each copy. It goes on at once, or when the throttle allows it.
func (b *Broker) copyFutures(h *Host) {
	copied := int64(0)
	for _, name := range inMapOrder(&b.futures) {
		n, err := b.copyNext(h, name)
		copied += n
		if err != nil && !storageError(err) {
			b.mover(h, "Error processing data for partition "+name)
			return
		}
	}
	if b.futures.Len() == 0 {
		b.mover(h, "Shutting down")
		b.mover(h, "Stopped")
		b.mover(h, "Shutdown completed")
		return
	}
	h.Clock.Schedule(clock.Task{Name: TaskMover, Owner: b.owner(), Due: h.Now() + b.moveWait(copied)})
}

// moveWait is the time in ms that so many bytes take by the throttle.
func (b *Broker) moveWait(bytes int64) int64 {
	text, ok := b.config.Dynamic.Get(moveThrottle)
	if !ok {
		text, ok = b.config.Cluster.Get(moveThrottle)
	}
	limit, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if !ok || err != nil || limit <= 0 {
		return 0
	}
	return bytes * 1000 / limit
}

// copyNext copies the next piece of a partition. A copy that has all of it takes the place of the live log.
func (b *Broker) copyNext(h *Host, name string) (copied int64, err error) {
	env, f, l := b.env(h), b.edit(&b.futures, name), b.edit(&b.logs, name)
	if l == nil {
		return 0, kerr.ErrKafkaStorage.With("The current replica for %s is offline", name)
	}
	switch from := f.LogEndOffset(); {
	case from > l.LogEndOffset():
		_, err := f.TruncateTo(env, l.LogEndOffset())
		return 0, err
	case from < l.LogStartOffset():
		return 0, f.TruncateFullyAndStartAt(env, l.LogStartOffset(), -1)
	case from == l.LogEndOffset():
		return 0, b.replaceWithFuture(h, name)
	}
	info, err := l.Read(env, f.LogEndOffset(), int32(b.config.Int("replica.fetch.max.bytes")), plog.LogEnd, true, nil)
	if err != nil {
		return 0, err
	}
	batches, err := l.Bytes(env, &info, nil)
	if err != nil {
		return 0, err
	}
	if err := b.appendCopy(h, f, batches, info.Meta.Offset); err != nil {
		return 0, err
	}
	hw, _, err := f.MaybeUpdateHighWatermark(env, l.HighWatermark())
	if err == nil && l.LogStartOffset() <= hw {
		_, err = f.IncrementLogStartOffset(env, l.LogStartOffset(), event.ForLeader)
	}
	return int64(len(batches)), err
}

// appendCopy appends batches to a copy. The very first one may begin below the log start offset: then so does the copy.
func (b *Broker) appendCopy(h *Host, f *plog.Log, batches []byte, first int64) error {
	_, err := f.AppendFollower(b.env(h), batches, 1<<31-1)
	if !errors.Is(err, kerr.ErrUnexpectedAppendOffset) || f.LogEndOffset() != f.LogStartOffset() {
		return err
	}
	b.partition(h, f.Partition(), "Unexpected offset in append to %s. First offset %d is less than log start offset %d. Since this is the first record to be appended to the future replica's log, will start the log from offset %d.",
		f.Name(), first, f.LogStartOffset(), first)
	if err := f.TruncateFullyAndStartAt(b.env(h), first, -1); err != nil {
		return err
	}
	_, err = f.AppendFollower(b.env(h), batches, 1<<31-1)
	return err
}

// resumeMoves goes on with the copies that were found at the start.
func (b *Broker) resumeMoves(h *Host, replicas []Replica) {
	for _, r := range inDeltaOrder(replicas) {
		f := b.edit(&b.futures, r.Name())
		if f == nil || b.Log(r.Name()) == nil {
			continue
		}
		b.partition(h, f.Partition(), "Log loaded for partition %s with initial high watermark %d", r.Name(), f.HighWatermark())
		b.follow(h, f, r.LeaderEpoch)
	}
}
