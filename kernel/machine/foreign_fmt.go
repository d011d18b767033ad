// Calls of package fmt, log and testing with values of cells.
//
// Where an operand is a value of a cell's type, the machine makes the text itself, with the printer
// of format.go, and hands it to the compiled function as its only operand. Methods that package fmt
// looks for do not suffice: %T and %p do not call them, widths and wrong verbs look at the type,
// and Print puts no space beside what is a string. A call in which all operands have types of
// compiled code is made unchanged.
//
// The functions that scan get the addresses of variables of a cell's type as addresses of the same
// layout.

package machine

import (
	"errors"
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
	"unsafe"
)

func printSpecials() {
	for _, name := range []string{
		"fmt.Printf", "fmt.Sprintf", "fmt.Fprintf", "fmt.Appendf",
		"log.Printf", "log.Fatalf", "log.Panicf",
		"(*log.Logger).Printf", "(*log.Logger).Fatalf", "(*log.Logger).Panicf",
		"(*testing.common).Logf", "(*testing.common).Errorf", "(*testing.common).Fatalf", "(*testing.common).Skipf",
		"(testing.TB).Logf", "(testing.TB).Errorf", "(testing.TB).Fatalf", "(testing.TB).Skipf",
	} {
		specials[name] = func(m *Machine, f *Func, q fp) bool { m.printfCall(f, q, false); return false }
	}
	specials["fmt.Errorf"] = func(m *Machine, f *Func, q fp) bool { m.printfCall(f, q, true); return false }
	for _, name := range []string{
		"fmt.Print", "fmt.Sprint", "fmt.Fprint", "fmt.Append",
		"log.Print", "log.Fatal", "log.Panic",
		"(*log.Logger).Print", "(*log.Logger).Fatal", "(*log.Logger).Panic",
	} {
		specials[name] = func(m *Machine, f *Func, q fp) bool { m.printCall(f, q, false); return false }
	}
	for _, name := range []string{
		"fmt.Println", "fmt.Sprintln", "fmt.Fprintln", "fmt.Appendln",
		"log.Println", "log.Fatalln", "log.Panicln",
		"(*log.Logger).Println", "(*log.Logger).Fatalln", "(*log.Logger).Panicln",
		"(*testing.common).Log", "(*testing.common).Error", "(*testing.common).Fatal", "(*testing.common).Skip",
		"(testing.TB).Log", "(testing.TB).Error", "(testing.TB).Fatal", "(testing.TB).Skip",
	} {
		specials[name] = func(m *Machine, f *Func, q fp) bool { m.printCall(f, q, true); return false }
	}
	for _, name := range []string{"Scan", "Scanln", "Scanf", "Sscan", "Sscanln", "Sscanf", "Fscan", "Fscanln", "Fscanf"} {
		specials["fmt."+name] = func(m *Machine, f *Func, q fp) bool { m.scanCall(f, q); return false }
	}
}

// operands are the variadic operands in the frame of a call.
func operands(f *Func, q fp) *[]any {
	return (*[]any)(unsafe.Add(q, f.params.offsets[len(f.params.offsets)-1]))
}

// cellValue is the value of a cell in an operand, with its type, which is nil if package fmt knows
// the operand's type.
func (m *Machine) cellValue(x any) (any, *Type) {
	switch x := x.(type) {
	case nil, string, int, float64, bool, int32, int64, uint8, []byte, []int, []string:
		return x, nil
	case *typeView:
		return x, nil
	case *printed:
		return x.v, x.t
	case reflect.Value:
		if y, ok := m.reflectOperand(x); ok && y != nil {
			if l, ok := y.(looked); ok {
				return l, l.t
			}
			return y, m.recordOf(y)
		}
		if x.IsValid() && x.CanInterface() && mayHoldCells(x.Type()) {
			y := x.Interface()
			if t := m.typeOfValue(y); t != nil && t.own {
				return y, t
			}
			return m.cellValue(y)
		}
		return x, nil
	}
	v := unwrap(x)
	if sameWord(x, v) && !mayHoldCells(reflect.TypeOf(x)) {
		return x, nil
	}
	return v, m.recordOf(v)
}

// holders says of compiled types whether package fmt can meet interface values in them.
var holders sync.Map // of reflect.Type to bool

// mayHoldCells reports whether package fmt can meet interface values in a value of the type, which
// is a compiled one: they may hold values of cells.
func mayHoldCells(t reflect.Type) bool {
	if yes, ok := holders.Load(t); ok {
		return yes.(bool)
	}
	e := t
	if t.Kind() == reflect.Pointer {
		e = t.Elem() // of an operand
	}
	yes := hasInterfaces(e)
	holders.Store(t, yes)
	return yes
}

