// The methods of declared types, as compiled code calls them.
//
// A method in a descriptor is a function value whose first parameter is the receiver. It is a block
// as closure.go describes it, so that the call arrives in a shim. The Func of the block is made
// with the type, but what it calls is compiled when it is called first: most methods of most types
// never are called by compiled code.

package machine

import (
	"go/types"
	"slices"
	"sync/atomic"
	"unsafe"

	"polka/internal/yield"
	"polka/kernel/machine/descriptor"
)

// methodSets are the methods of t and of *t, in the order of descriptors.
func (m *Machine) methodSets(t types.Type) (value, pointer []*types.Selection) {
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
func (m *Machine) callableMethod(f *types.Func) (ok bool) {
	recv := f.Signature().Recv().Type()
	if n := namedOf(recv); n == nil || m.isOwn(n) || types.IsInterface(recv) {
		return true
	}
	if !f.Exported() {
		return false
	}
	defer func() {
		if e := recover(); e != nil {
			if _, declined := e.(decline); !declined {
				panic(e)
			}
			ok = false
		}
	}()
	m.describe(plainSignature(f))
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

// interfaceMethods are the methods of an interface type.
func (m *Machine) interfaceMethods(u *types.Interface) (list []descriptor.InterfaceMethod) {
	methods := slices.SortedFunc(u.Methods(), func(a, b *types.Func) int { return compareMethods(a, b) })
	for _, f := range methods {
		list = append(list, descriptor.InterfaceMethod{Name: f.Name(), PkgPath: pathOf(f), Type: m.describe(plainSignature(f))})
	}
	return list
}

// pathOf is the import path of the package of an object, empty for the predeclared ones.
func pathOf(obj types.Object) string {
	if obj.Pkg() == nil {
		return ""
	}
	return obj.Pkg().Path()
}

// plainSignature is the type of a method value of f.
func plainSignature(f *types.Func) *types.Signature {
	sig := f.Signature()
	return types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic())
}

// setMethods gives a type its methods.
func (m *Machine) setMethods(d *descriptor.Type, t types.Type, value, pointer []*types.Selection) {
	vt, pt := m.typ(t), m.typ(types.NewPointer(t))
	byName := make(map[string]descriptor.Method)
	make := func(s *types.Selection) descriptor.Method {
		f := s.Obj().(*types.Func)
		x := descriptor.Method{Name: f.Name(), PkgPath: pathOf(f), Type: m.describe(plainSignature(f))}
		x.Word = m.methodValueOf(pt, f)
		byName[f.Id()] = x
		return x
	}
	var pms, vms []descriptor.Method
	for _, s := range pointer {
		pms = append(pms, make(s))
	}
	for _, s := range value {
		x := byName[s.Obj().Id()]
		own := m.methodValueOf(vt, s.Obj().(*types.Func))
		if vt.direct {
			x.Word = own // an interface value has the value itself
		} else {
			x.Value = own
		}
		vms = append(vms, x)
	}
	d.SetMethods(vms, pms)
}

// methodValueOf is a function value whose first parameter is a t, which calls the method f of it.
func (m *Machine) methodValueOf(t *Type, f *types.Func) unsafe.Pointer {
	fn := m.newFunc(f.Name(), f.Pos())
	fn.hidden = true
	sig := f.Signature()
	vars := []*types.Var{types.NewParam(0, nil, "", t.Go)}
	for v := range sig.Params().Variables() {
		vars = append(vars, v)
	}
	fn.late = &lateMethod{t: t, f: f}
	fn.wide = yield.Cooperative // in a browser all code of methods is that of package reflect
	fn.shape(m, types.NewSignatureType(nil, nil, nil, types.NewTuple(vars...), sig.Results(), sig.Variadic()))
	return fn.value()
}

// A lateMethod is a method whose code is found when it is called first.
type lateMethod struct {
	t  *Type
	f  *types.Func
	fn atomic.Pointer[Func]
}

// target is what a call of f calls.
func (f *Func) target() *Func {
	if f.late == nil {
		return f
	}
	if g := f.late.fn.Load(); g != nil {
		return g
	}
	f.m.mu.Lock()
	defer f.m.mu.Unlock()
	g := f.m.typeMethod(f.late.t, f.late.f.Pkg(), f.Name)
	f.late.fn.Store(g)
	return g
}

// supersede makes the descriptors of a type anew, because it has more methods than before, and
// those of all types that mention it. Values that are in interfaces keep the descriptors that they
// have.
func (m *Machine) supersede(n *types.Named) {
	var old []types.Type
	m.types.Iterate(func(key types.Type, _ any) {
		if mentions(key, n, make(map[types.Type]bool)) {
			old = append(old, key)
		}
	})
	for _, t := range old {
		m.types.Delete(t)
	}
	clear(m.typeOf)
	m.superseded.Store(true)
	for _, g := range m.globals {
		g.Type = m.typ(g.Type.Go)
	}
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

// newMethod sees to it that a type has a method that is declared now.
func (m *Machine) newMethod(f *types.Func) {
	recv := f.Signature().Recv()
	if recv == nil {
		return
	}
	n := namedOf(recv.Type())
	if n == nil {
		return
	}
	lacks := false
	m.types.Iterate(func(key types.Type, v any) {
		if k, ok := key.(*types.Named); ok && k.Origin() == n.Origin() {
			if t := v.(*Type); t.methods != nil && !t.methods[f.Name()] {
				lacks = true
			}
		}
	})
	if lacks {
		m.supersede(n)
	}
}

// currentWord is the type word that values with the type word w have now.
func (m *Machine) currentWord(w unsafe.Pointer) unsafe.Pointer {
	if w == nil || !m.superseded.Load() {
		return w
	}
	r, ok := m.byWord.Load(w)
	if !ok || !r.(*Type).own {
		return w
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.typ(r.(*Type).Go).word
}

// upgrade is v under the type word that its type has now.
func (m *Machine) upgrade(v any) any {
	h := (*eface)(unsafe.Pointer(&v))
	h.typ = m.currentWord(h.typ)
	return v
}
