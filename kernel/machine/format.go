// Printing as package fmt prints.
//
// Package fmt sees the types of cells as unnamed types without methods, so it cannot print their
// values. A printer does it instead: it walks through a value by the machine's own records of types
// and follows the rules of package fmt, down to the texts for wrong verbs and for methods that
// panic. What has a type of a compiled package with methods, and every number and string, is handed
// to package fmt with the same flags.
//
// The rules for methods are those of package fmt. A value that was reached through an unexported
// field is printed without calling its methods. The other values print themselves if they can: by
// Format, for %#v by GoString, and for the verbs that take strings by Error or String.

package machine

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"
)

// A printer formats one value, or all operands of one call.
type printer struct {
	m   *Machine
	buf []byte
	directive
	erroring  bool // printing the operand of a wrong verb: methods are not called
	panicking bool // printing the value of a panic
	specs     [2]spec
}

// A directive has the flags, the width and the precision of a verb.
type directive struct {
	minus, plus, sharp, space, zero bool
	plusV, sharpV                   bool // %+v and %#v; plus and sharp are false then
	widPresent, precPresent         bool
	wid, prec                       int
}

// A spec is a format string that has been made for a verb, with the directive of the printer.
type spec struct {
	verb rune
	text string
}

// A reach says how the printer has come to a value.
type reach uint8

const (
	open     reach = iota
	embedded       // it is an embedded field of an unexported type: its exported fields are open
	hidden         // an unexported field is on the way
)

// deeper is the reach of what a pointer, an interface, a slice, an array or a map holds.
func (r reach) deeper() reach {
	if r != open {
		return hidden
	}
	return open
}

// formatValue prints v, which is of type t, as package fmt would if the type had its name and
// methods.
func (m *Machine) formatValue(s fmt.State, verb rune, t *Type, v any) {
	p := printer{m: m, directive: directiveOf(s, verb)}
	p.operand(t, v, verb)
	s.Write(p.buf)
}

// directiveOf is the directive with which package fmt has called a Format method.
func directiveOf(s fmt.State, verb rune) directive {
	d := directive{minus: s.Flag('-'), plus: s.Flag('+'), sharp: s.Flag('#'), space: s.Flag(' '), zero: s.Flag('0')}
	d.wid, d.widPresent = s.Width()
	d.prec, d.precPresent = s.Precision()
	d.forVerb(verb)
	return d
}

// forVerb changes the meaning of the flags + and # for the verbs for which they have another.
func (d *directive) forVerb(verb rune) {
	if verb == 'v' || verb == 'w' {
		d.plusV, d.plus = d.plus, false
		d.sharpV, d.sharp = d.sharp, false
	}
}

// plain reports whether the directive changes nothing about numbers and strings.
func (d *directive) plain() bool {
	return !d.minus && !d.plus && !d.sharp && !d.space && !d.zero && !d.widPresent && !d.precPresent
}

// set makes d the directive of the printer.
func (p *printer) set(d directive) {
	p.directive = d
	p.specs = [2]spec{}
}

// operand prints an operand of a printing function, whose type is t. The verb is not T.
func (p *printer) operand(t *Type, v any, verb rune) {
	if l, ok := v.(looked); ok {
		v = l.v
		defer func(was bool) { p.erroring = was }(p.erroring)
		p.erroring = true
	}
	i, at := p.m.printing(t), t.unbox(v)
	switch {
	case verb == 'p':
		p.pointer(t, i, at, verb)
	case verb == 'w':
		p.wrongVerb(t, i, at, verb)
	case !p.methods(t, i, at, verb):
		p.value(t, i, at, verb, 0, open)
	}
}

// Write is io.Writer. A printer is the fmt.State of the Format methods that it calls.
func (p *printer) Write(b []byte) (int, error) {
	p.buf = append(p.buf, b...)
	return len(b), nil
}

