package config

import (
	"strings"
	"testing"
)

// TestWarnings: no default is warned of, and the delay of a deletion is at every level.
func TestWarnings(t *testing.T) {
	for _, defs := range [][]*Def{TopicDefs(), BrokerDefs()} {
		for _, d := range defs {
			if w := d.Warning(d.Default); w != "" {
				t.Errorf("the default of %s is warned of: %s", d.Name, w)
			}
		}
	}
	topic, _ := Topic("file.delete.delay.ms")
	broker, _ := Brokers("log.segment.delete.delay.ms")
	check, _ := Brokers("log.retention.check.interval.ms")
	for _, c := range []struct {
		def   *Def
		value string
		want  string // part of the warning
	}{
		{topic, "0", "no reader gets a second"}, {topic, "1", "takes longer"}, {topic, "59999", "takes longer"}, {topic, "60000", ""}, {topic, "3600000", ""}, {topic, "3600001", "plan room"},
		{broker, "0", "no reader gets a second"}, {broker, "5000", "takes longer"}, {broker, "60000", ""},
		{check, "59999", "every pass"}, {check, "60000", ""}, {check, "nonsense", ""},
	} {
		if got := c.def.Warning(c.value); c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s=%s: %q", c.def.Name, c.value, got)
		}
	}
}
