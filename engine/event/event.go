// Package event names everything that happens on the storage path: one Go type per happening, with its numbers,
// and the line that Kafka 4.4 writes for it. The same stream feeds server.log, the metrics, the animation and the
// tests. The package knows what happened and how Kafka words it; it does not know who listens.
//
// Units: times are milliseconds since the epoch, sizes and positions bytes, offsets absolute log offsets.
package event

import "fmt"

// Event is something that happened. Kind is one short word or two with a hyphen ("append", "index-entry").
type Event interface{ Kind() string }

// Logged is an event for which Kafka writes a log line.
type Logged interface {
	Event
	Line() Line
}

// Of is an event that belongs to one partition: every type here that embeds a Partition.
type Of interface {
	Event
	Of() Partition
}

// At is an event that belongs to one segment, named by its base offset.
type At interface {
	Event
	SegmentBase() int64
}

// Sink takes events in the order in which they happen. It must not keep the machine waiting and must not change it.
type Sink func(Event)

// Discard is a Sink for whoever does not care.
func Discard(Event) {}

// Level of a log line, the least important first.
type Level int8

// The levels of Log4j. FATAL is written by ReplicaManager only.
const (
	TRACE Level = iota
	DEBUG
	INFO
	WARN
	ERROR
	FATAL
)

var levelNames = [...]string{"TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL"}

func (l Level) String() string {
	if l < TRACE || l > FATAL {
		return fmt.Sprintf("Level(%d)", int8(l))
	}
	return levelNames[l]
}

// Line is what Kafka logs: Logger is the full name of the class, Text starts with the prefix of that class, and
// Thrown, if not empty, is the exception that follows on the next lines, without its stack.
type Line struct {
	Level  Level
	Logger string
	Text   string
	Thrown string
	Err    error // the exception behind Thrown
}

// Loggers, by their full names.
const (
	storage = "org.apache.kafka.storage.internals."

	LogUnifiedLog           = storage + "log.UnifiedLog"
	LogLocalLog             = storage + "log.LocalLog"
	LogLogLoader            = storage + "log.LogLoader"
	LogLogManager           = storage + "log.LogManager"
	LogCleaner              = storage + "log.Cleaner"
	LogLogCleaner           = storage + "log.LogCleaner"
	LogCleanerThread        = storage + "log.LogCleaner$CleanerThread"
	LogLogCleanerManager    = "kafka.log.LogCleaner"
	LogLogSegment           = storage + "log.LogSegment"
	LogAbstractIndex        = storage + "log.AbstractIndex"
	LogOffsetIndex          = storage + "log.OffsetIndex"
	LogTimeIndex            = storage + "log.TimeIndex"
	LogSnapshotFile         = storage + "log.SnapshotFile"
	LogProducerStateManager = storage + "log.ProducerStateManager"
	LogProducerAppendInfo   = storage + "log.ProducerAppendInfo"
	LogLogDirFailureChannel = storage + "log.LogDirFailureChannel"
	LogLeaderEpochFileCache = storage + "epoch.LeaderEpochFileCache"
	LogCheckpointFile       = storage + "checkpoint.CheckpointFileWithFailureHandler"
	LogFutureTimestamp      = "LogFutureTimestampLogger"
	LogUtils                = "org.apache.kafka.common.utils.Utils"
	LogConfigDef            = "org.apache.kafka.common.config.ConfigDef"
	LogScheduler            = "org.apache.kafka.server.util.KafkaScheduler"
	LogReplicaManager       = "kafka.server.ReplicaManager"
)

// line makes a Line of a class without prefix.
func line(level Level, logger, format string, args ...any) Line {
	return Line{Level: level, Logger: logger, Text: fmt.Sprintf(format, args...)}
}

// with adds the exception that is logged with a line.
func (l Line) with(err error) Line {
	l.Thrown, l.Err = thrown(err), err
	return l
}
