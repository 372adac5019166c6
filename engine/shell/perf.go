package shell

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"logarium/engine/cluster"
)

var perfOptions = []Option{
	bootstrap,
	{Name: "command-property", Arg: "PROP=VALUE", Doc: "a producer setting, as for kafka-console-producer"},
	{Name: "help", Short: 'h', Doc: "print this"},
	{Name: "num-records", Arg: "N", Doc: "how many records"},
	{Name: "payload-delimiter", Arg: "TEXT", Doc: "what separates the payloads of --payload-file; a line end if not given"},
	{Name: "payload-file", Arg: "FILE", Doc: "take values from this file by chance, instead of --record-size", Files: true},
	{Name: "payload-monotonic", Doc: "the values are the numbers 0, 1, 2, ..., instead of --record-size"},
	{Name: "producer-props", Arg: "PROP=VALUE", Doc: "older name of --command-property"},
	{Name: "record-size", Arg: "B", Doc: "bytes of a value"},
	{Name: "throughput", Arg: "R", Doc: "records a second of virtual time, also as 0.5 or 1/1800; -1: all at this instant"},
	{Name: "topic", Arg: "TOPIC", Doc: "where to", Words: topicNames},
}

const perfHead = `usage: producer-performance [-h] --topic TOPIC --num-records NUM-RECORDS [--payload-delimiter PAYLOAD-DELIMITER]
                            --throughput THROUGHPUT [--producer-props PROP-NAME=PROP-VALUE [PROP-NAME=PROP-VALUE ...]]
                            [--command-property PROP-NAME=PROP-VALUE [PROP-NAME=PROP-VALUE ...]]
                            (--record-size RECORD-SIZE | --payload-file PAYLOAD-FILE | --payload-monotonic)
`

// perf is one run of kafka-producer-perf-test.
type perf struct {
	*Call
	o        *Options
	send     sending
	n        int64
	size     int
	payloads []string
	rate     cluster.Rate
	timed    bool
	bytes    int64 // of the values sent
}

// perfTest sends one record a batch at a rate. Record i is sent at start + i/R; the command ends at start + N/R.
func perfTest(c *Call) int {
	o, err := ParseOptions(perfOptions, c.Args)
	if err != nil {
		return c.perfUsage(perfMessage(err))
	}
	if o.Has("help") {
		c.Printf("%s\n%s", perfHead, optionTable(perfOptions))
		return 0
	}
	p := perf{Call: c, o: o}
	if what := p.read(); what != "" {
		return c.perfUsage(what)
	}
	return p.run()
}

// perfMessage is an error in the words of this tool's own parser.
func perfMessage(err error) string {
	e, ok := err.(*OptionError)
	switch {
	case ok && strings.HasSuffix(e.Text, "requires an argument"):
		return fmt.Sprintf("argument --%s: expected one argument", e.Option)
	case ok && strings.HasSuffix(e.Text, "is not a recognized option"):
		return fmt.Sprintf("unrecognized arguments: '--%s'", e.Option)
	}
	return err.Error()
}

func (c *Call) perfUsage(what string) int {
	fmt.Fprintf(&c.Err, "%sproducer-performance: error: %s\n", perfHead, what)
	return 1
}

// read takes the options, and says what is wrong with them.
func (p *perf) read() string {
	for _, need := range []string{"topic", "num-records", "throughput"} {
		if !p.o.Has(need) {
			return fmt.Sprintf("argument --%s is required", need)
		}
	}
	var err error
	if p.rate, p.timed, err = parseRate(p.o.Get("throughput", "")); err != nil {
		return fmt.Sprintf("argument --throughput: %s", err)
	}
	if p.n, err = p.o.Int("num-records", 0, 64); err != nil {
		return fmt.Sprintf("argument --num-records: could not convert '%s' to Long (64 bit signed integer)", p.o.Get("num-records", ""))
	}
	switch {
	case p.n < 1:
		return "--num-records should be greater than zero"
	case p.n > math.MaxInt64/max(1, p.rate.Millis):
		return fmt.Sprintf("--num-records can be at most %d at this throughput", math.MaxInt64/max(1, p.rate.Millis))
	}
	if p.send, err = producerSettings(p.o); err != nil {
		return message(err)
	}
	return p.readPayload()
}

