package machine

import (
	"go/types"
	"iter"
	"reflect"
	"runtime"
	"unsafe"
)

// Package reflect sees the memory of values of cells: their types have no names and no methods, and
// a named type that is not a struct is a struct of one field. So its functions and the methods of
// reflect.Value first check whether they have a value of a cell. If the memory is all that matters,
// the compiled function is called with a value of the type of the memory, without the mark of the
// name. Otherwise the machine does the work of the function.

// A valueHeader is the memory of a reflect.Value.
type valueHeader struct {
	typ, p unsafe.Pointer
	flag   uintptr
}

func header(v *reflect.Value) *valueHeader { return (*valueHeader)(unsafe.Pointer(v)) }

// The bits of flag, found out from values that have them.
var flagIndirect, flagAddressable, flagReadOnly = func() (in, ad, ro uintptr) {
	const kinds = 1<<5 - 1
	var x struct {
		A int
		b int
	}
	variable := reflect.ValueOf(&x).Elem()
	exported, private := variable.Field(0), variable.Field(1)
	ro = header(&exported).flag ^ header(&private).flag
	copied := reflect.ValueOf(x)
	ad = header(&variable).flag ^ header(&copied).flag
	n := reflect.ValueOf(1)
	in = header(&n).flag &^ kinds
	return in, ad, ro
}()

// A reflected is a reflect.Value of a type of cells.
type reflected struct {
	t     *Type
	p     unsafe.Pointer
	flags uintptr // flagAddressable and flagReadOnly
}

// reflected takes v apart, if it has a type of cells.
func (m *Machine) reflected(v reflect.Value) (r reflected, ok bool) {
	if !v.IsValid() {
		return r, false
	}
	t := m.typeOfReflect(v.Type())
	if t == nil || !t.own {
		return r, false
	}
	return reflected{t, m.placeOf(v), header(&v).flag & (flagAddressable | flagReadOnly)}, true
}

// placeOf is the place of the value that v has.
func (m *Machine) placeOf(v reflect.Value) unsafe.Pointer {
	h := header(&v)
	if h.flag&flagIndirect != 0 {
		return h.p
	}
	p := new(unsafe.Pointer)
	*p = h.p
	return unsafe.Pointer(p)
}

// reflectAt is a reflect.Value of type rt for the place p.
func reflectAt(rt reflect.Type, p unsafe.Pointer, flags uintptr) reflect.Value {
	v := reflect.NewAt(rt, p).Elem()
	h := header(&v)
	h.flag = h.flag&^(flagAddressable|flagReadOnly) | flags
	return v
}

func (r reflected) value() reflect.Value { return reflectAt(r.t.rt, r.p, r.flags) }

// as is the value with another type of the same memory.
func (r reflected) as(rt reflect.Type) reflect.Value { return reflectAt(rt, r.p, r.flags) }

// text is Value.String.
func (r reflected) text() string {
	if r.t.rep == repString {
		return *(*string)(r.p)
	}
	return "<" + r.t.String() + " Value>"
}

var reflectValueType = reflect.TypeFor[reflect.Value]()

