package plog

import (
	"cmp"
	"slices"

	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/record"
	"logarium/engine/segment"
)

// NewCleaned makes a segment with suffix .cleaned beside the log's own: output of the cleaner, or of a split. What
// lies under its names is removed. It is not part of the log until ReplaceSegments.
func (l *Log) NewCleaned(env *Env, base int64) (*segment.Segment, error) {
	for _, suffix := range [...]string{segment.LogSuffix, segment.IndexSuffix, segment.TimeIndexSuffix, segment.TxnIndexSuffix} {
		path := l.dir + "/" + segment.Stem(base) + suffix + segment.CleanedSuffix
		if env.Disk.Exists(path) {
			if err := env.Disk.Remove(path); err != nil {
				return nil, err
			}
		}
	}
	return segment.Create(l.io(env), l.token, base, l.settings(env), segment.CleanedSuffix)
}

// ReplaceSegments puts cleaned segments into the place of old ones, so that a crash at any moment leaves either: the
// new ones become .swap, then the old ones are deleted in the background, then the new ones lose their suffix. Old
// segments that have left the log meanwhile are passed over.
func (l *Log) ReplaceSegments(env *Env, fresh []*segment.Segment, old []int64) error {
	if err := l.open(); err != nil {
		return err
	}
	gone, err := l.swap(env, fresh, old, event.ByUnifiedLog)
	if err != nil {
		return err
	}
	return l.deleteSnapshots(env, gone, true)
}

// swap is LocalLog's part of it. It returns the old segments whose base no new one has: their snapshots go.
func (l *Log) swap(env *Env, fresh []*segment.Segment, old []int64, voice event.Voice) ([]*segment.Segment, error) {
	fresh = slices.SortedStableFunc(slices.Values(fresh), func(a, b *segment.Segment) int { return cmp.Compare(a.Base(), b.Base()) })
	replaced := l.stillThere(old)
	for _, s := range slices.Backward(fresh) {
		if err := s.Rename(l.io(env), segment.SwapSuffix); err != nil {
			return nil, err
		}
	}
	for _, s := range slices.Backward(fresh) {
		l.add(s)
	}
	var gone []*segment.Segment
	for _, s := range replaced {
		if s.Base() != fresh[0].Base() && l.Segment(s.Base()) == s {
			l.drop(s.Base())
		}
		if err := l.deleteFiles(env, []*segment.Segment{s}, true, voice); err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(fresh, func(f *segment.Segment) bool { return f.Base() == s.Base() }) {
			gone = append(gone, s)
		}
	}
	for _, s := range fresh {
		if err := l.edit(s.Base()).Rename(l.io(env), ""); err != nil {
			return nil, err
		}
	}
	return gone, env.Disk.SyncDir(l.dir)
}

// stillThere are the segments with these bases, in order.
func (l *Log) stillThere(bases []int64) []*segment.Segment {
	var list []*segment.Segment
	slices.Sort(bases)
	for _, base := range bases {
		if s := l.edit(base); s != nil {
			list = append(list, s)
		}
	}
	return list
}

// SplitOverflowed replaces a segment whose offsets reach more than 31 bits above its base, as versions before 2.0
// could write them, by several that fit.
func (l *Log) SplitOverflowed(env *Env, s *segment.Segment) error {
	gone, err := l.split(env, s, event.ByUnifiedLog)
	if err != nil {
		return err
	}
	return l.deleteSnapshots(env, gone, true)
}

func (l *Log) split(env *Env, s *segment.Segment, voice event.Voice) ([]*segment.Segment, error) {
	io := l.io(env)
	next, err := s.NextOffset(io)
	if err == nil && next-s.Base() <= 1<<31-1 { // offsets below the base do not fit either, but there is nothing to split
		err = kerr.ErrIllegalArgument.With("Split operation is only permitted for segments with overflow, and the problem path is %s", s.LogPath(l.dir))
	}
	if err != nil {
		return nil, err
	}
	env.Emit(event.SegmentSplitting{Partition: l.part, Voice: voice, Segment: s.View(io)})
	parts, err := l.splitParts(env, s)
	var gone []*segment.Segment
	if err == nil {
		env.Emit(event.SegmentSplit{Partition: l.part, Voice: voice, Segment: s.View(io), Parts: l.views(env, parts)})
		gone, err = l.swap(env, parts, []int64{s.Base()}, voice)
	}
	if err != nil {
		for _, p := range parts {
			_ = p.Delete(io) // the first error is the one that matters
		}
	}
	return gone, err
}

// splitParts copies the batches of a segment into new ones, each as far as its offsets fit.
func (l *Log) splitParts(env *Env, s *segment.Segment) ([]*segment.Segment, error) {
	io := l.io(env)
	modified := s.Modified(io)
	var parts []*segment.Segment
	var part *segment.Segment
	scan := s.Scan(io, 0, s.Size())
	for at := int64(0); at < s.Size(); at += scan.Size {
		if !scan.Next() {
			return parts, cmp.Or(scan.Err(), error(kerr.ErrNoSuchElement)) // what is left is no batch
		}
		b, err := s.ReadBatch(io, &scan.Batch, nil)
		fits := false
		if err == nil && part != nil {
			fits, err = part.Fits(io, scan.LastOffset)
		}
		if err == nil && !fits {
			if part, err = l.beginPart(env, b); err == nil {
				parts = append(parts, part)
				fits, err = part.Fits(io, scan.LastOffset)
			}
		}
		switch {
		case err != nil:
			return parts, err
		case !fits:
			return parts, kerr.ErrIllegalState.With("Failed to append records from position %d in %s", at, s.View(io))
		}
		if err := part.Append(io, scan.LastOffset, b); err != nil {
			return parts, err
		}
	}
	return parts, l.finishParts(env, parts, modified)
}

// beginPart makes a segment that is named by the first offset of a batch, of compressed messages that of the first inside.
func (l *Log) beginPart(env *Env, b record.Batch) (*segment.Segment, error) {
	base, err := b.FirstOffset(env.Codecs)
	if err != nil {
		return nil, err
	}
	return l.NewCleaned(env, base)
}

// finishParts ends the writing of cleaned segments and dates them like their origin.
func (l *Log) finishParts(env *Env, parts []*segment.Segment, modified int64) error {
	io := l.io(env)
	for _, p := range parts {
		if err := p.BecomeInactive(io); err != nil {
			return err
		}
		if err := p.Flush(io); err != nil {
			return err
		}
		if err := p.SetModified(io, modified); err != nil {
			return err
		}
	}
	return nil
}
