package broker

import (
	"strconv"
	"strings"

	"logarium/engine/event"
)

// brief words the events that Kafka logs at TRACE or not at all and that are worth a row of their own.
func brief(e event.Event) (string, bool) {
	switch e := e.(type) {
	case event.Appended:
		return plural(e.Records, "record") + " at offset " + num(e.FirstOffset) + ", " + num(e.Size) + " B at position " + num(e.Position), true
	case event.IndexEntryAdded:
		return "offset " + num(e.Offset) + " at position " + num(int64(e.Position)), true
	case event.TimeIndexEntryAdded:
		return "timestamp " + num(e.Timestamp) + " at offset " + num(e.Offset), true
	case event.SegmentRenamed:
		return strings.Join(e.Files, ", "), true
	}
	return "", false
}

// passing are events that only somebody who walks through it all hears of: keeping them would make the machine another one.
func passing(e event.Event) bool {
	switch e.(type) {
	case event.Stage, event.Lock, event.TimeVerdict, event.SizeVerdict, event.StartVerdict:
		return true
	}
	return false
}

// Describe words an event in one line, "" if its kind says all.
func Describe(e event.Event) string {
	if text, ok := brief(e); ok {
		return text
	}
	switch e := e.(type) {
	case event.Stage:
		return e.Text
	case event.Logged:
		return e.Line().Text
	}
	return ""
}

// quiet are events of every append that say nothing beyond the one row which it has already.
func quiet(e event.Event) bool {
	switch e.(type) {
	case event.BatchPlaced, event.SegmentWriting, event.SegmentWritten, event.HighWatermarkChanged:
		return true
	}
	return false
}

func num(n int64) string { return strconv.FormatInt(n, 10) }

func plural(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return num(n) + " " + what + "s"
}
