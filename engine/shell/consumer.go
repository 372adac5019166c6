package shell

import (
	"fmt"
	"strconv"
	"strings"

	"logarium/engine/cluster"
	"logarium/engine/kerr"
)

func consoleConsumer(c *Call) int {
	o, err := ParseOptions(consumerOptions, c.Args)
	if err != nil {
		return c.usage(err.Error(), consumerOptions)
	}
	if o.asksHelp(c, "This tool helps to read data from Kafka topics and outputs it to standard output.", consumerOptions) {
		return o.helpExit()
	}
	if what := consumerUsage(o); what != "" {
		return c.usage(what, consumerOptions)
	}
	if err := o.once(consumerOptions, "property", "formatter-property", "consumer-property", "command-property", "formatter", "topic", "max-messages"); err != nil {
		fmt.Fprint(&c.Err, uncaught(err))
		return 1
	}
	if err := o.once([]Option{{Name: "formatter", Arg: "String"}}); err != nil {
		return c.usage(err.Error(), consumerOptions)
	}
	limit, err := consumerNumbers(o)
	if err != nil {
		return c.usage(err.Error(), consumerOptions)
	}
	format, err := formatterOf(o.Get("formatter", defaultFormatter), properties(o, "property", "formatter-property"))
	if err != nil {
		return c.usage(err.Error(), consumerOptions)
	}
	c.deprecated(o, "Option --", [][2]string{{"consumer-property", "command-property"}, {"property", "formatter-property"}})
	k := consumer{Call: c, o: o, table: consumerOptions, left: limit, format: format}
	k.settings = properties(o, "consumer-property", "command-property")
	if k.tls, err = encrypted(either(k.settings, "security.protocol", "PLAINTEXT")); err != nil {
		fmt.Fprintf(&c.Err, "%s\n", java(err))
		return 1
	}
	if !k.namedOnce() {
		return 1
	}
	if err := k.inGroup(o.Get("group", k.settings["group.id"])); err != nil {
		fmt.Fprintf(&c.Err, "%s\n", java(err))
		return 1
	}
	k.committed = o.Get("isolation-level", k.settings["isolation.level"]) == "read_committed"
	c.tellProtocol(o)
	return k.run()
}

// tellProtocol is what the client says whenever it will join a group.
func (c *Call) tellProtocol(o *Options) {
	if !o.Has("partition") {
		fmt.Fprintf(&c.Err, "The consumer rebalance protocol (KIP-848) is production-ready! Set group.protocol=consumer to try it out. See https://kafka.apache.org/documentation/#consumer_rebalance_protocol\n")
	}
}

// namedOnce refuses the two options that the tool reads when its client is there already.
func (k *consumer) namedOnce() bool {
	for _, name := range []string{"topic", "max-messages"} {
		err := k.o.once([]Option{{Name: name, Arg: "String"}})
		if err == nil {
			continue
		}
		k.tellProtocol(k.o)
		if name == "max-messages" {
			fmt.Fprintf(&k.Err, "Processed a total of 0 messages\n")
		}
		fmt.Fprintf(&k.Err, "[%s] ERROR Unknown error when running consumer:  (org.apache.kafka.tools.consumer.ConsoleConsumer)\n%s\n", logTime(k.Now()), java(err))
		return false
	}
	return true
}

// inGroup sets the group up. One that is not named is of this run only, and commits nothing.
func (k *consumer) inGroup(name string) error {
	k.client = either(k.settings, "client.id", "console-consumer")
	k.joins = !k.o.Has("partition")
	k.group, k.commits = name, name != "" && either(k.settings, "enable.auto.commit", "true") == "true"
	if name == "" && k.joins {
		k.group = fmt.Sprintf("console-consumer-%d", k.Cluster.Draw(100_000))
		k.Changed = true
	}
	switch policy := k.policy(); policy {
	case "earliest", "latest", "none":
		return nil
	default:
		return invalidValue(policy, "auto.offset.reset", "must be `none`, `latest`, `earliest`, or of the format 'by_duration:<duration>' where the duration can be specified in ISO-8601 format")
	}
}

