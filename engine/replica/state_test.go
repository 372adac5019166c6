package replica_test

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"logarium/engine/replica"
	"logarium/engine/store"
)

// look is all that a manager shows of itself.
type look struct {
	View    replica.View
	Fetch   replica.FetchState
	Leader  int32
	Failed  bool
	Waiting []replica.Waiting
	HW, LEO int64
}

func (s *sim) look(n *node) (x look) {
	if !n.broker.Running() {
		return x
	}
	x.View, _ = n.rm.View(part)
	x.Leader, x.Fetch, _ = n.rm.FetchState(part)
	x.Failed, x.Waiting = n.rm.FetchFailed(part), n.rm.Waiting()
	if l := n.broker.Log(part); l != nil {
		x.HW, x.LEO = l.HighWatermark(), l.LogEndOffset()
	}
	return x
}

// reload writes a manager and reads it back into a new one.
func reload(t *testing.T, m *replica.Manager) *replica.Manager {
	t.Helper()
	memory := store.NewMemory()
	s, err := store.Open(memory)
	if err == nil {
		err = s.Commit(m.Code)
	}
	if err != nil {
		t.Fatal(err)
	}
	fresh := new(replica.Manager)
	if s, err = store.Open(memory); err == nil {
		err = s.Load(fresh.Code)
	}
	if err != nil {
		t.Fatal(err)
	}
	return fresh
}

// TestStateIsData tells the same stories twice: once as they are, and once while every manager is written and read back, or replaced
// by a fork, after each step. What they show of themselves is equal all the time, and what was left behind does not change.
func TestStateIsData(t *testing.T) {
	for seed := range uint64(15) {
		plain, copied := telling(seed), telling(seed)
		type past struct {
			m  *replica.Manager
			is look
		}
		var left []past
		for range 60 {
			plain.step()
			copied.step()
			for i, n := range copied.nodes {
				x := copied.look(n)
				if diff := cmp.Diff(plain.look(plain.nodes[i]), x); diff != "" {
					t.Fatalf("seed %d, broker %d: %s", seed, n.id, diff)
				}
				if seed%2 == 0 {
					n.rm = *reload(t, &n.rm)
					continue
				}
				old := n.rm
				n.rm = *old.Fork()
				left = append(left, past{&old, x})
			}
		}
		for _, p := range left {
			if v, _ := p.m.View(part); !cmp.Equal(v, p.is.View) {
				t.Fatalf("seed %d: what was left behind has changed: %s", seed, cmp.Diff(p.is.View, v))
			}
		}
	}
}

func telling(seed uint64) *story {
	r := rand.New(rand.NewPCG(seed, 2))
	return &story{sim: newSim("min.insync.replicas", "2"), acks: replica.AcksAll, draw: func(n int, _ string) int { return r.IntN(n) }}
}
