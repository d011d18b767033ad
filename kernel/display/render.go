// SPDX-License-Identifier: BSD-3-Clause

package display

import (
	"encoding/json"
	"fmt"
	"image"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// The optional methods, as interfaces. The package comment has the table.
type (
	MIMEBundler interface{ MIMEBundle() map[string]any }
	HTMLer      interface{ HTML() string }
	SVGer       interface{ SVG() string }
	Markdowner  interface{ Markdown() string }
	LaTeXer     interface{ LaTeX() string }
	PNGer       interface{ PNG() []byte }
	JSONer      interface{ JSON() []byte }
)

// Limits for one value.
const (
	maxPlain   = 20_000 // bytes of text/plain made by this package
	maxGallery = 60     // pictures of a gallery made by this package
)

// A Renderer converts values to Bundles. The zero value uses only the optional methods.
type Renderer struct {
	// Picture returns a value with optional methods that is shown instead of v, or v itself, or nil
	// if it has no picture of v. It may also return a Bundle, which is complete: of the methods of
	// v only Error and String are called, if it has no text/plain. Picture may be nil.
	Picture func(v any) any
	// Live, if not nil, replaces Picture for what an Output shows. It may leave out the media types
	// that take long to make, as only frontends with widgets show Outputs.
	Live func(v any) any
	// Registry has functions that show values of types without optional methods; they precede
	// Picture, and those of the package's function Register. It may be nil.
	Registry *Registry
	// Parts returns the parts of values that package reflect cannot see, such as those of
	// interpreted types, and false for all others. It may be nil.
	Parts func(v any) (p Parts, ok bool)
	// Bundle returns the bundle of a value that is more than a picture, as a widget is, and false
	// for all others. It may be nil.
	Bundle func(v any) (b Bundle, ok bool)
	// Finish changes what Render returns. It may be nil.
	Finish func(b Bundle) Bundle
}

// Render returns v in all its media types, always including text/plain. It never panics. Its cost
// is that of the value's methods.
func (r Renderer) Render(v any) Bundle {
	return r.renderIn(v, nil, nil)
}

// A Method is a method that reflection cannot see, such as a method of an interpreted type: its
// name in the table of the package comment, and the function.
type Method struct {
	Name string
	Func any
}

// RenderMethods is Render for a value with additional methods, which have precedence over its own.
func (r Renderer) RenderMethods(v any, methods ...Method) Bundle {
	return r.renderIn(v, methods, nil)
}

// renderIn is RenderMethods for what registered functions have returned for values of the types of
// the chain.
func (r Renderer) renderIn(v any, methods []Method, chain []reflect.Type) Bundle {
	b := r.renderPlain(v, methods, chain)
	if r.Finish != nil {
		b = r.Finish(b)
	}
	return b
}

// renderPlain is renderIn without Finish.
func (r Renderer) renderPlain(v any, methods []Method, chain []reflect.Type) Bundle {
	if t, ok := v.(time.Time); ok {
		v = t.Round(0) // without the reading of the monotonic clock
	}
	if r.Bundle != nil && !isNil(v) {
		if b, ok := r.Bundle(v); ok {
			return b
		}
	}
	b := r.drawingTo(v, methods, chain, maxNested)
	if len(b.Data) == 0 || len(b.Data) == 1 && b.Data[TextType] != nil {
		r.describe(&b, v)
	}
	if b.Data[TextType] == nil {
		b.Data[TextType] = []byte(plain(v))
	}
	b.trusted()
	return b
}

// maxNested is how deep lists in lists are looked into for pictures. A list may contain itself.
const maxNested = 3

// drawingTo returns the parts of a value that has optional methods or a registered function, or
// that Picture or a gallery draws.
func (r Renderer) drawingTo(v any, methods []Method, chain []reflect.Type, depth int) Bundle {
	b := Bundle{Data: map[string][]byte{}}
	own := false
	for _, m := range methods {
		b.call(m.Name, m.Func)
		own = own || partOf[m.Name] != TextType
	}
	if !own && r.registered(&b, v, chain) {
		return b
	}
	var p any
	if r.Picture != nil && !isNil(v) {
		p = r.picture(v)
	}
	if complete, ok := p.(Bundle); ok {
		maps.Copy(b.Data, complete.Data)
		b.Metadata = complete.Metadata
		b.callText(v)
		return b
	}
	b.callAll(v)
	if p != nil {
		b.callAll(p)
	}
	if len(b.Data) == 0 && depth > 0 {
		b = r.gallery(v, depth-1)
	}
	return b
}

func (r Renderer) picture(v any) (p any) {
	defer func() {
		if recover() != nil {
			p = nil
		}
	}()
	return r.Picture(v)
}

// callAll calls the methods of v for all parts that the bundle does not have.
func (b *Bundle) callAll(v any) {
	if isNil(v) {
		return
	}
	if v, ok := v.(MIMEBundler); ok {
		b.call("MIMEBundle", v.MIMEBundle)
	}
	if v, ok := v.(HTMLer); ok {
		b.call("HTML", v.HTML)
	}
	if v, ok := v.(SVGer); ok {
		b.call("SVG", v.SVG)
	}
	if v, ok := v.(Markdowner); ok {
		b.call("Markdown", v.Markdown)
	}
	if v, ok := v.(LaTeXer); ok {
		b.call("LaTeX", v.LaTeX)
	}
	if v, ok := v.(PNGer); ok {
		b.call("PNG", v.PNG)
	}
	if v, ok := v.(JSONer); ok {
		b.call("JSON", v.JSON)
	}
	if v, ok := v.(image.Image); ok {
		b.image(v)
	}
	b.known(v)
	b.callText(v)
}

// callText asks v for its text, unless the bundle has one.
func (b *Bundle) callText(v any) {
	if v, ok := v.(error); ok {
		b.call("Error", v.Error)
	}
	if v, ok := v.(fmt.Stringer); ok {
		b.call("String", v.String)
	}
}

// image adds an image as a PNG file, unless the bundle has one.
func (b *Bundle) image(v image.Image) {
	defer func() {
		if e := recover(); e != nil && b.Data[TextType] == nil {
			b.Data[TextType] = fmt.Appendf(nil, "%T, whose drawing panicked: %v", v, e)
		}
	}()
	if b.Data[PNGType] != nil {
		return
	}
	file, text := picturePNG(v)
	if file != nil {
		b.Data[PNGType] = file
	}
	if _, ok := v.(fmt.Stringer); !ok && b.Data[TextType] == nil {
		b.Data[TextType] = []byte(text)
	}
}

// partOf maps the name of an optional method to the media type of its part.
var partOf = map[string]string{
	"HTML": HTMLType, "SVG": SVGType, "Markdown": MarkdownType, "LaTeX": LaTeXType,
	"PNG": PNGType, "JSON": JSONType, "Error": TextType, "String": TextType,
}

// call calls an optional method and adds its part, unless the bundle already has that part.
func (b *Bundle) call(name string, f any) {
	defer func() {
		if e := recover(); e != nil && b.Data[TextType] == nil {
			b.Data[TextType] = fmt.Appendf(nil, "%s panicked: %v", name, e)
		}
	}()
	if name == "MIMEBundle" {
		if f, ok := f.(func() map[string]any); ok {
			b.take(f())
		}
		return
	}
	t := partOf[name]
	if t == "" || b.Data[t] != nil {
		return
	}
	switch f := f.(type) {
	case func() string:
		b.Data[t] = []byte(f())
	case func() []byte:
		if p := f(); p != nil {
			b.Data[t] = p
		}
	}
}

// take copies the parts of a MIMEBundle: strings and bytes unchanged, anything else as JSON.
func (b *Bundle) take(parts map[string]any) {
	for t, v := range parts {
		switch v := v.(type) {
		case string:
			b.Data[t] = []byte(v)
		case []byte:
			b.Data[t] = v
		case json.RawMessage:
			b.Data[t] = v
		default:
			if j, err := json.Marshal(v); err == nil {
				b.Data[t] = j
			}
		}
	}
}

// gallery shows the elements of a slice or array side by side if each of them has a picture.
func (r Renderer) gallery(v any, depth int) Bundle {
	none := Bundle{Data: map[string][]byte{}}
	rv := reflect.ValueOf(v)
	if k := rv.Kind(); k != reflect.Slice && k != reflect.Array || rv.Len() == 0 || !r.drawable(rv.Type().Elem()) {
		return none
	}
	var list []Bundle
	var text []string
	for i := range min(rv.Len(), maxGallery) {
		if !rv.Index(i).CanInterface() {
			return none
		}
		x := rv.Index(i).Interface()
		b := r.drawingTo(x, nil, nil, depth)
		if !b.drawn() {
			return none
		}
		if b.Data[TextType] == nil {
			b.Data[TextType] = []byte(plain(x))
		}
		list, text = append(list, b), append(text, b.Plain())
	}
	if n := len(list); n < rv.Len() {
		more := fmt.Sprintf("%d of %d", n, rv.Len())
		text = append(text, more)
		list = append(list, Bundle{Data: map[string][]byte{HTMLType: []byte(`<div style="opacity:.7">` + more + `</div>`)}})
	}
	return Row(list, strings.Join(text, "\n"))
}

// drawn reports whether the bundle has HTML, SVG or PNG.
func (b Bundle) drawn() bool {
	return b.Data[HTMLType] != nil || b.Data[SVGType] != nil || b.Data[PNGType] != nil
}

// drawable excludes the element types that never have a picture, so that a long slice of numbers
// costs nothing.
func (r Renderer) drawable(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface, reflect.Struct, reflect.Pointer, reflect.Slice, reflect.Map:
		return true
	}
	return t.NumMethod() > 0 || slices.ContainsFunc(r.registries(), func(g *Registry) bool { return g.has(t) })
}

