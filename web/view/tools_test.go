package view

import (
	"strings"
	"testing"

	"logarium/engine/message"
)

func TestSettingsAreReadAndWrittenWithUnits(t *testing.T) {
	for _, c := range []struct{ unit, value, text string }{
		{"ms", "60000", "60 s"}, {"ms", "604800000", "7 days"}, {"ms", "9223372036854775807", "never"}, {"ms", "-1", "−1"}, {"ms", "0", "0 s"},
		{"bytes", "16384", "16 KiB"}, {"bytes", "1000", "1000 B"}, {"bytes", "1500", "1 500 B"}, {"bytes", "-1", "−1"}, {"h", "168", "7 days"},
		{"", "9223372036854775807", "never"}, {"", "delete", "delete"}, {"", "0.5", "0.5"}, {"", "4096", "4 096"},
	} {
		got := settingText(c.unit, c.value)
		if plain := strings.NewReplacer(Narrow, " ", nb, " ").Replace(got); plain != c.text {
			t.Errorf("%s %s is written %q, want %q", c.value, c.unit, plain, c.text)
		}
		if back := ParseSetting(c.unit, got); back != c.value {
			t.Errorf("%q %s is read back as %s", got, c.unit, back)
		}
	}
	for in, want := range map[string]string{"1.5 h": "5400000", "250ms": "250", "2 weeks": "2 weeks", "": "", "compact, delete": "compact, delete"} {
		if got := ParseSetting("ms", in); got != want {
			t.Errorf("%q is read as %q", in, got)
		}
	}
}

func TestConfigPanel(t *testing.T) {
	c := Config{N: 20, Line: 26, Settings: []message.Setting{
		{Name: "cleanup.policy", Value: "delete", Source: "DEFAULT_CONFIG", Dynamic: true, Doc: "What happens to old segments."},
		{Name: "retention.ms", Value: "60000", Unit: "ms", Source: "DYNAMIC_TOPIC_CONFIG", Dynamic: true, Default: "604800000", Effect: "works at the next check.",
			Synonyms: []message.Layer{{Source: "DYNAMIC_TOPIC_CONFIG", Name: "retention.ms", Value: "60000"}, {Source: "DEFAULT_CONFIG", Name: "log.retention.hours", Value: "168"}}},
		{Name: "segment.bytes", Value: "16384", Unit: "bytes", Source: "STATIC_BROKER_CONFIG"}}}
	got := written(c.Blocks())
	for _, want := range []string{"Filter 3 settings", "Roll", "Retain", "segment.bytes | ()()() | 16 KiB"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	rows := c.rows()
	if len(rows) != 5 || rows[0].Cells[0].Text != "Roll" || rows[4].Cells[2].In != "set-retention.ms" {
		t.Errorf("%+v", rows)
	}
	if o := c.layers(&c.Settings[1]).Options; o[0].Value != "set" || o[1].Value != "" || o[2].Value != "win" {
		t.Errorf("layers of retention.ms %+v", o)
	}
	if o := c.layers(&c.Settings[2]).Options; o[1].Value != "win" {
		t.Errorf("layers of segment.bytes %+v", o)
	}
	c.Changed = true
	if rows := c.rows(); len(rows) != 4 {
		t.Errorf("%d lines differ from the default", len(rows))
	}
	c.Changed, c.Filter = false, "OLD SEG"
	if rows := c.rows(); len(rows) != 2 || rows[1].Cells[0].Text != "cleanup.policy" {
		t.Errorf("found %+v", rows)
	}
	c.Filter, c.Open, c.Failed, c.Why = "", "retention.ms", "retention.ms", "Not a number."
	got = written(c.Blocks())
	for _, want := range []string{"the default (log.retention.hours)", "default | 7 days", "Back to the layer below", "retention.ms: works at the next check.", "Not a number."} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// A long list of settings is a window with room above and below.
func TestConfigPanelIsAWindow(t *testing.T) {
	c := Config{Broker: true, From: 50, N: 10, Line: 20}
	for i := range 100 {
		c.Settings = append(c.Settings, message.Setting{Name: "s" + string(rune('a'+i%26)), Value: "1"})
	}
	blocks := c.Blocks()
	if b := blocks[len(blocks)-1]; len(b.Rows) != 10 || !strings.Contains(b.Columns, "padding-top:1000.0px;padding-bottom:800.0px") {
		t.Errorf("%d lines, %s", len(b.Rows), b.Columns)
	}
}

func TestFaultsOfAStoppedBroker(t *testing.T) {
	f := Faults{Broker: message.Broker{ID: 2}, Cursor: -1}
	got := written(f.Blocks())
	if !strings.Contains(got, "Start | Start") || strings.Contains(got, "kill -9") {
		t.Error(got)
	}
	f.Broker.Running, f.Part = true, message.Partition{Name: "orders-0", RecoveryPoint: 10, LogEndOffset: 12}
	f.Disk.Dirty = 6
	got = written(f.Blocks())
	if !strings.Contains(got, "6 dirty pages, offsets 10 – 11 of orders-0 are at risk.") || !strings.Contains(got, "recovery reads from offset 10.") {
		t.Error(got)
	}
	for _, b := range f.Blocks() {
		for _, r := range b.Rows {
			for _, x := range r.Cells {
				if (x.Text == "Flip" || x.Text == "Remove") && (!x.Off || x.Act != "") {
					t.Errorf("without a file there is %+v", x)
				}
			}
		}
	}
}

func TestConsumers(t *testing.T) {
	c := message.Consumers{Groups: []message.Group{{ID: "fraud", State: "Empty", Coordinator: 1, Partition: "__consumer_offsets-1", Lag: 750, Offsets: []message.GroupOffset{
		{Partition: "orders-0", Offset: 2010, Lag: 750, End: 2760, Where: "within", Expires: -1}, {Partition: "orders-1", Offset: 3, Lag: -1, End: -1, Where: "below", Expires: 5000}}}},
		Transactions: []message.Transaction{{ID: "tx1", State: "Ongoing", Aborts: 61000}}}
	got := written(ConsumerBlocks(c, 1000, "orders"))
	for _, want := range []string{"fraud, empty\nLag 750.", "orders-0 | 2 010 | 2 760 | 750", "orders-1 | 3 | – | out of range, below", "tx1 | Ongoing | aborts in 1:00"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if r := Readers(c, "orders-0"); len(r) != 1 || r[0] != (Reader{"fraud", 2010, "within"}) {
		t.Errorf("%+v", r)
	}
	if got := written(ConsumerBlocks(message.Consumers{}, 0, "orders")); !strings.Contains(got, "No consumer group") {
		t.Error(got)
	}
}

func TestConsumersInTheStrip(t *testing.T) {
	s := sample()
	s.Readers = []Reader{{"a", s.Part.LogEndOffset, "within"}, {"gone", 0, "below"}}
	got := texts(s.Scene(nil))
	if !strings.Contains(got, "Consumers") || !strings.Contains(got, "a "+Group(s.Part.LogEndOffset)) || !strings.Contains(got, "gone 0, out of range") {
		t.Error(got)
	}
	s.Readers = nil
	for range 6 {
		s.Readers = append(s.Readers, Reader{"x", s.Part.LogEndOffset, "within"})
	}
	if got := texts(s.Scene(nil)); !strings.Contains(got, "6 consumers here") {
		t.Error(got)
	}
}
