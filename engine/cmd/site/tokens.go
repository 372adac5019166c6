package main

import (
	"fmt"
	"strings"

	"logarium/web/draw"
)

// tokens are the design's colours in its two themes, by the name of the custom property.
type tokens struct{ light, dark map[string]string }

// readTokens takes them from the style sheet of the page.
func readTokens(css string) (tokens, error) {
	css = withoutComments(css)
	t := tokens{light: properties(css, ":root {"), dark: properties(css, `:root[data-theme="dark"] {`)}
	for i, name := range draw.Tokens() {
		if i > 0 && (t.light[name] == "" || t.dark[name] == "") {
			return t, fmt.Errorf("the style sheet has no %s", name)
		}
	}
	return t, nil
}

func withoutComments(css string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(css, "/*")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		_, css, _ = strings.Cut(rest, "*/")
	}
}

// properties reads the custom properties of the rule that begins with head.
func properties(css, head string) map[string]string {
	_, rule, _ := strings.Cut(css, head)
	rule, _, _ = strings.Cut(rule, "\n}")
	found := map[string]string{}
	for part := range strings.SplitSeq(rule, ";") {
		_, part, ok := strings.Cut(part, "--")
		name, value, colon := strings.Cut(part, ":")
		if ok && colon {
			found["--"+name] = strings.TrimSpace(value)
		}
	}
	return found
}

// style is the style sheet of a poster: the colours that it uses, as the system's theme or #light or #dark decide, and a class for
// each to fill (f) and to draw (s) with.
func (t tokens) style(used map[draw.Color]bool) string {
	var light, dark, classes strings.Builder
	used[draw.Surface] = true
	for i, name := range draw.Tokens() {
		if i == 0 || !used[draw.Color(i)] {
			continue
		}
		fmt.Fprintf(&light, "--c%d:%s;", i, t.light[name])
		fmt.Fprintf(&dark, "--c%d:%s;", i, t.dark[name])
		fmt.Fprintf(&classes, ".f%d{fill:var(--c%d)}.s%d{stroke:var(--c%d)}", i, i, i, i)
	}
	return ".p{" + light.String() + "font:10.5px system-ui,-apple-system,\"Segoe UI\",Roboto,\"Noto Sans\",\"Noto Sans CJK SC\",sans-serif}" +
		"@media(prefers-color-scheme:dark){.p{" + dark.String() + "}}" +
		"#light:target~.p{" + light.String() + "}#dark:target~.p{" + dark.String() + "}" +
		"path{fill:none}" + classes.String() +
		".b{font-weight:600}.m{font-family:ui-monospace,Menlo,Consolas,\"DejaVu Sans Mono\",monospace}" +
		".o{paint-order:stroke;stroke-width:3px;stroke-linejoin:round}.h{stroke-width:1;opacity:.35}"
}
