package web

import (
	"strings"

	"logarium/web/words"
)

// KeyLine is a line of the list of keys: those of ui.md, in its order.
type KeyLine struct {
	Keys []string
	Does string
}

// Pressed writes the keys in a row.
func (l KeyLine) Pressed() string { return strings.Join(l.Keys, "\u2002") }

// KeyLines lists what every key does.
func KeyLines() []KeyLine {
	return []KeyLine{
		{[]string{"."}, words.T("one event")},
		{[]string{"n"}, words.T("next scheduled task")},
		{[]string{"s", "m", "Shift m"}, words.T("1 second, 1 minute, 1 hour")},
		{[]string{"Space"}, words.T("play, pause")},
		{[]string{"Ctrl Z", "Ctrl Shift Z"}, words.T("undo, redo")},
		{[]string{"[", "]"}, words.T("older, newer batch")},
		{[]string{"{", "}"}, words.T("older, newer segment")},
		{[]string{"+", "-", "0"}, words.T("zoom the strip, fit")},
		{[]string{"1", "…", "8"}, words.T("the tools, from left to right")},
		{[]string{"`"}, words.T("drawer: console, or closed")},
		{[]string{"/"}, words.T("filter of the focused panel")},
		{[]string{"g"}, words.T("go to offset or position")},
		{[]string{"w", "l"}, words.T("why is it here, look it up")},
		{[]string{"Ctrl ↵"}, words.T("send, or run in the console")},
		{[]string{"F6", "Shift F6"}, words.T("next, previous panel")},
		{[]string{"p", "Esc"}, words.T("present; leave, clear the selection")},
		{[]string{"←", "→", "Home", "End"}, words.T("in the strip: batches, with Shift segments; the ends")},
		{[]string{"Enter", "Alt ←"}, words.T("in the bytes: follow a pointer, come back")},
		{[]string{"→", "←", "b", "x", "t"}, words.T("presenting: next, back, blank, panes, spotlight")},
		{[]string{"a", "…", "d"}, words.T("in a lesson: answer; ← → step, Enter runs")},
		{[]string{"?"}, words.T("this list")},
	}
}
