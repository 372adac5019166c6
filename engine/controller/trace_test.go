package controller

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"logarium/engine/checkpoint"
	"logarium/engine/config"
	"logarium/engine/event"
	"logarium/engine/kerr"
	"logarium/engine/metadata"

	"github.com/google/go-cmp/cmp"
)

// TestTraces lets the controller alone take part in every recorded cluster of real Kafka: what brokers have sent comes from the
// recording, and its records, errors, lines and the state of brokers and partitions have to be the same after each operation.
func TestTraces(t *testing.T) {
	dirs, err := filepath.Glob(goldenRoot + "/*replica-*")
	if err != nil || len(dirs) < 15 {
		t.Fatalf("%d traces: %v", len(dirs), err)
	}
	for _, dir := range dirs {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			ops, want := lines(t, dir+"/ops.jsonl"), lines(t, dir+"/trace.jsonl")
			s := &stage{}
			for i, op := range ops {
				if auto := false; op.read("autoAlter", &auto) && auto {
					return // the requests that were answered on the way are not in the recording
				}
				if diff := s.compare(op, want[i]); diff != "" {
					t.Fatalf("line %d: %.300s\n%s", i+1, mustJSON(op), diff)
				}
			}
		})
	}
}

// stage is a controller among recorded brokers.
type stage struct {
	c                    *Controller
	env                  Env
	said                 []string
	ids                  []int32
	cleanly              map[int32]int64 // broker epoch in the clean shutdown markers
	incarnations, topics int
}

func (s *stage) compare(op, want fields) string {
	want.read("now", &s.env.Now)
	s.said = nil
	records, err := s.run(op, want)
	if s.c == nil {
		return ""
	}
	var diff strings.Builder
	var expected, got []string
	var ok fields
	if want.read("ok", &ok) && ok.read("records", &expected) {
		for _, r := range records {
			got = append(got, sorted(r.String()))
		}
		diff.WriteString(cmp.Diff(append([]string{}, expected...), append([]string{}, got...)))
	}
	if code := ok.str("error"); op.str("op") == "elect" || op.str("op") == "reassign" {
		diff.WriteString(cmp.Diff(code, map[bool]string{true: "", false: kerr.Code(err)}[code == "" && err == nil]))
	}
	diff.WriteString(cmp.Diff(controllerLines(want), s.said))
	diff.WriteString(s.compareState(want))
	return diff.String()
}

// compareState compares the brokers and partitions that the operation has changed.
func (s *stage) compareState(want fields) string {
	var cluster struct {
		Brokers    map[string]map[string]any
		Partitions map[string]map[string]any
	}
	if !want.read("cluster", &cluster) {
		return ""
	}
	var diff strings.Builder
	for name, p := range cluster.Partitions {
		is, _ := s.c.Image().Partitions.Get(name)
		diff.WriteString(cmp.Diff(mustJSON(p), mustJSON(stateOf(is))))
	}
	for _, id := range s.ids {
		b, registered := s.c.Image().Brokers.Get(id)
		w, listed := cluster.Brokers[itoa(id)]
		if listed && registered {
			diff.WriteString(cmp.Diff(fmt.Sprint(w["epoch"], w["fenced"], w["shuttingDown"] != nil), fmt.Sprint(b.Epoch, b.Fenced, b.ShuttingDown)))
		}
	}
	return diff.String()
}

func (s *stage) replay(records []Record) []Record {
	s.c.Replay(s.env, records)
	return records
}

