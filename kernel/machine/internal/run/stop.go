// SPDX-License-Identifier: BSD-3-Clause

// Stopping.
//
// A run that is stopped has its limit of depth set to zero, so that each of its threads notices at
// its next call, and its loops check in each iteration. Code that waits for a channel, for time, a
// lock or another goroutine also waits for the stop. A stopped thread unwinds by a panic that no
// cell can recover, and runs its deferred calls. These are limited too: they have a grace period of
// as many stops as there have been, and the next one ends them.
//
// Two kinds of goroutines need more. One is inside compiled code, which does not check: the run is
// left behind. When the code returns, or calls a function of a cell, the goroutine is stopped,
// although another run may be the current one by then; so each goroutine carries the label of its
// run, as package runtime/pprof defines labels, which the goroutines that it starts inherit. The
// other has been started by compiled code, as a handler of a server is. (Those of WaitGroup.Go and
// of timers are made goroutines of the run.) A panic there would end the process. It ends by
// runtime.Goexit, which runs the deferred calls of compiled code too.
//
// A stopped goroutine has to be scheduled to notice, and so has the one that waits for its end. Go
// gives every goroutine that computes 10 ms, so with four for each processor a stop would take 40
// ms or more. While a stop is under way, the limits of all other runs of the process are zero too,
// and their threads yield at each call and each iteration of a loop.
//
// A lock whose owner has been stopped stays locked, as it would in Go, unless a deferred call
// unlocks it. So a thread is not stopped between a statement and a defer statement that directly
// follows it, nor at the call that unlocks.
//
// A sync.Mutex must not be unlocked twice: Go ends the process for that. A stop can come where a
// deferred Unlock does not expect it, between an Unlock and a Lock of the function. So an Unlock in
// a stopped run checks first.

package run

import (
	"context"
	"runtime"
	"runtime/pprof"
	"strconv"
	"sync"
	"sync/atomic"
	"unsafe"
)

// stopped is the panic that ends the threads of a run that has been stopped.
type stopped struct{ r *Run }

// End ends the thread, whose run has been stopped.
func (t *Thread) End() {
	if t.borrowed {
		if own, _ := ownGoroutine(); !own {
			t.grace = t.Run.Stopped.Load() // for the deferred calls, which run on top of the call of Goexit
			runtime.Goexit()
		}
	}
	panic(stopped{t.Run})
}

// Stops is closed when the thread has to end.
func (t *Thread) Stops() <-chan struct{} {
	if t.grace == 0 {
		return t.Run.done
	}
	return t.Run.doneAfter(t.grace)
}

// Stop makes all threads of the run end at their next call or loop iteration; their deferred calls
// run. A second Stop ends deferred calls too.
func (r *Run) Stop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := r.Stopped.Add(1)
	if n == 1 {
		r.limit.Store(0)
		close(r.done)
	}
	for g, c := range r.later {
		if n > g {
			close(c)
			delete(r.later, g)
		}
	}
}

// running are the runs of the process that have threads. In a stop, all of them yield.
var running = struct {
	sync.Mutex
	runs map[*Run]bool
}{runs: make(map[*Run]bool)}

// stopping is how many stops are under way.
var stopping atomic.Int32

// enlist enters r, whose first thread has begun, or removes it after the last has ended.
func enlist(r *Run) {
	running.Lock()
	defer running.Unlock()
	if r.alive.Load() > 0 {
		running.runs[r] = true
	} else {
		delete(running.runs, r)
	}
}

// Yield makes the threads of all runs of the process yield repeatedly until end is called, so that
// those which are being stopped, and their waiters, are scheduled soon.
func Yield() (end func()) {
	stopping.Add(1)
	running.Lock()
	defer running.Unlock()
	for r := range running.runs {
		r.limit.Store(0)
	}
	return func() { stopping.Add(-1) }
}

// yield is called where the limit of depth is zero and the thread does not end.
func (t *Thread) yield() {
	r := t.Run
	if stopping.Load() > 0 {
		runtime.Gosched()
		return
	}
	if r.Stopped.Load() == 0 {
		r.limit.CompareAndSwap(0, r.most.Load())
		if r.Stopped.Load() > 0 || stopping.Load() > 0 { // by now
			r.limit.Store(0)
		}
	}
}

