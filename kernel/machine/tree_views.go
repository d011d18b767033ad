package machine

import (
	"go/types"
	"reflect"
)

// A viewKey is the key of a view in the entries of its type. V distinguishes the views of encoders
// and decoders.
type viewKey[V any] struct {
	c     *codec
	plain bool // the methods of the type itself are ignored
	epoch int32
}

// viewOf returns the view of t: the existing one, or one that a new builder makes.
func viewOf[V any, B interface{ view(*Type, bool) *V }](m *Machine, c *codec, t *Type, plain bool, builder func(*Machine, *codec) B) *V {
	if v, ok := t.entries.Load(viewKey[V]{c, plain, m.epoch.Load()}); ok {
		return v.(*V)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return builder(m, c).view(t, plain)
}

// A viewMaker makes the views of each kind of type, for encoders or for decoders.
type viewMaker[V any] interface {
	// typeOf is the foreign type of a view.
	typeOf(v *V) reflect.Type
	// identity is the view of a type that a codec sees as it is.
	identity(t *Type, rt reflect.Type) *V
	// inside is the view of a type inside itself.
	inside(t *Type) *V
	// custom is the view of a type that its own methods encode or decode, nil for other types.
	custom(t *Type) *V
	unsupported(t *Type) *V
	interfaceView(t *Type, u *types.Interface) *V
	pointer(t, elem *Type) *V
	slice(t, elem *Type) *V
	array(t, elem *Type, n int) *V
	mapView(t *Type) *V
	structView(t *Type, u *types.Struct) *V
}

// A viewBuilder makes the views of types that may contain themselves. It is used under m.mu.
type viewBuilder[V any] struct {
	maker viewMaker[V]
	m     *Machine
	c     *codec
	epoch int32
	// open are the named types whose views are being made, by how deep they are nested; low is the
	// least of them that has been met again. A view that depends on one of them is kept in local:
	// it cannot be used elsewhere.
	open  map[*Type]int
	low   int
	local map[viewKey[V]]map[*Type]*V
}

// notOpen is more than the depth of any open type.
const notOpen = 1 << 30

func newViewBuilder[V any](m *Machine, c *codec, maker viewMaker[V]) viewBuilder[V] {
	return viewBuilder[V]{maker: maker, m: m, c: c, epoch: m.epoch.Load(), open: make(map[*Type]int), low: notOpen, local: make(map[viewKey[V]]map[*Type]*V)}
}

// view returns the view of t: the existing one, or that of a type inside itself if t is open, or a
// new one.
func (b *viewBuilder[V]) view(t *Type, plain bool) *V {
	key := viewKey[V]{b.c, plain, b.epoch}
	if v, ok := t.entries.Load(key); ok {
		return v.(*V)
	}
	if v := b.local[key][t]; v != nil {
		if len(b.open) > 0 {
			b.low = 1 // it may depend on the outermost one
		}
		return v
	}
	if b.meets(t) {
		return b.maker.inside(t)
	}
	low := b.low
	b.low = notOpen
	depth := len(b.open) + 1
	if _, named := types.Unalias(t.Go).(*types.Named); named {
		b.open[t] = depth
	}
	v := b.build(t, plain)
	delete(b.open, t)
	if b.low >= depth {
		t.entries.Store(key, v)
		b.low = low
		return v
	}
	if b.local[key] == nil {
		b.local[key] = make(map[*Type]*V)
	}
	b.local[key][t] = v
	b.low = min(b.low, low)
	return v
}

// build makes the view of t.
func (b *viewBuilder[V]) build(t *Type, plain bool) *V {
	if b.m.isOpaque(t) {
		return b.maker.identity(t, t.rt)
	}
	if !plain {
		if v := b.maker.custom(t); v != nil {
			return v
		}
	}
	switch u := t.Go.Underlying().(type) {
	case *types.Basic:
		return b.maker.identity(t, t.plain())
	case *types.Interface:
		return b.maker.interfaceView(t, u)
	case *types.Pointer:
		return b.maker.pointer(t, b.m.typ(u.Elem()))
	case *types.Slice:
		return b.maker.slice(t, b.m.typ(u.Elem()))
	case *types.Array:
		return b.maker.array(t, b.m.typ(u.Elem()), int(u.Len()))
	case *types.Map:
		return b.maker.mapView(t)
	case *types.Struct:
		return b.maker.structView(t, u)
	}
	return b.maker.unsupported(t)
}

// A viewField is a field of a struct in the view of a codec.
type viewField[V any] struct {
	reflect.StructField        // without its type
	tag                 string // of the codec
	view                *V     // of an embedded struct whose fields the codec promotes; otherwise nil
}

// field describes a field f of a struct that has type t and the given tag. It returns false if the
// codec does not see the field.
func (b *viewBuilder[V]) field(f *types.Var, t *Type, tag reflect.StructTag) (s viewField[V], ok bool) {
	s.Name, s.Tag = f.Name(), tag
	s.tag, _ = tag.Lookup(b.c.name)
	if b.c.skip(s.tag) {
		return s, false
	}
	if !f.Embedded() {
		return s, true
	}
	st := t
	if p, ok := t.Go.Underlying().(*types.Pointer); ok {
		st = b.m.typ(p.Elem())
	}
	_, isStruct := st.Go.Underlying().(*types.Struct)
	if !f.Exported() && (!isStruct || b.c.static) {
		return s, false
	}
	s.Name = embeddedName(f.Name())
	if isStruct && b.c.flat(s.tag) {
		s.Anonymous = true
		s.view = b.promoted(st)
	}
	return s, !s.Anonymous || s.view != nil
}

// promoted is the view of an embedded struct whose fields a codec promotes, nil if it has none for
// the codec.
func (b *viewBuilder[V]) promoted(t *Type) *V {
	if b.meets(t) {
		return nil // all its fields are hidden by those of the outer one
	}
	var v *V
	if b.m.isOpaque(t) {
		rt := stripped(t.rt, 0)
		if rt == nil {
			return nil
		}
		v = b.maker.identity(t, rt)
	} else {
		v = b.view(t, true)
	}
	if rt := b.maker.typeOf(v); rt.Kind() != reflect.Struct || rt.NumField() == 0 {
		return nil
	}
	return v
}

// meets reports whether t is open, and records that it was met again.
func (b *viewBuilder[V]) meets(t *Type) bool {
	n, ok := b.open[t]
	if ok {
		b.low = min(b.low, n)
	}
	return ok
}
