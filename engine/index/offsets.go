package index

import "encoding/binary"

// perPage is how many entries of an offset index lie in a page, where they never cross its end.
const perPage = pageSize / offsetEntrySize

// offsets takes the steps of bisect over relative offsets, with nothing in the way: every fetch does
// this, and it is most of what finding an offset costs. It stops early at a page that is not in the
// page cache; bisect goes on from there. A slot that is hit is returned as low.
func (w *words) offsets(low, high int, target int64, warm bool) (int, int, bool) {
	sought := distance(target, w.base)
	for uint(low)/perPage != uint(high)/perPage {
		middle := int(uint(low+high+1) >> 1)
		p := w.page(middle)
		if p == nil {
			return low, high, false
		}
		switch key := relativeOffset(p, middle); {
		case key > sought:
			high = middle - 1
		case key < sought:
			low = middle
		default:
			return middle, middle, true
		}
	}
	p := w.page(low)
	if p == nil {
		return low, high, false
	}
	if warm {
		return withinWarm(p, low, high, sought)
	}
	return withinCold(p, low, high, sought)
}

// distance is target - base, or a number beyond all relative offsets where these are too far apart: differences of such numbers do not
// overflow.
func distance(target, base int64) int64 {
	const beyond = 1 << 32
	if target < base {
		return -int64(min(uint64(base)-uint64(target), beyond))
	}
	return int64(min(uint64(target)-uint64(base), beyond))
}

// page is the page in which an entry lies, nil if the disk must be asked.
func (w *words) page(entry int) *[pageSize]byte {
	if n := uint(entry) / perPage; n < uint(len(w.pages)) {
		return w.pages[n]
	}
	return nil
}

// withinCold bisects the entries of one page. The processor guesses the way and so reads ahead. Asking for nil, here and
// below, keeps the program from touching the first byte of the page at every step.
func withinCold(p *[pageSize]byte, low, high int, sought int64) (int, int, bool) {
	if p == nil {
		return low, high, false
	}
	for low < high {
		middle := int(uint(low+high+1) >> 1)
		switch key := relativeOffset(p, middle); {
		case key > sought:
			high = middle - 1
		case key < sought:
			low = middle
		default:
			return middle, middle, true
		}
	}
	return low, low, false
}

// withinWarm is withinCold for a page that lies in the processor's caches, as the warm section does:
// there a wrong guess costs more than waiting for a load, and nothing is guessed.
func withinWarm(p *[pageSize]byte, low, high int, sought int64) (int, int, bool) {
	if p == nil {
		return low, high, false
	}
	for low < high {
		middle := int(uint(low+high+1) >> 1)
		key := relativeOffset(p, middle)
		if key == sought {
			return middle, middle, true
		}
		above := int((sought - key) >> 63) // all ones if the key is above
		high ^= (high ^ (middle - 1)) & above
		low ^= (low ^ middle) &^ above
	}
	return low, low, false
}

// relativeOffset is that of an entry which lies in page p.
func relativeOffset(p *[pageSize]byte, entry int) int64 {
	at := int(uint(entry)%perPage) * offsetEntrySize
	return int64(int32(binary.BigEndian.Uint32(p[at : at+4])))
}
