package message

// Fleet is what the view "cluster" has of several brokers.
type Fleet struct {
	Members    []Member    `json:"members"`
	Partitions []Placement `json:"partitions"` // at most 1,000, by name
	Links      []Wire      `json:"links"`      // connections that are slow or cut
	Waiting    []Waiting   `json:"waiting"`    // requests that wait for replicas
}

// Member is a broker as the controller sees it.
type Member struct {
	Broker       int32 `json:"broker"`
	Epoch        int64 `json:"epoch"` // broker epoch, -1 before its first registration
	Registered   bool  `json:"registered"`
	Fenced       bool  `json:"fenced"`
	ShuttingDown bool  `json:"shuttingDown"`
	Paused       bool  `json:"paused"`      // its fetchers stand still
	SessionEnds  int64 `json:"sessionEnds"` // of a broker that is gone and not fenced yet: ms, otherwise -1
}

// Placement is a partition as the controller has it, with what each replica has.
type Placement struct {
	Name           string   `json:"name"`
	Leader         int32    `json:"leader"` // -1: none
	LeaderEpoch    int32    `json:"leaderEpoch"`
	PartitionEpoch int32    `json:"partitionEpoch"`
	Replicas       []int32  `json:"replicas"`
	ISR            []int32  `json:"isr"`
	ELR            []int32  `json:"elr"`
	LastKnownELR   []int32  `json:"lastKnownElr"`
	Adding         []int32  `json:"adding,omitempty"`
	Removing       []int32  `json:"removing,omitempty"`
	Recovering     bool     `json:"recovering"`
	MinISR         int      `json:"minIsr"`
	Has            []Holder `json:"has"`
}

// Holder is one replica.
type Holder struct {
	Broker        int32 `json:"broker"`
	LogEndOffset  int64 `json:"logEndOffset"` // -1: no log is loaded
	HighWatermark int64 `json:"highWatermark"`
	LogStart      int64 `json:"logStartOffset"`
	LeaderEpoch   int32 `json:"leaderEpoch"`  // that it knows, -1: none
	Known         int64 `json:"known"`        // log end offset as the leader knows it, -1: not known
	LastCaughtUp  int64 `json:"lastCaughtUp"` // ms, as the leader knows it, -1: not known
}

// Wire is the network between two nodes; 100 is the controller.
type Wire struct {
	A     int32 `json:"a"`
	B     int32 `json:"b"`
	Delay int64 `json:"delay"` // ms one way
	Cut   bool  `json:"cut"`
}

// Waiting is a request that a leader has not answered yet.
type Waiting struct {
	Request   int64  `json:"request"`
	Broker    int32  `json:"broker"`
	Partition string `json:"partition"`
	Delete    bool   `json:"delete"`
	Required  int64  `json:"required"` // offset that the high watermark (of a deletion: the low watermark) has to reach
}

// Replicas is the view "replicas" {partition, broker, other}: two replicas of a partition compared, file by file and byte by byte. Without
// broker the leader, without other the first other replica.
type Replicas struct {
	Partition string     `json:"partition"`
	A         Side       `json:"a"`
	B         Side       `json:"b"`
	Files     []FilePair `json:"files"`
	Cuts      []CutOff   `json:"cuts"` // what followers have cut off, the latest last
}

// Side is one of two replicas.
type Side struct {
	Broker        int32   `json:"broker"`
	Running       bool    `json:"running"`
	Leader        bool    `json:"leader"`
	InSync        bool    `json:"inSync"`
	Dir           string  `json:"dir"` // "" if there is none
	LogEndOffset  int64   `json:"logEndOffset"`
	HighWatermark int64   `json:"highWatermark"`
	Epochs        []Epoch `json:"epochs"` // leader-epoch-checkpoint
}

// Epoch is an entry of leader-epoch-checkpoint.
type Epoch struct {
	Epoch int32 `json:"epoch"`
	Start int64 `json:"start"`
}

// FilePair is a file by its name in both directories.
type FilePair struct {
	Name  string `json:"name"`
	SizeA int64  `json:"sizeA"` // -1: not there
	SizeB int64  `json:"sizeB"`
	Same  bool   `json:"same"`
	Diffs []Span `json:"diffs"` // where the bytes differ, at most 200; what only the longer one has is a difference
}

// Span is a range of bytes.
type Span struct {
	Start int64 `json:"start"`
	End   int64 `json:"end"` // byte after the last
}

// CutOff is what a follower has cut off.
type CutOff struct {
	Time          int64      `json:"time"`
	Broker        int32      `json:"broker"`
	Leader        int32      `json:"leader"`
	From          int64      `json:"from"`          // its log ends here now
	To            int64      `json:"to"`            // and ended here before
	HighWatermark int64      `json:"highWatermark"` // its own before
	Batches       []CutBatch `json:"batches"`
}

// CutBatch is a batch that is gone.
type CutBatch struct {
	Base  int64  `json:"base"`
	Last  int64  `json:"last"`
	Epoch int32  `json:"epoch"`
	Bytes []byte `json:"bytes"` // base64; at most 4,096
}
