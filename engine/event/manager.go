package event

import "strings"

// Lines of the log manager while a broker runs and stops.

// Property is one topic override.
type Property struct{ Name, Value string }

// LogCreated: a partition has its directory. Overrides come in the order of their names.
type LogCreated struct {
	Partition
	Overrides []Property
}

func (LogCreated) Kind() string { return "log-created" }
func (e LogCreated) Line() Line {
	var b strings.Builder
	for i, p := range e.Overrides {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(p.Name + "=" + p.Value)
	}
	return line(INFO, LogLogManager, "Created log for partition %s in %s with properties {%s}", e.Name(), e.Dir(), b.String())
}

// LogRenamed: a partition was deleted, or is Stray; its directory has a new name.
type LogRenamed struct {
	Partition
	Path  string // new
	Stray bool
	Due   int64 // when kafka-delete-logs may remove it; not printed
}

func (LogRenamed) Kind() string { return "log-renamed" }
func (e LogRenamed) Line() Line {
	if e.Stray {
		return line(WARN, LogLogManager, "Log for partition %s is marked as stray and renamed to %s", e.Name(), e.Path)
	}
	return line(INFO, LogLogManager, "Log for partition %s is renamed to %s and is scheduled for deletion", e.Name(), e.Path)
}

// LogDeleted: a partition's directory is gone.
type LogDeleted struct {
	Partition
	Path string
}

func (LogDeleted) Kind() string { return "log-deleted" }
func (e LogDeleted) Line() Line {
	return line(INFO, LogLogManager, "Deleted log for partition %s in %s.", e.Name(), e.Path)
}

// LogDeleteFailed: a directory could not be removed.
type LogDeleteFailed struct {
	Partition
	Log    Log
	Thrown error
}

func (LogDeleteFailed) Kind() string { return "log-delete-failed" }
func (e LogDeleteFailed) Line() Line {
	return line(ERROR, LogLogManager, "Exception while deleting %v in dir %s.", e.Log, e.LogDir).with(e.Thrown)
}

// DeleteTaskFailed: kafka-delete-logs met an error; Scheduling: when it put itself off to the next time.
type DeleteTaskFailed struct {
	Scheduling bool
	Thrown     error
}

func (DeleteTaskFailed) Kind() string { return "delete-task-failed" }
func (e DeleteTaskFailed) Line() Line {
	if e.Scheduling {
		return line(ERROR, LogLogManager, "Failed to schedule next delete in kafka-delete-logs thread").with(e.Thrown)
	}
	return line(ERROR, LogLogManager, "Exception in kafka-delete-logs thread.").with(e.Thrown)
}

// RetentionStarted: a pass of kafka-log-retention begins.
type RetentionStarted struct{}

func (RetentionStarted) Kind() string { return "retention" }
func (RetentionStarted) Line() Line   { return line(DEBUG, LogLogManager, "Beginning log cleanup...") }

// RetentionOf: the pass comes to a log.
type RetentionOf struct {
	Partition
	Future bool
}

func (RetentionOf) Kind() string { return "retention-log" }
func (e RetentionOf) Line() Line {
	if e.Future {
		return line(DEBUG, LogLogManager, "Garbage collecting future log '%s'", e.Name())
	}
	return line(DEBUG, LogLogManager, "Garbage collecting '%s'", e.Name())
}

// RetentionDone: the pass is over. Deleted counts segments. The rest is its work: partitions, how often a rule came to a segment and
// how often it compared its numbers, and files that were asked for their mtime.
type RetentionDone struct {
	Deleted int
	Seconds int64

	Partitions, Segments, Verdicts, Stats int64
}

func (RetentionDone) Kind() string { return "retention-done" }
func (e RetentionDone) Line() Line {
	return line(DEBUG, LogLogManager, "Log cleanup completed. %d files deleted in %d seconds", e.Deleted, e.Seconds)
}

// FlushCheckStarted: a pass of kafka-log-flusher begins.
type FlushCheckStarted struct{}

func (FlushCheckStarted) Kind() string { return "flusher" }
func (FlushCheckStarted) Line() Line {
	return line(DEBUG, LogLogManager, "Checking for dirty logs to flush...")
}

// FlushChecked: the pass looks whether a log's flush.ms has passed.
type FlushChecked struct {
	Partition
	Interval, LastFlush, Since int64
}

func (FlushChecked) Kind() string { return "flusher-log" }
func (e FlushChecked) Line() Line {
	return line(DEBUG, LogLogManager, "Checking if flush is needed on %s flush interval %d last flushed %d time since last flush: %d",
		e.Topic, e.Interval, e.LastFlush, e.Since)
}

// FlushFailed: the pass could not flush a log.
type FlushFailed struct {
	Partition
	Thrown error
}

func (FlushFailed) Kind() string { return "flusher-failed" }
func (e FlushFailed) Line() Line {
	return line(ERROR, LogLogManager, "Error flushing topic %s", e.Topic).with(e.Thrown)
}

// FutureReplacing: a log is whole in its new directory and takes the place of the old one.
type FutureReplacing struct {
	Partition
	Current, Future Log
}

func (FutureReplacing) Kind() string { return "future-replacing" }
func (e FutureReplacing) Line() Line {
	return line(INFO, LogLogManager, "Attempting to replace current log %v with %v for %s", e.Current, e.Future, e.Name())
}

