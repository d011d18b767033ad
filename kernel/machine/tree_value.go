package machine

import (
	"cmp"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"reflect"
	"sort"
	"unsafe"
)

// A treeValue is a value that package template examines, as it would a reflect.Value: one of the
// machine, or one of compiled code.
type treeValue struct {
	m *Machine
	// t is the type of a value of the machine that compiled code cannot use as it is, and p its
	// place.
	t *Type
	p unsafe.Pointer
	// addressable reports whether p is the place of a variable, so that methods of the pointer type
	// can be called.
	addressable bool
	// v is the value if t is nil. It may be invalid.
	v reflect.Value
}

// treeValue is the value in an any.
func (m *Machine) treeValue(x any) treeValue {
	x = unwrap(x)
	if t := m.typeOfValue(x); t != nil && m.walked(t) {
		return treeValue{m: m, t: t, p: t.unbox(x)}
	}
	return treeValue{m: m, v: reflect.ValueOf(x)}
}

// walked reports whether values of t are examined as values of the machine.
func (m *Machine) walked(t *Type) bool {
	if t.Go == nil {
		return false
	}
	if _, ok := t.Go.Underlying().(*types.Signature); ok {
		return true
	}
	return t.own
}

// treeValueAt is the value of type t at p.
func (m *Machine) treeValueAt(t *Type, p unsafe.Pointer, addressable bool) treeValue {
	if m.walked(t) {
		return treeValue{m: m, t: t, p: p, addressable: addressable}
	}
	v := reflect.NewAt(t.rt, p).Elem()
	if !addressable && t.rt.Kind() != reflect.Interface {
		v = reflect.ValueOf(v.Interface())
	}
	return treeValue{m: m, v: v}
}

func (x treeValue) valid() bool { return x.t != nil || x.v.IsValid() }

func (x treeValue) kind() reflect.Kind {
	if x.t == nil {
		return x.v.Kind()
	}
	return kindOf(x.t.Go)
}

// kindOf is the kind of a type of Go.
func kindOf(t types.Type) reflect.Kind {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return basicType(types.Default(u).(*types.Basic).Kind()).Kind()
	case *types.Pointer:
		return reflect.Pointer
	case *types.Slice:
		return reflect.Slice
	case *types.Array:
		return reflect.Array
	case *types.Map:
		return reflect.Map
	case *types.Chan:
		return reflect.Chan
	case *types.Signature:
		return reflect.Func
	case *types.Interface:
		return reflect.Interface
	}
	return reflect.Struct
}

func (x treeValue) typeString() string {
	switch {
	case x.t != nil:
		return x.t.String()
	case x.v.IsValid():
		if t := x.m.typeOfReflect(x.v.Type()); t != nil {
			return t.String()
		}
		return x.v.Type().String()
	}
	return "<nil>"
}

// typeOfReflect is the record of a reflect type, nil if there is none.
func (m *Machine) typeOfReflect(rt reflect.Type) *Type {
	if rt.Kind() == reflect.Interface {
		return nil
	}
	if r, ok := m.byWord.Load(typeWord(rt)); ok && r.(*Type).Go != nil {
		return r.(*Type)
	}
	return nil
}

// plain is the value of a basic kind as compiled code has it.
func (x treeValue) plain() reflect.Value {
	if x.t == nil {
		return x.v
	}
	return reflect.NewAt(x.t.plain(), x.p).Elem()
}

// any is the value as the machine has it.
func (x treeValue) any() any {
	switch {
	case x.t != nil:
		return x.t.valueAt(x.p).Any
	case x.v.IsValid() && x.v.CanInterface():
		return unwrap(x.v.Interface())
	}
	return nil
}

// isNil reports whether a pointer, interface, map, slice, channel or function is nil.
func (x treeValue) isNil() bool {
	if x.t == nil {
		return x.v.IsNil()
	}
	return *(*unsafe.Pointer)(x.p) == nil
}

