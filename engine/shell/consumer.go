package shell

import (
	"fmt"
	"strconv"

	"logarium/engine/cluster"
	"logarium/engine/kerr"
)

func consoleConsumer(c *Call) int {
	o, err := ParseOptions(consumerOptions, c.Args)
	if err != nil {
		return c.usage(err.Error(), consumerOptions)
	}
	if o.asksHelp(c, "This tool helps to read data from Kafka topics and outputs it to standard output.", consumerOptions) {
		return 0
	}
	if what := consumerUsage(o); what != "" {
		return c.usage(what, consumerOptions)
	}
	limit, err := consumerNumbers(o)
	if err != nil {
		return c.usage(err.Error(), consumerOptions)
	}
	c.deprecated(o, "Option --", [][2]string{{"consumer-property", "command-property"}, {"property", "formatter-property"}})
	k := consumer{Call: c, o: o, table: consumerOptions, left: limit, format: newFormatter(properties(o, "property", "formatter-property"))}
	k.settings = properties(o, "consumer-property", "command-property")
	k.group = o.Get("group", k.settings["group.id"])
	k.committed = o.Get("isolation-level", k.settings["isolation.level"]) == "read_committed"
	if !o.Has("partition") {
		fmt.Fprintf(&c.Err, "The consumer rebalance protocol (KIP-848) is production-ready! Set group.protocol=consumer to try it out. See https://kafka.apache.org/documentation/#consumer_rebalance_protocol\n")
	}
	return k.run()
}

// consumerNumbers checks the numbers among the options; limit is below 0 if there is none.
func consumerNumbers(o *Options) (limit int64, err error) {
	if _, err = o.Int("partition", 0, 32); err == nil {
		_, err = o.Int("timeout-ms", 0, 64)
	}
	if err == nil {
		limit, err = o.Int("max-messages", -1, 32)
	}
	return limit, err
}

func consumerUsage(o *Options) string {
	offset := o.Get("offset", "latest")
	n, err := strconv.ParseInt(offset, 10, 64)
	isolation := o.Get("isolation-level", "read_uncommitted")
	switch {
	case o.Has("topic") == o.Has("include"):
		return "Exactly one of the following arguments is required: [topic], [include]"
	case o.Has("partition") && !o.Has("topic"):
		return "The topic is required when partition is specified."
	case o.Has("offset") && !o.Has("partition"):
		return "The partition is required when offset is specified."
	case o.Has("from-beginning") && o.Has("offset"):
		return "Options from-beginning and offset cannot be specified together."
	case offset != "earliest" && offset != "latest" && (err != nil || n < 0):
		return fmt.Sprintf("The provided offset value '%s' is incorrect. Valid values are 'earliest', 'latest', or a non-negative long.", offset)
	case isolation != "read_committed" && isolation != "read_uncommitted":
		return fmt.Sprintf("Invalid value %s for configuration isolation.level: String must be one of: read_uncommitted, read_committed", isolation)
	}
	return ""
}

// maxPrinted is how many bytes one consumer prints before it stops by itself.
const maxPrinted = 16 << 20

// consumer is one run of a consumer: it reads what is there now, partition by partition.
type consumer struct {
	*Call
	o         *Options
	table     []Option
	format    formatter
	settings  map[string]string
	group     string // "": none that anyone knows
	committed bool
	left      int64 // records still to print, below 0: no limit
	printed   int64
}

func (k *consumer) run() int {
	k.shorten(k.shortened)
	exit := 0
	for _, t := range k.topics() {
		for _, p := range k.partitions(t) {
			if k.left == 0 {
				break
			}
			if err := k.read(cluster.TopicPartition{Topic: t.Name, Partition: p}); err != nil {
				exit = k.broken(err)
			}
		}
	}
	if k.left != 0 && k.o.Has("timeout-ms") {
		k.broken(kerr.ErrTimeout)
	}
	fmt.Fprintf(&k.Err, "Processed a total of %d messages\n", k.printed)
	return exit
}

// shortened is the command for the first done records only.
func (k *consumer) shortened(done int64) []string {
	return withOption(k.table, k.words(), "--max-messages", strconv.FormatInt(done, 10))
}

func (k *consumer) broken(err error) int {
	fmt.Fprintf(&k.Err, "[%s] ERROR Error processing message, terminating consumer process:  (org.apache.kafka.tools.consumer.ConsoleConsumer)\n%s\n", logTime(k.Now()), java(err))
	return 1
}

