package view

import (
	"strconv"
	"strings"

	"logarium/engine/message"
	"logarium/web/words"
)

// Produce is the state of the produce form: what was typed.
type Produce struct {
	Key, Value         string
	KeyNull, ValueNull bool
	Headers            string
	Timestamp          string
	Skew               bool // a timestamp of one's own
	Partition          string
	Batch, Repeat      string
	Over               string // virtual time that the batches are spread over
	Codec, Acks        string
	Producer           string // name, empty for the tool's own
	Plain              bool   // without idempotence
	Txn                bool   // within a transaction of the producer
	AsCommand          bool
}

// ProduceForm is the form with what follows from it.
type ProduceForm struct {
	Produce
	KeyErr, ValueErr, HeadersErr, TimestampErr, BatchErr, RepeatErr, OverErr string
	ValueNote                                                                string
	Now                                                                      string
	Partitions                                                               []string
	Any                                                                      string // how the partition is chosen if none is given
	Topic                                                                    string
	One, Many                                                                string // command lines, empty while something is wrong
	ManyLabel                                                                string
	Facts                                                                    []Fact
	How                                                                      []Block // codec, acks, producer, time, transaction
}

// Fact is a line of a name and a text; Term explains the name.
type Fact struct{ Name, Text, Term string }

// NewProduce is the form as it first stands.
func NewProduce() Produce {
	return Produce{Key: "c-0818", Value: `{"order":12980,"sku":"A-1147","qty":2,"eur":38.5}`, Batch: "1", Repeat: "100", Codec: "none", Acks: "all"}
}

// Form checks what was typed, and foretells from the partition's state what one record would do.
func (p Produce) Form(part message.Partition, active *message.Segment, now int64, partitions int, txns []message.Transaction) ProduceForm {
	f := ProduceForm{Produce: p, Topic: Topic(part.Name), Now: Moment(now), Any: words.T("by key: murmur2")}
	if p.KeyNull {
		f.Any = words.T("no key: sticky")
	}
	for i := range partitions {
		f.Partitions = append(f.Partitions, strconv.Itoa(i))
	}
	f.ValueNote = words.F("%1. Null makes a tombstone.", Plural(int64(len(p.Value)), "byte", "bytes"))
	if p.ValueNull {
		f.ValueNote = words.T("Null: a tombstone.")
	}
	if p.ValueNull && p.KeyNull {
		f.ValueErr = words.T("A tombstone needs a key.")
	}
	f.HeadersErr = headersError(p.Headers)
	ts, err := p.when(now)
	f.TimestampErr = err
	batch, err := whole(p.Batch, 1, 100000)
	f.BatchErr = err
	repeat, err := whole(p.Repeat, 1, 1000000000)
	f.RepeatErr = err
	over, err := p.over()
	f.OverErr, f.KeyErr = err, p.keyError()
	if f.KeyErr+f.ValueErr+f.HeadersErr+f.TimestampErr+f.BatchErr+f.RepeatErr+f.OverErr == "" {
		f.One = p.line(f.Topic, ts, 1, 1, 0)
		f.Many = p.line(f.Topic, ts, repeat, batch, over)
		f.ManyLabel = words.F("Send %1", Group(batch*repeat))
	}
	if p.Txn {
		f.Many, f.ManyLabel = "", ""
	}
	f.Facts = p.facts(part, active)
	f.How = p.how(&f, now, txns)
	return f
}

// over reads the time that the batches are spread over.
func (p Produce) over() (ms int64, err string) {
	if strings.TrimSpace(p.Over) == "" {
		return 0, ""
	}
	ms, bad := strconv.ParseInt(ParseSetting("ms", p.Over), 10, 64)
	if bad != nil || ms < 0 || ms > 366*day {
		return 0, words.T("A length of time as 30 s or 5 min, at most a year.")
	}
	return ms, ""
}

// keyError: in a transaction a record is written as key:value.
func (p Produce) keyError() string {
	if p.Txn && !p.KeyNull && strings.Contains(p.Key, ":") {
		return words.T("In a transaction a key cannot hold a colon.")
	}
	return ""
}

// line is the command that the form stands for: a number of equal batches.
func (p Produce) line(topic string, ts, batches, records, over int64) string {
	if p.Txn {
		return p.txnLine(topic, ts)
	}
	w := []string{"produce", topic}
	if !p.KeyNull {
		w = append(w, "--key", Quote(p.Key))
	}
	if p.ValueNull {
		w = append(w, "--tombstone")
	} else {
		w = append(w, "--value", Quote(p.Value))
	}
	for _, h := range headers(p.Headers) {
		w = append(w, "--header", Quote(h))
	}
	if p.Partition != "" {
		w = append(w, "--partition", p.Partition)
	}
	if p.Skew {
		w = append(w, "--ts", strconv.FormatInt(ts, 10))
	}
	if batches > 1 {
		w = append(w, "--count", strconv.FormatInt(batches, 10))
	}
	if records > 1 {
		w = append(w, "--records-per-batch", strconv.FormatInt(records, 10))
	}
	if over > 0 && batches > 1 {
		w = append(w, "--over", Duration(over))
	}
	if p.Acks != "all" && p.Acks != "" {
		w = append(w, "--acks", p.Acks)
	}
	if p.Plain {
		w = append(w, "--no-idempotence")
	}
	return strings.Join(p.sender(w), " ")
}

// sender adds what says who sends, and how it is packed.
func (p Produce) sender(w []string) []string {
	if p.Codec != "none" && p.Codec != "" {
		w = append(w, "--compression", p.Codec)
	}
	if p.Producer != "" {
		w = append(w, "--producer", Quote(p.Producer))
	}
	return w
}