func (s *stage) run(op, want fields) (records []Record, err error) {
	id := op.number("broker", 0)
	if _, failed := want["error"]; failed && op.str("op") != "start" {
		return nil, nil
	}
	switch op.str("op") {
	case "clusterOpen":
		s.open(op)
	case "createPartition":
		s.create(op)
	case "kill":
		s.c.Touch(s.env, id)
		if fence := true; !op.read("fence", &fence) || fence {
			_, records = s.c.Fence(s.env, id)
		}
	case "stop":
		return s.stop(id, op)
	case "start":
		return s.start(id, op)
	case "fence":
		_, records = s.c.Fence(s.env, id)
	case "unfence":
		_, records, err = s.c.Heartbeat(s.env, Heartbeat{ID: id, Epoch: s.epoch(id), Metadata: s.c.Image().Offset - 1})
	case "elect":
		records, err = s.elect(op)
	case "reassign":
		topic, n := split(op)
		records, err = s.c.Reassign(s.env, topic, n, op.ids("replicas"))
	case "topicConfig":
		records = s.c.TopicConfig(op.str("topic"), changes(op))
	case "alterPartition":
		if how := op.str("answer"); how == "" || how == "controller" {
			return s.alter(want)
		}
	}
	return s.replay(records), err
}

func (s *stage) epoch(id int32) int64 {
	b, _ := s.c.Image().Brokers.Get(id)
	return b.Epoch
}

func split(op fields) (string, int32) {
	name := op.str("partition")
	if name == "" {
		return "t", 0
	}
	dash := strings.LastIndexByte(name, '-')
	var n int32
	fmt.Sscan(name[dash+1:], &n)
	return name[:dash], n
}

func changes(op fields) (list []ConfigChange) {
	var m map[string]*string
	op.read("config", &m)
	for name, value := range m {
		c := ConfigChange{Name: name}
		if value != nil {
			c.Value, c.Set = *value, true
		}
		list = append(list, c)
	}
	return list
}

func (s *stage) open(op fields) {
	elr, session := true, int64(0)
	op.read("elr", &elr)
	op.read("sessionTimeoutMs", &session)
	s.c, s.ids, s.cleanly = New(Options{ELR: elr, Session: session}), op.ids("brokers"), map[int32]int64{}
	var defaults, broker map[string]string
	op.read("defaults", &defaults)
	op.read("config", &broker)
	var static config.Properties
	for _, m := range []map[string]string{defaults, broker} {
		for k, v := range m {
			static = static.With(k, v)
		}
	}
	s.env.Defaults = config.Broker{Static: static}
	s.env.Emit = func(e event.Event) {
		if e.(event.Logged).Line().Level < event.INFO {
			return
		}
		s.said = append(s.said, sorted(e.(event.Logged).Line().Text))
	}
	features := []Record{FeatureRecord{"metadata.version", 34}}
	if elr {
		features = append(features, FeatureRecord{"eligible.leader.replicas.version", 1})
	}
	s.replay(features)
	if start := true; !op.read("start", &start) || start {
		for _, id := range s.ids {
			s.start(id, fields{})
		}
	}
}

func (s *stage) start(id int32, op fields) ([]Record, error) {
	previous, clean := s.cleanly[id]
	if !clean {
		previous = -1
	}
	s.incarnations++
	epoch, records, err := s.c.Register(s.env, Registration{ID: id, Incarnation: uuid("incarnat", s.incarnations), PreviousEpoch: previous, Dirs: []string{uuid("dir\x00\x00\x00\x00\x00", int(id))}, Host: "b" + itoa(id), Port: 9092})
	if err != nil {
		return nil, err
	}
	s.replay(records)
	delete(s.cleanly, id)
	if unfence := true; !op.read("unfence", &unfence) || unfence {
		_, more, err := s.c.Heartbeat(s.env, Heartbeat{ID: id, Epoch: epoch, Metadata: s.c.Image().Offset - 1})
		return append(records, s.replay(more)...), err
	}
	return records, nil
}

func uuid(prefix string, n int) string {
	return checkpointUUID([]byte(prefix), n)
}

func (s *stage) stop(id int32, op fields) (all []Record, err error) {
	for down := false; !down; {
		r, records, err := s.c.Heartbeat(s.env, Heartbeat{ID: id, Epoch: s.epoch(id), Metadata: s.c.Image().Offset - 1, WantDown: true})
		if err != nil {
			return nil, err
		}
		all = append(all, s.replay(records)...)
		down = r.ShouldGoDown
	}
	s.cleanly[id] = s.epoch(id)
	if keep := false; !op.read("keepSession", &keep) || !keep {
		s.c.Expire(id)
	}
	return all, nil
}

