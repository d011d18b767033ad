// What compiled code sees of the values of cells.
//
// Compiled code that takes an any looks for methods in it, prints it, or walks through it by
// reflection. The types that the machine makes have no methods and no names. So a value that goes
// there as an any is put into a wrapper that has the methods which such code looks for, and comes
// out of it when it comes back. What is done depends on the function that is called (policy):
// printing, walking, or only keeping the value.

package machine

import (
	"fmt"
	"go/types"
	"reflect"
	"sync"
	"time"
	"unsafe"
)

// A Purpose is what compiled code wants of a value.
type Purpose uint8

const (
	// ForAny: it may look for methods.
	ForAny Purpose = iota
	// ForPrint: it prints the value.
	ForPrint
	// ForTree: it walks through the value, as encoding/json does.
	ForTree
	// ForLook: it prints the value without calling methods of cells.
	ForLook
	// ForMemory: it works on the memory of a slice.
	ForMemory
)

// A policy says how the arguments of a compiled function cross the border.
type policy struct {
	name    string // of the function, for traces and to tell functions apart
	purpose Purpose
	raw     bool // values go as they are: the function keeps them, or looks at their memory
	slices  bool // the elements of a []any are looked at too
	// special replaces the call, or prepares it and reports false.
	special func(m *Machine, f *Func, q fp) bool
}

// policyOf is the policy for a function or method of a compiled package.
func policyOf(f *types.Func) policy {
	p := policy{name: f.FullName()}
	pkg := ""
	if f.Pkg() != nil {
		pkg = f.Pkg().Path()
	}
	switch pkg {
	case "fmt", "log", "testing":
		p.purpose = ForPrint
	case "sort":
		p.purpose = ForMemory
	case "polka/kernel/cell/library/native":
		p.purpose = ForMemory
		p.raw = f.Name() == "Canonical" || f.Name() == "MakeWeak"
	case "errors", "reflect", "container/heap", "container/list", "container/ring", "sync", "sync/atomic", "runtime", "context", "unique", "weak", "slices",
		"polka/kernel/cell/library/foreign":
		p.raw = true
	case "encoding/json", "encoding/xml", "encoding/gob", "text/template", "html/template":
		p.purpose = ForTree
	}
	if s := specials[p.name]; s != nil {
		p.special = s
	}
	return p
}

// specials are the functions of compiled packages that are called in another way, by their full
// names.
var specials = make(map[string]func(m *Machine, f *Func, q fp) bool)

// makeSpecials enters them, once.
var makeSpecials = sync.OnceFunc(func() {
	contextSpecials()
	errorSpecials()
	flagSpecials()
	finalizerSpecials()
	panicSpecials()
	printSpecials()
	stdinSpecials()
	treeSpecials()
})

// sleep is time.Sleep. A stop wakes it.
func sleep(t *thread, f *Func, q fp) bool {
	d := *at[time.Duration](q, f.params.offsets[0])
	if d <= 0 {
		return true
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-t.stops():
		t.end()
	}
	return true
}

// ToNative is a value of the machine as compiled code gets it.
func (m *Machine) ToNative(v any, p Purpose) any {
	if v == nil {
		return nil
	}
	t := m.typeOfValue(v)
	if t == nil || t.Go == nil {
		return v
	}
	if !t.own && (p != ForPrint && p != ForLook || !t.holdsInterfaces()) {
		return v
	}
	switch p {
	case ForMemory:
		return t.asMemory(v)
	case ForLook:
		return looked{m, t, v}
	case ForPrint:
		if m.isError(t) {
			return m.errorValue(t, v)
		}
		return &printed{m, t, v}
	}
	if m.isError(t) {
		return m.errorValue(t, v)
	}
	if f, ok := m.textMethod(t, "String"); ok {
		return stringed{printed{m, t, v}, f}
	}
	return printed{m, t, v}
}

// asMemory is v with the type of its memory: a named slice of named strings is a []string.
func (t *Type) asMemory(v any) any {
	rt := memoryType(t.rt)
	if rt == t.rt {
		return v
	}
	return reflect.NewAt(rt, t.unbox(v)).Elem().Interface()
}

