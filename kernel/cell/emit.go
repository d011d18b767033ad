package cell

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ast/astutil"

	"polka/kernel/cell/library"
)

// An emitter turns one checked tree into the units of a Program. What it decides becomes known to the
// Compiler only with Commit.
type emitter struct {
	c *Compiler
	t *tree
	r *checked
	p *Program

	file     []ast.Decl // types, functions and variables, in the order of their making
	own      map[types.Object]string
	entities map[types.Object]*entity
	reused   map[types.Object]bool // variables that the interpreter has already
	order    map[*ast.Ident]int    // the number of the defining statement
	funcs    []*ast.FuncDecl       // functions made by rules
	start    []ast.Stmt            // run before the cell's statements

	// What is known of the tree before it is rewritten, by rule.
	risky          map[ast.Stmt]bool // trace.go
	defers         map[ast.Node]bool // deferred.go
	wrapped        map[*ast.FuncLit]bool
	recovers       map[ast.Node]bool             // functions that call recover
	within         map[*ast.CallExpr]bool        // calls of recover that are in one of them
	catches        map[*ast.CallExpr]bool        // deferred calls of what may be one of them
	returns        map[*ast.ReturnStmt]returning // order.go
	signatures     map[*ast.CallExpr]*types.Signature
	argTypes       map[*ast.CallExpr][]types.Type
	direct         map[*ast.CallExpr]bool
	tuple          map[*ast.CallExpr]bool
	receivers      map[*ast.CallExpr]types.Type
	compiledMethod map[*ast.CallExpr]types.Type
	overInt        map[*ast.RangeStmt]types.Type // rangeint.go: what loops that count, count in
	kept           map[ast.Stmt]bool
	missing        map[ast.Node]types.Type             // commaok.go
	displayed      map[*ast.CallExpr][]types.Type      // value.go
	overFunc       map[*ast.RangeStmt]*types.Signature // rangefunc.go
	enclosing      map[*ast.RangeStmt]*types.Signature
	mentions       map[*ast.Ident]bool        // generic.go: names of instances
	typeArgs       map[string]*types.TypeName // instantiate.go: names that mean type arguments
	locals         []*types.TypeName          // localtype.go
	errs           []types.Error
}

// emit makes the units of t, which has been checked without errors.
func (c *Compiler) emit(t *tree, r *checked, p *Program) (*Program, error) {
	e := &emitter{c: c, t: t, r: r, p: p, own: make(map[types.Object]string), entities: make(map[types.Object]*entity),
		reused: make(map[types.Object]bool), order: make(map[*ast.Ident]int)}
	p.aliases = make(map[string]string)
	p.dispatch = make(map[*types.Func]string)
	if t.program {
		t.initialize(r.info)
	}
	p.instances = make(map[types.Object][]*instance)
	p.templates = make(map[types.Object]*template)
	e.mentions = make(map[*ast.Ident]bool)
	e.typeArgs = make(map[string]*types.TypeName)
	e.instantiate()
	e.findLocalTypes()
	e.findRisky()
	e.findDefers()
	e.findReturns()
	e.findCalls()
	e.findLoops()
	e.findDisplays()
	e.findIterators()
	e.findFunctions()
	e.findMissing()
	n := 0
	for _, s := range t.stmts {
		if ids := definedBy(s); len(ids) > 0 {
			n++
			for _, id := range ids {
				e.order[id] = n
			}
		}
	}
	inits := e.name()
	e.uses()
	e.declareInstances()
	e.declareLocalTypes()

	for _, d := range t.decls {
		switch n := d.node.(type) {
		case *ast.GenDecl:
			if d.tok == token.TYPE && !e.constrains(d) {
				e.rewrite(n)
				e.file = append(e.file, n)
			}
		case *ast.FuncDecl:
			if d.made != nil {
				e.instanceFunction(d, n)
				continue
			}
			if n.Body == nil {
				e.fail(n.Pos(), fmt.Sprintf("function %s has no body", n.Name.Name))
				continue
			}
			if n.Name.Name != "_" {
				e.function(d, n)
			}
		}
	}
	e.extendAssertions()
	e.statements(inits)
	if len(e.errs) > 0 {
		return nil, c.diagnostics(e.errs)
	}
	for _, d := range t.all {
		d.node = nil // the declaration outlives the tree
	}
	return p, nil
}

