package machine

import (
	"encoding/json"
	"go/types"
	"reflect"
	"strings"
	"unsafe"
)

// An importView describes how a value of a type is decoded: fill converts the present value at p to
// v, of the foreign type, since decoders keep what the input does not mention; take stores the
// decoded value v at p.
type importView struct {
	t    *Type
	rt   reflect.Type
	same bool // the foreign type has the same memory
	fill func(x *importer, p unsafe.Pointer, v reflect.Value)
	take func(x *importer, v reflect.Value, p unsafe.Pointer)
}

// An importer converts the values of one call of a decoder.
type importer struct {
	m *Machine
	c *codec
	// slices maps the addresses of slices of the machine to the elements of the foreign slices that
	// replace them.
	slices map[unsafe.Pointer]filled
	// nested decodes input that a hook has stored into the value of type t at p.
	nested func(t *Type, p unsafe.Pointer, input undecoded) error
	err    error // the first
	// path are the names of the fields that lead to the value that is being stored, owner is the
	// struct of the last.
	path  []string
	owner *Type
	// part is the struct whose embedded struct is being stored.
	part *Type
}

// A filled is a foreign slice before the decoder is called.
type filled struct {
	p   unsafe.Pointer
	cap int
}

// importView is the view of t for a decoder.
func (m *Machine) importView(c *codec, t *Type, plain bool) *importView {
	return viewOf[importView](m, c, t, plain, newImportBuilder)
}

// An importBuilder builds views for decoders.
type importBuilder struct{ viewBuilder[importView] }

func newImportBuilder(m *Machine, c *codec) *importBuilder {
	b := &importBuilder{}
	b.viewBuilder = newViewBuilder(m, c, b)
	return b
}

func (b *importBuilder) typeOf(e *importView) reflect.Type { return e.rt }

func (b *importBuilder) inside(t *Type) *importView { return b.undecoded(t, b.c.recursive, nil) }

func (b *importBuilder) identity(t *Type, rt reflect.Type) *importView {
	return &importView{t, rt, true,
		func(_ *importer, p unsafe.Pointer, v reflect.Value) { v.Set(reflect.NewAt(rt, p).Elem()) },
		func(_ *importer, v reflect.Value, p unsafe.Pointer) { reflect.NewAt(rt, p).Elem().Set(v) }}
}

// undecoded is the view of a type that decodes itself by its method f, or, if f is nil, of a type
// inside itself.
func (b *importBuilder) undecoded(t *Type, rt reflect.Type, f *types.Func) *importView {
	return &importView{t, rt, false,
		func(x *importer, p unsafe.Pointer, v reflect.Value) {
			if f != nil {
				v.Addr().Interface().(undecoded).to(&binding{x, t, p, f})
			}
		},
		func(x *importer, v reflect.Value, p unsafe.Pointer) {
			u := v.Addr().Interface().(undecoded)
			if !u.present() {
				return
			}
			x.note(x.inContext(u.decode(x, t, p, f), f == nil))
		}}
}

// note keeps the first error.
func (x *importer) note(err error) {
	if err != nil && x.err == nil {
		x.err = err
	}
}

// inContext adds the path to an error, as encoding/json does, even to the errors of methods of
// values. inner reports whether the error names the struct to which its own path belongs.
func (x *importer) inContext(err error, inner bool) error {
	e, ok := err.(*json.UnmarshalTypeError)
	if !ok || len(x.path) == 0 || x.owner == nil || x.c != jsonCodec {
		return err
	}
	if !inner || e.Field == "" {
		e.Struct = x.owner.typeName()
	}
	path := x.path
	if e.Field != "" {
		path = append(path, e.Field)
	}
	e.Field = strings.Join(path, ".")
	return err
}

func (b *importBuilder) custom(t *Type) *importView {
	switch types.Unalias(t.Go).(type) {
	case *types.Named, *types.Struct: // whose embedded fields have methods
		for _, mm := range b.c.unmarshal {
			if f, _, ok := b.m.methodWith(t, mm.name, mm.sig); ok {
				return b.undecoded(t, mm.raw, f)
			}
		}
	}
	return nil
}

