package lab

import (
	"strings"
	"testing"

	"logarium/engine/message"
	"logarium/engine/store"
)

// TestOutOfRangeHasACause: whoever asks for what is gone is led to the event behind it and to the command in which that happened: each rule
// of retention, a client's request, and a truncation. What an earlier topic of the name lost, or nobody ever had, has no cause.
func TestOutOfRangeHasACause(t *testing.T) {
	const small = "kafka-topics --create --topic t --partitions 1 --replication-factor 1 --config internal.segment.bytes=16384"
	const records = "produce t --count 40 --batch-bytes 1000"
	request := `echo '{"partitions":[{"topic":"t","partition":0,"offset":20}],"version":1}' > d.json` + "\nkafka-delete-records --offset-json-file d.json"
	for name, c := range map[string]struct {
		script string
		offset string
		pos    int
		want   string // "": no cause
	}{
		"age":          {small + " --config retention.ms=60000\n" + records + "\nclock advance 7m", "18", 3, "Deleting segment LogSegment(baseOffset=16, "},
		"the first":    {small + " --config retention.ms=60000\n" + records + "\nclock advance 7m", "0", 3, "due to log retention time 60000ms breach"},
		"size":         {small + " --config retention.bytes=20000\n" + records + "\nclock advance 7m", "3", 3, "due to log retention size 20000 breach"},
		"request":      {small + "\n" + records + "\n" + request, "19", 4, "Incremented log start offset to 20 due to client delete records request"},
		"request,pass": {small + "\n" + records + "\n" + request + "\nclock advance 7m", "3", 4, "Incremented log start offset to 20 due to client delete records request"},
		"never there":  {small + "\n" + records, "40", 0, ""},
		"another one": {small + " --config retention.ms=60000\n" + records + "\nclock advance 7m\nkafka-topics --delete --topic t\nclock advance 5m\n" + small + "\n" + records + "\n" + request,
			"3", 9, "Incremented log start offset to 20 due to client delete records request"},
	} {
		l := newLab(t, store.NewMemory())
		if res := l.Run(nil, c.script); res.Exit != 0 {
			t.Fatal(name, res)
		}
		v := view[message.Follow](t, l, "follow", `{"partition":"t-0","offset":`+c.offset+`}`)
		got := ""
		for _, s := range v.Stations {
			if s.Kind == "cause" {
				got = s.Text
				if s.Pos != c.pos || s.Layer != "log" {
					t.Errorf("%s: %+v", name, s)
				}
			}
		}
		if !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestConsumeTellsTheCause: a consumer whose group stands before the log start says what moved it, with each policy of a reset.
func TestConsumeTellsTheCause(t *testing.T) {
	l := newLab(t, store.NewMemory())
	for _, line := range []string{"kafka-topics --create --topic t --partitions 1 --replication-factor 1 --config internal.segment.bytes=16384 --config retention.ms=60000",
		"produce t --count 40 --batch-bytes 1000", "consume t --group g --max-messages 5", "clock advance 7m"} {
		ok(t, l, line)
	}
	const cause = "offset 5: the cause is in command 4: [2025-01-01 00:05:30,000] [UnifiedLog partition=t-0, dir=/tmp/kafka-logs] Deleting segment LogSegment(baseOffset=0, "
	for _, policy := range []string{"none", "latest"} {
		if res := l.Exec(nil, "consume t --group g --reset "+policy, false); !strings.Contains(res.Err, cause) || (res.Exit == 0) != (policy == "latest") {
			t.Errorf("%s: %+v", policy, res)
		}
	}
}

// TestTruncationIsACause: the record that only a dead leader had is beyond the end of the log when that leader follows another.
func TestTruncationIsACause(t *testing.T) {
	l := newLab(t, store.NewMemory())
	for _, line := range []string{"lab new --brokers 3", "kafka-topics --create --topic t --partitions 1 --replication-factor 3", "produce t --count 10", "clock advance 2s",
		"replica pause 2", "replica pause 3", "produce t --acks 1 --count 3", "kill -9 101", "clock advance 12s", "replica resume 2", "replica resume 3", "produce t --acks all", "broker start 1", "clock advance 5s"} {
		ok(t, l, line)
	}
	v := view[message.Follow](t, l, "follow", `{"partition":"t-0","offset":12,"broker":1}`)
	if s := station(t, v, "cause"); !strings.HasSuffix(s.Text, "Truncating to offset 10") || s.Pos == 0 {
		t.Errorf("%+v", s)
	}
}
