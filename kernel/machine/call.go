// Calls.
//
// Whatever is called is a Func: a function of a cell, a method, or a compiled function, whose body
// is an adapter that reads the arguments from the frame and leaves the results there (native.go).
// So there is one way to call.

package machine

import (
	"go/ast"
	"go/types"
	"reflect"
	"sync/atomic"
	"unsafe"

	"polka/kernel/machine/internal/memory"
)

// A callNode is a compiled call.
type callNode struct {
	// fn is what is called, nil if begin must find it.
	fn *Func
	// begin finds the callee and returns its frame, with the receiver or the captured variables
	// in place.
	begin func(t *thread, f fp) (*Func, fp)
	pre   stmt // runs first, nil for none
	args  []storing
	offs  []uintptr
	ints  []ev[int] // all arguments, if all of them are of type int
	site  int32
	res   memory.Layout
}

// call compiles a call, a conversion, or the use of a builtin function.
func (c *comp) call(e *ast.CallExpr) node {
	if tv := c.info.Types[e.Fun]; tv.IsType() {
		return c.conversion(e)
	}
	if name := c.builtinName(e); name != "" {
		if name == "append" && !e.Ellipsis.IsValid() {
			if s, ok := c.goType(e).Underlying().(*types.Slice); ok {
				c.markCopies(e.Args, func(i int) types.Type { return s.Elem() })
			}
		}
		first, lower := c.hoist(e.Args...)
		defer lower()
		return c.following(first, c.builtin(e, name))
	}
	if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok {
		if b, ok := c.info.Uses[sel.Sel].(*types.Builtin); ok {
			return c.unsafeBuiltin(e, b.Name())
		}
	}
	k, sig := c.callNode(e)
	return c.callResult(k, sig, e)
}

// callNode compiles a call without the use of its results.
func (c *comp) callNode(e *ast.CallExpr) (*callNode, *types.Signature) {
	c.markArguments(e)
	c.markCallee(e)
	first, lower := c.hoist(append([]ast.Expr{e.Fun}, e.Args...)...)
	if first == nil && c.isSpread(e) {
		first, lower = c.hoistAll([]ast.Expr{e.Fun})
	}
	defer lower()
	k, sig := c.orderedCall(e)
	if first != nil {
		k.pre = sequence([]stmt{first, k.pre})
	}
	return k, sig
}

// line is the line of a place.
func (c *comp) line(n ast.Node) int {
	f := c.m.o.Fset.File(n.Pos())
	if f == nil {
		return 0
	}
	return f.Line(n.Pos())
}

// isSpread reports whether the arguments of a call are the results of another.
func (c *comp) isSpread(e *ast.CallExpr) bool {
	if len(e.Args) != 1 {
		return false
	}
	t, ok := c.goType(e.Args[0]).(*types.Tuple)
	return ok && t.Len() > 1
}

// orderedCall compiles a call whose callee and arguments are evaluated as they stand.
func (c *comp) orderedCall(e *ast.CallExpr) (*callNode, *types.Signature) {
	k := &callNode{site: c.site(e)}
	fun := ast.Unparen(e.Fun)
	if sel, ok := fun.(*ast.SelectorExpr); ok {
		if c.line(sel.Sel) != c.line(e) {
			k.site = c.site(sel.Sel) // of calls in a chain over several lines, each has its own
		}
		if s := c.info.Selections[sel]; s != nil && s.Kind() == types.MethodVal {
			return c.methodCall(k, e, sel, s)
		}
	}
	if f, native, sig := c.staticFunc(fun); f != nil || native.IsValid() {
		if f == nil {
			f = c.m.nativeFunc(native, sig, c.calleeName(fun))
		}
		k.fn = f
		_, params := c.m.shapes(sig)
		c.args(k, e, sig, params.Offsets)
		return k, sig
	}
	sig, ok := c.goType(e.Fun).Underlying().(*types.Signature)
	if !ok {
		c.fail(e, "a call of a value of type %s", c.goType(e.Fun))
	}
	c.callValue(k, c.expr(e.Fun), sig)
	_, params := c.m.shapes(sig)
	c.args(k, e, sig, params.Offsets)
	return k, sig
}