func (b *importBuilder) unsupported(t *Type) *importView {
	return &importView{t, unsupportedType, false,
		func(*importer, unsafe.Pointer, reflect.Value) {},
		func(*importer, reflect.Value, unsafe.Pointer) {}}
}

// An opaque is the foreign type of interfaces with methods, in which decoders cannot store
// anything.
type opaque interface{ opaque() }

// A kept represents the dynamic value of an interface, which a decoder replaces as a whole.
type kept struct{}

func (kept) opaque() {}

func (b *importBuilder) interfaceView(t *Type, u *types.Interface) *importView {
	if b.c.undynamic != nil {
		return &importView{t, anyType, false,
			func(*importer, unsafe.Pointer, reflect.Value) {},
			func(x *importer, v reflect.Value, p unsafe.Pointer) {
				if v.IsNil() {
					return
				}
				d, err := b.c.undynamic(x, v.Interface())
				if err == nil && u.NumMethods() > 0 && x.m.missing(d, t) != "" {
					err = plainErrorf("%s: %s is not assignable to type %s", b.c.name, x.m.TypeOf(d), t)
				}
				if err != nil {
					x.note(err)
					return
				}
				x.m.putAny(t, p, d)
			}}
	}
	rt := anyType
	if u.NumMethods() > 0 {
		rt = reflect.TypeFor[opaque]()
	}
	recursive := b.c.recursive
	return &importView{t, rt, false,
		func(x *importer, p unsafe.Pointer, v reflect.Value) {
			d := t.valueAt(p).Any
			if d == nil {
				return
			}
			dt := x.m.typeOfValue(d)
			if dt == nil || dt.Go == nil {
				if rt == anyType && reflect.TypeOf(d).Kind() == reflect.Pointer {
					v.Set(reflect.ValueOf(d))
					return
				}
			} else if _, ok := dt.Go.Underlying().(*types.Pointer); ok && *(*unsafe.Pointer)(dt.unbox(d)) != nil {
				if !dt.own && rt == anyType {
					v.Set(reflect.ValueOf(d))
					return
				}
				// Decode the value that it points to instead.
				v.Set(reflect.New(recursive))
				return
			}
			v.Set(reflect.ValueOf(kept{}))
		},
		func(x *importer, v reflect.Value, p unsafe.Pointer) {
			if v.IsNil() {
				t.zero(p)
				return
			}
			switch n := v.Interface().(type) {
			case kept:
			case undecoded:
				if n.present() {
					d := t.valueAt(p).Any
					dt := x.m.recordOf(d)
					x.m.mu.Lock()
					elem := x.m.elemType(dt)
					x.m.mu.Unlock()
					x.note(n.decode(x, elem, *(*unsafe.Pointer)(dt.unbox(d)), x.method(elem, n)))
				}
			default:
				if rt == anyType {
					*(*any)(p) = n
				}
			}
		}}
}

// method is the method by which a t decodes itself from such input.
func (x *importer) method(t *Type, n undecoded) *types.Func {
	x.m.mu.Lock()
	defer x.m.mu.Unlock()
	for _, mm := range x.c.unmarshal {
		if reflect.PointerTo(mm.raw) == reflect.TypeOf(n) {
			if f, _, ok := x.m.methodWith(t, mm.name, mm.sig); ok {
				return f
			}
		}
	}
	return nil
}

func (b *importBuilder) pointer(t, elem *Type) *importView {
	e := b.view(elem, false)
	if e.same {
		return b.identity(t, reflect.PointerTo(e.rt))
	}
	return pointerPlace(t, e)
}

func pointerPlace(t *Type, e *importView) *importView {
	elem := e.t
	return &importView{t, reflect.PointerTo(e.rt), false,
		func(x *importer, p unsafe.Pointer, v reflect.Value) {
			if q := *(*unsafe.Pointer)(p); q != nil {
				n := reflect.New(e.rt)
				e.fill(x, q, n.Elem())
				v.Set(n)
			}
		},
		func(x *importer, v reflect.Value, p unsafe.Pointer) {
			if v.IsNil() {
				*(*unsafe.Pointer)(p) = nil
				return
			}
			q := *(*unsafe.Pointer)(p)
			if q == nil {
				q = elem.alloc()
				*(*unsafe.Pointer)(p) = q
			}
			e.take(x, v.Elem(), q)
		}}
}

