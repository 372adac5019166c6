package web

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"logarium/engine/message"
)

// TestListsAreDecodedAsByPackageJSON: whatever changes from one answer to the next, rows, their order, their number, texts with
// brackets and quotes, the result is what package json makes of the whole answer.
func TestListsAreDecodedAsByPackageJSON(t *testing.T) {
	text := rapid.StringOf(rapid.SampledFrom([]rune(`ab"\[]{},: é`)))
	rapid.Check(t, func(t *rapid.T) {
		var got message.Journal
		take := intoList(&got, "commands", func(j *message.Journal) *[]message.Command { return &j.Commands })
		commands := []message.Command{}
		for range 4 {
			for range rapid.IntRange(0, 4).Draw(t, "new") {
				commands = append(commands, message.Command{N: len(commands), Line: text.Draw(t, "line")})
			}
			if n := rapid.IntRange(0, len(commands)).Draw(t, "at"); n < len(commands) {
				commands[n].Line = text.Draw(t, "other")
			}
			raw, err := json.Marshal(message.Journal{Position: len(commands), Total: 9, Commands: commands[rapid.IntRange(0, len(commands)).Draw(t, "from"):]})
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
		}
	})
}

// TestRowsAreDecodedOnce counts the rows that package json sees.
func TestRowsAreDecodedOnce(t *testing.T) {
	l := list[counted]{name: "rows"}
	answer := func(n int) (text []byte) {
		text = []byte(`{"total":9,"rows":[`)
		for i := range n {
			text = fmt.Appendf(text, `%s{"n":%d}`, map[bool]string{true: ","}[i > 0], i)
		}
		return append(text, `],"from":0}`...)
	}
	for n, want := range map[int]int{300: 300, 301: 301} {
		decoded = 0
		if n == 301 {
			l.decode(answer(300))
			decoded, want = 0, 1
		}
		rows, head, err := l.decode(answer(n))
		if err != nil || len(rows) != n || string(head) != `{"total":9,"rows":[],"from":0}` || decoded != want {
			t.Errorf("%d rows, %d decoded: %d, %s, %v", n, decoded, len(rows), head, err)
		}
	}
}

type counted int

var decoded int

func (c *counted) UnmarshalJSON([]byte) error { decoded++; return nil }

// FuzzList: no answer makes it panic, and none that package json refuses is taken otherwise.
func FuzzList(f *testing.F) {
	for _, s := range []string{`{"commands":[{"n":1},{"n":2}],"total":3}`, `{"commands":[`, `{"commands":[]}`, `{"commands":[{]}`, `{"commands":["]`, `{"commands":[1,]}`, `{}`, `{"commands":[{"line":"\"]"}]}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var got, want message.Journal
		err := intoList(&got, "commands", func(j *message.Journal) *[]message.Command { return &j.Commands })(raw)
		if whole := json.Unmarshal(raw, &want); whole == nil && err != nil {
			t.Errorf("%s: %v", raw, err)
		}
	})
}
