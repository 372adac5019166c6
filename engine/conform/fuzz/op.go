// Package fuzz makes random operations for package conform, so that real Kafka and this engine can be driven in lock step,
// and shrinks a sequence on which they differ. Everything is drawn from a seed: the same seed gives the same operations as long as the
// engine behaves the same.
package fuzz

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Op is an operation of package conform.
type Op map[string]any

// Name is the operation's "op".
func (o Op) Name() string {
	name, _ := o["op"].(string)
	return name
}

// Line is the operation as one line of JSON, its name first.
func (o Op) Line() []byte {
	rest := Op{}
	for k, v := range o {
		if k != "op" {
			rest[k] = v
		}
	}
	b, err := json.Marshal(rest)
	if err != nil {
		panic(fmt.Sprintf("an operation is no JSON: %v", err))
	}
	head, _ := json.Marshal(o.Name())
	line := append([]byte(`{"op":`), head...)
	if len(rest) > 0 {
		line = append(line, ',')
	}
	return append(line, b[1:]...)
}

// Parse reads a line that Line or a person wrote.
func Parse(line []byte) (Op, error) {
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber()
	var o Op
	err := d.Decode(&o)
	return o, err
}

// with adds members: name, value, name, value...
func (o Op) with(pairs ...any) Op {
	for i := 0; i+1 < len(pairs); i += 2 {
		o[pairs[i].(string)] = pairs[i+1]
	}
	return o
}

func op(name string, pairs ...any) Op { return Op{"op": name}.with(pairs...) }
