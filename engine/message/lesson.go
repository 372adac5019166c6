package message

// Checked is the view "check" {checks, lookup}: assertions on the state of the machine, in the order of the request. lookup is the
// last lookup command before them.
type Checked struct {
	Results []CheckResult `json:"results"`
}

// CheckResult is one assertion held against the machine.
type CheckResult struct {
	OK    bool   `json:"ok"`
	Got   string `json:"got"`             // the values that it read: "leo(a-0) is 3"
	Error string `json:"error,omitempty"` // it could not be evaluated
}
