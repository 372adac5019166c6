package shell

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"logarium/engine/cluster"
)

var stepOptions = []Option{{Name: "task", Arg: "NAME", Doc: "run on to the next task of this name", Words: taskNames}}

var workloadOptions = []Option{
	{Name: "batch", Arg: "N", Doc: "records in each batch, 1 if not given"},
	{Name: "kind", Arg: "KIND", Doc: "orders (small JSON documents keyed by customer) or random", Words: func(*Env) []string { return []string{"orders", "random"} }},
	{Name: "rate", Arg: "R", Doc: "records a second of virtual time, also as 0.5 or 1/1800"},
	{Name: "size", Arg: "B", Doc: "bytes of a value"},
	{Name: "topic", Arg: "T", Doc: "where to", Words: topicNames},
}

func machineCommands() []Command {
	return []Command{
		{Name: "clock", Usage: "[show|advance D|to T|jump ±D]", Short: "show the virtual time, let it pass, or set the wall clock wrong: jump leaves the time until each task as it is",
			Example: "clock advance 5m", Run: clockCommand, Words: fixed("advance", "jump", "show", "to")},
		StepCommand(Step),
		{Name: "produce", Usage: "TOPIC [--record 'k:v'... | --key K --value V | --size B] [--count N]", Short: "send exact batches", Example: "produce orders --count 10 --batch-bytes 1000 --records-per-batch 10", Options: produceOptions, Run: produce, Words: topicNames},
		{Name: "consume", Usage: "TOPIC [--group G] [--max-messages N]", Short: "read records and move a group on", Options: consumeOptions, Run: consume, Words: topicNames},
		{Name: "workload", Usage: "[list] | start NAME --topic T --rate R | stop NAME", Short: "write records while time passes", Example: "workload start web --topic orders --rate 20 --kind orders", Options: workloadOptions, Run: workload,
			Words: func(e *Env) []string { return append([]string{"list", "start", "stop"}, workloadNames(e)...) }},
		{Name: "broker", Usage: "stop|start|restart [ID]", Short: "controlled shutdown and start of a broker", Run: brokerCommand,
			Words: func(*Env) []string { return []string{"stop", "start", "restart"} }},
		{Name: "kill", Usage: "[-9] PID", Short: "end a process: a broker shuts down in an orderly way, with -9 at once; the page cache stays", Run: kill, Words: processes},
		{Name: "metrics", Usage: "[--history | --alarms] [NAME]...", Short: "the broker's metrics under Kafka's names, what they were, and their alarm lines", Example: "metrics --history NumLogSegments", Options: metricsOptions, Run: metrics, Words: metricsWords},
		{Name: "monitor", Usage: "[open FILE | close FILE]", Short: "a process that keeps a file open, as a script does that watches it", Example: "monitor open orders-0/00000000000000000000.log", Run: monitor, Words: fixed("close", "open")},
		readerCommand(),
		{Name: "ps", Usage: "", Short: "processes", Run: ps},
	}
}

func taskNames(e *Env) []string {
	var names []string
	for t := range e.Cluster.Tasks() {
		names = append(names, t.Name)
	}
	return names
}

func workloadNames(e *Env) []string {
	var names []string
	for _, w := range e.Cluster.Workloads() {
		names = append(names, w.Name)
	}
	return names
}

// isoTime is a time as the machine's own commands print and read it.
func isoTime(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z") }

func clockCommand(c *Call) int {
	switch {
	case len(c.Args) == 0 || c.Args[0] == "show" && len(c.Args) == 1:
		c.Printf("%s (%d)\n", isoTime(c.Now()), c.Now())
		return 0
	case len(c.Args) == 2 && c.Args[0] == "advance":
		ms, err := Duration(c.Args[1])
		if err != nil {
			return c.Fail("%s", err)
		}
		if ms < 0 {
			return c.Fail("time runs forward only; undo goes back")
		}
		if ms > maxTime-c.Now() {
			return c.Fail("the clock ends at %s", isoTime(maxTime))
		}
		return c.advance(c.Now() + ms)
	case len(c.Args) == 2 && c.Args[0] == "jump":
		return c.jump(c.Args[1])
	case len(c.Args) == 2 && c.Args[0] == "to":
		to, err := parseTime(c.Args[1])
		if err != nil {
			return c.Fail("%s", err)
		}
		if to < c.Now() {
			return c.Fail("%s is in the past; undo goes back", isoTime(to))
		}
		if to > maxTime {
			return c.Fail("the clock ends at %s", isoTime(maxTime))
		}
		return c.advance(to)
	}
	return c.Fail("usage: clock [show|advance D|to T|jump ±D]")
}

// jump sets the wall clock, as a bad time server does.
func (c *Call) jump(text string) int {
	ms, err := Duration(text)
	switch to := c.Now() + ms; {
	case err != nil:
		return c.Fail("%s", err)
	case ms > maxTime-c.Now() || to < 0:
		return c.Fail("%s would be before 1970 or after %s", text, isoTime(maxTime))
	}
	c.Cluster.Jump(ms)
	c.Changed = true
	c.Printf("%s\n", isoTime(c.Now()))
	return 0
}

// parseTime reads ms since the epoch, or a date as clock prints it; the fraction, the Z and the date's time may be missing.
func parseTime(s string) (int64, error) {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n, nil
	}
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999", "2006-01-02T15:04", "2006-01-02 15:04:05.999", "2006-01-02"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UnixMilli(), nil
		}
	}
	return 0, fmt.Errorf("%q is no time; write milliseconds or for example 2025-01-01T10:00:00Z", s)
}

