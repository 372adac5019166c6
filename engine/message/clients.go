package message

// Consumers is the view "consumers" {name}: groups with what they have committed, by name; with a name that one only. And the
// transactional ids.
type Consumers struct {
	Groups       []Group       `json:"groups"`
	Transactions []Transaction `json:"transactions"`
	Readers      []Reader      `json:"readers"` // consumers behind a slow line
}

// Reader is a consumer that gets the answer to its fetch, a slice of a segment, as fast as its line takes it.
type Reader struct {
	Name      string `json:"name"`
	Partition string `json:"partition"`
	Base      int64  `json:"base"`  // of the segment
	From      int64  `json:"from"`  // position of the slice in the .log
	Size      int64  `json:"size"`  // of the slice
	Sent      int64  `json:"sent"`  // bytes of it
	Rate      int64  `json:"rate"`  // bytes a second
	State     string `json:"state"` // sending | done | broken off
	Fd        int64  `json:"fd"`    // the handle by which it is sent, which is the segment's; 0: that is closed
	Path      string `json:"path"`  // of the file now, "" when its handle is closed
	Ends      int64  `json:"ends"`  // when it is sent, or was broken off, ms
	Gone      int64  `json:"gone"`  // when the file is removed, -1 unknown
	Why       string `json:"why"`   // of a broken one: the exception
	Next      string `json:"next"`  // and what its next fetch gets
}

// Group is a consumer group.
type Group struct {
	ID          string        `json:"id"`
	State       string        `json:"state"`       // Empty | Stable
	Coordinator int32         `json:"coordinator"` // broker, 0: nobody answers for the group
	Partition   string        `json:"partition"`   // where its records are: __consumer_offsets-1
	Generation  int32         `json:"generation"`  // 0: it never had a member
	Lag         int64         `json:"lag"`         // of all partitions whose lag is known
	Offsets     []GroupOffset `json:"offsets"`
}

// GroupOffset is what a group has committed in a partition.
type GroupOffset struct {
	Partition string `json:"partition"`
	Offset    int64  `json:"offset"`
	Lag       int64  `json:"lag"`       // to the high watermark, -1 unknown
	Start     int64  `json:"start"`     // log start offset, -1 unknown
	End       int64  `json:"end"`       // high watermark, -1 unknown
	Where     string `json:"where"`     // within | below | above: out of range where it is not within
	Epoch     int32  `json:"epoch"`     // leader epoch of the last record read, -1 unknown
	Committed int64  `json:"committed"` // when, ms
	Expires   int64  `json:"expires"`   // when it will be forgotten at the earliest, -1: not while the group has members
}

// Transaction is what the coordinator knows of a transactional id.
type Transaction struct {
	ID          string   `json:"id"`
	Coordinator int32    `json:"coordinator"`
	ProducerID  int64    `json:"producerId"`
	Epoch       int16    `json:"epoch"`
	State       string   `json:"state"`      // Empty, Ongoing, PrepareCommit, ... as Kafka names them
	Partitions  []string `json:"partitions"` // of the open transaction
	Started     int64    `json:"started"`    // ms, -1: no transaction yet
	Aborts      int64    `json:"aborts"`     // when the coordinator may abort it, -1 if it is not open
}
