package message

// Check is what the event "check" tells: assertions that somebody asked for, and what came of each, in the same order.
type Check struct {
	Checks  []string      `json:"checks"`
	Results []CheckResult `json:"results"`
}
