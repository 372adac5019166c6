package index

import (
	"math/bits"

	"logarium/engine/machine/disk"
)

const (
	// leastGuided is from how many entries on a file is worth a guide.
	leastGuided = 4096
	// perBucket is how many entries a bucket of the guide has, at the least if they lie evenly. Fewer, and the guide of a large file is too
	// large for the cache that is nearest to the processor but one.
	perBucket = 32
	// fewEntries are bisected without guesses: they lie in a few cache lines.
	fewEntries = 32
	// reach is how many entries around the place where evenly spread ones would have it are looked at first, to either side.
	reach = 2
	// sign turns the order of signed numbers into that of unsigned ones.
	sign = 1 << 63
)

// guided narrows the search for the last entry at or below target, in a file that is searched again and again while nobody writes to it: a
// guide that fits into the processor's caches leads to the few entries that can be it, where the path by halves waits for memory six times. That
// the file is in order was seen when the guide was made, and in order there is one answer, whatever the path. It knows nothing of files that are
// short, that change, that are not in order or not in the page cache, of other columns than the first, and of traces, as it takes no steps that
// could be shown. A target below all entries gives -1, -1.
func (w *words) guided(target int64, want bound, t *Trace) (low, high int, ok bool) {
	if t != nil || want != lower || w.offset != 0 || w.notes == nil || w.file.entries < leastGuided || !w.hasGuide() {
		return 0, 0, false
	}
	n, sought := w.notes, uint64(target)^sign
	if sought < n.Least {
		return -1, -1, true
	}
	last := uint64(len(n.First) - 2)
	bucket := min((sought-n.Least)>>(n.Shift&63), last)
	return max(0, int(n.First[bucket])-1), int(n.First[bucket+1]) - 1, true
}

// led goes on from where a guide leads.
func (w *words) led(low, high int, target int64) int {
	if slot, ok := w.evenly(low, high, target); ok {
		return slot
	}
	if high-low < fewEntries {
		return w.among(low, high, target)
	}
	slot, _ := w.bisect(w.file, low, high, target, nil)
	return slot
}

// evenly is the last entry at or below target if it is near the place at which it would be if the entries of its bucket were spread evenly; ok says so.
// They lie in one cache line or two, which come at the same time, as nothing is guessed.
func (w *words) evenly(low, high int, target int64) (slot int, ok bool) {
	n, sought := w.notes, uint64(target)^sign
	within := (sought - n.Least) & (1<<(n.Shift&63) - 1)
	at := low + 1 + int(within*uint64(high-low)>>(n.Shift&63))
	first, last := max(low, at-reach), min(high, at+reach)
	if last-first != 2*reach {
		return 0, false
	}
	if p := w.page(first); w.stride == offsetEntrySize && p != nil && p == w.page(last) {
		slot = first - 1 + notAbove(p, first, distance(target, w.base))
	} else {
		slot = last
		for i := range 2*reach + 1 {
			slot += above(uint64(w.key(first+i))^sign, sought)
		}
	}
	return slot, slot >= first && slot < last
}

// notAbove counts which of 2*reach+1 entries in one page of an offset index are not above sought, which is relative to the base.
func notAbove(p *[pageSize]byte, first int, sought int64) (count int) {
	for i := range 2*reach + 1 {
		count += int(uint64(relativeOffset(p, first+i)-sought-1) >> 63)
	}
	return count
}

// among is the last of a few entries at or below target, the first of which is. Nothing is left for the processor to guess, so that it goes on
// to the next look-up while it waits for memory.
func (w *words) among(low, high int, target int64) int {
	sought := uint64(target) ^ sign
	for n := high - low + 1; n > 1; {
		half := n >> 1
		low += half
		low -= half & above(uint64(w.key(low))^sign, sought)
		n -= half
	}
	return low
}

// above has all bits set if key > sought, and none otherwise.
func above(key, sought uint64) int {
	_, borrow := bits.Sub64(sought, key, 0)
	return -int(borrow)
}

// hasGuide says that there is a guide. It makes one after as many look-ups as it has buckets, which then cost as much as making it.
func (w *words) hasGuide() bool {
	n := w.notes
	if n.Of != w.file.entries {
		*n = disk.Notes{Of: w.file.entries}
	}
	if n.First == nil {
		if n.Looks++; n.Looks*perBucket < n.Of {
			return false
		}
		n.Looks = 0
		w.guide()
	}
	return len(n.First) > 0
}

// guide makes the guide if all pages are there.
func (w *words) guide() {
	n := w.notes
	for p := range (n.Of*w.file.size-1)/pageSize + 1 {
		if p >= len(w.pages) || w.pages[p] == nil {
			return
		}
	}
	n.Least = uint64(w.key(0)) ^ sign
	span := uint64(w.key(n.Of-1)) ^ sign - n.Least
	n.Shift = uint(bits.Len64(span / uint64(n.Of/perBucket)))
	n.First = make([]uint32, 0, span>>n.Shift+2)
	for i, before := 0, n.Least-1; i < n.Of; i++ {
		key := uint64(w.key(i)) ^ sign
		if key <= before && i > 0 || key-n.Least > span {
			n.First = n.First[:0]
			return
		}
		for before = key; uint64(len(n.First)) <= (key-n.Least)>>n.Shift; {
			n.First = append(n.First, uint32(i))
		}
	}
	n.First = append(n.First, uint32(n.Of))
}
