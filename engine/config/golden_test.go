package config

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"logarium/engine/kerr"
)

type traceLine struct {
	Op     string
	Config map[string]string
	OK     json.RawMessage
	Error  *struct{ Class, Message, Code string }
	Log    [][]any
}

func readTrace(t *testing.T, name string) (lines []traceLine) {
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		var l traceLine
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, l)
	}
	return lines
}

// TestGolden replays what Kafka 4.4.0 answered: its topic definitions, and values that it takes or refuses.
func TestGolden(t *testing.T) {
	ops, want := readTrace(t, "definitions.ops.jsonl"), readTrace(t, "definitions.trace.jsonl")
	for i, op := range ops {
		switch op.Op {
		case "configDef":
			compareDefinitions(t, want[i].OK)
		case "configCheck":
			compareCheck(t, op.Config, want[i])
		}
	}
}

func compareDefinitions(t *testing.T, ok json.RawMessage) {
	var answer struct{ Configs [][]any }
	if err := json.Unmarshal(ok, &answer); err != nil {
		t.Fatal(err)
	}
	ours := TopicDefs()
	if len(ours) != len(answer.Configs) {
		t.Fatalf("%d definitions, want %d", len(ours), len(answer.Configs))
	}
	for i, d := range ours {
		var valid any
		if d.Valid != "" {
			valid = d.Valid
		}
		got, _ := json.Marshal([]any{d.Name, d.Type.String(), d.DefaultValue().java(), valid, d.Internal})
		want, _ := json.Marshal(answer.Configs[i])
		if string(got) != string(want) {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}

func compareCheck(t *testing.T, given map[string]string, want traceLine) {
	var p Properties
	for name, value := range given {
		p = p.With(name, value)
	}
	found, err := Broker{}.Check(p)
	got, wanted := "", ""
	if e := kerr.As(err); e != nil {
		got = e.Class + " " + e.Code + " " + e.Message
	}
	if e := want.Error; e != nil {
		wanted = e.Class + " " + e.Code + " " + e.Message
	}
	if got != wanted {
		t.Errorf("%v: %q, want %q", p, got, wanted)
	}
	if (len(found) > 0) != (len(want.Log) > 0) {
		t.Errorf("%v: duplicates %v, Kafka logged %v", p, found, want.Log)
	}
}

// TestDescribe compares with what kafka-configs --describe --all printed for a topic and a broker.
func TestDescribe(t *testing.T) {
	b := Broker{
		Cluster: PropertiesOf("min.insync.replicas", "1"),
		Static: PropertiesOf("log.dirs", "/var/lib/kafka", "log.segment.bytes", "1048576", "log.retention.ms", "-1",
			"transaction.state.log.num.partitions", "2", "transaction.state.log.replication.factor", "1", "transaction.state.log.min.isr", "1"),
	}
	compareLines(t, "describe-broker.txt", b.DescribeBroker())
	b.Cluster = b.Cluster.With("log.retention.ms", "-1")
	compareLines(t, "describe-topic.txt", b.DescribeTopic(PropertiesOf("segment.index.bytes", "4096")))
}

// compareLines wants every line of ours that Kafka's listing has to be the same, and for a topic no others.
func compareLines(t *testing.T, file string, settings []Setting) {
	data, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	theirs := map[string]string{}
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		name, _, _ := strings.Cut(line, "=")
		theirs[name] = line
	}
	same := 0
	for _, s := range settings {
		line, ok := theirs[s.Name]
		switch {
		case ok && line != s.String():
			t.Errorf("%s\nwant %s", s, line)
		case ok:
			same++
		case s.Def.Update == Anytime:
			t.Errorf("%s is not listed by Kafka", s.Name)
		}
	}
	if same < 37 {
		t.Errorf("%s: only %d lines compared", file, same)
	}
}
