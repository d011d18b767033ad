// SPDX-License-Identifier: BSD-3-Clause

// What a debugger needs besides hooks: the variables of open calls, the parts of values, and
// functions that are compiled a second time.
//
// A function that has been compiled without a hook does not look for one. When a debugger is
// attached, Attach compiles each function of the cells once more, with hooks, and exchanges the
// bodies; Detach restores the first ones. Both bodies are made from the same tree, so they have the
// same frame, and calls that are open when they are exchanged end with the body that they began
// with. A function for which the frames differ keeps its body, and a debugger does not stop in it.
// Nor does it stop in a function literal whose value was made before.

package machine

import (
	"reflect"
	"strconv"
	"unsafe"

	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/run"
)

// Attach sets the hook, and makes functions that have been compiled before call it too, except
// those of packages. It is called as Compile is.
func (m *Machine) Attach(h *run.Hook) {
	m.SetHook(h)
	m.exchange(true)
}

// Detach removes the hook, and makes the functions of the cells what they are without one. It is
// called as Compile is.
func (m *Machine) Detach() {
	m.SetHook(nil)
	m.exchange(false)
}

// exchange makes all functions call hooks, or none.
func (m *Machine) exchange(hooks bool) {
	m.Mu.Lock()
	defer m.Mu.Unlock()
	defer m.endUnit()
	for _, f := range m.funcs {
		m.exchangeBody(f, hooks)
	}
	for _, f := range m.methods {
		m.exchangeBody(f, hooks)
	}
	for _, f := range m.made {
		m.exchangeBody(f, hooks)
	}
}

func (m *Machine) exchangeBody(f *run.Func, hooks bool) {
	if f.Tree == nil || f.Hooks == hooks || f.Compile != nil || f.Next != nil {
		return
	}
	if f.Other == nil {
		g := m.NewFunc(f.Name, f.Pos)
		g.Trees = f.Trees
		if !m.compileAgain(f, g) || g.Frame != f.Frame {
			return
		}
		f.Other = g.Body
	}
	old := f.Body
	f.Exchange(f.Other)
	f.Other, f.Hooks = old, hooks
}

// compileAgain compiles the code of f for g. It reports false if that is not possible.
func (m *Machine) compileAgain(f, g *run.Func) (ok bool) {
	defer func() {
		if e := recover(); e != nil {
			if _, declined := e.(memory.Decline); !declined {
				panic(e)
			}
		}
	}()
	from := f.Tree.(*tree)
	m.prepare(g, from.decl, from.unit, from.env)
	g.Ready()
	return true
}

// Bind makes v the variable of the top level that is kept under a symbol, until Unbind.
func (m *Machine) Bind(symbol string, v run.Variable) {
	m.Mu.Lock()
	defer m.Mu.Unlock()
	m.globals[symbol] = &Global{Type: v.Type, p: v.P}
}

// BindCopy is Bind for a copy of the variable. What it returns copies the value of another variable
// of the type there.
func (m *Machine) BindCopy(symbol string, v run.Variable) (set func(run.Variable)) {
	c := run.Variable{Name: v.Name, Type: v.Type, P: v.Type.Alloc()}
	m.Bind(symbol, c)
	set = func(w run.Variable) { v.Type.Copy(c.P, w.P) }
	set(v)
	return set
}

// Unbind removes the variable that is kept under a symbol.
func (m *Machine) Unbind(symbol string) {
	m.Mu.Lock()
	defer m.Mu.Unlock()
	delete(m.globals, symbol)
}

// Global returns the variable of the top level that is kept under a symbol.
func (m *Machine) Global(symbol string) (v memory.Value, ok bool) {
	m.Mu.Lock()
	defer m.Mu.Unlock()
	g := m.globals[symbol]
	if g == nil {
		return memory.Value{}, false
	}
	return g.Type.ValueAt(g.p), true
}

// A Children lists what a value consists of: the fields of a struct, the elements of a slice, an
// array or a map, or what a pointer points to. Of an interface it is the children of the value in
// it.
type Children struct {
	Kind reflect.Kind
	Len  int
	Cap  int
	Type string // of the value, as %T prints it
	At   func(i int) Child
}

// A Child is a part of a value.
type Child struct {
	Name  string // of a field, "[3]" of an element, `["key"]` of an entry, "*" of what a pointer points to
	Value memory.Value
}

// Children returns the parts of v. No methods of cells are called.
func (m *Machine) Children(v memory.Value) Children {
	x := v.Any
	if x == nil {
		c := Children{Kind: reflect.Invalid, Type: "nil"}
		if v.Type != nil {
			c.Kind, c.Type = reflect.Interface, v.Type.String()
		}
		return c
	}
	t := m.RecordOf(x)
	if v.Type != nil && !v.Type.IsInterface() {
		t = v.Type
	}
	at := t.Unbox(x)
	i := m.look(t)
	c := Children{Kind: i.kind, Type: m.TypeOf(x)}
	if t.Go != nil {
		c.Type = t.String()
	}
	list := func(from unsafe.Pointer, n int) {
		c.Len = n
		c.At = func(k int) Child {
			return Child{"[" + strconv.Itoa(k) + "]", i.elem.ValueAt(unsafe.Add(from, uintptr(k)*i.elem.Size))}
		}
	}
	switch i.kind {
	case reflect.Slice:
		s := *(*memory.Slice)(at)
		c.Cap = s.Cap
		list(s.P, s.Len)
	case reflect.Array:
		list(at, i.len)
	case reflect.Pointer:
		if to := *(*unsafe.Pointer)(at); to != nil && i.elem != nil {
			c.Len = 1
			c.At = func(int) Child { return Child{"*", i.elem.ValueAt(to)} }
		}
	case reflect.Struct:
		c.Len = len(i.fields)
		c.At = func(k int) Child {
			f := i.fields[k]
			return Child{f.name, f.t.ValueAt(unsafe.Add(at, f.off))}
		}
	case reflect.Chan:
		c.Cap = reflect.NewAt(t.Reflect, at).Elem().Cap()
	case reflect.Map:
		entries := sortedItems(t, at)
		c.Len = len(entries)
		c.At = func(k int) Child {
			return Child{"[" + i.key.ValueAt(entries[k].key).Brief(40) + "]", i.elem.ValueAt(entries[k].elem)}
		}
	}
	return c
}
