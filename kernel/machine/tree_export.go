package machine

import (
	"go/types"
	"reflect"
	"strings"
	"unsafe"
)

// An exportView describes how values of a type are converted for an encoder.
type exportView struct {
	t  *Type
	rt reflect.Type // the foreign type
	// same reports whether the foreign type has the same memory, so that put only copies.
	same bool
	// put converts the value at p to v, which can be set. addressable reports whether Go could take
	// the address of the value, so that methods of the pointer type are considered too.
	put func(x *exporter, p unsafe.Pointer, addressable bool, v reflect.Value)
}

// An exporter converts the values of one call of an encoder.
type exporter struct {
	m     *Machine
	c     *codec
	depth int
	seen  map[visit]bool
	// hooked is the hook that was called last
	hooked *hook
	// unsupported is the first type that no encoder can encode
	unsupported *Type
	// cycle is the type of a pointer that leads to itself
	cycle *Type
	err   error // of a method that was called during the conversion
}

// A visit is a pointer, map or slice that is being converted.
type visit struct {
	p unsafe.Pointer
	n int
}

// maxQuietDepth is the depth of pointers up to which cycles are not detected, as in encoding/json.
const maxQuietDepth = 1000

// exportView returns the view of t for an encoder.
func (m *Machine) exportView(c *codec, t *Type, plain bool) *exportView {
	return viewOf[exportView](m, c, t, plain, newExportBuilder)
}

// An exportBuilder builds views for encoders.
type exportBuilder struct{ viewBuilder[exportView] }

func newExportBuilder(m *Machine, c *codec) *exportBuilder {
	b := &exportBuilder{}
	b.viewBuilder = newViewBuilder(m, c, b)
	return b
}

func (b *exportBuilder) typeOf(e *exportView) reflect.Type { return e.rt }

func (b *exportBuilder) inside(t *Type) *exportView {
	if b.c.static {
		return b.staticView(t, nil)
	}
	return dynamicView(t)
}

func (b *exportBuilder) identity(t *Type, rt reflect.Type) *exportView {
	return &exportView{t, rt, true, func(_ *exporter, p unsafe.Pointer, _ bool, v reflect.Value) {
		v.Set(reflect.NewAt(rt, p).Elem())
	}}
}

// dynamicView is the view of a type inside itself: an any.
func dynamicView(t *Type) *exportView {
	return &exportView{t, anyType, false, func(x *exporter, p unsafe.Pointer, addressable bool, v reflect.Value) {
		if addressable && t.rep == repMem {
			v.Set(x.export(x.m.exportView(x.c, t, false), p, true).Addr())
			return
		}
		v.Set(x.export(x.m.exportView(x.c, t, false), p, addressable))
	}}
}

// export converts a value to a new one that can be addressed.
func (x *exporter) export(e *exportView, p unsafe.Pointer, addressable bool) reflect.Value {
	n := reflect.New(e.rt).Elem()
	e.put(x, p, addressable, n)
	if e.rt == anyType {
		if n.IsNil() {
			return n
		}
		return addressableCopy(n.Elem())
	}
	return n
}

func addressableCopy(v reflect.Value) reflect.Value {
	n := reflect.New(v.Type()).Elem()
	n.Set(v)
	return n
}

// dynamic converts the dynamic value of an interface.
func (x *exporter) dynamic(v any) any {
	v = unwrap(v)
	t := x.m.typeOfValue(v)
	if t == nil || t.Go == nil {
		return v
	}
	if x.c.dynamic != nil {
		return x.c.dynamic(x, t, v)
	}
	e := x.m.exportView(x.c, t, false)
	if e.same && e.rt == t.rt {
		return v
	}
	n := x.export(e, t.unbox(v), false)
	if n.Kind() == reflect.Interface && n.IsNil() {
		return nil
	}
	return n.Interface()
}

// enter records that the pointer p, of type t, is being followed. It returns false if it already
// is: the value is cyclic.
func (x *exporter) enter(t *Type, p unsafe.Pointer, n int) bool {
	if x.depth++; x.depth <= maxQuietDepth {
		return true
	}
	if x.seen == nil {
		x.seen = make(map[visit]bool)
	}
	if x.seen[visit{p, n}] {
		if x.cycle == nil {
			x.cycle = t
		}
		x.depth--
		return false
	}
	x.seen[visit{p, n}] = true
	return true
}

