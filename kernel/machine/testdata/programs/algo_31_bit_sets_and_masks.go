// Subset sums with masks, traveling salesman by bit DP, gray walk, parity.

package main

import (
	"fmt"
	"math/bits"
)

func tsp(d [][]int) (best int, path []int) {
	n := len(d)
	const inf = 1 << 30
	dp := make([][]int, 1<<n)
	from := make([][]int8, 1<<n)
	for m := range dp {
		dp[m], from[m] = make([]int, n), make([]int8, n)
		for i := range dp[m] {
			dp[m][i] = inf
		}
	}
	dp[1][0] = 0
	for m := 1; m < 1<<n; m += 2 {
		for i := range n {
			if dp[m][i] == inf {
				continue
			}
			for j := range n {
				if m>>j&1 == 0 {
					if c, k := dp[m][i]+d[i][j], m|1<<j; c < dp[k][j] {
						dp[k][j], from[k][j] = c, int8(i)
					}
				}
			}
		}
	}
	best = inf
	last, m := 0, 1<<n-1
	for i := 1; i < n; i++ {
		if c := dp[m][i] + d[i][0]; c < best {
			best, last = c, i
		}
	}
	for m != 1 {
		path = append(path, last)
		m, last = m&^(1<<last), int(from[m][last])
	}
	return
}

func subsetSum(xs []int, want int) (out [][]int) {
	for m := uint(1); m < 1<<len(xs); m++ {
		sum := 0
		var pick []int
		for i, x := range xs {
			if m&(1<<i) != 0 {
				sum += x
				pick = append(pick, x)
			}
		}
		if sum == want {
			out = append(out, pick)
		}
	}
	return
}

func main() {
	fmt.Println(tsp([][]int{{0, 10, 15, 20}, {10, 0, 35, 25}, {15, 35, 0, 30}, {20, 25, 30, 0}}))
	fmt.Println(subsetSum([]int{3, 34, 4, 12, 5, 2}, 9))
	for i := range uint8(6) {
		fmt.Printf("%03b ", i^i>>1)
	}
	x := uint32(0b1011_0110)
	p := x
	for s := 16; s > 0; s /= 2 {
		p ^= p >> s
	}
	fmt.Println(p&1, bits.OnesCount32(x)%2)
	a := []int{4, 7, 4, 9, 9}
	only := 0
	for _, v := range a {
		only ^= v
	}
	fmt.Println(only)
}
