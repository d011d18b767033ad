// &T{} converted to an interface with methods in a loop gives a new object each time.

package main

import "fmt"

type shape interface {
	area() int
	grow(int)
}
type sq struct{ s int }

func (q *sq) area() int  { return q.s * q.s }
func (q *sq) grow(n int) { q.s += n }

type canvas struct{ top shape }

func take(s shape) shape { s.grow(1); return s }

func main() {
	var l []shape
	m := map[int]shape{}
	var a [3]shape
	var cs []canvas
	c := make(chan shape, 3)
	for i := 0; i < 3; i++ {
		l = append(l, &sq{i})
		m[i] = &sq{i + 10}
		a[i] = &sq{s: i + 20}
		cs = append(cs, canvas{&sq{i + 30}}, canvas{top: take(&sq{i + 40})})
		c <- &sq{i + 50}
	}
	l[0].grow(5)
	m[1].grow(1)
	for i := range 3 {
		fmt.Println(l[i].area(), m[i].area(), a[i].area(), cs[2*i].top.area(), cs[2*i+1].top.area(), (<-c).area())
	}
	fmt.Println(l[0] == l[1], l[1] == l[1], m[0] == shape(&sq{10}))
	sum := 0
	for i := range 3 {
		defer func(s shape) { fmt.Println("deferred", s.area()) }(&sq{i})
		defer fmt.Println("args", shape(&sq{i}).area())
		var s shape = &sq{i}
		s.grow(i)
		sum += s.area()
	}
	fmt.Println(sum)
}
