package main

import (
	"regexp"
	"strconv"
	"strings"
)

// rule replaces a pattern by a template, or by what make makes of the parts.
type rule struct {
	pattern *regexp.Regexp
	into    string
	make    func(parts []string) string
}

// lines makes a pattern of lines: each may be indented, and a quoted Go string is written as STRING.
func lines(all ...string) *regexp.Regexp {
	text := strings.Join(all, "\n[\t ]*")
	return regexp.MustCompile(strings.ReplaceAll(text, "STRING", `"(?:[^"\\]|\\.)*"`))
}

const appended = `vgparent\.AppendChild\(vgn\)`

func rules() []rule {
	return []rule{
		{pattern: lines(`vgn = &vugu\.VGNode\{Type: vugu\.VGNodeType\(1\), Data: (STRING)\}`, appended),
			into: `vgn = text(vgparent, $1)`},
		{pattern: lines(`vgn = &vugu\.VGNode\{Type: vugu\.VGNodeType\(3\), Namespace: (STRING), Data: (STRING), Attr: \[\]vugu\.VGAttribute(.*)\}`, appended,
			`((?:vgn\.AddAttrInterface\(STRING, STRING\)\n[\t ]*)*)`), make: element},
		{pattern: lines(`\{`, `b, err := vjson\.Marshal\((.*)\)`, `if err != nil \{`, `panic\(err\)`, `\}`,
			`vgn\.Prop = append\(vgn\.Prop, vugu\.VGProperty\{Key: (STRING), JSONVal: vjson\.RawMessage\(b\)\}\)`, `\}`),
			into: `property(vgn, $2, $1)`},
		{pattern: lines(`vgcompKey := vugu\.MakeCompKey\((\w+)\^vgin\.CurrentPositionHash\(\), vgiterkey\)`, `// ask.*`,
			`vgcomp, _ := vgin\.BuildEnv\.CachedComponent\(vgcompKey\)\.\(\*(\w+)\)`, `if vgcomp == nil \{`, `// create.*`,
			`vgcomp = new\(\w+\)`, `vgin\.BuildEnv\.WireComponent\(vgcomp\)`, `\}`, `vgin\.BuildEnv\.UseComponent\(.*`),
			into: `vgcomp := new($2)
component(vgout, vgparent, vgcomp)`},
		{pattern: lines(`vgout\.Components = append\(vgout\.Components, vgcomp\)`, `vgn = &vugu\.VGNode\{Component: vgcomp\}`, appended, ``)},
	}
}

// shorten applies the rules. What fits no rule stays as it is.
func shorten(code string) string {
	for _, r := range rules() {
		code = r.pattern.ReplaceAllStringFunc(code, func(found string) string {
			if r.make != nil {
				return r.make(r.pattern.FindStringSubmatch(found))
			}
			return r.pattern.ReplaceAllString(found, r.into)
		})
	}
	return code
}

var attribute = lines(`\{Namespace: "", Key: (STRING), Val: (STRING)\}`)

// element writes a call of web's element: its fixed attributes are one string. Attributes that are given
// as Go strings directly behind belong to them.
func element(parts []string) string {
	space, name, attrs, more := parts[1], parts[2], parts[3], parts[4]
	var list []string
	for _, a := range attribute.FindAllStringSubmatch(attrs, -1) {
		list = append(list, unquote(a[1])+"="+unquote(a[2]))
	}
	for _, a := range lines(`AddAttrInterface\((STRING), (STRING)\)`).FindAllStringSubmatch(more, -1) {
		list = append(list, unquote(a[1])+"="+unquote(a[2]))
	}
	fixed := strings.Join(list, "\n")
	if strings.Count(fixed, "\n") >= max(1, len(list)) {
		return parts[0] // a value has lines itself
	}
	if unquote(space) != "" {
		name = strconv.Quote(unquote(space) + ":" + unquote(name))
	}
	return "vgn = element(vgparent, " + name + ", " + strconv.Quote(fixed) + ")\n"
}

func unquote(s string) string {
	if plain, err := strconv.Unquote(s); err == nil {
		return plain
	}
	return s
}