// WriteString is io.StringWriter.
func (p *printer) WriteString(s string) (int, error) {
	p.buf = append(p.buf, s...)
	return len(s), nil
}

// Width is the width of the directive.
func (p *printer) Width() (int, bool) { return p.wid, p.widPresent }

// Precision is the precision of the directive.
func (p *printer) Precision() (int, bool) { return p.prec, p.precPresent }

// Flag reports whether the directive has a flag.
func (p *printer) Flag(c int) bool {
	switch c {
	case '-':
		return p.minus
	case '+':
		return p.plus || p.plusV
	case '#':
		return p.sharp || p.sharpV
	case ' ':
		return p.space
	case '0':
		return p.zero
	}
	return false
}

func (p *printer) text(s string) { p.buf = append(p.buf, s...) }
func (p *printer) byte(c byte)   { p.buf = append(p.buf, c) }

// pad prints s in the width of the directive.
func (p *printer) pad(s string) {
	n := 0
	if p.widPresent {
		n = p.wid - utf8.RuneCountInString(s)
	}
	c := byte(' ')
	if p.zero {
		c = '0'
	}
	if !p.minus {
		for ; n > 0; n-- {
			p.byte(c)
		}
	}
	p.text(s)
	for ; n > 0; n-- {
		p.byte(' ')
	}
}

// spec is the directive as a format string with that verb. Flags for %v are left out; sharp stands
// for the flag #.
func (p *printer) spec(verb rune, sharp bool) string {
	k := 0
	if sharp {
		k = 1
	}
	if s := &p.specs[k]; s.verb == verb {
		return s.text
	}
	d := p.directive
	d.sharp, d.sharpV, d.plusV = sharp, false, false
	s := spec{verb, d.format(verb)}
	p.specs[k] = s
	return s.text
}

// format is the directive as a format string.
func (d *directive) format(verb rune) string {
	b := make([]byte, 0, 16)
	b = append(b, '%')
	for _, f := range [...]struct {
		set  bool
		char byte
	}{{d.space, ' '}, {d.plus || d.plusV, '+'}, {d.minus, '-'}, {d.sharp || d.sharpV, '#'}, {d.zero, '0'}} {
		if f.set {
			b = append(b, f.char)
		}
	}
	if d.widPresent {
		b = strconv.AppendInt(b, int64(d.wid), 10)
	}
	if d.precPresent {
		b = append(b, '.')
		b = strconv.AppendInt(b, int64(d.prec), 10)
	}
	return string(utf8.AppendRune(b, verb))
}

// leaf prints a number or a string by package fmt.
func (p *printer) leaf(verb rune, x any) { p.buf = fmt.Appendf(p.buf, p.spec(verb, p.sharp), x) }

// native prints an operand that is a value of compiled code.
func (p *printer) native(verb rune, x any) { p.buf = fmt.Appendf(p.buf, p.format(verb), x) }

// string prints a string.
func (p *printer) string(s string, verb rune) bool {
	switch verb {
	case 'v', 's':
		if verb == 'v' && p.sharpV {
			p.leaf('q', s)
		} else if p.plain() {
			p.text(s)
		} else {
			p.leaf('s', s)
		}
	case 'x', 'X', 'q':
		p.leaf(verb, s)
	default:
		return false
	}
	return true
}

// integer prints an integer, which has been extended to 64 bits.
func (p *printer) integer(n uint64, signed bool, verb rune) bool {
	switch verb {
	case 'v':
		if p.sharpV && !signed {
			p.hex(n, true)
			return true
		}
		verb = 'd'
	case 'd', 'b', 'o', 'O', 'x', 'X', 'c', 'q', 'U':
	default:
		return false
	}
	switch {
	case !signed && verb == 'd' && p.plain():
		p.buf = strconv.AppendUint(p.buf, n, 10)
	case !signed:
		p.leaf(verb, n)
	case verb == 'd' && p.plain():
		p.buf = strconv.AppendInt(p.buf, int64(n), 10)
	default:
		p.leaf(verb, int64(n))
	}
	return true
}

