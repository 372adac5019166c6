package shell

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"logarium/engine/cluster"
	"logarium/engine/kerr"
)

// The JSON of kafka-reassign-partitions.
type (
	reassignJSON struct {
		Version    int            `json:"version"`
		Partitions []reassignment `json:"partitions"`
	}
	reassignment struct {
		Topic     string   `json:"topic"`
		Partition int32    `json:"partition"`
		Replicas  []int32  `json:"replicas"`
		LogDirs   []string `json:"log_dirs,omitempty"`
	}
)

func (r reassignment) partition() cluster.TopicPartition {
	return cluster.TopicPartition{Topic: r.Topic, Partition: r.Partition}
}

const anyDir = "any"

var reassignOptions = withIdle([]Option{
	bootstrap,
	{Name: "cancel", Doc: "take the moves of the file back that are under way"},
	{Name: "execute", Doc: "begin the moves of the file"},
	{Name: "help", Doc: "print this"},
	{Name: "list", Doc: "which moves are under way"},
	{Name: "reassignment-json-file", Arg: "String: manual assignment json file path", Doc: `a file such as {"version":1,"partitions":[{"topic":"orders","partition":0,"replicas":[1],"log_dirs":["/b"]}]}`, Files: true},
	{Name: "replica-alter-log-dirs-throttle", Arg: "Long: replicaAlterLogDirsThrottle", Doc: "bytes a second that moves between directories may take"},
	{Name: "verify", Doc: "how far the moves of the file are"},
	version,
},
	`additional`,
	`bootstrap-controller [String: bootstrap controller to connect to]`,
	`broker-list <String: brokerlist>`,
	`command-config <String: Admin client property file>`,
	`disable-rack-aware`,
	`disallow-replication-factor-change`,
	`generate`,
	`preserve-throttles`,
	`throttle <Long: throttle>`,
	`timeout <Long: timeout>`,
	`topics-to-move-json-file <String: topics to reassign json file path>`,
)

// reassign is kafka-reassign-partitions as far as it moves replicas between the log directories of their broker.
func reassign(c *Call) int {
	o, err := ParseOptions(reassignOptions, c.Args)
	switch {
	case err != nil:
		return c.usage(err.Error(), reassignOptions)
	case o.asksHelp(c, "This tool helps to move topic partitions between replicas.", reassignOptions):
		return o.helpExit()
	case reassignActions(o) != 1:
		return c.usage("Command must include exactly one action: --generate, --execute, --verify, --cancel, --list", reassignOptions)
	case o.once(reassignOptions) != nil:
		err = o.once(reassignOptions)
		c.Printf("Error: %s\n%s\n", err, java(err))
		return 1
	case o.Has("list"):
		return c.listMoves()
	case !o.Has("reassignment-json-file"):
		return c.usage(missing("reassignment-json-file"), reassignOptions)
	}
	moves, err := c.readMoves(o.Get("reassignment-json-file", ""))
	if err != nil {
		return c.reassignError(err)
	}
	switch {
	case o.Has("verify"):
		return c.verifyMoves(moves)
	case o.Has("cancel"):
		return c.cancelMoves(moves)
	}
	return c.executeMoves(o, moves)
}

// readMoves reads the file. Replicas must be those that the partitions have.
func (c *Call) readMoves(name string) ([]reassignment, error) {
	data, err := c.Disk().ReadFile(c.Path(name))
	if err != nil {
		return nil, kerr.Words("Unable to read file %s", name)
	}
	var file reassignJSON
	if json.Unmarshal(data, &file) != nil {
		return nil, kerr.Words("The input string is not a valid JSON")
	}
	for _, m := range file.Partitions {
		t, ok := c.Cluster.Topic(m.Topic)
		switch {
		case !ok || int(m.Partition) >= len(t.Partitions) || m.Partition < 0:
			return nil, kerr.Words("The proposed assignment contains non-existent partitions: %s", m.partition())
		case len(m.LogDirs) > 0 && len(m.LogDirs) != len(m.Replicas):
			return nil, kerr.Words("Size of replicas list %v is different from size of log dirs list %v for partition %s", m.Replicas, m.LogDirs, m.partition())
		case !c.Cluster.Several() && !slices.Equal(m.Replicas, t.Partitions[m.Partition].Replicas):
			return nil, fmt.Errorf("%s: replicas move between the log directories of their brokers only; its replicas are %v", m.partition(), t.Partitions[m.Partition].Replicas)
		}
	}
	return file.Partitions, nil
}

func (c *Call) executeMoves(o *Options, moves []reassignment) int {
	now := reassignJSON{Version: 1}
	var partitions []string
	for _, m := range moves {
		partitions = append(partitions, m.partition().String())
		is := c.replicasNow(m)
		now.Partitions = append(now.Partitions, reassignment{m.Topic, m.Partition, is, slices.Repeat([]string{anyDir}, len(is))})
	}
	text, err := json.Marshal(now)
	if err != nil {
		return c.reassignError(err)
	}
	c.Printf("Current partition replica assignment\n\n%s\n\nSave this to use as the --reassignment-json-file option during rollback\n", text)
	if err := c.throttleMoves(o, moves); err != nil {
		return c.reassignError(err)
	}
	if err := c.startMoves(moves); err != nil {
		return c.reassignError(err)
	}
	c.Printf("Successfully started partition reassignment%s for %s\n", ending(len(partitions)), strings.Join(partitions, ","))
	for _, m := range moves {
		for i, dir := range m.LogDirs {
			if dir == anyDir {
				continue
			}
			if err := c.Cluster.MoveReplica(m.partition(), m.Replicas[i], dir); err != nil {
				return c.reassignError(kerr.Words("Failed to alter dir for %s", replicaName(m, i)))
			}
			c.Changed = true
			c.Printf("Successfully started moving log directory to %s for replica %s with broker %d \n", dir, m.partition(), m.Replicas[i])
		}
	}
	return 0
}

