package index

// Trace records how look-ups were done, for whoever wants to show it. A nil Trace records nothing
// and costs nothing; there is no second look-up for the screen.
type Trace struct{ Searches []Search }

// Search is one search in one index file.
type Search struct {
	Path    string
	Column  string // the field that was searched: "relativeOffset", "position", "timestamp"
	Target  int64  // absolute offset, position in bytes or timestamp in ms
	Entries int    // entries in use
	Hot     int    // first entry of the warm section
	Slot    int    // the entry found; -1 if there is none
	Probes  []Probe
}

// Probe is one comparison: the entry looked at and where the search went from there.
type Probe struct {
	Entry int   // number of the entry, from 0
	At    int64 // where it starts in the file, bytes
	Size  int   // bytes of an entry
	Key   int64 // its value in the searched column
	Turn  Turn
	Warm  bool // the entry lies in the warm section: the last 8 KiB of the entries
}

// Turn says where the search goes after a probe.
type Turn int8

// The entry is above the target, below it, or exactly it.
const (
	Left  Turn = -1
	Hit   Turn = 0
	Right Turn = 1
)

func (t Turn) String() string {
	switch t {
	case Left:
		return "left"
	case Right:
		return "right"
	}
	return "hit"
}

// begin opens a Search; the probes that follow belong to it.
func (t *Trace) begin(m *mapped, w *words, target int64, hot int) {
	if t != nil {
		t.Searches = append(t.Searches, Search{
			Path: m.path, Column: m.column(w.offset), Target: target, Entries: m.entries, Hot: hot, Slot: -1,
		})
	}
}

// probe is small enough to cost nothing where it is called without a trace.
func (t *Trace) probe(m *mapped, entry int, key int64, turn Turn) {
	if t != nil {
		t.record(m, entry, key, turn)
	}
}

//go:noinline
func (t *Trace) record(m *mapped, entry int, key int64, turn Turn) {
	s := &t.Searches[len(t.Searches)-1]
	s.Probes = append(s.Probes, Probe{
		Entry: entry, At: int64(entry) * int64(m.size), Size: m.size, Key: key, Turn: turn, Warm: entry >= s.Hot,
	})
}

// end notes the result.
func (t *Trace) end(slot int) int {
	if t != nil {
		t.Searches[len(t.Searches)-1].Slot = slot
	}
	return slot
}
