package machine

import (
	"go/types"
	"image"
	"reflect"
	"strings"
	"unsafe"
)

// Parts are what a value consists of, for those who draw it.
type Parts struct {
	Kind  reflect.Kind
	Type  string // as %T prints it
	Text  bool   // it has a method that package fmt prints it by
	Len   int    // elements, entries of a map, or fields; 1 for what a pointer points to
	Cap   int    // of a channel
	Name  string // of a function; "" if it has none
	Names []string
	At    func(i int) any // as compiled code prints it
	Key   func(i int) any // of a map, in the order in which package fmt prints them
}

// Parts returns the parts of a value of a cell, or of one made by ToNative. It returns false for
// values of compiled code.
func (m *Machine) Parts(v any) (p Parts, ok bool) {
	x := v
	if v = unwrap(v); v == nil || sameWord(x, v) && m.typeOfValue(v) == nil {
		return Parts{}, false
	}
	t := m.recordOf(v)
	at := t.unbox(v)
	i := m.printing(t)
	p = Parts{Kind: i.kind, Type: i.name, Text: i.formatter != nil || i.err != nil || i.str != nil}
	list := func(from unsafe.Pointer, n int) {
		p.Len = n
		p.At = func(k int) any { return m.part(i.elem, unsafe.Add(from, uintptr(k)*i.elem.size)) }
	}
	switch i.kind {
	case reflect.Slice:
		s := *(*slice)(at)
		list(s.p, s.len)
	case reflect.Array:
		list(at, i.len)
	case reflect.Pointer:
		if to := *(*unsafe.Pointer)(at); to != nil {
			list(to, 1)
		}
	case reflect.Struct:
		for _, f := range i.fields {
			p.Names = append(p.Names, f.name)
		}
		p.Len = len(i.fields)
		p.At = func(k int) any { return m.part(i.fields[k].t, unsafe.Add(at, i.fields[k].off)) }
	case reflect.Func:
		if sig, ok := t.Go.(*types.Signature); ok {
			m.mu.Lock()
			pc := m.shimPC(sig)
			m.mu.Unlock()
			if c := m.ownClosure(*(*unsafe.Pointer)(at), pc); c != nil && c.fn.Name != "func" {
				p.Name = strings.TrimSuffix(c.fn.Name, "-fm")
			}
		}
	case reflect.Chan:
		c := reflect.NewAt(memoryType(t.rt), at).Elem()
		p.Len, p.Cap = c.Len(), c.Cap()
	case reflect.Map:
		entries := m.sorted(i, *(*unsafe.Pointer)(at))
		p.Len = len(entries)
		p.Key = func(k int) any { return m.part(i.key, entries[k].key) }
		p.At = func(k int) any { return m.part(i.elem, entries[k].elem) }
	}
	return p, true
}

// part is the value at that address as compiled code prints it.
func (m *Machine) part(t *Type, at unsafe.Pointer) any {
	return m.ToNative(t.valueAt(at).Any, ForPrint)
}

// Image is a value of a cell's type that has the methods of image.Image.
func (m *Machine) Image(v any) (x image.Image, ok bool) {
	t := m.typeOfValue(v)
	if t == nil || t.Go == nil || !t.own {
		return nil, false
	}
	it := m.imageType(t)
	if it == nil || m.missing(v, it) != "" {
		return nil, false
	}
	i := m.makeIface(it, v)
	return *(*image.Image)(unsafe.Pointer(&i)), true
}

// imageType is the type image.Image of the package that the method Bounds of t mentions. It is nil
// if there is no such method.
func (m *Machine) imageType(t *Type) *Type {
	m.mu.Lock()
	defer m.mu.Unlock()
	obj, _, _ := types.LookupFieldOrMethod(t.Go, false, nil, "Bounds")
	f, ok := obj.(*types.Func)
	if !ok || f.Signature().Results().Len() != 1 {
		return nil
	}
	n, ok := types.Unalias(f.Signature().Results().At(0).Type()).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != "image" {
		return nil
	}
	if want := n.Obj().Pkg().Scope().Lookup("Image"); want != nil {
		return m.typ(want.Type())
	}
	return nil
}
