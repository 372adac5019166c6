package lab

import (
	"math/bits"
	"slices"
	"strings"

	"logarium/engine/event"
	"logarium/engine/machine/disk"
	"logarium/engine/shell"
)

// held is one append: for how long it had the lock of its partition, and what that was for.
type held struct {
	client, lane int
	cost         int64 // ns
	bytes        int64 // copied into the page cache
	syncs        int64
	index        int   // entries written to the indexes
	rolled       bool  // a segment was made
	from, waited int64 // ns from the beginning: when the lock was taken, and how long that had been wanted
}

// What the work under the lock takes beside the device: a call of the kernel, and copying.
const (
	callNanos     = 1000
	bytesPerNanos = 10
	maxLines      = 8
	maxAppends    = 100_000
)

// contention is what appends of several clients do to each other.
type contention struct {
	lanes []string // partitions, in the order in which they were first written to
	held  []held
}

// locks runs each line on a copy of the machine, one after the other, and lays out their appends as if they had begun at once. The lines know
// the commands of the machine alone: those of the lab would act on the lab itself.
func (l *Lab) locks(c *shell.Call) int {
	if len(c.Args) == 0 || len(c.Args) > maxLines {
		return c.Fail("expected 1 to %d lines, each of a client that writes", maxLines)
	}
	var t contention
	work, control := c.Cluster.Fork(), aside(c, 0, 0, "")
	stop := control.Yield
	control.Yield = func() bool { return len(t.held) > maxAppends || stop() }
	for client, line := range c.Args {
		var now held
		var before disk.Stats
		work.Walk(func(id int32, e event.Event) {
			d := work.Broker(id).Disk()
			switch e := e.(type) {
			case event.Lock:
				if e.Held {
					now, before = held{client: client + 1, lane: t.lane(e.Name())}, d.Stats()
				} else {
					now.spend(before, d.Stats())
					t.held = append(t.held, now)
				}
			case event.SegmentWritten:
				now.cost += callNanos
			case event.IndexEntryAdded, event.TimeIndexEntryAdded:
				now.index++
			case event.Rolled:
				now.rolled = true
			}
		})
		out := l.bare.Run(&shell.Env{Cluster: work, Control: control}, line)
		work.Walk(nil)
		switch {
		case len(t.held) > maxAppends:
			return c.Fail("%s: more than %d appends", line, maxAppends)
		case control.Stopped():
			return c.Fail("stopped")
		case out.Exit != 0:
			return c.Fail("%s: %s", line, strings.TrimSpace(out.Out+out.Err))
		}
	}
	if len(t.held) == 0 {
		return c.Fail("nothing was appended")
	}
	t.layOut(len(c.Args))
	t.print(c)
	return 0
}

func (t *contention) lane(partition string) int {
	i := slices.Index(t.lanes, partition)
	if i < 0 {
		i, t.lanes = len(t.lanes), append(t.lanes, partition)
	}
	return i
}

// spend counts what the disk did.
func (h *held) spend(before, after disk.Stats) {
	h.bytes, h.syncs = after.CopiedBytes-before.CopiedBytes, after.Syncs-before.Syncs
	h.cost += h.bytes/bytesPerNanos + h.syncs*callNanos + after.BusyNanos - before.BusyNanos
}

// layOut gives every append its time: a client sends as soon as it can, and has the lock as soon as that is free.
func (t *contention) layOut(clients int) {
	ready, free := make([]int64, clients+1), make([]int64, len(t.lanes))
	var next [maxLines + 1]int // place in t.held from which on a client's next append is looked for
	for range t.held {
		first := -1
		for client := 1; client <= clients; client++ {
			at := &next[client]
			for *at < len(t.held) && t.held[*at].client != client {
				*at++
			}
			if *at < len(t.held) && (first < 0 || ready[client] < ready[first]) {
				first = client
			}
		}
		h := &t.held[next[first]]
		next[first]++
		h.from = max(ready[first], free[h.lane])
		h.waited = h.from - ready[first]
		ready[first] = h.from + h.cost
		free[h.lane] = ready[first]
	}
	slices.SortStableFunc(t.held, func(a, b held) int { return int(a.from - b.from) })
}

const (
	laneWidth = 60
	maxHeld   = 40 // that are listed
)

func (t *contention) print(c *shell.Call) {
	c.Printf("CLIENT %-*s   FROM us    HELD us  WAITED us   COPIED  FSYNC  INDEX\n", t.width(), "PARTITION")
	for _, h := range t.held[:min(len(t.held), maxHeld)] {
		roll := ""
		if h.rolled {
			roll = "  roll"
		}
		c.Printf("%6d %-*s %9s  %9s  %9s  %7d  %5d  %5d%s\n", h.client, t.width(), t.lanes[h.lane], micros(h.from), micros(h.cost), micros(h.waited), h.bytes, h.syncs, h.index, roll)
	}
	if more := len(t.held) - maxHeld; more > 0 {
		c.Printf("and %d more\n", more)
	}
	t.printLanes(c)
	t.printHistogram(c)
}

// width is that of the column of partitions.
func (t *contention) width() int {
	most := 18
	for _, name := range t.lanes {
		most = max(most, len(name))
	}
	return most
}

func micros(nanos int64) string { return decimal(nanos/100, 1) }

// printLanes draws when each lock was held, by the number of the client, and says how much of that overlapped.
func (t *contention) printLanes(c *shell.Call) {
	end, sum, waited := int64(1), int64(0), int64(0)
	for _, h := range t.held {
		end, sum, waited = max(end, h.from+h.cost), sum+h.cost, waited+h.waited
	}
	c.Printf("\n")
	for lane, name := range t.lanes {
		row := []byte(strings.Repeat(".", laneWidth))
		for _, h := range t.held {
			for i := h.from * laneWidth / end; h.lane == lane && i <= (h.from+h.cost-1)*laneWidth/end; i++ {
				row[i] = byte('0' + h.client)
			}
		}
		c.Printf("%-*s |%s|\n", t.width(), name, row)
	}
	c.Printf("over after %s us; locks held %s us, %s us of them beside another partition's; %s us waited\n", micros(end), micros(sum), micros(t.beside(sum)), micros(waited))
}

// beside is how long locks were held while another was held too, counted without the first of them.
func (t *contention) beside(sum int64) int64 {
	one, at := int64(0), int64(0) // time in which any lock was held
	for _, h := range t.held {
		if to := h.from + h.cost; to > at {
			one += to - max(at, h.from)
			at = to
		}
	}
	return sum - one
}

// printHistogram counts appends by how long they held the lock, in powers of two.
func (t *contention) printHistogram(c *shell.Call) {
	counts := make([][]int, len(t.lanes))
	for i := range counts {
		counts[i] = make([]int, 65)
	}
	low, high := 64, 0
	for _, h := range t.held {
		n := bits.Len64(uint64(h.cost / callNanos))
		counts[h.lane][n]++
		low, high = min(low, n), max(high, n)
	}
	c.Printf("\nHELD us     ")
	for _, name := range t.lanes {
		c.Printf(" %10s", name)
	}
	for n := low; n <= high; n++ {
		c.Printf("\n< %-10d", int64(1)<<n)
		for i := range t.lanes {
			c.Printf(" %*d", max(10, len(t.lanes[i])), counts[i][n])
		}
	}
	c.Printf("\n")
}
