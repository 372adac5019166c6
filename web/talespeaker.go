package web

import (
	"encoding/json"
	"strconv"

	"logarium/engine/message"
	"logarium/web/words"
)

// speech is what the speaker's window shows. It is a page of its own without a program, so it gets its words too.
type speech struct {
	Lang    string `json:"lang"`
	Title   string `json:"title"`
	Place   string `json:"place"`
	Step    string `json:"step"`
	Caption string `json:"caption"`
	Notes   string `json:"notes"`
	Answer  string `json:"answer"` // letter of the right option of the question that is next
	Next    string `json:"next"`
	Words   struct {
		Notes string `json:"notes"`
		Next  string `json:"next"`
		None  string `json:"none"`
		Back  string `json:"back"`
		Go    string `json:"go"`
		Blank string `json:"blank"`
		Zero  string `json:"zero"`
	} `json:"words"`
}

// tellSpeaker sends what is on the wall, and what to say, to the speaker's window.
func (a *App) tellSpeaker() {
	t := &a.Tale
	s := t.step()
	if s == nil || t.shelf == nil {
		return
	}
	v := a.TaleView()
	x := speech{Lang: words.Lang(), Title: t.L.Title, Place: v.Place, Step: s.Title, Caption: string(v.Caption), Notes: t.notes(s)}
	if g := t.gate(); g != nil && g.Kind == "predict" {
		x.Answer = words.F("The answer is %1.", string(rune('a'+g.Right)))
	}
	if t.Step+1 < len(t.L.Content) {
		x.Next = strconv.Itoa(t.Step+2) + ". " + t.L.Content[t.Step+1].Title
	}
	w := &x.Words
	w.Notes, w.Next, w.None, w.Back, w.Go, w.Blank, w.Zero = words.T("What to say"), words.T("Then"), words.T("Nothing is noted for this step."), words.T("Back"), words.T("Next"), words.T("Blank"), words.T("Set the timer to zero")
	if data, err := json.Marshal(x); err == nil {
		t.shelf.Tell(data)
	}
}

// notes are those of the step, or of the whole lesson where it has none of its own.
func (t *Tale) notes(s *message.LessonStep) (all string) {
	if s.Notes != "" {
		return s.Notes
	}
	for i := range t.L.Content {
		all += t.L.Content[i].Notes
	}
	return all
}

// Heard takes what the speaker's window sends: it has just opened, or a button was pressed there.
func (a *App) Heard(word string) {
	switch word {
	case "hello":
		a.tellSpeaker()
	case "next":
		a.Do("tale-next")
	case "back":
		a.Do("tale-back")
	case "blank":
		a.Do("blank")
	}
}
