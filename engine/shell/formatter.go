package shell

import (
	"fmt"
	"strings"

	"logarium/engine/cluster"
)

// formatter prints records as the console consumer's default formatter does.
type formatter struct {
	timestamp, partition, offset, delivery, epoch, headers, key, value bool
	separator, end, header, null                                       string
}

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
