// A local type that hides one with methods loses them; conversions between the two.

package main

import "fmt"

type T int

func (t T) String() string { return fmt.Sprint("T", int(t)) }

func show(v any) string {
	_, ok := v.(fmt.Stringer)
	return fmt.Sprint(v, " ", ok)
}

func main() {
	outer := T(1)
	{
		type T int
		inner := T(2)
		fmt.Println(show(inner), show(outer), int(inner)+int(outer))
	}
	type U T
	type V = T
	fmt.Println(show(U(3)), show(V(4)), show(T(U(5))), show([]U{6}), show([]V{7}))
	type pair struct {
		T
		U
	}
	p := pair{8, 9}
	fmt.Println(p, p.T, p.U)
	fmt.Printf("%v %d %T %T\n", p, p, p, U(1))
}
