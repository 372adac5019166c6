package fake

import (
	"errors"
	"fmt"
	"strconv"

	"logarium/engine/message"
)

// toolView answers what the tool panels ask for.
func (l *Lab) toolView(name string, p params) (any, error) {
	switch name {
	case "lookup":
		return l.lookup(p), nil
	case "config":
		return config(p), nil
	case "metrics":
		return message.Metrics{Step: 1000, Metrics: []message.Metric{{Name: "kafka.log:type=Log,name=Size,topic=orders,partition=0", Attribute: "Value", Value: 9, Unit: "B", Points: [][2]int64{{0, 3}, {1000, 9}}}}}, nil
	case "cleaning":
		return message.Cleaning{Outcome: "cleanable", Sentence: "Could be cleaned."}, nil
	case "consumers":
		return message.Consumers{Groups: []message.Group{{ID: "readers", State: "Empty", Coordinator: 1, Partition: "__consumer_offsets-1", Lag: 5,
			Offsets: []message.GroupOffset{{Partition: "orders-0", Offset: 2000, Lag: 5, End: 2005, Where: "within", Expires: -1}}}}}, nil
	}
	return nil, errors.New("no such view: " + name)
}

func config(p params) message.Config {
	if p.Type == "broker" {
		return message.Config{Settings: []message.Setting{{Name: "log.dirs", Value: "/tmp/kafka-logs", Source: "STATIC_BROKER_CONFIG", Type: "LIST", Doc: "Where the logs lie."}}}
	}
	return message.Config{Settings: []message.Setting{
		{Name: "cleanup.policy", Value: "delete", Default: "delete", Source: "DEFAULT_CONFIG", Type: "LIST", Dynamic: true, Doc: "What happens to old segments."},
		{Name: "retention.ms", Value: "60000", Default: "604800000", Source: "DYNAMIC_TOPIC_CONFIG", Type: "LONG", Unit: "ms", Dynamic: true, Doc: "How long a log is kept.",
			Synonyms: []message.Layer{{Source: "DYNAMIC_TOPIC_CONFIG", Name: "retention.ms", Value: "60000"}, {Source: "DEFAULT_CONFIG", Name: "log.retention.hours", Value: "168"}}},
		{Name: "segment.bytes", Value: "16384", Default: "1073741824", Source: "DYNAMIC_TOPIC_CONFIG", Type: "INT", Unit: "bytes", Dynamic: true, Doc: "The size of a segment."},
	}}
}

// lookup goes to the batch of an offset without an index.
func (l *Lab) lookup(p params) message.Lookup {
	v := message.Lookup{Partition: "orders-0", Target: p.Offset, Found: true, Offset: p.Offset}
	for _, s := range l.segments {
		if p.Offset < s.base || p.Offset >= s.next {
			continue
		}
		path := fmt.Sprintf("%s/orders-0/%020d.log", dir, s.base)
		v.Steps = append(v.Steps, message.Step{Kind: "segment", Text: fmt.Sprintf("segment %d", s.base), Path: path, Hit: true})
		for _, b := range s.batches {
			step := message.Step{Kind: "scan", Text: fmt.Sprintf("batch %d–%d at %d", b.BaseOffset, b.LastOffset, b.Position), Path: path, Offset: b.Position, Length: b.Size}
			if p.Offset <= b.LastOffset {
				step.Kind, step.Hit, v.Position = "batch", true, b.Position
			}
			if v.Steps = append(v.Steps, step); step.Hit {
				return v
			}
		}
	}
	return v
}

// count is the number of commands that undo or redo is about.
func count(words []string) int {
	if len(words) < 2 {
		return 1
	}
	n, err := strconv.Atoi(words[1])
	if err != nil {
		return 1
	}
	return n
}