func reflectSpecials() {
	method := func(name string, call func(m *Machine, f *Func, q fp, v *reflect.Value) bool) {
		specials["(reflect.Value)."+name] = func(m *Machine, f *Func, q fp) bool {
			return call(m, f, q, treeArg[reflect.Value](f, q, 0))
		}
	}
	// These are called with the type of the memory.
	for _, name := range []string{
		"Bool", "Bytes", "Cap", "Close", "Complex", "Float", "Grow", "Index", "Int", "IsNil", "Len", "OverflowComplex", "OverflowFloat",
		"OverflowInt", "OverflowUint", "Pointer", "Recv", "SetBool", "SetBytes", "SetComplex", "SetFloat", "SetInt", "SetLen",
		"SetCap", "SetString", "SetUint", "TryRecv", "Uint", "UnsafePointer", "CanInt", "CanUint", "CanFloat", "CanComplex", "Clear",
	} {
		method(name, func(m *Machine, f *Func, q fp, v *reflect.Value) bool {
			if r, ok := m.reflected(*v); ok {
				*v = r.as(m.underlyingType(r.t))
			}
			return false
		})
	}
	for _, name := range []string{"Slice", "Slice3"} {
		specials["(reflect.Value)."+name] = func(m *Machine, f *Func, q fp) bool {
			v := treeArg[reflect.Value](f, q, 0)
			r, ok := m.reflected(*v)
			if !ok {
				return false
			}
			i, j := *treeArg[int](f, q, 1), *treeArg[int](f, q, 2)
			u := r.as(m.underlyingType(r.t))
			if len(f.params.types) == 4 {
				u = u.Slice3(i, j, *treeArg[int](f, q, 3))
			} else {
				u = u.Slice(i, j)
			}
			if kindOf(r.t.Go) != reflect.Array {
				u = reflectAt(r.t.rt, m.placeOf(u), r.flags&flagReadOnly)
			}
			*treeResult[reflect.Value](f, q, 0) = u
			return true
		}
	}
	get := func(name string, call func(m *Machine, f *Func, q fp, r reflected) bool) {
		method(name, func(m *Machine, f *Func, q fp, v *reflect.Value) bool {
			r, ok := m.reflected(*v)
			return ok && call(m, f, q, r)
		})
	}
	method("Type", func(m *Machine, f *Func, q fp, v *reflect.Value) bool {
		if !v.IsValid() {
			return false
		}
		*treeResult[reflect.Type](f, q, 0) = m.viewOf(v.Type())
		return true
	})
	get("Kind", func(m *Machine, f *Func, q fp, r reflected) bool {
		*treeResult[reflect.Kind](f, q, 0) = kindOf(r.t.Go)
		return true
	})
	get("String", func(m *Machine, f *Func, q fp, r reflected) bool {
		*treeResult[string](f, q, 0) = r.text()
		return true
	})
	get("IsZero", func(m *Machine, f *Func, q fp, r reflected) bool {
		*treeResult[bool](f, q, 0) = r.t.isZero(r.p)
		return true
	})
	get("Interface", func(m *Machine, f *Func, q fp, r reflected) bool {
		if r.flags&flagReadOnly != 0 {
			return false // it panics
		}
		*treeResult[any](f, q, 0) = r.t.valueAt(r.p).Any
		return true
	})
	method("Elem", func(m *Machine, f *Func, q fp, v *reflect.Value) bool {
		if r, ok := m.reflected(*v); ok {
			*treeResult[reflect.Value](f, q, 0) = m.reflectElem(r)
			return true
		}
		if v.Kind() != reflect.Interface || v.NumMethod() == 0 || v.IsNil() {
			return false
		}
		// It may contain a wrapper.
		d := (*iface)(m.placeOf(*v)).toAny()
		if w := unwrap(d); !sameWord(w, d) {
			e := reflect.ValueOf(w)
			*treeResult[reflect.Value](f, q, 0) = reflectAt(e.Type(), m.placeOf(e), header(v).flag&flagReadOnly)
			return true
		}
		return false
	})
	get("NumField", func(m *Machine, f *Func, q fp, r reflected) bool {
		*treeResult[int](f, q, 0) = m.reflectType(r.t).NumField()
		return true
	})
	get("Field", func(m *Machine, f *Func, q fp, r reflected) bool {
		*treeResult[reflect.Value](f, q, 0) = m.reflectField(r, *treeArg[int](f, q, 1))
		return true
	})
	byIndex := func(m *Machine, r reflected, index []int) (v reflect.Value, err error) {
		v = r.value()
		for i, n := range index {
			if r, ok := m.reflected(v); ok {
				if i > 0 && kindOf(r.t.Go) == reflect.Pointer {
					if *(*unsafe.Pointer)(r.p) == nil {
						return reflect.Value{}, plainErrorf("reflect: indirection through nil pointer to embedded struct field %s", m.reflectType(r.t).Elem().Name())
					}
					v = m.reflectElem(r)
				}
			} else if i > 0 && v.Kind() == reflect.Pointer {
				v = v.Elem()
			}
			if r, ok := m.reflected(v); ok {
				v = m.reflectField(r, n)
			} else {
				v = v.Field(n)
			}
		}
		return v, nil
	}
	get("FieldByIndex", func(m *Machine, f *Func, q fp, r reflected) bool {
		v, err := byIndex(m, r, *treeArg[[]int](f, q, 1))
		if err != nil {
			panic("reflect: indirection through nil pointer to embedded struct")
		}
		*treeResult[reflect.Value](f, q, 0) = v
		return true
	})
	get("FieldByIndexErr", func(m *Machine, f *Func, q fp, r reflected) bool {
		*treeResult[reflect.Value](f, q, 0), *treeResult[error](f, q, 1) = byIndex(m, r, *treeArg[[]int](f, q, 1))
		return true
	})
	get("FieldByName", func(m *Machine, f *Func, q fp, r reflected) bool {
		if kindOf(r.t.Go) != reflect.Struct {
			return false
		}
		v := treeResult[reflect.Value](f, q, 0)
		if obj, path := m.fieldPath(r.t, *treeArg[string](f, q, 1)); obj != nil {
			x, err := byIndex(m, r, path)
			if err != nil {
				panic("reflect: indirection through nil pointer to embedded struct")
			}
			*v = x
		} else {
			*v = reflect.Value{}
		}
		return true
	})
	get("NumMethod", func(m *Machine, f *Func, q fp, r reflected) bool {
		*treeResult[int](f, q, 0) = m.reflectType(r.t).NumMethod()
		return true
	})
	get("Method", func(m *Machine, f *Func, q fp, r reflected) bool {
		list := m.methodsOf(r.t)
		i := *treeArg[int](f, q, 1)
		if i < 0 || i >= len(list) {
			panic("reflect: Method index out of range")
		}
		*treeResult[reflect.Value](f, q, 0) = m.boundMethod(r, list[i])
		return true
	})
	get("MethodByName", func(m *Machine, f *Func, q fp, r reflected) bool {
		v := treeResult[reflect.Value](f, q, 0)
		*v = reflect.Value{}
		for _, fn := range m.methodsOf(r.t) {
			if fn.Name() == *treeArg[string](f, q, 1) {
				*v = m.boundMethod(r, fn)
			}
		}
		return true
	})
	for _, name := range []string{"Call", "CallSlice"} {
		method(name, func(m *Machine, f *Func, q fp, v *reflect.Value) bool {
			if !v.IsValid() {
				return false
			}
			args := treeArg[[]reflect.Value](f, q, 1)
			t := m.typeOfReflect(v.Type())
			if t == nil || kindOf(t.Go) != reflect.Func {
				return false
			}
			r := reflected{t, m.placeOf(*v), header(v).flag & (flagAddressable | flagReadOnly)}
			*v = m.callableValue(r.as(m.underlyingType(t)))
			*args = m.reflectArgs(t.Go.Underlying().(*types.Signature), *args, name == "CallSlice")
			var out []reflect.Value
			if name == "Call" {
				out = v.Call(*args)
			} else {
				out = v.CallSlice(*args)
			}
			for i, x := range out {
				out[i] = m.unwrapped(x)
			}
			*treeResult[[]reflect.Value](f, q, 0) = out
			return true
		})
	}
	method("Set", func(m *Machine, f *Func, q fp, v *reflect.Value) bool {
		x := *treeArg[reflect.Value](f, q, 1)
		if !v.CanSet() || !x.IsValid() || header(&x).flag&flagReadOnly != 0 {
			return false
		}
		if v.Type() == x.Type() {
			return false
		}
		return m.reflectStore(*v, x)
	})
	get("SetZero", func(m *Machine, f *Func, q fp, r reflected) bool {
		if r.flags != flagAddressable {
			return false
		}
		r.t.zero(r.p)
		return true
	})
	get("Convert", func(m *Machine, f *Func, q fp, r reflected) bool { return m.reflectConvert(f, q) })
	method("Convert", func(m *Machine, f *Func, q fp, v *reflect.Value) bool { return m.reflectConvert(f, q) })
	method("CanConvert", func(m *Machine, f *Func, q fp, v *reflect.Value) bool {
		to := *treeArg[reflect.Type](f, q, 1)
		if !v.IsValid() {
			return false
		}
		from := m.goTypeOf(m.viewOf(v.Type()))
		if g := m.goTypeOf(to); from != nil && g != nil {
			*treeResult[bool](f, q, 0) = types.ConvertibleTo(from, g)
			return true
		}
		return false
	})
	get("Comparable", func(m *Machine, f *Func, q fp, r reflected) bool {
		*treeResult[bool](f, q, 0) = types.Comparable(r.t.Go)
		return true
	})
	get("MapKeys", func(m *Machine, f *Func, q fp, r reflected) bool {
		if kindOf(r.t.Go) != reflect.Map {
			return false
		}
		mt := m.mapTypeOf(r.t)
		list := []reflect.Value{}
		mt.each(*(*unsafe.Pointer)(r.p), func(k, _ unsafe.Pointer) {
			kp := mt.key.alloc()
			mt.key.copy(kp, k)
			list = append(list, reflectAt(mt.key.rt, kp, 0))
		})
		*treeResult[[]reflect.Value](f, q, 0) = list
		return true
	})
	get("MapIndex", func(m *Machine, f *Func, q fp, r reflected) bool {
		if kindOf(r.t.Go) != reflect.Map {
			return false
		}
		*treeResult[reflect.Value](f, q, 0) = m.reflectEntry(r, *treeArg[reflect.Value](f, q, 1))
		return true
	})
	get("SetMapIndex", func(m *Machine, f *Func, q fp, r reflected) bool {
		if kindOf(r.t.Go) != reflect.Map || r.flags&flagReadOnly != 0 {
			return false
		}
		mt := m.mapTypeOf(r.t)
		mp := *(*unsafe.Pointer)(r.p)
		kp := mt.key.alloc()
		m.reflectStore(reflectAt(mt.key.rt, kp, flagAddressable), *treeArg[reflect.Value](f, q, 1))
		e := *treeArg[reflect.Value](f, q, 2)
		if !e.IsValid() {
			if mp != nil {
				if mt.anyKey {
					x := mt.key.box(kp)
					kp = unsafe.Pointer(&x)
				}
				mt.ops.delete(mp, kp)
			}
			return true
		}
		if mp == nil {
			panic(plainErrorf("assignment to entry in nil map"))
		}
		ep := mt.elem.alloc()
		m.reflectStore(reflectAt(mt.elem.rt, ep, flagAddressable), e)
		mt.put(mp, kp, ep)
		return true
	})
	get("MapRange", func(m *Machine, f *Func, q fp, r reflected) bool {
		if kindOf(r.t.Go) != reflect.Map {
			return false
		}
		it := m.snapshot(r).MapRange()
		m.iterators.Store(uintptr(unsafe.Pointer(it)), r)
		runtime.AddCleanup(it, func(key uintptr) { m.iterators.Delete(key) }, uintptr(unsafe.Pointer(it)))
		*treeResult[*reflect.MapIter](f, q, 0) = it
		return true
	})
	// ranged is the map that a MapIter iterates over.
	ranged := func(m *Machine, it *reflect.MapIter) (r reflected, ok bool) {
		v, ok := m.iterators.Load(uintptr(unsafe.Pointer(it)))
		if !ok {
			return r, false
		}
		return v.(reflected), true
	}
	specials["(*reflect.MapIter).Next"] = func(m *Machine, f *Func, q fp) bool {
		it := *treeArg[*reflect.MapIter](f, q, 0)
		r, ok := ranged(m, it)
		if ok {
			*treeResult[bool](f, q, 0) = m.nextEntry(r, it)
		}
		return ok
	}
	specials["(*reflect.MapIter).Value"] = func(m *Machine, f *Func, q fp) bool {
		it := *treeArg[*reflect.MapIter](f, q, 0)
		r, ok := ranged(m, it)
		if ok {
			*treeResult[reflect.Value](f, q, 0) = m.entryOf(r, it)
		}
		return ok
	}
	specials["(*reflect.MapIter).Key"] = func(m *Machine, f *Func, q fp) bool {
		it := *treeArg[*reflect.MapIter](f, q, 0)
		r, ok := ranged(m, it)
		if ok {
			k := it.Key()
			*treeResult[reflect.Value](f, q, 0) = reflectAt(k.Type(), m.placeOf(k), r.flags&flagReadOnly)
		}
		return ok
	}
	specials["(*reflect.MapIter).Reset"] = func(m *Machine, f *Func, q fp) bool {
		it, v := *treeArg[*reflect.MapIter](f, q, 0), treeArg[reflect.Value](f, q, 1)
		m.iterators.Delete(uintptr(unsafe.Pointer(it)))
		if r, ok := m.reflected(*v); ok && kindOf(r.t.Go) == reflect.Map {
			*v = m.snapshot(r)
			m.iterators.Store(uintptr(unsafe.Pointer(it)), r)
			runtime.AddCleanup(it, func(key uintptr) { m.iterators.Delete(key) }, uintptr(unsafe.Pointer(it)))
		}
		return false
	}
	get("Seq", func(m *Machine, f *Func, q fp, r reflected) bool {
		var seq iter.Seq[reflect.Value]
		switch k := kindOf(r.t.Go); {
		case k == reflect.Map:
			seq = func(yield func(reflect.Value) bool) {
				for it := m.snapshot(r).MapRange(); m.nextEntry(r, it) && yield(it.Key()); {
				}
			}
		case k >= reflect.Int && k <= reflect.Uintptr:
			seq = func(yield func(reflect.Value) bool) {
				for v := range r.as(m.underlyingType(r.t)).Seq() {
					if !yield(reflectAt(r.t.rt, m.placeOf(v), 0)) {
						return
					}
				}
			}
		default:
			v := treeArg[reflect.Value](f, q, 0)
			*v = r.as(m.underlyingType(r.t))
			return false
		}
		*treeResult[iter.Seq[reflect.Value]](f, q, 0) = seq
		return true
	})
	get("Seq2", func(m *Machine, f *Func, q fp, r reflected) bool {
		if kindOf(r.t.Go) != reflect.Map {
			*treeArg[reflect.Value](f, q, 0) = r.as(m.underlyingType(r.t))
			return false
		}
		*treeResult[iter.Seq2[reflect.Value, reflect.Value]](f, q, 0) = func(yield func(k, v reflect.Value) bool) {
			for it := m.snapshot(r).MapRange(); m.nextEntry(r, it) && yield(it.Key(), m.entryOf(r, it)); {
			}
		}
		return true
	})
	get("Equal", func(m *Machine, f *Func, q fp, r reflected) bool {
		u := *treeArg[reflect.Value](f, q, 1)
		x, ok := m.reflected(u)
		*treeResult[bool](f, q, 0) = ok && x.t == r.t && r.t.eq()(r.p, x.p)
		return true
	})

	reflectFunctions()
}

