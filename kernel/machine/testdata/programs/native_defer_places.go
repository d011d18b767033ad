package main

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
)

// Parameters and results that deferred literals change: in the frame, if nothing else refers to them.

type big struct{ n [40]int }

type account struct {
	name  string
	spent []int
}

func (a account) spend(n int) (left account, err error) {
	defer func() {
		a.name += "!"
		if r := recover(); r != nil {
			err = fmt.Errorf("%s: %v", a.name, r)
		}
		left.name = a.name + left.name
		left.spent = append(left.spent, n)
	}()
	if n%3 == 0 {
		panic(errors.New("nothing to spend"))
	}
	left = account{"left of ", append([]int(nil), n, n+1)}
	a.spent = left.spent
	return left, nil
}

func fill(b big, k int) (sum int, c big) {
	defer func() {
		for i := range b.n {
			b.n[i] += k
			sum += b.n[i]
		}
		c.n[k] = sum
		c.n[0] = b.n[39]
	}()
	b.n[1] = k
	c = b
	return 1, c
}

// depth panics below more calls than a panic keeps without another allocation.
func depth(n int) (path string) {
	defer func() {
		if n > 0 {
			path += fmt.Sprint(n)
		}
		if r := recover(); r != nil {
			path = fmt.Sprint(r, "<")
			if n%4 == 0 {
				panic(path)
			}
		}
	}()
	if n == 11 {
		panic("end")
	}
	return depth(n+1) + ","
}

// later returns functions that use the parameter and the result after the call.
func later(n int) (get func() int, r int) {
	defer func() {
		n++
		get = func() int { n++; r++; return 100*n + r }
	}()
	return nil, n
}

func pointer(n int) (p *int, r int) {
	defer func() { n += 2; p = &r }()
	return nil, n
}

func each(n int) (list []string) {
	seq := func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
	for i := range seq {
		defer func() {
			list = append(list, fmt.Sprint(i, n))
			n--
		}()
		if i == 3 {
			return []string{"three"}
		}
	}
	return list
}

// replace panics again in a deferred call; the later panic refers to the one before.
func replace(n int) (text string) {
	defer func() {
		text += fmt.Sprint(recover())
	}()
	defer func() {
		if n%2 == 0 {
			n += 10
			panic(fmt.Sprint("second ", n))
		}
	}()
	if n > 4 {
		panic(n)
	}
	return "no panic, "
}

func literal(k int) int {
	f := func(n int) (r int) {
		defer func() {
			r = r*k + n
			n = 0
			k++
		}()
		func() {
			defer func() { r += n }()
			n++
		}()
		return n
	}
	return f(k) + 10*f(k+1)
}

func twice[T any](x T, add func(T, T) T) (r T, note string) {
	defer func() {
		r = add(r, x)
		x = r
		note = fmt.Sprint(note, x)
	}()
	r = add(x, x)
	return r, "sum "
}

func goexit(n int, done chan<- string) (r string) {
	defer func() { done <- r + fmt.Sprint(n) }()
	defer func() {
		n++
		r += fmt.Sprint(recover())
		if n > 2 {
			runtime.Goexit()
		}
	}()
	if n > 0 {
		panic(fmt.Sprint("p", n))
	}
	return "r"
}

func main() {
	for i := range 7 {
		a := account{"a", []int{i}}
		left, err := a.spend(i)
		fmt.Println(a, left, err)
		sum, c := fill(big{}, i)
		fmt.Println(sum, c.n[:7])
		fmt.Println(replace(i), literal(i), each(i))
	}
	total := 0
	for i := range 3000 {
		total += len(depth(i%12)) + len(replace(i))
		get, r := later(i)
		p, q := pointer(i)
		*p++
		total += get() + get() + r + *p + q
		if i%500 == 0 {
			runtime.GC()
		}
	}
	fmt.Println(total, depth(0), depth(9))
	fmt.Println(twice(2, func(a, b int) int { return a + b }))
	fmt.Println(twice("x", func(a, b string) string { return a + b }))
	fmt.Println(twice([]string{"y"}, func(a, b []string) []string { return strings.Fields(strings.Join(append(a, b...), " ")) }))
	done := make(chan string)
	for i := range 4 {
		go goexit(i, done)
		fmt.Println(<-done)
	}
}