func (x *exporter) leave(p unsafe.Pointer, n int) {
	if x.depth > maxQuietDepth {
		delete(x.seen, visit{p, n})
	}
	x.depth--
}

// hook finds the method by which values of t encode themselves.
func (b *exportBuilder) hook(t *Type) (h foundMethod, ok bool) {
	if _, named := types.Unalias(t.Go).(*types.Named); !named {
		switch t.Go.Underlying().(type) {
		case *types.Pointer, *types.Struct:
			if b.c.static {
				return h, false // the value that it points to is converted
			}
		default:
			return h, false
		}
	}
	for i, mm := range b.c.marshal {
		if f, pointer, ok := b.m.methodWith(t, mm.name, mm.sig); ok {
			return foundMethod{f, i, pointer}, true
		}
	}
	return h, false
}

func (b *exportBuilder) custom(t *Type) *exportView {
	if h, ok := b.hook(t); ok {
		return b.hooked(t, h)
	}
	return nil
}

// hooked is the view of a type with a method for the encoder.
func (b *exportBuilder) hooked(t *Type, h foundMethod) *exportView {
	if b.c.static {
		return b.staticView(t, h.f)
	}
	make := b.c.marshal[h.number].hook
	nilable := t.rep == repPtr
	var elem *Type // of a pointer, as a hook of a value has the type of the value
	if _, ok := t.Go.Underlying().(*types.Pointer); ok {
		elem = b.m.elemType(t)
	}
	return &exportView{t, anyType, false, func(x *exporter, p unsafe.Pointer, addressable bool, v reflect.Value) {
		switch {
		case elem != nil && *(*unsafe.Pointer)(p) == nil:
			return
		case !h.pointer:
			v.Set(reflect.ValueOf(make(&hook{m: x.m, x: x, t: t, v: t.box(p), f: h.f})))
		case addressable:
			v.Set(reflect.ValueOf(make(&hook{m: x.m, x: x, t: t, v: x.m.pointerAny(t, p), f: h.f})))
		default:
			n := x.export(x.m.exportView(x.c, t, true), p, false)
			if nilable && n.IsZero() {
				return
			}
			v.Set(n)
		}
	}}
}

// staticView is the view of a type that is encoded by its method f, or, if f is nil, on its own: a
// hook.
func (b *exportBuilder) staticView(t *Type, f *types.Func) *exportView {
	make := b.c.marshal[0].hook
	_, pointer, _ := b.m.methodWith(t, nameOf(f), signatureOf(f))
	return &exportView{t, reflect.TypeOf(make(nil)), false, func(x *exporter, p unsafe.Pointer, addressable bool, v reflect.Value) {
		h := &hook{m: x.m, x: x, t: t, f: f}
		if h.v = t.box(p); pointer || f == nil {
			if !addressable {
				n := t.alloc()
				t.copy(n, p)
				p = n
			}
			h.v = x.m.pointerAny(t, p)
		}
		v.Set(reflect.ValueOf(make(h)))
	}}
}

func nameOf(f *types.Func) string {
	if f == nil {
		return ""
	}
	return f.Name()
}

func signatureOf(f *types.Func) string {
	if f == nil {
		return ""
	}
	return signatureText(f)
}

// An unsupported is the foreign type of functions, channels, and maps whose keys have no text.
type unsupported func()

var unsupportedType = reflect.TypeFor[unsupported]()

func (b *exportBuilder) unsupported(t *Type) *exportView {
	return &exportView{t, unsupportedType, false, func(x *exporter, p unsafe.Pointer, _ bool, v reflect.Value) {
		if x.unsupported == nil {
			x.unsupported = t
		}
		if *(*unsafe.Pointer)(p) != nil {
			v.Set(reflect.ValueOf(unsupported(func() {})))
		}
	}}
}

