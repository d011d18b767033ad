// Function values.
//
// A function value of the machine is a function value of Go: a pointer to a block whose first word
// is the address of code. So it can lie in any variable that compiled code reads, and compiled code
// can call it. The block of a cell's function is made here:
//
//	pc    the code of a shim, which is compiled Go
//	self  the address of the block, which the shim sees as its captured variable
//	fn    the Func
//	...   what the function has caught, as its frame has it
//
// A shim exists for each of the common shapes of signatures (shapes.go). The block of a function
// with another signature begins as those do that reflect.MakeFunc makes, so that the code of
// package reflect finds the arguments. What follows is a block as above, of a function that takes
// and returns []reflect.Value (wideHead).

package machine

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"polka/kernel/machine/internal/memory"
)

// A closure is the block of a function value.
type closure struct {
	pc   uintptr
	self unsafe.Pointer
	fn   *Func
}

const closureSize = unsafe.Sizeof(closure{})

// A wideHead is what the block of a function begins with that is called by way of package reflect:
// the words of a function that reflect.MakeFunc has made with the same signature, of which the last
// is the function that gets the arguments.
type wideHead struct{ words []uintptr }

var (
	wideSize uintptr // of a wideHead
	widePC   uintptr // the code of package reflect
	wideCall uintptr // the code of the function that gets the arguments
	// wideHeads are the heads that there are, by the signature; they keep alive what they mention.
	wideHeads sync.Map
)

// makeWide finds out how the functions of reflect.MakeFunc are laid out.
func makeWide() {
	call := func(c *closure) func([]reflect.Value) []reflect.Value {
		return func(args []reflect.Value) []reflect.Value { return c.callReflect(args) }
	}(probe)
	fn := *(*unsafe.Pointer)(unsafe.Pointer(&call))
	wideCall = *(*uintptr)(fn)
	p := funcPointer(reflect.MakeFunc(reflect.TypeFor[func()](), call))
	widePC = *(*uintptr)(p)
	for wideSize = memory.Word; *(*unsafe.Pointer)(unsafe.Add(p, wideSize)) != fn; wideSize += memory.Word {
		if wideSize > 8*memory.Word {
			panic("machine: a function that reflect.MakeFunc makes is not laid out as expected")
		}
	}
	wideSize += memory.Word
}

// wideHeadFor is the head for functions of a type.
func wideHeadFor(rt reflect.Type) *wideHead {
	if h, ok := wideHeads.Load(rt); ok {
		return h.(*wideHead)
	}
	f := reflect.MakeFunc(rt, func([]reflect.Value) []reflect.Value { return nil })
	h := &wideHead{slices.Clone(unsafe.Slice((*uintptr)(funcPointer(f)), wideSize/memory.Word))}
	keptHeads.Store(h, f)
	x, _ := wideHeads.LoadOrStore(rt, h)
	return x.(*wideHead)
}

// keptHeads are the functions from which the heads have been copied.
var keptHeads sync.Map

// ownClosure is the block of a function value of the machine, nil if it is compiled code's. Pc is
// the code that functions of the machine with its signature have.
func ownClosure(p unsafe.Pointer, pc uintptr) *closure {
	if p == nil || *(*uintptr)(p) != pc {
		return nil
	}
	if pc != widePC {
		return (*closure)(p)
	}
	c := *(*unsafe.Pointer)(unsafe.Add(p, wideSize-memory.Word))
	if uintptr(c) != uintptr(p)+wideSize {
		return nil // made by reflect.MakeFunc
	}
	return (*closure)(c)
}

// anyClosure is the block of a function value of any signature, nil if it is compiled code's.
func anyClosure(p unsafe.Pointer) *closure {
	if p == nil {
		return nil
	}
	pc := *(*uintptr)(p)
	if pc != widePC && !shimPCs[pc] {
		return nil
	}
	return ownClosure(p, pc)
}

