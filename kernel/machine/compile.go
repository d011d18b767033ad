package machine

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"reflect"
	"unsafe"

	"polka/kernel/machine/internal/memory"
)

// A comp compiles one function.
type comp struct {
	m     *Machine
	u     *Unit
	info  *types.Info
	env   *env
	fn    *Func
	outer *comp                     // of a function literal: the compiler of the function around it
	uses  map[types.Object]*use     // of the outermost function and all literals in it
	vars  map[types.Object]variable // in the frame of fn
	frame frameLayout

	captured []types.Object // of a literal, in the order of fn.caught
	results  []variable
	named    bool // the results have names
	labels   map[*types.Label]ctl
	count    *ctl // of labels, shared by the literals of a function
	targets  []target
	defers   bool
	recovers bool
	panics   uintptr // where the frame keeps the panic that the function may recover
	deferAt  uintptr
	steps    bool // the statements of the top level
	defined  map[types.Object]*Global
	calls    map[ast.Expr]bool
	copied   map[ast.Expr]bool // expressions that are ordered for where they stand
	bound    map[ast.Expr]node // expressions that the compiler has made, with their values
}

// A variable is where a variable lives.
type variable struct {
	t     *memory.Type
	off   uintptr // in the frame
	boxed bool    // the frame has a pointer to it
	fixed unsafe.Pointer
}

// A frameLayout grows as variables and temporaries are found.
type frameLayout struct {
	end  uintptr
	ptrs []uintptr
}

// add makes room for a value.
func (l *frameLayout) add(t *memory.Type) uintptr {
	a := uintptr(t.Reflect.Align())
	off := (l.end + a - 1) &^ (a - 1)
	l.end = off + t.Size
	for _, p := range t.Ptrs {
		l.ptrs = append(l.ptrs, off+p)
	}
	return off
}

// pointer makes room for a pointer.
func (l *frameLayout) pointer() uintptr {
	off := (l.end + memory.Word - 1) &^ (memory.Word - 1)
	l.end = off + memory.Word
	l.ptrs = append(l.ptrs, off)
	return off
}

// A target is a statement that break or continue can mean.
type target struct {
	label        string
	brk, cont    ctl
	loop         bool
	isSwitch     bool
	fallthrough_ *ctl
}

func (c *comp) fail(n ast.Node, format string, args ...any) {
	panic(memory.Decline{Pos: n.Pos(), Msg: fmt.Sprintf(format, args...)})
}

// goType is the Go type of an expression, with type arguments for type parameters.
func (c *comp) goType(e ast.Expr) types.Type {
	if n, ok := c.bound[e]; ok {
		return n.t.Go
	}
	if tv, ok := c.info.Types[e]; ok {
		return c.env.subst(tv.Type)
	}
	if id, ok := e.(*ast.Ident); ok {
		if obj := c.info.ObjectOf(id); obj != nil {
			return c.env.subst(obj.Type())
		}
	}
	return nil
}

// typeOf is the type of an expression.
func (c *comp) typeOf(e ast.Expr) *memory.Type {
	t := c.goType(e)
	if t == nil {
		c.fail(e, "an expression without a type")
	}
	return c.typ(t, e)
}

// typ is m.typ, with the place for what cannot be done.
func (c *comp) typ(t types.Type, at ast.Node) *memory.Type {
	defer func() {
		if e := recover(); e != nil {
			if d, ok := e.(memory.Decline); ok && !d.Pos.IsValid() && at != nil {
				d.Pos = at.Pos()
				panic(d)
			}
			panic(e)
		}
	}()
	return c.m.TypeFor(t)
}

func (c *comp) site(n ast.Node) int32 { return c.m.site(n.Pos(), c.fn) }

