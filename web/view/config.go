package view

import (
	"slices"
	"strconv"
	"strings"

	"logarium/engine/message"
	"logarium/web/words"
)

// Config is the panel of a topic's or a broker's settings.
type Config struct {
	Settings []message.Setting
	Broker   bool // of the broker, not of the topic
	NoTopic  bool // there is no topic whose settings could be shown
	Topics   []string

	Partition string // that is selected
	Changed   bool   // only those that differ from the default
	Filter    string
	Open      string // the setting that is explained
	Failed    string // the setting that was refused, and why
	Why       string
	From, N   int     // window of the lines
	Line      float64 // height of a line in px
}

// Blocks is the panel's content.
func (c *Config) Blocks() []Block {
	rows := c.rows()
	of := "topic"
	if c.Broker {
		of = "broker"
	}
	which := "all"
	if c.Changed {
		which = "changed"
	}
	search := Field("config-filter", "filter-config", words.T("Filter the settings"), words.F("Filter %1 settings", strconv.Itoa(len(c.Settings))))
	out := []Block{{Columns: "--cols:auto auto 1fr", Class: "sticky", Rows: []Row{{Class: "line bare whole", Cells: []Cell{search}}, {Class: "line bare", Cells: []Cell{
		Toggle(words.T("Settings of the"), "config-of:", of, Option{Value: "topic", Text: words.T("topic")}, Option{Value: "broker", Text: words.T("broker")}),
		Toggle(words.T("Which"), "config-which:", which, Option{Value: "all", Text: words.T("all")}, Option{Value: "changed", Text: words.T("changed")})}}}}}
	if c.NoTopic && !c.Broker {
		return []Block{c.chooseTopic()}
	}
	out = append(out, c.explained()...)
	out = append(out, c.smallSegments()...)
	if len(rows) == 0 {
		return append(out, Block{Text: words.T("No setting has that in its name or its description."), Class: "label"})
	}
	squares := words.T("Squares: default, broker, topic. The filled one wins.")
	if c.Broker {
		squares = words.T("Squares: default, file, all brokers, this broker. The filled one wins.")
	}
	out = append(out, Block{Text: squares, Class: "label"})
	from := max(0, min(c.From, len(rows)-c.N))
	to := min(len(rows), from+c.N)
	b := Block{Class: "cfg", Label: words.T("Settings"), Rows: rows[from:to]}
	b.Columns = "--cols:minmax(0,1fr) auto var(--set,112px);padding-top:" + px(float64(from)*c.Line) + "px;padding-bottom:" + px(float64(len(rows)-to)*c.Line) + "px"
	return append(out, b)
}

// chooseTopic stands where no topic is selected: what can be looked at instead.
func (c *Config) chooseTopic() Block {
	b := Block{Title: words.T("No topic is selected"), Text: words.T("Settings belong to a topic or to a broker. Choose whose you want to see:"), Class: "choose", Columns: "--cols:minmax(0,1fr)"}
	choice := func(text, act, class string) {
		b.Rows = append(b.Rows, Row{Class: "line bare", Cells: []Cell{{Kind: "button", Class: class, Text: text, Act: act}}})
	}
	for _, topic := range c.Topics[:min(8, len(c.Topics))] {
		choice(words.F("Topic %1", topic), "config-topic:"+topic, "btn")
	}
	if len(c.Topics) == 0 {
		choice(words.T("Create the topic orders"), "run:"+CreateTopic("orders"), "btn")
	}
	choice(words.T("Settings of the broker"), "config-of:broker", "btn")
	return b
}

// smallSegments says why a setting of Kafka's own tests is used.
func (c *Config) smallSegments() []Block {
	for i := range c.Settings {
		if s := &c.Settings[i]; s.Name == "internal.segment.bytes" && changed(s) && !c.Broker {
			return []Block{{Text: words.F("Segments hold %1 here, so that you can see them roll. Kafka refuses a segment.bytes below 1 MiB; internal.segment.bytes, which Kafka's own tests use, has no such limit.", SettingText(s)), Class: "label"}}
		}
	}
	return nil
}

