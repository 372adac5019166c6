package conform

import (
	"slices"
	"strconv"

	"logarium/engine/controller"
	"logarium/engine/kerr"
	"logarium/engine/metadata"
)

func numeral(id int32) string { return strconv.Itoa(int(id)) }

// createPartition writes the records of a partition, and of its topic with the first.
func (c *simCluster) createPartition(op node) (any, error) {
	name := partitionNamed(op)
	topic, number, err := partitionOf(name)
	if err != nil {
		return nil, err
	}
	var records []controller.Record
	t, known := c.controller.Image().Topics.Get(topic)
	if !known {
		t = metadata.Topic{Name: topic, ID: idOf(0x746f706963000000, int64(len(c.partitions)+1))}
		records = append(records, controller.TopicRecord{Name: topic, ID: t.ID})
		given := op.strings("config")
		for _, key := range sortedKeys(given) {
			records = append(records, controller.ConfigRecord{Topic: topic, Name: key, Value: given[key], Set: true})
		}
	} else if _, there := c.controller.Image().Partitions.Get(name); there {
		return nil, &badOperation{"partition exists"}
	}
	p, err := c.newPartition(op, topic, number)
	if err != nil {
		return nil, err
	}
	c.partitions = append(c.partitions, name)
	slices.Sort(c.partitions)
	c.publish(append(records, controller.PartitionRecord{TopicID: t.ID, Partition: p}))
	return map[string]any{"topicId": t.ID}, nil
}

func (c *simCluster) newPartition(op node, topic string, number int32) (metadata.Partition, error) {
	p := registrationOf(op)
	p.Topic, p.Number = topic, number
	if len(p.Replicas) == 0 {
		return p, &badOperation{"no replicas"}
	}
	if !op.has("isr") {
		p.ISR = p.Replicas
	}
	p.Leader = int32(op.num("leader", int64(p.Replicas[0])))
	for _, id := range p.Replicas {
		b := c.find(id)
		if b == nil {
			return p, &badOperation{"no broker " + numeral(id)}
		}
		p.Directories = append(p.Directories, b.dirID)
	}
	return p, nil
}

// verdict is a controller's answer to a request about one thing.
func verdict(err error) map[string]any {
	answer := map[string]any{"error": kerr.Code(err), "message": nil}
	if e := kerr.As(err); e != nil && e.Message != "" {
		answer["message"] = e.Message
	}
	return answer
}

func (c *simCluster) elect(op node) (any, error) {
	var records []controller.Record
	answer := map[string]any{}
	switch kind := op.str("type", "preferred"); kind {
	case "balance":
		records = c.controller.Balance(c.env())
	case "uncleanTask":
		records = c.controller.UncleanTask(c.env())
	default:
		topic, number, err := partitionOf(partitionNamed(op))
		if err != nil {
			return nil, err
		}
		how := controller.Unclean
		if kind == "preferred" {
			how = controller.Preferred
		}
		records, err = c.controller.Elect(c.env(), topic, number, how)
		answer = verdict(err)
	}
	answer["records"] = c.publish(records)
	return answer, nil
}

func (c *simCluster) reassign(op node) (any, error) {
	topic, number, err := partitionOf(partitionNamed(op))
	if err != nil {
		return nil, err
	}
	var to []int32
	if op["replicas"] != nil {
		to = ids(op, "replicas")
	}
	records, err := c.controller.Reassign(c.env(), topic, number, to)
	answer := verdict(err)
	if answer["error"] == "NO_REASSIGNMENT_IN_PROGRESS" {
		answer["message"] = nil // a text that belongs to the code is left out of this response
	}
	answer["records"] = c.publish(records)
	return answer, nil
}

func (c *simCluster) topicConfig(op node) (any, error) {
	var changes []controller.ConfigChange
	given := op.object("config")
	for _, name := range sortedKeys(given) {
		changes = append(changes, controller.ConfigChange{Name: name, Value: given.str(name, ""), Set: given[name] != nil})
	}
	records := c.controller.TopicConfig(op.str("topic", ""), changes)
	answer := verdict(nil)
	answer["records"] = c.publish(records)
	return answer, nil
}

