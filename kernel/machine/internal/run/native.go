// SPDX-License-Identifier: BSD-3-Clause

//go:build (amd64 || arm64) && (linux || darwin || windows)

// Entering native code, and serving what it leaves for.
//
// Native code of a thread runs on a stack of the thread's own, which is ordinary memory of Go
// without pointers. It works with frames: that of the unit, which Go code has passed, and those of
// the calls that it makes itself, which Thread.native.frames holds, one for each depth. So each
// frame that native code uses has a reference that the collector sees. A frame stays at its depth
// after the call, for the next call of the same function.
//
// Native code leaves with a number that says why, and arguments. Whatever has to be done is done
// here, by Go code, which may enter native code again, on the same stack below: it may call
// functions, wait, or panic. Then native code continues. A panic abandons native code: protect cuts
// its stack off, and forgets the frames of the calls that have been abandoned, since the panic may
// show their variables.
//
// The stack grows by being copied, since nothing on it is an address in it. Addresses of the stack
// are therefore kept relative to its end while Go code runs.

package run

import (
	"math"
	"runtime"
	"sync/atomic"
	"unsafe"

	"polka/kernel/machine/descriptor"
	"polka/kernel/machine/internal/code"
	"polka/kernel/machine/internal/memory"
)

// Why native code leaves.
const (
	ExitDone    = iota
	ExitPoll    // the scheduler, the collector or a stop wants the thread
	ExitDo      // the statement at A
	ExitEval    // the expression at A, of the rep B
	ExitIndex   // index B of C elements, at site A
	ExitNil     // at site A
	ExitDivide  // at site A
	ExitShift   // at site A
	ExitWriting // a map is read at site A while somebody writes to it
	ExitBarrier // the pointer p is to be stored at q
	ExitFrame   // the function at A is to be called at site B, and there is no frame or no room
	ExitValue   // the function value p is to be called as A says at site B
	ExitInvoke  // the function at A is closures
	ExitCopy    // a value of type A is to be copied from p to q
	ExitZero    // the value of type A at q is to be cleared
	ExitSwap    // the values of type A at p and q are to be exchanged
	ExitClear   // a call of the function at A has ended, and the collector is marking
	ExitMath    // the function at C of package math is to be called for A
	ExitMath2   // for A and B
	ExitMethod  // the method of the interface value of p and q that A finds is to be called at site B
)

// A frameSlot is the frame of the call that native code makes at a depth, or will make again. Each
// depth has several, for functions of different numbers.
type frameSlot struct {
	fn    *Func // nil if the slot is empty
	frame FP
}

// Below WideDepth, where most programs call many functions, a depth has WideWays slots, and above
// it Ways. Those of the lower depths come first.
const (
	WideWays, WideDepth = 16, 16
	Ways                = 4
)

// slotsBelow is how many slots the depths below d have.
func slotsBelow(d int) int {
	return WideWays*min(d, WideDepth) + Ways*max(d-WideDepth, 0)
}

// depthsOf is how many depths have their slots among the first n, which are at least the wide ones.
func depthsOf(n int) int { return WideDepth + (n-WideWays*WideDepth)/Ways }

// Way returns a number by which the slots of f are chosen. Functions that are called after each
// other for the first time have different ones, and so do not displace each other.
func (f *Func) Way() int {
	if w := f.way.Load(); w != 0 {
		return int(w)
	}
	f.way.CompareAndSwap(0, f.M.ways.Add(1))
	return int(f.way.Load())
}

type nativeState struct {
	c       *code.Context
	stack   []uintptr
	frames  []frameSlot
	last    nativeRoom
	entered uint // how often native code has been entered, other than to continue
}

// A nativeRoom is how much room there is for calls, from a depth and with a stack. That does not
// become less.
type nativeRoom struct {
	depth int
	stack uintptr
	room  int64
}

const (
	perCall  = 512     // bytes of stack that a call may take
	firstUse = 1 << 13 // bytes of a stack
)

// MaxPush is how many bytes the code of a function may push.
const MaxPush = perCall - 64

// invoking is the address of the routine that leaves for ExitInvoke.
var invoking atomic.Uintptr

