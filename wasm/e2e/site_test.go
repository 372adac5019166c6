package e2e

import (
	"cmp"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"logarium/engine/cmd/logarium/serve"
)

// dist is the folder under test: the one that LOGARIUM_DIST names, or dist/.
var dist = cmp.Or(os.Getenv("LOGARIUM_DIST"), "../../dist")

// policy is a Content-Security-Policy as strict as the page allows: no inline script, no eval.
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"

// site serves dist/ with the strict policy until the test ends, and returns the address of the machine's page.
func site(t *testing.T) string { t.Helper(); return serving(t, serve.Handler(dist)) }

// serving does so with a handler.
func serving(t *testing.T, handler http.Handler) string {
	t.Helper()
	return hosted(t, handler) + "explore.html"
}

// hosted returns the address of the host, with a slash at its end.
func hosted(t *testing.T, handler http.Handler) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return strings.Replace(server.URL, "127.0.0.1", "localhost", 1) + "/"
}

// before serves dist/ with a line of JavaScript put in front of one script.
func before(t *testing.T, script, line string) http.Handler {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dist, script))
	if err != nil {
		t.Fatal(err)
	}
	return replacing("/"+script, "text/javascript", line+"\n"+string(text))
}

// replacing serves dist/ with another text for one path.
func replacing(path, kind, text string) http.Handler {
	files := serve.Handler(dist)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != path {
			files.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write([]byte(text))
	})
}