// unwrapped is a value that a call has given: an interface may hold a value of a cell in a wrapper.
func (m *Machine) unwrapped(v reflect.Value) reflect.Value {
	t := m.typeOfReflect(v.Type())
	if v.Kind() == reflect.Interface && v.NumMethod() == 0 || t != nil && t.rep == repEface {
		x := unwrap(*(*any)(m.placeOf(v)))
		return reflectAt(v.Type(), unsafe.Pointer(&x), 0)
	}
	return v
}

// reflectOperand is the value that package fmt prints for a reflect.Value: the value in it, if that
// is one of a cell.
func (m *Machine) reflectOperand(v reflect.Value) (x any, ok bool) {
	r, ok := m.reflected(v)
	if !ok {
		return nil, false
	}
	x = r.t.valueAt(r.p).Any
	if r.flags&flagReadOnly != 0 && x != nil {
		return looked{m, m.recordOf(x), x}, true // no methods are called
	}
	return x, true
}

func (m *Machine) mapTypeOf(t *Type) *mapType {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.mapType(t)
}

// snapshot returns a copy of a map over which package reflect can iterate.
func (m *Machine) snapshot(r reflected) reflect.Value {
	mt := m.mapTypeOf(r.t)
	s := reflect.MakeMap(reflect.MapOf(mt.key.rt, mt.elem.rt))
	mt.each(*(*unsafe.Pointer)(r.p), func(k, v unsafe.Pointer) {
		s.SetMapIndex(reflect.NewAt(mt.key.rt, k).Elem(), reflect.NewAt(mt.elem.rt, v).Elem())
	})
	return s
}

