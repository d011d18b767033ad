// SPDX-License-Identifier: BSD-3-Clause

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
	"unsafe"

	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/node"
	"polka/kernel/machine/internal/run"
)

// call compiles a call, a conversion, or the use of a builtin function.
func (c *comp) call(e *ast.CallExpr) node.Node {
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

// Call compiles a call without the use of its results.
func (c *comp) callNode(e *ast.CallExpr) (*node.Call, *types.Signature) {
	c.markArguments(e)
	c.markCallee(e)
	first, lower := c.hoist(append([]ast.Expr{e.Fun}, e.Args...)...)
	if first == nil && c.isSpread(e) {
		first, lower = c.hoistAll([]ast.Expr{e.Fun})
	}
	defer lower()
	k, sig := c.orderedCall(e)
	if first != nil {
		k.Pre = c.sequence([]run.Stmt{first, k.Pre})
	}
	return k, sig
}

// line returns the line of a place.
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
func (c *comp) orderedCall(e *ast.CallExpr) (*node.Call, *types.Signature) {
	k := &node.Call{Site: c.site(e)}
	fun := ast.Unparen(e.Fun)
	if sel, ok := fun.(*ast.SelectorExpr); ok {
		if c.line(sel.Sel) != c.line(e) {
			k.Site = c.site(sel.Sel) // of calls in a chain over several lines, each has its own
		}
		if s := c.info.Selections[sel]; s != nil && s.Kind() == types.MethodVal {
			return c.methodCall(k, e, sel, s)
		}
	}
	if f, native, sig := c.staticFunc(fun); f != nil || native.IsValid() {
		if f == nil {
			list := c.givesList(e, sig) && retainsNone(native)
			if list {
				c.listInFrame = e
			}
			f = c.m.nativeFuncOf(native, sig, c.calleeName(fun), list)
		}
		k.Fn = f
		_, params := c.m.Shapes(sig)
		c.args(k, e, sig, params.Offsets)
		return k, sig
	}
	sig, ok := c.goType(e.Fun).Underlying().(*types.Signature)
	if !ok {
		c.fail(e, "a call of a value of type %s", c.goType(e.Fun))
	}
	if lit, ok := fun.(*ast.FuncLit); ok {
		c.callLiteral(k, lit)
	} else {
		c.callValue(k, c.expr(e.Fun), sig)
	}
	_, params := c.m.Shapes(sig)
	c.args(k, e, sig, params.Offsets)
	return k, sig
}

// callValue makes k call a function value.
func (c *comp) callValue(k *node.Call, fn node.Node, sig *types.Signature) {
	fv := fn.Ptr()
	shim := c.m.ShimPC(sig)
	native := c.m.nativeValueFunc(sig)
	if x := fn.Tree(); x != nil && !x.Leaves() {
		k.Value, k.How = x, &run.ValueCall{PC: shim, Native: native}
	}
	k.Begin = func(t *run.Thread, f run.FP) (*run.Func, run.FP) {
		p := fv(t, f)
		if cl := run.OwnClosure(p, shim); cl != nil {
			q := t.Get(cl.Fn)
			if len(cl.Fn.Caught.Offsets) > 0 {
				cl.Fn.Fill(q, cl)
			}
			return cl.Fn, q
		}
		q := t.Get(native)
		*(*unsafe.Pointer)(unsafe.Add(q, native.NativeAt)) = p
		return native, q
	}
}

// args compiles the arguments of a call to a function of a signature.
func (c *comp) args(k *node.Call, e *ast.CallExpr, sig *types.Signature, offs []uintptr) {
	nodes, pre := c.arguments(e, sig)
	k.Pre = pre
	c.setArgs(k, nodes, offs)
}

func (c *comp) setArgs(k *node.Call, nodes []node.Node, offs []uintptr) {
	allInt := len(nodes) > 0 && len(nodes) <= 2
	k.Nodes = append(k.Nodes, nodes...)
	for i := range nodes {
		k.Args = append(k.Args, nodes[i].Store())
		k.Offs = append(k.Offs, offs[i])
		allInt = allInt && nodes[i].T.Rep == memory.RepInt
	}
	if allInt {
		for _, n := range nodes {
			k.Ints = append(k.Ints, node.As[int](n.Value()))
		}
	}
}

// givesList reports whether e, a call of a function of a signature, makes a list of some arguments,
// of type any, for which there is room in the frame. Each call of e must be over before the next.
func (c *comp) givesList(e *ast.CallExpr, sig *types.Signature) bool {
	n := sig.Params().Len()
	if !sig.Variadic() || e.Ellipsis.IsValid() || e == c.later || c.isSpread(e) || len(e.Args) < n || len(e.Args)-n >= maxGiven {
		return false
	}
	s, ok := sig.Params().At(n - 1).Type().Underlying().(*types.Slice)
	return ok && c.m.RepOf(s.Elem()) == memory.RepEface
}

// maxGiven is how many arguments may be in a list in the frame.
const maxGiven = 8

// An argList is memory in the frame for the lists of calls that are made one after the other.
type argList struct {
	at    func(run.FP) unsafe.Pointer
	size  int
	taken bool // by a call whose arguments are being compiled
}

// list returns memory in the frame for n values of type any. Until done is called, which is when
// the arguments of the call e have been compiled, other calls do not get the same memory: they may
// be among its arguments.
func (c *comp) list(n int, e *ast.CallExpr) (at func(run.FP) unsafe.Pointer, done func()) {
	var l *argList
	for _, x := range c.lists {
		if !x.taken && x.size >= n && (l == nil || x.size < l.size) {
			l = x
		}
	}
	if l == nil {
		l = &argList{at: c.scratch(c.typ(types.NewArray(c.m.Any().Go, int64(n)), e)), size: n}
		c.lists = append(c.lists, l)
	}
	l.taken = true
	return l.at, func() { l.taken = false }
}

// arguments compiles and converts the arguments of a call.
func (c *comp) arguments(e *ast.CallExpr, sig *types.Signature) (nodes []node.Node, pre run.Stmt) {
	params := sig.Params()
	n := params.Len()
	var list func(run.FP) unsafe.Pointer // memory for the list of the last parameter, nil for the heap
	if e == c.listInFrame {
		var done func()
		list, done = c.list(len(e.Args)-n+1, e)
		defer done()
	}
	var given []node.Node
	exprs := e.Args
	if c.isSpread(e) {
		given, pre = c.unpack(c.call(ast.Unparen(e.Args[0]).(*ast.CallExpr)))
		exprs = nil
	}
	count := len(exprs)
	if exprs == nil {
		count = len(given)
	}
	arg := func(i int, t *memory.Type) node.Node {
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
			stores = append(stores, elementOf{uintptr(j-i) * et.Size, arg(j, et).Store()})
		}
		if list != nil {
			nodes = append(nodes, node.Node{T: t, F: run.Eval[memory.Slice](func(t *run.Thread, f run.FP) memory.Slice {
				p := list(f)
				for _, x := range stores {
					x.st(t, f, unsafe.Add(p, x.off))
				}
				return memory.Slice{P: p, Len: len(stores), Cap: len(stores)}
			})})
			continue
		}
		nodes = append(nodes, node.Node{T: t, F: run.Eval[memory.Slice](func(t *run.Thread, f run.FP) memory.Slice {
			p := et.AllocN(len(stores))
			for _, x := range stores {
				x.st(t, f, unsafe.Add(p, x.off))
			}
			return memory.Slice{P: p, Len: len(stores), Cap: len(stores)}
		})})
	}
	return nodes, pre
}

