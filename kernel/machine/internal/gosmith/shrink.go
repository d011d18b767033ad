// SPDX-License-Identifier: BSD-3-Clause

package gosmith

import (
	"errors"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"polka/internal/pattern"
	"slices"
	"strings"
)

// Shrinking is a greedy search for a shorter program that still fails. A candidate is the program
// with a few pieces of its text replaced, which the syntax tree suggests: declarations, statements
// or elements removed, bodies emptied, statements replaced by the statements nested in them,
// expressions replaced by a part of them or by a zero. A candidate that does not compile only
// because something is not used any more is repaired; one that has other errors is dropped before
// fails is called. Each accepted candidate is shorter than the last, so the search ends.

// Shrink returns a program that is as short as it can make it and for which fails still reports
// true. It returns src itself if src does not compile or does not fail. The programs that it passes
// to fails compile, but may have lost what made them end: fails must set a limit to their time and
// depth.
func Shrink(src string, fails func(src string) bool) string {
	s := &shrinker{src: src, fails: fails, tried: map[string]bool{}}
	if Check(src) != nil || !fails(src) {
		return src
	}
	for {
		before := len(s.src)
		for _, suggest := range []func(*program) []change{declarations, listParts, replacements, expressions} {
			s.pass(suggest)
		}
		if len(s.src) == before {
			return s.src
		}
	}
}

type shrinker struct {
	src   string
	fails func(string) bool
	tried map[string]bool
}

// An edit replaces the text from start to end.
type edit struct {
	start, end int
	text       string
}

// A change is a set of edits that are made together.
type change []edit

// gain returns by how much the change makes the text shorter.
func (c change) gain() int {
	n := 0
	for _, e := range c {
		n += e.end - e.start - len(e.text)
	}
	return n
}

// apply makes the edits, which must not overlap.
func (c change) apply(src string) string {
	c = slices.Clone(c)
	slices.SortFunc(c, func(a, b edit) int { return b.start - a.start })
	for i, e := range c {
		if i > 0 && e.end > c[i-1].start {
			continue
		}
		src = src[:e.start] + e.text + src[e.end:]
	}
	return src
}

// A program is a parsed and checked program.
type program struct {
	src  string
	fset *token.FileSet
	file *ast.File
	info *types.Info
}

// load parses and checks src. The errors are those of the type checker that only say that something
// is not used; any other error makes ok false.
func load(src string) (p *program, unused []types.Error, ok bool) {
	p = &program{src: src, fset: token.NewFileSet()}
	var err error
	if p.file, err = parser.ParseFile(p.fset, "main.go", src, parser.SkipObjectResolution|parser.ParseComments); err != nil {
		return nil, nil, false
	}
	p.info = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{},
		Defs:  map[*ast.Ident]types.Object{},
		Uses:  map[*ast.Ident]types.Object{},
	}
	ok = true
	conf := types.Config{Error: func(err error) {
		var e types.Error
		if errors.As(err, &e) && e.Soft {
			unused = append(unused, e)
		} else {
			ok = false
		}
	}}
	shared.check(&conf, p)
	return p, unused, ok
}

func (p *program) offset(pos token.Pos) int { return p.fset.Position(pos).Offset }
func (p *program) text(n ast.Node) string   { return p.src[p.offset(n.Pos()):p.offset(n.End())] }
func (p *program) remove(n ast.Node) edit   { return p.replace(n, "") }
func (p *program) replace(n ast.Node, text string) edit {
	return edit{p.offset(n.Pos()), p.offset(n.End()), text}
}

// pass tries the changes that suggest returns, those with the largest gain first, until none is
// left.
func (s *shrinker) pass(suggest func(*program) []change) {
	for i := 0; ; {
		p, _, ok := load(s.src)
		if !ok {
			return
		}
		list := suggest(p)
		slices.SortStableFunc(list, func(a, b change) int { return b.gain() - a.gain() })
		accepted := false
		for ; i < len(list) && !accepted; i++ {
			accepted = s.try(list[i].apply(s.src))
		}
		if !accepted {
			return
		}
		i = max(i-1-len(list)/8, 0) // the order has changed a little
	}
}

