package plog

import (
	"logarium/engine/checkpoint"
	"logarium/engine/config"
	"logarium/engine/event"
	"logarium/engine/producer"
)

// Options say how a log is opened.
type Options struct {
	Partition event.Partition // topic, number, log directory, and the name of the partition's directory if it is special
	Config    *config.Log     // never changed in place
	Owner     string          // of the tasks that the log schedules; "" is the partition's name

	RecoveryPoint  int64 // from the checkpoint, 0 if it has no entry
	LogStartOffset int64 // from the checkpoint, 0 if it has no entry
	CleanShutdown  bool  // the last stop was clean: files are believed as they are
	TopicID        checkpoint.UUID

	// Producers are the broker's settings; zero times stand for Kafka's defaults.
	Producers                 producer.Config
	ProducerExpirationCheckMs int64
}

func (o *Options) defaults() {
	if o.Owner == "" {
		o.Owner = o.Partition.Name()
	}
	if o.Producers.ExpirationMs == 0 {
		o.Producers.ExpirationMs = defaultExpirationMs
	}
	if o.Producers.MaxTxnTimeoutMs == 0 {
		o.Producers.MaxTxnTimeoutMs = defaultMaxTxnTimeoutMs
	}
	if o.ProducerExpirationCheckMs == 0 {
		o.ProducerExpirationCheckMs = defaultExpirationCheckMs
	}
}

// UpdateConfig takes over changed topic settings. What a segment object keeps (index sizes and interval, jitter)
// changes with the next segment only.
func (l *Log) UpdateConfig(c *config.Log) { l.config = c }