// SetInvoking sets where native code calls functions that are closures. It is called before there
// is native code of a unit.
func SetInvoking(pc uintptr) { invoking.Store(pc) }

func invokingEntry() uintptr { return invoking.Load() }

func (s *nativeState) top() uintptr {
	return uintptr(unsafe.Pointer(unsafe.SliceData(s.stack))) + uintptr(len(s.stack))*8
}

func (t *Thread) startNative() *code.Context {
	s := &t.native
	s.c = code.NewContext()
	s.stack = make([]uintptr, firstUse/8)
	s.c.Stack = s.top()
	return s.c
}

// nativeRoom makes room for calls, and tells native code how much there is. Full says that Go's
// stack, which the closures between native calls use, is nearly full.
func (t *Thread) nativeRoom() (full bool) {
	s, d := &t.native, int(t.Depth)
	c := s.c
	if s.last.depth == d && s.last.stack == c.Stack {
		c.Room = s.last.room
		t.nativePointers()
		return false
	}
	if len(t.Sites) < d+32 {
		full = t.growTo(d + 32)
	}
	if need := slotsBelow(d + 32); len(s.frames) < need {
		l := make([]frameSlot, max(2*len(s.frames), need))
		copy(l, s.frames)
		s.frames = l
	}
	low := uintptr(unsafe.Pointer(unsafe.SliceData(s.stack)))
	if c.Stack-low < 8*perCall {
		s.growStack()
		low = uintptr(unsafe.Pointer(unsafe.SliceData(s.stack)))
	}
	c.Room = int64(min(len(t.Sites), depthsOf(len(s.frames)), d+int((c.Stack-low)/perCall)-1))
	s.last = nativeRoom{d, c.Stack, c.Room}
	t.nativePointers()
	return full
}

// nativePointers tells native code where the memory is that it uses.
func (t *Thread) nativePointers() {
	c := t.native.c
	if p := unsafe.Pointer(unsafe.SliceData(t.Sites)); p != c.Sites {
		c.Sites = p
	}
	if p := unsafe.Pointer(unsafe.SliceData(t.native.frames)); p != c.Frames {
		c.Frames = p
	}
	if p := unsafe.Pointer(t.limit); p != c.Limit {
		c.Limit = p
	}
}

func (s *nativeState) growStack() {
	used := s.top() - s.c.Stack
	l := make([]uintptr, 2*len(s.stack))
	copy(l[len(l)-int(used/8):], s.stack[len(s.stack)-int(used/8):])
	s.stack = l
	s.c.Stack = s.top() - used
}

// Run runs the unit, which has been translated, in a frame.
func (u *Unit) Run(t *Thread, q FP) Ctl {
	c := t.native.c
	if c == nil {
		c = t.startNative()
	}
	t.nativeRoom()
	return u.enter(t, c, q)
}

// enter is Run when it is known how much room there is.
func (u *Unit) enter(t *Thread, c *code.Context, q FP) Ctl {
	used := t.native.top() - c.Stack
	c.PC, c.Frame, c.Depth = u.entry, uintptr(q), int64(t.Depth)
	t.native.entered++
	for {
		p, r := code.Enter(c)
		t.Depth = int32(c.Depth)
		if c.Code == ExitInvoke {
			t.serveInvoke(c)
			continue
		}
		if c.Code == ExitDone {
			break
		}
		t.serve(c, p, r)
	}
	c.Stack = t.native.top() - used
	runtime.KeepAlive(q)
	runtime.KeepAlive(u) // owns the code
	return Ctl(c.Int)
}

// Call calls a function whose arguments are in the frame q, for compiled code that does so again
// and again.
func (t *Thread) Call(fn *Func, q FP) {
	d := t.Depth
	s := &t.native
	if u := fn.body; u != nil && u.isNative() && !u.Direct && u.isBody() && s.last.depth == int(d+1) && s.last.stack == s.c.Stack && d < t.limit.Load() {
		t.Depth = d + 1
		t.Sites[d] = 0
		s.c.Room = s.last.room
		t.nativePointers()
		u.enter(t, s.c, q)
	} else {
		t.Enter(nil, 0)
		fn.Body(t, q)
	}
	t.Depth = d
}

