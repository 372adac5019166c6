package plog

import (
	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/producer"
	"logarium/engine/record"
	"logarium/engine/segment"
)

// AppendOptions say how a leader appends.
type AppendOptions struct {
	Origin     record.Origin
	TxnVersion int16          // of the transaction that a marker ends; producer.TxnUnknown if not said
	Guard      producer.Guard // from StartVerification, zero without
}

// AppendInfo is what an append has found out about its batches. For a duplicate it is what the first append found.
type AppendInfo struct {
	FirstOffset     int64 // -1: nothing was appended
	LastOffset      int64
	LastLeaderEpoch int32 // of the last batch as it came, -1 none
	MaxTimestamp    int64 // ms, -1 none
	LogAppendTime   int64 // ms, -1 with CreateTime
	LogStartOffset  int64
	NumMessages     int64
	ValidBytes      int
	Codec           record.Codec // as it came
	Duplicate       bool
	Rolled          bool // the append made a new segment
}

// AppendLeader checks a batch, gives it its offsets and the leader's epoch, and appends it. The bytes are changed in
// place. An error leaves the log as it was, except that a new epoch may have been noted and the log rolled.
//
// Errors are those of a produce request: kerr.ErrInvalidRecord, ErrCorruptRecord, ErrRecordTooLarge,
// ErrRecordBatchTooLarge, ErrInvalidTimestamp, the producer's (package producer), ErrKafkaStorage.
func (l *Log) AppendLeader(env *Env, records []byte, leaderEpoch int32, o AppendOptions) (AppendInfo, error) {
	a := appending{log: l, env: env, origin: o.Origin, epoch: leaderEpoch, options: o, leader: true, assign: o.Origin != record.RaftLeader}
	err := a.run(records)
	return a.info, err
}

// AppendFollower appends batches as the leader sent them. leaderEpoch is that of the fetch: batches of a later one
// are left out. Gaps between offsets are fine.
//
// Errors: kerr.ErrUnexpectedAppendOffset below the log end offset, ErrOffsetsOutOfOrder, ErrCorruptRecord,
// ErrRecordBatchTooLarge, ErrIllegalArgument for a batch without epoch.
func (l *Log) AppendFollower(env *Env, records []byte, leaderEpoch int32) (AppendInfo, error) {
	a := appending{log: l, env: env, origin: record.Replication, epoch: leaderEpoch, options: AppendOptions{Origin: record.Replication, TxnVersion: producer.TxnUnknown}}
	err := a.run(records)
	return a.info, err
}

// appending is one append on its way.
type appending struct {
	log     *Log
	env     *Env
	origin  record.Origin
	epoch   int32
	options AppendOptions
	leader  bool
	assign  bool // the batches get their offsets here; a Raft leader has given them already

	records []byte // whole batches, with their final offsets once they are assigned
	head    record.Info
	info    AppendInfo
	checked producer.Analysis // nothing while no batch has a producer id
}

func (a *appending) run(records []byte) error {
	l, env := a.log, a.env
	if err := l.flushMetadata(env); err != nil {
		return err
	}
	if err := a.analyze(records); err != nil || a.head.ValidBytes <= 0 {
		return a.refused(err)
	}
	a.records = records[:a.head.ValidBytes]
	if err := l.available(env); err != nil {
		return err
	}
	a.lock(true)
	err := a.append()
	a.lock(false)
	if err != nil && isIO(err) {
		err = l.fail(env, says("Error while appending records to %s in dir %s", l.Name(), l.part.LogDir), err)
	}
	return a.refused(err)
}

// refused tells listeners of an append that changed nothing.
func (a *appending) refused(err error) error {
	if err != nil {
		a.env.Emit(event.AppendRefused{Partition: a.log.part, Error: err})
	}
	return err
}

