package e2e

import (
	"fmt"
	"mime"
	"net/http"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"logarium/engine/cmd/logarium/serve"
)

// hostPolicy is what docs/embed.md says that a page with a strict policy must allow. HOST is where Logarium lies.
const hostPolicy = "default-src 'none'; script-src 'self' HOST; style-src 'self'; frame-src HOST; img-src HOST data:"

// embedding serves Logarium on one host, and on another the pages of testdata/embed, under that policy. It returns the address
// of both and what was fetched from the first.
func embedding(t *testing.T, fill ...string) (pages, tank string, fetched func() string) {
	t.Helper()
	var log lines
	files := serve.Handler(dist)
	tank = hosted(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		log.add(r.URL.Path)
		files.ServeHTTP(w, r)
	}))
	replace := strings.NewReplacer(append([]string{"TANK/", tank}, fill...)...)
	pages = hosted(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", strings.ReplaceAll(hostPolicy, "HOST", strings.TrimSuffix(tank, "/")))
		text, err := os.ReadFile("testdata/embed" + r.URL.Path)
		if err != nil {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", mime.TypeByExtension(path.Ext(r.URL.Path)))
		fmt.Fprint(w, replace.Replace(string(text)))
	}))
	return pages, tank, log.take
}

// A page that was written for version 1 works, under a strict policy, with all that version 1 promises.
func TestPageOfVersionOne(t *testing.T) {
	link := strings.TrimSpace(visit(t, shared, site(t)).exec("share").Out)
	pages, tank, fetched := embedding(t, "#s=LINK", link)
	p := blank(t, shared)
	p.do(emulation.SetDeviceMetricsOverride(1000, 700, 1, false))
	p.navigate(pages + "v1.html")
	p.wait("the element", "!!customElements.get('logarium-embed') && [...document.querySelectorAll('logarium-embed')].every((e) => e.shadowRoot.querySelector('img').complete)")

	var before string
	if before = fetched(); strings.Contains(before, ".wasm") || strings.Contains(before, "embed.html") {
		t.Errorf("before a click: %s", before)
	}
	bytes := 0
	for _, name := range []string{"v1/embed.js", "posters/orders.svg"} {
		info, err := os.Stat(dist + "/" + name)
		if err != nil {
			t.Fatal(err)
		}
		bytes += int(info.Size())
	}
	if bytes >= 30_000 {
		t.Errorf("%d bytes before a click", bytes)
	}
	s := &story{t: t, tab: p}
	s.audit("the pictures")
	p.screenshot("embed-poster")

	p.eval("one.shadowRoot.querySelector('button').click()", nil)
	p.eval("one.ready.then(() => 1)", nil)
	p.do(chromedp.KeyEvent(kb.Escape))
	p.wait("the keyboard back", "document.activeElement == one")
	var answers []any
	p.eval(`one.ready.then(async (r) => {
		const {exit} = await one.exec("clock advance 1s");
		const {position} = await one.view("lab");
		await one.view("check", {checks: ["leo(orders-0) == 1", "exists(/tmp/kafka-logs)"]});
		const {words} = await one.complete("clock adv");
		const wrong = await one.view("nonsense").catch((e) => e.message);
		const clocks = [];
		const stop = one.on("changed", () => clocks.push(1));
		await one.exec("clock advance 1s");
		await new Promise((r) => setTimeout(r, 300));
		stop();
		const after = clocks.length;
		await one.exec("undo");
		await new Promise((r) => setTimeout(r, 300));
		await one.cancel();
		return [r.store, r.readOnly, exit, position > 5, words.length > 0, typeof wrong, after > 0, clocks.length == after, one.running];
	})`, &answers)
	if got, want := fmt.Sprint(answers), "[memory false 0 true true string true true true]"; got != want {
		t.Errorf("answers %s, want %s", got, want)
	}
	p.wait("its events", "['ready', 'step', 'check'].every((n) => heard.some((h) => h.id == 'one' && h.name == n))")
	var told []any
	p.eval(`[heard[0].detail.store, typeof heard.find((h) => h.name == 'step').detail.now, heard.find((h) => h.name == 'check').detail.results.map((r) => r.ok)]`, &told)
	if got := fmt.Sprint(told); got != "[memory number [false true]]" {
		t.Errorf("told %s", got)
	}
	p.screenshot("embed-live")

	// A second runs the other to a rest, with a picture of its state, from which it goes on.
	p.eval("two.start().then(() => one.rest())", nil)
	p.wait("a picture", "!one.running && one.shadowRoot.querySelector('img').src.startsWith('data:image/png') && one.shadowRoot.querySelector('button').textContent == 'Go on'")
	var now []float64
	p.eval("(async () => { const at = heard.findLast((h) => h.id == 'one' && h.name == 'step').detail.now; return [at, (await one.view('clock')).now] })()", &now)
	if len(now) != 2 || now[0] != now[1] {
		t.Errorf("it rested at %v and goes on at %v", now[0], now[1])
	}

	// readonly, lesson, controls, theme, lang, sandbox, link, height.
	var options []any
	p.eval(`(async () => {
		const refused = await three.exec("produce sparse --value x");
		const {name} = await three.view("lab");
		const size = (await three.view("files", {dir: "/tmp/kafka-logs/sparse-0"})).entries.find((f) => f.kind == "log").size;
		const four_ = await four.ready;
		return [refused.exit, refused.err.trim(), size, three.clientHeight, two.clientHeight, four_.store, four_.why.includes("beside the page"), (await five.ready).store, (await five.view("lab")).name,
			new URL(five.shadowRoot.querySelector("img").src).pathname];
	})()`, &options)
	if got, want := fmt.Sprint(options), "[1 This lab can only be read here. 10000 300 242 memory true memory orders /posters/l4.svg]"; got != want {
		t.Errorf("options %s, want %s", got, want)
	}
	var address string
	p.eval("four.address", &address)
	if want := tank + "v1/embed.html?lab=replay&lang=zh&theme=light"; address != want {
		t.Errorf("address %s, want %s", address, want)
	}

	// Another lab, and the machine anew: in memory nothing is left of what was done.
	var again []any
	p.eval(`(async () => {
		await two.open("other");
		const other = (await two.view("lab")).position;
		await two.restart();
		return [other > 0, (await two.view("lab")).position > 0];
	})()`, &again)
	if got := fmt.Sprint(again); got != "[true true]" {
		t.Errorf("after open and restart %s", got)
	}
	p.forgive() // the sandbox has no worker
}