// callReflect is a call by package reflect.
func (c *closure) callReflect(args []reflect.Value) []reflect.Value {
	t, q := c.enterShim()
	params := c.fn.params.Offsets
	for i, a := range args {
		reflect.NewAt(a.Type(), unsafe.Add(q, params[i])).Elem().Set(a)
	}
	c.runShim(t, q)
	res := make([]reflect.Value, len(c.fn.results.Types))
	for i, r := range c.fn.results.Types {
		v := reflect.New(r.Reflect)
		r.Copy(v.UnsafePointer(), unsafe.Add(q, c.fn.results.Offsets[i]))
		res[i] = v.Elem()
	}
	c.leaveShim(t, q)
	return res
}

// A blockType makes the blocks of a function.
type blockType struct {
	*memory.FrameType
	fn   *Func
	pc   uintptr
	head *wideHead // nil for a function of a common shape
}

// blocks is the type of the blocks of a function, with room for what it has caught.
func (f *Func) blocks() *blockType {
	b := &blockType{fn: f, pc: f.m.shimPC(f.sig)}
	at := uintptr(0)
	if b.pc == widePC || f.wide {
		at = wideSize
		b.head = wideHeadFor(f.m.ReflectFor(f.sig))
	}
	size := at + closureSize
	if len(f.caught.Offsets) > 0 {
		size += f.caught.End - f.caughtBase()
	}
	ptrs := []uintptr{at + memory.Word, at + 2*memory.Word}
	if at > 0 {
		ptrs = append(ptrs, at-memory.Word)
	}
	for i, off := range f.caught.Offsets {
		for _, p := range f.caught.Types[i].Ptrs {
			ptrs = append(ptrs, at+closureSize+off-f.caughtBase()+p)
		}
	}
	b.FrameType = memory.FrameTypeFor(size, ptrs)
	return b
}

// make makes a block: the function value, and the part that the shim sees.
func (b *blockType) make() (value unsafe.Pointer, cl *closure) {
	p := b.Alloc()
	if b.head == nil {
		cl = (*closure)(p)
		cl.pc, cl.self, cl.fn = b.pc, p, b.fn
		return p, cl
	}
	c := unsafe.Add(p, wideSize)
	n := len(b.head.words) - 1
	copy(unsafe.Slice((*uintptr)(p), n), b.head.words[:n])
	*(*unsafe.Pointer)(unsafe.Add(p, wideSize-memory.Word)) = c
	cl = (*closure)(c)
	cl.pc, cl.self, cl.fn = wideCall, c, b.fn
	return p, cl
}

func (f *Func) caughtBase() uintptr {
	return (f.params.End + memory.Word - 1) &^ (memory.Word - 1)
}

// value is the function as a value, for one that catches nothing.
func (f *Func) value() unsafe.Pointer {
	if f.closed == nil {
		f.closed, _ = f.blocks().make()
	}
	return f.closed
}

// funcLit compiles a function literal.
func (c *comp) funcLit(e *ast.FuncLit) node {
	t := c.typeOf(e)
	f := c.m.newFunc("func", e.Pos())
	f.hidden = c.fn.hidden
	c.fn.literals++
	f.outer, f.number = c.fn, c.fn.literals
	if c.fn.Name != "" {
		f.Name = "func"
	}
	sig := t.Go.Underlying().(*types.Signature)
	f.shape(c.m, sig)
	c.m.traceLiteral(f, e)
	caught := c.capturedBy(e)
	d := &comp{m: c.m, u: c.u, info: c.info, env: c.env, fn: f, outer: c, uses: c.uses, vars: make(map[types.Object]variable), labels: make(map[*types.Label]ctl),
		count: new(ctl), captured: caught, defined: c.defined}
	*d.count = firstLabel
	d.function(e.Type, e.Body, e)
	n := node{t: t, pos: e.Pos()}
	if len(caught) == 0 {
		p := f.value()
		n.f = ev[unsafe.Pointer](func(*thread, fp) unsafe.Pointer { return p })
		return n
	}
	typ := f.blocks()
	type copying struct {
		from, to uintptr
		cp       func(dst, src unsafe.Pointer)
	}
	var copies []copying
	for i, obj := range caught {
		v := c.variableOf(obj)
		copies = append(copies, copying{v.off, closureSize + f.caught.Offsets[i] - f.caughtBase(), f.caught.Types[i].Copy})
	}
	n.f = ev[unsafe.Pointer](func(_ *thread, fr fp) unsafe.Pointer {
		p, cl := typ.make()
		for _, k := range copies {
			k.cp(unsafe.Add(unsafe.Pointer(cl), k.to), unsafe.Add(fr, k.from))
		}
		return p
	})
	return n
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
	return ok && v.fixed == nil
}

