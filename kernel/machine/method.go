// SPDX-License-Identifier: BSD-3-Clause

// Methods: values, expressions, and methods that are found while code runs.

package machine

import (
	"go/ast"
	"go/types"
	"reflect"
	"strings"
	"unsafe"

	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/node"
	"polka/kernel/machine/internal/run"
)

// methodValue compiles x.M that is not called: a function that has caught the receiver.
func (c *comp) methodValue(e *ast.SelectorExpr, s *types.Selection) node.Node {
	recv := c.env.subst(s.Recv())
	x := c.expr(e.X)
	pkg, name := s.Obj().Pkg(), e.Sel.Name
	t := c.typeOf(e)
	var nilSite int32 = -1
	if !types.IsInterface(recv) {
		r, ok := c.m.lookup(recv, pkg, name, c.u)
		if !ok {
			c.fail(e, "method %s of type %s", name, recv)
		}
		x, recv = c.walk(x, recv, r.path, e)
		if !types.IsInterface(recv) {
			x = c.receiverNode(x, recv, r.ptr, e)
			recv = x.T.Go
		}
	}
	if types.IsInterface(recv) {
		nilSite = c.site(e)
		x = c.toEface(x)
		x.T = c.m.Any()
	}
	sig := t.Go.Underlying().(*types.Signature)
	f := c.synthetic(name+"-fm", sig, e)
	d := f.c
	base := f.fn.CaughtBase()
	f.fn.Caught.End = base
	off := f.fn.Caught.Add(x.T)
	d.frame.End = f.fn.Caught.End
	for _, p := range x.T.Ptrs {
		d.frame.Ptrs = append(d.frame.Ptrs, off+p)
	}
	rx := node.Node{T: x.T, Local: true, Off: off}
	f.forward(rx, recv, pkg, name, f.params(0), e)
	fn := f.fn
	typ := fn.Blocks()
	st := x.Store()
	return node.Node{T: t, Pos: e.Pos(), F: run.Eval[unsafe.Pointer](func(th *run.Thread, fr run.FP) unsafe.Pointer {
		p, cl := typ.Make()
		caught := unsafe.Add(unsafe.Pointer(cl), run.ClosureSize)
		st(th, fr, caught)
		if nilSite >= 0 && *(*unsafe.Pointer)(caught) == nil {
			th.FailNil(fr, nilSite)
		}
		return p
	})}
}

// methodExpr compiles T.M: a function whose first parameter is the receiver.
func (c *comp) methodExpr(e *ast.SelectorExpr, s *types.Selection) node.Node {
	recv := c.env.subst(s.Recv())
	t := c.typeOf(e)
	sig := t.Go.Underlying().(*types.Signature)
	f := c.synthetic(e.Sel.Name, sig, e)
	params := f.params(0)
	f.forward(params[0], recv, s.Obj().Pkg(), e.Sel.Name, params[1:], e)
	p := f.fn.Value()
	return node.Node{T: t, Pos: e.Pos(), F: run.Eval[unsafe.Pointer](func(*run.Thread, run.FP) unsafe.Pointer { return p })}
}

// A synth is a function that the machine makes to call another.
type synth struct {
	c  *comp
	fn *run.Func
}

// synthetic begins a function of a signature.
func (c *comp) synthetic(name string, sig *types.Signature, at ast.Node) *synth {
	f := c.m.NewFunc(name, at.Pos())
	f.Hidden = true
	f.Shape(sig)
	d := &comp{m: c.m, u: c.u, info: c.info, env: c.env, fn: f, vars: make(map[types.Object]run.Place), labels: make(map[*types.Label]run.Ctl), count: new(run.Ctl)}
	*d.count = run.FirstLabel
	d.frame.End = f.Params.End
	for _, l := range []memory.Layout{f.Results, f.Params} {
		for i, t := range l.Types {
			d.addPointers(t, l.Offsets[i])
		}
	}
	return &synth{d, f}
}

// params returns the parameters from number i on.
func (s *synth) params(i int) (list []node.Node) {
	for ; i < len(s.fn.Params.Types); i++ {
		list = append(list, node.Node{T: s.fn.Params.Types[i], Local: true, Off: s.fn.Params.Offsets[i]})
	}
	return list
}

