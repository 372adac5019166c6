package main

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"logarium/web/draw"
)

const source = "../../.."

// mostBytes of a poster: with embed.js less than 30 kB.
const mostBytes = 16000

func colours(t *testing.T) tokens {
	t.Helper()
	css, err := os.ReadFile(filepath.Join(source, "static/tokens.css"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := readTokens(string(css))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestPostersShowTheirLabs(t *testing.T) {
	out := t.TempDir()
	if err := build(source, out); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]string{
		"orders":    {`aria-label="orders-0: offsets 2017 to 2856 in 4 segments`, ">log start offset 2\u202f017<", ">now − retention.ms = 10:03:45<", ">due; check in 45 s<"},
		"replay":    {"audit 150", "billing 520", "dashboard 840", "log end offset 903"},
		"cleaning":  {"prices-0", "log end offset 145", ">active"},
		"l4":        {"sparse-0", "log end offset 100"},
		"zh/orders": {">日志起始偏移量 2\u202f017<"},
	} {
		data, err := os.ReadFile(filepath.Join(out, "posters", name+".svg"))
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		if len(text) > mostBytes {
			t.Errorf("%s has %d bytes", name, len(text))
		}
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s does not show %q", name, w)
			}
		}
		wellFormed(t, name, text)
	}
}

// Each step of each lesson is a lab, and the one that the lesson chose is it under the lesson's name too.
func TestStepsOfLessonsAreLabs(t *testing.T) {
	lessons, err := readLessons(filepath.Join(source, "static/lessons/en"))
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lessons {
		last := slice{l, len(l.Steps)}.script()
		if n := chosen(l); n < 1 || n > len(l.Steps) || !strings.HasPrefix(last[strings.Index(last, "\n"):], commandsOf(slice{l, n})) {
			t.Errorf("%s: step %d is not the beginning of the last one", l.ID, n)
		}
		for _, c := range l.Blocks() {
			for _, line := range c.Commands {
				if strings.Contains(last, "\n"+line.Text+"\n") == line.Fails && !line.Fails {
					t.Errorf("%s: %s is left out", l.ID, line.Text)
				}
			}
		}
	}
	for _, l := range lessons {
		if s := (slice{l, 1}).script(); !strings.Contains(s, "\n# panels="+named(l, "panels")+"\n") {
			t.Errorf("%s: the script does not say its panels", l.ID)
		}
	}
	if len(lessons) < 10 {
		t.Errorf("%d lessons", len(lessons))
	}
}

// commandsOf is the script without its title.
func commandsOf(s slice) string {
	text := s.script()
	return text[strings.Index(text, "\n"):]
}

func wellFormed(t *testing.T, name, text string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
	}
}

func TestPostersAreAlikeEachTime(t *testing.T) {
	script, err := os.ReadFile(filepath.Join(source, "static/labs/orders.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var posters [2]string
	for i := range posters {
		s, err := run("orders", string(script))
		if err != nil {
			t.Fatal(err)
		}
		posters[i] = s.poster(colours(t))
	}
	if posters[0] != posters[1] {
		t.Error("two runs draw two posters")
	}
}

func TestScriptThatFailsIsNamed(t *testing.T) {
	if _, err := run("torn", "lab new torn --clock 0\nnonsense\n"); err == nil || !strings.Contains(err.Error(), "torn: nonsense: command not found") {
		t.Errorf("error %v", err)
	}
	if _, err := run("empty", "lab new empty --clock 0\n"); err == nil || !strings.Contains(err.Error(), "no partition to look at") {
		t.Errorf("error %v", err)
	}
}

func TestSVGOfAScene(t *testing.T) {
	d := &draw.List{}
	d.Rect(0, 3, 600, 8, draw.Accent) // the overview
	d.Rect(10, 50, 4, 20.04, draw.SegBatch)
	d.Rect(15, 50, 4, 20, draw.SegBatch)
	d.Hatch(0, 20, 10, 10, draw.SegDueLine)
	d.Polygon(draw.Ink2, true, 0, 5, 45, 9, 37, 13, 45)
	d.Line(0, 30, 9.96, 30, draw.Bad, 1.5, draw.Dashed)
	d.TextOn(3, 40, "a < b", draw.UIBold, draw.Ink, draw.Surface, 1)
	d.TextOn(3, 60, "on disk", draw.UI, draw.OK, draw.Surface, -1)
	d.TextOn(3+width(draw.UI, "on disk"), 60, ", then", draw.UI, draw.Warn, draw.Surface, -1)
	got := svgOf(d, 100, 80, 16, `say "it"`, colours(t))
	for _, want := range []string{`viewBox="0 16 100 64"`, `aria-label="say &#34;it&#34;"`,
		`<path class="f35" d="M10 50h4v20h-4zM15 50h4v20h-4z"/>`, `<path class="s40 h" d="M0 20L0 20M0 28.5L8.5 20M7 30L10 27"/>`,
		`<path class="f9" d="M5 45L9 37L13 45z"/>`, `<path class="s17" stroke-width="1.5" stroke-dasharray="5 3" d="M0 30L10 30"/>`,
		`<text class="f8 b o s2" text-anchor="end" x="3" y="40">a &lt; b</text>`, `y="60">on disk<tspan class="f`, `">, then</tspan></text>`,
		"--c8:#13201d;", "#dark:target~.p{", "--c8:#e4ece8;"} {
		if !strings.Contains(got, want) {
			t.Errorf("%s\nhas no %s", got, want)
		}
	}
	if strings.Contains(got, "h600") || strings.Contains(got, "--c30:") {
		t.Errorf("%s\nshows what it need not", got)
	}
}

func TestTokensThatAreMissingAreNamed(t *testing.T) {
	if _, err := readTokens(":root {\n --bg: #fff; /* --ink: 1; */\n}"); err == nil || !strings.Contains(err.Error(), "--bg") {
		t.Errorf("error %v", err)
	}
}
