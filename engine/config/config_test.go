package config

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"logarium/engine/kerr"
	"logarium/engine/store"
	"pgregory.net/rapid"
)

// TestScripts runs stories of settings that are made, refused and looked up.
func TestScripts(t *testing.T) {
	datadriven.Walk(t, "testdata/scripts", func(t *testing.T, path string) {
		var b Broker
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			p := parse(d.Input)
			var err error
			switch d.Cmd {
			case "static":
				if _, err = CheckStatic(p); err == nil {
					b.Static = p
				}
			case "dynamic":
				if _, err = b.CheckDynamic(p, false); err == nil {
					b.Dynamic = p
				}
			case "cluster":
				if _, err = b.CheckDynamic(p, true); err == nil {
					b.Cluster = p
				}
			case "check":
				var found []Duplicates
				found, err = b.Check(p)
				if found != nil {
					return fmt.Sprint(found)
				}
			case "topic":
				return describe(b.DescribeTopic(p), d.CmdArgs[0].Key)
			case "broker":
				return describe(b.DescribeBroker(), d.CmdArgs[0].Key)
			}
			if err != nil {
				return kerr.As(err).Java()
			}
			return "ok"
		})
	})
}

func describe(all []Setting, prefix string) string {
	var b strings.Builder
	for _, s := range all {
		if strings.HasPrefix(s.Name, prefix) {
			fmt.Fprintf(&b, "%v [%s]\n", s, s.Source)
		}
	}
	return b.String()
}

// TestTables looks for slips: unknown synonyms, defaults that their own check refuses, missing texts.
func TestTables(t *testing.T) {
	for _, defs := range [][]*Def{TopicDefs(), BrokerDefs()} {
		for i, d := range defs {
			if v := d.DefaultValue(); !v.Null {
				if _, _, err := d.Parse(v.String()); err != nil {
					t.Error(err)
				}
				if v.String() != d.Default {
					t.Errorf("%s: default %s prints as %s", d.Name, d.Default, v)
				}
			}
			for _, s := range strings.Fields(d.Synonyms) {
				if broker, ok := Brokers(s); !ok || broker.For != d.Name {
					t.Errorf("%s: synonym %s", d.Name, s)
				}
			}
			if d.Description() == "" || !strings.HasSuffix(d.Description(), ".") {
				t.Errorf("%s has no description", d.Name)
			}
			if i > 0 && defs[i-1].Name >= d.Name {
				t.Errorf("%s is out of order", d.Name)
			}
		}
	}
	if len(TopicDefs()) != 38 || len(BrokerDefs()) != 136 {
		t.Errorf("%d topic and %d broker settings", len(TopicDefs()), len(BrokerDefs()))
	}
}

func TestLogIsTyped(t *testing.T) {
	l := Broker{Static: PropertiesOf("log.retention.hours", "2", "log.roll.ms", "5000")}.Log(
		PropertiesOf("internal.segment.bytes", "300", "cleanup.policy", "compact, delete", "segment.jitter.ms", "100", "max.compaction.lag.ms", "4000"))
	if l.SegmentBytes != 300 || l.RetentionMs != 7200000 || l.SegmentMs != 5000 || !l.Compact || !l.Delete {
		t.Errorf("%+v", l)
	}
	if l.MaxSegmentMs() != 4000 || l.InitFileSize() != 0 || l.LogAppendTime() {
		t.Errorf("%d %d", l.MaxSegmentMs(), l.InitFileSize())
	}
	for random, want := range map[int32]int64{0: 0, 250: 50, -250: 50, -1 << 31: 0} {
		if got := l.SegmentJitter(random); got != want {
			t.Errorf("jitter of %d is %d, want %d", random, got, want)
		}
	}
}

func TestLogSurvivesStorage(t *testing.T) {
	want := Broker{}.Log(PropertiesOf("cleanup.policy", "compact", "retention.ms", "9"))
	s, err := store.Open(store.NewMemory())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Commit(want.Code); err != nil {
		t.Fatal(err)
	}
	var got Log
	if err := s.Load(got.Code); err != nil {
		t.Fatal(err)
	}
	if got != *want {
		t.Errorf("%+v\nwant %+v", got, *want)
	}
}

func TestJavaDouble(t *testing.T) {
	for want, f := range map[string]float64{"0.3": 0.3, "1.0": 1, "0.0": 0, "1.7976931348623157E308": 1.7976931348623157e308,
		"1.0E7": 1e7, "9999999.0": 9999999, "0.001": 0.001, "9.9E-4": 0.00099, "-0.5": -0.5} {
		if got := JavaDouble(f); got != want {
			t.Errorf("JavaDouble(%v) = %s, want %s", f, got, want)
		}
	}
}

// TestPropertiesAreAMap compares with Go's map, and makes sure that a copy is never touched.
func TestPropertiesAreAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p Properties
		model := map[string]string{}
		for range rapid.IntRange(0, 30).Draw(t, "steps") {
			name := rapid.StringMatching("[a-e]").Draw(t, "name")
			before, text := p, p.String()
			if rapid.Bool().Draw(t, "set") {
				value := rapid.StringMatching("[x-z]").Draw(t, "value")
				p, model[name] = p.With(name, value), value
			} else {
				p = p.Without(name)
				delete(model, name)
			}
			if before.String() != text {
				t.Fatalf("%s became %s", text, before)
			}
		}
		for name, value := range model {
			if got, ok := p.Get(name); !ok || got != value {
				t.Fatalf("%s is %q in %v", name, got, p)
			}
		}
		if len(p) != len(model) {
			t.Fatalf("%v, want %v", p, model)
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add("[1, 2]")
	f.Fuzz(func(t *testing.T, text string) {
		for i := range topicDefs {
			_, _, _ = topicDefs[i].Parse(text) // must not panic
		}
	})
}

// parse reads lines of name=value.
func parse(text string) (p Properties) {
	for line := range strings.Lines(text) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok {
			p = p.With(strings.TrimSpace(name), strings.TrimSpace(value))
		}
	}
	return p
}
