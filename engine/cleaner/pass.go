// Package cleaner is log compaction: it chooses the log with the largest dirty share, finds for every key the offset of
// its newest record, and rewrites the segments without what is superseded. Offsets never change. It does not know when
// it is called.
//
// The choice is a Verdict with its numbers. A Pass over one log is plain data that goes on in atomic steps, so that it
// can be watched, put aside, copied and stored between any two; what it decides about each record it tells to a Trace.
//
// Rules, order of effects and log lines are Kafka 4.4's; docs/compaction.md shows a pass with its bytes.
package cleaner

import (
	"errors"

	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/plog"
	"logarium/engine/segment"
	"logarium/engine/store"
)

// Options are a cleaner thread's means.
type Options struct {
	Thread     int
	Memory     int64   // for the offset map, bytes
	LoadFactor float64 // share of its slots that may be filled
	Buffer     int     // size of the read and of the write buffer, bytes
	MaxBuffer  int     // message.max.bytes: up to where they grow
}

// Phase is what the next step of a pass does.
type Phase uint8

// The phases. Map and Copy take a step for each buffer that is read; Create to Swap come again for each group of
// segments.
const (
	Begin  Phase = iota // look at the log
	Map                 // read keys
	Plan                // group the segments
	Create              // make a .cleaned segment
	Copy                // rewrite batches into it
	Seal                // finish and flush it
	Swap                // put it in the place of the old ones
	Ended
)

func (p Phase) String() string {
	return [...]string{"begin", "map", "plan", "create", "copy", "seal", "swap", "ended"}[p]
}

// ErrAborted says that a pass ended without result, and without anything being wrong with the log.
var ErrAborted = errors.New("cleaning aborted")

// Pass is the cleaning of one log, from its first dirty offset as far as the offset map reaches.
type Pass struct {
	o     Options
	first int64 // dirty from here on
	upper int64 // not beyond; start of a segment
	now   int64 // ms, when it began: delete horizons are counted from it

	phase  Phase
	m      OffsetMap
	txns   transactions
	buffer int // present size of a buffer, bytes
	stats  Stats
	moved  int64 // bytes read and written by the last step

	work     []int64 // bases: while Map, of the dirty segments; afterwards of the group's
	at       int     // index in work
	position int64   // in the .log of that segment, -1: not begun
	groups   [][]int64
	legacy   int64            // delete horizon for formats 0 and 1, ms
	fresh    *segment.Segment // the output, from Create to Swap

	tools *tools // no state
}

// NewPass prepares a pass over [first, upper) of a log. uncleanable may lie within a segment, as in a Verdict.
func NewPass(l *plog.Log, first, uncleanable, now int64, o Options) *Pass {
	return &Pass{
		o: o, first: first, upper: upperOf(l, uncleanable), now: now, m: NewOffsetMap(o.Memory), buffer: o.Buffer,
		stats: Stats{Started: now},
	}
}

// Phase is what the next step will do.
func (p *Pass) Phase() Phase { return p.phase }

// End is the first offset that is still dirty after the pass, known from phase Plan on.
func (p *Pass) End() int64 { return p.m.Latest() + 1 }

// Stats are the counts so far.
func (p *Pass) Stats() Stats { return p.stats }

// Map is the offset map, for reading.
func (p *Pass) Map() *OffsetMap { return &p.m }

// Moved is the number of bytes that the last step has read and written.
func (p *Pass) Moved() int64 { return p.moved }

// Progress tells how far the present phase has come: segments or groups done, of how many.
func (p *Pass) Progress() (done, total int) {
	if p.phase == Map || p.phase == Copy {
		return p.at, len(p.work)
	}
	return 0, len(p.groups)
}

// Step does the next piece of work. more is false when the pass is done. After an error the pass cannot go on: see
// Abandon.
func (p *Pass) Step(env *plog.Env, l *plog.Log, t *Trace) (more bool, err error) {
	p.prepare(env, l)
	p.moved = 0
	switch p.phase {
	case Begin:
		err = p.begin(env, l)
	case Map:
		err = p.mapSome(env, l)
	case Plan:
		err = p.plan(env, l)
	case Create:
		p.fresh, err = l.NewCleaned(env, p.groups[0][0])
		p.work, p.at, p.position, p.phase = p.groups[0], 0, -1, Copy
	case Copy:
		err = p.copySome(env, l, t)
	case Seal:
		err = p.seal(env, l)
	case Swap:
		err = p.swap(env, l)
	}
	return p.phase != Ended, err
}

// Run does all steps. On an error it abandons the pass.
func (p *Pass) Run(env *plog.Env, l *plog.Log, t *Trace) error {
	for {
		more, err := p.Step(env, l, t)
		if err != nil {
			p.Abandon(env, l, errors.Is(err, ErrAborted))
			return err
		}
		if !more {
			return nil
		}
	}
}

// Abandon gives up the pass. Its unfinished output stays on the disk as after a crash, unless remove is set.
func (p *Pass) Abandon(env *plog.Env, l *plog.Log, remove bool) {
	fresh := p.fresh
	p.fresh, p.phase = nil, Ended
	switch {
	case fresh == nil || fresh.Suffix() != segment.CleanedSuffix:
	case remove:
		_ = fresh.Delete(l.IO(env)) // the reason for giving up is what counts
	default:
		_ = fresh.Close(l.IO(env))
	}
}

func (p *Pass) prepare(env *plog.Env, l *plog.Log) {
	if p.tools == nil {
		p.tools = &tools{}
	}
	t := p.tools
	t.records.Codecs, t.markers.Codecs, t.builder.Codecs = env.Codecs, env.Codecs, env.Codecs
	t.records.MaxRecordSize = int(l.Config().MaxDecompressedBytes)
}

