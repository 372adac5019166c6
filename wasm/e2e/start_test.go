package e2e

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"logarium/engine/cmd/logarium/serve"
)

// change is a command that changes the machine and needs nothing but a clock.
const change = "clock advance 1ms"

func TestStartsUnderAStrictPolicyInTimeAndWithoutErrors(t *testing.T) {
	p := visit(t, shared, site(t))
	ready := p.ready()
	if ready.Store != "indexeddb" || ready.ReadOnly || !ready.Fresh || ready.Why != "" {
		t.Fatalf("ready %+v", ready)
	}
	var version string
	p.eval("logarium.version", &version)
	if version == "" || version != ready.Version {
		t.Errorf("version %q, ready says %q", version, ready.Version)
	}
	p.saved()
	p.screenshot("start")
}

// TestOldBrowserIsToldWhatIsMissing: instead of an error of the compiler, the page says what the program cannot do without.
func TestOldBrowserIsToldWhatIsMissing(t *testing.T) {
	p := blank(t, shared)
	p.do(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument("WebAssembly.validate = () => false").Do(ctx)
		return err
	}))
	p.navigate(site(t))
	p.wait("the sentence", "document.getElementById('boot').textContent.includes('WebAssembly has no vectors; Chrome from 91')")
	p.forgive()
}

func TestColdStartToFirstAnswer(t *testing.T) {
	const script = "logarium.ready.then(() => logarium.view('clock')).then(() => performance.now())"
	best := 0.0
	for range 3 {
		p := blank(t, shared)
		p.navigate(site(t))
		p.wait("the JavaScript API", "!!globalThis.logarium")
		var ms float64
		p.eval(script, &ms)
		if best == 0 || ms < best {
			best = ms
		}
	}
	t.Logf("first answer after %.0f ms (best of 3, with an empty cache)", best)
}

func TestReloadKeepsTheLab(t *testing.T) {
	p := visit(t, shared, site(t))
	for range 3 {
		p.exec(change)
	}
	p.exec("undo")
	p.saved()
	before := p.lab()
	p.reload()
	after := p.lab()
	before.Memory, before.Bytes = after.Memory, after.Bytes // blocks of states that nobody can come back to may be gone
	if ready := p.ready(); ready.Fresh || ready.ReadOnly {
		t.Errorf("ready %+v", ready)
	}
	if before != after {
		t.Errorf("the lab was\n%+v\nand is\n%+v", before, after)
	}
}

func TestSubPath(t *testing.T) {
	handler := http.StripPrefix("/some/folder", serve.Handler(dist))
	p := visit(t, shared, hosted(t, handler)+"some/folder/explore.html")
	p.exec(change)
}

// A plain host knows nothing of .br and .gz: then the page unpacks the .gz itself.
func TestPlainHost(t *testing.T) {
	p := visit(t, shared, serving(t, http.FileServer(http.Dir(dist))))
	p.exec(change)
	var fetched []string
	p.eval(`performance.getEntriesByType("resource").filter((e) => e.decodedBodySize > 0).map((e) => e.name)`, &fetched)
	if !strings.Contains(strings.Join(fetched, " "), "logarium.wasm.gz") {
		t.Errorf("fetched %q", fetched)
	}
}

func TestWithoutIndexedDBItRunsFromMemoryAndSaysSo(t *testing.T) {
	line := `Object.defineProperty(self, "indexedDB", {value: undefined});`
	p := visit(t, shared, serving(t, before(t, "worker.js", line)))
	ready := p.ready()
	if ready.Store != "memory" || !strings.HasPrefix(ready.Why, "Nothing is kept when this tab is closed") {
		t.Fatalf("ready %+v", ready)
	}
	p.exec(change)
	p.saved()
	position := p.lab().Position
	p.exec("undo")
	if lab := p.lab(); lab.Position != position-1 || lab.Store != "memory" {
		t.Fatalf("lab %+v", lab)
	}
	p.screenshot("memory")
}

func TestWithoutWorkersItRunsInThePageAndSaysSo(t *testing.T) {
	for name, line := range map[string]string{
		"refused": `window.Worker = class { constructor() { throw new DOMException("no workers here", "SecurityError") } };`,
		"broken":  `{ const W = Worker; window.Worker = class extends W { constructor() { super("missing.js") } }; }`,
	} {
		t.Run(name, func(t *testing.T) {
			p := visit(t, shared, serving(t, before(t, "loader.js", line)))
			ready := p.ready()
			if ready.Store != "indexeddb" || !strings.Contains(ready.Why, "refuses to run the machine beside the page") {
				t.Fatalf("ready %+v", ready)
			}
			p.exec(change)
			p.saved()
			p.forgive() // missing.js
			p.reload()
			if ready := p.ready(); ready.Fresh {
				t.Errorf("after a reload: %+v", ready)
			}
			p.forgive()
		})
	}
}

// When the worker dies, its requests fail, and Restart brings back what was saved.
func TestWorkerThatDiesIsReplaced(t *testing.T) {
	line := `{ const W = Worker; window.Worker = class extends W { constructor(a) { super(a); window.theWorker = this } }; }`
	p := visit(t, shared, serving(t, before(t, "loader.js", line)))
	p.exec(change)
	p.saved()
	position := p.lab().Position
	p.eval(`(theWorker.terminate(), theWorker.onmessage({data: "killed by a test"}))`, nil)
	var answer string
	p.eval(`logarium.exec("ls /").then(() => "answered", (e) => e.message)`, &answer)
	if answer != "the machine has stopped" {
		t.Errorf("a dead worker's answer: %q", answer)
	}
	var ready map[string]any
	p.eval(`new Promise((resolve) => { logarium.on("ready", resolve); logarium.restart() })`, &ready)
	if lab := p.lab(); lab.Position != position || lab.ReadOnly {
		t.Fatalf("lab %+v, want position %d", lab, position)
	}
	p.exec(change)
}
