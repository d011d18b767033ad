// Arithmetic of every integer width wraps around.

package main

import "fmt"

func main() {
	var i8 int8 = 127
	var u8 uint8 = 255
	var i16 int16 = -32768
	var u16 uint16 = 0
	var i32 int32 = 1<<31 - 1
	var u32 uint32 = 1 << 31
	var i64 int64 = 1<<63 - 1
	var u64 uint64 = 0
	i8++
	u8++
	i16--
	u16--
	i32++
	u32 *= 2
	i64++
	u64--
	fmt.Println(i8, u8, i16, u16, i32, u32, i64, u64)
	a, b := int8(-128), int8(-1)
	fmt.Println(a/b, a*b, -a, a%b, a-1)
	x, y := uint8(3), uint8(5)
	fmt.Println(x-y, int(x)-int(y), x-y > 0, ^x, -x, x*100)
	h := uint32(2166136261)
	for _, c := range []byte("hash me") {
		h ^= uint32(c)
		h *= 16777619
	}
	fmt.Println(h, int32(h), uint16(h), int8(h))
	seed := uint64(42)
	for range 3 {
		seed = seed*6364136223846793005 + 1442695040888963407
		fmt.Print(seed>>33, " ")
	}
	fmt.Println()
	m, n := int32(1<<30), int32(1<<30)
	fmt.Println(m+n, m*4, m<<1, m<<2, int64(m)*4)
	mid := uint8(200)
	fmt.Println((mid+mid)/2, mid/2+mid/2, mid+100 < mid)
}
