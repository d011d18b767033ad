// SPDX-License-Identifier: BSD-3-Clause

// The memory that a value refers to, by type.
//
// A write through a reference can only change variables from which memory of the written type can
// be reached. The memory of a type is a set of such types: basic types and the kinds of unnamed
// composite types are bits, named types are listed. Interfaces except error, functions and type
// parameters can reach everything.

package effect

import (
	"go/types"
	"slices"
)

// A memory is a set of types.
type memory struct {
	bits  uint64
	named []*types.TypeName
	all   bool
}

// The bits of composite types follow those of the basic kinds.
const (
	bitPointer = iota + 32
	bitSlice
	bitMap
	bitChan
	bitStruct
	bitArray
	bitFunc
	bitInterface
)

func (m *memory) empty() bool { return !m.all && m.bits == 0 && len(m.named) == 0 }

// meets reports whether two sets have a member in common.
func (m *memory) meets(o *memory) bool {
	if m.empty() || o.empty() {
		return false
	}
	if m.all || o.all || m.bits&o.bits != 0 {
		return true
	}
	for _, t := range m.named {
		if slices.Contains(o.named, t) {
			return true
		}
	}
	return false
}

func (m *memory) add(o *memory) {
	m.bits |= o.bits
	m.all = m.all || o.all
	for _, t := range o.named {
		if !slices.Contains(m.named, t) {
			m.named = append(m.named, t)
		}
	}
}

var errorType = types.Universe.Lookup("error").Type()

// everything is the memory of what nothing is known of.
var everything = &memory{all: true}

// nothing is the memory of values without references.
var nothing = &memory{}

// reach is the memory to which values of type t refer. The caller does not change it.
func (a *Analyzer) reach(t types.Type) *memory {
	switch u := types.Unalias(t).(type) {
	case *types.Basic:
		if u.Kind() == types.UnsafePointer {
			return everything
		}
		return nothing
	case *types.Named:
		if m := a.reached[u]; m != nil {
			return m
		}
		if u == errorType {
			return nothing // by convention nobody changes an error
		}
		if p := u.Obj().Pkg(); p != nil && (a.immutable[p.Path()] || frozen[p.Path()+"."+u.Obj().Name()]) {
			return nothing
		}
		if _, ok := a.visiting[u]; ok {
			return nothing // the caller adds it
		}
		a.visiting[u] = struct{}{}
		m := a.reach(u.Underlying())
		delete(a.visiting, u)
		if len(a.visiting) == 0 {
			a.reached[u] = m
		}
		return m
	case *types.Pointer:
		return a.target(u.Elem())
	case *types.Slice:
		return a.target(u.Elem())
	case *types.Array:
		return a.reach(u.Elem())
	case *types.Map:
		m := &memory{bits: 1 << bitMap}
		m.add(a.reach(u.Key()))
		m.add(a.storage(u.Elem()))
		m.add(a.reach(u.Elem()))
		return m
	case *types.Chan:
		m := &memory{bits: 1 << bitChan}
		m.add(a.reach(u.Elem()))
		return m
	case *types.Struct:
		m := &memory{}
		for f := range u.Fields() {
			m.add(a.reach(f.Type()))
		}
		return m
	case *types.Tuple:
		m := &memory{}
		for v := range u.Variables() {
			m.add(a.reach(v.Type()))
		}
		return m
	}
	return everything // interfaces, functions, type parameters
}

// target is the memory behind a pointer or slice.
func (a *Analyzer) target(elem types.Type) *memory {
	m := &memory{}
	m.add(a.storage(elem))
	m.add(a.reach(elem))
	return m
}

// storage is the memory of a variable of type t itself.
func (a *Analyzer) storage(t types.Type) *memory {
	switch u := types.Unalias(t).(type) {
	case *types.Basic:
		return &memory{bits: 1 << u.Kind()}
	case *types.Named:
		m := &memory{named: []*types.TypeName{u.Origin().Obj()}}
		switch v := u.Underlying().(type) {
		case *types.Struct:
			a.fields(m, v)
		case *types.Array:
			m.add(a.storage(v.Elem()))
		}
		return m
	case *types.Pointer:
		return &memory{bits: 1 << bitPointer}
	case *types.Slice:
		return &memory{bits: 1 << bitSlice}
	case *types.Map:
		return &memory{bits: 1 << bitMap}
	case *types.Chan:
		return &memory{bits: 1 << bitChan}
	case *types.Signature:
		return &memory{bits: 1 << bitFunc}
	case *types.Interface:
		return &memory{bits: 1 << bitInterface}
	case *types.Array:
		m := &memory{bits: 1 << bitArray}
		m.add(a.storage(u.Elem()))
		return m
	case *types.Struct:
		m := &memory{bits: 1 << bitStruct}
		a.fields(m, u)
		return m
	}
	return everything
}

func (a *Analyzer) fields(m *memory, s *types.Struct) {
	for f := range s.Fields() {
		m.add(a.storage(f.Type()))
	}
}

// typesIn calls f for the types of cells that t mentions.
func (a *Analyzer) typesIn(t types.Type, f func(*entity)) {
	a.walkTypes(t, f, 0)
}

// typeDepth bounds how deep a type is looked into.
const typeDepth = 6

func (a *Analyzer) walkTypes(t types.Type, f func(*entity), depth int) {
	if t == nil || depth > typeDepth {
		return
	}
	switch u := types.Unalias(t).(type) {
	case *types.Named:
		if e := a.known[u.Origin().Obj()]; e != nil {
			f(e)
			if depth > 0 {
				return
			}
		}
		for arg := range u.TypeArgs().Types() {
			a.walkTypes(arg, f, depth+1)
		}
		if depth == 0 && a.known[u.Origin().Obj()] != nil {
			a.walkTypes(u.Underlying(), f, depth+1)
		}
	case *types.Pointer:
		a.walkTypes(u.Elem(), f, depth)
	case *types.Slice:
		a.walkTypes(u.Elem(), f, depth)
	case *types.Array:
		a.walkTypes(u.Elem(), f, depth)
	case *types.Chan:
		a.walkTypes(u.Elem(), f, depth)
	case *types.Map:
		a.walkTypes(u.Key(), f, depth+1)
		a.walkTypes(u.Elem(), f, depth+1)
	case *types.Struct:
		for v := range u.Fields() {
			a.walkTypes(v.Type(), f, depth+1)
		}
	case *types.Tuple:
		for v := range u.Variables() {
			a.walkTypes(v.Type(), f, depth+1)
		}
	case *types.Signature:
		if u.Recv() != nil {
			a.walkTypes(u.Recv().Type(), f, depth+1)
		}
		a.walkTypes(u.Params(), f, depth+1)
		a.walkTypes(u.Results(), f, depth+1)
	}
}
