package broker

import (
	"logarium/engine/event"
	"logarium/engine/machine/clock"
	"logarium/engine/record"
)

// Host is what a broker needs from outside, handed to every call that changes something: the one clock of the lab,
// its chance, and which command of the journal is running.
type Host struct {
	Clock   *clock.Clock
	Random  *Random
	Command int // number of the journal command, 0 before the first
	Codecs  *record.Codecs

	Watch  event.Sink // hears of every event too; nil: nobody
	Walk   Walker     // hears of every event and of every stage within, after the fact; nil: nobody
	Thread string     // name of the thread in which Kafka does what is being done, "" for the caller's own
}

// Walker goes through what a broker does event by event, and may end it by a panic. Nothing but that may come of it.
type Walker func(broker int32, e event.Event)

// within does work that Kafka does in a thread of its own.
func (h *Host) within(thread string, work func()) {
	h.Thread = thread
	work()
	h.Thread = ""
}

// Now is the virtual time in ms.
func (h *Host) Now() int64 { return h.Clock.Now() }
