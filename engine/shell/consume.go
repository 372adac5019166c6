package shell

var consumeOptions = []Option{
	{Name: "group", Arg: "G", Doc: "take up where this group stopped, and commit"},
	{Name: "max-messages", Arg: "N", Doc: "stop after so many records"},
	{Name: "partition", Arg: "P", Doc: "only this partition"},
	{Name: "isolation", Arg: "LEVEL", Doc: "read_uncommitted or read_committed", Words: fixed("read_committed", "read_uncommitted")},
	{Name: "reset", Arg: "WHERE", Doc: "where to begin without a position that is there: earliest (if not given), latest or none", Words: fixed("earliest", "latest", "none")},
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
	o.values["topic"] = o.Rest
	k := consumer{Call: c, o: o, table: consumeOptions, left: limit, committed: o.Get("isolation", "") == "read_committed", told: true}
	k.settings = map[string]string{"auto.offset.reset": o.Get("reset", "earliest")}
	if k.policy() != "earliest" && k.policy() != "latest" && k.policy() != "none" {
		return c.usage("--reset is earliest, latest or none", consumeOptions)
	}
	k.group = o.Get("group", "")
	k.client, k.commits = "consumer-"+k.group+"-1", k.group != ""
	k.joins = k.commits && !o.Has("partition")
	k.format = newFormatter(map[string]string{"print.partition": "true", "print.offset": "true", "print.key": "true"})
	return k.run()
}
