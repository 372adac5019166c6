package e2e

import (
	"context"
	"fmt"
	"os"
	"syscall"
	"testing"

	"github.com/chromedp/chromedp"
)

// shared is one browser for all tests that do not kill it. Tests are kept apart by the ports of their servers, which make
// origins of their own.
var shared *browser

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	if _, err := os.Stat(dist + "/index.html"); err != nil {
		fmt.Fprintln(os.Stderr, "there is no dist/: ./build.sh build makes it")
		return 1
	}
	profile, err := os.MkdirTemp("", "logarium-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(profile)
	if shared, err = launch(profile); err != nil {
		fmt.Fprintln(os.Stderr, "the browser does not start:", err)
		return 1
	}
	defer shared.stop()
	return m.Run()
}

// browser is a running Chromium.
type browser struct {
	ctx  context.Context
	stop func()
}

// launch starts a browser on a profile folder.
func launch(profile string) (*browser, error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:len(chromedp.DefaultExecAllocatorOptions):len(chromedp.DefaultExecAllocatorOptions)],
		chromedp.UserDataDir(profile), chromedp.WindowSize(1440, 900),
		chromedp.Flag("disable-gpu", true), chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, stopBrowser := chromedp.NewContext(allocator, chromedp.WithErrorf(func(string, ...any) {})) // events newer than the library
	b := &browser{ctx: ctx, stop: func() { stopBrowser(); stopAllocator() }}
	return b, chromedp.Run(ctx)
}

// relaunch starts a browser that ends with the test.
func relaunch(t *testing.T, profile string) *browser {
	t.Helper()
	b, err := launch(profile)
	if err != nil {
		t.Fatalf("the browser does not start: %v", err)
	}
	t.Cleanup(b.stop)
	return b
}

// kill ends the browser as the system does when memory is short: at once, without a word.
func (b *browser) kill(t *testing.T) {
	t.Helper()
	process := chromedp.FromContext(b.ctx).Browser.Process()
	if err := process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	b.stop() // waits until the process is gone
}
