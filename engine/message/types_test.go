//go:build !js

package message

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var rewrite = flag.Bool("rewrite", false, "write static/logarium.d.ts")

const (
	typesFile = "../../static/logarium.d.ts"
	docsFile  = "../../docs/api.md"
)

// TestTypes: static/logarium.d.ts is what these structs and docs/api.md say. go test -rewrite makes it so.
func TestTypes(t *testing.T) {
	head, err := os.ReadFile("testdata/api.d.ts")
	if err != nil {
		t.Fatal(err)
	}
	want := string(head) + declarations(t)
	if *rewrite {
		if err := os.WriteFile(typesFile, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(typesFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is not what engine/message and docs/api.md say; go test ./engine/message -run TestTypes -rewrite", typesFile)
	}
}

// TestNames: the views, events and verbs of docs/api.md are those of the structs and of the types.
func TestNames(t *testing.T) {
	views := slices.Sorted(maps.Keys(viewTypes(structs(t))))
	if documented := slices.Sorted(maps.Keys(documentedViews(t))); !slices.Equal(views, documented) {
		t.Errorf("engine/message has the views\n%q, docs/api.md\n%q", views, documented)
	}
	docs, _ := os.ReadFile(docsFile)
	types, _ := os.ReadFile("testdata/api.d.ts")
	events := firstColumn(string(docs), "## Events")
	if typed := names(string(types), "interface EventData {", `(?m)^  (\w+):`); !slices.Equal(events, typed) {
		t.Errorf("docs/api.md has the events\n%q, the types\n%q", events, typed)
	}
	verbs := regexp.MustCompile("(?m)^\\| `logarium\\.(\\w+)").FindAllStringSubmatch(string(docs), -1)
	var documented []string
	for _, v := range verbs {
		documented = append(documented, v[1])
	}
	slices.Sort(documented)
	if typed := names(string(types), "interface Logarium {", `(?m)^  (?:readonly )?(\w+)[:(<]`); !slices.Equal(slices.Compact(documented), typed) {
		t.Errorf("docs/api.md has the verbs\n%q, the types\n%q", documented, typed)
	}
}

// names are the members of a block of the types, sorted.
func names(text, block, pattern string) (list []string) {
	_, text, _ = strings.Cut(text, block)
	text, _, _ = strings.Cut(text, "\n}")
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		list = append(list, m[1])
	}
	slices.Sort(list)
	return list
}

// firstColumn is the first word in backticks of each row of a section's first table, sorted.
func firstColumn(docs, section string) (list []string) {
	_, docs, _ = strings.Cut(docs, section+"\n")
	docs, _, _ = strings.Cut(docs, "\n## ")
	for _, m := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\|").FindAllStringSubmatch(docs, -1) {
		list = append(list, m[1])
	}
	slices.Sort(list)
	return list
}

// documentedViews are the views of docs/api.md with their parameters.
func documentedViews(t *testing.T) map[string][]string {
	docs, err := os.ReadFile(docsFile)
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(docs), "\n## Views\n")
	text, _, _ = strings.Cut(text, "\n## ")
	views := map[string][]string{}
	for _, m := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\|([^|]*)\\|").FindAllStringSubmatch(text, -1) {
		views[m[1]] = nil
		for _, p := range regexp.MustCompile("`(\\w+)`").FindAllStringSubmatch(m[2], -1) {
			views[m[1]] = append(views[m[1]], p[1])
		}
	}
	return views
}

// parameters have the same type in every view.
var parameters = map[string]string{
	"base": "number", "bases": "number[]", "last": "number", "at": "number", "broker": "number", "first": "number", "from": "number", "to": "number", "length": "number", "limit": "number",
	"offset": "number", "other": "number", "records": "number", "time": "number", "digest": "boolean", "summary": "boolean",
	"dir": "string", "filter": "string", "kind": "string", "layer": "string", "level": "string", "lookup": "string", "name": "string", "partition": "string",
	"path": "string", "type": "string", "checks": "string[]",
}

type structType struct {
	doc    string
	fields []*ast.Field
}

