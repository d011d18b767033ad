// SPDX-License-Identifier: BSD-3-Clause

// Values outside of frames, for code that shows them.

package memory

import "unsafe"

// A Value is a value of the machine with its type.
type Value struct {
	Type *Type
	// Any holds the value with its identity; nil for a nil interface.
	Any any
}

// ValueAt returns the value in memory.
func (t *Type) ValueAt(p unsafe.Pointer) Value {
	switch t.Rep {
	case RepEface:
		return Value{t, *(*any)(p)}
	case RepIface:
		if i := *(*Iface)(p); i.Tab != nil {
			return Value{t, i.ToAny()}
		}
		return Value{t, nil}
	}
	return Value{t, t.Box(p)}
}
