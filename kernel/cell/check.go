// SPDX-License-Identifier: BSD-3-Clause

// How a cell is type-checked.
//
// go/types checks packages, whose variables never change their type and whose names are declared
// once. A notebook is a sequence: `x := x + 1` uses the x of an earlier cell and makes a new one,
// and a function may use a variable that a statement of the same cell defines. So a cell is checked
// in up to three steps, each as a small package with a scope that is filled beforehand with what it
// can see:
//
//  1. the cell's types, constants and the signatures of its functions and methods, without bodies;
//  2. its statements, as the body of one function, whose top-level variables are local to that
//     body, so that order counts and the right side of a definition sees the earlier variable;
//  3. the bodies of its functions, which see everything, the variables of step 2 too.
//
// The names of earlier cells are entered into these scopes only if the cell mentions them, so the
// cost depends on the cell and not on the length of the session. Objects keep their identity from
// cell to cell.
//
// A definition of names that the same cell has defined already opens a block of its own: `x := 1`
// and later `x := "a"` in one cell are two variables. Methods of types from earlier cells are
// checked as functions with the receiver in front, since go/types takes methods only beside their
// type.
//
// What is not an error in a notebook is dropped: unused variables, imports and labels, and the
// unused value of the last expression. All other errors of go/types are errors of the cell.

package cell

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"strings"

	"polka/kernel/cell/syntax"
	"polka/kernel/cell/typeview"
)

// A checked is the result of checking a tree.
type checked struct {
	info    *types.Info
	errs    []types.Error
	defs    []definition            // top-level variables in the order of the text
	objects map[string]types.Object // what the cell declares: functions, types, constants, and its last variables

	declared map[string]types.Object // the same without variables, which may hide some of them
	methods  map[*syntax.Declaration]*types.Func
	bodies   map[*syntax.Declaration]*ast.FuncDecl // functions as they have been checked, with the receiver in front
}

// A definition is a top-level variable of a cell.
type definition struct {
	id  *ast.Ident
	obj *types.Var
}

// check type-checks t against the names known so far.
func (c *Compiler) check(t *syntax.Tree, extra map[string]*Entity) *checked {
	r := &checked{
		info:    newInfo(),
		objects: make(map[string]types.Object),

		declared: make(map[string]types.Object),
		methods:  make(map[*syntax.Declaration]*types.Func),
		bodies:   make(map[*syntax.Declaration]*ast.FuncDecl),
	}
	if t.Program {
		c.checkProgram(t, r, extra)
		return r
	}
	mentioned := t.Mentioned()
	c.mentionReceivers(t, mentioned)
	declared := t.Declared()

	// Step 1: declarations without bodies.
	if len(t.Decls) > 0 {
		pkg := c.newPackage(mentioned, extra, func(name string) bool { return !declared[name] })
		file := &ast.File{Name: ast.NewIdent("main"), Package: t.End, FileStart: t.End, FileEnd: t.End}
		bodies := make(map[*ast.FuncDecl]*ast.BlockStmt)
		foreign := make(map[*syntax.Declaration]*ast.FuncDecl)
		for _, d := range t.Decls {
			fn, ok := d.Node.(*ast.FuncDecl)
			if !ok {
				file.Decls = append(file.Decls, d.Node)
				continue
			}
			if d.Recv != "" && !declared[d.Recv] {
				foreign[d] = c.checkable(t, d, nil)
				file.Decls = append(file.Decls, foreign[d])
				continue
			}
			bodies[fn], fn.Body = fn.Body, nil
			file.Decls = append(file.Decls, fn)
		}
		c.run(t.Fset, pkg, r, file)
		for fn, body := range bodies {
			fn.Body = body
		}
		c.collect(t, r, pkg, declared, foreign)
	}

	// Step 2: statements.
	if len(t.Stmts) > 0 || len(t.Values) > 0 {
		pkg := c.packageAfter(r, mentioned, extra)
		fn := &ast.FuncDecl{Name: ast.NewIdent("_"), Type: &ast.FuncType{Func: t.End, Params: &ast.FieldList{}}}
		fn.Body = &ast.BlockStmt{Lbrace: start(t), List: sequence(t), Rbrace: t.End}
		n := len(r.errs)
		c.run(t.Fset, pkg, r, &ast.File{Name: ast.NewIdent("main"), Package: t.End, Decls: []ast.Decl{fn}})
		r.errs = append(r.errs[:n], unusedValues(t, r.errs[n:])...)
		r.define(t)
	}

	// Step 3: bodies.
	file := &ast.File{Name: ast.NewIdent("main"), Package: t.End}
	for _, d := range t.Decls {
		if fn, ok := d.Node.(*ast.FuncDecl); ok && fn.Body != nil {
			r.bodies[d] = c.checkable(t, d, fn.Body)
			file.Decls = append(file.Decls, r.bodies[d])
		}
	}
	if len(file.Decls) > 0 {
		// Functions see what the cell declares, and not a variable of the same name: that is in
		// another block.
		all := r.objects
		r.objects = maps.Clone(all)
		maps.Copy(r.objects, r.declared)
		c.run(t.Fset, c.packageAfter(r, mentioned, extra), r, file)
		r.objects = all
	}
	return r
}

