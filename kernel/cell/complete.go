package cell

import (
	"go/ast"
	"go/scanner"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
)

// A Completion replaces the text from byte offset Start to End by one of Matches.
type Completion struct {
	Start, End int
	Matches    []Match
}

// A Match is one possible completion, best first.
type Match struct {
	Text      string
	Kind      string // "function", "method", "type", "variable", "constant", "field", "package" or "keyword"
	Signature string // parameters and results, or a type; may be empty
}

// importLine matches the beginning of a line that imports, up to the path that is being written.
var importLine = regexp.MustCompile(`(?:^|[\n;(])[ \t]*(?:import[ \t]+)?(?:[\pL_.][\pL\pN_]*[ \t]+)?"([^"\n]*)$`)

// Complete lists what can stand at byte offset pos of code: after a dot the members of the package or
// value before it; in an import the paths of packages; elsewhere the names that are visible there, those
// of the cell first, then of earlier cells, Go's own, packages and keywords. It takes some milliseconds.
func (c *Compiler) Complete(code string, pos int) (result Completion) {
	pos = max(0, min(pos, len(code)))
	result = Completion{Start: pos, End: pos}
	defer func() {
		if recover() != nil {
			result = Completion{Start: pos, End: pos}
		}
	}()
	if m := importLine.FindStringSubmatch(code[:pos]); m != nil && (strings.Contains(code[:pos], "import")) {
		result.Start = pos - len(m[1])
		for _, p := range c.packagePaths() {
			if strings.HasPrefix(p, m[1]) {
				result.Matches = append(result.Matches, Match{Text: p, Kind: "package"})
			}
		}
		return result
	}
	from, to := nameAt(code, pos)
	prefix := code[from:pos]
	if prefix != "" && prefix[0] >= '0' && prefix[0] <= '9' || inCommentOrString(code[:from]) {
		return result
	}
	v := c.look(code, from, to)
	var list []Match
	if selects(code[:from]) {
		if v != nil {
			list = c.memberMatches(v)
		}
	} else {
		list = c.nameMatches(v)
	}
	list = slices.DeleteFunc(list, func(m Match) bool { return !strings.HasPrefix(m.Text, prefix) })
	if len(list) > 0 {
		result.Start, result.End, result.Matches = from, to, list
	}
	return result
}

// selects reports whether the last token of text is a dot that selects, and not part of "..." or a number.
func selects(text string) bool {
	text = strings.TrimRight(text, " \t\n")
	return strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "..")
}

