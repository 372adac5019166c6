package shell

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"logarium/engine/kerr"
)

// offsetFilter is what kafka-get-offsets lets through: any of its rules.
type offsetFilter []offsetRule

// offsetRule is topics by a pattern, and of these the partitions from one number to before another.
type offsetRule struct {
	topics   *regex
	from, to int64
}

// newOffsetFilter reads --topic-partitions, or --topic and --partitions. Error: IllegalArgumentException.
func newOffsetFilter(o *Options) (offsetFilter, error) {
	if o.Has("topic-partitions") {
		if o.Has("topic") || o.Has("partitions") {
			return nil, kerr.New("IllegalArgumentException", "--topic-partitions cannot be used with --topic or --partitions")
		}
		return rulesOf(o.Get("topic-partitions", ""))
	}
	topics, err := topicPattern(o.Get("topic", ".*"))
	if err != nil {
		return nil, err
	}
	if !o.Has("partitions") {
		return offsetFilter{{topics, 0, math.MaxInt32}}, nil
	}
	var rules offsetFilter
	for _, word := range strings.Split(o.Get("partitions", ""), ",") {
		n, err := strconv.ParseInt(word, 10, 32)
		if err != nil && word != "" {
			return nil, kerr.New("IllegalArgumentException", "--partitions expects a comma separated list of numeric partition ids, but received: %s", o.Get("partitions", ""))
		}
		rules = append(rules, offsetRule{topics, n, n + 1})
	}
	return rules, nil
}

// rulesOf reads TOPIC:PARTITION,TOPIC:FROM-TO,..., each part of which may be missing.
func rulesOf(list string) (rules offsetFilter, err error) {
	for _, word := range strings.Split(list, ",") {
		name, numbers, _ := strings.Cut(word, ":")
		if name == "" {
			name = ".*"
		}
		r := offsetRule{}
		if r.topics, err = topicPattern(name); err != nil {
			return nil, err
		}
		if r.from, r.to, err = partitionRange(numbers); err != nil {
			return nil, kerr.New("IllegalArgumentException", "Invalid rule specification: %s", word)
		}
		rules = append(rules, r)
	}
	return rules, nil
}

// partitionRange reads N, FROM-TO (TO excluded), FROM-, -TO or nothing.
func partitionRange(s string) (from, to int64, err error) {
	low, high, isRange := strings.Cut(s, "-")
	to = math.MaxInt32
	if low != "" {
		if from, err = strconv.ParseInt(low, 10, 32); err != nil {
			return 0, 0, err
		}
		if !isRange {
			to = from + 1
		}
	}
	if high != "" {
		to, err = strconv.ParseInt(high, 10, 32)
	}
	return from, to, err
}

func (f offsetFilter) has(topic string, partition int32) bool {
	return slices.ContainsFunc(f, func(r offsetRule) bool {
		return int64(partition) >= r.from && int64(partition) < r.to && r.topics.whole(topic)
	})
}