// alterPartition answers the oldest request that waits, of one broker or of all.
func (c *simCluster) alterPartition(op node) (any, error) {
	for _, q := range c.queue {
		if !op.has("broker") || int32(op.num("broker", 0)) == q.broker {
			return c.answer(q, op)
		}
	}
	return nil, kerr.ErrIllegalState.With("no AlterPartition request is waiting")
}

// answerAll lets the controller answer everything, if that is wanted.
func (c *simCluster) answerAll() {
	for c.auto && len(c.queue) > 0 {
		if _, err := c.answer(c.queue[0], node{}); err != nil {
			panic(err) // the controller's errors are answers
		}
	}
}

func (c *simCluster) answer(q alterRequest, op node) (any, error) {
	c.queue = slices.DeleteFunc(c.queue, func(x alterRequest) bool { return x.id == q.id })
	out := map[string]any{"request": alterText(q)}
	how := op.str("answer", "controller")
	if how == "lost" {
		out["lost"] = true
		return out, nil
	}
	response, records, err := c.judge(q, how)
	if err != nil {
		out["message"] = err.Error()
	}
	if response.Error != "" {
		out["error"] = response.Error
	}
	if rows := responseRows(response); len(rows) > 0 {
		out["response"] = rows
	}
	c.controller.Replay(c.env(), records)
	if op.flag("metadataFirst", false) {
		c.deliverAll()
	}
	b := c.find(q.broker)
	b.rm.Answer(c.of(b), q.request, response)
	c.collect()
	c.deliverAll()
	out["records"] = recordTexts(records)
	return out, nil
}

// judge is the controller's answer, or the error that the operation wants.
func (c *simCluster) judge(q alterRequest, how string) (a metadata.AlterPartitionAnswer, records []controller.Record, err error) {
	if how == "controller" {
		if a, records, err = c.controller.AlterPartition(c.env(), q.request); err != nil {
			a.Error = kerr.Code(err)
		}
		return a, records, err
	}
	if len(how) > 4 && how[:4] == "top:" {
		return metadata.AlterPartitionAnswer{Error: how[4:]}, nil, nil
	}
	for _, x := range q.request.Changes {
		a.Partitions = append(a.Partitions, metadata.PartitionAnswer{TopicID: x.TopicID, Topic: x.Topic, Partition: x.Partition, Error: how})
	}
	return a, nil, nil
}

func alterText(q alterRequest) map[string]any {
	changes := []any{}
	for _, x := range q.request.Changes {
		isr := []any{}
		for _, s := range x.ISR {
			isr = append(isr, []any{s.ID, s.Epoch})
		}
		changes = append(changes, map[string]any{
			"partition": nameOf(x.Topic, x.Partition), "leaderEpoch": x.LeaderEpoch, "partitionEpoch": x.PartitionEpoch, "recovery": x.Recovery.String(), "newIsr": isr,
		})
	}
	return map[string]any{"id": q.id, "broker": q.broker, "brokerEpoch": q.request.BrokerEpoch, "changes": changes}
}

func nameOf(topic string, number int32) string { return topic + "-" + numeral(number) }

func responseRows(a metadata.AlterPartitionAnswer) (rows []any) {
	for _, p := range a.Partitions {
		row := map[string]any{"partition": nameOf(p.Topic, p.Partition), "error": "NONE"}
		if p.Error != "" {
			row["error"] = p.Error
		} else {
			row["leader"], row["leaderEpoch"], row["partitionEpoch"], row["recovery"], row["isr"] = p.Leader, p.LeaderEpoch, p.PartitionEpoch, p.Recovery.String(), sorted(p.ISR)
		}
		rows = append(rows, row)
	}
	return rows
}

// sorted is a list of broker ids in ascending order.
func sorted(list []int32) []any {
	out := []any{}
	for _, id := range slices.Sorted(slices.Values(list)) {
		out = append(out, id)
	}
	return out
}
