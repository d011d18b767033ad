// Fenwick tree, segment tree with a combine function, and a sparse table.

package main

import (
	"fmt"
	"math"
	"strings"
)

type fenwick []int

func (f fenwick) add(i, v int) {
	for i++; i < len(f); i += i & -i {
		f[i] += v
	}
}
func (f fenwick) sum(i int) (s int) {
	for ; i > 0; i &= i - 1 {
		s += f[i]
	}
	return
}

type seg[T any] struct {
	n    int
	t    []T
	id   T
	comb func(a, b T) T
}

func newSeg[T any](xs []T, id T, comb func(a, b T) T) *seg[T] {
	s := &seg[T]{len(xs), make([]T, 2*len(xs)), id, comb}
	copy(s.t[s.n:], xs)
	for i := s.n - 1; i > 0; i-- {
		s.t[i] = comb(s.t[2*i], s.t[2*i+1])
	}
	return s
}
func (s *seg[T]) set(i int, v T) {
	i += s.n
	for s.t[i] = v; i > 1; {
		i /= 2
		s.t[i] = s.comb(s.t[2*i], s.t[2*i+1])
	}
}
func (s *seg[T]) query(l, r int) T {
	a, b := s.id, s.id
	for l, r = l+s.n, r+s.n; l < r; l, r = l/2, r/2 {
		if l&1 == 1 {
			a, l = s.comb(a, s.t[l]), l+1
		}
		if r&1 == 1 {
			r--
			b = s.comb(s.t[r], b)
		}
	}
	return s.comb(a, b)
}

func inversions(xs []int) (n int) {
	f := make(fenwick, 20)
	for i, x := range xs {
		n += i - f.sum(x+1)
		f.add(x, 1)
	}
	return
}

func main() {
	f := make(fenwick, 9)
	for i, v := range []int{3, 2, -1, 6, 5, 4, -3, 3} {
		f.add(i, v)
	}
	fmt.Println(f.sum(8), f.sum(6)-f.sum(2), f)
	s := newSeg([]int{5, 3, 8, 1, 9, 2}, math.MaxInt, func(a, b int) int { return min(a, b) })
	fmt.Println(s.query(0, 3), s.query(2, 6), s.query(4, 5))
	s.set(3, 7)
	fmt.Println(s.query(2, 6), s.query(1, 4))
	c := newSeg(strings.Split("abcdef", ""), "", func(a, b string) string { return a + b })
	c.set(2, "X")
	fmt.Println(len(c.query(0, 6)), c.query(1, 4))
	fmt.Println(inversions([]int{3, 1, 2}), inversions([]int{5, 4, 3, 2, 1}))
}
