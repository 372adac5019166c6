package event

import (
	"fmt"
	"strconv"
)

// Partition says whose event it is. A log makes one when it is opened and keeps it: Kafka's LocalLog goes on
// printing the directory name it was built with, also after a rename.
type Partition struct {
	Topic   string
	Number  int32
	LogDir  string // directory that holds the partition's directory, e.g. /tmp/kafka-logs
	DirName string // name of the partition's directory if it is not Name(), e.g. orders-0.<uuid>-future
}

// Name is "orders-0".
func (p Partition) Name() string { return p.Topic + "-" + strconv.Itoa(int(p.Number)) }

// Dir is the partition's directory, "/tmp/kafka-logs/orders-0".
func (p Partition) Dir() string {
	if p.DirName != "" {
		return p.LogDir + "/" + p.DirName
	}
	return p.LogDir + "/" + p.Name()
}

// Of returns the partition itself, so that every event which embeds one satisfies the interface Of.
func (p Partition) Of() Partition { return p }

// Voice is the class in whose name a line is written: it decides the prefix. Static helpers of LocalLog speak for
// their caller.
type Voice uint8

// The voices with a prefix of their own.
const (
	ByUnifiedLog Voice = iota
	ByLocalLog
	ByLogLoader
)

func (p Partition) prefix(v Voice) string {
	switch v {
	case ByLocalLog:
		return fmt.Sprintf("[LocalLog partition=%s, dir=%s] ", p.Name(), p.Dir())
	case ByLogLoader:
		return fmt.Sprintf("[LogLoader partition=%s, dir=%s] ", p.Name(), p.LogDir)
	default:
		return fmt.Sprintf("[UnifiedLog partition=%s, dir=%s] ", p.Name(), p.LogDir)
	}
}

// say makes a line with the prefix of a voice.
func (p Partition) say(v Voice, level Level, logger, format string, args ...any) Line {
	return Line{Level: level, Logger: logger, Text: p.prefix(v) + fmt.Sprintf(format, args...)}
}

func (p Partition) unified(level Level, format string, args ...any) Line {
	return p.say(ByUnifiedLog, level, LogUnifiedLog, format, args...)
}

func (p Partition) local(level Level, format string, args ...any) Line {
	return p.say(ByLocalLog, level, LogLocalLog, format, args...)
}

func (p Partition) loader(level Level, format string, args ...any) Line {
	return p.say(ByLogLoader, level, LogLogLoader, format, args...)
}

func (p Partition) producers(level Level, format string, args ...any) Line {
	return line(level, LogProducerStateManager, "[ProducerStateManager partition="+p.Name()+"] "+format, args...)
}

func (p Partition) epochs(level Level, format string, args ...any) Line {
	return line(level, LogLeaderEpochFileCache, "[LeaderEpochCache "+p.Name()+"] "+format, args...)
}
