// SPDX-License-Identifier: BSD-3-Clause

// Functions: their frames, their parameters and results, and their replacement.

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
	"polka/kernel/machine/internal/node"
	"polka/kernel/machine/internal/run"
)

// A comp compiles one function.
type comp struct {
	m     *Machine
	u     *Unit
	info  *types.Info
	env   *env
	fn    *run.Func
	outer *comp                      // of a function literal: the compiler of the function around it
	uses  map[types.Object]*use      // of the outermost function and all literals in it
	vars  map[types.Object]run.Place // in the frame of fn
	frame run.FrameLayout

	captured []types.Object // of a literal, in the order of fn.caught
	results  []run.Place
	// elsewhere are the numbers of the results that live in boxes outside of the frame.
	elsewhere []int
	named     bool // the results have names
	labels    map[*types.Label]run.Ctl
	count     *run.Ctl // of labels, shared by the literals of a function
	targets   []target
	defers    bool
	recovers  bool
	panics    uintptr // where the frame keeps the panic that the function may recover
	deferAt   uintptr
	steps     bool // the statements of the top level
	// iterating is how many loops over functions are around what is compiled.
	iterating   int
	defined     map[types.Object]*Global
	calls       map[ast.Expr]bool
	copied      map[ast.Expr]bool      // expressions that are ordered for where they stand
	bound       map[ast.Expr]node.Node // expressions that the compiler has made, with their values
	later       *ast.CallExpr          // the last call of go or defer
	listInFrame *ast.CallExpr          // the last call that passes a list of arguments in the frame
	lists       []*argList
}

// A target is a statement that break or continue can mean.
type target struct {
	label        string
	brk, cont    run.Ctl
	loop         bool
	isSwitch     bool
	fallthrough_ *run.Ctl
}

func (c *comp) fail(n ast.Node, format string, args ...any) {
	panic(memory.Decline{Pos: n.Pos(), Msg: fmt.Sprintf(format, args...)})
}

