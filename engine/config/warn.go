package config

import "strconv"

// What is shorter or longer than these has cost somebody data or sleep. Milliseconds.
const (
	safeDeleteDelay = 60_000
	longDeleteDelay = 3_600_000
	shortCheck      = 60_000
)

// Warning says what a value puts at risk, or is empty. value is one that the setting takes, as text.
func (d *Def) Warning(value string) string {
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return ""
	}
	switch d.Name {
	case "file.delete.delay.ms", "log.segment.delete.delay.ms":
		switch {
		case n == 0:
			return "no reader gets a second: what is being sent from a segment breaks off when retention takes it"
		case n < safeDeleteDelay:
			return "a reader who takes longer for what it has asked for is broken off; 60,000 ms is the default"
		case n > longDeleteDelay:
			return "the disk keeps everything that is deleted for so long: plan room for it"
		}
	case "log.retention.check.interval.ms":
		if n < shortCheck {
			return "every pass asks each partition; 2 to 3 minutes are short enough"
		}
	}
	return ""
}
