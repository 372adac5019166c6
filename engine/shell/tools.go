package shell

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"logarium/engine/cluster"
	"logarium/engine/kerr"
)

var offsetsOptions = []Option{
	bootstrap,
	commandConfig,
	{Name: "exclude-internal-topics", Doc: "leave out internal topics"},
	{Name: "help", Doc: "print this"},
	{Name: "partitions", Arg: "String: partition ids", Doc: "only these, separated by commas"},
	{Name: "time", Arg: "String: time", Doc: "latest (-1), earliest (-2), max-timestamp (-3), earliest-local (-4), latest-tiered (-5), earliest-pending-upload (-6), or milliseconds",
		Words: func(*Env) []string { return []string{"earliest", "latest", "max-timestamp"} }},
	{Name: "topic", Arg: "String: topic", Doc: "topics by pattern; all if not given", Words: topicNames},
	{Name: "topic-partitions", Arg: "String: topic-partition pattern list", Doc: "as topic:partition, separated by commas"},
	version,
}

var logDirsOptions = []Option{
	bootstrap,
	{Name: "broker-list", Arg: "String: Broker list", Doc: "only these brokers, separated by commas"},
	commandConfig,
	{Name: "describe", Doc: "what lies in which directory"},
	{Name: "help", Doc: "print this"},
	{Name: "topic-list", Arg: "String: Topic list", Doc: "only these topics, separated by commas", Words: topicNames},
	version,
}

var deleteRecordsOptions = []Option{
	bootstrap,
	commandConfig,
	{Name: "help", Doc: "print this"},
	{Name: "offset-json-file", Arg: "String: Offset json file path", Doc: `a file such as {"partitions":[{"topic":"orders","partition":0,"offset":100}],"version":1}; offset -1 is the high watermark`, Files: true},
	version,
}

func toolCommands() []Command {
	return []Command{
		{Name: "kafka-get-offsets", Usage: "[--topic T] [--time TIME]", Short: "offsets of partitions by time", Example: "kafka-get-offsets --topic orders --time earliest", Options: offsetsOptions, Run: getOffsets},
		{Name: "kafka-log-dirs", Usage: "--describe", Short: "sizes by log directory, as JSON", Options: logDirsOptions, Run: logDirs},
		{Name: "kafka-delete-records", Usage: "--offset-json-file FILE", Short: "raise log start offsets", Options: deleteRecordsOptions, Run: deleteRecords},
		{Name: "kafka-reassign-partitions", Usage: "--execute|--verify --reassignment-json-file FILE", Short: "move replicas between log directories", Options: reassignOptions, Run: reassign},
		{Name: "kafka-dump-log", Usage: "--files FILE,...", Short: "print the content of log, index and snapshot files", Example: "kafka-dump-log --deep-iteration --files orders-0/00000000000000000000.log", Options: dumpOptions, Run: dumpLog},
	}
}

var offsetNames = map[string]cluster.OffsetSpec{
	"latest": cluster.LatestOffset, "earliest": cluster.EarliestOffset, "max-timestamp": cluster.MaxTimestamp,
	"earliest-local": cluster.EarliestLocalOffset, "latest-tiered": cluster.LatestTieredOffset, "earliest-pending-upload": cluster.EarliestPending,
}

func getOffsets(c *Call) int {
	o, err := ParseOptions(offsetsOptions, c.Args)
	if err != nil {
		return c.usage(err.Error(), offsetsOptions)
	}
	if len(c.Args) > 0 && o.asksHelp(c, "An interactive shell for getting topic-partition offsets.", offsetsOptions) {
		return o.helpExit()
	}
	if err := o.once(offsetsOptions); err != nil {
		fmt.Fprintf(&c.Err, "Error occurred: %s\n%s\n", err, java(err))
		return 1
	}
	spec, ok := offsetNames[o.Get("time", "latest")]
	if !ok {
		ms, err := strconv.ParseInt(o.Get("time", ""), 10, 64)
		if err != nil || ms < int64(cluster.EarliestPending) {
			fmt.Fprintf(&c.Err, "Error occurred: Malformed time argument %s. Please use -1 or latest / -2 or earliest / -3 or max-timestamp / -4 or earliest-local / -5 or latest-tiered / -6 or earliest-pending-upload, or a specified long format timestamp\n", o.Get("time", ""))
			return 1
		}
		spec = cluster.OffsetSpec(ms)
	}
	found, err := c.offsetPartitions(o)
	if err != nil {
		c.offsetsError(err)
		return 1
	}
	if len(found) == 0 {
		fmt.Fprintf(&c.Err, "Error occurred: Could not match any topic-partitions with the specified filters\n")
		return 1
	}
	c.printOffsets(found, spec)
	return 0
}

