// SPDX-License-Identifier: BSD-3-Clause

// Package shim has compiled code for the common shapes of signatures, which package run explains.
// For each shape it has a function that calls compiled code of that shape, and the shim by which
// compiled code calls functions of cells.
//
// It is a package of its own because its few hundred instances of a dozen generic functions take
// the Go compiler seconds.
package shim

import (
	"reflect"
	"sync"
	"unsafe"

	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/run"
)

// ptr is short for the shapes below.
type ptr = unsafe.Pointer

// carrierOf returns the letter of T in the names of shapes.
func carrierOf[T any]() byte {
	switch reflect.TypeFor[T]() {
	case reflect.TypeFor[uint8]():
		return 'b'
	case reflect.TypeFor[uint32]():
		return 'w'
	case reflect.TypeFor[int]():
		return 'i'
	case reflect.TypeFor[float64]():
		return 'd'
	case reflect.TypeFor[string]():
		return 's'
	case reflect.TypeFor[unsafe.Pointer]():
		return 'p'
	case reflect.TypeFor[memory.Slice]():
		return 'l'
	case reflect.TypeFor[memory.Iface]():
		return 'f'
	}
	panic("machine: no carrier")
}

// shapeMN enters the shape with M parameters and N results of the given types.

func shape00() {
	f := func(c *run.Closure) func() {
		return func() {
			t, q := c.EnterShim()
			c.RunShim(t, q)
			c.LeaveShim(t, q)
		}
	}(run.Probe)
	run.AddShape(">", *(*unsafe.Pointer)(unsafe.Pointer(&f)), func(in, out []uintptr) func(unsafe.Pointer, run.FP) {
		return func(fv unsafe.Pointer, q run.FP) { (*(*func())(unsafe.Pointer(&fv)))() }
	})
}

func shape01[R any]() {
	f := func(c *run.Closure) func() R {
		return func() R {
			t, q := c.EnterShim()
			c.RunShim(t, q)
			r := *(*R)(q)
			c.LeaveShim(t, q)
			return r
		}
	}(run.Probe)
	run.AddShape(string([]byte{'>', carrierOf[R]()}), *(*unsafe.Pointer)(unsafe.Pointer(&f)), func(in, out []uintptr) func(unsafe.Pointer, run.FP) {
		return func(fv unsafe.Pointer, q run.FP) { *(*R)(q) = (*(*func() R)(unsafe.Pointer(&fv)))() }
	})
}

func shape02[R, S any]() {
	f := func(c *run.Closure) func() (R, S) {
		return func() (R, S) {
			t, q := c.EnterShim()
			c.RunShim(t, q)
			r, s := *(*R)(q), *run.At[S](q, c.Fn.Results.Offsets[1])
			c.LeaveShim(t, q)
			return r, s
		}
	}(run.Probe)
	run.AddShape(string([]byte{'>', carrierOf[R](), carrierOf[S]()}), *(*unsafe.Pointer)(unsafe.Pointer(&f)), func(in, out []uintptr) func(unsafe.Pointer, run.FP) {
		o := out[1]
		return func(fv unsafe.Pointer, q run.FP) {
			r, s := (*(*func() (R, S))(unsafe.Pointer(&fv)))()
			*(*R)(q), *run.At[S](q, o) = r, s
		}
	})
}

func shape10[A any]() {
	f := func(c *run.Closure) func(A) {
		return func(a A) {
			t, q := c.EnterShim()
			*run.At[A](q, c.Fn.Params.Offsets[0]) = a
			c.RunShim(t, q)
			c.LeaveShim(t, q)
		}
	}(run.Probe)
	run.AddShape(string([]byte{carrierOf[A](), '>'}), *(*unsafe.Pointer)(unsafe.Pointer(&f)), func(in, out []uintptr) func(unsafe.Pointer, run.FP) {
		i := in[0]
		return func(fv unsafe.Pointer, q run.FP) { (*(*func(A))(unsafe.Pointer(&fv)))(*run.At[A](q, i)) }
	})
}

