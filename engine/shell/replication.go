package shell

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"logarium/engine/cluster"
	"logarium/engine/kerr"
)

var electionOptions = withIdle([]Option{
	{Name: "all-topic-partitions", Doc: "for all partitions"},
	bootstrap,
	{Name: "election-type", Arg: "[PREFERRED,UNCLEAN]", Doc: "preferred: the first assigned replica, if it is in sync; unclean: any replica that is there, for a partition without a leader", Words: fixed("preferred", "unclean")},
	{Name: "help", Doc: "print this"},
	{Name: "partition", Arg: "partition id", Doc: "with --topic: the partition"},
	{Name: "topic", Arg: "topic name", Doc: "with --partition: the topic", Words: topicNames},
	version,
},
	`admin.config <String: config file>`,
	`command-config <String: Config file>`,
	`path-to-json-file <String: Path to JSON file>`,
)

// replicationCommands are those of several brokers.
func replicationCommands(s *Shell) []Command {
	return []Command{
		{Name: "kafka-leader-election", Usage: "--election-type preferred|unclean --topic T --partition N | --all-topic-partitions", Short: "let the controller elect leaders",
			Example: "kafka-leader-election --election-type preferred --all-topic-partitions", Options: electionOptions, Run: leaderElection},
		{Name: "network", Usage: "[cut N [M] | delay N [M] D | heal [N [M]]]", Short: "the network between brokers, and to the controller: show it, cut it, make it slow, mend it", Example: "network cut 2 1", Run: network,
			Words: fixed("controller", "cut", "delay", "heal")},
		{Name: "on", Usage: "N COMMAND...", Short: "run a command on the machine of broker N", Example: "on 2 ls -l /data/2", Run: s.on},
		{Name: "replica", Usage: "pause|resume N", Short: "let the fetchers of a broker stand still, and go on", Example: "replica pause 3", Run: replicaCommand, Words: fixed("pause", "resume")},
		{Name: "waiting", Usage: "", Short: "requests that wait for replicas", Run: waitingCommand},
		{Name: "where", Usage: "PARTITION OFFSET", Short: "on which machines a record is: on the disk, in the page cache only, nowhere", Example: "where orders-0 41", Run: where, Words: PartitionNames},
	}
}

// on runs a command on another machine: files, disk and processes are those of that one.
func (s *Shell) on(c *Call) int {
	if len(c.Args) < 2 {
		return c.Fail("usage: on N COMMAND...")
	}
	id, ok := c.brokerID(c.Args[:1])
	if !ok {
		return 1
	}
	env := *c.Env
	env.Node = id
	done := s.call(&env, Stage{Words: c.Args[1:]}, c.In, c.HasIn, func(words []string) string { return Join(append([]string{"on", c.Args[0]}, words...)) })
	c.Out.WriteString(done.Out.String())
	c.Err.WriteString(done.Err.String())
	c.Changed = done.Changed
	if done.short != nil {
		c.short = append([]string{"on", c.Args[0]}, done.short...)
	}
	return done.exit
}

func leaderElection(c *Call) int {
	o, err := ParseOptions(electionOptions, c.Args)
	if err != nil {
		return c.usage(err.Error(), electionOptions)
	}
	if o.asksHelp(c, "This tool attempts to elect a new leader for a set of topic partitions. The type of elections supported are preferred replicas and unclean replicas.", electionOptions) {
		return o.helpExit()
	}
	if !c.onceOnly(o, electionOptions) {
		return 1
	}
	kinds := map[string]cluster.Election{"PREFERRED": cluster.PreferredElection, "UNCLEAN": cluster.UncleanElection}
	kind, ok := kinds[strings.ToUpper(o.Get("election-type", ""))]
	switch {
	case !o.Has("election-type"):
		return c.usage(missing("election-type"), electionOptions)
	case !ok:
		return c.usage("Cannot parse argument '"+o.Get("election-type", "")+"' of option election-type", electionOptions)
	case o.Has("all-topic-partitions") == o.Has("topic"):
		return c.usage("One and only one of the following options is required: topic, all-topic-partitions", electionOptions)
	case o.Has("topic") != o.Has("partition"):
		return c.usage("Missing required option partition", electionOptions)
	}
	list, err := c.electPartitions(o)
	if err != nil {
		return c.Fail("%s", err)
	}
	return c.elect(list, kind, strings.ToUpper(o.Get("election-type", "")))
}

// electPartitions are the partitions that an election is about.
func (c *Call) electPartitions(o *Options) (list []cluster.TopicPartition, err error) {
	if o.Has("topic") {
		n, err := o.Int("partition", 0, 32)
		return []cluster.TopicPartition{{Topic: o.Get("topic", ""), Partition: int32(n)}}, err
	}
	for _, t := range c.Cluster.Topics() {
		for _, p := range t.Partitions {
			list = append(list, cluster.TopicPartition{Topic: t.Name, Partition: p.Number})
		}
	}
	return list, nil
}