// nextEntry is MapIter.Next for an iterator over the snapshot of a map. It skips entries that are
// no longer in the map.
func (m *Machine) nextEntry(r reflected, it *reflect.MapIter) bool {
	for it.Next() {
		if m.entryOf(r, it).IsValid() {
			return true
		}
	}
	return false
}

// entryOf is what the map has for the key of an iterator over its snapshot, the zero Value if the
// key has been deleted.
func (m *Machine) entryOf(r reflected, it *reflect.MapIter) reflect.Value {
	k := it.Key()
	if k.Comparable() && !k.Equal(k) {
		return it.Value() // no look-up finds NaN
	}
	return m.reflectEntry(r, k)
}

// reflectEntry is Value.MapIndex.
func (m *Machine) reflectEntry(r reflected, k reflect.Value) reflect.Value {
	mt := m.mapTypeOf(r.t)
	e := treeValue{m: m, t: r.t, p: r.p}.mapEntry(treeValue{m: m}.native(k))
	switch {
	case !e.valid():
		return reflect.Value{}
	case e.t != nil:
		return reflectAt(mt.elem.rt, e.p, r.flags&flagReadOnly)
	}
	return reflectAt(mt.elem.rt, m.placeOf(e.v), r.flags&flagReadOnly)
}

// reflectElem is Value.Elem.
func (m *Machine) reflectElem(r reflected) reflect.Value {
	switch kindOf(r.t.Go) {
	case reflect.Interface:
		d := r.t.valueAt(r.p).Any
		if d == nil {
			return reflect.Value{}
		}
		v := reflect.ValueOf(d)
		return reflectAt(v.Type(), m.placeOf(v), r.flags&flagReadOnly)
	case reflect.Pointer:
		q := *(*unsafe.Pointer)(r.p)
		if q == nil {
			return reflect.Value{}
		}
		m.mu.Lock()
		e := m.elemType(r.t)
		m.mu.Unlock()
		return reflectAt(e.rt, q, flagAddressable|r.flags&flagReadOnly)
	}
	panic(&reflect.ValueError{Method: "reflect.Value.Elem", Kind: kindOf(r.t.Go)})
}

