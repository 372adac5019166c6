package lab

import (
	"fmt"

	"logarium/engine/message"
	"logarium/engine/plog"
)

// summary says of a whole log in a sentence what is striking about retention: first what a single segment keeps back.
func (w *wording) summary() (*message.Summary, error) {
	var s message.Summary
	var blocked, goes struct {
		segments int
		bytes    int64
	}
	var blocker *plog.Verdict
	for v, err := range w.log.Verdicts(w.look.env()) {
		switch {
		case err != nil:
			return nil, err
		case v.Goes:
			goes.segments++
			goes.bytes += v.Segment.Size
		case blocker == nil:
			blocker = &v
		case v.Expires >= 0 && v.Expires <= w.look.cluster.Now() && v.Segment.Size > 0:
			blocked.segments++
			blocked.bytes += v.Segment.Size
		}
	}
	s.Going, s.GoingBytes, s.Blocked, s.BlockedBytes, s.Blocker = goes.segments, goes.bytes, blocked.segments, blocked.bytes, -1
	if blocker != nil {
		s.Blocker = blocker.Segment.Base
	}
	w.words(&s, blocker)
	return &s, nil
}

// words names the one cause first.
func (w *wording) words(s *message.Summary, blocker *plog.Verdict) {
	c := w.log.Config()
	switch {
	case !c.Delete:
		s.Head = "Nothing is deleted by age or size: cleanup.policy does not ask for it."
	case s.Blocked > 0:
		s.Head = fmt.Sprintf("%s, %s, %s past %s and %s because of one that is older.", segmentCount(s.Blocked), size(s.BlockedBytes), verb(s.Blocked, "is", "are"), limit(c.RetentionMs), verb(s.Blocked, "stays", "stay"))
		m := w.verdict(*blocker)
		s.Text = fmt.Sprintf("Segment %s: %s Deletion goes oldest first and stops at the first segment that is not due, so it blocks every newer one.", grouped(s.Blocker), m.Sentence)
		s.Command = fmt.Sprintf("echo '{\"partitions\":[{\"topic\":%q,\"partition\":%d,\"offset\":%d}],\"version\":1}' > p.json\nkafka-delete-records --bootstrap-server localhost:9092 --offset-json-file p.json",
			w.log.Partition().Topic, w.log.Partition().Number, blocker.Next)
	case s.Going > 0:
		s.Head = fmt.Sprintf("%s, %s, %s at the next check.", segmentCount(s.Going), size(s.GoingBytes), verb(s.Going, "goes", "go"))
	default:
		s.Head = "No segment is past a limit."
	}
}

func segmentCount(segments int) string {
	return grouped(int64(segments)) + " " + verb(segments, "segment", "segments")
}

func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
