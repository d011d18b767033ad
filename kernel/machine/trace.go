// Traces: hooks for single functions.
//
// A traced function calls a hook when it begins, before each statement, and when it ends. Functions
// that are not traced have no such calls in them. For the time of a trace, a declared function has
// another body, which has been compiled from the same tree with the hooks. A function literal that
// is assigned to a variable with a name to be traced gets the hooks where the function around it is
// compiled: in the second body of a declared function, or in a cell that is compiled during the
// trace. A literal that has been made earlier gets those for its beginning and end only.

package machine

import (
	"go/ast"
	"go/types"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"unsafe"

	"polka/kernel/machine/internal/memory"
)

// A Tracing is an open trace.
type Tracing struct {
	m     *Machine
	names map[string]bool // of the functions, and whether they have been found
	hook  *Hook
	quiet atomic.Bool
	undo  []func()
}

// Trace begins a trace: the hook is called for the functions with the given names, which are those
// of functions (f), methods (T.M, or M for those of all types) and variables that function literals
// are assigned to. Code that is compiled while the trace is open must be compiled before
// Declared is called; it runs after that. The machine has one trace at a time: Trace returns nil if
// one is open.
func (m *Machine) Trace(names []string, h *Hook) *Tracing {
	tr := &Tracing{m: m, names: make(map[string]bool), hook: h}
	for _, n := range names {
		tr.names[n] = false
	}
	m.Mu.Lock()
	defer m.Mu.Unlock()
	if m.tracing != nil {
		return nil
	}
	m.tracing = tr
	return tr
}

// Declared begins to trace the functions that are declared now, and the function literals that the
// variables of the top level with these symbols hold, by their names.
func (tr *Tracing) Declared(variables map[string]string) (err error) {
	m := tr.m
	m.Mu.Lock()
	defer m.Mu.Unlock()
	defer func() {
		m.endUnit()
		m.traced = nil
		if e := recover(); e != nil {
			d, ok := e.(memory.Decline)
			if !ok {
				panic(e)
			}
			err = &Error{Pos: d.Pos, Msg: d.Msg, Declined: true}
		}
	}()
	var list []*Func
	for _, f := range m.funcs {
		list = append(list, f)
	}
	for _, f := range m.methods {
		list = append(list, f)
	}
	for _, f := range m.made {
		list = append(list, f)
	}
	slices.SortFunc(list, func(a, b *Func) int { return a.id - b.id })
	for _, f := range list {
		if f.decl == nil || f.path != "" || f.hidden || f.next != nil || f.decl.Body == nil {
			continue
		}
		name := tr.named(f.Name)
		m.traced = tr.literals(m.traced, f.decl.Body)
		if name == "" && len(m.traced) == 0 {
			continue
		}
		f.ready()
		g := m.newFunc(f.Name, f.Pos)
		g.prepare(m, f.decl, f.unit, f.env)
		g.Name = f.Name
		if name != "" {
			tr.names[name] = true
			g.tracing.Store(tr)
		}
		g.ready()
		m.traced = nil
		if g.frame != f.frame {
			return &Error{Pos: f.Pos, Msg: "a trace of " + f.Name, Declined: true}
		}
		body, hooks := f.body, f.hooks
		f.exchange(g.body)
		tr.undo = append(tr.undo, func() {
			g.tracing.Store(nil)
			switch {
			case f.next != nil:
			case f.hooks == hooks:
				f.exchange(body)
			default: // a debugger has been attached or detached
				f.other = body
			}
		})
	}
	for name, symbol := range variables {
		if c := m.closureOf(m.globals[symbol]); c != nil && c.fn.path == "" && c.fn.decl == nil {
			tr.names[name] = true
			f := c.fn
			if f.tracing.Load() == tr {
				continue
			}
			f.tracing.Store(tr)
			f.label = name
			if f.hooked {
				tr.undo = append(tr.undo, func() { f.tracing.Store(nil) })
				continue
			}
			body := f.body
			f.exchange(f.tracedBody(body))
			tr.undo = append(tr.undo, func() { f.exchange(body); f.tracing.Store(nil) })
		}
	}
	return nil
}

