package web

import (
	"encoding/json"
	"strings"
	"testing"

	"logarium/engine/message"
)

// TestSweepIsRunAndShown: the button types the command; what it has measured is asked for and drawn when it is done.
func TestSweepIsRunAndShown(t *testing.T) {
	b := open(t)
	b.Do("tool:sweep")
	b.settle()
	b.Input("sweep-plan", "roll")
	if !strings.Contains(b.html(), `data-act="sweep-go:roll"`) {
		t.Error("no button for what the list has chosen")
	}
	b.Do("sweep-go:roll")
	b.settle()
	if b.last() != "sweep roll" {
		t.Errorf("it runs %q", b.last())
	}
	if err := json.Unmarshal([]byte(`{"plans":[{"name":"scan","of":"s"},{"name":"roll","of":"r"}],"name":"roll","of":"r","columns":[{"name":"log segments"}],"rows":[{"value":1,"values":[7]},{"value":2,"values":[5]}]}`), &b.Sweep); err != nil {
		t.Fatal(err)
	}
	b.Input("sweep-at", "1")
	b.gotSweep()
	if b.Value("sweep-at") != "0" || b.Value("sweep-plan") != "roll" {
		t.Errorf("slider at %q, list at %q", b.Value("sweep-at"), b.Value("sweep-plan"))
	}
	b.Input("sweep-at", "1")
	html := b.html()
	for _, part := range []string{`class="chart"`, `type="range"`, `max="1"`, `class="curve"`, `aria-label="log segments: 7 at 1, 5 at 2"`} {
		if !strings.Contains(html, part) {
			t.Errorf("no %s in the panel", part)
		}
	}
}

// TestLifeIsAskedFor: the third way of the look-up asks for the life of the same offset.
func TestLifeIsAskedFor(t *testing.T) {
	b := open(t)
	b.Press(Key{Key: "l"})
	b.settle()
	b.Do("lookup-by:life")
	p, ok := b.followParams().(with)
	if !ok || p["offset"] != b.look.target || b.lookupParams() != nil {
		t.Fatalf("asks for %v, looks up %v", b.followParams(), b.lookupParams())
	}
	b.Life = message.Follow{Offset: b.look.target, Stations: []message.Station{{Kind: "produce", Layer: "client", Time: -1, Base: -1}, {Kind: "batch", Layer: "file", Time: -1, Path: b.Sel.Path, Offset: 8, Length: 8}}}
	b.Do("station:0")
	if b.UI.Drawer != "journal" {
		t.Errorf("the command is shown in %s", b.UI.Drawer)
	}
	b.Do("station:9")
	b.Do("station:1")
	b.settle()
	if b.Sel.From != 0 {
		t.Errorf("the station shows bytes from %d", b.Sel.From)
	}
	b.Do("lookup-by:time")
	if b.Value("lookup") != "" || b.followParams() != nil {
		t.Errorf("%q %v", b.Value("lookup"), b.followParams())
	}
}

// TestOutOfRangeLeadsToItsCause: the link of an offset that is out of range asks for its life, of its own partition.
func TestOutOfRangeLeadsToItsCause(t *testing.T) {
	b := open(t)
	b.Do("tool:consumers")
	b.settle()
	b.Do("lost:" + b.Sel.Partition + "/17")
	p, ok := b.followParams().(with)
	if !ok || p["offset"] != int64(17) || p["partition"] != b.Sel.Partition || b.UI.Tool != "lookup" || b.Value("lookup") != "17" {
		t.Fatalf("tool %s asks for %v, field %q", b.UI.Tool, b.followParams(), b.Value("lookup"))
	}
	b.Life = message.Follow{Offset: 17, Stations: []message.Station{{Kind: "cause", Layer: "log", Base: -1}}}
	b.Do("station:0")
	if b.UI.Drawer != "journal" {
		t.Errorf("the command is shown in %s", b.UI.Drawer)
	}
}
