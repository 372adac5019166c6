package broker

import (
	"fmt"
	"strings"

	"logarium/engine/checkpoint"
	"logarium/engine/config"
	"logarium/engine/event"
	"logarium/engine/kerr"
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

func (r Replica) partition() checkpoint.TopicPartition {
	return checkpoint.TopicPartition{Topic: r.Topic, Partition: r.Number}
}

// id is the topic id; zero if the controller gave none.
func (r Replica) id() (id checkpoint.UUID) {
	if r.TopicID != "" {
		id, _ = checkpoint.ParseUUID(r.TopicID) // ids come from the controller
	}
	return id
}

// Create makes the directories of new partitions that this broker leads. Error: kerr.ErrKafkaStorage if a partition found
// no directory; the others have theirs.
func (b *Broker) Create(h *Host, replicas []Replica) error {
	if len(replicas) == 0 {
		return nil
	}
	b.enter(h)
	replicas = inDeltaOrder(replicas)
	b.fetchersRemoved(h, replicaNames(replicas), false)
	var first error
	for _, r := range replicas {
		if err := b.create(h, r, true); err != nil && first == nil {
			first = err
		}
	}
	return first
}

func (b *Broker) create(h *Host, r Replica, isNew bool) error {
	l, err := b.getOrCreate(h, r, isNew, false)
	if err != nil {
		return err
	}
	return b.lead(h, l, r.LeaderEpoch, nil)
}

// getOrCreate is the live log of a partition, or the copy that is on its way to another directory. One that is not there
// is made, in the directory that is wanted for it, otherwise where there are fewest logs. isNew says that the partition
// cannot be in a directory that has failed.
func (b *Broker) getOrCreate(h *Host, r Replica, isNew, future bool) (*plog.Log, error) {
	m := &b.logs
	if future {
		m = &b.futures
	}
	if l := b.edit(m, r.Name()); l != nil {
		if l.TopicID().IsZero() && r.TopicID != "" {
			return l, l.AssignTopicID(b.env(h), r.id())
		}
		return l, nil
	}
	if failed := b.failedDirs(); !isNew && len(failed) > 0 {
		return nil, kerr.ErrKafkaStorage.With("Can not create log for %s because log directories %s are offline", r.Name(), strings.Join(failed, ","))
	}
	dirs, err := b.candidates(r.Name(), future)
	if err != nil {
		return nil, err
	}
	return b.createIn(h, r, dirs, future)
}

// candidates are the directories in which a log may be made, the best first.
func (b *Broker) candidates(name string, future bool) ([]string, error) {
	want := b.preferred(name)
	if future {
		if want == "" {
			return nil, kerr.ErrIllegalState.With("Can not create the future log for %s without having a preferred log directory", name)
		}
		if l := b.Log(name); l != nil && l.Partition().LogDir == want {
			return nil, kerr.ErrIllegalState.With("Can not create the future log for %s in the current log directory of this partition", name)
		}
	}
	if want != "" {
		return []string{want}, nil
	}
	return b.nextDirs(), nil
}

// createIn tries one directory after the other.
func (b *Broker) createIn(h *Host, r Replica, dirs []string, future bool) (*plog.Log, error) {
	name := r.Name()
	if future {
		name += "." + h.Random.Hex() + futureSuffix
	}
	for _, dir := range dirs {
		if !b.serves(dir) {
			continue
		}
		path := dir + "/" + name
		if err := b.disk.MkdirAll(path); err != nil {
			b.offline(h, dir, "Error while creating log for "+r.Name()+" in dir "+dir, err)
			continue
		}
		l, err := b.open(h, r, path, dir, opening{clean: true})
		if err != nil {
			return nil, err
		}
		b.forgetPreference(r.Name())
		b.emit(h, event.LogCreated{Partition: at(l), Overrides: quoted(r.Overrides)})
		return l, nil
	}
	return nil, kerr.ErrKafkaStorage.With("No log directories available. Tried %s", strings.Join(dirs, ", "))
}

// at is the partition with the directory in which its log is now.
func at(l *plog.Log) event.Partition {
	p := l.Partition()
	p.DirName = strings.TrimPrefix(l.Dir(), p.LogDir+"/")
	return p
}

// opening is how a log is opened.
type opening struct {
	clean         bool
	recoveryPoint int64
	logStart      int64
}

// producers are the settings by which logs judge their producers.
func (b *Broker) producers() producer.Config {
	return producer.Config{
		ExpirationMs: b.config.Int("producer.id.expiration.ms"), MaxTxnTimeoutMs: b.config.Int("transaction.max.timeout.ms"),
		Verification: b.config.Bool("transaction.partition.verification.enable"),
	}
}

// open opens the log in a directory and holds it.
func (b *Broker) open(h *Host, r Replica, path, logDir string, o opening) (*plog.Log, error) {
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
		TopicID:        r.id(),

		Producers:                 b.producers(),
		ProducerExpirationCheckMs: b.config.Int("producer.id.expiration.check.interval.ms"),
	})
	if err != nil {
		return nil, err
	}
	l.SetRulebook(b.rules)
	switch {
	case strings.HasSuffix(path, deleteSuffix), strings.HasSuffix(path, straySuffix):
		b.doomed.Set(path, held{l, b.token})
	case l.IsFuture():
		b.futures.Set(r.Name(), held{l, b.token})
	default:
		b.logs.Set(r.Name(), held{l, b.token})
	}
	return l, nil
}

// logOwner names a log as the owner of tasks. A deleted log keeps its own name, so a new one of the same partition
// gets another, and so does a copy in another directory.
func (b *Broker) logOwner(name string) string {
	owner := b.owner() + "/" + name
	for n := 2; b.ownerTaken(name, owner); n++ {
		owner = fmt.Sprintf("%s/%s~%d", b.owner(), name, n)
	}
	return owner
}

func (b *Broker) ownerTaken(name, owner string) bool {
	for _, l := range []*plog.Log{b.Log(name), b.Future(name)} {
		if l != nil && l.Owner() == owner {
			return true
		}
	}
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
