package index

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
	if low, high, ok := w.guided(target, want, t); ok {
		return w.led(low, high, target), w.err
	}
	hot := max(0, m.entries-1-warmSection/m.size)
	t.begin(m, w, target, hot)
	key := w.key(hot)
	if key < target {
		t.probe(m, hot, key, Right)
		slot, hit := w.bisect(m, hot, m.entries-1, target, t)
		return t.end(m.neighbour(slot, hit, want)), w.err
	}
	t.probe(m, hot, key, Left)
	if key = w.key(0); key > target {
		t.probe(m, 0, key, Left)
		return t.end(int(want) - 1), w.err // none is below, the first is above
	}
	t.probe(m, 0, key, Right)
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
	if warm := high == m.entries-1; t == nil && w.stride == offsetEntrySize && w.offset == offsetRelative {
		if low, high, hit = w.offsets(low, high, target, warm); hit {
			return low, true
		}
	}
	for low < high {
		middle := int(uint(low+high+1) >> 1)
		key := w.key(middle)
		switch {
		case key > target:
			t.probe(m, middle, key, Left)
			high = middle - 1
		case key < target:
			t.probe(m, middle, key, Right)
			low = middle
		default:
			t.probe(m, middle, key, Hit)
			return middle, true
		}
	}
	return low, false
}