// callValue makes k call a function value.
func (c *comp) callValue(k *callNode, fn node, sig *types.Signature) {
	fv := fn.ptr()
	shim := c.m.shimPC(sig)
	native := c.m.nativeValueFunc(sig)
	k.begin = func(t *thread, f fp) (*Func, fp) {
		p := fv(t, f)
		if cl := ownClosure(p, shim); cl != nil {
			q := t.get(cl.fn)
			if len(cl.fn.caught.Offsets) > 0 {
				cl.fn.fill(q, cl)
			}
			return cl.fn, q
		}
		q := t.get(native)
		*(*unsafe.Pointer)(unsafe.Add(q, native.nativeAt)) = p
		return native, q
	}
}

// args compiles the arguments of a call to a function of a signature.
func (c *comp) args(k *callNode, e *ast.CallExpr, sig *types.Signature, offs []uintptr) {
	nodes, pre := c.arguments(e, sig)
	k.pre = pre
	c.setArgs(k, nodes, offs)
}

func (c *comp) setArgs(k *callNode, nodes []node, offs []uintptr) {
	allInt := len(nodes) > 0 && len(nodes) <= 2
	for i := range nodes {
		k.args = append(k.args, nodes[i].store())
		k.offs = append(k.offs, offs[i])
		allInt = allInt && nodes[i].t.Rep == memory.RepInt
	}
	if allInt {
		for _, n := range nodes {
			k.ints = append(k.ints, as[int](n.value()))
		}
	}
}

// arguments compiles and converts the arguments of a call.
func (c *comp) arguments(e *ast.CallExpr, sig *types.Signature) (nodes []node, pre stmt) {
	params := sig.Params()
	n := params.Len()
	var given []node
	exprs := e.Args
	if c.isSpread(e) {
		given, pre = c.unpack(c.call(ast.Unparen(e.Args[0]).(*ast.CallExpr)))
		exprs = nil
	}
	count := len(exprs)
	if exprs == nil {
		count = len(given)
	}
	arg := func(i int, t *memory.Type) node {
		if exprs != nil {
			return c.converted(exprs[i], t)
		}
		return c.convertTo(given[i], t, e)
	}
	for i := range n {
		t := c.typ(params.At(i).Type(), e)
		if !sig.Variadic() || i < n-1 || e.Ellipsis.IsValid() {
			if i < count {
				nodes = append(nodes, arg(i, t))
			}
			continue
		}
		if count <= i {
			nodes = append(nodes, c.zeroNode(t))
			continue
		}
		s, ok := t.Go.Underlying().(*types.Slice)
		if !ok {
			c.fail(e, "a variadic parameter of type %s", t)
		}
		et := c.typ(s.Elem(), e)
		var stores []elementOf
		for j := i; j < count; j++ {
			stores = append(stores, elementOf{uintptr(j-i) * et.Size, arg(j, et).store()})
		}
		nodes = append(nodes, node{t: t, f: ev[memory.Slice](func(t *thread, f fp) memory.Slice {
			p := et.AllocN(len(stores))
			for _, x := range stores {
				x.st(t, f, unsafe.Add(p, x.off))
			}
			return memory.Slice{P: p, Len: len(stores), Cap: len(stores)}
		})})
	}
	return nodes, pre
}

// start evaluates what is called and the arguments.
func (k *callNode) start(t *thread, f fp) (*Func, fp) {
	if k.pre != nil {
		k.pre(t, f)
	}
	fn := k.fn
	var q fp
	if k.begin != nil {
		fn, q = k.begin(t, f)
	} else {
		q = t.get(fn)
	}
	for i, st := range k.args {
		st(t, f, unsafe.Add(q, k.offs[i]))
	}
	return fn, q
}

