// Generics uses a generic stack, linked list and pair, and the functions Map, Filter and Reduce.
package main

import "fmt"

type number interface{ ~int | ~float64 }

type stack[T any] struct{ items []T }

func (s *stack[T]) push(v T) { s.items = append(s.items, v) }

func (s *stack[T]) pop() (T, bool) {
	var zero T
	if len(s.items) == 0 {
		return zero, false
	}
	v := s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	return v, true
}

type pair[K comparable, V any] struct {
	key   K
	value V
}

type list[T any] struct {
	head *node[T]
	size int
}

type node[T any] struct {
	value T
	next  *node[T]
}

func (l *list[T]) add(v T) {
	l.head = &node[T]{v, l.head}
	l.size++
}

func (l *list[T]) each(do func(T)) {
	for n := l.head; n != nil; n = n.next {
		do(n.value)
	}
}

func Map[T, U any](a []T, f func(T) U) []U {
	b := make([]U, 0, len(a))
	for _, v := range a {
		b = append(b, f(v))
	}
	return b
}

func Filter[T any](a []T, keep func(T) bool) []T {
	var b []T
	for _, v := range a {
		if keep(v) {
			b = append(b, v)
		}
	}
	return b
}

func Reduce[T, A any](a []T, start A, f func(A, T) A) A {
	for _, v := range a {
		start = f(start, v)
	}
	return start
}

func Sum[T number](a []T) T {
	var sum T
	for _, v := range a {
		sum += v
	}
	return sum
}

func Largest[T number](a []T) T {
	most := a[0]
	for _, v := range a[1:] {
		if v > most {
			most = v
		}
	}
	return most
}

func main() {
	numbers := make([]int, 10000)
	for i := range numbers {
		numbers[i] = i * i % 997
	}
	check, half := 0, 0.0
	for range 60 {
		odd := Filter(numbers, func(v int) bool { return v%2 == 1 })
		floats := Map(odd, func(v int) float64 { return float64(v) / 2 })
		check += Reduce(odd, 0, func(sum, v int) int { return (sum*3 + v) % 10007 })
		check += Largest(odd)
		half += Sum(floats) + Largest(floats)
	}
	fmt.Printf("%d %.1f\n", check, half)

	var ints stack[int]
	var pairs stack[pair[string, int]]
	sum := 0
	for i := range 200000 {
		ints.push(i)
		if i%3 == 2 {
			a, _ := ints.pop()
			b, _ := ints.pop()
			pairs.push(pair[string, int]{"sum", a + b})
		}
	}
	for {
		p, ok := pairs.pop()
		if !ok {
			break
		}
		sum += p.value + len(p.key)
	}
	fmt.Println(len(ints.items), sum)

	var words list[pair[int, string]]
	for i := range 120000 {
		words.add(pair[int, string]{i, "word"[:i%4]})
	}
	length := 0
	words.each(func(p pair[int, string]) { length += p.key%10 + len(p.value) })
	fmt.Println(words.size, length)
}
