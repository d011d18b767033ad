// SPDX-License-Identifier: BSD-3-Clause

// Function literals, the code of functions and methods by their names, and instances of generic
// ones.

package machine

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strings"
	"unsafe"

	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/node"
	"polka/kernel/machine/internal/run"
)

// funcLit compiles a function literal.
func (c *comp) funcLit(e *ast.FuncLit) node.Node {
	t := c.typeOf(e)
	f, caught := c.literal(e)
	n := node.Node{T: t, Pos: e.Pos()}
	if len(caught) == 0 {
		p := f.Value()
		n.F = run.Eval[unsafe.Pointer](func(*run.Thread, run.FP) unsafe.Pointer { return p })
		return n
	}
	typ := f.Blocks()
	base := f.CaughtBase() - run.ClosureSize
	n.F = run.Eval[unsafe.Pointer](func(_ *run.Thread, fr run.FP) unsafe.Pointer {
		p, cl := typ.Make()
		for _, k := range caught {
			k.cp(unsafe.Add(unsafe.Pointer(cl), k.to-base), unsafe.Add(fr, k.from))
		}
		return p
	})
	return n
}

// A catching copies a captured variable, or the pointer to it, from the frame around a function
// literal into one of the function.
type catching struct {
	from, to uintptr
	cp       func(dst, src unsafe.Pointer)
}

// literal compiles the function of a function literal.
func (c *comp) literal(e *ast.FuncLit) (*run.Func, []catching) {
	f := c.m.NewFunc("func", e.Pos())
	f.Hidden = c.fn.Hidden
	c.fn.Literals++
	f.Outer, f.Number = c.fn, c.fn.Literals
	if c.fn.Name != "" {
		f.Name = "func"
	}
	f.Shape(c.typeOf(e).Go.Underlying().(*types.Signature))
	f.Trees = c.fn.Trees
	c.m.traceLiteral(f, e)
	caught := c.capturedBy(e)
	d := &comp{m: c.m, u: c.u, info: c.info, env: c.env, fn: f, outer: c, uses: c.uses, vars: make(map[types.Object]run.Place), labels: make(map[*types.Label]run.Ctl),
		count: new(run.Ctl), captured: caught, defined: c.defined}
	*d.count = run.FirstLabel
	d.function(e.Type, e.Body, e)
	var list []catching
	for i, obj := range caught {
		list = append(list, catching{c.variableOf(obj).Off, f.Caught.Offsets[i], f.Caught.Types[i].Copy})
	}
	return f, list
}

// callLiteral makes k call a function literal where it is written. What the function captures is
// put into its frame, without a function value.
func (c *comp) callLiteral(k *node.Call, e *ast.FuncLit) {
	f, caught := c.literal(e)
	if len(caught) == 0 {
		k.Fn = f
		return
	}
	k.Begin = func(t *run.Thread, fr run.FP) (*run.Func, run.FP) {
		q := t.Get(f)
		for _, k := range caught {
			k.cp(unsafe.Add(q, k.to), unsafe.Add(fr, k.from))
		}
		return f, q
	}
}

// capturedBy lists the variables around a function literal that it, or a literal in it, mentions.
func (c *comp) capturedBy(e *ast.FuncLit) []types.Object {
	var list []types.Object
	seen := make(map[types.Object]bool)
	add := func(obj types.Object) {
		if obj == nil || seen[obj] {
			return
		}
		seen[obj] = true
		if c.canCatch(obj) {
			list = append(list, obj)
		}
	}
	ast.Inspect(e.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := c.info.Uses[id].(*types.Var); ok && !v.IsField() {
				add(v)
			}
		}
		return true
	})
	return list
}

// canCatch reports whether obj is a variable of this frame.
func (c *comp) canCatch(obj types.Object) bool {
	v, ok := c.vars[obj]
	return ok && v.Fixed == nil
}

// function_ returns the value of a declared function.
func (c *comp) function_(e ast.Expr) node.Node {
	f, native, sig := c.staticFunc(e)
	t := c.typ(sig, e)
	if f != nil {
		p := f.Value()
		return node.Node{T: t, Pos: e.Pos(), F: run.Eval[unsafe.Pointer](func(*run.Thread, run.FP) unsafe.Pointer { return p })}
	}
	if native.IsValid() {
		p := run.FuncPointer(native)
		if name := c.calleeName(e); specials[name] != nil || c.m.threadedFunc(name) != nil || c.m.o.Interruptible[name] != nil {
			p = c.m.nativeFunc(native, sig, name).Value()
		}
		return node.Node{T: t, Pos: e.Pos(), F: run.Eval[unsafe.Pointer](func(*run.Thread, run.FP) unsafe.Pointer { return p })}
	}
	c.fail(e, "this function")
	return node.Node{}
}

