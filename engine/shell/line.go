package shell

import (
	"fmt"
	"slices"
	"strings"
)

// String writes a line so that Parse reads the same again.
func (l Line) String() string {
	var head, body strings.Builder
	if l.Not {
		head.WriteString("! ")
	}
	for i, s := range l.Stages {
		if i > 0 {
			head.WriteString(" | ")
		}
		s.write(&head, &body)
	}
	switch {
	case l.Into != "" && l.Append:
		head.WriteString(" >> " + Quote(l.Into))
	case l.Into != "":
		head.WriteString(" > " + Quote(l.Into))
	}
	return head.String() + body.String()
}

// write adds the words of a stage to the line, and its here-document with its mark below it.
func (s Stage) write(head, body *strings.Builder) {
	head.WriteString(Join(s.Words))
	if !s.IsDoc {
		return
	}
	mark := freeMark(s.Doc)
	head.WriteString(" <<" + mark)
	body.WriteString("\n" + s.Doc + mark)
}

// freeMark is an end mark that no line of a text is equal to.
func freeMark(text string) string {
	taken := strings.Split(text, "\n")
	mark := "END"
	for n := 2; slices.Contains(taken, mark); n++ {
		mark = fmt.Sprintf("END%d", n)
	}
	return mark
}

// with is a copy of the line that ends with its stage i, which has other words; whole keeps what follows.
func (l Line) with(i int, words []string, whole bool) Line {
	l.Stages = slices.Clone(l.Stages)
	l.Stages[i].Words = words
	if !whole {
		l.Stages, l.Into, l.Append, l.Not = l.Stages[:i+1], "", false, false
	}
	return l
}
