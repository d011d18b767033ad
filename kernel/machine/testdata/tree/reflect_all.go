// reflect on own types: values, types, maps, methods, conversion, DeepEqual.

package main

import (
	"errors"
	"fmt"
	"reflect"
	"sort"
	"strings"
)

type ID int
type Name string
type Names []Name
type Set map[Name]ID
type Fn func(ID) Name
type Grid [2]ID
type Ch chan ID
type Ptr *Point
type Point struct {
	X, Y int
	tag  string
}

func (p Point) Sum() int                    { return p.X + p.Y }
func (p *Point) Move(dx, dy int)            { p.X += dx; p.Y += dy }
func (p Point) Add(q Point, ns ...ID) Point { return Point{p.X + q.X + len(ns), p.Y + q.Y, ""} }
func (n Name) Upper() Name                  { return Name(strings.ToUpper(string(n))) }
func (i ID) String() string                 { return fmt.Sprintf("#%d", int(i)) }

type Shape interface {
	Area() float64
	Scale(f float64) Shape
}
type Sq struct{ S float64 }

func (s Sq) Area() float64         { return s.S * s.S }
func (s Sq) Scale(f float64) Shape { return Sq{s.S * f} }

type base struct {
	Id   ID `json:"id" db:"x"`
	priv int
}
type All struct {
	base
	*Point
	Name   Name
	Names  Names
	Set    Set
	Fn     Fn
	Grid   Grid
	Shape  Shape
	Any    any
	Err    error
	Node   *Node
	Map    map[ID][]Point
	Inner  struct{ Q ID }
	hidden Name
}
type Node struct {
	V    ID
	Next *Node
	Kids []Node
	By   map[string]*Node
}
type Box[T any] struct{ V T }

func (b Box[T]) Get() T { return b.V }

type Err struct{ Code int }

func (e *Err) Error() string { return fmt.Sprint("E", e.Code) }

func walk(v reflect.Value, ind string) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			fmt.Println(ind+f.Name, f.Type, v.Field(i).Kind(), f.Anonymous, f.IsExported(), v.Field(i).CanSet(), v.Field(i).CanInterface())
			walk(v.Field(i), ind+" ")
		}
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			walk(v.Elem(), ind+" ")
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			walk(v.Index(i), ind+" ")
		}
	case reflect.Map:
		keys := v.MapKeys()
		sort.Slice(keys, func(i, j int) bool { return fmt.Sprint(keys[i].Interface()) < fmt.Sprint(keys[j].Interface()) })
		for _, k := range keys {
			fmt.Println(ind, k.Type(), k.Interface(), v.MapIndex(k).Type())
		}
	case reflect.Int:
		fmt.Println(ind, v.Int(), v.Type())
	case reflect.String:
		fmt.Println(ind, v.String(), v.Type(), v.Len())
	}
}

func catch(name string, f func()) {
	defer func() {
		if e := recover(); e != nil {
			fmt.Println(name, e)
		}
	}()
	f()
}

