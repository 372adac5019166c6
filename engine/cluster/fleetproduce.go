package cluster

import (
	"slices"

	"logarium/engine/broker"
	"logarium/engine/kerr"
	"logarium/engine/plog"
	"logarium/engine/replica"
)

// requestTimeout is a producer's default request.timeout.ms.
const requestTimeout = 30_000

// appendReplicated hands a batch to the leader of a partition that has several replicas. request is the number of the request if its
// answer has to be waited for, otherwise 0.
func (c *Cluster) appendReplicated(tp TopicPartition, b *broker.Broker, batch []byte, acks int16, timeout int64, o plog.AppendOptions) (done plog.AppendInfo, request int64, err error) {
	c.fleet.asked++
	q := replica.Produce{ID: c.fleet.asked, Name: tp.String(), Records: batch, Acks: acks, Timeout: timeout, Append: o}
	a, answered := c.member(b.ID()).manager.Produce(c.replicaEnv(b.ID()), q)
	if t, ok := c.topics.Get(tp.Topic); ok {
		c.wake(t.partitions[tp.Partition])
	}
	c.drain()
	if a.Err != nil || a.Code != "" {
		return done, 0, errorOf(a.Code, a.Err)
	}
	done.FirstOffset, done.Rolled = a.BaseOffset, a.Rolled
	if answered {
		return done, 0, nil
	}
	return done, q.ID, nil
}

// sendReplicated hands a client's batch to the leader. With acks=all its answer may come later, see await.
func (c *Cluster) sendReplicated(g *Produced, info PartitionInfo, batch []byte, o ProduceOptions, options plog.AppendOptions) error {
	b, err := c.leader(info, g.Partition)
	if err != nil {
		return err
	}
	acks := replica.AcksAll
	switch {
	case o.Fire:
		acks = replica.AcksNone
	case o.Acks == 1:
		acks = replica.AcksLeader
	}
	timeout := int64(requestTimeout)
	if o.Timeout > 0 {
		timeout = o.Timeout
	}
	done, request, err := c.appendReplicated(g.Partition, b, batch, acks, timeout, options)
	if err == nil {
		g.BaseOffset, g.Rolled, g.Request = done.FirstOffset, done.Rolled, request
	}
	return err
}

// errorOf is the error with which a request was answered.
func errorOf(code string, err error) error {
	if err != nil {
		return err
	}
	switch code {
	case "NOT_ENOUGH_REPLICAS":
		return kerr.ErrNotEnoughReplicas.With("Messages are rejected since there are fewer in-sync replicas than required.")
	case "NOT_ENOUGH_REPLICAS_AFTER_APPEND":
		return kerr.ErrNotEnoughReplicasAfterAppend.With("Messages are written to the log, but to fewer in-sync replicas than required.")
	case "NOT_LEADER_OR_FOLLOWER":
		return kerr.ErrNotLeaderOrFollower.With("For requests intended only for the leader, this error indicates that the broker is not the current leader. For requests intended for any replica, this error indicates that the broker is not a replica of the topic partition.")
	case "KAFKA_STORAGE_ERROR":
		return kerr.ErrKafkaStorage.With("Disk error when trying to access log file on disk.")
	case "UNKNOWN_TOPIC_OR_PARTITION":
		return kerr.ErrUnknownTopicOrPartition.With("This server does not host this topic-partition.")
	}
	return kerr.ErrTimeout.With("The request timed out.")
}

// await lets time pass until requests that wait for replicas are answered. It ends at the latest when the last has timed out.
func (c *Cluster) await(groups []Produced) {
	for i := range groups {
		g := &groups[i]
		if g.Request == 0 {
			continue
		}
		from := c.Now()
		d, ok := c.answerOf(g.Request)
		for !ok && !slices.Contains(c.fleet.lost, g.Request) {
			t, more := c.clock.Step(from + 2*requestTimeout)
			if !more {
				break
			}
			c.perform(t)
			d, ok = c.answerOf(g.Request)
		}
		g.Waited = c.Now() - from
		switch {
		case !ok:
			g.Err = kerr.ErrTimeout.With("The request timed out.")
		case d.Code != "":
			g.Err = errorOf(d.Code, nil)
		}
	}
}

// deleteReplicated raises the log start offset of a partition with several replicas, and waits until all that are there have followed.
func (c *Cluster) deleteReplicated(tp TopicPartition, b *broker.Broker, offset int64) (lowWatermark int64, err error) {
	c.fleet.asked++
	g := Produced{Request: c.fleet.asked}
	answer, done := c.member(b.ID()).manager.DeleteRecords(c.replicaEnv(b.ID()), g.Request, tp.String(), offset, requestTimeout)
	c.drain()
	if answer.Err != nil || done {
		c.settle()
		return answer.LowWatermark, answer.Err
	}
	groups := []Produced{g}
	c.await(groups)
	d, _ := c.answerOf(g.Request)
	c.settle()
	return d.LowWatermark, groups[0].Err
}

// answerOf finds the answer to a request that has waited.
func (c *Cluster) answerOf(request int64) (replica.Completed, bool) {
	i := slices.IndexFunc(c.fleet.finished, func(d replica.Completed) bool { return d.ID == request })
	if i < 0 {
		return replica.Completed{}, false
	}
	return c.fleet.finished[i], true
}

// WaitingRequest is a request that a leader has not answered yet.
type WaitingRequest struct {
	Request   int64
	Broker    int32
	Partition string
	Delete    bool  // DeleteRecords, otherwise Produce with acks=all
	Required  int64 // offset that the high watermark, or low watermark, has to reach
}

// Waiting lists the requests that wait for replicas.
func (c *Cluster) Waiting() (list []WaitingRequest) {
	if c.fleet == nil {
		return nil
	}
	for i, m := range c.fleet.members {
		for _, w := range m.manager.Waiting() {
			list = append(list, WaitingRequest{w.ID, int32(i + 1), w.Name, w.Delete, w.Required})
		}
	}
	return list
}
