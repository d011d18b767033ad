package machine

// The predefined functions of package template that inspect their arguments, for values of cells.

import (
	"errors"
	"fmt"
	"reflect"
	"unsafe"
)

var (
	errBadComparison  = errors.New("invalid type for comparison")
	errNoComparison   = errors.New("missing argument for comparison")
	errCallOfNil      = errors.New("call of nil")
	errIndexOfNil     = errors.New("index of nil pointer")
	errIndexOfUntyped = errors.New("index of untyped nil")
	errSliceOfNil     = errors.New("slice of nil pointer")
	errSliceOfUntyped = errors.New("slice of untyped nil")
)

// basic is the kind of a value for comparisons: bool, int, uint, float, complex or string, or
// Invalid.
func (x treeValue) basic() reflect.Kind {
	if !x.valid() {
		return reflect.Invalid
	}
	switch k := x.kind(); k {
	case reflect.Bool, reflect.String:
		return k
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return reflect.Int
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return reflect.Uint
	case reflect.Float32, reflect.Float64:
		return reflect.Float64
	case reflect.Complex64, reflect.Complex128:
		return reflect.Complex128
	}
	return reflect.Invalid
}

// nilValue reports whether x is invalid or nil.
func (x treeValue) nilValue() bool {
	if !x.valid() {
		return true
	}
	switch x.kind() {
	case reflect.Chan, reflect.Func, reflect.Interface, reflect.Map, reflect.Pointer, reflect.Slice:
		return x.isNil()
	}
	return false
}

func (x treeValue) validKind() reflect.Kind {
	if !x.valid() {
		return reflect.Invalid
	}
	return x.kind()
}

func incompatible(a, b treeValue) error {
	return fmt.Errorf("incompatible types for comparison: %s and %s", a.typeString(), b.typeString())
}

// treeEqual is eq.
func treeEqual(a treeValue, list []treeValue) (bool, error) {
	if len(list) == 0 {
		return false, errNoComparison
	}
	k1 := a.basic()
	for _, b := range list {
		k2 := b.basic()
		truth := false
		switch {
		case k1 == reflect.Int && k2 == reflect.Uint:
			truth = a.plain().Int() >= 0 && uint64(a.plain().Int()) == b.plain().Uint()
		case k1 == reflect.Uint && k2 == reflect.Int:
			truth = b.plain().Int() >= 0 && uint64(b.plain().Int()) == a.plain().Uint()
		case k1 != k2:
			if a.valid() && b.valid() {
				return false, incompatible(a, b)
			}
		case k1 == reflect.Invalid:
			ka, kb := a.validKind(), b.validKind()
			if ka != kb && ka != reflect.Invalid && kb != reflect.Invalid {
				return false, fmt.Errorf("non-comparable types %s: %v, %s: %v", a.print(), a.typeString(), b.typeString(), b.print())
			}
			if a.nilValue() || b.nilValue() {
				truth = a.nilValue() == b.nilValue()
			} else {
				if !b.comparable() {
					return false, fmt.Errorf("non-comparable type %s: %v", b.print(), b.typeString())
				}
				truth = a.any() == b.any()
			}
		case k1 == reflect.Complex128:
			truth = a.plain().Complex() == b.plain().Complex()
		default:
			truth = order(a, b, k1) == 0
		}
		if truth {
			return true, nil
		}
	}
	return false, nil
}

func (x treeValue) print() any { return x.m.ToNative(x.any(), ForPrint) }

func (x treeValue) comparable() bool {
	if x.t == nil {
		return x.v.Type().Comparable()
	}
	return reflect.TypeOf(x.any()).Comparable()
}

// order compares two values of a basic kind: -1, 0, 1, or 2 for a NaN.
func order(a, b treeValue, k reflect.Kind) int {
	x, y := a.plain(), b.plain()
	switch k {
	case reflect.Bool:
		return btoi(x.Bool()) - btoi(y.Bool())
	case reflect.Int:
		return inOrder(x.Int(), y.Int())
	case reflect.Uint:
		return inOrder(x.Uint(), y.Uint())
	case reflect.Float64:
		return inOrder(x.Float(), y.Float())
	}
	return inOrder(x.String(), y.String())
}

