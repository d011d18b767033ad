package main

import (
	"container/heap"
	"fmt"
)

// Small methods and functions that are one assignment, called directly and by interface values.

type order interface {
	Less(i, j int) bool
	Swap(i, j int)
	Put(i, n int)
}

type ints []int

func (l ints) Less(i, j int) bool { return l[i] < l[j] }
func (l ints) Swap(i, j int)      { l[i], l[j] = l[j], l[i] }
func (l ints) Put(i, n int)       { l[i] -= n }
func (l *ints) push(n int)        { *l = append(*l, n) }
func (l *ints) cut(n int)         { *l = (*l)[:n] }

type names struct {
	list  []string
	puts  int
	first *string
}

func (s *names) Less(i, j int) bool  { return s.list[i] < s.list[j] }
func (s *names) Swap(i, j int)       { s.list[i], s.list[j] = s.list[j], s.list[i] }
func (s *names) Put(i, n int)        { s.puts += i * n }
func (s *names) set(i int, x string) { s.list[i] = x }
func (s *names) lead(x *string)      { s.first = x }

type constant int

func (c constant) Less(i, j int) bool { return i+int(c) < j }
func (c constant) Swap(i, j int)      { global[i], global[j] = global[j], global[i] }
func (c constant) Put(i, n int)       { global[i] = n + int(c) }

type empty struct{}

func (empty) Less(i, j int) bool { return i < j }
func (empty) Swap(i, j int)      {}
func (empty) Put(i, n int)       { global[0] += n }

var global = [4]int{4, 3, 2, 1}

func set(l []int, i, n int)         { l[i] = n }
func setTo(p *int, n int)           { *p = n }
func divide(p *int, n int)          { *p += 100 / n }
func exchange(a, b *[2]int, i int)  { a[i], b[i] = b[i], a[i] }
func parameter(n int)               { n = 3 }
func (l *ints) both(m *ints, n int) { *l = append(*m, n) }

type tree struct {
	kids []*tree
	n    int
}

func (t *tree) add(k *tree)          { t.kids = append(t.kids, k) }
func (t *tree) under(i int, k *tree) { t.kids[i].kids = append(t.kids[i].kids, k) }

// Elements of a slice that is a part of itself.
type self []self

func (s *self) add(x self) { *s = append(*s, x) }

func try(name string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(name, r)
		}
	}()
	f()
}

func sort(o order, n int) (swaps int) {
	for i := 1; i < n; i++ {
		for j := i; j > 0 && o.Less(j, j-1); j-- {
			o.Swap(j, j-1)
			swaps++
		}
		o.Put(i, 1)
	}
	return swaps
}

type queue []int

func (h queue) Len() int           { return len(h) }
func (h queue) Less(i, j int) bool { return h[i] > h[j] }
func (h queue) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *queue) Push(x any)        { *h = append(*h, x.(int)) }
func (h *queue) Pop() any {
	o := *h
	x := o[len(o)-1]
	*h = o[:len(o)-1]
	return x
}

func pick(l []int, n int) []int {
	if n%2 == 0 {
		return l
	}
	return l[n%len(l):]
}

func twice(n int) int {
	if n < 0 {
		return n
	}
	return 2 * n
}

