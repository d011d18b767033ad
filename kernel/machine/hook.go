// Hooks for debuggers and tracers.
//
// Code that is compiled while a hook is set calls the hook before each statement, and at the
// beginning and the end of each function. Code that is compiled without a hook does not check for
// one, so hooks cost nothing when they are not used.

package machine

import (
	"go/ast"
	"unsafe"

	"polka/kernel/machine/internal/memory"
)

// A Hook is called while code runs. Its functions may be nil. They run on the goroutine of the
// cell, which waits for them; several goroutines of a cell may call them at the same time.
type Hook struct {
	// Statement is called before each statement.
	Statement func(*Frame)
	// Call is called when a function begins, and Return when it ends.
	Call, Return func(*Frame)
	// Panic is called when a goroutine begins to panic, before deferred calls run.
	Panic func(*Frame, *Panic)
	// Uncaught is called when a panic ends a goroutine, after its deferred calls. The frame is that
	// of no call.
	Uncaught func(*Frame, *Panic)
	// Ended is called when a goroutine of a go statement has ended. The frame is that of no call.
	Ended func(*Frame)
}

// SetHook sets the hook for what is compiled from now on, or removes it. What has been compiled for
// a hook calls the one that is set when it runs.
func (m *Machine) SetHook(h *Hook) { m.hook.Store(h) }

// hooked is a statement that tells a debugger before it runs.
func (c *comp) hooked(h *Hook, s ast.Stmt, r stmt) stmt {
	switch s.(type) {
	case *ast.BlockStmt, *ast.LabeledStmt, *ast.EmptyStmt:
		return r
	}
	return c.hookedAt(s, r)
}

func (c *comp) hookedAt(s ast.Node, r stmt) stmt {
	site := c.site(s)
	return func(t *thread, f fp) ctl {
		if h := t.m.hook.Load(); h != nil && h.Statement != nil && !t.run.Unhooked {
			h.Statement(&Frame{t: t, f: f, site: site})
			t.back() // the hook may have waited
		}
		return r(t, f)
	}
}

// panicHook calls the hook for a panic that begins at a site.
func (t *thread) panicHook(f fp, site int32, p *Panic) {
	if h := t.m.hook.Load(); h != nil && h.Panic != nil && !t.run.Unhooked {
		h.Panic(&Frame{t: t, f: f, site: site}, p)
	}
}

// uncaughtHook calls the hook for a panic that ends the thread.
func (t *thread) uncaughtHook(p *Panic) {
	if h := t.m.hook.Load(); h != nil && h.Uncaught != nil && !t.run.Unhooked {
		h.Uncaught(&Frame{t: t}, p)
	}
}

// endedHook calls the hook for a thread that has ended.
func (t *thread) endedHook() {
	if h := t.m.hook.Load(); h != nil && h.Ended != nil && !t.run.Unhooked {
		h.Ended(&Frame{t: t})
	}
}

// hookedBody is the body of a function that tells a hook of each call.
func (c *comp) hookedBody(body stmt) stmt {
	site := c.m.site(c.fn.Pos, c.fn)
	return func(t *thread, f fp) ctl {
		h := t.m.hook.Load()
		if h == nil || t.run.Unhooked {
			return body(t, f)
		}
		frame := &Frame{t: t, f: f, site: site}
		if h.Call != nil {
			h.Call(frame)
		}
		if h.Return != nil {
			frame.panics = true
			defer h.Return(frame)
		}
		r := body(t, f)
		frame.panics = false
		return r
	}
}

// A Frame is an open call. It is valid until the call ends.
type Frame struct {
	t      *thread
	f      fp
	fn     *Func // of a frame of a trace
	site   int32
	panics bool
}

// Pos is the place of the statement, or of the function.
func (f *Frame) Pos() tokenPos { return f.t.m.siteAt(f.site).pos }

// Func is the function of the frame.
func (f *Frame) Func() *Func {
	if f.fn != nil {
		return f.fn
	}
	return f.t.m.siteAt(f.site).f
}

// Depth is how many calls are open below this one.
func (f *Frame) Depth() int { return int(f.t.depth) }

// Goroutine tells frames of one goroutine from those of others.
func (f *Frame) Goroutine() any { return f.t }

// Panics reports, for Return, whether the function ends by a panic or has been stopped.
func (f *Frame) Panics() bool { return f.panics }

// Locals calls show with each variable of the frame that the statement sees.
func (f *Frame) Locals(show func(name string, v memory.Value)) { f.t.m.locals(f.site, f.f, show) }

// Arguments calls show with each parameter, the receiver first, as it is when the function begins.
// A parameter without a name has the name "_".
func (f *Frame) Arguments(show func(name string, v memory.Value)) {
	fn := f.Func()
	f.vars(&fn.params, func(i int) string { return fn.sig.Params().At(i).Name() }, show)
}

// Results calls show with each result of a function that has ended.
func (f *Frame) Results(show func(name string, v memory.Value)) {
	fn := f.Func()
	f.vars(&fn.results, func(i int) string { return fn.sig.Results().At(i).Name() }, show)
}

func (f *Frame) vars(l *memory.Layout, name func(i int) string, show func(name string, v memory.Value)) {
	for i, t := range l.Types {
		n := name(i)
		if n == "" {
			n = "_"
		}
		show(n, t.ValueAt(unsafe.Add(f.f, l.Offsets[i])))
	}
}

// locals calls show with each variable of a frame that is seen at a site.
func (m *Machine) locals(n int32, f fp, show func(name string, v memory.Value)) {
	s := m.siteAt(n)
	if s.f == nil || s.f.hidden {
		return
	}
	at := s.pos
	for _, l := range s.f.locals {
		if l.pos >= at || at < l.from || at >= l.end {
			continue
		}
		p := unsafe.Add(f, l.v.off)
		if l.v.boxed {
			if p = *(*unsafe.Pointer)(p); p == nil {
				continue
			}
		}
		show(l.name, l.v.t.ValueAt(p))
	}
}