func inOrder[T int64 | uint64 | float64 | string](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	case a == b:
		return 0
	}
	return 2
}

// treeLess is lt.
func treeLess(a, b treeValue) (bool, error) {
	k1, k2 := a.basic(), b.basic()
	switch {
	case k1 == reflect.Invalid || k2 == reflect.Invalid:
		return false, errBadComparison
	case k1 == reflect.Int && k2 == reflect.Uint:
		return a.plain().Int() < 0 || uint64(a.plain().Int()) < b.plain().Uint(), nil
	case k1 == reflect.Uint && k2 == reflect.Int:
		return b.plain().Int() >= 0 && a.plain().Uint() < uint64(b.plain().Int()), nil
	case k1 != k2:
		return false, incompatible(a, b)
	case k1 == reflect.Bool || k1 == reflect.Complex128:
		return false, errBadComparison
	}
	return order(a, b, k1) == -1, nil
}

// treeLessOrEqual is le.
func treeLessOrEqual(a, b treeValue) (bool, error) {
	less, err := treeLess(a, b)
	if less || err != nil {
		return less, err
	}
	return treeEqual(a, []treeValue{b})
}

// treeIndexArg is an index for a value of that length.
func treeIndexArg(i treeValue, n int) (int, error) {
	if !i.valid() {
		return 0, errors.New("cannot index slice/array with nil")
	}
	var x int64
	switch p := i.plain(); i.basic() {
	case reflect.Int:
		x = p.Int()
	case reflect.Uint:
		x = int64(p.Uint())
	default:
		return 0, fmt.Errorf("cannot index slice/array with type %s", i.typeString())
	}
	if x < 0 || int(x) < 0 || int(x) > n {
		return 0, fmt.Errorf("index out of range: %d", x)
	}
	return int(x), nil
}

// treeIndex is index.
func treeIndex(x treeValue, indexes []treeValue) (treeValue, error) {
	if !x.valid() {
		return x, errIndexOfUntyped
	}
	for _, i := range indexes {
		var isNil bool
		if x, isNil = x.indirect(); isNil {
			return x, errIndexOfNil
		}
		switch x.kind() {
		case reflect.Array, reflect.Slice, reflect.String:
			n, err := treeIndexArg(i, x.len())
			if err != nil {
				return x, err
			}
			if n == x.len() {
				// What package reflect says.
				return x, errors.New("reflect: " + map[reflect.Kind]string{reflect.Array: "array", reflect.Slice: "slice", reflect.String: "string"}[x.kind()] + " index out of range")
			}
			x = x.index(n)
		case reflect.Map:
			k, err := x.keyFrom(i)
			if err != nil {
				return x, err
			}
			e := x.mapEntry(k)
			if !e.valid() {
				e = x.zeroElem()
			}
			x = e
		default:
			return x, fmt.Errorf("can't index item of type %s", x.typeString())
		}
	}
	return x, nil
}

// keyFrom is a value as a key of a map.
func (x treeValue) keyFrom(k treeValue) (treeValue, error) {
	var kt *Type
	if x.t == nil {
		kt = x.m.typeOfReflect(x.v.Type().Key())
		if kt == nil {
			kt = x.m.recordOfType(x.v.Type().Key())
		}
	} else {
		kt = x.mapType().key
	}
	name := kt.rt.String()
	if kt.Go != nil {
		name = kt.String()
	}
	if !k.valid() {
		if !kt.canBeNil() {
			return k, fmt.Errorf("value is nil; should be of type %s", name)
		}
		return treeValue{m: x.m, v: reflect.Zero(kt.rt)}, nil
	}
	p := kt.allocNOf(1)
	if k.store(kt, p) {
		return keyAt(x.m, kt, p), nil
	}
	// Integers of any type are accepted.
	want := kt.rt.Kind()
	if kt.Go != nil {
		want = kindOf(kt.Go)
	}
	if b := k.basic(); (b == reflect.Int || b == reflect.Uint) && want >= reflect.Int && want <= reflect.Uintptr {
		rt := kt.rt
		if kt.Go != nil {
			rt = kt.plain()
		}
		reflect.NewAt(rt, p).Elem().Set(k.plain().Convert(rt))
		return keyAt(x.m, kt, p), nil
	}
	return k, fmt.Errorf("value has type %s; should be %s", k.typeString(), name)
}