// hex prints an address, with 0x in front or without.
func (p *printer) hex(n uint64, prefix bool) {
	p.buf = fmt.Appendf(p.buf, p.spec('x', prefix), n)
}

// float prints a floating-point or complex number.
func (p *printer) float(x any, verb rune) bool {
	switch verb {
	case 'v':
		verb = 'g'
	case 'b', 'g', 'G', 'x', 'X', 'f', 'F', 'e', 'E':
	default:
		return false
	}
	p.leaf(verb, x)
	return true
}

// pointer prints an address.
func (p *printer) pointer(t *Type, i *printing, at unsafe.Pointer, verb rune) {
	var u uintptr
	switch i.kind {
	case reflect.Pointer, reflect.Map, reflect.Chan, reflect.UnsafePointer, reflect.Slice:
		u = uintptr(*(*unsafe.Pointer)(at))
	case reflect.Func:
		if f := *(*unsafe.Pointer)(at); f != nil {
			u = *(*uintptr)(f)
		}
	default:
		p.wrongVerb(t, i, at, verb)
		return
	}
	switch verb {
	case 'v':
		switch {
		case p.sharpV:
			p.text("(" + i.name + ")(")
			if u == 0 {
				p.text("nil")
			} else {
				p.hex(uint64(u), true)
			}
			p.byte(')')
		case u == 0:
			p.pad("<nil>")
		default:
			p.hex(uint64(u), !p.sharp)
		}
	case 'p':
		p.hex(uint64(u), !p.sharp)
	case 'b', 'o', 'd', 'x', 'X':
		p.integer(uint64(u), false, verb)
	default:
		p.wrongVerb(t, i, at, verb)
	}
}

// wrongVerb prints a value with a verb that its type does not have.
func (p *printer) wrongVerb(t *Type, i *printing, at unsafe.Pointer, verb rune) {
	p.erroring = true
	p.text("%!")
	p.buf = utf8.AppendRune(p.buf, verb)
	p.text("(" + i.name + "=")
	p.value(t, i, at, 'v', 0, open)
	p.byte(')')
	p.erroring = false
}

// element prints a value inside of another.
func (p *printer) element(t *Type, at unsafe.Pointer, verb rune, depth int, r reach) {
	i := p.m.printing(t)
	if i.kind == reflect.Interface {
		p.dynamic(t, i, at, verb, depth, r)
		return
	}
	if r == open && p.methods(t, i, at, verb) {
		return
	}
	p.value(t, i, at, verb, depth, r)
}

// dynamic prints what the interface value at that address holds.
func (p *printer) dynamic(t *Type, i *printing, at unsafe.Pointer, verb rune, depth int, r reach) {
	switch x, xt := p.m.held(t, at); {
	case xt != nil:
		p.element(xt, xt.unbox(x), verb, depth+1, r.deeper())
	case p.sharpV:
		p.text(i.name + "(nil)")
	default:
		p.text("<nil>")
	}
}

// held is what the interface value at that address holds, with its type, which is nil if it holds
// nothing.
func (m *Machine) held(t *Type, at unsafe.Pointer) (any, *Type) {
	var x any
	if t.rep == repIface {
		if i := *(*iface)(at); i.tab != nil {
			x = i.toAny()
		}
	} else {
		x = *(*any)(at)
	}
	if x = unwrap(x); x == nil {
		return nil, nil
	}
	return x, m.recordOf(x)
}

