package e2e

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"logarium/engine/cmd/logarium/serve"
)

// firstPaint is when a page showed something of its content, in ms since it was asked for.
const firstPaint = `new Promise((resolve) => new PerformanceObserver((l) => resolve(l.getEntriesByName("first-contentful-paint")[0].startTime))
	.observe({type: "paint", buffered: true}))`

// The report of a build says how long a visitor with an empty cache waits: for something to see, and for the first answer. It
// goes into the file that LOGARIUM_REPORT names.
func TestTimesOfThePages(t *testing.T) {
	url := hosted(t, serve.Handler(dist))
	var report strings.Builder
	for _, page := range [][2]string{
		{"start page", ""}, {"start page, Chinese", "zh/"}, {"lesson, as text", "lessons/en/L4.html"}, {"machine", "explore.html"}, {"embed, frame", "v1/embed.html"},
	} {
		p := blank(t, shared)
		p.navigate(url + page[1])
		var paint, answer float64
		p.eval(firstPaint, &paint)
		line := fmt.Sprintf("%-22s first paint %5.0f ms", page[0], paint)
		if strings.HasSuffix(page[1], "explore.html") || strings.HasPrefix(page[1], "v1/") {
			p.wait("the JavaScript API", "!!globalThis.logarium")
			p.eval("logarium.ready.then(() => logarium.view('clock')).then(() => performance.now())", &answer)
			line += fmt.Sprintf(", first answer %5.0f ms", answer)
		}
		if paint <= 0 || answer < 0 || answer > 0 && answer < paint {
			t.Errorf("%s makes no sense", line)
		}
		fmt.Fprintln(&report, line)
		p.close()
	}
	t.Log("\n" + report.String())
	if path := os.Getenv("LOGARIUM_REPORT"); path != "" {
		if err := os.WriteFile(path, []byte(report.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
