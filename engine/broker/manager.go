package broker

import (
	"maps"
	"slices"

	"logarium/engine/checkpoint"
	"logarium/engine/config"
	"logarium/engine/plog"
)

// LogManager is the part of a broker that in Kafka is the class of this name: directories, logs, background tasks, without
// what the broker does around them. The comparison with real Kafka drives it; a broker calls the same code.
type LogManager struct{ b *Broker }

// LogManager gives access to the broker's log manager.
func (b *Broker) LogManager() LogManager { return LogManager{b} }

// Open makes, locks and identifies the log directories. Errors are those of openDirs.
func (m LogManager) Open(h *Host) error {
	m.b.enter(h)
	m.b.running, m.b.since, m.b.unattended = true, h.Now(), true
	return m.b.openDirs(h)
}

// Startup loads all logs and starts the background tasks. Errors: a directory with another name than that of a log, a log
// that cannot be opened for another reason than its disk.
func (m LogManager) Startup(h *Host, overrides func(topic string) config.Properties) error {
	m.b.enter(h)
	return m.b.startup(h, &loading{overrides: overrides})
}

// StartupAs is Startup with the assignments that the metadata knows: logs of other brokers' partitions are stray. replicas lists
// the brokers of a partition, none if there is no such partition.
func (m LogManager) StartupAs(h *Host, overrides func(topic string) config.Properties, replicas func(topicID string, number int32) []int32) error {
	m.b.enter(h)
	return m.b.startup(h, &loading{overrides: overrides, replicas: replicas})
}

// Shutdown flushes and closes everything and leaves the clean markers. Error: a lock that cannot be given back.
func (m LogManager) Shutdown(h *Host, brokerEpoch int64) error {
	m.b.enter(h)
	return m.b.shutdown(h, brokerEpoch)
}

// ReadCleanShutdownEpoch is the broker epoch in the clean markers; false unless all directories agree.
func (m LogManager) ReadCleanShutdownEpoch(h *Host) (int64, bool) {
	m.b.enter(h)
	return m.b.readBrokerEpoch(h)
}

// NextDirs are the directories for the next new partition, the first choice first.
func (m LogManager) NextDirs() []string { return m.b.nextDirs() }

// Prefer notes the directory for the next log of a partition.
func (m LogManager) Prefer(name, dir string) { m.b.prefer(name, dir) }

// GetOrCreate is a partition's log, which is made if it is not there. Errors are those of getOrCreate.
func (m LogManager) GetOrCreate(h *Host, r Replica, isNew, future bool) (*plog.Log, error) {
	m.b.enter(h)
	return m.b.getOrCreate(h, r, isNew, future)
}

// Edit is a partition's log for changing it, nil if there is none.
func (m LogManager) Edit(name string, future bool) *plog.Log { return m.b.edit(m.b.kind(future), name) }

// AsyncDelete renames a log's directory for its deletion, or as stray.
func (m LogManager) AsyncDelete(h *Host, name string, future, stray bool) (dir string, err error) {
	m.b.enter(h)
	return m.b.asyncDelete(h, name, future, stray)
}

// ReplaceCurrentWithFuture ends the move of a partition to another directory.
func (m LogManager) ReplaceCurrentWithFuture(h *Host, name string) error {
	m.b.enter(h)
	return m.b.replaceWithFuture(h, name)
}

// PauseCleaning keeps the cleaner off a log until ResumeCleaning.
func (m LogManager) PauseCleaning(h *Host, name string) { m.b.pauseCleaning(h, name) }

// ResumeCleaning lets the cleaner have the log again. Error: kerr.ErrIllegalState if it was not paused.
func (m LogManager) ResumeCleaning(h *Host, name string) error { return m.b.resumeCleaning(h, name) }

// TruncateTo cuts a log back to an offset.
func (m LogManager) TruncateTo(h *Host, name string, offset int64, future bool) error {
	m.b.enter(h)
	return m.b.truncateTo(h, name, offset, future)
}

// TruncateFully empties a log; logStart -1 is the same as offset.
func (m LogManager) TruncateFully(h *Host, name string, offset, logStart int64, future bool) error {
	m.b.enter(h)
	return m.b.truncateFully(h, name, offset, logStart, future)
}

// Checkpoint writes recovery points and log start offsets of all directories.
func (m LogManager) Checkpoint(h *Host) {
	m.b.enter(h)
	m.b.checkpointRecoveryPoints(h)
	m.b.checkpointLogStarts(h)
}

// EnsureHighWatermarks makes replication-offset-checkpoint, empty, in each directory that has none.
func (m LogManager) EnsureHighWatermarks(h *Host) {
	m.b.enter(h)
	for _, d := range m.b.live() {
		m.b.ensure(h, d, checkpoint.HighWatermark)
	}
}

// HighWatermarks are the high watermarks as they were checkpointed last, of all directories.
func (m LogManager) HighWatermarks(h *Host) map[checkpoint.TopicPartition]int64 {
	m.b.enter(h)
	all := map[checkpoint.TopicPartition]int64{}
	for _, d := range m.b.live() {
		maps.Copy(all, m.b.readOffsets(h, d, checkpoint.HighWatermark))
	}
	return all
}

// CheckpointHighWatermarks writes the high watermarks of some logs, to each directory that holds one of them.
func (m LogManager) CheckpointHighWatermarks(h *Host, names []string) {
	m.b.enter(h)
	for _, d := range m.b.live() {
		of := func(l *plog.Log) (int64, bool) { return l.HighWatermark(), slices.Contains(names, l.Name()) }
		if len(m.b.entries(d.path, of)) > 0 {
			m.b.checkpointDir(h, d.path, checkpoint.HighWatermark, of)
		}
	}
}

// DeleteLogs renames the directories of several logs for their deletion, then rewrites the checkpoints once.
func (m LogManager) DeleteLogs(h *Host, names []string) error {
	m.b.enter(h)
	return m.b.deleteAll(h, slices.DeleteFunc(slices.Clone(names), func(n string) bool { return m.b.Log(n) == nil }))
}