// callResult returns the value of a call.
func (c *comp) callResult(k *node.Call, sig *types.Signature, at ast.Node) node.Node {
	n := node.Node{Pos: at.Pos()}
	site := k.Site
	k.Res, _ = c.m.Shapes(sig)
	tree := c.callTree(k)
	switch len(k.Res.Types) {
	case 0:
		s := k.Stmt()
		n.F = s
		if tree != nil {
			c.as(s, c.afterPre(k, &ir.Expr{Op: ir.CallOp, Call: tree}))
		}
		return n
	case 1:
		n.T = k.Res.Types[0]
		if n.T.Rep != memory.RepMem {
			n.F = node.RepOps[n.T.Rep].Result(k)
			if x := intrinsic(k, n.T.Rep); x != nil && k.Pre == nil {
				n.X = x
			} else if tree != nil && (ir.IsWord(n.T.Rep) || ir.IsMulti(n.T.Rep)) {
				n.X = &ir.Expr{Op: ir.CallOp, Rep: n.T.Rep, Call: tree}
				if k.Pre != nil {
					n.X = &ir.Expr{Op: ir.After, Rep: n.T.Rep, X: n.X, S: c.tree(k.Pre)}
				}
			}
			return n
		}
		cp := n.T.Copy
		n.Late = true
		n.Into = func(t *run.Thread, f run.FP, dst unsafe.Pointer) {
			fn, q := k.Start(t, f)
			t.Enter(f, site)
			fn.Body(t, q)
			t.Depth--
			cp(dst, q)
			t.Put(fn, q)
		}
		tmp, into := c.scratch(n.T), n.Into
		n.F = run.Eval[unsafe.Pointer](func(t *run.Thread, f run.FP) unsafe.Pointer {
			p := tmp(f)
			into(t, f, p)
			return p
		})
		return n
	}
	// The results are left in a block of the frame.
	res := k.Res
	base := (c.frame.End + memory.Word - 1) &^ (memory.Word - 1)
	c.frame.End = base + res.End
	for i, t := range res.Types {
		if t.Ptrs == nil && t.Pointers {
			c.addPointers(t, base+res.Offsets[i])
		}
		for _, p := range t.Ptrs {
			c.frame.Ptrs = append(c.frame.Ptrs, base+res.Offsets[i]+p)
		}
	}
	n.Tuple, n.Off = &res, base
	s := run.Stmt(func(t *run.Thread, f run.FP) run.Ctl {
		fn, q := k.Start(t, f)
		t.Enter(f, site)
		fn.Body(t, q)
		t.Depth--
		for i, rt := range res.Types {
			rt.Copy(unsafe.Add(f, base+res.Offsets[i]), unsafe.Add(q, res.Offsets[i]))
		}
		t.Put(fn, q)
		return run.Next
	})
	n.F = s
	if tree != nil && copied(res.Types) {
		tree.Results, tree.Base = &res, int64(base)
		c.as(s, c.afterPre(k, &ir.Expr{Op: ir.CallOp, Call: tree}))
	}
	return n
}

