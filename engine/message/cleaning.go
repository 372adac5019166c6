package message

// Cleaning is the view "cleaning" {partition, broker, offset}: whether the cleaner would take a log at this moment, and why;
// with an offset, what a pass would do with the record there.
type Cleaning struct {
	Outcome    string  `json:"outcome"` // not compacted | paused | uncleanable | busy | empty | not dirty enough | cleanable | chosen
	Sentence   string  `json:"sentence"`
	FirstDirty int64   `json:"firstDirty"`
	Upper      int64   `json:"upper"` // where a pass would end
	Limit      string  `json:"limit"` // what keeps it from going further
	CleanBytes int64   `json:"cleanBytes"`
	DirtyBytes int64   `json:"dirtyBytes"`
	Ratio      float64 `json:"ratio"`
	MinRatio   float64 `json:"minRatio"`
	Record     string  `json:"record"` // what becomes of the record, "" if none was asked for
}
