// A negated value assigned to a variable of type any; what follows must run.

package main

import "fmt"

func show(label string, v any) { fmt.Printf("%s %T %v\n", label, v, v) }

func main() {
	x, f := 7, 2.5
	var v any
	v = -x
	fmt.Println("next")
	show("neg", v)
	v = ^x
	show("not", v)
	v = x << 1
	show("shl", v)
	v = x >> 1
	show("shr", v)
	v = x % 3
	show("mod", v)
	v = x &^ 2
	show("andnot", v)
	v = -f
	show("negf", v)
	v = !(x > 3)
	show("lnot", v)
	v = x > 3
	show("gt", v)
	v = x * x
	show("mul", v)
	v = +x
	show("plus", v)
	var u8 uint8 = 200
	v = u8 << 1
	show("u8", v)
	v = ^u8
	show("u8not", v)
	v = -u8
	show("u8neg", v)
}
