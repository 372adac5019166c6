package lint

import (
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// TestThisHouse holds the whole source tree against the rules.
func TestThisHouse(t *testing.T) {
	root := os.DirFS("../../..")
	document, err := os.ReadFile("../../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	order, err := Table(string(document))
	if err != nil {
		t.Fatal(err)
	}
	findings, err := Check(root, order)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range findings {
		t.Error(f)
	}
}

// check returns what is found in one file of the package engine/plog, whose table is codec, plog, lab.
func check(t *testing.T, name, text string) []string {
	t.Helper()
	order := []string{"engine/codec", "engine/plog", "engine/lab"}
	findings, err := Check(fstest.MapFS{name: {Data: []byte(text)}}, order)
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, f := range findings {
		words = append(words, f.String())
	}
	return words
}

func TestRules(t *testing.T) {
	const head = "package plog\n"
	for _, c := range []struct{ name, text, want string }{
		{"clock", head + `import "time"; var x = time.Now()`, "time.Now reads the real clock"},
		{"clock renamed", head + `import t "time"; func f() { t.Sleep(1) }`, "time.Sleep reads the real clock"},
		{"duration", head + `import "time"; const d = time.Second`, ""},
		{"variable named time", head + `func f(time struct{ Now int }) int { return time.Now }`, ""},
		{"goroutine", head + `func f() { go f() }`, "no goroutine"},
		{"select", head + `func f(c chan int) { select { case <-c: } }`, "no channel"},
		{"javascript", head + `import _ "syscall/js"`, "must not import syscall/js"},
		{"chance", head + `import "math/rand/v2"; var n = rand.IntN(3)`, "rand.IntN does not"},
		{"seeded chance", head + `import "math/rand/v2"; func f() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }`, ""},
		{"lower package", head + `import _ "logarium/engine/codec"`, ""},
		{"higher package", head + `import _ "logarium/engine/lab"`, "must not import engine/lab"},
		{"browser", head + `import _ "logarium/wasm/idb"`, "must not import wasm/idb"},
		{"global constant table", head + `var table = [2]int{1, 2}; func f() int { return table[0] }`, ""},
		{"global set", head + `var n int; func f() { n = 1 }`, "n is changed"},
		{"global counted", head + `var n int; func f() { n++ }`, "n is changed"},
		{"global field", head + `var x struct{ a []int }; func f() { x.a[3] += 1 }`, "x is changed"},
		{"global map", head + `var m = map[int]int{}; func f() { delete(m, 1) }`, "m is changed"},
		{"global address", head + `var n int; func f() *int { return &n }`, "n is changed"},
		{"global in init", head + `var n int; func init() { n = 1 }`, ""},
		{"local of the same name", head + `var n int; func f() int { n := 0; n++; return n }`, ""},
		{"promise", head + "// TO" + "DO: later\n", "unfinished"},
		{"long", head + strings.Repeat("\n", maxLines), "at most 450"},
	} {
		got := check(t, "engine/plog/x.go", c.text)
		if c.want == "" && len(got) > 0 || c.want != "" && (len(got) != 1 || !strings.Contains(got[0], c.want)) {
			t.Errorf("%s: found %q, want %q", c.name, got, c.want)
		}
	}
}

func TestSurroundingsAndTestsMayDoMore(t *testing.T) {
	text := "package x\nimport \"time\"\nvar n int\nfunc f() { n++; go f(); time.Sleep(1) }\n"
	for _, name := range []string{"wasm/worker/x.go", "engine/cmd/logarium/x.go", "engine/plog/x_test.go"} {
		if got := check(t, name, text); len(got) > 0 {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := check(t, "engine/unknown/x.go", "package unknown\n"); len(got) != 1 || !strings.Contains(got[0], "not in the table") {
		t.Errorf("unknown package: %q", got)
	}
}

func TestTable(t *testing.T) {
	order, err := Table("# A\n## Packages\n\ntext\n\n| package | knows |\n|---|---|\n| `codec` | x |\n| `checkpoint`, `epoch` | y |\n\n## Rules\n| `no` | z |\n")
	if want := []string{"engine/codec", "engine/checkpoint", "engine/epoch"}; err != nil || !slices.Equal(order, want) {
		t.Fatalf("%q, %v", order, err)
	}
	if _, err := Table("nothing"); err == nil {
		t.Fatal("no error")
	}
}
