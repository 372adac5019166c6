package web

import (
	"slices"
	"strconv"
	"strings"

	"logarium/engine/message"
	"logarium/web/view"
	"logarium/web/words"
)

// Tool is a tab of the tool panels.
type Tool struct{ Name, Label string }

// tools lists the tabs; their keys are 1, 2, ...
func tools() []Tool {
	return []Tool{{"produce", words.T("Produce")}, {"lookup", words.T("Lookup")}, {"why", words.T("Why?")}, {"config", words.T("Config")}, {"faults", words.T("Faults")}, {"consumers", words.T("Consumers")}, {"metrics", words.T("Metrics")}, {"replicas", words.T("Replicas")}, {"sweep", words.T("Sweep")}, {"compare", words.T("Compare")}}
}

// toolTabs are those that stand in the row: replicas where there is more than one broker, or somebody has asked for them by key; the sweep
// once somebody has asked for it; the comparison of two moments while it is open.
func (a *App) toolTabs() (tabs []Tool) {
	hidden := map[string]bool{"replicas": len(a.Cluster.Brokers) < 2, "sweep": a.Sweep.Name == "", "compare": true}
	for _, t := range tools() {
		if a.UI.Tool == t.Name || !hidden[t.Name] {
			tabs = append(tabs, t)
		}
	}
	return tabs
}

func (a *App) setTool(name string) {
	a.UI.Tool, a.UI.ToolTop, a.Tale.aside = name, 0, true
	a.host.Scroll("tool-panel", 0)
	a.host.Keep("tool", name)
	if a.UI.Phone {
		a.UI.PhoneView = "tank"
	}
}

// ToolBlocks is the content of the open tool panel, if it is made of blocks.
func (a *App) ToolBlocks() []view.Block {
	switch a.UI.Tool {
	case "lookup":
		return a.LookupPanel()
	case "compare":
		return a.MomentsPanel()
	case "config":
		return a.ConfigPanel()
	case "faults":
		return a.FaultPanel()
	case "why":
		if strings.Contains(a.Part.Policy, "compact") {
			return view.CleaningBlocks(a.Cleaning)
		}
	case "metrics":
		p := view.Metrics{Answer: a.Metrics, Broker: a.UI.Text["metrics-of"] == "broker"}
		return p.Blocks()
	case "replicas":
		return view.ReplicaBlocks(a.Cluster.Fleet, a.Replicas, a.Sel.Partition, a.Clock.Now)
	case "sweep":
		p := view.Sweep{Answer: a.Sweep, Plan: a.Value("sweep-plan"), At: a.Value("sweep-at")}
		return p.Blocks()
	case "consumers":
		return view.ConsumerBlocks(a.Consumers, a.Clock.Now, view.Topic(a.Sel.Partition))
	}
	return nil
}

// settings is the state of the Config panel.
type settings struct {
	broker, changed   bool
	open, failed, why string
	sent, value       string // the setting that was changed last, and to what, until its warning is known
}

// gotConfig opens the card of a setting that somebody has just given a value to be warned of.
func (a *App) gotConfig() {
	if s := a.setting(a.set.sent); s != nil && s.Value == a.set.value {
		if a.set.sent, a.set.value = "", ""; s.Warning != "" {
			a.set.open = s.Name
			a.host.Scroll("tool-panel", 0)
			a.say(words.Said(s.Warning))
		}
	}
}

func (a *App) configParams() any {
	topic := view.Topic(a.Sel.Partition)
	if a.set.broker {
		return with{"type": "broker", "name": strconv.Itoa(int(max(1, a.Sel.Broker)))}
	}
	if topic == "" {
		return nil
	}
	return with{"type": "topic", "name": topic}
}

// metricsParams asks for the metrics of the partition, or for all; the filter narrows them by name.
func (a *App) metricsParams() any {
	filter := a.UI.Text["filter-metrics"]
	if topic := view.Topic(a.Sel.Partition); a.UI.Text["metrics-of"] != "broker" && filter == "" && topic != "" {
		filter = "topic=" + topic + ",partition=" + view.Number(a.Sel.Partition)
	}
	return with{"broker": a.Sel.Broker, "filter": filter, "limit": 60}
}

// ConfigPanel prepares the settings.
func (a *App) ConfigPanel() []view.Block {
	c := view.Config{Settings: a.Config.Settings, Broker: a.set.broker, Changed: a.set.changed, Filter: a.UI.Text["filter-config"], Open: a.set.open,
		Failed: a.set.failed, Why: a.set.why, NoTopic: a.Sel.Partition == "", Partition: a.Sel.Partition, Topics: a.topics(), From: a.UI.ToolTop - 1, N: a.UI.ToolRows + 2, Line: a.configRow()}
	return c.Blocks()
}

// topics are those of the cluster, by name.
func (a *App) topics() (names []string) {
	a.eachPartition(func(s Selection) {
		if topic := view.Topic(s.Partition); !slices.Contains(names, topic) {
			names = append(names, topic)
		}
	})
	slices.Sort(names)
	return names
}

