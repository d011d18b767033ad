// Deferred calls, recover, and goroutines.
//
// A function with deferred calls runs its body, and then its list of calls, under a recover of Go.
// A panic of a cell is a panic of Go, so it passes through compiled code as Go's own do. Recover
// works if the function that calls it has been called by the list: such a function finds the panic
// in its thread when it begins, and takes it from there.

package machine

import (
	"context"
	"go/ast"
	"go/types"
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"

	"polka/kernel/machine/internal/memory"
)

// A deferFrame is the deferred calls of one call of a function.
type deferFrame struct {
	calls []deferredCall
}

type deferredCall struct {
	fn   *Func
	q    fp
	site int32
	// recover is where the frame of the function that defers recover itself keeps the panic that it
	// may recover.
	recover **passing
}

// A passing is what ends functions before their end: a panic, a stop, or runtime.Goexit.
type passing struct {
	panic     *Panic
	other     any    // a panic that no cell can recover
	exit      *Panic // with the trace, if other asks for the end of the program
	recovered bool
}

// A panicking is a panic that is running a deferred call, and the depth of the call.
type panicking struct {
	depth int32
	p     *Panic
}

// again continues the panic or exit that is passing.
func (p *passing) again() {
	if p.panic != nil {
		if p.panic.deep != nil {
			p.panic.deep.tooDeep.Store(p.panic)
		}
		panic(p.panic)
	}
	panic(p.other)
}

// An exiter is a panic value that asks for the end of the program: no deferred call runs.
type exiter interface{ ExitCode() int }

// hasDefers finds out whether the function defers or recovers, without the literals in it.
func (c *comp) hasDefers(body ast.Node) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.DeferStmt:
			c.defers = true
		case *ast.Ident:
			if b, ok := c.info.Uses[n].(*types.Builtin); ok && b.Name() == "recover" {
				c.recovers = true
				c.fn.recovers = true
			}
		}
		return true
	})
}

// deferStmt compiles defer.
func (c *comp) deferStmt(s *ast.DeferStmt) stmt {
	at := c.deferAt
	if c.builtinName(s.Call) == "recover" {
		off := c.panics
		return func(_ *thread, f fp) ctl {
			d := *(**deferFrame)(unsafe.Add(f, at))
			d.calls = append(d.calls, deferredCall{recover: (**passing)(unsafe.Add(f, off))})
			return next
		}
	}
	k := c.laterCall(s.Call)
	site := k.site
	return func(t *thread, f fp) ctl {
		fn, q := k.start(t, f)
		d := *(**deferFrame)(unsafe.Add(f, at))
		d.calls = append(d.calls, deferredCall{fn: fn, q: q, site: site})
		return next
	}
}

// laterCall compiles a call that go or defer makes.
func (c *comp) laterCall(e *ast.CallExpr) *callNode {
	if tv := c.info.Types[e.Fun]; tv.IsType() {
		c.fail(e, "a conversion here")
	}
	if name := c.builtinName(e); name != "" {
		return c.laterBuiltin(e, name)
	}
	k, _ := c.callNode(e)
	return k
}

// laterBuiltin makes a function of a builtin one.
func (c *comp) laterBuiltin(e *ast.CallExpr, name string) *callNode {
	k := &callNode{site: c.site(e)}
	f := c.m.newFunc(name, e.Pos())
	f.hidden = true
	d := &comp{m: c.m, u: c.u, info: c.info, env: c.env, fn: f, vars: make(map[types.Object]variable), labels: make(map[*types.Label]ctl), count: new(ctl)}
	*d.count = firstLabel
	var vars []*types.Var
	var nodes []node
	first, lower := c.hoist(e.Args...)
	defer lower()
	k.pre = first
	for _, x := range e.Args {
		n := c.builtinArg(name, x)
		nodes = append(nodes, n)
		vars = append(vars, types.NewParam(0, nil, "", n.t.Go))
	}
	f.shape(c.m, types.NewSignatureType(nil, nil, nil, types.NewTuple(vars...), nil, false))
	d.frame.end = f.params.End
	params := make([]node, len(nodes))
	for i, t := range f.params.Types {
		params[i] = node{t: t, local: true, off: f.params.Offsets[i]}
		for _, p := range t.Ptrs {
			d.frame.ptrs = append(d.frame.ptrs, f.params.Offsets[i]+p)
		}
		k.args = append(k.args, nodes[i].store())
		k.offs = append(k.offs, f.params.Offsets[i])
	}
	body := d.builtinOn(e, name, params).discard()
	d.finish(nil, body)
	k.fn = f
	return k
}

