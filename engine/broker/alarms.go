package broker

import "strings"

// alarmPercent of a limit is where an operator wants to hear of it: time to act is left.
const alarmPercent = 80

// Mapped files of a segment: its offset and its time index.
const mapsOfSegment = 2

// Alarm is where the alarm line of a metric lies and which limit lies behind it; false for a metric without one. Open and
// mapped files are limited by the system (ulimit -n, vm.max_map_count). A segment takes one of the former and two of the
// latter, so that segments have a limit too, by what is left of both: that of a log counts what the others leave.
func (b *Broker) Alarm(m Metric) (line, limit int64, ok bool) {
	o := b.disk.Options()
	open, mapped := b.disk.OpenCount()
	switch {
	case m.Name == "logarium:name=OpenFiles":
		limit = int64(o.HandleLimit)
	case m.Name == "logarium:name=MappedFiles":
		limit = int64(o.MapLimit)
	case m.Name == "logarium:name=Segments", strings.Contains(m.Name, "name=NumLogSegments"):
		room := func(percent int) int64 {
			return int64(min(o.HandleLimit*percent/100-open, (o.MapLimit*percent/100-mapped)/mapsOfSegment))
		}
		return max(0, m.Value+room(alarmPercent)), max(0, m.Value+room(100)), true
	default:
		return 0, 0, false
	}
	return limit * alarmPercent / 100, limit, true
}

// Alarmed says that a metric has passed its alarm line.
func (b *Broker) Alarmed(m Metric) bool {
	line, _, ok := b.Alarm(m)
	return ok && m.Value > line
}
