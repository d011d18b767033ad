// Package native holds the compiled functions that the twins of package library call: what an
// interpreter cannot do, and what it does a hundred times slower, such as sorting.
//
// The values come as any. A slice of an interpreted type has, for reflection, elements of a basic
// kind or of an unnamed struct; Sort and similar functions look at the kind and see the memory as a
// slice of Go's own type.
//
// What is exported mentions no other package, so that cells which sort need not learn of any. What
// does is in package foreign.
package native

import (
	"cmp"
	"reflect"
	"slices"
	"sync"
	"unsafe"
	"weak"
)

// Sort puts a slice of elements of an ordered kind in ascending order, as slices.Sort. A slice of
// 1e6 numbers takes less than 0.1 s.
func Sort(s any) { order(s, sorting) }

// IsSorted is slices.IsSorted.
func IsSorted(s any) bool { return order(s, testing) == 1 }

// Min returns the index of slices.Min(s), which is not empty.
func Min(s any) int { return order(s, smallest) }

// Max returns the index of slices.Max(s), which is not empty.
func Max(s any) int { return order(s, largest) }

// An operation is something done to a slice of each ordered type: the name of Go's function for it.
type operation string

const (
	sorting  operation = "slices.Sort"
	testing  operation = "slices.IsSorted"
	smallest operation = "slices.Min"
	largest  operation = "slices.Max"
)

// order does op to the slice s, whatever its ordered elements are.
func order(s any, op operation) int {
	v := reflect.ValueOf(s)
	if v.Kind() != reflect.Slice {
		panic(string(op) + ": no slice")
	}
	switch v.Type().Elem().Kind() {
	case reflect.Int:
		return do(op, view[int](v))
	case reflect.Int8:
		return do(op, view[int8](v))
	case reflect.Int16:
		return do(op, view[int16](v))
	case reflect.Int32:
		return do(op, view[int32](v))
	case reflect.Int64:
		return do(op, view[int64](v))
	case reflect.Uint:
		return do(op, view[uint](v))
	case reflect.Uint8:
		return do(op, view[uint8](v))
	case reflect.Uint16:
		return do(op, view[uint16](v))
	case reflect.Uint32:
		return do(op, view[uint32](v))
	case reflect.Uint64:
		return do(op, view[uint64](v))
	case reflect.Uintptr:
		return do(op, view[uintptr](v))
	case reflect.Float32:
		return do(op, view[float32](v))
	case reflect.Float64:
		return do(op, view[float64](v))
	case reflect.String:
		return do(op, view[string](v))
	}
	panic(string(op) + ": the elements have no order")
}

// view returns the slice v as one of E, which has the same kind as its elements.
func view[E any](v reflect.Value) []E { return unsafe.Slice((*E)(v.UnsafePointer()), v.Len()) }

func do[E cmp.Ordered](op operation, s []E) int {
	switch op {
	case sorting:
		slices.Sort(s)
	case testing:
		if slices.IsSorted(s) {
			return 1
		}
	case smallest:
		return extreme(s, func(a, b E) bool { return a < b })
	case largest:
		return extreme(s, func(a, b E) bool { return a > b })
	}
	return 0
}

// extreme returns the index of the first NaN, or else of the first element that comes before all
// others.
func extreme[E cmp.Ordered](s []E, before func(a, b E) bool) int {
	m := 0
	for i, v := range s {
		if v != v {
			return i
		}
		if before(v, s[m]) || v == s[m] && before(sign(v), sign(s[m])) {
			m = i
		}
	}
	return m
}

// sign tells -0 from 0: it is -1 for the one and 0 for all else.
func sign[E cmp.Ordered](v E) E {
	var zero E
	if f, ok := any(v).(float64); ok && f == 0 && 1/f < 0 {
		return any(-1.0).(E)
	}
	if f, ok := any(v).(float32); ok && f == 0 && 1/f < 0 {
		return any(float32(-1)).(E)
	}
	return zero
}

// Index finds v in a slice of integers, strings or booleans. It reports whether it knows the
// elements.
func Index(s, v any) (int, bool) {
	x, y := reflect.ValueOf(s), reflect.ValueOf(v)
	if !y.IsValid() || x.Kind() != reflect.Slice || x.Type().Elem().Kind() != y.Kind() {
		return 0, false
	}
	switch y.Kind() {
	case reflect.Int:
		return slices.Index(view[int](x), int(y.Int())), true
	case reflect.Int8:
		return slices.Index(view[int8](x), int8(y.Int())), true
	case reflect.Int16:
		return slices.Index(view[int16](x), int16(y.Int())), true
	case reflect.Int32:
		return slices.Index(view[int32](x), int32(y.Int())), true
	case reflect.Int64:
		return slices.Index(view[int64](x), y.Int()), true
	case reflect.Uint:
		return slices.Index(view[uint](x), uint(y.Uint())), true
	case reflect.Uint8:
		return slices.Index(view[uint8](x), uint8(y.Uint())), true
	case reflect.Uint16:
		return slices.Index(view[uint16](x), uint16(y.Uint())), true
	case reflect.Uint32:
		return slices.Index(view[uint32](x), uint32(y.Uint())), true
	case reflect.Uint64:
		return slices.Index(view[uint64](x), y.Uint()), true
	case reflect.String:
		return slices.Index(view[string](x), y.String()), true
	case reflect.Bool:
		return slices.Index(view[bool](x), y.Bool()), true
	}
	return 0, false
}

// Reverse turns a slice around.
func Reverse(s any) {
	swap := reflect.Swapper(s)
	for i, j := 0, reflect.ValueOf(s).Len()-1; i < j; i, j = i+1, j-1 {
		swap(i, j)
	}
}

// canonical holds the value of unique.Make for each value.
var canonical sync.Map

// A key tells values of equal memory and different types apart.
type key struct{ value, pointer any }

// Canonical returns what was made for the value that equals v, or what make makes, now and from now
// on.
func Canonical(v any, make func() any) any {
	p := make()
	k := key{v, reflect.TypeOf(p)}
	actual, _ := canonical.LoadOrStore(k, p)
	return actual
}

// A Weak is a weak pointer to something.
type Weak struct{ p weak.Pointer[byte] }

// MakeWeak returns a weak pointer to what ptr, a pointer, points to.
func MakeWeak(ptr any) Weak {
	return Weak{weak.Make((*byte)(reflect.ValueOf(ptr).UnsafePointer()))}
}

// Value returns the pointer, or nil.
func (w Weak) Value() *byte { return w.p.Value() }
