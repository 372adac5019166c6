package shell

import (
	"strings"

	"logarium/engine/kerr"
)

// topicPattern is the regular expression that Kafka's tools make of a list of topics: commas stand for alternatives,
// blanks and quotes around it count for nothing. Error: RuntimeException.
func topicPattern(text string) (*regex, error) {
	text = strings.ReplaceAll(strings.ReplaceAll(strings.TrimSpace(text), ",", "|"), " ", "")
	text = strings.TrimRight(strings.TrimLeft(text, `"'`), `"'`)
	r, err := compile(text, false)
	if err != nil {
		return nil, kerr.New("RuntimeException", "%s is an invalid regex.", text)
	}
	return r, nil
}

// includes says that a list of topics has a name in it; a wrong one has none.
func includes(list, name string) bool {
	r, err := topicPattern(list)
	return err == nil && r.whole(name)
}

// basic rewrites a basic regular expression, in which + ? | ( ) { } stand for themselves unless escaped.
func basic(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\' && i+1 < len(text):
			i++
			if strings.IndexByte("+?|(){}", text[i]) < 0 {
				b.WriteByte('\\')
			}
			b.WriteByte(text[i])
		case strings.IndexByte("+?|(){}", c) >= 0, c == '*' && i == 0:
			b.WriteByte('\\')
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// literal escapes a text so that it stands for itself.
func literal(text string) string {
	var b strings.Builder
	for i := range len(text) {
		if strings.IndexByte(`\.*+?|(){}[]^$`, text[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(text[i])
	}
	return b.String()
}