// try accepts a candidate if it fails.
func (s *shrinker) try(candidate string) bool {
	candidate, ok := repair(candidate)
	if !ok || len(candidate) >= len(s.src) || s.tried[candidate] {
		return false
	}
	s.tried[candidate] = true
	if !s.fails(candidate) {
		return false
	}
	s.src = candidate
	return true
}

// repair removes from a program what is not used and formats it. It reports whether the program
// then compiles.
func repair(src string) (string, bool) {
	for range 8 {
		p, unused, ok := load(src)
		if !ok {
			return "", false
		}
		if len(unused) == 0 {
			if !strings.Contains(src, "`") {
				src = blankLines.ReplaceAllString(src, "\n")
			}
			out, err := format.Source([]byte(src))
			return string(out), err == nil
		}
		var c change
		for _, e := range unused {
			c = append(c, p.unused(e.Pos)...)
		}
		if len(c) == 0 {
			return "", false
		}
		src = c.apply(src)
	}
	return "", false
}

var blankLines = pattern.New(`\n\s*\n`)

// unused returns the change that removes the import, label or variable at pos.
func (p *program) unused(pos token.Pos) change {
	var c change
	ast.Inspect(p.file, func(n ast.Node) bool {
		if n == nil || c != nil || pos < n.Pos() || n.End() <= pos {
			return n == p.file
		}
		switch n := n.(type) {
		case *ast.GenDecl:
			if n.Tok == token.IMPORT && !n.Lparen.IsValid() {
				c = change{p.remove(n)}
			}
		case *ast.ImportSpec:
			c = change{p.remove(n)}
		case *ast.LabeledStmt:
			if n.Pos() == pos {
				c = change{{p.offset(pos), p.offset(n.Colon) + 1, ""}}
			}
		case *ast.TypeSwitchStmt:
			if a, ok := n.Assign.(*ast.AssignStmt); ok && a.Pos() == pos {
				c = change{{p.offset(pos), p.offset(a.Rhs[0].Pos()), ""}}
			}
		case *ast.AssignStmt:
			c = p.blank(pos, n.Lhs, n.TokPos)
		case *ast.RangeStmt:
			if n.Key != nil && n.Tok == token.DEFINE {
				lhs := []ast.Expr{n.Key}
				if n.Value != nil {
					lhs = append(lhs, n.Value)
				}
				c = p.blank(pos, lhs, n.TokPos)
			}
		case *ast.ValueSpec:
			for _, x := range n.Names {
				if x.Pos() == pos {
					c = change{p.replace(x, "_")}
				}
			}
		}
		return true
	})
	return c
}

// blank replaces the variable at pos of a definition by the blank identifier.
func (p *program) blank(pos token.Pos, lhs []ast.Expr, tok token.Pos) change {
	var c change
	blanks := 0
	for _, x := range lhs {
		if x.Pos() == pos {
			c = append(c, p.replace(x, "_"))
			blanks++
		} else if id, ok := x.(*ast.Ident); ok && id.Name == "_" {
			blanks++
		}
	}
	if len(c) > 0 && blanks == len(lhs) {
		c = append(c, edit{p.offset(tok), p.offset(tok) + len(":="), "="})
	}
	return c
}

// declarations suggests to remove what no other declaration mentions, to remove declarations, and
// to empty functions.
func declarations(p *program) []change {
	var list []change
	used := map[types.Object]bool{}
	for id, obj := range p.info.Uses {
		if d := p.enclosing(id.Pos()); d == nil || p.info.Defs[declaredName(d)] != obj {
			used[obj] = true
		}
	}
	var unused change
	var comments change
	for _, c := range p.file.Comments {
		comments = append(comments, p.remove(c))
	}
	list = append(list, comments)
	for _, d := range p.file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			if len(g.Specs) == 0 {
				list = append(list, change{p.remove(d)})
			}
			continue
		}
		name := declaredName(d)
		if f, ok := d.(*ast.FuncDecl); !ok || f.Recv != nil || name.Name != "main" {
			list = append(list, change{p.remove(d)})
			if name != nil && name.Name != "init" && !used[p.info.Defs[name]] {
				unused = append(unused, p.remove(d))
			}
		}
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil && len(f.Body.List) > 0 {
			list = append(list, change{p.replace(f.Body, p.emptyBody(f.Type))})
		}
		if t, ok := d.(*ast.GenDecl); ok && t.Tok == token.TYPE && name != nil {
			// A type together with its methods.
			c := change{p.remove(d)}
			for _, m := range p.file.Decls {
				if f, ok := m.(*ast.FuncDecl); ok && f.Recv != nil && strings.TrimLeft(p.text(f.Recv.List[0].Type), "*") == name.Name {
					c = append(c, p.remove(f))
				}
			}
			list = append(list, c)
		}
	}
	if len(unused) > 1 {
		list = append(list, unused)
	}
	return list
}

