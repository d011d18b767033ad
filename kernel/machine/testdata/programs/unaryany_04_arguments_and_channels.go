// Operator expressions as arguments of interface type and values sent to channels of any.

package main

import "fmt"

func two(a, b any) string { return fmt.Sprint(a, "|", b) }

type sink struct{ got []any }

func (s *sink) put(v any) *sink {
	s.got = append(s.got, v)
	return s
}

func main() {
	x := 5
	fmt.Println(two(-x, x%3))
	fmt.Println(two(^x, x<<3))
	var s sink
	s.put(-x).put(x % 2).put(!false).put(x >> 1)
	fmt.Println(s.got)
	ch := make(chan any, 4)
	ch <- -x
	ch <- x % 4
	ch <- ^x
	ch <- -2.5 * float64(x)
	close(ch)
	for v := range ch {
		fmt.Printf("%T:%v ", v, v)
	}
	fmt.Println()
	defer fmt.Println("deferred", -x, x%3)
	func(v any) { fmt.Println("literal", v) }(-x)
	var fn func(any) any = func(v any) any { return -v.(int) }
	fmt.Println(fn(-x), fn(fn(x)))
}
