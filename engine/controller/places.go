package controller

import (
	"slices"
	"strings"

	"logarium/engine/cow"
	"logarium/engine/metadata"
	"logarium/engine/store"
)

// places lists, for each broker, the partitions of whose ISR (or ELR) it is a member, in the order in which it became one: that is
// the order in which the controller goes over them. Those without a leader stand under metadata.NoLeader. Lists are replaced, never
// changed in place.
type places struct{ lists cow.Map[int32, []string] }

func (m *places) fork() places { return places{m.lists.Fork()} }

func (m *places) code(s *store.Coder) {
	m.lists.Code(s, (*store.Coder).Int32, func(s *store.Coder, list *[]string) { store.Slice(s, list, (*store.Coder).String) })
}

// update notes who is a member of a partition now.
func (m *places) update(name string, was, is []int32) {
	for _, id := range was {
		if !slices.Contains(is, id) {
			list, _ := m.lists.Get(id)
			m.lists.Set(id, less(list, name))
		}
	}
	for _, id := range is {
		if !slices.Contains(was, id) {
			list, _ := m.lists.Get(id)
			m.lists.Set(id, append(slices.Clip(list), name))
		}
	}
}

// less is a list without a partition. One that stands there twice (see clearELR) leaves what it leaves in Kafka: an array that is too
// long, with the topic's partition 0 at its end.
func less(list []string, name string) []string {
	rest := slices.DeleteFunc(slices.Clone(list), func(n string) bool { return n == name })
	topic := name[:strings.LastIndexByte(name, '-')]
	for len(rest) < len(list)-1 {
		rest = append(rest, topic+"-0")
	}
	return rest
}

// inISR are the members of a partition's ISR, and NoLeader if it has none.
func inISR(p metadata.Partition) []int32 {
	if p.Leader == metadata.NoLeader && len(p.Replicas) > 0 {
		return append(slices.Clip(p.ISR), metadata.NoLeader)
	}
	return p.ISR
}

// setPartition takes over a partition as it is now.
func (c *Controller) setPartition(is metadata.Partition) {
	name := is.Name()
	was, _ := c.image.Partitions.Get(name)
	c.isrs.update(name, inISR(was), inISR(is))
	c.elrs.update(name, was.ELR, is.ELR)
	c.image.Partitions.Set(name, is)
}

// dropPartition forgets a partition; false if there is none.
func (c *Controller) dropPartition(name string) bool {
	was, ok := c.image.Partitions.Get(name)
	if ok {
		c.isrs.update(name, inISR(was), nil)
		c.elrs.update(name, was.ELR, nil)
		c.image.Partitions.Delete(name)
	}
	return ok
}

// of are the partitions of a member, topic by topic.
func (c *Controller) of(m *places, id int32) (list []metadata.Partition) {
	names, _ := m.lists.Get(id)
	var topics []string
	for _, name := range names {
		p, ok := c.image.Partitions.Get(name)
		if !ok {
			continue
		}
		list = append(list, p)
		if !slices.Contains(topics, p.Topic) {
			topics = append(topics, p.Topic)
		}
	}
	slices.SortStableFunc(list, func(a, b metadata.Partition) int {
		return slices.Index(topics, a.Topic) - slices.Index(topics, b.Topic)
	})
	return list
}

// rebuild fills the lists from the partitions, of a state that was stored without them.
func (c *Controller) rebuild() {
	for name, p := range c.image.Partitions.All() {
		c.isrs.update(name, nil, inISR(p))
		c.elrs.update(name, nil, p.ELR)
	}
}
