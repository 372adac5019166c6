package shell

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"logarium/engine/cluster"
)

var produceOptions = []Option{
	{Name: "acks", Arg: "0|1|all", Doc: "when the producer counts a batch as written"},
	{Name: "batch-bytes", Arg: "B", Doc: "make each batch exactly so many bytes, header included"},
	{Name: "compression", Arg: "CODEC", Doc: "none, gzip, snappy, lz4 or zstd", Words: codecNames},
	{Name: "count", Arg: "N", Doc: "how many batches"},
	{Name: "key-skew", Arg: "F", Doc: "share of the records, 0 to 1, that get the first key"},
	{Name: "header", Arg: "NAME=VALUE", Doc: "a header of the record of --value; may be repeated"},
	{Name: "key", Arg: "K", Doc: "key of the record of --value; without it the record has none"},
	{Name: "keys", Arg: "N|a..b", Doc: "keys k1 to kN, or from a to b, in turn; without it records have none"},
	{Name: "kind", Arg: "KIND", Doc: "values: random letters, or orders (small JSON documents keyed by customer)", Words: func(*Env) []string { return []string{"orders", "random"} }},
	{Name: "no-idempotence", Doc: "without producer id and sequence numbers"},
	{Name: "no-wait", Doc: "with several brokers and --acks all: do not wait for the answer; waiting lists what is open"},
	{Name: "of", Arg: "N", Doc: "send only the first --count batches of a series of N; --over is the time of the whole series"},
	{Name: "over", Arg: "D", Doc: "spread the batches over so much virtual time, for example 1m"},
	{Name: "partition", Arg: "P", Doc: "to this partition, not by key"},
	{Name: "producer", Arg: "NAME", Doc: "as this producer, p1 if not given"},
	{Name: "record", Arg: "k:v", Doc: "a record, as 'key:value {header=x} +5' (+5: milliseconds later); more may follow, all in one batch; <null> stands for null"},
	{Name: "records-per-batch", Arg: "N", Doc: "records in each batch, 1 if not given"},
	{Name: "size", Arg: "B", Doc: "bytes of a value, 100 if not given"},
	{Name: "tombstone", Doc: "a record with --key and a null value"},
	{Name: "ts", Arg: "MS", Doc: "timestamp of the first batch; the clock's if not given"},
	{Name: "ts-step", Arg: "MS", Doc: "how much later each further batch is"},
	{Name: "value", Arg: "V", Doc: "a record with this value, as it is; --count sends it again"},
}

// produce sends exact batches: the machine's own tool, without a client-side size limit.
func produce(c *Call) int {
	o, err := ParseOptions(produceOptions, c.Args)
	if err != nil {
		return c.usage(err.Error(), produceOptions)
	}
	if len(o.Rest) == 0 || len(o.Rest) > 1 && !o.Has("record") {
		return c.usage("name one topic: produce TOPIC --record 'k:v', or produce TOPIC --count 10 --size 100", produceOptions)
	}
	p := producing{Call: c, o: o}
	if err := p.read(); err != nil {
		return c.Fail("%s", err)
	}
	if _, ok := c.Cluster.Topic(o.Rest[0]); !ok {
		return c.Fail("%s", message(errUnknownTopic(o.Rest[0])))
	}
	sent, err := p.run()
	if err != nil {
		return c.Fail("%s", java(err))
	}
	c.Printf("%s\n", p.report(sent))
	return 0
}

type producing struct {
	*Call
	o        *Options
	send     sending
	count    int64
	series   int64 // batches that over is the time of
	per      int
	size     int
	exact    int // bytes of a batch, 0: as it comes
	ts, step int64
	keys     []string
	skew     float64
	over     int64
	start    int64 // when the command began
	records  []cluster.Record
	drawn    int64
}

func (p *producing) read() (err error) {
	p.start = p.Now()
	p.send.options = cluster.ProduceOptions{Acks: -1, Plain: p.o.Has("no-idempotence"), NoWait: p.o.Has("no-wait"), Producer: p.o.Get("producer", ""), Compression: p.o.Get("compression", "")}
	if err := p.send.acks(p.o.Get("acks", "all")); err != nil {
		return err
	}
	numbers := []struct {
		name           string
		into           *int64
		otherwise, min int64
	}{
		{"count", &p.count, 1, 1}, {"of", &p.series, 0, 0}, {"ts", &p.ts, cluster.NoTimestamp, -1}, {"ts-step", &p.step, 0, math.MinInt32},
	}
	for _, n := range numbers {
		if *n.into, err = p.number(n.name, n.otherwise, n.min, maxNumber); err != nil {
			return err
		}
	}
	if p.series == 0 {
		p.series = p.count
	}
	if p.series < p.count {
		return fmt.Errorf("--of is %d; it must be at least --count, %d", p.series, p.count)
	}
	return p.readSizes()
}

