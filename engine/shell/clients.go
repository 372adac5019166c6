package shell

import "strings"

var producerOptions = withIdle([]Option{
	{Name: "batch-size", Arg: "Integer: size", Doc: "bytes that a batch may hold, 16384 if not given"},
	bootstrap,
	commandConfig,
	{Name: "command-property", Arg: "String: producer_prop", Doc: "a producer setting as key=value: acks, batch.size, compression.type, enable.idempotence, max.request.size"},
	{Name: "compression-codec", Arg: "String: compression-codec", Doc: "none, gzip, snappy, lz4 or zstd", Words: codecNames},
	{Name: "help", Doc: "print this"},
	{Name: "max-block-ms", Arg: "Long: max block on send", Doc: "how long to wait for a topic, 60000 if not given"},
	{Name: "message-send-max-retries", Arg: "Integer", Doc: "how often a batch is sent again, 3 if not given"},
	{Name: "producer-property", Arg: "String: producer_prop", Doc: "older name of --command-property"},
	{Name: "property", Arg: "String: prop", Doc: "older name of --reader-property"},
	{Name: "reader-property", Arg: "String: prop", Doc: "how lines are read: parse.key=true, key.separator=:, null.marker=TEXT, parse.headers=true"},
	{Name: "request-required-acks", Arg: "String: request required acks", Doc: "0, 1 or all"},
	{Name: "sync", Doc: "one request a line"},
	{Name: "topic", Arg: "String: topic", Doc: "where to", Words: topicNames},
	version,
},
	`line-reader <String: reader_class>`,
	`max-memory-bytes <Long: total memory in bytes>`,
	`max-partition-memory-bytes <Integer: memory in bytes per partition>`,
	`metadata-expiry-ms <Long: metadata expiration interval>`,
	`producer.config <String: config file>`,
	`reader-config <String: config file>`,
	`request-timeout-ms <Integer: request timeout ms>`,
	`retry-backoff-ms <Long>`,
	`socket-buffer-size <Integer: size>`,
	`timeout <Long: timeout_ms>`,
)

var consumerOptions = withIdle([]Option{
	bootstrap,
	commandConfig,
	{Name: "command-property", Arg: "String: consumer_prop", Doc: "a consumer setting as key=value: auto.offset.reset, isolation.level, group.id, security.protocol"},
	{Name: "consumer-property", Arg: "String: consumer_prop", Doc: "older name of --command-property"},
	{Name: "formatter", Arg: "String: class", Doc: "how records are printed: org.apache.kafka.tools.consumer.DefaultMessageFormatter, NoOpMessageFormatter, OffsetsMessageFormatter, GroupMetadataMessageFormatter, TransactionLogMessageFormatter", Words: formatterNames},
	{Name: "formatter-property", Arg: "String: prop", Doc: "print.key, print.offset, print.partition, print.timestamp, print.headers, print.value = true or false; key.separator, null.literal"},
	{Name: "from-beginning", Doc: "start at the earliest offset if the group has none"},
	{Name: "group", Arg: "String: consumer group id", Doc: "take up where this group stopped, and commit"},
	{Name: "help", Doc: "print this"},
	{Name: "include", Arg: "String: Java regex (String)", Doc: "from all topics that the pattern matches"},
	{Name: "isolation-level", Arg: "String", Doc: "read_uncommitted or read_committed", Words: func(*Env) []string { return []string{"read_committed", "read_uncommitted"} }},
	{Name: "max-messages", Arg: "Integer: num_messages", Doc: "stop after so many"},
	{Name: "offset", Arg: "String: consume offset", Doc: "earliest, latest or a number; needs --partition"},
	{Name: "partition", Arg: "Integer: partition", Doc: "only this partition, from the end unless --offset is given"},
	{Name: "property", Arg: "String: prop", Doc: "older name of --formatter-property"},
	{Name: "timeout-ms", Arg: "Integer: timeout_ms", Doc: "give up after so long without a record; no virtual time passes here"},
	{Name: "topic", Arg: "String: topic", Doc: "where from", Words: topicNames},
	version,
},
	`consumer.config <String: config file>`,
	`enable-systest-events`,
	`formatter-config <String: config file>`,
	`key-deserializer <String: deserializer for keys>`,
	`skip-message-on-error`,
	`value-deserializer <String: deserializer for values>`,
)

func codecNames(*Env) []string { return []string{"none", "gzip", "snappy", "lz4", "zstd"} }

func clientCommands() []Command {
	return []Command{
		{Name: "kafka-console-producer", Usage: "--topic TOPIC", Short: "send the lines of standard input as records", Options: producerOptions, Run: consoleProducer,
			Example: "echo c-17:paid | kafka-console-producer --topic orders --reader-property parse.key=true --reader-property key.separator=:"},
		{Name: "kafka-console-consumer", Usage: "--topic TOPIC", Short: "print records", Options: consumerOptions, Run: consoleConsumer,
			Example: "kafka-console-consumer --topic orders --from-beginning --max-messages 3 --formatter-property print.offset=true"},
		{Name: "kafka-producer-perf-test", Usage: "--topic TOPIC --num-records N --record-size B --throughput R", Short: "send many records at a rate", Options: perfOptions, Run: perfTest,
			Example: "kafka-producer-perf-test --topic orders --num-records 64 --record-size 16312 --throughput 4"},
		{Name: "kafka-consumer-groups", Usage: "--list | --describe --group G | --group G --reset-offsets --to-earliest --topic T --execute", Short: "groups: what they have committed, how far they lag; other offsets for them", Options: groupsOptions, Run: consumerGroups,
			Example: "kafka-consumer-groups --describe --group billing"},
		{Name: "kafka-transactions", Usage: "list | describe --transactional-id ID | describe-producers --topic T --partition P | find-hanging | abort ...", Short: "transactions, as coordinators and partitions know them", Options: transactionsOptions, Run: kafkaTransactions,
			Words: fixed(transactionsActions[:]...), Example: "kafka-transactions describe-producers --topic orders --partition 0"},
		{Name: "producer-clock", Usage: "[ID ±D]", Short: "let a producer's clock be wrong", Example: "producer-clock p1 +50m", Run: producerClock, Words: producerNames},
		{Name: "tx", Usage: "[list] | begin|send|offsets|commit|abort|close --producer ID [--topic T --record 'k:v'...]", Short: "a transactional producer, step by step", Options: txOptions, Run: txCommand,
			Words: fixed("begin", "send", "offsets", "commit", "abort", "close", "list"), Example: "tx send --producer pay --topic orders --record 'k:v'"},
	}
}

// properties collects key=value pairs of several options.
func properties(o *Options, names ...string) map[string]string {
	m := map[string]string{}
	for _, n := range names {
		for _, kv := range o.All(n) {
			k, v, _ := strings.Cut(kv, "=")
			m[strings.TrimSpace(k)] = v
		}
	}
	return m
}

func either(m map[string]string, key, otherwise string) string {
	if v, ok := m[key]; ok {
		return v
	}
	return otherwise
}