// compileUnit compiles the functions and steps of a unit.
func (m *Machine) compileUnit(u *Unit) *Code {
	var ready, replaced []*Func
	m.unit = u
	u.numberTypes()
	for _, d := range u.Decls {
		d.unit = u
		if d.Symbol == "" && m.NewMethod(d.Obj) {
			for _, g := range m.globals {
				g.Type = m.TypeFor(g.Type.Go)
			}
		}
		if d.isGeneric() {
			m.decls[d.Obj] = d
			if d.Symbol == "" {
				m.remakeInstances(d, u)
			}
			continue
		}
		f, old := m.declare(d)
		ready, replaced = append(ready, f), append(replaced, old)
		f.prepare(m, d, u, nil)
	}
	code := &Code{m: m}
	m.nameTraced(u)
	for i, f := range ready {
		f.ready()
		if old := replaced[i]; old != nil {
			old.replace(f)
		}
	}
	if len(u.Steps) > 0 {
		code.f = m.newFunc("", u.End)
		code.f.path = u.Package
		c := &comp{m: m, u: u, info: u.Info, fn: code.f, vars: make(map[types.Object]variable), labels: make(map[*types.Label]ctl), count: new(ctl), steps: true,
			defined: make(map[types.Object]*Global)}
		*c.count = firstLabel
		c.fn.sig = types.NewSignatureType(nil, nil, nil, nil, nil, false)
		c.compileSteps(u, code)
	}
	return code
}

// declare makes the function that a declaration is the code of. Old is the function that it
// replaces, nil for none.
func (m *Machine) declare(d *Decl) (f, old *Func) {
	f = m.newFunc(d.Title, d.Type.Pos())
	if d.Symbol != "" {
		old = m.funcs[d.Symbol]
		m.funcs[d.Symbol] = f
	} else {
		old = m.methods[d.Obj]
		m.methods[d.Obj] = f
	}
	return f, old
}

// release frees the trees of a function that is not compiled again, since no later cell can name
// it. What has been compiled still refers to the function.
func (f *Func) release() { f.decl, f.unit, f.env, f.other = nil, nil, nil, nil }

// replace makes calls of f calls of g. A call of f that is running, or whose arguments are being
// evaluated, has a frame for the code of f, so f keeps its frame and passes the arguments on. If
// the parameters have changed, nothing that is compiled from now on calls f, and what does keeps
// its code.
func (f *Func) replace(g *Func) {
	f.release()
	if !types.Identical(f.sig, g.sig) {
		return
	}
	if f.frame == nil {
		f.m.plainFrame(f)
	}
	f.compile, f.next, f.recovers = nil, g, true
	f.body = func(t *thread, q fp) ctl {
		g := f.next
		for g.next != nil {
			g = g.next
		}
		p := t.get(g)
		for i, off := range f.params.Offsets {
			f.params.Types[i].Copy(unsafe.Add(p, off), unsafe.Add(q, off))
		}
		if !g.recovers {
			t.passing = nil
		}
		g.body(t, p)
		for i, off := range f.results.Offsets {
			f.results.Types[i].Copy(unsafe.Add(q, off), unsafe.Add(p, off))
		}
		t.put(g, p)
		return returned
	}
}

func (m *Machine) newFunc(name string, pos token.Pos) *Func {
	m.count++
	return &Func{m: m, id: m.count, Name: name, Pos: pos}
}

// prepare sets the shape of a function and leaves the body for ready.
func (f *Func) prepare(m *Machine, d *Decl, u *Unit, e *env) {
	f.Name, f.Pos, f.hidden = d.Title, d.Type.Pos(), d.Hidden
	if u != nil {
		f.path = u.Package
	}
	if f.path == "" && !f.hidden && u != nil {
		f.decl, f.unit, f.env = d, u, e
	}
	f.literals = 0
	if d.Obj != nil && d.Obj.Signature().Recv() != nil {
		_, f.pointer = types.Unalias(d.Obj.Signature().Recv().Type()).(*types.Pointer)
	}
	sig := e.subst(d.Sig).(*types.Signature)
	f.shape(m, sig)
	f.compile = func() {
		f.hooks = m.hook.Load() != nil
		c := &comp{m: m, u: u, info: d.Info, env: e, fn: f, vars: make(map[types.Object]variable), labels: make(map[*types.Label]ctl), count: new(ctl)}
		*c.count = firstLabel
		c.function(d.Type, d.Body, nil)
	}
}

// ready compiles the body of a function.
func (f *Func) ready() {
	if compile := f.compile; compile != nil {
		f.compile = nil
		compile()
	}
}

