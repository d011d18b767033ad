package main

import "fmt"

var i = 100
var u uint8 = 200
var s = "a"
var f = 1.5
var c = complex(1, 2)

func fi() int                   { i = 7; return 2 }
func fu() uint8                 { u = 7; return 2 }
func fs() string                { s = "x"; return "y" }
func ff() float64               { f = 7; return 2 }
func fc() complex128            { c = 7; return 2 }
func one[T any](p *T, v, r T) T { *p = v; return r }
func local[T int | uint8 | int64](x T) {
	for k := range 11 {
		x := x
		g := func() T { x = 9; return 2 }
		switch k {
		case 0:
			x += g()
		case 1:
			x -= g()
		case 2:
			x *= g()
		case 3:
			x /= g()
		case 4:
			x %= g()
		case 5:
			x &= g()
		case 6:
			x |= g()
		case 7:
			x ^= g()
		case 8:
			x &^= g()
		case 9:
			x <<= g()
		case 10:
			x >>= g()
		}
		fmt.Print(x, " ")
	}
	fmt.Println()
}
func main() {
	local(100)
	local(uint8(100))
	local(int64(100))
	i = 100
	i += fi()
	fmt.Println(i)
	i = 100
	i /= fi()
	fmt.Println(i)
	i = 100
	i %= fi()
	fmt.Println(i)
	i = 100
	i <<= fi()
	fmt.Println(i)
	i = 100
	i >>= fu()
	fmt.Println(i)
	i = 100
	i &^= fi()
	fmt.Println(i)
	u = 200
	u /= fu()
	fmt.Println(u)
	u = 200
	u >>= fu()
	fmt.Println(u)
	s = "a"
	s += fs()
	fmt.Println(s)
	f /= ff()
	fmt.Println(f)
	f = 1
	f *= ff()
	fmt.Println(f)
	c /= fc()
	fmt.Println(c)
	c = 1
	c += fc()
	fmt.Println(c)
	var l = "l"
	l += one(&l, "z", "q")
	fmt.Println(l)
	lf := 3.0
	lf /= one(&lf, 8, 2)
	fmt.Println(lf)
	a := []int{100}
	a[0] /= one(&a[0], 8, 2)
	fmt.Println(a)
	a[0] <<= one(&a[0], 8, 2)
	fmt.Println(a)
	ss := []string{"k"}
	ss[0] += one(&ss[0], "v", "w")
	fmt.Println(ss)
	m := map[string]int{"a": 100}
	fm := func() int { m["a"] = 8; return 2 }
	m["a"] /= fm()
	fmt.Println(m)
	m["a"] <<= fm()
	fmt.Println(m)
	m["a"] += fm()
	fmt.Println(m)
	ms := map[string]string{"a": "q"}
	fms := func() string { ms["a"] = "8"; return "2" }
	ms["a"] += fms()
	fmt.Println(ms)
	st := struct {
		x int
		y []int
	}{100, []int{5}}
	st.x /= one(&st.x, 8, 2)
	fmt.Println(st)
	st.y[0] -= func() int { st.y = []int{77}; return 1 }()
	fmt.Println(st)
	st.y[0] %= func() int { st.y = []int{79}; return 4 }()
	fmt.Println(st)
}
