// Functions with result any that return operator expressions.

package main

import "fmt"

func neg(x int) any           { return -x }
func mod(x int) any           { return x % 3 }
func not(b bool) any          { return !b }
func shift(x uint8) any       { return x << 7 }
func compl(x int16) any       { return ^x }
func both(x int) (any, error) { return -x, nil }
func named(x int) (r any) {
	r = x % 2
	return
}
func late(x int) (r any) {
	defer func() { r = -r.(int) }()
	return x % 10
}
func stringer(d dist) fmt.Stringer { return -d }

type dist int

func (d dist) String() string { return fmt.Sprintf("%dm", int(d)) }

func main() {
	fmt.Println(neg(4), mod(5), not(true), shift(3), compl(0))
	v, err := both(6)
	fmt.Println(v, err)
	fmt.Println(named(5), late(37))
	fmt.Println(stringer(12), stringer(-1).String())
	f := func(x float64) any { return -x }
	fmt.Println(f(1.5), f(0) == 0.0)
	fmt.Printf("%T %T %T\n", mod(1), shift(1), compl(1))
}
