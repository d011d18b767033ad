// Package unique is the twin of Go's package unique.
package unique

import "polka/kernel/cell/library/native"

// A Handle stands for a value. Handles are equal if the values are.
type Handle[T comparable] struct{ value *T }

// Make returns the handle of value.
func Make[T comparable](value T) Handle[T] {
	p, ok := native.Canonical(value, func() any { return &value }).(*T)
	if !ok {
		panic("unique.Make: impossible")
	}
	return Handle[T]{p}
}

// Value returns what the handle stands for.
func (h Handle[T]) Value() T { return *h.value }
