package message

// Partition is the view "partition" {partition, broker}: the marks of one log and what limits it.
type Partition struct {
	Name             string `json:"name"`
	TopicID          string `json:"topicId"`
	Dir              string `json:"dir"`
	LogStartOffset   int64  `json:"logStartOffset"`
	LastStableOffset int64  `json:"lastStableOffset"`
	HighWatermark    int64  `json:"highWatermark"`
	LogEndOffset     int64  `json:"logEndOffset"`
	RecoveryPoint    int64  `json:"recoveryPoint"`
	LeaderEpoch      int32  `json:"leaderEpoch"`
	Segments         int    `json:"segments"`
	Size             int64  `json:"size"` // all .log files together
	Policy           string `json:"policy"`
	RetentionMs      int64  `json:"retentionMs"`
	RetentionBytes   int64  `json:"retentionBytes"`
	SegmentBytes     int64  `json:"segmentBytes"`
	SegmentMs        int64  `json:"segmentMs"`
	IndexInterval    int64  `json:"indexInterval"`
	DeleteDelayMs    int64  `json:"deleteDelayMs"`
	NextCheck        int64  `json:"nextCheck"`  // due time of kafka-log-retention, -1 if none
	SinceIndex       int64  `json:"sinceIndex"` // bytes since the last index entry of the active segment
}

// Segments is the view "segments" {partition, broker, from, limit}, oldest first, renamed ones included.
// A negative from in the request counts from the end; offset instead of from asks for the window around what holds it.
type Segments struct {
	Total    int       `json:"total"`
	From     int       `json:"from"`
	Segments []Segment `json:"segments"`
}

// Segment is one segment: of the log, or already renamed and waiting for removal.
type Segment struct {
	Base         int64   `json:"base"`
	Next         int64   `json:"next"` // offset after its last record
	Size         int64   `json:"size"`
	Batches      int     `json:"batches"` // -1: not counted
	FirstTs      int64   `json:"firstTs"` // -1: none
	LargestTs    int64   `json:"largestTs"`
	LargestFrom  string  `json:"largestFrom"` // record | mtime
	IndexEntries int     `json:"indexEntries"`
	TimeEntries  int     `json:"timeEntries"`
	Created      int64   `json:"created"`
	State        string  `json:"state"` // active | kept | due | blocked | renamed
	Word         string  `json:"word"`  // for the strip: "kept, 21.6 s left"
	Short        string  `json:"short"`
	Expires      int64   `json:"expires"`   // when retention.ms is passed, -1 if never
	Gone         int64   `json:"gone"`      // renamed: when the files will be removed, -1
	FlushedTo    int64   `json:"flushedTo"` // bytes of .log from the start that are on the disk
	IndexBytes   int64   `json:"indexBytes"`
	IndexPos     []int64 `json:"indexPositions"` // positions of the offset index entries, at most 256
}

// Batches is the view "batches" {partition, broker, base, from, limit}: by number within the segment. With at (a position) or
// offset in place of from, the window that begins with the batch there.
type Batches struct {
	Base    int64   `json:"base"`
	Total   int     `json:"total"`
	From    int     `json:"from"`
	Batches []Batch `json:"batches"`
}

// Headers is the view "headers" {partition, broker, bases, last, limit}: the batches, of each segment the first ones, of the segments with these
// bases and of the last segments of the log. Those that are gone are missing.
type Headers struct {
	Segments []Batches `json:"segments"`
}

// Batch is a batch header, as the strip and the steppers need it.
type Batch struct {
	N          int    `json:"n"`
	Position   int64  `json:"position"`
	Size       int64  `json:"size"`
	BaseOffset int64  `json:"baseOffset"`
	LastOffset int64  `json:"lastOffset"`
	Count      int    `json:"count"`
	MaxTs      int64  `json:"maxTs"`
	Codec      string `json:"codec"`
	Txn        bool   `json:"txn"`
	Control    bool   `json:"control"`
	Valid      bool   `json:"valid"`   // CRC
	Indexed    int    `json:"indexed"` // number of the offset index entry that points here, -1 if none
}

// Verdicts is the view "verdicts" {partition, broker, summary}: what each retention rule says of each segment at this moment.
type Verdicts struct {
	Now       int64     `json:"now"`
	NextCheck int64     `json:"nextCheck"`
	Period    int64     `json:"period"`
	Rulebook  string    `json:"rulebook"`
	Verdicts  []Verdict `json:"verdicts"`
	Summary   *Summary  `json:"summary,omitempty"` // if it was asked for
}

// Verdict is the answer to "why is this segment still here?", or why it goes.
type Verdict struct {
	Base     int64  `json:"base"`
	Goes     bool   `json:"goes"`
	Decisive string `json:"decisive"` // rule that decides: time | size | start | watermark | order | active | policy
	Sentence string `json:"sentence"`
	Expires  int64  `json:"expires"` // -1 if never
	Renamed  int64  `json:"renamed"` // at which check, -1 if unknown
	Removed  int64  `json:"removed"`
	Rules    []Rule `json:"rules"`
}

// Rule is one test with the numbers of this moment.
type Rule struct {
	Name    string `json:"name"`    // time | size | start | limit | order
	Test    string `json:"test"`    // now − largestTimestamp > retention.ms
	Numbers string `json:"numbers"` // 38.356 s ≤ 60 s: always true, whatever the test says
	Pass    bool   `json:"pass"`
	Active  bool   `json:"active"`  // false: switched off by configuration
	Decides bool   `json:"decides"` // the verdict is by this one
}

// Setting is a row of the view "config" {type, name}.
type Setting struct {
	Name     string  `json:"name"`
	Value    string  `json:"value"`
	Source   string  `json:"source"` // DEFAULT_CONFIG, STATIC_BROKER_CONFIG, ...
	Default  string  `json:"default"`
	Type     string  `json:"type"`
	Unit     string  `json:"unit"`
	Doc      string  `json:"doc"`
	Dynamic  bool    `json:"dynamic"`
	Effect   string  `json:"effect"`  // "" or why it has none here
	Warning  string  `json:"warning"` // "" or what this value puts at risk
	Synonyms []Layer `json:"synonyms"`
}

// Layer is one place that sets a value, strongest first.
type Layer struct {
	Source string `json:"source"`
	Name   string `json:"name"`
	Value  string `json:"value"`
}

// Config is the view "config".
type Config struct {
	Entity   string    `json:"entity"`
	Settings []Setting `json:"settings"`
}
