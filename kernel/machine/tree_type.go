package machine

import (
	"go/token"
	"go/types"
	"iter"
	"reflect"
	"slices"
	"strings"
)

// A typeView is the reflect.Type of a type of cells, as code of cells sees it. There is one for
// each Type. It embeds the type of the memory, so that compiled code works with the memory.
type typeView struct {
	reflect.Type
	m *Machine
	t *Type
}

type typeViewKey struct{}

// reflectType is the reflect.Type that code of cells sees.
func (m *Machine) reflectType(t *Type) reflect.Type {
	if t.Go == nil || !t.own {
		return t.rt
	}
	if v, ok := t.entries.Load(typeViewKey{}); ok {
		return v.(*typeView)
	}
	v, _ := t.entries.LoadOrStore(typeViewKey{}, &typeView{Type: t.rt, m: m, t: t})
	return v.(*typeView)
}

// viewOf is the reflect.Type that code of cells sees in place of one of compiled code.
func (m *Machine) viewOf(rt reflect.Type) reflect.Type {
	if rt == nil {
		return nil
	}
	if t := m.typeOfReflect(rt); t != nil {
		return m.reflectType(t)
	}
	return rt
}

// goTypeView is the reflect.Type for a type of Go.
func (m *Machine) goTypeView(t types.Type) reflect.Type {
	m.mu.Lock()
	r := m.typ(t)
	m.mu.Unlock()
	return m.reflectType(r)
}

// recordFor returns the record of a type in code of cells, or nil if the machine does not know it.
func (m *Machine) recordFor(rt reflect.Type) *Type {
	if v, ok := rt.(*typeView); ok {
		return v.t
	}
	if rt == nil {
		return nil
	}
	if rt.Kind() == reflect.Interface {
		switch rt {
		case anyType:
			m.mu.Lock()
			defer m.mu.Unlock()
			return m.anyT()
		case errorType:
			return m.errorT()
		}
		return nil
	}
	return m.typeOfReflect(rt)
}

func (v *typeView) String() string     { return v.t.String() }
func (v *typeView) Name() string       { return v.t.typeName() }
func (v *typeView) Kind() reflect.Kind { return kindOf(v.t.Go) }

func (v *typeView) PkgPath() string {
	if n, ok := types.Unalias(v.t.Go).(*types.Named); ok && n.Obj().Pkg() != nil {
		return n.Obj().Pkg().Path()
	}
	return ""
}

func (v *typeView) fail(method string) {
	panic("reflect: " + method + " of non-" + map[string]string{
		"Field": "struct", "NumField": "struct", "Key": "map", "Len": "array", "In": "func", "NumIn": "func", "Out": "func", "NumOut": "func",
	}[method] + " type " + v.String())
}

func (v *typeView) Elem() reflect.Type {
	if e, ok := v.t.Go.Underlying().(interface{ Elem() types.Type }); ok {
		return v.m.goTypeView(e.Elem())
	}
	panic("reflect: Elem of invalid type " + v.String())
}

func (v *typeView) Key() reflect.Type {
	if u, ok := v.t.Go.Underlying().(*types.Map); ok {
		return v.m.goTypeView(u.Key())
	}
	v.fail("Key")
	return nil
}

func (v *typeView) Len() int {
	if u, ok := v.t.Go.Underlying().(*types.Array); ok {
		return int(u.Len())
	}
	v.fail("Len")
	return 0
}

func (v *typeView) Bits() int {
	if _, ok := v.t.Go.Underlying().(*types.Basic); ok {
		return v.t.plain().Bits()
	}
	panic("reflect: Bits of non-arithmetic Type " + v.String())
}

func (v *typeView) ChanDir() reflect.ChanDir {
	if u, ok := v.t.Go.Underlying().(*types.Chan); ok {
		return chanDirs[u.Dir()]
	}
	panic("reflect: ChanDir of non-chan type " + v.String())
}

func (v *typeView) Comparable() bool { return types.Comparable(v.t.Go) }

func (v *typeView) OverflowInt(x int64) bool          { return v.t.plain().OverflowInt(x) }
func (v *typeView) OverflowUint(x uint64) bool        { return v.t.plain().OverflowUint(x) }
func (v *typeView) OverflowFloat(x float64) bool      { return v.t.plain().OverflowFloat(x) }
func (v *typeView) OverflowComplex(x complex128) bool { return v.t.plain().OverflowComplex(x) }

func (v *typeView) signature(method string) *types.Signature {
	s, ok := v.t.Go.Underlying().(*types.Signature)
	if !ok {
		v.fail(method)
	}
	return s
}

