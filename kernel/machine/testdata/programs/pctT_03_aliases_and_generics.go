// %T with aliases, nested generics, embedded types and values inside interfaces.

package main

import "fmt"

type ID = int
type Pair[A any] struct{ L, R A }
type Tree[K comparable, V any] struct {
	kids map[K]*Tree[K, V]
	v    V
}
type Fn[T any] func(T) (T, error)
type Set[T comparable] map[T]struct{}
type Alias[T any] = []Pair[T]
type outer struct{ inner }
type inner struct{ n int }

func main() {
	var id ID = 5
	fmt.Printf("%T %T %T\n", id, []ID{1}, Pair[ID]{})
	fmt.Printf("%T %T\n", Tree[string, []int]{}, &Tree[ID, Pair[bool]]{})
	fmt.Printf("%T %T %T\n", Fn[error](nil), Set[[2]string]{}, Alias[any]{})
	fmt.Printf("%T %T %v\n", outer{}, outer{}.inner, outer{inner{3}})
	for _, v := range []any{outer{}, &outer{}, inner{1}, []inner{{2}}, map[inner]*outer{}} {
		fmt.Printf("%T=%v ", v, v)
	}
	fmt.Println()
	var e any = Pair[any]{1, "r"}
	fmt.Printf("%T %v %+v %#v\n", e, e, e, Pair[int]{1, 2})
	func() {
		type inner string
		fmt.Printf("%T %T\n", inner("x"), Pair[inner]{})
	}()
	fmt.Printf("%T %T\n", func(Pair[int]) outer { return outer{} }, make(chan Set[int]))
	fmt.Printf("%[1]T %[1]v %[2]T\n", 'x', "y")
}