func shape11[A, R any]() {
	f := func(c *run.Closure) func(A) R {
		return func(a A) R {
			t, q := c.EnterShim()
			*run.At[A](q, c.Fn.Params.Offsets[0]) = a
			c.RunShim(t, q)
			r := *(*R)(q)
			c.LeaveShim(t, q)
			return r
		}
	}(run.Probe)
	run.AddShape(string([]byte{carrierOf[A](), '>', carrierOf[R]()}), *(*unsafe.Pointer)(unsafe.Pointer(&f)), func(in, out []uintptr) func(unsafe.Pointer, run.FP) {
		i := in[0]
		return func(fv unsafe.Pointer, q run.FP) { *(*R)(q) = (*(*func(A) R)(unsafe.Pointer(&fv)))(*run.At[A](q, i)) }
	})
}

func shape12[A, R, S any]() {
	f := func(c *run.Closure) func(A) (R, S) {
		return func(a A) (R, S) {
			t, q := c.EnterShim()
			*run.At[A](q, c.Fn.Params.Offsets[0]) = a
			c.RunShim(t, q)
			r, s := *(*R)(q), *run.At[S](q, c.Fn.Results.Offsets[1])
			c.LeaveShim(t, q)
			return r, s
		}
	}(run.Probe)
	run.AddShape(string([]byte{carrierOf[A](), '>', carrierOf[R](), carrierOf[S]()}), *(*unsafe.Pointer)(unsafe.Pointer(&f)), func(in, out []uintptr) func(unsafe.Pointer, run.FP) {
		i, o := in[0], out[1]
		return func(fv unsafe.Pointer, q run.FP) {
			r, s := (*(*func(A) (R, S))(unsafe.Pointer(&fv)))(*run.At[A](q, i))
			*(*R)(q), *run.At[S](q, o) = r, s
		}
	})
}

func shape20[A, B any]() {
	f := func(c *run.Closure) func(A, B) {
		return func(a A, b B) {
			t, q := c.EnterShim()
			*run.At[A](q, c.Fn.Params.Offsets[0]) = a
			*run.At[B](q, c.Fn.Params.Offsets[1]) = b
			c.RunShim(t, q)
			c.LeaveShim(t, q)
		}
	}(run.Probe)
	run.AddShape(string([]byte{carrierOf[A](), carrierOf[B](), '>'}), *(*unsafe.Pointer)(unsafe.Pointer(&f)), func(in, out []uintptr) func(unsafe.Pointer, run.FP) {
		i, j := in[0], in[1]
		return func(fv unsafe.Pointer, q run.FP) {
			(*(*func(A, B))(unsafe.Pointer(&fv)))(*run.At[A](q, i), *run.At[B](q, j))
		}
	})
}

func shape21[A, B, R any]() {
	f := func(c *run.Closure) func(A, B) R {
		return func(a A, b B) R {
			t, q := c.EnterShim()
			*run.At[A](q, c.Fn.Params.Offsets[0]) = a
			*run.At[B](q, c.Fn.Params.Offsets[1]) = b
			c.RunShim(t, q)
			r := *(*R)(q)
			c.LeaveShim(t, q)
			return r
		}
	}(run.Probe)
	run.AddShape(string([]byte{carrierOf[A](), carrierOf[B](), '>', carrierOf[R]()}), *(*unsafe.Pointer)(unsafe.Pointer(&f)), func(in, out []uintptr) func(unsafe.Pointer, run.FP) {
		i, j := in[0], in[1]
		return func(fv unsafe.Pointer, q run.FP) {
			*(*R)(q) = (*(*func(A, B) R)(unsafe.Pointer(&fv)))(*run.At[A](q, i), *run.At[B](q, j))
		}
	})
}

func shape22[A, B, R, S any]() {
	f := func(c *run.Closure) func(A, B) (R, S) {
		return func(a A, b B) (R, S) {
			t, q := c.EnterShim()
			*run.At[A](q, c.Fn.Params.Offsets[0]) = a
			*run.At[B](q, c.Fn.Params.Offsets[1]) = b
			c.RunShim(t, q)
			r, s := *(*R)(q), *run.At[S](q, c.Fn.Results.Offsets[1])
			c.LeaveShim(t, q)
			return r, s
		}
	}(run.Probe)
	run.AddShape(string([]byte{carrierOf[A](), carrierOf[B](), '>', carrierOf[R](), carrierOf[S]()}), *(*unsafe.Pointer)(unsafe.Pointer(&f)), func(in, out []uintptr) func(unsafe.Pointer, run.FP) {
		i, j, o := in[0], in[1], out[1]
		return func(fv unsafe.Pointer, q run.FP) {
			r, s := (*(*func(A, B) (R, S))(unsafe.Pointer(&fv)))(*run.At[A](q, i), *run.At[B](q, j))
			*(*R)(q), *run.At[S](q, o) = r, s
		}
	})
}

