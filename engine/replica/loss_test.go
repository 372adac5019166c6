package replica_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/plog"
	"logarium/engine/replica"
)

// chance draws what happens next: from rapid, or from a seed.
type chance func(n int, label string) int

// story is a cluster to which things happen. out is the replica that is out of order, 0: none.
type story struct {
	*sim
	draw chance
	acks int16
	out  int32
}

// step lets something happen. With one replica out of order nothing else breaks before it is back in the ISR.
func (s *story) step() {
	switch s.draw(12, "what") {
	case 0, 1, 2:
		s.produce(s.acks)
	case 3, 4, 5, 6:
		s.fetch(s.node(int32(1 + s.draw(3, "follower"))))
	case 7:
		s.pass(int64(s.draw(20_000, "ms")))
	case 8, 9:
		s.breakOne()
	default:
		s.repair()
	}
}

func (s *story) breakOne() {
	if s.out != 0 || len(s.partition().ISR) < 3 {
		return
	}
	n := s.node(int32(1 + s.draw(3, "broken")))
	s.out = n.id
	switch s.draw(4, "how") {
	case 0:
		s.down(n, false)
	case 1:
		s.down(n, true)
	case 2:
		n.paused = true
	default:
		for id := int32(1); id <= 3; id++ {
			s.cut[[2]int32{n.id, id}], s.cut[[2]int32{id, n.id}] = true, true
		}
	}
}

// repair brings back what is out of order, and waits until all are in sync again.
func (s *story) repair() {
	if s.out == 0 {
		return
	}
	n := s.node(s.out)
	n.paused = false
	clear(s.cut)
	if !n.broker.Running() {
		s.start(n)
	}
	s.fetchAll(8)
	if len(s.partition().ISR) == 3 {
		s.out = 0
	}
}

// lost are the records that were acknowledged and that the leader does not have, once everything is in order again.
func (s *story) lost() (gone []string) {
	s.repair()
	s.fetchAll(8)
	p := s.partition()
	if p.Leader < 1 {
		return []string{"no leader"}
	}
	l := s.node(p.Leader)
	have := s.values(l, l.broker.Log(part).LogEndOffset())
	for value := range s.acked {
		if !slices.Contains(have, value) {
			gone = append(gone, value)
		}
	}
	slices.Sort(gone)
	return gone
}

// differ says in which bytes below their high watermarks two replicas differ.
func (s *story) differ() error {
	for _, a := range s.nodes {
		for _, b := range s.nodes {
			if a.id >= b.id || !a.broker.Running() || !b.broker.Running() {
				continue
			}
			end := min(a.broker.Log(part).HighWatermark(), b.broker.Log(part).HighWatermark())
			if x, y := s.below(a, end), s.below(b, end); !bytes.Equal(x, y) {
				return fmt.Errorf("brokers %d and %d differ below high watermark %d", a.id, b.id, end)
			}
		}
	}
	return nil
}

// below are the bytes of a replica below an offset, as a consumer with that high watermark gets them.
func (s *story) below(n *node, end int64) []byte {
	if end == 0 {
		return nil
	}
	l := n.broker.LogManager().Edit(part, false)
	env := n.broker.Env(s.host())
	f, err := l.Read(env, end-1, 1, plog.LogEnd, true, nil)
	must(err)
	last, err := l.Bytes(env, &f, nil)
	must(err)
	all := s.bytes(n)
	return all[:bytes.Index(all, last)+len(last)]
}

func (s *story) sound(t interface{ Fatalf(string, ...any) }) {
	for _, n := range s.nodes {
		if !n.broker.Running() {
			continue
		}
		if err := n.rm.Check(s.env(n)); err != nil {
			t.Fatalf("broker %d: %v", n.id, err)
		}
	}
	if err := s.differ(); err != nil {
		t.Fatalf("%v", err)
	}
}

// TestNothingAcknowledgedIsLost: with acks=all, min.insync.replicas=2 and no unclean elections, as long as at most one replica is
// out of order at a time, by kill, power failure, a pause or a cut network, the leader has every record that was acknowledged,
// and the bytes of all replicas are equal up to the high watermark.
func TestNothingAcknowledgedIsLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &story{sim: newSim("min.insync.replicas", "2"), acks: replica.AcksAll, draw: func(n int, label string) int { return rapid.IntRange(0, n-1).Draw(t, label) }}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			s.step()
			s.sound(t)
		}
		if gone := s.lost(); len(gone) > 0 {
			t.Fatalf("acknowledged and lost: %v", gone)
		}
	})
}

// TestWeakerSettingsLose looks for the losses that weaker settings allow, and finds each of them.
func TestWeakerSettingsLose(t *testing.T) {
	for name, setting := range map[string]struct {
		acks     int16
		settings []string
		twice    bool // two power failures in a row
	}{
		"acks=1":                 {replica.AcksLeader, []string{"min.insync.replicas", "2"}, false},
		"min.insync.replicas=1":  {replica.AcksAll, []string{"min.insync.replicas", "1", "unclean.leader.election.enable", "true"}, true},
		"two power failures":     {replica.AcksAll, []string{"min.insync.replicas", "2"}, true},
		"unclean leader allowed": {replica.AcksLeader, []string{"unclean.leader.election.enable", "true"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(400) {
				r := rand.New(rand.NewPCG(seed, 1))
				s := &story{sim: newSim(setting.settings...), acks: setting.acks, draw: func(n int, _ string) int { return r.IntN(n) }}
				for range 40 {
					s.step()
				}
				if setting.twice {
					s.blackout()
				}
				if gone := s.lost(); len(gone) > 0 {
					t.Logf("seed %d: acknowledged and lost: %v", seed, gone)
					return
				}
			}
			t.Error("nothing was lost in 400 stories")
		})
	}
}

// blackout takes the power from all machines.
func (s *story) blackout() {
	clear(s.cut)
	for _, n := range s.nodes {
		n.paused = false
		if n.broker.Running() {
			s.down(n, true)
		}
	}
	for _, n := range s.nodes {
		s.start(n)
	}
	s.out = 0
}
