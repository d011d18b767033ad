// SPDX-License-Identifier: BSD-3-Clause

// Package ir is the form between the compiler and machine code.
//
// The compiler makes closures. Beside those whose meaning machine code can express it builds trees
// of this package, from the same decisions: by then operands are in order, calls are hoisted, and
// variables have places in the frame. Syntax trees would be a second source of all that, and could
// disagree. What the trees do not say they take from the closures: each expression and statement
// that has no tree of its own is a leaf, for which native code leaves, runs the closure, and comes
// back.
//
// Values of one machine word (numbers, booleans, pointers) travel in registers. Strings, slices and
// interface values stay in memory, and are copied from place to place. Structs and arrays are only
// reached through their parts.
//
// An expression is evaluated without a change of memory, unless Leaves says that native code may
// leave while it is evaluated: then anything may happen that a call may do.
package ir

import (
	"go/token"
	"unsafe"

	"polka/kernel/machine/descriptor"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/run"
)

// An Op is what an expression does.
type Op uint8

const (
	Const     Op = iota // the bits N
	Load                // the value at the address X
	Len                 // the second word of the slice or string at the address X
	Cap                 // the third word of the slice at the address X
	Part                // the word that is N bytes into the value X of several words
	Filled              // how many entries the map X has, or elements the channel X
	Binary              // X Tok Y, of numbers of one type
	Shift               // X Tok Y, where Y is a number of any integer type
	Unary               // Tok X
	Not                 // !X
	Compare             // X Tok Y, of type Type for the operands
	AndAnd              // X && Y
	OrOr                // X || Y
	Convert             // X of a number to the type Rep
	Address             // the address X as a pointer
	IsNil               // the first word at the address X is 0; for pointers, X itself
	Sqrt                // the square root of X
	Abs                 // X without its sign
	Math                // the function value P of package math for X, and Y if it is not nil
	Least               // the least of the integers X and Y
	Greatest            // the greatest of the integers X and Y
	Ones                // how many bits of X are 1
	Zeros               // how many bits of X of 8*N are 0 below the lowest 1
	Append              // the slice at the address X with Y behind it, of type Elem
	Slice               // X[Y:Z] of the slice or string at the address X: N bytes an element
	ToAny               // the interface value with methods at the address X as an any
	Paired              // the interface value of the pointer X, with the type or the table P
	HasType             // the any at the address X holds a value of the type with the word P
	CallOp              // the result of a call
	Inline              // X, which is what Call computes; see inline.go
	NextEntry           // whether the MapRange X, of maps of the kind Map, has another entry: if so S assigns it
	Leaf                // what a closure evaluates
	After               // X after the statement S

	// Addresses.
	Local   // N in the frame
	Fixed   // P
	Boxed   // what the pointer at N in the frame points to
	Deref   // N behind the pointer X, which must not be nil
	Elem    // Y of the slice at the address X: N bytes an element, plus M
	Item    // Y of the array at the address X: N bytes an element, M elements
	Offset  // N behind the address X
	PtrItem // Item of the array that the pointer X points to, which must not be nil
	Char    // Y of the string at the address X
	Entry   // the element for the key Y in the map X of the kind Map; if there is none, P
	Found   // that of the entry that a Lookup has found; in a NextEntry that at N in the MapRange
)

// An Expr is an expression.
type Expr struct {
	Op   Op
	Rep  memory.Rep // of the value
	Type memory.Rep // of the operands of a comparison, of the index of an element, of what is converted
	Tok  token.Token
	X, Y *Expr
	Z    *Expr
	Elem *memory.Type
	N, M int64
	P    unsafe.Pointer
	Site int32
	Neg  bool // IsNil is to be false
	Rare bool // a leaf that is hardly ever evaluated
	S    *Stmt
	Call *CallExpr
	Map  *MapKind
	// Store is the closure of a leaf: it evaluates and stores the value. Of a NextEntry it does
	// what machine code does not.
	Store func(t *run.Thread, f run.FP, dst unsafe.Pointer)
}

// A CallExpr is a call of a function that is known.
type CallExpr struct {
	// Pre sets temporaries for arguments before anything else is evaluated, nil for none.
	Pre *Stmt
	Fn  *run.Func
	// Value is the function value that is called, if Fn is nil, or the interface value of which a
	// method is called, if Methods is not nil. Args does not have it.
	Value   *Expr
	How     *run.ValueCall
	Methods *run.Dispatcher
	// Guess is the method that native code computes in place if the value is of the type with the
	// word Of, nil if it computes none.
	Guess *run.Func
	Of    unsafe.Pointer
	Args  []Arg
	Site  int32
	// Results are several results, which the call leaves in the frame at Base.
	Results *memory.Layout
	Base    int64
}

