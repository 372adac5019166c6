package shell

var consumeOptions = []Option{
	{Name: "group", Arg: "G", Doc: "take up where this group stopped, and commit"},
	{Name: "max-messages", Arg: "N", Doc: "stop after so many records"},
	{Name: "partition", Arg: "P", Doc: "only this partition"},
	{Name: "isolation", Arg: "LEVEL", Doc: "read_uncommitted or read_committed"},
}

// consume is the short form of the console consumer: from the earliest offset, with offsets and keys.
func consume(c *Call) int {
	o, err := ParseOptions(consumeOptions, c.Args)
	if err != nil {
		return c.usage(err.Error(), consumeOptions)
	}
	if len(o.Rest) != 1 {
		return c.usage("name one topic", consumeOptions)
	}
	if _, ok := c.Cluster.Topic(o.Rest[0]); !ok {
		return c.Fail("%s", message(errUnknownTopic(o.Rest[0])))
	}
	limit, err := consumerNumbers(o)
	if err != nil {
		return c.usage(err.Error(), consumeOptions)
	}
	o.values["topic"], o.values["from-beginning"] = o.Rest, []string{""}
	k := consumer{Call: c, o: o, table: consumeOptions, left: limit, group: o.Get("group", ""), committed: o.Get("isolation", "") == "read_committed"}
	k.format = newFormatter(map[string]string{"print.partition": "true", "print.offset": "true", "print.key": "true"})
	return k.run()
}
