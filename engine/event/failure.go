package event

import "strings"

// IOFailed: an operation met an I/O error, which takes its log directory offline.
type IOFailed struct {
	Dir     string
	Message string // of the operation
	Thrown  error
}

func (IOFailed) Kind() string { return "io-failed" }
func (e IOFailed) Line() Line {
	return line(ERROR, LogLogDirFailureChannel, "%s", e.Message).with(e.Thrown)
}

// ReplicasStopping: ReplicaManager hears of a failed directory. UUID "" if the directory has none.
type ReplicasStopping struct {
	Broker int32
	Dir    string
	UUID   string
}

func (ReplicasStopping) Kind() string { return "dir-failed" }
func (e ReplicasStopping) Line() Line {
	return replica(WARN, e.Broker, "Stopping serving replicas in dir %s with uuid %s because the log directory has failed.", e.Dir, Optional(e.UUID != "", e.UUID))
}

// FetchersStopped: the partitions of a failed directory are no longer fetched or moved.
type FetchersStopped struct {
	Broker           int32
	Dir              string
	Fetching, Moving []string // partitions
}

func (FetchersStopped) Kind() string { return "dir-fetchers-stopped" }
func (e FetchersStopped) Line() Line {
	return replica(WARN, e.Broker, "Broker %d stopped fetcher for partitions %s and stopped moving logs for partitions %s because they are in the failed log directory %s.",
		e.Broker, strings.Join(e.Fetching, ","), strings.Join(e.Moving, ","), e.Dir)
}

// LogsStopping: the log manager closes the logs of a failed directory.
type LogsStopping struct{ Dir string }

func (LogsStopping) Kind() string { return "dir-stopping" }
func (e LogsStopping) Line() Line {
	return line(WARN, LogLogManager, "Stopping serving logs in dir %s", e.Dir)
}

// LogsOffline: which logs are gone with a directory.
type LogsOffline struct {
	Dir             string
	Current, Future []string // partitions
}

func (LogsOffline) Kind() string { return "dir-offline" }
func (e LogsOffline) Line() Line {
	return line(WARN, LogLogManager, "Logs for partitions %s are offline and logs for future partitions %s are offline due to failure on log directory %s",
		strings.Join(e.Current, ","), strings.Join(e.Future, ","), e.Dir)
}

// ReplicasStopped: ReplicaManager is done with a failed directory.
type ReplicasStopped struct {
	Broker int32
	Dir    string
}

func (ReplicasStopped) Kind() string { return "dir-stopped" }
func (e ReplicasStopped) Line() Line {
	return replica(WARN, e.Broker, "Stopped serving replicas in dir %s", e.Dir)
}

// AllDirsFailed: the process halts with status 1. AtStart: no directory could even be made.
type AllDirsFailed struct {
	Dirs    []string
	AtStart bool
}

func (AllDirsFailed) Kind() string { return "halt" }
func (e AllDirsFailed) Line() Line {
	dirs := strings.Join(e.Dirs, ", ")
	if e.AtStart {
		return line(ERROR, LogLogManager, "Shutdown broker because none of the specified log dirs from %s can be created or validated", dirs)
	}
	return line(ERROR, LogLogManager, "Shutdown broker because all log dirs in %s have failed", dirs)
}

// MetadataDirFailed: the directory of the metadata log failed, so that the process halts.
type MetadataDirFailed struct {
	Broker int32
	Dir    string
	NoUUID bool // the failure cannot be told to the controller, since the directory has no id
}

func (MetadataDirFailed) Kind() string { return "halt" }
func (e MetadataDirFailed) Line() Line {
	if e.NoUUID {
		return replica(FATAL, e.Broker, "Unable to propagate directory failure disabled because directory %s has no UUID", e.Dir)
	}
	return replica(FATAL, e.Broker, "Shutdown broker because the metadata log dir %s has failed", e.Dir)
}

// CheckpointFailed: a checkpoint of a directory could not be written.
type CheckpointFailed struct {
	Dir       string
	LogStarts bool // log start offsets, otherwise recovery points
	Message   string
	Thrown    error
}

func (CheckpointFailed) Kind() string { return "checkpoint-failed" }
func (e CheckpointFailed) Line() Line {
	what := "recovery offsets"
	if e.LogStarts {
		what = "log start offsets"
	}
	return line(ERROR, LogLogManager, "Disk error while writing %s checkpoint in directory %s: %s", what, e.Dir, e.Message).with(e.Thrown)
}

// HighWatermarksFailed: the high watermark checkpoint could not be written.
type HighWatermarksFailed struct {
	Broker int32
	Dir    string
	Thrown error
}

func (HighWatermarksFailed) Kind() string { return "high-watermarks-failed" }
func (e HighWatermarksFailed) Line() Line {
	return replica(ERROR, e.Broker, "Error while writing to highwatermark file in directory %s", e.Dir).with(e.Thrown)
}

// replica makes a line of ReplicaManager.
func replica(level Level, broker int32, format string, args ...any) Line {
	args = append([]any{broker}, args...)
	return line(level, LogReplicaManager, "[ReplicaManager broker=%d] "+format, args...)
}
