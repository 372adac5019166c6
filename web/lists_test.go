package web

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"logarium/engine/message"
)

func journalInto(j *message.Journal) func(json.RawMessage) error {
	return intoRows(j, "commands", &j.Commands)
}

// TestRowsAreDecodedAsByPackageJSON: whatever changes from one answer to the next, rows, their order, their number, texts with
// brackets and quotes, the result is what package json makes of the whole answer; and what was handed out before does not change.
func TestRowsAreDecodedAsByPackageJSON(t *testing.T) {
	text := rapid.StringOf(rapid.SampledFrom([]rune(`ab"\[]{},: é`)))
	rapid.Check(t, func(t *rapid.T) {
		var got, before, beforeWant message.Journal
		take := journalInto(&got)
		commands := []message.Command{}
		for range 5 {
			for range rapid.IntRange(0, 20).Draw(t, "new") {
				commands = append(commands, message.Command{N: len(commands), Line: text.Draw(t, "line")})
			}
			if n := rapid.IntRange(0, len(commands)).Draw(t, "at"); n < len(commands) {
				commands[n].Line = text.Draw(t, "other")
			}
			part := commands[rapid.IntRange(0, len(commands)).Draw(t, "from"):]
			raw, err := json.Marshal(message.Journal{Position: len(commands), Total: 9, Commands: part[:rapid.IntRange(0, len(part)).Draw(t, "to")]})
			if err != nil {
				t.Fatal(err)
			}
			var want message.Journal
			if err := json.Unmarshal(raw, &want); err != nil {
				t.Fatal(err)
			}
			if err := take(raw); err != nil || !cmp.Equal(got, want) {
				t.Fatal(err, cmp.Diff(want, got))
			}
			if !cmp.Equal(before, beforeWant) {
				t.Fatal(cmp.Diff(beforeWant, before))
			}
			before, beforeWant = got, want
		}
	})
}

// TestARowIsDecodedOnce counts the rows that package json sees.
func TestARowIsDecodedOnce(t *testing.T) {
	var v struct {
		Rows []counted
		From int
	}
	take := intoRows(&v, "rows", &v.Rows)
	answer := func(from, to int, changed ...int) []byte {
		text := []byte(`{"total":9,"rows":[`)
		for i := from; i < to; i++ {
			n := i
			for _, c := range changed {
				if c == i {
					n = -i
				}
			}
			text = fmt.Appendf(text, `%s{"n":%d}`, map[bool]string{true: ","}[i > from], n)
		}
		return append(text, `],"from":5}`...)
	}
	for _, c := range []struct {
		what  string
		raw   []byte
		first counted
		want  int
	}{
		{"at first", answer(0, 300), 0, 300},
		{"the same", answer(0, 300), 0, 0},
		{"one more", answer(0, 301), 0, 1},
		{"a window that has moved", answer(2, 303), 2, 2},
		{"changed rows", answer(2, 303, 7, 8, 300), 2, 3},
		{"one of those is as before, others are not", answer(2, 303, 8, 9, 10), 2, 4},
		{"fewer", answer(2, 200, 8, 9, 10), 2, 0},
	} {
		decoded = 0
		if err := take(c.raw); err != nil || decoded != c.want || v.Rows[0] != c.first || v.From != 5 {
			t.Errorf("%s: %d rows decoded, want %d; %v, %v", c.what, decoded, c.want, v.Rows[:1], err)
		}
	}
}

type counted int

var decoded int

func (c *counted) UnmarshalJSON(raw []byte) error {
	decoded++
	_, err := fmt.Sscanf(string(raw), `{"n":%d}`, (*int)(c))
	return err
}

// FuzzRows: no answer makes it panic, and what package json writes is taken as package json takes it.
func FuzzRows(f *testing.F) {
	for _, s := range []string{`{"commands":[{"n":1},{"n":2}],"total":3}`, `{"commands":[`, `{"commands":[]}`, `{"commands":[{]}`, `{"commands":["]`, `{"commands":[1,]}`, `{}`, `{"commands":[{"line":"\"]"}]}`, `{"commands":[{"n":1}{"n":2}]}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var got, want message.Journal
		take := journalInto(&got)
		_ = take(raw)
		if json.Unmarshal(raw, &want) != nil {
			return
		}
		raw, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := take(raw); err != nil || !cmp.Equal(got, want, cmpopts.EquateEmpty()) {
				t.Errorf("%s: %v %s", raw, err, cmp.Diff(want, got))
			}
		}
	})
}
