package shell

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"logarium/engine/checkpoint"
	"logarium/engine/cluster"
	"logarium/engine/config"
	"logarium/engine/kerr"
)

var bootstrap = Option{Name: "bootstrap-server", Arg: "String: server to connect to", Doc: "the broker; localhost:9092 if not given"}

var (
	commandConfig = Option{Name: "command-config", Arg: "String: command config property file", Doc: "settings of the client; nothing here needs any"}
	version       = Option{Name: "version", Doc: "print Kafka's version"}
)

var topicsOptions = withIdle([]Option{
	{Name: "alter", Doc: "raise the number of partitions"},
	{Name: "at-min-isr-partitions", Doc: "with --describe: only partitions with just as many replicas in sync as they need"},
	bootstrap,
	commandConfig,
	{Name: "config", Arg: "String: name=value", Doc: "a setting of the new topic; may be repeated", Words: func(*Env) []string { return topicConfigNames() }},
	{Name: "create", Doc: "make a topic"},
	{Name: "delete", Doc: "delete a topic"},
	{Name: "describe", Doc: "partitions, leaders, replicas and overrides"},
	{Name: "exclude-internal", Doc: "leave out internal topics"},
	{Name: "help", Doc: "print this"},
	{Name: "if-exists", Doc: "do nothing if there is no such topic"},
	{Name: "if-not-exists", Doc: "do nothing if the topic exists"},
	{Name: "list", Doc: "names of all topics"},
	{Name: "partitions", Arg: "Integer: # of partitions", Doc: "how many partitions"},
	{Name: "replica-assignment", Arg: "String: broker_id_for_part1_replica1:broker_id_for_part1_replica2,...", Doc: "the brokers of each partition, the preferred leader first"},
	{Name: "replication-factor", Arg: "Integer: replication factor", Doc: "how many replicas of each partition"},
	{Name: "topic", Arg: "String: topic", Doc: "the topic; outside --create also a pattern", Words: topicNames},
	{Name: "topic-id", Arg: "String: topic-id", Doc: "with --describe: the topic with this id"},
	{Name: "topics-with-overrides", Doc: "describe only topics with settings of their own"},
	{Name: "unavailable-partitions", Doc: "with --describe: only partitions whose leader does not answer"},
	{Name: "under-min-isr-partitions", Doc: "with --describe: only partitions with fewer replicas in sync than they need"},
	{Name: "under-replicated-partitions", Doc: "with --describe: only partitions with replicas that are not in sync"},
	version,
},
	`delete-config <String: name>`,
	`partition-size-limit-per-response <Integer: maximum number of partitions per response>`,
)

func topicCommands() []Command {
	return []Command{
		{Name: "kafka-topics", Usage: "--create|--list|--describe|--alter|--delete", Short: "create, list, describe, alter and delete topics",
			Example: "kafka-topics --create --topic payments --partitions 2 --config retention.ms=60000", Options: topicsOptions, Run: kafkaTopics},
		{Name: "kafka-configs", Usage: "--describe|--alter --entity-type TYPE [--entity-name NAME]", Short: "describe and alter settings of topics and brokers",
			Example: "kafka-configs --alter --entity-type topics --entity-name orders --add-config retention.ms=60000", Options: configsOptions, Run: kafkaConfigs},
	}
}

var topicActions = []string{"alter", "create", "delete", "describe", "list"}

func kafkaTopics(c *Call) int {
	o, err := ParseOptions(topicsOptions, c.Args)
	if err == nil && o.asksHelp(c, "This tool helps to create, delete, describe, or change a topic.", topicsOptions) {
		return o.helpExit()
	}
	if err == nil {
		if usage := topicsUsage(o); usage != "" {
			fmt.Fprintf(&c.Err, "%s\n%s", usage, optionTable(topicsOptions))
			return 1
		}
		if err = o.once(topicsOptions, "config", "delete-config"); err == nil {
			err = c.topicsAction(o)
		}
	}
	if err != nil {
		return c.toolError("Error while executing topic command : ", err, "org.apache.kafka.tools.TopicCommand")
	}
	return 0
}

// topicsUsage is what is wrong with the combination of options, empty if nothing is.
func topicsUsage(o *Options) string {
	actions := 0
	for _, a := range topicActions {
		if o.Has(a) {
			actions++
		}
	}
	switch {
	case actions != 1:
		return "Command must include exactly one action: --list, --describe, --create, --alter or --delete"
	case (o.Has("create") || o.Has("alter") || o.Has("delete")) && !o.Has("topic"):
		return missing("topic")
	case o.Has("alter") && o.Has("config"):
		return `Option combination "[[bootstrap-server], [config]]" can't be used with option "[alter]" (To alter topic configurations, the kafka-configs tool can be used.)`
	case o.Has("alter") && !o.Has("partitions"):
		return missing("partitions")
	}
	return ""
}

