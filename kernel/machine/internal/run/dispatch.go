// SPDX-License-Identifier: BSD-3-Clause

// Calls of methods of interface values. A dispatcher remembers the methods of the types it has
// seen.

package run

import (
	"go/types"
	"sync"
	"sync/atomic"
	"unsafe"

	"polka/kernel/machine/internal/memory"
)

// A Dispatcher finds the method of a dynamic type. It remembers the types that it has seen.
type Dispatcher struct {
	M    *World
	Name string
	Pkg  *types.Package
	Sig  *types.Signature
	seen atomic.Pointer[[]*Entry]

	// Methods are the first that machine code has met, and &NoMethod.
	Methods [4]*Method
	mu      sync.Mutex // for changes of Methods, and for ofNil
	ofNil   *Func
}

// A Method is a method for one table of an interface value, for machine code. It does not change.
type Method struct {
	Tab unsafe.Pointer
	Fn  *Func
	// Direct is 1 if the data of the interface value is the receiver, and 0 if it points to the
	// receiver, which has Size bytes in the machine words Words and Rest bytes. Pointers is 1 if
	// it has pointers.
	Direct, Pointers, Words, Rest, Size uintptr
	At                                  uintptr // of the receiver in the frame
}

// NoMethod is the Method of no table.
var NoMethod Method

// NewDispatcher returns a Dispatcher for the method of that name and signature.
func NewDispatcher(m *World, pkg *types.Package, name string, sig *types.Signature) *Dispatcher {
	d := &Dispatcher{M: m, Name: name, Pkg: pkg, Sig: sig}
	for i := range d.Methods {
		d.Methods[i] = &NoMethod
	}
	return d
}

// remember lets machine code find the method for a table, if there is room.
func (d *Dispatcher) remember(tab unsafe.Pointer, e *Entry) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for i, m := range d.Methods {
		if m.Tab == tab {
			return
		}
		if m == &NoMethod {
			t := e.Fn.Params.Types[0]
			m = &Method{Tab: tab, Fn: e.Fn, At: e.At, Size: t.Size, Words: t.Size / memory.Word, Rest: t.Size % memory.Word}
			if e.Direct {
				m.Direct = 1
			}
			if t.Pointers {
				m.Pointers = 1
			}
			atomic.StorePointer((*unsafe.Pointer)(unsafe.Pointer(&d.Methods[i])), unsafe.Pointer(m))
			return
		}
	}
}

// nilFunc is what machine code calls if there is no value. It fails, after the arguments have been
// evaluated. Its frame has that of the caller at NativeAt.
func (d *Dispatcher) nilFunc() *Func {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.ofNil == nil {
		d.M.Mu.Lock()
		defer d.M.Mu.Unlock()
		vars := []*types.Var{types.NewParam(0, nil, "", types.Typ[types.UnsafePointer])}
		for v := range d.Sig.Params().Variables() {
			vars = append(vars, v)
		}
		f := d.M.NewFunc(d.Name, 0)
		f.Hidden = true
		f.Shape(types.NewSignatureType(nil, nil, nil, types.NewTuple(vars...), d.Sig.Results(), false))
		d.M.PointerFrame(f)
		f.Body = func(t *Thread, q FP) Ctl {
			t.Depth--
			t.FailNil(*At[FP](q, f.NativeAt), t.Sites[t.Depth])
			return Returned
		}
		d.ofNil = f
	}
	return d.ofNil
}

// An Entry is a method for one dynamic type.
type Entry struct {
	typ    unsafe.Pointer
	Fn     *Func
	Direct bool
	// IsSlice: the receiver is a slice
	IsSlice bool
	// Through: the type is a pointer, and the method is one of what it points to
	Through bool
	Slow    *Entry // for nil
	name    string
	Copy    func(dst, src unsafe.Pointer)
	At      uintptr
	Offs    []uintptr
}

