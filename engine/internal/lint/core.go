package lint

import (
	"go/ast"
	"slices"
	"strconv"
	"strings"
)

// forbidden lists what the machine must not know: the browser, the network, the operating system, chance, and packages
// that would make the program much larger.
func forbidden() []string {
	return []string{"syscall/js", "syscall", "net", "net/http", "regexp", "text/template", "html/template", "os", "os/exec", "os/signal",
		"io/ioutil", "log", "log/slog", "flag", "unsafe", "crypto/rand", "math/rand", "runtime", "sync", "sync/atomic", "context"}
}

// checkImports holds a file against the table of packages: it may use what stands above its own package, and itself.
func checkImports(s *source, order []string) (all []Finding) {
	own := rank(order, s.dir())
	if own < 0 {
		all = append(all, s.at(s.Go.Package, "package %s is not in the table of docs/architecture.md", s.dir()))
	}
	for _, spec := range s.Go.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue // the compiler has a better word for it
		}
		if slices.Contains(forbidden(), path) {
			all = append(all, s.at(spec.Pos(), "the engine must not import %s", path))
		}
		inside, ok := strings.CutPrefix(path, "logarium/")
		if !ok || own < 0 {
			continue
		}
		if other := rank(order, inside); other < 0 || other > own || other == own && !sameFamily(inside, s.dir()) {
			all = append(all, s.at(spec.Pos(), "%s must not import %s: it does not stand above it in the table", s.dir(), inside))
		}
	}
	return all
}

// rank is the line of a package in the table, or of the package in whose folder it lies; -1 if there is none.
func rank(order []string, dir string) int {
	return slices.IndexFunc(order, func(p string) bool { return sameFamily(dir, p) })
}

func sameFamily(dir, p string) bool {
	return dir == p || strings.HasPrefix(dir, p+"/") || strings.HasPrefix(p, dir+"/")
}

// clocks are the functions of package time that read the real clock or wait for it.
func clocks() []string {
	return []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker", "Local"}
}

// seeded are the functions of math/rand/v2 that draw from a source of one's own.
func seeded() []string {
	return []string{"New", "NewPCG", "NewChaCha8", "NewZipf", "Rand", "PCG", "ChaCha8", "Source", "Zipf"}
}

// checkCalls finds goroutines, channels' selects, and uses of the real clock or of common chance.
func checkCalls(s *source) (all []Finding) {
	ast.Inspect(s.Go, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			all = append(all, s.at(n.Pos(), "the engine starts no goroutine"))
		case *ast.SelectStmt:
			all = append(all, s.at(n.Pos(), "the engine waits for no channel"))
		case *ast.SelectorExpr:
			switch path := s.packageOf(n.X); {
			case path == "time" && slices.Contains(clocks(), n.Sel.Name):
				all = append(all, s.at(n.Pos(), "time is a parameter: time.%s reads the real clock", n.Sel.Name))
			case path == "math/rand/v2" && !slices.Contains(seeded(), n.Sel.Name):
				all = append(all, s.at(n.Pos(), "chance comes from the lab's seed: rand.%s does not", n.Sel.Name))
			}
		}
		return true
	})
	return all
}

// packageOf returns the import path that an expression names, or nothing.
func (s *source) packageOf(x ast.Expr) string {
	id, ok := x.(*ast.Ident)
	if !ok || id.Obj != nil { // a variable of that name
		return ""
	}
	for _, spec := range s.Go.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err == nil && importName(spec, path) == id.Name {
			return path
		}
	}
	return ""
}

func importName(spec *ast.ImportSpec, path string) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	base := path[strings.LastIndexByte(path, '/')+1:]
	if len(base) > 1 && base[0] == 'v' && base[1] >= '0' && base[1] <= '9' && strings.Contains(path, "/") {
		path = path[:len(path)-len(base)-1]
		base = path[strings.LastIndexByte(path, '/')+1:]
	}
	return base
}
