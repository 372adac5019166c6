package web

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"logarium/engine/message"
)

// source is a view that the screen keeps up to date: asked for when it is stale and needed, one request at a time.
type source struct {
	view   string
	needed func() bool
	params func() any // nil result: nothing to ask now
	into   func(json.RawMessage) error
	gone   func() // forgets what was shown, when there is no such thing any more
	stale  bool
	busy   bool
	asked  string // parameters of the latest answer
	latest json.RawMessage
}

// with is the parameters of a view.
type with map[string]any

// encode writes parameters as JSON: the screen does so for every view at every turn, too often for package json.
func encode(params any) ([]byte, error) {
	p, ok := params.(with)
	if !ok {
		return json.Marshal(params)
	}
	out := append(make([]byte, 0, 160), '{')
	for _, key := range slices.Sorted(maps.Keys(p)) {
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(append(out, '"'), key...), `":`...)
		switch v := p[key].(type) {
		case string:
			out = quoted(out, v)
		case int:
			out = strconv.AppendInt(out, int64(v), 10)
		case int32:
			out = strconv.AppendInt(out, int64(v), 10)
		case int64:
			out = strconv.AppendInt(out, v, 10)
		case bool:
			out = strconv.AppendBool(out, v)
		case []int64:
			out = append(out, '[')
			for i, n := range v {
				if i > 0 {
					out = append(out, ',')
				}
				out = strconv.AppendInt(out, n, 10)
			}
			out = append(out, ']')
		default:
			text, err := json.Marshal(v)
			if err != nil {
				return nil, err
			}
			out = append(out, text...)
		}
	}
	return append(out, '}'), nil
}

// quoted appends a string as JSON.
func quoted(out []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			text, _ := json.Marshal(s) // strings always marshal
			return append(out, text...)
		}
	}
	return append(append(append(out, '"'), s...), '"')
}

// plan lists all views of the explore screen.
func (a *App) plan() []*source {
	always := func() bool { return true }
	none := func() any { return with{} }
	part := func() any { return a.partition() }
	page := func(name string) func() any { return func() any { return a.window(name, a.UI.PanelRows+4) } }
	return []*source{
		{view: "lab", needed: always, params: none, into: into(&a.Lab)},
		{view: "clock", needed: always, params: none, into: into(&a.Clock)},
		{view: "schedule", needed: always, params: none, into: into(&a.Schedule)},
		{view: "cluster", needed: always, params: none, into: into(&a.Cluster, a.choosePartition)},
		{view: "journal", needed: always, params: func() any { return with{"from": -300, "limit": 300} }, into: intoRows(&a.Journal, "commands", &a.Journal.Commands)},
		{view: "partition", needed: always, params: part, into: into(&a.Part), gone: forget(&a.Part)},
		{view: "segments", needed: always, params: a.segmentsParams, into: intoRows(&a.Segments, "segments", &a.Segments.Segments, a.chooseSegment), gone: forget(&a.Segments)},
		{view: "headers", needed: always, params: a.headersParams, into: intoRows(&a.headers, "segments", &a.headers.Segments, a.gotHeaders), gone: func() { a.headers = message.Headers{}; a.gotHeaders() }},
		{view: "files", needed: always, params: a.filesParams, into: intoRows(&a.Files, "lines", &a.Files.Lines, a.chooseFile)},
		{view: "hex", needed: a.showsBytes, params: a.hexParams, into: into(&a.Hex)},
		{view: "fields", needed: a.showsBytes, params: a.fieldsParams, into: into(&a.Fields, a.gotFields)},
		{view: "fields", needed: a.showsBytes, params: func() any { return a.indexParams("fields") }, into: into(&a.Index)},
		{view: "hex", needed: a.showsBytes, params: func() any { return a.indexParams("hex") }, into: into(&a.IndexHex)},
		{view: "verdicts", needed: a.showsWhy, params: a.verdictParams, into: into(&a.Verdicts), gone: forget(&a.Verdicts)},
		{view: "lookup", needed: func() bool { return a.showsTool("lookup") }, params: a.lookupParams, into: into(&a.Lookup, a.gotLookup), gone: forget(&a.Lookup)},
		{view: "config", needed: func() bool { return a.showsTool("config") }, params: a.configParams, into: into(&a.Config, a.gotConfig), gone: forget(&a.Config)},
		{view: "metrics", needed: func() bool { return a.showsTool("metrics") }, params: a.metricsParams, into: into(&a.Metrics), gone: forget(&a.Metrics)},
		{view: "follow", needed: func() bool { return a.showsTool("lookup") }, params: a.followParams, into: into(&a.Life), gone: forget(&a.Life)},
		{view: "sweep", needed: func() bool { return a.showsTool("sweep") }, params: none, into: into(&a.Sweep, a.gotSweep)},
		{view: "cleaning", needed: func() bool { return a.showsWhy() && strings.Contains(a.Part.Policy, "compact") }, params: part, into: into(&a.Cleaning), gone: forget(&a.Cleaning)},
		{view: "labs", needed: func() bool { return a.Desk.On || a.showsOwn() }, params: none, into: into(&a.Desk.Shelf, a.gotLabs)},
		{view: "verdicts", needed: a.showsOwn, params: a.ownParams, into: into(&a.Desk.Why), gone: forget(&a.Desk.Why)},
		{view: "consumers", needed: always, params: none, into: into(&a.Consumers)},
		{view: "diff", needed: func() bool { return a.showsTool("compare") }, params: a.diffParams, into: into(&a.Diff), gone: forget(&a.Diff)},
		{view: "hex", needed: a.showsBytes, params: a.thenParams, into: into(&a.Then), gone: forget(&a.Then)},
		{view: "replicas", needed: func() bool { return a.Cluster.Fleet != nil && a.showsTool("replicas") }, params: a.replicasParams, into: into(&a.Replicas), gone: forget(&a.Replicas)},
		{view: "serverLog", needed: always, params: page("log"), into: intoRows(&a.Log, "lines", &a.Log.Lines)},
		{view: "events", needed: always, params: page("events"), into: into(&a.Events)},
		{view: "journal", needed: func() bool { return a.showsDrawer("journal") }, params: page("journal"), into: into(&a.JournalAt)},
	}
}