// elem is what a pointer points to, or an interface holds.
func (x treeValue) elem() treeValue {
	if x.t == nil {
		if x.v.Kind() == reflect.Interface && x.v.CanInterface() {
			return x.m.treeValue(x.v.Interface())
		}
		if t := x.m.typeOfReflect(x.v.Type().Elem()); t != nil && x.v.Kind() == reflect.Pointer && !x.v.IsNil() {
			return x.m.treeValueAt(t, x.v.UnsafePointer(), true)
		}
		return treeValue{m: x.m, v: x.v.Elem()}
	}
	if x.kind() == reflect.Interface {
		return x.m.treeValue(x.t.valueAt(x.p).Any)
	}
	q := *(*unsafe.Pointer)(x.p)
	if q == nil {
		return treeValue{m: x.m}
	}
	return x.m.treeValueAt(x.part(), q, true)
}

// part is the element type.
func (x treeValue) part() *Type {
	x.m.mu.Lock()
	defer x.m.mu.Unlock()
	return x.m.elemType(x.t)
}

// indirect follows pointers and interfaces.
func (x treeValue) indirect() (r treeValue, isNil bool) {
	for x.kind() == reflect.Pointer || x.kind() == reflect.Interface {
		if x.isNil() {
			return x, true
		}
		x = x.elem()
	}
	return x, false
}

// indirectInterface is what an interface holds.
func (x treeValue) indirectInterface() treeValue {
	if x.kind() != reflect.Interface {
		return x
	}
	if x.isNil() {
		return treeValue{m: x.m}
	}
	return x.elem()
}

func (x treeValue) len() int {
	if x.t == nil {
		return x.v.Len()
	}
	switch u := x.t.Go.Underlying().(type) {
	case *types.Array:
		return int(u.Len())
	case *types.Slice:
		return (*slice)(x.p).len
	case *types.Basic:
		return len(*(*string)(x.p))
	case *types.Map:
		if *(*unsafe.Pointer)(x.p) == nil {
			return 0
		}
		return x.mapType().ops.len(*(*unsafe.Pointer)(x.p))
	}
	return reflect.NewAt(memoryType(x.t.rt), x.p).Elem().Len()
}

func (x treeValue) mapType() *mapType {
	x.m.mu.Lock()
	defer x.m.mu.Unlock()
	return x.m.mapType(x.t)
}

// index is element i of an array, slice or string.
func (x treeValue) index(i int) treeValue {
	if x.t == nil {
		return x.native(x.v.Index(i))
	}
	switch x.t.Go.Underlying().(type) {
	case *types.Array:
		e := x.part()
		return x.m.treeValueAt(e, unsafe.Add(x.p, uintptr(i)*e.size), x.addressable)
	case *types.Slice:
		e := x.part()
		return x.m.treeValueAt(e, unsafe.Add((*slice)(x.p).p, uintptr(i)*e.size), true)
	}
	return treeValue{m: x.m, v: x.plain().Index(i)}
}

// native is a part of a value of compiled code: it may have a type of the machine.
func (x treeValue) native(v reflect.Value) treeValue {
	if v.IsValid() && v.CanInterface() {
		if t := x.m.typeOfReflect(v.Type()); t != nil && x.m.walked(t) {
			if v.CanAddr() {
				return treeValue{m: x.m, t: t, p: v.Addr().UnsafePointer(), addressable: true}
			}
			return x.m.treeValue(v.Interface())
		}
	}
	return treeValue{m: x.m, v: v}
}

