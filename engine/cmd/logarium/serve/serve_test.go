package serve

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func site(t *testing.T, files map[string]string) *httptest.Server {
	t.Helper()
	root, made := t.TempDir(), time.Unix(1_700_000_000, 0)
	for name, text := range files {
		full := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(full, made, made); err != nil {
			t.Fatal(err)
		}
	}
	server := httptest.NewServer(Handler(root))
	t.Cleanup(server.Close)
	return server
}

// get asks without the transparent gzip of Go's client.
func get(t *testing.T, url, encodings string) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequest("GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept-Encoding", encodings)
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(body)
}

func TestFilesTypesAndEncodings(t *testing.T) {
	s := site(t, map[string]string{
		"index.html": "page", "a.wasm": "raw", "a.wasm.br": "brotli", "a.wasm.gz": "gzipped",
		"sub/index.html": "sub page", "sub/b.js": "script", "sub/b.js.gz": "script gzipped",
	})
	for _, c := range []struct{ path, accept, body, kind, encoding string }{
		{"/", "", "page", "text/html; charset=utf-8", ""},
		{"/a.wasm", "", "raw", "application/wasm", ""},
		{"/a.wasm", "gzip, deflate, br", "brotli", "application/wasm", "br"},
		{"/a.wasm", "gzip", "gzipped", "application/wasm", "gzip"},
		{"/a.wasm", "br;q=0, gzip;q=0.5", "gzipped", "application/wasm", "gzip"},
		{"/a.wasm.gz", "gzip", "gzipped", "application/octet-stream", ""},
		{"/sub/", "br", "sub page", "text/html; charset=utf-8", ""},
		{"/sub/b.js", "br, gzip", "script gzipped", "text/javascript; charset=utf-8", "gzip"},
	} {
		response, body := get(t, s.URL+c.path, c.accept)
		h := response.Header
		if body != c.body || h.Get("Content-Type") != c.kind || h.Get("Content-Encoding") != c.encoding {
			t.Errorf("%s (%s): %q, %s, %q", c.path, c.accept, body, h.Get("Content-Type"), h.Get("Content-Encoding"))
		}
		if h.Get("Cross-Origin-Opener-Policy")+h.Get("Cross-Origin-Embedder-Policy") != "" {
			t.Errorf("%s: isolation headers", c.path)
		}
	}
}

// A compressed file that was left over from an older build must not hide the new one.
func TestStaleCompressedFileIsNotServed(t *testing.T) {
	root := t.TempDir()
	for i, name := range []string{"a.js.br", "a.js"} {
		full := filepath.Join(root, name)
		if err := os.WriteFile(full, []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(full, time.Unix(int64(1000+i), 0), time.Unix(int64(1000+i), 0)); err != nil {
			t.Fatal(err)
		}
	}
	s := httptest.NewServer(Handler(root))
	defer s.Close()
	if _, body := get(t, s.URL+"/a.js", "br"); body != "a.js" {
		t.Fatalf("got %q", body)
	}
}

func TestMissingAndOutside(t *testing.T) {
	s := site(t, map[string]string{"index.html": "page"})
	for _, path := range []string{"/none.js", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd"} {
		if response, _ := get(t, s.URL+path, ""); response.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %s", path, response.Status)
		}
	}
	response, err := http.Post(s.URL+"/", "text/plain", strings.NewReader("x"))
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: %s", response.Status)
	}
}

func TestFolderWithoutSlashIsRedirectedRelatively(t *testing.T) {
	s := site(t, map[string]string{"index.html": "page", "sub/index.html": "x"})
	response, _ := get(t, s.URL+"/sub", "")
	if response.StatusCode != http.StatusMovedPermanently || response.Header.Get("Location") != "/sub/" {
		t.Fatalf("%s to %q", response.Status, response.Header.Get("Location"))
	}
}

func TestMainSaysWhatIsMissing(t *testing.T) {
	var out, errs bytes.Buffer
	if status := Main([]string{t.TempDir()}, &out, &errs); status != 1 || !strings.Contains(errs.String(), "./build.sh build") {
		t.Fatalf("status %d, %q", status, errs.String())
	}
	if status := Main([]string{"--nonsense"}, &out, &errs); status != 2 {
		t.Fatalf("status %d", status)
	}
}
