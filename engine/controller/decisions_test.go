package controller

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"

	"logarium/engine/metadata"

	"github.com/google/go-cmp/cmp"
)

const goldenRoot = "../conform/testdata/golden"

type fields map[string]json.RawMessage

func (f fields) read(name string, v any) bool {
	raw, ok := f[name]
	if ok {
		if err := json.Unmarshal(raw, v); err != nil {
			panic(fmt.Sprintf("%s: %v", name, err))
		}
	}
	return ok
}

func (f fields) str(name string) (s string) { f.read(name, &s); return }
func (f fields) ids(name string) (n []int32) {
	f.read(name, &n)
	return
}

func (f fields) number(name string, def int32) int32 { f.read(name, &def); return def }

func lines(t *testing.T, path string) (list []fields) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(nil, 16<<20)
	for s.Scan() {
		var one fields
		if err := json.Unmarshal(s.Bytes(), &one); err != nil {
			t.Fatal(err)
		}
		list = append(list, one)
	}
	return list
}

// TestDecisions compares PartitionChangeBuilder's decisions with real Kafka's: every combination of a small ISR, ELR and set of
// living replicas, with each kind of election.
func TestDecisions(t *testing.T) {
	ops, want := lines(t, goldenRoot+"/replica-elections-table/ops.jsonl"), lines(t, goldenRoot+"/replica-elections-table/trace.jsonl")
	for i, op := range ops[1:] {
		compareDecision(t, op, want[i+1])
	}
}

// TestRandomDecisions does so for arbitrary ones, out of 12,000 that were compared: among them states that no sequence of
// decisions leads to, such as a replica in ISR and ELR, and moves of replicas in every stage.
func TestRandomDecisions(t *testing.T) {
	all := lines(t, "testdata/decisions.jsonl")
	for i := 0; i < len(all); i += 2 {
		compareDecision(t, all[i], all[i+1])
	}
}

func compareDecision(t *testing.T, op, want fields) {
	t.Helper()
	var said []string
	if diff := cmp.Diff(outcome(want), decision(op, &said)); diff != "" {
		t.Errorf("%s\n%s", mustJSON(op), diff)
	}
	if diff := cmp.Diff(sortedAll(controllerLines(want)), said); diff != "" {
		t.Errorf("log: %s\n%s", mustJSON(op), diff)
	}
}

func sortedAll(list []string) []string {
	for i := range list {
		list[i] = sorted(list[i])
	}
	return list
}

func mustJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func outcome(f fields) string {
	var ok map[string]any
	f.read("ok", &ok)
	return mustJSON(ok)
}

// decision performs the operation partitionChange.
func decision(op fields, said *[]string) string {
	p := metadata.Partition{
		Replicas: op.ids("replicas"), ISR: op.ids("isr"), ELR: op.ids("elr"), LastKnownELR: op.ids("lastKnownElr"), Adding: op.ids("adding"), Removing: op.ids("removing"),
		Leader: op.number("leader", -1), LeaderEpoch: op.number("leaderEpoch", 0), PartitionEpoch: op.number("partitionEpoch", 0), Recovery: recovery(op.str("recovery")),
	}
	const unassigned = "AAAAAAAAAAAAAAAAAAAAAQ"
	for range p.Replicas {
		p.Directories = append(p.Directories, unassigned)
	}
	elr := true
	op.read("elrOn", &elr)
	acceptable := op.ids("acceptable")
	d := &Change{
		Partition: p, TopicID: "AAAAAAAAAAAAAAAAAAAAAA", Acceptable: func(id int32) bool { return slices.Contains(acceptable, id) },
		Election: map[string]Election{"": Online, "ONLINE": Online, "PREFERRED": Preferred, "UNCLEAN": Unclean}[op.str("election")],
		MinISR:   int(op.number("minIsr", 1)), ELR: elr, OldEpochs: op.str("metadataVersion") == "3.5", Recovery: metadata.Unchanged,
		Directory: func(int32) string { return unassigned },
		ISR:       op.ids("targetIsr"), Replicas: op.ids("targetReplicas"), Adding: op.ids("targetAdding"), Removing: op.ids("targetRemoving"), Unclean: op.ids("uncleanShutdown"),
	}
	if _, ok := op["targetRecovery"]; ok {
		d.Recovery = recovery(op.str("targetRecovery"))
	}
	r, changed := d.Decide(func(leader int32, how string, r PartitionChange) {
		*said = append(*said, sorted(fmt.Sprintf("Setting new leader for topicId %s, partition %d to %d %s. Previous partition: %s, change record: %s", d.TopicID, p.Number, leader, how, p, r)))
	})
	if !changed {
		return `{"changed":false}`
	}
	return mustJSON(described(Merge(p, r), sorted(r.String())))
}

func recovery(s string) metadata.Recovery {
	if s == "RECOVERING" {
		return metadata.Recovering
	}
	return metadata.Recovered
}

func described(p metadata.Partition, record string) map[string]any {
	o := stateOf(p)
	o["changed"], o["record"] = true, record
	return o
}

// state1 is a partition as the recorded results describe it.
func stateOf(p metadata.Partition) map[string]any {
	o := map[string]any{
		"replicas": list(p.Replicas), "isr": ordered(p.ISR), "elr": ordered(p.ELR), "lastKnownElr": ordered(p.LastKnownELR),
		"leader": p.Leader, "leaderEpoch": p.LeaderEpoch, "partitionEpoch": p.PartitionEpoch, "recovery": p.Recovery.String(),
	}
	if len(p.Adding) > 0 {
		o["adding"] = p.Adding
	}
	if len(p.Removing) > 0 {
		o["removing"] = p.Removing
	}
	return o
}

func list(ids []int32) []int32 { return append([]int32{}, ids...) }

func ordered(ids []int32) []int32 {
	l := list(ids)
	slices.Sort(l)
	return l
}

var (
	sets   = regexp.MustCompile(`([iI]sr=\[|LeaderReplicas=\[|[eE]lr=\[)(\d+(?:, \d+)+)`)
	states = regexp.MustCompile(`BrokerState\([^()]*\)(?:, BrokerState\([^()]*\))+`)
)

// sorted puts ISR and ELR into the order of their ids: Kafka's own differs from one run to the next.
func sorted(s string) string {
	s = sets.ReplaceAllStringFunc(s, func(m string) string {
		open := strings.IndexByte(m, '[') + 1
		ids := strings.Split(m[open:], ", ")
		sort.Strings(ids)
		return m[:open] + strings.Join(ids, ", ")
	})
	return states.ReplaceAllStringFunc(s, func(m string) string {
		all := strings.SplitAfter(m, ")")
		for i := range all {
			all[i] = strings.TrimPrefix(all[i], ", ")
		}
		all = all[:len(all)-1]
		sort.Strings(all)
		return strings.Join(all, ", ")
	})
}

// controllerLines are the lines of the controller's classes in a recorded result.
func controllerLines(f fields) (list []string) {
	var log [][]any // level, logger, text, and what was thrown
	f.read("log", &log)
	for _, l := range log {
		if strings.HasPrefix(l[1].(string), classes) {
			list = append(list, l[2].(string))
		}
	}
	return list
}

func unmarshal(text string, v any) error { return json.Unmarshal([]byte(text), v) }
