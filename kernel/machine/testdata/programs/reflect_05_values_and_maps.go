package main

import (
	"fmt"
	"math"
	"reflect"
	"sort"
)

type N int
type P struct{ X, Y int }
type F float64
type U8 uint8

func main() {
	m := map[F]P{F(math.NaN()): {1, 2}, 3: {3, 4}}
	n := 0
	for it := reflect.ValueOf(m).MapRange(); it.Next(); n++ {
		if it.Key().Float() == 3 {
			fmt.Println(it.Key(), it.Value(), it.Value().Type(), it.Key().Type())
		}
	}
	fmt.Println(n)
	for v := range reflect.ValueOf(N(3)).Seq() {
		fmt.Println(v, v.Type())
	}
	for v := range reflect.ValueOf(U8(3)).Seq() {
		fmt.Println(v, v.Type())
	}
	for i, v := range reflect.ValueOf([]P{{1, 2}, {3, 4}}).Seq2() {
		fmt.Println(i, v, v.Type(), i.Type())
	}
	for i, v := range reflect.ValueOf([2]N{7, 8}).Seq2() {
		fmt.Println(i, v, v.Type())
	}
	for i := range reflect.ValueOf(&[2]N{7, 8}).Seq() {
		fmt.Println(i, i.Type())
	}
	mp := map[string]map[N]P{"a": {1: {5, 6}}}
	for k, v := range reflect.ValueOf(mp).Seq2() {
		fmt.Println(k, v, v.Type())
		for k, v := range v.Seq2() {
			fmt.Println(k, v, v.Type(), v.Field(1))
		}
	}
	ms := map[P][]N{{1, 2}: {1, 2, 3}, {0, 1}: nil}
	var ks []string
	for k := range reflect.ValueOf(ms).Seq() {
		ks = append(ks, fmt.Sprint(k.Interface().(P)))
	}
	sort.Strings(ks)
	fmt.Println(ks)
	var it reflect.MapIter
	it.Reset(reflect.ValueOf(mp))
	for it.Next() {
		fmt.Println(it.Key(), it.Value())
	}
	it.Reset(reflect.ValueOf(map[string]int{"x": 1}))
	for it.Next() {
		fmt.Println(it.Key(), it.Value())
	}
	ch := make(chan P, 2)
	ch <- P{1, 1}
	close(ch)
	for v := range reflect.ValueOf(ch).Seq() {
		fmt.Println(v, v.Type())
	}
	f := func(yield func(N, P) bool) { yield(1, P{2, 3}) }
	for k, v := range reflect.ValueOf(f).Seq2() {
		fmt.Println(k, v, k.Type(), v.Type())
	}
	ro := reflect.ValueOf(struct{ m map[N]P }{map[N]P{1: {1, 1}}}).Field(0)
	for it := ro.MapRange(); it.Next(); {
		fmt.Println(it.Key(), it.Value(), it.Value().CanInterface(), it.Key().CanInterface())
	}
	var nilmap map[N]P
	for it := reflect.ValueOf(nilmap).MapRange(); it.Next(); {
		fmt.Println("no")
	}
	for range reflect.ValueOf(nilmap).Seq() {
		fmt.Println("no")
	}
	mi := map[any]any{N(1): P{1, 2}, "a": []N{3}}
	n = 0
	for k, v := range reflect.ValueOf(mi).Seq2() {
		if k.Elem().Kind() == reflect.Int {
			fmt.Println(k, v, k.Kind(), v.Elem().Type())
		}
		n++
	}
	fmt.Println(n)
}

type S struct{ n int }

func (s S) String() string { return fmt.Sprint("S", s.n) }

type E string

func (e E) Error() string { return "E:" + string(e) }

func init() {
	v := reflect.ValueOf(struct {
		A S
		b S
		c E
		D *S
	}{S{1}, S{2}, "x", &S{4}})
	fmt.Println(v, v.Field(0), v.Field(1), v.Field(2), v.Field(3))
	fmt.Printf("%v %+v %T %d %s\n", v, v, v, v.Field(0), v.Field(0))
	fmt.Printf("%v %+v %#v %T %d\n", v.Field(1), v.Field(1), v.Field(1), v.Field(1), v.Field(1))
	fmt.Println(reflect.ValueOf(N(3)), reflect.ValueOf([]N{1}), reflect.ValueOf(map[string]any{"a": S{1}, "b": N(2)}), reflect.ValueOf(E("q")))
	fmt.Printf("%5v|%-5v|%05d|%x|%q\n", reflect.ValueOf(N(3)), reflect.ValueOf(N(3)), reflect.ValueOf(N(3)), reflect.ValueOf(N(31)), reflect.ValueOf(E("q")))
	fmt.Printf("%!\n%z %T\n", reflect.ValueOf(N(3)), reflect.ValueOf(P{1, 2}))
	fmt.Print(reflect.ValueOf(N(3)), reflect.ValueOf(E("s")), "\n")
	var e error
	fmt.Println(reflect.ValueOf(&e).Elem(), reflect.Value{}, reflect.ValueOf(nil))
	fmt.Println(reflect.Zero(reflect.TypeOf(P{})), reflect.ValueOf(P{1, 2}).Field(0))
}

func init() {
	m := map[N]P{1: {1, 1}, 2: {2, 2}, 3: {3, 3}, 4: {4, 4}}
	v := reflect.ValueOf(m)
	it := v.MapRange()
	n := 0
	for it.Next() {
		n++
		k := it.Key()
		_ = k
		for i := N(1); i <= 4; i++ {
			if k.Int() != int64(i) {
				delete(m, i)
			}
		}
	}
	fmt.Println(n, len(m))
	m2 := map[string]P{"a": {1, 1}}
	it = reflect.ValueOf(m2).MapRange()
	for it.Next() {
		m2["a"] = P{5, 5}
		fmt.Println(it.Key(), it.Value())
	}
	for k, p := range reflect.ValueOf(m2).Seq2() {
		fmt.Println(k, p)
	}
}
