package conform

import (
	"fmt"
	"strings"

	"logarium/engine/kerr"
)

// Outcome counts what became of mutants.
type Outcome struct {
	Opened  int
	Refused map[string]int // by the class of the error
	Most    float64        // bytes reserved by an operation, as a share of what it may
}

// Add counts another one.
func (o *Outcome) Add(p Outcome) {
	if o.Refused == nil {
		o.Refused = map[string]int{}
	}
	for class, n := range p.Refused {
		o.Refused[class] += n
	}
	o.Opened, o.Most = o.Opened+p.Opened, max(o.Most, p.Most)
}

// Run opens a mutant here. An error says that it was not merely opened or refused: a panic, an error that is not Kafka's
// or names no place, or more memory than the files account for. used tells how many bytes the program has reserved so far.
func (m *Mutant) Run(used func() uint64) (out Outcome, err error) {
	d := New()
	for _, line := range m.Ops {
		before := used()
		failed, err := d.alone(line)
		if err != nil {
			return out, fmt.Errorf("%.80s: %w", line, err)
		}
		n := used() - before
		share := float64(n) / float64(m.allowance())
		if out.Most = max(out.Most, share); share > 1 {
			return out, fmt.Errorf("%.80s: reserves %d bytes for files of %d", line, n, m.Size)
		}
		op, _ := parseNode(line)
		switch {
		case op.str("op", "") != "open":
		case failed == nil:
			out.Opened = 1
		default:
			out.Refused = map[string]int{errorClass(failed): 1}
			return out, located(failed)
		}
	}
	return out, nil
}

// allowance is how much an operation may reserve, in bytes: what its buffers and the machine need in any case, and a
// multiple of what is in the files.
func (m *Mutant) allowance() int64 { return 4<<20 + 64*m.Size }

// alone runs an operation without a report. failed is its own error, the other one says that it has panicked.
func (d *Driver) alone(line []byte) (failed, panicked error) {
	op, err := parseNode(line)
	if err != nil {
		return nil, err
	}
	defer func() {
		if r := recover(); r != nil {
			panicked = fmt.Errorf("panic: %v", r)
		}
	}()
	if name := op.str("log", ""); name != "" {
		d.current = name
	}
	_, failed = d.execute(op)
	d.runDue(d.clock.Now())
	return failed, nil
}

// located tells whether an error is one of Kafka's, and says where.
func located(err error) error {
	switch e := kerr.As(err); {
	case e == nil:
		return fmt.Errorf("refused by %T: %w", err, err)
	case !strings.Contains(err.Error(), root+"/"):
		return fmt.Errorf("refused without a place: %s: %w", e.Class, err)
	}
	return nil
}

func errorClass(err error) string {
	if e := kerr.As(err); e != nil {
		return e.Class
	}
	return fmt.Sprintf("%T", err)
}