// rows are the settings that match, those of a topic below headings.
func (c *Config) rows() []Row {
	var out []Row
	heads := []string{""}
	if !c.Broker {
		heads = []string{words.T("Roll"), words.T("Retain"), words.T("Compact"), words.T("Index and flush"), words.T("Records"), words.T("Replicate and tier")}
	}
	for i, head := range heads {
		first := true
		for j := range c.Settings {
			s := &c.Settings[j]
			if !c.Broker && topicGroup(s.Name) != i || !c.matches(s) {
				continue
			}
			if first && head != "" {
				out = append(out, Row{Class: "line bare", Cells: []Cell{Say("strong", head), Say("", ""), Say("", "")}})
			}
			first = false
			out = append(out, c.row(s))
		}
	}
	return out
}

func (c *Config) matches(s *message.Setting) bool {
	if c.Changed && !changed(s) {
		return false
	}
	f := strings.ToLower(strings.TrimSpace(c.Filter))
	return f == "" || strings.Contains(s.Name, f) || strings.Contains(strings.ToLower(s.Doc+words.Said(s.Doc)), f)
}

// changed tells whether somebody has set it.
func changed(s *message.Setting) bool { return s.Source != "" && s.Source != "DEFAULT_CONFIG" }

// topicGroup is the heading below which a topic's setting stands.
func topicGroup(name string) int {
	for i, words := range [][]string{
		{"segment.", "internal.segment", "preallocate"},
		{"retention.", "file.delete", "cleanup.policy"},
		{"min.cleanable", "min.compaction", "max.compaction", "delete.retention"},
		{"index.", "flush."},
		{"message.", "compression.", "max.message"},
	} {
		for _, w := range words {
			if strings.HasPrefix(name, w) {
				return i
			}
		}
	}
	return 5
}

func (c *Config) row(s *message.Setting) Row {
	name := Cell{Kind: "button", Class: "link mono", Text: s.Name, Act: "config-open:" + s.Name, Title: s.Name}
	if s.Warning != "" {
		name.Class, name.Title = "link mono warn", s.Name+": "+words.Said(s.Warning)
	}
	value := Say("num", SettingText(s))
	if s.Dynamic {
		value = Field("set-"+s.Name, "set-"+s.Name, s.Name, "")
		value.Class, value.Bad = "field-in num", s.Name == c.Failed
	}
	return Row{Class: "line", Cells: []Cell{name, c.layers(s), value}}
}

// layers are squares, weakest layer first: set where a value stands, win where it counts.
func (c *Config) layers(s *message.Setting) Cell {
	names := [][]string{{"DEFAULT_CONFIG"}, {"STATIC_BROKER_CONFIG", "DYNAMIC_DEFAULT_BROKER_CONFIG", "DYNAMIC_BROKER_CONFIG"}, {"DYNAMIC_TOPIC_CONFIG"}}
	if c.Broker {
		names = [][]string{{"DEFAULT_CONFIG"}, {"STATIC_BROKER_CONFIG"}, {"DYNAMIC_DEFAULT_BROKER_CONFIG"}, {"DYNAMIC_BROKER_CONFIG"}}
	}
	x := Cell{Kind: "layers", Title: words.F("set by %1", layerWord(s.Source))}
	for _, layer := range names {
		o := Option{}
		for _, source := range layer {
			for _, l := range s.Synonyms {
				if l.Source == source {
					o.Value = "set"
				}
			}
			if s.Source == source {
				o.On = true
			}
		}
		if o.On {
			o.Value = "win"
		}
		x.Options = append(x.Options, o)
	}
	return x
}

func layerWord(source string) string {
	switch source {
	case "DYNAMIC_TOPIC_CONFIG":
		return words.T("the topic")
	case "DYNAMIC_BROKER_CONFIG":
		return words.T("this broker, while it runs")
	case "DYNAMIC_DEFAULT_BROKER_CONFIG":
		return words.T("all brokers, while they run")
	case "STATIC_BROKER_CONFIG":
		return "server.properties"
	}
	return words.T("the default")
}

// carded are the settings of which the command tuning has a card.
var carded = []string{"segment.bytes", "segment.ms", "segment.index.bytes", "index.interval.bytes", "retention.ms", "retention.bytes", "cleanup.policy", "flush.messages"}

