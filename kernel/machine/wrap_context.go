// Wrappers of contexts.
//
// Package context describes a context by the text that its parent's method String returns or, if it
// has no such method, by its type. It also asks for a method AfterFunc. So a wrapper has the method
// String, and AfterFunc if its value has it.

package machine

import (
	"context"
	"reflect"
	"strings"
	"time"
	"unsafe"
)

// A cellContext wraps a value of a cell as a context.Context.
type cellContext struct {
	m         *Machine
	v         any
	deadline  func() (time.Time, bool)
	done      func() <-chan struct{}
	err       func() error
	value     func(any) any
	afterFunc func(func()) func() bool
}

// An afterContext is a cellContext with a method AfterFunc.
type afterContext struct{ *cellContext }

func (c *cellContext) machineValue() any           { return c.v }
func (c *cellContext) Deadline() (time.Time, bool) { return c.deadline() }
func (c *cellContext) Done() <-chan struct{}       { return c.done() }
func (c *cellContext) Err() error                  { return c.err() }
func (c *cellContext) Value(key any) any           { return c.value(key) }

func (c afterContext) AfterFunc(f func()) func() bool { return c.afterFunc(f) }

// String is the name of the context in those that are derived from it.
func (c *cellContext) String() string {
	t := c.m.recordOf(c.v)
	if f, ok := c.m.textMethod(t, "String"); ok {
		return c.m.callText(c.v, f)
	}
	return t.String()
}

// wrapContext makes the function that wraps values of the type vt as contexts.
func (m *Machine) wrapContext(vt *Type) func(any) iface {
	methods := methodFields[cellContext](m, vt)
	return func(v any) iface {
		c := &cellContext{m: m, v: v}
		m.setMethods(unsafe.Pointer(c), v, methods)
		i := context.Context(c)
		if c.afterFunc != nil {
			i = afterContext{c}
		}
		return *(*iface)(unsafe.Pointer(&i))
	}
}

// contextSpecials give package context the methods String of keys and values.
func contextSpecials() {
	wrap := func(m *Machine, f *Func, q fp) bool {
		for i, t := range f.params.types {
			if t.rep == repEface {
				x := treeArg[any](f, q, i)
				if s, ok := m.ToNative(*x, ForAny).(stringed); ok {
					*x = s
				}
			}
		}
		return false
	}
	specials["context.WithValue"] = wrap
	specials["(context.Context).Value"] = wrap
}

// contextText is what a context of package context returns as its text, with the names of the types
// of cells.
func (m *Machine) contextText(v any) (text string, ok bool) {
	c, ok := v.(interface {
		context.Context
		String() string
	})
	if !ok {
		return "", false
	}
	text = c.String()
	if !strings.Contains(text, markKey) {
		return text, true
	}
	var names []string
	m.byWord.Range(func(_, v any) bool {
		if t := v.(*Type); t.own && t.rt.Kind() == reflect.Struct {
			names = append(names, t.rt.String(), t.String())
		}
		return true
	})
	return strings.NewReplacer(names...).Replace(text), true
}
