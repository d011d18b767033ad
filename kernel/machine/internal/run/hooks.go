// SPDX-License-Identifier: BSD-3-Clause

// Hooks for debuggers and tracers.
//
// Code that is compiled while a hook is set calls the hook before each statement, and at the
// beginning and the end of each function. Code that is compiled without a hook does not check for
// one, so hooks cost nothing when they are not used. The functions here make the calls; which code
// has them is decided where it is compiled.

package run

import (
	"sync/atomic"
)

// HookedStmt returns the statement r, which stands at a site, with a call of the hook before it.
// Stops says that the thread may be stopped between the two.
func HookedStmt(site int32, r Stmt, stops bool) Stmt {
	return func(t *Thread, f FP) Ctl {
		if h := t.M.Hook.Load(); h != nil && h.Statement != nil && !t.Run.Unhooked {
			h.Statement(&Frame{t: t, f: f, site: site})
			if stops {
				t.Back() // the hook may have waited
			}
		}
		return r(t, f)
	}
}

// HookedBody returns the body of a function that calls a hook for each call.
func (f *Func) HookedBody(body Stmt) Stmt {
	site := f.M.Site(f.Pos, f)
	return func(t *Thread, f FP) Ctl {
		h := t.M.Hook.Load()
		if h == nil || t.Run.Unhooked {
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

// TracedBody returns the body of a function that calls the hook of its trace.
func (f *Func) TracedBody(body Stmt) Stmt {
	site := f.M.Site(f.Pos, f)
	return func(t *Thread, q FP) Ctl {
		tr := f.Tracing.Load()
		if tr == nil || tr.Silent.Load() || t.Run.Unhooked {
			return body(t, q)
		}
		frame := &Frame{t: t, f: q, fn: f, site: site, panics: true}
		tr.Hook.Call(frame)
		defer tr.Hook.Return(frame)
		r := body(t, q)
		frame.panics = false
		return r
	}
}

// TracedStmt returns a statement of the function that calls the hook of its trace before it runs.
func (f *Func) TracedStmt(site int32, r Stmt) Stmt {
	return func(t *Thread, q FP) Ctl {
		if tr := f.Tracing.Load(); tr != nil && !tr.Silent.Load() && !t.Run.Unhooked {
			tr.Hook.Statement(&Frame{t: t, f: q, fn: f, site: site})
		}
		return r(t, q)
	}
}

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

// A Tracer is the hook of a trace, which is called for the functions that are traced.
type Tracer struct {
	Hook   *Hook
	Silent atomic.Bool
}

// SetHook sets the hook for what is compiled from now on, or removes it. What has been compiled for
// a hook calls the one that is set when it runs.
func (m *World) SetHook(h *Hook) { m.Hook.Store(h) }

// panicHook calls the hook for a panic that begins at a site.
func (t *Thread) panicHook(f FP, site int32, p *Panic) {
	if h := t.M.Hook.Load(); h != nil && h.Panic != nil && !t.Run.Unhooked {
		h.Panic(&Frame{t: t, f: f, site: site}, p)
	}
}

// uncaughtHook calls the hook for a panic that ends the thread.
func (t *Thread) uncaughtHook(p *Panic) {
	if h := t.M.Hook.Load(); h != nil && h.Uncaught != nil && !t.Run.Unhooked {
		h.Uncaught(&Frame{t: t}, p)
	}
}

// endedHook calls the hook for a thread that has ended.
func (t *Thread) endedHook() {
	if h := t.M.Hook.Load(); h != nil && h.Ended != nil && !t.Run.Unhooked {
		h.Ended(&Frame{t: t})
	}
}
