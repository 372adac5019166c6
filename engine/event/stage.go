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

// Lock: the monitor of a partition's log is taken for an append by its leader, or given back. Only somebody who walks through asks for it, and it is
// kept nowhere; it is no step at which to stop.
type Lock struct {
	Partition
	Held bool
}

func (Lock) Kind() string { return "lock" }