// InOrder reports for each argument whether it is evaluated before there is a frame for it: those
// for which native code may leave, and words before them. Of a method whose frame depends on the
// receiver these are all words but pointers.
func (c *CallExpr) InOrder() []bool {
	l := make([]bool, len(c.Args))
	leaves := c.Methods != nil
	for i := len(l) - 1; i >= 0; i-- {
		x := c.Args[i].X
		leaves = leaves || x.Leaves()
		l[i] = leaves && x.Op != Const && IsWord(x.Rep) && x.Rep != memory.RepPtr
	}
	return l
}

// An Arg is an argument and its place in the frame of the callee.
type Arg struct {
	X    *Expr
	Off  uintptr
	Type *memory.Type
}

// A MapKind says how entries are found in maps of a type. Types with the same MapKind share the
// code that does so.
type MapKind struct {
	descriptor.MapLayout
	Key  memory.Rep // of the keys
	Size uintptr    // of the keys
	Hash uintptr    // the address of the function that hashes them
}

// A Kind is what a statement does.
type Kind uint8

const (
	Nop     Kind = iota
	Seq          // List
	Several      // List, of Sets: the first N of temporaries that nothing else uses; see SeveralOf
	Set          // *A = X: the value, then the address
	Update       // *A = *A Tok X: the address, then the value
	Lookup       // *A = X and *B = whether there is one, for an Entry X
	Swap         // *A, *B = *B, *A
	Clear        // the N bytes at A, which are no pointers
	Eval         // X for what it does
	If           // if X, then Body, else Else
	Loop         // while X, Body and Post
	Each         // over the slice in the frame at N, with the index in the frame at M
	Count        // over the integers below that in the frame at N, with the counter in the frame at M
	Switch       // the clause of Cases of which a condition holds first, else the one at N
	Block        // Body, which ends by Brk
	InPlace      // Body, which is what the call X does; see inline.go
	Branch       // to To
	Do           // a closure
)

// A Stmt is a statement.
type Stmt struct {
	Kind       Kind
	Pos        token.Pos // of the statement in the text, 0 if the tree is only a part of one
	List       []*Stmt
	A, B, X    *Expr
	Tok        token.Token
	N, M       int64
	Type       *memory.Type // of what is assigned, or of the elements
	Rep        memory.Rep   // of a counter
	Body, Else *Stmt
	Post       *Stmt
	Brk, Cont  run.Ctl
	To         run.Ctl
	Cases      []Case
	Key, Value *Expr // addresses to which Each and Count assign, nil for none
	Site       int32
	Rare       bool // a Do that hardly ever runs
	// Do is the closure of a statement that has nothing else. Of a Set or an Update of an Entry it
	// is the closure of the statement, which runs if the map has none.
	Do run.Stmt
}

// A Case is a clause of a switch. It goes on to the next clause by Fall.
type Case struct {
	Conds []*Expr
	Body  *Stmt
	Fall  run.Ctl
}

// From sets the position of a statement in the text, unless it or its parts have one.
func (s *Stmt) From(pos token.Pos) {
	switch {
	case s.Pos != 0 || s.Kind == Nop || s.Kind == Branch: // which statements may share
	case s.Kind == Seq:
		for _, x := range s.List {
			x.From(pos)
		}
	default:
		s.Pos = pos
	}
}

// Leaves reports whether native code may leave while it evaluates e, other than to panic. Append
// and Slice leave in rare cases, but then no code of cells runs, and since they are values of
// several words nothing waits in a register. So does an assignment to an entry that a map does not
// have.
func (e *Expr) Leaves() bool { return e.leaves(true) }

// leaves is Leaves. Without inPlace the calls that native code computes in place do not count: when
// it leaves for them the variables of the frame stay as they are.
func (e *Expr) leaves(inPlace bool) bool {
	if e == nil {
		return false
	}
	switch e.Op {
	case Leaf, CallOp, After, Math, NextEntry:
		return true
	case Inline:
		if inPlace {
			return true
		}
	}
	return e.X.leaves(inPlace) || e.Y.leaves(inPlace) || e.Z.leaves(inPlace)
}

// IsWord reports whether values of a rep travel in a register.
func IsWord(r memory.Rep) bool {
	return r >= memory.RepBool && r <= memory.RepFloat64 || r == memory.RepPtr
}

// IsFloat reports whether values of a rep travel in a register for floats.
func IsFloat(r memory.Rep) bool { return r == memory.RepFloat32 || r == memory.RepFloat64 }

// IsMulti reports whether values of a rep are words in memory.
func IsMulti(r memory.Rep) bool {
	return r == memory.RepString || r == memory.RepSlice || r == memory.RepEface || r == memory.RepIface
}

// Width is the size in bytes of a word of the rep.
func Width(r memory.Rep) int {
	switch r {
	case memory.RepBool, memory.RepInt8, memory.RepUint8:
		return 1
	case memory.RepInt16, memory.RepUint16:
		return 2
	case memory.RepInt32, memory.RepUint32, memory.RepFloat32:
		return 4
	}
	return 8
}

// Signed reports whether numbers of the rep are signed integers.
func Signed(r memory.Rep) bool { return r >= memory.RepInt && r <= memory.RepInt64 }
