package lab

import (
	"fmt"

	"logarium/engine/message"
	"logarium/engine/plog"
)

// wording puts the verdicts of one log into words.
type wording struct {
	look    *look
	log     *plog.Log
	check   int64         // next retention check, -1
	period  int64         // between two checks
	nobody  string        // why no task runs retention on the log
	blocker *plog.Verdict // the oldest segment that stays, once it is known
}

func (w *wording) verdict(v plog.Verdict) message.Verdict {
	m := message.Verdict{Base: v.Segment.Base, Goes: v.Goes, Decisive: w.decisive(v), Expires: v.Expires, Renamed: -1, Removed: -1}
	if v.IsActive && v.Segment.Size == 0 { // there is nothing in it that could pass a limit
		m.Expires = -1
	} else if at := w.checkAfter(v); at >= 0 {
		m.Renamed, m.Removed = at, at+w.log.Config().FileDeleteDelayMs
	}
	m.Rules = w.rules(v, m.Decisive)
	m.Sentence = w.sentence(v, m)
	if v.Goes && w.nobody != "" {
		m.Sentence = "Still here because " + w.nobody + "."
	}
	return m
}

// decisive names what decides, in the words of the view.
func (w *wording) decisive(v plog.Verdict) string {
	c := w.log.Config()
	switch {
	case !c.Delete && !v.Goes:
		return "policy"
	case !v.Goes && v.Decisive == plog.RuleLimit:
		return "watermark"
	case !v.Goes && v.Decisive == "":
		return "policy"
	case !v.Goes && v.IsActive && (v.Segment.Size == 0 || w.protected(v)):
		return "active"
	case !v.Goes && v.Decisive == plog.RuleStart && c.RetentionBytes >= 0:
		return "size"
	}
	return string(v.Decisive)
}

// protected says that only the articles' rules keep a segment that is old enough.
func (w *wording) protected(v plog.Verdict) bool {
	return w.excluded(v) && v.Segment.Size > 0 && v.Expires >= 0 && v.Expires <= w.look.cluster.Now()
}

// excluded tells the segment that the articles' rules of age and size leave out.
func (w *wording) excluded(v plog.Verdict) bool {
	return w.log.Rulebook() == plog.Articles && v.IsActive
}

// checkAfter is the check at which the segment will be renamed if nothing changes, -1 if that cannot be said.
func (w *wording) checkAfter(v plog.Verdict) int64 {
	switch {
	case w.check < 0:
		return -1
	case v.Goes:
		return w.check
	case v.Expires < 0 || w.excluded(v) || w.blocker != nil && w.blocker.Expires < 0:
		return -1
	}
	ready := v.Expires
	if w.blocker != nil {
		ready = max(ready, w.blocker.Expires)
	}
	at := w.check
	if at < ready && w.period > 0 {
		at += (ready - at + w.period - 1) / w.period * w.period
	}
	return at
}

func (w *wording) sentence(v plog.Verdict, m message.Verdict) string {
	c := w.log.Config()
	switch m.Decisive {
	case "time":
		return w.byTime(v)
	case "size":
		if v.Goes {
			return fmt.Sprintf("Goes because without it the log still has at least retention.bytes, %s.", size(c.RetentionBytes))
		}
		if v.Judgement[1].Active {
			return fmt.Sprintf("Still here because without it the log would have less than retention.bytes, %s.", size(c.RetentionBytes))
		}
		has, keep := size(w.log.Size()), size(c.RetentionBytes)
		if has == keep { // rounded to the same
			has, keep = grouped(w.log.Size())+hard+"B", grouped(c.RetentionBytes)+hard+"B"
		}
		return fmt.Sprintf("Still here because the log has %s and retention.bytes is %s.", has, keep)
	case "start":
		if v.Goes {
			return fmt.Sprintf("Goes because it ends at %s, not above the log start offset %s.", grouped(v.Next), grouped(w.log.LogStartOffset()))
		}
		return fmt.Sprintf("Still here because the log start offset is %s and no other limit is set.", grouped(w.log.LogStartOffset()))
	case "watermark":
		return fmt.Sprintf("Still here because the high watermark is %s and the segment ends at %s.", grouped(w.log.HighWatermark()), grouped(v.Next))
	case "order":
		if w.blocker != nil {
			return fmt.Sprintf("Still here because the older segment %s stays.", grouped(w.blocker.Segment.Base))
		}
		return "Still here because it is the last segment and empty."
	case "active":
		if w.protected(v) {
			return "Still here because it is the active segment, which the rule book of the articles never deletes by age."
		}
		return "Still here because it is the last segment and empty."
	}
	return "Still here because cleanup.policy does not ask for deletion."
}

func (w *wording) oldest() int64 {
	for s := range w.log.Segments(0) {
		return s.Base()
	}
	return -1
}