// withDefers makes the body of a function with deferred calls.
func (c *comp) withDefers(body stmt) stmt {
	at := c.deferAt
	return func(t *thread, f fp) ctl {
		d := new(deferFrame)
		*(**deferFrame)(unsafe.Add(f, at)) = d
		t.withDefers(body, f, d)
		return returned
	}
}

func (t *thread) withDefers(body stmt, f fp, d *deferFrame) {
	depth, grace := t.depth, t.grace
	p := t.protect(func() { body(t, f) }, d)
	t.depth = depth
	if p == nil && len(d.calls) == 0 {
		return
	}
	p = t.runDeferred(d, p)
	t.grace = grace
	t.depth = depth
	if p != nil {
		p.again()
	}
}

// runDeferred runs the calls, the last first, while p passes, and returns what passes after them.
func (t *thread) runDeferred(d *deferFrame, p *passing) *passing {
	if p != nil {
		if _, ok := p.other.(exiter); ok {
			return p
		}
	}
	t.grace = max(t.grace, t.run.stopped.Load(), 1)
	depth := t.depth
	for len(d.calls) > 0 {
		n := len(d.calls) - 1
		call := d.calls[n]
		d.calls = d.calls[:n]
		if call.recover != nil {
			// As a call in the function itself, if the function has come to its end.
			if r := *call.recover; r != nil && p == nil {
				r.recovered = true
			}
			continue
		}
		if call.fn == nil {
			continue
		}
		q := t.protect(func() {
			t.passing = nil
			if p != nil && p.panic != nil && call.fn.recovers {
				t.passing = p
			}
			if p != nil && p.panic != nil {
				t.panics = append(t.panics, panicking{t.depth, p.panic})
				defer func() { t.panics = t.panics[:len(t.panics)-1] }()
			}
			t.invoke(call.fn, call.q, call.site)
			t.put(call.fn, call.q)
		}, d)
		t.depth = depth
		t.passing = nil
		if q != nil {
			if q.panic != nil && p != nil && p.panic != nil {
				q.panic.after(p)
			}
			p = q
			if _, ok := p.other.(exiter); ok {
				return p
			}
		} else if p != nil && p.recovered {
			p = nil
		}
	}
	return p
}

// after notes that the panic, and those that were passing when it began, began while q was passing.
func (p *Panic) after(q *passing) {
	for p != q.panic && p.earlier != nil {
		p = p.earlier
	}
	for e := q.panic; e != nil; e = e.earlier {
		if e == p {
			return // the same panic, which compiled code has passed on
		}
	}
	p.earlier, q.panic.recovered = q.panic, q.recovered
}

// protect calls f and gives what has ended it, nil if it has come to its end. After runtime.Goexit
// there is no going back, not even where a deferred call panics: then the deferred calls of d run
// here, and a panic that none of them recovers is reported by the last protect, which has no d.
func (t *thread) protect(f func(), d *deferFrame) (p *passing) {
	normal, exits := false, t.goexit
	defer func() {
		if normal {
			return
		}
		e := recover()
		switch x := e.(type) {
		case nil:
			t.goexit = true
			if d != nil {
				if q := t.runDeferred(d, nil); q != nil {
					q.again()
				}
			}
			return
		case *Panic:
			t.run.tooDeep.CompareAndSwap(x, nil)
			p = &passing{panic: x}
		case stopped:
			p = &passing{other: x}
		case exiter:
			p = &passing{other: x, exit: t.newPanicOfCall(x)}
		default:
			p = &passing{panic: t.caught(x)}
		}
		if !t.goexit || exits {
			return
		}
		if d != nil {
			if p = t.runDeferred(d, p); p != nil {
				p.again()
			}
		} else if p.panic != nil {
			t.uncaughtHook(p.panic)
			if t.run.Failed != nil {
				t.run.Failed(p.panic)
			}
		}
	}()
	f()
	normal = true
	return nil
}

