package shell

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"logarium/engine/cluster"
	"logarium/engine/internaltopics"
	"logarium/engine/kerr"
	"logarium/engine/producer"
)

var transactionsOptions = []Option{
	bootstrap,
	{Name: "broker-id", Arg: "BROKER_ID", Doc: "with find-hanging or describe-producers: this broker"},
	commandConfig,
	{Name: "coordinator-epoch", Arg: "EPOCH", Doc: "with abort: of the transaction, with --producer-id and --producer-epoch"},
	{Name: "help", Doc: "print this"},
	{Name: "max-transaction-timeout", Arg: "MINUTES", Doc: "with find-hanging: what is open for longer, 15 if not given"},
	{Name: "partition", Arg: "PARTITION", Doc: "with --topic: this partition"},
	{Name: "producer-epoch", Arg: "EPOCH", Doc: "with abort"},
	{Name: "producer-id", Arg: "ID", Doc: "with abort"},
	{Name: "start-offset", Arg: "OFFSET", Doc: "with abort: where the transaction began, as describe-producers shows it"},
	{Name: "topic", Arg: "TOPIC", Doc: "the topic", Words: topicNames},
	{Name: "transactional-id", Arg: "ID", Doc: "the transactional id", Words: transactionNames},
	version,
}

var transactionsActions = []string{"list", "describe", "describe-producers", "abort", "find-hanging", "forceTerminateTransaction"}

// kafkaTransactions is kafka-transactions: what the coordinator knows, what the partitions know, and the way out of a transaction
// that only the latter know.
func kafkaTransactions(c *Call) int {
	o, err := ParseOptions(transactionsOptions, c.Args)
	switch {
	case err != nil:
		return c.usage(err.Error(), transactionsOptions)
	case o.Has("help"):
		o.asksHelp(c, "This tool is used to analyze the transactional state of producers in the cluster. It can be used to detect and recover from hanging transactions.", transactionsOptions)
		return o.helpExit()
	case len(o.Rest) != 1 || !slices.Contains(transactionsActions, o.Rest[0]):
		return c.usage("say what to do: "+strings.Join(transactionsActions, ", "), transactionsOptions)
	}
	if err = c.Cluster.Reachable("listTransactions"); err == nil {
		err = c.transactionsAction(o)
	}
	if err != nil {
		fmt.Fprintf(&c.Err, "%s\n", failedTo(o, err))
		return 1
	}
	return 0
}

// failedTo is an error as the tool prints it: its own as they are, those of a request with what it was for.
func failedTo(o *Options, err error) string {
	tp := o.Get("topic", "") + "-" + o.Get("partition", "")
	what := map[string]string{
		"list": "list transactions", "describe": "describe transaction state of transactional-id `" + o.Get("transactional-id", "") + "`",
		"describe-producers": "describe producers for partition " + tp + " on leader", "abort": "validate producer state for partition " + tp,
		"forceTerminateTransaction": "force terminate transactionalId `" + o.Get("transactional-id", "") + "`", "find-hanging": "list transactions",
	}
	if e := kerr.As(err); e == nil || e.Code == "" {
		return message(err)
	}
	return "Failed to " + what[o.Rest[0]] + ": " + message(err) + ". Enable debug logging for additional detail."
}

func (c *Call) transactionsAction(o *Options) error {
	switch o.Rest[0] {
	case "list":
		c.listTransactions()
		return nil
	case "describe":
		return c.describeTransaction(o.Get("transactional-id", ""))
	case "forceTerminateTransaction":
		c.Changed = true
		return c.Cluster.ForceTerminate(o.Get("transactional-id", ""))
	case "find-hanging":
		return c.findHanging(o)
	}
	n, err := o.Int("partition", -1, 32)
	if err != nil {
		return err
	}
	tp := cluster.TopicPartition{Topic: o.Get("topic", ""), Partition: int32(n)}
	if o.Rest[0] == "abort" {
		return c.abortTransaction(o, tp)
	}
	return c.describeProducers(tp)
}

// tabTable prints cells as wide as their column, each followed by a tab.
func (c *Call) tabTable(header []string, rows [][]string) {
	all := append([][]string{header}, rows...)
	widths := make([]int, len(header))
	for _, r := range all {
		for i, cell := range r {
			widths[i] = max(widths[i], len(cell))
		}
	}
	for _, r := range all {
		for i, cell := range r {
			c.Printf("%-*s\t", widths[i], cell)
		}
		c.Printf("\n")
	}
}

func (c *Call) coordinatorOf(id string) string {
	return strconv.Itoa(int(c.Cluster.Coordinator(internaltopics.TransactionsTopic, id)))
}

func (c *Call) listTransactions() {
	var rows [][]string
	for _, t := range c.Cluster.Transactions() {
		rows = append(rows, []string{t.ID, c.coordinatorOf(t.ID), fmt.Sprint(t.ProducerID), t.Status.String()})
	}
	c.tabTable([]string{"TransactionalId", "Coordinator", "ProducerId", "TransactionState"}, rows)
}