// closureOf is the block of the function that a variable holds, nil if it holds none of the
// machine's.
func (m *Machine) closureOf(g *Global) *closure {
	if g == nil || g.Type.Go == nil {
		return nil
	}
	sig, ok := g.Type.Go.Underlying().(*types.Signature)
	if !ok {
		return nil
	}
	return ownClosure(*(*unsafe.Pointer)(g.p), m.shimPC(sig))
}

// Missing are the names of which no function has been found, in alphabetical order.
func (tr *Tracing) Missing() (list []string) {
	for n, found := range tr.names {
		if !found {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return list
}

// Quiet makes the functions run without calling the hook from now on.
func (tr *Tracing) Quiet() { tr.quiet.Store(true) }

// End ends the trace.
func (tr *Tracing) End() {
	tr.m.Mu.Lock()
	defer tr.m.Mu.Unlock()
	tr.quiet.Store(true)
	for _, u := range slices.Backward(tr.undo) {
		u()
	}
	tr.undo = nil
	if tr.m.tracing == tr {
		tr.m.tracing, tr.m.traced = nil, nil
	}
}

// named is the name under which a function is traced, "" if it is not.
func (tr *Tracing) named(title string) string {
	title, _, _ = strings.Cut(title, "[...]")
	if _, ok := tr.names[title]; ok {
		return title
	}
	i := strings.LastIndexByte(title, '.')
	if i < 0 {
		return ""
	}
	recv, method := title[:i], title[i+1:]
	recv, _, _ = strings.Cut(strings.Trim(recv, "(*)"), "[")
	for _, n := range []string{recv + "." + method, method} {
		if _, ok := tr.names[n]; ok {
			return n
		}
	}
	return ""
}

// literals adds the function literals in n that are assigned to variables with names to be traced.
func (tr *Tracing) literals(list map[*ast.FuncLit]string, n ast.Node) map[*ast.FuncLit]string {
	add := func(to, from ast.Expr) {
		id, ok := to.(*ast.Ident)
		lit, isLit := ast.Unparen(from).(*ast.FuncLit)
		if !ok || !isLit {
			return
		}
		if _, ok := tr.names[id.Name]; ok {
			if list == nil {
				list = make(map[*ast.FuncLit]string)
			}
			list[lit] = id.Name
		}
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if len(n.Lhs) == len(n.Rhs) {
				for i, x := range n.Lhs {
					add(x, n.Rhs[i])
				}
			}
		case *ast.ValueSpec:
			if len(n.Names) == len(n.Values) {
				for i, x := range n.Names {
					add(x, n.Values[i])
				}
			}
		}
		return true
	})
	return list
}

// nameTraced finds the literals of a unit's statements that are to be traced.
func (m *Machine) nameTraced(u *Unit) {
	if m.tracing == nil || u.Package != "" {
		return
	}
	for _, s := range u.Steps {
		if s.Stmt != nil {
			m.traced = m.tracing.literals(m.traced, s.Stmt)
		}
	}
}

// traceLiteral marks the function of a literal that is to be traced.
func (m *Machine) traceLiteral(f *Func, lit *ast.FuncLit) {
	if name, ok := m.traced[lit]; ok {
		m.tracing.names[name] = true
		f.label, f.hooked = name, true
		tr := m.tracing
		f.tracing.Store(tr)
		tr.undo = append(tr.undo, func() { f.tracing.Store(nil) })
	}
}

// tracedBody is the body of a function that calls the hook of its trace.
func (f *Func) tracedBody(body stmt) stmt {
	site := f.m.site(f.Pos, f)
	return func(t *thread, q fp) ctl {
		tr := f.tracing.Load()
		if tr == nil || tr.quiet.Load() || t.run.Unhooked {
			return body(t, q)
		}
		frame := &Frame{t: t, f: q, fn: f, site: site, panics: true}
		tr.hook.Call(frame)
		defer tr.hook.Return(frame)
		r := body(t, q)
		frame.panics = false
		return r
	}
}

