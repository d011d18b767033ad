// SPDX-License-Identifier: BSD-3-Clause

// Compiled functions.
//
// A compiled function is a Func whose body calls it: the arguments are read from the frame, where a
// call of the machine has put them, and the results are left there. Memory, types and function
// values are the same on both sides, so values pass unchanged. Arguments are examined only where
// os.Stdin and the like stand for other streams (stdin.go).
//
// For common signatures (package shim) the function is called directly; for the others by
// reflection, which takes a few hundred nanoseconds. Some functions are replaced, so that Stop,
// lines and goroutines of cells are what users expect (specials, threadedFunc,
// Options.Interruptible).

package machine

import (
	"fmt"
	"go/ast"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/run"
)

// nativeFunc returns the Func of a compiled function with that signature (the receiver first, for a
// method).
func (m *Machine) nativeFunc(v reflect.Value, sig *types.Signature, name string) *run.Func {
	return m.nativeFuncOf(v, sig, name, false)
}

// nativeFuncOf is nativeFunc. If list is set, retainsNone is true of the function, and calls pass
// the list in the memory of their frame: it is cleared when the call is over.
func (m *Machine) nativeFuncOf(v reflect.Value, sig *types.Signature, name string, list bool) *run.Func {
	key := nativeKey{v.Pointer(), name, list}
	if f := m.natives[key]; f != nil {
		return f
	}
	f := m.NewFunc(name, 0)
	f.Hidden, f.Outside = true, true
	f.Shape(sig)
	fv := run.FuncPointer(v)
	call, plain := m.adapter(f, v.Type(), sig, name)
	f.Body = func(t *run.Thread, q run.FP) run.Ctl {
		call(t, fv, q)
		return run.Next
	}
	if plain != nil { // what the adapter does
		f.Body = func(t *run.Thread, q run.FP) run.Ctl {
			t.Site = t.Sites[t.Depth-1]
			plain(fv, q)
			t.Returned()
			return run.Next
		}
	}
	if list {
		at := f.Params.Offsets[len(f.Params.Offsets)-1]
		f.Body = func(t *run.Thread, q run.FP) run.Ctl {
			values := *run.At[[]any](q, at)
			call(t, fv, q)
			clear(values)
			return run.Next
		}
	}
	m.PlainFrame(f)
	m.natives[key] = f
	return f
}

type nativeKey struct {
	code uintptr
	name string
	list bool
}

// retainsNone reports whether a compiled function keeps nothing of the memory of its last, variadic
// parameter, a []any, but only what the values refer to. The Go compiler says so, too.
func retainsNone(v reflect.Value) bool { return nonRetaining()[v.Pointer()] }

var nonRetaining = sync.OnceValue(func() map[uintptr]bool {
	m := make(map[uintptr]bool)
	for _, f := range []any{
		fmt.Append, fmt.Appendf, fmt.Appendln, fmt.Errorf, fmt.Fprint, fmt.Fprintf, fmt.Fprintln,
		fmt.Print, fmt.Printf, fmt.Println, fmt.Sprint, fmt.Sprintf, fmt.Sprintln,
	} {
		m[reflect.ValueOf(f).Pointer()] = true
	}
	return m
})

// nativeValueFunc returns the Func that calls function values of compiled code with that signature.
func (m *Machine) nativeValueFunc(sig *types.Signature) *run.Func {
	key := typeKeyOf(sig)
	if f := m.nativeValues[key]; f != nil {
		return f
	}
	f := m.NewFunc("func", 0)
	f.Hidden = true
	f.Shape(sig)
	call, _ := m.adapter(f, m.ReflectFor(sig), sig, "")
	m.PointerFrame(f)
	at := f.NativeAt
	var calm atomic.Uintptr // the code of the last function that wakes no threads
	f.Body = func(t *run.Thread, q run.FP) run.Ctl {
		fv := *(*unsafe.Pointer)(unsafe.Add(q, at))
		if fv == nil {
			t.Depth--
			t.FailNil(nil, t.Sites[t.Depth])
		}
		if pc := *(*uintptr)(fv); pc != calm.Load() {
			if wakingValue(fv) {
				t.Run.Wakeable()
			} else {
				calm.Store(pc)
			}
		}
		call(t, fv, q)
		return run.Next
	}
	m.nativeValues[key] = f
	return f
}

func typeKeyOf(t types.Type) string {
	var b strings.Builder
	writeKey(&b, t)
	return b.String()
}

// An adapter calls a compiled function with the arguments of a frame.
type adapter = func(t *run.Thread, fv unsafe.Pointer, q run.FP)

