// SPDX-License-Identifier: BSD-3-Clause

// Package run runs what the machine has compiled.
//
// A Func is a function of a cell, with a body that is made of closures, and a frame for each call.
// A Thread is a goroutine that runs such code, and a Run is what is executed at once. The package
// knows panics, deferred calls, stops, deadlocks and hooks, and how compiled code calls functions
// and methods of cells. It does not know how bodies are made: a function is compiled by the
// function in Func.Compile when it is first called, and methods that are found only while code
// runs come from a Methods.
package run

import (
	"sync"
	"sync/atomic"

	"go/types"

	"polka/kernel/machine/internal/memory"
)

// Methods finds the methods of values while code runs. The compiler does that: a method may have to
// be compiled, or a function made that calls it.
type Methods interface {
	// Dynamic returns the method of that name and signature of the dynamic type of y, as a Func
	// whose first parameter is of that type. World.Mu is locked.
	Dynamic(y any, pkg *types.Package, name string, sig *types.Signature) *Func
	// OfType returns a method of the type t as a Func whose first parameter is a t. World.Mu is
	// locked.
	OfType(t *memory.Type, pkg *types.Package, name string) *Func
	// OfElem returns a method that is declared for what the pointer type t points to, nil for all
	// others. World.Mu is locked.
	OfElem(t *memory.Type, pkg *types.Package, name string) *Func
	// NilReceiver returns the text of the panic if the method name of the type recv is called with
	// a nil pointer; it is empty if such a call does not panic, or panics in another way. World.Mu
	// is locked.
	NilReceiver(recv types.Type, pkg *types.Package, name string) string
}

// A World is what the threads of one machine share.
type World struct {
	*memory.Types
	methodFinder Methods
	dynamic      map[methodKey]*Func
	count        int // of functions
	ways         atomic.Int64

	SitesMu sync.Mutex
	Sites   []Site

	current atomic.Pointer[Run]
	spare   atomic.Pointer[Thread]

	labelled sync.Map // of runs by the labels of their goroutines
	runsMu   sync.Mutex
	earlier  []*Run // than the current one, of which goroutines are alive or functions are being called

	// Threshold is the number of calls or turns from which code is translated to machine code; 0
	// is never.
	Threshold atomic.Int32
	unitsMu   sync.Mutex // held to translate a unit, and to exchange the body of a function

	Hook      atomic.Pointer[Hook]
	exchanged atomic.Uint32 // bodies that have been exchanged; see Func.exchange
}

// NewWorld makes a world, of which Types is to be set before anything else is done.
func NewWorld(m Methods) *World {
	makeWide()
	return &World{methodFinder: m, dynamic: make(map[methodKey]*Func), Sites: make([]Site, 1)}
}
