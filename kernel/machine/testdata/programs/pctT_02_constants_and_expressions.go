// Types of constants and expressions as interfaces see them.

package main

import (
	"fmt"
	"time"
)

type weekday uint8

const (
	sun weekday = iota
	mon
)
const big = 1 << 40
const fl = 2.0
const ru = 'x' + 1
const st = "a" + "b"
const cm = 1i * 1i

func id[T any](v T) string { return fmt.Sprintf("%T", v) }

func main() {
	fmt.Printf("%T %T %T %T %T %T\n", mon, big, fl, ru, st, cm)
	fmt.Println(id(1), id('a'), id(1.0), id(1+'a'), id(1.0+'a'), id(1<<3), id("s"[0]), id(mon+1), id(sun < mon))
	var f32 float32 = 1
	var u uint = 3
	var d time.Duration = 5
	fmt.Printf("%T %T %T %T\n", f32*2, 1<<u, d*2, u<<1)
	fmt.Printf("%T %T %T\n", f32 == 1, len("abc"), real(complex64(1)))
	var a any = 3 / 2.0
	var b any = 7 / 2
	fmt.Printf("%T=%v %T=%v\n", a, a, b, b)
	x := []any{1, 'b', "c", 2.5, nil, true, mon, 1i, [0]int{}}
	for _, v := range x {
		fmt.Printf("%T ", v)
	}
	fmt.Println()
	r := 'a'
	r += 2
	bt := byte('a')
	s := string(r) + string(bt)
	fmt.Printf("%T %T %T %s\n", r, bt, s, s)
	type myerr struct{ error }
	fmt.Printf("%T %T\n", myerr{}, weekday.String)
	fmt.Println(min(2, 2.5), max('a', 1), fmt.Sprintf("%T", max('a', 1)), fmt.Sprintf("%T", min(1, 2.0)))
}

func (w weekday) String() string { return "day" }
