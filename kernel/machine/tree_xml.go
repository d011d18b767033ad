package machine

import (
	"bytes"
	"encoding/xml"
	"errors"
	"go/types"
	"io"
	"reflect"
	"strings"
	"unsafe"
)

// xmlCodec is the codec of package encoding/xml.
var xmlCodec = &codec{
	name: "xml",
	marshal: []marshalMethod{
		{"MarshalXML", "(*encoding/xml.Encoder, encoding/xml.StartElement)(error)", func(h *hook) any { return xmlHook{h} }},
		{"MarshalText", "()([]byte, error)", func(h *hook) any { return textHook{h} }},
	},
	unmarshal: []unmarshalMethod{
		{"UnmarshalXML", "(*encoding/xml.Decoder, encoding/xml.StartElement)(error)", reflect.TypeFor[rawXML]()},
		{"UnmarshalText", "([]byte)(error)", reflect.TypeFor[rawText]()},
	},
	recursive:   reflect.TypeFor[rawXML](),
	flat:        func(string) bool { return true },
	skip:        func(tag string) bool { return tag == "-" },
	noMaps:      true,
	exportField: exportXMLField,
	importField: importXMLField,
}

// An xmlHook is a value with a method MarshalXML.
type xmlHook struct{ h *hook }

// MarshalXML is xml.Marshaler.
func (x xmlHook) MarshalXML(e *xml.Encoder, start xml.StartElement) (err error) {
	x.h.m.callHook(x.h.v, x.h.f, func(part func(int) unsafe.Pointer) {
		*(**xml.Encoder)(part(0)) = e
		*(*xml.StartElement)(part(1)) = start
	}, func(part func(int) unsafe.Pointer) { err = *(*error)(part(0)) })
	return err
}

// exportXMLField returns the view of a field. Methods for attributes are called during the
// conversion, because the package finds them by the type of the field.
func exportXMLField(b *exportBuilder, t *Type, tag reflect.StructTag, e *exportView) (*exportView, reflect.StructTag) {
	value := tag.Get("xml")
	_, options := tagOptions(value)
	if !hasOption(options, "attr") {
		if name := b.m.xmlElementName(t); name != "" && (value == "" || value[0] == ',') && e.rt == anyType {
			// The package takes the name from the type of the field.
			return e, reflect.StructTag(`xml:"` + name + value + `"`)
		}
		return e, tag
	}
	if b.m.isOpaque(t) {
		return e, tag
	}
	if f, pointer, ok := b.m.methodWith(t, "MarshalXMLAttr", "(encoding/xml.Name)(encoding/xml.Attr, error)"); ok {
		name, _ := tagOptions(value)
		return b.attribute(t, pointer, e, func(x *exporter, recv any) (v any) {
			x.m.callHook(recv, f, func(part func(int) unsafe.Pointer) {
				n := (*xml.Name)(part(0))
				if space, local, ok := strings.Cut(name, " "); ok {
					n.Space, n.Local = space, local
				} else {
					n.Local = name
				}
			}, func(part func(int) unsafe.Pointer) {
				if a := *(*xml.Attr)(part(0)); a.Name.Local != "" {
					v = a
				}
				x.note(*(*error)(part(1)))
			})
			return v
		}), tag
	}
	if f, pointer, ok := b.m.methodWith(t, "MarshalText", "()([]byte, error)"); ok {
		return b.attribute(t, pointer, e, func(x *exporter, recv any) (v any) {
			text, err := (&hook{m: x.m, x: x, t: t, v: recv, f: f}).bytes()
			x.note(err)
			return string(text)
		}), tag
	}
	return e, tag
}

// note keeps the first error.
func (x *exporter) note(err error) {
	if err != nil && x.err == nil {
		x.err = err
	}
}