// enclosing returns the top-level declaration around pos.
func (p *program) enclosing(pos token.Pos) ast.Decl {
	for _, d := range p.file.Decls {
		if d.Pos() <= pos && pos < d.End() {
			return d
		}
	}
	return nil
}

// declaredName returns the name that a declaration of one name declares, else nil.
func declaredName(d ast.Decl) *ast.Ident {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return d.Name
	case *ast.GenDecl:
		if len(d.Specs) == 1 {
			switch s := d.Specs[0].(type) {
			case *ast.TypeSpec:
				return s.Name
			case *ast.ValueSpec:
				if len(s.Names) == 1 {
					return s.Names[0]
				}
			}
		}
	}
	return nil
}

// emptyBody returns a body that returns zero values.
func (p *program) emptyBody(t *ast.FuncType) string {
	if t.Results == nil {
		return "{}"
	}
	if len(t.Results.List[0].Names) > 0 {
		return "{ return }"
	}
	var zeros []string
	for _, f := range t.Results.List {
		zeros = append(zeros, p.zero(f.Type))
	}
	return "{ return " + strings.Join(zeros, ", ") + " }"
}

// zero returns the zero value of the type or of the expression's type.
func (p *program) zero(x ast.Expr) string {
	tv, ok := p.info.Types[x]
	if !ok || tv.Type == nil {
		return ""
	}
	if _, ok := tv.Type.(*types.TypeParam); ok {
		return "*new(" + tv.Type.String() + ")"
	}
	local := types.TypeString(tv.Type, func(p *types.Package) string {
		if p.Name() == "main" {
			return ""
		}
		return p.Name()
	})
	switch u := tv.Type.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return "false"
		case u.Info()&types.IsString != 0:
			return `""`
		case u.Info()&types.IsNumeric != 0:
			return "0"
		}
	case *types.Struct, *types.Array:
		return local + "{}"
	}
	return "nil"
}

// listParts suggests to remove parts of lists: statements, clauses, elements, fields and
// specifications.
func listParts(p *program) []change {
	var list []change
	statements := func(body []ast.Stmt) {
		for size := len(body); size > 0; size /= 2 {
			for i := 0; i < len(body); i += size {
				part := body[i:min(i+size, len(body))]
				list = append(list, change{{p.offset(part[0].Pos()), p.offset(part[len(part)-1].End()), ""}})
			}
		}
		// A definition together with the statements that only use the variables.
		for i, s := range body {
			if a, ok := s.(*ast.AssignStmt); ok && a.Tok == token.DEFINE {
				c := change{p.remove(s)}
				for _, t := range body[i+1:] {
					for _, x := range a.Lhs {
						if name := p.text(x); p.text(t) == "_ = "+name || strings.HasPrefix(p.text(t), "trace(\""+name+"\"") {
							c = append(c, p.remove(t))
						}
					}
				}
				if len(c) > 1 {
					list = append(list, c)
				}
			}
		}
	}
	elements := func(elts []ast.Expr) {
		for i, x := range elts {
			end := p.offset(x.End())
			switch {
			case i < len(elts)-1:
				end = p.offset(elts[i+1].Pos())
			case i > 0:
				list = append(list, change{{p.offset(elts[i-1].End()), end, ""}})
				continue
			}
			list = append(list, change{{p.offset(x.Pos()), end, ""}})
		}
	}
	ast.Inspect(p.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			statements(n.List)
		case *ast.CaseClause:
			statements(n.Body)
			if len(n.List) > 1 {
				elements(n.List)
			}
		case *ast.CommClause:
			statements(n.Body)
		case *ast.CompositeLit:
			elements(n.Elts)
		case *ast.CallExpr:
			elements(n.Args)
		case *ast.FieldList:
			for _, f := range n.List {
				list = append(list, change{p.remove(f)})
			}
		case *ast.GenDecl:
			if len(n.Specs) > 1 {
				for _, s := range n.Specs {
					list = append(list, change{p.remove(s)})
				}
			}
		case *ast.IfStmt:
			if n.Else != nil {
				list = append(list, change{{p.offset(n.Body.End()), p.offset(n.Else.End()), ""}})
			}
			if n.Init != nil {
				list = append(list, change{{p.offset(n.Init.Pos()), p.offset(n.Cond.Pos()), ""}})
			}
		}
		return true
	})
	return list
}

