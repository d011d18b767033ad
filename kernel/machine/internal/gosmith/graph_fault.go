// SPDX-License-Identifier: BSD-3-Clause

package gosmith

import "go/types"

// A program that Go compiles wrongly, or not at all, tests nothing. Two faults of Go 1.26 are in
// types that random programs make and people hardly ever do.
//
// The first one is in structs of one pointer and arrays of several elements that have no size.
//
//	type T struct {
//		none [2]struct{}
//		p    *int
//	}
//
//	func (t T) Get() int { return *t.p }
//
// An interface value holds such a struct itself, since its memory is one pointer, and a call
// through the interface passes it in a register. The method expects it on the stack, because the
// rules for calls never put an array of more than one element in a register, whatever its size. So
// Get gets what the stack happens to have, when it is called through an interface or by reflection:
//
//	var i interface{ Get() int } = T{p: new(int)}
//	i.Get() // ends the program, or returns any number
//
// The second one ends the type checker, of the compiler and of go/types, if an instance of a
// generic type has an alias as its argument whose own type is being checked
// (golang.org/issue/80150). It depends on the order of the declarations:
//
//	type A [1]B
//	type B = *C
//	type C D[int]
//	type D[T any] struct{ e E }
//	type E map[*A]D[B]
//
// A type program that would have one of the two is generated again, or gets another order. One that
// cannot be divided into cells because of the second one stays a program.

// A shape counts what is in the memory of a type.
type shape struct {
	pointers int  // words that are pointers
	others   int  // other words, or parts of them
	nothing  bool // there is an array of several elements that have no size
}

// misreceived reports whether the compiler may pass values of a struct type wrongly to methods.
// Parameters of types count as pointers.
func misreceived(t *types.Struct) bool {
	s := shapeOf(t)
	return s.nothing && s.pointers == 1 && s.others == 0
}

func shapeOf(t types.Type) shape {
	if _, ok := t.(*types.TypeParam); ok {
		return shape{pointers: 1}
	}
	switch t := t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Chan, *types.Signature:
		return shape{pointers: 1}
	case *types.Array:
		s, n := shapeOf(t.Elem()), int(t.Len())
		if s.pointers+s.others == 0 && n > 1 {
			s.nothing = true
		}
		s.pointers, s.others = n*s.pointers, n*s.others
		return s
	case *types.Struct:
		var sum shape
		for f := range t.Fields() {
			s := shapeOf(f.Type())
			sum.pointers += s.pointers
			sum.others += s.others
			sum.nothing = sum.nothing || s.nothing
		}
		return sum
	}
	return shape{others: 1}
}

// anyMisreceived reports whether one of the types, or one that they mention, is a struct for which
// misreceived is true.
func anyMisreceived(list []types.Type) bool {
	seen := make(map[types.Type]bool)
	var visit func(t types.Type) bool
	all := func(t *types.Tuple) bool {
		for v := range t.Variables() {
			if visit(v.Type()) {
				return true
			}
		}
		return false
	}
	visit = func(t types.Type) bool {
		if seen[t] {
			return false
		}
		seen[t] = true
		switch t := t.(type) {
		case *types.Named:
			for a := range t.TypeArgs().Types() {
				if visit(a) {
					return true
				}
			}
			return visit(t.Underlying())
		case *types.Alias:
			return visit(types.Unalias(t))
		case *types.Struct:
			for f := range t.Fields() {
				if visit(f.Type()) {
					return true
				}
			}
			return misreceived(t)
		case *types.Map:
			return visit(t.Key()) || visit(t.Elem())
		case *types.Signature:
			return all(t.Params()) || all(t.Results())
		case interface{ Elem() types.Type }: // pointers, slices, arrays, channels
			return visit(t.Elem())
		}
		return false
	}
	for _, t := range list {
		if visit(t) {
			return true
		}
	}
	return false
}
