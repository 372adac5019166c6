package web

import (
	"slices"
	"strings"
	"testing"

	"logarium/engine/message"
)

func asking(params map[string]string) func(string) string {
	return func(name string) string { return params[name] }
}

// framed is a screen within another page that asked for what stands in params.
func framed(t *testing.T, params map[string]string) *bench {
	t.Helper()
	b := open(t)
	b.Framed(true, "https://example.org/tank/", asking(params))
	b.Resized(Sizes{Scale: 1, StripW: 700, StripH: 172, HexW: 700, HexH: 200, Ch: 7.2})
	b.settle()
	return b
}

func TestFrameShowsThePanesThatItWasAskedFor(t *testing.T) {
	for _, c := range []struct {
		panels, readonly, want, state string
	}{
		{"", "", "bytes why log", "both"},
		{"strip", "", "", "strip"},
		{"bytes", "", "bytes", "panes"},
		{"strip,lookup,bytes,lookup,nonsense", "", "lookup bytes", "both"},
		{"nonsense", "", "", "strip"},
		{"strip,produce,console,config,faults,events", "1", "events", "both"},
		{"strip,files,console,journal,consumers,metrics", "", "files console journal consumers metrics", "both"},
	} {
		b := framed(t, map[string]string{"panels": c.panels, "readonly": c.readonly})
		if got := strings.Join(b.UI.Frame.Panes, " "); got != c.want || b.FrameState() != c.state {
			t.Errorf("%+v: %q, %s", c, got, b.FrameState())
		}
		for _, name := range b.UI.Frame.Panes {
			b.Do("pane:" + name)
			foot := b.FrameFoot()
			if i := slices.IndexFunc(foot.Panes, func(p FramePane) bool { return p.On }); i < 0 || foot.Panes[i].Name != name || foot.Panes[i].Label == "" {
				t.Errorf("%s is not shown: %+v", name, foot.Panes)
			}
		}
	}
}

func TestFrameWithoutControlsTakesNoStep(t *testing.T) {
	for _, params := range []map[string]string{{"controls": "0"}, {"readonly": "1"}} {
		b := framed(t, params)
		if strings.Contains(b.html(), "advance:1000\"") && b.FrameFoot().Controls {
			t.Error("there are controls")
		}
		for _, key := range []string{"n", ".", "s", "m", " "} {
			b.Press(Key{Key: key})
		}
		if b.settle(); len(b.Console.Entries) > 0 || b.play.on {
			t.Errorf("%v: %+v", params, b.Console.Entries)
		}
	}
	if b := framed(t, nil); !b.FrameFoot().Controls {
		t.Error("no controls")
	}
}

func TestFrameLinksToItsPresentState(t *testing.T) {
	b := framed(t, nil)
	if got := b.OpenAddress(); !strings.HasPrefix(got, "https://example.org/tank/explore.html?lab=") {
		t.Error(got)
	}
	b.event(message.Event{Name: "saved", Position: 5})
	b.settle()
	if got := b.OpenAddress(); !strings.HasPrefix(got, "https://example.org/tank/explore.html") || !strings.Contains(b.html(), "openkey") {
		t.Error(got)
	}
}

func TestFrameIsThemedAndPausedFromOutside(t *testing.T) {
	b := framed(t, nil)
	b.Themed("dark")
	b.Themed("pink")
	b.play.on = true
	b.Paused()
	if b.settle(); b.UI.Theme != "dark" || b.play.on || b.kept["theme"] != "" {
		t.Errorf("theme %q, playing %v", b.UI.Theme, b.play.on)
	}
}

func TestFrameSaysWhatItIs(t *testing.T) {
	b := framed(t, nil)
	b.event(message.Event{Name: "ready", Ready: &message.Ready{Store: "memory"}})
	if n, top := b.Notice(), b.TopBar(); n.Show || top.Saved != "memory only" || !strings.Contains(top.SavedTitle, "begins anew") {
		t.Errorf("%+v %+v", n, top)
	}
	b.event(message.Event{Name: "ready", Ready: &message.Ready{Store: "memory", Why: "This browser refuses a worker."}})
	if n := b.Notice(); !n.Show || n.Text != "This browser refuses a worker." {
		t.Errorf("%+v", n)
	}
	b.Do("dismiss")
	if b.Notice().Show {
		t.Error("it cannot be closed")
	}
	b = framed(t, map[string]string{"readonly": "1"})
	if b.event(message.Event{Name: "ready", Ready: &message.Ready{Store: "memory", ReadOnly: true}}); b.Notice().Show || b.TopBar().Saved != "read only" {
		t.Errorf("%+v", b.TopBar())
	}
}
