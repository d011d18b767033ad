package main

import "fmt"

type big struct {
	a [100]int
	s string
}

func mk(n int) big {
	var b big
	b.a[n] = n
	b.s = fmt.Sprint("s", n)
	return b
}
func (b big) sum() (t int) {
	for _, x := range b.a {
		t += x
	}
	return t
}
func (b *big) inc(i int) *big { b.a[i]++; return b }
func id[T any](x T) T         { return x }
func vari(bs ...big) (n int) {
	for _, b := range bs {
		n = n*10 + b.sum()
	}
	return
}
func pair(a, b big) (big, big)  { return b, a }
func npair(a, b big) (x, y big) { x, y = b, a; x, y = y, x; return y, x }
func dpair(a, b big) (x, y big) {
	defer func() { x.a[99]++; recover() }()
	x = b
	y = a
	if a.a[1] == 1 {
		panic("p")
	}
	return y, x
}

type I interface{ sum() int }

func seq(n int) func(func(int, big) bool) {
	return func(yield func(int, big) bool) {
		for i := range n {
			if !yield(i, mk(i)) {
				return
			}
		}
	}
}
func show(name string, bs ...big) {
	fmt.Print(name, ":")
	for _, b := range bs {
		fmt.Print(" ", b.s, "/", b.sum())
	}
	fmt.Println()
}

func main() {
	a, b := mk(1), mk(2)
	a, b = b, a
	show("swap", a, b)
	a, b = pair(a, b)
	show("pair", a, b)
	x, y := npair(a, b)
	show("npair", x, y)
	x, y = dpair(a, b)
	show("dpair", x, y)
	x, y = dpair(b, a)
	show("dpair", x, y)
	c := make(chan big, 3)
	c <- mk(3)
	c <- a
	v, ok := <-c
	show("chan", v, <-c)
	fmt.Println(ok)
	c <- b
	select {
	case w, ok := <-c:
		show("select", w)
		fmt.Println(ok)
	}
	select {
	case c <- mk(5):
	default:
	}
	close(c)
	for w := range c {
		show("rangechan", w)
	}
	w, ok := <-c
	show("closed", w)
	fmt.Println(ok)
	m := map[string]big{"k": mk(4)}
	m["l"] = mk(5)
	w, ok = m["l"]
	show("map", w, m["k"], m["zz"])
	fmt.Println(ok)
	if q, ok := m["none"]; !ok {
		show("none", q)
	}
	mb := map[big]int{mk(1): 10}
	mb[mk(1)]++
	fmt.Println(mb[mk(1)], mb[mk(2)])
	for k, n := range mb {
		show("key", k)
		fmt.Println(n)
	}
	for _, e := range []big{mk(6), mk(7)} {
		show("range", e)
	}
	for _, e := range [2]big{mk(6), mk(7)} {
		show("rangearr", e)
	}
	for i, e := range seq(3) {
		show(fmt.Sprint("seq", i), e)
	}
	var e any = mk(8)
	f, ok := e.(big)
	show("assert", f, e.(big))
	fmt.Println(ok, e == any(mk(8)), e == any(mk(7)))
	_, ok = e.(I)
	fmt.Println(ok, e.(I).sum())
	switch t := e.(type) {
	case big:
		show("switch", t)
	}
	show("gen", id(mk(9)), id(a))
	fmt.Println(vari(mk(1), mk(2), a), vari([]big{a, b}...))
	defer show("deferred", a, mk(3))
	a = mk(11)
	mv := a.sum
	a.inc(0).inc(0)
	fmt.Println(mv(), a.sum(), big.sum(a), (*big).inc(&a, 3).sum())
	g := func() big { return a }
	a.inc(5)
	show("closure", g())
	arr := [3]big{mk(1), 2: mk(3)}
	arr2 := arr
	arr[0].inc(9)
	show("arr", arr[0], arr2[0], arr2[1], arr2[2])
	fmt.Println(arr == arr2, arr2 == [3]big{mk(1), {}, mk(3)}, a == mk(11), mk(2) == mk(2))
	p := &arr[1]
	*p = mk(4)
	show("ptr", arr[1], *p)
	arr[0], arr[1], arr[2] = arr[1], arr[2], arr[0]
	show("rotate", arr[:]...)
	s := append([]big{}, arr[:]...)
	s = append(s, mk(12))
	copy(s[1:], s)
	show("append", s...)
	st := struct {
		b big
		n int
	}{mk(13), 4}
	st2 := st
	st.b.a[0] = 7
	show("struct", st.b, st2.b)
	done := make(chan big)
	go func(b big) { b.a[0] = 100; done <- b }(a)
	show("go", <-done, a)
	var iface I = a
	a.inc(1)
	fmt.Println(iface.sum(), a.sum())
	var nilp *big
	func() {
		defer func() { fmt.Println(recover()) }()
		z := *nilp
		show("no", z)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		fmt.Println(nilp.sum())
	}()
	fn := func() (b big, err error) {
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("%v", r)
			}
		}()
		b = mk(14)
		b = mk(200)
		return
	}
	bb, err := fn()
	show("rec", bb)
	fmt.Println(err)
	cond := a
	if a.a[0] > 0 {
		cond = mk(15)
	}
	show("cond", cond)
	fs := []func() big{g, func() big { return mk(16) }}
	for _, f := range fs {
		show("fs", f())
	}
	ss := [][2]big{{mk(1), mk(2)}, {mk(3)}}
	ss[0][1], ss[1][1] = ss[1][0], ss[0][0]
	show("ss", ss[0][0], ss[0][1], ss[1][0], ss[1][1])
	fmt.Printf("%v %d\n", mk(1).a[1], len(fmt.Sprintf("%+v", mk(2))))
}
