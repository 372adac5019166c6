package event

import "strings"

// Lines of the log manager while a broker starts.

// LogDirCreated: a log directory did not exist.
type LogDirCreated struct{ Dir string }

func (LogDirCreated) Kind() string { return "dir-created" }
func (e LogDirCreated) Line() Line {
	return line(INFO, LogLogManager, "Log directory %s not found, creating it.", e.Dir)
}

// NoMetaProperties: a log directory has no meta.properties.
type NoMetaProperties struct{ Dir string }

func (NoMetaProperties) Kind() string { return "no-meta-properties" }
func (e NoMetaProperties) Line() Line {
	return line(INFO, LogLogManager, "No meta.properties file found in %s.", e.Dir)
}

// LoadingLogs: the load of all directories begins.
type LoadingLogs struct{ Dirs []string }

func (LoadingLogs) Kind() string { return "loading" }
func (e LoadingLogs) Line() Line {
	return line(INFO, LogLogManager, "Loading logs from log dirs [%s]", strings.Join(e.Dirs, ", "))
}

// LogDirLoading: what a directory holds, and whether its logs must be recovered.
type LogDirLoading struct {
	Dir   string
	Logs  int
	Clean bool // a clean shutdown file was found
}

func (LogDirLoading) Kind() string { return "loading-dir" }
func (e LogDirLoading) Line() Line {
	switch {
	case e.Logs == 0:
		return line(INFO, LogLogManager, "No logs found to be loaded in %s", e.Dir)
	case e.Clean:
		return line(INFO, LogLogManager, "Skipping recovery of %d logs from %s since clean shutdown file was found", e.Logs, e.Dir)
	default:
		return line(INFO, LogLogManager, "Recovering %d logs from %s since no clean shutdown file was found", e.Logs, e.Dir)
	}
}

// RecoveryPointsUnreadable: all logs of a directory count as wholly unflushed.
type RecoveryPointsUnreadable struct {
	Dir    string
	Thrown error
}

func (RecoveryPointsUnreadable) Kind() string { return "recovery-points-unreadable" }
func (e RecoveryPointsUnreadable) Line() Line {
	return line(WARN, LogLogManager, "Error occurred while reading recovery-point-offset-checkpoint file of directory %s, resetting the recovery checkpoint to 0", e.Dir).with(e.Thrown)
}

// LogStartsUnreadable: all logs of a directory start at their first segment.
type LogStartsUnreadable struct {
	Dir    string
	Thrown error
}

func (LogStartsUnreadable) Kind() string { return "log-starts-unreadable" }
func (e LogStartsUnreadable) Line() Line {
	return line(WARN, LogLogManager, "Error occurred while reading log-start-offset-checkpoint file of directory %s, resetting to the base offset of the first segment", e.Dir).with(e.Thrown)
}

// LogLoaded: one log is open. Done of Total in its directory.
type LogLoaded struct {
	Partition
	Log           Log
	Segments      int
	LocalLogStart int64
	TookMs        int64
	Done, Total   int
}

func (LogLoaded) Kind() string { return "log-loaded" }
func (e LogLoaded) Line() Line {
	return line(INFO, LogLogManager, "Completed load of %v with %d segments, local-log-start-offset %d and log-end-offset %d in %dms (%d/%d completed in %s)",
		e.Log, e.Segments, e.LocalLogStart, e.Log.LogEndOff, e.TookMs, e.Done, e.Total, e.LogDir)
}

// LogLoadFailed: one log could not be opened.
type LogLoadFailed struct {
	Partition
	TookMs      int64
	Done, Total int
}

func (LogLoadFailed) Kind() string { return "log-load-failed" }
func (e LogLoadFailed) Line() Line {
	return line(INFO, LogLogManager, "Error while loading logs in %s in %dms (%d/%d completed in %s)", e.Dir(), e.TookMs, e.Done, e.Total, e.LogDir)
}

// LogDirLoadFailed: an I/O error ended the load of a directory.
type LogDirLoadFailed struct {
	Dir    string
	Thrown error
}

func (LogDirLoadFailed) Kind() string { return "dir-load-failed" }
func (e LogDirLoadFailed) Line() Line {
	return line(ERROR, LogLogManager, "Error while loading log dir %s", e.Dir).with(e.Thrown)
}

// LoadFailed: another error ends the start of the broker.
type LoadFailed struct{ Thrown error }

func (LoadFailed) Kind() string { return "load-failed" }
func (e LoadFailed) Line() Line {
	return line(ERROR, LogLogManager, "There was an error in one of the threads during logs loading").with(e.Thrown)
}

// LogsLoaded: all logs are open. Unclean names the directories that had to be recovered.
type LogsLoaded struct {
	Logs    int
	TookMs  int64
	Unclean []string
}

func (LogsLoaded) Kind() string { return "loaded" }
func (e LogsLoaded) Line() Line {
	unclean := ""
	if len(e.Unclean) > 0 {
		unclean = " (unclean log dirs = [" + strings.Join(e.Unclean, ", ") + "])"
	}
	return line(INFO, LogLogManager, "Loaded %d logs in %dms%s", e.Logs, e.TookMs, unclean)
}

