// SPDX-License-Identifier: BSD-3-Clause

// Package maps makes the closures that use maps.
//
// A map of a cell is a Go map of exactly the type that the cell gives it. The general functions of
// the runtime, which work for all maps, are slow. So a map is used as a map[K]V for a few types K
// and V that are compiled in here, if the memory of its keys and elements is like that of K and V:
// all integers of eight bytes as int, all pointers as unsafe.Pointer, a struct of two ints as
// [2]int, and so on. This is right because the hash of such a key depends only on its memory. The
// general functions are for all other maps.
package maps

import (
	"go/types"
	"reflect"
	"sync"
	"unsafe"

	"polka/kernel/machine/descriptor"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/run"
)

// A Type says how the maps of a type are used.
type Type struct {
	t         *memory.Type
	Key, Elem *memory.Type
	Ops       Ops
	Fits      bool // the closure of an element is a run.Eval of the V of Ops
	ranges    sync.Pool
}

// Ops uses maps of one type. Keys and elements are given by their addresses.
type Ops interface {
	Make(n int) unsafe.Pointer
	Len(m unsafe.Pointer) int
	// Load copies the element to dst, or a zero value if there is none, and reports whether there
	// is one.
	Load(m, k, dst unsafe.Pointer) bool
	Store(m, k, v unsafe.Pointer)
	Delete(m, k unsafe.Pointer)
	Clear(m unsafe.Pointer)
	// GetNode returns the closure of m[k], nil if k is not a run.Eval of the K of this Ops. The
	// others, in the same way, are for v, ok := m[k], m[k] = v and m[k] += v.
	GetNode(m run.Eval[unsafe.Pointer], k any) any
	HasNode(m run.Eval[unsafe.Pointer], k any) any
	SetNode(m run.Eval[unsafe.Pointer], k, v any, site int32) run.Stmt
	AddNode(m run.Eval[unsafe.Pointer], k, v any, site int32) run.Stmt
}

type mapOf[K comparable, V any] struct{}

func (*mapOf[K, V]) Make(n int) unsafe.Pointer {
	m := make(map[K]V, n)
	return *(*unsafe.Pointer)(unsafe.Pointer(&m))
}

func (*mapOf[K, V]) Len(m unsafe.Pointer) int { return len(*(*map[K]V)(unsafe.Pointer(&m))) }

func (*mapOf[K, V]) Load(m, k, dst unsafe.Pointer) bool {
	v, ok := (*(*map[K]V)(unsafe.Pointer(&m)))[*(*K)(k)]
	*(*V)(dst) = v
	return ok
}

func (*mapOf[K, V]) Store(m, k, v unsafe.Pointer) {
	(*(*map[K]V)(unsafe.Pointer(&m)))[*(*K)(k)] = *(*V)(v)
}

func (*mapOf[K, V]) Delete(m, k unsafe.Pointer) {
	delete(*(*map[K]V)(unsafe.Pointer(&m)), *(*K)(k))
}

func (*mapOf[K, V]) Clear(m unsafe.Pointer) { clear(*(*map[K]V)(unsafe.Pointer(&m))) }

func (*mapOf[K, V]) GetNode(m run.Eval[unsafe.Pointer], k any) any {
	ke, ok := k.(run.Eval[K])
	if !ok {
		return nil
	}
	return run.Eval[V](func(t *run.Thread, f run.FP) V {
		p := m(t, f)
		return (*(*map[K]V)(unsafe.Pointer(&p)))[ke(t, f)]
	})
}

func (*mapOf[K, V]) HasNode(m run.Eval[unsafe.Pointer], k any) any {
	ke, ok := k.(run.Eval[K])
	if !ok {
		return nil
	}
	return func(t *run.Thread, f run.FP, dst unsafe.Pointer) bool {
		p := m(t, f)
		v, ok := (*(*map[K]V)(unsafe.Pointer(&p)))[ke(t, f)]
		if dst != nil {
			*(*V)(dst) = v
		}
		return ok
	}
}

