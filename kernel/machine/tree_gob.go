package machine

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"go/types"
	"reflect"
	"strings"
	"sync"
	"unsafe"
)

// gobCodec is the codec of package encoding/gob. Its output can be read again by code of cells.
// Compiled programs can read it too, unless types contain themselves, which are written as bytes,
// or values are in interfaces, which are written in boxes.
var gobCodec *codec

func init() {
	gobCodec = &codec{
		name: "gob",
		marshal: []marshalMethod{
			{"GobEncode", "()([]byte, error)", func(h *hook) any { return gobHook{h} }},
			{"MarshalBinary", "()([]byte, error)", func(h *hook) any { return gobHook{h} }},
		},
		unmarshal: []unmarshalMethod{
			{"GobDecode", "([]byte)(error)", reflect.TypeFor[rawGob]()},
			{"UnmarshalBinary", "([]byte)(error)", reflect.TypeFor[rawGob]()},
		},
		recursive: reflect.TypeFor[rawGob](),
		flat:      func(string) bool { return false },
		skip:      func(string) bool { return false },
		static:    true,
		dynamic:   (*exporter).gobDynamic,
		undynamic: (*importer).gobDynamic,
	}
}

// A gobHook is a value with a method GobEncode or MarshalBinary, or of a type that contains itself.
type gobHook struct{ h *hook }

// GobEncode is gob.GobEncoder.
func (g gobHook) GobEncode() ([]byte, error) {
	switch {
	case g.h == nil:
		return []byte{}, nil
	case g.h.f != nil:
		return g.h.bytes()
	}
	var b bytes.Buffer
	err := g.h.m.encodeGob(gob.NewEncoder(&b), g.h.v)
	return b.Bytes(), err
}

// A rawGob is bytes that are decoded later.
type rawGob struct {
	b    []byte
	got  bool
	bind *binding
}

// GobDecode is gob.GobDecoder.
func (r *rawGob) GobDecode(b []byte) error {
	if r.bind != nil {
		return r.bind.x.m.decodeBytes(r.bind.t, r.bind.p, r.bind.f, b)
	}
	r.b, r.got = bytes.Clone(b), true
	return nil
}

func (*rawGob) opaque()            {}
func (r *rawGob) present() bool    { return r.got }
func (r *rawGob) to(bind *binding) { r.bind = bind }

func (r *rawGob) decode(x *importer, t *Type, p unsafe.Pointer, f *types.Func) error {
	if f == nil {
		return x.m.decodeGobAt(t, p, gob.NewDecoder(bytes.NewReader(r.b)).Decode)
	}
	return x.m.decodeBytes(t, p, f, r.b)
}

// gobTypes maps registered types to the types of the boxes that hold their values in interfaces,
// and vice versa.
var gobTypes struct {
	sync.Mutex
	byBox map[reflect.Type]*Type
	box   map[*Type]reflect.Type
	names map[string]int
}

// registerGob is gob.Register, or gob.RegisterName if name is not empty.
func (m *Machine) registerGob(t *Type, name string) {
	view := m.exportView(gobCodec, t, false)
	gobTypes.Lock()
	defer gobTypes.Unlock()
	if gobTypes.box[t] != nil {
		return
	}
	if gobTypes.box == nil {
		gobTypes.box, gobTypes.byBox, gobTypes.names = make(map[*Type]reflect.Type), make(map[reflect.Type]*Type), make(map[string]int)
	}
	if name == "" {
		name = t.String()
	}
	// Types of other sessions, and those that have been declared again, have the same name.
	gobTypes.names[name]++
	n := gobTypes.names[name]
	if n > 1 {
		name = fmt.Sprintf("%s#%d", name, n)
	}
	box := reflect.StructOf([]reflect.StructField{{Name: "V", Type: view.rt, Tag: reflect.StructTag(fmt.Sprintf("gob:%q", name))}})
	gob.RegisterName(name, reflect.Zero(box).Interface())
	gobTypes.box[t], gobTypes.byBox[box] = box, t
}

// gobDynamic returns the value that is encoded for the dynamic value v of an interface.
func (x *exporter) gobDynamic(t *Type, v any) any {
	if !t.own {
		return v
	}
	gobTypes.Lock()
	box := gobTypes.box[t]
	gobTypes.Unlock()
	if box == nil {
		x.note(errors.New("gob: type not registered for interface: " + t.String()))
		return nil
	}
	b := reflect.New(box).Elem()
	x.m.exportView(gobCodec, t, false).put(x, t.unbox(v), false, b.Field(0))
	return b.Interface()
}