// FutureReplaced: the move is done.
type FutureReplaced struct{ Partition }

func (FutureReplaced) Kind() string { return "future-replaced" }
func (e FutureReplaced) Line() Line {
	return line(INFO, LogLogManager, "The current replica is successfully replaced with the future replica for %s", e.Name())
}

// CleaningAborted: the cleaner leaves a log alone, for good (Paused) or once.
type CleaningAborted struct {
	Partition
	Paused bool
}

func (CleaningAborted) Kind() string { return "cleaning-aborted" }
func (e CleaningAborted) Line() Line {
	paused := ""
	if e.Paused {
		paused = " and paused"
	}
	return line(INFO, LogLogManager, "The cleaning for partition %s is aborted%s", e.Name(), paused)
}

// CleaningResumed: the cleaner may take the log again.
type CleaningResumed struct{ Partition }

func (CleaningResumed) Kind() string { return "cleaning-resumed" }
func (e CleaningResumed) Line() Line {
	return line(INFO, LogLogManager, "Cleaning for partition %s is resumed", e.Name())
}

// RecoveryThreadsResized: num.recovery.threads.per.data.dir changed.
type RecoveryThreadsResized struct{ From, To int }

func (RecoveryThreadsResized) Kind() string { return "recovery-threads" }
func (e RecoveryThreadsResized) Line() Line {
	return line(INFO, LogLogManager, "Resizing recovery thread pool size for each data dir from %d to %d", e.From, e.To)
}

// ShuttingDown: the log manager begins its shutdown.
type ShuttingDown struct{}

func (ShuttingDown) Kind() string { return "shutdown" }
func (ShuttingDown) Line() Line   { return line(INFO, LogLogManager, "Shutting down.") }

// ShutDown: it is done.
type ShutDown struct{}

func (ShutDown) Kind() string { return "shutdown-done" }
func (ShutDown) Line() Line   { return line(INFO, LogLogManager, "Shutdown complete.") }

// ShutdownStep: what happens to one directory, in the order of the constants.
type ShutdownStep struct {
	Dir         string
	Step        Step
	BrokerEpoch int64 // for CleanMarker
}

// Step of a directory's shutdown.
type Step uint8

// The steps.
const (
	FlushAndClose Step = iota
	RecoveryPoints
	LogStartOffsets
	CleanMarker
)

func (ShutdownStep) Kind() string { return "shutdown-step" }
func (e ShutdownStep) Line() Line {
	switch e.Step {
	case FlushAndClose:
		return line(DEBUG, LogLogManager, "Flushing and closing logs at %s", e.Dir)
	case RecoveryPoints:
		return line(DEBUG, LogLogManager, "Updating recovery points at %s", e.Dir)
	case LogStartOffsets:
		return line(DEBUG, LogLogManager, "Updating log start offsets at %s", e.Dir)
	default:
		return line(DEBUG, LogLogManager, "Writing clean shutdown marker at %s with broker epoch=%d", e.Dir, e.BrokerEpoch)
	}
}

// ShutdownFailed: a log of a directory could not be closed, so that the directory gets no clean marker.
type ShutdownFailed struct {
	Dir    string // not printed
	Thrown error
}

func (ShutdownFailed) Kind() string { return "shutdown-failed" }
func (e ShutdownFailed) Line() Line {
	return line(WARN, LogLogManager, "There was an error in one of the threads during LogManager shutdown").with(e.Thrown)
}

// CheckpointWritten: a checkpoint file of a directory, or of a partition, is new. Kafka writes no line.
type CheckpointWritten struct {
	Path    string
	Entries int
}

func (CheckpointWritten) Kind() string { return "checkpoint" }

// TaskScheduled: background work was put on the clock, as KafkaScheduler words it.
type TaskScheduled struct {
	Name     string
	DelayMs  int64
	PeriodMs int64 // -1 for once
}

func (TaskScheduled) Kind() string { return "scheduled" }
func (e TaskScheduled) Line() Line {
	return line(DEBUG, LogScheduler, "Scheduling task %s with initial delay %d ms and period %d ms.", e.Name, e.DelayMs, e.PeriodMs)
}

// TaskFailed: background work threw.
type TaskFailed struct {
	Name   string
	Thrown error
}

func (TaskFailed) Kind() string { return "task-failed" }
func (e TaskFailed) Line() Line {
	return line(ERROR, LogScheduler, "Uncaught exception in scheduled task '%s'", e.Name).with(e.Thrown)
}

// ConfigChanged: a setting has another value from now on. Kafka writes no line of the log manager.
type ConfigChanged struct {
	Entity   string // "topic orders", "broker 1", "brokers"
	Name     string
	From, To string
	Deleted  bool // To is inherited
}

func (ConfigChanged) Kind() string { return "config" }

// ConfigDuplicates: a list setting named a value more than once.
type ConfigDuplicates struct {
	Name        string
	Given, Kept []string
}

func (ConfigDuplicates) Kind() string { return "config-duplicates" }
func (e ConfigDuplicates) Line() Line {
	return line(WARN, LogConfigDef, "Configuration key \"%s\" contains duplicate values. Duplicates will be removed. The original value is: [%s], the updated value is: [%s]",
		e.Name, strings.Join(e.Given, ", "), strings.Join(e.Kept, ", "))
}
