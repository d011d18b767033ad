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

package machine

import (
	"go/types"
	"reflect"
	"strings"
	"sync"
	"unsafe"

	"polka/kernel/machine/internal/memory"
)

// A shape is one kind of signature.
type shape struct {
	call func(in, out []uintptr) func(fv unsafe.Pointer, q fp)
	// pc is the code of the shim.
	pc uintptr
}

var shapes = make(map[string]*shape)

// shimPCs are the codes of the shims.
var shimPCs = make(map[uintptr]bool)

// shapeKey spells the shape of a signature; "" is none.
func shapeKey(params, results memory.Layout) string {
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

// ptr is short for the shapes below.
type ptr = unsafe.Pointer

// enterShim begins a call from compiled code.
func (c *closure) enterShim() (*thread, fp) {
	fn := c.fn.target()
	t := fn.m.acquire()
	q := t.get(fn)
	if len(fn.caught.Offsets) > 0 {
		fn.fill(q, c)
	}
	return t, q
}

// runShim runs the function, whose arguments are in the frame.
func (c *closure) runShim(t *thread, q fp) {
	returned := false
	defer t.abandoned(&returned)
	t.invoke(c.fn.target(), q, 0)
	returned = true
}

// leaveShim ends the call.
func (c *closure) leaveShim(t *thread, q fp) {
	t.put(c.fn.target(), q)
	t.m.release(t)
}

func at[T any](q fp, off uintptr) *T { return (*T)(unsafe.Add(q, off)) }

// add enters a shape. Shim is a shim for the closure probe: it gives the code, and shows that a
// function value is laid out as this file has it.
func add(key string, shim unsafe.Pointer, call func(in, out []uintptr) func(unsafe.Pointer, fp)) {
	s := &shape{call: call}
	if *(*unsafe.Pointer)(unsafe.Add(shim, memory.Word)) == unsafe.Pointer(probe) {
		s.pc = *(*uintptr)(shim)
		shimPCs[s.pc] = true
	} else {
		s.pc = widePC
	}
	shapes[key] = s
}

// probe is the closure that the first shim of each shape has caught.
var probe = new(closure)

func shape00() {
	f := func(c *closure) func() {
		return func() {
			t, q := c.enterShim()
			c.runShim(t, q)
			c.leaveShim(t, q)
		}
	}(probe)
	add(">", *(*unsafe.Pointer)(unsafe.Pointer(&f)), func(in, out []uintptr) func(unsafe.Pointer, fp) {
		return func(fv unsafe.Pointer, q fp) { (*(*func())(unsafe.Pointer(&fv)))() }
	})
}

func shape01[R any]() {
	f := func(c *closure) func() R {
		return func() R {
			t, q := c.enterShim()
			c.runShim(t, q)
			r := *(*R)(q)
			c.leaveShim(t, q)
			return r
		}
	}(probe)
	add(string([]byte{'>', carrierOf[R]()}), *(*unsafe.Pointer)(unsafe.Pointer(&f)), func(in, out []uintptr) func(unsafe.Pointer, fp) {
		return func(fv unsafe.Pointer, q fp) { *(*R)(q) = (*(*func() R)(unsafe.Pointer(&fv)))() }
	})
}

func shape02[R, S any]() {
	f := func(c *closure) func() (R, S) {
		return func() (R, S) {
			t, q := c.enterShim()
			c.runShim(t, q)
			r, s := *(*R)(q), *at[S](q, c.fn.results.Offsets[1])
			c.leaveShim(t, q)
			return r, s
		}
	}(probe)
	add(string([]byte{'>', carrierOf[R](), carrierOf[S]()}), *(*unsafe.Pointer)(unsafe.Pointer(&f)), func(in, out []uintptr) func(unsafe.Pointer, fp) {
		o := out[1]
		return func(fv unsafe.Pointer, q fp) {
			r, s := (*(*func() (R, S))(unsafe.Pointer(&fv)))()
			*(*R)(q), *at[S](q, o) = r, s
		}
	})
}

func shape10[A any]() {
	f := func(c *closure) func(A) {
		return func(a A) {
			t, q := c.enterShim()
			*at[A](q, c.fn.params.Offsets[0]) = a
			c.runShim(t, q)
			c.leaveShim(t, q)
		}
	}(probe)
	add(string([]byte{carrierOf[A](), '>'}), *(*unsafe.Pointer)(unsafe.Pointer(&f)), func(in, out []uintptr) func(unsafe.Pointer, fp) {
		i := in[0]
		return func(fv unsafe.Pointer, q fp) { (*(*func(A))(unsafe.Pointer(&fv)))(*at[A](q, i)) }
	})
}

func shape11[A, R any]() {
	f := func(c *closure) func(A) R {
		return func(a A) R {
			t, q := c.enterShim()
			*at[A](q, c.fn.params.Offsets[0]) = a
			c.runShim(t, q)
			r := *(*R)(q)
			c.leaveShim(t, q)
			return r
		}
	}(probe)
	add(string([]byte{carrierOf[A](), '>', carrierOf[R]()}), *(*unsafe.Pointer)(unsafe.Pointer(&f)), func(in, out []uintptr) func(unsafe.Pointer, fp) {
		i := in[0]
		return func(fv unsafe.Pointer, q fp) { *(*R)(q) = (*(*func(A) R)(unsafe.Pointer(&fv)))(*at[A](q, i)) }
	})
}

func shape12[A, R, S any]() {
	f := func(c *closure) func(A) (R, S) {
		return func(a A) (R, S) {
			t, q := c.enterShim()
			*at[A](q, c.fn.params.Offsets[0]) = a
			c.runShim(t, q)
			r, s := *(*R)(q), *at[S](q, c.fn.results.Offsets[1])
			c.leaveShim(t, q)
			return r, s
		}
	}(probe)
	add(string([]byte{carrierOf[A](), '>', carrierOf[R](), carrierOf[S]()}), *(*unsafe.Pointer)(unsafe.Pointer(&f)), func(in, out []uintptr) func(unsafe.Pointer, fp) {
		i, o := in[0], out[1]
		return func(fv unsafe.Pointer, q fp) {
			r, s := (*(*func(A) (R, S))(unsafe.Pointer(&fv)))(*at[A](q, i))
			*(*R)(q), *at[S](q, o) = r, s
		}
	})
}

func shape20[A, B any]() {
	f := func(c *closure) func(A, B) {
		return func(a A, b B) {
			t, q := c.enterShim()
			*at[A](q, c.fn.params.Offsets[0]) = a
			*at[B](q, c.fn.params.Offsets[1]) = b
			c.runShim(t, q)
			c.leaveShim(t, q)
		}
	}(probe)
	add(string([]byte{carrierOf[A](), carrierOf[B](), '>'}), *(*unsafe.Pointer)(unsafe.Pointer(&f)), func(in, out []uintptr) func(unsafe.Pointer, fp) {
		i, j := in[0], in[1]
		return func(fv unsafe.Pointer, q fp) {
			(*(*func(A, B))(unsafe.Pointer(&fv)))(*at[A](q, i), *at[B](q, j))
		}
	})
}

func shape21[A, B, R any]() {
	f := func(c *closure) func(A, B) R {
		return func(a A, b B) R {
			t, q := c.enterShim()
			*at[A](q, c.fn.params.Offsets[0]) = a
			*at[B](q, c.fn.params.Offsets[1]) = b
			c.runShim(t, q)
			r := *(*R)(q)
			c.leaveShim(t, q)
			return r
		}
	}(probe)
	add(string([]byte{carrierOf[A](), carrierOf[B](), '>', carrierOf[R]()}), *(*unsafe.Pointer)(unsafe.Pointer(&f)), func(in, out []uintptr) func(unsafe.Pointer, fp) {
		i, j := in[0], in[1]
		return func(fv unsafe.Pointer, q fp) {
			*(*R)(q) = (*(*func(A, B) R)(unsafe.Pointer(&fv)))(*at[A](q, i), *at[B](q, j))
		}
	})
}

func shape22[A, B, R, S any]() {
	f := func(c *closure) func(A, B) (R, S) {
		return func(a A, b B) (R, S) {
			t, q := c.enterShim()
			*at[A](q, c.fn.params.Offsets[0]) = a
			*at[B](q, c.fn.params.Offsets[1]) = b
			c.runShim(t, q)
			r, s := *(*R)(q), *at[S](q, c.fn.results.Offsets[1])
			c.leaveShim(t, q)
			return r, s
		}
	}(probe)
	add(string([]byte{carrierOf[A](), carrierOf[B](), '>', carrierOf[R](), carrierOf[S]()}), *(*unsafe.Pointer)(unsafe.Pointer(&f)), func(in, out []uintptr) func(unsafe.Pointer, fp) {
		i, j, o := in[0], in[1], out[1]
		return func(fv unsafe.Pointer, q fp) {
			r, s := (*(*func(A, B) (R, S))(unsafe.Pointer(&fv)))(*at[A](q, i), *at[B](q, j))
			*(*R)(q), *at[S](q, o) = r, s
		}
	})
}

func shape30[A, B, C any]() {
	f := func(c *closure) func(A, B, C) {
		return func(a A, b B, d C) {
			t, q := c.enterShim()
			*at[A](q, c.fn.params.Offsets[0]) = a
			*at[B](q, c.fn.params.Offsets[1]) = b
			*at[C](q, c.fn.params.Offsets[2]) = d
			c.runShim(t, q)
			c.leaveShim(t, q)
		}
	}(probe)
	add(string([]byte{carrierOf[A](), carrierOf[B](), carrierOf[C](), '>'}), *(*unsafe.Pointer)(unsafe.Pointer(&f)), func(in, out []uintptr) func(unsafe.Pointer, fp) {
		i, j, k := in[0], in[1], in[2]
		return func(fv unsafe.Pointer, q fp) {
			(*(*func(A, B, C))(unsafe.Pointer(&fv)))(*at[A](q, i), *at[B](q, j), *at[C](q, k))
		}
	})
}

func shape31[A, B, C, R any]() {
	f := func(c *closure) func(A, B, C) R {
		return func(a A, b B, d C) R {
			t, q := c.enterShim()
			*at[A](q, c.fn.params.Offsets[0]) = a
			*at[B](q, c.fn.params.Offsets[1]) = b
			*at[C](q, c.fn.params.Offsets[2]) = d
			c.runShim(t, q)
			r := *(*R)(q)
			c.leaveShim(t, q)
			return r
		}
	}(probe)
	add(string([]byte{carrierOf[A](), carrierOf[B](), carrierOf[C](), '>', carrierOf[R]()}), *(*unsafe.Pointer)(unsafe.Pointer(&f)), func(in, out []uintptr) func(unsafe.Pointer, fp) {
		i, j, k := in[0], in[1], in[2]
		return func(fv unsafe.Pointer, q fp) {
			*(*R)(q) = (*(*func(A, B, C) R)(unsafe.Pointer(&fv)))(*at[A](q, i), *at[B](q, j), *at[C](q, k))
		}
	})
}

func shape32[A, B, C, R, S any]() {
	f := func(c *closure) func(A, B, C) (R, S) {
		return func(a A, b B, d C) (R, S) {
			t, q := c.enterShim()
			*at[A](q, c.fn.params.Offsets[0]) = a
			*at[B](q, c.fn.params.Offsets[1]) = b
			*at[C](q, c.fn.params.Offsets[2]) = d
			c.runShim(t, q)
			r, s := *(*R)(q), *at[S](q, c.fn.results.Offsets[1])
			c.leaveShim(t, q)
			return r, s
		}
	}(probe)
	add(string([]byte{carrierOf[A](), carrierOf[B](), carrierOf[C](), '>', carrierOf[R](), carrierOf[S]()}), *(*unsafe.Pointer)(unsafe.Pointer(&f)), func(in, out []uintptr) func(unsafe.Pointer, fp) {
		i, j, k, o := in[0], in[1], in[2], out[1]
		return func(fv unsafe.Pointer, q fp) {
			r, s := (*(*func(A, B, C) (R, S))(unsafe.Pointer(&fv)))(*at[A](q, i), *at[B](q, j), *at[C](q, k))
			*(*R)(q), *at[S](q, o) = r, s
		}
	})
}

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
	shape11[A, uint32]()
	shape12[A, int, memory.Iface]()
	shape12[A, string, memory.Iface]()
	shape12[A, ptr, memory.Iface]()
	shape12[A, memory.Slice, memory.Iface]()
	shape12[A, memory.Iface, uint8]()
	shape12[A, string, uint8]()
	shape12[A, int, uint8]()
	shapes2[A, int]()
	shapes2[A, string]()
	shapes2[A, ptr]()
	shapes2[A, memory.Slice]()
	shapes2[A, memory.Iface]()
}

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

