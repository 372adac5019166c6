package plog

import (
	"errors"
	"math"
	"path"
	"strings"

	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
	"logarium/engine/producer"
	"logarium/engine/segment"
)

// loader brings the files of a partition's directory into a log, as Kafka's LogLoader: leftovers first, then the
// segments, then recovery, then the marks and the state that follows from them.
type loader struct {
	log     *Log
	env     *Env
	options *Options

	recovering *segment.Segment // the one that is being recovered
}

func (d *loader) load() error {
	swapped, err := d.removeTemporary()
	if err != nil {
		return err
	}
	if err := d.completeSwaps(swapped); err != nil {
		return err
	}
	if err := d.splitting(d.loadSegments); err != nil {
		return err
	}
	if err := d.splitting(d.recover); err != nil {
		return err
	}
	return d.finish()
}

// splitting repeats a step until no segment is in the way whose offsets are too wide for its indexes: each is split. One that is not
// loaded yet is not taken for replaced: nothing is deleted, and where its first batch does not begin at its base its files stay
// beside those of its parts.
func (d *loader) splitting(step func() error) error {
	l, env := d.log, d.env
	for {
		err := step()
		if !errors.Is(err, kerr.ErrLogSegmentOffsetOverflow) {
			return err
		}
		env.Emit(event.SegmentOverflow{Partition: l.part, Message: kerr.As(err).Message})
		wide := d.recovering
		loaded := l.Segment(wide.Base()) != nil
		gone, err := l.split(env, wide, event.ByLogLoader)
		if !loaded {
			err = errors.Join(err, wide.Close(l.io(env)))
		}
		if err != nil {
			return err
		}
		if err := l.deleteSnapshots(env, gone, true); err != nil {
			return err
		}
	}
}

// finish sets the marks and drops what does not fit the segments.
func (d *loader) finish() error {
	l, env, start := d.log, d.env, d.options.LogStartOffset
	l.cutEpochs(env, l.leo.Offset)
	l.logStart = max(start, l.oldest().Base())
	if l.epochs.TruncateFromStart(start, env.Emit) {
		l.laterFlushEpochs(env)
	}
	if err := l.producers.RemoveStraySnapshots(env.Disk, l.bases(), env.Emit); err != nil {
		return err
	}
	return l.rebuildProducers(env, l.leo.Offset, d.options.CleanShutdown, event.ByLogLoader)
}

func (l *Log) bases() []int64 {
	list := make([]int64, 0, l.segments.Len())
	for base := range l.segments.All() {
		list = append(list, base)
	}
	return list
}

// loadSegments is the fourth pass over the directory: segments in the order of their names.
func (d *loader) loadSegments() error {
	if err := d.unload(); err != nil {
		return err
	}
	files, err := d.env.Disk.Names(d.log.dir)
	if err != nil {
		return err
	}
	for i, name := range files {
		switch path.Ext(name) {
		case segment.IndexSuffix, segment.TimeIndexSuffix, segment.TxnIndexSuffix:
			if !beside(files, i, segment.LogSuffix) {
				err = d.checkOrphan(name)
			}
		case segment.LogSuffix:
			err = d.loadSegment(name, !beside(files, i, segment.TimeIndexSuffix))
		}
		if err != nil {
			return kerr.At(d.log.dir+"/"+name, err)
		}
	}
	return nil
}

// beside says that the file of the same segment with another suffix is among the neighbours in the sorted list: for the
// usual case the disk need not be asked.
func beside(files []string, at int, suffix string) bool {
	stem, _, _ := strings.Cut(files[at], ".")
	for i := max(at-3, 0); i < min(at+4, len(files)); i++ {
		if rest, ok := strings.CutPrefix(files[i], stem); ok && rest == suffix {
			return true
		}
	}
	return false
}

// unload closes what an attempt before has opened.
func (d *loader) unload() error {
	l := d.log
	for s := l.oldest(); s != nil; s = l.oldest() {
		if err := l.own(s).Close(l.io(d.env)); err != nil {
			return err
		}
		l.drop(s.Base())
	}
	return nil
}

// checkOrphan removes an index file that has no log file.
func (d *loader) checkOrphan(name string) error {
	base, err := d.offsetOf(name)
	if err != nil || d.env.Disk.Exists(d.log.dir+"/"+segment.Stem(base)+segment.LogSuffix) {
		return err
	}
	path := d.log.dir + "/" + name
	d.env.Emit(event.OrphanIndex{Partition: d.log.part, Path: path})
	return d.env.Disk.Remove(path)
}

// loadSegment opens one segment, alone without a time index beside it; without an offset index, or with an impossible transaction index, it is rebuilt.
func (d *loader) loadSegment(name string, alone bool) error {
	l, env := d.log, d.env
	base, err := d.offsetOf(name)
	if err != nil {
		return err
	}
	io := l.io(env)
	fresh := alone && !env.Disk.Exists(l.dir+"/"+segment.Stem(base)+segment.TimeIndexSuffix)
	s, err := segment.Open(io, l.token, base, l.settings(env), "")
	if err != nil {
		return err
	}
	err = s.SanityCheck(io, fresh)
	switch {
	case errors.Is(err, kerr.ErrNoSuchFile):
		if d.options.CleanShutdown || base < d.options.RecoveryPoint {
			env.Emit(event.IndexMissing{Partition: l.part, Base: base, Path: s.LogPath(l.dir)})
		}
		_, err = d.recoverSegment(s)
	case errors.Is(err, kerr.ErrCorruptIndex):
		env.Emit(event.IndexCorrupt{Partition: l.part, Base: base, Path: s.LogPath(l.dir), Message: err.Error()})
		_, err = d.recoverSegment(s)
	}
	if err != nil && !errors.Is(err, kerr.ErrLogSegmentOffsetOverflow) {
		return errors.Join(err, s.Close(io))
	}
	if err == nil {
		l.add(s)
	}
	return err
}