// attribute is the view of an attribute that is made by a method.
func (b *exportBuilder) attribute(t *Type, pointer bool, plain *exportView, make func(x *exporter, recv any) any) *exportView {
	return &exportView{t, anyType, false, func(x *exporter, p unsafe.Pointer, addressable bool, v reflect.Value) {
		switch {
		case pointer && !addressable:
			v.Set(x.export(x.m.exportView(x.c, t, true), p, false))
		default:
			recv := t.box(p)
			if pointer {
				recv = x.m.pointerAny(t, p)
			}
			if a := make(x, recv); a != nil {
				v.Set(reflect.ValueOf(a))
			}
		}
	}}
}

// xmlElementName returns the element name that a struct type sets by the tag of its field XMLName,
// as it is written in the tag.
func (m *Machine) xmlElementName(t *Type) string {
	if p, ok := t.Go.Underlying().(*types.Pointer); ok {
		t = m.typ(p.Elem())
	}
	u, ok := t.Go.Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	for i := range u.NumFields() {
		if u.Field(i).Name() == "XMLName" {
			name, _ := tagOptions(reflect.StructTag(u.Tag(i)).Get("xml"))
			return name
		}
	}
	return ""
}

// importXMLField is the view of a field for decoding.
func importXMLField(b *importBuilder, t *Type, tag reflect.StructTag, e *importView) (*importView, reflect.StructTag) {
	value := tag.Get("xml")
	_, options := tagOptions(value)
	if !hasOption(options, "attr") {
		if name := b.m.xmlElementName(t); name != "" && (value == "" || value[0] == ',') && e.rt.Kind() != reflect.Struct {
			return e, reflect.StructTag(`xml:"` + name + value + `"`)
		}
		return e, tag
	}
	elem, ptr := t, false
	if p, ok := t.Go.Underlying().(*types.Pointer); ok {
		elem, ptr = b.m.typ(p.Elem()), true
	}
	if b.m.isOpaque(elem) {
		return e, tag
	}
	f, _, ok := b.m.methodWith(elem, "UnmarshalXMLAttr", "(encoding/xml.Attr)(error)")
	if !ok {
		return e, tag
	}
	e = b.undecoded(elem, reflect.TypeFor[rawAttr](), f)
	if ptr {
		e = pointerPlace(t, e)
	}
	return e, tag
}

// A rawXML is elements that are decoded later.
type rawXML struct {
	elements []element
	bind     *binding
}

// An element is the tokens of an element from start to end.
type element struct {
	start  xml.StartElement
	tokens []xml.Token
}

// UnmarshalXML is xml.Unmarshaler.
func (r *rawXML) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	if b := r.bind; b != nil {
		return b.x.m.decodeElement(b.t, b.p, b.f, d, start)
	}
	e := element{start: start.Copy()}
	for depth := 1; depth > 0; {
		t, err := d.Token()
		if err != nil {
			return err
		}
		switch t.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		}
		e.tokens = append(e.tokens, xml.CopyToken(t))
	}
	r.elements = append(r.elements, e)
	return nil
}

func (*rawXML) opaque()             {}
func (r *rawXML) present() bool     { return len(r.elements) > 0 }
func (r *rawXML) to(bind *binding)  { r.bind = bind }
func (r *rawAttr) present() bool    { return r.got }
func (r *rawAttr) to(bind *binding) { r.bind = bind }

func (r *rawXML) decode(x *importer, t *Type, p unsafe.Pointer, f *types.Func) error {
	if f == nil {
		return x.nested(t, p, r)
	}
	for _, e := range r.elements {
		// The decoder must have read the start of the element.
		d := xml.NewTokenDecoder(&replay{tokens: append([]xml.Token{e.start}, e.tokens...)})
		if _, err := d.Token(); err != nil {
			return err
		}
		if err := x.m.decodeElement(t, p, f, d, e.start); err != nil {
			return err
		}
	}
	return nil
}

// decodeElement calls a method UnmarshalXML.
func (m *Machine) decodeElement(t *Type, p unsafe.Pointer, f *types.Func, d *xml.Decoder, start xml.StartElement) (err error) {
	m.callHook(m.pointerAny(t, p), f, func(part func(int) unsafe.Pointer) {
		*(**xml.Decoder)(part(0)) = d
		*(*xml.StartElement)(part(1)) = start
	}, func(part func(int) unsafe.Pointer) { err = *(*error)(part(0)) })
	return err
}

