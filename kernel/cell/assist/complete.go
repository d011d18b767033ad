// SPDX-License-Identifier: BSD-3-Clause

package assist

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"sync"

	"polka/internal/pattern"
	"polka/kernel/cell/source"
	"polka/kernel/cell/syntax"
	"polka/kernel/cell/typeview"
)

// A Completion replaces the text from byte offset Start to End by one of Matches.
type Completion struct {
	Start, End int
	Matches    []Match
}

// A Match is one possible completion, best first.
type Match struct {
	Text      string
	Kind      string // "function", "method", "type", "variable", "constant", "field", "package", "keyword", "file" or "folder"
	Signature string // parameters and results, or a type; may be empty
	Doc       string // the first sentence of its documentation; may be empty
}

// A candidate is a Match before it is chosen.
type candidate struct {
	Match
	obj   types.Object // nil for keywords and packages that are not imported
	group int
}

// The groups of candidates: those that are nearer come first.
const (
	inLiteral = iota // the fields of a struct literal
	inCell           // names of the cell, the innermost first
	inSession
	inGo
	inPrelude
	inKeywords
	inPackages
)

// importLine matches the beginning of a line that imports, up to the path that is being written.
var importLine = pattern.New(`(?:^|[\n;(])[ \t]*(?:import[ \t]+)?(?:[\pL_.][\pL\pN_]*[ \t]+)?"([^"\n]*)$`)

// Complete lists the possible completions at byte offset pos of code: after a dot the members of
// the package or value before it, in an import the paths of packages, in a string the names of
// files, and elsewhere the visible names. Candidates of the expected type come first, then the
// names of the cell, of earlier cells, Go's own, the packages of the prelude, keywords, and other
// packages. If no name begins with the text before the cursor, the case of letters is ignored. It
// takes some milliseconds.
func (a *Assistant) Complete(code string, pos int) (result Completion) {
	pos = max(0, min(pos, len(code)))
	result = Completion{Start: pos, End: pos}
	defer func() {
		if recover() != nil {
			result = Completion{Start: pos, End: pos}
		}
	}()
	code = syntax.GoAt(code, pos)
	if m := importLine.FindStringSubmatch(code[:pos]); m != nil && (strings.Contains(code[:pos], "import")) {
		result.Start = pos - len(m[1])
		for _, p := range a.c.ImportPaths() {
			if strings.HasPrefix(p, m[1]) {
				result.Matches = append(result.Matches, Match{Text: p, Kind: "package", Doc: a.synopsis(p, "")})
			}
		}
		return result
	}
	if start, files := a.fileNames(code[:pos]); files != nil {
		return Completion{start, pos, files}
	}
	from, to := syntax.NameAt(code, pos)
	prefix := code[from:pos]
	if prefix != "" && prefix[0] >= '0' && prefix[0] <= '9' || syntax.InCommentOrString(code[:from]) {
		return result
	}
	v := a.look(code, from, to)
	var list []candidate
	if syntax.Selects(code[:from]) {
		if v != nil {
			list = a.memberMatches(v)
		}
	} else {
		list = a.nameMatches(v)
	}
	if list = beginWith(list, prefix); len(list) == 0 {
		return result
	}
	result.Start, result.End = from, to
	for _, m := range a.rank(v, list) {
		m.Doc = a.docOf(m)
		result.Matches = append(result.Matches, m.Match)
	}
	return result
}

// beginWith keeps the candidates that begin with prefix or, if there are none, those that begin
// with it in a different case.
func beginWith(list []candidate, prefix string) []candidate {
	var exact, loose []candidate
	for _, m := range list {
		switch {
		case strings.HasPrefix(m.Text, prefix):
			exact = append(exact, m)
		case len(m.Text) >= len(prefix) && strings.EqualFold(m.Text[:len(prefix)], prefix):
			loose = append(loose, m)
		}
	}
	if exact == nil && len(prefix) > 1 {
		return loose
	}
	return exact
}

// rank moves the candidates of the wanted type to the front of the sorted list.
func (a *Assistant) rank(v *view, list []candidate) []candidate {
	want := a.wantedAt(v)
	if want == nil || isEmptyInterface(want) || list[0].group == inLiteral {
		return list
	}
	fits := func(m candidate) bool { return m.obj != nil && m.group < inGo && fitsType(m.obj, want) }
	slices.SortStableFunc(list, func(a, b candidate) int {
		switch x, y := fits(a), fits(b); {
		case x == y:
			return 0
		case x:
			return -1
		}
		return 1
	})
	return list
}

