package web

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"pgregory.net/rapid"
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

// TestACommandAsksForEachViewOnce: also where many answers come one after another.
func TestACommandAsksForEachViewOnce(t *testing.T) {
	b := open(t)
	counted := &asks{Client: b.App.client, views: map[string]int{}}
	b.App.client = counted
	b.Do("advance:1000")
	b.settle()
	if len(counted.views) < 8 {
		t.Errorf("only %v", counted.views)
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