// structs are the struct types of this package by name.
func structs(t *testing.T) map[string]structType {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]structType{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.TYPE {
				for _, s := range g.Specs {
					spec := s.(*ast.TypeSpec)
					if st, ok := spec.Type.(*ast.StructType); ok {
						found[spec.Name.Name] = structType{g.Doc.Text(), st.Fields.List}
					}
				}
			}
		}
	}
	return found
}

var isView = regexp.MustCompile(`is the view "(\w+)"`)

// viewTypes are the structs of the views by the views' names.
func viewTypes(all map[string]structType) map[string]string {
	views := map[string]string{}
	for name, s := range all {
		if m := isView.FindStringSubmatch(s.doc); m != nil {
			views[m[1]] = name
		}
	}
	return views
}

// declarations are the views, their parameters and every struct, in TypeScript.
func declarations(t *testing.T) string {
	all := structs(t)
	views, documented := viewTypes(all), documentedViews(t)
	var b strings.Builder
	b.WriteString("\n/** The views by name. */\nexport interface Views {\n")
	for _, name := range slices.Sorted(maps.Keys(views)) {
		fmt.Fprintf(&b, "  %s: %s;\n", name, views[name])
	}
	b.WriteString("}\n\n/** What the views can be asked for. */\nexport interface ViewParams {\n")
	for _, name := range slices.Sorted(maps.Keys(views)) {
		var members []string
		for _, p := range documented[name] {
			kind, ok := parameters[p]
			if !ok {
				t.Errorf("view %s: parameter %s has no type here", name, p)
			}
			members = append(members, p+"?: "+kind)
		}
		fmt.Fprintf(&b, "  %s: { %s };\n", name, strings.Join(members, "; "))
	}
	b.WriteString("}\n")
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if name != "Event" && name != "Request" && name != "Answer" { // of the worker's own channel
			declare(&b, name, all[name])
		}
	}
	return b.String()
}

func declare(b *strings.Builder, name string, s structType) {
	extends := ""
	for _, f := range s.fields {
		if id, ok := f.Type.(*ast.Ident); ok && len(f.Names) == 0 {
			extends = " extends " + id.Name
		}
	}
	fmt.Fprintf(b, "\n/** %s */\nexport interface %s%s {\n", strings.Join(strings.Fields(s.doc), " "), name, extends)
	for _, f := range s.fields {
		tag := ""
		if f.Tag != nil {
			tag = reflect.StructTag(strings.Trim(f.Tag.Value, "`")).Get("json")
		}
		key, options, _ := strings.Cut(tag, ",")
		if key == "-" || len(f.Names) == 0 {
			continue
		}
		if text := strings.Join(strings.Fields(f.Comment.Text()), " "); text != "" {
			fmt.Fprintf(b, "  /** %s */\n", text)
		}
		optional := ""
		if strings.Contains(options, "omitempty") {
			optional = "?"
		}
		for _, n := range f.Names {
			if key == "" || len(f.Names) > 1 {
				key = n.Name
			}
			fmt.Fprintf(b, "  %s%s: %s;\n", key, optional, typeOf(f.Type, optional != ""))
		}
	}
	b.WriteString("}\n")
}

// typeOf is a Go type as its JSON.
func typeOf(e ast.Expr, optional bool) string {
	switch e := e.(type) {
	case *ast.Ident:
		switch name := e.Name; {
		case name == "string":
			return "string"
		case name == "bool":
			return "boolean"
		case name == "any":
			return "unknown"
		case strings.HasPrefix(name, "int") || strings.HasPrefix(name, "uint") || strings.HasPrefix(name, "float"):
			return "number"
		}
		return e.Name
	case *ast.StarExpr:
		if optional {
			return typeOf(e.X, false)
		}
		return typeOf(e.X, false) + " | null"
	case *ast.ArrayType:
		if id, ok := e.Elt.(*ast.Ident); ok && id.Name == "byte" {
			return "string" // base64
		}
		elem := typeOf(e.Elt, false)
		if strings.Contains(elem, " ") {
			elem = "(" + elem + ")"
		}
		return elem + "[]"
	case *ast.MapType:
		return "Record<string, " + typeOf(e.Value, false) + ">"
	}
	return "unknown"
}
