// Conversions between widths, signs, floats and strings.

package main

import (
	"fmt"
	"math/bits"
	"strconv"
)

type tiny int8
type big uint64

func main() {
	n := -1
	fmt.Println(uint8(n), uint16(n), uint32(n), uint64(n), int8(n))
	v := 0x12345678
	fmt.Println(int8(v), uint8(v), int16(v), uint16(v), tiny(v), big(v))
	f := -3.99
	fmt.Println(int(f), int64(f), int(f*f), int(-f), uint8(int(f)))
	var u uint8 = 200
	fmt.Println(int8(u), int(int8(u)), uint(u), float32(u)/3, u>>1, int8(u)>>1)
	var i16 int16 = -200
	fmt.Println(uint8(i16), uint32(i16), int32(i16), uint32(uint16(i16)))
	fmt.Println(float64(1<<53+1) == float64(1<<53), float32(16777217), int64(float32(16777217)))
	fmt.Println(string(rune(u)), strconv.Itoa(int(u)), byte('A'+1), rune('A')+1)
	t := tiny(100)
	t += 100
	fmt.Printf("%T %v %v\n", t, t, t < 0)
	c := int64(1) << 40
	fmt.Println(int32(c), int32(c>>20), uint8(c>>33), int32(c+5))
	x := uint32(1<<32 - 1)
	fmt.Println(int32(x), int64(x), int64(int32(x)), x+1 == 0)
	var p uintptr = 8
	fmt.Println(p<<1, uint(p)-9 > 0)
	fmt.Println(bits.OnesCount8(uint8(n)), bits.Len(uint(v)), bits.TrailingZeros16(uint16(i16)))
}
