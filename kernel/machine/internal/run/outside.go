// SPDX-License-Identifier: BSD-3-Clause

// Values of programs that embed the machine.
//
// A program that embeds the machine calls functions of cells with values of its own, and gets
// values of cells. Types of compiled packages are the same on both sides. A type of a cell exists
// only in its machine, so a value of the program becomes one of a cell's type part by part: structs
// by the names of their fields, slices, arrays and maps element by element, numbers if nothing is
// lost. That copies; pointers, channels and functions are not copied, and have to be of the same
// type on both sides.

package run

import (
	"fmt"
	"go/types"
	"reflect"
	"unsafe"

	"polka/kernel/machine/internal/memory"
)

// Call calls f with values of the program that embeds the machine. BadCall is the error if they do
// not fit, and err is that of Do.
func (r *Run) Call(f *Func, args []any) (results []memory.Value, err any) {
	vals, bad := r.m.arguments(f, args)
	if bad != nil {
		return nil, bad
	}
	err = r.do(func(t *Thread) { results = t.callWith(f, vals) })
	return results, err
}

// DoFunc is Do for compiled code that calls functions of cells.
func (r *Run) DoFunc(f func()) (err any) { return r.do(func(*Thread) { f() }) }

// Parameters returns the names of the parameters of a function of a cell that a compiled function
// has just got, nil if they are not known.
func (m *World) Parameters(f any) []string {
	if f == nil || reflect.TypeOf(f).Kind() != reflect.Func {
		return nil
	}
	c := AnyClosure((*memory.Eface)(unsafe.Pointer(&f)).Data)
	if c == nil {
		return nil
	}
	var names []string
	for v := range c.Fn.Sig.Params().Variables() {
		names = append(names, v.Name())
	}
	return names
}

// callWith calls f with values of the types of its parameters.
func (t *Thread) callWith(f *Func, vals []reflect.Value) (results []memory.Value) {
	q := t.Get(f)
	for i, v := range vals {
		reflect.NewAt(f.Params.Types[i].Reflect, unsafe.Add(q, f.Params.Offsets[i])).Elem().Set(v)
	}
	t.invoke(f, q, 0)
	for i, rt := range f.Results.Types {
		results = append(results, rt.ValueAt(unsafe.Add(q, f.Results.Offsets[i])))
	}
	t.Put(f, q)
	return results
}

// arguments are values of the program as those of the parameters of f. The error is a BadCall.
func (m *World) arguments(f *Func, args []any) ([]reflect.Value, error) {
	sig := f.Sig
	n := len(f.Params.Types)
	vals := make([]reflect.Value, n)
	if len(args) < n && !(sig.Variadic() && len(args) == n-1) {
		return nil, BadCall{"not enough arguments in call to " + f.Name, len(args), f}
	}
	if len(args) > n && !sig.Variadic() {
		return nil, BadCall{"too many arguments in call to " + f.Name, len(args), f}
	}
	for i, t := range f.Params.Types {
		if sig.Variadic() && i == n-1 {
			list := reflect.MakeSlice(t.Reflect, 0, len(args)-i)
			m.Mu.Lock()
			et := m.TypeFor(t.Go.Underlying().(*types.Slice).Elem())
			m.Mu.Unlock()
			for k, a := range args[i:] {
				v, e := m.argument(et, a)
				if e != nil {
					return nil, BadCall{fmt.Sprintf("argument %d of %s: %v", i+k+1, f.Name, e), len(args), f}
				}
				list = reflect.Append(list, v)
			}
			vals[i] = list
			continue
		}
		v, e := m.argument(t, args[i])
		if e != nil {
			return nil, BadCall{fmt.Sprintf("argument %d of %s: %v", i+1, f.Name, e), len(args), f}
		}
		vals[i] = v
	}
	return vals, nil
}

// Nested calls f on a goroutine that runs code of a cell, as compiled code calls functions. It
// panics as f does.
func (m *World) Nested(f *Func, args []any) (results []memory.Value, err error) {
	vals, err := m.arguments(f, args)
	if err != nil {
		return nil, err
	}
	m.Callback(func(t *Thread) { results = t.callWith(f, vals) })
	return results, nil
}

// Inside returns the current run if the calling goroutine is one that runs code of cells, nil
// otherwise.
func (m *World) Inside() *Run {
	p := uintptr(getLabels())
	if p == 0 {
		return nil
	}
	r, ok := m.labelled.Load(p)
	if !ok {
		return nil
	}
	if own, _ := ownGoroutine(); !own {
		return nil
	}
	return r.(*Run)
}

// A BadCall is the error of Run.Call if the arguments do not fit.
type BadCall struct {
	Message string
	Args    int
	Func    *Func
}

func (e BadCall) Error() string { return e.Message + "; it is " + e.Func.Signature() }

// argument is v, a value of the program, as one of type t.
func (m *World) argument(t *memory.Type, v any) (reflect.Value, error) {
	x := reflect.New(t.Reflect).Elem()
	if t.IsInterface() {
		if v == nil {
			return x, nil
		}
		if name := m.Missing(v, t); name != "" {
			return x, fmt.Errorf("%s is not %s: it has no method %s", m.TypeOf(v), t, name)
		}
		m.putAny(t, x.Addr().UnsafePointer(), v)
		return x, nil
	}
	return x, m.Assign(x, v)
}

