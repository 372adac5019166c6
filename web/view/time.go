package view

import (
	"strconv"

	"logarium/web/words"
)

const (
	second = int64(1000)
	minute = 60 * second
	hour   = 60 * minute
	day    = 24 * hour
)

// two writes n with at least two digits.
func two(n int64) string {
	if n < 10 {
		return "0" + strconv.FormatInt(n, 10)
	}
	return strconv.FormatInt(n, 10)
}

// ofDay is the time of day in ms, also for moments before 1970.
func ofDay(ms int64) int64 { return ((ms % day) + day) % day }

// TimeOfDay writes hh:mm:ss in UTC.
func TimeOfDay(ms int64) string {
	d := ofDay(ms)
	return two(d/hour) + ":" + two(d/minute%60) + ":" + two(d/second%60)
}

// When writes the time of a moment, with month and day if it is not the day of now.
func When(ms, now int64) string {
	if ms-ofDay(ms) == now-ofDay(now) {
		return TimeOfDay(ms)
	}
	date := Date(ms)
	return date[len(date)-len("01-02"):] + " " + TimeOfDay(ms)
}

// Millis writes the milliseconds of a moment as ".000".
func Millis(ms int64) string {
	d := ofDay(ms) % second
	return "." + strconv.FormatInt(1000+d, 10)[1:]
}

// Moment writes hh:mm:ss.mmm in UTC.
func Moment(ms int64) string { return TimeOfDay(ms) + Millis(ms) }

// Date writes yyyy-mm-dd in UTC (civil calendar from the day number; Howard Hinnant's algorithm).
func Date(ms int64) string {
	z := (ms-ofDay(ms))/day + 719468
	era := z / 146097
	if z < 0 {
		era = (z - 146096) / 146097
	}
	doe := z - era*146097
	yoe := (doe - doe/1460 + doe/36524 - doe/146096) / 365
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	mp := (5*doy + 2) / 153
	d := doy - (153*mp+2)/5 + 1
	m := mp + 3
	y := yoe + era*400
	if m > 12 {
		m -= 12
		y++
	}
	return strconv.FormatInt(y, 10) + "-" + two(m) + "-" + two(d)
}

// Age writes a length of time as an age: 38.4 s below a minute, then 2:05, 1:04:40, 6 days.
func Age(ms int64) string {
	if ms < 0 {
		return "−" + Age(-ms)
	}
	switch {
	case ms < second:
		return strconv.FormatInt(ms, 10) + nb + "ms"
	case ms < minute:
		return strconv.FormatFloat(float64(ms/100)/10, 'f', -1, 64) + nb + "s"
	case ms < hour:
		return strconv.FormatInt(ms/minute, 10) + ":" + two(ms/second%60)
	case ms < 2*day:
		return strconv.FormatInt(ms/hour, 10) + ":" + two(ms/minute%60) + ":" + two(ms/second%60)
	}
	return Plural(ms/day, "day", "days")
}

// Period writes a setting's length of time in its largest whole unit: 60 s, 5 min, 7 days.
func Period(ms int64) string {
	switch {
	case ms < 0:
		return words.T("no limit")
	case ms >= 2*day && ms%day == 0:
		return Plural(ms/day, "day", "days")
	case ms >= 2*hour && ms%hour == 0:
		return Group(ms/hour) + nb + "h"
	case ms >= 5*minute && ms%minute == 0:
		return Group(ms/minute) + nb + "min"
	case ms%second == 0:
		return Group(ms/second) + nb + "s"
	}
	return Group(ms) + nb + "ms"
}
