// A generic matrix with value semantics, closures and variadic construction.

package main

import (
	"fmt"
	"strings"
)

type number interface{ ~int | ~float64 }
type matrix[T number] struct {
	rows, cols int
	data       []T
}

func of[T number](cols int, vs ...T) matrix[T] {
	return matrix[T]{len(vs) / cols, cols, append([]T(nil), vs...)}
}
func (m matrix[T]) at(r, c int) T      { return m.data[r*m.cols+c] }
func (m *matrix[T]) set(r, c int, v T) { m.data[r*m.cols+c] = v }
func (m matrix[T]) each(f func(r, c int, v T) T) matrix[T] {
	out := of[T](m.cols, m.data...)
	for i, v := range m.data {
		out.data[i] = f(i/m.cols, i%m.cols, v)
	}
	return out
}
func (m matrix[T]) mul(o matrix[T]) matrix[T] {
	out := matrix[T]{m.rows, o.cols, make([]T, m.rows*o.cols)}
	return out.each(func(r, c int, sum T) T {
		for k := range m.cols {
			sum += m.at(r, k) * o.at(k, c)
		}
		return sum
	})
}
func (m matrix[T]) String() string {
	var sb strings.Builder
	for r := range m.rows {
		fmt.Fprintln(&sb, m.data[r*m.cols:(r+1)*m.cols])
	}
	return sb.String()
}

type grade int

func main() {
	a, b := of(2, 1, 2, 3, 4), of(3, 1, 0, 2, 0, 1, 2)
	fmt.Print(a.mul(b))
	c := a
	c.set(0, 0, 100)
	fmt.Println(a.at(0, 0), a.each(func(r, c, v int) int { return v*10 + r - c }).data)
	fmt.Print(of(1, 0.5, 1.5).mul(of(2, 2.0, 4)))
	g := of[grade](2, 1, 2)
	fmt.Printf("%T %v %d\n", g.at(0, 1), g.data, g.rows)
}
