package view

import (
	"strings"
	"testing"

	"logarium/engine/lab"
	"logarium/engine/message"
	"logarium/engine/store"
)

// TestCardsAreOffered: the open setting of a topic offers its card as a command, and the command knows it.
func TestCardsAreOffered(t *testing.T) {
	l, err := lab.New(store.NewMemory(), lab.Options{Name: "cards"})
	if err != nil {
		t.Fatal(err)
	}
	l.Exec(nil, "kafka-topics --create --topic a --partitions 1", false)
	offered := func(c Config) (line string) {
		for _, b := range c.explained() {
			for _, r := range b.Rows {
				for _, x := range r.Cells {
					if found, ok := strings.CutPrefix(x.Act, "run:tuning "); ok {
						line = "tuning " + found
					}
				}
			}
		}
		return line
	}
	for _, name := range carded {
		line := offered(Config{Partition: "a-0", Open: name, Settings: []message.Setting{{Name: name}}})
		if res := l.Exec(nil, line, false); line != "tuning a-0 "+name || res.Exit != 0 || !strings.HasPrefix(res.Out, name+"=") {
			t.Errorf("%s: %q: %+v", name, line, res)
		}
	}
	for _, c := range []Config{{Open: "segment.jitter.ms", Partition: "a-0"}, {Open: "segment.ms"}, {Open: "segment.ms", Partition: "a-0", Broker: true}} {
		if c.Settings = []message.Setting{{Name: c.Open}}; offered(c) != "" {
			t.Errorf("%+v offers %s", c, offered(c))
		}
	}
	if n := strings.Count(l.Exec(nil, "tuning a-0", false).Out, "  try  "); n != len(carded) {
		t.Errorf("%d cards, %d settings that offer one", n, len(carded))
	}
}