func main() {
	l := ints{}
	x := uint32(1)
	for i := range 60 {
		x = x*1664525 + 1013904223
		l.push(int(x >> 20))
		if i%20 == 19 {
			fmt.Println(sort(&l, len(l)), sort(l, len(l)), l[0], l[i])
		}
	}
	s := &names{list: []string{"d", "a", "c", "b"}}
	for i := range 40 {
		s.set(i%4, fmt.Sprint(i*7919%10))
		s.lead(&s.list[i%4])
		fmt.Print(sort(s, 4), " ")
	}
	fmt.Println(s.list, s.puts, *s.first)
	fmt.Println(sort(constant(0), 4), sort(constant(-2), 4), sort(empty{}, 4), global)

	// Types that change when the code has been translated.
	list := []order{&l, s, constant(-1), empty{}, l[:10], &l, s}
	for i := range 3000 {
		o := list[0]
		if i > 2000 {
			o = list[i%len(list)]
		}
		if o.Less(i%4, (i+1)%4) {
			o.Swap(i%4, (i+2)%4)
		}
		o.Put(i%3, i)
	}
	fmt.Println(l[:4], s.list, s.puts, global)

	// Calls that fail.
	try("swap", func() {
		for i := 0; ; i++ {
			l.Swap(i/50, 0)
		}
	})
	try("interface", func() {
		o := order(&l)
		for i := 0; ; i++ {
			if i == 2000 {
				o = nil
			}
			o.Put(i&1, 1)
		}
	})
	try("receiver", func() {
		choice := []order{&l, (*ints)(nil)}
		for i := 0; ; i++ {
			choice[i/2000].Put(i&1, 1)
		}
	})
	try("pointer", func() {
		p := s
		for i := 0; ; i++ {
			if i == 2000 {
				p = nil
			}
			p.Put(i, 1)
		}
	})
	try("argument", func() {
		for i := 0; ; i++ {
			set(l, i&3, l[i/50])
		}
	})
	try("store", func() {
		p := &l[0]
		for i := 0; ; i++ {
			if i == 2000 {
				p = nil
			}
			setTo(p, i)
		}
	})
	try("divide", func() {
		for i := 2000; ; i-- {
			divide(&l[1], i)
		}
	})
	try("exchange", func() {
		a, b := [2]int{1, 2}, [2]int{3, 4}
		defer func() { fmt.Println(a, b) }()
		for i := 0; ; i++ {
			exchange(&a, &b, i/1001)
		}
	})
	try("cut", func() {
		for i := 0; ; i++ {
			l.cut(min(cap(l), 2+i/100))
			l.cut(i - 1500)
		}
	})
	try("append", func() {
		var none *ints
		m := make(ints, 2, 8)
		for i := 0; ; i++ {
			l.both(&m, i)
			if i == 2000 {
				fmt.Println(m[:3], l)
				none.both(&m, -1)
			}
		}
	})
	fmt.Println(l, global)

	n := 5
	for range 2000 {
		parameter(n)
		setTo(&n, n+1)
	}
	fmt.Println(n)

	// What is appended changes where the slice is found.
	root := &tree{kids: make([]*tree, 1, 4096)}
	root.kids[0] = &tree{n: 1}
	for i := range 3000 {
		root.add(&tree{n: i})
		root.under(i%len(root.kids), root)
	}
	fmt.Println(len(root.kids), len(root.kids[7].kids), root.kids[2999].n)
	deep := make(self, 2, 4000)
	for i := range 3000 {
		deep.add(deep[i%2 : i%2+1])
		p := &deep[len(deep)-1]
		p.add(nil)
	}
	fmt.Println(len(deep), len(deep[2999]), cap(deep[2999]) > 1)
	all := make([]self, 1, 3000)
	for i := range 2000 {
		hidden := &all[:cap(all)][len(all)]
		*hidden = make(self, 0, 1)
		hidden.add(all[i/2])
		all = append(all, *hidden)
	}
	fmt.Println(len(all), len(all[1500]))

	h := &queue{}
	for i := range 3000 {
		x = x*1664525 + 1013904223
		heap.Push(h, int(x>>22))
		if i%3 == 2 {
			n = n*31%65521 + heap.Pop(h).(int)
		}
	}
	for h.Len() > 0 {
		n = n*31%65521 + heap.Pop(h).(int)
	}
	fmt.Println(n)

	// Parts of what calls return, and calls in what is appended.
	var values []int
	var pairs []struct {
		n int
		s string
	}
	for i := range 3000 {
		values = append(values, twice(i))
		n += len(pick(values, i)) - cap(pick(values[:1], 3)) + len(fmt.Sprint(i)[1:])
		pairs = append(pairs, struct {
			n int
			s string
		}{twice(len(pairs)), s.list[i%4]})
	}
	fmt.Println(len(values), values[2999], n, pairs[1234], len(pairs))
	try("value", func() {
		for i := range 3000 {
			values = append(values[:i], twice(100/(2000-i)))
		}
	})
	fmt.Println(len(values), values[len(values)-1])
}
