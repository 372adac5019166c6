package web

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/staticrender"

	"logarium/engine/message"
	"logarium/web/dev/fake"
)

// bench is a screen without a browser: what is posted runs when settle is called.
type bench struct {
	*App
	t      *testing.T
	queue  []func()
	focus  string
	kept   map[string]string
	now    float64
	client *fake.Client
	frames int
	clip   string
	large  bool
	lang   string
}

func (b *bench) Post(f func())                     { b.queue = append(b.queue, f) }
func (b *bench) Frame()                            { b.frames++ }
func (b *bench) Canvas()                           {}
func (b *bench) Fetch(string, func([]byte, error)) {}
func (b *bench) Focus(id string)                   { b.focus = id }
func (b *bench) Scroll(string, float64)            {}
func (b *bench) Theme(string)                      {}
func (b *bench) Language(code string)              { b.lang = code }
func (b *bench) Present(on bool)                   { b.large = on }
func (b *bench) Keep(key, value string)            { b.kept[key] = value }
func (b *bench) Kept(key string) string            { return b.kept[key] }
func (b *bench) Real() float64                     { return b.now }
func (b *bench) Copy(text string)                  { b.clip = text }
func (b *bench) Address() string                   { return "https://example.org/tank/" }

// settle runs frames until nothing is on its way.
func (b *bench) settle() {
	for range 200 {
		q := b.queue
		b.queue = nil
		for _, f := range q {
			f()
		}
		b.Pump()
		if len(b.queue) == 0 {
			return
		}
	}
	b.t.Fatal("the screen does not come to rest")
}

func open(t *testing.T) *bench {
	b := &bench{t: t, kept: map[string]string{}}
	b.client = &fake.Client{Lab: fake.New(), Later: b.Post, Ready: message.Ready{Store: "indexeddb"}}
	b.App = New(b.client, b)
	b.Resized(Sizes{Scale: 1, StripW: 1155, StripH: 189, RailW: 1440, HexH: 290, FilesH: 380, PanelH: 158})
	b.settle()
	return b
}

// flattenAll prepares what all components have built.
func flattenAll(r *vugu.BuildResults, out *vugu.BuildOut) {
	flatten(out.Out)
	for _, c := range out.Components {
		flattenAll(r, r.ResultFor(c))
	}
}

func (b *bench) html() string {
	var out bytes.Buffer
	r := staticrender.New(&out)
	env, err := vugu.NewBuildEnv(r.EventEnv())
	if err != nil {
		b.t.Fatal(err)
	}
	built := env.RunBuild(&AppShell{A: b.App})
	flattenAll(built, built.Out)
	if err := r.Render(built); err != nil {
		b.t.Fatal(err)
	}
	return out.String()
}

func TestFirstLookIsTheBatchOfAnIndexEntry(t *testing.T) {
	b := open(t)
	if b.Sel.Partition != "orders-0" || b.Sel.Kind != "log" || b.selected() == nil || b.selected().Indexed != 0 {
		t.Fatalf("%+v", b.Sel)
	}
	h := b.BytesHead()
	if h.Title != "RecordBatch v2" || len(h.Entries) != 3 || h.Entries[0].Selected || h.Entries[0].Relative != "00 00 00 40" {
		t.Fatalf("%+v", h)
	}
	if s := b.Strip(); s.Base != -1 || s.Batch != nil {
		t.Errorf("segment %d, batch %v are marked, and nobody has chosen any", s.Base, s.Batch)
	}
	shown := b.Sel.From
	b.HexClick(shown + 8)
	if s := b.Strip(); s.Batch == nil || !b.BytesHead().Entries[0].Selected {
		t.Error("a byte was chosen, and its batch is not marked")
	}
	b.Do("unselect")
	if b.Strip().Batch != nil || b.Sel.From != shown {
		t.Error("nothing is chosen any more, and a batch is marked")
	}
	if b.Press(Key{Key: "]"}); b.Strip().Batch == nil || b.Sel.From == shown {
		t.Error("the next batch was chosen, and is not marked")
	}
	b.Press(Key{Key: "["})
	if rows := b.FieldRows(); rows[0].Name != "baseOffset" || rows[0].Letter != "o" {
		t.Fatalf("%+v", rows[0])
	}
}

