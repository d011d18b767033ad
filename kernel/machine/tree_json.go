package machine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/types"
	"reflect"
	"strings"
	"unsafe"
)

// jsonCodec is the codec of package encoding/json.
var jsonCodec = &codec{
	name: "json",
	marshal: []marshalMethod{
		{"MarshalJSON", "()([]byte, error)", func(h *hook) any { return jsonHook{h} }},
		{"MarshalText", "()([]byte, error)", func(h *hook) any { return textHook{h} }},
	},
	unmarshal: []unmarshalMethod{
		{"UnmarshalJSON", "([]byte)(error)", reflect.TypeFor[rawJSON]()},
		{"UnmarshalText", "([]byte)(error)", reflect.TypeFor[rawText]()},
	},
	recursive: reflect.TypeFor[rawJSON](),
	flat: func(tag string) bool {
		name, _ := tagOptions(tag)
		return !validJSONName(name)
	},
	skip:    func(tag string) bool { return tag == "-" },
	keyText: true,
}

// validJSONName reports whether encoding/json accepts the name in a tag.
func validJSONName(s string) bool {
	if s == "" {
		return false
	}
	for _, c := range s {
		if strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", c) {
			continue
		}
		if c < 0x80 && !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9') {
			return false
		}
	}
	return true
}

// A jsonHook is a value with a method MarshalJSON.
type jsonHook struct{ h *hook }

// MarshalJSON is json.Marshaler.
func (j jsonHook) MarshalJSON() ([]byte, error) { return j.h.bytes() }

// A textHook is a value with a method MarshalText.
type textHook struct{ h *hook }

// MarshalText is encoding.TextMarshaler.
func (t textHook) MarshalText() ([]byte, error) {
	if t.h == nil {
		return nil, nil
	}
	return t.h.bytes()
}

// bytes calls a method with results of types []byte and error.
func (h *hook) bytes() (b []byte, err error) {
	if h.x != nil {
		h.x.hooked = h
	}
	h.m.callHook(h.v, h.f, nil, func(part func(int) unsafe.Pointer) {
		b, err = *(*[]byte)(part(0)), *(*error)(part(1))
	})
	return b, err
}

// A rawJSON is JSON that is decoded later.
type rawJSON struct {
	b    []byte
	at   uintptr // its offset in the data of the decoder
	got  bool
	bind *binding
}

// UnmarshalJSON is json.Unmarshaler.
func (r *rawJSON) UnmarshalJSON(b []byte) error {
	if r.bind != nil {
		return r.bind.x.m.decodeBytes(r.bind.t, r.bind.p, r.bind.f, b)
	}
	r.b, r.at, r.got = bytes.Clone(b), uintptr(unsafe.Pointer(unsafe.SliceData(b))), true
	return nil
}

func (*rawJSON) opaque()            {}
func (r *rawJSON) to(bind *binding) { r.bind = bind }
func (r *rawJSON) present() bool    { return r.got }

func (r *rawJSON) decode(x *importer, t *Type, p unsafe.Pointer, f *types.Func) error {
	if f == nil {
		return x.nested(t, p, r)
	}
	return x.m.decodeBytes(t, p, f, r.b)
}

// decodeBytes calls the method f of the value of type t at p, or of its pointer, with bytes.
func (m *Machine) decodeBytes(t *Type, p unsafe.Pointer, f *types.Func, b []byte) (err error) {
	m.callHook(m.pointerAny(t, p), f,
		func(part func(int) unsafe.Pointer) { *(*[]byte)(part(0)) = b },
		func(part func(int) unsafe.Pointer) { err = *(*error)(part(0)) })
	return err
}

// A rawText is text that is decoded later.
type rawText struct {
	s    string
	got  bool
	bind *binding
}

// UnmarshalText is encoding.TextUnmarshaler.
func (r *rawText) UnmarshalText(b []byte) error {
	if r.bind != nil {
		return r.bind.x.m.decodeBytes(r.bind.t, r.bind.p, r.bind.f, b)
	}
	r.s, r.got = string(b), true
	return nil
}

func (*rawText) opaque()            {}
func (r *rawText) to(bind *binding) { r.bind = bind }
func (r *rawText) present() bool    { return r.got }

func (r *rawText) decode(x *importer, t *Type, p unsafe.Pointer, f *types.Func) error {
	return x.m.decodeBytes(t, p, f, []byte(r.s))
}

