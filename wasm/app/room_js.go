package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// In a browser one thread works and collects garbage, and a collection goes over all that holds pointers without a look at what comes in.
// So there shall be few collections, and little to go over.
const (
	garbage     = 300       // how much of it a machine may make before it is collected, in percent of what is in use
	memoryLimit = 160 << 20 // at which it is collected earlier: a program never gives back what it has taken from the browser once
	mostScanned = 16 << 20  // bytes with pointers, beyond which a lab shall leave in the store what it does not use
)

// room follows what the collections of garbage find.
type room struct {
	scanned uint64 // bytes with pointers after the latest
	pending int    // collections that have to come before it is known what cooling has brought
}

// collected is garbage at once; whoever waits for its end hears of each collection.
type collected struct{ room *room }

func (r *room) watch() {
	debug.SetGCPercent(garbage)
	debug.SetMemoryLimit(memoryLimit)
	runtime.SetFinalizer(&collected{r}, again)
}

func again(c *collected) {
	c.room.look()
	runtime.SetFinalizer(c, again)
}

// look lets the limit follow what is in use: a machine that needs nearly as much would be collected all the time, and the browser's
// events would wait for ever.
func (r *room) look() {
	found := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/scan/heap:bytes"}}
	metrics.Read(found)
	used := int64(found[0].Value.Uint64())
	debug.SetMemoryLimit(max(memoryLimit, used+used/3+24<<20))
	r.scanned, r.pending = found[1].Value.Uint64(), max(0, r.pending-1)
}

// rest collects when most of the garbage that may be is there already: after a commit nobody waits, in the midst of a command somebody
// does.
func (r *room) rest() {
	found := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/heap/objects:bytes"}, {Name: "/gc/heap/goal:bytes"}}
	metrics.Read(found)
	live, objects, goal := float64(found[0].Value.Uint64()), float64(found[1].Value.Uint64()), float64(found[2].Value.Uint64())
	if objects-live > (goal-live)*2/3 {
		runtime.GC()
	}
}

// tight tells once, until it is known what came of it, that there is much to go over.
func (r *room) tight() bool {
	if r.pending > 0 || r.scanned < mostScanned {
		return false
	}
	r.pending = 2
	return true
}
