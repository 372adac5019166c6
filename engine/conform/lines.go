package conform

import (
	"slices"
	"strings"

	"logarium/engine/event"
)

// captured is a log line and the task during which it was written.
type captured struct {
	event.Line
	task   string
	thread string // that Kafka starts for it, "" for the caller's own
}

// levels decides which lines are kept: by the longest prefix of the logger's name.
type levels struct {
	root      event.Level
	overrides map[string]event.Level
}

func newLevels() levels { return levels{root: event.INFO, overrides: map[string]event.Level{}} }

func (l *levels) set(logger, level string) {
	names := []string{"TRACE", "DEBUG", "INFO", "WARN", "ERROR"}
	at := slices.Index(names, strings.ToUpper(level))
	if at < 0 {
		at = len(names) // OFF
	}
	if logger == "" {
		l.root = event.Level(at)
		return
	}
	l.overrides[logger] = event.Level(at)
}

func (l *levels) of(logger string) event.Level {
	best, level := -1, l.root
	for prefix, lv := range l.overrides {
		if strings.HasPrefix(logger, prefix) && len(prefix) > best {
			best, level = len(prefix), lv
		}
	}
	return level
}

// emit is the sink of every log.
func (d *Driver) emit(e event.Event) {
	logged, ok := e.(event.Logged)
	if !ok {
		return
	}
	if l := logged.Line(); l.Level >= d.levels.of(l.Logger) {
		d.lines = append(d.lines, captured{Line: l, task: d.task})
	}
}

// logLines is the "log" member. Lines that Kafka writes in the order of a directory listing are sorted, run by run.
func (d *Driver) logLines() []any {
	sortRuns(d.lines)
	out := make([]any, len(d.lines))
	for i, l := range d.lines {
		out[i] = d.lineRow(l)
	}
	return append(out, d.threadLines()...)
}

func (d *Driver) lineRow(l captured) []any {
	row := []any{l.Level.String(), l.Logger, d.norm(withoutSpeeds(l.Text))}
	extra := map[string]any{}
	if l.task != "" {
		extra["task"] = d.norm(l.task)
	}
	if l.thread != "" {
		extra["thread"] = l.thread
	}
	if l.Err != nil {
		extra["thrown"] = d.failure(l.Err)
	}
	if len(extra) > 0 {
		row = append(row, extra)
	}
	return row
}

// unordered are the beginnings, after the loader's prefix, of lines whose order means nothing.
var unordered = [...]string{"Deleting segment files ", "Recovering file ", "Found log file ", "Deleting stray "}

func unorderedKind(l captured) int {
	if !strings.HasPrefix(l.Text, "[LogLoader ") {
		return -1
	}
	_, text, _ := strings.Cut(l.Text, "] ")
	for i, u := range unordered {
		if strings.HasPrefix(text, u) && (i != 0 || strings.Contains(text, " that is compacted")) {
			return i
		}
	}
	return -1
}

func sortRuns(lines []captured) {
	for i := 0; i < len(lines); {
		kind, j := unorderedKind(lines[i]), i+1
		for kind >= 0 && j < len(lines) && unorderedKind(lines[j]) == kind {
			j++
		}
		slices.SortFunc(lines[i:j], func(a, b captured) int { return strings.Compare(a.Text, b.Text) })
		i = j
	}
}