// field is the field of that name of a struct, which may be one of an embedded struct.
func (x treeValue) field(name string) (f treeValue, exported, ok bool, err error) {
	if x.t == nil {
		sf, ok := x.v.Type().FieldByName(name)
		if !ok {
			return f, false, false, nil
		}
		v, err := x.v.FieldByIndexErr(sf.Index)
		return x.native(v), sf.IsExported(), true, err
	}
	x.m.mu.Lock()
	defer x.m.mu.Unlock()
	obj, path, _ := types.LookupFieldOrMethod(x.t.Go, false, x.m.ownPackage(x.t.Go), name)
	v, ok := obj.(*types.Var)
	if !ok {
		return f, false, false, nil
	}
	t, p, addressable := x.t, x.p, x.addressable
	for i, n := range path {
		if ptr, ok := t.Go.Underlying().(*types.Pointer); ok && i > 0 {
			if p = *(*unsafe.Pointer)(p); p == nil {
				return f, v.Exported(), true, errors.New("reflect: indirection through nil pointer to embedded struct field " + types.Unalias(ptr.Elem()).(*types.Named).Obj().Name())
			}
			t, addressable = x.m.typ(ptr.Elem()), true
		}
		p = unsafe.Add(p, t.field(n))
		t = x.m.typ(t.Go.Underlying().(*types.Struct).Field(n).Type())
	}
	return x.m.treeValueAt(t, p, addressable), v.Exported(), true, nil
}

// mapEntry is the element under a key, which is of the map's key type.
func (x treeValue) mapEntry(k treeValue) treeValue {
	if x.t == nil {
		kv := k.v
		if k.t != nil {
			kv = reflect.ValueOf(k.any())
		}
		return x.native(x.v.MapIndex(kv))
	}
	mp := *(*unsafe.Pointer)(x.p)
	if mp == nil {
		return treeValue{m: x.m}
	}
	mt := x.mapType()
	kp, e := mt.key.alloc(), mt.elem.alloc()
	x.m.putAny(mt.key, kp, k.any())
	if mt.anyKey {
		b := mt.key.box(kp)
		kp = unsafe.Pointer(&b)
	}
	v := e
	if mt.boxed {
		v = unsafe.Pointer(new(unsafe.Pointer))
	}
	if !mt.ops.load(mp, kp, v) {
		return treeValue{m: x.m}
	}
	if mt.boxed {
		v = *(*unsafe.Pointer)(v)
	}
	return x.m.treeValueAt(mt.elem, v, false)
}

// A treeEntry is an entry of a map.
type treeEntry struct{ key, elem treeValue }

// entries are the entries of a map in the order of their keys.
func (x treeValue) entries() (list []treeEntry) {
	if x.t == nil {
		for it := x.v.MapRange(); it.Next(); {
			list = append(list, treeEntry{x.native(it.Key()), x.native(it.Value())})
		}
	} else {
		mt := x.mapType()
		mt.each(*(*unsafe.Pointer)(x.p), func(k, v unsafe.Pointer) {
			kp, ep := mt.key.alloc(), mt.elem.alloc()
			mt.key.copy(kp, k)
			mt.elem.copy(ep, v)
			list = append(list, treeEntry{x.m.treeValueAt(mt.key, kp, false), x.m.treeValueAt(mt.elem, ep, false)})
		})
	}
	sort.SliceStable(list, func(i, j int) bool { return compareTree(list[i].key, list[j].key) < 0 })
	return list
}