func main() {
	a := All{base: base{1, 2}, Point: &Point{3, 4, "t"}, Name: "n", Names: Names{"a", "b"}, Set: Set{"k": 5, "j": 6}, Fn: func(i ID) Name { return Name(i.String()) }, Grid: Grid{7, 8}, Shape: Sq{2}, Any: ID(9), Err: &Err{1}, Node: &Node{V: 1, Next: &Node{V: 2}, Kids: []Node{{V: 3}}}, Map: map[ID][]Point{1: {{X: 1}}}, hidden: "h"}
	walk(reflect.ValueOf(a), "")
	fmt.Println("---")
	walk(reflect.ValueOf(&a), "")
	v := reflect.ValueOf(&a).Elem()
	v.FieldByName("Name").SetString("set")
	v.FieldByName("X").SetInt(33)
	v.FieldByName("Id").Set(reflect.ValueOf(ID(44)))
	v.FieldByName("Names").Set(reflect.Append(v.FieldByName("Names"), reflect.ValueOf(Name("c"))))
	v.FieldByName("Names").Index(0).SetString("A")
	v.FieldByName("Set").SetMapIndex(reflect.ValueOf(Name("new")), reflect.ValueOf(ID(1)))
	v.FieldByName("Set").SetMapIndex(reflect.ValueOf(Name("k")), reflect.Value{})
	v.FieldByName("Shape").Set(reflect.ValueOf(Sq{5}))
	v.FieldByName("Any").Set(reflect.ValueOf(Names{"x"}))
	v.FieldByName("Err").Set(reflect.ValueOf(&Err{7}))
	v.FieldByName("Node").Elem().FieldByName("Next").Elem().Field(0).SetInt(22)
	v.FieldByName("Grid").Index(1).SetInt(88)
	fmt.Println(a.Name, a.X, a.Id, a.Names, a.Set, a.Shape.Area(), a.Any, a.Err, a.Node.Next.V, a.Grid)
	v.FieldByName("Shape").SetZero()
	v.FieldByName("Node").Set(reflect.Zero(v.FieldByName("Node").Type()))
	fmt.Println(a.Shape == nil, a.Node == nil, v.FieldByName("Shape").IsNil(), v.FieldByName("Nope").IsValid())
	out := v.FieldByName("Fn").Call([]reflect.Value{reflect.ValueOf(ID(3))})
	fmt.Println(out[0].Interface(), out[0].Type(), out[0].Kind())
	p := Point{1, 2, ""}
	pv := reflect.ValueOf(&p)
	fmt.Println(pv.NumMethod(), pv.Elem().NumMethod(), pv.Type().Method(1).Name, pv.Type().Method(1).Type, pv.Method(1).Type())
	pv.MethodByName("Move").Call([]reflect.Value{reflect.ValueOf(10), reflect.ValueOf(20)})
	fmt.Println(p, pv.MethodByName("Sum").Call(nil)[0].Int(), pv.MethodByName("Add").Call([]reflect.Value{pv.Elem(), reflect.ValueOf(ID(1)), reflect.ValueOf(ID(2))})[0].Interface().(Point))
	fmt.Println(pv.Type().Method(2).Func.Call([]reflect.Value{pv})[0].Int(), pv.MethodByName("None").IsValid(), pv.MethodByName("Sum").Interface().(func() int)())
	sq := reflect.ValueOf(Sq{2})
	r := sq.MethodByName("Scale").Call([]reflect.Value{reflect.ValueOf(3.0)})[0]
	fmt.Println(r.Kind(), r.Type(), r.Elem().Type(), r.Elem().Field(0), r.Interface().(Shape).Area(), r.NumMethod(), r.Method(0).Call(nil)[0])
	st := reflect.TypeOf((*Shape)(nil)).Elem()
	et := reflect.TypeOf((*error)(nil)).Elem()
	str := reflect.TypeOf((*fmt.Stringer)(nil)).Elem()
	fmt.Println(st, st.Kind(), st.NumMethod(), st.Method(1).Name, st.Method(1).Type, sq.Type().Implements(st), reflect.TypeOf(p).Implements(st), reflect.TypeOf(&Err{}).Implements(et), reflect.TypeOf(Err{}).Implements(et), reflect.TypeOf(ID(1)).Implements(str), reflect.TypeOf(1).Implements(str), reflect.TypeOf(1).Implements(st))
	for _, x := range []any{ID(1), Name("x"), Names{}, Set{}, Fn(nil), Grid{}, Ch(nil), p, &p, []Point{}, map[ID]*Point{}, [3]Name{}, func(ID, ...Name) (Set, error) { return nil, nil }, make(chan<- ID), Box[ID]{}, &Box[[]Name]{}, struct{ A ID }{}, 1, "s", nil, errors.New, Ptr(nil), a.Shape} {
		t := reflect.TypeOf(x)
		if t == nil {
			fmt.Println("nil")
			continue
		}
		fmt.Printf("%v %q %q %v %d %d %v\n", t, t.Name(), t.PkgPath(), t.Kind(), t.Size(), t.NumMethod(), t.Comparable())
	}
	t := reflect.TypeOf(a)
	for _, f := range reflect.VisibleFields(t) {
		fmt.Print(f.Name, f.Index, " ")
	}
	fmt.Println()
	f, ok := t.FieldByName("Id")
	fmt.Println(f.Name, f.Type, f.Tag.Get("db"), f.Index, ok, t.Field(0).PkgPath)
	ft := reflect.TypeOf(a.Fn)
	fmt.Println(ft.NumIn(), ft.In(0), ft.Out(0), ft.IsVariadic(), reflect.TypeOf(a.Set).Key(), reflect.TypeOf(a.Set).Elem(), reflect.TypeOf(a.Grid).Len(), reflect.TypeOf(a.Node).Elem().Field(1).Type.Elem() == reflect.TypeOf(Node{}))
	n := reflect.New(reflect.TypeOf(p))
	n.Elem().Field(0).SetInt(5)
	fmt.Println(n.Interface().(*Point).X, n.Type(), reflect.Zero(t).Field(2).Interface(), reflect.Indirect(n).Type())
	s := reflect.MakeSlice(reflect.TypeOf(Names{}), 1, 3)
	s.Index(0).SetString("made")
	fmt.Println(s.Interface().(Names), s.Type(), s.Cap(), s.Slice(0, 1).Type(), reflect.SliceOf(reflect.TypeOf(p)), reflect.MapOf(reflect.TypeOf(ID(1)), reflect.TypeOf(p)), reflect.PointerTo(reflect.TypeOf(p)) == reflect.TypeOf(&p), reflect.ArrayOf(2, reflect.TypeOf(ID(0))))
	m := reflect.MakeMap(reflect.TypeOf(Set{}))
	m.SetMapIndex(reflect.ValueOf(Name("q")), reflect.ValueOf(ID(5)))
	fmt.Println(m.Interface().(Set), m.Len(), m.MapIndex(reflect.ValueOf(Name("q"))).Interface(), m.MapIndex(reflect.ValueOf(Name("zz"))).IsValid())
	for it := m.MapRange(); it.Next(); {
		fmt.Println(it.Key().Interface(), it.Key().Type(), it.Value().Int(), it.Value().Type())
	}
	fmt.Println(reflect.ValueOf(ID(5)).Convert(reflect.TypeOf(1.5)), reflect.ValueOf(7).Convert(reflect.TypeOf(ID(0))).Interface(), reflect.ValueOf(7).Convert(reflect.TypeOf(ID(0))).Type(), reflect.ValueOf(Name("x")).Convert(reflect.TypeOf("")).Type(), reflect.ValueOf("y").Convert(reflect.TypeOf(Name(""))).Interface().(Name).Upper(), reflect.TypeOf(ID(0)).ConvertibleTo(reflect.TypeOf("")), reflect.TypeOf(ID(0)).AssignableTo(reflect.TypeOf(0)))
	mf := reflect.MakeFunc(reflect.TypeOf(Fn(nil)), func(in []reflect.Value) []reflect.Value {
		return []reflect.Value{reflect.ValueOf(Name("made" + fmt.Sprint(in[0].Interface())))}
	})
	fmt.Println(mf.Interface().(Fn)(3))
	fmt.Println(reflect.DeepEqual(a, a), reflect.DeepEqual([]Point{{1, 2, "a"}}, []Point{{1, 2, "a"}}), reflect.DeepEqual(Set{"a": 1}, Set{"a": 1}), reflect.DeepEqual(Set{"a": 1}, Set{"a": 2}), reflect.DeepEqual(map[ID]*Point{1: {1, 2, ""}}, map[ID]*Point{1: {1, 2, ""}}), reflect.DeepEqual(ID(1), 1), reflect.DeepEqual([]any{ID(1), Names{"x"}}, []any{ID(1), Names{"x"}}))
	fmt.Println(reflect.ValueOf(p).String(), reflect.ValueOf(Names{"a"}).Len(), reflect.ValueOf(&a.Name).Elem().Addr().Interface().(*Name) == &a.Name)
	catch("set", func() { reflect.ValueOf(p).Field(0).SetInt(1) })
	catch("hidden", func() { v.FieldByName("hidden").SetString("x") })
	catch("int", func() { reflect.ValueOf(Name("x")).Int() })
	catch("iface", func() { v.FieldByName("hidden").Interface() })
	catch("field", func() { reflect.ValueOf(ID(1)).Field(0) })
	catch("numfield", func() { reflect.TypeOf(ID(1)).NumField() })
	catch("assign", func() { v.FieldByName("Name").Set(reflect.ValueOf("plain")) })
	catch("nilptr", func() { fmt.Println(reflect.ValueOf((*Point)(nil)).Elem().IsValid()) })
}
