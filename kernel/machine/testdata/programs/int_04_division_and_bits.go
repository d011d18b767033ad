// Division and remainder of all sign combinations, and bit tricks.

package main

import (
	"fmt"
	"math/bits"
)

func floorDiv(a, b int) (q, r int) {
	q, r = a/b, a%b
	if r != 0 && (r < 0) != (b < 0) {
		q, r = q-1, r+b
	}
	return
}

func pow(b, e, m uint64) uint64 {
	r := uint64(1)
	for ; e > 0; e >>= 1 {
		if e&1 == 1 {
			r = r * b % m
		}
		b = b * b % m
	}
	return r
}

func popcount(x uint64) (n int) {
	for ; x != 0; x &= x - 1 {
		n++
	}
	return
}

func reverseBits(b uint8) (r uint8) {
	for i := range 8 {
		r |= (b >> i & 1) << (7 - i)
	}
	return
}

func isqrt(n int) int {
	x := n
	for y := (x + 1) / 2; y < x; {
		x, y = y, (y+n/y)/2
	}
	return x
}

func main() {
	for _, p := range [][2]int{{7, 2}, {-7, 2}, {7, -2}, {-7, -2}, {6, 3}} {
		a, b := p[0], p[1]
		q, r := floorDiv(a, b)
		fmt.Println(a/b, a%b, q, r, a/b*b+a%b == a)
	}
	fmt.Println(pow(3, 200, 1000007), popcount(0xF0F0), popcount(1<<63), reverseBits(0b00010011), isqrt(1000000), isqrt(99))
	x, y := 12, 10
	x ^= y
	y ^= x
	x ^= y
	fmt.Println(x, y, x&-x, x&(x-1) == 0, 16&15 == 0)
	for s, n := 0b1011, 0b1011; s > 0; s = (s - 1) & n {
		fmt.Printf("%b ", s)
	}
	fmt.Println()
	fmt.Println(bits.Reverse8(19), bits.LeadingZeros32(1), bits.Len8(255))
	hi, lo := bits.Mul64(1<<63, 6)
	sum, carry := bits.Add64(1<<63, 1<<63, 1)
	fmt.Println(hi, lo, sum, carry)
	fmt.Println(-5>>1, -5/2, uint8(250)/3, int8(-128)/2, 1-2%3*4)
}
