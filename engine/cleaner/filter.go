package cleaner

import (
	"logarium/engine/index"
	"logarium/engine/kerr"
	"logarium/engine/plog"
	"logarium/engine/record"
)

// filter decides about batches and their records, and writes what stays. It holds for the reading of one segment.
type filter struct {
	m     *OffsetMap
	txns  *transactions
	log   *plog.Log
	stats *Stats
	trace *Trace
	tools *tools

	source        int64 // base of the segment that is read
	now           int64 // start of the pass, from which horizons are counted
	retainDeletes bool  // tombstones of formats 0 and 1, which have no horizon, stay

	out     []byte // the batches that stay
	largest int64  // last offset in out
	aborted []index.AbortedTxn

	// Of the present batch.
	verdict    BatchVerdict
	discard    bool
	forget     bool // none of its records stays, whatever they are
	hasHorizon bool
	tombstones bool
}

// tools are buffers and decoders, made when needed and no part of the state.
type tools struct {
	records, markers record.Iterator
	builder          record.Builder
	kept             []record.Record
	in, out          []byte
}

// batch decides about one batch and appends what is left of it to out.
func (f *filter) batch(b record.Batch) error {
	if err := f.look(b); err != nil {
		return err
	}
	f.stats.BytesRead += int64(len(b))
	if f.forget && f.verdict.Held == Nobody {
		return f.finish(0, Removed)
	}
	whole, err := f.records(b)
	if err != nil {
		return err
	}
	return f.write(b, whole)
}

// look asks everything that the header and the transactions can tell.
func (f *filter) look(b record.Batch) error {
	f.verdict = BatchVerdict{Segment: f.source, Base: b.BaseOffset(), Last: b.LastOffset(), Size: len(b), Control: b.IsControl(), Held: f.holder(b)}
	f.verdict.Horizon, f.hasHorizon = b.DeleteHorizon()
	f.tombstones = false
	if !b.IsControl() {
		f.discard = f.txns.data(b)
		f.forget = f.discard
	} else {
		needless, of, err := f.txns.marker(b, &f.tools.markers)
		if err != nil {
			return err
		}
		if of != nil {
			f.aborted = append(f.aborted, *of)
		}
		f.discard = needless
		f.forget = needless && f.hasHorizon && f.verdict.Horizon <= f.now
	}
	f.verdict.Aborted = f.discard
	return nil
}

// holder tells who needs the batch even if it is empty.
func (f *filter) holder(b record.Batch) Holder {
	if b.HasProducerID() {
		if p, active := f.log.Producers().Get(b.ProducerID()); active {
			last := p.LastDataOffset()
			if last >= 0 && b.LastOffset() == last || last < 0 && b.IsControl() && b.ProducerEpoch() == p.Epoch {
				return ByProducer
			}
		}
	}
	if b.NextOffset() == f.log.HighWatermark() {
		return ByHighWatermark
	}
	return Nobody
}

// records judges each record and collects those that stay. whole: all do, and in the present format.
func (f *filter) records(b record.Batch) (whole bool, err error) {
	it := &f.tools.records
	f.tools.kept = f.tools.kept[:0]
	whole = b.Magic() >= 2
	for it.Open(b); it.Next(); {
		r := it.Record()
		f.stats.MessagesRead++
		why, newer := f.judge(b, r)
		if f.trace != nil {
			f.verdict.Records = append(f.verdict.Records, RecordVerdict{r.Offset, why, newer})
		}
		if !why.Kept() {
			whole = false
			continue
		}
		f.tools.kept = append(f.tools.kept, *r)
		f.tombstones = f.tombstones || !r.HasValue()
	}
	return whole, it.Err()
}

// judge is the rule for one record.
func (f *filter) judge(b record.Batch, r *record.Record) (why Reason, newer int64) {
	switch {
	case f.forget && f.verdict.Control:
		return DropMarker, 0
	case f.forget:
		return DropAborted, 0
	case f.verdict.Control:
		return KeepMarker, 0
	case r.Offset > f.m.Latest():
		return KeepBeyond, 0
	case !r.HasKey():
		f.stats.InvalidMessages++
		return DropNoKey, 0
	}
	newest := f.m.Get(r.Key)
	switch {
	case r.Offset < newest:
		return DropSuperseded, newest
	case r.HasValue():
		return KeepLatest, 0
	case f.tombstoneStays(b):
		return KeepTombstone, 0
	}
	return DropTombstone, 0
}

func (f *filter) tombstoneStays(b record.Batch) bool {
	if b.Magic() < 2 {
		return f.retainDeletes
	}
	return !f.hasHorizon || f.now < f.verdict.Horizon
}

// write appends the batch with the records that stay.
func (f *filter) write(b record.Batch, whole bool) error {
	from := len(f.out)
	setHorizon := !f.hasHorizon && (f.tombstones || f.discard && f.verdict.Control)
	kept := f.tools.kept
	switch {
	case len(kept) > 0 && whole && !setHorizon:
		f.out = append(f.out, b...)
		f.retain(b.LastOffset(), len(kept))
		return f.finish(from, Copied)
	case len(kept) > 0:
		if err := f.rewrite(b, setHorizon); err != nil {
			return err
		}
		f.retain(kept[len(kept)-1].Offset, len(kept))
		return f.finish(from, Rewritten)
	case f.verdict.Held == Nobody:
		return f.finish(from, Removed)
	case b.Magic() < 2:
		return kerr.ErrIllegalState.With("Empty batches are only supported for magic v2 and above")
	}
	f.out = record.AppendEmpty(f.out, record.OptionsOf(b), b.LastOffset(), b.MaxTimestamp())
	f.verdict.Horizon = record.NoTimestamp
	f.retain(b.LastOffset(), 0)
	return f.finish(from, Emptied)
}

// rewrite makes a batch of the records that stay: same offsets, timestamps, producer and codec.
func (f *filter) rewrite(b record.Batch, setHorizon bool) error {
	kept := f.tools.kept
	o := record.OptionsOf(b)
	if b.Magic() < 2 {
		o.BaseOffset = kept[0].Offset
	}
	if setHorizon {
		f.verdict.Horizon, f.verdict.HorizonSet = f.now+f.log.Config().DeleteRetentionMs, true
		o.DeleteHorizon = f.verdict.Horizon
	}
	to := &f.tools.builder
	to.Reset(f.out, o)
	for i := range kept {
		if err := to.AppendRecord(kept[i].Offset, &kept[i]); err != nil {
			return err
		}
	}
	if b.Magic() >= 2 {
		to.SetLastOffset(b.LastOffset())
	}
	out, err := to.Build()
	if err == nil {
		f.out = out
	}
	return err
}

func (f *filter) retain(last int64, messages int) {
	f.largest = max(f.largest, last)
	f.stats.MessagesWritten += int64(messages)
}

// finish completes the verdict. from is where the batch begins in out.
func (f *filter) finish(from int, fate Fate) error {
	size := len(f.out) - from
	if fate == Removed {
		size = 0
	}
	f.stats.BytesWritten += int64(size)
	if f.trace != nil {
		f.verdict.Fate, f.verdict.NewSize = fate, size
		f.trace.Batches = append(f.trace.Batches, f.verdict)
	}
	return nil
}
