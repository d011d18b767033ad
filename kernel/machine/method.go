package machine

import (
	"go/ast"
	"go/types"
	"reflect"
	"strings"
	"unsafe"

	"polka/kernel/machine/internal/memory"
)

// methodValue compiles x.M that is not called: a function that has caught the receiver.
func (c *comp) methodValue(e *ast.SelectorExpr, s *types.Selection) node {
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
			recv = x.t.Go
		}
	}
	if types.IsInterface(recv) {
		nilSite = c.site(e)
		x = c.toEface(x)
		x.t = c.m.Any()
	}
	sig := t.Go.Underlying().(*types.Signature)
	f := c.synthetic(name+"-fm", sig, e)
	d := f.c
	base := f.fn.caughtBase()
	f.fn.caught.End = base
	off := f.fn.caught.Add(x.t)
	d.frame.end = f.fn.caught.End
	for _, p := range x.t.Ptrs {
		d.frame.ptrs = append(d.frame.ptrs, off+p)
	}
	rx := node{t: x.t, local: true, off: off}
	f.forward(rx, recv, pkg, name, f.params(0), e)
	fn := f.fn
	typ := fn.blocks()
	st := x.store()
	return node{t: t, pos: e.Pos(), f: ev[unsafe.Pointer](func(th *thread, fr fp) unsafe.Pointer {
		p, cl := typ.make()
		caught := unsafe.Add(unsafe.Pointer(cl), closureSize)
		st(th, fr, caught)
		if nilSite >= 0 && *(*unsafe.Pointer)(caught) == nil {
			th.failNil(fr, nilSite)
		}
		return p
	})}
}

// methodExpr compiles T.M: a function whose first parameter is the receiver.
func (c *comp) methodExpr(e *ast.SelectorExpr, s *types.Selection) node {
	recv := c.env.subst(s.Recv())
	t := c.typeOf(e)
	sig := t.Go.Underlying().(*types.Signature)
	f := c.synthetic(e.Sel.Name, sig, e)
	params := f.params(0)
	f.forward(params[0], recv, s.Obj().Pkg(), e.Sel.Name, params[1:], e)
	p := f.fn.value()
	return node{t: t, pos: e.Pos(), f: ev[unsafe.Pointer](func(*thread, fp) unsafe.Pointer { return p })}
}

// A synth is a function that the machine makes to call another.
type synth struct {
	c  *comp
	fn *Func
}

// synthetic begins a function of a signature.
func (c *comp) synthetic(name string, sig *types.Signature, at ast.Node) *synth {
	f := c.m.newFunc(name, at.Pos())
	f.hidden = true
	f.shape(c.m, sig)
	d := &comp{m: c.m, u: c.u, info: c.info, env: c.env, fn: f, vars: make(map[types.Object]variable), labels: make(map[*types.Label]ctl), count: new(ctl)}
	*d.count = firstLabel
	d.frame.end = f.params.End
	for _, l := range []memory.Layout{f.results, f.params} {
		for i, t := range l.Types {
			d.addPointers(t, l.Offsets[i])
		}
	}
	return &synth{d, f}
}

// params are the parameters from number i on.
func (s *synth) params(i int) (list []node) {
	for ; i < len(s.fn.params.Types); i++ {
		list = append(list, node{t: s.fn.params.Types[i], local: true, off: s.fn.params.Offsets[i]})
	}
	return list
}

// forward makes the body: a call of a method of x with the parameters.
func (s *synth) forward(x node, recv types.Type, pkg *types.Package, name string, params []node, at ast.Node) {
	k := &callNode{site: 0}
	k, sig := s.c.methodCallOn(k, x, recv, pkg, name, at, func(*types.Signature) ([]node, stmt) { return params, nil })
	s.fn.recovers = k.fn == nil || k.fn.recovers // of a method of an interface value it is not known
	res, _ := s.c.m.shapes(sig)
	site := s.c.site(at)
	var prologue []stmt
	if text := s.c.m.nilReceiver(recv, pkg, name, s.c.u); text != "" {
		p := x.ptr()
		prologue = []stmt{func(t *thread, f fp) ctl {
			if p(t, f) == nil {
				t.fail(nil, t.lastSite(), memory.PlainError(text))
			}
			return next
		}}
	}
	s.c.finish(prologue, func(t *thread, f fp) ctl {
		fn, q := k.start(t, f)
		if !fn.recovers {
			t.passing = nil
		}
		t.enter(site)
		fn.body(t, q)
		t.depth--
		for i, rt := range res.Types {
			rt.Copy(unsafe.Add(f, res.Offsets[i]), unsafe.Add(q, res.Offsets[i]))
		}
		t.put(fn, q)
		return returned
	})
}

// nilReceiver is the text of the panic if the method name of the type recv is called with a nil
// pointer; it is empty if such a call does not panic, or panics in another way.
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

// dynamicMethod is the method of that name and signature of the dynamic type of y, as a Func whose
// first parameter is of that type.
func (m *Machine) dynamicMethod(y any, pkg *types.Package, name string, sig *types.Signature) *Func {
	m.Mu.Lock()
	defer m.Mu.Unlock()
	h := (*memory.Eface)(unsafe.Pointer(&y))
	key := methodKey{h.Type, name}
	if f := m.dynamic[key]; f != nil {
		return f
	}
	f := m.findMethod(y, h, pkg, name, sig)
	m.dynamic[key] = f
	return f
}

