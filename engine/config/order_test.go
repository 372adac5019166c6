package config

import "testing"

func TestTopicOrder(t *testing.T) {
	if TopicOrder("segment.bytes") != 0 || TopicOrder("retention.ms") <= TopicOrder("segment.ms") || TopicOrder("nosuch") != -1 {
		t.Error("not Kafka's order")
	}
}