// begin looks at the log and lists the segments to be mapped.
func (p *Pass) begin(env *plog.Env, l *plog.Log) error {
	env.Emit(event.CleaningBegan{Partition: l.Partition(), Thread: p.o.Thread})
	if clean := between(l, 0, p.first); len(clean) > 0 {
		p.legacy = l.Segment(clean[len(clean)-1]).Modified(l.IO(env)) - l.Config().DeleteRetentionMs
	}
	e := event.MapStarted{Partition: l.Partition(), Thread: p.o.Thread, Segments: -1}
	env.Emit(e)
	if p.first > p.upper {
		return kerr.ErrIllegalArgument.With("Invalid log segment range: requested segments in %s from offset %d which is greater than limit offset %d", l.Name(), p.first, p.upper)
	}
	p.work, p.at, p.position, p.phase = between(l, p.first, p.upper), 0, -1, Map
	e.Segments, e.From, e.To = len(p.work), p.first, p.upper
	env.Emit(e)
	aborted, err := l.CollectAborted(env, p.first, p.upper)
	p.txns.learn(aborted)
	if len(p.work) == 0 {
		p.mapped(env, l)
	}
	return err
}

// mapped ends the building of the offset map.
func (p *Pass) mapped(env *plog.Env, l *plog.Log) {
	p.stats.MapDone = env.Now
	p.txns = transactions{}
	p.phase = Plan
	env.Emit(event.MapComplete{Partition: l.Partition(), Thread: p.o.Thread, Keys: p.m.Size(), Latest: p.m.Latest()})
}

// plan puts the segments below the end of the map into groups.
func (p *Pass) plan(env *plog.Env, l *plog.Log) error {
	prior := int64(0)
	if all := between(l, 0, p.upper); len(all) > 0 {
		prior = l.Segment(all[len(all)-1]).Modified(l.IO(env))
	}
	env.Emit(event.CleaningLog{Partition: l.Partition(), Thread: p.o.Thread, Prior: prior, Horizon: p.legacy})
	groups, err := Group(env, l, between(l, 0, p.End()), p.upper)
	p.groups = groups
	p.nextGroup(env)
	return err
}

func (p *Pass) nextGroup(env *plog.Env) {
	p.phase = Create
	if len(p.groups) == 0 {
		p.phase = Ended
		p.stats.Utilization = p.m.Utilization()
		p.stats.Done = env.Now
	}
}

// seal ends the writing of the output: it gets the date of the last segment that went into it.
func (p *Pass) seal(env *plog.Env, l *plog.Log) error {
	io := l.IO(env)
	last, err := open(l, p.work[len(p.work)-1])
	if err != nil {
		return err
	}
	if err := p.fresh.BecomeInactive(io); err != nil {
		return err
	}
	if err := p.fresh.Flush(io); err != nil {
		return err
	}
	p.phase = Swap
	return p.fresh.SetModified(io, last.Modified(io))
}

func (p *Pass) swap(env *plog.Env, l *plog.Log) error {
	io := l.IO(env)
	e := event.CleanedSwapping{Partition: l.Partition(), Thread: p.o.Thread, Cleaned: p.fresh.View(io), Log: l.Describe()}
	for _, base := range p.work {
		s, err := open(l, base)
		if err != nil {
			return err
		}
		e.Old = append(e.Old, s.View(io))
	}
	env.Emit(e)
	fresh := p.fresh
	p.fresh = nil
	if err := l.ReplaceSegments(env, []*segment.Segment{fresh}, append([]int64(nil), p.work...)); err != nil {
		return err
	}
	p.groups = p.groups[1:]
	p.nextGroup(env)
	return nil
}

// Fork returns a copy; both may go on, each with a fork of the log and of the disk.
func (p *Pass) Fork() *Pass {
	c := *p
	c.m, c.tools = p.m.Fork(), nil
	if p.fresh != nil {
		c.fresh = p.fresh.Clone(nil)
	}
	return &c
}

// Code writes or reads the pass.
func (p *Pass) Code(c *store.Coder) {
	c.Version(1)
	c.Int(&p.o.Thread)
	c.Int64(&p.o.Memory)
	c.Float64(&p.o.LoadFactor)
	c.Int(&p.o.Buffer)
	c.Int(&p.o.MaxBuffer)
	for _, x := range []*int64{&p.first, &p.upper, &p.now, &p.position, &p.legacy, &p.moved} {
		c.Int64(x)
	}
	store.Number(c, &p.phase)
	c.Int(&p.buffer)
	c.Int(&p.at)
	p.m.Code(c)
	p.txns.code(c)
	p.stats.code(c)
	store.Slice(c, &p.work, (*store.Coder).Int64)
	store.Slice(c, &p.groups, func(c *store.Coder, g *[]int64) { store.Slice(c, g, (*store.Coder).Int64) })
	store.Optional(c, &p.fresh, func(c *store.Coder, s *segment.Segment) { s.Code(c) })
	if c.Reading() && !p.sound() {
		c.Fail(errPass)
	}
}

var errPass = errors.New("a cleaning pass in a phase that it cannot be in")

// sound tells whether a pass that was read can go on.
func (p *Pass) sound() bool {
	if p.phase > Ended || p.at < 0 || p.buffer < 0 {
		return false
	}
	busy := p.phase == Copy || p.phase == Seal || p.phase == Swap
	for _, g := range p.groups {
		if len(g) == 0 {
			return false
		}
	}
	return busy == (p.fresh != nil) && (!busy && p.phase != Create || len(p.groups) > 0) &&
		(p.phase != Map && p.phase != Copy || p.at < len(p.work)) && (!busy || len(p.work) > 0)
}

// failing is a state of a segment file that a pass cannot read on from.
func failing(format string, args ...any) error { return kerr.ErrIllegalState.With(format, args...) }
