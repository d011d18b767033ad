// SPDX-License-Identifier: BSD-3-Clause

// Values without optional methods.
//
// A value that has no picture is described by its parts: an image becomes a PNG file, a list of
// structs or maps a table, a list of lists a grid, a map a table of its entries. The text of a
// short value is what package fmt prints, on one line; a long list is shortened, and if there is a
// table, a long text is replaced by that table in aligned columns.

package display

import (
	"cmp"
	"fmt"
	"html"
	"image"
	"math/big"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"polka/internal/plural"
	"polka/internal/table"
	"polka/kernel/display/internal/paint"
)

// Limits for a value described by its parts.
const (
	maxLine     = 80      // characters of the text of a value that also has a table
	maxElements = 200     // elements of a list before its text is shortened
	shortened   = 100     // elements of a list with a shortened text
	maxRows     = 60      // of a table, without scrolling
	maxScrolled = 500     // of a table in a page, which then scrolls,
	maxFields   = 6000    // and fields of these rows
	maxColumns  = 40      // of a table
	maxField    = 120     // characters of one field of a table
	maxBytes    = 256     // of binary data
	maxPixels   = 1 << 24 // of an image that is shown
	maxErrors   = 30      // of a tree of errors
)

// Parts are what a value consists of.
type Parts struct {
	Kind  reflect.Kind    // Invalid for nil
	Type  string          // as %T prints it
	Text  bool            // it has a method Error, String or Format
	Len   int             // elements, entries of a map, or fields; 1 for what a pointer points to
	Cap   int             // of a channel
	Name  string          // of a function, if Parts of a Renderer knows it
	Names []string        // of the fields of a struct
	At    func(i int) any // a part
	Key   func(i int) any // the key of an entry of a map; the keys are sorted
}

// parts returns the parts of v.
func (r Renderer) parts(v any) Parts {
	if r.Parts != nil {
		if p, ok := r.Parts(v); ok {
			return p
		}
	}
	x := reflect.ValueOf(v)
	if !x.IsValid() {
		return Parts{}
	}
	p := Parts{Kind: x.Kind(), Type: x.Type().String()}
	switch v.(type) {
	case error, fmt.Stringer, fmt.Formatter:
		p.Text = true
	}
	switch x.Kind() {
	case reflect.Slice, reflect.Array:
		p.Len = x.Len()
		p.At = func(i int) any { return x.Index(i).Interface() }
	case reflect.Pointer:
		if !x.IsNil() {
			p.Len = 1
			p.At = func(int) any { return x.Elem().Interface() }
		}
	case reflect.Chan:
		p.Len, p.Cap = x.Len(), x.Cap()
	case reflect.Struct:
		var fields []int
		for i := range x.NumField() {
			if f := x.Type().Field(i); f.IsExported() {
				fields, p.Names = append(fields, i), append(p.Names, f.Name)
			}
		}
		p.Len = len(fields)
		p.At = func(i int) any { return x.Field(fields[i]).Interface() }
	case reflect.Map:
		keys := x.MapKeys()
		slices.SortFunc(keys, compareKeys)
		p.Len = len(keys)
		p.Key = func(i int) any { return keys[i].Interface() }
		p.At = func(i int) any { return x.MapIndex(keys[i]).Interface() }
	}
	return p
}

// compareKeys orders the keys of a map as package fmt does if they are numbers or strings.
func compareKeys(a, b reflect.Value) int {
	switch {
	case a.CanInt() && b.CanInt():
		return cmp.Compare(a.Int(), b.Int())
	case a.CanUint() && b.CanUint():
		return cmp.Compare(a.Uint(), b.Uint())
	case a.CanFloat() && b.CanFloat():
		return cmp.Compare(a.Float(), b.Float())
	}
	return strings.Compare(fmt.Sprint(a), fmt.Sprint(b))
}