// shape lays out results and parameters, which callers must know.
func (f *Func) shape(m *Machine, sig *types.Signature) {
	f.sig = unscoped(sig)
	f.results, f.params = m.shapes(sig)
}

// unscoped is a signature without the scopes of its function, which know all variables of the body.
func unscoped(sig *types.Signature) *types.Signature {
	vars := func(t *types.Tuple) *types.Tuple {
		list := make([]*types.Var, 0, t.Len())
		for v := range t.Variables() {
			list = append(list, types.NewParam(v.Pos(), v.Pkg(), v.Name(), v.Type()))
		}
		return types.NewTuple(list...)
	}
	return types.NewSignatureType(nil, nil, nil, vars(sig.Params()), vars(sig.Results()), sig.Variadic())
}

// shapes lays out the beginning of the frames of functions of a signature.
func (m *Machine) shapes(sig *types.Signature) (results, params memory.Layout) {
	for v := range sig.Results().Variables() {
		results.Add(m.TypeFor(v.Type()))
	}
	params.End = results.End
	for v := range sig.Params().Variables() {
		params.Add(m.TypeFor(v.Type()))
	}
	return results, params
}

// function compiles the body of a function. Lit is the literal that it belongs to, if any.
func (c *comp) function(typ *ast.FuncType, body *ast.BlockStmt, lit *ast.FuncLit) {
	f := c.fn
	f.end = body.End()
	if c.uses == nil {
		c.uses = findUses(c, typ, body)
	}
	c.frame.end = f.params.End
	for i, off := range f.results.Offsets {
		for _, p := range f.results.Types[i].Ptrs {
			c.frame.ptrs = append(c.frame.ptrs, off+p)
		}
		if f.results.Types[i].Size > memory.MaxFlat && f.results.Types[i].Pointers {
			c.addPointers(f.results.Types[i], off)
		}
	}
	for i, off := range f.params.Offsets {
		for _, p := range f.params.Types[i].Ptrs {
			c.frame.ptrs = append(c.frame.ptrs, off+p)
		}
		if f.params.Types[i].Size > memory.MaxFlat && f.params.Types[i].Pointers {
			c.addPointers(f.params.Types[i], off)
		}
	}
	var prologue []stmt
	// The captured variables follow the parameters, in the layout of the closure.
	f.caught = memory.Layout{}
	if lit != nil {
		base := (c.frame.end + memory.Word - 1) &^ (memory.Word - 1)
		c.frame.end = base
		f.caught.End = base
		for _, obj := range c.captured {
			v := c.outer.variableOf(obj)
			t := v.t
			if v.boxed {
				t = c.m.pointer()
			}
			off := f.caught.Add(t)
			c.frame.end = f.caught.End
			for _, p := range t.Ptrs {
				c.frame.ptrs = append(c.frame.ptrs, off+p)
			}
			c.vars[obj] = variable{t: v.t, off: off, boxed: v.boxed}
			c.local_(obj, off)
		}
	}
	c.hasDefers(body)
	if c.recovers {
		c.panics = c.frame.pointer()
		at := c.panics
		prologue = append(prologue, func(t *thread, f fp) ctl {
			*(**passing)(unsafe.Add(f, at)) = t.passing
			t.passing = nil
			return next
		})
	}
	if c.defers {
		c.deferAt = c.frame.pointer()
	}
	i := 0
	if typ.Params != nil {
		for _, field := range typ.Params.List {
			if len(field.Names) == 0 {
				i++
			}
			for _, id := range field.Names {
				t, off := f.params.Types[i], f.params.Offsets[i]
				i++
				if id.Name == "_" {
					continue
				}
				if s := c.parameter(c.info.Defs[id], t, off); s != nil {
					prologue = append(prologue, s)
				}
			}
		}
	}
	i = 0
	if typ.Results != nil {
		for _, field := range typ.Results.List {
			for k := range max(1, len(field.Names)) {
				t, off := f.results.Types[i], f.results.Offsets[i]
				i++
				v := variable{t: t, off: off}
				if len(field.Names) > 0 {
					c.named = true
					obj := c.info.Defs[field.Names[k]]
					if obj != nil && field.Names[k].Name != "_" {
						if c.uses[obj].boxed() {
							v = variable{t: t, off: c.frame.pointer(), boxed: true}
						}
						c.vars[obj] = v
						c.local_(obj, v.off)
					}
					prologue = append(prologue, c.zeroVariable(v))
				} else if c.defers {
					prologue = append(prologue, c.zeroVariable(v)) // what a recovered panic leaves
				}
				c.results = append(c.results, v)
			}
		}
	}
	b := c.block(body.List, body)
	c.finish(prologue, b)
	if c.m.hook.Load() != nil && !f.hidden {
		f.body = c.hookedBody(f.body)
	}
	if f.tracing.Load() != nil {
		f.body = f.tracedBody(f.body)
	}
}