// value prints the value at that address without calling its own methods.
func (p *printer) value(t *Type, i *printing, at unsafe.Pointer, verb rune, depth int, r reach) {
	if depth > maxNested {
		panic(&Panic{m: p.m, Value: errStackOverflow})
	}
	done := true
	switch i.kind {
	case reflect.Bool:
		if done = verb == 't' || verb == 'v'; done {
			p.pad(strconv.FormatBool(*(*bool)(at)))
		}
	case reflect.Int, reflect.Int64:
		done = p.integer(*(*uint64)(at), true, verb)
	case reflect.Int8:
		done = p.integer(uint64(*(*int8)(at)), true, verb)
	case reflect.Int16:
		done = p.integer(uint64(*(*int16)(at)), true, verb)
	case reflect.Int32:
		done = p.integer(uint64(*(*int32)(at)), true, verb)
	case reflect.Uint, reflect.Uint64, reflect.Uintptr:
		done = p.integer(*(*uint64)(at), false, verb)
	case reflect.Uint8:
		done = p.integer(uint64(*(*uint8)(at)), false, verb)
	case reflect.Uint16:
		done = p.integer(uint64(*(*uint16)(at)), false, verb)
	case reflect.Uint32:
		done = p.integer(uint64(*(*uint32)(at)), false, verb)
	case reflect.Float32:
		done = p.float(*(*float32)(at), verb)
	case reflect.Float64:
		done = p.float(*(*float64)(at), verb)
	case reflect.Complex64:
		done = p.float(*(*complex64)(at), verb)
	case reflect.Complex128:
		done = p.float(*(*complex128)(at), verb)
	case reflect.String:
		done = p.string(*(*string)(at), verb)
	case reflect.Interface:
		p.dynamic(t, i, at, verb, depth, r)
	case reflect.Map:
		p.mapValue(i, at, verb, depth, r)
	case reflect.Struct:
		p.structValue(i, at, verb, depth, r)
	case reflect.Slice:
		s := *(*slice)(at)
		p.list(i, s.p, s.len, s.p == nil, verb, depth, r)
	case reflect.Array:
		p.list(i, at, i.len, false, verb, depth, r)
	case reflect.Pointer:
		if to := *(*unsafe.Pointer)(at); depth == 0 && to != nil {
			// Only the operand itself is followed: what it points to may lead back to it.
			switch e := p.m.printing(i.elem); e.kind {
			case reflect.Array, reflect.Slice, reflect.Struct, reflect.Map:
				p.byte('&')
				p.element(i.elem, to, verb, 1, r.deeper())
				return
			}
		}
		p.pointer(t, i, at, verb)
	default:
		p.pointer(t, i, at, verb)
	}
	if !done {
		p.wrongVerb(t, i, at, verb)
	}
}

// between separates elements.
func (p *printer) between() {
	if p.sharpV {
		p.text(", ")
	} else {
		p.byte(' ')
	}
}

// structValue prints a struct.
func (p *printer) structValue(i *printing, at unsafe.Pointer, verb rune, depth int, r reach) {
	if p.sharpV {
		p.text(i.name)
	}
	p.byte('{')
	if r == embedded {
		r = open
	}
	for n := range i.fields {
		f := &i.fields[n]
		if n > 0 {
			p.between()
		}
		if p.plusV || p.sharpV {
			p.text(f.name)
			p.byte(':')
		}
		p.element(f.t, unsafe.Add(at, f.off), verb, depth+1, max(r, f.reach))
	}
	p.byte('}')
}

// list prints the n elements at an address, which are those of a slice or an array.
func (p *printer) list(i *printing, at unsafe.Pointer, n int, null bool, verb rune, depth int, r reach) {
	e := p.m.printing(i.elem)
	if e.kind == reflect.Uint8 {
		switch verb {
		case 's', 'q', 'x', 'X':
			p.leaf(verb, unsafe.Slice((*byte)(at), n))
			return
		}
	}
	closing := byte(']')
	if p.sharpV {
		p.text(i.name)
		if null {
			p.text("(nil)")
			return
		}
		p.byte('{')
		closing = '}'
	} else {
		p.byte('[')
	}
	size := i.elem.size
	for k := range n {
		if k > 0 {
			p.between()
		}
		p.element(i.elem, unsafe.Add(at, uintptr(k)*size), verb, depth+1, r.deeper())
	}
	p.byte(closing)
}

