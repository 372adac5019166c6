package plog

import (
	"iter"
	"math"

	"logarium/engine/event"
	"logarium/engine/segment"
)

// RuleName names a test that decides whether a segment is deleted.
type RuleName string

// The three rules of retention, in the order in which they run, and the two conditions that hold for each of them.
const (
	RuleStart RuleName = "start" // the segment lies wholly below the log start offset
	RuleSize  RuleName = "size"  // without the segment the log still has retention.bytes
	RuleTime  RuleName = "time"  // now - largest timestamp > retention.ms
	RuleLimit RuleName = "limit" // high watermark >= end of the segment
	RuleOrder RuleName = "order" // all older segments go too, and it is not the last one and empty
)

// Rulebook is the set of rules by which retention judges.
type Rulebook uint8

// The rule books. Articles is what is often written about Kafka: the active segment is never deleted by age, and
// retention.bytes does not count it.
const (
	Kafka Rulebook = iota
	Articles
)

// SetRulebook changes the rules of retention.
func (l *Log) SetRulebook(r Rulebook) { l.rulebook = r }

// Rulebook returns the rules of retention in force.
func (l *Log) Rulebook() Rulebook { return l.rulebook }

// Judgement is what one rule says of one segment, with the numbers that were compared. Retention deletes by these,
// and whoever explains shows the same ones.
type Judgement struct {
	Rule   RuleName
	Active bool // the configuration switches the rule on

	// Left and Right are what the rule compares: for time, the age in ms and retention.ms (Left > Right); for size,
	// the bytes above the limit before the segment goes and its size (Left >= Right); for start, the base offset of
	// the next segment and the log start offset (Left <= Right).
	Left, Right int64
	Breached    bool // the comparison holds

	// Limit: HighWatermark >= Upper, the base offset of the next segment or the log end offset.
	HighWatermark, Upper int64
	Limit                bool

	First bool // every older segment goes by this rule or an earlier one
	Empty bool // the last segment, and without a record

	Goes bool // Active && Breached && Limit && First && !Empty
}

// Verdict is what becomes of one segment in a retention pass at this moment.
type Verdict struct {
	Segment   event.Segment
	Next      int64 // where the segment ends: base offset of the next, or log end offset
	IsActive  bool  // the segment that is appended to
	Largest   int64 // ms: record timestamp, or mtime
	ByMtime   bool
	Goes      bool
	Decisive  RuleName // by which it goes, or which keeps it
	Expires   int64    // ms from which the time rule holds, -1 if never
	Judgement [3]Judgement
}

// Verdicts judges the segments from the oldest on, as a retention pass at env.Now would. It is lazy: stop when you
// have seen enough. The look at timestamps opens time indexes, so that a view asks a fork of the log on a fork of the disk.
func (l *Log) Verdicts(env *Env) iter.Seq2[Verdict, error] {
	return func(yield func(Verdict, error) bool) {
		quiet := *env
		quiet.Emit = event.Discard
		p := [3]pass{l.newPass(RuleStart), l.newPass(RuleSize), l.newPass(RuleTime)}
		for i := range p {
			p[i].all = true
		}
		for s := l.oldest(); s != nil; s = l.higher(s.Base()) {
			v, err := l.verdict(&quiet, l.own(s), &p)
			if !yield(v, err) || err != nil {
				return
			}
		}
	}
}

// verdict asks the three rules about one segment. A segment that an earlier rule takes is not there any more for the
// later ones.
func (l *Log) verdict(env *Env, s *segment.Segment, p *[3]pass) (Verdict, error) {
	io := l.io(env)
	v := Verdict{Segment: s.View(io), IsActive: l.higher(s.Base()) == nil, Expires: -1}
	var err error
	if v.Largest, v.ByMtime, err = s.LargestTimestamp(io); err != nil {
		return v, err
	}
	if l.config.Delete && l.config.RetentionMs >= 0 && v.Largest < math.MaxInt64-l.config.RetentionMs {
		v.Expires = v.Largest + l.config.RetentionMs + 1
	}
	for i := range p {
		before := p[i]
		j, err := p[i].judge(env, s)
		if err != nil {
			return v, err
		}
		v.Judgement[i], v.Next = j, j.Upper
		switch {
		case v.Goes:
			p[i] = before.without(s)
		case j.Goes:
			v.Goes, v.Decisive = true, j.Rule
		}
	}
	if !v.Goes {
		v.Decisive = keptBy(&v)
	}
	return v, nil
}