// A frame that a page makes itself answers all messages of version 1.
func TestFrameOfVersionOne(t *testing.T) {
	pages, tank, _ := embedding(t)
	p := blank(t, shared)
	p.navigate(pages + "v1-frame.html")
	p.wait("the program", "new Promise((r) => { ask('version').then(() => r(true)); setTimeout(r, 300, false) })")
	var answers []any
	p.eval(`(async () => {
		tell("on", ["changed"], "x");
		const {store} = await ask("ready");
		const {exit} = await ask("exec", "clock advance 1s");
		const {name} = await ask("view", "lab");
		const still = await ask("still");
		const picture = still.startsWith("data:image/png;base64,") && still.length > 1000;
		await new Promise((r) => setTimeout(r, 200));
		tell("theme", ["dark"]);
		tell("pause");
		let dark = still;
		while (dark == still) dark = await ask("still");
		tell("off", [], "x");
		const verb = await ask("dance").catch((e) => e.message);
		const kinds = [...new Set(heard.map((h) => h.logarium))].sort();
		return [store, exit, name, picture, verb, kinds, heard.find((h) => h.logarium == "height").value];
	})()`, &answers)
	if got, want := fmt.Sprint(answers), "[memory 0 replay true unknown verb: dance [event height] 420]"; got != want {
		t.Errorf("answers %s, want %s", got, want)
	}

	p.navigate(tank + "v1/embed.html?lab=replay&panels=strip,consumers,events&theme=dark&lang=zh&controls=0")
	p.ready()
	p.wait("what the address asks for", `(() => {
		const root = document.documentElement, seen = (s) => document.querySelector(s)?.offsetHeight > 0;
		const panes = [...document.querySelectorAll(".embedbar [aria-pressed]")].map((b) => b.dataset.act).join(" ");
		return root.dataset.theme == "dark" && root.lang == "zh" && panes == "pane:consumers pane:events" && seen(".strip") && seen(".side") && !seen(".hex") && !document.querySelector(".embedbar [data-act^=advance]");
	})()`)
	p.screenshot("embed-zh")
}

// Five embeds that run leave the page around them smooth; the colours follow it; one that is out of view and not the latest comes to
// a rest; a printed page shows pictures.
func TestFiveEmbedsOnOnePage(t *testing.T) {
	pages, _, _ := embedding(t)
	p := blank(t, shared)
	p.do(emulation.SetDeviceMetricsOverride(1000, 700, 1, false))
	p.navigate(pages + "five.html")
	p.wait("the element", "!!customElements.get('logarium-embed')")
	p.eval("Promise.all([...document.querySelectorAll('logarium-embed')].map((e) => e.start())).then(() => 1)", nil)
	p.eval("document.querySelectorAll('logarium-embed')[4].exec('workload start w --topic orders --rate 100 --size 100').then(() => 1)", nil)
	var p95 float64
	p.eval(`new Promise((resolve) => {
		const frames = [];
		let last = performance.now();
		document.querySelectorAll("logarium-embed")[4].exec("clock advance 10s");
		requestAnimationFrame(function frame(now) {
			frames.push(now - last);
			last = now;
			scrollBy(0, 4);
			if (frames.length < 120) requestAnimationFrame(frame);
			else resolve(frames.sort((a, b) => a - b)[114]);
		});
	})`, &p95)
	t.Logf("frames p95 %.1f ms", p95)
	if p95 > 50 {
		t.Errorf("frames p95 %.1f ms", p95)
	}
	p.eval("document.body.className = 'night'", nil)
	p.wait("the dark theme", "[...document.querySelectorAll('logarium-embed')].every((e) => e.classList.contains('dark'))")
	p.wait("it in the frames", `Promise.all([...document.querySelectorAll("logarium-embed")].map((e) => e.address)).then((a) => a.every((x) => x.includes("theme=dark")))`)
	p.eval("(customElements.get('logarium-embed').restAfter = 200, scrollTo(0, 0), new Promise((r) => setTimeout(() => r(1), 500)))", nil) // seen again, so that leaving begins anew
	p.eval("(scrollTo(0, document.body.scrollHeight), 1)", nil)
	p.wait("the first at rest", "!document.querySelector('logarium-embed').running && document.querySelectorAll('logarium-embed')[4].running")
	p.do(emulation.SetEmulatedMedia().WithMedia("print"))
	var printed []bool
	p.eval(`[...document.querySelectorAll("logarium-embed")].map((e) => e.shadowRoot.querySelector("figure").offsetHeight > 50 && !(e.shadowRoot.querySelector("iframe")?.offsetHeight > 0))`, &printed)
	for _, ok := range printed {
		if !ok || len(printed) != 5 {
			t.Errorf("printed %v", printed)
		}
	}
	p.do(emulation.SetEmulatedMedia().WithMedia(""))
}
