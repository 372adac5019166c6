package event

import (
	"math"
	"strconv"
	"strings"
)

// Fixed prints a number as Java's %.nf does: the shortest decimal that stands for it is rounded half up, where C and Go
// round the exact binary value.
func Fixed(x float64, digits int) string {
	switch {
	case math.IsNaN(x):
		return "NaN"
	case math.IsInf(x, 0):
		return strings.TrimPrefix(strconv.FormatFloat(x, 'f', -1, 64), "+") + "inity"
	}
	text, negative := strings.CutPrefix(strconv.FormatFloat(x, 'f', -1, 64), "-")
	whole, fraction, _ := strings.Cut(text, ".")
	up := len(fraction) > digits && fraction[digits] >= '5'
	fraction = (fraction + strings.Repeat("0", digits))[:digits]
	number := whole + fraction
	if up {
		number = increment(number)
	}
	at := len(number) - digits
	if digits > 0 {
		number = number[:at] + "." + number[at:]
	}
	if negative {
		return "-" + number
	}
	return number
}

// increment adds one to a number in decimal digits.
func increment(number string) string {
	b := []byte(number)
	for i := len(b) - 1; i >= 0; i-- {
		if b[i] != '9' {
			b[i]++
			return string(b)
		}
		b[i] = '0'
	}
	return "1" + string(b)
}

// Grouped prints a whole number as Java's %,d does.
func Grouped(n int64) string { return groups(strconv.FormatInt(n, 10)) }

// groups puts commas between the thousands of a number in decimal.
func groups(number string) string {
	whole, fraction, has := strings.Cut(number, ".")
	if has {
		fraction = "." + fraction
	}
	digits, negative := strings.CutPrefix(whole, "-")
	for at := len(digits) - 3; at > 0 && digits[0] <= '9'; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	if negative {
		digits = "-" + digits
	}
	return digits + fraction
}