func (c *Call) describeTransaction(id string) error {
	t, err := c.Cluster.DescribeTransaction(id)
	if err != nil {
		return err
	}
	began, lasts := "None", "None"
	if t.Started >= 0 {
		began, lasts = fmt.Sprint(t.Started), fmt.Sprint(c.Now()-t.Started)
	}
	var partitions []string
	for _, p := range t.Partitions {
		for _, n := range p.Numbers {
			partitions = append(partitions, fmt.Sprintf("%s-%d", p.Topic, n))
		}
	}
	c.tabTable([]string{"CoordinatorId", "TransactionalId", "ProducerId", "ProducerEpoch", "TransactionState", "TransactionTimeoutMs", "CurrentTransactionStartTimeMs", "TransactionDurationMs", "TopicPartitions"},
		[][]string{{c.coordinatorOf(id), id, fmt.Sprint(t.ProducerID), fmt.Sprint(t.ProducerEpoch), t.Status.String(), fmt.Sprint(t.Timeout), began, lasts, strings.Join(partitions, ",")}})
	return nil
}

func (c *Call) describeProducers(tp cluster.TopicPartition) error {
	list, err := c.Cluster.ProducersOf(tp)
	if err != nil {
		return err
	}
	var rows [][]string
	for _, p := range list {
		rows = append(rows, []string{fmt.Sprint(p.ID), fmt.Sprint(p.Epoch), fmt.Sprint(p.CoordinatorEpoch), fmt.Sprint(p.LastSequence()), fmt.Sprint(p.LastTimestamp), openOffset(p)})
	}
	c.tabTable([]string{"ProducerId", "ProducerEpoch", "LatestCoordinatorEpoch", "LastSequence", "LastTimestamp", "CurrentTransactionStartOffset"}, rows)
	return nil
}

func openOffset(p producer.Entry) string {
	if !p.HasTxn() {
		return "None"
	}
	return fmt.Sprint(p.TxnFirstOffset)
}

// abortTransaction ends a transaction in one partition by a marker, past its coordinator.
func (c *Call) abortTransaction(o *Options, tp cluster.TopicPartition) error {
	list, err := c.Cluster.ProducersOf(tp)
	if err != nil {
		return err
	}
	if !o.Has("start-offset") {
		pid, err := o.Int("producer-id", -1, 64)
		epoch, err2 := o.Int("producer-epoch", -1, 16)
		coordinator, err3 := o.Int("coordinator-epoch", -1, 32)
		if err != nil || err2 != nil || err3 != nil || pid < 0 || epoch < 0 {
			return kerr.ErrIllegalArgument.With("The transaction to abort must be identified either with --start-offset (for brokers on 3.0 or above) or with --producer-id, --producer-epoch, and --coordinator-epoch")
		}
		c.Changed = true
		return c.Cluster.AbortHanging(tp, pid, int16(epoch), int32(max(coordinator, 0)))
	}
	start, err := o.Int("start-offset", 0, 64)
	if err != nil {
		return err
	}
	for _, p := range list {
		if p.HasTxn() && p.TxnFirstOffset == start {
			c.Changed = true
			return c.Cluster.AbortHanging(tp, p.ID, p.Epoch, max(p.CoordinatorEpoch, 0))
		}
	}
	return kerr.ErrIllegalArgument.With("Could not find any open transactions starting at offset %d on partition %s", start, tp)
}

// findHanging lists transactions that are open in a partition for long, and that no coordinator has open.
func (c *Call) findHanging(o *Options) error {
	minutes, err := o.Int("max-transaction-timeout", 15, 32)
	if err != nil {
		return err
	}
	var rows [][]string
	for _, t := range c.Cluster.Topics() {
		if o.Has("topic") && o.Get("topic", "") != t.Name {
			continue
		}
		for _, p := range t.Partitions {
			tp := cluster.TopicPartition{Topic: t.Name, Partition: p.Number}
			list, err := c.Cluster.ProducersOf(tp)
			if err != nil {
				continue // its leader is away
			}
			for _, e := range list {
				if e.HasTxn() && e.LastTimestamp < c.Now()-minutes*60_000 && !c.Cluster.Knows(e.ID, tp) {
					rows = append(rows, []string{t.Name, fmt.Sprint(p.Number), fmt.Sprint(e.ID), fmt.Sprint(e.Epoch), fmt.Sprint(e.CoordinatorEpoch), openOffset(e), fmt.Sprint(e.LastTimestamp), fmt.Sprint((c.Now() - e.LastTimestamp) / 60_000)})
				}
			}
		}
	}
	c.tabTable([]string{"Topic", "Partition", "ProducerId", "ProducerEpoch", "CoordinatorEpoch", "StartOffset", "LastTimestamp", "Duration(min)"}, rows)
	return nil
}