// memberMatches lists the members of what the hole is selected from.
func (c *Compiler) memberMatches(v *view) []Match {
	if len(v.path) < 2 {
		return nil
	}
	sel, ok := v.path[len(v.path)-2].(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	var list []Match
	if id, ok := sel.X.(*ast.Ident); ok {
		if p, ok := v.r.info.Uses[id].(*types.PkgName); ok {
			scope := p.Imported().Scope()
			for _, n := range scope.Names() {
				obj := scope.Lookup(n)
				if obj.Exported() && (c.o.Has == nil || c.o.Has(p.Imported().Path(), n) || c.instantiates(p.Imported().Path(), n)) {
					list = append(list, Match{n, kindOf(obj), signatureText(obj)})
				}
			}
			return list
		}
	}
	tv, ok := v.r.info.Types[sel.X]
	if !ok || tv.Type == nil {
		return nil
	}
	t := tv.Type
	if tuple, ok := t.(*types.Tuple); ok {
		if tuple.Len() != 1 {
			return nil
		}
		t = tuple.At(0).Type()
	}
	for _, obj := range members(t) {
		list = append(list, Match{obj.Name(), kindOf(obj), signatureText(obj)})
	}
	slices.SortStableFunc(list, func(a, b Match) int { return strings.Compare(a.Text, b.Text) })
	return list
}

// nameMatches lists the names that can stand where the hole is. Without a view it knows the session's.
func (c *Compiler) nameMatches(v *view) []Match {
	var list []Match
	seen := map[string]bool{"_": true, hole: true, contextName: true}
	add := func(m Match) {
		if !seen[m.Text] {
			seen[m.Text] = true
			list = append(list, m)
		}
	}
	group := func(f func()) {
		n := len(list)
		f()
		slices.SortFunc(list[n:], func(a, b Match) int { return strings.Compare(a.Text, b.Text) })
	}
	if v != nil {
		group(func() { // the fields of a struct literal
			for i, n := range v.path {
				lit, ok := n.(*ast.CompositeLit)
				if !ok || i+2 < len(v.path)-1 {
					continue
				}
				if kv, ok := v.path[i+1].(*ast.KeyValueExpr); ok && (i+2 >= len(v.path) || kv.Key != v.path[i+2]) {
					continue
				}
				if t := v.r.info.Types[lit].Type; t != nil {
					if p, ok := t.Underlying().(*types.Pointer); ok {
						t = p.Elem()
					}
					if s, ok := t.Underlying().(*types.Struct); ok {
						for f := range s.Fields() {
							if f.Exported() || f.Pkg() != nil && f.Pkg().Path() == world {
								add(Match{f.Name(), "field", types.TypeString(f.Type(), qualify)})
							}
						}
					}
				}
			}
		})
		at := token.Pos(0)
		if len(v.path) > 0 {
			at = v.path[len(v.path)-1].Pos()
		}
		for _, n := range slices.Backward(v.path) { // locals, from the inside
			var scope *types.Scope
			switch n := n.(type) {
			case *ast.FuncLit:
				scope = v.r.info.Scopes[n.Type]
			case *ast.FuncDecl:
				scope = v.r.info.Scopes[n.Type]
			default:
				scope = v.r.info.Scopes[n]
			}
			if scope != nil {
				group(func() {
					for _, name := range scope.Names() {
						if obj := scope.Lookup(name); obj.Pos() < at {
							add(Match{name, kindOf(obj), signatureText(obj)})
						}
					}
				})
			}
		}
		group(func() { // what the cell defines
			for name, obj := range v.r.objects {
				if v, ok := obj.(*types.Var); !ok || v.Pos() < at {
					add(Match{name, kindOf(obj), signatureText(obj)})
				}
			}
			for name, e := range v.p.imports {
				add(Match{name, kindOf(e.obj), signatureText(e.obj)})
			}
		})
	}
	group(func() {
		for name, e := range c.names {
			if !strings.Contains(name, ".") {
				add(Match{name, kindOf(e.obj), signatureText(e.obj)})
			}
		}
	})
	group(func() {
		for _, name := range types.Universe.Names() {
			add(Match{name, kindOf(types.Universe.Lookup(name)), ""})
		}
	})
	group(func() {
		for name := range c.o.Packages {
			add(Match{name, "package", c.o.Packages[name]})
		}
	})
	group(func() {
		for t := token.BREAK; t <= token.VAR; t++ {
			if t.IsKeyword() {
				add(Match{t.String(), "keyword", ""})
			}
		}
	})
	return list
}

// The answers of IsComplete.
const (
	Complete   = "complete"
	Incomplete = "incomplete"
	Invalid    = "invalid"
)

// IsComplete tells whether code is whole cells, the beginning of one, or neither, and, for the beginning
// of one, how the next line is to be indented.
func IsComplete(code string) (status, indent string) {
	code = onlyGo(code)
	_, err := parse(token.NewFileSet(), 1, code)
	if i := strings.LastIndex(code, "/*"); i >= 0 && !strings.Contains(code[i:], "*/") && inCommentOrString(code) {
		return Incomplete, ""
	}
	if err == nil {
		return Complete, ""
	}
	e, ok := err.(*Error)
	if !ok {
		return Invalid, ""
	}
	if unbalanced(code) {
		return Invalid, ""
	}
	for _, d := range e.List {
		if !d.atEnd && !strings.Contains(d.Message, "not terminated") {
			return Invalid, ""
		}
		if strings.HasPrefix(d.Message, "string literal not terminated") || strings.HasPrefix(d.Message, "rune literal not terminated") {
			return Invalid, ""
		}
	}
	return Incomplete, strings.Repeat("\t", len(closers(code)))
}

// unbalanced reports whether code closes a bracket that it has not opened.
func unbalanced(code string) bool {
	file := token.NewFileSet().AddFile("", -1, len(code))
	var s scanner.Scanner
	s.Init(file, []byte(code), func(token.Position, string) {}, 0)
	for depth := 0; ; {
		switch _, t, _ := s.Scan(); t {
		case token.LPAREN, token.LBRACK, token.LBRACE:
			depth++
		case token.RPAREN, token.RBRACK, token.RBRACE:
			if depth--; depth < 0 {
				return true
			}
		case token.EOF:
			return false
		}
	}
}
