package broker

import (
	"strconv"
	"strings"
)

// OutOfRange finds why a partition's log has no record with an offset any more, so that its readers get OFFSET_OUT_OF_RANGE: the event
// that raised the log start beyond it, or, if that was a deletion, the one that says by which rule its segment went; or the truncation
// that cut it off. Not ok if the log never had it, or the event is not kept any more.
func (b *Broker) OutOfRange(partition string, offset int64) (cause Happening, ok bool) {
	deletes := false // the rule of the deletion that is the cause has yet to be said
	for _, h := range b.EventsFrom(0) {
		if h.Partition != partition {
			continue
		}
		switch h.Kind {
		case "log-created": // another topic of the same name
			ok, deletes = false, false
		case "log-start":
			deletes = false
			if (!ok || cause.Kind == "truncate") && h.Number("start offset to ") > offset {
				cause, ok, deletes = h, true, strings.HasSuffix(h.Text, "due to segment deletion")
			}
		case "delete-time", "delete-size":
			if deletes && h.Base <= offset {
				cause = h
			}
		case "truncate":
			if h.Number("Truncating to offset ") <= offset {
				cause, ok, deletes = h, true, false
			}
		}
	}
	return cause, ok
}

// Number is the number that follows some words in the text, -1 if there is none.
func (h *Happening) Number(words string) int64 {
	_, rest, _ := strings.Cut(h.Text, words)
	end := 0
	for end < len(rest) && rest[end] >= '0' && rest[end] <= '9' {
		end++
	}
	n, err := strconv.ParseInt(rest[:end], 10, 64)
	if err != nil {
		return -1
	}
	return n
}
