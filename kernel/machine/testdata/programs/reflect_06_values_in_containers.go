package main

import (
	"fmt"
	"reflect"
	"sort"
)

type P struct{ X, Y int }

func (p P) String() string      { return fmt.Sprintf("(%d,%d)", p.X, p.Y) }
func (p *P) Move(dx int) int    { p.X += dx; return p.X }
func (p P) Add(q P) P           { return P{p.X + q.X, p.Y + q.Y} }
func join(ps ...P) string       { return fmt.Sprint(len(ps), ps) }
func two(a P, n int) (P, error) { return P{a.X * n, a.Y * n}, fmt.Errorf("e%d", n) }

type Op func(P) P
type Named []P
type M map[string]P

func main() {
	vs := []reflect.Value{reflect.ValueOf(P{1, 2}), reflect.ValueOf(3)}
	fmt.Println(vs[0], vs[1], vs[0].Type(), vs)
	out := reflect.ValueOf(two).Call(vs)
	fmt.Println(len(out), out[0], out[1], out[0].Interface().(P).X, out)
	fmt.Println(reflect.ValueOf(join).Call([]reflect.Value{vs[0], vs[0]})[0])
	fmt.Println(reflect.ValueOf(join).CallSlice([]reflect.Value{reflect.ValueOf([]P{{1, 1}})})[0])
	var i any = vs[0]
	fmt.Println(i, i.(reflect.Value).Field(1).Int())
	fmt.Printf("%v %+v %#v %s\n", i, i, i, i)
	m := map[string]reflect.Value{"a": vs[0], "p": reflect.ValueOf(&P{7, 8})}
	fmt.Println(m["a"], m["p"].Elem(), m["p"].MethodByName("Move").Call([]reflect.Value{reflect.ValueOf(5)})[0])
	fmt.Println(m["a"].MethodByName("Add").Call([]reflect.Value{vs[0]})[0].Interface())
	s := reflect.MakeSlice(reflect.TypeOf(Named{}), 0, 2)
	s = reflect.Append(s, vs[0], reflect.ValueOf(P{0, 9}))
	fmt.Println(s.Len(), s, s.Interface().(Named)[1], s.Type())
	fmt.Printf("%#v %T\n", s.Interface(), s.Interface())
	mv := reflect.MakeMap(reflect.TypeOf(M{}))
	mv.SetMapIndex(reflect.ValueOf("k"), vs[0])
	mv.SetMapIndex(reflect.ValueOf("j"), reflect.ValueOf(P{5, 5}))
	keys := mv.MapKeys()
	sort.Slice(keys, func(i, j int) bool { return keys[i].String() < keys[j].String() })
	for _, k := range keys {
		fmt.Println(k, mv.MapIndex(k))
	}
	fmt.Println(mv.Interface())
	sw := reflect.MakeFunc(reflect.TypeOf(Op(nil)), func(in []reflect.Value) []reflect.Value {
		p := in[0].Interface().(P)
		return []reflect.Value{reflect.ValueOf(P{p.Y, p.X})}
	})
	fmt.Println(sw.Interface().(Op)(P{1, 2}))
	st := struct {
		V  reflect.Value
		Vs []reflect.Value
		A  any
	}{vs[0], vs, reflect.ValueOf(Named{{1, 2}})}
	fmt.Println(st.V, st.Vs, st.A)
	fmt.Printf("%v %+v\n", st, st)
	ch := make(chan reflect.Value, 1)
	ch <- reflect.ValueOf(P{3, 3})
	fmt.Println((<-ch).Field(0))
	ifs := []any{reflect.ValueOf(P{3, 4}), reflect.TypeOf(P{}), P{1, 2}, &P{5, 6}}
	fmt.Println(ifs...)
	for _, x := range ifs[:1] {
		switch v := x.(type) {
		case reflect.Value:
			fmt.Println("value", v.Kind(), v.NumMethod(), v.Type().Method(0).Name)
		}
	}
	a := [2]reflect.Value{reflect.ValueOf(P{3, 4}), reflect.ValueOf("s")}
	fmt.Println(a, a[0])
	var e reflect.Value
	fmt.Println(e, []reflect.Value{e}, e.IsValid())
	fmt.Println(reflect.Zero(reflect.TypeOf(P{})), reflect.New(reflect.TypeOf(P{})).Elem().Addr().Interface())
	rv := reflect.ValueOf(vs)
	fmt.Println(rv.Len(), rv.Index(0).Type(), rv.Index(0).Interface().(reflect.Value).Field(0))
	cases := []reflect.SelectCase{{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(make(chan P))}, {Dir: reflect.SelectDefault}}
	c, x, ok := reflect.Select(cases)
	fmt.Println(c, x, ok)
	pc := make(chan P, 1)
	pc <- P{8, 8}
	cases[0].Chan = reflect.ValueOf(pc)
	c, x, ok = reflect.Select(cases)
	fmt.Println(c, x, ok, x.Interface().(P))
	fmt.Println(reflect.DeepEqual(vs[0].Interface(), P{1, 2}), reflect.DeepEqual([]any{P{1, 2}}, []any{P{1, 2}}))
	it := reflect.ValueOf(M{"q": {1, 1}}).MapRange()
	for it.Next() {
		fmt.Println(it.Key(), it.Value(), it.Value().Type())
	}
	for i, v := range reflect.ValueOf([]P{{1, 2}}).Seq2() {
		fmt.Println(i, v)
	}
	f := reflect.ValueOf(P.Add)
	fmt.Println(f.Call([]reflect.Value{vs[0], vs[0]}), f.Type())
	fmt.Println(fmt.Sprint(vs[0]), fmt.Errorf("%v", vs[0]))
}
