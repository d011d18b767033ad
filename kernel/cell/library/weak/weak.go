// Package weak is the twin of Go's package weak.
package weak

import (
	"unsafe"

	"polka/kernel/cell/library/native"
)

// A Pointer does not keep alive what it points to.
type Pointer[T any] struct{ ref native.Weak }

// Make returns a weak pointer to what ptr points to.
func Make[T any](ptr *T) Pointer[T] {
	return Pointer[T]{native.MakeWeak(ptr)}
}

// Value returns the pointer that Make was given, or nil if nothing else has kept its value alive.
func (p Pointer[T]) Value() *T {
	return (*T)(unsafe.Pointer(p.ref.Value()))
}
