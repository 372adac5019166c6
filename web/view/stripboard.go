package view

import "logarium/web/draw"

// board is the room below the band. What stands there takes its place: texts, and the leaders that hang down to them. Nothing
// is put where it would touch a text or be crossed by a leader.
type board struct {
	texts []area
	leads []area // no width
}

// area is a rectangle in px.
type area struct{ left, right, top, bottom float64 }

func (a area) touches(b area) bool {
	return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top
}

// free tells whether a text fits there.
func (b *board) free(a area) bool {
	for _, t := range b.texts {
		if a.touches(t) {
			return false
		}
	}
	for _, l := range b.leads {
		if a.touches(area{l.left - 2, l.left + 2, l.top, l.bottom}) {
			return false
		}
	}
	return true
}

// clear tells whether a leader crosses no text.
func (b *board) clear(lead area) bool {
	for _, t := range b.texts {
		if t.touches(area{lead.left - 2, lead.left + 2, lead.top, lead.bottom}) {
			return false
		}
	}
	return true
}

// starts is where a text on the left may begin: at the edge, or behind a leader near it.
func (b *board) starts() []float64 {
	out := []float64{stripLeft}
	for _, l := range b.leads {
		if l.left < stripLeft+60 {
			out = append(out, max(stripLeft, l.left+6))
		}
	}
	return out
}

// hanging is a text on a leader that comes down from the band.
type hanging struct {
	mark
	font  draw.Font
	rows  []float64 // baselines on which it may stand, the best first
	w     float64   // of the text
	at    float64   // the baseline found, 0: there is no room
	right bool      // the text stands right of the leader
}

// textUp and textDown are how far a text reaches above and below its baseline.
const (
	textUp   = 9.0
	textDown = 3.0
)

// hang finds a place for a text: the first of its rows that is free, on the left of the leader if there is any there.
func (b *board) hang(h *hanging, top, width float64) bool {
	for _, right := range []bool{false, true} {
		for _, y := range h.rows {
			a := area{h.x - 12 - h.w, h.x - 8, y - textUp, y + textDown}
			if right {
				a.left, a.right = h.x+8, h.x+12+h.w
			}
			lead := area{h.x, h.x, top, y - textDown}
			if a.left < 0 || a.right > width || !b.free(a) || !b.clear(lead) {
				continue
			}
			b.texts, b.leads = append(b.texts, a), append(b.leads, lead)
			h.at, h.right = y, right
			return true
		}
	}
	h.at = 0
	return false
}

// arrange hangs all texts so that no leader crosses one of them. It tries the orders in which they can be hung, that of the
// list first, and keeps the one that leaves out least.
func (b *board) arrange(list []hanging, top, width float64) []hanging {
	var best []hanging
	var kept board
	most := -1
	eachOrder(len(list), func(order []int) bool {
		try := board{append([]area(nil), b.texts...), append([]area(nil), b.leads...)}
		out, n := append([]hanging(nil), list...), 0
		for _, i := range order {
			if try.hang(&out[i], top, width) {
				n++
			}
		}
		if n > most {
			most, best, kept = n, out, try
		}
		return n < len(list)
	})
	*b = kept
	return best
}

// eachOrder calls f with the orders of 0 ... n-1, beginning with that one, until f returns false.
func eachOrder(n int, f func(order []int) bool) {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	var from func(k int) bool
	from = func(k int) bool {
		if k == n {
			return f(order)
		}
		for i := k; i < n; i++ {
			moved := order[i]
			copy(order[k+1:i+1], order[k:i])
			order[k] = moved
			if !from(k + 1) {
				return false
			}
			copy(order[k:i], order[k+1:i+1])
			order[i] = moved
		}
		return true
	}
	from(0)
}