// reflectField is Value.Field.
func (m *Machine) reflectField(r reflected, i int) reflect.Value {
	u, ok := r.t.Go.Underlying().(*types.Struct)
	if !ok {
		panic(&reflect.ValueError{Method: "reflect.Value.Field", Kind: kindOf(r.t.Go)})
	}
	if i < 0 || i >= u.NumFields() {
		panic("reflect: Field index out of range")
	}
	m.mu.Lock()
	ft := m.typ(u.Field(i).Type())
	m.mu.Unlock()
	flags := r.flags
	if !u.Field(i).Exported() {
		// Fields promoted through an embedded struct may be set, but no others of it.
		if flags |= flagReadOnly; u.Field(i).Embedded() {
			flags = r.flags | flagEmbedReadOnly
		}
	} else if flags&flagReadOnly == flagEmbedReadOnly {
		flags &^= flagReadOnly
	}
	return reflectAt(ft.rt, unsafe.Add(r.p, r.t.field(i)), flags)
}

// flagEmbedReadOnly is the bit for an unexported embedded field.
var flagEmbedReadOnly = func() uintptr {
	var x struct {
		A int
		embeddedProbe
	}
	v := reflect.ValueOf(&x).Elem()
	exported, private := v.Field(0), v.Field(1)
	const kinds = 1<<5 - 1
	return (header(&exported).flag ^ header(&private).flag) &^ kinds
}()

type embeddedProbe struct{ _ int }

// boundMethod is a method with its receiver as a function.
func (m *Machine) boundMethod(r reflected, f *types.Func) reflect.Value {
	sig := plainSignature(f)
	v := r.t.valueAt(r.p).Any
	t := m.recordOf(v)
	m.mu.Lock()
	fn := m.bound(t, f.Pkg(), f.Name(), sig)
	pc := m.shimPC(sig)
	ft := m.typ(sig)
	m.mu.Unlock()
	p := new(unsafe.Pointer)
	*p = m.callable(bind(fn, pc, v), sig)
	return reflectAt(ft.rt, unsafe.Pointer(p), r.flags&flagReadOnly)
}