// analyze checks headers and checksums.
func (a *appending) analyze(records []byte) (err error) {
	l := a.log
	o := record.AnalyzeOptions{
		Partition: l.Name(), Origin: a.origin, LeaderEpoch: a.epoch, IgnoreSize: !a.leader,
		MaxMessageSize: int(l.config.MaxMessageBytes), Monotonic: !a.assign,
	}
	if !a.leader {
		o.Skipped = skipped(a.env.Emit, l.part, a.origin, a.epoch) // of values: a leader's append stays on the stack
	}
	a.head, err = record.Analyze(records, o)
	a.info = AppendInfo{
		FirstOffset: a.head.FirstOffset, LastOffset: a.head.LastOffset, LastLeaderEpoch: a.head.LastLeaderEpoch,
		MaxTimestamp: a.head.MaxTimestamp, LogAppendTime: -1, LogStartOffset: l.logStart, ValidBytes: a.head.ValidBytes, Codec: a.head.Codec,
	}
	a.count()
	return err
}

// count sets the number of messages, which is that of offsets.
func (a *appending) count() {
	a.info.NumMessages = 0
	if a.info.FirstOffset >= 0 && a.info.LastOffset >= 0 {
		a.info.NumMessages = a.info.LastOffset - a.info.FirstOffset + 1
	}
}

// skipped tells of a batch that a follower leaves out.
func skipped(emit event.Sink, part event.Partition, origin record.Origin, epoch int32) func(record.Batch) {
	return func(b record.Batch) {
		emit(event.BatchSkipped{
			Partition: part, Origin: origin.String(), CurrentEpoch: epoch,
			Batch: event.Batch{
				Base: b.BaseOffset(), Last: b.LastOffset(), FirstSequence: b.BaseSequence(), LastSequence: b.LastSequence(),
				LeaderEpoch: b.PartitionLeaderEpoch(), Transactional: b.IsTransactional(), Control: b.IsControl(),
				Codec: b.Codec().String(), TimestampType: b.TimestampType().String(), CRC: b.CRC(),
			},
		})
	}
}

func (a *appending) append() error {
	l, env := a.log, a.env
	if err := l.open(); err != nil {
		return err
	}
	a.stage(event.StageValidate, "bytes ", int64(len(a.records)), ", log end offset ", l.leo.Offset)
	if err := a.place(); err != nil {
		return err
	}
	a.stage(event.StageAssign, "offset ", a.info.FirstOffset, " to ", a.info.LastOffset)
	if err := a.assignEpochs(); err != nil {
		return err
	}
	if limit := int64(l.config.SegmentBytes); int64(len(a.records)) > limit {
		return kerr.ErrRecordBatchTooLarge.With("Message batch size is %d bytes in append to partition %s, which exceeds the maximum configured segment size of %d.",
			len(a.records), l.Name(), limit)
	}
	before := l.activeSegment()
	a.stage(event.StageRollTest, "segment bytes ", before.Size(), " of ", int64(l.config.SegmentBytes))
	s, err := l.maybeRoll(env, &a.info, int64(len(a.records)))
	if err != nil {
		return err
	}
	a.info.Rolled = s != before
	if err := a.checkProducers(s); err != nil {
		return err
	}
	if a.checked.Duplicate != nil {
		a.answerDuplicate(a.checked.Duplicate)
		return nil
	}
	return a.write(s)
}

// assignEpochs notes the epoch of each batch with its first offset, before anything is written.
func (a *appending) assignEpochs() error {
	l, env := a.log, a.env
	for rest := a.records; ; {
		b, next, err := record.Next(rest)
		if err != nil || b == nil {
			return err
		}
		rest = next
		if b.Magic() < 2 {
			if err := a.forgetEpochs(b.Magic()); err != nil {
				return err
			}
			continue
		}
		if err := l.AssignEpoch(env, b.PartitionLeaderEpoch(), b.BaseOffset()); err != nil {
			return err
		}
	}
}

// forgetEpochs: a batch of an old format says nothing about epochs, so that none can be trusted.
func (a *appending) forgetEpochs(magic int8) error {
	l := a.log
	if l.epochs.Empty() {
		return nil
	}
	a.env.Emit(event.EpochCacheCleared{Partition: l.part, Magic: magic})
	return l.storage(a.env, l.epochs.ClearAndFlush(a.env.Disk))
}