// forward makes the body: a call of a method of x with the parameters.
func (s *synth) forward(x node.Node, recv types.Type, pkg *types.Package, name string, params []node.Node, at ast.Node) {
	k := &node.Call{Site: 0}
	k, sig := s.c.methodCallOn(k, x, recv, pkg, name, at, func(*types.Signature) ([]node.Node, run.Stmt) { return params, nil })
	s.fn.Recovers = k.Fn == nil || k.Fn.Recovers // of a method of an interface value it is not known
	res, _ := s.c.m.Shapes(sig)
	site := s.c.site(at)
	var prologue []run.Stmt
	if text := s.c.m.nilReceiver(recv, pkg, name, s.c.u); text != "" {
		p := x.Ptr()
		prologue = []run.Stmt{func(t *run.Thread, f run.FP) run.Ctl {
			if p(t, f) == nil {
				t.Fail(nil, t.LastSite(), memory.PlainError(text))
			}
			return run.Next
		}}
	}
	s.c.finish(prologue, func(t *run.Thread, f run.FP) run.Ctl {
		fn, q := k.Start(t, f)
		if !fn.Recovers {
			t.Passing = nil
		}
		t.Enter(f, site)
		fn.Body(t, q)
		t.Depth--
		for i, rt := range res.Types {
			rt.Copy(unsafe.Add(f, res.Offsets[i]), unsafe.Add(q, res.Offsets[i]))
		}
		t.Put(fn, q)
		return run.Returned
	})
}

// nilReceiver returns the text of the panic if the method name of the type recv is called with a
// nil pointer; it is empty if such a call does not panic, or panics in another way.
func (m *Machine) nilReceiver(recv types.Type, pkg *types.Package, name string, u *Unit) string {
	p, ok := types.Unalias(recv).(*types.Pointer)
	if !ok || types.IsInterface(p.Elem()) {
		return ""
	}
	r, ok := m.lookup(recv, pkg, name, u)
	if !ok || r.ptr || len(r.path) > 0 {
		return ""
	}
	t, _, generic := strings.Cut(m.TypeFor(p.Elem()).String(), "[")
	if generic {
		t += "[...]"
	}
	_, short, _ := strings.Cut(t, ".")
	return "value method " + t + "." + name + " called using nil *" + short + " pointer"
}

func (m *Machine) Dynamic(y any, pkg *types.Package, name string, sig *types.Signature) *run.Func {
	if t := m.TypeOfValue(y); t != nil && t.Go != nil {
		return m.OfType(t, pkg, name)
	}
	// A type of compiled code of which only package reflect knows.
	rt := reflect.TypeOf(y)
	meth, ok := rt.MethodByName(name)
	if !ok {
		panic(&run.Panic{M: m.World, Value: memory.RuntimeError("method " + name + " of type " + rt.String() + " cannot be called")})
	}
	recv := m.BareType(rt)
	f := m.NewFunc(rt.String()+"."+name, 0)
	f.Hidden = true
	f.Sig = sig
	f.Results, f.Params = memory.Layout{}, memory.Layout{}
	for v := range sig.Results().Variables() {
		f.Results.Add(m.TypeFor(v.Type()))
	}
	f.Params.End = f.Results.End
	f.Params.Add(recv)
	for v := range sig.Params().Variables() {
		f.Params.Add(m.TypeFor(v.Type()))
	}
	fv := run.FuncPointer(meth.Func)
	call, _ := m.adapter(f, meth.Func.Type(), withFirst(sig), "")
	f.Body = func(t *run.Thread, q run.FP) run.Ctl {
		call(t, fv, q)
		return run.Next
	}
	m.PlainFrame(f)
	return f
}

// withFirst is sig with one more parameter in front.
func withFirst(sig *types.Signature) *types.Signature {
	vars := []*types.Var{types.NewParam(0, nil, "", types.Typ[types.UnsafePointer])}
	for v := range sig.Params().Variables() {
		vars = append(vars, v)
	}
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(vars...), sig.Results(), sig.Variadic())
}

