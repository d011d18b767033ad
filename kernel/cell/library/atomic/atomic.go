// Package atomic is the twin of the generic type of Go's package sync/atomic.
//
// An interpreted pointer is a value of reflection, so the instructions of the processor are out of
// reach. A lock does it.
package atomic

import "sync"

// A Pointer is a pointer that goroutines may share.
type Pointer[T any] struct {
	mu sync.Mutex
	p  *T
}

// Load gives the pointer.
func (x *Pointer[T]) Load() *T {
	x.mu.Lock()
	p := x.p
	x.mu.Unlock()
	return p
}

// Store sets the pointer.
func (x *Pointer[T]) Store(val *T) {
	x.mu.Lock()
	x.p = val
	x.mu.Unlock()
}

// Swap sets the pointer and gives the one before.
func (x *Pointer[T]) Swap(new *T) (old *T) {
	x.mu.Lock()
	old = x.p
	x.p = new
	x.mu.Unlock()
	return old
}

// CompareAndSwap sets the pointer if it is old.
func (x *Pointer[T]) CompareAndSwap(old, new *T) (swapped bool) {
	x.mu.Lock()
	swapped = x.p == old
	if swapped {
		x.p = new
	}
	x.mu.Unlock()
	return swapped
}