func jsonSpecials() {
	specials["encoding/json.Marshal"] = func(m *Machine, f *Func, q fp) bool {
		*treeResult[[]byte](f, q, 0), *treeResult[error](f, q, 1) = m.marshalJSON(*treeArg[any](f, q, 0), json.Marshal)
		return true
	}
	specials["encoding/json.MarshalIndent"] = func(m *Machine, f *Func, q fp) bool {
		prefix, indent := *treeArg[string](f, q, 1), *treeArg[string](f, q, 2)
		*treeResult[[]byte](f, q, 0), *treeResult[error](f, q, 1) = m.marshalJSON(*treeArg[any](f, q, 0), func(v any) ([]byte, error) {
			return json.MarshalIndent(v, prefix, indent)
		})
		return true
	}
	specials["(*encoding/json.Encoder).Encode"] = func(m *Machine, f *Func, q fp) bool {
		e := *treeArg[*json.Encoder](f, q, 0)
		_, err := m.marshalJSON(*treeArg[any](f, q, 1), func(v any) ([]byte, error) { return nil, e.Encode(v) })
		*treeResult[error](f, q, 0) = err
		return true
	}
	specials["encoding/json.Unmarshal"] = func(m *Machine, f *Func, q fp) bool {
		data := *treeArg[[]byte](f, q, 0)
		*treeResult[error](f, q, 0) = m.unmarshalJSON(*treeArg[any](f, q, 1), data, decoderOptions{}, func(v any) error { return json.Unmarshal(data, v) })
		return true
	}
	specials["(*encoding/json.Decoder).Decode"] = func(m *Machine, f *Func, q fp) bool {
		d := *treeArg[*json.Decoder](f, q, 0)
		*treeResult[error](f, q, 0) = m.unmarshalJSON(*treeArg[any](f, q, 1), nil, optionsOf(d), d.Decode)
		return true
	}
	specials["(*encoding/json.Decoder).UseNumber"] = func(m *Machine, f *Func, q fp) bool {
		setOptions(*treeArg[*json.Decoder](f, q, 0), func(o *decoderOptions) { o.number = true })
		return false
	}
	specials["(*encoding/json.Decoder).DisallowUnknownFields"] = func(m *Machine, f *Func, q fp) bool {
		setOptions(*treeArg[*json.Decoder](f, q, 0), func(o *decoderOptions) { o.strict = true })
		return false
	}
}

// decoderOptions are the options of a json.Decoder.
type decoderOptions struct{ number, strict bool }

// jsonOptions are the options of the decoders that have any. They are private to the decoders.
var jsonOptions weakMap[json.Decoder, decoderOptions]

func optionsOf(d *json.Decoder) decoderOptions {
	o, _ := jsonOptions.load(d)
	return o
}

func setOptions(d *json.Decoder, set func(*decoderOptions)) {
	o := optionsOf(d)
	set(&o)
	jsonOptions.store(d, o)
}

// marshalJSON encodes a value.
func (m *Machine) marshalJSON(v any, encode func(any) ([]byte, error)) ([]byte, error) {
	x := &exporter{m: m, c: jsonCodec}
	n := x.dynamic(v)
	if x.cycle != nil {
		return nil, &json.UnsupportedValueError{Value: reflect.ValueOf(v), Str: "encountered a cycle via " + x.cycle.String()}
	}
	b, err := encode(n)
	return b, x.jsonError(err)
}

// jsonError is an error of an encoder with the types of the original values.
func (x *exporter) jsonError(err error) error {
	switch e := err.(type) {
	case *json.MarshalerError:
		if x.hooked != nil && isHook(e.Type) {
			e.Type = x.m.reflectType(x.hooked.t)
		}
	case *json.UnsupportedTypeError:
		if x.unsupported != nil && e.Type == unsupportedType {
			e.Type = x.m.reflectType(x.unsupported)
		}
	default:
		if err != nil && x.hooked != nil && x.hooked.in != nil {
			// The text of a key could not be made.
			if before, text, ok := strings.Cut(err.Error(), "json: encoding error for type "); ok && before == "" {
				if _, text, ok = strings.Cut(text, ": "); ok {
					return fmt.Errorf("json: encoding error for type %q: %s", x.hooked.in, text)
				}
			}
		}
	}
	return err
}

func isHook(t reflect.Type) bool {
	return t == reflect.TypeFor[jsonHook]() || t == reflect.TypeFor[textHook]() || t == reflect.TypeFor[printed]() || t == reflect.TypeFor[*printed]()
}

// unmarshalJSON decodes into the value that v points to. data is the input, or nil for a stream.
func (m *Machine) unmarshalJSON(v any, data []byte, o decoderOptions, decode func(any) error) error {
	v = unwrap(v)
	t := m.typeOfValue(v)
	if t == nil || t.Go == nil {
		return decode(v)
	}
	ptr, ok := t.Go.Underlying().(*types.Pointer)
	if !ok || *(*unsafe.Pointer)(t.unbox(v)) == nil {
		if err := decode(nil); err != nil {
			if _, ok := err.(*json.InvalidUnmarshalError); !ok {
				return err
			}
		}
		e := &json.InvalidUnmarshalError{Type: m.reflectType(t)}
		return e
	}
	m.mu.Lock()
	elem := m.typ(ptr.Elem())
	m.mu.Unlock()
	return m.unmarshalJSONAt(elem, *(*unsafe.Pointer)(t.unbox(v)), data, o, decode)
}

