// Gaussian elimination, fast matrix power, prefix sums, binary search.

package main

import (
	"fmt"
	"math"
)

type mat2 [2][2]int

func (a mat2) mul(b mat2) (c mat2) {
	for i := range a {
		for j := range b[0] {
			for k := range b {
				c[i][j] = (c[i][j] + a[i][k]*b[k][j]) % 1000000007
			}
		}
	}
	return
}

func (a mat2) pow(n int) mat2 {
	r := mat2{{1, 0}, {0, 1}}
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			r = r.mul(a)
		}
		a = a.mul(a)
	}
	return r
}

func gauss(a [][]float64) ([]float64, error) {
	n := len(a)
	for i := range n {
		p := i
		for r := i + 1; r < n; r++ {
			if math.Abs(a[r][i]) > math.Abs(a[p][i]) {
				p = r
			}
		}
		if a[p][i] == 0 {
			return nil, fmt.Errorf("singular at column %d", i)
		}
		a[i], a[p] = a[p], a[i]
		for r := range a {
			if r != i {
				f := a[r][i] / a[i][i]
				for c := i; c <= n; c++ {
					a[r][c] -= f * a[i][c]
				}
			}
		}
	}
	x := make([]float64, n)
	for i := range x {
		x[i] = math.Round(a[i][n]/a[i][i]*1000) / 1000
	}
	return x, nil
}

func search(xs []int, v int) (lo int, found bool) {
	hi := len(xs)
	for lo < hi {
		if mid := int(uint(lo+hi) >> 1); xs[mid] < v {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < len(xs) && xs[lo] == v
}

func main() {
	f := mat2{{1, 1}, {1, 0}}
	fmt.Println(f.pow(10), f.pow(90)[0][1], f)
	fmt.Println(gauss([][]float64{{2, 1, -1, 8}, {-3, -1, 2, -11}, {-2, 1, 2, -3}}))
	fmt.Println(gauss([][]float64{{1, 2, 3}, {2, 4, 6}}))
	xs := []int{1, 3, 5, 7}
	for _, v := range []int{0, 3, 4, 8} {
		fmt.Print(v, " ")
		fmt.Println(search(xs, v))
	}
	pre := make([]int, len(xs)+1)
	for i, x := range xs {
		pre[i+1] = pre[i] + x
	}
	fmt.Println(pre, pre[3]-pre[1])
	best, cur := math.MinInt, 0
	for _, x := range []int{-2, 1, -3, 4, -1, 2, 1, -5, 4} {
		cur = max(cur+x, x)
		best = max(best, cur)
	}
	fmt.Println(best)
}