// explained says what the open setting does, where its value comes from, and what was wrong with a new one.
func (c *Config) explained() []Block {
	for i := range c.Settings {
		s := &c.Settings[i]
		if s.Name != c.Open {
			continue
		}
		b := Facts(s.Name, nil)
		b.Text, b.Class = words.Said(s.Doc), "explained"
		for _, l := range s.Synonyms {
			b.Rows = append(b.Rows, factRow(layerWord(l.Source)+" ("+l.Name+")", settingText(s.Unit, l.Value)))
		}
		b.Rows = append(b.Rows, factRow(words.T("default"), settingText(s.Unit, s.Default)), factRow(words.T("can be changed"), map[bool]string{true: words.T("now"), false: words.T("by a restart only")}[s.Dynamic]))
		close := Cell{Kind: "button", Class: "btn small", Text: words.T("Close"), Act: "config-open:" + s.Name}
		last := []Cell{close, Say("", "")}
		if s.Dynamic && changed(s) && s.Source != "STATIC_BROKER_CONFIG" {
			last[1] = Cell{Kind: "button", Class: "btn small", Text: words.T("Back to the layer below"), Act: "config-reset:" + s.Name}
		}
		b.Rows = append(b.Rows, Row{Class: "line bare", Cells: last})
		if !c.Broker && c.Partition != "" && slices.Contains(carded, s.Name) {
			line := "tuning " + c.Partition + " " + s.Name
			b.Rows = append(b.Rows, Row{Class: "line bare whole", Cells: []Cell{{Kind: "button", Class: "btn small mono", Text: line, Act: "run:" + line, Title: words.T("What it does to this log now, and what to try")}}})
		}
		out := []Block{b}
		if s.Effect != "" {
			out = append(out, Block{Text: s.Name + ": " + words.Said(s.Effect), Class: "note warn"})
		}
		if s.Warning != "" {
			out = append(out, Block{Text: s.Name + ": " + words.Said(s.Warning), Class: "note warn"})
		}
		if c.Failed == s.Name {
			out = append(out, Block{Text: c.Why, Class: "bad"})
		}
		return out
	}
	return nil
}

func factRow(name, text string) Row {
	return Row{Class: "line", Cells: []Cell{Say("", name), Say("num", text)}}
}

// SettingText writes a setting's value with its unit: 60 s, 16 KiB, never.
func SettingText(s *message.Setting) string { return settingText(s.Unit, s.Value) }

func settingText(unit, value string) string {
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return value
	}
	switch {
	case unit == "ms" && n == 1<<63-1:
		return words.T("never")
	case unit == "ms" && n >= 0:
		return Period(n)
	case unit == "s" && n >= 0:
		return Period(n * second)
	case unit == "min" && n >= 0:
		return Period(n * minute)
	case unit == "h" && n >= 0:
		return Period(n * hour)
	case unit == "bytes" && n >= 0 && n < 1<<62:
		if whole := Bytes(n); n < 1024 || n%1024 == 0 {
			return whole
		}
		return Group(n) + nb + "B"
	case n == 1<<63-1:
		return words.T("never")
	}
	return Group(n)
}

// ParseSetting reads a value with or without a unit as the plain number that the setting takes. Other texts are left as they are:
// the broker says what is wrong with them.
func ParseSetting(unit, text string) string {
	s := strings.NewReplacer(Narrow, "", nb, "", " ", "", "−", "-").Replace(strings.TrimSpace(text))
	if s == "never" || s == words.T("never") {
		return strconv.FormatInt(1<<63-1, 10)
	}
	at := len(s)
	for at > 0 && (s[at-1] < '0' || s[at-1] > '9') {
		at--
	}
	word := strings.ToLower(s[at:])
	n, err := strconv.ParseFloat(s[:at], 64)
	of := map[string]float64{"ms": 1, "s": 1, "min": 60e3, "h": 3600e3}[unit]
	if err != nil || word == "" || of == 0 && unit != "bytes" {
		if _, err := strconv.ParseInt(s, 10, 64); err == nil {
			return s
		}
		return strings.TrimSpace(text)
	}
	if unit == "s" {
		of = 1e3
	}
	factor, ok := map[string]float64{"ms": 1, "s": 1e3, "min": 60e3, "m": 60e3, "h": 3600e3, "d": 86400e3, "day": 86400e3, "days": 86400e3}[word]
	if unit == "bytes" {
		of = 1
		factor, ok = map[string]float64{"b": 1, "k": 1 << 10, "kb": 1 << 10, "kib": 1 << 10, "m": 1 << 20, "mb": 1 << 20, "mib": 1 << 20, "g": 1 << 30, "gb": 1 << 30, "gib": 1 << 30}[word]
	}
	if !ok {
		return strings.TrimSpace(text)
	}
	return strconv.FormatInt(int64(n*factor/of), 10)
}
