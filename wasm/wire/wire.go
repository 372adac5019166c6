// Package wire turns the structs of message into the bytes that travel between page and worker, and back. They are JSON, but the data
// of a view follows its answer after a line feed, as it is: views are the bulk of the traffic, and nobody on the way
// needs to look into them.
package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"logarium/engine/message"
)

// Request encodes a request. Those for views are by far the most, and made of what is JSON already.
func Request(r message.Request) ([]byte, error) {
	if r.Op != "view" || r.Line != "" || r.Link != "" || r.Merge || !plain(r.View) || len(r.Params) == 0 {
		return json.Marshal(r)
	}
	data := make([]byte, 0, len(r.Params)+len(r.View)+64)
	data = strconv.AppendInt(append(data, `{"id":`...), r.ID, 10)
	data = append(append(data, `,"op":"view","view":"`...), r.View...)
	data = append(append(data, `","params":`...), r.Params...)
	return append(data, '}'), nil
}

// plain reports whether a name stands in JSON as it is.
func plain(name string) bool {
	for i := range len(name) {
		if c := name[i] | 0x20; c < 'a' || c > 'z' {
			return false
		}
	}
	return name != ""
}

// DecodeRequest is the other end of Request.
func DecodeRequest(data []byte) (r message.Request, err error) {
	if view(data, &r) {
		return r, nil
	}
	if err = json.Unmarshal(data, &r); err != nil {
		err = fmt.Errorf("a request must be JSON: %w", err)
	}
	return r, err
}

// view reads a request for a view as Request writes it.
func view(data []byte, r *message.Request) bool {
	data, begins := bytes.CutPrefix(data, []byte(`{"id":`))
	number, data, named := bytes.Cut(data, []byte(`,"op":"view","view":"`))
	name, data, asked := bytes.Cut(data, []byte(`","params":`))
	params, ends := bytes.CutSuffix(data, []byte("}"))
	id, err := strconv.ParseInt(string(number), 10, 64)
	if !begins || !named || !asked || !ends || err != nil || strconv.FormatInt(id, 10) != string(number) || !plain(string(name)) || !json.Valid(params) {
		return false
	}
	*r = message.Request{ID: id, Op: "view", View: string(name), Params: params}
	return true
}

// Answer encodes an answer.
func Answer(a message.Answer) []byte {
	view := a.View
	a.View = nil
	data := marshal(a)
	if view == nil {
		return data
	}
	data = append(data, '\n') // no JSON of Go's contains one
	return append(data, view...)
}

// Event encodes an event.
func Event(e message.Event) []byte { return marshal(e) }

func marshal(what any) []byte {
	data, err := json.Marshal(what)
	if err != nil {
		panic(err) // the structs of message always marshal
	}
	return data
}

// Decode reads what a worker said: an event if it has a name, otherwise an answer. The view shares memory with data.
func Decode(data []byte) (a message.Answer, e message.Event, err error) {
	if bytes.HasPrefix(data, []byte(`{"event":`)) {
		err = json.Unmarshal(data, &e)
		return a, e, err
	}
	head, view, found := bytes.Cut(data, []byte{'\n'})
	if !bare(head, &a) {
		err = json.Unmarshal(head, &a)
	}
	if err == nil && found {
		a.View = view
	}
	return a, e, err
}

// bare reads the head of an answer that is nothing but its number, as those of views are.
func bare(head []byte, a *message.Answer) bool {
	number, ok := bytes.CutPrefix(head, []byte(`{"id":`))
	number, end := bytes.CutSuffix(number, []byte("}"))
	if !ok || !end {
		return false
	}
	id, err := strconv.ParseInt(string(number), 10, 64)
	a.ID = id
	return err == nil
}