type methodKey struct {
	typ  unsafe.Pointer
	name string
}

func (m *Machine) findMethod(y any, h *memory.Eface, pkg *types.Package, name string, sig *types.Signature) *Func {
	if t := m.TypeOfValue(y); t != nil && t.Go != nil {
		return m.typeMethod(t, pkg, name)
	}
	// A type of compiled code of which only package reflect knows.
	rt := reflect.TypeOf(y)
	meth, ok := rt.MethodByName(name)
	if !ok {
		panic(&Panic{m: m, Value: memory.RuntimeError("method " + name + " of type " + rt.String() + " cannot be called")})
	}
	recv := m.BareType(rt)
	f := m.newFunc(rt.String()+"."+name, 0)
	f.hidden = true
	f.sig = sig
	f.results, f.params = memory.Layout{}, memory.Layout{}
	for v := range sig.Results().Variables() {
		f.results.Add(m.TypeFor(v.Type()))
	}
	f.params.End = f.results.End
	f.params.Add(recv)
	for v := range sig.Params().Variables() {
		f.params.Add(m.TypeFor(v.Type()))
	}
	fv := funcPointer(meth.Func)
	call := m.adapter(f, meth.Func.Type(), withFirst(sig), "")
	f.body = func(t *thread, q fp) ctl {
		call(t, fv, q)
		return next
	}
	m.plainFrame(f)
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

// typeMethod is a method of the type t as a Func whose first parameter is a t.
func (m *Machine) typeMethod(t *memory.Type, pkg *types.Package, name string) *Func {
	r, ok := m.lookup(t.Go, pkg, name, nil)
	if !ok {
		panic(&Panic{m: m, Value: memory.RuntimeError("type " + t.String() + " has no method " + name)})
	}
	if len(r.path) == 0 && r.fn != nil && types.Identical(r.method, t.Go) {
		r.fn.ready()
		return r.fn
	}
	sig := r.obj.Signature()
	c := &comp{m: m, fn: &Func{m: m}, info: &types.Info{}}
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

// Method calls a method without parameters of the value v by its name, if the type has it with that
// one result.
func (m *Machine) hasMethod(v any, name string) (*types.Func, bool) {
	t := m.TypeOfValue(v)
	if t == nil || t.Go == nil {
		return nil, false
	}
	obj, _, _ := types.LookupFieldOrMethod(t.Go, false, m.ownPackage(t.Go), name)
	f, ok := obj.(*types.Func)
	return f, ok
}

// ownPackage is the package of the names of a cell's type.
func (m *Machine) ownPackage(t types.Type) *types.Package {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Pkg()
	}
	return nil
}

// CallMethod calls a method of v. Args and results are values of the machine.
func (m *Machine) CallMethod(v any, name string, args ...any) (results []any) {
	f, ok := m.hasMethod(v, name)
	if !ok {
		panic("machine: no method " + name)
	}
	t := m.acquire()
	returned := false
	defer t.abandoned(&returned)
	results = t.callMethod(v, f, args)
	returned = true
	m.release(t)
	return results
}

func (t *thread) callMethod(v any, f *types.Func, args []any) (results []any) {
	fn := t.m.dynamicMethod(v, f.Pkg(), f.Name(), f.Signature())
	q := t.get(fn)
	pt := fn.params.Types
	pt[0].Copy(unsafe.Add(q, fn.params.Offsets[0]), pt[0].Unbox(v))
	for i, a := range args {
		t.m.putAny(pt[i+1], unsafe.Add(q, fn.params.Offsets[i+1]), a)
	}
	t.invoke(fn, q, 0)
	for i, rt := range fn.results.Types {
		results = append(results, rt.ValueAt(unsafe.Add(q, fn.results.Offsets[i])).Any)
	}
	t.put(fn, q)
	return results
}

// putAny stores v, which is assignable to t, at p.
func (m *Machine) putAny(t *memory.Type, p unsafe.Pointer, v any) {
	switch {
	case t.Rep == memory.RepEface:
		*(*any)(p) = v
	case t.Rep == memory.RepIface:
		*(*memory.Iface)(p) = m.MakeIface(t, v)
	case v == nil:
		t.Zero(p)
	default:
		t.Copy(p, t.Unbox(v))
	}
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
	obj, _, _ := types.LookupFieldOrMethod(t.Go, true, m.ownPackage(t.Go), name)
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
	if g, _, _ := types.LookupFieldOrMethod(t.Go, false, m.ownPackage(t.Go), name); g != obj {
		// The method of a pointer: to a copy.
		pt := m.TypeFor(types.NewPointer(t.Go))
		p := t.Alloc()
		t.Copy(p, t.Unbox(v))
		v = pt.Box(unsafe.Pointer(&p))
	}
	return func() []any {
		th := m.acquire()
		returned := false
		defer th.abandoned(&returned)
		r := th.callMethod(v, f, nil)
		returned = true
		m.release(th)
		return r
	}, true
}

// Elements are the elements of a slice or an array of a cell's own type, or of a short slice of
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
