// The types of cells that mention each other.
//
// For each type of a cell the interpreter makes a type for reflection, when it is first needed, from the
// outside to the inside. reflect.StructOf cannot make a struct type that contains a pointer to itself; so
// the interpreter puts a dummy in its place and changes the finished type in memory. It remembers one
// place to change to, and where two or more types mention each other all dummies become the last one:
//
//	type List struct{ root Element; n int }
//	type Element struct{ next, prev *Element; list *List }    next and prev became *List
//
// So for such groups, which package cell finds, the work is done here, between the unit that declares the
// types and the next: every struct type is made with stand-ins of the same size and shape (a pointer for
// a pointer, a map for a map), then the types of its fields are set, in the struct type and in what the
// interpreter keeps of it. Types that are there are not made again by the interpreter.
//
// This reads and writes unexported fields of the interpreter and of reflection, by their names and with
// their types checked; there is no other way in. If anything is not as it should be nothing is changed,
// and the interpreter does as well as it can. TestRecursive fails then.

package session

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"
	"unsafe"
)

// A typeBuilder makes the types of one group.
type typeBuilder struct {
	named map[string]reflect.Value // the interpreter's types of the group, by symbol
	built map[string]reflect.Type  // the struct types that are made
	depth int
}

// buildTypes makes the types of a group for reflection. The names are in the order in which their values
// contain each other.
func (s *Session) buildTypes(names []string) (err error) {
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("recursive types: %v", e)
		}
	}()
	b := &typeBuilder{named: make(map[string]reflect.Value), built: make(map[string]reflect.Type)}
	scopes := s.hidden("scopes")
	for _, n := range names {
		t := findType(scopes, n)
		if !t.IsValid() {
			return fmt.Errorf("recursive types: the interpreter does not know %s", n)
		}
		if !open(t.Elem().FieldByName("rtype")).IsNil() {
			return fmt.Errorf("recursive types: %s is in use already", n)
		}
		b.named[n] = t
	}
	var structs []string
	for _, n := range names {
		if b.isStruct(b.named[n]) {
			b.built[n] = b.shape(b.named[n])
			structs = append(structs, n)
		}
	}
	for _, n := range structs {
		t := b.named[n].Elem()
		fields := t.FieldByName("field")
		for i := range fields.Len() {
			setFieldType(b.built[n], i, b.resolve(fields.Index(i).FieldByName("typ")))
		}
		open(t.FieldByName("rtype")).Set(reflect.ValueOf(b.built[n]))
	}
	for _, n := range names {
		b.resolve(b.named[n])
	}
	return nil
}

// findType is the interpreter's type of that name, a pointer.
func findType(scopes reflect.Value, name string) reflect.Value {
	for it := scopes.MapRange(); it.Next(); {
		sym := it.Value().Elem().FieldByName("sym").MapIndex(reflect.ValueOf(name))
		if sym.IsValid() && !sym.IsNil() {
			return sym.Elem().FieldByName("typ")
		}
	}
	return reflect.Value{}
}

// group is the symbol of an interpreter's type of the group, or "".
func (b *typeBuilder) group(t reflect.Value) string {
	name := t.Elem().FieldByName("name").String()
	if b.named[name].IsValid() {
		return name
	}
	return ""
}

// kind is the category of an interpreter's type, as it prints.
func kind(t reflect.Value) string {
	cat := open(t.Elem().FieldByName("cat"))
	return cat.Interface().(fmt.Stringer).String()
}

func (b *typeBuilder) isStruct(t reflect.Value) bool { return kind(t) == "structT" }

// errStrange stops the work.
var errStrange = errors.New("an unknown kind of type")

// shape is the struct type of t with stand-ins for what is not made yet.
func (b *typeBuilder) shape(t reflect.Value) reflect.Type {
	fields := t.Elem().FieldByName("field")
	list := make([]reflect.StructField, fields.Len())
	for i := range list {
		f := fields.Index(i)
		list[i] = reflect.StructField{
			Name: exported(f.FieldByName("name").String()),
			Type: b.standIn(f.FieldByName("typ")),
			Tag:  reflect.StructTag(f.FieldByName("tag").String()),
			// As the interpreter does it: reflection embeds nothing beside other fields.
			Anonymous: len(list) == 1 && f.FieldByName("embed").Bool(),
		}
	}
	return reflect.StructOf(list)
}

// exported is the name of a field as the interpreter gives it to reflection.
func exported(name string) string {
	if r, _ := utf8.DecodeRuneInString(name); unicode.IsUpper(r) {
		return name
	}
	return "X" + name
}

