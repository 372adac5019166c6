package controller

import (
	"strings"
	"testing"

	"logarium/engine/event"
	"logarium/engine/metadata"
	"logarium/engine/store"

	"github.com/google/go-cmp/cmp"
)

// begin is a controller with three brokers and the partition t-0 on all of them, min.insync.replicas 2.
func begin(t *testing.T) *stage {
	t.Helper()
	s := &stage{}
	s.open(parsed(t, `{"brokers":[1,2,3],"defaults":{"min.insync.replicas":"2"}}`))
	s.create(parsed(t, `{"partition":"t-0","replicas":[1,2,3]}`))
	return s
}

func parsed(t *testing.T, text string) fields {
	t.Helper()
	var f fields
	if err := unmarshal(text, &f); err != nil {
		t.Fatal(err)
	}
	return f
}

// shown is all that a controller knows, as text.
func shown(c *Controller) string {
	var b strings.Builder
	b.WriteString(itoa(int32(c.image.Offset)) + "\n")
	for _, r := range c.image.Brokers.All() {
		b.WriteString(RegisterRecord{r}.String() + "\n")
	}
	for id, k := range c.brokers.All() {
		b.WriteString(itoa(id) + mustJSON(k) + "\n")
	}
	for name, tp := range c.image.Topics.All() {
		b.WriteString(name + tp.ID + tp.Configs.String() + "\n")
	}
	for _, p := range c.PartitionsOf("") {
		b.WriteString(p.String() + "\n")
	}
	return b.String()
}

func (s *stage) leader(t *testing.T) metadata.Partition {
	t.Helper()
	p, ok := s.c.partition("t", 0)
	if !ok {
		t.Fatal("no partition")
	}
	return p
}

// TestForkAndCode: what happens to a fork does not reach the original, and a controller is the same after it was stored.
func TestForkAndCode(t *testing.T) {
	s := begin(t)
	before, kept := shown(s.c), s.c.Fork()
	_, records := s.c.Fence(s.env, 1)
	s.replay(records)
	if shown(s.c) == before {
		t.Fatal("fencing broker 1 changes nothing")
	}
	if diff := cmp.Diff(before, shown(kept)); diff != "" {
		t.Errorf("the fork changed too: %s", diff)
	}
	blocks := store.NewMemory()
	st, err := store.Open(blocks)
	if err == nil {
		err = st.Commit(s.c.Code)
	}
	if err == nil {
		st, err = store.Open(blocks)
	}
	read := new(Controller)
	if err == nil {
		err = st.Load(read.Code)
	}
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(shown(s.c), shown(read)); diff != "" || read.Options() != s.c.Options() {
		t.Error(diff)
	}
}

// TestSessions: a broker that is silent for longer than its session is fenced, the one that has been silent longest first.
func TestSessions(t *testing.T) {
	s := begin(t)
	s.env.Now += 5000
	s.c.Touch(s.env, 2)
	if id, next := s.c.Stale(s.env); id != 0 || next != DefaultSession+1 {
		t.Errorf("stale %d, next %d", id, next)
	}
	s.env.Now = DefaultSession
	if records := s.c.FenceStale(s.env); records != nil || !s.c.HasSession(s.env, 1) {
		t.Errorf("fenced at the last moment of the session: %v", records)
	}
	s.env.Now++
	s.said = nil
	s.replay(s.c.FenceStale(s.env))
	s.replay(s.c.FenceStale(s.env))
	if p := s.leader(t); p.Leader != 2 || p.LeaderEpoch != 1 || metadata.Ids(p.ISR) != "[2]" || metadata.Ids(p.ELR) != "[3]" {
		t.Errorf("with 2 alone: %s", p)
	}
	if s.c.FenceStale(s.env) != nil || len(s.said) == 0 || s.said[0] != "[QuorumController id=0] Fencing broker 1 at epoch 2 because its session has timed out." {
		t.Errorf("said %q", s.said)
	}
}