func (c *Call) topicsAction(o *Options) error {
	switch {
	case o.Has("create"):
		return c.createTopic(o)
	case o.Has("list"):
		return c.listTopics(o)
	case o.Has("describe"):
		return c.describeTopics(o)
	case o.Has("alter"):
		return c.alterTopics(o)
	}
	return c.deleteTopics(o)
}

func (c *Call) createTopic(o *Options) error {
	topic, err := newTopic(o)
	if err != nil {
		return err
	}
	if strings.ContainsAny(topic.Name, "._") {
		c.Printf("WARNING: Due to limitations in metric names, topics with a period ('.') or underscore ('_') could collide. To avoid issues it is best to use either, but not both.\n")
	}
	_, err = c.Cluster.CreateTopic(topic)
	if err != nil && o.Has("if-not-exists") && kerr.Code(err) == "TOPIC_ALREADY_EXISTS" {
		return nil
	}
	if err != nil {
		return err
	}
	c.Changed = true
	c.Printf("Created topic %s.\n", topic.Name)
	return nil
}

func newTopic(o *Options) (cluster.NewTopic, error) {
	t := cluster.NewTopic{Name: o.Get("topic", "")}
	partitions, err := o.Int("partitions", -1, 32)
	if err != nil {
		return t, err
	}
	factor, err := o.Int("replication-factor", -1, 16)
	if err != nil {
		return t, err
	}
	switch {
	case o.Has("partitions") && partitions < 1:
		return t, kerr.New("IllegalArgumentException", "The partitions must be greater than 0")
	case o.Has("replication-factor") && (factor < 1 || factor > 32767):
		return t, kerr.New("IllegalArgumentException", "The replication factor must be between 1 and 32767 inclusive")
	}
	t.Partitions, t.ReplicationFactor = int32(partitions), int16(factor)
	if t.Assignments, err = assignments(o); err != nil {
		return t, err
	}
	for _, kv := range o.All("config") {
		name, value, ok := strings.Cut(kv, "=")
		if !ok {
			return t, kerr.New("IllegalArgumentException", `requirement failed: Invalid topic config: all configs to be added must be in the format "key=val".`)
		}
		t.Configs = setProperty(t.Configs, strings.TrimSpace(name), strings.TrimSpace(value))
	}
	return t, checkOverrides(t.Configs)
}

// assignments reads --replica-assignment.
func assignments(o *Options) (lists [][]int32, err error) {
	if !o.Has("replica-assignment") {
		return nil, nil
	}
	for n, part := range strings.Split(o.Get("replica-assignment", ""), ",") {
		var ids []int32
		for _, word := range strings.Split(part, ":") {
			id, err := strconv.ParseInt(strings.TrimSpace(word), 10, 32)
			if err != nil {
				return nil, kerr.ErrNumberFormat.With("For input string: \"%s\"", word)
			}
			if slices.Contains(ids, int32(id)) {
				return nil, kerr.New("AdminCommandFailedException", "Partition replica lists may not contain duplicate entries: %d", id)
			}
			ids = append(ids, int32(id))
		}
		if n > 0 && len(ids) != len(lists[0]) {
			return nil, kerr.New("AdminOperationException", "Partition %d has different replication factor: %s", n, part)
		}
		lists = append(lists, ids)
	}
	return lists, nil
}

// checkOverrides is the tool's own check of settings, before it asks the broker. Error: ConfigException,
// InvalidConfigurationException.
func checkOverrides(list []cluster.Property) error {
	overrides := config.Properties(nil)
	for _, p := range list {
		overrides = overrides.With(p.Name, p.Value)
	}
	_, err := config.Broker{}.Check(overrides)
	return err
}

// setProperty adds a setting; of several for one name the last holds.
func setProperty(list []cluster.Property, name, value string) []cluster.Property {
	for i := range list {
		if list[i].Name == name {
			list[i].Value = value
			return list
		}
	}
	return append(list, cluster.Property{Name: name, Value: value})
}

// wanted is the topics that --topic or --topic-id names; it is an error if that is none.
func (c *Call) wanted(o *Options) ([]cluster.Topic, error) {
	var found []cluster.Topic
	names, err := topicPattern(o.Get("topic", ".*"))
	if err == nil {
		err = c.Cluster.Reachable("listTopics")
	}
	if err != nil {
		return nil, err
	}
	for _, t := range c.Cluster.Topics() {
		switch id := o.Get("topic-id", t.ID); {
		case o.Has("exclude-internal") && t.Internal:
		case id == t.ID && names.whole(t.Name):
			found = append(found, t)
		}
	}
	if len(found) == 0 && o.Has("topic-id") && !o.Has("if-exists") {
		return nil, kerr.New("IllegalArgumentException", "TopicId '%s' does not exist as expected", o.Get("topic-id", ""))
	}
	if len(found) == 0 && o.Has("topic") && !o.Has("if-exists") {
		return nil, kerr.New("IllegalArgumentException", "Topic '%s' does not exist as expected", o.Get("topic", ""))
	}
	return found, nil
}