// readPayload takes the one option that says what the values are.
func (p *perf) readPayload() string {
	var given []string
	for _, name := range []string{"record-size", "payload-file", "payload-monotonic"} {
		if p.o.Has(name) {
			given = append(given, "--"+name)
		}
	}
	switch {
	case len(given) == 0:
		return "one of the arguments --record-size --payload-file --payload-monotonic is required"
	case len(given) > 1:
		return fmt.Sprintf("argument %s: not allowed with argument %s", given[1], given[0])
	case p.o.Has("record-size"):
		return p.readSize()
	case p.o.Has("payload-file"):
		return p.readFile()
	}
	return ""
}

func (p *perf) readSize() string {
	size, err := p.o.Int("record-size", 0, 32)
	switch {
	case err != nil:
		return fmt.Sprintf("argument --record-size: could not convert '%s' to Integer (32 bit signed integer)", p.o.Get("record-size", ""))
	case size <= 0:
		return "--record-size should be greater than zero."
	case size > maxBatchBytes:
		return fmt.Sprintf("--record-size can be at most %d here", maxBatchBytes)
	}
	p.size = int(size)
	return ""
}

func (p *perf) readFile() string {
	name := p.o.Get("payload-file", "")
	data, err := p.Disk().ReadFile(p.Path(name))
	switch {
	case err != nil:
		return "File does not exist or empty file provided."
	case len(data) == 0:
		return "File does not exist or empty file provided."
	}
	delimiter := p.o.Get("payload-delimiter", "\n")
	delimiter = strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\r`, "\r").Replace(delimiter)
	if delimiter == "" {
		return "argument --payload-delimiter: expected a text"
	}
	p.payloads = strings.Split(strings.TrimSuffix(string(data), delimiter), delimiter)
	return ""
}

// parseRate reads records a second: 4, 0.5 or 1/1800; -1 is as fast as possible.
func parseRate(s string) (rate cluster.Rate, timed bool, err error) {
	over, under, fraction := strings.Cut(s, "/")
	a, err1 := strconv.ParseFloat(over, 64)
	b := 1.0
	var err2 error
	if fraction {
		b, err2 = strconv.ParseFloat(under, 64)
	}
	rate = cluster.Rate{Records: int64(math.Round(a * 1e3)), Millis: int64(math.Round(b * 1e6))}
	switch {
	case err1 != nil || err2 != nil || !(math.Abs(a) <= 1e6) || !(b > 0 && b <= 1e6) || a > 0 && (rate.Records == 0 || rate.Millis == 0) || a == 0:
		return cluster.Rate{}, false, fmt.Errorf("could not convert '%s' to a number of records a second", s)
	case a < 0:
		return cluster.Rate{}, false, nil
	}
	return rate, true, nil
}

func (p *perf) run() int {
	topic := p.o.Get("topic", "")
	if err := p.needTopic(topic, "perf-producer-client"); err != nil {
		return p.sendFailure(err)
	}
	s := sender{Call: p.Call, topic: topic, total: p.n, rate: p.rate, timed: p.timed, options: p.send.options, unit: "records", next: p.next, client: &p.send}
	s.words = func(done int64) []string {
		return withOption(perfOptions, p.words(), "--num-records", strconv.FormatInt(done, 10))
	}
	start := p.Now()
	sent, err := s.run()
	if err != nil {
		return p.sendFailure(err)
	}
	p.report(sent, p.Now()-start)
	return 0
}

func (p *perf) sendFailure(err error) int {
	fmt.Fprintf(&p.Err, "%s\n", java(err))
	return 1
}

// next is the only record of batch i.
func (p *perf) next(i int64) []cluster.Record {
	r := cluster.Record{Timestamp: cluster.NoTimestamp}
	switch {
	case p.payloads != nil:
		r.Value = []byte(p.payloads[p.Cluster.Random(len(p.payloads))])
	case p.size > 0:
		r.Value = p.Cluster.RandomBytes(p.size)
	default:
		r.Value = strconv.AppendInt(nil, i, 10)
	}
	p.bytes += int64(len(r.Value))
	return []cluster.Record{r}
}

// report prints the summary line. Latencies are 0: an append costs no virtual time.
func (p *perf) report(sent, ms int64) {
	seconds := float64(max(ms, 1)) / 1000
	p.Printf("%d records sent, %.6f records/sec (%.2f MB/sec), %.2f ms avg latency, %.2f ms max latency, %d ms 50th, %d ms 95th, %d ms 99th, %d ms 99.9th.\n",
		sent, float64(sent)/seconds, float64(p.bytes)/seconds/(1<<20), 0.0, 0.0, 0, 0, 0, 0)
}
