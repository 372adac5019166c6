package e2e

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"logarium/engine/cmd/logarium/serve"
)

// The start page reads without JavaScript, leads into the labs, and breaks no rule of WCAG 2.2 AA in either language or theme. It
// works below a folder of a host.
func TestStartPage(t *testing.T) {
	url := hosted(t, http.StripPrefix("/a/tank", serve.Handler(dist))) + "a/tank/"
	p := blank(t, shared)
	s := &story{t: t, tab: p}
	for _, page := range []string{"", "zh/", "docs/", "docs/format/", "docs/embed.html"} {
		for _, theme := range []string{"light", "dark"} {
			p.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}}))
			p.navigate(url + page)
			p.wait("its pictures", "[...document.images].every((i) => i.complete)")
			s.audit("/" + page + " " + theme)
			p.screenshot("door-" + fmt.Sprint(len(page)) + theme)
		}
	}
	p.do(emulation.SetScriptExecutionDisabled(true))
	p.navigate(url)
	p.do(emulation.SetScriptExecutionDisabled(false))
	var texts []string
	p.eval(`[document.querySelectorAll(".door").length + " doors", document.querySelectorAll(".lessons a").length > 5 ? "lessons" : "", document.querySelector(".door img").naturalWidth > 0 ? "a picture" : ""]`, &texts)
	if got := fmt.Sprint(texts); got != "[3 doors lessons a picture]" {
		t.Errorf("without JavaScript: %s", got)
	}
	p.do(emulation.SetDeviceMetricsOverride(390, 844, 1, false))
	for _, page := range []string{"lessons/en/L8.html", ""} { // the first has long file names in its prose
		p.navigate(url + page)
		var fits bool
		if p.eval("document.documentElement.scrollWidth <= 390", &fits); !fits {
			t.Errorf("/%s is wider than a phone", page)
		}
	}
	p.screenshot("door-phone")

	// Every link of the site leads somewhere.
	var broken []string
	p.eval(`(async () => {
		const seen = new Set(), broken = [], todo = [location.href];
		while (todo.length) {
			const at = todo.pop();
			const answer = await fetch(at);
			if (!answer.ok) { broken.push(at); continue; }
			if (!/html/.test(answer.headers.get("Content-Type"))) continue;
			const page = new DOMParser().parseFromString(await answer.text(), "text/html");
			for (const e of page.querySelectorAll("[href], [src]")) {
				const to = new URL(e.getAttribute("href") || e.getAttribute("src"), at);
				to.hash = to.search = "";
				if (to.origin === location.origin && !seen.has(to.href)) { seen.add(to.href); todo.push(to.href); }
			}
		}
		return broken;
	})()`, &broken)
	if len(broken) > 0 {
		t.Errorf("broken links: %q", broken)
	}
	p.forgive()
	p.navigate(url + "explore.html?lab=cleaning")
	p.ready()
	if name := p.lab().Name; name != "cleaning" {
		t.Errorf("the door leads to %s", name)
	}
	p.navigate("about:blank")
	p.navigate(url + "explore.html#own")
	p.wait("the way to own files", "!!document.querySelector('.labs [data-act=\"lab-pick:folder\"]')")
}