// gobDynamic returns the dynamic value of an interface for which v was encoded.
func (x *importer) gobDynamic(v any) (any, error) {
	gobTypes.Lock()
	t := gobTypes.byBox[reflect.TypeOf(v)]
	gobTypes.Unlock()
	if t == nil {
		return v, nil
	}
	if t.m != x.m {
		return nil, errors.New("gob: name not registered for interface: " + t.String())
	}
	p := t.alloc()
	n := addressableCopy(reflect.ValueOf(v)).Field(0)
	// The foreign types for encoding and decoding differ in their hooks only.
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).EncodeValue(n); err != nil {
		return nil, err
	}
	if err := x.m.decodeGobAt(t, p, gob.NewDecoder(&b).Decode); err != nil {
		return nil, err
	}
	return t.valueAt(p).Any, nil
}

func gobSpecials() {
	specials["(*encoding/gob.Encoder).Encode"] = func(m *Machine, f *Func, q fp) bool {
		*treeResult[error](f, q, 0) = m.encodeGob(*treeArg[*gob.Encoder](f, q, 0), *treeArg[any](f, q, 1))
		return true
	}
	specials["(*encoding/gob.Decoder).Decode"] = func(m *Machine, f *Func, q fp) bool {
		*treeResult[error](f, q, 0) = m.decodeGob(*treeArg[*gob.Decoder](f, q, 0), *treeArg[any](f, q, 1))
		return true
	}
	register := func(i int) func(m *Machine, f *Func, q fp) bool {
		return func(m *Machine, f *Func, q fp) bool {
			t := m.typeOfValue(unwrap(*treeArg[any](f, q, i)))
			if t == nil || t.Go == nil || !t.own {
				return false
			}
			name := ""
			if i == 1 {
				name = *treeArg[string](f, q, 0)
			}
			m.registerGob(t, name)
			return true
		}
	}
	specials["encoding/gob.Register"] = register(0)
	specials["encoding/gob.RegisterName"] = register(1)
}

func (m *Machine) encodeGob(e *gob.Encoder, v any) error {
	v = unwrap(v)
	t := m.typeOfValue(v)
	if t == nil || t.Go == nil {
		return e.Encode(v)
	}
	x := &exporter{m: m, c: gobCodec}
	view := m.exportView(gobCodec, t, false)
	n := x.export(view, t.unbox(v), false)
	if x.err != nil {
		return x.err
	}
	return gobError(e.EncodeValue(n), view.rt, t)
}

// gobError is an error with the name of the type.
func gobError(err error, rt reflect.Type, t *Type) error {
	if err == nil {
		return nil
	}
	if text := err.Error(); strings.Contains(text, rt.String()) {
		return errors.New(strings.ReplaceAll(text, rt.String(), t.String()))
	}
	return err
}

func (m *Machine) decodeGob(d *gob.Decoder, v any) error {
	v = unwrap(v)
	t := m.typeOfValue(v)
	if t == nil || t.Go == nil {
		return d.Decode(v)
	}
	ptr, ok := t.Go.Underlying().(*types.Pointer)
	if !ok {
		return errors.New("gob: attempt to decode into a non-pointer")
	}
	p := *(*unsafe.Pointer)(t.unbox(v))
	if p == nil {
		return errors.New("gob: DecodeValue of unassignable value")
	}
	m.mu.Lock()
	elem := m.typ(ptr.Elem())
	m.mu.Unlock()
	return m.decodeGobAt(elem, p, d.Decode)
}

func (m *Machine) decodeGobAt(t *Type, p unsafe.Pointer, decode func(any) error) error {
	view := m.importView(gobCodec, t, false)
	if view.same {
		return gobError(decode(reflect.NewAt(view.rt, p).Interface()), view.rt, t)
	}
	x := &importer{m: m, c: gobCodec}
	n := reflect.New(view.rt)
	view.fill(x, p, n.Elem())
	if err := decode(n.Interface()); err != nil {
		return gobError(err, view.rt, t)
	}
	view.take(x, n.Elem(), p)
	return x.err
}
