// Comparisons between interface values and concrete values of every kind.

package main

import (
	"fmt"
	"slices"
)

type I interface{ m() }
type A int
type B struct{ n int }

func (A) m()  {}
func (*B) m() {}

func main() {
	b := &B{1}
	var i I = A(3)
	var j I = b
	var x any = i
	fmt.Println(i == A(3), x == i, x == any(3), j == b, j == I(&B{1}), i != j)
	fmt.Println(x == 3, any(b) == j, any(nil) == x, i == nil)
	var k I
	fmt.Println(k == nil, any(k) == nil, k == i)
	k = (*B)(nil)
	fmt.Println(k == nil, k == (*B)(nil), any(k) == any((*B)(nil)))
	xs := []any{1, "a", 2.5, nil, A(3), true}
	for _, want := range []any{"a", A(3), 3, nil, 2.5, int64(1)} {
		fmt.Print(slices.Index(xs, want), " ")
	}
	fmt.Println()
	eq := func(a, b any) (r string) {
		defer func() {
			if e := recover(); e != nil {
				r = fmt.Sprint(e)
			}
		}()
		return fmt.Sprint(a == b)
	}
	fmt.Println(eq([]int{1}, []int{1}), "|", eq([]int{1}, 1), "|", eq(map[int]int{}, map[int]int{}), "|", eq([1]any{1}, [1]any{1}))
	fmt.Println(eq(B{1}, B{1}), eq(struct{ x any }{[]int{}}, struct{ x any }{[]int{}}), eq(func() {}, nil))
}
