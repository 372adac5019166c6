package cluster

import (
	"slices"

	"logarium/engine/broker"
	"logarium/engine/kerr"
	"logarium/engine/machine/disk"
	"logarium/engine/plog"
)

// StartBroker starts a broker process. Its partitions have it as their leader again, in a new leader epoch. Error: it
// runs already, or cannot start.
func (c *Cluster) StartBroker(id int32) error {
	b, err := c.broker(id)
	if err != nil {
		return err
	}
	if c.fleet != nil {
		return c.startMember(b)
	}
	if !b.Running() {
		c.ineligible = nil
		c.elect(id)
	}
	c.epochs++
	if err = b.Start(c.host(), c.epochs, c.replicasOf(id)); !b.Running() {
		c.fence(id)
	} else {
		c.loseDirectory(b, true)
	}
	c.loadCoordinators(id)
	c.completePrepared(TopicPartition{})
	c.settle()
	return err
}

// StopBroker shuts a broker down in an orderly way.
func (c *Cluster) StopBroker(id int32) error {
	b, err := c.broker(id)
	if err != nil {
		return err
	}
	if c.fleet != nil {
		return c.stopMember(b)
	}
	err = b.Stop(c.host())
	c.fence(id)
	return err
}

// KillBroker is kill -9: the process is gone, the page cache stays.
func (c *Cluster) KillBroker(id int32) error {
	b, err := c.broker(id)
	if err != nil {
		return err
	}
	if !b.Running() {
		return kerr.ErrIllegalState.With("Broker %d is not running", id)
	}
	b.Kill(c.host())
	c.fence(id)
	return nil
}

// fence takes the leadership from a broker that is gone: each change of leader, to none as well, is a new epoch.
func (c *Cluster) fence(id int32) {
	if c.fleet != nil {
		c.gone(c.brokers[id-1], false)
		return
	}
	c.changeLeader(id, noLeader)
}

// elect gives the partitions that have no leader to a broker that comes back and is in their ISR.
func (c *Cluster) elect(id int32) { c.changeLeader(noLeader, id) }

const noLeader = -1

func (c *Cluster) changeLeader(from, to int32) {
	for name, t := range c.topics.All() {
		changed := slices.Clone(t.partitions)
		any := false
		for i := range changed {
			p := &changed[i]
			if p.Leader != from || to != noLeader && !contains(p.Eligible(), to) {
				continue
			}
			if len(p.ISR) == 0 && to != noLeader {
				p.ISR = []int32{to}
			}
			p.Leader, any = to, true
			p.LeaderEpoch++
			p.PartitionEpoch++
		}
		if any {
			t.partitions = changed
			c.topics.Set(name, t)
		}
	}
}

// PowerLoss switches the machine of a broker off and on again. The process is gone, and of what was not durable
// is left what the mode keeps, by the machine's chance.
func (c *Cluster) PowerLoss(id int32, mode disk.PowerMode) (disk.Lost, error) {
	b, err := c.broker(id)
	if err != nil {
		return disk.Lost{}, err
	}
	lost := b.PowerLoss(c.host(), mode)
	c.fence(id)
	return lost, nil
}

// Rulebook is the set of rules by which retention judges.
func (c *Cluster) Rulebook() plog.Rulebook { return c.brokers[0].Rulebook() }

// SetRulebook changes the rules by which retention judges.
func (c *Cluster) SetRulebook(r plog.Rulebook) {
	for _, b := range c.brokers {
		b.SetRulebook(r)
	}
}

// replicasOf lists the partitions that a broker has to serve, by name.
func (c *Cluster) replicasOf(id int32) (list []broker.Replica) {
	for name, t := range c.topics.All() {
		for _, p := range t.partitions {
			if contains(p.Replicas, id) {
				list = append(list, assignment(name, t, p.Number))
			}
		}
	}
	return list
}

func assignment(name string, t topic, number int32) broker.Replica {
	return broker.Replica{Topic: name, Number: number, TopicID: t.id, Overrides: t.configs, LeaderEpoch: t.partitions[number].LeaderEpoch}
}

func contains(ids []int32, id int32) bool {
	for _, x := range ids {
		if x == id {
			return true
		}
	}
	return false
}

// Reachable says whether anybody answers an admin client; call is the name that the client gives its request.
func (c *Cluster) Reachable(call string) error {
	if len(c.running()) == 0 {
		return kerr.ErrTimeout.With("Timed out waiting for a node assignment. Call: %s", call)
	}
	return nil
}
