// SPDX-License-Identifier: BSD-3-Clause

// The methods of declared types, as compiled code calls them.
//
// A method in a descriptor is a function value whose first parameter is the receiver. It is a block
// as block.go describes it, so that the call arrives in a shim. The Func of the block is made with
// the type, but what it calls is compiled when it is called first: most methods of most types never
// are called by compiled code.

package run

import (
	"go/types"
	"sync/atomic"
	"unsafe"

	"polka/internal/yield"
	"polka/kernel/machine/internal/memory"
)

// MethodValue returns a function value whose first parameter is a t, which calls the method f of
// it. The type of the parameter is receiver, which has the memory of t.
func (m *World) MethodValue(t *memory.Type, f *types.Func, receiver types.Type) unsafe.Pointer {
	fn := m.NewFunc(f.Name(), f.Pos())
	fn.Hidden = true
	sig := f.Signature()
	vars := []*types.Var{types.NewParam(0, nil, "", receiver)}
	for v := range sig.Params().Variables() {
		vars = append(vars, v)
	}
	fn.late = &lateMethod{t: t, f: f}
	fn.wide = yield.Cooperative // in a browser all code of methods is that of package reflect
	fn.Shape(types.NewSignatureType(nil, nil, nil, types.NewTuple(vars...), sig.Results(), sig.Variadic()))
	return fn.Value()
}

// A lateMethod is a method whose code is found when it is called first.
type lateMethod struct {
	t  *memory.Type
	f  *types.Func
	fn atomic.Pointer[Func]
}

// target returns what a call of f calls.
func (f *Func) target() *Func {
	if f.late == nil {
		return f
	}
	if g := f.late.fn.Load(); g != nil {
		return g
	}
	f.M.Mu.Lock()
	defer f.M.Mu.Unlock()
	g := f.M.methodFinder.OfType(f.late.t, f.late.f.Pkg(), f.Name)
	f.late.fn.Store(g)
	return g
}

func (t *Thread) CallMethod(v any, f *types.Func, args []any) (results []any) {
	fn := t.M.dynamicMethod(v, f.Pkg(), f.Name(), f.Signature())
	q := t.Get(fn)
	pt := fn.Params.Types
	pt[0].Copy(unsafe.Add(q, fn.Params.Offsets[0]), pt[0].Unbox(v))
	for i, a := range args {
		t.M.putAny(pt[i+1], unsafe.Add(q, fn.Params.Offsets[i+1]), a)
	}
	t.invoke(fn, q, 0)
	for i, rt := range fn.Results.Types {
		results = append(results, rt.ValueAt(unsafe.Add(q, fn.Results.Offsets[i])).Any)
	}
	t.Put(fn, q)
	return results
}

// CallMethod calls a method of v. Args and results are values of the machine.
func (m *World) CallMethod(v any, name string, args ...any) (results []any) {
	f, ok := m.hasMethod(v, name)
	if !ok {
		panic("machine: no method " + name)
	}
	m.Callback(func(t *Thread) { results = t.CallMethod(v, f, args) })
	return results
}

// putAny stores v, which is assignable to t, at p.
func (m *World) putAny(t *memory.Type, p unsafe.Pointer, v any) {
	switch {
	case t.Rep == memory.RepEface:
		*(*any)(p) = v
	case t.Rep == memory.RepIface:
		*(*memory.Iface)(p) = m.MakeIface(t, v)
	case v == nil:
		t.Zero(p)
	default:
		t.Copy(p, t.Unbox(v))
	}
}

// Method calls a method without parameters of the value v by its name, if the type has it with that
// one result.
func (m *World) hasMethod(v any, name string) (*types.Func, bool) {
	t := m.TypeOfValue(v)
	if t == nil || t.Go == nil {
		return nil, false
	}
	obj, _, _ := types.LookupFieldOrMethod(t.Go, false, m.OwnPackage(t.Go), name)
	f, ok := obj.(*types.Func)
	return f, ok
}

// OwnPackage returns the package of the names of a cell's type.
func (m *World) OwnPackage(t types.Type) *types.Package {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Pkg()
	}
	return nil
}