// compareTree orders keys as package fmt does.
func compareTree(a, b treeValue) int {
	a, b = a.indirectInterface(), b.indirectInterface()
	if !a.valid() || !b.valid() {
		return btoi(a.valid()) - btoi(b.valid())
	}
	if a.kind() != b.kind() {
		return int(a.kind()) - int(b.kind())
	}
	switch k := a.kind(); {
	case k == reflect.String:
		return cmp.Compare(a.plain().String(), b.plain().String())
	case k == reflect.Bool:
		return btoi(a.plain().Bool()) - btoi(b.plain().Bool())
	case a.plain().CanInt():
		return cmp.Compare(a.plain().Int(), b.plain().Int())
	case a.plain().CanUint():
		return cmp.Compare(a.plain().Uint(), b.plain().Uint())
	case a.plain().CanFloat():
		return cmp.Compare(a.plain().Float(), b.plain().Float())
	case k == reflect.Array:
		for i := range a.len() {
			if c := compareTree(a.index(i), b.index(i)); c != 0 {
				return c
			}
		}
	case k == reflect.Struct && a.t != nil && b.t == a.t:
		u := a.t.Go.Underlying().(*types.Struct)
		for i := range u.NumFields() {
			x, _, ok, _ := a.field(u.Field(i).Name())
			y, _, _, _ := b.field(u.Field(i).Name())
			if !ok {
				continue
			}
			if c := compareTree(x, y); c != 0 {
				return c
			}
		}
	}
	return 0
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// truth reports whether package template regards the value as true.
func (x treeValue) truth() bool {
	if !x.valid() {
		return false
	}
	switch x.kind() {
	case reflect.Struct:
		return true
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return x.len() > 0
	case reflect.Chan, reflect.Func, reflect.Pointer, reflect.UnsafePointer, reflect.Interface:
		return !x.isNil()
	}
	return !x.plain().IsZero()
}

// method is the exported method of that name.
func (x treeValue) method(name string) (f *types.Func, pointer, ok bool) {
	if x.t == nil || !token.IsExported(name) {
		return nil, false, false
	}
	x.m.mu.Lock()
	defer x.m.mu.Unlock()
	for _, pointer := range []bool{false, true} {
		if pointer && !x.addressable {
			break
		}
		obj, _, _ := types.LookupFieldOrMethod(x.t.Go, pointer, nil, name)
		if f, ok := obj.(*types.Func); ok {
			return f, pointer, true
		}
	}
	return nil, false, false
}

// nativeMethod is a method of a value of compiled code.
func (x treeValue) nativeMethod(name string) reflect.Value {
	v := x.v
	if v.Kind() != reflect.Interface && v.Kind() != reflect.Pointer && v.CanAddr() {
		v = v.Addr()
	}
	return v.MethodByName(name)
}

// A treeCall is a method or function that package template calls.
type treeCall struct {
	name     string
	in       []*Type // types of the parameters, nil for those of compiled code
	fn       reflect.Value
	variadic bool
	results  int
	goodErr  bool
	badErr   string
	recv     any
	f        *types.Func
	m        *Machine
}

// callOf prepares the call of a method of a value of the machine.
func (x treeValue) callOf(f *types.Func, pointer bool) *treeCall {
	c := &treeCall{name: f.Name(), m: x.m, f: f}
	if pointer {
		c.recv = x.m.pointerAny(x.t, x.p)
	} else {
		c.recv = x.t.valueAt(x.p).Any
	}
	c.signature(f.Signature())
	return c
}

func (c *treeCall) signature(sig *types.Signature) {
	c.m.mu.Lock()
	defer c.m.mu.Unlock()
	for v := range sig.Params().Variables() {
		c.in = append(c.in, c.m.typ(v.Type()))
	}
	c.variadic = sig.Variadic()
	c.results = sig.Results().Len()
	if c.results == 2 {
		t := sig.Results().At(1).Type()
		c.goodErr = types.Identical(t, types.Universe.Lookup("error").Type())
		c.badErr = typeString(t)
	}
}

// nativeCall prepares a call of a function of compiled code.
func (m *Machine) nativeCall(name string, fn reflect.Value) *treeCall {
	c := &treeCall{name: name, m: m, fn: fn, variadic: fn.Type().IsVariadic(), results: fn.Type().NumOut()}
	if c.results == 2 {
		c.goodErr = fn.Type().Out(1) == errorType
		c.badErr = fn.Type().Out(1).String()
	}
	for i := range fn.Type().NumIn() {
		c.in = append(c.in, m.recordOfType(fn.Type().In(i)))
	}
	return c
}

// recordOfType is the record of a reflect type, made if there is none.
func (m *Machine) recordOfType(rt reflect.Type) *Type {
	if rt.Kind() != reflect.Interface {
		return m.bareType(rt)
	}
	t := &Type{m: m, rt: rt, size: rt.Size(), pointers: true, rep: repIface, ptrs: []uintptr{0, word}}
	if rt.NumMethod() == 0 {
		t.rep = repEface
	}
	t.copy, t.zero = copier(t), zeroer(t)
	return t
}

// A funcCall is a call of the function value x, of a signature that the machine knows.
func (x treeValue) funcCall(name string) *treeCall {
	if x.t == nil {
		return x.m.nativeCall(name, x.m.callableValue(x.v))
	}
	c := &treeCall{name: name, m: x.m}
	sig := x.t.Go.Underlying().(*types.Signature)
	c.signature(sig)
	fp := x.m.callable(*(*unsafe.Pointer)(x.p), sig)
	c.fn = reflect.NewAt(memoryType(x.t.rt), unsafe.Pointer(&fp)).Elem()
	return c
}

// callableValue is a function that compiled code can call.
func (m *Machine) callableValue(v reflect.Value) reflect.Value {
	p := funcPointer(v)
	if p == nil || *(*uintptr)(p) != trapPC {
		return v
	}
	p = m.callable(p, (*closure)(p).fn.sig)
	return reflect.NewAt(v.Type(), unsafe.Pointer(&p)).Elem()
}

// check returns the error of a call with n arguments, or nil.
func (c *treeCall) check(n int, call bool) error {
	if c.results == 0 || c.results > 2 {
		return fmt.Errorf("function %s has %d return values; should be 1 or 2", c.name, c.results)
	}
	if c.results == 2 && !c.goodErr {
		return fmt.Errorf("invalid function signature for %s: second return value should be error; is %s", c.name, c.badErr)
	}
	if fixed := len(c.in) - 1; c.variadic {
		if n < fixed {
			if call {
				return fmt.Errorf("wrong number of args for %s: got %d want at least %d", c.name, n, fixed)
			}
			return fmt.Errorf("wrong number of args for %s: want at least %d got %d", c.name, fixed, n)
		}
		return nil
	}
	if n != len(c.in) {
		if call {
			return fmt.Errorf("wrong number of args for %s: got %d want %d", c.name, n, len(c.in))
		}
		return fmt.Errorf("wrong number of args for %s: want %d got %d", c.name, len(c.in), n)
	}
	return nil
}

// param is the type of argument i.
func (c *treeCall) param(i int) *Type {
	if last := len(c.in) - 1; c.variadic && i >= last {
		s := c.in[last]
		if s.Go == nil {
			return c.m.recordOfType(s.rt.Elem())
		}
		c.m.mu.Lock()
		defer c.m.mu.Unlock()
		return c.m.elemType(s)
	}
	return c.in[i]
}

// call makes the call. The places of the arguments have been filled.
func (c *treeCall) call(args []unsafe.Pointer) (r treeValue, err error) {
	places := args
	if last := len(c.in) - 1; c.variadic {
		et := c.param(last)
		n := len(args) - last
		s := &slice{et.allocNOf(n), n, n}
		for i := range n {
			et.copy(unsafe.Add(s.p, uintptr(i)*et.size), args[last+i])
		}
		if n == 0 {
			*s = slice{}
		}
		places = append(append([]unsafe.Pointer(nil), args[:last]...), unsafe.Pointer(s))
	}
	if c.f != nil {
		fn := c.m.dynamicMethod(c.recv, c.f.Pkg(), c.f.Name(), c.f.Signature(), policy{})
		c.m.callHook(c.recv, c.f, func(part func(int) unsafe.Pointer) {
			for i, t := range c.in {
				t.copy(part(i), places[i])
			}
		}, func(part func(int) unsafe.Pointer) {
			if c.results == 2 {
				err = *(*error)(part(1))
			}
			t := fn.results.types[0]
			p := t.alloc()
			t.copy(p, part(0))
			r = c.m.treeValueAt(t, p, false)
		})
		return r, err
	}
	in := make([]reflect.Value, len(places))
	for i, p := range places {
		in[i] = reflect.NewAt(c.fn.Type().In(i), p).Elem()
		if c.in[i].rep == repEface && in[i].Kind() == reflect.Interface {
			x := c.m.ToNative(*(*any)(p), ForAny)
			in[i] = reflect.ValueOf(&x).Elem()
		}
	}
	var out []reflect.Value
	if c.variadic {
		out = c.fn.CallSlice(in)
	} else {
		out = c.fn.Call(in)
	}
	if len(out) == 2 && !out[1].IsNil() {
		err, _ = out[1].Interface().(error)
	}
	if out[0].Kind() == reflect.Interface {
		if out[0].IsNil() {
			return treeValue{m: c.m, v: out[0]}, err
		}
		return c.m.treeValue(out[0].Interface()), err
	}
	return treeValue{m: c.m}.native(out[0]), err
}

// allocNOf allocates n values of a type that possibly only package reflect knows.
func (t *Type) allocNOf(n int) unsafe.Pointer {
	return reflect.MakeSlice(reflect.SliceOf(t.rt), n, n).UnsafePointer()
}

// canBeNil reports whether nil is a value of the type.
func (t *Type) canBeNil() bool {
	k := t.rt.Kind()
	if t.Go != nil {
		k = kindOf(t.Go)
	}
	switch k {
	case reflect.Chan, reflect.Func, reflect.Interface, reflect.Map, reflect.Pointer, reflect.Slice:
		return true
	}
	return false
}

// assignTo stores x at p, which is of type t, as package template does with arguments.
func (x treeValue) assignTo(t *Type, p unsafe.Pointer) error {
	name := t.rt.String()
	if t.Go != nil {
		name = t.String()
	}
	if !x.valid() {
		if t.canBeNil() {
			return nil
		}
		return fmt.Errorf("invalid value; expected %s", name)
	}
	if x.store(t, p) {
		return nil
	}
	if x.kind() == reflect.Interface && !x.isNil() {
		if x = x.elem(); x.store(t, p) {
			return nil
		}
	}
	if x.kind() == reflect.Pointer {
		if x.isNil() {
			// A pointer to the type.
			if e := x.elemRecord(); e != nil && e.rt == t.rt {
				return fmt.Errorf("dereference of nil pointer of type %s", name)
			}
		} else if x.elem().store(t, p) {
			return nil
		}
	}
	if x.addressable && x.t != nil {
		if x.m.treeValue(x.m.pointerAny(x.t, x.p)).store(t, p) {
			return nil
		}
	}
	return fmt.Errorf("wrong type for value; expected %s; got %s", name, x.typeString())
}

func (x treeValue) elemRecord() *Type {
	if x.t == nil {
		return x.m.typeOfReflect(x.v.Type().Elem())
	}
	return x.part()
}

// store stores x at p if it is assignable to t.
func (x treeValue) store(t *Type, p unsafe.Pointer) bool {
	v := x.any()
	if t.rep == repEface || t.rep == repIface {
		if v == nil {
			return true
		}
		if t.Go == nil {
			if t.rt.NumMethod() == 0 {
				*(*any)(p) = v
				return true
			}
			n := x.m.ToNative(v, ForAny)
			if !reflect.TypeOf(n).Implements(t.rt) {
				return false
			}
			reflect.NewAt(t.rt, p).Elem().Set(reflect.ValueOf(n))
			return true
		}
		if t.Go.Underlying().(*types.Interface).NumMethods() > 0 && x.m.missing(v, t) != "" {
			return false
		}
		x.m.putAny(t, p, v)
		return true
	}
	if v == nil {
		return false
	}
	from := x.m.recordOf(v)
	if from.Go != nil && t.Go != nil {
		if !types.AssignableTo(from.Go, t.Go) {
			return false
		}
	} else if from.rt != t.rt {
		return false
	}
	t.copy(p, from.unbox(v))
	return true
}
