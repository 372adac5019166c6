// Package serve hands out a folder of static files, such as dist/, the way a plain web host does, but with the
// compressed file beside each one when the browser takes it.
package serve

import (
	"fmt"
	"mime"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Handler serves the files below root. It sends neither COOP nor COEP: the page needs no isolation.
func Handler(root string) http.Handler {
	return handler{root: http.Dir(root)}
}

type handler struct{ root http.Dir }

func (h handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
		return
	}
	name := path.Clean("/" + r.URL.Path)
	if strings.HasSuffix(r.URL.Path, "/") {
		name = path.Join(name, "index.html")
	}
	h.setHeaders(w.Header(), name)
	if h.serveEncoded(w, r, name) || h.serveFile(w, r, name) {
		return
	}
	w.Header().Del("Cache-Control")
	http.Error(w, "not found", http.StatusNotFound)
}

func (h handler) setHeaders(header http.Header, name string) {
	header.Set("Content-Type", contentType(name))
	header.Set("Cache-Control", "no-cache") // ask each time, answer 304 when nothing changed
	header.Set("Vary", "Accept-Encoding")
	header.Set("X-Content-Type-Options", "nosniff")
	// A sandboxed frame has no origin that could be the server's, and must fetch its own files as a stranger.
	header.Set("Access-Control-Allow-Origin", "*")
}

// contentType does not ask the operating system, whose tables differ.
func contentType(name string) string {
	switch ext := path.Ext(name); ext {
	case ".wasm":
		return "application/wasm"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".html":
		return "text/html; charset=utf-8"
	case ".txt", ".md":
		return "text/plain; charset=utf-8"
	case ".webmanifest":
		return "application/manifest+json"
	case ".json":
		return "application/json"
	case ".svg":
		return "image/svg+xml"
	case ".gz", ".br":
		return "application/octet-stream"
	default:
		if t := mime.TypeByExtension(ext); t != "" {
			return t
		}
		return "application/octet-stream"
	}
}

// serveEncoded answers with name.br or name.gz if there is one and the browser takes it.
func (h handler) serveEncoded(w http.ResponseWriter, r *http.Request, name string) bool {
	for _, e := range []struct{ coding, suffix string }{{"br", ".br"}, {"gzip", ".gz"}} {
		if !accepts(r.Header.Get("Accept-Encoding"), e.coding) || !h.fresh(name, name+e.suffix) {
			continue
		}
		w.Header().Set("Content-Encoding", e.coding)
		if h.serveFile(w, r, name+e.suffix) {
			return true
		}
		w.Header().Del("Content-Encoding")
	}
	return false
}

// accepts reads an Accept-Encoding header; a coding with q=0 is refused.
func accepts(header, coding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, params, _ := strings.Cut(part, ";")
		if strings.TrimSpace(name) == coding {
			q := strings.ReplaceAll(params, " ", "")
			return q != "q=0" && q != "q=0.0" && q != "q=0.00" && q != "q=0.000"
		}
	}
	return false
}

// fresh tells whether the compressed file exists and is not older than its origin.
func (h handler) fresh(name, packed string) bool {
	origin, err1 := os.Stat(h.file(name))
	small, err2 := os.Stat(h.file(packed))
	return err1 == nil && err2 == nil && !small.ModTime().Before(origin.ModTime())
}

func (h handler) file(name string) string {
	return filepath.Join(string(h.root), filepath.FromSlash(name))
}

func (h handler) serveFile(w http.ResponseWriter, r *http.Request, name string) bool {
	f, err := h.root.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return false
	}
	if info.IsDir() {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		http.Redirect(w, r, path.Base(r.URL.Path)+"/", http.StatusMovedPermanently)
		return true
	}
	w.Header().Set("ETag", fmt.Sprintf(`"%x-%x"`, info.ModTime().UnixNano(), info.Size()))
	http.ServeContent(w, r, name, info.ModTime(), f)
	return true
}
