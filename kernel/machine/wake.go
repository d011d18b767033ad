// SPDX-License-Identifier: BSD-3-Clause

// Compiled functions that wait for other goroutines, start them, or wake them later.

package machine

import (
	"go/ast"
	"go/types"
	"runtime"
	"strings"
	"sync"
	"time"
	"unsafe"

	"polka/kernel/machine/internal/run"
)

// wakes returns for how long after its call a compiled function can wake threads: the result is nil
// for those that cannot.
func wakes(name string) func(f *run.Func, q run.FP) time.Duration {
	duration := func(i int) func(*run.Func, run.FP) time.Duration {
		return func(f *run.Func, q run.FP) time.Duration { return *run.At[time.Duration](q, f.Params.Offsets[i]) }
	}
	always := func(*run.Func, run.FP) time.Duration { return run.MaxTimer + 1 }
	switch name {
	case "time.After", "time.NewTimer":
		return duration(0)
	case "(*time.Timer).Reset", "context.WithTimeout", "context.WithTimeoutCause":
		return duration(1)
	case "context.WithDeadline", "context.WithDeadlineCause":
		return func(f *run.Func, q run.FP) time.Duration {
			return time.Until(*run.At[time.Time](q, f.Params.Offsets[1]))
		}
	case "time.NewTicker", "time.Tick", "(*time.Ticker).Reset", "context.AfterFunc":
		return always
	}
	name = strings.TrimLeft(name, "(*")
	for _, prefix := range []string{"os/signal.", "net.", "net/", "os.", "os/exec.", "io.Pipe", "syscall.",
		"runtime.SetFinalizer", "runtime.AddCleanup", "polka/"} {
		if strings.HasPrefix(name, prefix) {
			return always
		}
	}
	return nil
}

// wakingValue reports whether the compiled function value at fv, which is called without its name,
// may wake threads later. All of packages time and context are taken for such functions, except for
// those that end contexts.
func wakingValue(fv unsafe.Pointer) bool {
	pc := **(**uintptr)(unsafe.Pointer(&fv))
	if yes, ok := wakingValues.Load(pc); ok {
		return yes.(bool)
	}
	name := ""
	if f := runtime.FuncForPC(pc); f != nil {
		name = f.Name()
	}
	yes := name == "" || wakes(name) != nil || strings.HasPrefix(name, "reflect.") ||
		strings.HasPrefix(name, "time.") && name != "time.Now" && name != "time.Since" ||
		strings.HasPrefix(name, "context.") && !strings.Contains(name, ".func")
	wakingValues.Store(pc, yes)
	return yes
}

// wakingValues are the answers of wakingValue by the addresses of functions.
var wakingValues sync.Map

// waitingCall makes the call of a function that waits for other goroutines, and counts the thread
// as waiting meanwhile; it is nil for all other functions.
func waitingCall(name string) func(t *run.Thread, f *run.Func, q run.FP) bool {
	switch name {
	case "(*sync.WaitGroup).Wait":
		return waiting(func(t *run.Thread, p *sync.WaitGroup) bool { t.Await(p.Wait, nil); return true })
	case "(*sync.Cond).Wait":
		return waiting(func(t *run.Thread, p *sync.Cond) bool { t.CondWait(p); return true })
	case "(*sync.Mutex).Lock":
		return waiting(func(t *run.Thread, p *sync.Mutex) bool {
			if !p.TryLock() {
				t.Lock(p.TryLock, p.Lock, p.Unlock)
			}
			return true
		})
	case "(*sync.RWMutex).Lock":
		return waiting(func(t *run.Thread, p *sync.RWMutex) bool {
			if !p.TryLock() {
				t.Lock(p.TryLock, p.Lock, p.Unlock)
			}
			return true
		})
	case "(*sync.RWMutex).RLock":
		return waiting(func(t *run.Thread, p *sync.RWMutex) bool {
			if !p.TryRLock() {
				t.Lock(p.TryRLock, p.RLock, p.RUnlock)
			}
			return true
		})
	case "(*sync.Mutex).Unlock":
		return waiting(func(t *run.Thread, p *sync.Mutex) bool { return t.Run.Stopped.Load() > 0 && unlocked(p) })
	case "(*sync.RWMutex).Unlock":
		return waiting(func(t *run.Thread, p *sync.RWMutex) bool {
			return t.Run.Stopped.Load() > 0 && (unlocked(p) || unlocked(tryReader{p}))
		})
	case "(*sync.RWMutex).RUnlock":
		return waiting(func(t *run.Thread, p *sync.RWMutex) bool { return t.Run.Stopped.Load() > 0 && unlocked(p) })
	}
	return nil
}

