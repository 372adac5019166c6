package lab

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"logarium/engine/message"
)

// TestAgendaFollowsTheClock: after commands, jumps of the wall clock and steps through the history it is what it would be if all tasks
// were looked at.
func TestAgendaFollowsTheClock(t *testing.T) {
	l, _ := segments(t, 40)
	agree := func(after string) {
		t.Helper()
		followed := looked(t, l)
		kept := l.agenda
		l.agenda = agenda{}
		if diff := cmp.Diff(looked(t, l), followed); diff != "" {
			t.Errorf("after %s:\n%s", after, diff)
		}
		l.agenda = kept
	}
	for _, line := range []string{
		"clock advance 1s", "kafka-configs --alter --entity-type topics --entity-name big --add-config retention.ms=1000,file.delete.delay.ms=3000",
		"step --task kafka-log-retention", "clock jump +1h", "produce big --record k:v", "clock advance 2s", "undo", "goto 3", "redo", "clock advance 5s",
	} {
		ok(t, l, line)
		agree(line)
	}
}

func TestScheduleHasAWindow(t *testing.T) {
	l, _ := segments(t, 20)
	all := view[message.Schedule](t, l, "schedule", "")
	if all.Total != len(all.Tasks) || all.Total < 5 || all.From != 0 {
		t.Fatalf("%+v", all)
	}
	some := view[message.Schedule](t, l, "schedule", `{"from":2,"limit":3}`)
	if diff := cmp.Diff(all.Tasks[2:5], some.Tasks); diff != "" || some.Total != all.Total || some.From != 2 {
		t.Errorf("%d of %d from %d: %s", len(some.Tasks), some.Total, some.From, diff)
	}
	last := view[message.Schedule](t, l, "schedule", `{"from":-1}`)
	if len(last.Tasks) != 1 || last.Tasks[0].ID != all.Tasks[all.Total-1].ID {
		t.Errorf("%+v", last.Tasks)
	}
}
