// SPDX-License-Identifier: BSD-3-Clause

// Calls. Recursive functions spend most of their time on them, so calls with few arguments, whose
// callee is known, have code of their own.

package node

import (
	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/run"
	"unsafe"
)

// A Call is a compiled call.
type Call struct {
	// Fn is the callee, nil if Begin has to find it.
	Fn *run.Func
	// Begin finds the callee and returns it with a new frame, in which the receiver or the
	// captured variables are set. It is nil if Fn is not.
	Begin func(t *run.Thread, f run.FP) (*run.Func, run.FP)
	Pre   run.Stmt        // runs first, nil for none
	Args  []Storing       // store the arguments
	Nodes []Node          // the arguments, if all of them are known; not the receiver if Begin sets it
	Offs  []uintptr       // where in the frame of the callee
	Ints  []run.Eval[int] // the arguments, if all of them are of type int
	Site  int32           // the position of the call, for traces
	Res   memory.Layout   // of the results
	// Value is the tree of the function value that is called, nil if there is none, and How is how;
	// or that of the interface value of which a method is called, which Methods finds.
	Value   *ir.Expr
	How     *run.ValueCall
	Methods *run.Dispatcher
}

// Start evaluates the callee and the arguments, and returns the callee and its frame.
func (k *Call) Start(t *run.Thread, f run.FP) (*run.Func, run.FP) {
	if k.Pre != nil {
		k.Pre(t, f)
	}
	fn := k.Fn
	var q run.FP
	if k.Begin != nil {
		fn, q = k.Begin(t, f)
	} else {
		q = t.Get(fn)
	}
	for i, st := range k.Args {
		st(t, f, unsafe.Add(q, k.Offs[i]))
	}
	return fn, q
}

// Stmt returns the call as a statement. Results stay in the frame of the callee.
func (k *Call) Stmt() run.Stmt {
	site := k.Site
	if k.Fn != nil && k.Pre == nil {
		fn := k.Fn
		switch len(k.Args) {
		case 0:
			return func(t *run.Thread, f run.FP) run.Ctl {
				q := t.Get(fn)
				t.Enter(f, site)
				fn.Body(t, q)
				t.Depth--
				t.Put(fn, q)
				return run.Next
			}
		case 1:
			a, ao := k.Args[0], k.Offs[0]
			return func(t *run.Thread, f run.FP) run.Ctl {
				q := t.Get(fn)
				a(t, f, unsafe.Add(q, ao))
				t.Enter(f, site)
				fn.Body(t, q)
				t.Depth--
				t.Put(fn, q)
				return run.Next
			}
		case 2:
			a, ao, b, bo := k.Args[0], k.Offs[0], k.Args[1], k.Offs[1]
			return func(t *run.Thread, f run.FP) run.Ctl {
				q := t.Get(fn)
				a(t, f, unsafe.Add(q, ao))
				b(t, f, unsafe.Add(q, bo))
				t.Enter(f, site)
				fn.Body(t, q)
				t.Depth--
				t.Put(fn, q)
				return run.Next
			}
		}
	}
	return func(t *run.Thread, f run.FP) run.Ctl {
		fn, q := k.Start(t, f)
		t.Enter(f, site)
		fn.Body(t, q)
		t.Depth--
		t.Put(fn, q)
		return run.Next
	}
}

// Result returns the call as an expression with its only result.
func (*typed[T]) Result(k *Call) any {
	site := k.Site
	if k.Fn != nil && k.Pre == nil {
		fn := k.Fn
		switch {
		case len(k.Ints) == 1:
			a, ao := k.Ints[0], k.Offs[0]
			return run.Eval[T](func(t *run.Thread, f run.FP) T {
				q := t.Get(fn)
				*(*int)(unsafe.Add(q, ao)) = a(t, f)
				t.Enter(f, site)
				fn.Body(t, q)
				t.Depth--
				r := *(*T)(q)
				t.Put(fn, q)
				return r
			})
		case len(k.Ints) == 2:
			a, ao, b, bo := k.Ints[0], k.Offs[0], k.Ints[1], k.Offs[1]
			return run.Eval[T](func(t *run.Thread, f run.FP) T {
				q := t.Get(fn)
				*(*int)(unsafe.Add(q, ao)) = a(t, f)
				*(*int)(unsafe.Add(q, bo)) = b(t, f)
				t.Enter(f, site)
				fn.Body(t, q)
				t.Depth--
				r := *(*T)(q)
				t.Put(fn, q)
				return r
			})
		case len(k.Args) == 0:
			return run.Eval[T](func(t *run.Thread, f run.FP) T {
				q := t.Get(fn)
				t.Enter(f, site)
				fn.Body(t, q)
				t.Depth--
				r := *(*T)(q)
				t.Put(fn, q)
				return r
			})
		case len(k.Args) == 1:
			a, ao := k.Args[0], k.Offs[0]
			return run.Eval[T](func(t *run.Thread, f run.FP) T {
				q := t.Get(fn)
				a(t, f, unsafe.Add(q, ao))
				t.Enter(f, site)
				fn.Body(t, q)
				t.Depth--
				r := *(*T)(q)
				t.Put(fn, q)
				return r
			})
		case len(k.Args) == 2:
			a, ao, b, bo := k.Args[0], k.Offs[0], k.Args[1], k.Offs[1]
			return run.Eval[T](func(t *run.Thread, f run.FP) T {
				q := t.Get(fn)
				a(t, f, unsafe.Add(q, ao))
				b(t, f, unsafe.Add(q, bo))
				t.Enter(f, site)
				fn.Body(t, q)
				t.Depth--
				r := *(*T)(q)
				t.Put(fn, q)
				return r
			})
		case len(k.Args) == 3:
			a, ao, b, bo, d, do := k.Args[0], k.Offs[0], k.Args[1], k.Offs[1], k.Args[2], k.Offs[2]
			return run.Eval[T](func(t *run.Thread, f run.FP) T {
				q := t.Get(fn)
				a(t, f, unsafe.Add(q, ao))
				b(t, f, unsafe.Add(q, bo))
				d(t, f, unsafe.Add(q, do))
				t.Enter(f, site)
				fn.Body(t, q)
				t.Depth--
				r := *(*T)(q)
				t.Put(fn, q)
				return r
			})
		}
	}
	return run.Eval[T](func(t *run.Thread, f run.FP) T {
		fn, q := k.Start(t, f)
		t.Enter(f, site)
		fn.Body(t, q)
		t.Depth--
		r := *(*T)(q)
		t.Put(fn, q)
		return r
	})
}

// A Storing evaluates an expression and stores its value at dst.
type Storing = func(t *run.Thread, f run.FP, dst unsafe.Pointer)