// mapValue prints a map, sorted by its keys.
func (p *printer) mapValue(i *printing, at unsafe.Pointer, verb rune, depth int, r reach) {
	m := *(*unsafe.Pointer)(at)
	closing := byte(']')
	if p.sharpV {
		p.text(i.name)
		if m == nil {
			p.text("(nil)")
			return
		}
		p.byte('{')
		closing = '}'
	} else {
		p.text("map[")
	}
	for n, e := range p.m.sorted(i, m) {
		if n > 0 {
			p.between()
		}
		p.element(i.key, e.key, verb, depth+1, r.deeper())
		p.byte(':')
		p.element(i.elem, e.elem, verb, depth+1, r.deeper())
	}
	p.byte(closing)
}

// A printedEntry has the addresses of a key of a map and of its element.
type printedEntry struct{ key, elem unsafe.Pointer }

// sorted are the entries of a map in the order in which package fmt prints them.
func (m *Machine) sorted(i *printing, at unsafe.Pointer) []printedEntry {
	if at == nil {
		return nil
	}
	list := make([]printedEntry, 0, i.ops.len(at))
	i.ops.each(at, func(k, v unsafe.Pointer) bool {
		var e printedEntry
		if i.anyKey {
			e.key = i.key.unbox(*(*any)(k))
		} else {
			e.key = i.key.alloc()
			i.key.copy(e.key, k)
		}
		if i.boxed {
			e.elem = *(*unsafe.Pointer)(v)
		} else {
			e.elem = i.elem.alloc()
			i.elem.copy(e.elem, v)
		}
		list = append(list, e)
		return true
	})
	slices.SortStableFunc(list, func(a, b printedEntry) int { return m.compareKeys(i.key, a.key, b.key) })
	return list
}

// compareKeys compares two keys of a map by the rules that the documentation of package fmt gives.
func (m *Machine) compareKeys(t *Type, a, b unsafe.Pointer) int {
	switch i := m.printing(t); i.kind {
	case reflect.Int, reflect.Int64:
		return compareAs[int64](a, b)
	case reflect.Int8:
		return compareAs[int8](a, b)
	case reflect.Int16:
		return compareAs[int16](a, b)
	case reflect.Int32:
		return compareAs[int32](a, b)
	case reflect.Uint, reflect.Uint64, reflect.Uintptr:
		return compareAs[uint64](a, b)
	case reflect.Uint8, reflect.Bool:
		return compareAs[uint8](a, b)
	case reflect.Uint16:
		return compareAs[uint16](a, b)
	case reflect.Uint32:
		return compareAs[uint32](a, b)
	case reflect.String:
		return compareAs[string](a, b)
	case reflect.Float32:
		return compareAs[float32](a, b)
	case reflect.Float64:
		return compareAs[float64](a, b)
	case reflect.Complex64:
		return cmp.Or(compareAs[float32](a, b), compareAs[float32](unsafe.Add(a, 4), unsafe.Add(b, 4)))
	case reflect.Complex128:
		return cmp.Or(compareAs[float64](a, b), compareAs[float64](unsafe.Add(a, 8), unsafe.Add(b, 8)))
	case reflect.Struct:
		for _, f := range i.fields {
			if c := m.compareKeys(f.t, unsafe.Add(a, f.off), unsafe.Add(b, f.off)); c != 0 {
				return c
			}
		}
		return 0
	case reflect.Array:
		for k := range uintptr(i.len) {
			if c := m.compareKeys(i.elem, unsafe.Add(a, k*i.elem.size), unsafe.Add(b, k*i.elem.size)); c != 0 {
				return c
			}
		}
		return 0
	case reflect.Interface:
		x, xt := m.held(t, a)
		y, yt := m.held(t, b)
		switch {
		case xt == nil && yt == nil:
			return 0
		case xt == nil:
			return -1
		case yt == nil:
			return 1
		case xt != yt:
			return m.compareTypes(xt, yt)
		}
		return m.compareKeys(xt, xt.unbox(x), yt.unbox(y))
	}
	return compareAs[uintptr](a, b)
}

