// SPDX-License-Identifier: BSD-3-Clause

// Functions and variables of cells by the symbols that they are kept under.

package machine

import (
	"go/types"
	"reflect"
	"unsafe"

	"polka/kernel/machine/internal/run"
)

// Exported returns the function or variable that is kept under a symbol, as compiled code sees it:
// a variable is addressable.
func (m *Machine) Exported(symbol string) (v reflect.Value, ok bool) {
	m.Mu.Lock()
	defer m.Mu.Unlock()
	if g := m.globals[symbol]; g != nil {
		return reflect.NewAt(g.Type.Reflect, g.p).Elem(), true
	}
	f := m.funcs[symbol]
	if f == nil {
		return v, false
	}
	p := f.Value()
	return reflect.NewAt(m.ReflectFor(f.Sig), unsafe.Pointer(&p)).Elem(), true
}

// Function returns the function that is kept under a symbol, nil for none.
func (m *Machine) Function(symbol string) *run.Func {
	m.Mu.Lock()
	defer m.Mu.Unlock()
	return latest(m.funcs[symbol])
}

// latest is the function that has replaced f, or f.
func latest(f *run.Func) *run.Func {
	for f != nil && f.Next != nil {
		f = f.Next
	}
	return f
}

// MethodOf returns a method of a type of a cell, nil if it is compiled code, or generic.
func (m *Machine) MethodOf(obj *types.Func) *run.Func {
	m.Mu.Lock()
	defer m.Mu.Unlock()
	return latest(m.methods[obj])
}