func newInfo() *types.Info {
	return &types.Info{
		Types:      make(map[ast.Expr]types.TypeAndValue),
		Defs:       make(map[*ast.Ident]types.Object),
		Uses:       make(map[*ast.Ident]types.Object),
		Implicits:  make(map[ast.Node]types.Object),
		Selections: make(map[*ast.SelectorExpr]*types.Selection),
		Instances:  make(map[*ast.Ident]types.Instance),
		Scopes:     make(map[ast.Node]*types.Scope),
	}
}

// collect enters what pkg has of t's declarations into r, and gives the methods among them that
// have been checked as functions, by foreign, to their types.
func (c *Compiler) collect(t *syntax.Tree, r *checked, pkg *types.Package, declared map[string]bool, foreign map[*syntax.Declaration]*ast.FuncDecl) {
	for _, d := range t.Decls {
		for _, n := range d.Names {
			if d.Recv == "" && n != "_" {
				if obj := pkg.Scope().Lookup(n); obj != nil {
					r.objects[n] = obj
					r.declared[n] = obj
				}
			}
		}
		if fn, ok := d.Node.(*ast.FuncDecl); ok && d.Recv != "" {
			if f, ok := r.info.Defs[fn.Name].(*types.Func); ok && declared[d.Recv] {
				r.methods[d] = f
			}
		}
	}
	for _, d := range t.Decls {
		if f := foreign[d]; f != nil {
			c.adopt(d, f, r)
		}
	}
}

// define enters the variables of t's statements, which have been checked, into r.
func (r *checked) define(t *syntax.Tree) {
	for _, id := range t.Defined() {
		if obj, ok := r.info.Defs[id].(*types.Var); ok && id.Name != "_" {
			r.defs = append(r.defs, definition{id, obj})
			r.objects[id.Name] = obj
		}
	}
}

// run checks one file of pkg, whose positions are those of fset, and adds what it finds to r.
func (c *Compiler) run(fset *token.FileSet, pkg *types.Package, r *checked, file *ast.File) {
	conf := types.Config{
		Importer:                 c.o.Facts,
		DisableUnusedImportCheck: true,
		Sizes:                    c.sizes,
		Error: func(err error) {
			if e, ok := err.(types.Error); ok && !(e.Soft && dropped(e.Msg)) {
				r.errs = append(r.errs, e)
			}
		},
	}
	defer parenthesize(pkg.Scope(), file)()
	types.NewChecker(&conf, fset, pkg, r.info).Files([]*ast.File{file})
}

// parenthesize puts the B of `type A B` into parentheses, if it was entered into the scope, and
// returns how to take them away. go/types looks for the declaration of such a B in the package, and
// fails if there is none; parentheses keep it from looking.
func parenthesize(scope *types.Scope, file *ast.File) (restore func()) {
	names := make(map[*ast.TypeSpec]*ast.Ident)
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.TYPE {
			continue
		}
		for _, spec := range g.Specs {
			spec := spec.(*ast.TypeSpec)
			if id, ok := spec.Type.(*ast.Ident); ok && scope.Lookup(id.Name) != nil {
				names[spec] = id
				spec.Type = &ast.ParenExpr{Lparen: id.Pos(), X: id, Rparen: id.End()}
			}
		}
	}
	return func() {
		for spec, id := range names {
			spec.Type = id
		}
	}
}

// dropped reports whether a soft error is not an error in a cell, or comes from checking functions
// without bodies.
func dropped(msg string) bool {
	return strings.Contains(msg, "declared and not used") || strings.HasSuffix(msg, "must have a body") || strings.HasSuffix(msg, "missing function body")
}