// A replay reads tokens from a list.
type replay struct{ tokens []xml.Token }

func (r *replay) Token() (xml.Token, error) {
	if len(r.tokens) == 0 {
		return nil, io.EOF
	}
	t := r.tokens[0]
	r.tokens = r.tokens[1:]
	return t, nil
}

// A rawAttr is an attribute that is decoded later.
type rawAttr struct {
	a    xml.Attr
	got  bool
	bind *binding
}

// UnmarshalXMLAttr is xml.UnmarshalerAttr.
func (r *rawAttr) UnmarshalXMLAttr(a xml.Attr) error {
	if b := r.bind; b != nil {
		return b.x.m.decodeAttr(b.t, b.p, b.f, a)
	}
	r.a, r.got = a, true
	return nil
}

func (r *rawAttr) decode(x *importer, t *Type, p unsafe.Pointer, f *types.Func) error {
	return x.m.decodeAttr(t, p, f, r.a)
}

func (m *Machine) decodeAttr(t *Type, p unsafe.Pointer, f *types.Func, a xml.Attr) (err error) {
	m.callHook(m.pointerAny(t, p), f,
		func(part func(int) unsafe.Pointer) { *(*xml.Attr)(part(0)) = a },
		func(part func(int) unsafe.Pointer) { err = *(*error)(part(0)) })
	return err
}

func xmlSpecials() {
	specials["encoding/xml.Marshal"] = func(m *Machine, f *Func, q fp) bool {
		*treeResult[[]byte](f, q, 0), *treeResult[error](f, q, 1) = m.marshalXML(*treeArg[any](f, q, 0), func(*xml.Encoder) {})
		return true
	}
	specials["encoding/xml.MarshalIndent"] = func(m *Machine, f *Func, q fp) bool {
		prefix, indent := *treeArg[string](f, q, 1), *treeArg[string](f, q, 2)
		*treeResult[[]byte](f, q, 0), *treeResult[error](f, q, 1) = m.marshalXML(*treeArg[any](f, q, 0), func(e *xml.Encoder) { e.Indent(prefix, indent) })
		return true
	}
	specials["(*encoding/xml.Encoder).Encode"] = func(m *Machine, f *Func, q fp) bool {
		*treeResult[error](f, q, 0) = m.encodeXML(*treeArg[*xml.Encoder](f, q, 0), *treeArg[any](f, q, 1), nil)
		return true
	}
	specials["(*encoding/xml.Encoder).EncodeElement"] = func(m *Machine, f *Func, q fp) bool {
		*treeResult[error](f, q, 0) = m.encodeXML(*treeArg[*xml.Encoder](f, q, 0), *treeArg[any](f, q, 1), treeArg[xml.StartElement](f, q, 2))
		return true
	}
	specials["encoding/xml.Unmarshal"] = func(m *Machine, f *Func, q fp) bool {
		data := *treeArg[[]byte](f, q, 0)
		*treeResult[error](f, q, 0) = m.unmarshalXML(*treeArg[any](f, q, 1), func(v any) error { return xml.Unmarshal(data, v) })
		return true
	}
	specials["(*encoding/xml.Decoder).Decode"] = func(m *Machine, f *Func, q fp) bool {
		d := *treeArg[*xml.Decoder](f, q, 0)
		*treeResult[error](f, q, 0) = m.unmarshalXML(*treeArg[any](f, q, 1), d.Decode)
		return true
	}
	specials["(*encoding/xml.Decoder).DecodeElement"] = func(m *Machine, f *Func, q fp) bool {
		d, start := *treeArg[*xml.Decoder](f, q, 0), *treeArg[*xml.StartElement](f, q, 2)
		*treeResult[error](f, q, 0) = m.unmarshalXML(*treeArg[any](f, q, 1), func(v any) error { return d.DecodeElement(v, start) })
		return true
	}
}

