package machine

import (
	"encoding/binary"
	"errors"
	"go/types"
	"io"
	"reflect"
	"strings"
)

// Package encoding/binary reads and writes the memory of values, so it works with the types of the
// machine: a named number is a struct of one field, which has the same bytes. Only its errors
// contain the names of types.

func binarySpecials() {
	raw := func(data int, call func(m *Machine, f *Func, q fp, v any) error) func(m *Machine, f *Func, q fp) bool {
		return func(m *Machine, f *Func, q fp) bool {
			v := unwrap(*treeArg[any](f, q, data))
			t := m.typeOfValue(v)
			if t == nil || t.Go == nil || !t.own {
				return false
			}
			v = m.withoutName(t, v)
			err := call(m, f, q, v)
			if err != nil {
				if text, ok := strings.CutSuffix(err.Error(), reflect.TypeOf(v).String()); ok {
					err = errors.New(text + t.String())
				}
			}
			*treeResult[error](f, q, len(f.results.types)-1) = err
			return true
		}
	}
	specials["encoding/binary.Read"] = raw(2, func(m *Machine, f *Func, q fp, v any) error {
		return binary.Read(*treeArg[io.Reader](f, q, 0), *treeArg[binary.ByteOrder](f, q, 1), v)
	})
	specials["encoding/binary.Write"] = raw(2, func(m *Machine, f *Func, q fp, v any) error {
		return binary.Write(*treeArg[io.Writer](f, q, 0), *treeArg[binary.ByteOrder](f, q, 1), v)
	})
	specials["encoding/binary.Decode"] = raw(2, func(m *Machine, f *Func, q fp, v any) (err error) {
		*treeResult[int](f, q, 0), err = binary.Decode(*treeArg[[]byte](f, q, 0), *treeArg[binary.ByteOrder](f, q, 1), v)
		return err
	})
	specials["encoding/binary.Encode"] = raw(2, func(m *Machine, f *Func, q fp, v any) (err error) {
		*treeResult[int](f, q, 0), err = binary.Encode(*treeArg[[]byte](f, q, 0), *treeArg[binary.ByteOrder](f, q, 1), v)
		return err
	})
	specials["encoding/binary.Append"] = raw(2, func(m *Machine, f *Func, q fp, v any) (err error) {
		*treeResult[[]byte](f, q, 0), err = binary.Append(*treeArg[[]byte](f, q, 0), *treeArg[binary.ByteOrder](f, q, 1), v)
		return err
	})
	specials["encoding/binary.Size"] = func(m *Machine, f *Func, q fp) bool {
		v := unwrap(*treeArg[any](f, q, 0))
		if t := m.typeOfValue(v); t != nil && t.Go != nil && t.own {
			v = m.withoutName(t, v)
		}
		*treeResult[int](f, q, 0) = binary.Size(v)
		return true
	}
}

// withoutName converts a value of a named type, or a pointer to one, to the type that was named.
func (m *Machine) withoutName(t *Type, v any) any {
	rt := m.underlyingType(t)
	if _, ok := t.Go.Underlying().(*types.Pointer); ok {
		m.mu.Lock()
		e := m.elemType(t)
		m.mu.Unlock()
		rt = reflect.PointerTo(m.underlyingType(e))
	}
	return reflect.NewAt(rt, t.unbox(v)).Elem().Interface()
}
