package shell

import (
	"strings"

	"logarium/engine/broker"
)

var metricsOptions = []Option{
	{Name: "alarms", Doc: "only those with an alarm line, and where it lies"},
	{Name: "history", Doc: "what they were, one line for each sample"},
	{Name: "limit", Arg: "N", Doc: "with --history: the latest N samples, 20 if not given"},
}

func metricsWords(e *Env) []string {
	return []string{"BytesInPerSec", "LogEndOffset", "LogFlushRateAndTimeMs", "LogStartOffset", "MessagesInPerSec", "NumLogSegments", "OfflineLogDirectoryCount", "Size"}
}

// metrics prints what the broker's MBeans show, as `NAME:ATTRIBUTE=VALUE`, the way JmxTool does.
func metrics(c *Call) int {
	o, err := ParseOptions(metricsOptions, c.Args)
	if err != nil {
		return c.usage(err.Error(), metricsOptions)
	}
	limit, err := o.Int("limit", 20, 32)
	if err != nil || limit < 1 {
		return c.Fail("--limit %s is not a number of samples", o.Get("limit", ""))
	}
	b := c.Broker()
	found := 0
	for i, m := range b.Metrics() {
		line, most, alarmed := b.Alarm(m)
		if !matches(o.Rest, m.Name) || o.Has("alarms") && !alarmed {
			continue
		}
		found++
		switch name := m.Name + ":" + m.Attribute; {
		case o.Has("history"):
			c.Printf("%s%s\n", name, unitOf(m))
			points := b.History(i)
			for _, p := range points[max(0, len(points)-int(limit)):] {
				c.Printf("  %s %d\n", isoTime(p.At), p.Value)
			}
		case o.Has("alarms"):
			state := "ok"
			if b.Alarmed(m) {
				state = "ALARM"
			}
			c.Printf("%-5s %s=%d, alarm above %d, limit %d\n", state, name, m.Value, line, most)
		default:
			c.Printf("%s=%d%s\n", name, m.Value, unitOf(m))
		}
	}
	if found == 0 {
		return c.Fail("no metric is called %s", strings.Join(o.Rest, ", "))
	}
	return 0
}

func unitOf(m broker.Metric) string {
	if m.Unit == "" {
		return ""
	}
	return " " + m.Unit
}

// matches says that a name contains one of the words, or that there is none to contain.
func matches(words []string, name string) bool {
	for _, w := range words {
		if strings.Contains(name, w) {
			return true
		}
	}
	return len(words) == 0
}
