package lab

import (
	"slices"
	"strconv"
	"strings"

	"logarium/engine/event"
	"logarium/engine/shell"
	"logarium/engine/store"
)

// points are the places at which commands can wait, by name, with the kinds of events. Each name but the first few is
// a kind itself.
const breakPoints = `
append validate
recovery recover
retention-predicate verdict-start verdict-size verdict-time
assign
batch
checkpoint
cleaned
cleaning
cleaning-segment
config
delete-file
delete-size
delete-start
delete-time
duplicate
epoch
first-unstable
flush
flush-test
high-watermark
index-entry
index-resized
load-index-corrupt
load-index-missing
load-swap
loading
log-created
log-end
log-loaded
log-start
map
producer-expired
producers-loading
recover-cut
recovery-point
remove
rename
retention
retention-log
roll rolling
roll-test
rolled roll
segment-created
segment-writing
segment-written
shutdown
snapshot
split
swap
time-index-entry
truncate
txn-end
txn-index-entry
txn-start
validate
verdict-size
verdict-start
verdict-time
`

// kindsOf are the kinds of events at which a break point lets a command wait; none for an unknown one.
func kindsOf(point string) []string {
	for line := range strings.Lines(breakPoints) {
		words := strings.Fields(line)
		if len(words) > 0 && words[0] == point {
			return words[min(1, len(words)-1):]
		}
	}
	return nil
}

// atPoint tells that an event is one of those at which commands shall wait.
func (l *Lab) atPoint(e event.Event) bool {
	return slices.ContainsFunc(l.points, func(p string) bool { return slices.Contains(kindsOf(p), e.Kind()) })
}

// breakWords complete break points.
func breakWords(*shell.Env) []string {
	words := []string{"list", "clear"}
	for line := range strings.Lines(strings.TrimSpace(breakPoints)) {
		words = append(words, strings.Fields(line)[0])
	}
	return words
}

// codePoints keeps the break points with the lab. Names of another version that have no events here are let go.
func (l *Lab) codePoints(c *store.Coder) {
	store.Slice(c, &l.points, (*store.Coder).String)
	if c.Reading() {
		l.points = slices.DeleteFunc(l.points, func(p string) bool { return kindsOf(p) == nil })
	}
}

// breakCommand sets, lists and clears break points. They belong to the lab as the names of its states do, and not to the machine:
// the journal does not know them and undo leaves them as they are, but whoever opens the lab again finds them.
func (l *Lab) breakCommand(c *shell.Call) int {
	switch {
	case len(c.Args) == 0, len(c.Args) == 1 && c.Args[0] == "list":
		for _, p := range l.points {
			c.Printf("%s\n", p)
		}
		return 0
	case c.Args[0] == "clear":
		return l.clearPoints(c, c.Args[1:])
	case isNumber(c.Args[0]) && len(c.Args) > 2:
		n, _ := strconv.Atoi(c.Args[0])
		return l.breakInto(c, n, c.Args[1], c.Args[2:])
	}
	for _, p := range c.Args {
		if kindsOf(p) == nil {
			return c.Fail("there is no break point %s; help break lists them", p)
		}
	}
	for _, p := range c.Args {
		if !slices.Contains(l.points, p) {
			l.setPoints(append(slices.Clone(l.points), p))
		}
	}
	return 0
}

func (l *Lab) clearPoints(c *shell.Call, points []string) int {
	if len(points) == 0 && len(l.points) > 0 {
		l.setPoints(nil)
	}
	for _, p := range points {
		at := slices.Index(l.points, p)
		if at < 0 {
			return c.Fail("%s is not set", p)
		}
		l.setPoints(slices.Delete(slices.Clone(l.points), at, at+1))
	}
	return 0
}

func (l *Lab) setPoints(points []string) { l.points, l.uncommitted = points, true }