// unmarshalJSONAt decodes into the value of type t at p.
func (m *Machine) unmarshalJSONAt(t *Type, p unsafe.Pointer, data []byte, o decoderOptions, decode func(any) error) error {
	view := m.importView(jsonCodec, t, false)
	if view.same {
		return m.jsonTypeError(t, decode(reflect.NewAt(view.rt, p).Interface()))
	}
	x := &importer{m: m, c: jsonCodec}
	x.nested = func(t *Type, p unsafe.Pointer, input undecoded) error {
		r := input.(*rawJSON)
		err := m.unmarshalJSONAt(t, p, r.b, o, func(v any) error {
			if o == (decoderOptions{}) {
				return json.Unmarshal(r.b, v)
			}
			d := json.NewDecoder(bytes.NewReader(r.b))
			if o.number {
				d.UseNumber()
			}
			if o.strict {
				d.DisallowUnknownFields()
			}
			return d.Decode(v)
		})
		if e, ok := err.(*json.UnmarshalTypeError); ok && data != nil {
			e.Offset += int64(r.at - uintptr(unsafe.Pointer(unsafe.SliceData(data))))
		}
		return err
	}
	n := reflect.New(view.rt)
	view.fill(x, p, n.Elem())
	err := decode(n.Interface())
	view.take(x, n.Elem(), p)
	if err == nil {
		return x.err
	}
	return m.jsonTypeError(t, err)
}

// jsonTypeError is an error of decoding into a t with the names of the types.
func (m *Machine) jsonTypeError(t *Type, err error) error {
	e, ok := err.(*json.UnmarshalTypeError)
	if !ok || e.Struct != "" {
		return err
	}
	e.Field = strings.ReplaceAll(e.Field, embeddedPrefix, "")
	m.mu.Lock()
	owner, field := m.jsonField(t, e.Field)
	var found *Type
	if field != nil {
		found = m.foreignPart(field, e.Type)
	}
	m.mu.Unlock()
	if e.Field != "" && owner != nil {
		e.Struct = owner.typeName()
	}
	if found != nil {
		e.Type = m.reflectType(found)
	}
	return err
}

// jsonField follows a path of names of fields from t, and returns the last field's type and the
// struct it is in, which is the outer one for a field of an embedded struct.
func (m *Machine) jsonField(t *Type, path string) (owner, field *Type) {
	field = t
	embedded := false
	for path != "" {
		t = m.structIn(field)
		if t == nil {
			return owner, nil
		}
		if !embedded {
			owner = t
		}
		field = nil
		// A name may contain dots: use the longest that matches.
		for end := len(path); end > 0; end = strings.LastIndexByte(path[:end], '.') {
			if field, embedded = m.jsonFieldNamed(t, path[:end]); field != nil {
				path = strings.TrimPrefix(path[end:], ".")
				break
			}
		}
		if field == nil {
			return owner, nil
		}
	}
	return owner, field
}

// structIn is the struct that t leads to through pointers, slices, arrays and maps.
func (m *Machine) structIn(t *Type) *Type {
	for range 20 {
		switch t.Go.Underlying().(type) {
		case *types.Struct:
			return t
		case *types.Pointer, *types.Slice, *types.Array, *types.Map:
			t = m.elemType(t)
		default:
			return nil
		}
	}
	return nil
}

// jsonFieldNamed is the type of the field that encoding/json calls name in an error.
func (m *Machine) jsonFieldNamed(t *Type, name string) (field *Type, embedded bool) {
	u := t.Go.Underlying().(*types.Struct)
	for i := range u.NumFields() {
		f := u.Field(i)
		n, _ := tagOptions(reflect.StructTag(u.Tag(i)).Get("json"))
		if n == "" && f.Embedded() && f.Name() == name && m.structIn(m.typ(f.Type())) != nil {
			return m.typ(f.Type()), true
		}
		if n == "" {
			n = f.Name()
		}
		if n == name && f.Exported() {
			return m.typ(f.Type()), false
		}
	}
	return nil, false
}

// foreignPart is the type in t, through pointers and elements, whose foreign type is rt.
func (m *Machine) foreignPart(t *Type, rt reflect.Type) *Type {
	b := newImportBuilder(m, jsonCodec)
	for range 20 {
		if b.view(t, false).rt == rt {
			return t
		}
		if u, ok := t.Go.Underlying().(*types.Map); ok {
			if k := m.typ(u.Key()); b.key(k) != nil && b.key(k).rt == rt {
				return k
			}
		}
		switch t.Go.Underlying().(type) {
		case *types.Pointer, *types.Slice, *types.Array, *types.Map:
			t = m.elemType(t)
		default:
			return nil
		}
	}
	return nil
}

func plainErrorf(format string, a ...any) error { return fmt.Errorf(format, a...) }

// MarshalJSON encodes a value of a cell that compiled code passes to encoding/json.
func (p printed) MarshalJSON() ([]byte, error) { return p.m.marshalJSON(p.v, json.Marshal) }