func (v *typeView) NumIn() int  { return v.signature("NumIn").Params().Len() }
func (v *typeView) NumOut() int { return v.signature("NumOut").Results().Len() }
func (v *typeView) In(i int) reflect.Type {
	return v.m.goTypeView(v.signature("In").Params().At(i).Type())
}
func (v *typeView) IsVariadic() bool { return v.signature("In").Variadic() }
func (v *typeView) Out(i int) reflect.Type {
	return v.m.goTypeView(v.signature("Out").Results().At(i).Type())
}

func (v *typeView) Ins() iter.Seq[reflect.Type]  { return each(v.NumIn(), v.In) }
func (v *typeView) Outs() iter.Seq[reflect.Type] { return each(v.NumOut(), v.Out) }

func each[T any](n int, at func(int) T) iter.Seq[T] {
	return func(yield func(T) bool) {
		for i := range n {
			if !yield(at(i)) {
				return
			}
		}
	}
}

func (v *typeView) strukt(method string) *types.Struct {
	s, ok := v.t.Go.Underlying().(*types.Struct)
	if !ok {
		v.fail(method)
	}
	return s
}

func (v *typeView) NumField() int { return v.strukt("NumField").NumFields() }

func (v *typeView) Field(i int) reflect.StructField {
	u := v.strukt("Field")
	if i < 0 || i >= u.NumFields() {
		panic("reflect: Field index out of bounds")
	}
	f := u.Field(i)
	s := reflect.StructField{Name: f.Name(), Type: v.m.goTypeView(f.Type()), Tag: reflect.StructTag(u.Tag(i)), Offset: v.t.field(i), Index: []int{i}, Anonymous: f.Embedded()}
	if !f.Exported() && f.Pkg() != nil {
		s.PkgPath = f.Pkg().Path()
	}
	return s
}

func (v *typeView) Fields() iter.Seq[reflect.StructField] { return each(v.NumField(), v.Field) }

func (v *typeView) FieldByIndex(index []int) reflect.StructField {
	var t reflect.Type = v
	var f reflect.StructField
	for i, n := range index {
		if i > 0 {
			t = f.Type
			if t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Struct {
				t = t.Elem()
			}
		}
		f = t.Field(n)
	}
	return f
}

func (v *typeView) FieldByName(name string) (reflect.StructField, bool) {
	v.strukt("Field")
	obj, path := v.m.fieldPath(v.t, name)
	if obj == nil {
		return reflect.StructField{}, false
	}
	f := v.FieldByIndex(path)
	f.Index = path
	return f, true
}

// fieldPath finds a field by its name, exported or not.
func (m *Machine) fieldPath(t *Type, name string) (*types.Var, []int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	pkg := m.ownPackage(t.Go)
	if pkg == nil {
		u := t.Go.Underlying().(*types.Struct)
		for i := range u.NumFields() {
			pkg = u.Field(i).Pkg()
		}
	}
	obj, path, _ := types.LookupFieldOrMethod(t.Go, false, pkg, name)
	f, _ := obj.(*types.Var)
	return f, path
}

func (v *typeView) FieldByNameFunc(match func(string) bool) (f reflect.StructField, ok bool) {
	for _, x := range reflect.VisibleFields(v) {
		if match(x.Name) {
			if ok {
				return reflect.StructField{}, false
			}
			f, ok = x, true
		}
	}
	return f, ok
}

// methods are the exported methods, in the order of their names.
func (m *Machine) methodsOf(t *Type) (list []*types.Func) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if i, ok := t.Go.Underlying().(*types.Interface); ok {
		for f := range i.Methods() {
			list = append(list, f)
		}
	} else {
		set := types.NewMethodSet(t.Go)
		for s := range set.Methods() {
			if f := s.Obj().(*types.Func); f.Exported() {
				list = append(list, f)
			}
		}
	}
	slices.SortFunc(list, func(a, b *types.Func) int { return strings.Compare(a.Name(), b.Name()) })
	return list
}

func (v *typeView) NumMethod() int { return len(v.m.methodsOf(v.t)) }

