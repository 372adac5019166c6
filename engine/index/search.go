package index

import "encoding/binary"

// warmSection is the end of the entries that a look-up tries first, in bytes: two pages, which
// nearly every look-up at the tail touches and so keeps in the page cache (KAFKA-6432).
const warmSection = 8192

// bound says which neighbour of the target is wanted if no entry hits it.
type bound uint8

const (
	lower bound = iota // the last entry below
	upper              // the first entry above
)

// search returns the number of the entry that the column gives for target, or -1 if there is none.
//
// It takes the very steps of Kafka: an exact hit ends it at once, so with equal values the entry
// found is the one that is probed first, and the first entry of the searched range is never probed.
func (m *mapped) search(w *words, target int64, want bound, t *Trace) (int, error) {
	if m.entries == 0 {
		return -1, nil
	}
	hot := max(0, m.entries-1-warmSection/m.size)
	t.begin(m, w, target, hot)
	if key := w.key(hot); key < target {
		t.probe(m, hot, key, Right)
		slot, hit := w.bisect(m, hot, m.entries-1, target, t)
		return t.end(m.neighbour(slot, hit, want)), w.err
	} else {
		t.probe(m, hot, key, Left)
	}
	if key := w.key(0); key > target {
		t.probe(m, 0, key, Left)
		return t.end(int(want) - 1), w.err // none is below, the first is above
	} else {
		t.probe(m, 0, key, Right)
	}
	slot, hit := w.bisect(m, 0, hot, target, t)
	return t.end(m.neighbour(slot, hit, want)), w.err
}

// neighbour is the wanted entry when slot is the last one at or below the target.
func (m *mapped) neighbour(slot int, hit bool, want bound) int {
	switch {
	case hit || want == lower:
		return slot
	case slot == m.entries-1:
		return -1
	}
	return slot + 1
}

// bisect halves a section until one entry is left, or one is hit.
func (w *words) bisect(m *mapped, low, high int, target int64, t *Trace) (slot int, hit bool) {
	warm := high == m.entries-1
	for low < high {
		if p, from := w.common(low, high); p != nil {
			if w.stride == offsetEntrySize && w.offset == 0 && t == nil {
				return w.withinX(p, low, high, target, warm)
			}
			return w.within(m, p, from, low, high, target, warm, t)
		}
		middle := int(uint(low+high+1) >> 1)
		key := int64(0)
		if p, at := w.place(middle); p != nil {
			key = w.base + number(p, at, w.width)
		} else {
			key = w.fault(middle)
		}
		if t != nil {
			t.record(m, middle, key, turn(key, target))
		}
		if key == target {
			return middle, true
		}
		if warm {
			above := int(mask(key > target))
			high ^= (high ^ (middle - 1)) & above
			low ^= (low ^ middle) &^ above
		} else if key > target {
			high = middle - 1
		} else {
			low = middle
		}
	}
	return low, false
}

// within is the rest of bisect for entries that lie in one page. The warm section is in the
// processor's caches, where a wrongly guessed branch costs more than the load that it waits for: so
// there nothing is guessed. In the cold part guessing hides the loads.
func (w *words) within(m *mapped, p *[pageSize]byte, from uint, low, high int, target int64, warm bool, t *Trace) (slot int, hit bool) {
	first, last := uint(low), uint(high)
	stride, width := w.stride, w.width
	sought := target - w.base
	for first < last {
		middle := (first + last + 1) >> 1
		key := number(p, middle*stride-from, width)
		if t != nil {
			t.record(m, int(middle), w.base+key, turn(key, sought))
		}
		if key == sought {
			return int(middle), true
		}
		if warm {
			above := mask(key > sought)
			last ^= (last ^ (middle - 1)) & above
			first ^= (first ^ middle) &^ above
		} else if key > sought {
			last = middle - 1
		} else {
			first = middle
		}
	}
	return int(first), false
}

// mask is all ones for true; the compiler makes no branch of it.
func mask(b bool) uint {
	n := uint(0)
	if b {
		n = 1
	}
	return -n
}

func turn(key, target int64) Turn {
	switch {
	case key > target:
		return Left
	case key < target:
		return Right
	}
	return Hit
}

func (w *words) withinX(p *[pageSize]byte, low, high int, target int64, warm bool) (slot int, hit bool) {
	const per = pageSize / offsetEntrySize
	rest := low &^ (per - 1)
	first, last := low-rest, high-rest
	sought := target - w.base
	for first < last {
		middle := (first + last + 1) >> 1
		at := (middle & (per - 1)) * offsetEntrySize
		key := int64(int32(binary.BigEndian.Uint32(p[at : at+4])))
		if key == sought {
			return rest + middle, true
		}
		if warm {
			above := int(sought-key) >> 63
			last ^= (last ^ (middle - 1)) & above
			first ^= (first ^ middle) &^ above
		} else if key > sought {
			last = middle - 1
		} else {
			first = middle
		}
	}
	return rest + first, false
}
