package lab

import (
	"slices"
	"strconv"
	"strings"

	"logarium/engine/cluster"
	"logarium/engine/internaltopics"
	"logarium/engine/machine/clock"
	"logarium/engine/message"
	"logarium/engine/plog"
)

// maxGroups limits the view of groups; more than that nobody looks at.
const maxGroups = 500

// consumers shows groups and transactional ids as their coordinators know them.
func (k *look) consumers() message.Consumers {
	v := message.Consumers{Groups: []message.Group{}, Transactions: []message.Transaction{}, Readers: []message.Reader{}}
	for _, id := range k.cluster.Groups() {
		if k.p.Name == "" || k.p.Name == id {
			v.Groups = append(v.Groups, k.group(id))
		}
		if len(v.Groups) == maxGroups {
			break
		}
	}
	for _, t := range k.cluster.Transactions() {
		v.Transactions = append(v.Transactions, k.transaction(t))
		if len(v.Transactions) == maxGroups {
			break
		}
	}
	for _, r := range k.cluster.Readers() {
		v.Readers = append(v.Readers, k.reader(&r))
	}
	return v
}

func (k *look) reader(r *cluster.Reader) message.Reader {
	v := message.Reader{Name: r.Name, Partition: r.String(), Base: r.Base, From: r.From, Size: r.Size, Sent: r.Sent, Rate: r.Rate, State: r.State,
		Ends: r.Ended, Gone: -1, Why: r.Why, Next: r.Next}
	path, open := k.cluster.ReaderFile(r)
	if v.Path = path; open {
		v.Fd = int64(r.Handle)
	}
	if r.State == cluster.ReaderSending {
		v.Ends = k.cluster.Now() + (r.Size-r.Sent+r.Rate-1)/r.Rate*1000
		for _, t := range k.agenda().removing(plog.TaskDeleteFile) {
			if strings.HasSuffix(path, ".deleted") && removes(t.Task, r) {
				v.Gone = t.Due
			}
		}
	}
	return v
}

// removes says that a task removes the segment that a reader is sent.
func removes(t clock.Task, r *cluster.Reader) bool {
	handle := " " + strconv.FormatInt(int64(r.Handle), 10) + " "
	return slices.ContainsFunc(t.Args, func(a string) bool {
		return strings.HasPrefix(a, strconv.FormatInt(r.Base, 10)+" ") && strings.Contains(a, handle)
	})
}

func (k *look) group(id string) message.Group {
	g, _ := k.cluster.Group(id)
	v := message.Group{
		ID: id, State: g.State(), Coordinator: k.cluster.Coordinator(internaltopics.OffsetsTopic, id),
		Partition: k.cluster.CoordinatorPartition(internaltopics.OffsetsTopic, id), Generation: g.Generation, Offsets: []message.GroupOffset{},
	}
	for _, o := range k.cluster.GroupOffsets(id) {
		one := k.groupOffset(g, o)
		v.Lag += max(one.Lag, 0)
		v.Offsets = append(v.Offsets, one)
	}
	return v
}

func (k *look) groupOffset(g cluster.Group, o cluster.Committed) message.GroupOffset {
	v := message.GroupOffset{
		Partition: o.TopicPartition.String(), Offset: o.Offset.Offset, Lag: -1, Start: -1, End: -1, Where: "within",
		Epoch: o.LeaderEpoch, Committed: o.Timestamp, Expires: k.cluster.Expires(g, o),
	}
	start, err := k.cluster.ListOffsets(o.TopicPartition, cluster.EarliestOffset)
	if err != nil {
		return v
	}
	end, err := k.cluster.ListOffsets(o.TopicPartition, cluster.LatestOffset)
	if err != nil {
		return v
	}
	v.Start, v.End, v.Lag = start.Offset, end.Offset, end.Offset-v.Offset
	switch {
	case v.Offset < v.Start:
		v.Where = "below"
	case v.Offset > v.End:
		v.Where = "above"
	}
	return v
}

func (k *look) transaction(t cluster.Transaction) message.Transaction {
	v := message.Transaction{
		ID: t.ID, Coordinator: k.cluster.Coordinator(internaltopics.TransactionsTopic, t.ID), ProducerID: t.ProducerID, Epoch: t.ProducerEpoch,
		State: t.Status.String(), Partitions: []string{}, Started: t.Started, Aborts: -1,
	}
	for _, p := range t.Partitions {
		for _, n := range p.Numbers {
			v.Partitions = append(v.Partitions, cluster.TopicPartition{Topic: p.Topic, Partition: n}.String())
		}
	}
	if t.Status == internaltopics.Ongoing {
		v.Aborts = t.Started + int64(t.Timeout)
	}
	return v
}