// makeShapes enters the shapes, once.
var makeShapes = sync.OnceFunc(func() {
	makeWide()
	shape00()
	shapes1[uint8]()
	shapes1[int]()
	shapes1[float64]()
	shapes1[string]()
	shapes1[ptr]()
	shapes1[memory.Slice]()
	shapes1[memory.Iface]()
	shape10[uint32]()
	shape11[uint32, uint8]()
	shape11[uint32, uint32]()
	shape11[uint32, string]()
	shape11[uint32, int]()
	shape21[float64, float64, float64]()
	shape21[float64, float64, uint8]()
	shape21[int, float64, float64]()
	shape21[string, uint32, int]()
	shape21[string, uint32, uint8]()
	shape21[string, uint8, int]()
	shape21[ptr, uint8, memory.Iface]()
	shape22[ptr, uint32, int, memory.Iface]()
	shape30[int, int, int]()
	shape30[ptr, int, int]()
	shape30[ptr, string, memory.Slice]()
	shape30[ptr, string, string]()
	shape30[ptr, memory.Iface, memory.Iface]()
	shape30[memory.Slice, int, memory.Slice]()
	shape31[int, int, int, int]()
	shape31[ptr, int, int, uint8]()
	shape31[ptr, int, int, ptr]()
	shape31[ptr, int, int, int]()
	shape31[string, string, string, string]()
	shape31[string, string, int, memory.Slice]()
	shape31[memory.Iface, string, memory.Slice, ptr]()
	shape31[memory.Iface, int, memory.Iface, memory.Iface]()
	shape32[memory.Iface, string, memory.Slice, int, memory.Iface]()
	shape32[string, string, string, string, uint8]()
	shape32[string, int, int, int, memory.Iface]()
	shape32[memory.Iface, memory.Iface, memory.Slice, int, memory.Iface]()
})

// shimPC is the code of the function values of a signature.
func (m *Machine) shimPC(sig *types.Signature) uintptr {
	results, params := m.shapes(sig)
	if s := shapes[shapeKey(params, results)]; s != nil {
		return s.pc
	}
	return widePC
}