// LogCleanupStarting: the retention task is scheduled.
type LogCleanupStarting struct{ PeriodMs int64 }

func (LogCleanupStarting) Kind() string { return "retention-started" }
func (e LogCleanupStarting) Line() Line {
	return line(INFO, LogLogManager, "Starting log cleanup with a period of %d ms.", e.PeriodMs)
}

// LogFlusherStarting: the flush task is scheduled.
type LogFlusherStarting struct{ PeriodMs int64 }

func (LogFlusherStarting) Kind() string { return "flusher-started" }
func (e LogFlusherStarting) Line() Line {
	return line(INFO, LogLogManager, "Starting log flusher with a default period of %d ms.", e.PeriodMs)
}

// CleanerDisabled: log.cleaner.enable is false.
type CleanerDisabled struct{}

func (CleanerDisabled) Kind() string { return "cleaner-disabled" }
func (CleanerDisabled) Line() Line {
	return line(WARN, LogLogManager, "The config `log.cleaner.enable` is deprecated and will be removed in Kafka 5.0. Starting from Kafka 5.0, the log cleaner will always be enabled, and this config will be ignored.")
}

// RecoveryMetrics: gauges of the load come (Added) or go.
type RecoveryMetrics struct{ Added bool }

func (RecoveryMetrics) Kind() string { return "recovery-metrics" }
func (e RecoveryMetrics) Line() Line {
	if e.Added {
		return line(DEBUG, LogLogManager, "Adding log recovery metrics")
	}
	return line(DEBUG, LogLogManager, "Removing log recovery metrics")
}

// StrayLoaded: a directory that was renamed to -stray earlier is loaded and left alone.
type StrayLoaded struct {
	Partition
	Path string
}

func (StrayLoaded) Kind() string { return "stray-loaded" }
func (e StrayLoaded) Line() Line { return line(WARN, LogLogManager, "Loaded stray log: %s", e.Path) }

// StrayRenamed: at start-up the metadata does not know a directory, which is renamed.
type StrayRenamed struct {
	Partition
	Path, To string
}

func (StrayRenamed) Kind() string { return "stray-renamed" }
func (e StrayRenamed) Line() Line {
	return line(WARN, LogLogManager, "Log in %s marked stray and renamed to %s", e.Path, e.To)
}

// StrayUnknownTopic: why a log is stray: its topic does not exist.
type StrayUnknownTopic struct {
	Partition
	Log     Log
	TopicID string
}

func (StrayUnknownTopic) Kind() string { return "stray-topic" }
func (e StrayUnknownTopic) Line() Line {
	return line(INFO, LogLogManager, "Found stray log dir %v: the topicId %s does not exist in the metadata image.", e.Log, e.TopicID)
}

// StrayNotAssigned: why a log is stray: the partition has other replicas.
type StrayNotAssigned struct {
	Partition
	Log      Log
	Replicas []int32
	Broker   int32
}

func (StrayNotAssigned) Kind() string { return "stray-replica" }
func (e StrayNotAssigned) Line() Line {
	return line(INFO, LogLogManager, "Found stray log dir %v: the current replica assignment [%s] does not contain the local brokerId %d.",
		e.Log, join(e.Replicas, ", "), e.Broker)
}

// FutureRecovering: a move between directories was interrupted just before its end; Removing is the old current log.
type FutureRecovering struct {
	Partition
	Future   Log
	Removing *Log
}

func (FutureRecovering) Kind() string { return "future-recovering" }
func (e FutureRecovering) Line() Line {
	if e.Removing == nil {
		return line(INFO, LogLogManager, "Attempting to recover abandoned future log for %s at %v", e.Name(), e.Future)
	}
	return line(INFO, LogLogManager, "Attempting to recover abandoned future log for %s at %v and removing %v", e.Name(), e.Future, *e.Removing)
}

// FutureRecovered: the future log has become the current one.
type FutureRecovered struct{ Partition }

func (FutureRecovered) Kind() string { return "future-recovered" }
func (e FutureRecovered) Line() Line {
	return line(INFO, LogLogManager, "Successfully recovered abandoned future log for %s", e.Name())
}

// BrokerEpochUnreadable: a directory has no clean shutdown file, or an old one.
type BrokerEpochUnreadable struct{ Dir string }

func (BrokerEpochUnreadable) Kind() string { return "broker-epoch-unreadable" }
func (e BrokerEpochUnreadable) Line() Line {
	return line(INFO, LogLogManager, "Unable to read the broker epoch in %s.", e.Dir)
}

// BrokerEpochsDiffer: the clean shutdown files of two directories disagree.
type BrokerEpochsDiffer struct {
	Dir     string
	Other   int64
	Current int64
}

func (BrokerEpochsDiffer) Kind() string { return "broker-epochs-differ" }
func (e BrokerEpochsDiffer) Line() Line {
	return line(INFO, LogLogManager, "Found different broker epochs in %s. Other=%d vs current=%s.", e.Dir, e.Other, Optional(true, e.Current))
}
