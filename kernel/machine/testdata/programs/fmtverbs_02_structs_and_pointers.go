// %v and %+v of nested structs, pointers, interfaces and nil values.

package main

import (
	"errors"
	"fmt"
)

type in struct {
	A int
	b string
}
type out struct {
	In   in
	p    *in
	List []in
	M    map[string]in
	Any  any
	Err  error
	F    func()
	Ch   chan int
	Arr  [2]bool
	B    []byte
	e    struct{}
}

func main() {
	o := out{In: in{1, "x"}, List: []in{{2, "y"}}, M: map[string]in{"k": {3, "z"}}, Any: in{4, "w"}, Err: errors.New("bad"), B: []byte("hi")}
	fmt.Printf("%v\n%+v\n", o, o)
	fmt.Printf("%v %+v\n", &in{5, "p"}, &in{6, "q"})
	fmt.Println(&[]in{{1, "a"}}, &map[string]int{"a": 1}, &[2]int{1, 2}, &struct{ P *int }{})
	fmt.Println([]any{nil, in{}, []int(nil), map[string]int(nil), error(nil), (*in)(nil)})
	var p *in
	var e error
	var a any
	var f func()
	var s []int
	var m map[string]int
	fmt.Println(p, e, a, f == nil, s, m)
	fmt.Printf("%v %+v %s %d %t\n", p, e, s, m, a == nil)
	fmt.Printf("%d %s\n", in{7, "n"}, in{8, "m"})
	fmt.Printf("%v %v\n", struct {
		X any
		Y fmt.Stringer
	}{}, [][]string{{"a", "b"}, nil, {}})
	fmt.Printf("%q %x\n", in{65, "s"}, in{255, "hi"})
	fmt.Println(map[in]string{{2, "b"}: "two", {1, "z"}: "one"}, map[[2]int]int{{2, 1}: 1, {1, 9}: 2})
	fmt.Println(map[any]int{"b": 1, 2: 2, "a": 3, 1.5: 4, true: 5})
}