// wantedAt returns the type expected at the hole, nil if it is not known.
func (a *Assistant) wantedAt(v *view) types.Type {
	if v == nil || len(v.path) < 2 {
		return nil
	}
	path := v.path
	if sel, ok := path[len(path)-2].(*ast.SelectorExpr); ok && sel.Sel == path[len(path)-1] {
		path = path[:len(path)-1]
	}
	if len(path) > 1 {
		if b, ok := path[len(path)-2].(*ast.BinaryExpr); ok {
			other := b.X
			if other == path[len(path)-1] {
				other = b.Y
			}
			return validType(v.Info.TypeOf(other))
		}
	}
	return validType(typeview.Wanted(v.Info, path))
}

func validType(t types.Type) types.Type {
	if t == nil || t == types.Typ[types.Invalid] {
		return nil
	}
	return types.Default(t)
}

// fitsType reports whether obj, or the result of calling it, is a value of type t.
func fitsType(obj types.Object, t types.Type) bool {
	switch o := obj.(type) {
	case *types.Var, *types.Const:
		return types.AssignableTo(o.Type(), t)
	case *types.Func:
		sig := o.Signature()
		return types.AssignableTo(sig, t) || sig.Results().Len() > 0 && types.AssignableTo(sig.Results().At(0).Type(), t)
	}
	return false
}

// docOf returns the first sentence of the documentation of m.
func (a *Assistant) docOf(m candidate) string {
	switch {
	case m.Kind == "keyword":
		return ""
	case m.obj == nil:
		return a.synopsis(a.s.Packages[m.Text], "")
	case m.obj.Pkg() == nil && m.Kind != "package":
		return a.synopsis("builtin", m.Text)
	}
	return source.Synopsis(a.describe(m.obj, nil).Comment)
}

// synopsis returns the first sentence of the documentation of a package's name.
func (a *Assistant) synopsis(path, name string) string {
	if a.o.Doc == nil {
		return ""
	}
	_, text, _ := a.o.Doc(path, name)
	return source.Synopsis(text)
}

func candidateOf(obj types.Object, name string, group int) candidate {
	return candidate{Match{Text: name, Kind: kindOf(obj), Signature: typeview.Signature(obj)}, obj, group}
}

