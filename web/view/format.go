// Package view turns what the worker says into what the screen shows: plain structs with ready-made strings, and
// scenes as display lists. It knows neither the browser nor Vugu.
package view

import (
	"strconv"
	"strings"

	"logarium/web/words"
)

// Narrow separates groups of three digits and binds a number to its unit; it never breaks.
const Narrow = words.Narrow

// nb is a no-break space, between a number and its unit in running text.
const nb = "\u00a0"

// Group writes n with a narrow space between thousands.
func Group(n int64) string { return words.Group(n) }

// Bytes writes a size in binary units with three figures: 528 B, 15.7 KiB, 64 MiB.
func Bytes(n int64) string {
	if n < 1024 {
		return strconv.FormatInt(n, 10) + nb + "B"
	}
	v := float64(n)
	for _, unit := range []string{"KiB", "MiB", "GiB"} {
		v /= 1024
		if v < 1023.95 {
			return figures(v) + nb + unit
		}
	}
	return figures(v/1024) + nb + "TiB"
}

// figures writes v with one decimal below 100, without ".0".
func figures(v float64) string {
	decimals := 1
	if v >= 100 {
		decimals = 0
	}
	return strings.TrimSuffix(strconv.FormatFloat(v, 'f', decimals, 64), ".0")
}

// Plural writes a count with its noun.
func Plural(n int64, one, many string) string {
	if n == 1 {
		return "1" + nb + words.T(one)
	}
	return Group(n) + nb + words.T(many)
}

// Base splits a 20-digit file name into its leading zeros, which are shown faint, and the rest.
func Base(base int64) (zeros, rest string) {
	rest = strconv.FormatInt(base, 10)
	if len(rest) < 20 {
		zeros = strings.Repeat("0", 20-len(rest))
	}
	return zeros, rest
}

// HexDigits writes n as lower case digits, at least width of them.
func HexDigits(n int64, width int) string {
	s := strconv.FormatInt(n, 16)
	if len(s) < width {
		s = strings.Repeat("0", width-len(s)) + s
	}
	return s
}