// reflectStore stores x in v, to which it is assignable. It reports false, and does nothing, if
// compiled code can do that.
func (m *Machine) reflectStore(v, x reflect.Value) bool {
	if v.Type() == x.Type() {
		v.Set(x)
		return true
	}
	t := m.recordFor(m.viewOf(v.Type()))
	if t == nil {
		if v.Kind() != reflect.Interface || !x.CanInterface() {
			return false
		}
		n := m.ToNative(unwrap(x.Interface()), ForAny)
		if n == nil || !reflect.TypeOf(n).Implements(v.Type()) {
			return false
		}
		v.Set(reflect.ValueOf(n))
		return true
	}
	y := treeValue{m: m}.native(x)
	if y.store(t, header(&v).p) {
		return true
	}
	panic("reflect.Set: value of type " + y.typeString() + " is not assignable to type " + t.String())
}

// reflectArgs are the arguments of a call with the types of the parameters.
func (m *Machine) reflectArgs(sig *types.Signature, args []reflect.Value, spread bool) []reflect.Value {
	r := append([]reflect.Value(nil), args...)
	for i, a := range r {
		if !a.IsValid() {
			continue
		}
		n := sig.Params().Len()
		var t types.Type
		switch {
		case sig.Variadic() && !spread && i >= n-1:
			t = sig.Params().At(n - 1).Type().Underlying().(*types.Slice).Elem()
		case i < n:
			t = sig.Params().At(i).Type()
		default:
			continue
		}
		m.mu.Lock()
		pt := m.typ(t)
		m.mu.Unlock()
		if pt.rt == a.Type() || !a.CanInterface() {
			continue
		}
		p := pt.alloc()
		x := treeValue{m: m}.native(a)
		if !x.store(pt, p) {
			panic("reflect: Call using " + x.typeString() + " as type " + pt.String())
		}
		r[i] = reflectAt(pt.rt, p, 0)
	}
	return r
}

// reflectConvert is Value.Convert.
func (m *Machine) reflectConvert(f *Func, q fp) bool {
	v := *treeArg[reflect.Value](f, q, 0)
	to := *treeArg[reflect.Type](f, q, 1)
	if !v.IsValid() || to == nil {
		return false
	}
	t := m.recordFor(to)
	r, own := m.reflected(v)
	if t == nil || !own && !t.own {
		return false
	}
	if own && !types.ConvertibleTo(r.t.Go, t.Go) {
		panic("reflect.Value.Convert: value of type " + r.t.String() + " cannot be converted to type " + t.String())
	}
	res := treeResult[reflect.Value](f, q, 0)
	x := v
	if own {
		x = r.as(m.underlyingType(r.t))
	}
	if t.isInterface() {
		p := t.alloc()
		m.putAny(t, p, treeValue{m: m}.native(v).any())
		*res = reflectAt(t.rt, p, header(&v).flag&flagReadOnly)
		return true
	}
	if u := m.underlyingType(t); x.Type() != u && x.CanConvert(u) {
		x = x.Convert(u)
	}
	if x.Type().Size() != t.size {
		panic("reflect.Value.Convert: value of type " + m.viewOf(v.Type()).String() + " cannot be converted to type " + t.String())
	}
	p := t.alloc()
	t.copy(p, m.placeOf(x))
	*res = reflectAt(t.rt, p, header(&v).flag&flagReadOnly)
	return true
}