// standIn is a type of the size and shape of t.
func (b *typeBuilder) standIn(t reflect.Value) reflect.Type {
	if n := b.group(t); n != "" {
		if r := b.built[n]; r != nil {
			return r
		}
		t = b.named[n]
	}
	if !b.mentions(t, 0) {
		return b.whole(t)
	}
	switch kind(t) {
	case "ptrT":
		return reflect.TypeFor[*byte]()
	case "sliceT", "variadicT":
		return reflect.TypeFor[[]byte]()
	case "mapT":
		return reflect.TypeFor[map[int]int]()
	case "chanT", "chanRecvT", "chanSendT":
		return reflect.TypeFor[chan int]()
	case "funcT":
		return reflect.TypeFor[func()]()
	case "arrayT":
		return reflect.ArrayOf(int(t.Elem().FieldByName("length").Int()), b.standIn(t.Elem().FieldByName("val")))
	case "linkedT":
		return b.standIn(t.Elem().FieldByName("val"))
	case "structT":
		return b.shape(t) // one without a name
	}
	panic(errStrange)
}

// mentions reports whether t is made of types of the group.
func (b *typeBuilder) mentions(t reflect.Value, depth int) bool {
	if t.IsNil() || depth > 20 {
		return false
	}
	if b.group(t) != "" {
		return true
	}
	if strings.HasPrefix(kind(t), "interface") {
		return false
	}
	for _, part := range []string{"key", "val"} {
		if b.mentions(t.Elem().FieldByName(part), depth+1) {
			return true
		}
	}
	for _, part := range []string{"arg", "ret"} {
		list := t.Elem().FieldByName(part)
		for i := range list.Len() {
			if b.mentions(list.Index(i), depth+1) {
				return true
			}
		}
	}
	fields := t.Elem().FieldByName("field")
	for i := range fields.Len() {
		if b.mentions(fields.Index(i).FieldByName("typ"), depth+1) {
			return true
		}
	}
	return false
}

// whole is the type for reflection of t, which mentions no type of the group.
func (b *typeBuilder) whole(t reflect.Value) reflect.Type {
	open(t.Elem().FieldByName("str")) // panics if it is no type of the interpreter
	out := reflect.NewAt(t.Type(), unsafe.Pointer(&[]unsafe.Pointer{t.UnsafePointer()}[0])).Elem().MethodByName("TypeOf").Call(nil)
	m, ok := out[0].Interface().(reflect.Type)
	if !ok || m == nil {
		panic(errStrange)
	}
	return m
}

// resolve is the type for reflection of t. The struct types of the group are made. The interpreter is told
// of all that are found on the way.
func (b *typeBuilder) resolve(t reflect.Value) reflect.Type {
	if b.depth++; b.depth > 1000 {
		panic(errStrange) // types such as type T []T
	}
	defer func() { b.depth-- }()
	if n := b.group(t); n != "" {
		if r := b.built[n]; r != nil {
			open(t.Elem().FieldByName("rtype")).Set(reflect.ValueOf(r))
			return r
		}
		t = b.named[n]
	}
	if !b.mentions(t, 0) {
		return b.whole(t)
	}
	val := func() reflect.Type { return b.resolve(t.Elem().FieldByName("val")) }
	var r reflect.Type
	switch kind(t) {
	case "ptrT":
		r = reflect.PointerTo(val())
	case "sliceT", "variadicT":
		r = reflect.SliceOf(val())
	case "mapT":
		r = reflect.MapOf(b.resolve(t.Elem().FieldByName("key")), val())
	case "chanT":
		r = reflect.ChanOf(reflect.BothDir, val())
	case "chanRecvT":
		r = reflect.ChanOf(reflect.RecvDir, val())
	case "chanSendT":
		r = reflect.ChanOf(reflect.SendDir, val())
	case "arrayT":
		r = reflect.ArrayOf(int(t.Elem().FieldByName("length").Int()), val())
	case "linkedT":
		r = val()
	case "funcT":
		r = b.function(t)
	case "structT":
		r = b.shape(t)
		fields := t.Elem().FieldByName("field")
		for i := range fields.Len() {
			setFieldType(r, i, b.resolve(fields.Index(i).FieldByName("typ")))
		}
	default:
		panic(errStrange)
	}
	open(t.Elem().FieldByName("rtype")).Set(reflect.ValueOf(r))
	return r
}

func (b *typeBuilder) function(t reflect.Value) reflect.Type {
	var lists [2][]reflect.Type
	variadic := false
	for i, part := range []string{"arg", "ret"} {
		list := t.Elem().FieldByName(part)
		for j := range list.Len() {
			lists[i] = append(lists[i], b.resolve(list.Index(j)))
			variadic = variadic || i == 0 && kind(list.Index(j)) == "variadicT"
		}
	}
	return reflect.FuncOf(lists[0], lists[1], variadic)
}