func (c *Call) advance(to int64) int {
	from := c.Now()
	c.shorten(advanceWords)
	tasks := c.Cluster.AdvanceTo(to, c.Control)
	c.Changed = true
	if c.Now() < to {
		c.short = advanceWords(c.Now() - from)
	}
	c.Printf("%s, %d tasks run\n", isoTime(c.Now()), tasks)
	return 0
}

// advanceWords is the command that does what has been done of letting time pass.
func advanceWords(done int64) []string {
	return []string{"clock", "advance", fmt.Sprintf("%dms", done)}
}

// StepCommand is the command step with another way to run it: whoever keeps the history can step inside of a command too.
func StepCommand(run func(*Call) int) Command {
	return Command{Name: "step", Usage: "[in|over|--task NAME]", Short: "run the next scheduled task, or up to the next event: of it, or of the command that waits at a break",
		Example: "step --task kafka-log-retention", Options: stepOptions, Run: run, Words: fixed("in", "over")}
}

// Step runs on to the next task, or to that of --task, and that task.
func Step(c *Call) int {
	o, err := ParseOptions(stepOptions, c.Args)
	if err != nil {
		return c.usage(err.Error(), stepOptions)
	}
	if len(o.Rest) > 0 {
		return c.usage(fmt.Sprintf("%s is not something to step to", o.Rest[0]), stepOptions)
	}
	from := c.Now()
	c.shorten(advanceWords)
	t, ok, err := c.Cluster.StepTask(o.Get("task", ""), c.Control)
	switch {
	case err == nil && !ok && c.Control.Stopped():
		c.Changed, c.short = true, advanceWords(c.Now()-from)
		c.Printf("%s, stopped on the way\n", isoTime(c.Now()))
		return 0
	case err != nil:
		return c.Fail("%s", message(err))
	case !ok && o.Has("task"):
		return c.Fail("no task %s is scheduled", o.Get("task", ""))
	case !ok:
		return c.Fail("no task is scheduled")
	}
	c.Changed = true
	c.Printf("%s %s %s\n", isoTime(c.Now()), t.Name, strings.TrimSpace(t.Owner))
	return 0
}

func workload(c *Call) int {
	o, err := ParseOptions(workloadOptions, c.Args)
	switch {
	case err != nil:
		return c.usage(err.Error(), workloadOptions)
	case len(o.Rest) == 0 || o.Rest[0] == "list":
		c.listWorkloads()
		return 0
	case len(o.Rest) == 2 && o.Rest[0] == "stop":
		err = c.Cluster.StopWorkload(o.Rest[1])
	case len(o.Rest) == 2 && o.Rest[0] == "start":
		err = c.startWorkload(o)
	default:
		return c.usage("say what to do: workload start NAME --topic T --rate R, workload stop NAME, or workload list", workloadOptions)
	}
	if err != nil {
		return c.Fail("%s", message(err))
	}
	c.Changed = true
	return 0
}

func (c *Call) startWorkload(o *Options) error {
	w := cluster.Workload{Name: o.Rest[1], Topic: o.Get("topic", ""), Kind: o.Get("kind", cluster.KindRandom)}
	rate, timed, err := parseRate(o.Get("rate", "10"))
	if err != nil || !timed {
		return fmt.Errorf("--rate %s is not a number of records a second", o.Get("rate", ""))
	}
	size, err := o.Int("size", 0, 32)
	if err != nil || size < 0 || size > maxBatchBytes {
		return fmt.Errorf("--size %s is not a number of bytes up to %d", o.Get("size", ""), maxBatchBytes)
	}
	batch, err := o.Int("batch", 1, 32)
	if err != nil || batch < 1 || batch > maxBatchRecords {
		return fmt.Errorf("--batch %s is not a number of records up to %d", o.Get("batch", ""), maxBatchRecords)
	}
	if batch*max(size, 1) > maxBatchBytes {
		return fmt.Errorf("a batch of %d records of %d bytes is too large; at most %d bytes are possible", batch, size, maxBatchBytes)
	}
	w.Rate, w.Size, w.Batch = rate, int(size), int(batch)
	if err := c.Cluster.StartWorkload(w); err != nil {
		return err
	}
	c.Printf("workload %s writes to %s while time passes\n", w.Name, w.Topic)
	return nil
}

func (c *Call) listWorkloads() {
	c.Printf("%-12s %-20s %12s %8s %8s\n", "NAME", "TOPIC", "RECORDS/S", "SENT", "FAILED")
	for _, w := range c.Cluster.Workloads() {
		c.Printf("%-12s %-20s %12.4g %8d %8d\n", w.Name, w.Topic, float64(w.Rate.Records)*1000/float64(w.Rate.Millis), w.Sent, w.Failed)
	}
}

func brokerCommand(c *Call) int {
	id := c.Broker().ID()
	if len(c.Args) == 2 {
		n, err := strconv.ParseInt(c.Args[1], 10, 32)
		if err != nil || c.Cluster.Broker(int32(n)) == nil {
			return c.Fail("there is no broker %s", c.Args[1])
		}
		id = int32(n)
	}
	if len(c.Args) == 0 || len(c.Args) > 2 {
		return c.Fail("usage: broker stop|start|restart [ID]")
	}
	var err error
	switch c.Args[0] {
	case "stop":
		err = c.Cluster.StopBroker(id)
	case "start":
		err = c.Cluster.StartBroker(id)
	case "restart":
		if err = c.Cluster.StopBroker(id); err == nil {
			err = c.Cluster.StartBroker(id)
		}
	default:
		return c.Fail("usage: broker stop|start|restart [ID]")
	}
	if err != nil {
		return c.Fail("%s", message(err))
	}
	c.Changed = true
	if c.Args[0] != "stop" && !c.Cluster.Broker(id).Running() {
		return c.Fail("broker %d has ended again; /var/log/kafka/server.log says why", id)
	}
	return 0
}
