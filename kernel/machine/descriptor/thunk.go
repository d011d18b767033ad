// SPDX-License-Identifier: BSD-3-Clause

// The code of methods.
//
// The runtime identifies a method by the address of its code, which gets no closure. So each method
// has an address of its own, where a few instructions load a function value from a slot and jump to
// its code (a thunk). They jump, so they are on no stack, and the arguments stay where they are.
//
// The thunks are a table in assembly code, one source file for each architecture, written by
// gen.go. When it is full, more are made in executable memory (code_*.go). If the system refuses
// that, the thunks of closed scopes are reused.

package descriptor

import (
	"sync"
	"unsafe"
)

//go:generate go run gen.go

// A Scope is what types are made in. Its thunks are released when it is closed.
type Scope struct {
	mu     sync.Mutex
	slots  []*unsafe.Pointer
	closed bool
}

// closures are the function values of the thunks in the table.
var closures [tableSize]unsafe.Pointer

var slots struct {
	sync.Mutex
	used int // of the table
	// more are thunks that have been made since, and free those of closed scopes, the oldest
	// first.
	more []slot
	free []slot
	of   map[*unsafe.Pointer]uintptr // the code that belongs to a slot
}

// A slot holds the function value that the code at pc jumps to.
type slot struct {
	fn *unsafe.Pointer
	pc uintptr
}

// thunk is code that calls the function value fn.
func (s *Scope) thunk(fn unsafe.Pointer) uintptr {
	x := takeSlot()
	*x.fn = fn
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		*x.fn = ended
	}
	s.slots = append(s.slots, x.fn)
	return x.pc
}

func takeSlot() slot {
	slots.Lock()
	defer slots.Unlock()
	if slots.of == nil {
		slots.of = make(map[*unsafe.Pointer]uintptr)
	}
	var x slot
	if slots.used < tableSize {
		x = slot{&closures[slots.used], tableCode(slots.used)}
		slots.used++
	} else {
		if len(slots.more) == 0 {
			slots.more = moreThunks()
		}
		switch {
		case len(slots.more) > 0:
			x = slots.more[0]
			slots.more = slots.more[1:]
		case len(slots.free) > 0:
			x = slots.free[0]
			slots.free = slots.free[1:]
		default:
			panic("descriptor: this process has no room for the methods of more types")
		}
	}
	slots.of[x.fn] = x.pc
	return x
}

// Close releases what the scope holds. Methods of its types panic from now on when compiled code
// calls them.
func (s *Scope) Close() {
	s.mu.Lock()
	list := s.slots
	s.slots, s.closed = nil, true
	s.mu.Unlock()
	slots.Lock()
	defer slots.Unlock()
	for _, fn := range list {
		*fn = ended
		slots.free = append(slots.free, slot{fn, slots.of[fn]})
	}
}

// ended is the function value of the methods of a closed scope, of any signature: it does not
// return.
var ended = func() unsafe.Pointer {
	f := endedMethod()
	return *(*unsafe.Pointer)(unsafe.Pointer(&f))
}()