func (p *producing) number(name string, otherwise, least, most int64) (int64, error) {
	n, err := p.o.Int(name, otherwise, 64)
	if err != nil {
		return 0, err
	}
	if n < least || n > most {
		return 0, fmt.Errorf("--%s is %d; it must be %d to %d", name, n, least, most)
	}
	return n, nil
}

// Limits of one made-up batch. A batch of the log is at most 2 GiB; nothing here needs more than 64 MiB.
const (
	maxBatchBytes   = 64 << 20
	maxBatchRecords = 1 << 20
	maxNumber       = 1 << 52 // of batches
	maxTime         = cluster.MaxTime
)

func (p *producing) readSizes() error {
	per, err := p.number("records-per-batch", 1, 1, maxBatchRecords)
	if err != nil {
		return err
	}
	size, err := p.number("size", 0, 0, maxBatchBytes)
	if err != nil {
		return err
	}
	exact, err := p.number("batch-bytes", 0, 0, maxBatchBytes)
	if err != nil {
		return err
	}
	partition, err := p.number("partition", cluster.AnyPartition, -1, math.MaxInt32)
	if err != nil {
		return err
	}
	p.per, p.size, p.exact, p.send.options.Partition = int(per), int(size), int(exact), int32(partition)
	p.skew, err = p.o.Float("key-skew", 0)
	if err != nil || !(p.skew >= 0 && p.skew <= 1) {
		return fmt.Errorf("--key-skew %s is not a share from 0 to 1", p.o.Get("key-skew", ""))
	}
	return p.readContent()
}

func (p *producing) readContent() (err error) {
	if err := p.readOver(); err != nil {
		return err
	}
	if kind := p.o.Get("kind", ""); kind != "" && cluster.CheckKind(kind) != nil {
		return fmt.Errorf("--kind %s is not one of orders, random", kind)
	}
	if p.keys, err = keyRange(p.o.Get("keys", "")); err != nil {
		return err
	}
	if err := p.readRecords(); err != nil {
		return err
	}
	if bytes := p.estimate(); bytes > maxBatchBytes {
		return fmt.Errorf("a batch would have about %d bytes; at most %d are possible", bytes, maxBatchBytes)
	}
	if p.exact > 0 {
		return p.checkExact()
	}
	return nil
}

func (p *producing) readOver() (err error) {
	if !p.o.Has("over") {
		return nil
	}
	over := p.o.Get("over", "")
	if p.over, err = Duration(over); err != nil || p.over < 0 {
		return fmt.Errorf("--over: %q is not a duration", over)
	}
	if p.over > maxTime || p.over > 0 && p.series > math.MaxInt64/p.over {
		return fmt.Errorf("--over %s is too long for %d batches", over, p.series)
	}
	return nil
}

// readRecords reads the records that are spelled out: those of --record, with what follows it, and that of --value.
func (p *producing) readRecords() error {
	texts := p.o.All("record")
	if len(texts) > 0 {
		texts = append(texts, p.o.Rest[1:]...)
	}
	for _, text := range texts {
		r, err := parseRecord(text, p.base())
		if err != nil {
			return err
		}
		p.records = append(p.records, p.stamped(r))
	}
	if p.o.Has("value") || p.o.Has("tombstone") {
		r := p.single()
		if int64(p.per)*int64(recordBound(r)) > maxBatchBytes {
			return fmt.Errorf("%d records of %d bytes are more than a batch can hold, %d bytes", p.per, recordBound(r), maxBatchBytes)
		}
		p.records = append(p.records, slices.Repeat([]cluster.Record{r}, p.per)...)
	}
	if len(p.records) > 0 && (p.exact > 0 || p.o.Has("size")) {
		return fmt.Errorf("the records are given; leave out --size and --batch-bytes")
	}
	return nil
}