// describe adds the text, if there is none, and the HTML to the bundle of a value without a
// picture.
func (r Renderer) describe(b *Bundle, v any) {
	defer func() {
		if recover() != nil { // from a method of the value
			delete(b.Data, HTMLType)
		}
	}()
	if isNil(v) && reflect.ValueOf(v).Kind() != reflect.Chan {
		return
	}
	if err, ok := v.(error); ok {
		b.Data[HTMLType] = []byte(r.errorHTML(err))
		return
	}
	if b.Data[TextType] != nil {
		return
	}
	p := r.parts(v)
	text, page := "", ""
	switch p.Kind {
	case reflect.Func:
		text = function(v, p)
	case reflect.Chan:
		text = fmt.Sprintf("%s, length %d, capacity %d", p.Type, p.Len, p.Cap)
		if isNil(v) {
			text = p.Type + ", nil"
		}
	case reflect.Struct:
		switch v := v.(type) {
		case big.Int:
			text = v.String()
		case big.Rat:
			text = v.String()
		case big.Float:
			text = v.String()
		default:
			if p.Text || utf8.RuneCountInString(plain(v)) <= maxLine {
				break
			}
			if t, ok := r.record(p); ok {
				page, text = t.HTML(), t.Text()
			}
		}
	case reflect.Slice, reflect.Array, reflect.Map:
		if p.Len == 0 || p.Text {
			break
		}
		if data, ok := v.([]byte); ok {
			text = bytesText(data)
			break
		}
		text = r.list(v, p)
		t, ok := r.table(p)
		if !ok && p.Kind != reflect.Map {
			t, ok = r.matrix(p)
		}
		if ok && (p.Kind != reflect.Map || utf8.RuneCountInString(text) > maxLine) {
			page = t.HTML()
			if len(t.Rows) > maxRows {
				page = scrolling + page + `</div>`
			}
			if more := rest(p.Len, len(t.Rows), "row"); more != "" {
				page += `<div style="opacity:.7">` + more + `</div>`
			}
			if utf8.RuneCountInString(text) > maxLine {
				t.Rows = t.Rows[:min(len(t.Rows), maxRows)]
				text = t.Text()
				if more := rest(p.Len, len(t.Rows), "row"); more != "" {
					text += "\n" + more
				}
			}
		}
	}
	if text != "" {
		b.Data[TextType] = []byte(clip(text))
	}
	if page != "" {
		b.Data[HTMLType] = []byte(page)
	}
}

// scrolling begins a table in a box of its own, in which its head stays visible.
const scrolling = `<style>.plk-scroll{max-height:32em;overflow:auto}.plk-scroll th{position:sticky;top:0;` +
	`background:var(--jp-layout-color0,Canvas)}@media print{.plk-scroll{max-height:none}}</style>` + "\n" + `<div class="plk-scroll">`

// rest says how many of n things are not shown, or "" if all are.
func rest(n, shown int, noun string) string {
	if shown >= n {
		return ""
	}
	return fmt.Sprintf("… %d more, %s in all", n-shown, plural.Count(n, noun))
}

// list returns a list or a map as package fmt prints it, shortened if it is long.
func (r Renderer) list(v any, p Parts) string {
	pointers := p.Kind != reflect.Map && r.parts(p.At(0)).Kind == reflect.Pointer
	if p.Len <= maxElements && !pointers {
		return plain(v)
	}
	n := p.Len
	if n > maxElements {
		n = shortened
	}
	var b strings.Builder
	if p.Kind == reflect.Map {
		b.WriteString("map")
	}
	b.WriteByte('[')
	for i := range n {
		if i > 0 {
			b.WriteByte(' ')
		}
		if b.Len() > maxPlain {
			n = i
			break
		}
		if p.Kind == reflect.Map {
			fmt.Fprintf(&b, "%+v:", p.Key(i))
		}
		fmt.Fprintf(&b, "%+v", p.At(i))
	}
	if n < p.Len {
		fmt.Fprintf(&b, " … %d more, %d in all", p.Len-n, p.Len)
	}
	b.WriteByte(']')
	return b.String()
}

// follow returns what v points to, or v itself if it is not a pointer.
func (r Renderer) follow(v any) (any, Parts) {
	p := r.parts(v)
	if p.Kind == reflect.Pointer && !p.Text && p.Len == 1 {
		v = p.At(0)
		p = r.parts(v)
	}
	return v, p
}

// matrix returns a list of lists of numbers, strings or booleans as a grid.
func (r Renderer) matrix(p Parts) (t table.Table, ok bool) {
	width := 0
	for k := range min(p.Len, maxRows) {
		e := r.parts(p.At(k))
		if e.Kind != reflect.Slice && e.Kind != reflect.Array || e.Text {
			return t, false
		}
		var row []string
		for i := range min(e.Len, maxColumns) {
			v := e.At(i)
			x := r.parts(v)
			switch x.Kind {
			case reflect.Uint8: // more likely text than numbers
				return t, false
			case reflect.String, reflect.Bool:
			default:
				if !isNumber(x.Kind) {
					return t, false
				}
			}
			text, number := r.field(v, true)
			for len(t.Right) <= i {
				t.Right = append(t.Right, true)
			}
			t.Right[i] = t.Right[i] && number
			row = append(row, text)
		}
		if e.Len > maxColumns {
			row = append(row, fmt.Sprintf("… %d more", e.Len-maxColumns))
		}
		width = max(width, len(row))
		t.Rows = append(t.Rows, row)
	}
	for i, row := range t.Rows {
		t.Rows[i] = append(row, make([]string, width-len(row))...)
	}
	return t, width > 0
}

