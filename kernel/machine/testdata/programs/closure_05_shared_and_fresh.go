// Closures that share one variable and blocks that make fresh ones.

package main

import "fmt"

func pairs() (fs []func() int) {
	shared := 0
	for i := range 2 {
		fresh := i * 10
		fs = append(fs, func() int { shared++; fresh += shared; return fresh })
	}
	return
}

func blocks(n int) []func() int {
	var fs []func() int
	i := 0
again:
	{
		x := i * i
		fs = append(fs, func() int { x++; return x })
	}
	if i++; i < n {
		goto again
	}
	return fs
}

func branches(k int) func() string {
	switch s := fmt.Sprint("k", k); {
	case k > 1:
		t := s + "!"
		return func() string { t += "+"; return t }
	default:
		return func() string { s += "-"; return s }
	}
}

func main() {
	fs := pairs()
	fmt.Println(fs[0](), fs[1](), fs[0](), fs[1]())
	bs := blocks(3)
	for _, b := range bs {
		b()
	}
	fmt.Println(bs[0](), bs[1](), bs[2]())
	b1, b2 := branches(1), branches(2)
	fmt.Println(b1(), b1(), b2(), b2())
	var arr [3]func() int
	for i := range arr {
		n := new(int)
		arr[i] = func() int { *n += i; return *n }
	}
	fmt.Println(arr[1](), arr[1](), arr[2](), arr[0]())
	if v := 5; v > 3 {
		defer func() { fmt.Println("v", v) }()
		v++
	}
	type step struct {
		name string
		do   func(int) int
	}
	total := 0
	for _, s := range []step{{"add", func(n int) int { return n + total }}, {"mul", func(n int) int { return n * 3 }}} {
		total += s.do(4)
		fmt.Print(s.name, total, " ")
	}
	fmt.Println()
}