// recoverNode is the builtin recover.
func (c *comp) recoverNode(at ast.Node) node {
	n := node{t: c.m.Any(), pos: at.Pos()}
	if !c.recovers {
		return c.zeroNode(c.m.Any())
	}
	off := c.panics
	n.f = ev[any](func(t *thread, f fp) any {
		p := *(**passing)(unsafe.Add(f, off))
		if p == nil || p.recovered || p.panic == nil {
			return nil
		}
		p.recovered = true
		return p.panic.Value
	})
	return n
}

// goStmt compiles go.
func (c *comp) goStmt(s *ast.GoStmt) stmt {
	k := c.laterCall(s.Call)
	site := k.site
	return func(t *thread, f fp) ctl {
		fn, q := k.start(t, f)
		t.run.spawn(fn, q, site, nil)
		return next
	}
}

// A Run is one execution: the goroutines that it starts belong to it.
type Run struct {
	m       *Machine
	stopped atomicInt32
	limit   atomicInt32
	most    atomicInt32 // the limit while the run has not been stopped
	done    chan struct{}
	over    chan struct{} // closed when the code has come to its end
	stuck   atomicInt32   // threads that nothing can wake
	mu      sync.Mutex
	later   map[int32]chan struct{} // closed when stopped is more than the key
	labels  atomic.Uintptr          // of the goroutines of the newest Do
	nested  atomicInt32             // calls from compiled code that are open
	// Show is called with each value of the steps, Digits with those that no type can hold.
	Show   func(memory.Value)
	Digits func(string)
	// Reached is called with the number of definitions that have been run.
	Reached func(n int)
	// Set is called with the value of a watched variable that was set and is not nil.
	Set func(id *ast.Ident, v memory.Value)
	// Failed is called when a goroutine that the run has started ends with a panic.
	Failed func(any)
	// Spawned and Ended are called when goroutines start and end, with the go statement's position.
	Spawned func(pos tokenPos) (end func())
	// Go starts a goroutine; nil is a go statement.
	Go func(f func())
	// Context is the context of the running cell.
	Context func() context.Context
	// Alone reports whether no goroutines of other runs are alive. It may be nil.
	Alone func() bool
	// Program says that the run is a program: what ends a Go program, but not a cell, ends it, too.
	Program bool
	// Unhooked says that the run calls no hooks, neither a debugger's nor those of a trace.
	Unhooked bool

	alive, waiting atomic.Int32           // threads, and those that wait for others
	moves          atomic.Int64           // how often a thread has waited no more
	wakeable       atomic.Bool            // compiled code may wake a thread
	tooDeep        atomic.Pointer[Panic]  // a panic that only code of cells recovers, while it passes
	timers         atomic.Int64           // when the last timer fires, in nanoseconds since 1970; 0 if there is none
	looking        atomic.Bool            // a look at whether the run is dead is to come
	suspect        atomic.Int64           // 1 + the moves at which a look has found it dead
	last           atomic.Pointer[thread] // the one that began to wait last
}

// Start makes a Run, which is the current one until the next.
func (m *Machine) Start() *Run {
	r := &Run{m: m, done: make(chan struct{}), over: make(chan struct{})}
	r.MaxDepth(maxDepth)
	m.remember(m.current.Swap(r))
	return r
}

// Done is closed when the run has been stopped.
func (r *Run) Done() <-chan struct{} { return r.done }

// Wakeable says that others than the code of the run may wake what waits in it, so that it is never
// dead.
func (r *Run) Wakeable() { r.wakeable.Store(true) }

// MaxDepth limits the number of calls that are open in a goroutine of the run, so that a recursion
// without an end panics long before the stack is exhausted, which would end the process.
func (r *Run) MaxDepth(n int32) {
	n = min(n, maxDepth)
	r.most.Store(n)
	r.limit.Store(n)
}

// thread makes a thread of the run.
func (m *Machine) thread(r *Run) *thread {
	return &thread{m: m, run: r, limit: &r.limit}
}

