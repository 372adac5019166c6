package lab

import (
	"logarium/engine/message"
	"logarium/engine/plog"
)

// judged is what retention sees in a log at this moment: the segments from the oldest on that go, and the first that
// stays. Everything behind that one stays as well.
type judged struct {
	goes    map[int64]plog.Verdict
	blocker plog.Verdict // the oldest that stays
	check   int64        // when retention runs next, -1
}

// deletion is when retention looks at a log next, and how often it does; -1, and why, if nobody looks.
func (k *look) deletion(l *plog.Log) (due, period int64, nobody string) {
	task, nobody := k.broker.DeletionTask(l)
	due, period = k.nextTask(task)
	if period == 0 { // a cleaner thread puts itself off
		period = k.broker.Config().Int("log.cleaner.backoff.ms")
	}
	return due, period, nobody
}

// judge asks for verdicts until the first segment that stays.
func (k *look) judge(l *plog.Log) (judged, error) {
	j := judged{goes: map[int64]plog.Verdict{}}
	j.check, _, _ = k.deletion(l)
	for v, err := range l.Verdicts(k.env()) {
		if err != nil {
			return j, err
		}
		if !v.Goes {
			j.blocker = v
			break
		}
		j.goes[v.Segment.Base] = v
	}
	return j, nil
}

// describe finds the state of a segment and its words for the strip.
func (j judged) describe(k *look, l *plog.Log, v *message.Segment) {
	c, now := l.Config(), k.cluster.Now()
	if c.Delete && c.RetentionMs >= 0 && v.LargestTs >= 0 {
		v.Expires = v.LargestTs + c.RetentionMs + 1
	}
	_, goes := j.goes[v.Base]
	expired := v.Expires >= 0 && v.Expires <= now
	switch active := v.Base == l.ActiveBase(); {
	case goes:
		v.State, v.Word, v.Short = "due", "due", "due"
		if j.check >= 0 {
			left := age(j.check - now)
			v.Word, v.Short = "due; check in "+left, "due, "+left
		}
	case expired && v.Size > 0 && !(active && j.spared(l, v)):
		v.State = "blocked"
		v.Word, v.Short = j.blockedBy(l, v)
	case active:
		v.State, v.Word, v.Short = "active", "active, "+sizeOf(v.Size, int64(c.SegmentBytes)), "active"
	case v.Expires < 0:
		v.State, v.Word, v.Short = "kept", "kept, no limit set", "kept"
	default:
		due := "due in " + age(v.Expires-now)
		v.State, v.Word, v.Short = "kept", "kept, "+due, due
	}
}

// spared tells that nothing keeps a segment that is old enough but what it is: the rule book of the articles never deletes the
// active one by age.
func (j judged) spared(l *plog.Log, v *message.Segment) bool {
	return j.blocker.Segment.Base == v.Base && l.HighWatermark() >= v.Next
}

// blockedBy words what keeps a segment that is old enough: the high watermark, or an older segment.
func (j judged) blockedBy(l *plog.Log, v *message.Segment) (word, short string) {
	if l.HighWatermark() < v.Next {
		return "blocked by high watermark " + grouped(l.HighWatermark()), "blocked"
	}
	return "blocked by " + grouped(j.blocker.Segment.Base), "blocked"
}

const defaultVerdicts = 64

// verdicts lists what each rule says of the segments: of one, given its base, or of a window.
func (k *look) verdicts() (message.Verdicts, error) {
	l, err := k.log()
	if err != nil {
		return message.Verdicts{}, err
	}
	v := message.Verdicts{Now: k.cluster.Now(), Rulebook: rulebookName(l.Rulebook()), Verdicts: []message.Verdict{}}
	w := wording{look: k, log: l}
	w.check, w.period, w.nobody = k.deletion(l)
	v.NextCheck, v.Period = w.check, w.period
	if k.p.Summary {
		if v.Summary, err = w.summary(); err != nil {
			return v, err
		}
	}
	if k.p.Base != nil {
		return v, w.one(*k.p.Base, &v)
	}
	from, to := window(k.p.From, k.p.Limit, defaultVerdicts, int64(l.NumberOfSegments()))
	n := int64(0)
	for one, err := range l.Verdicts(k.env()) {
		if err != nil {
			return v, err
		}
		if n >= to {
			break
		}
		if n >= from {
			v.Verdicts = append(v.Verdicts, w.verdict(one))
		}
		w.pass(one)
		n++
	}
	return v, nil
}

// pass remembers the oldest segment that stays.
func (w *wording) pass(v plog.Verdict) {
	if !v.Goes && w.blocker == nil {
		w.blocker = &v
	}
}

// one adds the verdict of a single segment.
func (w *wording) one(base int64, v *message.Verdicts) error {
	env := w.look.env()
	one, blocker, ok, err := w.log.VerdictOf(env, base)
	if err != nil || !ok {
		return err
	}
	if blocker >= 0 {
		stays, _, _, err := w.log.VerdictOf(env, blocker)
		if err != nil {
			return err
		}
		w.blocker = &stays
	}
	v.Verdicts = append(v.Verdicts, w.verdict(one))
	return nil
}