// waiting calls do with the receiver of a method. Do reports whether it has made the call.
func waiting[T any](do func(t *run.Thread, p *T) bool) func(t *run.Thread, f *run.Func, q run.FP) bool {
	return func(t *run.Thread, f *run.Func, q run.FP) bool {
		p := *run.At[*T](q, f.Params.Offsets[0])
		return p != nil && do(t, p)
	}
}

// A tryReader is the lock of readers.
type tryReader struct{ m *sync.RWMutex }

func (r tryReader) TryLock() bool { return r.m.TryRLock() }

func (r tryReader) Unlock() { r.m.RUnlock() }

// unlocked reports whether a lock can be acquired without waiting.
func unlocked(l interface {
	TryLock() bool
	Unlock()
}) bool {
	if !l.TryLock() {
		return false
	}
	l.Unlock()
	return true
}

// startingCall makes the call of a function that starts a goroutine with a function of the cell, as
// a goroutine of the run; it is nil for all other functions.
func startingCall(name string) func(t *run.Thread, f *run.Func, q run.FP) bool {
	function := func(t *run.Thread, f *run.Func, q run.FP) (fn *run.Func, frame func() run.FP) {
		cl := run.OwnClosure(*run.At[unsafe.Pointer](q, f.Params.Offsets[1]), run.ShapeOf(">").Pc)
		if cl == nil {
			return nil, nil
		}
		fn = cl.Fn
		if fn.Compile != nil {
			fn.Ready()
		}
		return fn, func() run.FP {
			q := fn.Frame.Alloc()
			if len(fn.Caught.Offsets) > 0 {
				fn.Fill(q, cl)
			}
			return q
		}
	}
	switch name {
	case "(*sync.WaitGroup).Go":
		return func(t *run.Thread, f *run.Func, q run.FP) bool {
			wg := *run.At[*sync.WaitGroup](q, f.Params.Offsets[0])
			fn, frame := function(t, f, q)
			if wg == nil || fn == nil {
				return false
			}
			wg.Add(1)
			t.Run.Spawn(fn, frame(), t.Site, wg.Done)
			return true
		}
	case "time.AfterFunc":
		return func(t *run.Thread, f *run.Func, q run.FP) bool {
			fn, frame := function(t, f, q)
			if fn == nil {
				return false
			}
			r, site := t.Run, t.Site
			d := *run.At[time.Duration](q, f.Params.Offsets[0])
			r.Timer(d)
			*run.At[*time.Timer](q, f.Results.Offsets[0]) = time.AfterFunc(d, func() {
				if r.Stopped.Load() == 0 {
					r.Goroutine(fn, frame(), r.Started(site), nil)
				}
			})
			return true
		}
	}
	return nil
}

// sleep is time.Sleep. A stop wakes it.
func sleep(t *run.Thread, f *run.Func, q run.FP) bool {
	d := *run.At[time.Duration](q, f.Params.Offsets[0])
	if d <= 0 {
		return true
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-t.Stops():
		t.End()
	}
	return true
}

// unlocks reports whether a compiled function ends what a thread must not be stopped in.
func unlocks(name string) bool {
	switch name {
	case "(*sync.Mutex).Unlock", "(*sync.RWMutex).Unlock", "(*sync.RWMutex).RUnlock", "(*sync.WaitGroup).Done":
		return true
	}
	return false
}

// acquires reports whether a statement locks, so that a thread which is stopped behind it may keep
// the lock.
func (c *comp) acquires(s ast.Stmt) bool {
	x, ok := s.(*ast.ExprStmt)
	if !ok {
		return false
	}
	switch c.methodName(x.X) {
	case "(*sync.Mutex).Lock", "(*sync.RWMutex).Lock", "(*sync.RWMutex).RLock", "(sync.Locker).Lock":
		return true
	}
	return false
}

// releases reports whether a statement ends, or arranges the end of, what the one before it has
// begun: it unlocks, or it defers a call. A thread is not stopped between the two.
func (c *comp) releases(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.DeferStmt:
		return true
	case *ast.ExprStmt:
		name := c.methodName(s.X)
		return unlocks(name) || name == "(sync.Locker).Unlock"
	}
	return false
}

// methodName is the full name of the method that an expression calls, "" if it calls none.
func (c *comp) methodName(e ast.Expr) string {
	if k, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		if x, ok := ast.Unparen(k.Fun).(*ast.SelectorExpr); ok {
			if f, ok := c.info.Uses[x.Sel].(*types.Func); ok {
				return f.FullName()
			}
		}
	}
	return ""
}
