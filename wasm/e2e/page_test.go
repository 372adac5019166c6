package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	cdp "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"logarium/engine/message"
)

// patience is how long anything in the browser may take before a test gives up.
const patience = 60 * time.Second

// tab is a page in a browser. Its methods end the test when something fails.
type tab struct {
	t   *testing.T
	ctx context.Context
	// close closes the tab, as a person does.
	close func()

	mu       sync.Mutex
	troubles []string // errors and warnings in the console, and exceptions
	noted    string   // the latest text that the page gave to console.debug
}

// visit opens a tab and waits until the machine is ready. Errors in its console fail the test.
func visit(t *testing.T, b *browser, url string) *tab {
	t.Helper()
	p := blank(t, b)
	p.navigate(url)
	p.ready()
	return p
}

// blank opens an empty tab.
func blank(t *testing.T, b *browser) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(b.ctx)
	p := &tab{t: t, ctx: ctx, close: cancel}
	t.Cleanup(func() {
		cancel()
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, trouble := range p.troubles {
			t.Errorf("console: %s", trouble)
		}
	})
	chromedp.ListenTarget(ctx, p.hear)
	p.do(log.Enable())
	return p
}

func (p *tab) hear(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		p.troubles = append(p.troubles, e.ExceptionDetails.Error())
	case *runtime.EventConsoleAPICalled:
		text := said(e)
		if e.Type == runtime.APITypeDebug {
			p.noted = text
		}
		if e.Type == runtime.APITypeError || e.Type == runtime.APITypeWarning || strings.Contains(text, "panic:") || strings.Contains(text, "fatal error:") {
			p.troubles = append(p.troubles, text)
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.LevelError || e.Entry.Level == log.LevelWarning {
			p.troubles = append(p.troubles, e.Entry.Text+" "+e.Entry.URL)
		}
	}
}

func said(e *runtime.EventConsoleAPICalled) string {
	var words []string
	for _, arg := range e.Args {
		words = append(words, string(arg.Value)+arg.Description)
	}
	return strings.Join(words, " ")
}

// dead tells whether the page's own program has ended.
func (p *tab) dead() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.ContainsFunc(p.troubles, func(s string) bool { return strings.Contains(s, "the program has ended") })
}

// note is the latest text that the page gave to console.debug: it is here also when the browser is gone.
func (p *tab) note() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.noted
}

// forgive takes the troubles so far, for a test that makes them.
func (p *tab) forgive() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	troubles := p.troubles
	p.troubles = nil
	return troubles
}

func (p *tab) do(actions ...chromedp.Action) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	// The first Run of a tab binds its life to the context, which must not be the short one.
	if chromedp.FromContext(p.ctx).Target == nil {
		ctx = p.ctx
	}
	if err := chromedp.Run(ctx, actions...); err != nil {
		p.t.Fatalf("%v", err)
	}
}

func (p *tab) navigate(url string) { p.t.Helper(); p.do(chromedp.Navigate(url)) }

func (p *tab) reload() {
	p.t.Helper()
	p.do(chromedp.Reload())
	p.ready()
}

// ready waits for the first ready event.
func (p *tab) ready() (ready message.Ready) {
	p.t.Helper()
	p.wait("the JavaScript API", "!!globalThis.logarium")
	p.wait("ready", "logarium.ready.then((r) => { window.readyForTest = r }) && !!window.readyForTest")
	p.eval("readyForTest", &ready)
	return ready
}

// eval runs JavaScript, waits if it is a promise, and reads the result into a Go value; nil for none.
func (p *tab) eval(script string, into any) {
	p.t.Helper()
	if err := p.try(script, into); err != nil {
		p.t.Fatalf("%s: %v", short(script), err)
	}
}

func (p *tab) try(script string, into any) error {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	wrapped := fmt.Sprintf("(async () => JSON.stringify(await (%s)) || 'null')()", script)
	var text string
	err := chromedp.Run(ctx, chromedp.Evaluate(wrapped, &text, func(e *runtime.EvaluateParams) *runtime.EvaluateParams {
		return e.WithAwaitPromise(true).WithReturnByValue(true)
	}))
	if err != nil || into == nil {
		return err
	}
	return json.Unmarshal([]byte(text), into)
}

func short(script string) string { return script[:min(len(script), 200)] }

// exec runs a command line, wants it to end with 0, and waits until the screen shows what it has changed.
func (p *tab) exec(line string) message.Result {
	p.t.Helper()
	result := p.run(line)
	p.settle()
	if result.Exit != 0 {
		p.t.Fatalf("%s: exit %d: %s", line, result.Exit, result.Err)
	}
	return result
}

func (p *tab) run(line string) (result message.Result) {
	p.t.Helper()
	p.eval(fmt.Sprintf("logarium.exec(%s)", quote(line)), &result)
	return result
}

// settle waits until the screen shows what the machine has answered so far. The machine answers in turn: what has changed before is known
// when the clock is. A screen on which time plays is never done for long, so that a moment in which it is will do. A tab behind another has no
// frames: it shows nothing.
func (p *tab) settle() {
	p.t.Helper()
	p.eval(`logarium.view("clock").then(async () => {
		const frame = () => new Promise((done) => { requestAnimationFrame(done); setTimeout(done, 500) });
		await frame();
		do await frame(); while (!document.hidden && document.documentElement.hasAttribute("data-busy"));
	})`, nil)
}

// view reads a view into one of message's structs.
func (p *tab) view(name string, params any, into any) {
	p.t.Helper()
	p.eval(fmt.Sprintf("logarium.view(%s, %s)", quote(name), quote(params)), into)
}

func (p *tab) lab() (lab message.Lab) {
	p.t.Helper()
	p.view("lab", map[string]bool{"digest": true}, &lab)
	return lab
}

func quote(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(data)
}

// wait polls until a JavaScript expression is true.
func (p *tab) wait(what, condition string) {
	p.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		var ok bool
		if err := p.try(condition, &ok); err == nil && ok {
			return
		} else if time.Now().After(end) {
			p.t.Fatalf("waited in vain for %s (%v)", what, err)
		}
		if p.dead() {
			p.t.Fatalf("the program died while a test waited for %s", what)
		}
	}
}

// saved waits until everything is committed.
func (p *tab) saved() {
	p.t.Helper()
	p.wait("the commit", "logarium.view('lab').then((l) => !l.dirty)")
}

// screenshot writes the page as it is into the folder that LOGARIUM_SHOTS names, if it does.
func (p *tab) screenshot(name string) {
	p.t.Helper()
	folder := os.Getenv("LOGARIUM_SHOTS")
	if folder == "" {
		return
	}
	var png []byte
	p.do(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		png, err = cdp.CaptureScreenshot().Do(ctx)
		return err
	}))
	if err := os.WriteFile(filepath.Join(folder, name+".png"), png, 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// lines is a log that a server writes.
type lines struct {
	mu  sync.Mutex
	all []string
}

func (l *lines) add(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, line)
}

// take returns what was written since the last time.
func (l *lines) take() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := strings.Join(l.all, " ")
	l.all = nil
	return text
}
