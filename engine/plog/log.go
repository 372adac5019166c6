package plog

import (
	"logarium/engine/checkpoint"
	"logarium/engine/config"
	"logarium/engine/cow"
	"logarium/engine/epoch"
	"logarium/engine/event"
	"logarium/engine/producer"
	"logarium/engine/segment"
)

// Log is the log of one partition in one log directory. It is plain data: Fork copies it in the time of a few
// words, Code writes and reads it.
//
// Invariants (Check): lastStable <= hw <= leo; the bases of segments ascend strictly, the last segment is the active
// one and leo lies in it; size is the sum of all .log sizes.
type Log struct {
	part   event.Partition // names the log in lines; LocalLog's keep the directory name of the opening
	name   string          // part.Name(), which each append asks for
	dir    string          // directory of the partition as it is named now
	owner  string          // of its tasks
	config *config.Log     // replaced, never changed in place

	topicID     checkpoint.UUID // zero: unknown
	writeID     bool            // partition.metadata is still to be written
	hasMetadata bool            // this object looks after partition.metadata

	segments cow.Map[int64, *segment.Segment]
	token    *segment.Token   // who may change segments in place
	active   *segment.Segment // the last one, if this log owns it; nil: look it up
	size     int64            // bytes of all segments

	logStart      int64
	leo           event.OffsetMetadata // log end offset
	hw            event.OffsetMetadata // high watermark, exclusive end of what is committed
	unstable      event.OffsetMetadata // first unstable offset
	hasUnstable   bool
	recoveryPoint int64 // all below is durable
	lastFlush     int64 // ms

	epochs    epoch.Cache
	producers producer.State

	expireTask uint64
	closed     bool // segments are closed or deleted
	offline    bool // an I/O error has taken the log directory out of service
	rulebook   Rulebook
	lastRoll   *RollReport // why the newest segment was made; replaced, never changed in place
}

// Name is "orders-0".
func (l *Log) Name() string { return l.name }

// Partition says whose events the log emits.
func (l *Log) Partition() event.Partition { return l.part }

// Dir returns the partition's directory as it is named now.
func (l *Log) Dir() string { return l.dir }

// Owner returns the owner of the log's scheduled tasks.
func (l *Log) Owner() string { return l.owner }

// Config returns the topic settings in force. They are not to be changed.
func (l *Log) Config() *config.Log { return l.config }

// TopicID returns the topic id; zero if it is unknown.
func (l *Log) TopicID() checkpoint.UUID { return l.topicID }

// LogStartOffset returns the first offset that a client may read.
func (l *Log) LogStartOffset() int64 { return l.logStart }

// HighWatermark returns the exclusive end of what is committed.
func (l *Log) HighWatermark() int64 { return l.hw.Offset }

// HighWatermarkMetadata returns the high watermark with its place in the log, as far as it is known.
func (l *Log) HighWatermarkMetadata() event.OffsetMetadata { return l.hw }

// LogEndOffset returns the offset of the next record.
func (l *Log) LogEndOffset() int64 { return l.leo.Offset }

// LogEndOffsetMetadata returns the log end offset with its place in the log.
func (l *Log) LogEndOffsetMetadata() event.OffsetMetadata { return l.leo }

// LastStableOffset returns the exclusive end of what a read_committed reader gets.
func (l *Log) LastStableOffset() int64 {
	if l.hasUnstable && l.unstable.Offset < l.hw.Offset {
		return l.unstable.Offset
	}
	return l.hw.Offset
}

// FirstUnstableOffset returns the first offset of the oldest transaction that is open, or whose end is not committed.
func (l *Log) FirstUnstableOffset() (int64, bool) { return l.unstable.Offset, l.hasUnstable }

// RecoveryPoint returns the offset below which all is durable.
func (l *Log) RecoveryPoint() int64 { return l.recoveryPoint }

// LastFlushTime returns when the log was flushed last, in ms.
func (l *Log) LastFlushTime() int64 { return l.lastFlush }

// Size returns the bytes of all segments' .log files, the active one's included.
func (l *Log) Size() int64 { return l.size }

// Closed reports that the log has been closed or deleted.
func (l *Log) Closed() bool { return l.closed }

// Epochs returns the leader epochs with their start offsets, oldest first.
func (l *Log) Epochs() []event.EpochEntry { return l.epochs.Entries() }

// Producers gives read access to the producer state.
func (l *Log) Producers() *producer.State { return &l.producers }

// Describe is the log as Kafka prints it.
func (l *Log) Describe() event.Log {
	id := ""
	if !l.topicID.IsZero() {
		id = l.topicID.String()
	}
	return event.Log{
		Dir: l.dir, TopicID: id, Topic: l.part.Topic, Number: l.part.Number,
		HW: l.hw.Offset, LSO: l.LastStableOffset(), LogStart: l.logStart, LogEndOff: l.leo.Offset,
	}
}

func (l *Log) String() string { return l.Describe().String() }
