package lesson

import (
	"strings"
	"testing"

	"logarium/engine/lab"
	"logarium/engine/store"
)

// TestDraft: what a lab exports is a lesson, and after a rewrite one that comes out.
func TestDraft(t *testing.T) {
	l, err := lab.New(store.NewMemory(), lab.Options{Name: "mine"})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"lab new mine --property log.retention.check.interval.ms=1000",
		"kafka-topics --create --topic a --partitions 2 --replication-factor 1 --config segment.bytes=1048576",
		"kafka-producer-perf-test --topic a --num-records 200 --record-size 16312 --throughput 40 --producer-props bootstrap.servers=localhost:9092",
		"clock advance 1m", "echo 'a b' > x.txt", "produce a --count 3",
	} {
		if res := l.Exec(nil, line, false); res.Exit != 0 {
			t.Fatalf("%s: %s", line, res.Err)
		}
	}
	draft := l.Exec(nil, "lesson export", false)
	if draft.Exit != 0 {
		t.Fatal(draft.Err)
	}
	text, err := Rewrite("draft.md", draft.Out, lab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	made, err := Parse("draft.md", text)
	if err != nil {
		t.Fatal(err)
	}
	wrong, err := Verify(made, lab.Options{})
	if err != nil || len(wrong) > 0 {
		t.Fatal(err, wrong)
	}
	if len(made.Steps) != 2 || made.Title != "mine" || !strings.Contains(text, "bases(a-1) == [") {
		t.Errorf("%d steps\n%s", len(made.Steps), text)
	}
	if res := l.Exec(nil, "lesson", false); res.Exit == 0 {
		t.Error("lesson alone does something")
	}
}
