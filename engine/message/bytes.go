package message

// Hex is the view "hex" {path, broker, offset, length}: a window of a file's bytes, at most 64 KiB.
type Hex struct {
	Path   string `json:"path"`
	Size   int64  `json:"size"`
	Offset int64  `json:"offset"`
	Bytes  []byte `json:"bytes"` // base64 in JSON
	Used   int64  `json:"used"`  // where the valid entries of a preallocated index end; Size for other files
}

// Fields is the view "fields" {path, broker, offset, length, first, records}: the annotated items (batches, index entries,
// lines) that overlap the window, with every byte named. Of a batch's records those from number first are given, at most
// records of them (0: 20).
type Fields struct {
	Path  string  `json:"path"`
	Kind  string  `json:"kind"`
	Total int     `json:"total"` // items in the file, -1 if not counted
	Items []Field `json:"items"`
}

// Field names a range of bytes. Children lie inside it, in order, without overlap.
type Field struct {
	Name     string  `json:"name"`
	Start    int64   `json:"start"`          // first byte
	End      int64   `json:"end"`            // byte after the last
	Family   string  `json:"family"`         // o offset/position, n length/count, t timestamp, c crc/magic, p producer, f attributes/epoch, k key, v value, "" for a group
	Value    string  `json:"value"`          // ready to show
	Raw      string  `json:"raw,omitempty"`  // the number behind it: for a varint its bytes unfolded
	Note     string  `json:"note,omitempty"` // "2149 + 61 = offset 2210"
	Link     *Link   `json:"link,omitempty"`
	Number   int     `json:"number"`        // of the item in its file or of the record in its batch, -1 otherwise
	Bad      bool    `json:"bad,omitempty"` // does not verify
	Children []Field `json:"children,omitempty"`
	More     int     `json:"more,omitempty"` // records of a batch that follow the last of Children, left out because of the view's limit
}

// Link is where a field points: an index entry to its batch, a batch to its index entry.
type Link struct {
	Path   string `json:"path"`
	Offset int64  `json:"offset"`
	Length int64  `json:"length"`
	Text   string `json:"text"`
}

// Lookup is the view "lookup" {partition, offset | time}: how the log finds a record, step by step.
type Lookup struct {
	Partition string `json:"partition"`
	Target    int64  `json:"target"`
	ByTime    bool   `json:"byTime"`
	Found     bool   `json:"found"`
	Offset    int64  `json:"offset"`
	Position  int64  `json:"position"`
	Error     string `json:"error,omitempty"`
	Steps     []Step `json:"steps"`
	Probes    int    `json:"probes"`
	BytesRead int64  `json:"bytesRead"`
	FullScan  int64  `json:"fullScan"` // bytes that a scan from the first segment would have read
}

// Step is one move of a look-up and the bytes it looked at.
type Step struct {
	Kind   string `json:"kind"` // segment | probe | entry | scan | batch | unpack (header, or all compressed records) | record
	Text   string `json:"text"`
	Path   string `json:"path"`
	Offset int64  `json:"offset"`
	Length int64  `json:"length"`
	Hit    bool   `json:"hit"`
}
