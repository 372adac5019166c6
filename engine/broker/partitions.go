package broker

import (
	"fmt"
	"slices"
	"strings"

	"logarium/engine/checkpoint"
	"logarium/engine/config"
	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/machine/clock"
	"logarium/engine/plog"
	"logarium/engine/producer"
)

// Replica is what the controller tells a broker about one of its partitions.
type Replica struct {
	Topic     string
	Number    int32
	TopicID   string
	Overrides config.Properties

	LeaderEpoch int32
}

// Name is "orders-0".
func (r Replica) Name() string { return fmt.Sprintf("%s-%d", r.Topic, r.Number) }

// Create makes the directories of new partitions that this broker leads.
func (b *Broker) Create(h *Host, replicas []Replica) error {
	if len(replicas) == 0 {
		return nil
	}
	b.enter(h)
	names := make([]string, len(replicas))
	for i, r := range replicas {
		names[i] = r.Name()
	}
	b.fetchersRemoved(h, names, false)
	for _, r := range replicas {
		if err := b.create(h, r); err != nil {
			return err
		}
	}
	return nil
}

func (b *Broker) create(h *Host, r Replica) error {
	dir, err := b.place()
	if err != nil {
		return err
	}
	l, err := b.open(h, r, dir.path+"/"+r.Name(), dir.path, opening{clean: true})
	if err != nil {
		return err
	}
	b.emit(h, event.LogCreated{Partition: l.Partition(), Overrides: quoted(r.Overrides)})
	return b.lead(h, l, r.LeaderEpoch, nil)
}

// place chooses the directory of a new partition: the one with the fewest logs, the first of several.
func (b *Broker) place() (logDir, error) {
	dirs := b.online()
	if len(dirs) == 0 {
		return logDir{}, kerr.ErrKafkaStorage.With("No log directories available. Tried %s", strings.Join(b.dirPaths(), ", "))
	}
	count := func(d logDir) (n int) {
		for _, held := range b.logs.All() {
			if held.log.Partition().LogDir == d.path {
				n++
			}
		}
		return n
	}
	return slices.MinFunc(dirs, func(x, y logDir) int { return count(x) - count(y) }), nil
}

// opening is how a log is opened.
type opening struct {
	clean         bool
	recoveryPoint int64
	logStart      int64
	doomed        bool // a -delete or -stray directory
}

// open opens the log in a directory and holds it.
func (b *Broker) open(h *Host, r Replica, path, logDir string, o opening) (*plog.Log, error) {
	var id checkpoint.UUID
	if r.TopicID != "" {
		id, _ = checkpoint.ParseUUID(r.TopicID) // ids come from the controller
	}
	part := event.Partition{Topic: r.Topic, Number: r.Number, LogDir: logDir}
	if path != part.Dir() {
		part.DirName = strings.TrimPrefix(path, logDir+"/")
	}
	l, err := plog.Open(b.env(h), plog.Options{
		Partition:      part,
		Owner:          b.logOwner(r.Name()),
		Config:         b.config.Log(r.Overrides),
		RecoveryPoint:  o.recoveryPoint,
		LogStartOffset: o.logStart,
		CleanShutdown:  o.clean,
		TopicID:        id,

		Producers:                 producer.Config{ExpirationMs: b.config.Int("producer.id.expiration.ms"), MaxTxnTimeoutMs: b.config.Int("transaction.max.timeout.ms")},
		ProducerExpirationCheckMs: b.config.Int("producer.id.expiration.check.interval.ms"),
	})
	if err != nil {
		return nil, err
	}
	l.SetRulebook(b.rules)
	if o.doomed {
		b.doomed.Set(path, held{l, b.token})
	} else {
		b.logs.Set(r.Name(), held{l, b.token})
	}
	return l, nil
}

// logOwner names a log as the owner of tasks. A deleted log keeps its own name, so a new one of the same partition
// gets another.
func (b *Broker) logOwner(name string) string {
	owner := b.owner() + "/" + name
	for n := 2; b.ownerTaken(owner); n++ {
		owner = fmt.Sprintf("%s/%s~%d", b.owner(), name, n)
	}
	return owner
}

func (b *Broker) ownerTaken(owner string) bool {
	for _, held := range b.doomed.All() {
		if held.log.Owner() == owner {
			return true
		}
	}
	return false
}

// lead makes this broker the leader of a log: its high watermark comes from the checkpoint, if that knows it, and the
// new leader epoch begins at the log end offset.
func (b *Broker) lead(h *Host, l *plog.Log, epoch int32, known map[checkpoint.TopicPartition]int64) error {
	p := l.Partition()
	hw, ok := known[checkpoint.TopicPartition{Topic: p.Topic, Partition: p.Number}]
	if !ok {
		b.partition(h, p, "No checkpointed highwatermark is found for partition %s", p.Name())
	}
	hw, err := l.UpdateHighWatermark(b.env(h), hw)
	if err != nil {
		return err
	}
	b.partition(h, p, "Log loaded for partition %s with initial high watermark %d", p.Name(), hw)
	if err := l.AssignEpoch(b.env(h), epoch, l.LogEndOffset()); err != nil {
		return err
	}
	_, _, err = l.MaybeIncrementHighWatermark(b.env(h), l.LogEndOffsetMetadata())
	return err
}