// stamped gives a record the command's timestamp if it has none of its own and the command has one.
func (p *producing) stamped(r cluster.Record) cluster.Record {
	if r.Timestamp < 0 && (p.ts >= 0 || p.step != 0) {
		r.Timestamp = p.base()
	}
	return r
}

// single is the record of --key, --value and --header.
func (p *producing) single() cluster.Record {
	r := cluster.Record{Timestamp: cluster.NoTimestamp}
	if p.o.Has("key") {
		r.Key = []byte(p.o.Get("key", ""))
	}
	if !p.o.Has("tombstone") {
		r.Value = []byte(p.o.Get("value", ""))
	}
	for _, h := range p.o.All("header") {
		r.Headers = append(r.Headers, parseHeaders(h)...)
	}
	return p.stamped(r)
}

func (p *producing) checkExact() error {
	if _, ok := exactSizes(p.per, p.exact, p.keyLength()); !ok {
		return fmt.Errorf("no batch of %s is exactly %d bytes", plural(int64(p.per), "record", "s"), p.exact)
	}
	return nil
}

// estimate is about how many bytes a batch will have.
func (p *producing) estimate() (bytes int64) {
	if len(p.records) == 0 {
		return int64(p.per) * int64(recordSize(0, p.keyLength(), p.size))
	}
	for _, r := range p.records {
		bytes += int64(recordBound(r))
	}
	return bytes
}

// base is the timestamp that record deltas are added to.
func (p *producing) base() int64 {
	if p.ts >= 0 {
		return p.ts
	}
	return p.Now()
}

func (p *producing) run() (int64, error) {
	s := sender{Call: p.Call, topic: p.o.Rest[0], total: p.count, options: p.send.options, unit: "batches", next: p.batch}
	if p.over > 0 {
		s.timed, s.rate = true, cluster.Rate{Records: p.series, Millis: p.over}
	}
	s.words = p.shortened
	return s.run()
}

// shortened is the command for the first done batches only. Their times are those of the whole series.
func (p *producing) shortened(done int64) []string {
	words := withOption(produceOptions, p.words(), "--count", strconv.FormatInt(done, 10))
	if p.over > 0 {
		words = withOption(produceOptions, words, "--of", strconv.FormatInt(p.series, 10))
	}
	return words
}

func (p *producing) batch(i int64) []cluster.Record {
	if len(p.records) > 0 {
		ms := i * p.step
		if p.ts < 0 {
			ms += p.Now() - p.start
		}
		return p.later(ms)
	}
	ts := int64(cluster.NoTimestamp)
	if p.ts >= 0 || p.step != 0 {
		ts = p.base() + i*p.step
	}
	if kind := p.o.Get("kind", ""); kind != "" {
		return p.generated(kind, ts)
	}
	sizes := p.sizes()
	out := make([]cluster.Record, p.per)
	for r := range out {
		out[r] = cluster.Record{Timestamp: ts, Key: p.key(), Value: p.Cluster.RandomBytes(sizes[r])}
	}
	return out
}

// later is the given records, each ms later; those without a timestamp of their own take the clock's.
func (p *producing) later(ms int64) []cluster.Record {
	out := slices.Clone(p.records)
	for i := range out {
		if out[i].Timestamp >= 0 {
			out[i].Timestamp += ms
		}
	}
	return out
}

func (p *producing) generated(kind string, ts int64) []cluster.Record {
	out := p.Cluster.GenerateRecords(kind, p.per, p.size)
	for i := range out {
		out[i].Timestamp = ts
		if len(p.keys) > 0 {
			out[i].Key = p.key()
		}
	}
	return out
}

// key takes the next key in turn; a share of the records gets the first one whatever its turn.
func (p *producing) key() []byte {
	if len(p.keys) == 0 {
		return nil
	}
	p.drawn++
	if p.skew > 0 && math.Floor(float64(p.drawn)*p.skew) > math.Floor(float64(p.drawn-1)*p.skew) {
		return []byte(p.keys[0])
	}
	return []byte(p.keys[int(p.drawn-1)%len(p.keys)])
}

func (p *producing) report(sent int64) string {
	if len(p.records) > 0 {
		p.per = len(p.records)
	}
	return fmt.Sprintf("%s of %s sent to %s", plural(sent, "batch", "es"), plural(int64(p.per), "record", "s"), p.o.Rest[0])
}

// plural is "1 batch" or "2 batches".
func plural(n int64, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s%s", n, one, more)
}
