// SPDX-License-Identifier: BSD-3-Clause

// The machine's unit of a cell.
//
// The machine gets the tree as it has been checked: its functions with their bodies, and its
// statements as steps. The name under which the machine keeps a function or a variable is new for
// each definition (x, then xꓸ2), so that a redefinition never affects what it replaces.

package cell

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"slices"
	"strconv"
	"strings"

	"polka/kernel/cell/library"
	"polka/kernel/cell/syntax"
	"polka/kernel/cell/typeview"
	"polka/kernel/machine"
)

// A builder makes the unit of one tree.
type builder struct {
	c *Compiler
	t *syntax.Tree
	r *checked
	p *Program

	own      map[types.Object]string // the names under which the machine keeps what the cell defines
	entities map[types.Object]*Entity
	order    map[*ast.Ident]int // the number of the defining statement
	errs     []types.Error
}

// unit makes the machine's unit of t, which has been checked without errors.
func (c *Compiler) unit(t *syntax.Tree, r *checked, p *Program) (*Program, error) {
	e := &builder{c: c, t: t, r: r, p: p, own: make(map[types.Object]string), entities: make(map[types.Object]*Entity), order: make(map[*ast.Ident]int)}
	if t.Program {
		initialize(t, r.info)
	}
	n := 0
	for _, s := range t.Stmts {
		if ids := syntax.DefinedBy(s); len(ids) > 0 {
			n++
			for _, id := range ids {
				e.order[id] = n
			}
		}
	}
	e.name()
	e.uses()
	e.replace()

	u := &machine.Unit{Info: r.info, End: t.End, Symbol: e.symbol, Watched: make(map[*ast.Ident]bool)}
	for _, a := range p.Unread {
		u.Watched[a.ID] = true
	}
	var inits []*types.Func
	for _, d := range t.Decls {
		fn, ok := d.Node.(*ast.FuncDecl)
		if !ok || fn.Name.Name == "_" {
			continue
		}
		if fn.Body == nil {
			e.fail(fn.Pos(), "function "+fn.Name.Name+" has no body\nthe { goes on the same line")
			continue
		}
		decl := c.declOf(t, r, d, fn)
		if decl == nil {
			continue
		}
		if d.Recv == "" {
			if d.Names[0] == "init" {
				obj, _ := r.info.Defs[fn.Name].(*types.Func)
				inits = append(inits, obj)
				decl.Obj = obj
			}
			if decl.Obj == nil {
				continue
			}
			decl.Symbol, _ = u.Symbol(decl.Obj)
		}
		u.Decls = append(u.Decls, decl)
	}
	initialize := func() {
		for _, f := range inits {
			u.Steps = append(u.Steps, machine.Step{Stmt: callOf(e.r.info, f)})
		}
	}
	if !t.Program {
		initialize()
	}
	u.Steps = append(u.Steps, e.copies()...)
	for _, s := range t.Stmts {
		step := machine.Step{Stmt: s}
		if len(syntax.DefinedBy(s)) > 0 {
			p.Definitions++
			step.Reached = p.Definitions
		}
		u.Steps = append(u.Steps, step)
	}
	for _, x := range t.Values {
		u.Steps = append(u.Steps, e.valueStep(x))
	}
	if t.Program {
		initialize()
		if f, ok := r.declared["main"].(*types.Func); ok {
			u.Steps = append(u.Steps, machine.Step{Stmt: callOf(e.r.info, f)})
		}
	}
	if len(e.errs) > 0 {
		return nil, c.session.Diagnose(e.errs)
	}
	p.Unit, p.entities = u, e.entities
	p.Packages = c.unready(t, p)
	if c.export != nil {
		c.export(e)
	}
	for _, d := range t.Decls {
		d.Node = nil // the declaration outlives the tree
	}
	return p, nil
}

// declOf returns a function or method of t for the machine.
func (c *Compiler) declOf(t *syntax.Tree, r *checked, d *syntax.Declaration, fn *ast.FuncDecl) *machine.Decl {
	title, _, _ := strings.Cut(fn.Name.Name, "ꓸ") // init has a name of its own each time
	decl := &machine.Decl{Type: fn.Type, Body: fn.Body, Info: r.info, Title: title}
	if d.Recv != "" {
		m := r.methods[d]
		if m == nil {
			return nil
		}
		decl.Obj, decl.Title = m, d.Recv+"."+fn.Name.Name
	} else if obj, ok := r.declared[fn.Name.Name].(*types.Func); ok {
		decl.Obj = obj
	}
	if f := r.bodies[d]; f != nil {
		decl.Type = f.Type
		obj, ok := r.info.Defs[f.Name].(*types.Func)
		if !ok {
			return nil
		}
		decl.Sig = obj.Signature()
		decl.TypeParams = paramList(decl.Sig.TypeParams())
		return decl
	}
	// A method that has been checked beside its type.
	obj, ok := r.info.Defs[fn.Name].(*types.Func)
	if !ok {
		return nil
	}
	wholeMethod(decl, fn, obj)
	return decl
}