func (b *exportBuilder) interfaceView(t *Type, _ *types.Interface) *exportView {
	return &exportView{t, anyType, false, func(x *exporter, p unsafe.Pointer, _ bool, v reflect.Value) {
		if d := x.dynamic(t.valueAt(p).Any); d != nil {
			v.Set(reflect.ValueOf(d))
		}
	}}
}

func (b *exportBuilder) pointer(t, elem *Type) *exportView {
	e := b.view(elem, false)
	switch {
	case e.same:
		return b.identity(t, reflect.PointerTo(e.rt))
	case e.rt == anyType && !b.c.static:
		return &exportView{t, anyType, false, func(x *exporter, p unsafe.Pointer, _ bool, v reflect.Value) {
			q := *(*unsafe.Pointer)(p)
			if q == nil {
				return
			}
			if !x.enter(t, q, 0) {
				return
			}
			e.put(x, q, true, v)
			x.leave(q, 0)
		}}
	}
	rt := reflect.PointerTo(e.rt)
	return &exportView{t, rt, false, func(x *exporter, p unsafe.Pointer, _ bool, v reflect.Value) {
		q := *(*unsafe.Pointer)(p)
		if q == nil || !x.enter(t, q, 0) {
			return
		}
		n := reflect.New(e.rt)
		e.put(x, q, true, n.Elem())
		v.Set(n)
		x.leave(q, 0)
	}}
}

func (b *exportBuilder) slice(t, elem *Type) *exportView {
	e := b.view(elem, false)
	rt := reflect.SliceOf(e.rt)
	if e.same {
		return b.identity(t, rt)
	}
	size := elem.size
	return &exportView{t, rt, false, func(x *exporter, p unsafe.Pointer, _ bool, v reflect.Value) {
		s := *(*slice)(p)
		if s.p == nil || !x.enter(t, s.p, s.len) {
			return
		}
		n := reflect.MakeSlice(rt, s.len, s.len)
		for i := range s.len {
			e.put(x, unsafe.Add(s.p, uintptr(i)*size), true, n.Index(i))
		}
		v.Set(n)
		x.leave(s.p, s.len)
	}}
}

func (b *exportBuilder) array(t, elem *Type, n int) *exportView {
	e := b.view(elem, false)
	rt := reflect.ArrayOf(n, e.rt)
	if e.same {
		return b.identity(t, rt)
	}
	size := elem.size
	return &exportView{t, rt, false, func(x *exporter, p unsafe.Pointer, addressable bool, v reflect.Value) {
		for i := range n {
			e.put(x, unsafe.Add(p, uintptr(i)*size), addressable, v.Index(i))
		}
	}}
}

func (b *exportBuilder) mapView(t *Type) *exportView {
	mt := b.m.mapType(t)
	k, e := b.key(mt.key), b.view(mt.elem, false)
	if k == nil || b.c.noMaps {
		return b.unsupported(t)
	}
	rt := reflect.MapOf(k.rt, e.rt)
	if k.same && e.same && !b.m.mentionsOwn(t.Go) {
		return b.identity(t, rt)
	}
	return &exportView{t, rt, false, func(x *exporter, p unsafe.Pointer, _ bool, v reflect.Value) {
		mp := *(*unsafe.Pointer)(p)
		if mp == nil || !x.enter(t, mp, 0) {
			return
		}
		n := reflect.MakeMapWithSize(rt, mt.ops.len(mp))
		mt.each(mp, func(kp, ep unsafe.Pointer) {
			key, elem := reflect.New(k.rt).Elem(), reflect.New(e.rt).Elem()
			k.put(x, kp, false, key)
			if h, ok := key.Interface().(textHook); ok && h.h != nil {
				h.h.in = t
			}
			e.put(x, ep, false, elem)
			n.SetMapIndex(key, elem)
		})
		v.Set(n)
		x.leave(mp, 0)
	}}
}

