package event

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
)

// TestLines prints a happening of every type as the log would: testdata/lines, one block per theme.
func TestLines(t *testing.T) {
	all := samples()
	datadriven.RunTest(t, "testdata/lines", func(t *testing.T, d *datadriven.TestData) string {
		events, ok := all[d.Cmd]
		if !ok {
			return "no such theme"
		}
		var b strings.Builder
		for _, e := range events {
			show(&b, e)
		}
		return b.String()
	})
}

func show(b *strings.Builder, e Event) {
	fmt.Fprintf(b, "%s %s", e.Kind(), strings.TrimPrefix(fmt.Sprintf("%T", e), "event."))
	if l, ok := e.(Logged); ok {
		line := l.Line()
		fmt.Fprintf(b, " %v %s\n  %s", line.Level, strings.TrimPrefix(line.Logger, storage), line.Text)
		if line.Thrown != "" {
			fmt.Fprintf(b, "\n  %s", strings.ReplaceAll(line.Thrown, "\n", "\n  "))
		}
	}
	b.WriteByte('\n')
}

// TestAsKafkaPrints compares with lines that real brokers wrote: each must come out of one of the samples.
func TestAsKafkaPrints(t *testing.T) {
	data, err := os.ReadFile("testdata/kafka.txt")
	if err != nil {
		t.Fatal(err)
	}
	ours := map[string]bool{}
	for _, events := range samples() {
		for _, e := range events {
			if l, ok := e.(Logged); ok {
				line := l.Line()
				ours[fmt.Sprintf("%v %s %s", line.Level, line.Logger, line.Text)] = true
			}
		}
	}
	for _, real := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		if !ours[real] {
			t.Errorf("no event prints %q", real)
		}
	}
}

// TestEverySampled finds the event types in the source, so that none is left out above.
func TestEverySampled(t *testing.T) {
	sampled := map[string]bool{}
	for _, events := range samples() {
		for _, e := range events {
			sampled[strings.TrimPrefix(fmt.Sprintf("%T", e), "event.")] = true
		}
	}
	names := eventTypes(t)
	for _, name := range names {
		if !sampled[name] {
			t.Errorf("%s has no sample", name)
		}
	}
	if len(names) < 100 {
		t.Errorf("only %d event types found", len(names))
	}
}

func eventTypes(t *testing.T) (names []string) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil && f.Name.Name == "Kind" {
				names = append(names, f.Recv.List[0].Type.(*ast.Ident).Name)
			}
		}
	}
	return names
}

func TestPartitionKeepsItsNames(t *testing.T) {
	p := Partition{Topic: "orders", Number: 3, LogDir: "/d", DirName: "orders-3.1-future"}
	if p.Name() != "orders-3" || p.Dir() != "/d/orders-3.1-future" || p.Of() != p {
		t.Errorf("%q %q", p.Name(), p.Dir())
	}
	if got := (Rolled{Partition: p}).Line().Text; !strings.HasPrefix(got, "[LocalLog partition=orders-3, dir=/d/orders-3.1-future] ") {
		t.Error(got)
	}
	if e, ok := Event(Rolled{Partition: p, Base: 9}).(At); !ok || e.SegmentBase() != 9 {
		t.Error("Rolled does not name its segment")
	}
}