// callResult is the value of a call.
func (c *comp) callResult(k *callNode, sig *types.Signature, at ast.Node) node {
	n := node{pos: at.Pos()}
	site := k.site
	k.res, _ = c.m.shapes(sig)
	switch len(k.res.Types) {
	case 0:
		n.f = k.stmt()
		return n
	case 1:
		n.t = k.res.Types[0]
		if n.t.Rep != memory.RepMem {
			n.f = repOps[n.t.Rep].result(k)
			return n
		}
		cp := n.t.Copy
		n.into = func(t *thread, f fp, dst unsafe.Pointer) {
			fn, q := k.start(t, f)
			t.enter(site)
			fn.body(t, q)
			t.depth--
			cp(dst, q)
			t.put(fn, q)
		}
		tmp, into := c.scratch(n.t), n.into
		n.f = ev[unsafe.Pointer](func(t *thread, f fp) unsafe.Pointer {
			p := tmp(f)
			into(t, f, p)
			return p
		})
		return n
	}
	// The results are left in a block of the frame.
	res := k.res
	base := (c.frame.end + memory.Word - 1) &^ (memory.Word - 1)
	c.frame.end = base + res.End
	for i, t := range res.Types {
		if t.Ptrs == nil && t.Pointers {
			c.addPointers(t, base+res.Offsets[i])
		}
		for _, p := range t.Ptrs {
			c.frame.ptrs = append(c.frame.ptrs, base+res.Offsets[i]+p)
		}
	}
	n.tuple, n.off = &res, base
	n.f = stmt(func(t *thread, f fp) ctl {
		fn, q := k.start(t, f)
		t.enter(site)
		fn.body(t, q)
		t.depth--
		for i, rt := range res.Types {
			rt.Copy(unsafe.Add(f, base+res.Offsets[i]), unsafe.Add(q, res.Offsets[i]))
		}
		t.put(fn, q)
		return next
	})
	return n
}

// stmt is a call without results.
func (k *callNode) stmt() stmt {
	site := k.site
	if k.fn != nil && k.pre == nil {
		fn := k.fn
		switch len(k.args) {
		case 0:
			return func(t *thread, f fp) ctl {
				q := t.get(fn)
				t.enter(site)
				fn.body(t, q)
				t.depth--
				t.put(fn, q)
				return next
			}
		case 1:
			a, ao := k.args[0], k.offs[0]
			return func(t *thread, f fp) ctl {
				q := t.get(fn)
				a(t, f, unsafe.Add(q, ao))
				t.enter(site)
				fn.body(t, q)
				t.depth--
				t.put(fn, q)
				return next
			}
		case 2:
			a, ao, b, bo := k.args[0], k.offs[0], k.args[1], k.offs[1]
			return func(t *thread, f fp) ctl {
				q := t.get(fn)
				a(t, f, unsafe.Add(q, ao))
				b(t, f, unsafe.Add(q, bo))
				t.enter(site)
				fn.body(t, q)
				t.depth--
				t.put(fn, q)
				return next
			}
		}
	}
	return func(t *thread, f fp) ctl {
		fn, q := k.start(t, f)
		t.enter(site)
		fn.body(t, q)
		t.depth--
		t.put(fn, q)
		return next
	}
}

// result is the only result of a call. It is what a recursive function spends its time with, so the
// common forms have code of their own.
func (typed[T]) result(k *callNode) any {
	site := k.site
	if k.fn != nil && k.pre == nil {
		fn := k.fn
		switch {
		case len(k.ints) == 1:
			a, ao := k.ints[0], k.offs[0]
			return ev[T](func(t *thread, f fp) T {
				q := t.get(fn)
				*(*int)(unsafe.Add(q, ao)) = a(t, f)
				t.enter(site)
				fn.body(t, q)
				t.depth--
				r := *(*T)(q)
				t.put(fn, q)
				return r
			})
		case len(k.ints) == 2:
			a, ao, b, bo := k.ints[0], k.offs[0], k.ints[1], k.offs[1]
			return ev[T](func(t *thread, f fp) T {
				q := t.get(fn)
				*(*int)(unsafe.Add(q, ao)) = a(t, f)
				*(*int)(unsafe.Add(q, bo)) = b(t, f)
				t.enter(site)
				fn.body(t, q)
				t.depth--
				r := *(*T)(q)
				t.put(fn, q)
				return r
			})
		case len(k.args) == 0:
			return ev[T](func(t *thread, f fp) T {
				q := t.get(fn)
				t.enter(site)
				fn.body(t, q)
				t.depth--
				r := *(*T)(q)
				t.put(fn, q)
				return r
			})
		case len(k.args) == 1:
			a, ao := k.args[0], k.offs[0]
			return ev[T](func(t *thread, f fp) T {
				q := t.get(fn)
				a(t, f, unsafe.Add(q, ao))
				t.enter(site)
				fn.body(t, q)
				t.depth--
				r := *(*T)(q)
				t.put(fn, q)
				return r
			})
		case len(k.args) == 2:
			a, ao, b, bo := k.args[0], k.offs[0], k.args[1], k.offs[1]
			return ev[T](func(t *thread, f fp) T {
				q := t.get(fn)
				a(t, f, unsafe.Add(q, ao))
				b(t, f, unsafe.Add(q, bo))
				t.enter(site)
				fn.body(t, q)
				t.depth--
				r := *(*T)(q)
				t.put(fn, q)
				return r
			})
		case len(k.args) == 3:
			a, ao, b, bo, d, do := k.args[0], k.offs[0], k.args[1], k.offs[1], k.args[2], k.offs[2]
			return ev[T](func(t *thread, f fp) T {
				q := t.get(fn)
				a(t, f, unsafe.Add(q, ao))
				b(t, f, unsafe.Add(q, bo))
				d(t, f, unsafe.Add(q, do))
				t.enter(site)
				fn.body(t, q)
				t.depth--
				r := *(*T)(q)
				t.put(fn, q)
				return r
			})
		}
	}
	return ev[T](func(t *thread, f fp) T {
		fn, q := k.start(t, f)
		t.enter(site)
		fn.body(t, q)
		t.depth--
		r := *(*T)(q)
		t.put(fn, q)
		return r
	})
}