// methodCall compiles x.m(...).
func (c *comp) methodCall(k *node.Call, e *ast.CallExpr, sel *ast.SelectorExpr, s *types.Selection) (*node.Call, *types.Signature) {
	recv := c.env.subst(s.Recv())
	x := c.expr(sel.X)
	return c.methodCallOn(k, x, recv, s.Obj().Pkg(), sel.Sel.Name, sel, func(sig *types.Signature) ([]node.Node, run.Stmt) {
		return c.arguments(e, sig)
	})
}

// An argsFunc returns the arguments for a signature, and the code that runs before them.
type argsFunc = func(sig *types.Signature) (nodes []node.Node, pre run.Stmt)

// methodCallOn compiles the call of a method of x, which is of the type recv.
func (c *comp) methodCallOn(k *node.Call, x node.Node, recv types.Type, pkg *types.Package, name string, at ast.Node, args argsFunc) (*node.Call, *types.Signature) {
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
	k.Fn = fn
	if unlocks(fn.Name) {
		c.m.SitesMu.Lock()
		c.m.Sites[k.Site].Unlocks = true
		c.m.SitesMu.Unlock()
	}
	_, params := c.m.Shapes(fn.Sig)
	rn := c.receiverNode(x, xt, r.ptr, at)
	k.Args, k.Nodes = []node.Storing{rn.Store()}, []node.Node{rn}
	k.Offs = []uintptr{params.Offsets[0]}
	nodes, pre := args(sig)
	k.Pre = pre
	c.setArgs(k, nodes, params.Offsets[1:])
	k.Ints = nil
	return k, sig
}

// walk follows embedded fields.
func (c *comp) walk(x node.Node, xt types.Type, path []int, at ast.Node) (node.Node, types.Type) {
	for _, i := range path {
		x, xt = c.field(x, xt, i, at)
	}
	return x, xt
}