// encrypted reads security.protocol.
func encrypted(protocol string) (bool, error) {
	switch strings.ToUpper(protocol) {
	case "PLAINTEXT", "SASL_PLAINTEXT":
		return false, nil
	case "SSL", "SASL_SSL":
		return true, nil
	}
	return false, invalidValue(protocol, "security.protocol", "(case insensitive) String must be one of: PLAINTEXT, SASL_PLAINTEXT, SSL, SASL_SSL")
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
	client    string // client.id
	group     string // "": none at all
	joins     bool   // the group assigns the partitions; otherwise they are its own choice
	commits   bool
	told      bool // says when a position had to be replaced
	committed bool
	tls       bool
	left      int64 // records still to print, below 0: no limit
	printed   int64
	spots     []spot
}

// spot is how far a consumer is in a partition.
type spot struct {
	tp    cluster.TopicPartition
	at    int64
	epoch int32 // leader epoch of what is before it, -1 unknown
	lost  bool  // there is no position
}

// run reads. A member of a group joins once it knows where to read, and commits and leaves at the end; a stopped run does what one with a limit does.
func (k *consumer) run() int {
	if !k.joins && !k.commits {
		k.shorten(k.shortened)
	}
	if k.Cluster.Reachable("fetch") != nil { // the client goes on looking for a broker
		return k.end(0)
	}
	topics := k.topics()
	if k.joins {
		if err := k.Cluster.FindGroup(k.group); err != nil {
			return k.broken(err)
		}
		k.Changed = true
	}
	exit := k.begin(topics)
	if err := k.join(topics); err != nil {
		return k.broken(err)
	}
	for i := range k.spots {
		if k.left == 0 {
			break
		}
		if s := &k.spots[i]; !s.lost {
			if err := k.read(s); err != nil {
				exit = k.broken(err)
			}
		}
	}
	if err := k.finish(); err != nil {
		exit = k.broken(err)
	}
	return k.end(exit)
}

// end says how it ended.
func (k *consumer) end(exit int) int {
	if k.left != 0 && k.o.Has("timeout-ms") {
		k.broken(kerr.ErrTimeout)
	}
	fmt.Fprintf(&k.Err, "Processed a total of %d messages\n", k.printed)
	return exit
}

// begin finds the position in every partition.
func (k *consumer) begin(topics []cluster.Topic) (exit int) {
	for _, t := range topics {
		for _, p := range k.partitions(t) {
			s := spot{tp: cluster.TopicPartition{Topic: t.Name, Partition: p}}
			if err := k.start(&s); err != nil {
				s.lost, exit = true, k.broken(err)
			}
			k.spots = append(k.spots, s)
		}
	}
	return exit
}

// join makes the consumer a member of its group, to which the partitions are assigned.
func (k *consumer) join(topics []cluster.Topic) error {
	if !k.joins {
		return nil
	}
	all, names := make([]cluster.TopicPartition, len(k.spots)), make([]string, len(topics))
	for i, s := range k.spots {
		all[i] = s.tp
	}
	for i, t := range topics {
		names[i] = t.Name
	}
	if len(names) == 0 {
		names = append(names, k.o.Get("topic", ""))
	}
	_, err := k.Cluster.Join(k.group, k.client, names, all)
	return err
}