// methodCall compiles x.m(...).
func (c *comp) methodCall(k *callNode, e *ast.CallExpr, sel *ast.SelectorExpr, s *types.Selection) (*callNode, *types.Signature) {
	recv := c.env.subst(s.Recv())
	x := c.expr(sel.X)
	return c.methodCallOn(k, x, recv, s.Obj().Pkg(), sel.Sel.Name, sel, func(sig *types.Signature) ([]node, stmt) {
		return c.arguments(e, sig)
	})
}

// An argsFunc returns the arguments for a signature, and the code that runs before them.
type argsFunc = func(sig *types.Signature) (nodes []node, pre stmt)

// methodCallOn compiles the call of a method of x, which is of the type recv.
func (c *comp) methodCallOn(k *callNode, x node, recv types.Type, pkg *types.Package, name string, at ast.Node, args argsFunc) (*callNode, *types.Signature) {
	if types.IsInterface(recv) {
		return c.interfaceCall(k, x, recv, pkg, name, at, args)
	}
	r, ok := c.m.lookup(recv, pkg, name, c.u)
	if !ok {
		c.fail(at, "method %s of type %s", name, recv)
	}
	x, xt := c.walk(x, recv, r.path, at)
	if types.IsInterface(xt) {
		return c.interfaceCall(k, x, xt, pkg, name, at, args)
	}
	fn, sig := c.concreteMethod(r, xt, name, at)
	k.fn = fn
	if unlocks(fn.Name) {
		c.m.sitesMu.Lock()
		c.m.sites[k.site].unlocks = true
		c.m.sitesMu.Unlock()
	}
	_, params := c.m.shapes(fn.sig)
	rn := c.receiverNode(x, xt, r.ptr, at)
	k.args = []storing{rn.store()}
	k.offs = []uintptr{params.Offsets[0]}
	nodes, pre := args(sig)
	k.pre = pre
	c.setArgs(k, nodes, params.Offsets[1:])
	k.ints = nil
	return k, sig
}

// walk follows embedded fields.
func (c *comp) walk(x node, xt types.Type, path []int, at ast.Node) (node, types.Type) {
	for _, i := range path {
		x, xt = c.field(x, xt, i, at)
	}
	return x, xt
}

// receiverNode is x as the receiver of a method that takes a pointer, or does not.
func (c *comp) receiverNode(x node, xt types.Type, ptr bool, at ast.Node) node {
	p, isPtr := xt.Underlying().(*types.Pointer)
	if n, ok := types.Unalias(xt).(*types.Named); ok && isPtr && n != nil {
		isPtr = false // a named pointer type has no methods, but its struct's fields may
	}
	switch {
	case ptr && isPtr, !ptr && !isPtr:
		return x
	case ptr:
		t := c.typ(types.NewPointer(xt), at)
		if x.addr == nil {
			c.fail(at, "a method with a pointer receiver of a value that is not addressable")
		}
		return node{t: t, pos: x.pos, f: x.addr}
	}
	return c.throughPointer(x, 0, c.typ(p.Elem(), at), at)
}

