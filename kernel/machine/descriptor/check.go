// SPDX-License-Identifier: BSD-3-Clause

// Checks of the layouts that the package relies on, made once when the first type is made. They
// take some microseconds. A program built with a version of Go whose descriptors differ ends here
// with a message, instead of later with damaged memory.

package descriptor

import (
	"fmt"
	"reflect"
	"runtime"
	"sync"
	"unsafe"
)

// A checked is a type whose descriptor, made by the compiler, is compared with what package reflect
// says of it.
type checked struct {
	Number int `key:"value"`
	text   string
	_      [2]byte
	Any    any
}

func (c checked) First(int) string   { return c.unexported() }
func (*checked) Second() checked     { return checked{} }
func (c checked) unexported() string { return c.text }

// checkOnce panics if the layouts of this package are not those of the program.
var checkOnce = sync.OnceFunc(func() {
	if err := check(); err != nil {
		panic(fmt.Sprintf("descriptor: %v: this program cannot run when it is built with %s", err, runtime.Version()))
	}
})

// check compares descriptors of compiled types with what package reflect says.
//
//go:nocheckptr
func check() error {
	for _, t := range []reflect.Type{
		reflect.TypeFor[checked](), reflect.TypeFor[*checked](), reflect.TypeFor[[3]checked](), reflect.TypeFor[[]string](),
		reflect.TypeFor[map[string]checked](), reflect.TypeFor[chan<- int](), reflect.TypeFor[func(int, ...string) error](),
		reflect.TypeFor[error](), reflect.TypeFor[any](), reflect.TypeFor[uint16](), reflect.TypeFor[reflect.Kind](), reflect.TypeFor[struct{ P *int }](),
	} {
		if err := checkType(t); err != nil {
			return fmt.Errorf("the descriptor of %v: %w", t, err)
		}
	}
	m := map[string]uint16{"key": 12345}
	r := NewMapRange(reflect.TypeOf(m))
	r.Reset(*(*unsafe.Pointer)(unsafe.Pointer(&m)))
	r.Next()
	if key, elem := r.Entry(); *(*string)(key) != "key" || *(*uint16)(elem) != 12345 {
		return fmt.Errorf("the iterator of a map")
	}
	return nil
}

//go:nocheckptr
func checkType(t reflect.Type) error {
	r := descriptorOf(t)
	switch {
	case r.size != t.Size() || int(r.align) != t.Align() || int(r.fieldAlign) != t.FieldAlign():
		return fmt.Errorf("size or alignment")
	case reflect.Kind(r.kind) != t.Kind():
		return fmt.Errorf("kind")
	case (r.equal != nil) != t.Comparable():
		return fmt.Errorf("comparability")
	case (r.tflag&flagNamed != 0) != (t.Name() != ""):
		return fmt.Errorf("flags")
	}
	same := func(r *rtype, t reflect.Type) bool { return r == descriptorOf(t) }
	ok := true
	switch t.Kind() {
	case reflect.Array:
		a := (*arrayType)(unsafe.Pointer(r))
		ok = same(a.elem, t.Elem()) && same(a.slice, reflect.SliceOf(t.Elem())) && int(a.len) == t.Len()
	case reflect.Chan:
		c := (*chanType)(unsafe.Pointer(r))
		ok = same(c.elem, t.Elem()) && reflect.ChanDir(c.dir) == t.ChanDir()
	case reflect.Func:
		f := (*funcType)(unsafe.Pointer(r))
		ok = int(f.in) == t.NumIn() && int(f.out&^variadic) == t.NumOut() && (f.out&variadic != 0) == t.IsVariadic() && same(paramsOf(f)[0], t.In(0)) &&
			same(paramsOf(f)[f.in], t.Out(0))
	case reflect.Interface:
		i := (*interfaceType)(unsafe.Pointer(r))
		ok = len(i.methods) == t.NumMethod()
	case reflect.Map:
		m := (*mapType)(unsafe.Pointer(r))
		ok = same(m.key, t.Key()) && same(m.elem, t.Elem()) && m.groupSize == m.group.size && m.slotSize > 0 && m.elemOff == unsafe.Sizeof("") && m.flags < 1<<5
	case reflect.Pointer:
		ok = same((*pointerType)(unsafe.Pointer(r)).elem, t.Elem())
	case reflect.Slice:
		ok = same((*sliceType)(unsafe.Pointer(r)).elem, t.Elem())
	case reflect.Struct:
		s := (*structType)(unsafe.Pointer(r))
		ok = len(s.fields) == t.NumField()
		for i := 0; ok && i < t.NumField(); i++ {
			f := t.Field(i)
			want := encodeName(f.Name, string(f.Tag), f.IsExported(), f.Anonymous, "")
			n := len(f.Name) + 2
			ok = same(s.fields[i].typ, f.Type) && s.fields[i].offset == f.Offset && isBlank(s.fields[i].name) == (f.Name == "_") &&
				unsafe.String(s.fields[i].name, n)[1:] == unsafe.String(want, n)[1:] && (*s.fields[i].name^*want)&(nameExported|nameTag) == 0
		}
	}
	if !ok {
		return fmt.Errorf("the parts")
	}
	if r.tflag&flagUncommon != 0 {
		u := (*uncommon)(unsafe.Add(unsafe.Pointer(r), headOf(t.Kind()).Size()))
		if int(u.exported) != t.NumMethod() && t.Kind() != reflect.Interface {
			return fmt.Errorf("methods")
		}
	}
	return nil
}