// reflectFunctions enters the functions of package reflect.
func reflectFunctions() {
	specials["reflect.TypeOf"] = func(m *Machine, f *Func, q fp) bool {
		x := unwrap(*treeArg[any](f, q, 0))
		*treeResult[reflect.Type](f, q, 0) = nil
		if x != nil {
			*treeResult[reflect.Type](f, q, 0) = m.viewOf(reflect.TypeOf(x))
		}
		return true
	}
	own := func(name string, call func(m *Machine, f *Func, q fp, t *Type) bool) {
		specials["reflect."+name] = func(m *Machine, f *Func, q fp) bool {
			v, ok := (*treeArg[reflect.Type](f, q, 0)).(*typeView)
			return ok && call(m, f, q, v.t)
		}
	}
	own("New", func(m *Machine, f *Func, q fp, t *Type) bool {
		*treeResult[reflect.Value](f, q, 0) = reflect.ValueOf(m.pointerAny(t, t.alloc()))
		return true
	})
	own("NewAt", func(m *Machine, f *Func, q fp, t *Type) bool {
		*treeResult[reflect.Value](f, q, 0) = reflect.ValueOf(m.pointerAny(t, *treeArg[unsafe.Pointer](f, q, 1)))
		return true
	})
	own("Zero", func(m *Machine, f *Func, q fp, t *Type) bool {
		*treeResult[reflect.Value](f, q, 0) = reflectAt(t.rt, t.alloc(), 0)
		return true
	})
	derived := func(name string, make func(m *Machine, f *Func, q fp, t types.Type) types.Type) {
		own(name, func(m *Machine, f *Func, q fp, t *Type) bool {
			*treeResult[reflect.Type](f, q, 0) = m.goTypeView(make(m, f, q, t.Go))
			return true
		})
	}
	pointer := func(_ *Machine, _ *Func, _ fp, t types.Type) types.Type { return types.NewPointer(t) }
	derived("PointerTo", pointer)
	derived("PtrTo", pointer)
	derived("SliceOf", func(_ *Machine, _ *Func, _ fp, t types.Type) types.Type { return types.NewSlice(t) })
	specials["reflect.MapOf"] = func(m *Machine, f *Func, q fp) bool {
		kt, et := *treeArg[reflect.Type](f, q, 0), *treeArg[reflect.Type](f, q, 1)
		_, own1 := kt.(*typeView)
		_, own2 := et.(*typeView)
		k, e := m.goTypeOf(kt), m.goTypeOf(et)
		if !own1 && !own2 || k == nil || e == nil {
			return false
		}
		*treeResult[reflect.Type](f, q, 0) = m.goTypeView(types.NewMap(k, e))
		return true
	}
	specials["reflect.ArrayOf"] = func(m *Machine, f *Func, q fp) bool {
		v, ok := (*treeArg[reflect.Type](f, q, 1)).(*typeView)
		if !ok {
			return false
		}
		*treeResult[reflect.Type](f, q, 0) = m.goTypeView(types.NewArray(v.t.Go, int64(*treeArg[int](f, q, 0))))
		return true
	}
	own("MakeSlice", func(m *Machine, f *Func, q fp, t *Type) bool {
		if kindOf(t.Go) != reflect.Slice {
			panic("reflect.MakeSlice of non-slice type")
		}
		v := reflect.MakeSlice(m.underlyingType(t), *treeArg[int](f, q, 1), *treeArg[int](f, q, 2))
		*treeResult[reflect.Value](f, q, 0) = reflectAt(t.rt, m.placeOf(v), 0)
		return true
	})
	makeMap := func(m *Machine, f *Func, q fp, t *Type) bool {
		if kindOf(t.Go) != reflect.Map {
			panic("reflect.MakeMapWithSize of non-map type")
		}
		p := new(unsafe.Pointer)
		*p = m.mapTypeOf(t).ops.make(0)
		*treeResult[reflect.Value](f, q, 0) = reflectAt(t.rt, unsafe.Pointer(p), 0)
		return true
	}
	own("MakeMap", makeMap)
	own("MakeMapWithSize", makeMap)
	own("MakeChan", func(m *Machine, f *Func, q fp, t *Type) bool {
		v := reflect.MakeChan(m.underlyingType(t), *treeArg[int](f, q, 1))
		*treeResult[reflect.Value](f, q, 0) = reflectAt(t.rt, m.placeOf(v), 0)
		return true
	})
	own("MakeFunc", func(m *Machine, f *Func, q fp, t *Type) bool {
		v := reflect.MakeFunc(m.underlyingType(t), *treeArg[func([]reflect.Value) []reflect.Value](f, q, 1))
		*treeResult[reflect.Value](f, q, 0) = reflectAt(t.rt, m.placeOf(v), 0)
		return true
	})
	specials["reflect.Indirect"] = func(m *Machine, f *Func, q fp) bool {
		r, ok := m.reflected(*treeArg[reflect.Value](f, q, 0))
		if !ok {
			return false
		}
		*treeResult[reflect.Value](f, q, 0) = r.value()
		if kindOf(r.t.Go) == reflect.Pointer {
			*treeResult[reflect.Value](f, q, 0) = m.reflectElem(r)
		}
		return true
	}
	for _, name := range []string{"Append", "AppendSlice"} {
		specials["reflect."+name] = func(m *Machine, f *Func, q fp) bool {
			r, ok := m.reflected(*treeArg[reflect.Value](f, q, 0))
			if !ok {
				return false
			}
			s := r.as(m.underlyingType(r.t))
			if name == "AppendSlice" {
				x := *treeArg[reflect.Value](f, q, 1)
				if y, ok := m.reflected(x); ok {
					x = y.as(m.underlyingType(y.t))
				}
				s = reflect.AppendSlice(s, x)
			} else {
				for _, x := range *treeArg[[]reflect.Value](f, q, 1) {
					s = reflect.Append(s, reflect.Zero(s.Type().Elem()))
					m.reflectStore(s.Index(s.Len()-1), x)
				}
			}
			*treeResult[reflect.Value](f, q, 0) = reflectAt(r.t.rt, m.placeOf(s), 0)
			return true
		}
	}
	specials["reflect.Copy"] = func(m *Machine, f *Func, q fp) bool {
		for i := range 2 {
			v := treeArg[reflect.Value](f, q, i)
			if r, ok := m.reflected(*v); ok {
				*v = r.as(m.underlyingType(r.t))
			}
		}
		return false
	}
	specials["reflect.DeepEqual"] = func(m *Machine, f *Func, q fp) bool {
		d := deepEqual{m: m, seen: make(map[pair]bool)}
		*treeResult[bool](f, q, 0) = d.any(unwrap(*treeArg[any](f, q, 0)), unwrap(*treeArg[any](f, q, 1)))
		return true
	}
}