// concreteMethod is the Func of a method, with the receiver as its first parameter, and its
// signature without.
func (c *comp) concreteMethod(r receiver, xt types.Type, name string, at ast.Node) (*Func, *types.Signature) {
	sig := r.obj.Signature()
	plain := types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic())
	if r.fn != nil {
		return r.fn, plain
	}
	base := types.Unalias(sig.Recv().Type())
	if p, ok := base.(*types.Pointer); ok {
		base = types.Unalias(p.Elem())
	}
	if n, ok := base.(*types.Named); ok && c.m.IsOwn(n) {
		c.fail(at, "method %s of type %s, which has no body", name, n.Obj().Name())
	}
	if f := c.m.insideMethod(r.obj); f != nil {
		return f, plain
	}
	rt := c.m.ReflectFor(sig.Recv().Type())
	m, ok := rt.MethodByName(name)
	if !ok {
		c.fail(at, "method %s of type %s: it is not among the compiled symbols", name, sig.Recv().Type())
	}
	c.m.learn(plain, memory.WithoutReceiver(m.Type))
	whole := withReceiver(sig)
	return c.m.nativeFunc(m.Func, whole, r.obj.FullName()), plain
}

// insideMethod is an unexported method of a compiled package, with the receiver in front, nil if it
// is not among the symbols. Package reflect does not call such methods.
func (m *Machine) insideMethod(f *types.Func) *Func {
	if f.Exported() || f.Pkg() == nil || f.Signature().Recv() == nil {
		return nil
	}
	n := memory.NamedOf(f.Signature().Recv().Type())
	if n == nil || m.IsOwn(n) {
		return nil
	}
	v, ok := m.symbol(n.Obj().Pkg().Path(), n.Obj().Name()+"."+f.Name())
	if !ok || v.Kind() != reflect.Func {
		return nil
	}
	return m.nativeFunc(v, withReceiver(f.Signature()), f.FullName())
}

// withReceiver is a signature with the receiver as the first parameter.
func withReceiver(sig *types.Signature) *types.Signature {
	vars := []*types.Var{types.NewParam(0, nil, "", sig.Recv().Type())}
	for v := range sig.Params().Variables() {
		vars = append(vars, v)
	}
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(vars...), sig.Results(), sig.Variadic())
}

// interfaceCall compiles a call of a method of an interface value.
func (c *comp) interfaceCall(k *callNode, x node, xt types.Type, pkg *types.Package, name string, at ast.Node, args argsFunc) (*callNode, *types.Signature) {
	obj, _, _ := types.LookupFieldOrMethod(xt, false, pkg, name)
	f, ok := obj.(*types.Func)
	if !ok {
		c.fail(at, "method %s of type %s", name, xt)
	}
	sig := f.Signature()
	if fn := c.m.insideMethod(f); fn != nil {
		_, params := c.m.shapes(fn.sig)
		k.fn = fn
		k.args = []storing{c.convertTo(x, c.typ(sig.Recv().Type(), at), at).store()}
		k.offs = []uintptr{params.Offsets[0]}
		var nodes []node
		nodes, k.pre = args(sig)
		c.setArgs(k, nodes, params.Offsets[1:])
		k.ints = nil
		return k, sig
	}
	d := &dispatcher{m: c.m, name: name, pkg: pkg, sig: sig}
	// Where the arguments go depends on the size of the receiver.
	v := as[any](c.toEface(x))
	site := k.site
	nodes, pre := args(sig)
	k.pre = pre
	stores := make([]storing, len(nodes))
	for i, n := range nodes {
		stores[i] = n.store()
	}
	k.begin = func(t *thread, f fp) (*Func, fp) {
		y := v(t, f)
		h := (*memory.Eface)(unsafe.Pointer(&y))
		if h.Type == nil {
			// The arguments are evaluated before the call fails.
			for i, st := range stores {
				st(t, f, nodes[i].t.Alloc())
			}
			t.failNil(f, site)
		}
		en := d.find(h.Type)
		if en == nil {
			en = d.add(y)
		}
		q := t.get(en.fn)
		if en.direct {
			*(*unsafe.Pointer)(unsafe.Add(q, en.at)) = h.Data
		} else {
			if h.Data == nil && en.through {
				// The call fails, which a deferred one does later.
				q = t.get(en.slow.fn)
				for i, st := range stores {
					st(t, f, unsafe.Add(q, en.slow.offs[i]))
				}
				return en.slow.fn, q
			}
			en.copy(unsafe.Add(q, en.at), h.Data)
		}
		for i, st := range stores {
			st(t, f, unsafe.Add(q, en.offs[i]))
		}
		return en.fn, q
	}
	return k, types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic())
}