// Assign gives v, a value of the program or of the machine, to dst, a variable of either.
func (m *World) Assign(dst reflect.Value, v any) error {
	if v == nil {
		switch dst.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Chan, reflect.Func, reflect.Interface, reflect.UnsafePointer:
			dst.SetZero()
			return nil
		}
		return fmt.Errorf("nil is not %s", dst.Type())
	}
	src := reflect.ValueOf(v)
	return m.assign(dst, src, 0)
}

// maxCopied is how deep values are copied; those that contain themselves have no end.
const maxCopied = 100

func (m *World) assign(dst, src reflect.Value, depth int) error {
	dt, st := dst.Type(), src.Type()
	no := fmt.Errorf("%v is not %v", st, dt)
	switch {
	case st.AssignableTo(dt):
		if !src.CanInterface() {
			src = readable(src)
		}
		dst.Set(src)
		return nil
	case depth > maxCopied:
		return fmt.Errorf("a value of type %s is nested too deep", st)
	case dt.Kind() == reflect.Interface:
		if src.Kind() == reflect.Interface && !src.IsNil() {
			return m.assign(dst, src.Elem(), depth+1)
		}
		return no
	case src.Kind() == reflect.Interface:
		if src.IsNil() {
			return no
		}
		return m.assign(dst, src.Elem(), depth+1)
	}
	switch dt.Kind() {
	case reflect.Struct:
		if st.Kind() != reflect.Struct {
			return no
		}
		return m.assignFields(dst, src, depth)
	case reflect.Slice:
		if st.Kind() != reflect.Slice && st.Kind() != reflect.Array {
			return no
		}
		if st.Kind() == reflect.Slice && src.IsNil() {
			dst.SetZero()
			return nil
		}
		list := reflect.MakeSlice(dt, src.Len(), src.Len())
		for i := range src.Len() {
			if err := m.assign(list.Index(i), readable(src.Index(i)), depth+1); err != nil {
				return err
			}
		}
		dst.Set(list)
		return nil
	case reflect.Array:
		if st.Kind() != reflect.Array && st.Kind() != reflect.Slice || src.Len() != dst.Len() {
			return no
		}
		for i := range src.Len() {
			if err := m.assign(dst.Index(i), readable(src.Index(i)), depth+1); err != nil {
				return err
			}
		}
		return nil
	case reflect.Map:
		if st.Kind() != reflect.Map {
			return no
		}
		if src.IsNil() {
			dst.SetZero()
			return nil
		}
		c := reflect.MakeMapWithSize(dt, src.Len())
		for i := src.MapRange(); i.Next(); {
			k, v := reflect.New(dt.Key()).Elem(), reflect.New(dt.Elem()).Elem()
			if err := m.assign(k, i.Key(), depth+1); err != nil {
				return err
			}
			if err := m.assign(v, i.Value(), depth+1); err != nil {
				return err
			}
			c.SetMapIndex(k, v)
		}
		dst.Set(c)
		return nil
	case reflect.String, reflect.Bool:
		if st.Kind() != dt.Kind() {
			return no
		}
		dst.Set(src.Convert(dt))
		return nil
	}
	if isNumber(dt) && isNumber(st) && st.ConvertibleTo(dt) {
		c := src.Convert(dt)
		if back := c.Convert(st); !back.Equal(src) || isNegative(c) != isNegative(src) {
			return fmt.Errorf("%v does not fit into %s", src, dt)
		}
		dst.Set(c)
		return nil
	}
	if dt.Kind() == st.Kind() && st.ConvertibleTo(dt) && dt.Kind() != reflect.Pointer {
		dst.Set(src.Convert(dt))
		return nil
	}
	return no
}

// assignFields copies a struct by the names of its fields.
func (m *World) assignFields(dst, src reflect.Value, depth int) error {
	dt, st := dst.Type(), src.Type()
	n := 0
	for i := range st.NumField() {
		if name := st.Field(i).Name; name != "_" {
			n++
			if f, ok := dt.FieldByName(name); !ok || len(f.Index) != 1 {
				return fmt.Errorf("%s is not %s: it has a field %s", st, dt, name)
			}
		}
	}
	src = readable(src)
	for i := range dt.NumField() {
		f := dt.Field(i)
		if f.Name == "_" {
			continue
		}
		from := src.FieldByName(f.Name)
		if !from.IsValid() {
			return fmt.Errorf("%s is not %s: it has no field %s", st, dt, f.Name)
		}
		if err := m.assign(writable(dst.Field(i)), readable(from), depth+1); err != nil {
			return fmt.Errorf("field %s: %w", f.Name, err)
		}
	}
	return nil
}

// readable is v, although it may be an unexported field.
func readable(v reflect.Value) reflect.Value {
	if v.CanInterface() && v.CanAddr() {
		return v
	}
	if v.CanAddr() {
		return reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
	}
	if !v.CanInterface() {
		return v
	}
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	return c
}

// writable returns an addressable v, although it may be an unexported field.
func writable(v reflect.Value) reflect.Value {
	return reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
}

func isNumber(t reflect.Type) bool {
	return t.Kind() >= reflect.Int && t.Kind() <= reflect.Complex128
}

func isNegative(v reflect.Value) bool {
	switch {
	case v.CanInt():
		return v.Int() < 0
	case v.CanFloat():
		return v.Float() < 0
	}
	return false
}