// receiverNode is x as the receiver of a method that takes a pointer, or does not.
func (c *comp) receiverNode(x node.Node, xt types.Type, ptr bool, at ast.Node) node.Node {
	p, isPtr := xt.Underlying().(*types.Pointer)
	if n, ok := types.Unalias(xt).(*types.Named); ok && isPtr && n != nil {
		isPtr = false // a named pointer type has no methods, but its struct's fields may
	}
	switch {
	case ptr && isPtr, !ptr && !isPtr:
		return x
	case ptr:
		t := c.typ(types.NewPointer(xt), at)
		if x.Addr == nil {
			c.fail(at, "a method with a pointer receiver of a value that is not addressable")
		}
		return node.Node{T: t, Pos: x.Pos, F: x.Addr, X: addressOfPlace(x)}
	}
	return c.throughPointer(x, 0, c.typ(p.Elem(), at), at)
}

// concreteMethod returns the Func of a method, with the receiver as its first parameter, and its
// signature without.
func (c *comp) concreteMethod(r receiver, xt types.Type, name string, at ast.Node) (*run.Func, *types.Signature) {
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

// insideMethod returns an unexported method of a compiled package, with the receiver in front, nil
// if it is not among the symbols. Package reflect does not call such methods.
func (m *Machine) insideMethod(f *types.Func) *run.Func {
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

// withReceiver returns a signature with the receiver as the first parameter.
func withReceiver(sig *types.Signature) *types.Signature {
	vars := []*types.Var{types.NewParam(0, nil, "", sig.Recv().Type())}
	for v := range sig.Params().Variables() {
		vars = append(vars, v)
	}
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(vars...), sig.Results(), sig.Variadic())
}

// interfaceCall compiles a call of a method of an interface value.
func (c *comp) interfaceCall(k *node.Call, x node.Node, xt types.Type, pkg *types.Package, name string, at ast.Node, args argsFunc) (*node.Call, *types.Signature) {
	obj, _, _ := types.LookupFieldOrMethod(xt, false, pkg, name)
	f, ok := obj.(*types.Func)
	if !ok {
		c.fail(at, "method %s of type %s", name, xt)
	}
	sig := f.Signature()
	if fn := c.m.insideMethod(f); fn != nil {
		_, params := c.m.Shapes(fn.Sig)
		k.Fn = fn
		k.Args = []node.Storing{c.convertTo(x, c.typ(sig.Recv().Type(), at), at).Store()}
		k.Offs = []uintptr{params.Offsets[0]}
		var nodes []node.Node
		nodes, k.Pre = args(sig)
		c.setArgs(k, nodes, params.Offsets[1:])
		k.Ints = nil
		return k, sig
	}
	d := run.NewDispatcher(c.m.World, pkg, name, sig)
	// Where the arguments go depends on the size of the receiver.
	v := node.As[any](c.toEface(x))
	site := k.Site
	nodes, pre := args(sig)
	k.Pre = pre
	stores := make([]node.Storing, len(nodes))
	for i, n := range nodes {
		stores[i] = n.Store()
	}
	k.Value, k.Methods, k.Nodes = x.Tree(), d, nodes
	k.Begin = func(t *run.Thread, f run.FP) (*run.Func, run.FP) {
		y := v(t, f)
		h := (*memory.Eface)(unsafe.Pointer(&y))
		if h.Type == nil {
			// The arguments are evaluated before the call fails.
			for i, st := range stores {
				st(t, f, nodes[i].T.Alloc())
			}
			t.FailNil(f, site)
		}
		en := d.Find(h.Type)
		if en == nil {
			en = d.AddShape(y)
		}
		q := t.Get(en.Fn)
		if en.Direct {
			*(*unsafe.Pointer)(unsafe.Add(q, en.At)) = h.Data
		} else {
			if h.Data == nil && en.Through {
				// The call fails, which a deferred one does later.
				q = t.Get(en.Slow.Fn)
				for i, st := range stores {
					st(t, f, unsafe.Add(q, en.Slow.Offs[i]))
				}
				return en.Slow.Fn, q
			}
			en.Copy(unsafe.Add(q, en.At), h.Data)
		}
		for i, st := range stores {
			st(t, f, unsafe.Add(q, en.Offs[i]))
		}
		return en.Fn, q
	}
	return k, types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic())
}