// all marks every view stale.
func (a *App) all() {
	for _, s := range a.sources {
		s.stale = true
	}
	a.Pump()
}

// ahead asks for what a command may change together with the command: the machine takes one after the other.
func (a *App) ahead() {
	for _, s := range a.sources {
		s.stale = s.stale || s.view != "sweep" // which only its own command changes
	}
}

// changed marks the views that an event names. Bytes follow the files. An answer that is on its way is behind the event, and knows of
// the change.
func (a *App) changed(names []string) {
	for _, n := range names {
		for _, s := range a.sources {
			if s.busy {
				continue
			}
			if s.view == n || s.view == "hex" && n == "files" || s.view == "fields" && (n == "files" || n == "hex") || (s.view == "cleaning" || s.view == "follow") && n == "verdicts" || s.view == "diff" && (n == "files" || n == "journal") || s.view == "replicas" && (n == "cluster" || n == "files") || s.view == "headers" && (n == "batches" || n == "segments") {
				s.stale = true
			}
		}
	}
}

// Pump asks for what is stale and needed. It is called once per frame.
func (a *App) Pump() {
	if a.Ready == nil || a.Broken != "" {
		return
	}
	for _, s := range a.sources {
		a.ask(s)
	}
}

func (a *App) ask(s *source) {
	if s.busy || !s.needed() {
		return
	}
	p := s.params()
	if p == nil {
		return
	}
	raw, err := encode(p)
	if err != nil || !s.stale && s.asked == string(raw) {
		return
	}
	s.busy, s.stale = true, false
	era := a.era
	a.client.View(s.view, json.RawMessage(raw), func(v json.RawMessage, err error) {
		a.host.Post(func() {
			if era != a.era && s.passing() { // about a partition that is not shown any more
				s.busy, s.stale = false, true
				a.host.Frame()
				return
			}
			a.answered(s, string(raw), v, err)
		})
	})
}

func (a *App) answered(s *source, asked string, raw json.RawMessage, err error) {
	s.busy = false
	if err == nil && s.asked == asked && bytes.Equal(s.latest, raw) {
		a.ask(s) // it may have become stale again meanwhile
		return
	}
	s.asked, s.latest = asked, bytes.Clone(raw) // not with all that came in the same message
	if err == nil {
		err = s.into(s.latest)
	} else {
		s.latest = nil
		if s.gone != nil {
			s.gone()
		}
	}
	if err != nil && a.Broken == "" && !s.passing() {
		a.fail(s.view + ": " + err.Error())
	}
	a.fulfil()
	a.host.Frame()
}

// passing reports whether what the view is about may have gone while the question was on its way: a segment or a file
// that an undo or a deletion took away. The next answers say what is there instead.
func (s *source) passing() bool {
	switch s.view {
	case "headers", "hex", "fields", "files", "segments", "partition", "verdicts", "lookup", "config", "metrics", "cleaning", "follow", "diff":
		return true
	}
	return false
}