func compareAs[T cmp.Ordered](a, b unsafe.Pointer) int { return cmp.Compare(*(*T)(a), *(*T)(b)) }

// compareTypes orders the types of keys. Package fmt orders them by the addresses of their
// descriptions, for which there is no rule. The linker sorts them by size, and those of the program
// are in front of those of the runtime.
func (m *Machine) compareTypes(a, b *Type) int {
	x, y := m.printing(a), m.printing(b)
	if c := cmp.Compare(x.described, y.described); c != 0 {
		return c
	}
	switch {
	case a.own && !b.own:
		return -1
	case b.own && !a.own:
		return 1
	case a.own:
		return cmp.Or(cmp.Compare(declaredAt(a), declaredAt(b)), strings.Compare(x.name, y.name))
	}
	return cmp.Compare(uintptr(a.word), uintptr(b.word))
}

// declaredAt is where a type is declared.
func declaredAt(t *Type) token.Pos {
	if n, ok := types.Unalias(t.Go).(*types.Named); ok {
		return n.Obj().Pos()
	}
	return token.NoPos
}

// A printing is the printer's record of a type.
type printing struct {
	epoch     int32
	kind      reflect.Kind
	name      string
	elem, key *Type
	len       int // of an array
	fields    []printedField
	described int // about the size in bytes of the description of the type in a compiled program

	ops           mapOps // of a map
	boxed, anyKey bool

	compiled bool // the methods are those of a compiled type
	// Which methods there are. They are nil or not if the type is a compiled one.
	formatter, goString, err, str *types.Func
}

// A printedField is a field of a struct.
type printedField struct {
	name  string
	t     *Type
	off   uintptr
	reach reach
}

// printingKey is the key of the printing of a type in its entries.
type printingKey struct{}

