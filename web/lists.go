package web

import (
	"bytes"
	"encoding/json"
	"reflect"
)

// rows decodes the long list of an answer. From one answer to the next hardly a row of it changes, and package json takes as long for a
// large list as for all else in a turn: a row whose text was in the answer before is that row again.
type rows struct {
	name  string        // of the list in the JSON, whose elements are objects
	texts [][]byte      // of the rows
	list  reflect.Value // the rows, a slice; nobody changes it
}

// take returns the answer with an empty list in its place; the rows stand in list then.
func (r *rows) take(raw []byte) (head []byte, err error) {
	old, before := r.texts, r.list
	r.texts, r.list = nil, reflect.MakeSlice(before.Type(), 0, before.Len()+1)
	mark := `"` + r.name + `":[`
	at := bytes.Index(raw, []byte(mark)) + len(mark)
	if at < len(mark) {
		return raw, nil
	}
	end := at
	for next := 0; end < len(raw) && raw[end] != ']'; next++ {
		n := 0
		for i := next; n == 0 && i < min(next+nearRows, len(old)); i++ {
			if bytes.HasPrefix(raw[end:], old[i]) {
				n, next = len(old[i]), i
				r.list = reflect.Append(r.list, before.Index(i))
			}
		}
		if n == 0 {
			row := reflect.New(before.Type().Elem())
			n = rowLength(raw[end:])
			if err := json.Unmarshal(raw[end:end+n], row.Interface()); err != nil {
				return nil, err
			}
			r.list = reflect.Append(r.list, row.Elem())
		}
		r.texts = append(r.texts, raw[end:end+n])
		if end += n; end < len(raw) && raw[end] == ',' {
			end++
		}
	}
	return append(append(make([]byte, 0, at+len(raw)-end), raw[:at]...), raw[end:]...), nil
}

// nearRows is how far behind its old place a row is looked for.
const nearRows = 8

// rowLength is how long the object is that text begins with, as far as there is text.
func rowLength(text []byte) int {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth <= 0 {
				return i + 1
			}
		}
	}
	return len(text)
}

// into decodes an answer and then calls what follows from it. dst points to what it is decoded into.
func into(dst any, then ...func()) func(json.RawMessage) error {
	to := reflect.ValueOf(dst).Elem()
	return func(raw json.RawMessage) error {
		v := reflect.New(to.Type())
		if err := json.Unmarshal(raw, v.Interface()); err != nil {
			return err
		}
		to.Set(v.Elem())
		for _, f := range then {
			f()
		}
		return nil
	}
}

// intoRows is into for an answer with a long list of that name, which list points to.
func intoRows(dst any, name string, list any, then ...func()) func(json.RawMessage) error {
	to := reflect.ValueOf(list).Elem()
	known := rows{name: name, list: to}
	whole := into(dst)
	return func(raw json.RawMessage) error {
		head, err := known.take(raw)
		if err == nil {
			err = whole(head)
		}
		if err != nil {
			return err
		}
		if len(known.texts) > 0 {
			to.Set(known.list)
		}
		for _, f := range then {
			f()
		}
		return nil
	}
}

// forget empties what an answer was decoded into.
func forget(dst any) func() { return reflect.ValueOf(dst).Elem().SetZero }
