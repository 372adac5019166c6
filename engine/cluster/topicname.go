package cluster

import (
	"strings"

	"logarium/engine/kerr"
)

// maxTopicName is the longest topic name; with "-", a partition number and a suffix it still fits into a file name.
const maxTopicName = 249

// checkTopicName applies Kafka's rules for names.
func checkTopicName(name string) error {
	switch {
	case name == "":
		return invalidName("the empty string is not allowed")
	case name == "." || name == "..":
		return invalidName("'" + name + "' is not allowed")
	case len(name) > maxTopicName:
		return invalidName("the length of '" + name + "' is longer than the max allowed length 249")
	case strings.IndexFunc(name, illegalInName) >= 0:
		return invalidName("'" + name + "' contains one or more characters other than ASCII alphanumerics, '.', '_' and '-'")
	}
	return nil
}

func invalidName(why string) error {
	return kerr.ErrInvalidTopic.With("Topic name is invalid: %s", why)
}

func illegalInName(r rune) bool {
	alphanumeric := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	return !alphanumeric && r != '.' && r != '_' && r != '-'
}

// metricName is a name as metrics spell it: two topics must not have the same one.
func metricName(topic string) string { return strings.ReplaceAll(topic, ".", "_") }

// internalTopic reports the topics that only the broker itself writes.
func internalTopic(name string) bool {
	return name == "__consumer_offsets" || name == "__transaction_state" || name == "__share_group_state"
}
