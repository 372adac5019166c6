package cluster

import "logarium/engine/replica"

// Member is a broker of several as the controller sees it.
type Member struct {
	Broker       int32
	Epoch        int64 // broker epoch, -1 before the first registration
	Registered   bool  // the process that runs is
	Fenced       bool
	ShuttingDown bool
	Paused       bool
	SessionEnds  int64 // ms; -1 unless the process is gone and the controller has not noticed yet
}

// Members lists the brokers of several; none with a single one.
func (c *Cluster) Members() (list []Member) {
	if c.fleet == nil {
		return nil
	}
	for i, m := range c.fleet.members {
		id := int32(i + 1)
		v := Member{Broker: id, Epoch: -1, Registered: m.registered, Fenced: true, Paused: m.paused, SessionEnds: -1}
		if r, ok := c.fleet.control.Image().Brokers.Get(id); ok {
			v.Epoch, v.Fenced, v.ShuttingDown = r.Epoch, r.Fenced, r.ShuttingDown
			if !r.Fenced && (!m.registered || !c.reaches(id, controllerNode)) {
				v.SessionEnds = c.fleet.control.SessionEnd(id)
			}
		}
		list = append(list, v)
	}
	return list
}

// ReplicaOf is what a broker knows of a partition that it holds; false if it holds none, or is the only broker.
func (c *Cluster) ReplicaOf(id int32, partition string) (replica.View, bool) {
	if c.fleet == nil || c.Broker(id) == nil {
		return replica.View{}, false
	}
	return c.member(id).manager.View(partition)
}

// MinISR is min.insync.replicas of a topic.
func (c *Cluster) MinISR(name string) int {
	t, _ := c.topics.Get(name)
	return int(c.layers().Log(t.configs).MinInsyncReplicas)
}
