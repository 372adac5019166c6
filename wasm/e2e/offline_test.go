package e2e

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"logarium/engine/cmd/logarium/serve"
)

// A second visit needs no network: the machine, the lessons' files and the start page are kept. A new build is told, and taken
// when a person says so.
func TestSecondVisitNeedsNoNetwork(t *testing.T) {
	var cut, changed atomic.Bool
	list, err := os.ReadFile(filepath.Join(dist, "files.js"))
	if err != nil {
		t.Fatal(err)
	}
	next := strings.Replace(string(list), `"version":"`, `"version":"next-`, 1)
	files := serve.Handler(dist)
	url := hosted(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case cut.Load():
			panic(http.ErrAbortHandler) // the connection is closed without an answer
		case changed.Load() && r.URL.Path == "/tank/files.js":
			w.Header().Set("Content-Type", "text/javascript")
			w.Header().Set("Cache-Control", "no-cache")
			_, _ = io.WriteString(w, next)
		default:
			http.StripPrefix("/tank", files).ServeHTTP(w, r)
		}
	})) + "tank/"
	p := visit(t, shared, url+"explore.html")
	p.exec(change)
	p.saved()
	before := p.lab()
	p.eval("navigator.serviceWorker.register('sw.js').then(() => navigator.serviceWorker.ready).then(() => 1)", nil) // as the page does a while later

	cut.Store(true)
	p.navigate("about:blank")
	p.navigate(url + "explore.html?lang=en")
	p.ready()
	if got := p.lab(); got.Position != before.Position || got.Digest != before.Digest {
		t.Errorf("the lab was %+v and is %+v", before, got)
	}
	p.exec(change)
	var kept []int
	p.eval(`Promise.all(["./", "zh/", "labs/replay.txt", "posters/orders.svg", "v1/embed.html", "lessons/en/index.json", "lessons/en/L1.html", "lessons/en/L4.json", "words/zh.txt", "words/glossary.txt", "manifest.webmanifest"].map((n) => fetch(n).then((r) => r.status, () => 0)))`, &kept)
	if len(kept) != 11 || strings.Trim(strings.Repeat("200 ", 11), " ") != strings.Trim(join(kept), " ") {
		t.Errorf("kept %v", kept)
	}
	studyWithoutANetwork(&story{t: t, tab: p})
	p.forgive() // the browser looks for a new build in vain

	cut.Store(false)
	changed.Store(true)
	p.eval("navigator.serviceWorker.getRegistration().then((r) => r.update()).then(() => 1)", nil)
	p.wait("word of a new build", "document.querySelector('.told')?.textContent.includes('A new version is ready.')")
	var running bool
	if p.eval("logarium.view('clock').then((c) => c.now > 0)", &running); !running {
		t.Error("the old build does not go on")
	}
	p.eval("(window.mark = 1, document.querySelector('.told button').click())", nil)
	p.wait("the new build", "!window.mark && !!navigator.serviceWorker.controller")
	p.forgive()
}

// studyWithoutANetwork goes through a lesson to its end; through all of them if LOGARIUM_LESSONS says so, which takes minutes. The
// others are opened.
func studyWithoutANetwork(s *story) {
	s.t.Helper()
	var lessons []string
	s.eval("fetch('lessons/en/index.json').then((r) => r.json()).then((l) => l.lessons.map((x) => x.id))", &lessons)
	if len(lessons) < 10 {
		s.t.Errorf("lessons %q", lessons)
	}
	for _, id := range lessons {
		all := os.Getenv("LOGARIUM_LESSONS") == "all"
		if !all && id != "L4" {
			var status int
			if s.eval("fetch('lessons/en/"+id+".json').then((r) => r.status, () => 0)", &status); status != 200 {
				s.t.Errorf("%s is not kept", id)
			}
			continue
		}
		s.taught(id)
		s.study(kb.ArrowRight, 0)
		for at, check := range s.studied(id).Checks {
			for n, result := range check {
				if result != 1 {
					s.t.Errorf("%s: check %s, %d: %d", id, at, n, result)
				}
			}
		}
	}
}

func join(numbers []int) (text string) {
	for _, n := range numbers {
		text += quote(n) + " "
	}
	return text
}