func (m *Machine) marshalXML(v any, set func(*xml.Encoder)) ([]byte, error) {
	var b bytes.Buffer
	e := xml.NewEncoder(&b)
	set(e)
	if err := m.encodeXML(e, v, nil); err != nil {
		return nil, err
	}
	if err := e.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// encodeXML writes a value, as an element with the given start unless that is nil.
func (m *Machine) encodeXML(e *xml.Encoder, v any, start *xml.StartElement) error {
	v = unwrap(v)
	t := m.typeOfValue(v)
	if t == nil || t.Go == nil {
		return encodeElement(e, v, start)
	}
	return m.encodeXMLAt(e, t, t.unbox(v), false, start)
}

func encodeElement(e *xml.Encoder, v any, start *xml.StartElement) error {
	if start != nil {
		return e.EncodeElement(v, *start)
	}
	return e.Encode(v)
}

// encodeXMLAt writes the value of type t at p. The package takes the name of the element from the
// name of the type, which the foreign type does not have.
func (m *Machine) encodeXMLAt(e *xml.Encoder, t *Type, p unsafe.Pointer, addressable bool, start *xml.StartElement) error {
	m.mu.Lock()
	opaque := m.isOpaque(t)
	elem := m.elemType(t)
	m.mu.Unlock()
	if opaque {
		return encodeElement(e, t.valueAt(p).Any, start)
	}
	view := m.exportView(xmlCodec, t, false)
	hooked := view.rt == anyType && !t.isInterface()
	switch u := t.Go.Underlying().(type) {
	case *types.Interface:
		d := t.valueAt(p).Any
		if d == nil {
			return nil
		}
		return m.encodeXML(e, d, start)
	case *types.Pointer:
		q := *(*unsafe.Pointer)(p)
		if q == nil {
			return nil
		}
		return m.encodeXMLAt(e, elem, q, true, start)
	case *types.Slice:
		if elem.size == 1 && elem.rep == repUint8 || hooked {
			break
		}
		s := *(*slice)(p)
		for i := range s.len {
			if err := m.encodeXMLAt(e, elem, unsafe.Add(s.p, uintptr(i)*elem.size), true, start); err != nil {
				return err
			}
		}
		return nil
	case *types.Array:
		if elem.rep == repUint8 || hooked {
			break
		}
		for i := range int(u.Len()) {
			if err := m.encodeXMLAt(e, elem, unsafe.Add(p, uintptr(i)*elem.size), addressable, start); err != nil {
				return err
			}
		}
		return nil
	}
	x := &exporter{m: m, c: xmlCodec}
	n := x.export(view, p, addressable)
	if x.err != nil {
		return x.err
	}
	if start == nil {
		if name, _, _ := strings.Cut(t.typeName(), "["); name != "" && !hasXMLName(n) {
			start = &xml.StartElement{Name: xml.Name{Local: name}}
		}
	}
	if n.CanAddr() && addressable {
		n = n.Addr()
	}
	err := m.namedXMLError(encodeElement(e, n.Interface(), start), t, func(t *Type) reflect.Type { return m.exportView(xmlCodec, t, false).rt })
	if u, ok := err.(*xml.UnsupportedTypeError); ok {
		if u.Type == unsupportedType && x.unsupported != nil {
			u.Type = m.reflectType(x.unsupported)
		} else if u.Type == view.rt {
			u.Type = m.reflectType(t)
		}
	}
	return err
}

// hasXMLName reports whether a foreign struct has the name of its element.
func hasXMLName(v reflect.Value) bool {
	if v.Kind() != reflect.Struct {
		return false
	}
	f, ok := v.Type().FieldByName("XMLName")
	if !ok {
		return false
	}
	if name, _ := tagOptions(f.Tag.Get("xml")); name != "" {
		return true
	}
	fv, err := v.FieldByIndexErr(f.Index)
	if err != nil {
		return false
	}
	n, ok := fv.Interface().(xml.Name)
	return ok && n.Local != ""
}

// unmarshalXML decodes into the value that v points to.
func (m *Machine) unmarshalXML(v any, decode func(any) error) error {
	v = unwrap(v)
	t := m.typeOfValue(v)
	if t == nil || t.Go == nil {
		return decode(v)
	}
	ptr, ok := t.Go.Underlying().(*types.Pointer)
	if !ok {
		return errors.New("non-pointer passed to Unmarshal")
	}
	p := *(*unsafe.Pointer)(t.unbox(v))
	if p == nil {
		return errors.New("nil pointer passed to Unmarshal")
	}
	m.mu.Lock()
	elem := m.typ(ptr.Elem())
	m.mu.Unlock()
	return m.unmarshalXMLAt(elem, p, decode)
}

func (m *Machine) unmarshalXMLAt(t *Type, p unsafe.Pointer, decode func(any) error) error {
	view := m.importView(xmlCodec, t, false)
	named := func(err error) error {
		return m.namedXMLError(err, t, func(t *Type) reflect.Type { return m.importView(xmlCodec, t, false).rt })
	}
	if view.same {
		return named(decode(reflect.NewAt(view.rt, p).Interface()))
	}
	x := &importer{m: m, c: xmlCodec}
	x.nested = func(t *Type, p unsafe.Pointer, input undecoded) error {
		for _, e := range input.(*rawXML).elements {
			d := xml.NewTokenDecoder(&replay{tokens: append([]xml.Token{e.start}, e.tokens...)})
			if err := m.unmarshalXMLAt(t, p, d.Decode); err != nil {
				return err
			}
		}
		return nil
	}
	n := reflect.New(view.rt)
	view.fill(x, p, n.Elem())
	err := decode(n.Interface())
	view.take(x, n.Elem(), p)
	if err == nil {
		err = x.err
	}
	return named(err)
}

// namedXMLError is an error of package xml about the tags of structs, with the names of the cell's
// types instead of the types that replace them in the package, which view returns. The types are t
// and those of its parts.
func (m *Machine) namedXMLError(err error, t *Type, view func(*Type) reflect.Type) error {
	tags, isTags := err.(*xml.TagPathError)
	_, isType := err.(*xml.UnsupportedTypeError)
	if err == nil || isType || !isTags && !strings.Contains(err.Error(), "struct {") {
		return err
	}
	var names []string
	seen := make(map[*Type]bool)
	var visit func(*Type)
	visit = func(t *Type) {
		if seen[t] || t.Go == nil || !t.own {
			return
		}
		seen[t] = true
		switch u := t.Go.Underlying().(type) {
		case *types.Pointer, *types.Slice, *types.Array:
			m.mu.Lock()
			elem := m.elemType(t)
			m.mu.Unlock()
			visit(elem)
		case *types.Struct:
			rt := view(t)
			names = append(names, rt.String(), t.String())
			if isTags && tags.Struct == rt {
				tags.Struct = m.reflectType(t)
				tags.Tag1, tags.Tag2 = m.fieldTag(t, tags.Field1, tags.Tag1), m.fieldTag(t, tags.Field2, tags.Tag2)
			}
			for f := range u.Fields() {
				m.mu.Lock()
				part := m.typ(f.Type())
				m.mu.Unlock()
				visit(part)
			}
		}
	}
	visit(t)
	if isTags {
		return err
	}
	if text := strings.NewReplacer(names...).Replace(err.Error()); text != err.Error() {
		return errors.New(text)
	}
	return err
}

// fieldTag is the tag that a field of t has, and other if there is no such field.
func (m *Machine) fieldTag(t *Type, name, other string) string {
	if u, ok := t.Go.Underlying().(*types.Struct); ok {
		for i := range u.NumFields() {
			if u.Field(i).Name() == name {
				return reflect.StructTag(u.Tag(i)).Get("xml")
			}
		}
	}
	return other
}

// MarshalXML encodes a value of a cell that compiled code passes to encoding/xml.
func (p printed) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	return p.m.encodeXML(e, p.v, &start)
}
