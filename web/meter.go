package web

import (
	"slices"
	"strconv"
	"strings"

	"logarium/web/view"
	"logarium/web/words"
)

// pace is how fast this tab wrote records, in real time: all the way from the command to its answer.
type pace struct {
	per  int64 // records in each batch
	rate int64 // records a second
}

// Fewer records say more about the way there than about the log.
const (
	metered  = 1000
	mostPace = 4
)

// meter takes what a command has written and how many ms of real time it took. The latest pace for each size of a batch stays.
func (a *App) meter(out string, ms float64) {
	w := strings.Fields(out)
	if len(w) < 5 || !strings.HasPrefix(w[1], "batch") || w[2] != "of" || !strings.HasPrefix(w[4], "record") || ms <= 0 {
		return
	}
	batches, _ := strconv.ParseInt(w[0], 10, 64)
	per, _ := strconv.ParseInt(w[3], 10, 64)
	if batches*per < metered {
		return
	}
	a.paces = slices.DeleteFunc(a.paces, func(p pace) bool { return p.per == per })
	a.paces = append(a.paces, pace{per, int64(float64(batches*per) * 1000 / ms)})
	a.paces = a.paces[max(0, len(a.paces)-mostPace):]
}

// meterLines are the lines of the produce panel with what was measured.
func (a *App) meterLines() (facts []view.Fact) {
	for _, p := range a.paces {
		facts = append(facts, view.Fact{Name: words.F("measured in this tab, %1 a batch", view.Group(p.per)), Text: words.F("%1 records/s", view.Group(p.rate))})
	}
	return facts
}