// tracedStmt is a statement that calls the hook of the function's trace before it runs.
func (c *comp) tracedStmt(s ast.Stmt, r stmt) stmt {
	switch s.(type) {
	case *ast.BlockStmt, *ast.LabeledStmt, *ast.EmptyStmt:
		return r
	}
	fn, site := c.fn, c.site(s)
	return func(t *thread, f fp) ctl {
		if tr := fn.tracing.Load(); tr != nil && !tr.quiet.Load() && !t.run.Unhooked {
			tr.hook.Statement(&Frame{t: t, f: f, fn: fn, site: site})
		}
		return r(t, f)
	}
}

// Move makes f, the frame with which a traced call has begun, stand at the statement of g. It
// reports whether g is a frame of the same call.
func (f *Frame) Move(g *Frame) bool {
	if f.f != g.f {
		return false
	}
	f.site = g.site
	return true
}

// Alone reports whether no other goroutine of cells can change what this one reads: all others of
// the run wait for each other or for this one, and no goroutines of other runs are alive.
func (f *Frame) Alone() bool {
	r := f.t.run
	return r.alive.Load()-r.waiting.Load() <= 1 && r.untilTimers() <= 0 && (r.Alone == nil || r.Alone())
}

// RunStopped reports whether the run has been stopped.
func (f *Frame) RunStopped() bool { return f.t.run.stopped.Load() > 0 }

// CallPos is the place of the call in the function that calls, 0 if it is not known.
func (f *Frame) CallPos() tokenPos {
	if d := int(f.t.depth) - 1; d >= 0 && d < len(f.t.sites) {
		return f.t.m.siteAt(f.t.sites[d]).pos
	}
	return 0
}

// Main reports whether the call is made on the goroutine of Run.Do.
func (f *Frame) Main() bool {
	t := f.t
	if !t.borrowed {
		return t.main
	}
	if t.home == 0 {
		t.home = 2
		if onMain() {
			t.home = 1
		}
	}
	return t.home == 1
}

// onMain reports whether Run.Do has been called on this goroutine.
func onMain() bool {
	pcs := make([]uintptr, 256)
	for {
		n := runtime.Callers(2, pcs)
		if n < len(pcs) {
			pcs = pcs[:n]
			break
		}
		pcs = make([]uintptr, 4*n)
	}
	frames := runtime.CallersFrames(pcs)
	for {
		x, more := frames.Next()
		if strings.HasPrefix(x.Function, "polka/kernel/machine.(*Run).Do") {
			return true
		}
		if !more {
			return false
		}
	}
}

// TraceName is the name of the function in a trace: that of the variable for a literal that has
// been assigned to one.
func (f *Func) TraceName() string {
	if f.label != "" {
		return f.label
	}
	return f.Name
}

// End is the end of the function's text.
func (f *Func) End() tokenPos { return f.end }

// Parameters calls show with each parameter, the receiver first, as it is now.
func (f *Frame) Parameters(show func(name string, v memory.Value)) {
	fn := f.Func()
	for i, t := range fn.params.Types {
		x := fn.sig.Params().At(i)
		if x.Name() == "" || x.Name() == "_" {
			continue
		}
		p := unsafe.Add(f.f, fn.params.Offsets[i])
		for _, l := range fn.locals {
			if l.name == x.Name() && l.pos == x.Pos() && l.v.boxed {
				if box := *(*unsafe.Pointer)(unsafe.Add(f.f, l.v.off)); box != nil {
					p = box
				}
			}
		}
		show(x.Name(), t.ValueAt(p))
	}
}

// Captured calls show with each variable of a function literal that belongs to the functions around
// it.
func (f *Frame) Captured(show func(name string, v memory.Value)) {
	for _, l := range f.fn.locals {
		if l.pos >= f.fn.Pos {
			continue
		}
		p := unsafe.Add(f.f, l.v.off)
		if l.v.boxed {
			if p = *(*unsafe.Pointer)(p); p == nil {
				continue
			}
		}
		show(l.name, l.v.t.ValueAt(p))
	}
}

// Declares reports whether the function has a variable with a name.
func (f *Func) Declares(name string) bool {
	return slices.ContainsFunc(f.locals, func(l local) bool { return l.name == name && l.pos >= f.Pos })
}