// wholeMethod puts the receiver of a function, if it has one, in front of its parameters.
func wholeMethod(decl *machine.Decl, fn *ast.FuncDecl, obj *types.Func) {
	sig := obj.Signature()
	decl.Sig = sig
	decl.TypeParams = paramList(sig.TypeParams())
	if fn.Recv == nil {
		return
	}
	decl.Type = asFunction(fn, fn.Body).Type
	decl.TypeParams = paramList(sig.RecvTypeParams())
	vars := []*types.Var{sig.Recv()}
	for v := range sig.Params().Variables() {
		vars = append(vars, v)
	}
	decl.Sig = types.NewSignatureType(nil, nil, nil, types.NewTuple(vars...), sig.Results(), sig.Variadic())
}

func paramList(l *types.TypeParamList) (list []*types.TypeParam) {
	for p := range l.TypeParams() {
		list = append(list, p)
	}
	return list
}

// callOf returns a statement that calls a function without parameters. It is not in the text, so
// traces omit it.
func callOf(info *types.Info, f *types.Func) ast.Stmt {
	id := ast.NewIdent(f.Name())
	info.Uses[id] = f
	info.Types[id] = types.TypeAndValue{Type: f.Type()}
	return &ast.ExprStmt{X: &ast.CallExpr{Fun: id}}
}

// valueStep returns the step that shows the value of x. The value of a cell is the value of its
// last expression: an assignment, a declaration and a call without results have none, nor has a
// cell that ends with a semicolon. The counts that fmt's printing functions return are not shown.
func (e *builder) valueStep(x ast.Expr) machine.Step {
	tv := e.r.info.Types[x]
	plain := e.r.info.Types[ast.Unparen(x)]
	call, isCall := ast.Unparen(x).(*ast.CallExpr)
	isCall = isCall && !e.r.info.Types[call.Fun].IsType()
	switch {
	case isCall && (tv.IsVoid() || plain.IsVoid() || e.t.Silent || e.prints(call)):
		return machine.Step{Stmt: &ast.ExprStmt{X: x}}
	case tv.Value != nil:
		if e.t.Silent {
			return machine.Step{Stmt: &ast.EmptyStmt{Semicolon: x.Pos()}}
		}
		if digits := tooBig(tv); digits != "" {
			return machine.Step{Stmt: &ast.EmptyStmt{Semicolon: x.Pos()}, Digits: digits}
		}
	case e.t.Silent && tv.IsNil():
		return machine.Step{Stmt: &ast.EmptyStmt{Semicolon: x.Pos()}}
	}
	s := machine.Step{Value: x, Silent: e.t.Silent}
	last := tv.Type
	if tuple, ok := tv.Type.(*types.Tuple); ok && tuple.Len() > 0 {
		last = tuple.At(tuple.Len() - 1).Type()
	}
	s.TrailingError = isCall && last != nil && typeview.IsError(last)
	return s
}

// tooBig returns the digits of a constant that overflows every type, "" for all others.
func tooBig(tv types.TypeAndValue) string {
	b, ok := tv.Type.(*types.Basic)
	if !ok || b.Info()&types.IsUntyped == 0 {
		return ""
	}
	v := tv.Value
	if i := constant.ToInt(v); i.Kind() == constant.Int && b.Info()&types.IsInteger != 0 {
		if _, exact := constant.Int64Val(i); !exact {
			return i.ExactString()
		}
	} else if v.Kind() == constant.Float {
		if _, ok := floatDigits(v); !ok {
			return v.String()
		}
	}
	return ""
}

// Own reports whether a package is compiled from source with the cells.
func (c *Compiler) Own(p *types.Package) bool {
	if p == c.pkg || p.Path() == typeview.World || ofTwin(p) && !library.Compiled(p.Path()) {
		return true
	}
	_, own := c.own.Load(p)
	return own
}

// TwinType returns the type of a twin that stands for a generic type of Go's library, nil for none.
func (c *Compiler) TwinType(obj *types.TypeName) *types.TypeName {
	if own, ok := c.written(obj).(*types.TypeName); ok && own != obj {
		return own
	}
	return nil
}

// LibrarySource returns the declaration of a generic function or method of a compiled package, nil
// for none.
func (c *Compiler) LibrarySource(f *types.Func) *machine.Decl {
	if f.Pkg() == nil {
		return nil
	}
	own, ok := c.written(f).(*types.Func)
	if !ok {
		return nil
	}
	if own == f && !c.Own(f.Pkg()) {
		return c.genericDecl(f)
	}
	for _, s := range c.libraries {
		if s != nil && (s.pkg == own.Pkg()) {
			return s.decls[own]
		}
	}
	return nil
}