// adapter makes the adapter for functions of type ft. If it only makes the call, as for most
// functions, plain is the call.
func (m *Machine) adapter(f *run.Func, ft reflect.Type, sig *types.Signature, name string) (a adapter, plain func(fv unsafe.Pointer, q run.FP)) {
	var call func(fv unsafe.Pointer, q run.FP)
	if s := run.ShapeOf(run.ShapeKey(f.Params, f.Results)); s != nil && ft.NumIn() == len(f.Params.Types) {
		call = s.Call(f.Params.Offsets, f.Results.Offsets)
	} else {
		call = reflectCall(f, ft)
	}
	in := m.crossings(f, sig)
	if special := specials[name]; special != nil {
		plain := call
		call = func(fv unsafe.Pointer, q run.FP) {
			if !special(m, f, q) {
				plain(fv, q)
			}
		}
	}
	if until := wakes(name); until != nil {
		in = append(in, func(q run.FP) { m.Current().Timer(until(f, q)) })
	}
	ends := unlocks(name)
	if do := m.o.Interruptible[name]; do != nil {
		return func(t *run.Thread, fv unsafe.Pointer, q run.FP) {
			t.Site = t.Sites[t.Depth-1]
			for _, x := range in {
				x(q)
			}
			m.interruptible.Add(1)
			func() {
				defer m.interruptible.Add(-1)
				args := make([]reflect.Value, len(f.Params.Types))
				for i := range args {
					args[i] = reflect.NewAt(ft.In(i), unsafe.Add(q, f.Params.Offsets[i])).Elem()
				}
				for i, r := range do(t.Stops(), args) {
					reflect.NewAt(ft.Out(i), unsafe.Add(q, f.Results.Offsets[i])).Elem().Set(r)
				}
			}()
			t.Returned()
		}, nil
	}
	if do := m.threadedFunc(name); do != nil {
		plain := call
		return func(t *run.Thread, fv unsafe.Pointer, q run.FP) {
			t.Site = t.Sites[t.Depth-1]
			if do(t, f, q) {
				return
			}
			for _, x := range in {
				x(q)
			}
			plain(fv, q)
			if !ends {
				t.Returned()
			}
		}, nil
	}
	if len(in) == 0 && !ends {
		return func(t *run.Thread, fv unsafe.Pointer, q run.FP) {
			t.Site = t.Sites[t.Depth-1]
			call(fv, q)
			t.Returned()
		}, call
	}
	return func(t *run.Thread, fv unsafe.Pointer, q run.FP) {
		t.Site = t.Sites[t.Depth-1]
		for _, x := range in {
			x(q)
		}
		call(fv, q)
		if !ends {
			t.Returned()
		}
	}, nil
}

// reflectCall calls a function of any signature.
func reflectCall(f *run.Func, ft reflect.Type) func(fv unsafe.Pointer, q run.FP) {
	return func(fv unsafe.Pointer, q run.FP) {
		fn := reflect.NewAt(ft, unsafe.Pointer(&fv)).Elem()
		args := make([]reflect.Value, len(f.Params.Types))
		for i := range args {
			args[i] = reflect.NewAt(ft.In(i), unsafe.Add(q, f.Params.Offsets[i])).Elem()
		}
		var res []reflect.Value
		if ft.IsVariadic() {
			res = fn.CallSlice(args)
		} else {
			res = fn.Call(args)
		}
		for i, r := range res {
			reflect.NewAt(ft.Out(i), unsafe.Add(q, f.Results.Offsets[i])).Elem().Set(r)
		}
	}
}

// A crossing converts one value of a frame on its way to compiled code.
type crossing func(q run.FP)

// crossings returns what must be done to the arguments before a call of compiled code.
func (m *Machine) crossings(f *run.Func, sig *types.Signature) (list []crossing) {
	for i, t := range f.Params.Types {
		variadic := sig.Variadic() && i == len(f.Params.Types)-1
		if x := m.outward(t, f.Params.Offsets[i], variadic); x != nil {
			list = append(list, x)
		}
	}
	return list
}

// outward converts a value of type t at off for compiled code; nil if there is nothing to convert.
func (m *Machine) outward(t *memory.Type, off uintptr, variadic bool) crossing {
	if t.Go == nil {
		return nil
	}
	switch t.Rep {
	case memory.RepEface:
		return func(q run.FP) {
			if m.Superseded.Load() {
				v := run.At[any](q, off)
				*v = m.Upgrade(*v)
			}
		}
	case memory.RepSlice:
		s, ok := t.Go.Underlying().(*types.Slice)
		if !ok || !variadic {
			return nil
		}
		switch et := m.TypeFor(s.Elem()); {
		case et.Rep == memory.RepEface:
			return func(q run.FP) {
				if m.Superseded.Load() {
					list := run.At[[]any](q, off)
					*list = slices.Clone(*list)
					for i, v := range *list {
						(*list)[i] = m.Upgrade(v)
					}
				}
			}
		case et.Rep == memory.RepIface && m.writers != nil && isWriter(s.Elem()):
			return m.outwardWriters(off)
		}
	case memory.RepIface:
		if m.stdin != nil && isReader(t.Go) {
			return m.stdin.outward(off)
		}
		if m.writers != nil && isWriter(t.Go) {
			return m.outwardWriter(off)
		}
	}
	return nil
}

// specials are the functions of compiled packages that are called in another way, by their full
// names. A special replaces the call, or prepares it and returns false.
var specials = make(map[string]func(m *Machine, f *run.Func, q run.FP) bool)

// makeSpecials enters them, once.
var makeSpecials = sync.OnceFunc(func() {
	finalizerSpecials()
	stdinSpecials()
})

// calleeName returns the full name of the function that fun names, empty if it is not a name.
func (c *comp) calleeName(fun ast.Expr) string {
	if _, f := c.funcName(fun); f != nil {
		return f.FullName()
	}
	return ""
}

// Interrupting reports whether goroutines are in functions of Options.Interruptible. After a stop
// these return soon.
func (m *Machine) Interrupting() bool { return m.interruptible.Load() > 0 }
