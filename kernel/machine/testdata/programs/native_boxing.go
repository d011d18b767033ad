// Interface values that are made and taken apart in loops: arguments of interface types among others
// that have effects, assertions that fail, and appends of what an assertion gives.
package main

import (
	"container/heap"
	"errors"
	"fmt"
)

type item struct{ key, at int }

type wide struct {
	name string
	list []int
	next *wide
}

type shape interface{ area() int }

type square struct{ side int }

func (s *square) area() int { return s.side * s.side }

type strip struct{ w, h int }

func (s strip) area() int { return s.w * s.h }

type queue []item

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].key < q[j].key }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(item)) }
func (q *queue) Pop() any {
	old := *q
	last := old[len(old)-1]
	*q = old[:len(old)-1]
	return last
}

var trail []string

func note(n int) int {
	trail = append(trail, fmt.Sprint("note ", n))
	global = n
	return n
}

var global int

func three(a any, n int, b any) int {
	if len(trail) < 40 {
		trail = append(trail, fmt.Sprint(a, n, b))
	}
	return n
}

func pair(s shape, x any) int { return s.area() + x.(item).key }

func sum(n int, list ...shape) (total int) {
	for _, s := range list {
		total += n * s.area()
	}
	return total
}

func try(name string, f func() int) {
	defer func() {
		if e := recover(); e != nil {
			err, ok := e.(error)
			fmt.Println(name, "fails:", e, ok && errors.As(err, new(interface{ RuntimeError() })))
		}
	}()
	fmt.Println(name, f())
}

func asItem(x any) int    { return x.(item).at }
func asWide(x any) string { return x.(wide).name }
func asInt(x any) int     { return x.(int) + 1 }
func asText(x any) string { return x.(string) + "." }
func asPointer(x any) int { return x.(*square).side }
func asShape(x any) int   { return x.(shape).area() }
func asFloat(x any) float64 {
	y := x.(float64)
	return y / 2
}
func asError(x error) int { return x.(*failed).n }

type failed struct{ n int }

func (f *failed) Error() string { return fmt.Sprint("failed ", f.n) }

func push(q *queue, x any) { *q = append(*q, x.(item)) }

func grow(list *[]any, x *square) { *list = append(*list, x) }

func replaced(x any) (y item) {
	defer func() {
		if recover() != nil {
			y.at = -1
		}
	}()
	y = item{1, 2}
	y = x.(item)
	return y
}

func main() {
	for round := range 4 {
		q := &queue{}
		for n := range 300 {
			heap.Push(q, item{(n * 7919) % 101, n})
		}
		total, last := 0, -1
		for q.Len() > 0 {
			next := heap.Pop(q).(item)
			if next.key < last {
				fmt.Println("not in order")
			}
			last = next.key
			total = total*31 + next.key
		}
		fmt.Println(round, total, last)
	}
	x, y, s := any(item{3, 4}), any(wide{name: "w"}), &square{5}
	for n := range 300 {
		// The arguments are evaluated in order, the variable among them after the calls.
		global = 7
		three(global, note(n), global)
		three(item{n, global}, global, wide{name: "x", list: []int{n}})
		three(s, note(global+1), strip{n, note(1)})
		if got := pair(s, item{n, 1}) + pair(strip{n, 2}, x); got != 25+n+2*n+3 {
			fmt.Println("pair", n, got)
		}
		if got := sum(2, s, strip{1, n}, s); got != 100+2*n {
			fmt.Println("sum", n, got)
		}
		if got := asItem(x) + asInt(n) + asPointer(s) + asShape(s) + asShape(strip{n, 3}) + len(asText("ab")) + len(asWide(y)); got != 4+n+1+5+25+3*n+3+1 {
			fmt.Println("as", n, got)
		}
		if asFloat(float64(n)) != float64(n)/2 || asError(&failed{n}) != n || replaced(x).at != 4 || replaced(n).at != -1 {
			fmt.Println("others", n)
		}
		s = &square{5}
	}
	for _, line := range trail {
		fmt.Println(line)
	}
	list := []any{}
	for n := range 300 {
		grow(&list, &square{n})
	}
	fmt.Println(len(list), list[299].(*square).side)

	var none *queue
	var noShape shape
	var noError error
	try("item", func() int { return asItem(n(3)) })
	try("item of nil", func() int { return asItem(nil) })
	try("wide", func() int { return len(asWide(x)) })
	try("int", func() int { return asInt("three") })
	try("text", func() int { return len(asText(3)) })
	try("pointer", func() int { return asPointer(*s) })
	try("nil pointer", func() int { return asPointer((*square)(nil)) })
	try("shape", func() int { return asShape(x) })
	try("pair", func() int { return pair(noShape, x) })
	try("pair of another", func() int { return pair(s, 3) })
	try("pair of neither", func() int { return pair(noShape, 3) })
	try("error", func() int { return asError(noError) })
	try("another error", func() int { return asError(errors.New("e")) })
	try("push", func() int { push(none, x); return 0 })
	try("push of another", func() int { push(none, 3); return 0 })
	try("pop", func() int { heap.Pop(&queue{}); return 0 })
}

func n(x int) any { return x }
