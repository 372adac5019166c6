package main

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"sync"

	"logarium/engine/lab"
	"logarium/engine/store"
)

var code = regexp.MustCompile(`<code>([^<]*)</code>`)

// runnable makes of each command line in a text a control that runs it. label says that to who cannot see it.
func runnable(text, label string) string {
	return code.ReplaceAllStringFunc(text, func(span string) string {
		line := html.UnescapeString(code.FindStringSubmatch(span)[1])
		if line = strings.TrimPrefix(line, "! "); !isCommand(line) {
			return span
		}
		return `<button type="button" class="try" title="` + label + `" data-act="tale-try:` + html.EscapeString(line) + `">` + span + `</button>`
	})
}

// isCommand tells a command line from the name of a file or a setting, and from the bare name of a command that needs more.
func isCommand(line string) bool {
	name, _, more := strings.Cut(line, " ")
	return slices.Contains(commands(), name) && (more || slices.Contains([]string{"df", "cache", "power-loss"}, name))
}

// commands are the words that a line of the console may begin with.
var commands = sync.OnceValue(func() []string {
	l, err := lab.New(store.NewMemory(), lab.Options{Name: "lessons"})
	if err != nil {
		panic(err) // a lab of no options always starts
	}
	return l.Complete("").Words
})