// recoverSegment rebuilds a segment with producer state of its own, and leaves a snapshot at its end so that the next
// one need not read it again.
func (d *loader) recoverSegment(s *segment.Segment) (int64, error) {
	l, env := d.log, d.env
	d.recovering = s
	state, err := producer.Open(env.Disk, l.part, l.dir, d.options.Producers)
	if err != nil {
		return 0, err
	}
	r := rebuild{log: l, state: &state, offset: s.Base(), voice: event.ByLogLoader, logStart: d.options.LogStartOffset}
	if err := r.run(env); err != nil {
		return 0, err
	}
	before := s.Size()
	cut, err := s.Recover(l.io(env), &l.epochs, &state)
	if l.Segment(s.Base()) == s {
		l.size += s.Size() - before
	}
	if err != nil {
		return 0, err
	}
	_, _, err = state.TakeSnapshot(env.Disk, true, env.Emit)
	return cut, err
}

// recover reads what may not have reached the disk, and finds where the log ends.
func (d *loader) recover() error {
	l, env := d.log, d.env
	if l.isDelete() {
		return d.minimal()
	}
	if !d.options.CleanShutdown {
		if err := d.recoverUnflushed(); err != nil {
			return err
		}
	}
	end, known, err := d.checkEnd()
	if err != nil {
		return err
	}
	if l.segments.Len() == 0 {
		if err := d.firstSegment(d.options.LogStartOffset); err != nil {
			return err
		}
	}
	l.recoveryPoint = end
	if !known {
		if end, err = l.activeSegment().NextOffset(l.io(env)); err != nil {
			return err
		}
	}
	if !d.options.CleanShutdown || !known {
		l.recoveryPoint = min(d.options.RecoveryPoint, end)
	}
	l.setLogEnd(env, end)
	return l.activeSegment().Extend(l.io(env))
}

// minimal is all that a log gets that waits for its deletion.
func (d *loader) minimal() error {
	if d.log.segments.Len() == 0 {
		if err := d.firstSegment(0); err != nil {
			return err
		}
	}
	d.log.setLogEnd(d.env, 0)
	return nil
}

func (d *loader) firstSegment(base int64) error {
	l := d.log
	s, err := segment.Create(l.io(d.env), l.token, base, l.settings(d.env), "")
	if err != nil {
		return err
	}
	l.add(s)
	d.env.Emit(event.SegmentCreated{Partition: l.part, Base: base})
	return nil
}

// checkEnd finds the end of the log. If it lies below the checkpointed start, files were taken away: all go.
func (d *loader) checkEnd() (end int64, known bool, err error) {
	l, env, start := d.log, d.env, d.options.LogStartOffset
	if l.segments.Len() == 0 {
		return 0, false, nil
	}
	end, err = l.activeSegment().NextOffset(l.io(env))
	if err != nil || end >= start {
		return end, err == nil, err
	}
	env.Emit(event.LogEndBelowStart{Partition: l.part, LogEnd: end, LogStart: start})
	if err := l.cutSegments(env, l.between(0, math.MaxInt64), true, event.CutByRecovery, event.ByLogLoader); err != nil {
		return 0, false, err
	}
	// Their snapshots go at once when the producer state is emptied. Kafka schedules the task for them all the same, with
	// nothing to do.
	if err := l.deleteSnapshots(env, nil, true); err != nil {
		return 0, false, err
	}
	if err := l.storage(env, l.epochs.ClearAndFlush(env.Disk)); err != nil {
		return 0, false, err
	}
	return 0, false, l.producers.TruncateFullyAndStartAt(env.Disk, start, env.Emit)
}

// dropSegments deletes segments and their snapshots in the background.
func (d *loader) dropSegments(list []*segment.Segment) error {
	l, env := d.log, d.env
	if len(list) == 0 {
		return nil
	}
	if err := l.cutSegments(env, list, true, event.CutByRecovery, event.ByLogLoader); err != nil {
		return err
	}
	return l.deleteSnapshots(env, list, true)
}

// recoverUnflushed reads the segments from the recovery point on. The first that has to be cut ends the log.
func (d *loader) recoverUnflushed() error {
	l, env := d.log, d.env
	list := l.between(d.options.RecoveryPoint, math.MaxInt64) // none where that is the recovery point
	for i, s := range list {
		env.Emit(event.RecoveringSegment{Partition: l.part, Base: s.Base(), Done: i, Total: len(list)})
		cut, err := d.recoverSegment(s)
		if err != nil {
			var p *disk.PathError
			if !errors.Is(err, kerr.ErrInvalidOffset) && !errors.As(err, &p) {
				return err
			}
			env.Emit(event.InvalidOffsetFound{Partition: l.part, Base: s.Base()})
			if cut, err = d.empty(s); err != nil {
				return err
			}
		}
		if cut > 0 {
			return d.endAt(s, list[i+1:])
		}
	}
	return nil
}

func (d *loader) empty(s *segment.Segment) (int64, error) {
	cut, err := s.TruncateTo(d.log.io(d.env), s.Base())
	d.log.size -= cut
	return cut, err
}

// endAt lets the log end with a segment that was cut.
func (d *loader) endAt(s *segment.Segment, rest []*segment.Segment) error {
	next, err := s.NextOffset(d.log.io(d.env))
	if err != nil {
		return err
	}
	d.env.Emit(event.CorruptionFound{Partition: d.log.part, Base: s.Base(), Offset: next})
	return d.dropSegments(rest)
}
