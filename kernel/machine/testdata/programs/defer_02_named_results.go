// Deferred functions that read and change named results.

package main

import (
	"errors"
	"fmt"
)

func a() (n int) {
	defer func() { n++ }()
	return 1
}
func b() int {
	n := 1
	defer func() { n++ }()
	return n
}
func c() (n int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("recovered: %v", r)
			n = -n
		}
	}()
	n = 5
	panic("boom")
}
func d() (s string) {
	defer func(p *string) { *p += "!" }(&s)
	defer func() { s = "<" + s + ">" }()
	s = "early"
	return s + "late"
}
func e() (x, y int) {
	defer func() { x, y = y, x }()
	return 1, 2
}
func f() (err error) {
	defer func() {
		if cerr := errors.New("close"); err == nil {
			err = cerr
		}
	}()
	return nil
}
func g() (n int) {
	defer func() { n *= 2 }()
	n, m := 3, 4
	return n + m
}
func h() (p *int) {
	n := 1
	defer func() { n = 50; *p += 1 }()
	return &n
}
func i() (r []int) {
	for j := range 3 {
		defer func() { r = append(r, j) }()
	}
	return []int{100}
}

func main() {
	fmt.Println(a(), b(), d(), f(), g(), *h(), i())
	fmt.Println(c())
	fmt.Println(e())
	fmt.Println(func() (v any) { defer func() { v = fmt.Sprint(v, "+") }(); return 3 }())
}
