package event

// Stage is a point that an operation passes without a line in any log. Only somebody who walks through it asks for it (see
// plog.Env.Stages); it is kept nowhere.
type Stage struct {
	Partition
	What string // the kind: one of the constants
	Text string
}

// The stages of an append, in their order; between them come the events that are there anyway.
const (
	StageValidate = "validate"
	StageAssign   = "assign"
	StageRollTest = "roll-test"
	StageLogEnd   = "log-end"
	StageFlush    = "flush-test"
)

func (e Stage) Kind() string { return e.What }