func (*mapOf[K, V]) SetNode(m run.Eval[unsafe.Pointer], k, v any, site int32) run.Stmt {
	ke, ok := k.(run.Eval[K])
	ve, ok2 := v.(run.Eval[V])
	if !ok || !ok2 {
		return nil
	}
	return func(t *run.Thread, f run.FP) run.Ctl {
		val := ve(t, f)
		p := m(t, f)
		key := ke(t, f)
		if p == nil {
			t.Fail(f, site, run.ErrNilMap())
		}
		(*(*map[K]V)(unsafe.Pointer(&p)))[key] = val
		return run.Next
	}
}

func (*mapOf[K, V]) AddNode(m run.Eval[unsafe.Pointer], k, v any, site int32) run.Stmt {
	ke, ok := k.(run.Eval[K])
	ve, ok2 := v.(run.Eval[int])
	if _, isInt := any(*new(V)).(int); !ok || !ok2 || !isInt {
		return nil
	}
	return func(t *run.Thread, f run.FP) run.Ctl {
		p := m(t, f)
		key := ke(t, f)
		val := ve(t, f)
		if p == nil {
			t.Fail(f, site, run.ErrNilMap())
		}
		(*(*map[K]int)(unsafe.Pointer(&p)))[key] += val
		return run.Next
	}
}

// General uses maps of any type, with the functions of the runtime and of package reflect.
type General struct {
	t    reflect.Type
	Word unsafe.Pointer
	elem *memory.Type
}

func (g General) value(m unsafe.Pointer) reflect.Value {
	return reflect.NewAt(g.t, unsafe.Pointer(&m)).Elem()
}

func (g General) Make(n int) unsafe.Pointer {
	return reflect.MakeMapWithSize(g.t, n).UnsafePointer()
}
func (g General) Len(m unsafe.Pointer) int { return g.value(m).Len() }

func (g General) Load(m, k, dst unsafe.Pointer) bool {
	p, ok := descriptor.MapAccess(g.Word, m, k)
	if !ok {
		g.elem.Zero(dst)
		return false
	}
	g.elem.Copy(dst, p)
	return true
}

func (g General) Store(m, k, v unsafe.Pointer) {
	g.elem.Copy(descriptor.MapAssign(g.Word, m, k), v)
}

func (g General) Delete(m, k unsafe.Pointer) { descriptor.MapDelete(g.Word, m, k) }

func (g General) Clear(m unsafe.Pointer) {
	if m != nil {
		g.value(m).Clear()
	}
}

func (General) GetNode(run.Eval[unsafe.Pointer], any) any                  { return nil }
func (General) HasNode(run.Eval[unsafe.Pointer], any) any                  { return nil }
func (General) SetNode(run.Eval[unsafe.Pointer], any, any, int32) run.Stmt { return nil }
func (General) AddNode(run.Eval[unsafe.Pointer], any, any, int32) run.Stmt { return nil }

// mapClasses are the maps that are compiled in, by the letters of their K and V.
var mapClasses = make(map[[2]byte]Ops)

func mapsOf[K comparable](k byte) {
	mapClasses[[2]byte{k, '0'}] = &mapOf[K, struct{}]{}
	mapClasses[[2]byte{k, 'b'}] = &mapOf[K, bool]{}
	mapClasses[[2]byte{k, 'w'}] = &mapOf[K, int32]{}
	mapClasses[[2]byte{k, 'i'}] = &mapOf[K, int]{}
	mapClasses[[2]byte{k, 'd'}] = &mapOf[K, float64]{}
	mapClasses[[2]byte{k, 's'}] = &mapOf[K, string]{}
	mapClasses[[2]byte{k, 'p'}] = &mapOf[K, unsafe.Pointer]{}
	mapClasses[[2]byte{k, 'l'}] = &mapOf[K, memory.Slice]{}
	mapClasses[[2]byte{k, 'e'}] = &mapOf[K, any]{}
}

// More enters more maps, if it is not nil; see Rest.
var More func()

