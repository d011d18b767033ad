// The order of the keys of maps, and maps of all kinds.
package main

import (
	"fmt"
	"math"
	"time"
)

type K struct {
	A int
	B string
}
type N int
type F float64
type S string
type B bool
type A [2]N
type C complex128
type I interface{ M() }
type I1 int
type I2 string

func (I1) M() {}
func (I2) M() {}

type Nested struct {
	K K
	A A
	X any
}
type U8 uint8
type V struct{ X, Y, Z float64 }
type SM map[S]SM

func (s S) String() string { return "S:" + string(s) }

func main() {
	fmt.Println(map[K]int{{2, "a"}: 1, {1, "z"}: 2, {1, "b"}: 3})
	fmt.Println(map[N]string{3: "c", -1: "a", 2: "b"}, map[N]N{10: 1, 9: 2}, map[U8]U8{200: 1, 3: 4})
	fmt.Println(map[F]int{2: 1, F(math.NaN()): 2, F(math.Inf(-1)): 3, 0: 4})
	fmt.Println(map[S]S{"b": "x", "a": "y"}, map[B]int{true: 1, false: 0}, map[A]int{{2, 1}: 1, {1, 9}: 2})
	fmt.Println(map[C]int{1 + 2i: 1, 1 + 1i: 2, -1: 3}, map[I]int{I1(2): 1, I1(1): 2, nil: 0}, map[I]N{I2("b"): 1, I2("a"): 2})
	fmt.Println(map[any]int{N(3): 1, N(1): 2, nil: 0, N(2): 3}, map[any]any{1: N(1), 0: nil}, map[any]int{"b": 1, "a": 2})
	fmt.Println(len(map[any]int{N(1): 1, S("a"): 2, F(2): 3, K{1, "a"}: 4, 5: 5, "x": 6, 2.5: 7, true: 8, nil: 9, time.Second: 10, A{}: 11}))
	fmt.Println(map[Nested]int{{K{1, "a"}, A{1, 2}, 3}: 1, {K{1, "a"}, A{1, 2}, 2}: 2, {K{1, "a"}, A{0, 2}, "q"}: 3})
	fmt.Printf("%v %+v %#v %d %s\n", map[N]K{1: {1, "a"}}, map[N]K{1: {1, "a"}}, map[N]K{1: {1, "a"}}, map[N]K{1: {1, "a"}}, map[N]K{1: {1, "a"}})
	fmt.Printf("%#v %#v %#v\n", map[S][]N{"a": {1}, "b": nil}, map[K]any{{}: K{}}, map[string]map[N]bool{"a": {1: true}, "b": nil})
	fmt.Printf("%v %v\n", map[string]V{"a": {1, 2, 3}}, map[[3]N]V{{1, 2, 3}: {}})
	fmt.Printf("%v %v %v\n", map[string]*K{"a": nil}, map[string]func(N){"f": nil}, map[string]chan N{"c": nil})
	fmt.Printf("%v %v\n", map[time.Month]N{time.May: 1, time.April: 2}, map[N]time.Duration{1: time.Hour})
	fmt.Printf("%v %#v %+v\n", map[string][]K{"a": {{1, "x"}}}, map[string][]K{"a": {{1, "x"}}}, map[string][]K{"a": {{1, "x"}}})
	fmt.Printf("%v %#v\n", SM{"a": {"b": nil}, "0": {}}, SM{"a": {"b": nil}})
	fmt.Printf("%v %v\n", map[int8]N{-1: 1, -2: 2, 5: 3}, map[uint16]N{60000: 1, 5: 3})
	fmt.Printf("%v %v\n", map[float32]N{-1: 1, -2.5: 2, 5: 3}, map[complex64]N{1i: 1, -1i: 2})
	fmt.Printf("%v %v\n", map[struct{}]N{{}: 1}, map[struct{ A, B N }]struct{ C N }{{2, 1}: {3}, {1, 2}: {4}})
	fmt.Printf("%6v|%-6v|%06d|%x|%q\n", map[N]N{1: 2}, map[S]N{"a": 2}, map[N]N{1: 2}, map[S]N{"a": 200}, map[S]S{"a": "b"})
	var nilMap map[N]K
	fmt.Printf("%v %+v %#v %d\n", nilMap, nilMap, nilMap, nilMap)
	fmt.Printf("%v %#v %T\n", &map[N]N{1: 2}, &map[N]N{1: 2}, &map[N]N{})
}
