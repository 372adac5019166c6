package shell

import (
	"fmt"
	"strings"

	"logarium/engine/cluster"
	"logarium/engine/glass"
)

// formatter prints records as the console consumer's default formatter does.
type formatter struct {
	timestamp, partition, offset, delivery, epoch, headers, key, value bool
	separator, end, header, null                                       string

	class string // of another formatter, "" for the default one
}

// formatterOf is the formatter of a class.
func formatterOf(class string, p map[string]string) (formatter, error) {
	f := newFormatter(p)
	if class != defaultFormatter {
		f.class = class
	}
	switch f.class {
	case "", noFormatter:
		return f, nil
	}
	if f.class = glass.MessageFormatter(class); f.class == "" {
		return f, fmt.Errorf("%s", class)
	}
	return f, nil
}

const (
	defaultFormatter = "org.apache.kafka.tools.consumer.DefaultMessageFormatter"
	noFormatter      = "org.apache.kafka.tools.consumer.NoOpMessageFormatter"
)

func newFormatter(p map[string]string) formatter {
	return formatter{
		timestamp: isTrue(p["print.timestamp"]), partition: isTrue(p["print.partition"]), offset: isTrue(p["print.offset"]),
		delivery: isTrue(p["print.delivery"]), epoch: isTrue(p["print.epoch"]), headers: isTrue(p["print.headers"]),
		key: isTrue(p["print.key"]), value: isTrue(either(p, "print.value", "true")),
		separator: either(p, "key.separator", "\t"), end: either(p, "line.separator", "\n"),
		header: either(p, "headers.separator", ","), null: either(p, "null.literal", "null"),
	}
}

// line is one record; kind is the topic's timestamp type.
func (f formatter) line(tp cluster.TopicPartition, r cluster.Record, kind string) string {
	switch f.class {
	case "":
	case noFormatter:
		return ""
	default:
		return glass.FormatMessage(f.class, r.Key, r.Value)
	}
	var parts []string
	add := func(on bool, text string) {
		if on {
			parts = append(parts, text)
		}
	}
	add(f.timestamp, timestampText(kind, r.Timestamp))
	add(f.partition, fmt.Sprintf("Partition:%d", tp.Partition))
	add(f.offset, fmt.Sprintf("Offset:%d", r.Offset))
	add(f.delivery, "Delivery:NOT_PRESENT")
	add(f.epoch, "Epoch:NOT_PRESENT")
	add(f.headers, f.headerText(r))
	add(f.key, f.text(r.Key))
	add(f.value, f.text(r.Value))
	return strings.Join(parts, f.separator) + f.end
}

func timestampText(kind string, ms int64) string {
	if ms < 0 {
		return "NO_TIMESTAMP"
	}
	return fmt.Sprintf("%s:%d", kind, ms)
}

func (f formatter) headerText(r cluster.Record) string {
	if len(r.Headers) == 0 {
		return "NO_HEADERS"
	}
	all := make([]string, len(r.Headers))
	for i, h := range r.Headers {
		all[i] = h.Key + ":" + f.text(h.Value)
	}
	return strings.Join(all, f.header)
}

func (f formatter) text(b []byte) string {
	if b == nil {
		return f.null
	}
	return string(b)
}

func formatterNames(*Env) []string {
	var names []string
	for _, n := range []string{"DefaultMessageFormatter", "GroupMetadataMessageFormatter", "NoOpMessageFormatter", "OffsetsMessageFormatter", "TransactionLogMessageFormatter"} {
		names = append(names, "org.apache.kafka.tools.consumer."+n)
	}
	return names
}
