// Command recipes follows the recipes of docs/embed.md to the letter: it builds a page with MkDocs Material and one with reveal.js,
// and looks in Chromium whether the lab in them runs. The script in engine/conform/prove brings the tools.
package main

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"logarium/engine/cmd/logarium/serve"
)

const usage = "usage: recipes CONTRACT DIST MKDOCS REVEAL WORK\n" +
	"CONTRACT is docs/embed.md, DIST the folder to serve, MKDOCS the program, REVEAL the folder of the npm package, WORK one that may be overwritten."

func main() {
	if len(os.Args) != 6 {
		fmt.Fprintln(os.Stderr, usage)
		os.Exit(2)
	}
	if err := prove(os.Args[1], os.Args[2], os.Args[3], os.Args[4], os.Args[5]); err != nil {
		fmt.Fprintln(os.Stderr, "recipes:", err)
		os.Exit(1)
	}
}

func prove(contract, dist, mkdocs, reveal, work string) error {
	text, err := os.ReadFile(contract)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(work); err != nil {
		return err
	}
	tank := &host{handler: serve.Handler(dist)}
	pages := &host{handler: serve.Handler(work)}
	for _, h := range []*host{tank, pages} {
		if err := h.listen(); err != nil {
			return err
		}
	}
	r := recipes{text: "\n" + strings.ReplaceAll(string(text), "HOST", strings.TrimSuffix(tank.url, "/")), work: work}
	if err := r.mkdocs(mkdocs); err != nil {
		return fmt.Errorf("MkDocs: %w", err)
	}
	if err := r.reveal(reveal); err != nil {
		return fmt.Errorf("reveal.js: %w", err)
	}
	b, err := open()
	if err != nil {
		return err
	}
	defer b.close()
	if err := b.onMkDocs(pages.url+"mkdocs/site/", tank); err != nil {
		return fmt.Errorf("the page of MkDocs: %w (fetched: %s; console: %q)", err, tank.take(), b.troubles)
	}
	if err := b.onReveal(pages.url+"reveal/", tank); err != nil {
		return fmt.Errorf("the page of reveal.js: %w (fetched: %s; console: %q)", err, tank.take(), b.troubles)
	}
	fmt.Println("recipes: the lab runs on a page of MkDocs Material and on one of reveal.js")
	return nil
}

// host serves on a port of its own and remembers what was fetched.
type host struct {
	handler http.Handler
	url     string
	mu      sync.Mutex
	fetched []string
}

func (h *host) listen() error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	h.url = fmt.Sprintf("http://localhost:%d/", l.Addr().(*net.TCPAddr).Port)
	go func() { _ = http.Serve(l, h) }()
	return nil
}

func (h *host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	h.fetched = append(h.fetched, r.URL.Path)
	h.mu.Unlock()
	h.handler.ServeHTTP(w, r)
}

// take returns what was fetched since the last time.
func (h *host) take() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := strings.Join(h.fetched, " ")
	h.fetched = nil
	return all
}

// recipes takes its texts from the contract.
type recipes struct{ text, work string }

// block is the code below a heading of the contract.
func (r recipes) block(heading string) (string, error) {
	_, rest, ok := strings.Cut(r.text, "\n"+heading+"\n")
	_, rest, ok2 := strings.Cut(rest, "\n```")
	_, rest, _ = strings.Cut(rest, "\n") // the rest of that line is the language
	code, _, ok3 := strings.Cut(rest, "\n```")
	if !ok || !ok2 || !ok3 {
		return "", fmt.Errorf("the contract has no code below %q", heading)
	}
	return code + "\n", nil
}

func (r recipes) write(name, text string) error {
	path := filepath.Join(r.work, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}
