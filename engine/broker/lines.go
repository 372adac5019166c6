package broker

import (
	"fmt"
	"strings"

	"logarium/engine/config"
	"logarium/engine/event"
	"logarium/engine/kerr"
)

// Loggers of the lines that are about the broker as a whole.
const (
	loggerServer     = "kafka.server.BrokerServer"
	loggerRaftServer = "kafka.server.KafkaRaftServer"
	loggerLifecycle  = "org.apache.kafka.server.BrokerLifecycleManager"
	loggerPartition  = "kafka.cluster.Partition"
	loggerFetchers   = "kafka.server.ReplicaFetcherManager"
	loggerMovers     = "kafka.server.ReplicaAlterLogDirsManager"
	loggerFault      = "org.apache.kafka.server.fault.ProcessTerminatingFaultHandler"
	loggerMover      = "kafka.server.ReplicaAlterLogDirsThread"
	loggerPublisher  = "kafka.server.metadata.DynamicConfigPublisher"
)

// server says something as BrokerServer.
func (b *Broker) server(h *Host, format string, args ...any) {
	b.say(h, "broker", event.INFO, loggerServer, fmt.Sprintf("[BrokerServer id=%d] ", b.id)+fmt.Sprintf(format, args...))
}

// lifecycle says something as BrokerLifecycleManager.
func (b *Broker) lifecycle(h *Host, format string, args ...any) {
	b.say(h, "lifecycle", event.INFO, loggerLifecycle, fmt.Sprintf("[BrokerLifecycleManager id=%d] ", b.id)+fmt.Sprintf(format, args...))
}

// replicas says something as ReplicaManager.
func (b *Broker) replicas(h *Host, text string) {
	b.say(h, "replicas", event.INFO, event.LogReplicaManager, fmt.Sprintf("[ReplicaManager broker=%d] %s", b.id, text))
}

// partition says something about a partition as kafka.cluster.Partition.
func (b *Broker) partition(h *Host, p event.Partition, format string, args ...any) {
	text := fmt.Sprintf("[Partition %s broker=%d] ", p.Name(), b.id) + fmt.Sprintf(format, args...)
	b.emit(h, ofPartition{said{"partition", event.Line{Level: event.INFO, Logger: loggerPartition, Text: text}}, p})
}

// ofPartition is a line that belongs to a partition.
type ofPartition struct {
	said
	part event.Partition
}

func (o ofPartition) Of() event.Partition { return o.part }

// fetchersRemoved is logged whenever the leader of partitions is this broker, or they go.
func (b *Broker) fetchersRemoved(h *Host, names []string, moversToo bool) {
	set := " on broker %d] Removed fetcher for partitions Set(" + strings.Join(names, ", ") + ")"
	b.say(h, "fetchers", event.INFO, loggerFetchers, fmt.Sprintf("[ReplicaFetcherManager"+set, b.id))
	if moversToo {
		b.say(h, "fetchers", event.INFO, loggerMovers, fmt.Sprintf("[ReplicaAlterLogDirsManager"+set, b.id))
	}
}

// TopicConfigured is logged when a topic's overrides are new to this broker.
func (b *Broker) TopicConfigured(h *Host, topic string, overrides config.Properties) {
	b.configured(h, "topic "+topic, overrides)
}

// configured prints the dynamic settings of something as the publisher of metadata does.
func (b *Broker) configured(h *Host, what string, settings config.Properties) {
	parts := make([]string, len(settings))
	for i, p := range settings {
		parts[i] = p.Name + " -> " + p.Value
	}
	text := fmt.Sprintf("[DynamicConfigPublisher broker id=%d] Updating %s with new configuration : %s", b.id, what, strings.Join(parts, ","))
	b.say(h, "config", event.INFO, loggerPublisher, text)
}

// quoted are overrides as LogManager prints them: texts stand in quotes.
func quoted(overrides config.Properties) []event.Property {
	list := make([]event.Property, len(overrides))
	for i, p := range overrides {
		list[i] = event.Property{Name: p.Name, Value: p.Value}
		if d, ok := config.Topic(p.Name); ok && d.Type == config.String {
			list[i].Value = `"` + p.Value + `"`
		}
	}
	return list
}

// AppendFailed is logged when a produce request is refused.
func (b *Broker) AppendFailed(h *Host, topicID, name string, err error) {
	text := fmt.Sprintf("[ReplicaManager broker=%d] Error processing append operation on partition %s:%s", b.id, topicID, name)
	b.emit(h, said{"append-failed", event.Line{Level: event.ERROR, Logger: event.LogReplicaManager, Text: text, Thrown: kerr.JavaText(err)}})
}