// name gives a symbol to everything that the cell defines. It returns the names of its init functions.
func (e *emitter) name() (inits []string) {
	c := e.c
	for _, d := range e.t.all {
		add := func(obj types.Object, key, sym string) {
			ent := &entity{name: key, obj: obj, cell: d.cell, decl: d}
			e.entities[obj] = ent
			if sym != "" {
				e.own[obj] = sym
			}
			e.p.decls = append(e.p.decls, pending{e: ent, sym: sym})
		}
		switch n := d.node.(type) {
		case *ast.GenDecl:
			for _, name := range d.names {
				obj := e.r.objects[name]
				if k, ok := obj.(*types.Const); ok {
					add(k, name, "")
				} else if obj != nil {
					add(obj, name, c.newSymbol(name))
				}
			}
		case *ast.FuncDecl:
			switch obj := e.r.info.Defs[n.Name]; {
			case d.recv != "":
				if m := e.r.methods[d]; m != nil {
					e.p.alive = append(e.p.alive, m)
					sym := ""
					if !isGeneric(n) && e.withReceiver(m.Signature(), n.Pos()) != nil {
						sym = c.newSymbol(d.recv + "ꓸ" + n.Name.Name)
					}
					add(m, d.recv+"."+n.Name.Name, sym)
				}
			case n.Name.Name == "init":
				sym := c.newSymbol("init")
				if obj != nil {
					e.own[obj] = sym
				}
				n.Name.Name = sym
				inits = append(inits, sym)
			case n.Name.Name != "_":
				if f := e.r.objects[n.Name.Name]; f != nil {
					add(f, n.Name.Name, c.newSymbol(n.Name.Name))
				}
			}
		}
	}
	last := make(map[string]*entity)
	for _, d := range e.r.defs {
		name := d.obj.Name()
		old := last[name]
		if old == nil {
			old = c.names[name]
		}
		if old != nil && old.path == "" {
			if v, ok := old.obj.(*types.Var); ok && types.Identical(v.Type(), d.obj.Type()) {
				// The same variable goes on.
				e.own[d.obj], _ = e.symbol(v)
				e.reused[d.obj] = true
				e.entities[d.obj] = old
				last[name] = old
				e.p.defs = append(e.p.defs, pending{e: old, sym: e.own[d.obj], after: e.order[d.id]})
				continue
			}
		}
		ent := &entity{name: name, obj: d.obj, cell: e.t.number}
		e.own[d.obj] = c.newSymbol(name)
		e.entities[d.obj] = ent
		last[name] = ent
		e.p.defs = append(e.p.defs, pending{e: ent, sym: e.own[d.obj], after: e.order[d.id]})
	}
	return inits
}

// newSymbol makes a name that the interpreter has not seen yet. The first of a name is the name itself,
// so that traces and printed structs look as the user wrote them.
func (c *Compiler) newSymbol(name string) string {
	c.versions[name]++
	n := c.versions[name]
	if n == 1 && types.Universe.Lookup(name) == nil && name != "main" && name != "init" {
		return name
	}
	return fmt.Sprintf("%sꓸ%d", name, n)
}

// temporary makes a name for a variable of the rewritten text.
func (e *emitter) temporary(name string) string {
	e.c.serial++
	return fmt.Sprintf("%sꓸt%d", name, e.c.serial)
}