// doneAfter is closed when the run has been stopped more than n times.
func (r *Run) doneAfter(n int32) <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := r.later[n]
	if c == nil {
		c = make(chan struct{})
		if r.Stopped.Load() > n {
			close(c)
			return c
		}
		if r.later == nil {
			r.later = make(map[int32]chan struct{})
		}
		r.later[n] = c
	}
	return c
}

// StopOthers stops the earlier runs of the machine of which goroutines are alive or functions are
// being called, but r.
func (m *World) StopOthers(r *Run) {
	m.runsMu.Lock()
	list := append([]*Run(nil), m.earlier...)
	m.runsMu.Unlock()
	if c := m.current.Load(); c != nil {
		list = append(list, c)
	}
	for _, o := range list {
		if o != r && o.active() {
			o.Stop()
		}
	}
}

// active reports whether code of the run is running, or waits.
func (r *Run) active() bool { return r.alive.Load() > 0 || r.nested.Load() > 0 }

// remember keeps the run that was current, if it continues.
func (m *World) remember(old *Run) {
	m.runsMu.Lock()
	defer m.runsMu.Unlock()
	kept := m.earlier[:0]
	for _, r := range m.earlier {
		if r.active() && (r.alive.Load() > 0 || r.Stopped.Load() == 0) {
			kept = append(kept, r)
		}
	}
	clear(m.earlier[len(kept):])
	m.earlier = kept
	if old != nil && old.active() {
		m.earlier = append(m.earlier, old)
	}
}

// getLabels and setLabels are the labels of the calling goroutine.
//
//go:linkname getLabels runtime/pprof.runtime_getProfLabel
func getLabels() unsafe.Pointer

//go:linkname setLabels runtime/pprof.runtime_setProfLabel
func setLabels(unsafe.Pointer)

// label marks the calling goroutine, and those that it will start, as the run's. The result removes
// the mark from the caller.
func (r *Run) label() (restore func()) {
	old := getLabels()
	pprof.SetGoroutineLabels(pprof.WithLabels(context.Background(), pprof.Labels("run", strconv.Itoa(int(runs.Add(1))))))
	p := getLabels()
	key, m := uintptr(p), r.m
	m.labelled.Store(key, r)
	r.labels.Store(key)
	// The mark is forgotten when no goroutine has it any more.
	runtime.AddCleanup((*[3]uintptr)(p), func(r *Run) { m.labelled.CompareAndDelete(key, r) }, r)
	return func() { setLabels(old) }
}

var runs atomic.Int64

// ofGoroutine returns the run that a function of a cell belongs to which compiled code calls: the
// current one, unless the goroutine is one of the machine's whose run has been stopped.
func (m *World) ofGoroutine() *Run {
	r := m.current.Load()
	if p := uintptr(getLabels()); p != 0 && p != r.labels.Load() {
		if o, ok := m.labelled.Load(p); ok && o.(*Run).Stopped.Load() > 0 {
			if own, _ := ownGoroutine(); own {
				return o.(*Run)
			}
		}
	}
	return r
}

// An abandoned is the panic that ends a thread which nothing can wake. As in Go, its deferred calls
// do not run.
type abandoned struct{}

// ExitCode says that no deferred call runs.
func (abandoned) ExitCode() int { return 0 }

// Forever waits where nothing can wake the thread: at a nil channel, or in a select without cases.
// It does not return. A goroutine ends with the code of its run.
func (t *Thread) Forever() {
	r := t.Run
	over := r.over
	if t.Main || t.borrowed {
		over = nil
	}
	if !t.borrowed {
		r.stuck.Add(1)
		defer r.stuck.Add(-1)
	}
	t.Wait()
	defer t.Waited()
	select {
	case <-t.Stops():
		t.End()
	case <-over:
		panic(abandoned{})
	}
}

// Stuck returns how many goroutines of other runs than r wait where nothing can wake them.
func (m *World) Stuck(r *Run) (n int) {
	m.runsMu.Lock()
	defer m.runsMu.Unlock()
	for _, o := range m.earlier {
		if o != r {
			n += int(o.stuck.Load())
		}
	}
	return n
}