// plain returns a value as package fmt prints it. A string is quoted unless it has several lines.
func plain(v any) (s string) {
	defer func() {
		if e := recover(); e != nil {
			s = fmt.Sprintf("%T, whose printing panicked: %v", v, e)
		}
	}()
	switch v := v.(type) {
	case nil:
		return "nil"
	case string:
		if !strings.Contains(v, "\n") {
			return clip(strconv.Quote(v))
		}
		return clip(v)
	}
	if endless(reflect.ValueOf(v), 0) {
		return fmt.Sprintf("%T, which contains itself", v)
	}
	return clip(fmt.Sprintf("%+v", v))
}

// maxDepth is how deep slices, maps and interface values are nested in a value that package fmt
// prints. It would print one that contains itself without end.
const maxDepth = 500

// endless reports whether package fmt would print v without end, or very deep.
func endless(v reflect.Value, depth int) bool {
	if depth > maxDepth {
		return true
	}
	switch v.Kind() {
	case reflect.Interface:
		return !v.IsNil() && endless(v.Elem(), depth+1)
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if !mayHold(v.Type().Elem()) {
				break
			}
			if endless(v.Index(i), depth+1) {
				return true
			}
		}
	case reflect.Map:
		for i := v.MapRange(); mayHold(v.Type().Elem()) && i.Next(); {
			if endless(i.Value(), depth+1) {
				return true
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if endless(v.Field(i), depth+1) {
				return true
			}
		}
	}
	return false
}

// mayHold reports whether an element of the type can hold the list that it is in.
func mayHold(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface, reflect.Slice, reflect.Array, reflect.Map, reflect.Struct:
		return true
	}
	return false
}

// clip truncates s to maxPlain bytes, at a rune boundary, with a note.
func clip(s string) string {
	if len(s) <= maxPlain {
		return s
	}
	n := maxPlain
	for !utf8.RuneStart(s[n]) {
		n--
	}
	return fmt.Sprintf("%s… (%d bytes in all)", s[:n], len(s))
}

func isNil(v any) bool {
	rv := reflect.ValueOf(v)
	switch rv.Kind() {
	case reflect.Invalid:
		return true
	case reflect.Pointer, reflect.Map, reflect.Slice, reflect.Func, reflect.Interface, reflect.Chan:
		return rv.IsNil()
	}
	return false
}
