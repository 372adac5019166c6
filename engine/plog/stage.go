package plog

import (
	"strconv"

	"logarium/engine/event"
)

// stage tells whoever walks through an append where it is: two numbers with words before them.
func (a *appending) stage(what, first string, x int64, second string, y int64) {
	if a.env.Stages {
		text := first + strconv.FormatInt(x, 10) + second + strconv.FormatInt(y, 10)
		a.env.Emit(event.Stage{Partition: a.log.part, What: what, Text: text})
	}
}

// lock tells whoever walks through when Kafka holds the monitor of a leader's UnifiedLog.
func (a *appending) lock(held bool) {
	if a.env.Stages && a.leader {
		a.env.Emit(event.Lock{Partition: a.log.part, Held: held})
	}
}