// Make enters the maps that are compiled in, once.
var Make = sync.OnceFunc(func() {
	mapsOf[int32]('w')
	mapsOf[int]('i')
	mapsOf[string]('s')
	if More != nil {
		More()
	}
})

// Rest enters the maps that are rarer. A program that does not mention it is smaller, and uses the
// general functions for them.
func Rest() {
	mapsOf[uint8]('b')
	mapsOf[int16]('h')
	mapsOf[float64]('d')
	mapsOf[unsafe.Pointer]('p')
	mapsOf[any]('e')
	mapsOf[[2]int]('2')
	mapsOf[[3]int]('3')
	mapsOf[[4]int]('4')
}

// keyClass returns the letter of the K for keys of type t, and 0 if there is none.
func keyClass(m *memory.Types, t types.Type) byte {
	switch r := m.RepOf(t); r {
	case memory.RepInt16, memory.RepUint16:
		return 'h'
	case memory.RepSlice, memory.RepIface:
		return 0
	case memory.RepEface:
		return 'e'
	case memory.RepMem:
		// The hash of a struct that package reflect has made is not that of its memory.
		if n := intWords(m, t); n >= 2 && n <= 4 && descriptor.Regular(m.TypeFor(t).Reflect) {
			return byte('0' + n)
		}
		return 0
	default:
		return r.Carrier()
	}
}

// intWords returns how many integers of eight bytes a struct or an array consists of, and -1 if it
// has anything else.
func intWords(m *memory.Types, t types.Type) int {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		n := 0
		for f := range u.Fields() {
			k := intWords(m, f.Type())
			if k < 0 || f.Name() == "_" {
				return -1
			}
			n += k
		}
		return n
	case *types.Array:
		k := intWords(m, u.Elem())
		if k < 0 || u.Len() > 4 {
			return -1
		}
		return k * int(u.Len())
	}
	switch m.RepOf(t) {
	case memory.RepInt, memory.RepInt64, memory.RepUint, memory.RepUint64, memory.RepUintptr:
		return 1
	}
	return -1
}

// elemClass returns the letter of the V for elements of type t, and 0 if there is none.
func elemClass(m *memory.Types, t types.Type) byte {
	switch r := m.RepOf(t); r {
	case memory.RepIface:
		return 0
	case memory.RepEface:
		return 'e'
	case memory.RepMem:
		if s, ok := t.Underlying().(*types.Struct); ok && s.NumFields() == 0 {
			return '0'
		}
		return 0
	default:
		return r.Carrier()
	}
}

// Range returns what goes over the entries of a map. After the last entry it may be given to Done.
func (t *Type) Range(m unsafe.Pointer) *descriptor.MapRange {
	r, ok := t.ranges.Get().(*descriptor.MapRange)
	if !ok {
		r = descriptor.NewMapRange(t.t.Reflect)
	}
	r.Reset(m)
	return r
}

// Done takes r back, which must not be used any more.
func (t *Type) Done(r *descriptor.MapRange) {
	r.Reset(nil)
	t.ranges.Put(r)
}

// Of returns how maps of type t are used. The caller holds the lock of m, unless Of has been called
// for t before.
func Of(m *memory.Types, t *memory.Type) *Type {
	type key struct{}
	if r, ok := t.Entries.Load(key{}); ok {
		return r.(*Type)
	}
	u := t.Go.Underlying().(*types.Map)
	r := &Type{t: t, Key: m.TypeFor(u.Key()), Elem: m.TypeFor(u.Elem())}
	if r.Ops = mapClasses[[2]byte{keyClass(m, u.Key()), elemClass(m, u.Elem())}]; r.Ops == nil {
		r.Ops = General{t.Reflect, t.Word, r.Elem}
	}
	switch r.Elem.Rep {
	case memory.RepBool, memory.RepInt, memory.RepInt32, memory.RepFloat64, memory.RepString, memory.RepPtr, memory.RepSlice, memory.RepEface:
		r.Fits = true
	}
	t.Entries.Store(key{}, r)
	return r
}