// addPointers notes the pointers of a large value in the frame.
func (c *comp) addPointers(t *memory.Type, off uintptr) {
	for _, p := range memory.PointerWords(t.Reflect, 0, nil) {
		c.frame.ptrs = append(c.frame.ptrs, off+p)
	}
}

// finish puts the parts of a function together.
func (c *comp) finish(prologue []stmt, body stmt) {
	f := c.fn
	if c.named {
		// Results that live in boxes are copied to where the caller finds them.
		var out []func(fp)
		for i, v := range c.results {
			if v.boxed {
				from, to, cp := v.off, f.results.Offsets[i], v.t.Copy
				out = append(out, func(f fp) { cp(unsafe.Add(f, to), *(*unsafe.Pointer)(unsafe.Add(f, from))) })
			}
		}
		if out != nil {
			inner := body
			if c.defers {
				inner = c.withDefers(inner)
				c.defers = false
			}
			body = func(t *thread, f fp) ctl {
				inner(t, f)
				for _, o := range out {
					o(f)
				}
				return returned
			}
		}
	}
	if c.defers {
		body = c.withDefers(body)
	}
	if len(prologue) > 0 {
		inner := body
		p := sequence(prologue)
		body = func(t *thread, f fp) ctl {
			p(t, f)
			return inner(t, f)
		}
	}
	f.ptrs = c.frame.ptrs
	f.frame = memory.FrameTypeFor(c.frame.end, c.frame.ptrs)
	f.body = body
}

// parameter enters a parameter at off. What it returns, if anything, moves it into a box.
func (c *comp) parameter(obj types.Object, t *memory.Type, off uintptr) stmt {
	if obj == nil {
		return nil
	}
	if !c.uses[obj].boxed() {
		c.vars[obj] = variable{t: t, off: off}
		c.local_(obj, off)
		return nil
	}
	at := c.frame.pointer()
	c.vars[obj] = variable{t: t, off: at, boxed: true}
	c.local_(obj, at)
	return func(_ *thread, f fp) ctl {
		p := t.Alloc()
		t.Copy(p, unsafe.Add(f, off))
		*(*unsafe.Pointer)(unsafe.Add(f, at)) = p
		return next
	}
}

// A local is a variable as a trace or a debugger shows it.
type local struct {
	name           string
	pos, from, end token.Pos // of the variable, and of its scope
	v              variable
}

func (c *comp) local_(obj types.Object, off uintptr) {
	l := local{name: obj.Name(), pos: obj.Pos(), end: maxPos, v: c.vars[obj]}
	if s := obj.Parent(); s != nil {
		l.from, l.end = s.Pos(), s.End()
	}
	c.fn.locals = append(c.fn.locals, l)
}

const maxPos = token.Pos(math.MaxInt)

// declareVar makes a place for a variable of the function; the statement gives it its own box, if
// it needs one, and clears it.
func (c *comp) declareVar(obj types.Object, at ast.Node) (v variable, init stmt) {
	t := c.typ(c.env.subst(obj.Type()), at)
	if g := c.global(obj); g != nil {
		v = variable{t: g.Type, fixed: g.p}
		c.vars[obj] = v
		if t.Size > maxClear && c.m.new[g] {
			return v, nothing // its memory is new
		}
		return v, c.zeroVariable(v)
	}
	if c.uses[obj].boxed() || t.Size > memory.MaxFlat {
		v = variable{t: t, off: c.frame.pointer(), boxed: true}
	} else {
		v = variable{t: t, off: c.frame.add(t)}
	}
	c.vars[obj] = v
	c.local_(obj, v.off)
	return v, c.zeroVariable(v)
}

