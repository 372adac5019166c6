// Package check evaluates assertions on the state of a lab: the lines of a lesson's check blocks. It reads the views that
// every screen reads and changes nothing. It runs in the browser's worker too, and is small for that reason.
//
//	bases(sparse-0) == [0,64]
//	size(/tmp/kafka-logs/sparse-0/00000000000000000000.index) == 8 && !exists(/tmp/x)
//	log ~ "Rolled new log segment"
//	trace.entry == (1009,102400)
//
// Numbers are whole; sizes are bytes, times are milliseconds since the lab began, offsets absolute.
package check

import (
	"encoding/json"
	"fmt"
	"strings"

	"logarium/engine/lab"
	"logarium/engine/message"
)

// Syntax finds what is wrong with an assertion without any lab: nil if nothing is.
func Syntax(text string) error {
	_, err := run(&eval{text: text})
	return err
}

// Eval holds an assertion against a lab. lookup is the last lookup command before it, for trace.*.
func Eval(l *lab.Lab, lookup, text string) (res message.CheckResult) {
	e := &eval{text: text, lab: l, lookup: lookup, seen: []string{}}
	v, err := run(e)
	if err != nil {
		res.Error = err.Error()
	}
	res.OK = err == nil && v.truth()
	res.Got = strings.Join(e.seen, ", ")
	return res
}

// View answers the view "check" {checks, lookup}.
func View(l *lab.Lab, raw json.RawMessage) (message.Checked, error) {
	var p struct {
		Checks []string `json:"checks"`
		Lookup string   `json:"lookup"`
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		return message.Checked{}, fmt.Errorf("parameters of view check: %w", err)
	}
	v := message.Checked{Results: []message.CheckResult{}}
	for _, text := range p.Checks {
		v.Results = append(v.Results, Eval(l, p.Lookup, text))
	}
	return v, nil
}

// eval is one assertion on its way. The first error ends it.
type eval struct {
	text   string
	at     int
	lab    *lab.Lab // nil: only the syntax counts
	lookup string
	seen   []string // the values that were read: "leo(a-0) is 3"
	err    error
}

func run(e *eval) (value, error) {
	v := e.and()
	if e.space(); e.err == nil && e.at < len(e.text) {
		e.fail("column %d: unexpected %q", e.at+1, e.text[e.at:])
	}
	return v, e.err
}

func (e *eval) fail(format string, args ...any) value {
	if e.err == nil {
		e.err = fmt.Errorf(format, args...)
	}
	return value{}
}

// view reads a view of the lab into v.
func (e *eval) view(name string, params map[string]any, v any) bool {
	if e.err != nil || e.lab == nil {
		return false
	}
	raw, err := json.Marshal(params)
	if err == nil {
		var got any
		if got, err = e.lab.View(name, raw); err == nil {
			return take(v, got)
		}
	}
	e.fail("%v", err)
	return false
}

// take puts the answer of a view where it is wanted.
func take(to, from any) bool {
	switch to := to.(type) {
	case *message.Partition:
		*to = from.(message.Partition)
	case *message.Segments:
		*to = from.(message.Segments)
	case *message.Batches:
		*to = from.(message.Batches)
	case *message.Hex:
		*to = from.(message.Hex)
	case *message.Events:
		*to = from.(message.Events)
	case *message.ServerLog:
		*to = from.(message.ServerLog)
	case *message.Lookup:
		*to = from.(message.Lookup)
	case *message.Machine:
		*to = from.(message.Machine)
	case *message.Clock:
		*to = from.(message.Clock)
	case *message.Config:
		*to = from.(message.Config)
	case *message.Consumers:
		*to = from.(message.Consumers)
	case *message.Cluster:
		*to = from.(message.Cluster)
	}
	return true
}