func shape30[A, B, C any]() {
	f := func(c *run.Closure) func(A, B, C) {
		return func(a A, b B, d C) {
			t, q := c.EnterShim()
			*run.At[A](q, c.Fn.Params.Offsets[0]) = a
			*run.At[B](q, c.Fn.Params.Offsets[1]) = b
			*run.At[C](q, c.Fn.Params.Offsets[2]) = d
			c.RunShim(t, q)
			c.LeaveShim(t, q)
		}
	}(run.Probe)
	run.AddShape(string([]byte{carrierOf[A](), carrierOf[B](), carrierOf[C](), '>'}), *(*unsafe.Pointer)(unsafe.Pointer(&f)), func(in, out []uintptr) func(unsafe.Pointer, run.FP) {
		i, j, k := in[0], in[1], in[2]
		return func(fv unsafe.Pointer, q run.FP) {
			(*(*func(A, B, C))(unsafe.Pointer(&fv)))(*run.At[A](q, i), *run.At[B](q, j), *run.At[C](q, k))
		}
	})
}

func shape31[A, B, C, R any]() {
	f := func(c *run.Closure) func(A, B, C) R {
		return func(a A, b B, d C) R {
			t, q := c.EnterShim()
			*run.At[A](q, c.Fn.Params.Offsets[0]) = a
			*run.At[B](q, c.Fn.Params.Offsets[1]) = b
			*run.At[C](q, c.Fn.Params.Offsets[2]) = d
			c.RunShim(t, q)
			r := *(*R)(q)
			c.LeaveShim(t, q)
			return r
		}
	}(run.Probe)
	run.AddShape(string([]byte{carrierOf[A](), carrierOf[B](), carrierOf[C](), '>', carrierOf[R]()}), *(*unsafe.Pointer)(unsafe.Pointer(&f)), func(in, out []uintptr) func(unsafe.Pointer, run.FP) {
		i, j, k := in[0], in[1], in[2]
		return func(fv unsafe.Pointer, q run.FP) {
			*(*R)(q) = (*(*func(A, B, C) R)(unsafe.Pointer(&fv)))(*run.At[A](q, i), *run.At[B](q, j), *run.At[C](q, k))
		}
	})
}

func shape32[A, B, C, R, S any]() {
	f := func(c *run.Closure) func(A, B, C) (R, S) {
		return func(a A, b B, d C) (R, S) {
			t, q := c.EnterShim()
			*run.At[A](q, c.Fn.Params.Offsets[0]) = a
			*run.At[B](q, c.Fn.Params.Offsets[1]) = b
			*run.At[C](q, c.Fn.Params.Offsets[2]) = d
			c.RunShim(t, q)
			r, s := *(*R)(q), *run.At[S](q, c.Fn.Results.Offsets[1])
			c.LeaveShim(t, q)
			return r, s
		}
	}(run.Probe)
	run.AddShape(string([]byte{carrierOf[A](), carrierOf[B](), carrierOf[C](), '>', carrierOf[R](), carrierOf[S]()}), *(*unsafe.Pointer)(unsafe.Pointer(&f)), func(in, out []uintptr) func(unsafe.Pointer, run.FP) {
		i, j, k, o := in[0], in[1], in[2], out[1]
		return func(fv unsafe.Pointer, q run.FP) {
			r, s := (*(*func(A, B, C) (R, S))(unsafe.Pointer(&fv)))(*run.At[A](q, i), *run.At[B](q, j), *run.At[C](q, k))
			*(*R)(q), *run.At[S](q, o) = r, s
		}
	})
}

// shapes1 enters the common shapes whose first parameter, or only result, is an A.
func shapes1[A any]() {
	shape01[A]()
	shape02[A, memory.Iface]()
	shape02[A, uint8]()
	shape10[A]()
	shape11[A, uint8]()
	shape11[A, int]()
	shape11[A, float64]()
	shape11[A, string]()
	shape11[A, ptr]()
	shape11[A, memory.Slice]()
	shape11[A, memory.Iface]()
	shape12[A, int, memory.Iface]()
	shape12[A, memory.Slice, memory.Iface]()
	shape12[A, memory.Iface, uint8]()
}