// pointerAt is an argument of an exit as a pointer. What it points to is alive: code refers to it.
func pointerAt(x *uint64) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(x)) }

// serveInvoke calls the function that native code has left for. Most do not enter native code, so
// what the Context says of it is still so.
func (t *Thread) serveInvoke(c *code.Context) {
	pc, frame, room, used, n := c.PC, c.Frame, c.Room, t.native.top()-c.Stack, t.native.entered
	f, depth := *(*FP)(unsafe.Pointer(&c.Frame)), t.Depth
	(*Func)(pointerAt(&c.A)).Body(t, f)
	t.Depth = depth
	if t.native.entered != n {
		c.PC, c.Frame, c.Depth, c.Room, c.Stack = pc, frame, int64(depth), room, t.native.top()-used
	}
	t.nativePointers()
	runtime.KeepAlive(f)
}

// serve does what native code has left for.
func (t *Thread) serve(c *code.Context, p, q unsafe.Pointer) {
	switch c.Code {
	case ExitBarrier:
		*(*unsafe.Pointer)(q) = p
		return
	case ExitCopy:
		(*memory.Type)(pointerAt(&c.A)).Copy(q, p)
		return
	case ExitZero:
		(*memory.Type)(pointerAt(&c.A)).Zero(q)
		return
	case ExitMath:
		f := pointerAt(&c.C)
		c.Int = math.Float64bits((*(*func(float64) float64)(unsafe.Pointer(&f)))(math.Float64frombits(c.A)))
		return
	case ExitMath2:
		f := pointerAt(&c.C)
		c.Int = math.Float64bits((*(*func(float64, float64) float64)(unsafe.Pointer(&f)))(math.Float64frombits(c.A), math.Float64frombits(c.B)))
		return
	case ExitSwap:
		(*memory.Type)(pointerAt(&c.A)).Swap(p, q)
		return
	}
	pc, frame, depth, room, used := c.PC, c.Frame, c.Depth, c.Room, t.native.top()-c.Stack
	f := *(*FP)(unsafe.Pointer(&c.Frame))
	switch c.Code {
	case ExitPoll:
		t.Back()
	case ExitDo:
		r := (*(*Stmt)(pointerAt(&c.A)))(t, f)
		c.Int = uint64(r)
	case ExitEval:
		store := *(*func(*Thread, FP, unsafe.Pointer))(pointerAt(&c.A))
		store(t, f, resultAt(c, memory.Rep(c.B)))
	case ExitFrame:
		t.nativeFrame(f, (*Func)(pointerAt(&c.A)), int32(c.B))
		room = c.Room
		used = t.native.top() - c.Stack
	case ExitValue:
		t.nativeValue(c, f, p, (*ValueCall)(pointerAt(&c.A)), int32(c.B))
		room = c.Room
		used = t.native.top() - c.Stack
	case ExitMethod:
		t.nativeMethod(c, f, memory.Iface{Tab: p, Data: q}, (*Dispatcher)(pointerAt(&c.A)), int32(c.B))
		room = c.Room
		used = t.native.top() - c.Stack
	case ExitClear:
		fn := (*Func)(pointerAt(&c.A))
		q := t.native.slot(int32(depth), fn).frame
		for _, off := range fn.Ptrs {
			*(*unsafe.Pointer)(unsafe.Add(q, off)) = nil
		}
	case ExitIndex:
		t.FailIndex(f, int32(c.A), int(c.B), int(c.C))
	case ExitNil:
		t.FailNil(f, int32(c.A))
	case ExitDivide:
		t.Fail(f, int32(c.A), ErrDivide())
	case ExitShift:
		t.Fail(f, int32(c.A), ErrNegativeShift())
	case ExitWriting:
		t.Site = int32(c.A)
		descriptor.FailWriting()
	default:
		panic("machine: native code has left for an unknown reason")
	}
	t.Depth = int32(depth)
	c.PC, c.Frame, c.Depth, c.Room, c.Stack = pc, frame, depth, room, t.native.top()-used
	t.nativePointers()
	runtime.KeepAlive(f)
}

