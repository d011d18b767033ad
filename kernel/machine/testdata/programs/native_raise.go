package main

import (
	"errors"
	"fmt"
	"iter"
	"runtime"
)

// Calls of panic in functions with deferred calls, which return to them without unwinding a stack.

func try(name string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(name, "->", r)
		}
	}()
	f()
}

func statements(n int) (s string) {
	defer func() {
		if r := recover(); r != nil {
			s = fmt.Sprint(s, " recovered ", r)
		}
	}()
	s = "begun"
	switch n {
	case 0:
		panic("switch")
	case 1:
		for i := range 10 {
			if i == 3 {
				panic(i)
			}
			s += fmt.Sprint(i)
		}
	case 2:
	outer:
		for {
			for i := 0; ; i++ {
				if i == 2 {
					continue outer
				}
				if len(s) > 8 {
					panic(fmt.Errorf("labels: %w", errors.New("inner")))
				}
				s += "x"
			}
		}
	case 3:
		c := make(chan int, 1)
		c <- 1
		select {
		case v := <-c:
			panic(v)
		default:
			s += "default"
		}
	case 4:
		func() { panic("literal") }()
	case 5:
		var x any = n
		switch x := x.(type) {
		case int:
			panic(x * 2)
		}
	case 6:
		for k, v := range map[string]int{"a": 1} {
			panic(k + fmt.Sprint(v))
		}
	case 7:
		panic(nil)
	case 8:
		{
			var p *int
			panic(*p)
		}
	case 9:
		panic(concat(s, "argument"))
	case 10:
		goto end
	case 11:
		for _, c := range "abc" {
			defer func() { s += string(c) }()
			if c == 'b' {
				panic(c)
			}
		}
	}
	return s + " returned"
end:
	panic("end")
}

func concat(a, b string) string { return a + b }

func unnamed(n int) (int, string, []int) {
	defer func() { recover() }()
	if n > 2 {
		panic(n)
	}
	return n, "ok", []int{n}
}

func again(n int) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("third: %v", r)
		}
	}()
	defer func() {
		r := recover()
		defer func() { recover() }()
		if n > 1 {
			panic(fmt.Sprint("lost ", r))
		}
	}()
	defer func() {
		if n > 0 {
			panic(fmt.Sprint("second after ", recover()))
		}
	}()
	panic("first")
}

func passes(depth int, trail *[]int) {
	defer func() { *trail = append(*trail, depth) }()
	if depth == 0 {
		panic("bottom")
	}
	passes(depth-1, trail)
	panic("not reached")
}

func sequence(log *[]string) iter.Seq[int] {
	return func(yield func(int) bool) {
		defer func() {
			r := recover()
			*log = append(*log, fmt.Sprint("iterator saw ", r))
			if r != nil {
				panic(fmt.Sprint("again ", r))
			}
		}()
		for i := range 5 {
			if !yield(i) {
				return
			}
		}
	}
}

func ranges(stop int) (log []string) {
	defer func() { log = append(log, fmt.Sprint("function saw ", recover())) }()
	for i := range sequence(&log) {
		if i == stop {
			panic(i)
		}
		for j := range sequence(&log) {
			if j == 1 {
				break
			}
			if i == stop-1 {
				func() {
					defer func() { log = append(log, "literal") }()
					panic("in a literal")
				}()
			}
		}
	}
	panic("after the loop")
}

func exits(done chan string) {
	defer close(done)
	defer func() { done <- fmt.Sprint("exits: ", recover()) }()
	defer func() {
		defer func() { done <- fmt.Sprint("deferred: ", recover()) }()
		panic("while exiting")
	}()
	runtime.Goexit()
}

func hot(i int) (r int) {
	defer func() {
		if e := recover(); e != nil {
			r += e.(int)
		}
	}()
	for j := range i % 5 {
		r += j
		if r > 5 {
			panic(r * 100)
		}
	}
	if i%2 == 0 {
		panic(i)
	}
	return r + 1
}

type closer struct{ open int }

func (c *closer) Close() { c.open-- }

func method(c *closer, n int) {
	c.open++
	defer c.Close()
	defer fmt.Print("")
	if n%3 == 0 {
		panic(n)
	}
}

func direct() (s string) {
	defer func() { s += fmt.Sprint(recover()) }()
	defer recover()
	panic("direct")
}

func later() {
	defer panic("the deferred call")
	panic("the function")
}

func main() {
	for i := range 12 {
		fmt.Println(i, statements(i))
	}
	for i := range 5 {
		fmt.Println(unnamed(i))
		fmt.Println(again(i % 3))
	}
	var trail []int
	try("passes", func() { passes(70, &trail) })
	fmt.Println(len(trail), trail[:3])
	for i := range 4 {
		try("ranges", func() { fmt.Println(ranges(i)) })
	}
	done := make(chan string, 4)
	go exits(done)
	for s := range done {
		fmt.Println(s)
	}
	sum := 0
	for i := range 5000 {
		sum += hot(i)
	}
	fmt.Println(sum)
	c := &closer{}
	for i := range 3000 {
		func() {
			defer func() { recover() }()
			method(c, i)
		}()
	}
	fmt.Println(c.open, direct())
	try("later", later)
	try("outer", func() {
		defer func() {
			fmt.Println("inner", recover())
			panic("a third")
		}()
		later()
	})
}
