package controller

import (
	"slices"

	"logarium/engine/kerr"
	"logarium/engine/metadata"
)

// Reassign moves the replicas of a partition to other brokers, or, with nil, takes a move back that is under way. Errors:
// kerr.ErrUnknownTopicOrPartition, kerr.ErrInvalidReplicaAssignment, kerr.ErrNoReassignmentInProgress.
func (c *Controller) Reassign(env Env, topic string, number int32, replicas []int32) (records []Record, err error) {
	p, ok := c.partition(topic, number)
	switch {
	case c.topicID(topic) == "":
		err = kerr.ErrUnknownTopicOrPartition.With("Unable to find a topic named %s.", topic)
	case !ok:
		err = kerr.ErrUnknownTopicOrPartition.With("Unable to find partition %s:%d.", topic, number)
	case replicas == nil:
		records, err = c.cancel(env, p)
	default:
		records, err = c.move(env, p, replicas)
	}
	done := 1
	if err != nil {
		done = 0
		c.say(env, "reassignment", replicationControl, "Unable to alter partition reassignment for %s:%d because of an %s error: %s", topic, number, kerr.As(err).Class, kerr.As(err).Message)
	}
	c.say(env, "reassignment", replicationControl, "Successfully altered %d out of 1 partition reassignment(s).", done)
	return records, err
}

// cancel goes back to the replicas as they were before the move.
func (c *Controller) cancel(env Env, p metadata.Partition) ([]Record, error) {
	if len(p.Adding) == 0 && len(p.Removing) == 0 {
		return nil, kerr.ErrNoReassignmentInProgress.With("No partition reassignment is in progress.")
	}
	d := c.change(env, p, c.active)
	d.Replicas, d.ISR = without(p.Replicas, p.Adding), without(p.ISR, p.Adding)
	d.Adding, d.Removing = []int32{}, []int32{}
	if len(d.ISR) == 0 {
		if !c.uncleanAllowed(env, p.Topic) {
			return nil, kerr.ErrInvalidReplicaAssignment.With("Unable to revert partition assignment for %s:%d because it would require an unclean leader election.", p.Topic, p.Number)
		}
		d.ISR = d.Replicas[:min(1, len(d.Replicas))]
	}
	return c.altered(env, d), nil
}

// move begins to add and remove replicas; it is complete when all that are added have joined the ISR.
func (c *Controller) move(env Env, p metadata.Partition, target []int32) ([]Record, error) {
	if err := c.CheckAssignment(target); err != nil {
		return nil, err
	}
	removing, adding := without(p.Replicas, target), without(target, p.Replicas)
	slices.Sort(removing)
	slices.Sort(adding)
	d := c.change(env, p, c.active)
	d.Election = Online
	d.Replicas = append(slices.Clone(target), removing...)
	if len(removing) > 0 {
		d.Removing = removing
	}
	if len(adding) > 0 {
		d.Adding = adding
	}
	return c.altered(env, d), nil
}

func (c *Controller) altered(env Env, d *Change) []Record {
	if r, ok := c.Decide(env, d); ok {
		return []Record{r}
	}
	return nil
}

// CheckAssignment refuses replicas that cannot be. Error: kerr.ErrInvalidReplicaAssignment.
func (c *Controller) CheckAssignment(replicas []int32) error {
	if len(replicas) == 0 {
		return kerr.ErrInvalidReplicaAssignment.With("The manual partition assignment includes an empty replica list.")
	}
	sorted := slices.Clone(replicas)
	slices.Sort(sorted)
	for i, id := range sorted {
		_, known := c.image.Brokers.Get(id)
		switch {
		case !known:
			return kerr.ErrInvalidReplicaAssignment.With("The manual partition assignment includes broker %d, but no such broker is registered.", id)
		case i > 0 && sorted[i-1] == id:
			return kerr.ErrInvalidReplicaAssignment.With("The manual partition assignment includes the broker %d more than once.", id)
		}
	}
	return nil
}