// symbol is the interpreter's name of obj, if it has one.
func (e *emitter) symbol(obj types.Object) (string, bool) {
	if f, ok := obj.(*types.Func); ok && f.Origin() != f {
		if m := e.methodInstance(f); m != nil {
			return m.sym, true
		}
		return "", false
	}
	if s, ok := e.own[obj]; ok {
		return s, true
	}
	s, ok := e.c.symbols[obj]
	return s, ok
}

// alias is the interpreter's name of an imported package.
func (e *emitter) alias(ipath string) string {
	if a := e.c.aliases[ipath]; a != "" {
		return a
	}
	if a := e.p.aliases[ipath]; a != "" {
		return a
	}
	e.c.serial++
	a := fmt.Sprintf("%sꓸp%d", path.Base(ipath), e.c.serial)
	e.p.aliases[ipath] = a
	return a
}

func (e *emitter) fail(p token.Pos, msg string) {
	e.errs = append(e.errs, types.Error{Fset: e.c.o.Fset, Pos: p, Msg: msg})
}

// runtime is a call of one of Runtime's functions.
func (e *emitter) runtime(p token.Pos, name string, args ...ast.Expr) *ast.CallExpr {
	return call(p, &ast.SelectorExpr{X: ident(e.alias(Runtime), p), Sel: ident(name, p)}, args...)
}

// uses finds which names each declaration mentions.
func (e *emitter) uses() {
	mention := func(ent *entity, obj types.Object) {
		if f, ok := obj.(*types.Func); ok {
			obj = f.Origin()
		}
		other := e.entities[obj]
		key := ""
		if other != nil {
			key = other.name
			obj = other.obj
		} else if known := e.c.nameOf(obj); known != nil {
			key = known.name
		}
		if key != "" && key != ent.name {
			ent.uses[key] = obj
		}
	}
	for _, p := range e.p.decls {
		ent := p.e
		if ent.uses != nil {
			continue
		}
		ent.uses = make(map[string]types.Object)
		ast.Inspect(ent.decl.node, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if obj := e.r.info.Uses[id]; obj != nil {
					mention(ent, obj)
				}
			}
			return true
		})
	}
}

// nameOf finds the name under which cells know obj.
func (c *Compiler) nameOf(obj types.Object) *entity {
	if imported(obj) {
		return nil
	}
	name := obj.Name()
	if f, ok := obj.(*types.Func); ok {
		if recv := f.Signature().Recv(); recv != nil {
			name = typeName(recv.Type()) + "." + name
		}
	}
	if ent := c.names[name]; ent != nil && ent.obj == obj {
		return ent
	}
	return nil
}

