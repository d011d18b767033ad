// SPDX-License-Identifier: BSD-3-Clause

// Deferred calls and recover.
//
// The code of a function with deferred calls, and then those calls, run below a recover of Go. A
// panic of a cell is a panic of Go, so it passes through compiled code as any other; but a call of
// panic in the code of such a function itself only returns from it (Thread.Raise). A function
// that is run as a deferred call finds the panic in its thread when it begins, and takes it from
// there; in all other functions recover returns nil.

package run

import "unsafe"

// A DeferFrame has the deferred calls of one call of a function.
type DeferFrame struct {
	Calls []DeferredCall
	// raised is a panic of the function itself (Thread.Raise), while the calls run.
	raised Passing
	// followed says that another panic has begun in a deferred call, and refers to the one before.
	followed bool
}

// A DeferredCall is a call whose arguments have been evaluated.
type DeferredCall struct {
	Fn   *Func
	Q    FP    // the frame, with the arguments
	Site int32 // the position of the defer statement
	// Recover is where the frame of the function that defers recover itself keeps the panic that it
	// may recover.
	Recover **Passing
}

// A Passing is the reason why functions end early: a panic, a stop, or runtime.Goexit.
type Passing struct {
	Panic     *Panic
	other     any    // a panic that no cell can recover
	exit      *Panic // with the trace, if other asks for the end of the program
	Recovered bool
}

// A panicking is a panic that is running a deferred call, and the depth of the call.
type panicking struct {
	Depth int32
	P     *Panic
}

// again continues the panic or exit that is passing.
func (p *Passing) again() {
	if p.Panic != nil {
		if p.Panic.deep != nil {
			p.Panic.deep.tooDeep.Store(p.Panic)
		}
		panic(p.Panic)
	}
	panic(p.other)
}

// An exiter is a panic value that asks for the end of the program: no deferred call runs.
type exiter interface{ ExitCode() int }

// WithDefers runs the body of a function with deferred calls in the frame f, which refers to its
// DeferFrame at the offset at.
func (t *Thread) WithDefers(body Stmt, f FP, at uintptr) {
	d := t.deferFrame()
	*(**DeferFrame)(unsafe.Add(f, at)) = d
	depth, grace := t.Depth, t.grace
	p := t.protect(func() { body(t, f) }, d)
	t.Depth = depth
	x := t.raised
	if x != nil {
		t.raised, d.raised = nil, Passing{Panic: x}
		p = &d.raised
	}
	if p != nil || len(d.Calls) > 0 {
		p = t.runDeferred(d, p)
		t.grace = grace
		t.Depth = depth
	}
	if p != nil {
		p.again()
	}
	if x != nil && !d.followed {
		*x = Panic{}
		t.spare = x
	}
	d.followed = false
	if cap(d.Calls) <= 16 { // a loop may have deferred many
		d.raised = Passing{}
		t.deferFrames = append(t.deferFrames, d)
	}
}

// deferFrame returns a DeferFrame without calls. After a panic it is lost.
func (t *Thread) deferFrame() *DeferFrame {
	n := len(t.deferFrames)
	if n == 0 {
		return new(DeferFrame)
	}
	d := t.deferFrames[n-1]
	t.deferFrames = t.deferFrames[:n-1]
	return d
}

// runDeferred runs the calls, the last first, while p passes, and returns what passes after them.
func (t *Thread) runDeferred(d *DeferFrame, p *Passing) *Passing {
	if p != nil {
		if _, ok := p.other.(exiter); ok {
			return p
		}
	}
	t.grace = max(t.grace, t.Run.Stopped.Load(), 1)
	depth := t.Depth
	for len(d.Calls) > 0 {
		n := len(d.Calls) - 1
		call := d.Calls[n]
		d.Calls[n] = DeferredCall{} // the slice is used again
		d.Calls = d.Calls[:n]
		if call.Recover != nil {
			// As a call in the function itself, if the function has come to its end.
			if r := *call.Recover; r != nil && p == nil {
				r.Recovered = true
			}
			continue
		}
		if call.Fn == nil {
			continue
		}
		q := t.protect(func() {
			t.Passing = nil
			if p != nil && p.Panic != nil && call.Fn.Recovers {
				t.Passing = p
			}
			if p != nil && p.Panic != nil {
				t.Panics = append(t.Panics, panicking{t.Depth, p.Panic})
				defer func() { t.Panics = t.Panics[:len(t.Panics)-1] }()
			}
			t.invoke(call.Fn, call.Q, call.Site)
			t.Put(call.Fn, call.Q)
		}, d)
		t.Depth = depth
		t.Passing = nil
		if q != nil {
			if q.Panic != nil && p != nil && p.Panic != nil {
				q.Panic.after(p)
				d.followed = true
			}
			p = q
			if _, ok := p.other.(exiter); ok {
				return p
			}
		} else if p != nil && p.Recovered {
			p = nil
		}
	}
	return p
}

// after notes that the panic, and those that were passing when it began, began while q was passing.
func (p *Panic) after(q *Passing) {
	for p != q.Panic && p.earlier != nil {
		p = p.earlier
	}
	for e := q.Panic; e != nil; e = e.earlier {
		if e == p {
			return // the same panic, which compiled code has passed on
		}
	}
	p.earlier, q.Panic.recovered = q.Panic, q.Recovered
}

// protect calls f and returns what has ended it early, nil if it returned. runtime.Goexit cannot be
// undone, not even if a deferred call panics: then the deferred calls of d run here, and a panic
// that none of them recovers is reported by the last protect, which has no d.
func (t *Thread) protect(f func(), d *DeferFrame) (p *Passing) {
	normal, exits, mark := false, t.goexit, t.nativeMark()
	defer func() {
		if normal {
			return
		}
		t.nativeReset(mark)
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
			t.Run.tooDeep.CompareAndSwap(x, nil)
			p = &Passing{Panic: x}
		case stopped:
			p = &Passing{other: x}
		case exiter:
			p = &Passing{other: x, exit: t.newPanicOfCall(x)}
		default:
			p = &Passing{Panic: t.caught(x)}
		}
		if !t.goexit || exits {
			return
		}
		if d != nil {
			if p = t.runDeferred(d, p); p != nil {
				p.again()
			}
		} else if p.Panic != nil {
			t.uncaughtHook(p.Panic)
			if t.Run.Failed != nil {
				t.Run.Failed(p.Panic)
			}
		}
	}()
	f()
	normal = true
	return nil
}
