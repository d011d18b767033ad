// What a debugger needs beside hooks: the variables of open calls, the parts of values, and
// functions that are compiled a second time.
//
// A function that has been compiled without a hook does not look for one. When a debugger is
// attached, Attach compiles each function of the cells once more, with hooks, and exchanges the
// bodies; Detach brings the first ones back. Both bodies are made from the same tree, so they have
// the same frame, and calls that are open when they are exchanged end with the body that they began
// with. A function for which the frames differ keeps its body, and a debugger does not stop in it.
// Nor does it stop in a function literal whose value was made before.

package machine

import (
	"reflect"
	"slices"
	"strconv"
	"unsafe"

	"polka/kernel/machine/internal/memory"
)

// Attach sets the hook, and makes functions that have been compiled before call it too, except
// those of packages. It is called as Compile is.
func (m *Machine) Attach(h *Hook) {
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

func (m *Machine) exchangeBody(f *Func, hooks bool) {
	if f.decl == nil || f.hooks == hooks || f.compile != nil || f.next != nil {
		return
	}
	if f.other == nil {
		g := m.newFunc(f.Name, f.Pos)
		if !m.compileAgain(f, g) || g.frame != f.frame {
			return
		}
		f.other = g.body
	}
	old := f.body
	f.exchange(f.other)
	f.other, f.hooks = old, hooks
}

// exchange replaces the body. Goroutines that call f meanwhile run the old body or the new one: a
// function value is one word, and both bodies stay in use.
//
//go:norace
func (f *Func) exchange(body stmt) {
	f.m.exchanged.Add(1) // the closures of the new body are complete for those who see it
	f.body = body
}

// compileAgain compiles the code of f for g. It reports false if that is not possible.
func (m *Machine) compileAgain(f, g *Func) (ok bool) {
	defer func() {
		if e := recover(); e != nil {
			if _, declined := e.(memory.Decline); !declined {
				panic(e)
			}
		}
	}()
	g.prepare(m, f.decl, f.unit, f.env)
	g.ready()
	return true
}

// A Variable is a variable of an open call.
type Variable struct {
	Name string
	Type *memory.Type
	p    unsafe.Pointer
}

// Value is what the variable holds.
func (v Variable) Value() memory.Value { return v.Type.ValueAt(v.p) }

// Variables are the variables that the statement of the frame sees, in the order of their
// declarations, without those that others hide.
func (f *Frame) Variables() (list []Variable) {
	s := f.t.m.siteAt(f.site)
	if s.f == nil || s.f.hidden {
		return nil
	}
	at := make(map[string]int)
	for _, l := range s.f.locals {
		if l.pos >= s.pos || s.pos < l.from || s.pos >= l.end || l.name == "" || l.name == "_" {
			continue
		}
		p := unsafe.Add(f.f, l.v.off)
		if l.v.boxed {
			if p = *(*unsafe.Pointer)(p); p == nil {
				continue
			}
		}
		v := Variable{l.name, l.v.t, p}
		if i, hidden := at[l.name]; hidden {
			list[i] = v
			continue
		}
		at[l.name] = len(list)
		list = append(list, v)
	}
	return list
}

// Same reports whether two frames are of the same call.
func (f *Frame) Same(g *Frame) bool { return f.t == g.t && f.f == g.f && f.t.depth == g.t.depth }

// Site is a number of the statement, the same for each call of the function.
func (f *Frame) Site() int { return int(f.site) }

// Stopped is closed when the goroutine has to end.
func (f *Frame) Stopped() <-chan struct{} { return f.t.stops() }

// Bind makes v the variable of the top level that is kept under a symbol, until Unbind.
func (m *Machine) Bind(symbol string, v Variable) {
	m.Mu.Lock()
	defer m.Mu.Unlock()
	m.globals[symbol] = &Global{Type: v.Type, p: v.p}
}

// BindCopy is Bind for a copy of the variable. What it returns copies the value of another variable
// of the type there.
func (m *Machine) BindCopy(symbol string, v Variable) (set func(Variable)) {
	c := Variable{v.Name, v.Type, v.Type.Alloc()}
	m.Bind(symbol, c)
	set = func(w Variable) { v.Type.Copy(c.p, w.p) }
	set(v)
	return set
}

// Unbind removes the variable that is kept under a symbol.
func (m *Machine) Unbind(symbol string) {
	m.Mu.Lock()
	defer m.Mu.Unlock()
	delete(m.globals, symbol)
}

// Global is the variable of the top level that is kept under a symbol.
func (m *Machine) Global(symbol string) (v memory.Value, ok bool) {
	m.Mu.Lock()
	defer m.Mu.Unlock()
	g := m.globals[symbol]
	if g == nil {
		return memory.Value{}, false
	}
	return g.Type.ValueAt(g.p), true
}

// Resume makes r, which was the current run before the newest one, the current run again.
func (m *Machine) Resume(r *Run) {
	m.remember(m.current.Swap(r))
	m.runsMu.Lock()
	defer m.runsMu.Unlock()
	m.earlier = slices.DeleteFunc(m.earlier, func(o *Run) bool { return o == r })
}

// Current is the newest run, nil if there is none.
func (m *Machine) Current() *Run { return m.current.Load() }

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