// checkProducers checks batches with a producer id against producer state.
func (a *appending) checkProducers(s *segment.Segment) error {
	if !a.head.Producers {
		return nil
	}
	list, err := incoming(a.records)
	if err != nil {
		return err
	}
	a.checked, err = a.log.producers.Analyze(list, producer.Append{
		Origin: originOf(a.origin), At: producer.Position{SegmentBase: s.Base(), Byte: s.Size()},
		Guard: a.options.Guard, TxnVersion: a.options.TxnVersion,
	}, a.env.Emit)
	return err
}

// incoming is what producer state wants to know of each batch.
func incoming(records []byte) (list []producer.Incoming, err error) {
	var it record.Iterator
	for b, err := range record.Batches(records) {
		if err != nil {
			return nil, err
		}
		list = append(list, segment.Incoming(b, &it))
	}
	return list, nil
}

func originOf(o record.Origin) producer.Origin {
	switch o {
	case record.Client:
		return producer.Client
	case record.Coordinator:
		return producer.Coordinator
	case record.RaftLeader:
		return producer.RaftLeader
	}
	return producer.Replication
}

// answerDuplicate answers with the offsets and the timestamp of the first time.
func (a *appending) answerDuplicate(b *producer.Batch) {
	a.info.Duplicate = true
	a.info.FirstOffset, a.info.LastOffset = b.FirstOffset(), b.LastOffset
	a.info.LogAppendTime, a.info.LogStartOffset = b.Timestamp, a.log.logStart
	a.count()
	a.env.Emit(event.DuplicateDetected{
		Partition: a.log.part, FirstOffset: b.FirstOffset(), LastOffset: b.LastOffset, NextOffset: a.log.leo.Offset, Size: int64(len(a.records)),
	})
}

// write puts the batches into the active segment. The log end offset moves right after the bytes are there; producer
// state and transactions follow.
func (a *appending) write(s *segment.Segment) error {
	l, env := a.log, a.env
	io := l.io(env)
	position := s.Size()
	err := s.Append(io, a.info.LastOffset, a.records)
	l.size += s.Size() - position
	if err != nil {
		return err
	}
	l.setLogEnd(env, a.info.LastOffset+1)
	a.stage(event.StageLogEnd, "log end offset ", l.leo.Offset, ", recovery point ", l.recoveryPoint)
	if err := l.refreshHighWatermark(env); err != nil {
		return err
	}
	if err := a.updateProducers(s); err != nil {
		return err
	}
	a.say(s, position)
	a.stage(event.StageFlush, "unflushed messages ", l.leo.Offset-l.recoveryPoint, " of ", l.config.FlushMessages)
	if l.leo.Offset-l.recoveryPoint >= l.config.FlushMessages {
		return l.Flush(env, false)
	}
	return nil
}

func (a *appending) updateProducers(s *segment.Segment) error {
	l, env := a.log, a.env
	l.producers.Update(&a.checked, env.Emit)
	for _, done := range a.checked.Completed {
		if err := s.Complete(l.io(env), &l.producers, done); err != nil {
			return err
		}
	}
	l.producers.UpdateMapEndOffset(a.info.LastOffset + 1)
	return l.updateFirstUnstable(env)
}

// say tells listeners what was appended: each batch with its place, then the whole.
func (a *appending) say(s *segment.Segment, position int64) {
	at := position
	for rest := a.records; ; {
		b, next, err := record.Next(rest)
		if b == nil || err != nil {
			break
		}
		a.env.Emit(event.BatchPlaced{
			Partition: a.log.part, Base: s.Base(), BaseOffset: b.BaseOffset(), LastOffset: b.LastOffset(), Position: at, Size: int64(len(b)),
			Count: b.Count(), MaxTs: b.MaxTimestamp(), Epoch: b.PartitionLeaderEpoch(), ProducerID: b.ProducerID(), Codec: b.Codec().String(),
			Txn: b.IsTransactional(), Control: b.IsControl(),
		})
		at, rest = at+int64(len(b)), next
	}
	a.env.Emit(event.Appended{
		Partition: a.log.part, Base: s.Base(), FirstOffset: a.info.FirstOffset, LastOffset: a.info.LastOffset, Position: position,
		Size: int64(len(a.records)), Batches: a.head.Batches, Records: a.info.NumMessages, MaxTs: a.info.MaxTimestamp, Follower: !a.leader,
	})
}
