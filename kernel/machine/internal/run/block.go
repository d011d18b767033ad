// SPDX-License-Identifier: BSD-3-Clause

// Function values.
//
// A function value of the machine is a function value of Go: a pointer to a block whose first word
// is the address of code. So it can lie in any variable that compiled code reads, and compiled code
// can call it. The block of a cell's function is made here:
//
//	pc    the code of a shim, which is compiled Go
//	self  the address of the block, which the shim sees as its captured variable
//	fn    the Func
//	...   what the function has caught, as its frame has it
//
// A shim exists for each of the common shapes of signatures (shape.go). The block of a function
// with another signature begins as those do that reflect.MakeFunc makes, so that the code of
// package reflect finds the arguments. What follows is a block as above, of a function that takes
// and returns []reflect.Value (wideHead).

package run

import (
	"reflect"
	"slices"
	"sync"
	"unsafe"

	"polka/kernel/machine/internal/memory"
)

// A Closure is the block of a function value.
type Closure struct {
	pc   uintptr
	self unsafe.Pointer
	Fn   *Func
}

// ClosureSize is the number of bytes of a block before the captured variables.
const ClosureSize = unsafe.Sizeof(Closure{})

// A wideHead is what the block of a function begins with that is called by way of package reflect:
// the words of a function that reflect.MakeFunc has made with the same signature, of which the last
// is the function that gets the arguments.
type wideHead struct{ words []uintptr }

var (
	wideSize uintptr // of a wideHead
	widePC   uintptr // the code of package reflect
	wideCall uintptr // the code of the function that gets the arguments
	// wideHeads are the heads that there are, by the signature; they keep alive what they mention.
	wideHeads sync.Map
)

// makeWide determines the layout of functions made by reflect.MakeFunc, once for all machines.
var makeWide = sync.OnceFunc(func() {
	call := func(c *Closure) func([]reflect.Value) []reflect.Value {
		return func(args []reflect.Value) []reflect.Value { return c.callReflect(args) }
	}(Probe)
	fn := *(*unsafe.Pointer)(unsafe.Pointer(&call))
	wideCall = *(*uintptr)(fn)
	p := FuncPointer(reflect.MakeFunc(reflect.TypeFor[func()](), call))
	widePC = *(*uintptr)(p)
	for wideSize = memory.Word; *(*unsafe.Pointer)(unsafe.Add(p, wideSize)) != fn; wideSize += memory.Word {
		if wideSize > 8*memory.Word {
			panic("machine: a function that reflect.MakeFunc makes is not laid out as expected")
		}
	}
	wideSize += memory.Word
})

// wideHeadFor returns the head for functions of a type.
func wideHeadFor(rt reflect.Type) *wideHead {
	if h, ok := wideHeads.Load(rt); ok {
		return h.(*wideHead)
	}
	f := reflect.MakeFunc(rt, func([]reflect.Value) []reflect.Value { return nil })
	h := &wideHead{slices.Clone(unsafe.Slice((*uintptr)(FuncPointer(f)), wideSize/memory.Word))}
	keptHeads.Store(h, f)
	x, _ := wideHeads.LoadOrStore(rt, h)
	return x.(*wideHead)
}

// keptHeads are the functions from which the heads have been copied.
var keptHeads sync.Map

// OwnClosure returns the block of a function value of the machine, nil if it is compiled code's. Pc
// is the code that functions of the machine with its signature have.
func OwnClosure(p unsafe.Pointer, pc uintptr) *Closure {
	if p == nil || *(*uintptr)(p) != pc {
		return nil
	}
	if pc != widePC {
		return (*Closure)(p)
	}
	c := *(*unsafe.Pointer)(unsafe.Add(p, wideSize-memory.Word))
	if uintptr(c) != uintptr(p)+wideSize {
		return nil // made by reflect.MakeFunc
	}
	return (*Closure)(c)
}

