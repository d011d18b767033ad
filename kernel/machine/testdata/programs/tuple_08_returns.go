// Returns with expressions of builtins, tuples through results, named result swaps.

package main

import "fmt"

type acc struct {
	xs  []int
	sum int
}

func (a *acc) add(x int) (int, int, *acc) {
	a.xs, a.sum = append(a.xs, x), a.sum+x
	return len(a.xs), a.sum, a
}

func stats(xs []int) (n, c int, first any, rest []int) {
	if len(xs) == 0 {
		return 0, cap(xs), nil, xs
	}
	return len(xs), min(cap(xs), 99), xs[0], append([]int{}, xs[1:]...)
}

func swap(a, b int) (x, y int) {
	x, y = a, b
	return y, x
}

func minmax(a, b string) (string, string, int) { return min(a, b), max(a, b), len(a) + len(b) }

func nested(n int) (int, string) {
	if n == 0 {
		return 0, ""
	}
	d, s := nested(n - 1)
	return d + n, s + fmt.Sprint(n)
}

func copied(xs []int) (int, []int) {
	out := make([]int, len(xs))
	return copy(out, xs), out
}

func main() {
	var a acc
	n, s, p := a.add(5)
	fmt.Println(n, s, p == &a)
	n, s, _ = p.add(7)
	fmt.Println(n, s, a)
	fmt.Println(stats(nil))
	fmt.Println(stats([]int{4, 5, 6}[:2:2]))
	fmt.Println(swap(1, 2))
	fmt.Println(swap(swap(3, 4)))
	fmt.Println(minmax("b", "a"))
	fmt.Println(nested(4))
	fmt.Println(copied([]int{1, 2}))
	f := func() (m map[string]int, ok bool) { m = map[string]int{"a": 1}; _, ok = m["a"]; return }
	fmt.Println(f())
}