// topics is the one that was named, made now if it is missing and the broker makes topics by itself, or those of a pattern.
func (k *consumer) topics() (found []cluster.Topic) {
	if k.o.Has("include") {
		for _, t := range k.Cluster.Topics() {
			if !t.Internal && includes(k.o.Get("include", ""), t.Name) {
				found = append(found, t)
			}
		}
		return found
	}
	name := k.o.Get("topic", "")
	if t, ok := k.Cluster.Topic(name); ok {
		return []cluster.Topic{t}
	}
	code, created, _ := k.autoCreate(name)
	k.Changed = k.Changed || created
	group := k.group
	if group == "" {
		group = "console-consumer"
	}
	fmt.Fprintf(&k.Err, "[%s] WARN [Consumer clientId=console-consumer, groupId=%s] The metadata response from the cluster reported a recoverable issue with correlation id 2 : {%s=%s} (org.apache.kafka.clients.NetworkClient)\n",
		logTime(k.Now()), group, name, code)
	if t, ok := k.Cluster.Topic(name); ok {
		found = append(found, t)
	}
	return found
}

// partitions is the one that was named, or all.
func (k *consumer) partitions(t cluster.Topic) (all []int32) {
	want, _ := k.o.Int("partition", -1, 32)
	for _, p := range t.Partitions {
		if !k.o.Has("partition") || int32(want) == p.Number {
			all = append(all, p.Number)
		}
	}
	return all
}

// start is where reading begins: the offset asked for, the group's position, or an end of the log.
func (k *consumer) start(tp cluster.TopicPartition) (int64, error) {
	if n, err := strconv.ParseInt(k.o.Get("offset", ""), 10, 64); err == nil {
		return n, nil
	}
	if at, ok := k.Cluster.Position(k.group, tp); ok && k.group != "" && !k.o.Has("offset") {
		return at, nil
	}
	return k.reset(tp, k.o.Has("from-beginning") || k.o.Get("offset", "") == "earliest" || k.settings["auto.offset.reset"] == "earliest")
}

func (k *consumer) reset(tp cluster.TopicPartition, earliest bool) (int64, error) {
	spec := cluster.LatestOffset
	if earliest {
		spec = cluster.EarliestOffset
	}
	listed, err := k.Cluster.ListOffsets(tp, spec)
	return listed.Offset, err
}

// read prints a partition up to its end. A position that is not there any more is replaced as auto.offset.reset says.
func (k *consumer) read(tp cluster.TopicPartition) error {
	at, err := k.start(tp)
	for wasReset := false; err == nil && k.left != 0; {
		var got cluster.Fetched
		got, err = k.Cluster.Fetch(cluster.FetchRequest{TopicPartition: tp, Offset: at, MinOne: true, Committed: k.committed})
		if kerr.Code(err) == "OFFSET_OUT_OF_RANGE" && !wasReset {
			wasReset = true
			at, err = k.reset(tp, k.o.Has("from-beginning") || k.settings["auto.offset.reset"] == "earliest")
			continue
		}
		if kerr.Code(err) == "CORRUPT_MESSAGE" {
			err = kerr.ErrKafka.With("Received exception when fetching the next record from %s. If needed, please seek past the record to continue consumption.", tp)
		}
		if err != nil || got.Next == at {
			break
		}
		before := k.printed
		at = k.print(tp, got)
		k.commit(tp, at)
		if k.printed > before && k.stop() {
			break
		}
	}
	if err != nil {
		return err
	}
	k.commit(tp, at)
	return nil
}

// commit notes how far the group is; a fetch moves the page cache too.
func (k *consumer) commit(tp cluster.TopicPartition, at int64) {
	k.Changed = true
	if k.group != "" {
		k.Cluster.Commit(k.group, tp, at)
	}
}

// stop ends the command between two fetches, if it is asked to or has printed enough; what was read stays read.
func (k *consumer) stop() bool {
	full, total := k.Out.Len() > maxPrinted, int64(0)
	if k.left > 0 {
		total = k.printed + k.left
	}
	if k.left == 0 || !k.Control.Step(k.printed, total, "records") && !full {
		return false
	}
	if full {
		fmt.Fprintf(&k.Err, "stopped after %d bytes of output; --max-messages or a pipe into wc keeps it short\n", k.Out.Len())
	}
	k.left = 0
	k.short = k.shortened(k.printed)
	return true
}

// print writes records up to the limit and returns the offset to go on from.
func (k *consumer) print(tp cluster.TopicPartition, got cluster.Fetched) int64 {
	kind := k.timestampType(tp.Topic)
	for _, r := range got.Records {
		if k.left == 0 {
			return r.Offset
		}
		k.Out.WriteString(k.format.line(tp, r, kind))
		k.left--
		k.printed++
	}
	return got.Next
}

// timestampType is CreateTime or LogAppendTime.
func (k *consumer) timestampType(topic string) string {
	for _, p := range k.Cluster.TopicConfigLine(topic) {
		if p.Name == "message.timestamp.type" {
			return p.Value
		}
	}
	return "CreateTime"
}
