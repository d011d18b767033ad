// Structs, arrays and named values held by interfaces are copies in every direction.

package main

import "fmt"

type conf struct {
	n    int
	opts [2]int
}
type sized interface{ size() int }

func (c conf) size() int { return c.n + c.opts[0] }

type wrap struct {
	sized
	extra any
}

func bump(s sized) sized {
	c := s.(conf)
	c.n++
	c.opts[0] = 100
	return c
}

func main() {
	c := conf{1, [2]int{2, 3}}
	var s sized = c
	t := bump(s)
	fmt.Println(s.size(), t.size(), c.size())
	w := wrap{c, c.opts}
	c.opts[0] = 50
	fmt.Println(w.size(), w.extra, w.sized.(conf).opts)
	v := w
	v.sized = t
	fmt.Println(w.size(), v.size())
	arr := [2]sized{c, &c}
	c.n = 1000
	fmt.Println(arr[0].size(), arr[1].size())
	copyArr := arr
	copyArr[0] = conf{}
	fmt.Println(arr[0].size(), copyArr[0].size())
	ch := make(chan sized, 2)
	ch <- c
	c.n = 0
	fmt.Println((<-ch).size())
	f := func(x any) any {
		if d, ok := x.(conf); ok {
			d.n = -1
			return d
		}
		return nil
	}
	before := any(c)
	after := f(before)
	fmt.Println(before, after, before == any(c), before == after)
	m := map[string]sized{"c": c}
	e := m["c"].(conf)
	e.opts[1] = 77
	fmt.Println(m["c"], e)
	for _, x := range []sized{c, e} {
		if y, ok := x.(conf); ok {
			y.n = 5
		}
	}
	switch x := s.(type) {
	case conf:
		x.n = 900
		fmt.Println(x.n, s.(conf).n)
	}
	p := s
	s = conf{}
	fmt.Println(p.size(), s.size())
}
