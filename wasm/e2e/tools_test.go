package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"logarium/engine/message"
)

// setting reads a setting's value and where it comes from.
func (s *story) setting(name string) (found message.Setting) {
	s.t.Helper()
	var c message.Config
	s.view("config", map[string]string{"type": "topic", "name": "orders"}, &c)
	for _, x := range c.Settings {
		if x.Name == name {
			found = x
		}
	}
	return found
}

// A setting is found, changed where it stands, and set back; what the broker refuses is shown there.
func TestConfigIsChangedInItsPanel(t *testing.T) {
	s := screen(t)
	s.press("4")
	s.click("#config-filter")
	s.press("retention")
	s.wait("few settings", "document.querySelectorAll('.cfg .link').length < 8")
	field := "[data-in='set-retention.ms']"
	s.retype(field, "2 min"+kb.Enter)
	s.wait("the value", "logarium.view('config', {type: 'topic', name: 'orders'}).then((c) => c.settings.find((x) => x.name == 'retention.ms').value == '120000')")
	s.wait("its text", "document.querySelector(\""+field+"\").value.startsWith('120')")
	s.screenshot("config")
	s.retype(field, "soon"+kb.Enter)
	s.shows("#tool-panel [role=alert]", "Not a number of type LONG")
	if v := s.setting("retention.ms"); v.Value != "120000" {
		t.Errorf("retention.ms %+v", v)
	}
	s.click("[data-act='config-reset:retention.ms']")
	s.wait("the default", "logarium.view('config', {type: 'topic', name: 'orders'}).then((c) => c.settings.find((x) => x.name == 'retention.ms').source == 'DEFAULT_CONFIG')")
	s.click("[data-act='config-of:broker']")
	s.wait("the broker's settings", "!!document.querySelector('[data-act=\"config-open:log.retention.ms\"]')")
}

// retype replaces the text of a field by keys.
func (s *story) retype(selector, keys string) {
	s.t.Helper()
	s.click(selector)
	s.eval(fmt.Sprintf("document.querySelector(%s).select()", quote(selector)), nil)
	s.press(keys)
}

// Each control of the panel is a command, and what it does is seen.
func TestFaultsBreakTheMachine(t *testing.T) {
	s := screen(t)
	s.press("5")
	s.click("[data-act^='run:kill -9']")
	s.shows(".cluster", "stopped")
	s.shows("#tool-panel", "The broker does not run")
	s.screenshot("faults")
	s.click("[data-act='run:broker start 1']")
	s.shows("#tool-panel", "no clean shutdown marker")
	s.click("[data-act='fault-mode:tear']")
	s.click("[data-act='run:power-loss 1 --mode tear']")
	s.shows(".drawer", "Journal")
	s.wait("the journal", "logarium.view('journal', {from: -1, limit: 1}).then((j) => j.commands[0].line == 'power-loss 1 --mode tear')")
}

// What a group has committed stands in its panel and in the strip.
func TestConsumersShowTheirOffsets(t *testing.T) {
	s := screen(t)
	s.press("6")
	s.shows("#tool-panel", "No consumer group")
	s.click("[data-act^='run:kafka-console-consumer']")
	var c message.Consumers
	s.wait("the group", "logarium.view('consumers').then((c) => c.groups.length == 1 && c.groups[0].offsets.length == 1)")
	s.view("consumers", nil, &c)
	s.shows("#tool-panel", "readers, ")
	s.shows("#tool-panel", narrow(c.Groups[0].Offsets[0].Offset))
	s.screenshot("consumers")
}

// The plots are the broker's own figures under Kafka's names, and move with time.
func TestMetricsArePlotted(t *testing.T) {
	s := screen(t)
	s.press("7")
	s.wait("plots", "document.querySelectorAll('#tool-panel svg.plot').length > 2")
	var m message.Metrics
	s.view("metrics", map[string]any{"filter": "name=LogEndOffset,topic=orders,partition=0"}, &m)
	if len(m.Metrics) != 1 {
		t.Fatalf("metrics %+v", m)
	}
	s.shows("#tool-panel", "LogEndOffset "+narrow(m.Metrics[0].Value))
	s.exec("clock advance 30s")
	s.view("metrics", map[string]any{"filter": "name=LogEndOffset,topic=orders,partition=0"}, &m)
	s.shows("#tool-panel", "LogEndOffset "+narrow(m.Metrics[0].Value))
	s.screenshot("metrics")
	s.click("[data-act='metrics-of:broker']")
	s.click("#metrics-filter")
	s.press("OfflineLogDirectoryCount")
	s.wait("one", "document.querySelectorAll('.plots > .rows > .line').length == 1")
	s.eval("document.activeElement.blur()", nil)
	s.sweeps()
}

// sweeps runs a sweep from its panel: there is a chart for each measure, and the slider goes to every value. The lab stays as it is.
func (s *story) sweeps() {
	s.t.Helper()
	position := s.lab().Position
	s.press("9")
	s.wait("the list", "!!document.querySelector('#sweep-plan')")
	s.choose("#sweep-plan", "batch")
	s.click("[data-act='sweep-go:batch']")
	s.wait("the sweep", "logarium.view('sweep').then((v) => v.rows.length > 1)")
	var v message.Sweep
	s.view("sweep", nil, &v)
	s.wait("a chart for each measure", fmt.Sprintf("document.querySelectorAll('#tool-panel svg.chart .curve').length == %d", len(v.Columns)))
	s.choose("[data-in='sweep-at']", fmt.Sprint(len(v.Rows)-1))
	s.shows("#tool-panel", v.Of+" "+narrow(v.Rows[len(v.Rows)-1].Value))
	s.screenshot("sweep")
	if now := s.lab().Position; now != position {
		s.t.Errorf("the sweep went from command %d to %d", position, now)
	}
}

// Of a compacted topic the panel says whether the cleaner would take it, as the engine does.
func TestWhySaysWhetherTheCleanerTakesIt(t *testing.T) {
	s := screen(t)
	s.exec("kafka-configs --alter --entity-type topics --entity-name orders --add-config cleanup.policy=[compact,delete]")
	var c message.Cleaning
	s.view("cleaning", map[string]any{"partition": orders}, &c)
	s.press("3")
	s.shows("#tool-panel", "Compaction")
	s.shows("#tool-panel", c.Sentence)
}
