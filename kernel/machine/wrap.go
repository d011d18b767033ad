// Wrappers for the interfaces that compiled code looks behind.
//
// Compiled code asks values for methods that their interface type does not have. io.Copy asks a
// Reader whether it is a WriterTo, and a Writer whether it is a ReaderFrom; decoders read byte by
// byte from a ByteReader and leave what follows, and package fmt does so from a RuneScanner. Others
// are called a thousand times, as by sort and heap. So values that go to compiled code as an
// io.Reader, io.Writer, fs.FS, fs.File, flag.Value, sort.Interface, heap.Interface or
// context.Context get wrappers that are made for the purpose. All other interfaces have those of
// their symbol tables, which have the methods of the interface only.

package machine

import (
	"container/heap"
	"context"
	"flag"
	"go/types"
	"io"
	"io/fs"
	"reflect"
	"sort"
	"unsafe"
)

// A caller calls methods of the values of one type of a cell.
type caller struct {
	m       *Machine
	entries [5]*entry
}

// A called value is what the wrappers below hold.
type called struct {
	k *caller
	v any
}

func (c called) machineValue() any { return c.v }

// begin prepares a call of method i.
func (c called) begin(i int) (*thread, *Func, fp) {
	e := c.k.entries[i]
	t := c.k.m.acquire()
	q := t.get(e.fn)
	e.put(t, q, (*eface)(unsafe.Pointer(&c.v)).data)
	return t, e.fn, q
}

// end ends a call.
func (c called) end(t *thread, fn *Func, q fp) {
	t.put(fn, q)
	c.k.m.release(t)
}

// bytes calls a method func([]byte) (int, error).
func (c called) bytes(i int, p []byte) (n int, err error) {
	t, fn, q := c.begin(i)
	*at[[]byte](q, fn.params.offsets[1]) = p
	t.invoke(fn, q, 0)
	n, err = *at[int](q, fn.results.offsets[0]), *at[error](q, fn.results.offsets[1])
	c.end(t, fn, q)
	return n, err
}

// stream calls a method func(io.Writer or io.Reader) (int64, error).
func (c called) stream(i int, s iface) (n int64, err error) {
	t, fn, q := c.begin(i)
	*at[iface](q, fn.params.offsets[1]) = s
	t.invoke(fn, q, 0)
	n, err = *at[int64](q, fn.results.offsets[0]), *at[error](q, fn.results.offsets[1])
	c.end(t, fn, q)
	return n, err
}

type (
	reader         struct{ called }
	readerWriterTo struct{ reader }
	byteReader     struct{ r reader }
	runeScanner    struct{ r reader }
	writer         struct{ called }
	writerFrom     struct{ writer }
	writerString   struct{ writer }
	writerBoth     struct{ writerFrom }
	sorter         struct{ called }
	heaper         struct{ sorter }
	flagValue      struct{ called }
	boolFlag       struct{ flagValue }
)

func (r reader) Read(p []byte) (int, error) { return r.bytes(0, p) }

func (r readerWriterTo) WriteTo(w io.Writer) (int64, error) {
	return r.stream(1, *(*iface)(unsafe.Pointer(&w)))
}

func (b byteReader) ReadByte() (c byte, err error) {
	t, fn, q := b.r.begin(2)
	t.invoke(fn, q, 0)
	c, err = *at[byte](q, fn.results.offsets[0]), *at[error](q, fn.results.offsets[1])
	b.r.end(t, fn, q)
	return c, err
}

func (s runeScanner) ReadRune() (c rune, size int, err error) {
	t, fn, q := s.r.begin(3)
	t.invoke(fn, q, 0)
	c, size, err = *at[rune](q, fn.results.offsets[0]), *at[int](q, fn.results.offsets[1]), *at[error](q, fn.results.offsets[2])
	s.r.end(t, fn, q)
	return c, size, err
}

func (s runeScanner) UnreadRune() error {
	t, fn, q := s.r.begin(4)
	t.invoke(fn, q, 0)
	err := *at[error](q, fn.results.offsets[0])
	s.r.end(t, fn, q)
	return err
}

func (w writer) Write(p []byte) (int, error) { return w.bytes(0, p) }

