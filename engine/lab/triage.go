package lab

import (
	"fmt"
	"strconv"
	"strings"

	"logarium/engine/cluster"
	"logarium/engine/message"
	"logarium/engine/plog"
	"logarium/engine/shell"
)

// triage answers the first four questions that somebody asks whose disk is full: which policy, is rolling healthy, does
// retention fit the write rate, where are the consumers. Before them come the marks of the leader's log.
func (l *Lab) triage(c *shell.Call) int {
	if len(c.Args) != 1 {
		return c.Fail("expected a partition")
	}
	k, _ := l.at(c, params{Partition: c.Args[0]})
	info, ok := k.leads()
	if ok && info.Leader > 0 {
		k.broker = k.cluster.Broker(info.Leader)
	}
	log, err := k.log()
	if err != nil {
		return c.Fail("%v", err)
	}
	t := triaging{k, log, c}
	t.marks(info)
	t.policy()
	if err := t.rolling(); err != nil {
		return c.Fail("%v", err)
	}
	if err := t.retention(); err != nil {
		return c.Fail("%v", err)
	}
	t.consumers()
	return 0
}

type triaging struct {
	*look
	log  *plog.Log
	call *shell.Call
}

func (t *triaging) say(topic, format string, args ...any) {
	t.call.Printf("%-10s %s\n", topic, fmt.Sprintf(format, args...))
}

// leads is what the controller knows of the partition.
func (k *look) leads() (cluster.PartitionInfo, bool) {
	at := strings.LastIndexByte(k.p.Partition, '-')
	if at < 0 {
		return cluster.PartitionInfo{}, false
	}
	topic, ok := k.cluster.Topic(k.p.Partition[:at])
	n, err := strconv.Atoi(k.p.Partition[at+1:])
	if !ok || err != nil || n < 0 || n >= len(topic.Partitions) {
		return cluster.PartitionInfo{}, false
	}
	return topic.Partitions[n], true
}

func (t *triaging) marks(info cluster.PartitionInfo) {
	l := t.log
	t.say("marks", "log start %d, last stable %d, high watermark %d, log end %d; leader %d, ISR %s of %s",
		l.LogStartOffset(), l.LastStableOffset(), l.HighWatermark(), l.LogEndOffset(), info.Leader, ids(info.ISR), ids(info.Replicas))
	switch {
	case l.HighWatermark() < l.LogEndOffset():
		t.say("", "the high watermark is behind: followers lag, or too few replicas are in sync; nobody reads beyond it")
	case l.LastStableOffset() < l.HighWatermark():
		t.say("", "a transaction is open: read_committed consumers stop at %d", l.LastStableOffset())
	}
}

func ids(list []int32) string {
	words := make([]string, len(list))
	for i, id := range list {
		words[i] = strconv.Itoa(int(id))
	}
	return strings.Join(words, ",")
}

// policy says which rules hold, and where they come from.
func (t *triaging) policy() {
	t.say("policy", "%s, %s, %s", t.setting("cleanup.policy"), t.setting("retention.ms"), t.setting("retention.bytes"))
	if c := t.log.Config(); !c.Delete && !c.Compact {
		t.say("", "neither deletes nor compacts: the log grows for ever")
	} else if !c.Delete {
		t.say("", "compaction only: retention.* counts for nothing, the last record of each key stays")
	}
}

// setting is a setting of the topic with its value as people read it, and the layer that wins.
func (t *triaging) setting(name string) string {
	settings, err := t.cluster.Settings(cluster.Resource{Type: cluster.TopicResource, Name: t.log.Partition().Topic})
	if err != nil {
		return name + " unknown"
	}
	for _, s := range settings {
		if s.Name == name {
			return fmt.Sprintf("%s=%s (%s)", name, s.Value, s.Source)
		}
	}
	return name + " not set"
}

// rolling says how full the active segment is and what it holds back.
func (t *triaging) rolling() error {
	c := t.log.Config()
	s, err := t.segment(t.log, t.log.ActiveBase(), judged{})
	if err != nil {
		return err
	}
	n := t.log.NumberOfSegments()
	text := fmt.Sprintf("%s; the active one, %d, holds %s", amount(n, "segment"), s.Base, sizeOf(s.Size, int64(c.SegmentBytes)))
	if s.FirstTs < 0 {
		t.say("rolling", "%s", text)
		return nil
	}
	span := t.cluster.Now() - s.FirstTs
	t.say("rolling", "%s, from %s ago; segment.ms is %s", text, age(span), limit(c.SegmentMs))
	sealed := (t.log.Size() - s.Size) / int64(max(1, n-1))
	switch {
	case c.Delete && c.RetentionMs >= 0 && span > c.RetentionMs && s.LargestTs+c.RetentionMs >= t.cluster.Now():
		t.say("", "not healthy: records older than retention.ms share the active segment with new ones; only whole segments go. Lower segment.bytes or segment.ms")
	case n > manySegments && sealed < smallSegment:
		t.say("", "not healthy: %d closed segments of %s on average; each costs files, handles and a deletion. Raise segment.bytes", n-1, size(sealed))
	default:
		t.say("", "healthy")
	}
	return nil
}

// From so many segments on, so small ones are too many.
const (
	manySegments = 50
	smallSegment = 16 << 20
)

// retention compares what is kept with what is written, and says what the oldest segment waits for.
func (t *triaging) retention() error {
	c, now := t.log.Config(), t.cluster.Now()
	first, err := t.oldest()
	if err != nil {
		return err
	}
	if first.FirstTs < 0 || first.FirstTs >= now {
		t.say("retention", "%s kept", size(t.log.Size()))
		return nil
	}
	span := now - first.FirstTs
	rate := float64(t.log.Size()) / float64(span)
	t.say("retention", "%s kept, the oldest record %s old: %s a day are written", size(t.log.Size()), age(span), size(int64(rate*86_400_000)))
	if c.Delete && c.RetentionMs >= 0 {
		t.say("", "at this rate retention.ms keeps %s, and one segment more", size(int64(rate*float64(c.RetentionMs))))
	}
	v, err := t.verdicts()
	if err == nil && len(v.Verdicts) > 0 {
		t.say("", "segment %d: %s", v.Verdicts[0].Base, v.Verdicts[0].Sentence)
	}
	return err
}

func (t *triaging) oldest() (message.Segment, error) {
	for s := range t.log.Segments(0) {
		return t.segment(t.log, s.Base(), judged{})
	}
	return message.Segment{FirstTs: -1}, nil
}

const shownGroups = 5

func (t *triaging) consumers() {
	n, topic := 0, "consumers"
	for _, g := range t.look.consumers().Groups {
		for _, o := range g.Offsets {
			if o.Partition != t.log.Name() {
				continue
			}
			if n++; n <= shownGroups {
				where := "lag " + strconv.FormatInt(o.Lag, 10)
				if o.Where != "within" {
					where = o.Where + " the log: out of range, auto.offset.reset decides"
				}
				t.say(topic, "%s at %d, %s", g.ID, o.Offset, where)
				topic = ""
			}
		}
	}
	switch {
	case n == 0:
		t.say("consumers", "no group has committed an offset here; reading deletes nothing anyway")
	case n > shownGroups:
		t.say("", "and %s more", amount(n-shownGroups, "group"))
	}
}

// amount is "1 segment" or "2 segments".
func amount(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
