package lab

import (
	"strings"

	"logarium/engine/shell"
)

// ascii is a sentence of a view as the console prints it: a terminal, grep and a paste want plain digits and signs.
func ascii(s string) string {
	return strings.NewReplacer(thin, "", hard, " ", "−", "-", "–", "-", "≥", ">=", "≤", "<=").Replace(s)
}

// plainly lets a command print in ASCII what it has from the views.
func plainly(run func(*shell.Call) int) func(*shell.Call) int {
	return func(c *shell.Call) int {
		exit := run(c)
		text := ascii(c.Out.String())
		c.Out.Reset()
		c.Out.WriteString(text)
		return exit
	}
}
