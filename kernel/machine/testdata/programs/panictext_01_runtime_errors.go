// The texts of runtime errors, as recover gives them.

package main

import (
	"fmt"
	"runtime"
	"strings"
)

type node struct{ next *node }
type shape interface{ area() int }

func try(name string, f func()) {
	defer func() {
		r := recover()
		e, ok := r.(runtime.Error)
		fmt.Printf("%s: %v (%v)\n", name, r, ok)
		if ok && !strings.HasPrefix(e.Error(), "runtime error: ") {
			fmt.Println("  other text")
		}
	}()
	f()
}

func main() {
	s := []int{1, 2, 3}
	arr := [3]int{}
	i, neg, zero := 5, -1, 0
	str := "abc"
	var p *node
	var m map[string]int
	var sh shape
	var f func()
	var c chan int
	try("index", func() { _ = s[i] })
	try("negative", func() { _ = s[neg] })
	try("array", func() { arr[i] = 1 })
	try("string", func() { _ = str[i] })
	try("slice high", func() { _ = s[1:i] })
	try("slice order", func() { _ = s[i-2 : 1] })
	try("slice low", func() { _ = s[i:] })
	try("slice cap", func() { _ = s[0:2:i] })
	try("slice 3 order", func() { _ = s[0 : 3 : zero+2] })
	try("string slice", func() { _ = str[i:] })
	try("string order", func() { _ = str[3 : zero+1] })
	try("array slice", func() { _ = arr[:i] })
	try("divide", func() { _ = i / zero })
	try("modulo", func() { _ = i % zero })
	try("nil pointer", func() { _ = p.next })
	try("nil write", func() { p.next = nil })
	try("nil map", func() { m["a"] = 1 })
	try("nil interface", func() { sh.area() })
	try("nil func", func() { f() })
	try("makeslice", func() { _ = make([]int, neg) })
	try("makeslice cap", func() { _ = make([]int, 2, zero) })
	try("shift", func() { _ = i << neg })
	try("to array", func() { _ = [4]int(s) })
	try("to array pointer", func() { _ = (*[4]int)(s) })
	try("close nil", func() { close(c) })
	try("close twice", func() { c := make(chan int); close(c); close(c) })
	try("send closed", func() { c := make(chan int, 1); close(c); c <- 1 })
	try("makechan", func() { _ = make(chan int, neg) })
}
