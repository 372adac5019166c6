package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// patience is how long anything on a page may take.
const patience = 90 * time.Second

type browser struct {
	ctx      context.Context
	close    func()
	troubles []string // errors in the console
}

func open() (*browser, error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:len(chromedp.DefaultExecAllocatorOptions):len(chromedp.DefaultExecAllocatorOptions)],
		chromedp.NoSandbox, chromedp.WindowSize(1280, 800), chromedp.Flag("disable-gpu", true))
	allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, stop := chromedp.NewContext(allocator, chromedp.WithErrorf(func(string, ...any) {})) // events newer than the library
	b := &browser{ctx: ctx, close: func() { stop(); stopAllocator() }}
	chromedp.ListenTarget(ctx, b.hear)
	return b, chromedp.Run(ctx, log.Enable())
}

func (b *browser) hear(event any) {
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		b.troubles = append(b.troubles, e.ExceptionDetails.Error())
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.APITypeError {
			b.troubles = append(b.troubles, string(e.Args[0].Value)+e.Args[0].Description)
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.LevelError {
			b.troubles = append(b.troubles, e.Entry.Text+" "+e.Entry.URL)
		}
	}
}

// eval runs JavaScript, waits for its promise, and returns the result as text.
func (b *browser) eval(script string) (text string, err error) {
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	err = chromedp.Run(ctx, chromedp.Evaluate("(async () => String(await ("+script+")))()", &text, func(e *runtime.EvaluateParams) *runtime.EvaluateParams {
		return e.WithAwaitPromise(true)
	}))
	if err != nil {
		err = fmt.Errorf("%s: %w", script, err)
	}
	return text, err
}

// expect wants a script to come to a text.
func (b *browser) expect(script, want string) error {
	got, err := b.eval(script)
	if err == nil && got != want {
		err = fmt.Errorf("%s is %s, not %s", script, got, want)
	}
	return err
}

// wait polls until a script says true.
func (b *browser) wait(script string) error {
	for end := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		got, err := b.eval(script)
		if err == nil && got == "true" {
			return nil
		}
		if time.Now().After(end) {
			return fmt.Errorf("waited in vain for %s (%s, %v)", script, got, err)
		}
	}
}

func (b *browser) visit(url string) error {
	if err := chromedp.Run(b.ctx, chromedp.Navigate(url)); err != nil {
		return err
	}
	return b.wait("!!customElements.get('logarium-embed') && !!document.querySelector('logarium-embed')?.shadowRoot.querySelector('img').complete")
}

// element is the embed of the page, in scripts.
const element = "document.querySelector('logarium-embed')"

// onMkDocs: a picture, no program before the click, the lab after it, and the page's own theme.
func (b *browser) onMkDocs(url string, tank *host) error {
	if err := b.visit(url); err != nil {
		return err
	}
	if got := tank.take(); strings.Contains(got, ".wasm") || !strings.Contains(got, "posters/orders.svg") {
		return fmt.Errorf("before a click it fetched %s", got)
	}
	for _, step := range [][2]string{
		{element + ".shadowRoot.querySelector('b').textContent", "Why is this segment still here?"},
		{element + ".classList.contains('dark')", "false"},
		{"(document.querySelector('label[title=Dark]').click(), new Promise((r) => setTimeout(r, 300)).then(() => " + element + ".classList.contains('dark')))", "true"},
		{"(" + element + ".shadowRoot.querySelector('button').click(), " + element + ".ready.then((r) => r.store))", "memory"},
		{element + ".exec('clock advance 1s').then((r) => r.exit)", "0"},
		{element + ".view('lab').then((l) => l.name)", "orders"},
	} {
		if err := b.expect(step[0], step[1]); err != nil {
			return err
		}
	}
	return nil
}

// onReveal: the lab of the second slide starts when that is shown.
func (b *browser) onReveal(url string, tank *host) error {
	tank.take()
	if err := b.visit(url); err != nil {
		return err
	}
	if got := tank.take(); strings.Contains(got, ".wasm") {
		return fmt.Errorf("before its slide was shown it fetched %s", got)
	}
	if _, err := b.eval("(Reveal.next(), 1)"); err != nil {
		return err
	}
	if err := b.wait(element + ".running"); err != nil {
		return err
	}
	for _, step := range [][2]string{
		{element + ".view('lab').then((l) => l.name)", "cleaning"},
		{element + ".classList.contains('dark')", "true"},
		{element + ".clientHeight", "560"},
	} {
		if err := b.expect(step[0], step[1]); err != nil {
			return err
		}
	}
	return nil
}
