package words

import (
	"slices"
	"strings"
)

// form is a sentence of the machine with places for its numbers and names.
type form struct {
	pieces []string // what stands before, between and behind the places
	places []int    // which value stands at which place
	text   string
}

// parse reads the file of a language, nothing of an empty one: an English text, and on the next line behind a tab the translation. A line that begins with
// two numbers signs is a heading; below "## said by the machine" stand the sentences that Said knows.
func parse(file string) (texts map[string]string, forms []form) {
	if file == "" {
		return nil, nil
	}
	texts = make(map[string]string, 1024)
	said, english := false, ""
	for line := range strings.Lines(file) {
		line = strings.TrimSuffix(line, "\n")
		switch text, translation := strings.CutPrefix(line, "\t"); {
		case strings.HasPrefix(line, "## "):
			said = line == "## said by the machine"
		case !translation:
			english = unescape(line)
		default:
			text = unescape(text)
			texts[english] = text
			if said && strings.Contains(english, "%") {
				forms = append(forms, newForm(english, text))
			}
		}
	}
	slices.SortStableFunc(forms, func(a, b form) int { return b.fixed() - a.fixed() }) // the more exact one first
	return texts, forms
}

// fixed is how much of a sentence of this form is always the same.
func (f *form) fixed() (n int) {
	for _, p := range f.pieces {
		n += len(p)
	}
	return n
}

func unescape(s string) string { return strings.ReplaceAll(s, `\n`, "\n") }

func newForm(english, text string) form {
	f := form{text: text}
	for {
		i := strings.IndexByte(english, '%')
		if i < 0 || i+1 >= len(english) {
			f.pieces = append(f.pieces, english)
			return f
		}
		f.pieces = append(f.pieces, english[:i])
		f.places = append(f.places, int(english[i+1]-'1'))
		english = english[i+2:]
	}
}

// match finds the values of a sentence of this form.
func (f *form) match(s string) (values []string, ok bool) {
	if !strings.HasPrefix(s, f.pieces[0]) {
		return nil, false
	}
	s = s[len(f.pieces[0]):]
	values = make([]string, len(f.places))
	for i, place := range f.places {
		piece := f.pieces[i+1]
		at := strings.Index(s, piece)
		if i == len(f.places)-1 { // the last piece ends the sentence
			if !strings.HasSuffix(s, piece) {
				return nil, false
			}
			at = len(s) - len(piece)
		}
		if at < 0 {
			return nil, false
		}
		if place < 0 || place >= len(values) {
			return nil, false
		}
		values[place] = s[:at]
		s = s[at+len(piece):]
	}
	return values, true
}

// ownTexts are the kinds of events whose texts are our own sentences. The others' are Kafka's log lines, and stay as they are.
const ownTexts = " append index-entry time-index-entry validate assign roll-test log-end flush-test "

// Event words what has happened: the kind of an event, and its text.
func Event(kind, text string) (string, string) {
	if strings.Contains(ownTexts, " "+kind+" ") {
		text = Said(text)
	}
	if t, ok := now.texts[kind+"|event"]; ok {
		kind = t
	}
	return kind, text
}

// Said words a sentence that the machine has said in English: the sentence with its numbers is recognized by its form. What stands
// at a place may be said by the machine too. A sentence of no known form stays as it is.
func Said(s string) string {
	if now.texts == nil || s == "" {
		return s
	}
	if t, ok := now.texts[s]; ok {
		return t
	}
	for i := range now.forms {
		values, ok := now.forms[i].match(s)
		if !ok {
			continue
		}
		for k := range values {
			if len(values[k]) < len(s) {
				values[k] = Said(values[k])
			}
		}
		return fill(now.forms[i].text, values)
	}
	return s
}
