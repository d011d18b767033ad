// SPDX-License-Identifier: BSD-3-Clause

package tables

// Errors of interpreted types.
//
// Where an interpreted value becomes an error, the interpreter puts it into a wrapper that has the
// method Error and nothing else. Compiled code, package errors before all, then finds no Unwrap and
// no Is; and since a wrapper holds functions it equals nothing, not even itself, so that
// errors.Is(err, err) is false. So the wrappers here have the methods that the value has, and the
// functions here look through them:
//
//	type lost struct{ key string }
//	func (e *lost) Error() string { return "lost " + e.key }
//
//	var l *lost
//	err := fmt.Errorf("reading: %w", &lost{"x"})
//	errors.As(err, &l) // true, and l.key is "x"
//
// What stays impossible is to find an error whose type is a struct and not a pointer to one: the
// interpreter does not keep such a value whole in its wrapper. errors.As says so instead of
// answering wrongly.

import (
	"errors"
	"fmt"
	"reflect"
)

// A wrapper holds an interpreted value.
type wrapper interface{ value() any }

// The wrappers of errors, by the methods that they have beside Error. The interpreter fills the
// fields by their names. WUnwrap is a func() error or a func() []error.
type (
	wrappedError struct {
		IValue any
		WError func() string
	}
	unwrapError struct {
		IValue  any
		WError  func() string
		WUnwrap any
	}
	isError struct {
		IValue any
		WError func() string
		WIs    func(error) bool
	}
	unwrapIsError struct {
		IValue  any
		WError  func() string
		WUnwrap any
		WIs     func(error) bool
	}
)

func (w wrappedError) value() any  { return w.IValue }
func (w unwrapError) value() any   { return w.IValue }
func (w isError) value() any       { return w.IValue }
func (w unwrapIsError) value() any { return w.IValue }

func (w wrappedError) Error() string  { return w.WError() }
func (w unwrapError) Error() string   { return w.WError() }
func (w isError) Error() string       { return w.WError() }
func (w unwrapIsError) Error() string { return w.WError() }

func (w wrappedError) Format(s fmt.State, verb rune)  { formatText(s, verb, w.WError, w.IValue) }
func (w unwrapError) Format(s fmt.State, verb rune)   { formatText(s, verb, w.WError, w.IValue) }
func (w isError) Format(s fmt.State, verb rune)       { formatText(s, verb, w.WError, w.IValue) }
func (w unwrapIsError) Format(s fmt.State, verb rune) { formatText(s, verb, w.WError, w.IValue) }

func (w unwrapError) Unwrap() error   { return unwrap(w.WUnwrap) }
func (w unwrapIsError) Unwrap() error { return unwrap(w.WUnwrap) }

func (w isError) Is(target error) bool       { return w.WIs(target) }
func (w unwrapIsError) Is(target error) bool { return w.WIs(target) }

// unwrap calls a method Unwrap of either kind. Several errors come joined, which is the same to
// those who search in them.
func unwrap(method any) error {
	switch f := method.(type) {
	case func() error:
		return f()
	case func() []error:
		return errors.Join(f()...)
	}
	return nil // another method of that name
}

// ErrorWrappers are the wrappers from the one with most methods to the one with least. The
// interpreter takes the first whose methods a type has.
var ErrorWrappers = []reflect.Type{
	reflect.TypeFor[unwrapIsError](),
	reflect.TypeFor[unwrapError](),
	reflect.TypeFor[isError](),
	reflect.TypeFor[wrappedError](),
}

// errorsIs is errors.Is. Two interpreted errors are equal if the values in their wrappers are.
func errorsIs(err, target error) bool {
	if err == nil || target == nil {
		return err == target
	}
	return anyError(err, func(e error) bool {
		if equal(e, target) {
			return true
		}
		x, ok := e.(interface{ Is(error) bool })
		return ok && x.Is(target)
	})
}

// equal compares errors as == does, but for what wrappers hold. It is false where == would panic.
func equal(a, b error) bool {
	x, y := any(a), any(b)
	v, wrapped := a.(wrapper)
	w, both := b.(wrapper)
	if wrapped != both {
		return false
	}
	if wrapped {
		x, y = v.value(), w.value()
	}
	return reflect.ValueOf(x).Comparable() && reflect.ValueOf(y).Comparable() && x == y
}

// errorsAs is errors.As. The target may point to a variable of an interpreted type, which for
// compiled code is not an error.
func errorsAs(err error, target any) bool {
	if err == nil {
		return false
	}
	v := reflect.ValueOf(target)
	if !v.IsValid() || v.Kind() != reflect.Pointer || v.IsNil() {
		panic("errors: target must be a non-nil pointer")
	}
	want := v.Type().Elem()
	if want.Kind() == reflect.Struct && want.Name() == "" {
		panic("errors: target points to a struct of a cell: make the error a pointer, as in &E{...}, and the target a pointer to that")
	}
	return anyError(err, func(e error) bool {
		for _, x := range candidates(e) {
			if x != nil && reflect.TypeOf(x).AssignableTo(want) {
				v.Elem().Set(reflect.ValueOf(x))
				return true
			}
		}
		x, ok := e.(interface{ As(any) bool })
		return ok && x.As(target)
	})
}

// candidates returns the values that an error may be found as: what its wrapper holds, and itself.
func candidates(e error) []any {
	if w, ok := e.(wrapper); ok {
		return []any{w.value(), e}
	}
	return []any{e}
}

// anyError reports whether found returns true for err or for an error that err wraps. It visits the
// tree depth first, in the order of package errors.
func anyError(err error, found func(error) bool) bool {
	for err != nil {
		if found(err) {
			return true
		}
		switch x := err.(type) {
		case interface{ Unwrap() error }:
			err = x.Unwrap()
		case interface{ Unwrap() []error }:
			for _, e := range x.Unwrap() {
				if anyError(e, found) {
					return true
				}
			}
			return false
		default:
			return false
		}
	}
	return false
}