// Reconfigure gives all layers of the broker's configuration anew, and to each live log its topic's overrides.
func (b *Broker) Reconfigure(h *Host, layers config.Broker, overrides func(topic string) config.Properties) {
	restart := b.reconfigureCleaner(h, layers)
	b.config = layers
	restart()
	for _, name := range b.liveNames() {
		l := b.Log(name)
		next := b.config.Log(overrides(l.Partition().Topic))
		if *next == *l.Config() {
			continue
		}
		compacted := l.Config().Compact
		b.edit(&b.logs, name).UpdateConfig(next)
		if compacted && !next.Compact && b.running && b.config.Bool("log.cleaner.enable") {
			b.abortCleaning(h, name)
			b.emit(h, event.CleaningAborted{Partition: l.Partition()})
		}
	}
}

// Delete takes partitions away: their directories are renamed at once and removed by kafka-delete-logs later.
func (b *Broker) Delete(h *Host, names []string) error {
	b.enter(h)
	names = slices.DeleteFunc(slices.Clone(names), func(n string) bool { return b.Log(n) == nil })
	if len(names) == 0 {
		return nil
	}
	b.fetchersRemoved(h, names, true)
	touched := map[string]bool{}
	for _, name := range names {
		dir := b.Log(name).Partition().LogDir
		p := b.Log(name).Partition()
		b.abortCleaning(h, name)
		to, err := b.condemn(h, name, "-delete")
		if err != nil {
			return err
		}
		b.queue = append(slices.Clone(b.queue), deletion{to, h.Now()})
		b.emit(h, event.LogRenamed{Partition: p, Path: to, Due: h.Now() + b.deleteDelay()})
		touched[dir] = true
	}
	for _, d := range b.online() {
		if touched[d.path] {
			b.tidyCleaner(h, d.path)
			b.checkpointDir(h, d.path, checkpoint.RecoveryPoint, recoveryPoint)
			b.checkpointDir(h, d.path, checkpoint.LogStart, logStart)
		}
	}
	return nil
}

// maxDirName is the longest name of a directory; the topic's part is cut for it.
const maxDirName = 255

// condemn renames a live log's directory; it is not live any more.
func (b *Broker) condemn(h *Host, name, suffix string) (dir string, err error) {
	l := b.edit(&b.logs, name)
	p := l.Partition()
	tail := fmt.Sprintf("-%d.%s%s", p.Number, h.Random.Hex(), suffix)
	topic := p.Topic[:min(len(p.Topic), maxDirName-len(tail))]
	if err := l.RenameDir(b.env(h), topic+tail, false); err != nil {
		return "", err
	}
	b.logs.Delete(name)
	b.doomed.Set(l.Dir(), held{l, b.token})
	return l.Dir(), nil
}

// deleteDelay is how long a deleted partition waits. Kafka asks the broker's default here, not the topic.
func (b *Broker) deleteDelay() int64 { return b.config.Int("log.segment.delete.delay.ms") }

// deleteLogs removes the directories that have waited long enough, and schedules itself for the next.
func (b *Broker) deleteLogs(h *Host) {
	delay := b.deleteDelay()
	for len(b.queue) > 0 && b.queue[0].since+delay <= h.Now() {
		next := b.queue[0]
		b.queue = slices.Clone(b.queue[1:])
		b.remove(h, next.dir)
	}
	due := h.Now() + max(delay, 1)
	if len(b.queue) > 0 {
		due = max(b.queue[0].since+delay, h.Now()+1)
	}
	h.Clock.Schedule(clock.Task{Name: TaskDeleteLogs, Owner: b.owner(), Due: due})
}

// remove deletes a renamed log for good.
func (b *Broker) remove(h *Host, dir string) {
	l := b.edit(&b.doomed, dir)
	if l == nil {
		return
	}
	b.doomed.Delete(dir)
	if err := l.Delete(b.env(h)); err != nil {
		b.emit(h, event.LogDeleteFailed{Partition: l.Partition(), Log: l.Describe(), Thrown: err})
		return
	}
	b.emit(h, event.LogDeleted{Partition: l.Partition(), Path: dir})
}

// RemovedAt is when kafka-delete-logs may remove a directory; false if it is not waiting for that.
func (b *Broker) RemovedAt(dir string) (at int64, ok bool) {
	for _, d := range b.queue {
		if d.dir == dir {
			return d.since + b.deleteDelay(), true
		}
	}
	return 0, false
}
