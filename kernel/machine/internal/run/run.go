// SPDX-License-Identifier: BSD-3-Clause

// Runs: executions of code, with the goroutines that they start.

package run

import (
	"context"
	"go/ast"
	"go/token"
	"slices"
	"sync"
	"sync/atomic"

	"polka/kernel/machine/internal/memory"
)

// A Run is one execution: the goroutines that it starts belong to it.
type Run struct {
	m       *World
	Stopped atomicInt32
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
	Spawned func(pos token.Pos) (end func())
	// Go starts a goroutine; nil is a go statement.
	Go func(f func())
	// Context is the context of the running cell.
	Context func() context.Context
	// Alone reports whether no goroutines of other runs are alive. It may be nil.
	Alone func() bool
	// Program is set if the run is a program: what ends a Go program, but not a cell, also ends the
	// run.
	Program bool
	// Unhooked is set if the run calls no hooks, neither a debugger's nor those of a trace.
	Unhooked bool

	alive, waiting atomic.Int32           // threads, and those that wait for others
	moves          atomic.Int64           // how often a thread has stopped waiting
	wakeable       atomic.Bool            // compiled code may wake a thread
	tooDeep        atomic.Pointer[Panic]  // a panic that only code of cells recovers, while it passes
	timers         atomic.Int64           // when the last timer fires, in nanoseconds since 1970; 0 if there is none
	looking        atomic.Bool            // a look at whether the run is dead is to come
	suspect        atomic.Int64           // 1 + the moves at which a look has found it dead
	last           atomic.Pointer[Thread] // the one that began to wait last
}

// Start makes a Run, which is the current one until the next.
func (m *World) Start() *Run {
	r := &Run{m: m, done: make(chan struct{}), over: make(chan struct{})}
	r.MaxDepth(maxDepth)
	m.remember(m.current.Swap(r))
	return r
}

// Done is closed when the run has been stopped.
func (r *Run) Done() <-chan struct{} { return r.done }

// Wakeable tells the run that other code than its own may wake its goroutines, so that it is never
// regarded as dead.
func (r *Run) Wakeable() { r.wakeable.Store(true) }

// MaxDepth limits the number of calls that are open in a goroutine of the run, so that a recursion
// without an end panics long before the stack is exhausted, which would end the process.
func (r *Run) MaxDepth(n int32) {
	n = min(n, maxDepth)
	r.most.Store(n)
	r.limit.Store(n)
}

// thread makes a thread of the run.
func (m *World) thread(r *Run) *Thread {
	return &Thread{M: m, Run: r, limit: &r.limit}
}

// Spawn starts a goroutine of the run. It calls done, if that is not nil, unless the goroutine
// panics.
func (r *Run) Spawn(fn *Func, q FP, site int32, done func()) {
	end := r.Started(site)
	body := func() { r.Goroutine(fn, q, end, done) }
	if r.Go != nil {
		r.Go(body)
		return
	}
	go body()
}

// Started counts a goroutine that a call at the site starts.
func (r *Run) Started(site int32) (end func()) {
	end = func() {}
	if r.Spawned != nil {
		end = r.Spawned(r.m.SiteAt(site).Pos)
	}
	r.born()
	return end
}

// Goroutine is what a goroutine of the run does. It is not inlined, since ownGoroutine looks for
// it.
//
//go:noinline
func (r *Run) Goroutine(fn *Func, q FP, end, done func()) {
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
	if p.Panic != nil {
		t.uncaughtHook(p.Panic)
	}
	if r.Failed != nil {
		if p.Panic != nil {
			r.Failed(p.Panic)
		} else if p.exit != nil {
			r.Failed(p.exit)
		} else {
			r.Failed(p.other)
		}
	}
}

// Do runs the steps of code. It returns nil, a *Panic, or the value with which compiled code has
// panicked; ErrStopped means that the run was stopped.
func (r *Run) Do(code *Code) (err any) {
	if code.Func == nil {
		return nil
	}
	return r.do(func(t *Thread) {
		q := t.Get(code.Func)
		for _, s := range code.Steps {
			s(t, q)
		}
	})
}

// do runs f on a thread of its own.
func (r *Run) do(f func(*Thread)) (err any) {
	defer r.label()()
	t := r.m.thread(r)
	t.Main = true
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
	case p.Panic != nil:
		t.uncaughtHook(p.Panic)
		return p.Panic
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

// ErrExited is for callers of Do: the result if Do does not return, because the code has called
// runtime.Goexit.
var ErrExited error = exitedError{}

type exitedError struct{}

func (exitedError) Error() string { return "the goroutine has ended" }

// Current returns the newest run, nil if there is none.
func (m *World) Current() *Run { return m.current.Load() }

// Resume makes r, which was the current run before the newest one, the current run again.
func (m *World) Resume(r *Run) {
	m.remember(m.current.Swap(r))
	m.runsMu.Lock()
	defer m.runsMu.Unlock()
	m.earlier = slices.DeleteFunc(m.earlier, func(o *Run) bool { return o == r })
}
