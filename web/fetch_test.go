package web

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"logarium/engine/message"
)

// asks counts what a screen asks for.
type asks struct {
	Client
	views map[string]int
}

func (c *asks) View(name string, params any, into func(json.RawMessage, error)) {
	c.views[fmt.Sprintf("%s %s", name, params)]++
	c.Client.View(name, params, into)
}

// TestACommandAsksForEachViewOnce: together with the command, and also where many answers come one after another.
func TestACommandAsksForEachViewOnce(t *testing.T) {
	b := open(t)
	counted := &asks{Client: b.App.client, views: map[string]int{}}
	b.App.client = counted
	b.Do("advance:1000")
	b.Pump()
	if len(counted.views) < 8 {
		t.Errorf("only %v", counted.views)
	}
	was := b.Clock.Now
	b.settle()
	if b.Clock.Now != was+1000 {
		t.Errorf("%d ms after %d the screen shows %d", 1000, was, b.Clock.Now)
	}
	for view, n := range counted.views {
		if n > 1 {
			t.Errorf("%s was asked for %d times", view, n)
		}
	}
	clear(counted.views)
	for range 5 {
		b.Frame()
		b.settle()
	}
	if len(counted.views) > 0 {
		t.Errorf("nothing has changed, but %v", counted.views)
	}
}

// TestAllBatchesOfTheStripComeInOneAnswer, wherever it is scrolled to, and those of the segments that a command makes are among them.
func TestAllBatchesOfTheStripComeInOneAnswer(t *testing.T) {
	b := open(t)
	counted := &asks{Client: b.App.client, views: map[string]int{}}
	b.App.client = counted
	for range 12 {
		before := b.active().Base
		b.Do("advance:60000")
		b.Pump()
		asked := len(counted.views)
		b.settle()
		b.ZoomStrip(2, 600)
		b.PanStrip(-300)
		b.settle()
		b.FitStrip()
		b.settle()
		for _, base := range b.Strip().Layout().InView(b.UI.StripW) {
			if len(b.Batches[base].Batches) == 0 {
				t.Errorf("segment %d has no batches, the newest was %d", base, before)
			}
		}
		for view := range counted.views {
			if strings.HasPrefix(view, "batches") || asked < 8 {
				t.Errorf("asked for %s", view)
			}
		}
		clear(counted.views)
	}
}

// TestAnswersAboutAnotherPartitionComeTooLate: they were asked for before this one was chosen, and choose nothing in it.
func TestAnswersAboutAnotherPartitionComeTooLate(t *testing.T) {
	b := open(t)
	chosen := b.Sel
	b.all()
	asked := len(b.queue)
	b.SelectPartition(Selection{Partition: chosen.Partition, Broker: chosen.Broker, Dir: chosen.Dir, Base: -1, From: -1, N: -1, Bytes: [2]int64{-1, -1}, Cursor: -1})
	for range 2 { // the client's, and what that posts
		late := b.queue
		b.queue = nil
		for _, f := range late {
			f()
		}
	}
	if asked < 8 || len(b.Segments.Segments)+len(b.Batches)+len(b.Files.Lines) > 0 || b.Sel.Base >= 0 || b.Part.Name != "" {
		t.Errorf("%d answers: %+v", asked, b.Sel)
	}
	if b.settle(); b.Sel != chosen {
		t.Errorf("%+v is shown, and was %+v", b.Sel, chosen)
	}
}

// TestSegmentsBeforeANarrowOneHaveBatches: one that is too narrow for its batches is none of those that are drawn at the end of the log, as the empty
// segment that a cleaning leaves.
func TestSegmentsBeforeANarrowOneHaveBatches(t *testing.T) {
	b := open(t)
	all := b.Segments.Segments
	for narrow := range all {
		list := slices.Clone(all)
		list[narrow].Size, b.Sel.Base = 0, list[narrow].Base // which the selection is on
		b.Segments.Segments = list
		drawn := b.Strip().Layout().InView(b.UI.StripW)
		p := b.headersParams().(with)
		for i, s := range list {
			asked := slices.Contains(p["bases"].([]int64), s.Base) || s.State != "renamed" && i >= len(list)-p["last"].(int)
			if slices.Contains(drawn, s.Base) && !asked {
				t.Errorf("%d is narrow: no batches for %d, %v", list[narrow].Base, s.Base, p)
			}
		}
	}
}

// TestWhatChangesIsAskedForUnlessItIsOnItsWay: an answer that comes behind the news knows of it, one before does not.
func TestWhatChangesIsAskedForUnlessItIsOnItsWay(t *testing.T) {
	b := open(t)
	counted := &asks{Client: b.App.client, views: map[string]int{}}
	b.App.client = counted
	news := func(want int) {
		t.Helper()
		b.client.Emit(message.Event{Name: "changed", Changed: []string{"clock", "batches"}})
		b.settle()
		if counted.views["clock {}"] != want || len(counted.views) < 2 {
			t.Errorf("%v, want clock %d times", counted.views, want)
		}
		for view, n := range counted.views {
			if n > want {
				t.Errorf("%s was asked for %d times", view, n)
			}
		}
	}
	news(1)
	clear(counted.views)
	b.changed([]string{"clock", "batches"})
	b.Pump()
	news(1)
	clear(counted.views)
	b.changed([]string{"clock"})
	b.Pump()
	b.App.exec("clock advance 1s", false, nil) // what was asked before it is not enough
	b.settle()
	if counted.views["clock {}"] != 2 {
		t.Errorf("%v, want clock twice", counted.views)
	}
}

// TestTheListOfFilesIsNotAskedForAgainWhereItsRoomChanges, as a banner above does that comes and goes.
func TestTheListOfFilesIsNotAskedForAgainWhereItsRoomChanges(t *testing.T) {
	b := open(t)
	z := Sizes{Scale: 1, StripW: 1155, StripH: 189, RailW: 1440, HexH: 290, FilesH: 380, PanelH: 158}
	counted := &asks{Client: b.App.client, views: map[string]int{}}
	b.App.client = counted
	for range 3 {
		for _, z.FilesH = range []float64{326, 380} {
			b.Resized(z)
			b.settle()
		}
	}
	if len(counted.views) > 0 {
		t.Errorf("asked for %v", counted.views)
	}
}

func TestParametersAreWrittenAsJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.OneOf(rapid.String().AsAny(), rapid.Int().AsAny(), rapid.Int32().AsAny(), rapid.Int64().AsAny(), rapid.Bool().AsAny(),
			rapid.SliceOf(rapid.String()).AsAny(), rapid.SampledFrom([]string{"", "orders-0", `a"\b`, "ä<&>", "\x00\x7f"}).AsAny())
		p := with(rapid.MapOfN(rapid.StringMatching("[a-z]{1,6}"), value, 0, 5).Draw(t, "parameters"))
		data, err := encode(p)
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := json.Marshal(map[string]any(p))
		if err != nil {
			t.Fatal(err)
		}
		var got, want any
		if err := json.Unmarshal(data, &got); err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		if err := json.Unmarshal(theirs, &want); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%s is not %s (%v)", data, theirs, err)
		}
	})
}
