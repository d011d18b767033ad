// Range over functions with no, one and two values, methods, panics and captured variables.

package main

import "fmt"

type matrix [][]int

func (m matrix) cells(yield func([2]int, int) bool) {
	for r, row := range m {
		for c, v := range row {
			if !yield([2]int{r, c}, v) {
				return
			}
		}
	}
}

func twice(yield func() bool) {
	_ = yield() && yield()
}

func sneaky(yield func(int) bool) {
	yield(1)
	yield(2)
}

func main() {
	m := matrix{{1, 2}, {3, 4}}
	sum := 0
	for p, v := range m.cells {
		if p[0] == p[1] {
			continue
		}
		sum += v
		fmt.Print(p, v, " ")
	}
	fmt.Println(sum)
	for range twice {
		fmt.Print("again ")
	}
	fmt.Println()
	var fs []func() int
	for _, v := range m.cells {
		fs = append(fs, func() int { v *= 10; return v })
	}
	fmt.Println(fs[0](), fs[0](), fs[3]())
	var p [2]int
	var v int
	for p, v = range m.cells {
		if v == 3 {
			break
		}
	}
	fmt.Println(p, v)
	func() {
		defer func() { fmt.Println("recovered:", recover()) }()
		for x := range sneaky {
			fmt.Print("x", x, " ")
			break
		}
	}()
	func() {
		defer func() { fmt.Println("recovered:", recover()) }()
		for _, v := range m.cells {
			if v == 2 {
				panic(fmt.Sprint("at ", v))
			}
		}
	}()
	f := func() (r string) {
		defer func() { r += "!" }()
		for p, v := range m.cells {
			if v > 2 {
				return fmt.Sprint(p)
			}
		}
		return "none"
	}
	fmt.Println(f())
	i := 0
loop:
	for range twice {
		i++
		if i < 5 {
			goto loop
		}
	}
	fmt.Println(i)
}
