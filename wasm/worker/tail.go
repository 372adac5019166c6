package worker

import (
	"encoding/json"
	"fmt"

	"logarium/engine/message"
)

// tailLines is how many server.log lines one event may carry; a page that needs more asks for the view.
const tailLines = 100

// logTail remembers how much of server.log the page has been told.
type logTail struct{ last int64 } // Seq of the latest line, -1 if there is none

// skip goes to the end of the log.
func (t *logTail) skip(lab Lab) { t.since(lab) }

// since returns the lines that are new, the latest ones if there are many. After an undo the log is shorter, and there
// are none.
func (t *logTail) since(lab Lab) []message.LogLine {
	view, err := lab.View("serverLog", json.RawMessage(fmt.Sprintf(`{"from":-%d,"limit":%d}`, tailLines, tailLines)))
	log, ok := view.(message.ServerLog)
	if err != nil || !ok {
		return nil
	}
	known := t.last
	t.last = -1
	if len(log.Lines) > 0 {
		t.last = log.Lines[len(log.Lines)-1].Seq
	}
	first := 0
	for first < len(log.Lines) && log.Lines[first].Seq <= known {
		first++
	}
	return log.Lines[first:]
}