// replacements suggests statements inside of others in their place.
func replacements(p *program) []change {
	var list []change
	by := func(n ast.Node, parts ...ast.Stmt) {
		var texts []string
		for _, s := range parts {
			if s == nil {
				continue
			}
			if b, ok := s.(*ast.BlockStmt); ok {
				text := p.text(b)
				list = append(list, change{p.replace(n, text[1:len(text)-1])}) // without the braces
			}
			texts = append(texts, p.text(s))
		}
		list = append(list, change{p.replace(n, strings.Join(texts, "\n"))})
	}
	ast.Inspect(p.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			for _, s := range n.List {
				if b, ok := s.(*ast.BlockStmt); ok {
					by(b, b)
				}
			}
		case *ast.IfStmt:
			by(n, n.Body)
			if n.Init != nil {
				by(n, n.Init, n.Body)
			}
			if n.Else != nil {
				by(n, n.Else)
			}
		case *ast.ForStmt:
			by(n, n.Body)
			if n.Init != nil {
				by(n, n.Init, n.Body)
			}
		case *ast.RangeStmt:
			by(n, n.Body)
		case *ast.SwitchStmt:
			p.clauses(n.Body, by, n)
		case *ast.TypeSwitchStmt:
			p.clauses(n.Body, by, n)
		case *ast.SelectStmt:
			p.clauses(n.Body, by, n)
		case *ast.LabeledStmt:
			by(n, n.Stmt)
		case *ast.AssignStmt:
			if len(n.Lhs) == 1 && len(n.Rhs) == 1 && n.Tok != token.ASSIGN {
				list = append(list, change{p.replace(n, "_ = "+p.text(n.Rhs[0]))})
			}
		case *ast.DeferStmt:
			list = append(list, change{p.replace(n, p.text(n.Call))})
		case *ast.GoStmt:
			list = append(list, change{p.replace(n, p.text(n.Call))})
		case *ast.ExprStmt:
			if call, ok := n.X.(*ast.CallExpr); ok {
				if f, ok := call.Fun.(*ast.FuncLit); ok {
					by(n, f.Body)
				}
				for _, x := range call.Args {
					if f, ok := x.(*ast.FuncLit); ok {
						by(n, f.Body)
					}
				}
			}
		}
		return true
	})
	return list
}

func (p *program) clauses(body *ast.BlockStmt, by func(ast.Node, ...ast.Stmt), n ast.Node) {
	for _, c := range body.List {
		switch c := c.(type) {
		case *ast.CaseClause:
			by(n, c.Body...)
		case *ast.CommClause:
			by(n, c.Body...)
		}
	}
}

// expressions suggests simpler expressions.
func expressions(p *program) []change {
	var list []change
	ast.Inspect(p.file, func(n ast.Node) bool {
		x, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		tv, ok := p.info.Types[x]
		if !ok || !tv.IsValue() {
			return true
		}
		switch x.(type) {
		case *ast.BasicLit, *ast.Ident:
		default:
			ast.Inspect(x, func(n ast.Node) bool {
				y, ok := n.(ast.Expr)
				if !ok || y == x {
					return n == x
				}
				if t, ok := p.info.Types[y]; ok && t.IsValue() && types.Identical(t.Type, tv.Type) {
					list = append(list, change{p.replace(x, p.text(y))})
				}
				_, function := n.(*ast.FuncLit)
				return !function
			})
		}
		if z := p.zero(x); z != "" && z != p.text(x) {
			list = append(list, change{p.replace(x, z)})
		}
		if f, ok := x.(*ast.FuncLit); ok && len(f.Body.List) > 0 {
			list = append(list, change{p.replace(f.Body, p.emptyBody(f.Type))})
		}
		return true
	})
	return list
}
