package main

import "fmt"

type Stack[T any] struct{ xs []T }

func (s *Stack[T]) Push(x T) { s.xs = append(s.xs, x) }
func (s *Stack[T]) Pop() T   { x := s.xs[len(s.xs)-1]; s.xs = s.xs[:len(s.xs)-1]; return x }
func Map[T, U any](xs []T, f func(T) U) []U {
	r := make([]U, 0, len(xs))
	for _, x := range xs {
		r = append(r, f(x))
	}
	return r
}
func main() {
	s := &Stack[string]{}
	t := 0
	for i := 0; i < 200000; i++ {
		s.Push("ab")
		if i%3 == 0 {
			t += len(s.Pop())
		}
	}
	for range 20 {
		t += len(Map(s.xs[:10000], func(x string) int { return len(x) }))
	}
	fmt.Println(t)
}
