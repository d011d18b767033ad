// Values as compiled code can print them.
//
// Where a cell's own interface type has methods, the interpreter keeps a value of it together with what it
// knows of the value's type, in a struct of its own. Inside of a slice, a map or a struct such pairs reach
// package fmt, which prints addresses. plain makes a copy of a value with the values alone. The struct's
// type and its fields are the interpreter's secret, so they are looked up once, by an interpreter that
// shows one, and the field is read by its address, since reflection does not hand out what is not exported.

package session

import (
	"reflect"
	"slices"
	"sync"
	"unsafe"

	"github.com/traefik/yaegi/interp"
)

// kept gives the interpreter's struct of a value and its type, nil if it has changed, and the index of the
// field that is the value.
var kept = sync.OnceValues(func() (reflect.Type, int) {
	i := interp.New(interp.Options{})
	if _, err := i.Eval("type I interface{ M() }\nvar s []I"); err != nil {
		return nil, 0
	}
	v, err := i.Eval("s")
	if err != nil || v.Kind() != reflect.Slice || v.Type().Elem().Kind() != reflect.Struct {
		return nil, 0
	}
	t := v.Type().Elem()
	for i := range t.NumField() {
		if t.Field(i).Type == reflect.TypeFor[reflect.Value]() {
			return t, i
		}
	}
	return nil, 0
})

func isKept(t reflect.Type) bool {
	k, _ := kept()
	return t == k
}

// keptValue is the value in v, which is of the type that kept gives.
func keptValue(v reflect.Value) any {
	t, field := kept()
	box := reflect.New(t).Elem()
	box.Set(v)
	f := box.Field(field)
	inner := *(*reflect.Value)(unsafe.Pointer(f.UnsafeAddr()))
	if !inner.IsValid() || !inner.CanInterface() {
		return nil
	}
	return plain(inner.Interface())
}

// plain is v with the values of interfaces alone, wherever they are kept with their types.
func plain(v any) any {
	if v == nil {
		return v
	}
	rv := reflect.ValueOf(v)
	if plainType(rv.Type(), nil) == rv.Type() {
		return v
	}
	return plainCopy(rv).Interface()
}

var anyType = reflect.TypeFor[any]()

// plainType is the type of the copy of a t: t itself if nothing is kept in it. Types that mention
// themselves are not looked into.
func plainType(t reflect.Type, within []reflect.Type) reflect.Type {
	if isKept(t) {
		return anyType
	}
	if slices.Contains(within, t) {
		return t
	}
	within = append(within, t)
	switch t.Kind() {
	case reflect.Slice:
		if e := plainType(t.Elem(), within); e != t.Elem() {
			return reflect.SliceOf(e)
		}
	case reflect.Array:
		if e := plainType(t.Elem(), within); e != t.Elem() {
			return reflect.ArrayOf(t.Len(), e)
		}
	case reflect.Pointer:
		if e := plainType(t.Elem(), within); e != t.Elem() {
			return reflect.PointerTo(e)
		}
	case reflect.Map:
		k, e := plainType(t.Key(), within), plainType(t.Elem(), within)
		if k != t.Key() || e != t.Elem() {
			return reflect.MapOf(k, e)
		}
	case reflect.Struct:
		if t.Name() != "" {
			return t // a compiled type
		}
		changed := false
		list := make([]reflect.StructField, t.NumField())
		for i := range list {
			f := t.Field(i)
			p := plainType(f.Type, within)
			changed = changed || p != f.Type
			list[i] = reflect.StructField{Name: f.Name, PkgPath: f.PkgPath, Type: p, Tag: f.Tag}
		}
		if changed {
			return reflect.StructOf(list)
		}
	}
	return t
}

// plainCopy is a copy of v of the type plainType(v.Type()).
func plainCopy(v reflect.Value) reflect.Value {
	t := v.Type()
	to := plainType(t, nil)
	if to == t {
		return v
	}
	out := reflect.New(to).Elem()
	if isKept(t) {
		if x := keptValue(v); x != nil {
			out.Set(reflect.ValueOf(x))
		}
		return out
	}
	switch t.Kind() {
	case reflect.Slice:
		if !v.IsNil() {
			out.Set(reflect.MakeSlice(to, v.Len(), v.Len()))
		}
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			out.Index(i).Set(plainCopy(v.Index(i)))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			p := reflect.New(to.Elem())
			p.Elem().Set(plainCopy(v.Elem()))
			out.Set(p)
		}
	case reflect.Map:
		if !v.IsNil() {
			out.Set(reflect.MakeMap(to))
			for it := v.MapRange(); it.Next(); {
				out.SetMapIndex(plainCopy(it.Key()), plainCopy(it.Value()))
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := out.Field(i); f.CanSet() && v.Field(i).CanInterface() {
				f.Set(plainCopy(v.Field(i)))
			}
		}
	}
	return out
}