// eachPartition calls f with every partition of every running broker, ready to be selected.
func (a *App) eachPartition(f func(s Selection)) {
	for _, b := range a.Cluster.Brokers {
		for _, d := range b.Dirs {
			for _, p := range d.Partitions {
				f(Selection{Partition: p.Name, Broker: b.ID, Dir: d.Path, Base: -1, From: -1, N: -1, Bytes: [2]int64{-1, -1}, Cursor: -1})
			}
		}
	}
}

// chooseTopic selects the first partition of a topic.
func (a *App) chooseTopic(topic string) {
	found := false
	a.eachPartition(func(s Selection) {
		if !found && view.Topic(s.Partition) == topic {
			found = true
			a.SelectPartition(s)
		}
	})
}

// configRow is the height of a setting's line in px.
func (a *App) configRow() float64 { return 26 * a.UI.Scale }

func (a *App) setting(name string) *message.Setting {
	for i := range a.Config.Settings {
		if a.Config.Settings[i].Name == name {
			return &a.Config.Settings[i]
		}
	}
	return nil
}

func (a *App) doTools(name, arg string) bool {
	switch name {
	case "config-of":
		a.set, a.UI.ToolTop = settings{broker: arg == "broker", changed: a.set.changed}, 0
		a.host.Scroll("tool-panel", 0)
	case "config-topic":
		a.chooseTopic(arg)
	case "config-which":
		a.set.changed = arg == "changed"
	case "config-open":
		if a.set.open == arg {
			arg = ""
		}
		a.set.open = arg
		a.host.Scroll("tool-panel", 0)
	case "config-set":
		a.alter(arg)
	case "config-revert":
		delete(a.UI.Text, "set-"+arg)
		a.set.failed = ""
	case "config-reset":
		a.configure(arg, "--delete-config "+arg)
	case "sweep-go":
		a.Run("sweep " + arg)
	case "metrics-of":
		a.UI.Text["metrics-of"] = arg
	case "fault-mode":
		a.UI.Text["fault-mode"] = arg
	case "fault-on":
		a.UI.Text["fault-on"] = arg
	default:
		return false
	}
	return true
}

// alter sends what was typed for a setting, if it differs.
func (a *App) alter(name string) {
	s := a.setting(name)
	text, typed := a.UI.Text["set-"+name]
	if s == nil || !typed {
		return
	}
	value := view.ParseSetting(s.Unit, text)
	if value == s.Value {
		delete(a.UI.Text, "set-"+name)
		return
	}
	a.set.sent, a.set.value = name, value
	if strings.Contains(value, ",") {
		value = "[" + value + "]"
	}
	a.configure(name, "--add-config "+view.Quote(name+"="+value))
}

// configure alters the topic's or the broker's settings; a refusal is shown at the setting.
func (a *App) configure(name, change string) {
	entity := "topics --entity-name " + view.Topic(a.Sel.Partition)
	if a.set.broker {
		entity = "brokers --entity-name " + strconv.Itoa(int(max(1, a.Sel.Broker)))
	}
	a.set.failed = ""
	a.exec("kafka-configs --alter --entity-type "+entity+" "+change, false, func(r message.Result) {
		if r.Exit == 0 {
			delete(a.UI.Text, "set-"+name)
			return
		}
		a.set.failed, a.set.open, a.set.why = name, name, refusal(r.Err+r.Out)
		a.host.Scroll("tool-panel", 0)
	})
}

// refusal is what a tool says is wrong: the last line, without the names of Java classes before it.
func refusal(s string) string {
	s = strings.TrimSpace(s)
	s = s[strings.LastIndexByte(s, '\n')+1:]
	for {
		word, rest, ok := strings.Cut(s, ": ")
		if !ok || strings.ContainsRune(word, ' ') || !strings.HasSuffix(word, "Exception") {
			return s
		}
		s = rest
	}
}

// FaultPanel prepares what can be broken.
func (a *App) FaultPanel() []view.Block {
	f := view.Faults{Dir: a.Sel.Dir, Path: a.Sel.Path, Cursor: a.Sel.Cursor, Disk: a.Files.Disk, Part: a.Part, Mode: a.UI.Text["fault-mode"], On: a.UI.Text["fault-on"], Handles: a.UI.Text["fault-handles"]}
	for _, b := range a.Cluster.Brokers {
		if b.ID == a.Sel.Broker {
			f.Broker = b
		}
	}
	return f.Blocks()
}

// What the attributes of a block, a row and a cell are.

func alertRole(b view.Block) any {
	if b.Class == "bad" {
		return "alert"
	}
	return nil
}

func tableRole(b view.Block, role string) any {
	if b.Label == "" {
		return nil
	}
	return role
}

func labelOf(b view.Block) any {
	if b.Label == "" {
		return nil
	}
	return b.Label
}

func stepOf(r view.Row) any {
	if r.Step {
		return "step"
	}
	return nil
}

func cellClass(x view.Cell) string {
	if x.Kind == "" {
		return x.Class
	}
	return "ctl"
}

func titleOf(x view.Cell) any {
	if x.Title == "" {
		return nil
	}
	return x.Title
}
