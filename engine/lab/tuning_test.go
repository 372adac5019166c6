package lab

import (
	"fmt"
	"strings"
	"testing"

	"logarium/engine/message"
	"logarium/engine/store"
)

// TestCards: every setting that has a card has a value, says a number or a rule, and its command runs, on a topic that is deleted from and on
// one that is compacted.
func TestCards(t *testing.T) {
	for _, policy := range []string{"delete", "compact"} {
		l := newLab(t, store.NewMemory())
		ok(t, l, "kafka-topics --create --topic a --partitions 1 --config internal.segment.bytes=20000 --config retention.bytes=40000 --config cleanup.policy="+policy)
		ok(t, l, "produce a --count 20 --size 9000 --keys 3")
		out := l.Exec(nil, "tuning a-0", false).Out
		cards := strings.Split(strings.TrimSpace(out), "\n")
		if len(cards) != 3*len(tuned()) {
			t.Fatalf("%s", out)
		}
		for i, name := range tuned() {
			if value, said := strings.CutPrefix(cards[3*i], name+"="); !said || value == "" {
				t.Errorf("%s: %q", name, cards[3*i])
			}
			if one := l.Exec(nil, "tuning a-0 "+name, false); one.Exit != 0 || strings.TrimSpace(one.Out) != strings.Join(cards[3*i:3*i+3], "\n") {
				t.Errorf("%s alone: %+v", name, one)
			}
			try := strings.TrimPrefix(cards[3*i+2], "  try  ")
			if res := l.Exec(nil, try, false); res.Exit != 0 || res.Out == "" {
				t.Errorf("%s: %s: %+v", name, try, res)
			}
		}
	}
}

// TestCardsCount: the numbers are those of the log.
func TestCardsCount(t *testing.T) {
	l := newLab(t, store.NewMemory())
	ok(t, l, "kafka-topics --create --topic a --partitions 1 --config internal.segment.bytes=20000 --config retention.bytes=40000")
	ok(t, l, "produce a --count 20 --size 9000")
	v := view[message.Partition](t, l, "partition", `{"partition":"a-0"}`)
	for name, want := range map[string]string{
		"segment.bytes":   "20000\n  now  10 segments, the largest of 18",
		"retention.bytes": fmt.Sprintf("40000\n  now  the log has %d bytes; 7 of 10 segments go at the next check", v.Size),
		"flush.messages":  "9223372036854775807\n  now  no fsync has reached ",
		"cleanup.policy":  "delete\n  now  nothing but whole segments goes",
	} {
		if res := l.Exec(nil, "tuning a-0 "+name, false); !strings.HasPrefix(res.Out, name+"="+want) {
			t.Errorf("%q", res.Out)
		}
	}
	ok(t, l, "kafka-topics --create --topic one --partitions 1")
	if res := l.Exec(nil, "tuning one-0 segment.bytes", false); !strings.Contains(res.Out, "  now  1 segment, the largest of 0 bytes") {
		t.Errorf("%q", res.Out)
	}
	for _, line := range []string{"tuning", "tuning b-0", "tuning a-0 segment.jitter.ms"} {
		if res := l.Exec(nil, line, false); res.Exit == 0 {
			t.Errorf("%s: %+v", line, res)
		}
	}
}
