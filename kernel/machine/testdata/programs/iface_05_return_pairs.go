// Returns that mix comparisons with nil, lengths, and conversions to interfaces.

package main

import (
	"errors"
	"fmt"
	"io"
	"time"
)

type stack []int

func (s stack) state() (bool, int) { return s == nil, len(s) }
func (s *stack) pop() (v any, ok bool) {
	if len(*s) == 0 {
		return
	}
	v, *s = (*s)[len(*s)-1], (*s)[:len(*s)-1]
	return v, true
}
func check(xs []int) (bool, int, int)       { return xs == nil, len(xs), cap(xs) }
func mcheck(m map[string]int) (bool, any)   { return m == nil, len(m) }
func fcheck(f func()) (string, bool)        { return fmt.Sprint(f != nil), f == nil }
func icheck(e error) (bool, error)          { return e == nil, e }
func cmpAll(a, b any) (any, any, error)     { return a == b, a != b, nil }
func ptr(p *int) (bool, any)                { return p != nil, p != nil && *p > 3 }
func conv(n int) (any, fmt.Stringer, error) { return n > 0, time.Duration(n), errors.ErrUnsupported }

func main() {
	var s stack
	fmt.Println(s.state())
	s = append(s, 4, 5)
	fmt.Println(s.state())
	fmt.Println(s.pop())
	fmt.Println(s.pop())
	fmt.Println(s.pop())
	fmt.Println(check(nil))
	fmt.Println(check(make([]int, 2, 3)))
	fmt.Println(mcheck(nil))
	fmt.Println(mcheck(map[string]int{"a": 1}))
	fmt.Println(fcheck(nil))
	fmt.Println(fcheck(func() {}))
	fmt.Println(icheck(nil))
	fmt.Println(icheck(io.EOF))
	fmt.Println(cmpAll(1, 1))
	fmt.Println(cmpAll("a", 1))
	n := 4
	fmt.Println(ptr(&n))
	fmt.Println(ptr(nil))
	fmt.Println(conv(5))
}
