// Package errors looks into chains of errors, which hold errors of cells in wrappers: what it
// compares and what it stores are the values themselves.

package machine

import (
	"errors"
	"go/types"
	"reflect"
	"unsafe"

	"polka/internal/errtree"
)

func errorSpecials() {
	specials["errors.Is"] = func(m *Machine, f *Func, q fp) bool {
		err := *at[error](q, f.params.offsets[0])
		target := *at[error](q, f.params.offsets[1])
		*at[bool](q, f.results.offsets[0]) = errorIs(err, target)
		return true
	}
	specials["errors.As"] = func(m *Machine, f *Func, q fp) bool {
		err := *at[error](q, f.params.offsets[0])
		target := *at[any](q, f.params.offsets[1])
		*at[bool](q, f.results.offsets[0]) = m.errorAs(err, target)
		return true
	}
}

func errorIs(err, target error) bool {
	if err == nil || target == nil {
		return err == target
	}
	want := unwrap(target)
	comparable_ := reflect.TypeOf(want).Comparable()
	return errtree.Any(err, func(e error) bool {
		if v := unwrap(e); comparable_ && reflect.TypeOf(v) == reflect.TypeOf(want) && v == want {
			return true
		}
		x, ok := e.(interface{ Is(error) bool })
		return ok && x.Is(target)
	})
}

// errorAs is errors.As; target is a value of the machine.
func (m *Machine) errorAs(err error, target any) bool {
	t := m.typeOfValue(target)
	var elem *Type
	if t != nil && t.Go != nil {
		p, ok := t.Go.Underlying().(*types.Pointer)
		if !ok {
			panic("errors: target must be a non-nil pointer")
		}
		m.mu.Lock()
		elem = m.typ(p.Elem())
		m.mu.Unlock()
	}
	if target == nil {
		panic("errors: target cannot be nil")
	}
	if elem == nil {
		return errors.As(err, target)
	}
	dst := *(*unsafe.Pointer)(t.unbox(target))
	if dst == nil {
		panic("errors: target must be a non-nil pointer")
	}
	if !elem.isInterface() && m.methodNamed(elem, "Error") == nil {
		panic("errors: *target must be interface or implement error")
	}
	test := m.typeTest(elem)
	return errtree.Any(err, func(e error) bool {
		if v := unwrap(e); test(v) {
			m.putAny(elem, dst, v)
			return true
		}
		x, ok := e.(interface{ As(any) bool })
		return ok && x.As(target)
	})
}

func (m *Machine) methodNamed(t *Type, name string) *types.Func {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.plainMethod(t, name)
}