// zeroVariable clears a variable. A boxed variable gets a new box.
func (c *comp) zeroVariable(v variable) stmt {
	t, off := v.t, v.off
	switch {
	case v.fixed != nil:
		p := v.fixed
		return func(*thread, fp) ctl { t.Zero(p); return next }
	case v.boxed:
		return func(_ *thread, f fp) ctl {
			*(*unsafe.Pointer)(unsafe.Add(f, off)) = t.Alloc()
			return next
		}
	case t.Size == 8 && !t.Pointers:
		return func(_ *thread, f fp) ctl { *(*uint64)(unsafe.Add(f, off)) = 0; return next }
	}
	return func(_ *thread, f fp) ctl { t.Zero(unsafe.Add(f, off)); return next }
}

// initVar is the statement that initializes a new variable.
func (c *comp) initVar(v variable, n node) stmt {
	if v.boxed {
		t, off, st := v.t, v.off, n.store()
		return func(th *thread, f fp) ctl {
			p := t.Alloc()
			st(th, f, p)
			*(*unsafe.Pointer)(unsafe.Add(f, off)) = p
			return next
		}
	}
	return c.assignVar(v, n)
}

// assignVar is the statement that assigns to a variable.
func (c *comp) assignVar(v variable, n node) stmt {
	if v.t.Rep == memory.RepMem || n.t != nil && n.t.Rep == memory.RepMem {
		st, off := n.store(), v.off
		if n.into != nil && !v.boxed && v.fixed == nil {
			// The expression may mention the variable.
			tmp := c.scratch(v.t)
			cp := v.t.Copy
			return func(t *thread, f fp) ctl {
				q := tmp(f)
				st(t, f, q)
				cp(unsafe.Add(f, off), q)
				return next
			}
		}
		switch {
		case n.into != nil:
			tmp := c.scratch(v.t)
			cp := v.t.Copy
			p := v.fixed
			return func(t *thread, f fp) ctl {
				q := tmp(f)
				st(t, f, q)
				d := p
				if d == nil {
					d = *(*unsafe.Pointer)(unsafe.Add(f, off))
				}
				cp(d, q)
				return next
			}
		case v.fixed != nil:
			p := v.fixed
			return func(t *thread, f fp) ctl { st(t, f, p); return next }
		case v.boxed:
			return func(t *thread, f fp) ctl { st(t, f, *(*unsafe.Pointer)(unsafe.Add(f, off))); return next }
		}
		return func(t *thread, f fp) ctl { st(t, f, unsafe.Add(f, off)); return next }
	}
	ops := repOps[v.t.Rep]
	switch {
	case v.fixed != nil:
		return ops.setFixed(v.fixed, n.value().f)
	case v.boxed:
		off := v.off
		return ops.setAddr(func(_ *thread, f fp) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Add(f, off)) }, n.value().f)
	}
	if n.local && n.f == nil {
		st, off := n.store(), v.off
		return func(t *thread, f fp) ctl { st(t, f, unsafe.Add(f, off)); return next }
	}
	return ops.setLocal(v.off, n.value().f)
}

// scratch gives memory for a value for the time of one expression: in the frame, or on the heap if
// it is large.
func (c *comp) scratch(t *memory.Type) func(fp) unsafe.Pointer {
	if t.Size > memory.MaxFlat {
		return func(fp) unsafe.Pointer { return t.Alloc() }
	}
	off := c.frame.add(t)
	return func(f fp) unsafe.Pointer { return unsafe.Add(f, off) }
}

// global is the variable of the top level that obj is, nil if it is another.
func (c *comp) global(obj types.Object) *Global {
	if g := c.defined[obj]; g != nil {
		return g
	}
	if c.u == nil || c.u.Symbol == nil {
		return nil
	}
	sym, ok := c.u.Symbol(obj)
	if !ok {
		return nil
	}
	return c.m.global(sym, obj.Type())
}

// maxClear is the size from which a new variable of the top level is not cleared once more.
const maxClear = 1 << 20

