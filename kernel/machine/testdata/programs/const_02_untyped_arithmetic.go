// Untyped constants: exact big values, conversions, shifts and division.

package main

import (
	"fmt"
	"math"
	"time"
)

const huge = 1 << 100
const third = 1.0 / 3
const mask = ^uint32(0)
const (
	big  = huge * huge
	four = huge >> 98
	e    = 2.71828182845904523536028747135266249775724709369995
)

type temp float32

const boil temp = 100

func main() {
	fmt.Println(four, big/huge/(huge>>3), huge/(1<<98))
	fmt.Println(third*3 == 1, third, float32(third))
	fmt.Println(mask, mask>>28, uint8(mask&0xff), -7/2, -7%3, 7/-2, 7%-3)
	fmt.Println(5/2, 5/2.0, 5.0/2, 1/3*3, 3*1/3, 'a'/2, 'a'*1.0)
	var f float64 = 7 / 2
	var g float64 = 7 / 2.
	var i int = 1e3
	var u uint8 = 'z' - 'a'
	var d time.Duration = 1.5e9
	fmt.Println(f, g, i, u, d, 2*time.Second+500*time.Millisecond)
	s := uint(3)
	var w int64 = 1 << s
	var k = 1.0 * 4
	var m = 1<<s == 2<<2
	fmt.Println(w, k, m, len([1 << 3]int{}), uint16(1)<<s)
	fmt.Printf("%T %T %v %T\n", boil*2, boil+0.5, boil/3, 2*boil > 1)
	fmt.Println(math.MaxInt64, uint64(math.MaxUint64), math.MinInt64, math.MaxInt8+1)
	fmt.Println(0b1010, 0o17, 0x_ff, 1_000_000, 0x1p4, 'a', '\x41', '\u00e9', "\x41\u00e9\U0001F600\101")
	fmt.Println(len("é"), len(`a\n`), "tab\tq\"", `raw "x"`)
	const c = len("hello") + cap([3]int{})
	fmt.Println(c, real(2+3i), imag(2i*3i+1i), complex(1, 4))
	fmt.Println(e, float32(e), math.Pi, int64(math.Floor(math.Pi*1e6)))
	const t, ff = 1 < 2, "a" > "b"
	fmt.Println(t, ff, t && !ff, "abc"[1], "a"+"b" == "ab")
}
