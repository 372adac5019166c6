package lab

import (
	"fmt"
	"slices"

	"logarium/engine/message"
	"logarium/engine/plog"
)

// byTime words what the time rule says. Where age and limit are near each other they are given to the millisecond, so that
// nobody reads that 60 s are more than 60 s.
func (w *wording) byTime(v plog.Verdict) string {
	now, keep := w.look.cluster.Now(), w.log.Config().RetentionMs
	old := now - v.Largest
	words, near := age(old), max(old-keep, keep-old) < 60_000
	if near && old >= 0 && old < 3_600_000 {
		words = span(old)
	}
	subject := "its newest record is " + words + " old"
	if v.ByMtime {
		subject = "it has no timestamps, its file was changed " + words + " ago"
	}
	switch {
	case v.Largest > now:
		return fmt.Sprintf("Still here because its newest record is stamped %s ahead of the clock.", age(-old))
	case old == keep && !v.ByMtime:
		return fmt.Sprintf("Still here because its newest record is exactly as old as retention.ms, %s, and only older ones go.", limit(keep))
	case near && old >= 3_600_000 && v.Goes && !v.ByMtime:
		return fmt.Sprintf("Goes because its newest record is %s older than retention.ms, %s.", span(old-keep), limit(keep))
	case near && old >= 3_600_000 && !v.ByMtime:
		return fmt.Sprintf("Still here because its newest record is %s younger than retention.ms, %s.", span(keep-old), limit(keep))
	case v.Goes:
		return fmt.Sprintf("Goes because %s and retention.ms is %s.", subject, limit(keep))
	}
	return fmt.Sprintf("Still here because %s and retention.ms is %s.", subject, limit(keep))
}

// rules are the tests with the numbers of this moment: the one that decides first, then those that could delete the segment
// now, those that could not, those that are switched off, and the two limits that hold for each of them.
func (w *wording) rules(v plog.Verdict, decisive string) []message.Rule {
	rules := []message.Rule{w.timeRule(v), w.sizeRule(v), w.startRule(v), w.limitRule(v), w.orderRule(v)}
	for i := range rules {
		r := &rules[i]
		r.Decides = r.Name == decisive || r.Name == "limit" && decisive == "watermark" || r.Name == "order" && decisive == "active" && !r.Pass
	}
	slices.SortStableFunc(rules, func(a, b message.Rule) int { return rank(a) - rank(b) })
	return rules
}

// rank is smaller for what a reader wants to see first.
func rank(r message.Rule) int {
	held := r.Name == "limit" || r.Name == "order"
	switch {
	case r.Decides:
		return 0
	case held && r.Pass:
		return 5
	case held:
		return 1
	case !r.Active:
		return 4
	case r.Pass:
		return 2
	}
	return 3
}

func (w *wording) timeRule(v plog.Verdict) message.Rule {
	j, keep, old := v.Judgement[2], w.log.Config().RetentionMs, w.look.cluster.Now()-v.Largest
	r := message.Rule{Name: "time", Test: "now − largestTimestamp > retention.ms", Pass: j.Active && j.Breached, Active: j.Active}
	switch r.Numbers = span(old) + compared(old > keep, " > ", " ≤ ") + span(keep); {
	case !r.Active:
		r.Numbers = "retention.ms " + off(keep)
	case w.excluded(v):
		r.Numbers = notActive
	}
	return r
}

func (w *wording) sizeRule(v plog.Verdict) message.Rule {
	j, keep, size := v.Judgement[1], w.log.Config().RetentionBytes, v.Segment.Size
	r := message.Rule{Name: "size", Test: "total − retention.bytes ≥ size", Pass: j.Active && j.Breached, Active: j.Active}
	switch {
	case r.Active && w.excluded(v):
		r.Numbers = notActive
	case r.Active:
		r.Numbers = grouped(j.Left+keep) + " − " + grouped(keep) + compared(j.Left >= size, " ≥ ", " < ") + grouped(size)
	case keep >= 0 && w.log.Size() < keep:
		r.Numbers = grouped(w.log.Size()) + " < " + grouped(keep)
	default:
		r.Numbers = "retention.bytes " + off(keep)
	}
	return r
}

func (w *wording) startRule(v plog.Verdict) message.Rule {
	j := v.Judgement[0]
	r := message.Rule{Name: "start", Test: "next base offset ≤ log start offset", Numbers: "no next segment", Pass: j.Breached, Active: true}
	if !v.IsActive {
		r.Numbers = grouped(j.Left) + compared(j.Left <= j.Right, " ≤ ", " > ") + grouped(j.Right)
	}
	return r
}

func (w *wording) limitRule(v plog.Verdict) message.Rule {
	j := v.Judgement[0]
	return message.Rule{Name: "limit", Test: "high watermark ≥ next base offset", Numbers: grouped(j.HighWatermark) + compared(j.Limit, " ≥ ", " < ") + grouped(j.Upper), Pass: j.Limit, Active: true}
}

func (w *wording) orderRule(v plog.Verdict) message.Rule {
	empty := v.Judgement[0].Empty
	r := message.Rule{Name: "order", Test: "every older segment goes", Numbers: "all of them", Pass: w.blocker == nil && !empty, Active: true}
	switch oldest := w.oldest() == v.Segment.Base; {
	case w.blocker != nil:
		r.Numbers = grouped(w.blocker.Segment.Base) + " stays"
	case oldest && empty:
		r.Numbers = "none is older, but it is empty"
	case oldest:
		r.Numbers = "none is older"
	}
	return r
}

// notActive stands where the numbers do not matter.
const notActive = "never the active segment"

// compared is the sign that makes the inequality true.
func compared(holds bool, yes, no string) string {
	if holds {
		return yes
	}
	return no
}

// off words a limit that is not in force.
func off(n int64) string {
	if n < 0 {
		return "is not set"
	}
	return "is not in force"
}