func (b *importBuilder) slice(t, elem *Type) *importView {
	e := b.view(elem, false)
	rt := reflect.SliceOf(e.rt)
	if e.same {
		return b.identity(t, rt)
	}
	size := elem.size
	return &importView{t, rt, false,
		func(x *importer, p unsafe.Pointer, v reflect.Value) {
			s := *(*slice)(p)
			if s.p == nil {
				return
			}
			// Decoders keep what the elements have, even those between length and capacity.
			n := reflect.MakeSlice(rt, s.cap, s.cap)
			for i := range s.cap {
				e.fill(x, unsafe.Add(s.p, uintptr(i)*size), n.Index(i))
			}
			v.Set(n.Slice(0, s.len))
			if x.slices == nil {
				x.slices = make(map[unsafe.Pointer]filled)
			}
			x.slices[p] = filled{n.UnsafePointer(), s.cap}
		},
		func(x *importer, v reflect.Value, p unsafe.Pointer) {
			if v.IsNil() {
				*(*slice)(p) = slice{}
				return
			}
			s := *(*slice)(p)
			n, done := v.Len(), 0
			if f, ok := x.slices[p]; !ok || f.p != v.UnsafePointer() {
				old := s
				s.p, s.cap = elem.allocN(v.Cap()), v.Cap()
				if v.Cap() == 0 {
					s.p = elem.allocN(1)
				}
				// The decoder has filled the old elements before it made new ones.
				for done := range min(old.cap, n) {
					e.take(x, v.Index(done), unsafe.Add(old.p, uintptr(done)*size))
					elem.copy(unsafe.Add(s.p, uintptr(done)*size), unsafe.Add(old.p, uintptr(done)*size))
				}
				done = min(old.cap, n)
			}
			s.len = n
			for i := done; i < n; i++ {
				e.take(x, v.Index(i), unsafe.Add(s.p, uintptr(i)*size))
			}
			*(*slice)(p) = s
		}}
}

func (b *importBuilder) array(t, elem *Type, n int) *importView {
	e := b.view(elem, false)
	rt := reflect.ArrayOf(n, e.rt)
	if e.same {
		return b.identity(t, rt)
	}
	size := elem.size
	return &importView{t, rt, false,
		func(x *importer, p unsafe.Pointer, v reflect.Value) {
			for i := range n {
				e.fill(x, unsafe.Add(p, uintptr(i)*size), v.Index(i))
			}
		},
		func(x *importer, v reflect.Value, p unsafe.Pointer) {
			for i := range n {
				e.take(x, v.Index(i), unsafe.Add(p, uintptr(i)*size))
			}
		}}
}

func (b *importBuilder) mapView(t *Type) *importView {
	mt := b.m.mapType(t)
	k, e := b.key(mt.key), b.view(mt.elem, false)
	if k == nil || b.c.noMaps || !k.rt.Comparable() {
		return b.unsupported(t)
	}
	rt := reflect.MapOf(k.rt, e.rt)
	if k.same && e.same && !b.m.mentionsOwn(t.Go) {
		return b.identity(t, rt)
	}
	return &importView{t, rt, false,
		func(x *importer, p unsafe.Pointer, v reflect.Value) {
			// Elements are never decoded in place.
			if *(*unsafe.Pointer)(p) != nil {
				v.Set(reflect.MakeMap(rt))
			}
		},
		func(x *importer, v reflect.Value, p unsafe.Pointer) {
			if v.IsNil() {
				*(*unsafe.Pointer)(p) = nil
				return
			}
			mp := *(*unsafe.Pointer)(p)
			if mp == nil {
				mp = mt.ops.make(v.Len())
				*(*unsafe.Pointer)(p) = mp
			}
			for it := v.MapRange(); it.Next(); {
				kp, ep := mt.key.alloc(), mt.elem.alloc()
				kv, ev := addressableCopy(it.Key()), reflect.New(e.rt).Elem()
				ev.Set(it.Value())
				k.take(x, kv, kp)
				e.take(x, ev, ep)
				mt.put(mp, kp, ep)
			}
		}}
}