func TestAnIndexEntryLeadsToItsBatchAndBack(t *testing.T) {
	b := open(t)
	seg := b.segment(b.Sel.Base)
	b.Do("kind:index")
	b.settle()
	b.HexClick(8)
	b.settle()
	if b.Sel.N != 1 || b.current().Name != "entry" {
		t.Fatalf("%+v", b.Sel)
	}
	b.Press(Key{Key: "Enter", Where: "hex"})
	b.settle()
	if b.Sel.Kind != "log" || b.Sel.From != seg.IndexPos[1] || b.selected() == nil || b.selected().Indexed != 1 {
		t.Fatalf("Enter leads to %+v", b.Sel)
	}
	b.Press(Key{Key: "ArrowLeft", Alt: true, Where: "hex"})
	b.settle()
	if b.Sel.Kind != "index" || b.Sel.N != 1 {
		t.Fatalf("back leads to %+v", b.Sel)
	}
}

func TestControlsSendCommandsThatTheConsoleShows(t *testing.T) {
	b := open(t)
	for _, k := range []string{"n", "s", "m", "M"} {
		b.Press(Key{Key: k})
		b.settle()
	}
	b.Press(Key{Key: "z", Ctrl: true})
	b.settle()
	b.Press(Key{Key: "z", Ctrl: true, Shift: true})
	b.settle()
	var lines []string
	for _, e := range b.Console.Entries {
		lines = append(lines, e.Line)
		if !e.Done || e.Exit != 0 {
			t.Errorf("%+v", e)
		}
	}
	if got := strings.Join(lines, "|"); got != "step|clock advance 1s|clock advance 1m|clock advance 1h|undo|redo" {
		t.Error(got)
	}
}

func TestKeysAreLeftToTextFields(t *testing.T) {
	b := open(t)
	for _, k := range []Key{{Key: "n", Text: true}, {Key: "z", Ctrl: true, Text: true}, {Key: "n", Where: "console-input", Text: true}, {Key: " ", Control: true}} {
		if b.Press(k) {
			t.Errorf("%+v is taken", k)
		}
	}
	b.Do("single-keys")
	if b.Press(Key{Key: "n"}) {
		t.Error("n acts though single keys are off")
	}
	if b.kept["keys"] != "off" {
		t.Error("the choice is not remembered")
	}
}

func TestConsole(t *testing.T) {
	b := open(t)
	b.Do("panel:console")
	if b.focus != "console-input" {
		t.Error("focus is on", b.focus)
	}
	b.Input("console", "kafka-t")
	b.Press(Key{Key: "Tab", Where: "console-input", Text: true})
	b.settle()
	if b.Console.Input != "kafka-topics " {
		t.Errorf("%q", b.Console.Input)
	}
	b.Input("console", "no-such-command")
	b.Press(Key{Key: "Enter", Where: "console-input", Text: true})
	b.settle()
	e := b.Console.Entries[0]
	if e.Exit != 127 || !strings.Contains(e.Err, "not found") || b.UI.Toast != "" {
		t.Errorf("%+v, toast %q", e, b.UI.Toast)
	}
	b.Press(Key{Key: "ArrowUp", Where: "console-input", Text: true})
	if b.Console.Input != "no-such-command" {
		t.Errorf("%q", b.Console.Input)
	}
}

func TestProduceThenUndo(t *testing.T) {
	b := open(t)
	b.Do("tool:produce")
	end := b.Part.LogEndOffset
	b.Press(Key{Key: "Enter", Ctrl: true, Text: true})
	b.settle()
	if b.Part.LogEndOffset != end+1 {
		t.Fatal(b.Part.LogEndOffset, end)
	}
	b.Input("produce-batch", "zero")
	if f := b.ProduceForm(); f.One != "" || f.BatchErr == "" {
		t.Fatalf("%+v", f)
	}
	b.Do("send")
	if b.UI.ProduceErr == "" {
		t.Error("a wrong form is sent without a word")
	}
}

func TestPlayWaitsForTheStepBefore(t *testing.T) {
	b := open(t)
	before := b.Clock.Now
	b.Press(Key{Key: " "})
	for range 5 {
		b.now += 16
		b.Tick()
	}
	if n := len(b.queue); n != 1 {
		t.Errorf("%d advances are on their way at once", n)
	}
	b.settle()
	b.now += 100
	b.Tick()
	b.settle()
	if b.Clock.Now <= before || len(b.Console.Entries) != 0 {
		t.Error(b.Clock.Now, b.Console.Entries)
	}
	b.Press(Key{Key: " "})
	if b.play.on {
		t.Error("still playing")
	}
}

func TestOnlyWhatIsVisibleIsAsked(t *testing.T) {
	b := open(t)
	for _, s := range b.sources {
		if s.view == "serverLog" && !strings.Contains(s.asked, `"limit":12`) {
			t.Error(s.asked)
		}
		if s.view == "events" && !strings.Contains(s.asked, `"limit":1,`) && !strings.Contains(s.asked, `"limit":1}`) {
			t.Error(s.asked)
		}
	}
}