// headersParams asks for the batches of the segments in the strip whose batches are drawn, and of the selected one. Those at the end of the
// log are named by their number: when the log has grown, the answer is about the new ones already. One of them that is too narrow is not drawn, and ends that.
func (a *App) headersParams() any {
	if a.UI.StripW == 0 || a.Sel.Partition == "" || len(a.Segments.Segments) == 0 {
		return nil
	}
	drawn, bases, last := a.Strip().Layout().InView(a.UI.StripW), []int64{}, 0
	drawn = drawn[max(0, len(drawn)-mostDrawn):]
	list := a.Segments.Segments
	here := func(s *message.Segment) bool { return s.State != "renamed" && slices.Contains(drawn, s.Base) }
	for a.newer() == 0 && last < len(list) && here(&list[len(list)-1-last]) {
		last++
	}
	for _, base := range drawn {
		if !slices.ContainsFunc(list[len(list)-last:], func(s message.Segment) bool { return s.Base == base }) {
			bases = append(bases, base)
		}
	}
	if a.segment(a.Sel.Base) != nil {
		bases = append(bases, a.Sel.Base)
	}
	return with{"partition": a.Sel.Partition, "broker": a.Sel.Broker, "bases": bases, "last": last, "limit": 512}
}

// mostDrawn is of how many segments the batches are drawn at most.
const mostDrawn = 40

// gotHeaders takes the batches by segment. What was drawn of the former ones is kept.
func (a *App) gotHeaders() {
	a.Batches = make(map[int64]message.Batches, len(a.headers.Segments))
	for _, b := range a.headers.Segments {
		a.Batches[b.Base] = b
	}
	a.chooseBatch(a.Sel.Base)
}

func (a *App) partition() any {
	if a.Sel.Partition == "" {
		return nil
	}
	return with{"partition": a.Sel.Partition, "broker": a.Sel.Broker}
}

// segmentsParams asks for the last segments, or for those around an offset that somebody went to.
func (a *App) segmentsParams() any {
	if a.Sel.Partition == "" {
		return nil
	}
	p := with{"partition": a.Sel.Partition, "broker": a.Sel.Broker, "limit": a.most}
	if a.segments >= 0 {
		p["offset"] = a.segments
	} else {
		p["from"] = -a.most
	}
	return p
}

// lookAround moves the window of segments to an offset, -1 to their end, and calls then when they are there.
func (a *App) lookAround(offset int64, then func()) {
	a.segments, a.arrived, a.UI.zoomed = offset, then, false
	a.host.Frame()
}

// partial reports whether the partition has more segments than the screen knows.
func (a *App) partial() bool { return len(a.Segments.Segments) < a.Segments.Total }

// upToDate reports whether the latest answer of a view is one to the present question.
func (a *App) upToDate(view string) bool {
	for _, s := range a.sources {
		if s.view == view {
			raw, err := encode(s.params())
			return err == nil && s.asked == string(raw)
		}
	}
	return false
}

// verdictParams asks for what retention says of the selected segment.
func (a *App) verdictParams() any {
	if a.Sel.Partition == "" || a.Sel.Base < 0 {
		return nil
	}
	return with{"partition": a.Sel.Partition, "broker": a.Sel.Broker, "base": a.Sel.Base}
}

// window is the part of a list that is visible, with some rows around it; the end of the list while it follows.
func (a *App) window(name string, size int) any {
	if !a.showsDrawer(name) {
		size = 1 // for the count in the tab
	}
	p := with{"from": max(0, a.UI.RowsTop[name]-2), "limit": size}
	if a.UI.RowsFollow[name] {
		p["from"] = -size
	}
	if f := a.UI.Text["filter-"+name]; f != "" {
		p["filter"] = f
	}
	if l := a.UI.Text["layer"]; l != "" && name != "journal" {
		p["layer"] = l
	}
	if name == "log" {
		p["level"] = a.UI.Level
	}
	return p
}

func (a *App) showsBytes() bool { return !a.UI.Phone || a.UI.PhoneView == "bytes" }

func (a *App) showsTool(name string) bool {
	return a.UI.Tool == name && (!a.UI.Phone || a.UI.PhoneView == "tank")
}

func (a *App) showsWhy() bool { return a.showsTool("why") }

func (a *App) showsDrawer(name string) bool {
	if a.UI.Phone {
		return a.UI.PhoneView == "console" && a.UI.Drawer == name
	}
	return a.UI.DrawerOpen && a.UI.Drawer == name
}