func (d *Dispatcher) Find(typ unsafe.Pointer) *Entry {
	s := d.seen.Load()
	if s == nil {
		return nil
	}
	for _, e := range *s {
		if e.typ == typ {
			return e
		}
	}
	return nil
}

// Only is the method of the one type that the dispatcher has seen, nil if it has not seen just one.
func (d *Dispatcher) Only() *Entry {
	if s := d.seen.Load(); s != nil && len(*s) == 1 {
		return (*s)[0]
	}
	return nil
}

// TypeWord is the type of the values that have the method.
func (e *Entry) TypeWord() unsafe.Pointer { return e.typ }

// AddShape finds the method for the type of y.
func (d *Dispatcher) AddShape(y any) *Entry {
	e := d.M.EntryFor(y, d.Pkg, d.Name, d.Sig)
	for {
		old := d.seen.Load()
		var list []*Entry
		if old != nil {
			list = append(list, *old...)
			if len(list) > 8 {
				list = list[1:]
			}
		}
		list = append(list, e)
		if d.seen.CompareAndSwap(old, &list) {
			return e
		}
	}
}

// EntryFor returns the entry of a method for the type of y.
func (m *World) EntryFor(y any, pkg *types.Package, name string, sig *types.Signature) *Entry {
	h := (*memory.Eface)(unsafe.Pointer(&y))
	e := &Entry{typ: h.Type, name: name}
	if f := m.elemMethod(m.TypeOfValue(y), pkg, name); f != nil {
		e.Fn, e.Through = f, true
		e.Slow = &Entry{typ: h.Type, Fn: m.dynamicMethod(y, pkg, name, sig)}
		e.Slow.shape()
	} else {
		e.Fn = m.dynamicMethod(y, pkg, name, sig)
	}
	e.shape()
	return e
}

func (e *Entry) shape() {
	t := e.Fn.Params.Types[0]
	e.IsSlice = t.Rep == memory.RepSlice
	e.Direct, e.Copy, e.At, e.Offs = t.Direct && !e.Through, t.Copy, e.Fn.Params.Offsets[0], e.Fn.Params.Offsets[1:]
}

// Put sets the receiver of a call.
func (e *Entry) Put(t *Thread, q FP, data unsafe.Pointer) {
	if e.Direct {
		*(*unsafe.Pointer)(unsafe.Add(q, e.At)) = data
		return
	}
	if data == nil && e.Through {
		t.M.Mu.Lock()
		recv := e.Fn.Sig.Params().At(0).Type()
		text := t.M.methodFinder.NilReceiver(types.NewPointer(recv), t.M.OwnPackage(recv), e.name)
		t.M.Mu.Unlock()
		t.Fail(nil, t.Site, memory.PlainError(text))
	}
	e.Copy(unsafe.Add(q, e.At), data)
}

// dynamicMethod returns the method of that name and signature of the dynamic type of y, as a Func
// whose first parameter is of that type.
func (m *World) dynamicMethod(y any, pkg *types.Package, name string, sig *types.Signature) *Func {
	m.Mu.Lock()
	defer m.Mu.Unlock()
	h := (*memory.Eface)(unsafe.Pointer(&y))
	key := methodKey{h.Type, name}
	if f := m.dynamic[key]; f != nil {
		return f
	}
	f := m.methodFinder.Dynamic(y, pkg, name, sig)
	m.dynamic[key] = f
	return f
}

type methodKey struct {
	typ  unsafe.Pointer
	name string
}

// elemMethod returns a method that is declared for what the pointer type t points to, nil for all
// others.
func (m *World) elemMethod(t *memory.Type, pkg *types.Package, name string) *Func {
	if t == nil || t.Go == nil {
		return nil
	}
	if _, ok := t.Go.(*types.Pointer); !ok {
		return nil
	}
	m.Mu.Lock()
	defer m.Mu.Unlock()
	return m.methodFinder.OfElem(t, pkg, name)
}