func keyAt(m *Machine, t *Type, p unsafe.Pointer) treeValue {
	if m.walked(t) {
		return treeValue{m: m, t: t, p: p}
	}
	return treeValue{m: m, v: reflect.NewAt(t.rt, p).Elem()}
}

// treeSlice is slice.
func treeSlice(x treeValue, indexes []treeValue) (treeValue, error) {
	if !x.valid() {
		return x, errSliceOfUntyped
	}
	x, isNil := x.indirect()
	if isNil {
		return x, errSliceOfNil
	}
	if len(indexes) > 3 {
		return x, fmt.Errorf("too many slice indexes: %d", len(indexes))
	}
	var c int
	switch x.kind() {
	case reflect.String:
		if len(indexes) == 3 {
			return x, errors.New("cannot 3-index slice a string")
		}
		c = x.len()
	case reflect.Array:
		c = x.len()
	case reflect.Slice:
		if x.t == nil {
			c = x.v.Cap()
		} else {
			c = (*slice)(x.p).cap
		}
	default:
		return x, fmt.Errorf("can't slice item of type %s", x.typeString())
	}
	idx := [3]int{0, x.len(), c}
	for i, index := range indexes {
		n, err := treeIndexArg(index, c)
		if err != nil {
			return x, err
		}
		idx[i] = n
	}
	if idx[0] > idx[1] {
		return x, fmt.Errorf("invalid slice index: %d > %d", idx[0], idx[1])
	}
	if idx[1] > idx[2] {
		return x, fmt.Errorf("invalid slice index: %d > %d", idx[1], idx[2])
	}
	if x.t == nil {
		if len(indexes) < 3 {
			return treeValue{m: x.m, v: x.v.Slice(idx[0], idx[1])}, nil
		}
		return treeValue{m: x.m, v: x.v.Slice3(idx[0], idx[1], idx[2])}, nil
	}
	switch x.kind() {
	case reflect.String:
		s := (*(*string)(x.p))[idx[0]:idx[1]]
		return treeValue{m: x.m, t: x.t, p: unsafe.Pointer(&s)}, nil
	case reflect.Slice:
		e := x.part()
		s := *(*slice)(x.p)
		s.p, s.len, s.cap = unsafe.Add(s.p, uintptr(idx[0])*e.size), idx[1]-idx[0], idx[2]-idx[0]
		return treeValue{m: x.m, t: x.t, p: unsafe.Pointer(&s)}, nil
	}
	return x, fmt.Errorf("can't slice item of type %s", x.typeString())
}

// templateCall is call.
func (m *Machine) templateCall(name string, fn treeValue, args []reflect.Value) (reflect.Value, error) {
	if !fn.valid() {
		return reflect.Value{}, errCallOfNil
	}
	if fn.kind() != reflect.Func {
		return reflect.Value{}, fmt.Errorf("non-function %s of type %s", name, fn.typeString())
	}
	c := fn.funcCall(name)
	if err := c.check(len(args), true); err != nil {
		return reflect.Value{}, err
	}
	places := make([]unsafe.Pointer, len(args))
	for i, a := range args {
		t := c.param(i)
		places[i] = t.allocNOf(1)
		x := m.carried(a)
		if x.number(t, places[i]) {
			continue
		}
		if err := x.assignTo(t, places[i]); err != nil {
			return reflect.Value{}, fmt.Errorf("arg %d: %w", i, err)
		}
	}
	r, err := c.call(places)
	return carry(r), err
}