// newPackage makes a package whose scope has the mentioned names that are known and admitted.
func (c *Compiler) newPackage(mentioned map[string]bool, extra map[string]*Entity, admit func(string) bool) *types.Package {
	// The package and its scope are always the same, emptied each time: go/types compares them by
	// their addresses where it decides who may use unexported fields, whose name a message leaves
	// out, and whether a type is local to a function.
	pkg := c.pkg
	*pkg.Scope() = *types.NewPackage(typeview.World, "main").Scope()
	enter := func(name string, e *Entity) {
		if e == nil || !mentioned[name] || !admit(name) {
			return
		}
		if p, ok := e.Obj.(*types.PkgName); ok {
			// A package's name belongs to the package that is being checked.
			pkg.Scope().Insert(types.NewPkgName(token.NoPos, pkg, name, p.Imported()))
			return
		}
		pkg.Scope().Insert(e.Obj)
	}
	if c.context != nil {
		pkg.Scope().Insert(c.context)
	}
	for name := range mentioned {
		if e := extra[name]; e != nil {
			enter(name, e)
		} else {
			enter(name, c.names[name])
		}
	}
	return pkg
}

// packageAfter is newPackage for what follows the steps whose outcome is r: it sees their objects
// first.
func (c *Compiler) packageAfter(r *checked, mentioned map[string]bool, extra map[string]*Entity) *types.Package {
	pkg := c.newPackage(mentioned, extra, func(name string) bool { return r.objects[name] == nil })
	for name, obj := range r.objects {
		if mentioned[name] {
			pkg.Scope().Insert(obj)
		}
	}
	return pkg
}

// adopt adds the method d, which has been checked as the function f, to a type of an earlier cell.
func (c *Compiler) adopt(d *syntax.Declaration, f *ast.FuncDecl, r *checked) {
	fn := d.Node.(*ast.FuncDecl)
	fault := func(msg string) {
		r.errs = append(r.errs, types.Error{Fset: c.o.Fset, Pos: receiverBase(fn).Pos(), Msg: msg})
	}
	e := c.names[d.Recv]
	if e == nil {
		if obj, ok := types.Universe.Lookup(d.Recv).(*types.TypeName); ok {
			fault(receiverFault(obj))
		}
		return // or go/types has said that the type is undefined
	}
	obj, ok := e.Obj.(*types.TypeName)
	if !ok || e.Path != "" {
		return
	}
	if msg := receiverFault(obj); msg != "" {
		fault(msg)
		return
	}
	named := types.Unalias(obj.Type()).(*types.Named)
	if named.TypeParams() != nil && !isGeneric(fn) {
		return // go/types has said that the receiver lacks its type parameters
	}
	if isGeneric(fn) {
		c.adoptGeneric(named, d, f, r)
		return
	}
	sig := signatureOf(fn, r.info)
	if sig == nil {
		return // one of its types is undefined
	}
	for m := range named.Methods() {
		if m.Name() == fn.Name.Name {
			if !types.Identical(m.Signature(), sig) || pointerReceiver(m.Signature()) != pointerReceiver(sig) {
				r.errs = append(r.errs, types.Error{Fset: c.o.Fset, Pos: fn.Name.Pos(), Msg: changedMethod})
				return
			}
			r.methods[d] = m
			return
		}
	}
	m := types.NewFunc(fn.Name.Pos(), e.Obj.Pkg(), fn.Name.Name, sig)
	named.AddMethod(m)
	c.dead[m] = true // until the cell that brings it is committed
	c.adopted = append(c.adopted, m)
	r.methods[d] = m
}

// receiverFault says in the words of go/types why cells cannot declare methods of a type. It is ""
// if they can.
func receiverFault(obj *types.TypeName) string {
	named, ok := types.Unalias(obj.Type()).(*types.Named)
	if !ok || typeview.PathOf(named.Obj()) != typeview.World {
		return "cannot define new methods on non-local type " + obj.Name()
	}
	switch named.Underlying().(type) {
	case *types.Pointer, *types.Interface:
		return "invalid receiver type " + obj.Name() + " (pointer or interface type)"
	}
	return ""
}

// changedMethod is the message of an error that makes the compiler define the receiver's type
// again.
const changedMethod = "method has another signature than before"

func pointerReceiver(s *types.Signature) bool {
	_, ok := types.Unalias(s.Recv().Type()).(*types.Pointer)
	return ok
}

