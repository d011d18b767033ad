// N-queens by backtracking, with slices and with bit masks.

package main

import (
	"fmt"
	"strings"
)

type board []int

func (b board) safe(c int) bool {
	for r, q := range b {
		if q == c || len(b)-r == c-q || len(b)-r == q-c {
			return false
		}
	}
	return true
}

func solve(n int, b board, found func(board) bool) bool {
	if len(b) == n {
		return found(b)
	}
	for c := range n {
		if b.safe(c) && !solve(n, append(b, c), found) {
			return false
		}
	}
	return true
}

func bits(n int, cols, d1, d2 uint) (count int) {
	full := uint(1)<<n - 1
	if cols == full {
		return 1
	}
	for free := full &^ (cols | d1 | d2); free != 0; {
		b := free & -free
		free ^= b
		count += bits(n, cols|b, (d1|b)<<1, (d2|b)>>1)
	}
	return
}

func (b board) String() string {
	var sb strings.Builder
	for _, c := range b {
		sb.WriteString(strings.Repeat(".", c) + "Q" + strings.Repeat(".", len(b)-c-1) + "\n")
	}
	return sb.String()
}

func main() {
	for n := 1; n <= 6; n++ {
		count := 0
		solve(n, nil, func(board) bool { count++; return true })
		fmt.Print(n, ":", count, "=", bits(n, 0, 0, 0), " ")
	}
	fmt.Println()
	solve(6, nil, func(b board) bool { fmt.Print(b); return false })
}