// staticFunc finds the function that e names: one of a cell, or a compiled one.
func (c *comp) staticFunc(e ast.Expr) (f *run.Func, native reflect.Value, sig *types.Signature) {
	e = ast.Unparen(e)
	id, obj := c.funcName(e)
	if obj == nil {
		return nil, native, nil
	}
	return c.funcOf(obj, id, e)
}

// funcName returns the identifier of the function, no method of a value, that e names, instantiated
// or not; nil for another expression.
func (c *comp) funcName(e ast.Expr) (*ast.Ident, *types.Func) {
	switch x := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		return c.funcName(x.X)
	case *ast.IndexListExpr:
		return c.funcName(x.X)
	case *ast.Ident:
		obj, _ := c.info.Uses[x].(*types.Func)
		return x, obj
	case *ast.SelectorExpr:
		if c.info.Selections[x] == nil {
			obj, _ := c.info.Uses[x.Sel].(*types.Func)
			return x.Sel, obj
		}
	}
	return nil, nil
}

// funcOf finds the code of a function object, which id mentions.
func (c *comp) funcOf(obj *types.Func, id *ast.Ident, at ast.Node) (f *run.Func, native reflect.Value, sig *types.Signature) {
	if inst, ok := c.info.Instances[id]; ok {
		args := make([]types.Type, inst.TypeArgs.Len())
		for i := range args {
			args[i] = c.env.subst(inst.TypeArgs.At(i))
		}
		if obj.FullName() == "reflect.TypeFor" {
			sig := c.env.subst(inst.Type).(*types.Signature)
			return c.m.typeForFunc(args[0], sig), native, sig
		}
		f = c.m.instance(c.declOf(obj.Origin(), at), args, c.u)
		return f, native, c.env.subst(inst.Type).(*types.Signature)
	}
	sig = obj.Signature()
	pkg := obj.Pkg()
	if pkg != nil && !c.m.o.Own(pkg) {
		if d := c.sourceOf(obj); d != nil {
			return c.m.instance(d, nil, c.u), native, sig
		}
		v, ok := c.m.symbol(pkg.Path(), obj.Name())
		if !ok || v.Kind() != reflect.Func {
			c.fail(at, "%s.%s: it is not among the compiled symbols", pkg.Name(), obj.Name())
		}
		c.m.learn(sig, v.Type())
		return nil, v, sig
	}
	if sym, ok := c.u.Symbol(obj); ok {
		if f := c.m.funcs[sym]; f != nil {
			return f, native, sig
		}
	}
	if d := c.m.decls[obj]; d != nil {
		return c.m.instance(d, nil, c.u), native, sig
	}
	if c.m.o.Source != nil {
		if d := c.m.o.Source(obj); d != nil {
			c.m.decls[obj] = d
			return c.m.instance(d, nil, c.u), native, sig
		}
	}
	c.fail(at, "function %s, which has no body", obj.Name())
	return nil, native, nil
}

// sourceOf returns the declaration of a compiled function that is run from source where that
// becomes machine code, nil for all others.
func (c *comp) sourceOf(obj *types.Func) *Decl {
	if c.m.o.Sourced == nil || !c.fn.Trees || !c.m.o.Sourced(obj.Pkg().Path()) {
		return nil
	}
	d := c.m.decls[obj]
	if d == nil {
		d = c.m.o.Source(obj)
		c.m.decls[obj] = d
	}
	return d
}

// typeForFunc returns the code of reflect.TypeFor for a type argument.
func (m *Machine) typeForFunc(arg types.Type, sig *types.Signature) *run.Func {
	f := m.NewFunc("reflect.TypeFor", 0)
	f.Hidden = true
	f.Shape(sig)
	rt := m.TypeFor(arg).Reflect
	f.Body = func(_ *run.Thread, q run.FP) run.Ctl {
		*run.At[reflect.Type](q, f.Results.Offsets[0]) = rt
		return run.Next
	}
	m.PlainFrame(f)
	return f
}

// declOf returns the declaration of a generic function or method.
func (c *comp) declOf(obj *types.Func, at ast.Node) *Decl {
	if d := c.m.decls[obj]; d != nil {
		return d
	}
	if c.m.o.Source != nil {
		if d := c.m.o.Source(obj); d != nil {
			c.m.decls[obj] = d
			return d
		}
	}
	c.fail(at, "%s, whose source is not available", obj.FullName())
	return nil
}