// typeForFunc is the code of reflect.TypeFor for a type argument. The caller holds m.mu.
func (m *Machine) typeForFunc(arg types.Type, sig *types.Signature) *Func {
	f := m.newFunc("reflect.TypeFor", 0)
	f.hidden = true
	f.shape(m, sig)
	rt := m.reflectType(m.typ(arg))
	f.body = func(_ *thread, q fp) ctl {
		*treeResult[reflect.Type](f, q, 0) = rt
		return next
	}
	m.plainFrame(f)
	return f
}

// A deepEqual compares values as reflect.DeepEqual does.
type deepEqual struct {
	m    *Machine
	seen map[pair]bool
}

// A pair is two places that are being compared.
type pair struct {
	t    *Type
	a, b unsafe.Pointer
}

func (d *deepEqual) any(a, b any) bool {
	if a == nil || b == nil {
		return a == b
	}
	if !sameWord(a, b) {
		return false
	}
	t := d.m.typeOfValue(a)
	if t == nil || t.Go == nil {
		return reflect.DeepEqual(a, b)
	}
	return d.at(t, t.unbox(a), t.unbox(b))
}

func (d *deepEqual) at(t *Type, a, b unsafe.Pointer) bool {
	m := d.m
	m.mu.Lock()
	opaque := m.isOpaque(t)
	elem := m.elemType(t)
	m.mu.Unlock()
	if opaque {
		return reflect.DeepEqual(reflect.NewAt(t.rt, a).Elem().Interface(), reflect.NewAt(t.rt, b).Elem().Interface())
	}
	visiting := func(p, q unsafe.Pointer) bool {
		if uintptr(p) > uintptr(q) {
			p, q = q, p
		}
		k := pair{t, p, q}
		if d.seen[k] {
			return true
		}
		d.seen[k] = true
		return false
	}
	switch u := t.Go.Underlying().(type) {
	case *types.Interface:
		return d.any(t.valueAt(a).Any, t.valueAt(b).Any)
	case *types.Pointer:
		p, q := *(*unsafe.Pointer)(a), *(*unsafe.Pointer)(b)
		if p == q || p != nil && q != nil && visiting(p, q) {
			return true
		}
		return p != nil && q != nil && d.at(elem, p, q)
	case *types.Slice:
		s, r := *(*slice)(a), *(*slice)(b)
		if (s.p == nil) != (r.p == nil) || s.len != r.len {
			return false
		}
		if s.p == r.p || visiting(s.p, r.p) {
			return true
		}
		for i := range s.len {
			if !d.at(elem, unsafe.Add(s.p, uintptr(i)*elem.size), unsafe.Add(r.p, uintptr(i)*elem.size)) {
				return false
			}
		}
		return true
	case *types.Array:
		for i := range uintptr(u.Len()) {
			if !d.at(elem, unsafe.Add(a, i*elem.size), unsafe.Add(b, i*elem.size)) {
				return false
			}
		}
		return true
	case *types.Struct:
		for i := range u.NumFields() {
			m.mu.Lock()
			ft := m.typ(u.Field(i).Type())
			m.mu.Unlock()
			off := t.field(i)
			if !d.at(ft, unsafe.Add(a, off), unsafe.Add(b, off)) {
				return false
			}
		}
		return true
	case *types.Map:
		return d.maps(t, *(*unsafe.Pointer)(a), *(*unsafe.Pointer)(b), visiting)
	case *types.Signature:
		return *(*unsafe.Pointer)(a) == nil && *(*unsafe.Pointer)(b) == nil
	}
	return t.eq()(a, b)
}

func (d *deepEqual) maps(t *Type, p, q unsafe.Pointer, visiting func(p, q unsafe.Pointer) bool) bool {
	mt := d.m.mapTypeOf(t)
	if p == nil || q == nil {
		return p == q
	}
	if mt.ops.len(p) != mt.ops.len(q) {
		return false
	}
	if p == q || visiting(p, q) {
		return true
	}
	same := true
	other := treeValue{m: d.m, t: t, p: unsafe.Pointer(&q)}
	mt.each(p, func(k, v unsafe.Pointer) {
		if !same {
			return
		}
		e := other.mapPlace(mt, k)
		same = e != nil && d.at(mt.elem, v, e)
	})
	return same
}

// mapPlace is the place of a copy of the element under the key at k, nil if there is none.
func (x treeValue) mapPlace(mt *mapType, k unsafe.Pointer) unsafe.Pointer {
	if mt.anyKey {
		b := mt.key.box(k)
		k = unsafe.Pointer(&b)
	}
	v := mt.elem.alloc()
	if mt.boxed {
		v = unsafe.Pointer(new(unsafe.Pointer))
	}
	if !mt.ops.load(*(*unsafe.Pointer)(x.p), k, v) {
		return nil
	}
	if mt.boxed {
		v = *(*unsafe.Pointer)(v)
	}
	return v
}