// name gives a symbol to everything that the cell defines.
func (e *builder) name() {
	c := e.c
	for _, d := range e.t.Decls {
		add := func(obj types.Object, key, sym string) {
			ent := &Entity{Name: key, Obj: obj, Cell: d.Cell, Decl: d}
			e.entities[obj] = ent
			if sym != "" {
				e.own[obj] = sym
			}
			e.p.decls = append(e.p.decls, pending{e: ent, sym: sym})
		}
		switch n := d.Node.(type) {
		case *ast.GenDecl:
			for _, name := range d.Names {
				obj := e.r.declared[name]
				if k, ok := obj.(*types.Const); ok {
					add(k, name, "")
				} else if obj != nil {
					add(obj, name, c.newSymbol(name))
				}
			}
		case *ast.FuncDecl:
			switch obj := e.r.info.Defs[n.Name]; {
			case d.Recv != "":
				if m := e.r.methods[d]; m != nil {
					e.p.alive = append(e.p.alive, m)
					add(m, d.Recv+"."+n.Name.Name, "")
				}
			case n.Name.Name == "init":
				sym := c.newSymbol("init")
				if obj != nil {
					e.own[obj] = sym
				}
				n.Name.Name = sym
			case n.Name.Name != "_":
				if f := e.r.declared[n.Name.Name]; f != nil {
					add(f, n.Name.Name, c.newSymbol(n.Name.Name))
				}
			}
		}
	}
	last := make(map[string]*Entity)
	for _, d := range e.r.defs {
		name := d.obj.Name()
		if old := last[name]; old != nil && types.Identical(old.Obj.Type(), d.obj.Type()) {
			// Within a cell, functions see one variable of a name.
			e.own[d.obj] = e.own[old.Obj]
			e.entities[d.obj] = old
			e.p.defs = append(e.p.defs, pending{e: old, sym: e.own[d.obj], after: e.order[d.id]})
			continue
		}
		ent := &Entity{Name: name, Obj: d.obj, Cell: e.t.Number}
		e.own[d.obj] = c.newSymbol(name)
		e.entities[d.obj] = ent
		last[name] = ent
		e.p.defs = append(e.p.defs, pending{e: ent, sym: e.own[d.obj], after: e.order[d.id]})
	}
}

// replace gives functions that are declared again with the same signature the names of those that
// they replace, so that compiled code which calls these calls them, unless they mention a variable
// of the cell.
func (e *builder) replace() {
	affected := make(map[string]bool)
	for _, d := range e.p.defs {
		affected[d.e.Name] = true
	}
	for more := len(affected) > 0; more; {
		more = false
		for _, d := range e.p.decls {
			if affected[d.e.Name] {
				continue
			}
			for name := range d.e.uses {
				if affected[name] {
					affected[d.e.Name], more = true, true
					break
				}
			}
		}
	}
	for i, d := range e.p.decls {
		f, ok := d.e.Obj.(*types.Func)
		old := e.c.names[d.e.Name]
		if !ok || d.sym == "" || old == nil || old.Path != "" || affected[d.e.Name] {
			continue
		}
		g, ok := old.Obj.(*types.Func)
		if !ok || f.Signature().TypeParams() != nil || g.Signature().TypeParams() != nil || !types.Identical(f.Type(), g.Type()) {
			continue
		}
		if sym, ok := e.symbol(g); ok {
			e.own[f] = sym
			e.p.decls[i].sym = sym
		}
	}
}

// maxCopy is the size of the largest variable that copies copies.
const maxCopy = 1 << 12

// copies are steps that copy the old values of variables which the cell defines again with the same
// type, where functions mention them: these may be called before the definition. Locks are not
// copied, since a goroutine of an earlier cell may be using them.
func (e *builder) copies() (steps []machine.Step) {
	done := make(map[types.Object]bool)
	for _, d := range e.r.defs {
		ent := e.entities[d.obj]
		old := e.c.names[d.obj.Name()]
		if old == nil || old.Path != "" || done[ent.Obj] {
			continue
		}
		v, ok := old.Obj.(*types.Var)
		if !ok || !types.Identical(v.Type(), ent.Obj.Type()) || e.c.sizes.Sizeof(v.Type()) > maxCopy || hasLock(v.Type()) || !e.mentioned(ent) {
			continue
		}
		done[ent.Obj] = true
		left, right := ast.NewIdent(ent.Name), ast.NewIdent(ent.Name)
		e.r.info.Uses[left], e.r.info.Uses[right] = ent.Obj, v
		for _, id := range []*ast.Ident{left, right} {
			e.r.info.Types[id] = types.TypeAndValue{Type: v.Type()}
		}
		steps = append(steps, machine.Step{Stmt: &ast.AssignStmt{Lhs: []ast.Expr{left}, Tok: token.ASSIGN, Rhs: []ast.Expr{right}}})
	}
	return steps
}

