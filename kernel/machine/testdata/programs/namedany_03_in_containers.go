// Named slices, maps, funcs and numbers with methods inside of any containers.

package main

import "fmt"

type ints []int
type dict map[string]int
type fn func() int
type deg float64
type flag uint8

func (i ints) Sum() (t int) {
	for _, x := range i {
		t += x
	}
	return
}
func (d dict) Sum() (t int) {
	for _, x := range d {
		t += x
	}
	return
}
func (f fn) Sum() int   { return f() }
func (d deg) Sum() int  { return int(d) }
func (f flag) Sum() int { return int(f & 3) }

type summer interface{ Sum() int }

func main() {
	vals := []any{ints{1, 2}, dict{"a": 5}, fn(func() int { return 9 }), deg(2.9), flag(7)}
	for _, v := range vals[:2] {
		fmt.Println(v)
	}
	fmt.Println(vals[3], vals[4])
	total := 0
	for _, v := range vals {
		total += v.(summer).Sum()
		fmt.Printf("%T ", v)
	}
	fmt.Println(total)
	m := map[string]any{"i": ints{3}, "d": deg(1.5), "n": []any{flag(1), ints(nil)}}
	fmt.Println(m)
	st := struct {
		A any
		b any
		S summer
	}{ints{4}, dict{"z": 1}, deg(7)}
	fmt.Printf("%v %+v\n", st, st)
	fmt.Printf("%d %v %s %x\n", m["i"], m["d"], []any{ints{65}}, flag(255))
	p := &vals[0]
	*p = append((*p).(ints), 100)
	fmt.Println(vals[0], (*p).(summer).Sum())
	var s summer = flag(2)
	v, ok := s.(flag)
	fmt.Println(v, ok, s == summer(flag(2)), fmt.Sprint(s, deg(1)))
}
