package main

import (
	"encoding/json"
	"fmt"
	"runtime/debug"
	"strings"

	"logarium/engine/conform"
	"logarium/engine/conform/fuzz"
)

// difference is an operation after which the two sides do not agree.
type difference struct {
	ops       []fuzz.Op // up to and with that operation
	what      []string  // expected | got
	want, got []byte
}

// kind tells differences apart while one of them is made smaller: where they show, and who refused.
func (d *difference) kind() string {
	where, _, _ := strings.Cut(d.what[0], ":")
	return fmt.Sprint(d.ops[len(d.ops)-1].Name(), firstWords(where), errorClass(d.want), errorClass(d.got))
}

func errorClass(result []byte) string {
	var r struct{ Error struct{ Class string } }
	_ = json.Unmarshal(result, &r)
	return r.Error.Class
}

// lockstep runs operations on both sides.
type lockstep struct {
	kafka *oracle
	ours  *conform.Driver
	tally *coverage
	again conform.Recompressing
}

func (l *lockstep) reset() error {
	l.ours, l.again = conform.New(), conform.Recompressing{}
	return l.kafka.reset()
}

// round makes a number of operations of a mix from a seed and runs them until the sides differ.
func (l *lockstep) round(seed uint64, mix string, count int) (*difference, error) {
	if err := l.reset(); err != nil {
		return nil, err
	}
	g := fuzz.New(seed, mix, l.ours, l.press)
	var ops []fuzz.Op
	for i := range count {
		o := g.Next()
		ops = append(ops, o)
		diff, got, err := l.step(i, o, mix == "compress" || l.again.After(o.Line()))
		if err != nil {
			return nil, err
		}
		if diff == nil && g.Tame() {
			diff = l.invariants()
		}
		if diff != nil {
			diff.ops = ops
			return diff, nil
		}
		g.Saw(got)
	}
	return nil, nil
}

// press lets Kafka build a compressed batch.
func (l *lockstep) press(batch fuzz.Op) string {
	answer, err := l.kafka.ask(fuzz.Op{"op": "encode", "quiet": true, "batch": batch}.Line())
	var r struct{ OK struct{ Hex string } }
	if err != nil || json.Unmarshal(answer, &r) != nil {
		return ""
	}
	return r.OK.Hex
}

// step runs one operation on both sides at the same time.
func (l *lockstep) step(i int, o fuzz.Op, lenient bool) (*difference, []byte, error) {
	line := o.Line()
	numbered := append(append([]byte{}, line[:len(line)-1]...), fmt.Sprintf(`,"i":%d}`, i)...)
	if err := l.kafka.send(numbered); err != nil {
		return nil, nil, err
	}
	got, panicked := l.run(numbered)
	want, err := l.kafka.receive()
	if err != nil {
		return nil, nil, fmt.Errorf("%w at %s", err, line)
	}
	if l.tally != nil {
		l.tally.add(o.Name(), want)
	}
	diff := panicked
	if diff == nil {
		diff = conform.Compare(want, got, lenient)
	}
	if len(diff) > 0 {
		return &difference{what: diff, want: want, got: got}, got, nil
	}
	return nil, got, nil
}

// run runs an operation here; a panic is a difference.
func (l *lockstep) run(line []byte) (result []byte, panicked []string) {
	defer func() {
		if r := recover(); r != nil {
			result, panicked = []byte("{}"), []string{fmt.Sprintf("panic: %v\n%s", r, debug.Stack())}
		}
	}()
	return l.ours.Run(line), nil
}

func (l *lockstep) invariants() *difference {
	if err := l.ours.Check(); err != nil {
		return &difference{what: []string{"broken invariant: " + err.Error()}}
	}
	return nil
}

// replay runs given operations on fresh machines and returns the first difference.
func (l *lockstep) replay(ops []fuzz.Op) (*difference, error) {
	if err := l.reset(); err != nil {
		return nil, err
	}
	var all []byte
	for _, o := range ops {
		all = append(all, o.Line()...)
	}
	for i, o := range ops {
		diff, _, err := l.step(i, o, conform.Compresses(all) || l.again.After(o.Line()))
		if err != nil {
			return nil, err
		}
		if diff != nil {
			diff.ops = ops[:i+1]
			return diff, nil
		}
	}
	return nil, nil
}

// record runs operations on a fresh Kafka and returns its answers.
func (l *lockstep) record(ops []fuzz.Op) ([][]byte, error) {
	if err := l.kafka.reset(); err != nil {
		return nil, err
	}
	var answers [][]byte
	for _, o := range ops {
		answer, err := l.kafka.ask(o.Line())
		if err != nil {
			return nil, err
		}
		answers = append(answers, answer)
	}
	return answers, nil
}