// isBox reports whether rt is the struct that represents a declared type that is not a struct.
func isBox(rt reflect.Type) bool {
	return rt.Kind() == reflect.Struct && rt.Name() == "" && rt.NumField() == 1 && rt.Field(0).Name == "V" && rt.Field(0).Tag.Get(markKey) != ""
}

// Unboxed is v as a value of the underlying type if v has a declared type of a cell that is not a
// struct.
func Unboxed(v reflect.Value) reflect.Value {
	for isBox(v.Type()) {
		v = v.Field(0)
	}
	return v
}

// memoryType takes the marks of named types off, at the top and from the elements of a slice.
func memoryType(rt reflect.Type) reflect.Type {
	for isBox(rt) {
		rt = rt.Field(0).Type
	}
	if rt.Kind() == reflect.Slice {
		if e := memoryType(rt.Elem()); e != rt.Elem() && e.Kind() != reflect.Interface {
			return reflect.SliceOf(e)
		}
	}
	return rt
}

// holdsInterfaces reports whether a value of the type can hold values of other types.
func (t *Type) holdsInterfaces() bool { return holdsInterfaces(t.rt, 0) }

func holdsInterfaces(t reflect.Type, depth int) bool {
	if depth > 6 {
		return true
	}
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return holdsInterfaces(t.Elem(), depth+1)
	case reflect.Map:
		return holdsInterfaces(t.Key(), depth+1) || holdsInterfaces(t.Elem(), depth+1)
	case reflect.Struct:
		if t.PkgPath() != "" {
			return false // compiled: it has what it has
		}
		for i := range t.NumField() {
			if holdsInterfaces(t.Field(i).Type, depth+1) {
				return true
			}
		}
	}
	return false
}

// textMethod is the method of t with that name and a string result.
func (m *Machine) textMethod(t *Type, name string) (*types.Func, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.textMethodLocked(t, name)
}

func (m *Machine) textMethodLocked(t *Type, name string) (*types.Func, bool) {
	if t.Go == nil {
		return nil, false
	}
	obj, _, _ := types.LookupFieldOrMethod(t.Go, false, nil, name)
	f, ok := obj.(*types.Func)
	if !ok {
		return nil, false
	}
	sig := f.Signature()
	if sig.Params().Len() != 0 || sig.Results().Len() != 1 || !types.Identical(sig.Results().At(0).Type(), types.Typ[types.String]) {
		return nil, false
	}
	return f, true
}

// isError reports whether values of t are errors.
func (m *Machine) isError(t *Type) bool {
	_, ok := m.textMethod(t, "Error")
	return ok
}

// callText calls a method without parameters that returns a string.
func (m *Machine) callText(v any, f *types.Func) string {
	t := m.acquire()
	fn := m.dynamicMethod(v, f.Pkg(), f.Name(), f.Signature(), policy{})
	q := t.get(fn)
	pt := fn.params.types[0]
	pt.copy(unsafe.Add(q, fn.params.offsets[0]), pt.unbox(v))
	t.invoke(fn, q, 0)
	s := *(*string)(q)
	t.put(fn, q)
	m.release(t)
	return s
}

// A printed prints a value of a cell as fmt would print it if its type had its name and its
// methods.
type printed struct {
	m *Machine
	t *Type
	v any
}

func (p printed) machineValue() any { return p.v }

// Format is fmt.Formatter.
func (p printed) Format(s fmt.State, verb rune) { p.m.formatValue(s, verb, p.t, p.v) }

// A looked prints a value without calling methods.
type looked struct {
	m *Machine
	t *Type
	v any
}

func (p looked) machineValue() any { return p.v }

// Format is fmt.Formatter.
func (p looked) Format(s fmt.State, verb rune) {
	b := printer{m: p.m, directive: directiveOf(s, verb), erroring: true}
	b.operand(p.t, p.v, verb)
	s.Write(b.buf)
}

// A stringed is a printed with a method String.
type stringed struct {
	printed
	f *types.Func
}

func (s stringed) String() string { return s.m.callText(s.v, s.f) }

// errorValue is v, whose type has a method Error, as an error of compiled code.
func (m *Machine) errorValue(t *Type, v any) any {
	et := m.errorT()
	i := m.makeIface(et, v)
	return any(*(*error)(unsafe.Pointer(&i)))
}

