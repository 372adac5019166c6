package web

import (
	"strings"
	"testing"

	"logarium/engine/message"
)

func (b *bench) last() string {
	if n := len(b.Console.Entries); n > 0 {
		return b.Console.Entries[n-1].Line
	}
	return ""
}

func TestEachToolHasItsKeyAndContent(t *testing.T) {
	b := open(t)
	for i, tool := range tools() {
		if b.Press(Key{Key: string(rune('1' + i))}); i >= 9 { // there are nine keys
			b.Do("tool:" + tool.Name)
		}
		b.settle()
		if b.UI.Tool != tool.Name || b.kept["tool"] != tool.Name {
			t.Errorf("key %d opens %s, not %s", i+1, b.UI.Tool, tool.Name)
		}
		html := b.html()
		if n := strings.Count(html, "tool-slot"); n != 3 {
			t.Errorf("%d slots", n)
		}
		if !strings.Contains(html, `aria-labelledby="tab-`+tool.Name+`"`) {
			t.Errorf("the panel of %s has no name", tool.Name)
		}
	}
}

func TestLookupLightsTheBytesOfItsSteps(t *testing.T) {
	b := open(t)
	b.Press(Key{Key: "l"})
	b.settle()
	want := b.selected().LastOffset
	if b.UI.Tool != "lookup" || b.Value("lookup") != "1513" && b.Lookup.Target != want || b.look.at != 0 {
		t.Fatalf("%q %+v %+v", b.Value("lookup"), b.look, b.Lookup)
	}
	for b.look.at < len(b.Lookup.Steps)-1 {
		b.Do("lookup-step:1")
		b.settle()
		if s := b.Lookup.Steps[b.look.at]; b.Sel.From != s.Offset || b.Sel.To != s.Offset+s.Length {
			t.Errorf("step %d lights %d to %d", b.look.at, b.Sel.From, b.Sel.To)
		}
	}
	if b.selected().LastOffset != want {
		t.Errorf("ends at %+v", b.selected())
	}
	b.Input("lookup", "-3")
	b.Press(Key{Key: "Enter", Where: "tool-field", Field: "lookup", Text: true})
	if b.look.err == "" {
		t.Error("a negative offset is accepted")
	}
}

func TestSettingsAreChangedWhereTheyStand(t *testing.T) {
	b := open(t)
	b.Do("tool:config")
	b.settle()
	if got := b.Value("set-retention.ms"); got != "60\u00a0s" && got != "60 s" {
		t.Errorf("retention.ms shows %q", got)
	}
	b.Input("set-retention.ms", "2 min")
	b.Press(Key{Key: "Enter", Where: "tool-field", Field: "set-retention.ms", Text: true})
	b.settle()
	if want := "kafka-configs --alter --entity-type topics --entity-name orders --add-config retention.ms=120000"; b.last() != want {
		t.Errorf("sent %q", b.last())
	}
	b.Input("set-segment.bytes", "1")
	b.Press(Key{Key: "Escape", Where: "tool-field", Field: "set-segment.bytes", Text: true})
	if got := b.Value("set-segment.bytes"); got != "16\u00a0KiB" {
		t.Errorf("after Escape %q", got)
	}
	b.Do("config-reset:retention.ms")
	b.settle()
	if !strings.HasSuffix(b.last(), "--entity-name orders --delete-config retention.ms") {
		t.Errorf("sent %q", b.last())
	}
	b.Do("config-of:broker")
	b.settle()
	if len(b.Config.Settings) != 1 || strings.Contains(b.html(), `data-in="set-log.dirs"`) {
		t.Errorf("a setting that needs a restart has a field: %+v", b.Config)
	}
}

func TestRefusalsAreShort(t *testing.T) {
	in := "Error while executing config command with args '--x'\njava.util.concurrent.ExecutionException: org.apache.kafka.common.errors.InvalidConfigurationException: Invalid value x for configuration retention.ms: Not a number of type LONG\n"
	if got := refusal(in); got != "Invalid value x for configuration retention.ms: Not a number of type LONG" {
		t.Error(got)
	}
}

func TestFaultsAreCommands(t *testing.T) {
	b := open(t)
	b.Do("tool:faults")
	b.Do("fault-mode:tear")
	b.Do("fault-on:write")
	b.HexClick(b.Sel.From)
	b.settle()
	html := b.html()
	for _, line := range []string{"kill -9 ", "power-loss 1 --mode tear", "fault disk-full", "fault dir-fail /tmp/kafka-logs", "--on write", "rm /tmp/kafka-logs/orders-0/", "fault clear", "flip /tmp/kafka-logs/orders-0/"} {
		if !strings.Contains(html, `data-act="run:`) || !strings.Contains(html, line) {
			t.Errorf("no control sends %s", line)
		}
	}
	b.Input("fault-handles", "x")
	if !strings.Contains(b.html(), "A whole number from 1 to") {
		t.Error("a wrong limit is not shown at its field")
	}
}

// TestARiskyValueIsWarnedOf: whoever sets a value that puts something at risk is told so at once, in the setting's card.
func TestARiskyValueIsWarnedOf(t *testing.T) {
	b := open(t)
	b.Do("tool:config")
	b.settle()
	b.Input("set-retention.ms", "2 min")
	b.Press(Key{Key: "Enter", Where: "tool-field", Field: "set-retention.ms", Text: true})
	if b.set.sent != "retention.ms" || b.set.value != "120000" {
		t.Fatalf("%+v", b.set)
	}
	const risk = "no reader gets a second: what is being sent from a segment breaks off when retention takes it"
	b.set.sent, b.set.value, b.set.open = "file.delete.delay.ms", "0", ""
	b.Config.Settings = []message.Setting{{Name: "file.delete.delay.ms", Value: "60000", Unit: "ms", Dynamic: true}}
	b.gotConfig()
	if b.set.open != "" || b.set.sent == "" {
		t.Errorf("the value before opens %q", b.set.open)
	}
	b.Config.Settings[0].Value, b.Config.Settings[0].Warning = "0", risk
	b.gotConfig()
	if b.set.open != "file.delete.delay.ms" || b.set.sent != "" || !strings.Contains(b.html(), risk) {
		t.Errorf("%+v", b.set)
	}
}