// key is the view of a map key: of its text if the codec looks for it, nil if the codec cannot
// encode it.
func (b *exportBuilder) key(t *Type) *exportView {
	if !b.c.keyText {
		return b.view(t, true)
	}
	if b.m.isOpaque(t) {
		return b.identity(t, t.rt)
	}
	u, basic := t.Go.Underlying().(*types.Basic)
	if basic && u.Info()&types.IsString != 0 {
		return b.identity(t, t.plain())
	}
	if f, pointer, ok := b.m.methodWith(t, "MarshalText", "()([]byte, error)"); ok && !pointer {
		return &exportView{t, reflect.TypeFor[textHook](), false, func(x *exporter, p unsafe.Pointer, _ bool, v reflect.Value) {
			v.Set(reflect.ValueOf(textHook{&hook{m: x.m, x: x, t: t, v: t.box(p), f: f}}))
		}}
	}
	if basic && u.Info()&types.IsInteger != 0 {
		return b.identity(t, t.plain())
	}
	if t.isInterface() && t.Go.Underlying().(*types.Interface).NumMethods() > 0 {
		return b.interfaceKey(t)
	}
	return nil
}

// interfaceKey is the view of the keys of a map whose key type is an interface with the method
// MarshalText.
func (b *exportBuilder) interfaceKey(t *Type) *exportView {
	if obj, _, _ := types.LookupFieldOrMethod(t.Go, false, nil, "MarshalText"); obj == nil {
		return nil
	}
	return &exportView{t, reflect.TypeFor[textHook](), false, func(x *exporter, p unsafe.Pointer, _ bool, v reflect.Value) {
		d := t.valueAt(p).Any
		dt := x.m.recordOf(d)
		if f, ok := x.m.hasMethod(d, "MarshalText"); ok {
			v.Set(reflect.ValueOf(textHook{&hook{m: x.m, x: x, t: dt, v: d, f: f}}))
		}
	}}
}

// A fieldView is a field of a foreign struct.
type fieldView struct {
	off   uintptr
	index int // in the foreign struct
	t     *Type
	view  *exportView
	// omitEmpty and omitZero: the field is an any, which is nil if the value is to be omitted
	omitEmpty, omitZero bool
	isZero              *types.Func // the method IsZero
	zeroPtr             bool        // which is a method of the pointer
	zeroNil             bool        // and which is not called with a nil pointer
}

func (b *exportBuilder) structView(t *Type, u *types.Struct) *exportView {
	var fields []fieldView
	var sf []reflect.StructField
	same := true
	names := make(map[string]bool)
	for i := range u.NumFields() {
		f := u.Field(i)
		ft := b.m.typ(f.Type())
		if !f.Exported() && !f.Embedded() || f.Name() == "_" {
			// Keep its index, in case the whole struct has the same memory.
			sf = append(sf, reflect.StructField{Name: f.Name(), PkgPath: "main", Type: ft.rt})
			continue
		}
		s, ok := b.field(f, ft, reflect.StructTag(u.Tag(i)))
		if !ok {
			same = false
			continue
		}
		view := s.view
		if view != nil {
			view = b.embedded(ft, view)
			same = same && view.same && f.Exported()
		}
		fv := fieldView{off: t.field(i), t: ft}
		_, options := tagOptions(s.tag)
		if view == nil {
			view = b.view(ft, false)
			if b.c.exportField != nil {
				view, s.Tag = b.c.exportField(b, ft, s.Tag, view)
			}
			fv.omitZero = b.c.name == "json" && hasOption(options, "omitzero")
			fv.omitEmpty = hasOption(options, "omitempty") && view.rt == anyType && !ft.isInterface()
			if fv.omitZero {
				b.zeroMethod(&fv)
			}
		}
		if names[s.Name] {
			continue
		}
		names[s.Name] = true
		s.Type = view.rt
		if fv.omitZero {
			if hasOption(string(s.Tag), "string") && view.same {
				fv.omitZero = false
			} else {
				s.Type = anyType
				s.Tag = reflect.StructTag(strings.ReplaceAll(string(s.Tag), "omitzero", "omitempty"))
				fv.omitEmpty = fv.omitEmpty || hasOption(options, "omitempty")
			}
		}
		fv.view = view
		fv.index = len(sf)
		same = same && view.same && s.Type == view.rt
		sf = append(sf, s.StructField)
		fields = append(fields, fv)
	}
	if same {
		rt := structOf(sf)
		if rt != nil && rt.Size() == t.size {
			return b.identity(t, rt)
		}
	}
	// Only fields that are encoded.
	kept := sf[:0]
	for i := range fields {
		s := sf[fields[i].index]
		fields[i].index = len(kept)
		kept = append(kept, s)
	}
	rt := structOf(kept)
	if rt == nil {
		return b.unsupported(t)
	}
	return &exportView{t, rt, false, func(x *exporter, p unsafe.Pointer, addressable bool, v reflect.Value) {
		for i := range fields {
			f := &fields[i]
			q := unsafe.Add(p, f.off)
			if f.omitEmpty && f.t.isEmpty(x.m, q) || f.omitZero && f.zero(x, q, addressable) {
				continue
			}
			if f.omitZero && f.view.rt != anyType {
				n := reflect.New(f.view.rt).Elem()
				f.view.put(x, q, addressable, n)
				if addressable && f.t.rep == repMem {
					n = n.Addr()
				}
				v.Field(f.index).Set(n)
				continue
			}
			f.view.put(x, q, addressable, v.Field(f.index))
		}
	}}
}