func (v *typeView) Method(i int) reflect.Method {
	list := v.m.methodsOf(v.t)
	if i < 0 || i >= len(list) {
		panic("reflect: Method index out of range")
	}
	f := list[i]
	r := reflect.Method{Name: f.Name(), Index: i}
	sig := f.Signature()
	if types.IsInterface(v.t.Go) {
		if !f.Exported() {
			r.PkgPath = f.Pkg().Path()
		}
		r.Type = v.m.goTypeView(types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic()))
		return r
	}
	whole := types.NewSignatureType(nil, nil, nil, prepend(v.t.Go, sig.Params()), sig.Results(), sig.Variadic())
	r.Type = v.m.goTypeView(whole)
	v.m.mu.Lock()
	fn := v.m.typeMethod(v.t, f.Pkg(), f.Name())
	rt, _ := v.m.rtype(whole)
	v.m.mu.Unlock()
	cl := &closure{pc: trapPC, fn: fn}
	r.Func = v.m.makeFunc(cl, rt)
	return r
}

// prepend is a tuple with one more variable in front.
func prepend(t types.Type, rest *types.Tuple) *types.Tuple {
	vars := []*types.Var{types.NewParam(token.NoPos, nil, "", t)}
	for p := range rest.Variables() {
		vars = append(vars, types.NewParam(token.NoPos, nil, "", p.Type()))
	}
	return types.NewTuple(vars...)
}

func (v *typeView) Methods() iter.Seq[reflect.Method] { return each(v.NumMethod(), v.Method) }

func (v *typeView) MethodByName(name string) (reflect.Method, bool) {
	for i, f := range v.m.methodsOf(v.t) {
		if f.Name() == name {
			return v.Method(i), true
		}
	}
	return reflect.Method{}, false
}

// goTypeOf is the type of Go that a reflect.Type stands for, nil if it is not known.
func (m *Machine) goTypeOf(rt reflect.Type) types.Type {
	if t := m.recordFor(rt); t != nil {
		return t.Go
	}
	return nil
}

func (v *typeView) Implements(u reflect.Type) bool {
	if u == nil {
		panic("reflect: nil type passed to Type.Implements")
	}
	if u.Kind() != reflect.Interface {
		panic("reflect: non-interface type passed to Type.Implements")
	}
	if g := v.m.goTypeOf(u); g != nil {
		return types.Implements(v.t.Go, g.Underlying().(*types.Interface))
	}
	return v.hasMethodsOf(u)
}

// hasMethodsOf reports whether the type has the methods of an interface type of compiled code.
func (v *typeView) hasMethodsOf(u reflect.Type) bool {
	v.m.mu.Lock()
	defer v.m.mu.Unlock()
	for i := range u.NumMethod() {
		f := u.Method(i)
		obj, _, _ := types.LookupFieldOrMethod(v.t.Go, false, nil, f.Name)
		fn, ok := obj.(*types.Func)
		if !ok {
			return false
		}
		if rt, _ := v.m.rtype(fn.Signature()); rt != f.Type {
			return false
		}
	}
	return true
}

func (v *typeView) AssignableTo(u reflect.Type) bool {
	if g := v.m.goTypeOf(u); g != nil {
		return types.AssignableTo(v.t.Go, g)
	}
	return u.Kind() == reflect.Interface && v.hasMethodsOf(u)
}

func (v *typeView) ConvertibleTo(u reflect.Type) bool {
	if g := v.m.goTypeOf(u); g != nil {
		return types.ConvertibleTo(v.t.Go, g)
	}
	return u.Kind() == reflect.Interface && v.hasMethodsOf(u)
}

func (v *typeView) CanSeq() bool {
	if v.Kind() == reflect.Func {
		return v.m.underlyingType(v.t).CanSeq()
	}
	switch k := v.Kind(); k {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64,
		reflect.Uintptr, reflect.Array, reflect.Slice, reflect.Chan, reflect.String, reflect.Map:
		return true
	case reflect.Pointer:
		return v.Elem().Kind() == reflect.Array
	}
	return false
}

func (v *typeView) CanSeq2() bool {
	if v.Kind() == reflect.Func {
		return v.m.underlyingType(v.t).CanSeq2()
	}
	switch v.Kind() {
	case reflect.Array, reflect.Slice, reflect.String, reflect.Map:
		return true
	case reflect.Pointer:
		return v.Elem().Kind() == reflect.Array
	}
	return false
}

// underlyingType is the type of the memory of a t without the mark of t's name: a []T for a named
// slice.
func (m *Machine) underlyingType(t *Type) reflect.Type {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch u := t.Go.Underlying().(type) {
	case *types.Basic:
		return t.plain()
	case *types.Struct:
		return t.rt
	case *types.Interface:
		if t.rep == repEface {
			return anyType
		}
		return t.rt
	case *types.Map:
		if !t.own {
			return t.rt
		}
		return m.mapType(t).ops.rtype()
	default:
		return m.typ(u).rt
	}
}
