package shell

import (
	"fmt"
	"strings"

	"logarium/engine/cluster"
	"logarium/engine/kerr"
)

func consoleProducer(c *Call) int {
	o, err := ParseOptions(producerOptions, c.Args)
	switch {
	case err != nil:
		return c.usage(err.Error(), producerOptions)
	case o.asksHelp(c, "This tool helps to read data from standard input and publish it to Kafka.", producerOptions):
		return o.helpExit()
	case !o.Has("topic"):
		return c.usage(missing("topic"), producerOptions)
	}
	if err := o.once(producerOptions, "property", "reader-property", "producer-property", "command-property"); err != nil {
		fmt.Fprintf(&c.Err, "%s\n", err)
		return 1
	}
	send, err := producerSettings(o)
	if err != nil {
		fmt.Fprintf(&c.Err, "%s\n", java(err))
		return 1
	}
	c.deprecated(o, "Warning: --", [][2]string{{"producer-property", "command-property"}, {"property", "reader-property"}})
	if !c.HasIn {
		return c.Fail("it sends the lines of its standard input: echo TEXT | %s --topic %s, or <<END and the lines below", c.Name, Quote(o.Get("topic", "")))
	}
	reader := newLineReader(properties(o, "property", "reader-property"))
	if err := reader.conflict(); err != nil {
		fmt.Fprintf(&c.Err, "%s\n", java(err))
		return 1
	}
	records, failed := reader.all(lines(c.In))
	return c.sendAll(o.Get("topic", ""), records, send, failed)
}

// deprecated tells the new names of options, as the tools do.
func (c *Call) deprecated(o *Options, lead string, names [][2]string) {
	for _, n := range names {
		if o.Has(n[0]) {
			fmt.Fprintf(&c.Err, "%s%s is deprecated and will be removed in a future version. Use --%s instead.\n", lead, n[0], n[1])
		}
	}
}

// all reads lines up to the first that is wrong; those before it are sent all the same.
func (r lineReader) all(lines []string) (records []cluster.Record, failed error) {
	for i, l := range lines {
		rec, err := r.record(i+1, l)
		if err != nil {
			return records, err
		}
		records = append(records, rec)
	}
	return records, nil
}

// sendAll sends records in batches and reports failures as the console producer does. That a record could not be sent
// is no failure of the tool.
func (c *Call) sendAll(topic string, records []cluster.Record, send sending, failed error) int {
	if len(records) > 0 {
		if err := c.needTopic(topic, "console-producer"); err != nil {
			c.sendFailed(topic, records, send.waited(err))
			records = nil
		}
	}
	for _, batch := range send.split(records) {
		c.sendBatch(topic, batch, send)
	}
	if failed != nil {
		fmt.Fprintf(&c.Err, "%s\n", java(failed))
		return 1
	}
	return 0
}

func (c *Call) sendBatch(topic string, batch []cluster.Record, send sending) {
	if err := send.tooLarge(batch); err != nil {
		c.sendFailed(topic, batch, err)
		return
	}
	produced, err := c.Cluster.Produce(topic, batch, send.options)
	if err != nil {
		c.sendFailed(topic, batch, send.waited(err))
		return
	}
	for _, p := range produced {
		if p.Err == nil || p.Bumped {
			c.Changed = true
		}
		if p.Err == nil || send.options.Fire {
			continue
		}
		c.retried(p, send)
		for n, i := range p.Indices {
			c.recordFailed(topic, batch[i], answeredFor(send.waited(p.Err), n))
		}
	}
}

// waited is the error of a client that waits for a topic as long as max.block.ms says.
func (s *sending) waited(err error) error {
	if e := kerr.As(err); e != nil && e.Class == kerr.ErrTimeout.Class {
		return kerr.ErrTimeout.With("%s", strings.Replace(e.Message, " 60000 ms", fmt.Sprintf(" %d ms", s.maxBlock), 1))
	}
	return err
}

// retried is what the client says while it tries again what a partition without enough replicas refused. Nothing changes between the tries, of which
// there are no more than fit into the two minutes after which a client gives a record up.
func (c *Call) retried(p cluster.Produced, send sending) {
	if kerr.Code(p.Err) != "NOT_ENOUGH_REPLICAS" {
		return
	}
	for left := send.retries - 1; left >= max(0, send.retries-maxTries); left-- {
		fmt.Fprintf(&c.Err, "[%s] WARN [Producer clientId=console-producer] Got error produce response with correlation id %d on topic-partition %s, retrying (%d attempts left). Error: NOT_ENOUGH_REPLICAS (org.apache.kafka.clients.producer.internals.Sender)\n",
			logTime(c.Now()), firstProduce+send.retries-left, p.Partition, left)
	}
}

// firstProduce is the number of a client's request before its first answer about records: those before it look for brokers and topics.
const firstProduce = 5

const maxTries = 120

func (c *Call) sendFailed(topic string, records []cluster.Record, err error) {
	for _, r := range records {
		c.recordFailed(topic, r, err)
	}
}

func (c *Call) recordFailed(topic string, r cluster.Record, err error) {
	fmt.Fprintf(&c.Err, "[%s] ERROR Error when sending message to topic %s with key: %s, value: %s with error: (org.apache.kafka.clients.producer.internals.ErrorLoggingCallback)\n%s\n",
		logTime(c.Now()), topic, length(r.Key), length(r.Value), java(err))
}

// length is a key or value as that log line shows it.
func length(b []byte) string {
	if b == nil {
		return "null"
	}
	return fmt.Sprintf("%d bytes", len(b))
}

// needTopic makes a missing topic, as a broker does for the first metadata request (auto.create.topics.enable).
func (c *Call) needTopic(name, client string) error {
	if _, ok := c.Cluster.Topic(name); ok {
		return nil
	}
	code, created, err := c.autoCreate(name)
	if code != "" {
		fmt.Fprintf(&c.Err, "[%s] WARN [Producer clientId=%s] The metadata response from the cluster reported a recoverable issue with correlation id 1 : {%s=%s} (org.apache.kafka.clients.NetworkClient)\n",
			logTime(c.Now()), client, name, code)
	}
	c.Changed = c.Changed || created
	return err
}

// autoCreate asks for a topic that is missing. code is what the metadata answer says of it at first.
func (c *Call) autoCreate(name string) (code string, created bool, err error) {
	created, err = c.Cluster.EnsureTopic(name)
	if kerr.Code(err) == "INVALID_TOPIC_EXCEPTION" {
		return "INVALID_TOPIC_EXCEPTION", false, kerr.ErrInvalidTopic.With("Invalid topics: [%s]", name)
	}
	return "UNKNOWN_TOPIC_OR_PARTITION", created, err
}
