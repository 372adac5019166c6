package event

import "fmt"

// SnapshotWritten: the state of all producers is in a file.
type SnapshotWritten struct {
	Partition
	Offset    int64
	Producers int
	TookMs    int64
	Path      string // not printed
}

func (SnapshotWritten) Kind() string { return "snapshot" }
func (e SnapshotWritten) Line() Line {
	return e.producers(INFO, "Wrote producer snapshot at offset %d with %d producer ids in %d ms.", e.Offset, e.Producers, e.TookMs)
}

// SnapshotLoading: producer state comes from a file.
type SnapshotLoading struct {
	Partition
	Offset int64
	Path   string
}

func (SnapshotLoading) Kind() string { return "snapshot-loading" }
func (e SnapshotLoading) Line() Line {
	return e.producers(INFO, "Loading producer state from snapshot file 'SnapshotFile(offset=%d, file=%s)'", e.Offset, e.Path)
}

// SnapshotUnreadable: a snapshot is damaged; it is removed and the one before it is tried.
type SnapshotUnreadable struct {
	Partition
	Path    string
	Message string
}

func (SnapshotUnreadable) Kind() string { return "snapshot-unreadable" }
func (e SnapshotUnreadable) Line() Line {
	return e.producers(WARN, "Failed to load producer snapshot from '%s': %s", e.Path, e.Message)
}

// SnapshotsReloading: a tiered log fetched its snapshots.
type SnapshotsReloading struct{ Partition }

func (SnapshotsReloading) Kind() string { return "snapshots-reloading" }
func (e SnapshotsReloading) Line() Line {
	return e.producers(INFO, "Reloading the producer state snapshots")
}

// ProducerExpired: a producer id was idle for too long and is forgotten. Kafka writes no line.
type ProducerExpired struct {
	Partition
	ProducerID    int64
	LastTimestamp int64
}

func (ProducerExpired) Kind() string { return "producer-expired" }

// TransactionStarted: a producer's first record of a transaction is in the log. Kafka writes no line.
type TransactionStarted struct {
	Partition
	ProducerID  int64
	FirstOffset int64
}

func (TransactionStarted) Kind() string { return "txn-start" }

// TransactionEnded: a marker closed a transaction. Kafka writes no line.
type TransactionEnded struct {
	Partition
	ProducerID              int64
	FirstOffset, LastOffset int64
	Aborted                 bool
}

func (TransactionEnded) Kind() string { return "txn-end" }

// MarkerRetried: a transaction-v2 marker came twice.
type MarkerRetried struct {
	Partition
	ProducerID int64
	Epoch      int16
}

func (MarkerRetried) Kind() string { return "marker-retried" }
func (e MarkerRetried) Line() Line {
	return line(INFO, LogProducerAppendInfo, "Idempotent transaction marker retry detected for producer %d epoch %d. Transaction already completed, allowing duplicate marker write.",
		e.ProducerID, e.Epoch)
}

// CoordinatorEpochStale: a follower took a marker from an old coordinator, as its leader did.
type CoordinatorEpochStale struct {
	Partition
	ProducerID   int64
	Offset       int64
	Epoch, Known int32
}

func (CoordinatorEpochStale) Kind() string { return "coordinator-epoch-stale" }
func (e CoordinatorEpochStale) Line() Line {
	return line(INFO, LogProducerAppendInfo, "Detected invalid coordinator epoch for producerId %d at offset %d in partition %s: %d is older than previously known coordinator epoch %d",
		e.ProducerID, e.Offset, e.Name(), e.Epoch, e.Known)
}

// ProducerEpochStale: a follower took a batch of an old producer epoch, as its leader did.
type ProducerEpochStale struct {
	Partition
	ProducerID   int64
	Offset       int64
	Epoch, Known int16
	OrEqual      bool // the rule for transaction v2 markers: also an equal epoch is too old
	TxnVersion   int  // -1 for data batches
}

func (ProducerEpochStale) Kind() string { return "producer-epoch-stale" }
func (e ProducerEpochStale) Line() Line {
	return line(WARN, LogProducerAppendInfo, "%s", ProducerEpochText(e.Partition, e.ProducerID, e.Offset, e.Epoch, e.Known, e.OrEqual, e.TxnVersion))
}

// ProducerEpochText is the message of InvalidProducerEpochException, which a follower logs instead of throwing it.
func ProducerEpochText(p Partition, producer, offset int64, epoch, known int16, orEqual bool, txnVersion int) string {
	compare := "<"
	if orEqual {
		compare = "<="
	}
	return fmt.Sprintf("Epoch of producer %d at offset %d in %s is %d, which is %s the last seen epoch %d (TV%d)",
		producer, offset, p.Name(), epoch, compare, known, txnVersion)
}
