// The methods of declared types, as compiled code calls them.
//
// A method in a descriptor is a function value whose first parameter is the receiver. It is a block
// as closure.go describes it, so that the call arrives in a shim. The Func of the block is made
// with the type, but what it calls is compiled when it is called first: most methods of most types
// never are called by compiled code.

package machine

import (
	"go/types"
	"sync/atomic"
	"unsafe"

	"polka/internal/yield"
	"polka/kernel/machine/internal/memory"
)

// methodValueOf is a function value whose first parameter is a t, which calls the method f of it.
func (m *Machine) methodValueOf(t *memory.Type, f *types.Func) unsafe.Pointer {
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
	t  *memory.Type
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
	f.m.Mu.Lock()
	defer f.m.Mu.Unlock()
	g := f.m.typeMethod(f.late.t, f.late.f.Pkg(), f.Name)
	f.late.fn.Store(g)
	return g
}
