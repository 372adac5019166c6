package message

// Follow is the view "follow" {partition, offset, broker}: the life of one record, from the producer to its deletion, in the order of its
// stations. Without broker it is the leader that is looked at.
type Follow struct {
	Partition string    `json:"partition"`
	Offset    int64     `json:"offset"`
	Found     bool      `json:"found"` // it can be read now
	Stations  []Station `json:"stations"`
}

// Station is something that has happened to a record, is so now, or will be.
type Station struct {
	Kind   string `json:"kind"`  // produce | append | index | flush | watermark | read | roll | verdict | start | compact | rename | delete | cause
	Layer  string `json:"layer"` // client | broker | log | file | disk
	When   string `json:"when"`  // past | now | ahead
	Time   int64  `json:"time"`  // ms; -1: not known
	Text   string `json:"text"`
	Path   string `json:"path"`   // bytes that it is about, "" if it is about none
	Offset int64  `json:"offset"` // of the bytes in the file
	Length int64  `json:"length"`
	Base   int64  `json:"base"` // of the segment, -1: none
	Pos    int    `json:"pos"`  // command of the journal, 0: none
}
