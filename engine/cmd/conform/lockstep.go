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

// lockstep runs operations on both sides. The engine goes ahead by a few operations, so that neither side waits for the other at each of them.
type lockstep struct {
	kafka  *oracle
	ours   *conform.Driver
	tally  *coverage
	again  conform.Recompressing
	flight []sent
	found  []*difference
}

// sent is an operation whose answer from Kafka is not yet read.
type sent struct {
	op       fuzz.Op
	got      []byte
	panicked []string
	lenient  bool
	ops      []fuzz.Op // up to and with this one
}

// ahead is how many operations may be in flight.
const ahead = 64

func (l *lockstep) reset() error {
	l.ours, l.again = conform.New(), conform.Recompressing{}
	l.flight, l.found = nil, nil
	return l.kafka.reset()
}

// round makes a number of operations of a mix from a seed and runs them until the sides differ.
func (l *lockstep) round(seed uint64, mix string, count int) (*difference, error) {
	if err := l.reset(); err != nil {
		return nil, err
	}
	g := fuzz.New(seed, mix, l.ours, l.press)
	var ops []fuzz.Op
	for range count {
		o := g.Next()
		if again := l.again; mix != "compress" && again.After(o.Line()) {
			break // Kafka would compress anew, and no size would mean anything from there on: the mix compress is for that
		}
		ops = append(ops, o)
		got, err := l.send(ops, mix == "compress")
		if err != nil {
			return nil, err
		}
		if broken := l.ours.Check(); broken != nil && g.Tame() {
			err = l.settle(0)
			l.found = append(l.found, &difference{ops: ops, what: []string{"broken invariant: " + broken.Error()}})
		}
		if len(l.found) > 0 || err != nil {
			break
		}
		g.Saw(got)
	}
	return l.first()
}

// first reads what is in flight and returns the first difference.
func (l *lockstep) first() (*difference, error) {
	if err := l.settle(0); err != nil || len(l.found) == 0 {
		return nil, err
	}
	return l.found[0], nil
}

// press lets Kafka build a compressed batch.
func (l *lockstep) press(batch fuzz.Op) string {
	if l.settle(0) != nil {
		return ""
	}
	answer, err := l.kafka.ask(fuzz.Op{"op": "encode", "quiet": true, "batch": batch}.Line())
	var r struct{ OK struct{ Hex string } }
	if err != nil || json.Unmarshal(answer, &r) != nil {
		return ""
	}
	return r.OK.Hex
}

// step runs one operation on both sides and waits for Kafka.
func (l *lockstep) step(i int, o fuzz.Op, lenient bool) (*difference, []byte, error) {
	got, err := l.send(append(make([]fuzz.Op, i), o), lenient)
	if err != nil {
		return nil, nil, err
	}
	diff, err := l.first()
	return diff, got, err
}

// send runs the last of ops on both sides and returns what it gave here.
func (l *lockstep) send(ops []fuzz.Op, lenient bool) ([]byte, error) {
	o := ops[len(ops)-1]
	line := o.Line()
	numbered := append(append([]byte{}, line[:len(line)-1]...), fmt.Sprintf(`,"i":%d}`, len(ops)-1)...)
	if err := l.kafka.send(numbered); err != nil {
		return nil, err
	}
	got, panicked := l.run(numbered)
	l.flight = append(l.flight, sent{op: o, got: got, panicked: panicked, lenient: lenient || l.again.After(line), ops: ops})
	if panicked != nil {
		return got, l.settle(0)
	}
	return got, l.settle(ahead)
}

// settle reads answers until so many operations are left in flight, and notes where the sides differ.
func (l *lockstep) settle(left int) error {
	for len(l.flight) > left {
		s := l.flight[0]
		want, err := l.kafka.receive()
		if err != nil {
			return fmt.Errorf("%w at %s", err, s.op.Line())
		}
		l.flight = l.flight[1:]
		if l.tally != nil {
			l.tally.add(s.op.Name(), want)
		}
		diff := s.panicked
		if diff == nil {
			diff = conform.Compare(want, s.got, s.lenient)
		}
		if len(diff) > 0 {
			l.found = append(l.found, &difference{ops: s.ops, what: diff, want: want, got: s.got})
		}
	}
	return nil
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

// replay runs given operations on fresh machines and returns the first difference.
func (l *lockstep) replay(ops []fuzz.Op) (*difference, error) {
	if _, err := l.differences(ops, 1); err != nil || len(l.found) == 0 {
		return nil, err
	}
	return l.found[0], nil
}

// differences is replay for the first so many operations that differ; the later ones may follow from the earlier.
func (l *lockstep) differences(ops []fuzz.Op, most int) ([]*difference, error) {
	if err := l.reset(); err != nil {
		return nil, err
	}
	var all []byte
	for _, o := range ops {
		all = append(all, o.Line()...)
	}
	lenient := conform.Compresses(all)
	for i := range ops {
		if _, err := l.send(ops[:i+1:i+1], lenient); err != nil {
			return nil, err
		}
		if len(l.found) >= most {
			break
		}
	}
	err := l.settle(0)
	return l.found[:min(most, len(l.found))], err
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
