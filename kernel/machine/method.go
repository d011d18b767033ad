package machine

import (
	"go/ast"
	"go/types"
	"reflect"
	"strings"
	"unsafe"
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
		x.t = c.m.anyT()
	}
	sig := t.Go.Underlying().(*types.Signature)
	f := c.synthetic(name+"-fm", sig, e)
	d := f.c
	base := f.fn.caughtBase()
	f.fn.caught.end = base
	off := f.fn.caught.add(x.t)
	d.frame.end = f.fn.caught.end
	for _, p := range x.t.ptrs {
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
	d.frame.end = f.params.end
	for _, l := range []layout{f.results, f.params} {
		for i, t := range l.types {
			d.addPointers(t, l.offsets[i])
		}
	}
	return &synth{d, f}
}

// params are the parameters from number i on.
func (s *synth) params(i int) (list []node) {
	for ; i < len(s.fn.params.types); i++ {
		list = append(list, node{t: s.fn.params.types[i], local: true, off: s.fn.params.offsets[i]})
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
				t.fail(nil, t.lastSite(), plainError(text))
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
		for i, rt := range res.types {
			rt.copy(unsafe.Add(f, res.offsets[i]), unsafe.Add(q, res.offsets[i]))
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
	t, _, generic := strings.Cut(m.typ(p.Elem()).String(), "[")
	if generic {
		t += "[...]"
	}
	_, short, _ := strings.Cut(t, ".")
	return "value method " + t + "." + name + " called using nil *" + short + " pointer"
}

// dynamicMethod is the method of that name and signature of the dynamic type of y, as a Func whose
// first parameter is of that type.
func (m *Machine) dynamicMethod(y any, pkg *types.Package, name string, sig *types.Signature) *Func {
	m.mu.Lock()
	defer m.mu.Unlock()
	h := (*eface)(unsafe.Pointer(&y))
	key := methodKey{h.typ, name}
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

func (m *Machine) findMethod(y any, h *eface, pkg *types.Package, name string, sig *types.Signature) *Func {
	if r, ok := m.byWord.Load(h.typ); ok {
		if t := r.(*Type); t.Go != nil {
			return m.typeMethod(t, pkg, name)
		}
	}
	// A type of compiled code of which only package reflect knows.
	rt := reflect.TypeOf(y)
	meth, ok := rt.MethodByName(name)
	if !ok {
		panic(&Panic{m: m, Value: runtimeError("method " + name + " of type " + rt.String() + " cannot be called")})
	}
	recv := m.bareType(rt)
	f := m.newFunc(rt.String()+"."+name, 0)
	f.hidden = true
	f.sig = sig
	f.results, f.params = layout{}, layout{}
	for v := range sig.Results().Variables() {
		f.results.add(m.typ(v.Type()))
	}
	f.params.end = f.results.end
	f.params.add(recv)
	for v := range sig.Params().Variables() {
		f.params.add(m.typ(v.Type()))
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

// bareType is the record of a type that only package reflect knows.
func (m *Machine) bareType(rt reflect.Type) *Type {
	w := typeWord(rt)
	if r, ok := m.byWord.Load(w); ok && rt.Kind() != reflect.Interface {
		return r.(*Type)
	}
	t := &Type{m: m, rt: rt, size: rt.Size(), word: w, pointers: hasPointers(rt), rep: bareRep(rt)}
	if t.size <= maxFlat {
		t.ptrs = pointerWords(rt, 0, nil)
	}
	t.direct = t.size == word && len(t.ptrs) == 1 && isDirect(rt)
	t.copy, t.zero = copier(t), zeroer(t)
	if rt.Kind() == reflect.Interface {
		return t
	}
	m.byWord.Store(w, t)
	return t
}

func bareRep(rt reflect.Type) rep {
	switch rt.Kind() {
	case reflect.Struct, reflect.Array:
		return repMem
	case reflect.Slice:
		return repSlice
	case reflect.String:
		return repString
	case reflect.Interface:
		if rt.NumMethod() == 0 {
			return repEface
		}
		return repIface
	case reflect.Bool:
		return repBool
	case reflect.Int:
		return repInt
	case reflect.Int8:
		return repInt8
	case reflect.Int16:
		return repInt16
	case reflect.Int32:
		return repInt32
	case reflect.Int64:
		return repInt64
	case reflect.Uint:
		return repUint
	case reflect.Uint8:
		return repUint8
	case reflect.Uint16:
		return repUint16
	case reflect.Uint32:
		return repUint32
	case reflect.Uint64:
		return repUint64
	case reflect.Uintptr:
		return repUintptr
	case reflect.Float32:
		return repFloat32
	case reflect.Float64:
		return repFloat64
	case reflect.Complex64:
		return repComplex64
	case reflect.Complex128:
		return repComplex128
	}
	return repPtr
}

// typeMethod is a method of the type t as a Func whose first parameter is a t.
func (m *Machine) typeMethod(t *Type, pkg *types.Package, name string) *Func {
	r, ok := m.lookup(t.Go, pkg, name, nil)
	if !ok {
		panic(&Panic{m: m, Value: runtimeError("type " + t.String() + " has no method " + name)})
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
		if meth, ok := t.rt.MethodByName(name); ok {
			return m.nativeFunc(meth.Func, whole, r.obj.FullName())
		}
	}
	s := c.synthetic(name, whole, posNode(0))
	params := s.params(0)
	s.forward(params[0], t.Go, pkg, name, params[1:], posNode(0))
	return s.fn
}

// withoutReceiver is the type of a method without its receiver.
func withoutReceiver(t reflect.Type) reflect.Type {
	var in, out []reflect.Type
	for i := 1; i < t.NumIn(); i++ {
		in = append(in, t.In(i))
	}
	for i := range t.NumOut() {
		out = append(out, t.Out(i))
	}
	return reflect.FuncOf(in, out, t.IsVariadic())
}

// Method calls a method without parameters of the value v by its name, if the type has it with that
// one result.
func (m *Machine) hasMethod(v any, name string) (*types.Func, bool) {
	t := m.typeOfValue(v)
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

// typeOfValue is the record of the dynamic type of v, nil for nil and for types of which nothing is
// known.
func (m *Machine) typeOfValue(v any) *Type {
	h := (*eface)(unsafe.Pointer(&v))
	if h.typ == nil {
		return nil
	}
	if r, ok := m.byWord.Load(h.typ); ok {
		return r.(*Type)
	}
	return nil
}

// TypeOf is the type of v as %T prints it.
func (m *Machine) TypeOf(v any) string {
	if v == nil {
		return "<nil>"
	}
	return reflect.TypeOf(v).String()
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
	pt := fn.params.types
	pt[0].copy(unsafe.Add(q, fn.params.offsets[0]), pt[0].unbox(v))
	for i, a := range args {
		t.m.putAny(pt[i+1], unsafe.Add(q, fn.params.offsets[i+1]), a)
	}
	t.invoke(fn, q, 0)
	for i, rt := range fn.results.types {
		results = append(results, rt.valueAt(unsafe.Add(q, fn.results.offsets[i])).Any)
	}
	t.put(fn, q)
	return results
}

// putAny stores v, which is assignable to t, at p.
func (m *Machine) putAny(t *Type, p unsafe.Pointer, v any) {
	switch {
	case t.rep == repEface:
		*(*any)(p) = v
	case t.rep == repIface:
		*(*iface)(p) = m.makeIface(t, v)
	case v == nil:
		t.zero(p)
	default:
		t.copy(p, t.unbox(v))
	}
}

// Method finds a method of v, or of a pointer to it, without parameters and with one result, whose
// type is spelled so.
func (m *Machine) Method(v any, name, result string) (call func() []any, ok bool) {
	t := m.typeOfValue(v)
	if t == nil || t.Go == nil || !t.own {
		return nil, false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
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
		if n, ok := base.(*types.Named); ok && !m.isOwn(n) {
			return nil, false // promoted from a compiled type
		}
	}
	if g, _, _ := types.LookupFieldOrMethod(t.Go, false, m.ownPackage(t.Go), name); g != obj {
		// The method of a pointer: to a copy.
		pt := m.typ(types.NewPointer(t.Go))
		p := t.alloc()
		t.copy(p, t.unbox(v))
		v = pt.box(unsafe.Pointer(&p))
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
	t := m.typeOfValue(v)
	if t == nil || t.Go == nil {
		return nil, false
	}
	const short = 100
	if !t.own {
		u, isSlice := t.Go.Underlying().(*types.Slice)
		if !isSlice || !types.IsInterface(u.Elem()) || (*slice)(t.unbox(v)).len > short {
			return nil, false
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	p := t.unbox(v)
	switch u := t.Go.Underlying().(type) {
	case *types.Slice:
		et := m.typ(u.Elem())
		s := (*slice)(p)
		for i := range s.len {
			list = append(list, et.valueAt(unsafe.Add(s.p, uintptr(i)*et.size)).Any)
		}
		return list, true
	case *types.Array:
		et := m.typ(u.Elem())
		for i := range int(u.Len()) {
			list = append(list, et.valueAt(unsafe.Add(p, uintptr(i)*et.size)).Any)
		}
		return list, true
	}
	return nil, false
}