// signatureOf builds the signature of a method whose types have been recorded.
func signatureOf(fn *ast.FuncDecl, info *types.Info) *types.Signature {
	vars := func(list *ast.FieldList) (vs []*types.Var, ok bool) {
		if list == nil {
			return nil, true
		}
		for _, f := range list.List {
			t := info.Types[f.Type].Type
			if e, ok := f.Type.(*ast.Ellipsis); ok {
				if elem := info.Types[e.Elt].Type; elem != nil {
					t = types.NewSlice(elem)
				}
			}
			if t == nil {
				return nil, false
			}
			names := f.Names
			if len(names) == 0 {
				names = []*ast.Ident{ast.NewIdent("")}
			}
			for _, n := range names {
				vs = append(vs, types.NewParam(n.Pos(), nil, n.Name, t))
			}
		}
		return vs, true
	}
	recv, ok1 := vars(fn.Recv)
	params, ok2 := vars(fn.Type.Params)
	results, ok3 := vars(fn.Type.Results)
	if !ok1 || !ok2 || !ok3 || len(recv) != 1 {
		return nil
	}
	variadic := false
	if l := fn.Type.Params.List; len(l) > 0 {
		_, variadic = l[len(l)-1].Type.(*ast.Ellipsis)
	}
	return types.NewSignatureType(recv[0], nil, nil, types.NewTuple(params...), types.NewTuple(results...), variadic)
}

// asFunction is fn under a blank name and with its receiver, if any, as the first parameter.
func asFunction(fn *ast.FuncDecl, body *ast.BlockStmt) *ast.FuncDecl {
	typ := *fn.Type
	if fn.Recv != nil && len(fn.Recv.List) > 0 {
		params := *fn.Type.Params
		params.List = append(append([]*ast.Field(nil), fn.Recv.List...), fn.Type.Params.List...)
		// Either all of them have names, or none has.
		named := false
		for _, f := range params.List {
			named = named || len(f.Names) > 0
		}
		for i, f := range params.List {
			if named && len(f.Names) == 0 {
				g := *f
				g.Names = []*ast.Ident{{NamePos: f.Pos(), Name: "_"}}
				params.List[i] = &g
			}
		}
		typ.Params = &params
	}
	return &ast.FuncDecl{Name: &ast.Ident{NamePos: fn.Name.Pos(), Name: "_"}, Type: &typ, Body: body}
}

// isGeneric reports whether fn has type parameters, of its own or of its receiver.
func isGeneric(fn *ast.FuncDecl) bool {
	if fn.Type.TypeParams != nil {
		return true
	}
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return false
	}
	switch receiverBase(fn).(type) {
	case *ast.IndexExpr, *ast.IndexListExpr:
		return true
	}
	return false
}

// sequence returns the list of statements as step 2 checks it, with the values at the end.
func sequence(t *syntax.Tree) []ast.Stmt {
	here := make(map[string]bool) // defined in the current block
	root := new(ast.BlockStmt)
	block := root
	for _, s := range t.Stmts {
		ids := syntax.DefinedBy(s)
		again := len(ids) > 0
		_, short := s.(*ast.AssignStmt)
		if short {
			for _, id := range ids {
				again = again && (here[id.Name] || id.Name == "_")
			}
		} else {
			again = false
			for _, id := range ids {
				again = again || here[id.Name]
			}
		}
		if again {
			inner := &ast.BlockStmt{Lbrace: s.Pos(), Rbrace: t.End}
			block.List = append(block.List, inner)
			block = inner
			clear(here)
		}
		for _, id := range ids {
			if id.Name != "_" {
				here[id.Name] = true
			}
		}
		block.List = append(block.List, s)
	}
	for _, e := range t.Values {
		block.List = append(block.List, &ast.ExprStmt{X: e})
	}
	return root.List
}

// unusedValues drops the complaints that the values of the cell are not used.
func unusedValues(t *syntax.Tree, errs []types.Error) []types.Error {
	kept := errs[:0]
	for _, err := range errs {
		drop := false
		for _, e := range t.Values {
			drop = drop || strings.HasSuffix(err.Msg, "is not used") && err.Pos >= e.Pos() && err.Pos <= e.End() && !insideFuncLit(e, err.Pos)
		}
		if !drop {
			kept = append(kept, err)
		}
	}
	return kept
}

// insideFuncLit reports whether pos lies in the body of a function literal of e.
func insideFuncLit(e ast.Expr, pos token.Pos) bool {
	inside := false
	ast.Inspect(e, func(n ast.Node) bool {
		if f, ok := n.(*ast.FuncLit); ok && f.Body.Pos() <= pos && pos < f.Body.End() {
			inside = true
		}
		return !inside
	})
	return inside
}