// statements makes the function that holds the cell's statements, and the unit that calls it. A variable
// whose type has no name that the interpreter understands is defined outside of that function, by a unit
// of its own between two parts of it.
func (e *emitter) statements(inits []string) {
	p := e.t.end
	var list []ast.Stmt
	var tail []ast.Node // the units after the file
	parts := 0
	cut := func() {
		parts++
		// Every cell takes the names of the one before: what the interpreter knows of that is then free.
		name := fmt.Sprintf("cellꓸ%d", parts)
		body := block(start(e.t), list...)
		body.Rbrace = p
		e.file = append(e.file, &ast.FuncDecl{Name: ident(name, p), Type: &ast.FuncType{Func: p, Params: fields(p)}, Body: body})
		tail = append(tail, block(p, &ast.ExprStmt{X: call(p, ident(name, p))}))
		list = nil
	}
	initialize := func() {
		for _, name := range inits {
			list = append(list, &ast.ExprStmt{X: call(p, ident(name, p))})
		}
	}
	list = append(list, e.initial()...)
	if !e.t.program {
		initialize()
	}
	if e.defers[nil] {
		list = append(list, e.deferPrelude(start(e.t))...)
	}
	reached := 0
	for _, s := range e.t.stmts {
		ids := definedBy(s)
		pos := s.Pos()
		outside := false
		for _, id := range ids {
			outside = outside || !e.declareVariable(id)
		}
		switch {
		case outside:
			if _, ok := s.(*ast.AssignStmt); !ok {
				e.fail(pos, "a variable of this type must be defined with :=")
				continue
			}
			body := block(pos, s)
			e.rewrite(body)
			if len(list) > 0 {
				cut()
			}
			tail = append(tail, body)
		default:
			body := block(pos, e.topLevel(s)...)
			e.rewrite(body)
			list = append(list, e.markTop(pos))
			list = append(list, body.List...)
		}
		if len(ids) > 0 {
			reached++
			list = append(list, &ast.ExprStmt{X: e.runtime(pos, "Reached", integer(pos, strconv.Itoa(reached)))})
		}
	}
	e.p.Definitions = reached
	for _, x := range e.t.values {
		list = append(list, e.markTop(x.Pos()))
		list = append(list, e.value(x)...)
	}
	if e.t.program {
		list = append(list, e.markNowhere(p))
		initialize()
		if f, ok := e.r.objects["main"].(*types.Func); ok {
			if sym, ok := e.symbol(f); ok {
				list = append(list, &ast.ExprStmt{X: call(p, ident(sym, p))})
			}
		}
	}
	if len(list) > 0 {
		cut()
	}

	decls := e.importDecls(p)
	for _, f := range e.funcs {
		decls = append(decls, f)
	}
	decls = append(decls, e.file...)
	unit := func(decls []ast.Decl) {
		if len(decls) > 0 {
			e.p.Units = append(e.p.Units, &ast.File{Package: p, Name: ident("main", p), Decls: decls, FileStart: p, FileEnd: p})
		}
	}
	if e.p.Groups = e.groups(); len(e.p.Groups) > 0 {
		first, rest := typesFirst(decls)
		unit(first)
		decls = rest
	}
	unit(decls)
	e.p.Units = append(e.p.Units, tail...)
}

func (e *emitter) importDecls(p token.Pos) []ast.Decl {
	var paths []string
	for ipath := range e.p.aliases {
		paths = append(paths, ipath)
	}
	slices.Sort(paths)
	var specs []ast.Spec
	for _, ipath := range paths {
		specs = append(specs, &ast.ImportSpec{Name: ident(e.p.aliases[ipath], p), Path: text(p, strconv.Quote(ipath))})
	}
	if specs == nil {
		return nil
	}
	return []ast.Decl{&ast.GenDecl{TokPos: p, Tok: token.IMPORT, Lparen: p, Specs: specs, Rparen: p}}
}

// declareVariable puts the variable that id defines into the file, unless the interpreter has it already.
// It reports whether that was possible.
func (e *emitter) declareVariable(id *ast.Ident) bool {
	obj, ok := e.r.info.Defs[id].(*types.Var)
	if !ok || id.Name == "_" || e.reused[obj] {
		return true
	}
	typ, ok := e.typeExpr(obj.Type(), id.Pos())
	if !ok {
		return false
	}
	e.file = append(e.file, variable(id.Pos(), e.own[obj], typ))
	return true
}

// topLevel turns a definition at the top level of a cell into assignments to variables of the file.
func (e *emitter) topLevel(s ast.Stmt) []ast.Stmt {
	switch s := s.(type) {
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE {
			s.Tok = token.ASSIGN
		}
	case *ast.DeclStmt:
		g, ok := s.Decl.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			break
		}
		var list []ast.Stmt
		for _, spec := range g.Specs {
			spec := spec.(*ast.ValueSpec)
			p := spec.Pos()
			if len(spec.Values) > 0 {
				a := &ast.AssignStmt{TokPos: p, Tok: token.ASSIGN, Rhs: spec.Values}
				if t := e.missing[spec]; t != nil {
					e.missing[a] = t
				}
				for _, id := range spec.Names {
					a.Lhs = append(a.Lhs, id)
				}
				list = append(list, a)
				continue
			}
			for _, id := range spec.Names {
				obj := e.r.info.Defs[id]
				if obj == nil || !e.reused[obj] {
					continue // a new variable is zero
				}
				if typ, ok := e.typeExpr(obj.Type(), p); ok {
					z := e.temporary("zero")
					list = append(list, &ast.DeclStmt{Decl: variable(p, z, typ)}, assign(p, id, ident(z, p)))
				}
			}
		}
		return list
	}
	return []ast.Stmt{s}
}

