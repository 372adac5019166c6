package lab

import (
	"fmt"
	"strconv"
	"strings"
)

// Blanks that do not break: between groups of digits, and between a number and its unit.
const (
	thin = "\u202f"
	hard = "\u00a0"
)

// grouped writes a number with a narrow blank between thousands, from five digits on as from four.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	sign := ""
	if s[0] == '-' {
		sign, s = "−", s[1:]
	}
	var b strings.Builder
	for i, digit := range s {
		if i > 0 && (len(s)-i)%3 == 0 {
			b.WriteString(thin)
		}
		b.WriteRune(digit)
	}
	return sign + b.String()
}

// age is a span of time as people read it: "45 ms", "21.6 s" below a minute, then "4:40", "2:03:00", "3 d 04:00".
func age(ms int64) string {
	if ms < 0 {
		return "−" + age(-ms)
	}
	s := ms / 1000
	switch {
	case ms < 60_000 && ms%1000 == 0:
		return fmt.Sprintf("%d%ss", s, hard)
	case ms < 100:
		return fmt.Sprintf("%d%sms", ms, hard)
	case ms < 60_000:
		return fmt.Sprintf("%d.%d%ss", s, ms%1000/100, hard)
	case s < 3600:
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	case s < 86_400:
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d%sd %02d:%02d", s/86_400, hard, s/3600%24, s/60%60)
}

// span is a span of time in full precision: "38.356 s", "60 s".
func span(ms int64) string {
	if ms < 0 {
		return "−" + span(-ms)
	}
	if ms%1000 == 0 {
		return grouped(ms/1000) + hard + "s"
	}
	return grouped(ms/1000) + strings.TrimRight(fmt.Sprintf(".%03d", ms%1000), "0") + hard + "s"
}

// limit is a configured span of time in the largest unit that divides it at least twice: "60 s", "10 min", "7 d".
func limit(ms int64) string {
	for _, u := range []struct {
		name string
		ms   int64
	}{{"d", 86_400_000}, {"h", 3_600_000}, {"min", 60_000}, {"s", 1000}} {
		if ms%u.ms == 0 && (ms >= 2*u.ms || u.ms == 1000) {
			return grouped(ms/u.ms) + hard + u.name
		}
	}
	return grouped(ms) + hard + "ms"
}

// size is a number of bytes with a unit: "12.9 KiB", "16 KiB", "528 B".
func size(n int64) string {
	units := [...]string{"KiB", "MiB", "GiB", "TiB"}
	if n < 1024 {
		return strconv.FormatInt(n, 10) + hard + "B"
	}
	f, u := float64(n)/1024, 0
	for f >= 1024 && u < len(units)-1 {
		f, u = f/1024, u+1
	}
	return strings.TrimSuffix(strconv.FormatFloat(f, 'f', 1, 64), ".0") + hard + units[u]
}

// sizeOf is "12.9 of 16 KiB": the unit once where both have the same.
func sizeOf(n, total int64) string {
	a, b := size(n), size(total)
	number, unit, _ := strings.Cut(a, hard)
	if strings.HasSuffix(b, hard+unit) {
		a = number
	}
	return a + " of " + b
}

// duration is a span of time as the clock command reads it: "41s", "1h30m", "16ms".
func duration(ms int64) string {
	if ms == 0 {
		return "0ms"
	}
	var b strings.Builder
	for _, u := range []struct {
		name string
		ms   int64
	}{{"d", 86_400_000}, {"h", 3_600_000}, {"m", 60_000}, {"s", 1000}, {"ms", 1}} {
		if n := ms / u.ms; n > 0 {
			fmt.Fprintf(&b, "%d%s", n, u.name)
			ms -= n * u.ms
		}
	}
	return b.String()
}