// goType returns the Go type of an expression, with type arguments for type parameters.
func (c *comp) goType(e ast.Expr) types.Type {
	if n, ok := c.bound[e]; ok {
		return n.T.Go
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

// typeOf returns the type of an expression.
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

func (c *comp) site(n ast.Node) int32 { return c.m.Site(n.Pos(), c.fn) }

// compileUnit compiles the functions and steps of a unit.
func (m *Machine) compileUnit(u *Unit) *run.Code {
	var ready, replaced []*run.Func
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
		m.prepare(f, d, u, nil)
	}
	code := new(run.Code)
	m.nameTraced(u)
	for i, f := range ready {
		f.Ready()
		if old := replaced[i]; old != nil {
			old.Replace(f)
		}
	}
	if len(u.Steps) > 0 {
		code.Func = m.NewFunc("", u.End)
		code.Func.Path = u.Package
		c := &comp{m: m, u: u, info: u.Info, fn: code.Func, vars: make(map[types.Object]run.Place), labels: make(map[*types.Label]run.Ctl), count: new(run.Ctl), steps: true,
			defined: make(map[types.Object]*Global)}
		*c.count = run.FirstLabel
		c.fn.Sig = types.NewSignatureType(nil, nil, nil, nil, nil, false)
		c.compileSteps(u, code)
	}
	return code
}

// declare makes the function that a declaration is the code of. Old is the function that it
// replaces, nil for none.
func (m *Machine) declare(d *Decl) (f, old *run.Func) {
	f = m.NewFunc(d.Title, d.Type.Pos())
	if d.Symbol != "" {
		old = m.funcs[d.Symbol]
		m.funcs[d.Symbol] = f
	} else {
		old = m.methods[d.Obj]
		m.methods[d.Obj] = f
	}
	return f, old
}

// A tree is what a declared function of a cell is made from.
type tree struct {
	decl *Decl
	unit *Unit
	env  *env
}

// prepare sets the shape of a function and leaves the body for ready.
func (m *Machine) prepare(f *run.Func, d *Decl, u *Unit, e *env) {
	f.Name, f.Pos, f.Hidden = d.Title, d.Type.Pos(), d.Hidden
	if u != nil {
		f.Path = u.Package
	}
	if f.Path == "" && !f.Hidden && u != nil {
		f.Tree = &tree{d, u, e}
	}
	f.Literals = 0
	if d.Obj != nil && d.Obj.Signature().Recv() != nil {
		_, f.Pointer = types.Unalias(d.Obj.Signature().Recv().Type()).(*types.Pointer)
	}
	sig := e.subst(d.Sig).(*types.Signature)
	f.Shape(sig)
	f.Compile = func() {
		f.Hooks = m.Hook.Load() != nil
		c := &comp{m: m, u: u, info: d.Info, env: e, fn: f, vars: make(map[types.Object]run.Place), labels: make(map[*types.Label]run.Ctl), count: new(run.Ctl)}
		*c.count = run.FirstLabel
		c.function(d.Type, d.Body, nil)
	}
}

// function compiles the body of a function. Lit is the literal that it belongs to, if any.
func (c *comp) function(typ *ast.FuncType, body *ast.BlockStmt, lit *ast.FuncLit) {
	f := c.fn
	f.EndPos = body.End()
	if c.uses == nil {
		c.uses = findUses(c, typ, body)
	}
	c.frame.End = f.Params.End
	for i, off := range f.Results.Offsets {
		for _, p := range f.Results.Types[i].Ptrs {
			c.frame.Ptrs = append(c.frame.Ptrs, off+p)
		}
		if f.Results.Types[i].Size > memory.MaxFlat && f.Results.Types[i].Pointers {
			c.addPointers(f.Results.Types[i], off)
		}
	}
	for i, off := range f.Params.Offsets {
		for _, p := range f.Params.Types[i].Ptrs {
			c.frame.Ptrs = append(c.frame.Ptrs, off+p)
		}
		if f.Params.Types[i].Size > memory.MaxFlat && f.Params.Types[i].Pointers {
			c.addPointers(f.Params.Types[i], off)
		}
	}
	var prologue []run.Stmt
	// The captured variables follow the parameters, in the layout of the closure.
	f.Caught = memory.Layout{}
	if lit != nil {
		base := (c.frame.End + memory.Word - 1) &^ (memory.Word - 1)
		c.frame.End = base
		f.Caught.End = base
		for _, obj := range c.captured {
			v := c.outer.variableOf(obj)
			t := v.T
			if v.Boxed {
				t = c.m.pointer()
			}
			off := f.Caught.Add(t)
			c.frame.End = f.Caught.End
			for _, p := range t.Ptrs {
				c.frame.Ptrs = append(c.frame.Ptrs, off+p)
			}
			c.vars[obj] = run.Place{T: v.T, Off: off, Boxed: v.Boxed}
			c.local_(obj, off)
		}
	}
	c.hasDefers(body)
	if c.recovers {
		c.panics = c.frame.Pointer()
		at := c.panics
		prologue = append(prologue, func(t *run.Thread, f run.FP) run.Ctl {
			*(**run.Passing)(unsafe.Add(f, at)) = t.Passing
			t.Passing = nil
			return run.Next
		})
	}
	if c.defers {
		c.deferAt = c.frame.Pointer()
	}
	i := 0
	if typ.Params != nil {
		for _, field := range typ.Params.List {
			if len(field.Names) == 0 {
				i++
			}
			for _, id := range field.Names {
				t, off := f.Params.Types[i], f.Params.Offsets[i]
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
				t, off := f.Results.Types[i], f.Results.Offsets[i]
				i++
				v := run.Place{T: t, Off: off}
				if len(field.Names) > 0 {
					c.named = true
					zero := c.zeroVariable(v)
					obj := c.info.Defs[field.Names[k]]
					if obj != nil && field.Names[k].Name != "_" {
						if u := c.uses[obj]; u.boxed() {
							v = run.Place{T: t, Off: c.frame.Pointer(), Boxed: true}
							if u.inFrame() {
								prologue = append(prologue, boxInFrame(v.Off, off))
							} else {
								zero = c.zeroVariable(v)
								c.elsewhere = append(c.elsewhere, len(c.results))
							}
						}
						c.vars[obj] = v
						c.local_(obj, v.Off)
					}
					prologue = append(prologue, zero)
				} else if c.defers {
					prologue = append(prologue, c.zeroVariable(v)) // the results after a recovered panic
				}
				c.results = append(c.results, v)
			}
		}
	}
	c.finish(prologue, c.block(body.List, body))
	if c.m.Hook.Load() != nil && !f.Hidden {
		f.Body = f.HookedBody(f.Body)
	}
	if f.Tracing.Load() != nil {
		f.Body = f.TracedBody(f.Body)
	}
}

// addPointers notes the pointers of a large value in the frame.
func (c *comp) addPointers(t *memory.Type, off uintptr) {
	for _, p := range memory.PointerWords(t.Reflect, 0, nil) {
		c.frame.Ptrs = append(c.frame.Ptrs, off+p)
	}
}

// finish puts the parts of a function together.
func (c *comp) finish(prologue []run.Stmt, body run.Stmt) {
	f := c.fn
	wrapped := c.defers
	if c.defers {
		body = c.hotInner(body)
	}
	if c.named {
		// Results that live in boxes are copied to where the caller finds them.
		var out []func(run.FP)
		for _, i := range c.elsewhere {
			v := c.results[i]
			from, to, cp := v.Off, f.Results.Offsets[i], v.T.Copy
			out = append(out, func(f run.FP) { cp(unsafe.Add(f, to), *(*unsafe.Pointer)(unsafe.Add(f, from))) })
		}
		if out != nil {
			if !wrapped {
				body = c.hotInner(body)
			}
			wrapped = true
			inner := body
			if c.defers {
				inner = c.withDefers(inner)
				c.defers = false
			}
			body = func(t *run.Thread, f run.FP) run.Ctl {
				inner(t, f)
				for _, o := range out {
					o(f)
				}
				return run.Returned
			}
		}
	}
	if c.defers {
		body = c.withDefers(body)
	}
	if len(prologue) > 0 {
		inner := body
		p := c.sequence(prologue)
		body = c.as(func(t *run.Thread, f run.FP) run.Ctl {
			p(t, f)
			return inner(t, f)
		}, c.followed(p, inner))
	}
	if !wrapped {
		body = c.hotBody(body)
	}
	f.Ptrs = c.frame.Ptrs
	f.Frame = memory.FrameTypeFor(c.frame.End, c.frame.Ptrs)
	f.Body = body
}

// parameter enters a parameter at off. What it returns, if anything, moves it into a box.
func (c *comp) parameter(obj types.Object, t *memory.Type, off uintptr) run.Stmt {
	if obj == nil {
		return nil
	}
	if !c.uses[obj].boxed() {
		c.vars[obj] = run.Place{T: t, Off: off}
		c.local_(obj, off)
		return nil
	}
	at := c.frame.Pointer()
	c.vars[obj] = run.Place{T: t, Off: at, Boxed: true}
	c.local_(obj, at)
	if c.uses[obj].inFrame() {
		return boxInFrame(at, off)
	}
	return func(_ *run.Thread, f run.FP) run.Ctl {
		p := t.Alloc()
		t.Copy(p, unsafe.Add(f, off))
		*(*unsafe.Pointer)(unsafe.Add(f, at)) = p
		return run.Next
	}
}

// boxInFrame makes the place at off in a frame the box that the frame has a pointer to at at.
func boxInFrame(at, off uintptr) run.Stmt {
	return func(_ *run.Thread, f run.FP) run.Ctl {
		*(*unsafe.Pointer)(unsafe.Add(f, at)) = unsafe.Add(f, off)
		return run.Next
	}
}

func (c *comp) local_(obj types.Object, off uintptr) {
	l := run.Local{Name: obj.Name(), Pos: obj.Pos(), End: maxPos, V: c.vars[obj]}
	if s := obj.Parent(); s != nil {
		l.From, l.End = s.Pos(), s.End()
	}
	c.fn.Locals = append(c.fn.Locals, l)
}

const maxPos = token.Pos(math.MaxInt)

// constant returns a constant of a type.
func (c *comp) constant(v constant.Value, t *memory.Type, at ast.Node) node.Node {
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
	return node.Node{T: t, Pos: at.Pos(), C: v, F: node.RepOps[t.Rep].Literal(p)}
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

// pointer returns the type of a pointer to anything.
func (m *Machine) pointer() *memory.Type { return m.TypeFor(types.Typ[types.UnsafePointer]) }