func (w writerFrom) ReadFrom(r io.Reader) (int64, error) {
	return w.stream(1, *(*iface)(unsafe.Pointer(&r)))
}

func (w writer) writeString(i int, s string) (n int, err error) {
	t, fn, q := w.begin(i)
	*at[string](q, fn.params.offsets[1]) = s
	t.invoke(fn, q, 0)
	n, err = *at[int](q, fn.results.offsets[0]), *at[error](q, fn.results.offsets[1])
	w.end(t, fn, q)
	return n, err
}

func (w writerString) WriteString(s string) (int, error) { return w.writeString(2, s) }
func (w writerBoth) WriteString(s string) (int, error)   { return w.writeString(2, s) }

func (s sorter) Len() int {
	t, fn, q := s.begin(0)
	t.invoke(fn, q, 0)
	n := *at[int](q, fn.results.offsets[0])
	s.end(t, fn, q)
	return n
}

func (s sorter) Less(i, j int) bool {
	t, fn, q := s.begin(1)
	*at[int](q, fn.params.offsets[1]) = i
	*at[int](q, fn.params.offsets[2]) = j
	t.invoke(fn, q, 0)
	b := *at[bool](q, fn.results.offsets[0])
	s.end(t, fn, q)
	return b
}

func (s sorter) Swap(i, j int) {
	t, fn, q := s.begin(2)
	*at[int](q, fn.params.offsets[1]) = i
	*at[int](q, fn.params.offsets[2]) = j
	t.invoke(fn, q, 0)
	s.end(t, fn, q)
}

func (h heaper) Push(x any) {
	t, fn, q := h.begin(3)
	*at[any](q, fn.params.offsets[1]) = unwrap(x)
	t.invoke(fn, q, 0)
	h.end(t, fn, q)
}

// Pop returns the value in the machine's form: only package heap sees it, on its way back.
func (h heaper) Pop() any {
	t, fn, q := h.begin(4)
	t.invoke(fn, q, 0)
	v := *at[any](q, fn.results.offsets[0])
	h.end(t, fn, q)
	return v
}

func (f flagValue) String() string {
	if f.k == nil { // package flag asks a zero value for its text
		return ""
	}
	t, fn, q := f.begin(0)
	t.invoke(fn, q, 0)
	s := *at[string](q, fn.results.offsets[0])
	f.end(t, fn, q)
	return s
}

func (f flagValue) Set(s string) error {
	t, fn, q := f.begin(1)
	*at[string](q, fn.params.offsets[1]) = s
	t.invoke(fn, q, 0)
	err := *at[error](q, fn.results.offsets[0])
	f.end(t, fn, q)
	return err
}

func (f boolFlag) IsBoolFlag() bool {
	t, fn, q := f.begin(2)
	t.invoke(fn, q, 0)
	b := *at[bool](q, fn.results.offsets[0])
	f.end(t, fn, q)
	return b
}

