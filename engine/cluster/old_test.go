package cluster

import (
	"testing"

	"logarium/engine/cow"
	"logarium/engine/store"
)

// codeFirst writes a cluster as version 1 did, when the positions of groups were no records yet.
func codeFirst(c *Cluster, positions *cow.Map[string, int64]) func(*store.Coder) {
	return func(s *store.Coder) {
		key := (*store.Coder).String
		s.Version(1)
		codeOptions(s, &c.options)
		c.clock.Code(s)
		s.Uint64(&c.random.State)
		s.Int(&c.command)
		s.String(&c.id)
		s.Int64(&c.epochs)
		c.defaults.Code(s)
		store.Slice(s, &c.brokers, codeBroker)
		c.topics.Code(s, key, codeTopic)
		c.producers.Code(s, key, codeClient)
		c.sequences.Code(s, key, (*store.Coder).Int32)
		c.sticky.Code(s, key, codeSticky)
		s.Int64(&c.nextPID)
		positions.Code(s, key, (*store.Coder).Int64)
		c.workloads.Code(s, key, codeWorkload)
		s.Int64(&c.lastOrder)
	}
}

// TestOldPositions: a lab of the first version opens, its groups stand where they stood, and go on into a log.
func TestOldPositions(t *testing.T) {
	c := newCluster(t)
	create(t, c, "my-orders", 2)
	produce(t, c, "my-orders", "a")
	var positions cow.Map[string, int64]
	positions.Set("team/billing/my-orders-1", 7)
	positions.Set("g/my-orders-0", 0)
	blocks := store.NewMemory()
	s, err := store.Open(blocks)
	if err == nil {
		err = s.Commit(codeFirst(c, &positions))
	}
	if err == nil {
		s, err = store.Open(blocks)
	}
	if err != nil {
		t.Fatal(err)
	}
	d := new(Cluster)
	if err := s.Load(d.Code); err != nil {
		t.Fatal(err)
	}
	if a, b := committed(d, "team/billing", TopicPartition{"my-orders", 1}), committed(d, "g", TopicPartition{"my-orders", 0}); a != 7 || b != 0 {
		t.Errorf("positions %d and %d", a, b)
	}
	commit(t, d, "g", TopicPartition{"my-orders", 0}, 1)
	if got := committed(d, "g", TopicPartition{"my-orders", 0}); got != 1 || len(d.Groups()) != 2 {
		t.Errorf("committed %d, groups %v", got, d.Groups())
	}
}
