package shell

import (
	"fmt"
	"slices"
	"strings"

	"logarium/engine/cluster"
	"logarium/engine/kerr"
)

// reassignActions counts the actions that are asked for.
func reassignActions(o *Options) (n int) {
	for _, a := range []string{"cancel", "execute", "list", "verify"} {
		if o.Has(a) {
			n++
		}
	}
	return n
}

func (c *Call) placed(m reassignment) cluster.PartitionInfo {
	t, _ := c.Cluster.Topic(m.Topic)
	return t.Partitions[m.Partition]
}

// replicasNow are the replicas that a partition has without a move that is under way.
func (c *Call) replicasNow(m reassignment) (list []int32) {
	p := c.placed(m)
	for _, id := range p.Replicas {
		if !slices.Contains(p.Adding, id) {
			list = append(list, id)
		}
	}
	return list
}

// target are the replicas that a partition has once its move is complete.
func target(p cluster.PartitionInfo) (list []int32) {
	for _, id := range p.Replicas {
		if !slices.Contains(p.Removing, id) {
			list = append(list, id)
		}
	}
	return list
}

// startMoves moves replicas between brokers, of partitions that do not have them where they are wanted.
func (c *Call) startMoves(moves []reassignment) error {
	for _, m := range moves {
		if !c.Cluster.Several() || slices.Equal(m.Replicas, target(c.placed(m))) {
			continue
		}
		if err := c.Cluster.Reassign(m.partition(), m.Replicas); err != nil {
			return kerr.Words("Error reassigning partition(s):\n%s: %s", m.partition(), message(err))
		}
		c.Changed = true
	}
	return nil
}

// placeState words how far the move of a partition between brokers is.
func (c *Call) placeState(m reassignment) (state string, done bool) {
	p := c.placed(m)
	switch {
	case len(p.Adding)+len(p.Removing) > 0 && slices.Equal(target(p), m.Replicas):
		return fmt.Sprintf("Reassignment of partition %s is still in progress.", m.partition()), false
	case len(p.Adding)+len(p.Removing) == 0 && slices.Equal(p.Replicas, m.Replicas):
		return fmt.Sprintf("Reassignment of partition %s is completed.", m.partition()), true
	}
	return fmt.Sprintf("There is no active reassignment of partition %s, but replica set is %s rather than %s.", m.partition(), joinIDs(target(p)), joinIDs(m.Replicas)), true
}

// cancelMoves takes moves back.
func (c *Call) cancelMoves(moves []reassignment) int {
	var names []string
	for _, m := range moves {
		if p := c.placed(m); len(p.Adding)+len(p.Removing) == 0 {
			continue
		}
		if err := c.Cluster.Reassign(m.partition(), nil); err != nil {
			return c.reassignError(err)
		}
		c.Changed = true
		names = append(names, m.partition().String())
	}
	if len(names) == 0 {
		c.Printf("None of the specified partition reassignments are active.\n")
		return 0
	}
	c.Printf("Successfully cancelled partition reassignments for: %s\n", strings.Join(names, ","))
	return 0
}

// listMoves lists the moves between brokers that are under way.
func (c *Call) listMoves() int {
	var lines []string
	for _, t := range c.Cluster.Topics() {
		for _, p := range t.Partitions {
			if len(p.Adding)+len(p.Removing) == 0 {
				continue
			}
			line := fmt.Sprintf("%s-%d: replicas: %s.", t.Name, p.Number, joinIDs(p.Replicas))
			if len(p.Adding) > 0 {
				line += " adding: " + joinIDs(p.Adding) + "."
			}
			if len(p.Removing) > 0 {
				line += " removing: " + joinIDs(p.Removing) + "."
			}
			lines = append(lines, line)
		}
	}
	if lines == nil {
		c.Printf("No partition reassignments found.\n")
		return 0
	}
	c.Printf("Current partition reassignments:\n%s\n", strings.Join(lines, "\n"))
	return 0
}
