package checkpoint

import (
	"unicode/utf8"

	"logarium/engine/kerr"
)

// chunk is how many bytes java.io.BufferedReader decodes at a time. Bytes that are no UTF-8 fail the reading of their whole chunk, lines in
// front of them included.
const chunk = 8192

// decoded is the part of a text that Java reads before it meets bytes that are no UTF-8, and the error it ends with then.
func decoded(text []byte) lines {
	for at := 0; at < len(text); {
		r, n := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && n == 1 {
			length, cut := malformedLength(text[at:])
			bad := kerr.New("MalformedInputException", "Input length = %d", length)
			if cut { // that is noticed only when there is nothing more to come
				return lines{text: string(text[:at]), bad: bad}
			}
			return lines{text: string(text[:at/chunk*chunk]), bad: bad}
		}
		at += n
	}
	return lines{text: string(text)}
}

// malformedLength is how many of the bytes, of which the first do not make a character, java.nio.charset.MalformedInputException counts: those
// that could begin one, or all that are left if the end of the text cuts a character.
func malformedLength(b []byte) (length int, cut bool) {
	want, lead := 1, b[0]
	switch {
	case lead >= 0xf0 && lead <= 0xf4:
		want = 4
	case lead >= 0xe0 && lead <= 0xef:
		want = 3
	case lead >= 0xc2 && lead <= 0xdf:
		want = 2
	}
	n := 1
	for n < min(want, len(b)) && continues(b, n) {
		n++
	}
	return n, n == len(b) && n < want
}

// continues tells whether the byte at n can stand there after those in front of it. A surrogate can: it is refused as a whole.
func continues(b []byte, n int) bool {
	low, high := byte(0x80), byte(0xbf)
	if n == 1 {
		switch b[0] {
		case 0xe0:
			low = 0xa0
		case 0xf0:
			low = 0x90
		case 0xf4:
			high = 0x8f
		}
	}
	return b[n] >= low && b[n] <= high
}