// TestControlledShutdown: a broker goes when all others know that it does not lead any more.
func TestControlledShutdown(t *testing.T) {
	s := begin(t)
	beat := func(h Heartbeat) Reply {
		h.Epoch = s.epoch(h.ID)
		r, records, err := s.c.Heartbeat(s.env, h)
		if err != nil {
			t.Fatal(err)
		}
		s.replay(records)
		return r
	}
	if r := beat(Heartbeat{ID: 1, Metadata: s.c.image.Offset, WantDown: true}); r.ShouldGoDown {
		t.Error("a leader went at once")
	}
	at := s.c.image.Offset
	s.c.Leave(1, at)
	if r := beat(Heartbeat{ID: 1, Metadata: at + 1, WantDown: true}); r.ShouldGoDown {
		t.Error("it went before the others knew")
	}
	beat(Heartbeat{ID: 2, Metadata: at + 1})
	beat(Heartbeat{ID: 3, Metadata: at + 1})
	if r := beat(Heartbeat{ID: 1, Metadata: at + 1, WantDown: true}); !r.ShouldGoDown || s.leader(t).Leader != 2 {
		t.Errorf("%+v, leader %d", r, s.leader(t).Leader)
	}
	if _, _, err := s.c.Heartbeat(s.env, Heartbeat{ID: 1, Epoch: 1}); err == nil || err.Error() != "Expected broker epoch 2, but got broker epoch 1" {
		t.Errorf("an old process: %v", err)
	}
}

// TestRefused: why the controller refuses changes of an ISR, as it logs them.
func TestRefused(t *testing.T) {
	s := begin(t)
	_, records := s.c.Fence(s.env, 3)
	s.replay(records)
	all := []metadata.Member{{ID: 1, Epoch: 2}, {ID: 2, Epoch: 4}}
	for _, test := range []struct {
		from               int32
		leader, partition  int32
		isr                []metadata.Member
		recovery           metadata.Recovery
		want, becauseStart string
	}{
		{1, 1, 1, all, 0, "NOT_CONTROLLER", "the current leader epoch is 0, which is lower than the request value 1."},
		{1, 0, 2, all, 0, "NOT_CONTROLLER", "the current partition epoch is 1, which is lower than the request value 2."},
		{1, -1, 1, all, 0, "FENCED_LEADER_EPOCH", "the current leader epoch is 0, not -1."},
		{2, 0, 1, all, 0, "INVALID_REQUEST", "the current leader is 1."},
		{1, 0, 0, all, 0, "INVALID_UPDATE_VERSION", "the current partition epoch is 1, not 0."},
		{1, 0, 1, append(all, all[0]), 0, "INVALID_REQUEST", "it specified an invalid ISR."},
		{1, 0, 1, all[1:], 0, "INVALID_REQUEST", "it specified an invalid ISR that doesn't include itself."},
		{1, 0, 1, all, metadata.Recovering, "INVALID_REQUEST", "the ISR had more than one replica while"},
		{1, 0, 1, all[:1], metadata.Recovering, "INVALID_REQUEST", "the leader recovery state cannot change from RECOVERED to RECOVERING."},
		{1, 0, 1, append(all[:2:2], metadata.Member{ID: 3, Epoch: 6}), 0, "INELIGIBLE_REPLICA", "it specified ineligible replicas [3 (fenced)] in the new ISR."},
		{1, 0, 1, []metadata.Member{all[0], {ID: 2, Epoch: 3}}, 0, "INELIGIBLE_REPLICA", "it specified ineligible replicas [2 (broker epoch mismatch: requested=3 VS expected=4)] in the new ISR."},
		{1, 0, 1, all, 0, "", ""},
	} {
		s.said = nil
		a, _, err := s.c.AlterPartition(s.env, metadata.AlterPartition{Broker: test.from, BrokerEpoch: s.epoch(test.from), Changes: []metadata.PartitionChange{
			{TopicID: s.c.topicID("t"), Topic: "t", LeaderEpoch: test.leader, PartitionEpoch: test.partition, Recovery: test.recovery, ISR: test.isr}}})
		if err != nil || a.Partitions[0].Error != test.want {
			t.Errorf("%s: answered %+v, %v", test.becauseStart, a, err)
		}
		if strings.HasPrefix(test.want, "IN") && (len(s.said) != 1 || !strings.Contains(s.said[0], " because "+test.becauseStart)) {
			t.Errorf("%s: said %q", test.becauseStart, s.said)
		}
	}
}

var _ event.Logged = Said{}