func (c *Call) listTopics(o *Options) error {
	o.values["if-exists"] = []string{""} // a pattern that nothing matches is no error here
	topics, err := c.wanted(o)
	for _, t := range topics {
		c.Printf("%s\n", t.Name)
	}
	return err
}

func (c *Call) describeTopics(o *Options) error {
	topics, err := c.wanted(o)
	if err != nil {
		return err
	}
	checkpoint.HashOrder(topics, tableFor(len(topics)), func(t cluster.Topic) int32 { return checkpoint.StringHash(t.Name) })
	filter := partitionFilter(o)
	for _, t := range topics {
		if o.Has("topics-with-overrides") && len(t.Configs) == 0 {
			continue
		}
		if filter == "" {
			c.describeTopic(t)
		}
		if !o.Has("topics-with-overrides") {
			c.describePartitions(t, filter)
		}
	}
	return nil
}

// tableFor is the size of the table of a Java HashMap made for n entries, which then are put into it.
func tableFor(n int) int {
	size := 1
	for size < n {
		size *= 2
	}
	if n > size*3/4 {
		size *= 2
	}
	return size
}

// partitionFilters are the options by which --describe shows only partitions in a state, without the topics' own lines.
var partitionFilters = []string{"under-replicated-partitions", "unavailable-partitions", "under-min-isr-partitions", "at-min-isr-partitions"}

func partitionFilter(o *Options) string {
	for _, f := range partitionFilters {
		if o.Has(f) {
			return f
		}
	}
	return ""
}

// shows applies such a filter.
func (c *Call) shows(filter string, t cluster.Topic, p cluster.PartitionInfo) bool {
	switch filter {
	case "under-replicated-partitions":
		return len(p.ISR) < len(p.Replicas)
	case "unavailable-partitions":
		return p.Leader < 0 || !c.Cluster.Broker(p.Leader).Running()
	case "under-min-isr-partitions":
		return len(p.ISR) < c.minISR(t.Name)
	case "at-min-isr-partitions":
		return len(p.ISR) == c.minISR(t.Name)
	}
	return true
}

func (c *Call) minISR(topic string) int {
	for _, p := range c.Cluster.TopicConfigLine(topic) {
		if p.Name == "min.insync.replicas" {
			n, _ := strconv.Atoi(p.Value)
			return n
		}
	}
	return 1
}

func (c *Call) describeTopic(t cluster.Topic) {
	var configs []string
	for _, p := range c.Cluster.TopicConfigLine(t.Name) {
		configs = append(configs, p.Name+"="+p.Value)
	}
	factor := 0
	if len(t.Partitions) > 0 {
		factor = len(t.Partitions[0].Replicas)
	}
	c.Printf("Topic: %s\tTopicId: %s\tPartitionCount: %d\tReplicationFactor: %d\tConfigs: %s\n", t.Name, t.ID, len(t.Partitions), factor, strings.Join(configs, ","))
}

func (c *Call) describePartitions(t cluster.Topic, filter string) {
	for _, p := range t.Partitions {
		if !c.shows(filter, t, p) {
			continue
		}
		leader := "none"
		if p.Leader >= 0 {
			leader = strconv.Itoa(int(p.Leader))
		}
		eligible, last := c.Cluster.ELR(t.Name, p)
		c.Printf("\tTopic: %s\tPartition: %d\tLeader: %s\tReplicas: %s\tIsr: %s\tElr: %s\tLastKnownElr: %s", t.Name, p.Number, leader, joinIDs(p.Replicas), joinIDs(p.ISR), joinIDs(eligible), joinIDs(last))
		if len(p.Adding)+len(p.Removing) > 0 {
			c.Printf("\tAdding Replicas: %s\tRemoving Replicas: %s", joinIDs(p.Adding), joinIDs(p.Removing))
		}
		c.Printf("\n")
	}
}

func joinIDs(ids []int32) string {
	words := make([]string, len(ids))
	for i, id := range ids {
		words[i] = strconv.Itoa(int(id))
	}
	return strings.Join(words, ",")
}

func (c *Call) alterTopics(o *Options) error {
	count, err := o.Int("partitions", 0, 32)
	if err != nil {
		return err
	}
	topics, err := c.wanted(o)
	if err != nil {
		return err
	}
	for _, t := range topics {
		if err := c.Cluster.CreatePartitions(t.Name, int32(count)); err != nil {
			return err
		}
		c.Changed = true
	}
	return nil
}

func (c *Call) deleteTopics(o *Options) error {
	topics, err := c.wanted(o)
	if err != nil {
		return err
	}
	for _, t := range topics {
		if err := c.Cluster.DeleteTopic(t.Name); err != nil {
			return err
		}
		c.Changed = true
	}
	return nil
}