// instance finds or makes the code of a generic declaration for type arguments.
func (m *Machine) instance(d *Decl, args []types.Type, u *Unit) *run.Func {
	key := m.instanceKey(d, args)
	if f := m.made[key]; f != nil {
		return f
	}
	if len(m.made) > maxInstances {
		panic(memory.Decline{Pos: d.Type.Pos(), Msg: "so many instances of generic functions"})
	}
	for _, a := range args {
		if nesting(a) > maxNesting {
			panic(endless{d.Type.Pos(), "infinite instantiation: each instance of " + d.Title + " needs another"})
		}
	}
	f := m.NewFunc(d.Title, d.Type.Pos())
	m.made[key] = f
	title := d.Title
	if recv := d.Obj.Signature().Recv(); recv == nil && len(args) == 0 {
		title = d.Obj.Pkg().Name() + "." + title
	} else if recv == nil {
		title += "[...]"
	} else if n := memory.NamedOf(recv.Type()); n != nil {
		if t, err := types.Instantiate(m.Context, n.Origin(), args, false); err == nil {
			title = strings.TrimPrefix(memory.TypeString(t), n.Obj().Pkg().Name()+".") + "." + d.Obj.Name()
		}
	}
	m.instances[d.Obj] = append(m.instances[d.Obj], madeInstance{f, args, key})
	params := d.TypeParams
	e := newEnv(m, params, args)
	if e != nil {
		e.from, e.to = d.Body.Pos(), d.Body.End()
	}
	if d.unit != nil {
		u = d.unit
	} else if u == nil {
		u = m.unit
	}
	m.prepare(f, d, u, e)
	f.Name = title
	f.Ready()
	return f
}

// An endless instantiation is a mistake of the program.
type endless struct {
	pos token.Pos
	msg string
}

const (
	maxInstances = 20000
	maxNesting   = 30
)

type madeInstance struct {
	f    *run.Func
	args []types.Type
	key  string // in made
}

// remakeInstances replaces the instances of a generic method that has been declared again.
func (m *Machine) remakeInstances(d *Decl, u *Unit) {
	made := m.instances[d.Obj]
	fresh := make([]*run.Func, len(made))
	for i, old := range made {
		f := m.NewFunc(old.f.Name, d.Type.Pos())
		key := m.instanceKey(d, old.args)
		delete(m.made, old.key)
		m.made[key] = f
		m.instances[d.Obj][i].key = key
		e := newEnv(m, d.TypeParams, old.args)
		e.from, e.to = d.Body.Pos(), d.Body.End()
		m.prepare(f, d, u, e)
		f.Name = old.f.Name
		fresh[i] = f
	}
	for i, f := range fresh {
		f.Ready()
		made[i].f.Replace(f)
		m.instances[d.Obj][i].f = f
	}
}

// nesting returns how deep types are nested in t.
func nesting(t types.Type) int {
	n := 0
	look := func(u types.Type) { n = max(n, nesting(u)) }
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		for a := range t.TypeArgs().Types() {
			look(a)
		}
	case *types.Map:
		look(t.Key())
		look(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			look(f.Type())
		}
	case *types.Signature:
		for v := range t.Params().Variables() {
			look(v.Type())
		}
		for v := range t.Results().Variables() {
			look(v.Type())
		}
	case interface{ Elem() types.Type }:
		look(t.Elem())
	}
	return n + 1
}

// methodFunc finds the code of a method, which is a cell's own; nil if the method is compiled.
func (m *Machine) methodFunc(obj *types.Func, u *Unit) *run.Func {
	if f := m.methods[obj]; f != nil {
		return f
	}
	recv := obj.Signature().Recv().Type()
	if p, ok := types.Unalias(recv).(*types.Pointer); ok {
		recv = p.Elem()
	}
	n, ok := types.Unalias(recv).(*types.Named)
	if !ok || !m.IsOwn(n) {
		return nil
	}
	if n.TypeArgs().Len() == 0 {
		return nil
	}
	var args []types.Type
	for a := range n.TypeArgs().Types() {
		args = append(args, a)
	}
	origin := obj.Origin()
	d := m.decls[origin]
	if d == nil && m.o.Source != nil {
		if d = m.o.Source(origin); d != nil {
			m.decls[origin] = d
		}
	}
	if d == nil {
		return nil
	}
	return m.instance(d, args, u)
}

// A receiver leads from the value that a method is called on to the value that the method has been
// declared for.
type receiver struct {
	path   []int     // of embedded fields
	fn     *run.Func // nil if the method is compiled
	obj    *types.Func
	ptr    bool // the method takes a pointer
	method types.Type
}

// lookup finds the method of a type by its name.
func (m *Machine) lookup(t types.Type, pkg *types.Package, name string, u *Unit) (r receiver, ok bool) {
	t = m.Canonical(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.NewPointer(m.Canonical(p.Elem()))
	}
	obj, path, _ := types.LookupFieldOrMethod(t, true, pkg, name)
	f, ok := obj.(*types.Func)
	if !ok {
		return r, false
	}
	r.path = path[:len(path)-1]
	r.obj = f
	recv := f.Signature().Recv()
	if recv != nil {
		r.method = recv.Type()
		_, r.ptr = types.Unalias(recv.Type()).(*types.Pointer)
		if types.IsInterface(recv.Type()) {
			return r, true
		}
	}
	r.fn = m.methodFunc(f, u)
	return r, true
}