// AnyClosure returns the block of a function value of any signature, nil if it is compiled code's.
func AnyClosure(p unsafe.Pointer) *Closure {
	if p == nil {
		return nil
	}
	pc := *(*uintptr)(p)
	if pc != widePC {
		if _, ok := shimPCs.Load(pc); !ok {
			return nil
		}
	}
	return OwnClosure(p, pc)
}

// callReflect returns a call by package reflect.
func (c *Closure) callReflect(args []reflect.Value) []reflect.Value {
	t, q := c.EnterShim()
	params := c.Fn.Params.Offsets
	for i, a := range args {
		reflect.NewAt(a.Type(), unsafe.Add(q, params[i])).Elem().Set(a)
	}
	c.RunShim(t, q)
	res := make([]reflect.Value, len(c.Fn.Results.Types))
	for i, r := range c.Fn.Results.Types {
		v := reflect.New(r.Reflect)
		r.Copy(v.UnsafePointer(), unsafe.Add(q, c.Fn.Results.Offsets[i]))
		res[i] = v.Elem()
	}
	c.LeaveShim(t, q)
	return res
}

// A blockType makes the blocks of a function.
type blockType struct {
	*memory.FrameType
	fn   *Func
	pc   uintptr
	head *wideHead // nil for a function of a common shape
}

// Blocks returns the type of the blocks of a function, with room for what it has caught.
func (f *Func) Blocks() *blockType {
	b := &blockType{fn: f, pc: f.M.ShimPC(f.Sig)}
	at := uintptr(0)
	if b.pc == widePC || f.wide {
		at = wideSize
		b.head = wideHeadFor(f.M.ReflectFor(f.Sig))
	}
	size := at + ClosureSize
	if len(f.Caught.Offsets) > 0 {
		size += f.Caught.End - f.CaughtBase()
		f.CaughtAt = int(f.CaughtBase())
		f.CaughtWords = int((f.Caught.End - f.CaughtBase() + memory.Word - 1) / memory.Word)
	}
	ptrs := []uintptr{at + memory.Word, at + 2*memory.Word}
	if at > 0 {
		ptrs = append(ptrs, at-memory.Word)
	}
	for i, off := range f.Caught.Offsets {
		for _, p := range f.Caught.Types[i].Ptrs {
			ptrs = append(ptrs, at+ClosureSize+off-f.CaughtBase()+p)
		}
	}
	b.FrameType = memory.FrameTypeFor(size, ptrs)
	return b
}

// Make makes a block: the function value, and the part that the shim sees.
func (b *blockType) Make() (value unsafe.Pointer, cl *Closure) {
	p := b.Alloc()
	if b.head == nil {
		cl = (*Closure)(p)
		cl.pc, cl.self, cl.Fn = b.pc, p, b.fn
		return p, cl
	}
	c := unsafe.Add(p, wideSize)
	n := len(b.head.words) - 1
	copy(unsafe.Slice((*uintptr)(p), n), b.head.words[:n])
	*(*unsafe.Pointer)(unsafe.Add(p, wideSize-memory.Word)) = c
	cl = (*Closure)(c)
	cl.pc, cl.self, cl.Fn = wideCall, c, b.fn
	return p, cl
}

func (f *Func) CaughtBase() uintptr {
	return (f.Params.End + memory.Word - 1) &^ (memory.Word - 1)
}

// Value returns the function as a value, for one that catches nothing.
func (f *Func) Value() unsafe.Pointer {
	if f.closed == nil {
		f.closed, _ = f.Blocks().Make()
	}
	return f.closed
}

// Fill puts what a closure has caught into a frame of its function.
func (f *Func) Fill(q FP, cl *Closure) {
	base := f.CaughtBase()
	for i, off := range f.Caught.Offsets {
		f.Caught.Types[i].Copy(unsafe.Add(q, off), unsafe.Add(unsafe.Pointer(cl), ClosureSize+off-base))
	}
}

// FuncPointer returns the pointer that a variable of function type holds.
func FuncPointer(v reflect.Value) unsafe.Pointer {
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return *(*unsafe.Pointer)(p.UnsafePointer())
}