// offsetsError prints what is wrong with the tool's own arguments, or with a request.
func (c *Call) offsetsError(err error) {
	if kerr.Code(err) != kerr.ErrTimeout.Code {
		fmt.Fprintf(&c.Err, "Error occurred: %s\n", message(err))
		return
	}
	fmt.Fprintf(&c.Err, "Error occurred: %s\njava.util.concurrent.ExecutionException: %s\n", java(err), java(err))
}

// offsetPartitions is the partitions that the filters let through, in the order of their names.
func (c *Call) offsetPartitions(o *Options) ([]cluster.TopicPartition, error) {
	filter, err := newOffsetFilter(o)
	if err == nil {
		err = c.Cluster.Reachable("listTopics")
	}
	if err != nil {
		return nil, err
	}
	var found []cluster.TopicPartition
	for _, t := range c.Cluster.Topics() {
		for _, p := range t.Partitions {
			if (!t.Internal || !o.Has("exclude-internal-topics")) && filter.has(t.Name, p.Number) {
				found = append(found, cluster.TopicPartition{Topic: t.Name, Partition: p.Number})
			}
		}
	}
	sort.Slice(found, func(i, j int) bool { return found[i].String() < found[j].String() })
	return found, nil
}

func (c *Call) printOffsets(found []cluster.TopicPartition, spec cluster.OffsetSpec) {
	for _, tp := range found {
		listed, err := c.Cluster.ListOffsets(tp, spec)
		if err != nil {
			fmt.Fprintf(&c.Err, "Skip getting offsets for topic-partition %s due to error: %s\n", tp, java(c.gaveUp(err)))
			continue
		}
		if listed.Offset >= 0 {
			c.Printf("%s:%d:%d\n", tp.Topic, tp.Partition, listed.Offset)
		}
	}
}

// gaveUp is the error of an admin client that has asked for a leader in vain, every 100 ms for a minute.
func (c *Call) gaveUp(err error) error {
	if !errors.Is(err, kerr.ErrTimeout) {
		return err
	}
	const tries = 600
	end := c.Now() + tries*100
	return kerr.ErrTimeout.With("Call(callName=listOffsets(api=METADATA), deadlineMs=%d, tries=%d, nextAllowedTryMs=%d) timed out at %d after %d attempt(s)",
		end, tries, end+100, end+1, tries)
}

func logDirs(c *Call) int {
	o, err := ParseOptions(logDirsOptions, c.Args)
	if err != nil {
		return c.usage(err.Error(), logDirsOptions)
	}
	if o.asksHelp(c, "This tool helps to query log directory usage on the specified brokers.", logDirsOptions) {
		return o.helpExit()
	}
	if !o.Has("describe") {
		return c.usage(missing("describe"), logDirsOptions)
	}
	if !c.onceOnly(o, logDirsOptions) {
		return 1
	}
	if err := c.Cluster.Reachable("listNodes"); err != nil {
		fmt.Fprintf(&c.Err, "%s\njava.util.concurrent.ExecutionException: %s\n", java(err), java(err))
		return 1
	}
	brokers, unknown := c.brokerList(o)
	if len(unknown) > 0 {
		fmt.Fprintf(&c.Err, "ERROR: The given brokers do not exist from --broker-list: %s. Current existent brokers: %s\n", strings.Join(unknown, ","), joinIDs(c.alive()))
		return 1
	}
	return c.printLogDirs(o, brokers)
}

// alive are the brokers that an admin client hears of: those that run. Of a single one it waits for the answer.
func (c *Call) alive() (ids []int32) {
	for _, id := range c.Cluster.Brokers() {
		if c.Cluster.Broker(id).Running() {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return c.Cluster.Brokers()
	}
	return ids
}

// brokerList is the brokers asked for, or all; unknown are those that are not there.
func (c *Call) brokerList(o *Options) (ids []int32, unknown []string) {
	if !o.Has("broker-list") {
		return c.alive(), nil
	}
	for _, s := range strings.Split(o.Get("broker-list", ""), ",") {
		id, err := strconv.ParseInt(s, 10, 32)
		if err != nil || !slices.Contains(c.alive(), int32(id)) {
			unknown = append(unknown, s)
			continue
		}
		ids = append(ids, int32(id))
	}
	return ids, unknown
}
