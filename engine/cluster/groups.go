package cluster

import (
	"slices"

	"logarium/engine/checkpoint"
	"logarium/engine/internaltopics"
	"logarium/engine/kerr"
)

// Group is a classic consumer group as its coordinator knows it.
type Group struct {
	ID       string
	Recorded bool // a group record lies in the log; without one the group consists of committed offsets only
	internaltopics.Group
}

// State is Empty or Stable: the members of these groups come and go within one command.
func (g Group) State() string {
	if len(g.Members) > 0 {
		return "Stable"
	}
	return "Empty"
}

// Committed is a committed offset of a group.
type Committed struct {
	TopicPartition
	internaltopics.Offset
}

// Groups lists the groups by name.
func (c *Cluster) Groups() (names []string) {
	for key := range c.offsets.All() {
		if id, ok := idOf(internaltopics.OffsetsTopic, []byte(key)); ok {
			names = append(names, id)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Group finds a group.
func (c *Cluster) Group(id string) (g Group, ok bool) {
	g.ID = id
	if value, found := c.offsets.Get(string(internaltopics.GroupKey(id))); found {
		var err error
		g.Group, err = internaltopics.DecodeGroup([]byte(value))
		g.Recorded = err == nil
	}
	return g, g.Recorded || len(c.GroupOffsets(id)) > 0
}

// GroupOffsets lists the committed offsets of a group, by topic and partition.
func (c *Cluster) GroupOffsets(id string) (list []Committed) {
	for key, value := range c.offsets.under(offsetPrefix(id)) {
		k, err := internaltopics.DecodeOffsetKey([]byte(key))
		if err != nil {
			continue
		}
		if o, err := internaltopics.DecodeOffset([]byte(value)); err == nil {
			list = append(list, Committed{TopicPartition{k.Topic, k.Partition}, o})
		}
	}
	slices.SortFunc(list, func(x, y Committed) int { return x.compare(y.TopicPartition) })
	return list
}

// offsetPrefix is what the keys of a group's committed offsets begin with.
func offsetPrefix(group string) string {
	key := internaltopics.OffsetKey{Group: group}.Encode()
	return string(key[:len(key)-6]) // without an empty topic and a partition
}

// Committed is the offset that a group has committed in a partition.
func (c *Cluster) Committed(group string, tp TopicPartition) (o internaltopics.Offset, ok bool) {
	value, ok := c.offsets.Get(string(offsetKey(group, tp)))
	if !ok {
		return o, false
	}
	o, err := internaltopics.DecodeOffset([]byte(value))
	return o, err == nil
}

func offsetKey(group string, tp TopicPartition) []byte {
	return internaltopics.OffsetKey{Group: group, Topic: tp.Topic, Partition: tp.Partition}.Encode()
}

// FindGroup makes sure that there is a coordinator for a group; __consumer_offsets is made at its first use. Error:
// TimeoutException, or why the topic cannot be made.
func (c *Cluster) FindGroup(id string) error {
	if _, err := c.ensureInternal(internaltopics.OffsetsTopic); err != nil {
		return err
	}
	_, _, _, err := c.coordinator(internaltopics.OffsetsTopic, id)
	return err
}

// Join lets a consumer be the only member of a group, with the partitions given: what the members of a real group
// agree upon in a rebalance. It returns the member id.
func (c *Cluster) Join(group, client string, topics []string, assigned []TopicPartition) (member string, err error) {
	if err := c.FindGroup(group); err != nil {
		return "", err
	}
	g, known := c.Group(group)
	if !known {
		g.Group = internaltopics.Group{Timestamp: c.Now()}
		if err := c.noteGroup(g); err != nil {
			return "", err
		}
	}
	member = client + "-" + c.uuid()
	c.joined(group, member, g.Generation)
	protocol := "range"
	g.ProtocolType, g.Protocol, g.Leader, g.Timestamp = "consumer", &protocol, &member, c.Now()
	g.Generation++
	g.Members = []internaltopics.Member{{
		ID: member, ClientID: client, ClientHost: "/127.0.0.1", RebalanceTimeout: maxPollInterval, SessionTimeout: sessionTimeout,
		Subscription: internaltopics.Subscription(topics), Assignment: internaltopics.Assignment(byTopic(assigned)),
	}}
	return member, c.noteGroup(g)
}

// A consumer's defaults, in ms.
const (
	maxPollInterval = 300_000
	sessionTimeout  = 45_000
)

// Leave lets the member go: the group is empty, in a new generation.
func (c *Cluster) Leave(group string) error {
	g, _ := c.Group(group)
	if g.Leader != nil {
		c.left(group, *g.Leader, g.Generation)
	}
	g.Generation++
	g.Protocol, g.Leader, g.Members, g.Timestamp = nil, nil, nil, c.Now()
	return c.noteGroup(g)
}

func (c *Cluster) noteGroup(g Group) error {
	return c.note(internaltopics.OffsetsTopic, g.ID, keyValue{internaltopics.GroupKey(g.ID), g.Encode()})
}

// byTopic groups partitions, given by topic, as messages have them.
func byTopic(list []TopicPartition) (topics []internaltopics.Partitions) {
	for _, tp := range list {
		if n := len(topics); n == 0 || topics[n-1].Topic != tp.Topic {
			topics = append(topics, internaltopics.Partitions{Topic: tp.Topic})
		}
		last := &topics[len(topics)-1]
		last.Numbers = append(last.Numbers, tp.Partition)
	}
	return topics
}

// Draw draws a number in [0, n) from the machine's chance.
func (c *Cluster) Draw(n int) int { return c.random.Below(n) }

// uuid draws a UUID as Java prints it.
func (c *Cluster) uuid() string {
	h := c.random.Hex()
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

// Commit stores the offsets that a group reads next, in one batch. Error: TimeoutException if nobody answers for the
// group, or what the append ended in.
func (c *Cluster) Commit(group string, offsets []Committed) error {
	if err := c.FindGroup(group); err != nil {
		return err
	}
	return c.note(internaltopics.OffsetsTopic, group, c.offsetEntries(group, offsets)...)
}

// offsetEntries are the records of committed offsets, as of now.
func (c *Cluster) offsetEntries(group string, offsets []Committed) (entries []keyValue) {
	for _, o := range offsets {
		t, _ := c.topics.Get(o.Topic)
		o.Timestamp, o.Expires = c.Now(), -1
		o.TopicID = topicID(t)
		entries = append(entries, keyValue{offsetKey(group, o.TopicPartition), o.Encode()})
	}
	return entries
}

// DeleteOffsets forgets committed offsets of a group. Error: GroupIdNotFoundException.
func (c *Cluster) DeleteOffsets(group string, partitions []TopicPartition) error {
	if _, ok := c.Group(group); !ok {
		return errNoGroup(group)
	}
	var entries []keyValue
	for _, tp := range partitions {
		if _, ok := c.Committed(group, tp); ok {
			entries = append(entries, keyValue{key: offsetKey(group, tp)})
		}
	}
	return c.note(internaltopics.OffsetsTopic, group, entries...)
}

// DeleteGroup forgets a group with its offsets. Error: GroupIdNotFoundException.
func (c *Cluster) DeleteGroup(id string) error {
	if _, ok := c.Group(id); !ok {
		return kerr.ErrGroupIDNotFound.With("The group id does not exist.")
	}
	var entries []keyValue
	for _, o := range c.GroupOffsets(id) {
		entries = append(entries, keyValue{key: offsetKey(id, o.TopicPartition)})
	}
	return c.note(internaltopics.OffsetsTopic, id, append(entries, keyValue{key: internaltopics.GroupKey(id)})...)
}

func errNoGroup(id string) error {
	return kerr.ErrGroupIDNotFound.With("Group %s not found.", id)
}

// DescribeGroup is Group for an admin client. Errors: GroupIdNotFoundException, TimeoutException.
func (c *Cluster) DescribeGroup(id string) (Group, error) {
	if err := c.Reachable("describeGroups"); err != nil {
		return Group{}, err
	}
	g, ok := c.Group(id)
	if !ok {
		return g, errNoGroup(id)
	}
	_, _, _, err := c.coordinator(internaltopics.OffsetsTopic, id)
	return g, err
}

// forgetTopic lets the coordinators drop the offsets that are committed in a deleted topic.
func (c *Cluster) forgetTopic(name string) {
	c.sweepGroups(func(_ Group, o Committed) bool { return o.Topic == name }, false)
}

// expireGroups is the coordinators' search for offsets and groups whose time is over.
func (c *Cluster) expireGroups() {
	c.sweepGroups(func(g Group, o Committed) bool {
		at := c.Expires(g, o)
		return at >= 0 && at <= c.Now()
	}, true)
}

// Expires is when a committed offset may be forgotten, in ms: offsets.retention.minutes after the group lost its last member, or, of a group
// that never had one, after the commit. -1: not while the group has members.
func (c *Cluster) Expires(g Group, o Committed) int64 {
	keep := c.layers().Int("offsets.retention.minutes") * 60_000
	switch {
	case o.Expires >= 0:
		return o.Expires
	case len(g.Members) > 0:
		return -1
	case g.Recorded && g.ProtocolType != "":
		return g.Timestamp + keep
	}
	return o.Timestamp + keep
}

// sweepGroups writes tombstones for the offsets that over says, and, with groups set, for empty groups that have none left: one batch
// for each partition whose coordinator is there.
func (c *Cluster) sweepGroups(over func(Group, Committed) bool, groups bool) {
	t, ok := c.topics.Get(internaltopics.OffsetsTopic)
	if !ok {
		return
	}
	entries := make([][]keyValue, len(t.partitions))
	for _, id := range c.Groups() {
		g, _ := c.Group(id)
		into := &entries[partitionFor(id, len(t.partitions))]
		left := 0
		for _, o := range c.GroupOffsets(id) {
			if over(g, o) {
				*into = append(*into, keyValue{key: offsetKey(id, o.TopicPartition)})
			} else {
				left++
			}
		}
		if groups && left == 0 && len(g.Members) == 0 {
			*into = append(*into, keyValue{key: internaltopics.GroupKey(id)})
		}
	}
	for _, p := range t.partitions {
		// A partition without a coordinator, or whose disk has failed, is left for the next time.
		_ = c.noteIn(TopicPartition{internaltopics.OffsetsTopic, p.Number}, p, entries[p.Number])
	}
}

// topicID is the id of a topic as records have it.
func topicID(t topic) checkpoint.UUID {
	id, _ := checkpoint.ParseUUID(t.id) // ids come from the controller
	return id
}