// memberMatches lists the members of the operand before the hole.
func (a *Assistant) memberMatches(v *view) []candidate {
	if len(v.path) < 2 {
		return nil
	}
	sel, ok := v.path[len(v.path)-2].(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	var list []candidate
	if id, ok := sel.X.(*ast.Ident); ok {
		if p, ok := v.Info.Uses[id].(*types.PkgName); ok {
			scope := p.Imported().Scope()
			for _, n := range scope.Names() {
				obj := scope.Lookup(n)
				if obj.Exported() && (a.o.Has == nil || a.o.Has(p.Imported().Path(), n) || a.c.Instantiates(p.Imported().Path(), n)) {
					list = append(list, candidateOf(obj, n, inCell))
				}
			}
			return list
		}
	}
	tv, ok := v.Info.Types[sel.X]
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
	for _, obj := range typeview.Members(t) {
		list = append(list, candidateOf(obj, obj.Name(), inCell))
	}
	slices.SortStableFunc(list, func(a, b candidate) int { return strings.Compare(a.Text, b.Text) })
	return list
}

// nameMatches lists the names that can replace the hole. Without a view, it lists only those of the
// session.
func (a *Assistant) nameMatches(v *view) []candidate {
	l := &nameList{seen: map[string]bool{"_": true, hole: true, syntax.ContextName: true}}
	words := keywords()
	if v != nil {
		l.sorted(func() { l.literalFields(v) })
		l.locals(v)
		l.sorted(func() { l.ofCell(v) })
		words = keywordsAt(v)
	}
	l.sorted(func() {
		for _, e := range a.c.Entities() {
			l.add(candidateOf(e.Obj, e.Name, inSession))
		}
	})
	l.sorted(func() {
		for _, name := range types.Universe.Names() {
			m := candidateOf(types.Universe.Lookup(name), name, inGo)
			m.Signature = ""
			l.add(m)
		}
	})
	for _, name := range a.o.Prelude {
		l.add(candidate{Match{Text: name, Kind: "package", Signature: a.s.Packages[name]}, nil, inPrelude})
	}
	for _, w := range words {
		l.add(candidate{Match{Text: w, Kind: "keyword"}, nil, inKeywords})
	}
	l.sorted(func() {
		for name, path := range a.s.Packages {
			l.add(candidate{Match{Text: name, Kind: "package", Signature: path}, nil, inPackages})
		}
	})
	return l.list
}

// keywords are Go's, in alphabetical order; those that can begin or end an expression are also in
// operands.
var (
	keywords = sync.OnceValue(func() (list []string) {
		for t := token.BREAK; t <= token.VAR; t++ {
			if t.IsKeyword() {
				list = append(list, t.String())
			}
		}
		slices.Sort(list)
		return list
	})
	operands = []string{"chan", "func", "interface", "map", "range", "struct"}
)

// keywordsAt returns the keywords that can replace the hole.
func keywordsAt(v *view) []string {
	if n := len(v.path); n >= 2 {
		switch v.path[n-2].(type) {
		case *ast.ExprStmt, *ast.BlockStmt:
		default:
			return operands
		}
	}
	return keywords()
}

// A nameList takes each name once.
type nameList struct {
	list []candidate
	seen map[string]bool
}

func (l *nameList) add(m candidate) {
	if !l.seen[m.Text] {
		l.seen[m.Text] = true
		l.list = append(l.list, m)
	}
}

// sorted sorts what f adds.
func (l *nameList) sorted(f func()) {
	n := len(l.list)
	f()
	slices.SortFunc(l.list[n:], func(a, b candidate) int { return strings.Compare(a.Text, b.Text) })
}

// literalFields adds the fields of a struct literal that it does not have yet, where the hole may
// be one.
func (l *nameList) literalFields(v *view) {
	for i, n := range v.path {
		lit, ok := n.(*ast.CompositeLit)
		if !ok || i+2 < len(v.path)-1 {
			continue
		}
		if kv, ok := v.path[i+1].(*ast.KeyValueExpr); ok && (i+2 >= len(v.path) || kv.Key != v.path[i+2]) {
			continue
		}
		t := v.Info.Types[lit].Type
		if t == nil {
			continue
		}
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		s, ok := t.Underlying().(*types.Struct)
		if !ok {
			continue
		}
		given := make(map[string]bool)
		for _, e := range lit.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				if id, ok := kv.Key.(*ast.Ident); ok {
					given[id.Name] = true
				}
			}
		}
		for f := range s.Fields() {
			if !given[f.Name()] && typeview.Visible(f) {
				l.add(candidateOf(f, f.Name(), inLiteral))
			}
		}
	}
}

// locals adds the variables of the blocks around the hole, from the inside.
func (l *nameList) locals(v *view) {
	at := v.at()
	for _, n := range slices.Backward(v.path) {
		if scope := scopeOf(v.Info, n); scope != nil {
			l.sorted(func() {
				for _, name := range scope.Names() {
					if obj := scope.Lookup(name); obj.Pos() < at {
						l.add(candidateOf(obj, name, inCell))
					}
				}
			})
		}
	}
}

// scopeOf returns the scope that n opens, nil if it opens none.
func scopeOf(info *types.Info, n ast.Node) *types.Scope {
	switch n := n.(type) {
	case *ast.FuncLit:
		return info.Scopes[n.Type]
	case *ast.FuncDecl:
		return info.Scopes[n.Type]
	}
	return info.Scopes[n]
}

// at returns where the hole is.
func (v *view) at() token.Pos {
	if len(v.path) == 0 {
		return 0
	}
	return v.path[len(v.path)-1].Pos()
}

// ofCell adds what the cell defines before the hole, or declares anywhere.
func (l *nameList) ofCell(v *view) {
	at := v.at()
	for name, obj := range v.Objects {
		if v, ok := obj.(*types.Var); !ok || v.Pos() < at {
			l.add(candidateOf(obj, name, inCell))
		}
	}
	for name, obj := range v.imports {
		l.add(candidateOf(obj, name, inCell))
	}
}

func isEmptyInterface(t types.Type) bool {
	i, ok := t.Underlying().(*types.Interface)
	return ok && i.NumMethods() == 0
}

// kindOf returns the kind of a name, in the words of Match.
func kindOf(obj types.Object) string {
	switch o := obj.(type) {
	case *types.PkgName:
		return "package"
	case *types.TypeName:
		return "type"
	case *types.Const:
		return "constant"
	case *types.Builtin:
		return "function"
	case *types.Func:
		if o.Signature().Recv() != nil {
			return "method"
		}
		return "function"
	case *types.Var:
		if o.IsField() {
			return "field"
		}
	}
	return "variable"
}