// reassignError prints an error as the tool does, to standard output: its message, and the head of its stack.
func (c *Call) reassignError(err error) int {
	class, text := "org.apache.kafka.tools.AdminCommandFailedException", message(err)
	if e := kerr.As(err); e != nil && e.Code != "" {
		class, text = "java.util.concurrent.ExecutionException", java(err)
	}
	c.Printf("Error: %s\n%s: %s\n", text, class, text)
	return 1
}

func replicaName(m reassignment, i int) string {
	return fmt.Sprintf("%s-%d", m.partition(), m.Replicas[i])
}

func ending(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

const throttleSetting = "replica.alter.log.dirs.io.max.bytes.per.second"

// throttleMoves sets the throttle on the brokers that move something.
func (c *Call) throttleMoves(o *Options, moves []reassignment) error {
	if !o.Has("replica-alter-log-dirs-throttle") {
		return nil
	}
	limit := o.Get("replica-alter-log-dirs-throttle", "")
	for _, id := range brokersOf(moves) {
		err := c.Cluster.AlterConfigs(cluster.Resource{Type: cluster.BrokerResource, Name: fmt.Sprint(id)}, []cluster.Property{{Name: throttleSetting, Value: limit}}, nil)
		if err != nil {
			return err
		}
		c.Changed = true
	}
	c.Printf("Warning: You must run --verify periodically, until the reassignment completes, to ensure the throttle is removed.\nThe replica-alter-dir throttle limit was set to %s B/s\n", limit)
	return nil
}

func brokersOf(moves []reassignment) (ids []int32) {
	for _, m := range moves {
		ids = append(ids, m.Replicas...)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// verifyMoves says how far each move is. When all are done the throttle is taken away.
func (c *Call) verifyMoves(moves []reassignment) int {
	c.Printf("Status of partition reassignment:\n")
	var states []string
	done := true
	for _, m := range moves {
		state, ended := c.placeState(m)
		c.Printf("%s\n", state)
		done = done && ended
		for i, dir := range m.LogDirs {
			if dir == anyDir {
				continue
			}
			state, ended := c.moveState(m, i)
			states, done = append(states, state), done && ended
		}
	}
	c.Printf("%s\n", strings.Join(states, "\n"))
	if !done {
		return 0
	}
	ids := slices.Compact(slices.Sorted(slices.Values(append(c.Cluster.Brokers(), brokersOf(moves)...))))
	for _, id := range ids {
		r := cluster.Resource{Type: cluster.BrokerResource, Name: fmt.Sprint(id)}
		if c.throttled(r) {
			if err := c.Cluster.AlterConfigs(r, nil, []string{throttleSetting}); err != nil {
				return c.reassignError(err)
			}
			c.Changed = true
		}
	}
	var topics []string
	for _, m := range moves {
		topics = append(topics, m.Topic)
	}
	slices.Sort(topics)
	topics = slices.Compact(topics)
	c.Printf("Clearing broker-level throttles on broker%s %s\nClearing topic-level throttles on topic%s %s\n", ending(len(ids)), joinIDs(ids), ending(len(topics)), strings.Join(topics, ","))
	return 0
}

func (c *Call) throttled(r cluster.Resource) bool {
	list, err := c.Cluster.DescribeConfigs(r, false)
	return err == nil && slices.ContainsFunc(list, func(e cluster.ConfigEntry) bool { return e.Name == throttleSetting })
}

// moveState words how far the move of a replica is.
func (c *Call) moveState(m reassignment, i int) (state string, done bool) {
	id, want, is, future := m.Replicas[i], m.LogDirs[i], "", ""
	dirs, err := c.Cluster.DescribeLogDirs(id)
	if err != nil {
		return java(err), false
	}
	for _, d := range dirs {
		for _, r := range d.Replicas {
			switch {
			case r.TopicPartition != m.partition():
			case r.Future:
				future = d.Path
			default:
				is = d.Path
			}
		}
	}
	switch {
	case is == "":
		return fmt.Sprintf("Partition %s is not found in any live log dir on broker %d. There is likely an offline log directory on the broker.", m.partition(), id), false
	case future == want:
		return fmt.Sprintf("Reassignment of replica %s is still in progress.", replicaName(m, i)), false
	case future != "":
		return fmt.Sprintf("Partition %s on broker %d is being moved to log dir %s instead of %s.", m.partition(), id, future, want), true
	case is == want:
		return fmt.Sprintf("Reassignment of replica %s completed successfully.", replicaName(m, i)), true
	}
	return fmt.Sprintf("Partition %s on broker %d is not being moved from log dir %s to %s.", m.partition(), id, is, want), true
}
