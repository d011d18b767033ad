// SPDX-License-Identifier: BSD-3-Clause

// Threads, frames and calls.
//
// A frame has the variables of one call. It is a Go value whose type is a struct of the results,
// the parameters and the local variables, in this order, so that the garbage collector sees every
// pointer and a closure finds a variable by its offset. When a call has returned, its frame is used
// again: each thread keeps a stack of frames for each function. The frames of calls that a panic
// ended are left to the collector. Variables that a closure changes, or whose address is taken, are
// on the heap, and the frame has a pointer to them; parameters and results that only deferred
// literals capture are in the frame, and so is the pointer.
//
// A thread is a goroutine that runs code of cells. It has its depth, and the positions of the calls
// that it is in, from which traces are made. For this, a call costs two stores and one comparison,
// which finds too deep a recursion and also a cell that has been stopped.

package run

import (
	"sync/atomic"
	"unsafe"

	"polka/internal/yield"
)

// An FP is the address of a frame.
type FP = unsafe.Pointer

type atomicInt32 = atomic.Int32

// An Eval is the closure of an expression whose value is a T.
type Eval[T any] = func(*Thread, FP) T

// A Stmt is the closure of a statement. It returns where the function continues.
type Stmt = func(*Thread, FP) Ctl

// A Ctl says where a function continues after a statement: at the next statement, at its end, or,
// from FirstLabel on, at one of its labels.
type Ctl int

const (
	Next Ctl = iota
	Returned
	FirstLabel
)

// A Thread is a goroutine that runs code of cells.
type Thread struct {
	M     *World
	Run   *Run
	Depth int32
	limit *atomicInt32 // of depth; 0 after the run has been stopped
	grace int32        // stops that this thread may ignore while it runs deferred calls
	Sites []int32      // of the open calls
	pools [poolCount]pool
	// Panics are those for which deferred calls are being run, the innermost last.
	Panics []panicking
	// Passing is the panic that the deferred function which is called next may recover.
	Passing *Passing
	raised  *Panic // see Raise
	spare   *Panic // for the next call of Raise, nil for none
	// deferFrames are free ones.
	deferFrames []*DeferFrame
	Site        int32
	goexit      bool
	waits       atomic.Bool // for others
	turns       uint32      // calls and turns of loops, counted in a browser
	// borrowed says that compiled code has called a function of a cell, and its goroutine may not
	// be one of the machine's.
	borrowed bool
	Main     bool // it is that of Run.Do
	home     int8 // of a borrowed thread: 1 if it is on the goroutine of Run.Do, 2 if not, 0 if not known
	native   nativeState
	// Kept is what package border keeps from one call of compiled code to the next.
	Kept any
}

const poolCount = 64

// A pool holds free frames of one function.
type pool struct {
	f    *Func
	free []FP
}

// Get returns a frame for a call of f.
func (t *Thread) Get(f *Func) FP {
	p := &t.pools[uint(f.Id)%poolCount]
	if p.f == f {
		if n := len(p.free); n > 0 {
			q := p.free[n-1]
			p.free = p.free[:n-1]
			return q
		}
	}
	return t.newFrame(f, p)
}

func (t *Thread) newFrame(f *Func, p *pool) FP {
	if f.Compile != nil {
		f.Ready()
	}
	if p.f != f {
		p.f, p.free = f, p.free[:0]
	}
	return f.Frame.Alloc()
}

// Put gives back the frame of a call that is over.
func (t *Thread) Put(f *Func, q FP) {
	for _, off := range f.Ptrs {
		*(*unsafe.Pointer)(unsafe.Add(q, off)) = nil
	}
	p := &t.pools[uint(f.Id)%poolCount]
	if p.f == f && len(p.free) < maxFree {
		p.free = append(p.free, q)
	}
}

const maxFree = 1 << 12

// Enter is the beginning of a call at a site of the function whose frame is f, nil if that is not
// known. The caller decrements depth after it.
func (t *Thread) Enter(f FP, site int32) {
	if yield.Cooperative {
		t.pause()
	}
	d := t.Depth
	t.Depth = d + 1
	if d >= t.limit.Load() {
		t.over(f, site)
	}
	if int(d) < len(t.Sites) {
		t.Sites[d] = site
	} else {
		t.growSites(f, site)
	}
}

func (t *Thread) growSites(f FP, site int32) {
	if full := t.growTo(int(t.Depth)); full {
		t.tooDeep(f, site)
	}
	t.Sites[t.Depth-1] = site
}

// growTo makes room for n sites, and for as many as can be entered before the stack has to be
// looked at again. Full says that this is hardly any.
func (t *Thread) growTo(n int) (full bool) {
	size := max(64, 2*len(t.Sites), n)
	if len(t.Sites) >= firstLook {
		calls := stackCalls(len(t.Sites))
		full = calls < fewCalls
		size = max(n, min(size, len(t.Sites)+max(calls, fewCalls)))
	}
	s := make([]int32, size)
	copy(s, t.Sites)
	t.Sites = s
	return full
}

// over is called where depth has reached the limit: the recursion is too deep, the run has been
// stopped, or a stop of another run is under way.
func (t *Thread) over(f FP, site int32) {
	if t.Run.Stopped.Load() > t.grace && !t.M.SiteAt(site).Unlocks {
		t.End()
	}
	if t.Depth > t.Run.most.Load() {
		t.tooDeep(f, site)
	}
	t.yield()
}

// tooDeep ends a recursion that is too deep.
func (t *Thread) tooDeep(f FP, site int32) {
	if t.Run.Program {
		t.Site = t.LastSite()
		t.Run.tooDeep.Store(t.newPanic(t.Site, errStackOverflow)) // if compiled code recovers the panic
		panic(overflow{})
	}
	t.failDeep(f, site)
}

func (t *Thread) LastSite() int32 {
	if d := int(t.Depth) - 1; d >= 0 && d < len(t.Sites) {
		return t.Sites[d]
	}
	return 0
}

// Back is looked at where a loop goes round.
func (t *Thread) Back() {
	if yield.Cooperative {
		t.pause()
	}
	if t.limit.Load() == 0 {
		t.turn()
	}
}

// Returned is looked at where compiled code has returned.
func (t *Thread) Returned() {
	t.Back()
	if p := t.Run.tooDeep.Load(); p != nil {
		panic(p)
	}
}

// pause gives way from time to time.
func (t *Thread) pause() {
	if t.turns++; t.turns%64 == 0 {
		yield.Check()
	}
}

// turn is called where a loop goes round and the limit of depth is zero.
func (t *Thread) turn() {
	if t.Run.Stopped.Load() > t.grace {
		t.End()
	}
	t.yield()
}

// begin calls f at the start of a thread. A stop does not keep f from deferring its first call.
func (t *Thread) begin(f *Func, q FP) {
	t.Depth++
	t.growSites(nil, 0)
	f.Body(t, q)
	t.Depth--
}

// invoke calls f with a frame whose parameters have been set, and returns the frame with the
// results. The caller puts it back.
func (t *Thread) invoke(f *Func, q FP, site int32) {
	t.Enter(nil, site)
	f.Body(t, q)
	t.Depth--
}
