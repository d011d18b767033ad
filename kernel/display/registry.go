// SPDX-License-Identifier: BSD-3-Clause

// Displays of types whose methods cannot be changed.
//
// A registry maps a type to a function that returns something to show in place of its values. The
// type is that of the function's parameter. For a value, the function of its own type is used, then
// that of the type that it points to, and then the one that was registered last for an interface
// which the value implements. A session has a registry of its own, which is looked at first; the
// program has another, to which compiled packages add when they are initialized.
//
// What a function returns is shown like any other value, so it may have a registered type too. A
// chain of such types ends after maxChain of them, or where it returns to a type.

package display

import (
	"bytes"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sync"
)

// maxChain is how many registered functions are called for one value.
const maxChain = 8

// A Registry has functions that show values of types of other packages. The zero value is empty.
// Its methods may be called by several goroutines.
type Registry struct {
	mu         sync.RWMutex
	exact      map[reflect.Type]reflect.Value
	interfaces []reflect.Value // the last one registered is the first
}

// program is the registry of all sessions of the program.
var program Registry

// Register makes f show the values of a type: a function with one parameter, of this type, and one
// result, which is shown instead of the value. The parameter may be an interface type, for all
// types that implement it. The result may be of any type that has a picture itself, such as HTML,
// SVG, Bundle, or image.Image; a string is shown as text, and a []byte with a PNG, JPEG, GIF or SVG
// file as a picture. Its text, if it has a method for it, is that of the value. If the result is
// nil, the value is shown as if f did not exist.
//
// Methods of the value that the package comment lists, except Error and String, precede f. A
// function for the same type replaces f. In a cell, the function is forgotten when the session
// ends. Register panics if f is not such a function.
//
//	display.Register(func(p *plot.Plot) any { ... })
func Register(f any) { program.Register(f) }

// Register adds a function to the registry, or replaces the one for the same type. It panics if f
// is not a function with one parameter and one result.
func (r *Registry) Register(f any) {
	v := reflect.ValueOf(f)
	if v.Kind() != reflect.Func || v.IsNil() || v.Type().IsVariadic() || v.Type().NumIn() != 1 || v.Type().NumOut() != 1 {
		panic(fmt.Sprintf("display.Register: expected a function with one parameter and one result, such as func(*plot.Plot) any, not %T", f))
	}
	in := v.Type().In(0)
	r.mu.Lock()
	defer r.mu.Unlock()
	if in.Kind() == reflect.Interface {
		r.interfaces = slices.DeleteFunc(r.interfaces, func(g reflect.Value) bool { return g.Type().In(0) == in })
		r.interfaces = slices.Insert(r.interfaces, 0, v)
		return
	}
	if r.exact == nil {
		r.exact = make(map[reflect.Type]reflect.Value)
	}
	r.exact[in] = v
}

// find returns the function for v and its argument.
func (r *Registry) find(v any) (f, arg reflect.Value, ok bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if len(r.exact) == 0 && len(r.interfaces) == 0 {
		return f, arg, false
	}
	arg = reflect.ValueOf(v)
	if f, ok = r.exact[arg.Type()]; ok {
		return f, arg, true
	}
	if arg.Kind() == reflect.Pointer && !arg.IsNil() {
		if f, ok = r.exact[arg.Type().Elem()]; ok {
			return f, arg.Elem(), true
		}
	}
	for _, f := range r.interfaces {
		if arg.Type().Implements(f.Type().In(0)) {
			return f, arg, true
		}
	}
	return f, arg, false
}

// has reports whether there is a function for a type, or for an interface that it implements.
func (r *Registry) has(t reflect.Type) bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.exact[t].IsValid() || slices.ContainsFunc(r.interfaces, func(f reflect.Value) bool { return t.Implements(f.Type().In(0)) })
}

// registries returns the registries that apply, in order.
func (r Renderer) registries() []*Registry {
	if r.Registry == nil {
		return []*Registry{&program}
	}
	return []*Registry{r.Registry, &program}
}

// registered adds the parts of what a registered function returns for v. It reports false if there
// is no such function, or if it has nothing to show.
func (r Renderer) registered(b *Bundle, v any, chain []reflect.Type) (ok bool) {
	t := reflect.TypeOf(v)
	if t == nil || len(chain) == maxChain || slices.Contains(chain, t) || hasDrawing(v) {
		return false
	}
	defer func() {
		if e := recover(); e != nil {
			if b.Data[TextType] == nil {
				b.Data[TextType] = fmt.Appendf(nil, "the function registered for %v panicked: %v", t, e)
			}
			ok = true
		}
	}()
	for _, g := range r.registries() {
		f, arg, found := g.find(v)
		if !found {
			continue
		}
		x := f.Call([]reflect.Value{arg})[0].Interface()
		if isNil(x) {
			continue
		}
		r.addShown(b, v, shown(x), append(slices.Clone(chain), t))
		return true
	}
	return false
}

// addShown adds the parts of x, which is shown in place of v. The text is that of x, if it is a
// Bundle or has a method for it, and else that of a method of v.
func (r Renderer) addShown(b *Bundle, v, x any, chain []reflect.Type) {
	part, ok := x.(Bundle)
	switch x.(type) {
	case error, fmt.Stringer:
		delete(b.Data, TextType)
	default:
		if ok && part.Data[TextType] != nil {
			delete(b.Data, TextType)
		} else {
			b.callText(v)
		}
	}
	if !ok {
		part = r.renderIn(x, nil, chain)
	}
	for t, data := range part.Data {
		if b.Data[t] == nil {
			b.Data[t] = data
		}
	}
	if b.Metadata == nil {
		b.Metadata = maps.Clone(part.Metadata)
	}
}

// shown returns the result of a registered function with a type that says what it is, if it is text
// or a file.
func shown(x any) any {
	switch x := x.(type) {
	case string:
		return Text(x)
	case []byte:
		file := bytes.TrimSpace(x)
		one := func(kind string) Bundle {
			return Bundle{Data: map[string][]byte{kind: x, TextType: []byte("picture")}}
		}
		switch {
		case bytes.HasPrefix(x, []byte("\x89PNG\r\n\x1a\n")):
			return PNG(x)
		case bytes.HasPrefix(x, []byte("\xff\xd8\xff")):
			return one("image/jpeg")
		case bytes.HasPrefix(x, []byte("GIF8")):
			return one("image/gif")
		case bytes.HasPrefix(file, []byte("<svg")), bytes.HasPrefix(file, []byte("<?xml")) && isDocument(file):
			return one(SVGType)
		}
	}
	return x
}

// hasDrawing reports whether v has one of the optional methods that return more than its text.
func hasDrawing(v any) bool {
	switch v.(type) {
	case MIMEBundler, HTMLer, SVGer, Markdowner, LaTeXer, PNGer, JSONer:
		return true
	}
	return false
}
