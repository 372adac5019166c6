package broker

import (
	"cmp"
	"slices"
	"strings"

	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/store"
)

// RootLogger is the logger of which all others take their level unless they, or one between, have their own.
const RootLogger = "root"

// logLevel is the level that was given to a logger of the process. It ends with the process.
type logLevel struct {
	logger string
	level  event.Level
}

func codeLogLevel(c *store.Coder, l *logLevel) {
	c.String(&l.logger)
	store.Number(c, &l.level)
}

// loggers are those of the classes that say something here.
func loggers() []string {
	return []string{
		event.LogFutureTimestamp, event.LogLogCleanerManager, event.LogReplicaManager, event.LogUtils, event.LogConfigDef, event.LogScheduler,
		event.LogUnifiedLog, event.LogLocalLog, event.LogLogLoader, event.LogLogManager, event.LogCleaner, event.LogLogCleaner, event.LogCleanerThread,
		event.LogLogSegment, event.LogAbstractIndex, event.LogOffsetIndex, event.LogTimeIndex, event.LogSnapshotFile, event.LogProducerStateManager,
		event.LogProducerAppendInfo, event.LogLogDirFailureChannel, event.LogLeaderEpochFileCache, event.LogCheckpointFile, RootLogger,
	}
}

// Level is the level from which on a logger writes: its own, or that of the nearest logger above it.
func (b *Broker) Level(logger string) event.Level {
	if len(b.levels) == 0 {
		return event.INFO
	}
	for name := logger; ; {
		for _, l := range b.levels {
			if l.logger == name {
				return l.level
			}
		}
		if name == RootLogger {
			return event.INFO
		}
		dot := strings.LastIndexByte(name, '.')
		name = logger[:max(dot, 0)]
		if dot <= 0 {
			name = RootLogger
		}
	}
}

// LoggerLevel is a logger with its level.
type LoggerLevel struct {
	Logger string
	Level  event.Level
}

// Loggers lists the loggers of the process by name.
func (b *Broker) Loggers() (list []LoggerLevel) {
	for _, name := range loggers() {
		list = append(list, LoggerLevel{name, b.Level(name)})
	}
	for _, l := range b.levels {
		if !slices.Contains(loggers(), l.logger) {
			list = append(list, LoggerLevel{l.logger, l.level})
		}
	}
	slices.SortFunc(list, func(x, y LoggerLevel) int { return cmp.Compare(x.Logger, y.Logger) })
	return list
}

// SetLevels gives loggers of the process levels of their own ("DEBUG"), or takes these back (""): all, or none if one of them is wrong. Error:
// InvalidConfigurationException.
func (b *Broker) SetLevels(names, levels []string) error {
	next := slices.Clone(b.levels)
	for i, name := range names {
		if err := b.checkLogger(name, levels[i]); err != nil {
			return err
		}
		next = slices.DeleteFunc(next, func(l logLevel) bool { return l.logger == name })
		if level, ok := levelNamed(levels[i]); ok {
			next = append(next, logLevel{name, level})
		}
	}
	b.levels = next
	return nil
}

// checkLogger accepts a logger of a class, and one above such.
func (b *Broker) checkLogger(name, level string) error {
	above := func(logger string) bool { return logger == name || strings.HasPrefix(logger, name+".") }
	if !slices.ContainsFunc(loggers(), above) {
		return kerr.ErrInvalidConfiguration.With("Logger %s does not exist!", name)
	}
	if _, ok := levelNamed(level); level != "" && !ok {
		return kerr.ErrInvalidConfiguration.With("Cannot set the log level of %s to %s as it is not a supported log level. Valid log levels are DEBUG, ERROR, FATAL, INFO, TRACE, WARN", name, level)
	}
	if level == "" && name == RootLogger {
		return kerr.ErrInvalidRequest.With("Removing the log level of the root logger is not allowed")
	}
	return nil
}

func levelNamed(name string) (event.Level, bool) {
	for _, l := range []event.Level{event.TRACE, event.DEBUG, event.INFO, event.WARN, event.ERROR, event.FATAL} {
		if l.String() == name {
			return l, true
		}
	}
	return 0, false
}

// Say logs a line at INFO for a part of the process that is kept elsewhere.
func (b *Broker) Say(h *Host, kind, logger, text string) { b.say(h, kind, event.INFO, logger, text) }
