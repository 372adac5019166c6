package web

import (
	"bytes"
	"encoding/json"
	"errors"
)

// list decodes answers whose long list hardly changes from one to the next: package json takes as long for one row of a large lab as
// all else in a turn. A row whose text was in the answer before is that row again.
type list[R any] struct {
	name string // of the list in the JSON
	rows map[string]R
}

// decode returns the list, and the answer with an empty one in its place.
func (l *list[R]) decode(raw []byte) (rows []R, head []byte, err error) {
	mark := []byte(`"` + l.name + `":[`)
	at := bytes.Index(raw, mark)
	if at < 0 {
		return nil, raw, nil
	}
	at += len(mark)
	old := l.rows
	l.rows = make(map[string]R, len(old)+1)
	rows = []R{}
	end := at
	for end < len(raw) && raw[end] != ']' {
		n := rowLength(raw[end:])
		if n == 0 {
			return nil, nil, errors.New(l.name + " is cut off")
		}
		row, ok := old[string(raw[end:end+n])]
		if !ok {
			if err := json.Unmarshal(raw[end:end+n], &row); err != nil {
				return nil, nil, err
			}
		}
		l.rows[string(raw[end:end+n])] = row
		rows = append(rows, row)
		if end += n; end < len(raw) && raw[end] == ',' {
			end++
		}
	}
	return rows, append(append(make([]byte, 0, at+len(raw)-end), raw[:at]...), raw[end:]...), nil
}

// rowLength is how long the first element of a list is, whatever it holds; 0 if it does not end.
func rowLength(raw []byte) int {
	depth, quoted := 0, false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
		case depth == 0 && (c == ',' || c == ']'):
			return i
		case c == '}' || c == ']':
			depth--
		}
	}
	return 0
}

// intoList is into for such an answer; rows is its list.
func intoList[T, R any](dst *T, name string, rows func(*T) *[]R, then ...func()) func(json.RawMessage) error {
	l := list[R]{name: name}
	return func(raw json.RawMessage) error {
		var v T
		list, head, err := l.decode(raw)
		if err != nil {
			return err
		}
		if err := json.Unmarshal(head, &v); err != nil {
			return err
		}
		if list != nil {
			*rows(&v) = list
		}
		*dst = v
		for _, f := range then {
			f()
		}
		return nil
	}
}
