// Package lint checks the rules of this house that no compiler knows: see docs/architecture.md.
package lint

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// maxLines is the longest a source file may be.
const maxLines = 450

// Finding is a place where a rule is broken.
type Finding struct {
	File string // relative to the root
	Line int
	Text string
}

func (f Finding) String() string { return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Text) }

// source is one file that is looked at. Go is nil for other languages.
type source struct {
	name string // relative to the root, with slashes
	text string
	set  *token.FileSet
	Go   *ast.File
}

func (s *source) dir() string { return s.name[:max(0, strings.LastIndexByte(s.name, '/'))] }
func (s *source) test() bool  { return strings.HasSuffix(s.name, "_test.go") }

// core tells whether the strict rules hold: time, goroutines and globals are for the machine's surroundings.
func (s *source) core() bool {
	return strings.HasPrefix(s.name, "engine/") && !strings.HasPrefix(s.name, "engine/cmd/") &&
		!strings.HasPrefix(s.name, "engine/internal/") && !s.test()
}

func (s *source) at(pos token.Pos, format string, args ...any) Finding {
	return Finding{s.name, s.set.Position(pos).Line, fmt.Sprintf(format, args...)}
}

// Check looks at the source tree below root. order lists the packages of the engine, lowest first.
func Check(root fs.FS, order []string) ([]Finding, error) {
	sources, err := load(root)
	if err != nil {
		return nil, err
	}
	var all []Finding
	for _, s := range sources {
		all = append(all, checkText(s)...)
		if s.Go != nil && s.core() {
			all = append(all, checkImports(s, order)...)
			all = append(all, checkCalls(s)...)
		}
	}
	all = append(all, checkGlobals(sources)...)
	slices.SortStableFunc(all, func(a, b Finding) int { return strings.Compare(a.File, b.File) })
	return all, nil
}

// load reads all texts that people write, and leaves out what is generated, built or data.
func load(root fs.FS) (all []*source, err error) {
	set := token.NewFileSet()
	err = fs.WalkDir(root, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			return skipDir(path, entry.Name())
		}
		if !written(path) {
			return nil
		}
		data, err := fs.ReadFile(root, path)
		if err != nil {
			return err
		}
		s := &source{name: path, text: string(data), set: set}
		if strings.HasSuffix(path, ".go") {
			s.Go, err = parser.ParseFile(set, path, data, parser.ParseComments)
		}
		all = append(all, s)
		return err
	})
	return all, err
}

func skipDir(path, name string) error {
	if path != "." && (strings.HasPrefix(name, ".") && name != ".ci" || name == "testdata" || name == "dist" || name == "node_modules") {
		return fs.SkipDir
	}
	return nil
}

func written(path string) bool {
	if strings.HasSuffix(path, "_gen.go") {
		return false
	}
	switch filepath.Ext(path) {
	case ".go", ".js", ".css", ".html", ".vugu", ".md", ".sh", ".mod":
		return true
	}
	return path == ".ci/run"
}

// checkText looks at lines in any language.
func checkText(s *source) (all []Finding) {
	lines := strings.Split(s.text, "\n")
	if s.Go != nil && len(lines)-1 > maxLines {
		all = append(all, Finding{s.name, len(lines) - 1, fmt.Sprintf("%d lines; a file has one duty and at most %d", len(lines)-1, maxLines)})
	}
	for i, line := range lines {
		for _, word := range unfinished() {
			if strings.Contains(line, word) {
				all = append(all, Finding{s.name, i + 1, "unfinished: " + word})
			}
		}
	}
	return all
}

// unfinished lists words that promise work instead of doing it. They are put together here, so that this file
// does not contain them.
func unfinished() []string {
	return []string{"TO" + "DO", "FIX" + "ME", "XX" + "X ", "HA" + "CK:", "not " + "implemented yet"}
}
