package lab

import (
	"fmt"
	"strings"

	"logarium/engine/config"
)

// ParseSettings reads settings as people have them at hand: lines name=value of a server.properties, of kafka-configs --describe,
// or typed. A topic's setting counts for all topics, for that of the heading of kafka-configs above it, or for the one in front of
// it: "orders:retention.ms=1000". The rest of a line of kafka-configs, comments and empty lines are left out.
//
// Error: a line that is no setting, by its number; values are checked when they are used.
func ParseSettings(text string) (topics map[string]config.Properties, broker config.Properties, err error) {
	topics = map[string]config.Properties{}
	topic, n := "", 0
	for line := range strings.SplitSeq(text, "\n") {
		n++
		line = strings.TrimSpace(line)
		if heading, ok := headingTopic(line); ok {
			topic = heading
			continue
		}
		if line == "" || line[0] == '#' {
			continue
		}
		name, value, ok := strings.Cut(line, "=")
		value, _, _ = strings.Cut(value, " sensitive=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		to := topic
		if before, after, there := strings.Cut(name, ":"); there {
			to, name = before, after
		}
		_, ofTopic := config.Topic(name)
		_, ofBroker := config.Brokers(name)
		switch {
		case !ok || name == "":
			return nil, nil, fmt.Errorf("line %d: expected name=value", n)
		case ofTopic:
			topics[to] = topics[to].With(name, value)
		case foreign(name):
		case ofBroker:
			broker = broker.With(name, value)
		default:
			return nil, nil, fmt.Errorf("line %d: neither a topic nor a broker has a setting %s", n, name)
		}
	}
	return topics, broker, nil
}

// headingTopic reads the line above a list of kafka-configs --describe: "Dynamic configs for topic orders are:".
func headingTopic(line string) (topic string, ok bool) {
	_, rest, ok := strings.Cut(line, "onfigs for topic ")
	if !ok {
		return "", strings.Contains(line, "onfigs for broker ") || strings.HasPrefix(line, "Default configs for ")
	}
	topic, _, _ = strings.Cut(rest, " ")
	return topic, true
}

// foreign tells settings of the real broker's place, which must not move the machine's.
func foreign(name string) bool {
	switch name {
	case "log.dirs", "log.dir", "metadata.log.dir", "node.id", "broker.id", "process.roles", "listeners", "advertised.listeners":
		return true
	}
	return strings.HasPrefix(name, "controller.") || strings.Contains(name, "listener") || strings.HasPrefix(name, "ssl.") || strings.HasPrefix(name, "sasl.")
}