// more1 enters more of the same.
func more1[A any]() {
	shape11[A, uint32]()
	shape12[A, string, memory.Iface]()
	shape12[A, ptr, memory.Iface]()
	shape12[A, string, uint8]()
	shape12[A, int, uint8]()
	shapes2[A, int]()
	shapes2[A, string]()
	shapes2[A, ptr]()
	shapes2[A, memory.Slice]()
	shapes2[A, memory.Iface]()
}

// shapes2 enters the common shapes whose parameters are an A and a B.
func shapes2[A, B any]() {
	shape20[A, B]()
	shape21[A, B, uint8]()
	shape21[A, B, int]()
	shape21[A, B, string]()
	shape21[A, B, ptr]()
	shape21[A, B, memory.Slice]()
	shape21[A, B, memory.Iface]()
	shape22[A, B, int, memory.Iface]()
}

// same2 enters the shapes of comparisons.
func same2[A any]() {
	shape20[A, A]()
	shape21[A, A, uint8]()
	shape21[A, A, int]()
}

// More enters more shapes that begin with a carrier, if it is not nil; see Rest.
var More func(carrier byte)

// Make has package run make the shapes here.
var Make = sync.OnceFunc(func() { run.MakeShapes = enter })

// enter enters the shapes that begin with a carrier.
func enter(carrier byte) {
	switch carrier {
	case '>':
		shape00()
	case 'b':
		shapes1[uint8]()
	case 'i':
		shapes1[int]()
		same2[int]()
	case 'd':
		shapes1[float64]()
		same2[float64]()
	case 's':
		shapes1[string]()
		same2[string]()
		shape21[string, memory.Slice, string]()
	case 'p':
		shapes1[ptr]()
		same2[ptr]()
		shape22[ptr, memory.Slice, int, memory.Iface]()
	case 'l':
		shapes1[memory.Slice]()
	case 'f':
		shapes1[memory.Iface]()
		same2[memory.Iface]()
	}
	if More != nil {
		More(carrier)
	}
}

// Rest enters the shapes that are rarer. A program that does not mention it is smaller, and calls
// functions of these shapes with reflection.
func Rest(carrier byte) {
	switch carrier {
	case 'b':
		more1[uint8]()
	case 'w':
		shape10[uint32]()
		shape11[uint32, uint8]()
		shape11[uint32, uint32]()
		shape11[uint32, string]()
		shape11[uint32, int]()
	case 'i':
		more1[int]()
		shape21[int, float64, float64]()
		shape30[int, int, int]()
		shape31[int, int, int, int]()
	case 'd':
		more1[float64]()
		shape21[float64, float64, float64]()
		shape21[float64, float64, uint8]()
	case 's':
		more1[string]()
		shape21[string, uint32, int]()
		shape21[string, uint32, uint8]()
		shape21[string, uint8, int]()
		shape31[string, string, string, string]()
		shape31[string, string, int, memory.Slice]()
		shape32[string, string, string, string, uint8]()
		shape32[string, int, int, int, memory.Iface]()
	case 'p':
		more1[ptr]()
		shape21[ptr, uint8, memory.Iface]()
		shape22[ptr, uint32, int, memory.Iface]()
		shape30[ptr, int, int]()
		shape30[ptr, string, memory.Slice]()
		shape30[ptr, string, string]()
		shape30[ptr, memory.Iface, memory.Iface]()
		shape31[ptr, int, int, uint8]()
		shape31[ptr, int, int, ptr]()
		shape31[ptr, int, int, int]()
	case 'l':
		more1[memory.Slice]()
		shape30[memory.Slice, int, memory.Slice]()
	case 'f':
		more1[memory.Iface]()
		shape31[memory.Iface, string, memory.Slice, ptr]()
		shape31[memory.Iface, int, memory.Iface, memory.Iface]()
		shape32[memory.Iface, string, memory.Slice, int, memory.Iface]()
		shape32[memory.Iface, memory.Iface, memory.Slice, int, memory.Iface]()
	}
}