// elect holds the elections and prints what came of them, as the tool does: what succeeded, what was not needed, then the errors.
func (c *Call) elect(list []cluster.TopicPartition, kind cluster.Election, name string) int {
	var done, idle, failed []string
	for _, tp := range list {
		switch err := c.Cluster.ElectLeader(tp, kind); {
		case err == nil:
			c.Changed = true
			done = append(done, tp.String())
		case kerr.Code(err) == "ELECTION_NOT_NEEDED":
			idle = append(idle, tp.String())
		default:
			failed = append(failed, fmt.Sprintf("Error completing leader election (%s) for partition: %s: %s", name, tp, java(err)))
		}
	}
	if len(done) > 0 {
		c.Printf("Successfully completed leader election (%s) for partitions %s\n", name, strings.Join(done, ", "))
	}
	if len(idle) > 0 {
		c.Printf("Valid replica already elected for partitions %s\n", strings.Join(idle, ", "))
	}
	for _, f := range failed {
		c.Printf("%s\n", f)
	}
	if len(failed) > 0 {
		return c.Fail("%d replica(s) could not be elected", len(failed))
	}
	return 0
}

// nodeID reads a broker id or "controller".
func nodeID(word string) (int32, error) {
	if word == "controller" {
		return cluster.Controller, nil
	}
	n, err := strconv.ParseInt(word, 10, 32)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%s is neither a broker id nor controller", word)
	}
	return int32(n), nil
}

func network(c *Call) int {
	if len(c.Args) == 0 {
		return c.showNetwork()
	}
	verb, words := c.Args[0], c.Args[1:]
	ms := int64(0)
	if verb == "delay" && len(words) > 1 {
		var err error
		if ms, err = Duration(words[len(words)-1]); err != nil || ms < 0 {
			return c.Fail("%s is not a duration", words[len(words)-1])
		}
		words = words[:len(words)-1]
	}
	var ids [2]int32
	for i, w := range words {
		var err error
		if i > 1 {
			return c.Fail("usage: network [cut N [M] | delay N [M] D | heal [N [M]]]")
		}
		if ids[i], err = nodeID(w); err != nil {
			return c.Fail("%s", err)
		}
	}
	var err error
	switch {
	case verb == "cut" && len(words) > 0:
		err = c.Cluster.CutNetwork(ids[0], ids[1])
	case verb == "delay" && len(words) > 0:
		err = c.Cluster.DelayNetwork(ids[0], ids[1], ms)
	case verb == "heal":
		err = c.Cluster.HealNetwork(ids[0], ids[1])
	default:
		return c.Fail("usage: network [cut N [M] | delay N [M] D | heal [N [M]]]")
	}
	if err != nil {
		return c.Fail("%s", message(err))
	}
	c.Changed = true
	return c.showNetwork()
}

func (c *Call) showNetwork() int {
	links := c.Cluster.Links()
	if len(links) == 0 {
		c.Printf("every node reaches every other at once\n")
	}
	for _, l := range links {
		state := fmt.Sprintf("%d ms each way", l.Delay)
		if l.Cut {
			state = "cut"
		}
		c.Printf("%s - %s\t%s\n", nodeName(l.A), nodeName(l.B), state)
	}
	return 0
}

func nodeName(id int32) string {
	if id == cluster.Controller {
		return "controller"
	}
	return "broker " + strconv.Itoa(int(id))
}

func replicaCommand(c *Call) int {
	if len(c.Args) != 2 || !slices.Contains([]string{"pause", "resume"}, c.Args[0]) {
		return c.Fail("usage: replica pause|resume N")
	}
	id, ok := c.brokerID(c.Args[1:])
	if !ok {
		return 1
	}
	if err := c.Cluster.PauseReplica(id, c.Args[0] == "pause"); err != nil {
		return c.Fail("%s", message(err))
	}
	c.Changed = true
	return 0
}

func waitingCommand(c *Call) int {
	for _, w := range c.Cluster.Waiting() {
		what := "produce, until the high watermark is"
		if w.Delete {
			what = "delete records, until the low watermark is"
		}
		c.Printf("request %d\tbroker %d\t%s\t%s %d\n", w.Request, w.Broker, w.Partition, what, w.Required)
	}
	return 0
}

// where is the freeze-frame of a record: who has it at this moment, and who would have it after a power failure.
func where(c *Call) int {
	if len(c.Args) != 2 {
		return c.Fail("usage: where PARTITION OFFSET")
	}
	tp, ok := cluster.ParsePartition(c.Args[0])
	offset, err := strconv.ParseInt(c.Args[1], 10, 64)
	if !ok || err != nil {
		return c.Fail("usage: where PARTITION OFFSET")
	}
	return c.printWhere(tp, offset)
}

func (c *Call) printWhere(tp cluster.TopicPartition, offset int64) int {
	list, err := c.Cluster.Whereabouts(tp, offset)
	if err != nil {
		return c.Fail("%s", message(err))
	}
	for _, w := range list {
		role := "follower"
		switch {
		case w.Leader:
			role = "leader"
		case w.InISR:
			role = "follower, in sync"
		}
		if !w.Running {
			role += ", no process"
		}
		place := string(w.Place)
		if w.Place != cluster.Nowhere && !w.Same && !w.Leader {
			place += ", other bytes than the leader's"
		}
		c.Printf("broker %d\t%s\t%s", w.Broker, role, place)
		if w.LogEndOffset >= 0 {
			c.Printf("\thigh watermark %d, log end offset %d", w.HighWatermark, w.LogEndOffset)
		}
		c.Printf("\n")
	}
	return 0
}
