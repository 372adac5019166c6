package cluster

import (
	"cmp"
	"strconv"

	"logarium/engine/config"
)

// Property is one name=value of a configuration.
type Property = config.Property

// TopicPartition names a partition.
type TopicPartition struct {
	Topic     string
	Partition int32
}

// compare orders by topic, then by number.
func (tp TopicPartition) compare(other TopicPartition) int {
	return cmp.Or(cmp.Compare(tp.Topic, other.Topic), cmp.Compare(tp.Partition, other.Partition))
}

func (tp TopicPartition) String() string { return tp.Topic + "-" + strconv.Itoa(int(tp.Partition)) }

// NewTopic asks for a topic.
type NewTopic struct {
	Name              string
	Partitions        int32 // -1: num.partitions
	ReplicationFactor int16 // -1: default.replication.factor
	Configs           []Property
	Assignments       [][]int32 // replicas of each partition, the preferred leader first; instead of the two numbers
}

// Topic is a topic as the controller knows it.
type Topic struct {
	Name       string
	ID         string // 22 characters of URL-safe base64
	Internal   bool
	Configs    config.Properties // overrides, by name
	Partitions []PartitionInfo
}

// PartitionInfo is one partition of a topic as the controller knows it.
type PartitionInfo struct {
	Number         int32
	Leader         int32 // -1: none
	LeaderEpoch    int32
	PartitionEpoch int32
	Replicas       []int32
	ISR            []int32

	// Of several brokers, as the controller has them.
	ELR, LastKnownELR []int32 // eligible leader replicas (KIP-966), and the last leader of a partition that has lost all
	Adding, Removing  []int32 // of a reassignment that is under way
	Recovering        bool    // the leader was elected although it may lack committed records
}

// ResourceType says what a configuration belongs to.
type ResourceType string

// The resources with a configuration here.
const (
	TopicResource  ResourceType = "topics"
	BrokerResource ResourceType = "brokers"
	LoggerResource ResourceType = "broker-loggers" // of one broker, until its process ends
)

// Resource is a topic, a broker ("1"), or all brokers ("").
type Resource struct {
	Type ResourceType
	Name string
}

// ConfigEntry is one setting of a resource, as DescribeConfigs answers.
type ConfigEntry struct {
	Name     string
	Value    string
	Null     bool   // no value at all: Kafka prints null
	Source   string // DYNAMIC_TOPIC_CONFIG, STATIC_BROKER_CONFIG, DEFAULT_CONFIG, ...
	Synonyms []ConfigSynonym
}

// ConfigSynonym is one place that gives the setting a value, strongest first.
type ConfigSynonym struct{ Source, Name, Value string }

// Header is a header of a record.
type Header struct {
	Key   string
	Value []byte // nil: null
}

// Record is a record on its way into or out of a log.
type Record struct {
	Offset    int64  // of a fetched record
	Timestamp int64  // ms; produced with NoTimestamp: the producer's clock
	Key       []byte // nil: null
	Value     []byte // nil: null, a tombstone
	Headers   []Header
}

// NoTimestamp lets the producer stamp the record.
const NoTimestamp = -1

// ProduceOptions says how records are sent.
type ProduceOptions struct {
	Producer    string // name of the producer, "p1" if empty; made at its first use
	Transaction string // transactional id of a producer with an open transaction, which sends instead
	Plain       bool   // without idempotence: no producer id, no sequence
	Acks        int    // -1 all (also for 0: use Fire), 1 leader only
	Fire        bool   // acks=0
	Timeout     int64  // request.timeout.ms, 0: 30 s
	NoWait      bool   // of several brokers with acks=all: the answer is not waited for
	Compression string // "", none, gzip, snappy, lz4, zstd
	Partition   int32  // AnyPartition: by key, or sticky
}

// AnyPartition leaves the choice to the default partitioner.
const AnyPartition = -1

// Produced is what became of one batch.
type Produced struct {
	Partition  TopicPartition
	BaseOffset int64 // -1 if it failed
	Count      int
	Bytes      int   // of the batch, header included
	Rolled     bool  // the append began a segment
	Indices    []int // which of the records handed in, in batch order
	Err        error // nil, or a *kerr.Error
	Request    int64 // of several brokers with acks=all: the request that waits, or has waited, for replicas; 0: none
	Waited     int64 // ms until it was answered
	Bumped     bool  // the batch was refused, and its idempotent producer goes on in a new epoch
}

// FetchRequest asks for records of one partition.
type FetchRequest struct {
	TopicPartition
	Offset    int64
	MaxBytes  int  // 0: 1 MiB
	MinOne    bool // the first batch comes whole, however large
	Committed bool // isolation level read_committed
	TLS       bool // the connection is encrypted
}

// Fetched is the answer to a fetch.
type Fetched struct {
	HighWatermark    int64
	LastStableOffset int64
	LogStartOffset   int64
	Bytes            []byte   // whole batches as they lie in the log
	Records          []Record // data records at or after the offset asked for; control records are left out
	Next             int64    // offset to ask for next
	LeaderEpoch      int32    // of the last batch, -1 without one
}

// OffsetSpec is what ListOffsets looks for: a timestamp in ms, or one of the constants.
type OffsetSpec int64

// Special timestamps of the ListOffsets request.
const (
	LatestOffset        OffsetSpec = -1
	EarliestOffset      OffsetSpec = -2
	MaxTimestamp        OffsetSpec = -3
	EarliestLocalOffset OffsetSpec = -4
	LatestTieredOffset  OffsetSpec = -5
	EarliestPending     OffsetSpec = -6
)

// Listed is an answer of ListOffsets; Offset is -1 if there is none.
type Listed struct {
	Offset      int64
	Timestamp   int64
	LeaderEpoch int32
}

// ReplicaInfo is one replica in a log directory.
type ReplicaInfo struct {
	TopicPartition
	Size      int64 // all .log files
	OffsetLag int64
	Future    bool
}

// LogDirInfo is one log directory of a broker.
type LogDirInfo struct {
	Broker   int32
	Path     string
	Error    string // class name of the exception, "" if it works
	Replicas []ReplicaInfo
}

// Rate is so many records in so many milliseconds, exactly.
type Rate struct{ Records, Millis int64 }

// At is the time, in ms after the start, at which the record of that number (from 0) is due.
func (r Rate) At(n int64) int64 { return n * r.Millis / r.Records }

// Workload writes records into a topic while time passes.
type Workload struct {
	Name    string
	Topic   string
	Rate    Rate
	Size    int    // bytes of a value; 0: as the kind likes
	Batch   int    // records of a batch, 1 if 0
	Kind    string // "orders": small JSON documents keyed by customer; "random": letters without a key
	Started int64
	Sent    int64 // records
	Failed  int64
}
