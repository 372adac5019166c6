package event

import "fmt"

// Loggers of replication.
const (
	LogStateChange     = "state.change.logger"
	LogPartition       = "kafka.cluster.Partition"
	LogFetcherManager  = "kafka.server.ReplicaFetcherManager"
	LogMoverManager    = "kafka.server.ReplicaAlterLogDirsManager"
	LogFetcherThread   = "kafka.server.ReplicaFetcherThread"
	LogFetchSession    = "org.apache.kafka.clients.FetchSessionHandler"
	LogAlterPartitions = "org.apache.kafka.server.partition.DefaultAlterPartitionManager"
)

// What a ReplicaNote tells.
const (
	BecameLeader       = "leader"         // a replica leads from an offset on, or goes on leading
	BecameFollower     = "follower"       // a replica follows, or goes on following
	ISRShrinking       = "isr-shrinking"  // the leader asks the controller to let replicas go
	ISRUpdated         = "isr"            // the controller has agreed to an ISR
	ISRRefused         = "isr-refused"    // or not
	ReplicaTruncating  = "replica-cut"    // a follower cuts its log to where it and its leader part
	FetchReset         = "fetch-reset"    // a follower begins at another offset
	FetchFailed        = "fetch-failed"   // an answer that is of no use, or none
	FetchersChanged    = "fetchers"       // partitions that are fetched, or not any more
	FetcherThread      = "fetcher-thread" // one begins or ends
	ReplicaInitialized = "replica"        // a log has its first high watermark
	ReplicasChanging   = "replicas"       // what the metadata has brought
)

// ReplicaNote is something that happens to a replica: What is one of the words above, Note the line.
type ReplicaNote struct {
	Partition
	What string
	Note Line
}

func (e ReplicaNote) Kind() string { return e.What }
func (e ReplicaNote) Line() Line   { return e.Note }

// ReplicasNote is the same for a broker's replicas as a whole.
type ReplicasNote struct {
	What string
	Note Line
}

func (e ReplicasNote) Kind() string { return e.What }
func (e ReplicasNote) Line() Line   { return e.Note }

// Said makes a line with an exception, if err is one.
func Said(level Level, logger string, err error, format string, args ...any) Line {
	l := Line{Level: level, Logger: logger, Text: fmt.Sprintf(format, args...)}
	if err != nil {
		l = l.with(err)
	}
	return l
}