// txnLine sends the record within the producer's transaction.
func (p Produce) txnLine(topic string, ts int64) string {
	key, value := p.Key, p.Value
	if p.KeyNull {
		key = "<null>"
	}
	if p.ValueNull {
		value = "<null>"
	}
	record := key + ":" + value
	if hs := headers(p.Headers); len(hs) > 0 {
		record += " {" + strings.Join(hs, ",") + "}"
	}
	w := p.sender([]string{"tx", "send", "--topic", topic, "--record", Quote(record)})
	if p.Partition != "" {
		w = append(w, "--partition", p.Partition)
	}
	if p.Skew {
		w = append(w, "--ts", strconv.FormatInt(ts, 10))
	}
	return strings.Join(w, " ")
}

func headers(s string) []string {
	var out []string
	for _, h := range strings.Split(s, ",") {
		if h = strings.TrimSpace(h); h != "" {
			out = append(out, h)
		}
	}
	return out
}

func headersError(s string) string {
	for _, h := range headers(s) {
		if k, _, ok := strings.Cut(h, "="); !ok || k == "" {
			return words.F("“%1” is not key=value; separate headers with commas.", h)
		}
	}
	return ""
}

// whole reads a number that may hold spaces between thousands.
func whole(s string, least, most int64) (int64, string) {
	s = strings.NewReplacer(" ", "", Narrow, "", nb, "").Replace(s)
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < least || n > most {
		return 0, words.F("A whole number from %1 to %2.", Group(least), Group(most))
	}
	return n, ""
}

func (p Produce) when(now int64) (int64, string) {
	if !p.Skew {
		return now, ""
	}
	return ParseMoment(p.Timestamp, now)
}

// ParseMoment reads hh:mm:ss.mmm of today, or ms since the epoch, or ±duration in ms from now; or says what it wants.
func ParseMoment(s string, now int64) (int64, string) {
	s = strings.TrimSpace(s)
	if ms, ok := parseTimeOfDay(s); ok {
		return now - ofDay(now) + ms, ""
	}
	n, err := strconv.ParseInt(strings.Replace(s, "−", "-", 1), 10, 64)
	if err != nil || n < -1 && s[0] != '-' {
		return 0, words.T("A time as 10:04:40.000, or milliseconds since 1970.")
	}
	if strings.HasPrefix(s, "+") || strings.HasPrefix(s, "-") && n != -1 {
		return now + n, ""
	}
	return n, ""
}

func parseTimeOfDay(s string) (int64, bool) {
	parts := strings.Split(s, ":")
	if len(parts) != 3 {
		return 0, false
	}
	h, err1 := strconv.ParseInt(parts[0], 10, 64)
	m, err2 := strconv.ParseInt(parts[1], 10, 64)
	sec, err3 := strconv.ParseFloat(parts[2], 64)
	if err1 != nil || err2 != nil || err3 != nil || h < 0 || h > 23 || m < 0 || m > 59 || sec < 0 || sec >= 60 {
		return 0, false
	}
	return h*hour + m*minute + int64(sec*1000+.5), true
}

// size is the number of bytes of a batch with this one record: the 61-byte header and the record (KIP-98's layout).
func (p Produce) size() int64 {
	body := int64(1 + 1 + 1) // attributes, timestamp delta 0, offset delta 0
	body += field(len(p.Key), p.KeyNull) + field(len(p.Value), p.ValueNull)
	hs := headers(p.Headers)
	body += varint(int64(len(hs)))
	for _, h := range hs {
		k, v, _ := strings.Cut(h, "=")
		body += field(len(k), false) + field(len(v), false)
	}
	return 61 + varint(body) + body
}

func field(n int, null bool) int64 {
	if null {
		return 1
	}
	return varint(int64(n)) + int64(n)
}

// varint is the length of a zigzag varint.
func varint(n int64) int64 {
	size := int64(1)
	for u := uint64(n<<1) ^ uint64(n>>63); u >= 0x80; u >>= 7 {
		size++
	}
	return size
}

func (p Produce) facts(part message.Partition, active *message.Segment) []Fact {
	size := p.size()
	out := []Fact{{words.T("one batch"), "61 + " + Group(size-61) + " = " + Group(size) + nb + "B", "batch"}}
	if active == nil || p.Partition != "" && p.Partition != Number(part.Name) {
		return out
	}
	out = append(out, Fact{words.T("offset"), Group(part.LogEndOffset), "log end offset"})
	rolls, word := active.Size+size > part.SegmentBytes, words.T("no")
	if rolls {
		word = words.T("yes")
	}
	out = append(out, Fact{words.T("rolls?"), Group(active.Size) + " + " + Group(size) + " > " + Group(part.SegmentBytes) + ": " + word, "roll"})
	entry := words.T("no")
	if !rolls && part.SinceIndex > part.IndexInterval {
		entry = words.F("yes, #%1", strconv.Itoa(active.IndexEntries))
	}
	out = append(out, Fact{words.T("index entry?"), Group(part.SinceIndex) + " > " + Group(part.IndexInterval) + ": " + entry, "sparse index"})
	if p.Txn {
		return append(out, Fact{words.T("readable when"), words.T("committed, or at once if uncommitted is read"), "last stable offset"})
	}
	return append(out, Fact{words.T("readable when"), words.F("high watermark ≥ %1", Group(part.LogEndOffset+1)), "high watermark"}, Fact{words.T("acknowledged when"), p.acknowledged(), "in-sync replicas"})
}