func (m *Machine) errorT() *Type {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.typ(types.Universe.Lookup("error").Type())
}

// The wrappers of errors, by the method Unwrap that they have.
type (
	errorOnly struct{ errorBase }
	errorU    struct{ errorBase }
	errorUs   struct{ errorBase }
)

// An errorBase is a value of a cell that is an error.
type errorBase struct {
	k *errorKind
	v any
}

// An errorKind has the methods of a type that is an error.
type errorKind struct {
	m               *Machine
	t               *Type
	text, unwrap    *types.Func
	is, as, timeout *types.Func // nil if there is none
}

func (e errorBase) machineValue() any { return e.v }

func (e errorBase) Error() string { return e.k.m.callText(e.v, e.k.text) }

func (e errorBase) Format(s fmt.State, verb rune) {
	if !isMuted(s) {
		e.k.m.formatValue(s, verb, e.k.t, e.v)
	}
}

func (e errorBase) unwrapOne() error {
	r := e.k.m.CallMethod(e.v, "Unwrap")
	err, _ := e.k.m.ToNative(r[0], ForAny).(error)
	return err
}

func (e errorBase) unwrapAll() []error {
	r := e.k.m.CallMethod(e.v, "Unwrap")
	list, _ := r[0].([]error)
	return list
}

func (e errorU) Unwrap() error    { return e.unwrapOne() }
func (e errorUs) Unwrap() []error { return e.unwrapAll() }

// Packages errors and os look for the methods Is, As and Timeout. Without such a method their
// answer is the same as with one that returns false.

// Is is a method for errors.Is.
func (e errorBase) Is(target error) bool { return e.k.is != nil && e.says("Is", unwrap(target)) }

// As is a method for errors.As.
func (e errorBase) As(target any) bool { return e.k.as != nil && e.says("As", unwrap(target)) }

// Timeout is a method for os.IsTimeout.
func (e errorBase) Timeout() bool { return e.k.timeout != nil && e.says("Timeout") }

// says is the result of a method that returns a bool.
func (e errorBase) says(method string, args ...any) bool {
	yes, _ := e.k.m.CallMethod(e.v, method, args...)[0].(bool)
	return yes
}

// wrapError makes the function that wraps values of the type t as errors.
func (m *Machine) wrapError(t *Type) func(any) iface {
	k := &errorKind{m: m, t: t}
	k.text, _ = m.textMethodLocked(t, "Error")
	if k.text == nil {
		panic(&Panic{m: m, Value: plainError("a value of type " + t.String() + " does not implement error")})
	}
	many := false
	if f := m.plainMethod(t, "Unwrap"); f != nil && f.Signature().Params().Len() == 0 && f.Signature().Results().Len() == 1 {
		switch f.Signature().Results().At(0).Type().String() {
		case "error":
			k.unwrap = f
		case "[]error":
			k.unwrap, many = f, true
		}
	}
	predicate := func(name, params string) *types.Func {
		f := m.plainMethod(t, name)
		if f == nil || types.TypeString(unnamed(f.Signature()), nil) != "func("+params+") bool" {
			return nil
		}
		return f
	}
	k.is, k.as, k.timeout = predicate("Is", "error"), predicate("As", "any"), predicate("Timeout", "")
	asIface := func(err error) iface { return *(*iface)(unsafe.Pointer(&err)) }
	switch {
	case k.unwrap != nil && many:
		return func(v any) iface { return asIface(errorUs{errorBase{k, v}}) }
	case k.unwrap != nil:
		return func(v any) iface { return asIface(errorU{errorBase{k, v}}) }
	}
	return func(v any) iface { return asIface(errorOnly{errorBase{k, v}}) }
}

func (m *Machine) plainMethod(t *Type, name string) *types.Func {
	if t.Go == nil {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(t.Go, false, nil, name)
	f, _ := obj.(*types.Func)
	return f
}

// plainValue is the value at p as one of the underlying type, without its name.
func (m *Machine) plainValue(t *Type, p unsafe.Pointer) any {
	if t.rep > repNone && t.rep <= repString {
		return reflect.NewAt(t.plain(), p).Elem().Interface()
	}
	return reflect.NewAt(t.rt, p).Elem().Interface()
}