// hasInterfaces reports whether there are interface values, or values of package reflect, in a
// value of the type, or in its elements.
func hasInterfaces(t reflect.Type) bool {
	if t == reflectValueType {
		return true
	}
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Array:
		return hasInterfaces(t.Elem())
	case reflect.Slice, reflect.Map:
		// A type that contains itself is looked at no further than this.
		if t.Name() != "" {
			return true
		}
		return hasInterfaces(t.Elem()) || t.Kind() == reflect.Map && hasInterfaces(t.Key())
	case reflect.Struct:
		for i := range t.NumField() {
			if hasInterfaces(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}

// ownOperands reports whether one of the operands is a value of a cell.
func (m *Machine) ownOperands(list []any) bool {
	return slices.ContainsFunc(list, func(x any) bool {
		switch x.(type) {
		case *assertionError, runtimeError, plainError, *typeView: // they have names of their own
			return true
		}
		_, t := m.cellValue(x)
		return t != nil
	})
}

// printCall prepares a call of a function like Print or Println.
func (m *Machine) printCall(f *Func, q fp, line bool) {
	list := operands(f, q)
	if !m.ownOperands(*list) {
		return
	}
	p := printer{m: m}
	wasString := false
	for i, x := range *list {
		v, t := m.cellValue(x)
		isString := false
		if !line {
			_, reflected := x.(reflect.Value)
			isString = !reflected && (t != nil && t.rep == repString || t == nil && x != nil && reflect.TypeOf(x).Kind() == reflect.String)
		}
		if i > 0 && !isString && !wasString {
			p.byte(' ')
		}
		if t != nil {
			p.operand(t, v, 'v')
		} else {
			p.buf = fmt.Append(p.buf, x)
		}
		wasString = isString
	}
	*list = []any{string(p.buf)}
}

// printfCall prepares a call of a function like Printf or, if wraps is set, of Errorf.
func (m *Machine) printfCall(f *Func, q fp, wraps bool) {
	list := operands(f, q)
	if !m.ownOperands(*list) {
		return
	}
	format := (*string)(unsafe.Add(q, f.params.offsets[len(f.params.offsets)-2]))
	p := formatPrinter{printer: printer{m: m}, format: *format, list: *list, wraps: wraps}
	p.printf()
	if len(p.wrapped) == 0 {
		*format, *list = "%s", []any{string(p.buf)}
		return
	}
	p.flush()
	// The operands of %w are the errors, in the order of the call and each of them once.
	nums := slices.Clone(p.wrapped)
	slices.Sort(nums)
	nums = slices.Compact(nums)
	var text strings.Builder
	var errs []any
	for _, n := range nums {
		errs = append(errs, (*list)[n])
	}
	for _, x := range p.parts {
		if x.verb == "" {
			text.WriteString(strings.ReplaceAll(x.text, "%", "%%"))
			continue
		}
		k, _ := slices.BinarySearch(nums, x.operand)
		fmt.Fprintf(&text, "%s[%d]w", x.verb, k+1)
	}
	if p.ws > 1 && len(nums) == 1 {
		text.WriteString(mutedVerb) // an error with more than one verb %w wraps a list
	}
	*format, *list = text.String(), errs
}

// mutedVerb prints the first operand, an error, as nothing.
const mutedVerb = "%+-# 0.0[1]w"

// isMuted reports whether an error is printed by mutedVerb.
func isMuted(s fmt.State) bool {
	prec, ok := s.Precision()
	return ok && prec == 0 && s.Flag('+') && s.Flag('-') && s.Flag('#') && s.Flag(' ') && s.Flag('0')
}

// A formatPrinter prints by a format string.
type formatPrinter struct {
	printer
	format  string
	list    []any
	next    int // operand
	indexed bool
	badNum  bool // an index in the current verb is wrong

	// For Errorf: text alternates with the verbs %w that have errors as operands.
	wraps   bool
	parts   []wrapPart
	wrapped []int // the operands of these verbs
	ws      int   // the verbs %w, whatever their operands are
}

// A wrapPart is text, or a verb %w without its last letter.
type wrapPart struct {
	text, verb string
	operand    int
}

// flush makes the text that has been printed a part.
func (p *formatPrinter) flush() {
	p.parts = append(p.parts, wrapPart{text: string(p.buf)})
	p.buf = p.buf[:0]
}

// maxWidth is the largest width and precision that package fmt takes.
const maxWidth = 1_000_000

// number reads a number at position i, and returns the position after it.
func (p *formatPrinter) number(i, end int) (n int, ok bool, after int) {
	for after = i; after < end && '0' <= p.format[after] && p.format[after] <= '9'; after++ {
		if n > maxWidth {
			return 0, false, end
		}
		n = n*10 + int(p.format[after]-'0')
		ok = true
	}
	return n, ok, after
}

// index reads an index such as [3] at position i, if there is one.
func (p *formatPrinter) index(i int) (after int, found bool) {
	if i >= len(p.format) || p.format[i] != '[' {
		return i, false
	}
	p.indexed = true
	width := strings.IndexByte(p.format[i:], ']')
	if width < 1 || len(p.format)-i < 3 {
		p.badNum = true
		return i + 1, false
	}
	n, ok, end := p.number(i+1, i+width)
	if ok = ok && end == i+width; ok && 1 <= n && n <= len(p.list) {
		p.next = n - 1
		return i + width + 1, true
	}
	p.badNum = true
	return i + width + 1, ok
}

// star is the next operand as a width or a precision.
func (p *formatPrinter) star() (n int, ok bool) {
	if p.next >= len(p.list) {
		return 0, false
	}
	x, t := p.m.cellValue(p.list[p.next])
	p.next++
	v := reflect.ValueOf(x)
	if t != nil && t.rep >= repInt && t.rep <= repUintptr {
		v = reflect.ValueOf(p.m.plainValue(t, t.unbox(x)))
	}
	switch {
	case v.CanInt():
		n, ok = int(v.Int()), true
	case v.CanUint():
		n, ok = int(v.Uint()), v.Uint() <= maxWidth
	}
	if n > maxWidth || n < -maxWidth {
		return 0, false
	}
	return n, ok
}

// printf prints the format.
func (p *formatPrinter) printf() {
	for i, end := 0, len(p.format); i < end; {
		n := strings.IndexByte(p.format[i:], '%')
		if n < 0 {
			p.text(p.format[i:])
			break
		}
		p.text(p.format[i : i+n])
		if i = p.verb(i + n + 1); i < 0 {
			p.text("%!(NOVERB)")
			break
		}
	}
	if p.indexed || p.next >= len(p.list) {
		return
	}
	p.set(directive{})
	p.text("%!(EXTRA ")
	for i, x := range p.list[p.next:] {
		if i > 0 {
			p.text(", ")
		}
		if x == nil {
			p.text("<nil>")
			continue
		}
		p.text(p.typeName(x) + "=")
		p.print(x, 'v')
	}
	p.byte(')')
}

// verb prints by the verb whose flags begin at position i, and returns the position after it, -1 if
// there is no verb.
func (p *formatPrinter) verb(i int) int {
	end := len(p.format)
	var d directive
	p.badNum = false
flags:
	for ; i < end; i++ {
		switch p.format[i] {
		case '#':
			d.sharp = true
		case '0':
			d.zero = true
		case '+':
			d.plus = true
		case '-':
			d.minus = true
		case ' ':
			d.space = true
		default:
			break flags
		}
	}
	i, indexed := p.index(i)
	if i < end && p.format[i] == '*' {
		i++
		if d.wid, d.widPresent = p.star(); !d.widPresent {
			p.text("%!(BADWIDTH)")
		}
		if d.wid < 0 {
			d.wid, d.minus, d.zero = -d.wid, true, false
		}
		indexed = false
	} else {
		d.wid, d.widPresent, i = p.number(i, end)
		if indexed && d.widPresent {
			p.badNum = true // "%[3]2d"
		}
	}
	if i+1 < end && p.format[i] == '.' {
		i++
		if indexed {
			p.badNum = true // "%[3].2d"
		}
		i, indexed = p.index(i)
		if i < end && p.format[i] == '*' {
			i++
			if d.prec, d.precPresent = p.star(); d.prec < 0 {
				d.prec, d.precPresent = 0, false
			}
			if !d.precPresent {
				p.text("%!(BADPREC)")
			}
			indexed = false
		} else {
			d.prec, d.precPresent, i = p.number(i, end)
			if !d.precPresent {
				d.prec, d.precPresent = 0, true
			}
		}
	}
	if !indexed {
		i, _ = p.index(i)
	}
	if i >= end {
		return -1
	}
	verb, size := utf8.DecodeRuneInString(p.format[i:])
	i += size
	switch {
	case verb == '%':
		p.byte('%')
	case p.badNum:
		p.text("%!" + string(verb) + "(BADINDEX)")
	case p.next >= len(p.list):
		p.text("%!" + string(verb) + "(MISSING)")
	default:
		d.forVerb(verb)
		p.set(d)
		x := p.list[p.next]
		if verb == 'w' {
			p.ws++
		}
		if _, ok := x.(error); ok && verb == 'w' && p.wraps {
			p.flush()
			p.parts = append(p.parts, wrapPart{verb: strings.TrimSuffix(d.format('w'), "w"), operand: p.next})
			p.wrapped = append(p.wrapped, p.next)
		} else {
			p.print(x, verb)
		}
		p.next++
	}
	return i
}

// print prints an operand.
func (p *formatPrinter) print(x any, verb rune) {
	v, t := p.m.cellValue(x)
	switch {
	case t == nil && verb == 'T':
		p.leaf('s', p.m.TypeOf(x))
	case t == nil:
		p.native(verb, x)
	case verb == 'T':
		p.leaf('s', p.typeName(x))
	default:
		p.operand(t, v, verb)
	}
}

// typeName is the type of an operand that is not nil.
func (p *formatPrinter) typeName(x any) string {
	if _, ok := x.(reflect.Value); ok {
		return "reflect.Value"
	}
	if _, t := p.m.cellValue(x); t != nil {
		return p.m.printing(t).name
	}
	return p.m.TypeOf(x)
}

// scanCall prepares a call of a function that scans.
func (m *Machine) scanCall(f *Func, q fp) {
	list := operands(f, q)
	if !m.ownOperands(*list) {
		return
	}
	c := slices.Clone(*list)
	for i, x := range c {
		if v, t := m.cellValue(x); t != nil {
			c[i] = m.scanTarget(t, v)
		}
	}
	*list = c
}

// The basic types with names, which package fmt scans by another rule than those that are
// predeclared.
type (
	scanBool       bool
	scanInt        int
	scanInt8       int8
	scanInt16      int16
	scanInt32      int32
	scanInt64      int64
	scanUint       uint
	scanUint8      uint8
	scanUint16     uint16
	scanUint32     uint32
	scanUint64     uint64
	scanUintptr    uintptr
	scanFloat32    float32
	scanFloat64    float64
	scanComplex64  complex64
	scanComplex128 complex128
	scanString     string
	scanBytes      []byte
)

var scanTypes = map[reflect.Kind]reflect.Type{
	reflect.Bool: reflect.TypeFor[scanBool](), reflect.String: reflect.TypeFor[scanString](),
	reflect.Int: reflect.TypeFor[scanInt](), reflect.Int8: reflect.TypeFor[scanInt8](), reflect.Int16: reflect.TypeFor[scanInt16](),
	reflect.Int32: reflect.TypeFor[scanInt32](), reflect.Int64: reflect.TypeFor[scanInt64](),
	reflect.Uint: reflect.TypeFor[scanUint](), reflect.Uint8: reflect.TypeFor[scanUint8](), reflect.Uint16: reflect.TypeFor[scanUint16](),
	reflect.Uint32: reflect.TypeFor[scanUint32](), reflect.Uint64: reflect.TypeFor[scanUint64](), reflect.Uintptr: reflect.TypeFor[scanUintptr](),
	reflect.Float32: reflect.TypeFor[scanFloat32](), reflect.Float64: reflect.TypeFor[scanFloat64](),
	reflect.Complex64: reflect.TypeFor[scanComplex64](), reflect.Complex128: reflect.TypeFor[scanComplex128](),
}

// scanTarget is what package fmt scans into where a cell gives v.
func (m *Machine) scanTarget(t *Type, v any) any {
	if f, ok := m.hasMethod(v, "Scan"); ok && isScan(f.Signature()) {
		return cellScanner{m, v, f}
	}
	i := m.printing(t)
	if i.kind != reflect.Pointer {
		return noScanner("type not a pointer: " + i.name)
	}
	p := *(*unsafe.Pointer)(t.unbox(v))
	e := m.printing(i.elem)
	if st := scanTypes[e.kind]; st != nil {
		return reflect.NewAt(st, p).Interface()
	}
	if e.kind == reflect.Slice && m.printing(e.elem).kind == reflect.Uint8 {
		return (*scanBytes)(p)
	}
	return noScanner("can't scan type: " + i.name)
}

// A noScanner is the error of scanning into a variable into which nothing can be scanned.
type noScanner string

// Scan is fmt.Scanner.
func (s noScanner) Scan(fmt.ScanState, rune) error { return errors.New(string(s)) }

// A cellScanner is a value of a cell that is a fmt.Scanner.
type cellScanner struct {
	m *Machine
	v any
	f *types.Func
}

// Scan is fmt.Scanner.
func (s cellScanner) Scan(state fmt.ScanState, verb rune) error {
	err, _ := s.m.ToNative(s.m.callPrinting(s.v, s.f, any(state), verb)[0], ForAny).(error)
	return err
}

// isScan reports whether a signature is that of fmt.Scanner.
func isScan(s *types.Signature) bool {
	return s.Params().Len() == 2 && s.Results().Len() == 1 && s.Params().At(0).Type().String() == "fmt.ScanState" &&
		types.Identical(s.Params().At(1).Type(), types.Typ[types.Int32]) &&
		types.Identical(s.Results().At(0).Type(), types.Universe.Lookup("error").Type())
}