// finish commits what was read and leaves the group.
func (k *consumer) finish() error {
	var offsets []cluster.Committed
	for _, s := range k.spots {
		if !s.lost {
			o := cluster.Committed{TopicPartition: s.tp}
			o.Offset.Offset, o.LeaderEpoch = s.at, s.epoch
			offsets = append(offsets, o)
		}
	}
	if k.commits && len(offsets) > 0 {
		if err := k.Cluster.Commit(k.group, offsets); err != nil {
			return err
		}
	}
	if k.joins {
		return k.Cluster.Leave(k.group)
	}
	return nil
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
	fmt.Fprintf(&k.Err, "[%s] WARN [Consumer clientId=console-consumer, groupId=%s] The metadata response from the cluster reported a recoverable issue with correlation id 2 : {%s=%s} (org.apache.kafka.clients.NetworkClient)\n",
		logTime(k.Now()), k.group, name, code)
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

// start is where reading begins: the offset asked for, what the group has committed, or an end of the log.
func (k *consumer) start(s *spot) error {
	s.epoch = -1
	if n, err := strconv.ParseInt(k.o.Get("offset", ""), 10, 64); err == nil {
		s.at = n
		return nil
	}
	if o, ok := k.Cluster.Committed(k.group, s.tp); ok && !k.o.Has("offset") {
		s.at, s.epoch = o.Offset, o.LeaderEpoch
		return nil
	}
	if k.policy() == "none" && !k.o.Has("offset") {
		return kerr.New("NoOffsetForPartitionException", "Undefined offset with no reset policy for partitions: [%s]", s.tp)
	}
	return k.reset(s, k.policy() == "earliest" || k.o.Get("offset", "") == "earliest")
}

// policy is auto.offset.reset.
func (k *consumer) policy() string {
	if k.o.Has("from-beginning") {
		return "earliest"
	}
	return either(k.settings, "auto.offset.reset", "latest")
}

func (k *consumer) reset(s *spot, earliest bool) error {
	spec := cluster.LatestOffset
	if earliest {
		spec = cluster.EarliestOffset
	}
	listed, err := k.Cluster.ListOffsets(s.tp, spec)
	s.at, s.epoch = listed.Offset, listed.LeaderEpoch
	return err
}

// read prints a partition up to its end. A position that is not there any more is replaced as auto.offset.reset says.
func (k *consumer) read(s *spot) (err error) {
	for wasReset := false; k.left != 0; {
		var got cluster.Fetched
		got, err = k.Cluster.Fetch(cluster.FetchRequest{TopicPartition: s.tp, Offset: s.at, MinOne: true, Committed: k.committed, TLS: k.tls})
		if kerr.Code(err) == "OFFSET_OUT_OF_RANGE" && !wasReset {
			wasReset = true
			if err = k.outOfRange(s); err != nil {
				break
			}
			continue
		}
		if kerr.Code(err) == "CORRUPT_MESSAGE" {
			err = kerr.ErrKafka.With("Received exception when fetching the next record from %s. If needed, please seek past the record to continue consumption.", s.tp)
		}
		if err != nil || got.Next == s.at {
			break
		}
		before := k.printed
		s.at, s.epoch = k.print(s.tp, got), got.LeaderEpoch
		if k.printed > before && k.stop() {
			break
		}
	}
	k.Changed = true // a fetch moves the page cache
	return err
}

// outOfRange replaces a position for which there is no record, or refuses to.
func (k *consumer) outOfRange(s *spot) error {
	k.Changed = true
	if k.told {
		k.sayCause(s)
	}
	if k.policy() == "none" {
		return kerr.New("OffsetOutOfRangeException", "Offsets out of range with no configured reset policy for partitions: {%s=%d}", s.tp, s.at)
	}
	was := s.at
	if err := k.reset(s, k.policy() == "earliest"); err != nil {
		return err
	}
	if k.told {
		fmt.Fprintf(&k.Err, "offset %d is out of range for partition %s, resetting offset to %d (auto.offset.reset=%s)\n", was, s.tp, s.at, k.policy())
	}
	return nil
}

// sayCause leads from the error to the event behind it, and to the command in which that happened.
func (k *consumer) sayCause(s *spot) {
	if h, ok := k.Cluster.OutOfRange(s.tp, s.at); ok {
		fmt.Fprintf(&k.Err, "offset %d: the cause is in command %d: [%s] %s\n", s.at, h.Command, logTime(h.Time), h.Text)
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