// printing is the printing of a type.
func (m *Machine) printing(t *Type) *printing {
	epoch := m.epoch.Load()
	if x, ok := t.entries.Load(printingKey{}); ok {
		if i := x.(*printing); i.epoch == epoch {
			return i
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	i := m.makePrinting(t)
	i.epoch = epoch
	t.entries.Store(printingKey{}, i)
	return i
}

var (
	formatterType = reflect.TypeFor[fmt.Formatter]()
	goStringType  = reflect.TypeFor[fmt.GoStringer]()
	stringType    = reflect.TypeFor[fmt.Stringer]()

	// someFunc stands for the methods of compiled types, which package fmt finds itself.
	someFunc = new(types.Func)
)

func (m *Machine) makePrinting(t *Type) *printing {
	i := &printing{compiled: m.isCompiled(t)}
	if t.Go == nil || i.compiled {
		i.byReflect(m, t)
	} else {
		i.byType(m, t)
	}
	i.described = i.describe(t)
	if i.kind == reflect.Interface {
		return i
	}
	if !i.compiled {
		i.err, _ = m.textMethodLocked(t, "Error")
		i.str, _ = m.textMethodLocked(t, "String")
		i.goString, _ = m.textMethodLocked(t, "GoString")
		if f := m.plainMethod(t, "Format"); f != nil && isFormat(f.Signature()) {
			i.formatter = f
		}
		return i
	}
	for _, x := range []struct {
		f **types.Func
		t reflect.Type
	}{{&i.formatter, formatterType}, {&i.goString, goStringType}, {&i.err, errorType}, {&i.str, stringType}} {
		if t.rt.Implements(x.t) {
			*x.f = someFunc
		}
	}
	return i
}

// isCompiled reports whether the methods of t are those of a compiled type.
func (m *Machine) isCompiled(t *Type) bool {
	if t.Go == nil {
		return true
	}
	g := types.Unalias(t.Go)
	if p, ok := g.(*types.Pointer); ok {
		g = types.Unalias(p.Elem())
	}
	n, ok := g.(*types.Named)
	return ok && !m.isOwn(n)
}

// isFormat reports whether a signature is that of fmt.Formatter.
func isFormat(s *types.Signature) bool {
	return s.Params().Len() == 2 && s.Results().Len() == 0 && s.Params().At(0).Type().String() == "fmt.State" &&
		types.Identical(s.Params().At(1).Type(), types.Typ[types.Int32])
}

// byType fills in the parts of a type of a cell.
func (i *printing) byType(m *Machine, t *Type) {
	i.name = t.String()
	switch u := t.Go.Underlying().(type) {
	case *types.Basic:
		i.kind = basicType(types.Default(u).(*types.Basic).Kind()).Kind()
	case *types.Pointer:
		i.kind, i.elem = reflect.Pointer, m.typ(u.Elem())
	case *types.Slice:
		i.kind, i.elem = reflect.Slice, m.typ(u.Elem())
	case *types.Array:
		i.kind, i.elem, i.len = reflect.Array, m.typ(u.Elem()), int(u.Len())
	case *types.Map:
		i.kind, i.key, i.elem = reflect.Map, m.typ(u.Key()), m.typ(u.Elem())
		mt := m.mapType(t)
		i.ops, i.boxed, i.anyKey = mt.ops, mt.boxed, mt.anyKey
	case *types.Chan:
		i.kind = reflect.Chan
	case *types.Signature:
		i.kind = reflect.Func
	case *types.Interface:
		i.kind = reflect.Interface
	case *types.Struct:
		i.kind = reflect.Struct
		for k := range u.NumFields() {
			f := u.Field(k)
			i.addField(f.Name(), m.typ(f.Type()), t.field(k), f.Exported(), f.Embedded())
		}
	}
}

// byReflect fills in the parts of a type of which package reflect knows.
func (i *printing) byReflect(m *Machine, t *Type) {
	rt := t.rt
	i.kind, i.name = rt.Kind(), rt.String()
	switch i.kind {
	case reflect.Pointer, reflect.Slice:
		i.elem = m.partType(rt.Elem())
	case reflect.Array:
		i.elem, i.len = m.partType(rt.Elem()), rt.Len()
	case reflect.Map:
		i.key, i.elem = m.partType(rt.Key()), m.partType(rt.Elem())
		i.ops = reflectMap{rt, rt.Key(), rt.Elem()}
	case reflect.Struct:
		for k := range rt.NumField() {
			f := rt.Field(k)
			i.addField(f.Name, m.partType(f.Type), f.Offset, f.IsExported(), f.Anonymous)
		}
	}
}

// partType is the record of a type that is part of another. Unlike bareType it takes interface
// types.
func (m *Machine) partType(rt reflect.Type) *Type {
	if rt.Kind() != reflect.Interface {
		return m.bareType(rt)
	}
	t := &Type{m: m, rt: rt, size: 2 * word, rep: repIface, pointers: true, ptrs: []uintptr{0, word}}
	if rt.NumMethod() == 0 {
		t.rep = repEface
	}
	t.copy, t.zero = copier(t), zeroer(t)
	return t
}

func (i *printing) addField(name string, t *Type, off uintptr, exported, isEmbedded bool) {
	r := open
	if !exported {
		if r = hidden; isEmbedded {
			r = embedded
		}
	}
	i.fields = append(i.fields, printedField{name, t, off, r})
}

// describe estimates how many bytes the description of a type takes in a compiled program.
func (i *printing) describe(t *Type) int {
	n := 48
	switch i.kind {
	case reflect.Pointer, reflect.Slice, reflect.Func:
		n = 56
	case reflect.Chan:
		n = 64
	case reflect.Array:
		n = 72
	case reflect.Map:
		n = 104
	case reflect.Struct:
		n = 80
	}
	methods := t.rt.NumMethod()
	named := t.rt.Name() != ""
	if t.Go != nil {
		switch types.Unalias(t.Go).(type) {
		case *types.Named, *types.Basic:
			named = true
		}
		methods = types.NewMethodSet(t.Go).Len()
	}
	if named || methods > 0 || i.kind == reflect.Struct {
		n += 16 * (1 + methods)
	}
	return n + 24*len(i.fields)
}

// methods prints a value by one of its own methods, and reports whether it has one for the verb.
func (p *printer) methods(t *Type, i *printing, at unsafe.Pointer, verb rune) (done bool) {
	if p.erroring {
		return false
	}
	f, name := i.formatter, "Format"
	if f == nil && p.sharpV {
		f, name = i.goString, "GoString"
	} else if f == nil {
		switch verb {
		case 'v', 's', 'x', 'X', 'q':
			if f, name = i.err, "Error"; f == nil {
				f, name = i.str, "String"
			}
		}
	}
	if f == nil {
		return false
	}
	v := t.box(at)
	if i.compiled {
		if r, ok := v.(reflect.Value); ok {
			// fmt would look into it.
			if own, ok := p.m.reflected(r); ok {
				p.string(own.text(), verb)
			} else {
				p.string(r.String(), verb)
			}
			return true
		}
		if text, ok := p.m.contextText(v); ok {
			p.string(text, verb)
			return true
		}
		p.native(verb, v)
		return true
	}
	var passes any // a panic that this call does not end
	func() {
		defer func() {
			if e := recover(); e != nil {
				passes = p.caught(e, i, at, verb, name)
			}
		}()
		switch name {
		case "Format":
			p.m.callPrinting(v, f, any(fmt.State(p)), verb)
		case "GoString":
			p.leaf('s', p.m.callPrinting(v, f)[0])
		default:
			s, _ := p.m.callPrinting(v, f)[0].(string)
			p.string(s, verb)
		}
	}()
	if passes != nil {
		panic(passes) // here and not while the old one runs deferred calls: its stack is free now
	}
	return true
}

// callPrinting calls a method of v. A panic leaves the count of nested calls as it was.
func (m *Machine) callPrinting(v any, f *types.Func, args ...any) []any {
	t := m.acquire()
	done := false
	defer func() {
		if !done {
			t.run.nested.Add(-1)
		}
	}()
	res := t.callMethod(v, f, args)
	done = true
	m.release(t)
	return res
}

// caught prints the panic e in which the call of a method has ended. It returns the panics that
// pass instead.
func (p *printer) caught(e any, i *printing, at unsafe.Pointer, verb rune, method string) (passes any) {
	v := e
	switch x := e.(type) {
	case stopped, exiter:
		return e
	case *Panic:
		if v = x.Value; v == errStackOverflow {
			return e
		}
	}
	if i.kind == reflect.Pointer && *(*unsafe.Pointer)(at) == nil {
		p.text("<nil>") // the method does not expect a nil receiver
		return nil
	}
	if p.panicking {
		return e
	}
	old := p.directive
	p.set(directive{})
	p.text("%!")
	p.buf = utf8.AppendRune(p.buf, verb)
	p.text("(PANIC=" + method + " method: ")
	p.panicking = true
	p.any(v, 'v')
	p.panicking = false
	p.byte(')')
	old.wid, old.prec = 0, 0 // package fmt does not restore the numbers, only that there were some
	p.set(old)
	return nil
}

// any prints an operand, whatever it is.
func (p *printer) any(v any, verb rune) {
	x := unwrap(v)
	if x == nil {
		p.pad("<nil>")
		return
	}
	p.operand(p.m.recordOf(x), x, verb)
}