// rewrite applies the rules to a tree, from the leaves to the root; simplifications come first.
func (e *emitter) rewrite(n ast.Node) {
	for _, pass := range [][]rule{simplifications(), rules()} {
		astutil.Apply(n, nil, func(cur *astutil.Cursor) bool {
			for _, r := range pass {
				r(e, cur)
			}
			return true
		})
	}
}

// A rule rewrites the node at the cursor if it is one of its own. Rules run in the order of the table, on
// each node after its children. Where a rule replaces the node, the rules after it still see the old one; the
// new one is what the parent has.
type rule func(e *emitter, cur *astutil.Cursor)

// rules is a function because the rules refer to the emitter, which refers to the rules.
func rules() []rule {
	return []rule{
		markRule,
		foldRule,
		instanceRule,
		builtinRule,
		drawnRule,
		methodRule,
		nameRule,
		localTypeRule,
		resultsRule,
		deferRule,
		rangeIntRule,
		rangeFuncRule,
		loopVariableRule,
		receiveRule,
		missingRule,
		commaOkRule,
	}
}

func foldRule(e *emitter, cur *astutil.Cursor) {
	x, ok := cur.Node().(ast.Expr)
	if !ok {
		return
	}
	if kv, ok := cur.Parent().(*ast.KeyValueExpr); ok && kv.Key == x {
		if _, isIdent := x.(*ast.Ident); isIdent && e.r.info.Uses[x.(*ast.Ident)] == nil {
			return
		}
	}
	if y := fold(e, x); y != nil {
		cur.Replace(y)
	}
}

// nameRule replaces the names of cells and packages by those that the interpreter knows.
func nameRule(e *emitter, cur *astutil.Cursor) {
	id, ok := cur.Node().(*ast.Ident)
	if !ok {
		return
	}
	obj := e.r.info.Uses[id]
	if obj == nil {
		if obj = e.r.info.Defs[id]; obj == nil {
			return
		}
	}
	if obj == e.c.context {
		cur.Replace(e.runtime(id.Pos(), "Context"))
		return
	}
	switch o := obj.(type) {
	case *types.PkgName:
		sel, ok := cur.Parent().(*ast.SelectorExpr)
		if ok && (e.isGenericName(sel) || e.isConstraint(sel)) {
			return // generic.go replaces the whole
		}
		id.Name = e.alias(o.Imported().Path())
		if ok && !library.Compiled(o.Imported().Path()) && e.c.o.Has != nil && !e.c.o.Has(o.Imported().Path(), sel.Sel.Name) && e.r.info.Types[sel].Value == nil {
			e.fail(sel.Pos(), fmt.Sprintf("%s.%s cannot be used in a cell: the interpreter does not have it", o.Imported().Name(), sel.Sel.Name))
		}
		return
	case *types.Var:
		if o.IsField() {
			// An embedded field has the name of its type.
			if o.Embedded() {
				id.Name = e.embeddedName(o)
			}
			return
		}
	case *types.Func:
		if o.Signature().Recv() != nil {
			return
		}
	}
	if sym, ok := e.symbol(obj); ok {
		id.Name = sym
		return
	}
	if pkg := obj.Pkg(); pkg != nil && pkg.Path() != world && !ofTwin(pkg) && obj.Parent() == pkg.Scope() {
		if sel, ok := cur.Parent().(*ast.SelectorExpr); ok && sel.Sel == id {
			return
		}
		// It came by an import with a dot.
		cur.Replace(&ast.SelectorExpr{X: ident(e.alias(pkg.Path()), id.Pos()), Sel: id})
	}
}