// global finds or makes a variable of the top level.
func (m *Machine) global(sym string, t types.Type) *Global {
	g := m.globals[sym]
	if g == nil {
		r := m.TypeFor(t)
		g = &Global{Type: r, p: reflect.New(r.Reflect).UnsafePointer()}
		m.globals[sym] = g
		m.new[g] = true
	}
	return g
}

// variableOf finds a variable. One that belongs to a function around this one is caught.
func (c *comp) variableOf(obj types.Object) variable {
	if v, ok := c.vars[obj]; ok {
		return v
	}
	if g := c.global(obj); g != nil {
		return variable{t: g.Type, fixed: g.p}
	}
	panic(memory.Decline{Pos: obj.Pos(), Msg: "variable " + obj.Name() + ", which is not known"})
}

// variableNode is the value of a variable.
func (c *comp) variableNode(obj types.Object, v variable, pos token.Pos) node {
	n := node{t: v.t, pos: pos}
	switch {
	case v.fixed != nil:
		p := v.fixed
		n.fixed = p
		n.addr = func(*thread, fp) unsafe.Pointer { return p }
		if v.t.Rep == memory.RepMem {
			n.f = n.addr
		} else {
			n.f = repOps[v.t.Rep].fixed(p)
		}
	case v.boxed:
		off := v.off
		n.addr = func(_ *thread, f fp) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Add(f, off)) }
		if v.t.Rep == memory.RepMem {
			n.f = n.addr
		} else {
			n.f = repOps[v.t.Rep].boxed(off)
		}
	default:
		n.local, n.off = true, v.off
	}
	return n
}

// constant is a constant of a type.
func (c *comp) constant(v constant.Value, t *memory.Type, at ast.Node) node {
	p := unsafe.Pointer(nil)
	switch t.Rep {
	case memory.RepEface, memory.RepIface:
		// A constant that becomes an interface value has its default type.
		var d types.Type
		switch v.Kind() {
		case constant.Bool:
			d = types.Typ[types.Bool]
		case constant.String:
			d = types.Typ[types.String]
		case constant.Int:
			d = types.Typ[types.Int]
		case constant.Float:
			d = types.Typ[types.Float64]
		default:
			d = types.Typ[types.Complex128]
		}
		return c.convertTo(c.constant(v, c.m.TypeFor(d), at), t, at)
	}
	x := reflect.New(t.Plain())
	if !setConstant(x.Elem(), v) {
		c.fail(at, "constant %s of type %s", v, t)
	}
	p = x.UnsafePointer()
	return node{t: t, pos: at.Pos(), c: v, f: repOps[t.Rep].literal(p)}
}

func setConstant(x reflect.Value, v constant.Value) bool {
	switch x.Kind() {
	case reflect.Bool:
		x.SetBool(constant.BoolVal(v))
	case reflect.String:
		if v.Kind() == constant.Int {
			n, _ := constant.Int64Val(v)
			x.SetString(string(rune(n)))
			break
		}
		x.SetString(constant.StringVal(v))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n, ok := constant.Int64Val(constant.ToInt(v))
		x.SetInt(n)
		return ok
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		n, ok := constant.Uint64Val(constant.ToInt(v))
		x.SetUint(n)
		return ok
	case reflect.Float32:
		n, _ := constant.Float32Val(constant.ToFloat(v))
		x.SetFloat(float64(n))
	case reflect.Float64:
		n, _ := constant.Float64Val(constant.ToFloat(v))
		x.SetFloat(n)
	case reflect.Complex64, reflect.Complex128:
		v = constant.ToComplex(v)
		r, _ := constant.Float64Val(constant.Real(v))
		i, _ := constant.Float64Val(constant.Imag(v))
		if x.Kind() == reflect.Complex64 {
			r32, _ := constant.Float32Val(constant.Real(v))
			i32, _ := constant.Float32Val(constant.Imag(v))
			r, i = float64(r32), float64(i32)
		}
		x.SetComplex(complex(r, i))
	default:
		return false
	}
	return true
}

// pointer is the type of a pointer to anything.
func (m *Machine) pointer() *memory.Type { return m.TypeFor(types.Typ[types.UnsafePointer]) }
