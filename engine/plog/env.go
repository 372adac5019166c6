// Package plog is the log of one partition: append, roll, read, look-up by time, retention, deletion, truncation,
// loading and recovery, with its marks (log start offset, high watermark, last stable offset, log end offset,
// recovery point). It decides; segments do the work on files. It does not know other partitions, and its background
// work is handed to a schedule as data: see Run.
//
// The order of effects, the log lines and the error texts are Kafka 4.4's.
package plog

import (
	"logarium/engine/event"
	"logarium/engine/machine/clock"
	"logarium/engine/machine/disk"
	"logarium/engine/record"
	"logarium/engine/segment"
)

// Env is what a log needs from outside for one call. It is never kept; the same one may serve many calls.
type Env struct {
	Now  int64 // ms
	Disk *disk.Disk
	Emit event.Sink // never nil

	// Schedule takes background work; the task comes back through Run when it is due. Cancel drops a task.
	Schedule func(clock.Task) uint64
	Cancel   func(id uint64)

	// Jitter draws a random number for each new segment object. nil: 0.
	Jitter func() int32

	// Offline reports that a log directory has failed; Fail tells that one has, at its first I/O error. nil: the log
	// remembers a failure of its own only.
	Offline func(logDir string) bool
	Fail    func(logDir string)

	// Trace asks for events that exist for a TRACE line only.
	Trace bool

	// Stages asks for event.Stage too: somebody walks through what happens.
	Stages bool

	// Codecs keep decompressors between calls; nil: made when needed.
	Codecs *record.Codecs

	// Work counts what retention does with this Env.
	Work Work

	seg segment.IO // what the segments get of it, set anew at every call
}

// Work is what retention has looked at: how often a rule came to a segment, and how often it compared its numbers, which it does
// where the high watermark has passed the segment.
type Work struct{ Segments, Verdicts int64 }

// StatCalls is how often with this Env a file was asked for its mtime, as its segment has no timestamp.
func (env *Env) StatCalls() int64 { return env.seg.Stats }

// Names of the tasks that a log schedules, as in Kafka.
const (
	TaskFlushLog              = "flush-log"
	TaskDeleteFile            = "delete-file"
	TaskDeleteSnapshot        = "delete-producer-snapshot"
	TaskFlushMetadata         = "flush-metadata-file"
	TaskExpireProducers       = "PeriodicProducerExpirationCheck"
	TaskFlushEpochsPrefix     = "leader-epoch-cache-flush-" // followed by the partition
	taskArgNone               = "-"
	defaultExpirationMs       = 86_400_000
	defaultExpirationCheckMs  = 600_000
	defaultMaxTxnTimeoutMs    = 900_000
	partitionMetadataFileName = "partition.metadata"
)

// io is what the segments get of an Env.
func (l *Log) io(env *Env) *segment.IO {
	io := &env.seg
	io.Disk, io.Now, io.Emit, io.Part, io.Dir, io.Trace = env.Disk, env.Now, env.Emit, &l.part, l.dir, env.Trace
	return io
}

func (env *Env) draw() int32 {
	if env.Jitter == nil {
		return 0
	}
	return env.Jitter()
}

// later schedules one run of a task of this log after delay ms.
func (l *Log) later(env *Env, name string, delay int64, args ...string) {
	if env.Schedule != nil {
		env.Schedule(clock.Task{Name: name, Owner: l.owner, Due: env.Now + delay, Args: args})
	}
}