func (s *stage) elect(op fields) ([]Record, error) {
	topic, n := split(op)
	switch op.str("type") {
	case "balance":
		return s.c.Balance(s.env), nil
	case "uncleanTask":
		return s.c.UncleanTask(s.env), nil
	case "unclean":
		return s.c.Elect(s.env, topic, n, Unclean)
	}
	return s.c.Elect(s.env, topic, n, Preferred)
}

func (s *stage) create(op fields) {
	topic, n := split(op)
	var records []Record
	if _, ok := s.c.Image().Topics.Get(topic); !ok {
		s.topics++
		records = append(records, TopicRecord{topic, uuid("topic\x00\x00\x00", s.topics)})
		configs := changes(op)
		slices.SortFunc(configs, func(a, b ConfigChange) int { return strings.Compare(a.Name, b.Name) })
		for _, c := range configs {
			records = append(records, ConfigRecord{topic, c.Name, c.Value, true})
		}
	}
	p := metadata.Partition{
		Topic: topic, Number: n, Replicas: op.ids("replicas"), ISR: op.ids("isr"), ELR: op.ids("elr"), LastKnownELR: op.ids("lastKnownElr"),
		Leader: op.number("leader", op.ids("replicas")[0]), LeaderEpoch: op.number("leaderEpoch", 0), PartitionEpoch: op.number("partitionEpoch", 0),
	}
	if p.ISR == nil {
		p.ISR = p.Replicas
	}
	for _, id := range p.Replicas {
		p.Directories = append(p.Directories, uuid("dir\x00\x00\x00\x00\x00", int(id)))
	}
	id := uuid("topic\x00\x00\x00", s.topics)
	if t, ok := s.c.Image().Topics.Get(topic); ok {
		id = t.ID
	}
	s.replay(append(records, PartitionRecord{id, p}))
}

// alter sends the request that a broker had sent.
func (s *stage) alter(want fields) ([]Record, error) {
	var ok struct {
		Request struct {
			Broker      int32
			BrokerEpoch int64
			Changes     []struct {
				Partition                   string
				LeaderEpoch, PartitionEpoch int32
				Recovery                    string
				NewISR                      [][2]int64 `json:"newIsr"`
			}
		}
		Response []struct{ Partition, Error string }
		Records  []string
	}
	if !want.read("ok", &ok) {
		return nil, nil // there was no request
	}
	q := metadata.AlterPartition{Broker: ok.Request.Broker, BrokerEpoch: ok.Request.BrokerEpoch}
	for _, ch := range ok.Request.Changes {
		topic, n := split(fields{"partition": json.RawMessage(mustJSON(ch.Partition))})
		p := metadata.PartitionChange{Topic: topic, TopicID: s.c.topicID(topic), Partition: n, LeaderEpoch: ch.LeaderEpoch, PartitionEpoch: ch.PartitionEpoch, Recovery: recovery(ch.Recovery)}
		for _, m := range ch.NewISR {
			p.ISR = append(p.ISR, metadata.Member{ID: int32(m[0]), Epoch: m[1]})
		}
		q.Changes = append(q.Changes, p)
	}
	answer, records, err := s.c.AlterPartition(s.env, q)
	for i, r := range ok.Response {
		if got := answer.Partitions[i].Error; got != r.Error && (got != "" || r.Error != "NONE") {
			return records, fmt.Errorf("answer %s instead of %s", got, r.Error)
		}
	}
	return s.replay(records), err
}

// checkpointUUID is an id of 16 bytes: eight given ones and a number.
func checkpointUUID(prefix []byte, n int) string {
	var u checkpoint.UUID
	copy(u[:], prefix)
	u[15] = byte(n)
	return u.String()
}
