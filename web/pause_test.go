package web

import (
	"strings"
	"testing"

	"logarium/engine/message"
)

func TestPlayPausesOnWhatWasChosen(t *testing.T) {
	b := open(t)
	for _, c := range []struct {
		what string
		line message.LogLine
	}{
		{"roll", message.LogLine{Level: "INFO", Text: "[LocalLog partition=t-0, dir=/d] Rolled new log segment at offset 7 in 0 ms."}},
		{"delete", message.LogLine{Level: "INFO", Text: "[UnifiedLog partition=t-0] Deleting segment LogSegment(baseOffset=0) due to log retention time"}},
		{"error", message.LogLine{Level: "ERROR", Text: "Error while writing"}},
	} {
		b.Play()
		b.pauseOn([]message.LogLine{c.line})
		if !b.play.on {
			t.Errorf("play pauses on %s though nobody asked", c.what)
		}
		b.Do("pause:" + c.what)
		b.pauseOn([]message.LogLine{{Level: "INFO", Text: "nothing"}})
		if !b.play.on {
			t.Error("play pauses on nothing")
		}
		b.event(message.Event{Name: "log", Lines: []message.LogLine{c.line}})
		if b.play.on || !strings.HasPrefix(b.UI.Toast, "Paused at ") || strings.Contains(b.UI.Toast, "dir=") || b.kept["pauses"] != c.what+" " {
			t.Errorf("%s: %v %q %q", c.what, b.play.on, b.UI.Toast, b.kept["pauses"])
		}
		b.Do("pause:" + c.what)
	}
}

func TestABannerSaysWhatTheNextCommandDrops(t *testing.T) {
	b := open(t)
	shown := func() Notice { return b.DrawerHead().Back }
	if shown().Show {
		t.Errorf("%+v", shown())
	}
	total := b.Journal.Total
	b.Do("undo")
	b.settle()
	if n := shown(); n.Strong != "You are 1\u00a0command back." || !strings.Contains(n.Text, "drops it and goes on from here; the next of them is clock advance") {
		t.Errorf("%+v", n)
	}
	b.Do("undo")
	b.settle()
	n := shown()
	if !strings.Contains(n.Text, "drops those 2 and") {
		t.Errorf("%+v", n)
	}
	b.Do(n.Act)
	b.settle()
	if b.Journal.Position != total || shown().Show {
		t.Errorf("at %d of %d, %+v", b.Journal.Position, total, shown())
	}
	cut := 0
	for b.Journal.Position > 1 {
		b.Do("undo")
		b.settle()
		cut += strings.Count(shown().Text, "…")
		if strings.Contains(shown().Text, "….") {
			t.Errorf("%+v", shown())
		}
	}
	if cut == 0 {
		t.Error("no line was long enough to be cut")
	}
}

// TestTheBannerOfAnUndoStandsInOnePlace: over the drawer where that is on the screen, above the panels elsewhere and if it is more than an undo.
func TestTheBannerOfAnUndoStandsInOnePlace(t *testing.T) {
	b := open(t)
	b.Do("undo")
	b.settle()
	for name, change := range map[string]func(*UI){
		"open":    func(*UI) {},
		"closed":  func(u *UI) { u.DrawerOpen = false },
		"narrow":  func(u *UI) { u.Narrow = true },
		"present": func(u *UI) { u.Present = true },
	} {
		before := b.UI
		change(&b.UI)
		above, over := b.Notice(), b.DrawerHead().Back
		if over.Show != (name == "open") || above.Show == over.Show {
			t.Errorf("%s: above %+v, over the drawer %+v", name, above, over)
		}
		if got := strings.Count(b.html(), "You are 1"); got != 1 {
			t.Errorf("%s: it is said %d times", name, got)
		}
		b.UI = before
	}
	b.Ready.Full = true
	if b.DrawerHead().Back.Show || !strings.Contains(b.Notice().Strong, "out of room") {
		t.Errorf("%+v", b.Notice())
	}
}

func TestTheHeadIsDragged(t *testing.T) {
	b := open(t)
	total := b.Journal.Total
	x := func(n int) float64 {
		r := b.Rail()
		for at := 100.0; at < 1000; at++ {
			if r.Near(at) == n {
				return at
			}
		}
		t.Fatalf("command %d is nowhere", n)
		return 0
	}
	b.RailDrag(x(total))
	five := x(5)
	b.RailDrag(five)
	b.settle()
	if b.Journal.Position != 5 {
		t.Fatalf("at %d", b.Journal.Position)
	}
	if got := x(5); got != five {
		t.Errorf("command 5 has moved from %v to %v", five, got)
	}
	b.RailDrag(x(total))
	b.settle()
	b.RailDrop()
	if b.Journal.Position != total || b.frozen != 0 {
		t.Errorf("at %d", b.Journal.Position)
	}
	b.Press(Key{Key: "Home", Where: "rail"})
	b.settle()
	if b.Journal.Position != 0 {
		t.Errorf("Home leads to %d", b.Journal.Position)
	}
	b.Press(Key{Key: "End", Where: "rail"})
	b.settle()
	if b.Journal.Position != total {
		t.Errorf("End leads to %d", b.Journal.Position)
	}
}
