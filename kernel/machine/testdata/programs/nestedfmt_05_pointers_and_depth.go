// Pointers to structs, slices and maps at depth; methods on pointer receivers in containers.

package main

import "fmt"

type V struct{ n int }
type P struct{ n int }
type L []V
type N struct {
	v  V
	p  *P
	l  L
	m  map[string]*P
	vs []*V
}

func (v V) String() string  { return fmt.Sprint("V", v.n) }
func (p *P) String() string { return fmt.Sprint("P", p.n) }

type Out struct {
	V
	Name string
}
type Pub struct {
	V  V
	P  *P
	L  L
	A  [1]V
	I  any
	S  fmt.Stringer
	In struct{ V V }
}

func main() {
	fmt.Println(V{1}, &V{2}, P{3}, &P{4}, []V{{5}}, []P{{6}}, L{{7}})
	n := N{v: V{1}, l: L{{3}}}
	fmt.Printf("%v %+v\n", n, n)
	p := Pub{V: V{1}, L: L{{2}}, A: [1]V{{3}}, I: V{4}, S: &P{5}}
	p.In.V.n = 6
	fmt.Printf("%v\n%+v\n", p, p)
	fmt.Println(Out{V{8}, "x"}, []Out{{V{9}, "y"}}, struct{ *P }{&P{10}})
	fmt.Println(map[V]V{{1}: {2}}, map[string]any{"v": V{1}, "l": L{{2}}}, [][]V{{{1}}, nil})
	fmt.Printf("%s %d %v %q\n", []V{{1}}, []V{{2}}, &[]V{{3}}, []V{{4}})
	fmt.Printf("%v %v\n", &map[string]V{"k": {1}}, &struct{ V V }{V{2}})
	fmt.Printf("%x %6v|%-4v|\n", V{10}, V{1}, &P{2})
	var s fmt.Stringer
	var np *V
	fmt.Println(s, np, []any{np, s})
	fmt.Println(fmt.Sprint(V{1}, V{2}), fmt.Sprint(V{1}, "s", V{2}, 3, 4))
}