// zeroMethod finds the method IsZero of a field.
func (b *exportBuilder) zeroMethod(f *fieldView) {
	m, pointer, ok := b.m.methodWith(f.t, "IsZero", "()(bool)")
	if !ok {
		return
	}
	f.isZero, f.zeroPtr = m, pointer
	_, f.zeroNil = f.t.Go.Underlying().(*types.Pointer)
}

// zero reports whether encoding/json regards the value of a field at p as zero.
func (f *fieldView) zero(x *exporter, p unsafe.Pointer, addressable bool) (yes bool) {
	get := func(part func(int) unsafe.Pointer) { yes = *(*bool)(part(0)) }
	switch {
	case f.isZero == nil || f.zeroNil && *(*unsafe.Pointer)(p) == nil:
		return f.t.isZero(p)
	case !f.zeroPtr:
		x.m.callHook(f.t.box(p), f.isZero, nil, get)
	default:
		// Like encoding/json, copy a value that is not addressable to one that is.
		if !addressable {
			n := f.t.alloc()
			f.t.copy(n, p)
			p = n
		}
		x.m.callHook(x.m.pointerAny(f.t, p), f.isZero, nil, get)
	}
	return yes
}

// embedded is the view of an embedded struct whose fields are promoted, or of a pointer to one; e
// is that of the struct.
func (b *exportBuilder) embedded(t *Type, e *exportView) *exportView {
	if t == e.t {
		return e
	}
	if e.same {
		return b.identity(t, reflect.PointerTo(e.rt))
	}
	return &exportView{t, reflect.PointerTo(e.rt), false, func(x *exporter, p unsafe.Pointer, _ bool, v reflect.Value) {
		q := *(*unsafe.Pointer)(p)
		if q == nil {
			return
		}
		n := reflect.New(e.rt)
		e.put(x, q, true, n.Elem())
		v.Set(n)
	}}
}

// stripped is a struct type with the memory of rt and without its methods.
func stripped(rt reflect.Type, depth int) reflect.Type {
	if depth > 5 {
		return nil
	}
	var list []reflect.StructField
	exported := false
	for i := range rt.NumField() {
		f := rt.Field(i)
		f.Offset, f.Index = 0, nil
		if f.Anonymous {
			ft := f.Type
			if ft.Kind() == reflect.Pointer {
				ft = ft.Elem()
			}
			if ft.Kind() == reflect.Struct {
				s := stripped(ft, depth+1)
				if s == nil {
					return nil
				}
				f.Name, f.PkgPath = embeddedName(f.Name), ""
				if f.Type.Kind() == reflect.Pointer {
					s = reflect.PointerTo(s)
				}
				f.Type = s
				exported = true
			} else {
				f.Anonymous = false
			}
		}
		exported = exported || f.PkgPath == ""
		list = append(list, f)
	}
	if !exported {
		return nil
	}
	return structOf(list)
}

// structOf is reflect.StructOf, but returns nil where that panics.
func structOf(fields []reflect.StructField) (rt reflect.Type) {
	defer func() {
		if recover() != nil {
			rt = nil
		}
	}()
	return reflect.StructOf(fields)
}
