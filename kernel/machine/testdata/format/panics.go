// Methods that panic while a value is printed.
package main

import (
	"errors"
	"fmt"
)

type A struct{ n int }

func (A) String() string { panic("no A") }

type B struct{ n int }

func (b *B) String() string { return fmt.Sprint(b.n) }

type C struct{}

func (C) Error() string { panic(errors.New("broken")) }

type D struct{}

func (D) Format(s fmt.State, c rune) { fmt.Fprint(s, "begun "); panic(3) }

type F struct{}

func (F) GoString() string { var m map[string]int; m["a"] = 1; return "" }

type V struct{ n int }

func (v V) String() string { return fmt.Sprint("V", v.n) }

type I int

func (i I) String() string { return [...]string{"zero"}[i] }

type W struct{}

func (W) String() string { panic(A{1}) }

type X struct{}

func (X) Error() string { panic(V{7}) }

type Y struct{ p *int }

func (y Y) String() string { return fmt.Sprint(*y.p) }

func main() {
	for _, v := range []any{A{1}, &A{2}, (*A)(nil), &B{3}, (*B)(nil), C{}, &C{}, (*C)(nil), D{}, &D{}, (*D)(nil), F{}, (*F)(nil), V{1}, &V{1}, (*V)(nil), I(0), I(4), X{}, Y{},
		[]A{{1}}, []*B{nil}, []*V{nil}, map[string]I{"a": 9, "b": 0}, struct{ X I }{5}, struct{ x I }{5}, []error{C{}}, []any{D{}, (*B)(nil)}} {
		fmt.Printf("%T %v|%+v|%#v|%s|%d|%6v|%q|%x\n", v, v, v, v, v, v, v, v, v)
	}
	for range 3 {
		fmt.Println(I(3), "then", V{2})
	}
	func() {
		defer func() { fmt.Println("recovered") }()
		defer func() { recover() }()
		for range 5000 {
			fmt.Sprint(I(3))
		}
		fmt.Println("done")
	}()
}