// A dispatcher finds the method of a dynamic type. It remembers the types that it has seen.
type dispatcher struct {
	m    *Machine
	name string
	pkg  *types.Package
	sig  *types.Signature
	seen atomic.Pointer[[]*entry]
}

// An entry is a method for one dynamic type.
type entry struct {
	typ    unsafe.Pointer
	fn     *Func
	direct bool
	// isSlice: the receiver is a slice
	isSlice bool
	// through: the type is a pointer, and the method is one of what it points to
	through bool
	slow    *entry // for nil
	name    string
	copy    func(dst, src unsafe.Pointer)
	at      uintptr
	offs    []uintptr
}

func (d *dispatcher) find(typ unsafe.Pointer) *entry {
	s := d.seen.Load()
	if s == nil {
		return nil
	}
	for _, e := range *s {
		if e.typ == typ {
			return e
		}
	}
	return nil
}

// add finds the method for the type of y.
func (d *dispatcher) add(y any) *entry {
	e := d.m.entryFor(y, d.pkg, d.name, d.sig)
	for {
		old := d.seen.Load()
		var list []*entry
		if old != nil {
			list = append(list, *old...)
			if len(list) > 8 {
				list = list[1:]
			}
		}
		list = append(list, e)
		if d.seen.CompareAndSwap(old, &list) {
			return e
		}
	}
}

// entryFor is the entry of a method for the type of y.
func (m *Machine) entryFor(y any, pkg *types.Package, name string, sig *types.Signature) *entry {
	h := (*memory.Eface)(unsafe.Pointer(&y))
	e := &entry{typ: h.Type, name: name}
	if f := m.valueMethod(m.TypeOfValue(y), pkg, name); f != nil {
		e.fn, e.through = f, true
		e.slow = &entry{typ: h.Type, fn: m.dynamicMethod(y, pkg, name, sig)}
		e.slow.shape()
	} else {
		e.fn = m.dynamicMethod(y, pkg, name, sig)
	}
	e.shape()
	return e
}

func (e *entry) shape() {
	t := e.fn.params.Types[0]
	e.isSlice = t.Rep == memory.RepSlice
	e.direct, e.copy, e.at, e.offs = t.Direct && !e.through, t.Copy, e.fn.params.Offsets[0], e.fn.params.Offsets[1:]
}

// valueMethod is a method that is declared for what the pointer type t points to, nil for all
// others.
func (m *Machine) valueMethod(t *memory.Type, pkg *types.Package, name string) *Func {
	if t == nil || t.Go == nil {
		return nil
	}
	if _, ok := t.Go.(*types.Pointer); !ok {
		return nil
	}
	m.Mu.Lock()
	defer m.Mu.Unlock()
	return m.valueMethodLocked(t, pkg, name)
}

func (m *Machine) valueMethodLocked(t *memory.Type, pkg *types.Package, name string) *Func {
	r, ok := m.lookup(t.Go, pkg, name, nil)
	if !ok || len(r.path) > 0 || r.fn == nil || r.ptr {
		return nil
	}
	r.fn.ready()
	return r.fn
}

// put sets the receiver of a call.
func (e *entry) put(t *thread, q fp, data unsafe.Pointer) {
	if e.direct {
		*(*unsafe.Pointer)(unsafe.Add(q, e.at)) = data
		return
	}
	if data == nil && e.through {
		t.m.Mu.Lock()
		recv := e.fn.sig.Params().At(0).Type()
		text := t.m.nilReceiver(types.NewPointer(recv), t.m.ownPackage(recv), e.name, nil)
		t.m.Mu.Unlock()
		t.fail(nil, t.site, memory.PlainError(text))
	}
	e.copy(unsafe.Add(q, e.at), data)
}
