// Package words holds everything that the screen says, in every language it speaks. The code says it in English; the file of
// another language, static/words/zh.txt, has each of these texts with its translation, and a test holds the file and the code
// against each other. A page fetches the file of its language: the program carries none.
//
// Kafka's names, settings, log lines and command lines are not words: they stay as they are. What the machine itself says in
// English, since its console prints it too, is worded by Said.
package words

import "strings"

// zh is the Chinese file; empty until somebody brings it.
var zh string

// File is where a page finds the texts of the screen's language.
func File() string { return "words/" + now.lang + ".txt" }

// Lacks tells whether the texts of the screen's language are not there yet. What they would say is said in English until then.
func Lacks() bool { return now.lang == "zh" && zh == "" }

// Learn takes the Chinese texts.
func Learn(file string) {
	zh = file
	now.turn++
	if now.lang == "zh" {
		now.texts, now.forms = parse(zh)
	}
}

// Turn counts how often what the screen says has changed: another language, or texts that came. What was worded before is out of date.
func Turn() int { return now.turn }

// now is the language that the screen speaks, and its texts; English has none.
var now = struct {
	lang  string
	texts map[string]string
	forms []form
	turn  int
}{lang: "en"}

// Language is a language with its own name for itself.
type Language struct{ Code, Name string }

// Languages lists what Set takes.
func Languages() []Language { return []Language{{"en", "English"}, {"zh", "中文"}} }

// Set switches to a language, by its code or by a tag as browsers have it, "zh-Hans-CN". It reports whether it speaks that one;
// if not nothing changes.
func Set(tag string) bool {
	code, _, _ := strings.Cut(strings.ToLower(tag), "-")
	switch code {
	case now.lang:
	case "en":
		now.texts, now.forms = nil, nil
	case "zh":
		now.texts, now.forms = parse(zh)
	default:
		return false
	}
	if now.lang != code {
		now.lang = code
		now.turn++
	}
	return true
}

// Lang is the code of the language that the screen speaks.
func Lang() string { return now.lang }

// T is a text in the language of the screen. What stands behind a | tells two meanings of a word apart and is not shown: "open|verb".
func T(english string) string {
	if now.texts != nil {
		if s, ok := now.texts[english]; ok {
			return s
		}
	}
	s, _, _ := strings.Cut(english, "|")
	return s
}

// F is a text with values at its places, %1 to %9.
func F(english string, values ...string) string { return fill(T(english), values) }

// N is the one of two texts that a number asks for, with the number at %1: "%1 segment", "%1 segments".
func N(n int64, one, many string, values ...string) string {
	if n == 1 && now.texts == nil {
		many = one
	}
	return fill(T(many), append([]string{Group(n)}, values...))
}

func fill(s string, values []string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+1 < len(s) {
			if n := int(s[i+1]) - '1'; n >= 0 && n < len(values) {
				b.WriteString(values[n])
				i++
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
