package plog

import (
	"strings"

	"logarium/engine/checkpoint"
	"logarium/engine/epoch"
	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/machine/clock"
	"logarium/engine/producer"
	"logarium/engine/segment"
)

// Open opens the log in a partition's directory, which is made if there is none. After an unclean stop everything
// from the recovery point on is read and repaired; after a clean one the files are believed. The high watermark
// starts at the log start offset.
//
// Errors: kerr.ErrKafkaStorage for a checkpoint that cannot be read, and those that end the start of a broker: an
// unknown version in a transaction index, an impossible length in a log that was stopped cleanly, a topic id that is
// not the recorded one. All say which file or directory they are about. A log that comes with an error is closed; nothing
// but Run, for the tasks that it has scheduled by then, may be called.
func Open(env *Env, o Options) (*Log, error) {
	o.defaults()
	l := &Log{
		part: o.Partition, name: o.Partition.Name(), dir: o.Partition.Dir(), owner: o.Owner, config: o.Config, token: &segment.Token{},
		lastFlush: env.Now, hasMetadata: true,
	}
	if err := env.Disk.MkdirAll(l.dir); err != nil {
		return nil, kerr.At(l.dir, javaIO(err))
	}
	if err := l.openState(env, &o); err != nil {
		return nil, l.abandon(env, err)
	}
	ld := loader{log: l, env: env, options: &o}
	if err := ld.load(); err != nil {
		return l, l.abandon(env, err)
	}
	if err := l.start(env, &o); err != nil {
		return l, l.abandon(env, err)
	}
	return l, nil
}

// abandon closes what a failed opening has opened.
func (l *Log) abandon(env *Env, err error) error {
	_ = l.closeSegments(env) // the first error is the one that matters
	l.closed = true
	return kerr.At(l.dir, javaIO(err))
}

// openState opens epochs and producer state, whose content follows with the segments.
func (l *Log) openState(env *Env, o *Options) (err error) {
	path := l.dir + "/" + checkpoint.LeaderEpochs
	l.epochs, err = epoch.Open(env.Disk, l.part, path, env.Emit)
	if err != nil {
		return kerr.At(path, l.storage(env, err))
	}
	l.producers, err = producer.Open(env.Disk, l.part, l.dir, o.Producers)
	return err
}

// start is what follows once the segments are loaded.
func (l *Log) start(env *Env, o *Options) error {
	l.hw = event.OffsetOnly(l.logStart) // its place is looked up when a reader needs it
	if env.Schedule != nil {
		l.expireTask = env.Schedule(clock.Task{
			Name: TaskExpireProducers, Owner: l.owner, Due: env.Now + o.ProducerExpirationCheckMs, Period: o.ProducerExpirationCheckMs,
		})
	}
	if err := l.setLogStart(env, l.logStart); err != nil {
		return err
	}
	if err := l.updateFirstUnstable(env); err != nil {
		return err
	}
	if err := l.startMetadata(env, o.TopicID); err != nil {
		return err
	}
	l.assignMetadata(env, o.TopicID)
	return nil
}

// startMetadata reads the recorded topic id, if there is one.
func (l *Log) startMetadata(env *Env, id checkpoint.UUID) error {
	path := l.metadataPath()
	l.topicID = id
	if !env.Disk.Exists(path) {
		return nil
	}
	recorded, err := checkpoint.ReadMetadata(env.Disk, path)
	if err != nil {
		return kerr.At(path, l.storage(env, err))
	}
	if !id.IsZero() && id != recorded {
		return kerr.ErrInconsistentTopicID.With("Tried to assign topic ID Optional[%v] to log for topic partition %s,but log already contained topic ID %v", id, l.Name(), recorded)
	}
	l.topicID = recorded
	return nil
}

// assignMetadata records the topic id in the background, if nothing is recorded yet.
func (l *Log) assignMetadata(env *Env, id checkpoint.UUID) {
	if env.Disk.Exists(l.metadataPath()) {
		return
	}
	l.writeID = !id.IsZero()
	l.later(env, TaskFlushMetadata, 0)
}

func (l *Log) metadataPath() string { return l.dir + "/" + checkpoint.PartitionMetadata }

// reinitialize opens the small files again after the directory got another name.
func (l *Log) reinitialize(env *Env) (err error) {
	l.epochs, err = epoch.Open(env.Disk, l.part, l.dir+"/"+checkpoint.LeaderEpochs, env.Emit)
	if err != nil {
		return l.storage(env, err)
	}
	return l.startMetadata(env, l.topicID)
}

// isDelete reports a directory that waits for its deletion: it is loaded without recovery.
func (l *Log) isDelete() bool { return strings.HasSuffix(l.dir, deleteSuffix) }
