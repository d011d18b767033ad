// Typed constant arithmetic, conversion to smaller types at run time, constant expressions in types.

package main

import "fmt"

type bits uint8

const (
	b0 bits = 1 << iota
	b1
	b7  bits = 0x80
	all      = ^bits(0)
)
const n = len("four")
const width, height = 3, 2

type board [height][width]rune

const (
	sec  = 1
	min_ = 60 * sec
	hour = 60 * min_
	day  = 24 * hour
)

type id string

const root id = "root"

func main() {
	v7, k := b7, n
	fmt.Println(b0|b1, all, all^b7, all>>1, v7<<1, -v7, ^b0)
	var b board
	b[1][2] = 'x'
	fmt.Println(len(b), len(b[0]), b, n*width)
	fmt.Println(day, day/hour, 1e3*sec, float64(hour)/7)
	var u8 uint8 = 255
	u8 += width
	var i8 = int8(k) << 5
	fmt.Println(u8, i8, int8(u8)*64, uint16(1<<16-1)+uint16(k))
	fmt.Println(root+"/x", root == "root", len(root), string(root[0]), root[1:])
	fmt.Printf("%T %T %T\n", root+"/x", b0|4, width*1.5)
	const big = 1 << 62
	fmt.Println(big*2-1+big*2 > 0, uint64(big)*3, int64(big)>>60)
	x := 10
	fmt.Println(x/width*width, x%width, -x/width, -x%width, x<<height, 7.0/2*float64(x))
	const c = 'a' + 1.0
	fmt.Printf("%T %v %c %q\n", c, c, rune(c), 'a'+2)
	switch {
	case day > 86000 && n == 4:
		fmt.Println("constants ok")
	}
	var f32 float32 = 0.1
	fmt.Println(f32*3, float64(f32), 0.1*3, f32 == 0.1, float64(f32) == 0.1)
}
