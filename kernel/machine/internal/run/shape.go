// SPDX-License-Identifier: BSD-3-Clause

// Shapes of signatures that are called without reflection.
//
// Go's calling convention depends on the sizes and kinds of the parameters and not on their names:
// a func(*T) bool is called as a func(unsafe.Pointer) uint8 is. So a few types stand for all
// others:
//
//	b uint8, w uint32, i int, d float64, s string, p unsafe.Pointer, l slice, f iface
//
// and a shape is a list of parameters and results of these. Each has two parts: a function that
// calls compiled code of the shape, and a shim, by which compiled code calls a function of a cell.
// Package shim makes them, when they are first needed: the code of all is spread over a hundred
// pages of the program, and a short program calls few of them.

package run

import (
	"go/types"
	"strings"
	"sync"
	"unsafe"

	"polka/kernel/machine/internal/memory"
)

// A shape is one kind of signature.
type shape struct {
	Call func(in, out []uintptr) func(fv unsafe.Pointer, q FP)
	// Pc is the address of the code of the shim.
	Pc uintptr
}

// carriers are the letters of the types above, and > for the signature without parameters and
// results.
const carriers = "bwidslpf>"

// shapes has the shapes by their names, for each carrier those that begin with it; see
// firstCarrier.
var shapes [len(carriers)]struct {
	made sync.Once
	m    map[string]*shape
}

// MakeShapes enters the shapes that begin with a carrier. Package shim sets it.
var MakeShapes func(carrier byte)

// shimPCs has the addresses of the code of the shims that have been made.
var shimPCs sync.Map // of uintptr

// firstCarrier returns the carrier with which a shape begins: that of its first parameter, or of
// its first result if it has no parameters.
func firstCarrier(key string) byte {
	if key[0] == '>' && len(key) > 1 {
		return key[1]
	}
	return key[0]
}

// ShapeOf returns the shape with a name that ShapeKey has made, nil if there is none.
func ShapeOf(key string) *shape {
	if key == "" {
		return nil
	}
	first := firstCarrier(key)
	group := &shapes[strings.IndexByte(carriers, first)]
	group.made.Do(func() {
		group.m = make(map[string]*shape)
		MakeShapes(first)
	})
	return group.m[key]
}

// ShapeKey returns the name of the shape of a signature, and "" if it has none.
func ShapeKey(params, results memory.Layout) string {
	var b strings.Builder
	for _, t := range params.Types {
		k := t.Rep.Carrier()
		if k == 0 {
			return ""
		}
		b.WriteByte(k)
	}
	b.WriteByte('>')
	for _, t := range results.Types {
		k := t.Rep.Carrier()
		if k == 0 {
			return ""
		}
		b.WriteByte(k)
	}
	return b.String()
}

// EnterShim begins a call from compiled code: it returns a thread and a new frame of the function.
func (c *Closure) EnterShim() (*Thread, FP) {
	fn := c.Fn.target()
	t := fn.M.acquire()
	q := t.Get(fn)
	if len(fn.Caught.Offsets) > 0 {
		fn.Fill(q, c)
	}
	return t, q
}

// RunShim runs the function, whose arguments are in the frame.
func (c *Closure) RunShim(t *Thread, q FP) {
	t.guard(func() { t.invoke(c.Fn.target(), q, 0) })
}

// LeaveShim ends the call and releases both.
func (c *Closure) LeaveShim(t *Thread, q FP) {
	t.Put(c.Fn.target(), q)
	t.M.release(t)
}

// At returns the address of the T at offset off of a frame.
func At[T any](q FP, off uintptr) *T { return (*T)(unsafe.Add(q, off)) }

// AddShape enters a shape. Shim is a shim for the closure probe: it gives the code, and shows that
// a function value is laid out as this file has it.
func AddShape(key string, shim unsafe.Pointer, call func(in, out []uintptr) func(unsafe.Pointer, FP)) {
	makeWide()
	s := &shape{Call: call}
	if *(*unsafe.Pointer)(unsafe.Add(shim, memory.Word)) == unsafe.Pointer(Probe) {
		s.Pc = *(*uintptr)(shim)
		shimPCs.Store(s.Pc, true)
	} else {
		s.Pc = widePC
	}
	shapes[strings.IndexByte(carriers, firstCarrier(key))].m[key] = s
}

// Probe is the closure that the first shim of each shape has caught.
var Probe = new(Closure)

// ShimPC returns the code of the function values of a signature.
func (m *World) ShimPC(sig *types.Signature) uintptr {
	makeWide()
	results, params := m.Shapes(sig)
	if s := ShapeOf(ShapeKey(params, results)); s != nil {
		return s.Pc
	}
	return widePC
}
