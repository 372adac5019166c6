package cleaner

// Reason says why a pass keeps a record or drops it.
type Reason uint8

// The reasons, in the order in which they are asked.
const (
	DropAborted     Reason = iota // its transaction was aborted
	DropMarker                    // a marker that nothing needs, past its delete horizon
	KeepMarker                    // a marker
	KeepBeyond                    // the offset map does not reach that far
	DropNoKey                     // without a key it can never be superseded, so it has no place here
	DropSuperseded                // a newer record has the key
	KeepLatest                    // the newest record of its key
	KeepTombstone                 // a tombstone, and its delete horizon is not set or still ahead
	DropTombstone                 // a tombstone past its delete horizon
	numberOfReasons = iota
)

// Kept tells whether the record stays.
func (r Reason) Kept() bool {
	return r == KeepMarker || r == KeepBeyond || r == KeepLatest || r == KeepTombstone
}

func (r Reason) String() string {
	return [numberOfReasons]string{
		"transaction aborted", "marker past its delete horizon", "marker", "beyond the offset map", "no key", "superseded",
		"newest of its key", "tombstone before its delete horizon", "tombstone past its delete horizon",
	}[r]
}

// Fate is what becomes of a batch.
type Fate uint8

// The fates.
const (
	Copied    Fate = iota // byte for byte
	Rewritten             // with fewer records, a delete horizon, or in the present format
	Emptied               // no record is left, but the header says something that must survive
	Removed
)

func (f Fate) String() string { return [...]string{"copied", "rewritten", "emptied", "removed"}[f] }

// Holder says why a batch must survive without records.
type Holder uint8

// The holders.
const (
	Nobody          Holder = iota
	ByProducer             // the sequence number of an active producer's last data, or its last marker
	ByHighWatermark        // the batch ends at the high watermark
)

func (h Holder) String() string {
	return [...]string{"nobody", "active producer", "high watermark"}[h]
}

// Trace records the decisions of a pass. A nil Trace records nothing and costs nothing.
type Trace struct {
	Batches []BatchVerdict
}

// BatchVerdict is what a pass does with one batch.
type BatchVerdict struct {
	Segment    int64 // base offset of the segment that it was read from
	Base, Last int64 // offsets of the batch
	Size       int   // bytes before
	NewSize    int   // bytes after, 0 if removed
	Fate       Fate
	Held       Holder // asked in any case; it counts if no record is left
	Control    bool
	Aborted    bool  // data of an aborted transaction, or a marker that nothing needs
	Horizon    int64 // ms, -1 none; as it is in the log afterwards
	HorizonSet bool  // by this pass
	Records    []RecordVerdict
}

// RecordVerdict is what a pass does with one record.
type RecordVerdict struct {
	Offset int64
	Why    Reason
	Newer  int64 // with DropSuperseded, where the newest record of the key is
}
