package lint

import (
	"go/ast"
	"go/token"
)

// checkGlobals finds package-level variables of the engine that something changes after the program has started.
func checkGlobals(sources []*source) (all []Finding) {
	globals := map[string]map[string]bool{} // by folder
	for _, s := range sources {
		if s.Go != nil && s.core() {
			collect(s, globals)
		}
	}
	for _, s := range sources {
		if s.Go != nil && s.core() {
			all = append(all, changes(s, globals[s.dir()])...)
		}
	}
	return all
}

func collect(s *source, globals map[string]map[string]bool) {
	if globals[s.dir()] == nil {
		globals[s.dir()] = map[string]bool{}
	}
	for _, decl := range s.Go.Decls {
		vars, ok := decl.(*ast.GenDecl)
		if !ok || vars.Tok != token.VAR {
			continue
		}
		for _, spec := range vars.Specs {
			for _, name := range spec.(*ast.ValueSpec).Names {
				globals[s.dir()][name.Name] = name.Name != "_"
			}
		}
	}
}

// changes finds assignments to the names in globals, to their fields and elements, and their addresses. What a
// function init does happens before anything else and is allowed.
func changes(s *source, globals map[string]bool) (all []Finding) {
	report := func(x ast.Expr) {
		if id := root(x); id != nil && globals[id.Name] && packageLevel(s, id) {
			all = append(all, s.at(x.Pos(), "package variable %s is changed: state belongs into the lab", id.Name))
		}
	}
	for _, decl := range s.Go.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok || f.Body == nil || f.Recv == nil && f.Name.Name == "init" {
			continue
		}
		ast.Inspect(f.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if n.Tok != token.DEFINE {
					each(n.Lhs, report)
				}
			case *ast.IncDecStmt:
				report(n.X)
			case *ast.RangeStmt:
				if n.Tok == token.ASSIGN {
					each([]ast.Expr{n.Key, n.Value}, report)
				}
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					report(n.X)
				}
			case *ast.CallExpr:
				if id, ok := n.Fun.(*ast.Ident); ok && (id.Name == "delete" || id.Name == "clear" || id.Name == "copy") {
					report(n.Args[0])
				}
			}
			return true
		})
	}
	return all
}

func each(exprs []ast.Expr, f func(ast.Expr)) {
	for _, x := range exprs {
		if x != nil {
			f(x)
		}
	}
}

// root is the variable at the left end of x.f[i].g, or nil.
func root(x ast.Expr) *ast.Ident {
	for {
		switch e := x.(type) {
		case *ast.Ident:
			return e
		case *ast.SelectorExpr:
			x = e.X
		case *ast.IndexExpr:
			x = e.X
		case *ast.StarExpr:
			x = e.X
		case *ast.ParenExpr:
			x = e.X
		case *ast.SliceExpr:
			x = e.X
		default:
			return nil
		}
	}
}

// packageLevel tells whether a name means the package's variable: the parser knows those that a function declares.
func packageLevel(s *source, id *ast.Ident) bool {
	return id.Obj == nil || s.Go.Scope.Lookup(id.Name) == id.Obj
}