// key is the view of a map key.
func (b *importBuilder) key(t *Type) *importView {
	if b.m.isOpaque(t) {
		return b.identity(t, t.rt)
	}
	if !b.c.keyText {
		return b.view(t, true)
	}
	if f, _, ok := b.m.methodWith(t, "UnmarshalText", "([]byte)(error)"); ok {
		return b.undecoded(t, reflect.TypeFor[rawText](), f)
	}
	if u, ok := t.Go.Underlying().(*types.Basic); ok && u.Info()&(types.IsString|types.IsInteger) != 0 {
		return b.identity(t, t.plain())
	}
	return nil
}

func (b *importBuilder) structView(t *Type, u *types.Struct) *importView {
	type field struct {
		off   uintptr
		index int
		view  *importView
		// name is as the codec has it
		name     string
		embedded bool // and part of the struct
	}
	var fields []field
	var list []reflect.StructField
	names := make(map[string]bool)
	same := true
	for i := range u.NumFields() {
		f := u.Field(i)
		ft := b.m.typ(f.Type())
		if !f.Exported() && !f.Embedded() || f.Name() == "_" {
			same = false
			continue
		}
		s, ok := b.field(f, ft, reflect.StructTag(u.Tag(i)))
		if !ok {
			same = false
			continue
		}
		same = same && f.Exported()
		view := s.view
		if view != nil {
			view = b.embedded(ft, view, f.Exported())
		}
		name, _ := tagOptions(s.tag)
		if name == "" {
			name = f.Name()
		}
		if view == nil {
			view = b.view(ft, false)
			if b.c.importField != nil {
				view, s.Tag = b.c.importField(b, ft, s.Tag, view)
			}
		}
		if names[s.Name] {
			continue
		}
		names[s.Name] = true
		s.Type = view.rt
		same = same && view.same
		fields = append(fields, field{t.field(i), len(list), view, name, s.Anonymous})
		list = append(list, s.StructField)
	}
	rt := structOf(list)
	if rt == nil {
		return b.unsupported(t)
	}
	if same && rt.Size() == t.size {
		return b.identity(t, rt)
	}
	return &importView{t, rt, false,
		func(x *importer, p unsafe.Pointer, v reflect.Value) {
			for i := range fields {
				f := &fields[i]
				f.view.fill(x, unsafe.Add(p, f.off), v.Field(f.index))
			}
		},
		func(x *importer, v reflect.Value, p unsafe.Pointer) {
			owner, outer, n := t, x.owner, len(x.path)
			if x.part != nil {
				owner, x.part = x.part, nil
			}
			for i := range fields {
				f := &fields[i]
				if f.embedded {
					x.part = owner
				}
				x.owner, x.path = owner, append(x.path, f.name)
				f.view.take(x, v.Field(f.index), unsafe.Add(p, f.off))
				x.owner, x.path, x.part = outer, x.path[:n], nil
			}
		}}
}

// embedded is the view of an embedded struct whose fields are promoted, or of a pointer to one; e
// is that of the struct.
func (b *importBuilder) embedded(t *Type, e *importView, exported bool) *importView {
	if t == e.t {
		return e
	}
	st := e.t
	if e.same {
		e = b.identity(t, reflect.PointerTo(e.rt))
	} else {
		e = pointerPlace(t, e)
	}
	if !exported && b.c.name == "json" {
		take := e.take
		c := *e
		c.same = false
		c.take = func(x *importer, v reflect.Value, p unsafe.Pointer) {
			if !v.IsNil() && *(*unsafe.Pointer)(p) == nil {
				x.note(plainErrorf("json: cannot set embedded pointer to unexported struct: %v", st))
				return
			}
			take(x, v, p)
		}
		return &c
	}
	return e
}