// resultAt is where native code finds a value of a rep.
func resultAt(c *code.Context, r memory.Rep) unsafe.Pointer {
	switch r {
	case memory.RepPtr:
		return unsafe.Pointer(&c.Ptr)
	case memory.RepString:
		return unsafe.Pointer(&c.Str)
	case memory.RepSlice:
		return unsafe.Pointer(&c.Slice)
	case memory.RepEface, memory.RepIface:
		return unsafe.Pointer(&c.Iface)
	}
	return unsafe.Pointer(&c.Int)
}

// slot is where the frame of a call of fn is at a depth.
func (s *nativeState) slot(depth int32, fn *Func) *frameSlot {
	ways := Ways
	if depth < WideDepth {
		ways = WideWays
	}
	return &s.frames[slotsBelow(int(depth))+fn.Way()%ways]
}

// nativeFrame makes a frame for a call of fn, which native code in the frame f is about to make,
// and looks at the limit of depth as Enter does.
func (t *Thread) nativeFrame(f FP, fn *Func, site int32) FP {
	d := t.Depth
	t.Depth = d + 1
	if d >= t.limit.Load() {
		t.over(f, site)
	}
	if full := t.nativeRoom(); full {
		t.tooDeep(f, site)
	}
	t.Depth = d
	x := t.native.slot(d, fn)
	if x.fn != fn {
		atomic.CompareAndSwapUintptr(&fn.Entry, 0, invoking.Load())
		if fn.Frame == nil {
			fn.Ready()
		}
		if old := x.fn; old != nil {
			if p := &t.pools[uint(old.Id)%poolCount]; p.f == old && len(p.free) < maxFree {
				p.free = append(p.free, x.frame)
			}
		}
		x.frame = t.Get(fn)
		x.fn = fn
	}
	return x.frame
}

// nativeValue makes a frame for a call of a function value.
func (t *Thread) nativeValue(c *code.Context, f FP, p unsafe.Pointer, v *ValueCall, site int32) {
	fn, cl := v.Native, OwnClosure(p, v.PC)
	if cl != nil {
		fn = cl.Fn
	}
	q := t.nativeFrame(f, fn, site)
	if cl == nil {
		*(*unsafe.Pointer)(unsafe.Add(q, fn.NativeAt)) = p
	} else if len(fn.Caught.Offsets) > 0 {
		fn.Fill(q, cl)
	}
	c.Ptr = unsafe.Pointer(fn)
}

// nativeMethod makes a frame for a call of the method of an interface value, with the receiver.
func (t *Thread) nativeMethod(c *code.Context, f FP, v memory.Iface, d *Dispatcher, site int32) {
	if v.Tab == nil {
		fn := d.nilFunc()
		*At[FP](t.nativeFrame(f, fn, site), fn.NativeAt) = f
		c.Ptr = unsafe.Pointer(fn)
		return
	}
	x := v.ToAny()
	e := d.Find((*memory.Eface)(unsafe.Pointer(&x)).Type)
	if e == nil {
		e = d.AddShape(x)
	}
	d.remember(v.Tab, e)
	if v.Data == nil && e.Through {
		e = e.Slow // fails when it is called
		t.nativeFrame(f, e.Fn, site)
	} else if q := unsafe.Add(t.nativeFrame(f, e.Fn, site), e.At); e.Direct {
		*(*unsafe.Pointer)(q) = v.Data
	} else {
		e.Copy(q, v.Data)
	}
	c.Ptr = unsafe.Pointer(e.Fn)
}

// A nativeMark is where native code stood when a function was called that a panic may leave.
type nativeMark struct {
	used  uintptr
	depth int32
}

func (t *Thread) nativeMark() nativeMark {
	m := nativeMark{depth: t.Depth}
	if s := &t.native; s.c != nil {
		m.used = s.top() - s.c.Stack
	}
	return m
}

// nativeReset abandons the native code that has been entered since the mark.
func (t *Thread) nativeReset(m nativeMark) {
	s := &t.native
	if s.c == nil {
		return
	}
	s.c.Stack = s.top() - m.used
	// failDeep has taken some depths back.
	for i := slotsBelow(int(m.depth)); i < min(slotsBelow(int(t.Depth)+66), len(s.frames)); i++ {
		s.frames[i] = frameSlot{}
	}
}
