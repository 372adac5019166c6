package shell

import (
	"fmt"
	"math"

	"logarium/engine/cluster"
)

var readerOptions = []Option{
	{Name: "max-bytes", Arg: "B", Doc: "the largest answer to its fetch, 1048576 if not given"},
	{Name: "offset", Arg: "O", Doc: "where it begins, 0 if not given"},
	{Name: "partition", Arg: "P", Doc: "of the topic, 0 if not given"},
	{Name: "rate", Arg: "B", Doc: "bytes a second that its line takes"},
	{Name: "topic", Arg: "T", Doc: "where from", Words: topicNames},
}

func readerCommand() Command {
	return Command{Name: "reader", Usage: "[list] | start NAME --topic T --rate B | stop NAME", Example: "reader start slow --topic orders --rate 2000", Options: readerOptions, Run: reader,
		Short: "a consumer behind a slow line: its slice of a segment is sent while time passes",
		More:  "The slice has no handle of its own: the broker sends it by the one that the segment has open. A rename to .deleted does not disturb it; when the files are removed, after file.delete.delay.ms, what is not sent yet breaks off.",
		Words: func(e *Env) []string {
			names := []string{"list", "start", "stop"}
			for _, r := range e.Cluster.Readers() {
				names = append(names, r.Name)
			}
			return names
		}}
}

func reader(c *Call) int {
	o, err := ParseOptions(readerOptions, c.Args)
	switch {
	case err != nil:
		return c.usage(err.Error(), readerOptions)
	case len(o.Rest) == 0 || o.Rest[0] == "list" && len(o.Rest) == 1:
		c.listReaders()
		return 0
	case len(o.Rest) == 2 && o.Rest[0] == "stop":
		err = c.Cluster.StopReader(o.Rest[1])
	case len(o.Rest) == 2 && o.Rest[0] == "start":
		err = c.startReader(o)
	default:
		return c.usage("say what to do: reader start NAME --topic T --rate B, reader stop NAME, or reader list", readerOptions)
	}
	if err != nil {
		return c.Fail("%s", message(err))
	}
	c.Changed = true
	return 0
}

func (c *Call) startReader(o *Options) error {
	var n [4]int64
	for i, x := range []struct {
		name  string
		bits  int
		least int64
	}{{"rate", 32, 1}, {"offset", 64, 0}, {"partition", 32, 0}, {"max-bytes", 32, 0}} {
		var err error
		if n[i], err = o.Int(x.name, 0, x.bits); err != nil || n[i] < x.least {
			return fmt.Errorf("--%s %s is no number from %d on", x.name, o.Get(x.name, ""), x.least)
		}
	}
	tp := cluster.TopicPartition{Topic: o.Get("topic", ""), Partition: int32(n[2])}
	r, err := c.Cluster.StartReader(o.Rest[1], tp, n[1], n[0], int32(min(n[3], math.MaxInt32)))
	if err != nil {
		return err
	}
	c.Printf("reader %s gets %d bytes from position %d of segment %d of %s\n", r.Name, r.Size, r.From, r.Base, tp)
	return nil
}

func (c *Call) listReaders() {
	c.Printf("%-10s %-10s %9s %9s  %s\n", "NAME", "STATE", "SENT", "OF", "FILE")
	for _, r := range c.Cluster.Readers() {
		path, open := c.Cluster.ReaderFile(&r)
		if !open {
			path = "-"
		}
		c.Printf("%-10s %-10s %9d %9d  %s\n", r.Name, r.State, r.Sent, r.Size, path)
		if r.Why != "" {
			c.Printf("           %s\n", r.Why)
		}
		if r.Next != "" {
			c.Printf("           asks again: %s\n", r.Next)
		}
	}
}