// spawn starts a goroutine of the run. It calls done, if that is not nil, unless the goroutine
// panics.
func (r *Run) spawn(fn *Func, q fp, site int32, done func()) {
	end := r.spawned(site)
	body := func() { r.goroutine(fn, q, end, done) }
	if r.Go != nil {
		r.Go(body)
		return
	}
	go body()
}

// spawned counts a goroutine that a call at the site starts.
func (r *Run) spawned(site int32) (end func()) {
	end = func() {}
	if r.Spawned != nil {
		end = r.Spawned(r.m.siteAt(site).pos)
	}
	r.born()
	return end
}

// goroutine is what a goroutine of the run does. It is not inlined, since ownGoroutine looks for
// it.
//
//go:noinline
func (r *Run) goroutine(fn *Func, q fp, end, done func()) {
	defer end()
	t := r.m.thread(r)
	defer r.gone()
	defer t.endedHook()
	failed := false
	defer func() {
		if done != nil && !failed {
			done()
		}
	}()
	p := t.protect(func() { t.begin(fn, q) }, nil)
	if p == nil {
		return
	}
	switch p.other.(type) {
	case stopped, abandoned:
		return
	}
	failed = true
	if p.panic != nil {
		t.uncaughtHook(p.panic)
	}
	if r.Failed != nil {
		if p.panic != nil {
			r.Failed(p.panic)
		} else if p.exit != nil {
			r.Failed(p.exit)
		} else {
			r.Failed(p.other)
		}
	}
}

// Do runs the steps of code. What it returns is nil, a *Panic, or the value with which compiled
// code has panicked. ErrStopped says that the run has been stopped.
func (r *Run) Do(code *Code) (err any) {
	if code.f == nil {
		return nil
	}
	return r.do(func(t *thread) {
		q := t.get(code.f)
		for _, s := range code.steps {
			s(t, q)
		}
	})
}

// do runs f on a thread of its own.
func (r *Run) do(f func(*thread)) (err any) {
	defer r.label()()
	t := r.m.thread(r)
	t.main = true
	r.born()
	defer func() {
		if !r.Program || !t.goexit {
			r.wakeable.Store(true) // what remains may wait as long as it likes
			r.end()
		}
		r.gone()
	}()
	p := t.protect(func() { f(t) }, nil)
	switch {
	case p == nil:
		return nil
	case p.panic != nil:
		t.uncaughtHook(p.panic)
		return p.panic
	}
	if _, ok := p.other.(stopped); ok {
		return ErrStopped
	}
	if p.exit != nil {
		return p.exit
	}
	return p.other
}

// end lets the threads end that nothing can wake.
func (r *Run) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	select {
	case <-r.over:
	default:
		close(r.over)
	}
}

// born is the beginning of a thread.
func (r *Run) born() {
	if r.alive.Add(1) == 1 {
		enlist(r)
	}
}

// gone is the end of a thread. Those that remain may all be waiting for it.
func (r *Run) gone() {
	n := r.alive.Add(-1)
	if n == 0 {
		enlist(r)
	}
	if n > 0 && r.waiting.Load() == n && !r.wakeable.Load() {
		r.lookLater()
	}
}

type stoppedError struct{}

func (stoppedError) Error() string { return "stopped" }

// ErrStopped is what Do returns if the run has been stopped.
var ErrStopped error = stoppedError{}

// ErrExited is for those who call Do: what has ended if Do does not return, because the code has
// called runtime.Goexit.
var ErrExited error = exitedError{}

type exitedError struct{}

func (exitedError) Error() string { return "the goroutine has ended" }

// Exported is the function or variable that is kept under a symbol, as compiled code sees it: a
// variable is addressable.
func (m *Machine) Exported(symbol string) (v reflect.Value, ok bool) {
	m.Mu.Lock()
	defer m.Mu.Unlock()
	if g := m.globals[symbol]; g != nil {
		return reflect.NewAt(g.Type.Reflect, g.p).Elem(), true
	}
	f := m.funcs[symbol]
	if f == nil {
		return v, false
	}
	p := f.value()
	return reflect.NewAt(m.ReflectFor(f.sig), unsafe.Pointer(&p)).Elem(), true
}