// OfType returns a method of the type t as a Func whose first parameter is a t.
func (m *Machine) OfType(t *memory.Type, pkg *types.Package, name string) *run.Func {
	r, ok := m.lookup(t.Go, pkg, name, nil)
	if !ok {
		panic(&run.Panic{M: m.World, Value: memory.RuntimeError("type " + t.String() + " has no method " + name)})
	}
	if len(r.path) == 0 && r.fn != nil && types.Identical(r.method, t.Go) {
		r.fn.Ready()
		return r.fn
	}
	sig := r.obj.Signature()
	c := &comp{m: m, fn: &run.Func{M: m.World}, info: &types.Info{}}
	vars := []*types.Var{types.NewParam(0, nil, "", t.Go)}
	for v := range sig.Params().Variables() {
		vars = append(vars, v)
	}
	whole := types.NewSignatureType(nil, nil, nil, types.NewTuple(vars...), sig.Results(), sig.Variadic())
	if len(r.path) == 0 && r.fn == nil && types.Identical(r.method, t.Go) {
		if f := m.insideMethod(r.obj); f != nil {
			return f
		}
		if meth, ok := t.Reflect.MethodByName(name); ok {
			return m.nativeFunc(meth.Func, whole, r.obj.FullName())
		}
	}
	s := c.synthetic(name, whole, posNode(0))
	params := s.params(0)
	s.forward(params[0], t.Go, pkg, name, params[1:], posNode(0))
	return s.fn
}

// Method finds a method of v, or of a pointer to it, without parameters and with one result, whose
// type is spelled so.
func (m *Machine) Method(v any, name, result string) (call func() []any, ok bool) {
	t := m.TypeOfValue(v)
	if t == nil || t.Go == nil || !t.Own {
		return nil, false
	}
	m.Mu.Lock()
	defer m.Mu.Unlock()
	obj, _, _ := types.LookupFieldOrMethod(t.Go, true, m.OwnPackage(t.Go), name)
	f, ok := obj.(*types.Func)
	if !ok {
		return nil, false
	}
	sig := f.Signature()
	if sig.Params().Len() != 0 || sig.Results().Len() != 1 || types.TypeString(sig.Results().At(0).Type(), nil) != result {
		return nil, false
	}
	if r := sig.Recv(); r != nil && !types.IsInterface(r.Type()) {
		base := types.Unalias(r.Type())
		if p, ok := base.(*types.Pointer); ok {
			base = types.Unalias(p.Elem())
		}
		if n, ok := base.(*types.Named); ok && !m.IsOwn(n) {
			return nil, false // promoted from a compiled type
		}
	}
	if g, _, _ := types.LookupFieldOrMethod(t.Go, false, m.OwnPackage(t.Go), name); g != obj {
		// The method of a pointer: to a copy.
		pt := m.TypeFor(types.NewPointer(t.Go))
		p := t.Alloc()
		t.Copy(p, t.Unbox(v))
		v = pt.Box(unsafe.Pointer(&p))
	}
	return func() (results []any) {
		m.Callback(func(t *run.Thread) { results = t.CallMethod(v, f, nil) })
		return results
	}, true
}

// Elements returns the elements of a slice or an array of a cell's own type, or of a short slice of
// interfaces; false says that v is something else.
func (m *Machine) Elements(v any) (list []any, ok bool) {
	t := m.TypeOfValue(v)
	if t == nil || t.Go == nil {
		return nil, false
	}
	const short = 100
	if !t.Own {
		u, isSlice := t.Go.Underlying().(*types.Slice)
		if !isSlice || !types.IsInterface(u.Elem()) || (*memory.Slice)(t.Unbox(v)).Len > short {
			return nil, false
		}
	}
	m.Mu.Lock()
	defer m.Mu.Unlock()
	p := t.Unbox(v)
	switch u := t.Go.Underlying().(type) {
	case *types.Slice:
		et := m.TypeFor(u.Elem())
		s := (*memory.Slice)(p)
		for i := range s.Len {
			list = append(list, et.ValueAt(unsafe.Add(s.P, uintptr(i)*et.Size)).Any)
		}
		return list, true
	case *types.Array:
		et := m.TypeFor(u.Elem())
		for i := range int(u.Len()) {
			list = append(list, et.ValueAt(unsafe.Add(p, uintptr(i)*et.Size)).Any)
		}
		return list, true
	}
	return nil, false
}

// OfElem returns a method that is declared for what the pointer type t points to, nil for all
// others.
func (m *Machine) OfElem(t *memory.Type, pkg *types.Package, name string) *run.Func {
	r, ok := m.lookup(t.Go, pkg, name, nil)
	if !ok || len(r.path) > 0 || r.fn == nil || r.ptr {
		return nil
	}
	r.fn.Ready()
	return r.fn
}

// NilReceiver returns the text of the panic if the method name of the type recv is called with a
// nil pointer.
func (m *Machine) NilReceiver(recv types.Type, pkg *types.Package, name string) string {
	return m.nilReceiver(recv, pkg, name, nil)
}
