package plog

import (
	"math"

	"logarium/engine/event"
	"logarium/engine/producer"
	"logarium/engine/record"
	"logarium/engine/segment"
)

// rebuildProducers brings producer state to what the log holds below offset: from the newest snapshot that is sound
// and the records after it. Snapshots are written at the last two segments' bases on the way, and at offset.
//
// clean says that the last stop was clean: with no snapshot at all the log then comes from a version that wrote
// none, and the records are not read.
func (l *Log) rebuildProducers(env *Env, offset int64, clean bool, voice event.Voice) error {
	r := rebuild{log: l, state: &l.producers, offset: offset, clean: clean, voice: voice, logStart: l.logStart}
	return r.run(env)
}

// rebuild is one such run; recovery of a segment has a state of its own.
type rebuild struct {
	log      *Log
	state    *producer.State
	offset   int64
	logStart int64
	clean    bool
	voice    event.Voice
}

func (r *rebuild) run(env *Env) error {
	env.Emit(event.ProducerStateLoading{Partition: r.log.part, Voice: r.voice, Offset: r.offset})
	if _, any := r.state.LatestSnapshotOffset(); !any && r.clean {
		return r.writeEmpty(env)
	}
	env.Emit(event.ProducerStateRebuilding{Partition: r.log.part, Voice: r.voice, Offset: r.offset})
	// A state that was complete and knew no producer does not come to know one by a truncation.
	none := r.state.Empty() && r.state.MapEndOffset() >= r.offset
	if err := r.state.TruncateAndReload(env.Disk, r.logStart, r.offset, env.Now, env.Emit); err != nil {
		return err
	}
	if r.offset > r.state.MapEndOffset() && !none {
		if err := r.replay(env); err != nil {
			return err
		}
	}
	r.state.UpdateMapEndOffset(r.offset)
	if _, _, err := r.state.TakeSnapshot(env.Disk, true, env.Emit); err != nil {
		return err
	}
	env.Emit(event.ProducerStateRebuilt{Partition: r.log.part, Voice: r.voice, Offset: r.offset})
	return nil
}

// ends are the offsets at which a snapshot is wanted: the bases of the last two segments, and the end.
func (r *rebuild) ends() []int64 {
	list := make([]int64, 0, 3)
	for base := range r.log.segments.Backward() {
		list = append(list, base)
		if len(list) == 2 {
			break
		}
	}
	if len(list) == 2 {
		list[0], list[1] = list[1], list[0]
	}
	return append(list, r.offset)
}

func (r *rebuild) writeEmpty(env *Env) error {
	for _, end := range r.ends() {
		r.state.UpdateMapEndOffset(end)
		if _, _, err := r.state.TakeSnapshot(env.Disk, true, env.Emit); err != nil {
			return err
		}
	}
	return nil
}

// replay reads the log from where the state ends.
func (r *rebuild) replay(env *Env) error {
	last := r.log.floor(r.offset)
	ends := r.ends()
	for _, s := range r.log.between(r.state.MapEndOffset(), r.offset) {
		s = r.log.own(s)
		from := max(s.Base(), r.state.MapEndOffset(), r.logStart)
		r.state.UpdateMapEndOffset(from)
		for _, end := range ends[:len(ends)-1] {
			if end == s.Base() {
				if _, _, err := r.state.TakeSnapshot(env.Disk, true, env.Emit); err != nil {
					return err
				}
			}
		}
		if err := r.replaySegment(env, s, from, s == last); err != nil {
			return err
		}
	}
	return nil
}

func (r *rebuild) replaySegment(env *Env, s *segment.Segment, from int64, last bool) error {
	io := r.log.io(env)
	end := s.Size()
	if last {
		b, found, err := s.Translate(io, r.offset, nil)
		if err != nil {
			return err
		}
		if found {
			end = b.Position
		}
	}
	b, found, err := s.Translate(io, from, nil)
	if err != nil || !found {
		return err
	}
	return r.load(env, s, b.Position, min(end, b.Position+math.MaxInt32))
}

// load takes the batches of a stretch of a segment over. Transactions are completed at its end.
func (r *rebuild) load(env *Env, s *segment.Segment, from, end int64) error {
	io := r.log.io(env)
	var it record.Iterator
	var list []producer.Incoming
	scan := s.Scan(io, from, end)
	for scan.Next() {
		if scan.ProducerID < 0 {
			continue
		}
		raw, err := s.ReadBatch(io, &scan.Batch, nil)
		if err != nil {
			return err
		}
		list = append(list, segment.Incoming(record.Batch(raw), &it))
	}
	if len(list) == 0 {
		return scan.Err()
	}
	a, err := r.state.Analyze(list, producer.Append{Origin: producer.Replication, At: producer.UnknownPosition(), TxnVersion: producer.TxnUnknown}, env.Emit)
	if err == nil { // what a batch says comes before what is wrong behind it
		err = scan.Err()
	}
	if err != nil {
		return err
	}
	r.state.Update(&a, env.Emit)
	for _, done := range a.Completed {
		if err := r.state.CompleteTxn(done, env.Emit); err != nil {
			return err
		}
	}
	return nil
}

// takeSnapshot writes producer state to a file, if it has gone on since the last one, and returns its path, "" if
// none was written.
func (l *Log) takeSnapshot(env *Env, sync bool) (string, error) {
	path, _, err := l.producers.TakeSnapshot(env.Disk, sync, env.Emit)
	return path, err
}

// TakeProducerSnapshot writes producer state to a file, durable, if it has gone on since the last one.
func (l *Log) TakeProducerSnapshot(env *Env) error {
	_, err := l.takeSnapshot(env, true) // also in a directory that has failed: nobody asks
	return l.fail(env, says("Error while taking producer state snapshot for %s in dir %s", l.Name(), l.part.LogDir), err)
}

// RemoveExpiredProducers forgets producers that have been idle for too long.
func (l *Log) RemoveExpiredProducers(env *Env) { l.producers.RemoveExpired(env.Now, env.Emit) }

// StartVerification begins the verification of a transaction and returns the guard that the append has to show, zero
// if none is needed.
func (l *Log) StartVerification(env *Env, id int64, sequence int32, epoch int16, supportsEpochBump bool) (producer.Guard, error) {
	return l.producers.StartVerification(id, sequence, epoch, supportsEpochBump, env.Now)
}