// fastWrapper makes the function that wraps values of the type vt as the interface type t, if it is
// one of those above; nil for all others.
func (m *Machine) fastWrapper(t, vt *Type) func(any) iface {
	k := &caller{m: m}
	has := func(i int, name, sig string) bool {
		f := m.plainMethod(vt, name)
		if f == nil || sig != "" && types.TypeString(unnamed(f.Signature()), nil) != sig {
			return false
		}
		e := &entry{typ: vt.word, name: name}
		pkg := m.packageFor(vt, f.Pkg(), name)
		if _, ok := vt.Go.(*types.Pointer); ok {
			e.fn = m.valueMethodLocked(vt, pkg, name)
		}
		if e.through = e.fn != nil; !e.through {
			e.fn = m.typeMethod(vt, pkg, name)
		}
		e.shape()
		k.entries[i] = e
		return true
	}
	as := func(p *iface) iface { return *p }
	switch t.rt {
	case reflect.TypeFor[io.Reader]():
		has(0, "Read", "")
		to := has(1, "WriteTo", "func(io.Writer) (int64, error)")
		bytes := has(2, "ReadByte", "func() (byte, error)") || has(2, "ReadByte", "func() (uint8, error)")
		runes := has(3, "ReadRune", "func() (rune, int, error)") || has(3, "ReadRune", "func() (int32, int, error)")
		runes = runes && has(4, "UnreadRune", "func() error")
		return func(v any) iface {
			r := reader{called{k: k, v: v}}
			var i io.Reader
			switch {
			case to && bytes && runes:
				i = struct {
					readerWriterTo
					byteReader
					runeScanner
				}{readerWriterTo{r}, byteReader{r}, runeScanner{r}}
			case to && bytes:
				i = struct {
					readerWriterTo
					byteReader
				}{readerWriterTo{r}, byteReader{r}}
			case to && runes:
				i = struct {
					readerWriterTo
					runeScanner
				}{readerWriterTo{r}, runeScanner{r}}
			case bytes && runes:
				i = struct {
					reader
					byteReader
					runeScanner
				}{r, byteReader{r}, runeScanner{r}}
			case to:
				i = readerWriterTo{r}
			case bytes:
				i = struct {
					reader
					byteReader
				}{r, byteReader{r}}
			case runes:
				i = struct {
					reader
					runeScanner
				}{r, runeScanner{r}}
			default:
				i = r
			}
			return as((*iface)(unsafe.Pointer(&i)))
		}
	case reflect.TypeFor[io.Writer]():
		has(0, "Write", "")
		from := has(1, "ReadFrom", "func(io.Reader) (int64, error)")
		str := has(2, "WriteString", "func(string) (int, error)")
		switch {
		case from && str:
			return func(v any) iface {
				w := io.Writer(writerBoth{writerFrom{writer{called{k: k, v: v}}}})
				return as((*iface)(unsafe.Pointer(&w)))
			}
		case from:
			return func(v any) iface {
				w := io.Writer(writerFrom{writer{called{k: k, v: v}}})
				return as((*iface)(unsafe.Pointer(&w)))
			}
		case str:
			return func(v any) iface {
				w := io.Writer(writerString{writer{called{k: k, v: v}}})
				return as((*iface)(unsafe.Pointer(&w)))
			}
		}
		return func(v any) iface { w := io.Writer(writer{called{k: k, v: v}}); return as((*iface)(unsafe.Pointer(&w))) }
	case reflect.TypeFor[fs.FS]():
		return m.wrapFS(vt)
	case reflect.TypeFor[fs.File]():
		return m.wrapFile(vt)
	case reflect.TypeFor[context.Context]():
		return m.wrapContext(vt)
	case reflect.TypeFor[flag.Value]():
		has(0, "String", "")
		has(1, "Set", "")
		if has(2, "IsBoolFlag", "func() bool") {
			return func(v any) iface {
				f := flag.Value(boolFlag{flagValue{called{k: k, v: v}}})
				return as((*iface)(unsafe.Pointer(&f)))
			}
		}
		return func(v any) iface {
			f := flag.Value(flagValue{called{k: k, v: v}})
			return as((*iface)(unsafe.Pointer(&f)))
		}
	case reflect.TypeFor[sort.Interface](), reflect.TypeFor[heap.Interface]():
		has(0, "Len", "")
		has(1, "Less", "")
		has(2, "Swap", "")
		if t.rt == reflect.TypeFor[sort.Interface]() {
			return func(v any) iface {
				s := sort.Interface(sorter{called{k: k, v: v}})
				return as((*iface)(unsafe.Pointer(&s)))
			}
		}
		has(3, "Push", "")
		has(4, "Pop", "")
		return func(v any) iface {
			h := heap.Interface(heaper{sorter{called{k: k, v: v}}})
			return as((*iface)(unsafe.Pointer(&h)))
		}
	}
	return nil
}

// unnamed is a signature without the names of its parameters.
func unnamed(s *types.Signature) *types.Signature {
	strip := func(t *types.Tuple) *types.Tuple {
		var vars []*types.Var
		for v := range t.Variables() {
			vars = append(vars, types.NewParam(0, nil, "", v.Type()))
		}
		return types.NewTuple(vars...)
	}
	return types.NewSignatureType(nil, nil, nil, strip(s.Params()), strip(s.Results()), s.Variadic())
}
