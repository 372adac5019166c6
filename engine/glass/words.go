package glass

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"logarium/engine/codec"
)

// count is "1 byte", "20 bytes", "1 entry", "2 entries".
func count(n int64, what string) string {
	switch {
	case n == 1:
		return "1 " + what
	case strings.HasSuffix(what, "y") && what != "key":
		what = what[:len(what)-1] + "ie"
	case strings.HasSuffix(what, "h"):
		what += "e"
	}
	return strconv.FormatInt(n, 10) + " " + what + "s"
}

// date is a moment in UTC; what is no sensible one stays a number.
func date(ms int64) string {
	if ms < 0 || ms > 253402300799999 { // end of the year 9999
		return strconv.FormatInt(ms, 10)
	}
	return time.UnixMilli(ms).UTC().Format("2006-01-02 15:04:05.000")
}

// plus is a sum spelled out: "2149 + 61 = offset 2210".
func plus(a, b int64, what string) string {
	if b < 0 {
		return fmt.Sprintf("%d − %d = %s%d", a, -b, what, a+b)
	}
	return fmt.Sprintf("%d + %d = %s%d", a, b, what, a+b)
}

const maxQuote = 120 // bytes of a text that are shown

// quote shows bytes as text if they are one, otherwise in hexadecimal.
func quote(b []byte) string {
	cut, dots := b, ""
	if len(cut) > maxQuote {
		cut, dots = cut[:maxQuote], "…"
		for len(cut) > 0 && !utf8.RuneStart(b[len(cut)]) {
			cut = cut[:len(cut)-1]
		}
	}
	if printable(cut) {
		return strconv.Quote(string(cut)) + dots
	}
	if len(cut) > maxQuote/4 {
		cut, dots = cut[:maxQuote/4], "…"
	}
	return fmt.Sprintf("% x", cut) + dots
}

func printable(b []byte) bool {
	if !utf8.Valid(b) {
		return false
	}
	for _, r := range string(b) {
		if r != '\n' && r != '\t' && !strconv.IsPrint(r) {
			return false
		}
	}
	return true
}

// unfold shows how a varint becomes its number: "d8 04: 0000100·1011000 = 600, zigzag 300".
func unfold(b []byte) string {
	n, groups := uint64(0), make([]string, len(b))
	for i, x := range b {
		n |= uint64(x&0x7f) << (7 * i)
		groups[len(b)-1-i] = fmt.Sprintf("%07b", x&0x7f)
	}
	v, _ := codec.Varlong(b)
	return fmt.Sprintf("% x: %s = %d, zigzag %d", b, strings.Join(groups, "·"), n, v)
}
