package message

// Sweep is the view "sweep" {}: what `sweep` has measured last, in a small lab of its own for each value; and which sweeps there are.
type Sweep struct {
	Plans   []SweepPlan   `json:"plans"`
	Name    string        `json:"name"` // "" before the first one
	Title   string        `json:"title"`
	Of      string        `json:"of"`    // the setting that varied
	Unit    string        `json:"unit"`  // of its values: B | ms | ""
	Lines   []string      `json:"lines"` // what ran in each lab; {} stood for the value
	Columns []SweepColumn `json:"columns"`
	Rows    []SweepRow    `json:"rows"`
}

// SweepPlan is a sweep that has a name.
type SweepPlan struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Of    string `json:"of"`
}

// SweepColumn is something that was measured.
type SweepColumn struct {
	Name     string `json:"name"`
	Unit     string `json:"unit"`     // B | ms | ""
	Decimals int    `json:"decimals"` // so many digits of the values stand behind the point
}

// SweepRow is one small lab.
type SweepRow struct {
	Value  int64   `json:"value"`
	Values []int64 `json:"values"` // one for each column
}