// keptBy names what keeps a segment: the watermark or the order if a rule was breached in vain, otherwise the rule
// that is nearest to taking it.
func keptBy(v *Verdict) RuleName {
	name := RuleName("")
	for _, j := range v.Judgement {
		switch {
		case j.Active && j.Breached && !j.Limit:
			return RuleLimit
		case j.Active && j.Breached:
			name = RuleOrder
		case j.Active && name == "":
			name = j.Rule
		}
	}
	if name == RuleStart && v.Judgement[2].Active {
		return RuleTime
	}
	return name
}

// pass is one rule on its way through the segments, oldest first.
type pass struct {
	log    *Log
	rule   RuleName
	active bool
	first  bool  // no segment was kept so far
	excess int64 // size: bytes above the limit
	all    bool  // show the numbers also where the watermark or an older segment decides
}

func (l *Log) newPass(rule RuleName) pass {
	p := pass{log: l, rule: rule, first: true}
	c := l.config
	switch rule {
	case RuleStart:
		p.active = true
	case RuleTime:
		p.active = c.Delete && c.RetentionMs >= 0
	case RuleSize:
		total := l.size
		if l.rulebook == Articles {
			total -= l.activeSegment().Size()
		}
		p.excess = total - c.RetentionBytes
		p.active = c.Delete && c.RetentionBytes >= 0 && total >= c.RetentionBytes
	}
	return p
}

// without is a pass in which an earlier rule has taken the segment.
func (p pass) without(s *segment.Segment) pass {
	if p.rule == RuleSize {
		p.excess -= s.Size()
		p.active = p.active && p.excess >= 0 // the limit is looked at when the rule's turn comes
	}
	return p
}

// judge asks the rule about the next segment.
func (p *pass) judge(env *Env, s *segment.Segment) (Judgement, error) {
	l := p.log
	next := l.higher(s.Base())
	j := Judgement{Rule: p.rule, Active: p.active, HighWatermark: l.hw.Offset, Upper: l.leo.Offset, First: p.first}
	if next != nil {
		j.Upper = next.Base()
	}
	j.Limit = j.HighWatermark >= j.Upper
	j.Empty = next == nil && s.Size() == 0
	var err error
	env.Work.Segments++
	if j.Limit || p.all {
		env.Work.Verdicts++
		err = p.compare(env, s, next, &j)
	}
	j.Goes = j.Active && j.Breached && j.Limit && j.First && !j.Empty
	if p.rule == RuleSize && j.Active && j.Breached && j.Limit && j.First {
		p.excess -= s.Size()
	}
	p.first = j.Goes
	return j, err
}

// compare fills in the numbers of the rule.
func (p *pass) compare(env *Env, s, next *segment.Segment, j *Judgement) error {
	l := p.log
	switch p.rule {
	case RuleStart:
		j.Left, j.Right = -1, l.logStart
		if next != nil {
			j.Left = next.Base()
		}
		j.Breached = next != nil && j.Left <= j.Right
		if env.Trace {
			p.emitStart(env, s, next, j)
		}
	case RuleSize:
		j.Left, j.Right = p.excess, s.Size()
		j.Breached = j.Left-j.Right >= 0
		if l.rulebook == Articles && next == nil {
			j.Breached = false
		}
		if env.Trace {
			env.Emit(event.SizeVerdict{Partition: l.part, Segment: s.View(l.io(env)), Breached: j.Breached, Before: j.Left, After: j.Left - j.Right})
		}
	case RuleTime:
		return p.compareTime(env, s, next, j)
	}
	return nil
}

func (p *pass) emitStart(env *Env, s, next *segment.Segment, j *Judgement) {
	e := event.StartVerdict{Partition: p.log.part, Segment: s.View(p.log.io(env)), Breached: j.Breached, LogStart: j.Right}
	if next != nil {
		v := next.View(p.log.io(env))
		e.Next = &v
	}
	env.Emit(e)
}

func (p *pass) compareTime(env *Env, s, next *segment.Segment, j *Judgement) error {
	l := p.log
	io := l.io(env)
	largest, _, err := s.LargestTimestamp(io)
	if err != nil {
		return err
	}
	j.Left, j.Right = env.Now-largest, l.config.RetentionMs
	j.Breached = j.Left > j.Right
	if env.Now < largest && p.active {
		env.Emit(event.FutureTimestamp{Partition: l.part, Segment: s.View(io)})
	}
	if env.Trace {
		env.Emit(event.TimeVerdict{Partition: l.part, Segment: s.View(io), Breached: j.Breached, StartMs: env.Now, RetentionMs: j.Right})
	}
	if l.rulebook == Articles && next == nil {
		j.Breached = false
	}
	return nil
}
