package zstd

import (
	"encoding/binary"
	"math/bits"
)

// finder looks for earlier occurrences of what comes next, by a hash of four bytes.
type finder struct {
	heads  []int32 // of each hash: the latest position plus one
	before []int32 // of each position: the one before it with the same hash, plus one
	shift  int     // of a hash
	known  int     // positions in the tables
	tries  int
	lazy   bool
}

const (
	hashBytes = 4
	maxHash   = 16 // bits
	goodMatch = 64 // bytes; a longer one is not looked for
)

// begin forgets everything and prepares for src.
func (f *finder) begin(src []byte, level int) {
	width := min(maxHash, max(8, bitLen(len(src))))
	f.shift, f.known = 32-width, 0
	if cap(f.heads) < 1<<width {
		f.heads = make([]int32, 1<<width)
	}
	f.heads = f.heads[:1<<width]
	clear(f.heads)
	if cap(f.before) < len(src) {
		f.before = make([]int32, len(src))
	}
	f.before = f.before[:len(src)]
	f.tries, f.lazy = effort(level)
}

// effort is how many earlier occurrences are compared, and whether the next position is tried too.
func effort(level int) (tries int, lazy bool) {
	switch {
	case level < 3:
		return 1, false
	case level < 6:
		return 2, true
	case level < 10:
		return 16, true
	}
	return min(1<<(level/2), 256), true
}

// next finds the first good match from i on. Literals begin at done. Length 0 at the end: there is none.
func (f *finder) next(src []byte, i, done, end, last int) (at, distance, length int) {
	for ; i+hashBytes <= end; i += 1 + (i-done)>>8 { // faster through what does not repeat
		distance, length = f.best(src, i, end, last)
		if length == 0 {
			continue
		}
		if f.lazy && length < goodMatch && i+1+hashBytes <= end {
			if d, n := f.best(src, i+1, end, last); n > length+1 {
				return i + 1, d, n
			}
		}
		return i, distance, length
	}
	return end, 0, 0
}

// best is the longest match at i; one at the last distance is better than one a byte longer.
func (f *finder) best(src []byte, i, end, last int) (distance, length int) {
	f.learn(src, i)
	hash := f.hash(src, i)
	at := int(f.heads[hash]) - 1
	if f.known == i {
		f.enter(hash)
	}
	if last <= i {
		if n := same(src, i-last, i, end); n >= hashBytes {
			distance, length = last, n+1
		}
	}
	for tries := f.tries; tries > 0 && at >= 0 && i-at <= 1<<windowLog && length < goodMatch; tries-- {
		if i+length >= end || src[at+length] == src[i+length] {
			if n := same(src, at, i, end); n > length && n >= hashBytes {
				distance, length = i-at, n
			}
		}
		at = int(f.before[at]) - 1
	}
	if distance == last && length > 0 {
		length = same(src, i-last, i, end)
	}
	return distance, length
}

// learn enters the positions before i.
func (f *finder) learn(src []byte, i int) {
	for f.known < i && f.known+hashBytes <= len(src) {
		f.enter(f.hash(src, f.known))
	}
}

// enter enters the first position that is not known, which has that hash.
func (f *finder) enter(hash uint32) {
	f.before[f.known] = f.heads[hash]
	f.known++
	f.heads[hash] = int32(f.known)
}

func (f *finder) hash(src []byte, i int) uint32 {
	return binary.LittleEndian.Uint32(src[i:]) * 2654435761 >> f.shift
}

// same is how many bytes at a and b are the same, up to end.
func same(src []byte, a, b, end int) int {
	n := 0
	for b+n+8 <= end {
		if x := binary.LittleEndian.Uint64(src[a+n:]) ^ binary.LittleEndian.Uint64(src[b+n:]); x != 0 {
			return n + bits.TrailingZeros64(x)/8
		}
		n += 8
	}
	for b+n < end && src[a+n] == src[b+n] {
		n++
	}
	return n
}
