// SPDX-License-Identifier: BSD-3-Clause

// The methods of a descriptor, and their addition to a type that has been used.
//
// Types of cells have all their methods, also unexported and promoted ones. A cell can declare a
// method for a type of an earlier cell: then the type, and all types that mention it, get new
// descriptors, and a value that was put in an interface before is taken for one of the new type.

package memory

import (
	"go/types"
	"reflect"
	"slices"
	"unsafe"

	"polka/kernel/machine/descriptor"
)

// methodSets returns the methods of t and of *t, in the order of descriptors.
func (m *Types) methodSets(t types.Type) (value, pointer []*types.Selection) {
	if types.IsInterface(t) {
		return nil, nil
	}
	list := func(t types.Type) (list []*types.Selection) {
		for s := range types.NewMethodSet(t).Methods() {
			if m.callableMethod(s.Obj().(*types.Func)) {
				list = append(list, s)
			}
		}
		slices.SortFunc(list, func(a, b *types.Selection) int { return compareMethods(a.Obj(), b.Obj()) })
		return list
	}
	value = list(t)
	if _, isPointer := t.Underlying().(*types.Pointer); isPointer {
		return value, nil
	}
	return value, list(types.NewPointer(t))
}

// callableMethod reports whether a method can be among those of a type that the machine makes. Some
// methods of embedded compiled types cannot: those with unexported names, and those that mention
// types which only their package knows.
func (m *Types) callableMethod(f *types.Func) (ok bool) {
	recv := f.Signature().Recv().Type()
	if n := NamedOf(recv); n == nil || m.IsOwn(n) || types.IsInterface(recv) {
		return true
	}
	if !f.Exported() {
		return false
	}
	defer func() {
		if e := recover(); e != nil {
			if _, declined := e.(Decline); !declined {
				panic(e)
			}
			ok = false
		}
	}()
	m.describe(PlainSignature(f))
	return true
}

// compareMethods orders methods as descriptors have them.
func compareMethods(a, b types.Object) int {
	p, q := pathOf(a), pathOf(b)
	switch {
	case descriptor.Less(a.Name(), p, b.Name(), q):
		return -1
	case descriptor.Less(b.Name(), q, a.Name(), p):
		return 1
	}
	return 0
}

// interfaceMethods returns the methods of an interface type.
func (m *Types) interfaceMethods(u *types.Interface) (list []descriptor.InterfaceMethod) {
	methods := slices.SortedFunc(u.Methods(), func(a, b *types.Func) int { return compareMethods(a, b) })
	for _, f := range methods {
		list = append(list, descriptor.InterfaceMethod{Name: f.Name(), PkgPath: pathOf(f), Type: m.describe(PlainSignature(f))})
	}
	return list
}

// pathOf returns the import path of the package of an object, empty for the predeclared ones.
func pathOf(obj types.Object) string {
	if obj.Pkg() == nil {
		return ""
	}
	return obj.Pkg().Path()
}

// PlainSignature returns the type of a method value of f.
func PlainSignature(f *types.Func) *types.Signature {
	sig := f.Signature()
	return types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic())
}

// setMethods gives a type its methods.
func (m *Types) setMethods(d *descriptor.Type, t types.Type, value, pointer []*types.Selection) {
	vt, pt := m.TypeFor(t), m.TypeFor(types.NewPointer(t))
	byName := make(map[string]descriptor.Method)
	make := func(s *types.Selection) descriptor.Method {
		f := s.Obj().(*types.Func)
		x := descriptor.Method{Name: f.Name(), PkgPath: pathOf(f), Type: m.describe(PlainSignature(f))}
		x.Word = m.method(pt, f, pt.Go)
		byName[f.Id()] = x
		return x
	}
	var pms, vms []descriptor.Method
	for _, s := range pointer {
		pms = append(pms, make(s))
	}
	for _, s := range value {
		x := byName[s.Obj().Id()]
		f := s.Obj().(*types.Func)
		if vt.Direct {
			// An interface value has the value itself, and calls pass it as they pass a pointer. By
			// the rules for parameters, struct{ none [2]struct{}; p *int } would be on the stack.
			x.Word = m.method(vt, f, types.Typ[types.UnsafePointer])
		}
		if k := vt.Reflect.Kind(); !vt.Direct || k == reflect.Struct || k == reflect.Array {
			x.Value = m.method(vt, f, vt.Go)
		}
		vms = append(vms, x)
	}
	d.SetMethods(vms, pms)
}

// supersede makes the descriptors of a type anew, because it has more methods than before, and
// those of all types that mention it. Values that are in interfaces keep the descriptors that they
// have.
func (m *Types) supersede(n *types.Named) {
	var old []types.Type
	m.records.Iterate(func(key types.Type, _ any) {
		if mentions(key, n, make(map[types.Type]bool)) {
			old = append(old, key)
		}
	})
	for _, t := range old {
		m.records.Delete(t)
	}
	clear(m.known)
	m.Superseded.Store(true)
}

// mentions reports whether the descriptor of t leads to that of n.
func mentions(t types.Type, n *types.Named, seen map[types.Type]bool) bool {
	t = types.Unalias(t)
	if seen[t] {
		return false
	}
	switch t := t.(type) {
	case *types.Named:
		if t.Origin() == n.Origin() {
			return true
		}
		seen[t] = true
		for i := range t.NumMethods() {
			if mentions(t.Method(i).Signature(), n, seen) {
				return true
			}
		}
		return mentions(t.Underlying(), n, seen)
	case *types.Map:
		return mentions(t.Key(), n, seen) || mentions(t.Elem(), n, seen)
	case interface{ Elem() types.Type }:
		return mentions(t.Elem(), n, seen)
	case *types.Struct:
		for f := range t.Fields() {
			if mentions(f.Type(), n, seen) {
				return true
			}
		}
	case *types.Signature:
		return mentions(t.Params(), n, seen) || mentions(t.Results(), n, seen)
	case *types.Tuple:
		for v := range t.Variables() {
			if mentions(v.Type(), n, seen) {
				return true
			}
		}
	case *types.Interface:
		for f := range t.Methods() {
			if mentions(f.Signature(), n, seen) {
				return true
			}
		}
	}
	return false
}

// NewMethod adds a method that is declared now to a type. It reports whether types have new
// records, so that stored ones must be looked up again.
func (m *Types) NewMethod(f *types.Func) bool {
	recv := f.Signature().Recv()
	if recv == nil {
		return false
	}
	n := NamedOf(recv.Type())
	if n == nil {
		return false
	}
	lacks := false
	m.records.Iterate(func(key types.Type, v any) {
		if k, ok := key.(*types.Named); ok && k.Origin() == n.Origin() {
			if t := v.(*Type); t.methods != nil && !t.methods[f.Name()] {
				lacks = true
			}
		}
	})
	if lacks {
		m.supersede(n)
	}
	return lacks
}

// currentWord returns the type word that values with the type word w have now.
func (m *Types) currentWord(w unsafe.Pointer) unsafe.Pointer {
	if w == nil || !m.Superseded.Load() {
		return w
	}
	r, ok := m.byWord.Load(w)
	if !ok || !r.(*Type).Own {
		return w
	}
	m.Mu.Lock()
	defer m.Mu.Unlock()
	return m.TypeFor(r.(*Type).Go).Word
}

// Upgrade is v under the type word that its type has now.
func (m *Types) Upgrade(v any) any {
	h := (*Eface)(unsafe.Pointer(&v))
	h.Type = m.currentWord(h.Type)
	return v
}
