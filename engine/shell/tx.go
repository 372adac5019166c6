package shell

import (
	"fmt"
	"math"
	"slices"

	"logarium/engine/cluster"
	"logarium/engine/kerr"
)

var txOptions = []Option{
	{Name: "compression", Arg: "CODEC", Doc: "with send: none, gzip, snappy, lz4 or zstd", Words: codecNames},
	{Name: "count", Arg: "N", Doc: "with send: so many records, each a batch"},
	{Name: "group", Arg: "G", Doc: "with offsets: the group that commits", Words: groupNames},
	{Name: "offset", Arg: "O", Doc: "with offsets: what the group reads next in --topic and --partition"},
	{Name: "partition", Arg: "P", Doc: "with send: to this partition, not by key; with offsets: the partition, 0 if not given"},
	{Name: "producer", Arg: "NAME", Doc: "the transactional.id, tx1 if not given", Words: transactionNames},
	{Name: "record", Arg: "k:v", Doc: "with send: a record, as 'key:value {header=x} +5'; more may follow, all in one batch"},
	{Name: "size", Arg: "B", Doc: "with send: bytes of a value, 100 if not given"},
	{Name: "timeout", Arg: "D", Doc: "with the first begin: transaction.timeout.ms, 1m if not given"},
	{Name: "topic", Arg: "T", Doc: "with send: where to", Words: topicNames},
	{Name: "ts", Arg: "MS", Doc: "with send: timestamp of the records; the clock's if not given"},
}

func transactionNames(e *Env) []string {
	var names []string
	for _, t := range e.Cluster.TxClients() {
		names = append(names, t.ID)
	}
	return names
}

// txCommand is a transactional producer, step by step.
func txCommand(c *Call) int {
	o, err := ParseOptions(txOptions, c.Args)
	switch {
	case err != nil:
		return c.usage(err.Error(), txOptions)
	case len(o.Rest) == 0 || o.Rest[0] == "list":
		c.listProducers()
		return 0
	}
	before, topics := c.Cluster.TxClients(), len(c.Cluster.Topics())
	exit := c.tx(o, o.Get("producer", "tx1"))
	// What failed, too, is remembered by the producer, and a coordinators' topic that was made for it stays.
	c.Changed = c.Changed || !slices.Equal(before, c.Cluster.TxClients()) || topics != len(c.Cluster.Topics())
	return exit
}

func (c *Call) tx(o *Options, id string) (exit int) {
	var err error
	switch what := o.Rest[0]; {
	case what == "send":
		return c.sendTx(o, id)
	case len(o.Rest) > 1:
		return c.usage("only send takes more words", txOptions)
	case what == "offsets":
		err = c.txOffsets(o, id)
	case what == "begin":
		err = c.beginTx(o, id)
	case what == "commit", what == "abort":
		err = c.Cluster.EndTransaction(id, what == "commit")
	case what == "close":
		if !c.Cluster.CloseTransactional(id) {
			return c.Fail("there is no transactional producer %s", id)
		}
	default:
		return c.usage("say what to do: tx begin, tx send, tx offsets, tx commit, tx abort, tx close or tx list", txOptions)
	}
	if err != nil {
		return c.Fail("%s", java(err))
	}
	c.Changed = true
	return 0
}

func (c *Call) listProducers() {
	c.Printf("%-20s %12s %6s  %s\n", "TRANSACTIONAL-ID", "PRODUCER-ID", "EPOCH", "STATE")
	for _, t := range c.Cluster.TxClients() {
		c.Printf("%-20s %12d %6d  %s\n", t.ID, t.PID, t.Epoch, t.State)
	}
}

func (c *Call) beginTx(o *Options, id string) error {
	timeout := int64(cluster.DefaultTxTimeout)
	if o.Has("timeout") {
		var err error
		if timeout, err = Duration(o.Get("timeout", "")); err != nil || timeout > math.MaxInt32 || timeout < 1 {
			return &OptionError{"timeout", fmt.Sprintf("Cannot parse argument '%s' of option timeout", o.Get("timeout", ""))}
		}
	}
	return c.Cluster.BeginTransaction(id, int32(timeout))
}

// txOffsets commits an offset of a group with the transaction.
func (c *Call) txOffsets(o *Options, id string) error {
	partition, err := o.Int("partition", 0, 32)
	if err != nil {
		return err
	}
	offset, err := o.Int("offset", -1, 64)
	if err != nil || offset < 0 || !o.Has("group") {
		return kerr.ErrIllegalArgument.With("tx offsets needs --group, --topic and --offset")
	}
	one := cluster.Committed{TopicPartition: cluster.TopicPartition{Topic: o.Get("topic", ""), Partition: int32(partition)}}
	one.Offset.Offset, one.LeaderEpoch = offset, -1
	return c.Cluster.SendOffsets(id, o.Get("group", ""), []cluster.Committed{one})
}

// sendTx sends batches within the open transaction.
func (c *Call) sendTx(o *Options, id string) int {
	name := o.Get("topic", "")
	if _, ok := c.Cluster.Topic(name); !ok {
		return c.Fail("%s", message(errUnknownTopic(name)))
	}
	p := producing{Call: c, o: o}
	if err := p.read(); err != nil {
		return c.Fail("%s", err)
	}
	p.send.options.Producer, p.send.options.Transaction = id, id
	o.Rest = []string{name}
	sent, err := p.run()
	if err != nil {
		return c.Fail("%s", java(err))
	}
	c.Printf("%s\n", p.report(sent))
	return 0
}

// producerClock shows or sets how far the clocks of producers are from the machine's: what CreateTime then is.
func producerClock(c *Call) int {
	switch len(c.Args) {
	case 0:
		for _, p := range c.Cluster.Producers() {
			c.Printf("%-20s %+d ms\n", p.Name, p.Skew)
		}
		return 0
	case 2:
		ms, err := Duration(c.Args[1])
		if err != nil || max(ms, -ms) > maxTime {
			return c.Fail("%q is not a difference; write for example +5m, -2h or 0", c.Args[1])
		}
		c.Cluster.SkewProducer(c.Args[0], ms)
		c.Changed = true
		return 0
	}
	return c.Fail("usage: producer-clock [ID ±D]")
}

func producerNames(e *Env) []string {
	names := []string{"p1"}
	for _, p := range e.Cluster.Producers() {
		if p.Name != "p1" {
			names = append(names, p.Name)
		}
	}
	return names
}
