// Shifts by variables, large counts, signed values and the types of shift results.

package main

import (
	"fmt"
	"math/bits"
)

type flags uint16

func main() {
	x := -17
	for _, s := range []uint{0, 1, 4, 63, 64, 100} {
		fmt.Print(x>>s, " ", x<<s, " ", uint8(x)>>s, " ", uint32(1)<<s, "; ")
	}
	fmt.Println()
	var s8 int8 = 3
	fmt.Println(1<<s8, int8(1)<<s8, uint8(1)<<s8, 255>>s8)
	var n = 10
	var f float64 = float64(int(1) << n)
	var u64 = uint64(1)<<63 | 1
	fmt.Println(f, u64, u64>>63, int64(u64)>>63, u64<<1)
	var a int8 = 64
	a <<= 1
	fmt.Println(a, a>>1, uint8(a)>>1)
	fl := flags(1)
	fl <<= 15
	fmt.Println(fl, fl<<1, fl>>15, ^fl, fl|fl>>1)
	var i32 int32 = 1
	fmt.Println(i32<<31, i32<<32, i32<<31>>31, uint32(i32)<<31>>31)
	fmt.Println(1<<n>>n, -1<<n, (-1)>>n, ^0<<3, 5&^4|2^3)
	w := uint8(0b10110001)
	rot := w<<3 | w>>(8-3)
	fmt.Printf("%08b %08b\n", rot, bits.RotateLeft8(w, 3))
	idx := []int{10, 20, 30, 40}
	fmt.Println(idx[1<<1], idx[n>>3])
	var arr [1 << 2]int
	fmt.Println(len(arr), n<<1+1, n<<(1+1), 2*n<<1)
	m := map[int]int{1 << 2: 1 << 3}
	fmt.Println(m)
	var c uint8 = 7
	c <<= c
	fmt.Println(c, uint64(c)<<56)
}