func TestABrokenWorkerIsSaidAndCanBeRestarted(t *testing.T) {
	b := open(t)
	b.Lab.Dirty = true
	if top := b.TopBar(); top.Saved != "saving" || !strings.Contains(top.SavedTitle, "undone") {
		t.Fatalf("an undo waits for its commit: %+v", top)
	}
	b.event(message.Event{Name: "saved", Position: b.Lab.Position})
	if top := b.TopBar(); top.Saved != "saved" {
		t.Fatalf("%+v", top)
	}
	b.client.Emit(message.Event{Name: "broken"})
	b.settle()
	if n := b.Notice(); !n.Show || n.Act != "restart" {
		t.Fatalf("%+v", n)
	}
	b.Do("restart")
	b.settle()
	if n := b.Notice(); n.Show {
		t.Fatalf("%+v", n)
	}
	b.client.Ready = message.Ready{Store: "memory", Why: "This frame may not store data."}
	b.client.Restart()
	b.settle()
	if n := b.Notice(); !strings.Contains(n.Text, "This frame") || b.TopBar().Saved != "memory only" {
		t.Fatalf("%+v", n)
	}
	b.Do("dismiss")
	if n := b.Notice(); n.Show {
		t.Fatalf("closed, and still there: %+v", n)
	}
	b.client.Ready = message.Ready{Store: "indexeddb", Why: "The link cannot be opened."}
	b.client.Restart()
	b.settle()
	if n := b.Notice(); n.Text != "The link cannot be opened." {
		t.Fatalf("other words do not come up: %+v", n)
	}
}

func TestTheWholeScreenStaysSmall(t *testing.T) {
	b := open(t)
	for _, acts := range [][]string{{}, {"tool:produce", "panel:console"}, {"panel:events", "keys"}, {"panel:journal"}} {
		for _, a := range acts {
			b.Do(a)
			b.settle()
		}
		html := b.html()
		if n := strings.Count(html, "<") - strings.Count(html, "</"); n > 900 {
			t.Errorf("%d elements after %v", n, acts)
		}
	}
}

func TestComponentsShowTheirModels(t *testing.T) {
	b := open(t)
	html := b.html()
	for _, want := range []string{`data-act="task"`, "10:04:40", "partitionLeaderEpoch", "RecordBatch v2", "retention.ms", `role="treegrid"`, "server.log", `aria-label="Bytes"`} {
		if !strings.Contains(html, want) {
			t.Errorf("no %s", want)
		}
	}
}

// The dark values stand twice in tokens.css, forced and by the system's preference.
func TestDarkTokensAreTheSameTwice(t *testing.T) {
	raw, err := os.ReadFile("../static/tokens.css")
	if err != nil {
		t.Fatal(err)
	}
	block := func(head string) string {
		_, rest, _ := strings.Cut(string(raw), head)
		body, _, _ := strings.Cut(rest, "}")
		return strings.Join(strings.Fields(body), " ")
	}
	if a, b := block(`:root[data-theme="dark"] {`), block(`:root:not([data-theme="light"]) {`); a != b || a == "" {
		t.Errorf("%s\nand\n%s", a, b)
	}
}

func TestAnElementWithoutChildrenGetsATextNode(t *testing.T) {
	b := open(t)
	env, err := vugu.NewBuildEnv(staticrender.New(&bytes.Buffer{}).EventEnv())
	if err != nil {
		t.Fatal(err)
	}
	built := env.RunBuild(&FileList{F: b.FilesPane()})
	flatten(built.Out.Out)
	err = built.Out.Out[0].Walk(func(n *vugu.VGNode) error {
		if n.Type == vugu.ElementNode && n.FirstChild == nil && n.InnerHTML == nil && n.Data != "input" {
			t.Errorf("%s %v keeps the children of what was there before", n.Data, n.Attr)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestWhatIsGoneIsForgottenWithoutAWord(t *testing.T) {
	b := open(t)
	b.Sel.Base = 424242
	b.changed([]string{"segments"})
	b.settle()
	if b.UI.Toast != "" {
		t.Error(b.UI.Toast)
	}
	b.chooseSegment()
	b.settle()
	if b.segment(b.Sel.Base) == nil || len(b.Batches[b.Sel.Base].Batches) == 0 {
		t.Error("still there:", b.Sel.Base)
	}
	b.client.Lab.Stopped = true
	b.all()
	b.settle()
	if len(b.Batches) > 0 {
		t.Errorf("the log is not loaded, and %d of its segments have batches", len(b.Batches))
	}
}
