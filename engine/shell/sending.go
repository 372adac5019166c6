package shell

import (
	"slices"
	"strconv"
	"strings"

	"logarium/engine/cluster"
	"logarium/engine/kerr"
)

// sending is how a producer sends.
type sending struct {
	options    cluster.ProduceOptions
	batchSize  int
	maxRequest int
	each       bool // one request a record
	retries    int  // after an answer that may get better
	maxBlock   int  // ms to wait for a topic
}

// producerSettings reads the options that all producers have. Error: ConfigException.
func producerSettings(o *Options) (sending, error) {
	p := properties(o, "producer-property", "producer-props", "command-property")
	s := sending{options: cluster.ProduceOptions{Acks: -1, Partition: cluster.AnyPartition}, each: o.Has("sync")}
	s.options.Compression = o.Get("compression-codec", either(p, "compression.type", "none"))
	if !slices.Contains(codecNames(nil), s.options.Compression) {
		return s, invalidValue(s.options.Compression, "compression.type", "String must be one of: none, gzip, snappy, lz4, zstd")
	}
	s.options.Plain = either(p, "enable.idempotence", "true") == "false"
	for _, n := range []struct {
		name, text string
		into       *int
	}{
		{"batch.size", o.Get("batch-size", either(p, "batch.size", "16384")), &s.batchSize},
		{"max.request.size", either(p, "max.request.size", "1048576"), &s.maxRequest},
		{"retries", o.Get("message-send-max-retries", either(p, "retries", "3")), &s.retries},
		{"max.block.ms", o.Get("max-block-ms", either(p, "max.block.ms", "60000")), &s.maxBlock},
	} {
		value, err := strconv.ParseInt(strings.TrimSpace(n.text), 10, 32)
		switch {
		case err != nil:
			return s, invalidValue(n.text, n.name, "Not a number of type INT")
		case value < 0:
			return s, invalidValue(n.text, n.name, "Value must be at least 0")
		}
		*n.into = int(value)
	}
	err := s.acks(o.Get("request-required-acks", either(p, "acks", "all")))
	if err == nil && p["enable.idempotence"] == "true" && s.options.Acks != -1 {
		err = kerr.ErrConfig.With("Must set acks to all in order to use the idempotent producer. Otherwise we cannot guarantee idempotence.")
	}
	return s, err
}

func invalidValue(value, name, why string) error {
	return kerr.ErrConfig.With("Invalid value %s for configuration %s: %s", value, name, why)
}

func (s *sending) acks(word string) error {
	switch word {
	case "0":
		s.options.Acks, s.options.Fire, s.options.Plain = 0, true, true
	case "1":
		s.options.Acks, s.options.Plain = 1, true // idempotence needs acks=all
	case "all", "-1":
		s.options.Acks = -1
	default:
		return invalidValue(word, "acks", "String must be one of: all, -1, 0, 1")
	}
	return nil
}

// recordBound is an upper bound of a record's size with its own overhead.
func recordBound(r cluster.Record) int {
	n := 21 + 2 + varintSize(len(r.Key)) - 1 + len(r.Key) + varintSize(len(r.Value)) + len(r.Value)
	for _, h := range r.Headers {
		n += 10 + len(h.Key) + len(h.Value)
	}
	return n
}

// tooLarge refuses a record that makes a request larger than max.request.size, by Kafka's estimate.
func (s *sending) tooLarge(batch []cluster.Record) error {
	for _, r := range batch {
		if n := 61 + recordBound(r); n > s.maxRequest {
			return kerr.ErrRecordTooLarge.With("The message is %d bytes when serialized which is larger than %d, which is the value of the max.request.size configuration.", n, s.maxRequest)
		}
	}
	return nil
}

// split cuts records into what one batch of the accumulator holds.
func (s *sending) split(records []cluster.Record) [][]cluster.Record {
	var out [][]cluster.Record
	start, size := 0, 61
	for i, r := range records {
		n := recordBound(r)
		if i > start && (s.each || size+n > s.batchSize) {
			out, start, size = append(out, records[start:i]), i, 61
		}
		size += n
	}
	if start < len(records) {
		out = append(out, records[start:])
	}
	return out
}

// varintSize is the length of n as a zigzag varint.
func varintSize(n int) int {
	size := 1
	for z := uint64(n) << 1; z >= 0x80; z >>= 7 {
		size++
	}
	return size
}