// hasLock reports whether values of type t contain one that must not be copied after its first use:
// a type of package sync or sync/atomic, or another with methods Lock and Unlock.
func hasLock(t types.Type) bool {
	if n, ok := types.Unalias(t).(*types.Named); ok {
		if p := n.Obj().Pkg(); p != nil && (p.Path() == "sync" || p.Path() == "sync/atomic") {
			return true
		}
		if !types.IsInterface(n) {
			methods := types.NewMethodSet(types.NewPointer(n))
			if methods.Lookup(nil, "Lock") != nil && methods.Lookup(nil, "Unlock") != nil {
				return true
			}
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if hasLock(f.Type()) {
				return true
			}
		}
	case *types.Array:
		return hasLock(u.Elem())
	}
	return false
}

// mentioned reports whether a function of the cell, or one that is compiled again for it, mentions
// what ent stands for.
func (e *builder) mentioned(ent *Entity) bool {
	return slices.ContainsFunc(e.p.decls, func(d pending) bool { return d.e.uses[ent.Name] == ent.Obj })
}

// newSymbol returns a symbol that was not used before. The first one for a name is the name itself,
// so that traces and printed structs look as the user wrote them.
func (c *Compiler) newSymbol(name string) string {
	c.versions[name]++
	n := c.versions[name]
	if n == 1 && types.Universe.Lookup(name) == nil && name != "main" && name != "init" {
		return name
	}
	return fmt.Sprintf("%sꓸ%d", name, n)
}

// symbol returns the interpreter's name of obj, if it has one.
func (e *builder) symbol(obj types.Object) (string, bool) {
	if s, ok := e.own[obj]; ok {
		return s, true
	}
	if s, ok := e.c.symbols[obj]; ok {
		return s, true
	}
	return e.c.packageSymbol(obj)
}

func (e *builder) fail(p token.Pos, msg string) {
	e.errs = append(e.errs, types.Error{Fset: e.c.o.Fset, Pos: p, Msg: msg})
}

// uses finds which names each declaration mentions.
func (e *builder) uses() {
	mention := func(ent *Entity, obj types.Object) {
		if f, ok := obj.(*types.Func); ok {
			obj = f.Origin()
		}
		other := e.entities[obj]
		key := ""
		if other != nil {
			key = other.Name
			obj = other.Obj
		} else if known := e.c.EntityOf(obj); known != nil {
			key = known.Name
		}
		if key != "" && key != ent.Name {
			ent.uses[key] = obj
		}
	}
	for _, p := range e.p.decls {
		ent := p.e
		if ent.uses != nil {
			continue
		}
		ent.uses = make(map[string]types.Object)
		ast.Inspect(ent.Decl.Node, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				obj := e.r.info.Uses[id]
				if p, ok := obj.(*types.PkgName); ok {
					ent.pkgs = append(ent.pkgs, p.Name())
				}
				if obj == nil {
					return true
				}
				if i := e.imported(id.Name, obj); i != nil {
					ent.uses[id.Name] = i
				} else {
					mention(ent, obj)
				}
			}
			return true
		})
		slices.Sort(ent.pkgs)
		ent.pkgs = slices.Compact(ent.pkgs)
	}
}

// imported returns the object of the import by which a name means a package from source, or an
// object of one; nil if it means something else.
func (e *builder) imported(name string, obj types.Object) types.Object {
	i := e.p.imports[name]
	if i == nil {
		i = e.c.names[name]
	}
	if i == nil || i.Path == "" {
		return nil
	}
	n, ok := obj.(*types.PkgName)
	if !ok {
		if i.Obj == obj && e.c.sourceOf(obj.Pkg()) != nil {
			return obj
		}
		return nil
	}
	if m, ok := i.Obj.(*types.PkgName); ok && m.Imported() == n.Imported() && e.c.sourceOf(n.Imported()) != nil {
		return m
	}
	return nil
}

// prints reports whether c calls one of fmt's functions that print to standard output.
func (e *builder) prints(c *ast.CallExpr) bool {
	f := typeview.Selected(e.r.info, ast.Unparen(c.Fun))
	return f != nil && typeview.PathOf(f) == "fmt" &&
		slices.Contains([]string{"Print", "Printf", "Println", "Fprint", "Fprintf", "Fprintln"}, f.Name())
}

func floatDigits(v constant.Value) (string, bool) {
	f, _ := constant.Float64Val(constant.ToFloat(v))
	if math.IsInf(f, 0) {
		return "", false
	}
	s := strconv.FormatFloat(f, 'g', -1, 64)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s, true
}
