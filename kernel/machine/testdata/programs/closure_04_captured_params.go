// Captured parameters, results, receivers and multiple levels.

package main

import "fmt"

type acc struct{ total int }

func (a acc) byValue() func(int) int { return func(n int) int { a.total += n; return a.total } }
func (a *acc) byPtr() func(int) int  { return func(n int) int { a.total += n; return a.total } }

func curry(a int) func(int) func(int) int {
	return func(b int) func(int) int {
		a++
		return func(c int) int { b++; return a*100 + b*10 + c }
	}
}

func result() (n int, f func()) {
	f = func() { n++ }
	n = 5
	f()
	return n * 2, f
}

func swap(a, b *int) func() { return func() { *a, *b = *b, *a } }

func main() {
	a := acc{10}
	v, p := a.byValue(), a.byPtr()
	fmt.Println(v(1), v(1), p(5), a.total, v(0))
	c := curry(1)
	d, e := c(2), c(3)
	fmt.Println(d(4), d(4), e(4), c(0)(0))
	n, f := result()
	f()
	fmt.Println(n)
	x, y := 1, 2
	swap(&x, &y)()
	fmt.Println(x, y)
	compose := func(fs ...func(int) int) func(int) int {
		return func(n int) int {
			for _, f := range fs {
				n = f(n)
			}
			return n
		}
	}
	double := func(n int) int { return n * 2 }
	fmt.Println(compose(double, func(n int) int { return n + x }, double)(5))
	fmt.Println(func(s ...string) int { return len(s) }("a", "b"), func() int { return x }())
}