// fill puts what a closure has caught into a frame of its function.
func (f *Func) fill(q fp, cl *closure) {
	base := f.caughtBase()
	for i, off := range f.caught.Offsets {
		f.caught.Types[i].Copy(unsafe.Add(q, off), unsafe.Add(unsafe.Pointer(cl), closureSize+off-base))
	}
}

// function_ is the value of a declared function.
func (c *comp) function_(e ast.Expr) node {
	f, native, sig := c.staticFunc(e)
	t := c.typ(sig, e)
	if f != nil {
		p := f.value()
		return node{t: t, pos: e.Pos(), f: ev[unsafe.Pointer](func(*thread, fp) unsafe.Pointer { return p })}
	}
	if native.IsValid() {
		p := funcPointer(native)
		if name := c.calleeName(e); specials[name] != nil || threadedFunc(name) != nil || c.m.o.Interruptible[name] != nil {
			p = c.m.nativeFunc(native, sig, name).value()
		}
		return node{t: t, pos: e.Pos(), f: ev[unsafe.Pointer](func(*thread, fp) unsafe.Pointer { return p })}
	}
	c.fail(e, "this function")
	return node{}
}

// funcPointer is the pointer that a variable of function type holds.
func funcPointer(v reflect.Value) unsafe.Pointer {
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return *(*unsafe.Pointer)(p.UnsafePointer())
}

// staticFunc finds the function that e names: one of a cell, or a compiled one.
func (c *comp) staticFunc(e ast.Expr) (f *Func, native reflect.Value, sig *types.Signature) {
	e = ast.Unparen(e)
	id, obj := c.funcName(e)
	if obj == nil {
		return nil, native, nil
	}
	return c.funcOf(obj, id, e)
}

// funcName is the identifier of the function, no method of a value, that e names, instantiated or
// not; nil for another expression.
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
func (c *comp) funcOf(obj *types.Func, id *ast.Ident, at ast.Node) (f *Func, native reflect.Value, sig *types.Signature) {
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

// typeForFunc is the code of reflect.TypeFor for a type argument.
func (m *Machine) typeForFunc(arg types.Type, sig *types.Signature) *Func {
	f := m.newFunc("reflect.TypeFor", 0)
	f.hidden = true
	f.shape(m, sig)
	rt := m.TypeFor(arg).Reflect
	f.body = func(_ *thread, q fp) ctl {
		*at[reflect.Type](q, f.results.Offsets[0]) = rt
		return next
	}
	m.plainFrame(f)
	return f
}

// declOf is the declaration of a generic function or method.
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
func (m *Machine) instance(d *Decl, args []types.Type, u *Unit) *Func {
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
	f := m.newFunc(d.Title, d.Type.Pos())
	m.made[key] = f
	title := d.Title
	if recv := d.Obj.Signature().Recv(); recv == nil {
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
	f.prepare(m, d, u, e)
	f.Name = title
	f.ready()
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
	f    *Func
	args []types.Type
	key  string // in made
}

// remakeInstances replaces the instances of a generic method that has been declared again.
func (m *Machine) remakeInstances(d *Decl, u *Unit) {
	made := m.instances[d.Obj]
	fresh := make([]*Func, len(made))
	for i, old := range made {
		f := m.newFunc(old.f.Name, d.Type.Pos())
		key := m.instanceKey(d, old.args)
		delete(m.made, old.key)
		m.made[key] = f
		m.instances[d.Obj][i].key = key
		e := newEnv(m, d.TypeParams, old.args)
		e.from, e.to = d.Body.Pos(), d.Body.End()
		f.prepare(m, d, u, e)
		f.Name = old.f.Name
		fresh[i] = f
	}
	for i, f := range fresh {
		f.ready()
		made[i].f.replace(f)
		m.instances[d.Obj][i].f = f
	}
}

// nesting is how deep types are nested in t.
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
func (m *Machine) methodFunc(obj *types.Func, u *Unit) *Func {
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
	path   []int // of embedded fields
	fn     *Func // nil if the method is compiled
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
