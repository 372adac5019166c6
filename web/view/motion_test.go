package view

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"logarium/engine/message"
)

func seg(base, size, flushed int64, state string) message.Segment {
	return message.Segment{Base: base, Next: base + size/10, Size: size, FlushedTo: flushed, Batches: int(size / 100), State: state}
}

func moving(segs ...message.Segment) *Strip {
	return &Strip{Part: message.Partition{Name: "orders-0", SegmentBytes: 2000}, Segments: segs, Axis: "bytes", Zoom: 1, W: 800, H: 218}
}

// steps has a line of the design's table of motions each: what the segments were, what they are, and what moves.
var steps = []struct {
	event    string
	old, now *Strip
	lost     bool
	moves    string
}{
	{"append", moving(seg(0, 1000, 0, "active")), moving(seg(0, 1200, 0, "active")), false, "appended"},
	{"roll", moving(seg(0, 1900, 0, "active")), moving(seg(0, 1900, 1900, "kept"), seg(190, 100, 0, "active")), false, "sealed synced opened"},
	{"rename to .deleted", moving(seg(0, 1900, 1900, "due"), seg(190, 100, 0, "active")), moving(seg(0, 1900, 1900, "renamed"), seg(190, 100, 0, "active")), false, "renamed"},
	{"file removed", moving(seg(0, 1900, 1900, "renamed"), seg(190, 100, 0, "active")), moving(seg(190, 100, 0, "active")), false, "removed"},
	{"fsync", moving(seg(0, 1000, 0, "active")), moving(seg(0, 1000, 600, "active")), false, "synced"},
	{"cleaner", moving(seg(0, 1900, 1900, "kept"), seg(190, 900, 900, "kept"), seg(300, 100, 0, "active")), moving(seg(0, 1300, 1300, "kept"), seg(300, 100, 0, "active")), false, "cleaned"},
	{"power loss", moving(seg(0, 1900, 1900, "kept"), seg(190, 1000, 400, "active")), &Strip{Axis: "bytes", Zoom: 1, W: 800, H: 218}, true, "lost"},
	{"nothing", moving(seg(0, 1000, 0, "active")), moving(seg(0, 1000, 0, "active")), false, ""},
	{"another width", moving(seg(0, 1000, 0, "active")), &Strip{W: 700, Part: message.Partition{Name: "orders-0"}}, false, ""},
	{"more than one can follow", moving(seg(0, 1000, 0, "active")), moving(seg(0, 31_000, 0, "active")), false, ""},
}

func TestMoves(t *testing.T) {
	for _, s := range steps {
		var got []string
		for _, m := range Moves(s.old, s.now, s.lost) {
			got = append(got, strings.TrimPrefix(m.Class, "mv "))
			if !regexp.MustCompile(`^left:calc\(var\(--u\)\*\d+\.\dpx\);width:calc\(var\(--u\)\*\d+\.\dpx\);top:`).MatchString(m.Style) {
				t.Errorf("%s: %s", s.event, m.Style)
			}
		}
		if strings.Join(got, " ") != s.moves {
			t.Errorf("%s: %q, not %q", s.event, got, s.moves)
		}
	}
	if Moves(nil, steps[0].now, false) != nil {
		t.Error("the first strip moves")
	}
	grown := Moves(steps[0].old, steps[0].now, false)[0].Style // 2,000 bytes take 770 px behind a margin of 14: 1,000 end at 399, 200 are 77 wide
	if want := "left:calc(var(--u)*399.0px);width:calc(var(--u)*77.0px);top:calc(var(--u)*48.0px);height:calc(var(--u)*60.0px);"; grown != want {
		t.Error(grown)
	}
}

// TestEveryMoveHasItsRule: each of the table's motions has a rule with the duration of the tokens; only transform and opacity change;
// what was asked to keep still does.
func TestEveryMoveHasItsRule(t *testing.T) {
	file, err := os.ReadFile("../../static/ui.css")
	if err != nil {
		t.Fatal(err)
	}
	css := string(file)
	for rule, duration := range map[string]string{".mv.appended": "step", ".mv.sealed": "settle", ".mv.opened": "settle", ".mv.renamed": "settle", ".mv.removed": "settle", ".mv.synced": "step",
		".mv.cleaned": "settle", ".mv.lost": "step", "#tool-panel .step .probe[aria-current]": "step"} {
		found := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(rule) + ` \{.* animation: (mv-[a-z]+) var\(--t-(step|settle)\) [^;]+; \}$`).FindStringSubmatch(css)
		if found == nil || found[2] != duration {
			t.Errorf("%s: %q", rule, found)
			continue
		}
		frames := regexp.MustCompile(`(?m)^@keyframes ` + found[1] + ` (.*)$`).FindStringSubmatch(css)
		if frames == nil {
			t.Errorf("%s has no frames", found[1])
			continue
		}
		for _, p := range regexp.MustCompile(`([a-z-]+):`).FindAllStringSubmatch(frames[1], -1) {
			if p[1] != "transform" && p[1] != "opacity" {
				t.Errorf("%s changes %s", found[1], p[1])
			}
		}
	}
	for _, must := range []string{"@media (prefers-reduced-motion: reduce) { *, *::before, *::after { transition: none !important; animation: none !important;",
		`:root[data-mode="present"] :is(.mv, .probe) { animation: none !important; }`, ".mv { position: absolute; pointer-events: none; opacity: 0; }"} {
		if !strings.Contains(css, must) {
			t.Errorf("ui.css lacks %q", must)
		}
	}
	classes := map[string]bool{}
	for _, s := range steps {
		for _, c := range strings.Fields(s.moves) {
			classes[c] = true
		}
	}
	for _, c := range slices.Collect(func(yield func(string) bool) {
		for _, m := range regexp.MustCompile(`(?m)^\.mv\.([a-z]+)`).FindAllStringSubmatch(css, -1) {
			if !yield(m[1]) {
				return
			}
		}
	}) {
		if !classes[c] {
			t.Errorf("no step makes .mv.%s", c)
		}
	}
}