func isNumber(k reflect.Kind) bool { return reflect.Int <= k && k <= reflect.Complex128 }

// field returns the text of a field of a table, and whether it is a number. If round is set, a
// float is rounded to six digits.
func (r Renderer) field(v any, round bool) (text string, number bool) {
	p := r.parts(v)
	switch {
	case v == nil:
		return "", false
	case round && !p.Text && (p.Kind == reflect.Float64 || p.Kind == reflect.Float32):
		text = fmt.Sprintf("%.6g", v)
	case p.Kind == reflect.Func || p.Kind == reflect.Chan:
		text = p.Type
	default:
		if x, ok := v.(time.Time); ok {
			v = x.Round(0)
		}
		if data, ok := v.([]byte); ok {
			text = bytesText(data)
		} else {
			text = fmt.Sprintf("%+v", v)
		}
	}
	if strings.ContainsFunc(text, unicode.IsControl) {
		text = strconv.Quote(text)
	}
	if utf8.RuneCountInString(text) > maxField {
		text = string([]rune(text)[:maxField]) + "…"
	}
	return text, isNumber(p.Kind)
}

// bytesText returns a slice of bytes, quoted if all of it is printable and otherwise in
// hexadecimal.
func bytesText(data []byte) string {
	text := string(data)
	if utf8.ValidString(text) && !strings.ContainsFunc(text, func(c rune) bool { return !unicode.IsPrint(c) && !strings.ContainsRune("\t\n\r", c) }) {
		return "[]byte(" + strconv.Quote(text) + ")"
	}
	more := ""
	if len(data) > maxBytes {
		data, more = data[:maxBytes], " …"
	}
	return fmt.Sprintf("[]byte of length %d: % x%s", len(text), data, more)
}

// function returns the name and the signature of a function; a function literal has no name.
func function(v any, p Parts) string {
	name := p.Name
	if x := reflect.ValueOf(v); name == "" && x.Kind() == reflect.Func {
		if f := runtime.FuncForPC(x.Pointer()); f != nil {
			path := f.Name()
			name = strings.TrimSuffix(path[strings.LastIndexByte(path, '/')+1:], "-fm")
			if strings.Contains(name, ".func") || strings.HasPrefix(name, "reflect.") || strings.HasPrefix(path, "polka/kernel/machine") {
				name = ""
			}
		}
	}
	if name == "" {
		return p.Type
	}
	return "func " + name + strings.TrimPrefix(p.Type, "func")
}

// picturePNG returns an image as a PNG file and as text.
func picturePNG(x image.Image) (file []byte, text string) {
	size := x.Bounds().Size()
	text = fmt.Sprintf("%T, %d × %d pixels", x, size.X, size.Y)
	if size.X <= 0 || size.Y <= 0 || size.X > maxPixels/size.Y {
		return nil, text
	}
	return paint.File(x), text
}

// errorHTML returns an error in red, with the errors that it wraps.
func (r Renderer) errorHTML(err error) string {
	var b strings.Builder
	n := 0
	var write func(err error, tag string)
	write = func(err error, tag string) {
		if n++; n > maxErrors || err == nil {
			return
		}
		var wrapped []error
		switch x := err.(type) {
		case interface{ Unwrap() error }:
			wrapped = []error{x.Unwrap()}
		case interface{ Unwrap() []error }:
			wrapped = x.Unwrap()
		}
		wrapped = slices.DeleteFunc(slices.Clone(wrapped), func(e error) bool { return e == nil })
		fmt.Fprintf(&b, `<%s><span style="color:#e03131;white-space:pre-wrap">%s</span>`, tag, html.EscapeString(clip(err.Error())))
		if kind := r.parts(err).Type; !strings.HasPrefix(kind, "*errors.") && !strings.HasPrefix(kind, "*fmt.") {
			fmt.Fprintf(&b, ` <code style="opacity:.7">%s</code>`, html.EscapeString(kind))
		}
		if len(wrapped) > 0 {
			b.WriteString(`<ul style="margin:2px 0">`)
			for _, e := range wrapped {
				write(e, "li")
			}
			b.WriteString(`</ul>`)
		}
		b.WriteString("</" + tag + ">")
	}
	write(err, "div")
	return b.String()
}
