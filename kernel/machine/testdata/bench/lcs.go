// Lcs finds a longest common subsequence of two strings by dynamic programming.
package main

import "fmt"

func letters(n, seed int) string {
	b := make([]byte, n)
	x := seed
	for i := range b {
		x = x * 16807 % 2147483647
		b[i] = "ACGT"[x>>10&3]
	}
	return string(b)
}

func lcs(a, b string) string {
	table := make([][]int, len(a)+1)
	for i := range table {
		table[i] = make([]int, len(b)+1)
	}
	for i := 0; i < len(a); i++ {
		for j := 0; j < len(b); j++ {
			if a[i] == b[j] {
				table[i+1][j+1] = table[i][j] + 1
			} else if table[i][j+1] >= table[i+1][j] {
				table[i+1][j+1] = table[i][j+1]
			} else {
				table[i+1][j+1] = table[i+1][j]
			}
		}
	}
	i, j := len(a), len(b)
	common := make([]byte, table[i][j])
	for n := len(common); n > 0; {
		switch {
		case a[i-1] == b[j-1]:
			n, i, j = n-1, i-1, j-1
			common[n] = a[i]
		case table[i-1][j] >= table[i][j-1]:
			i--
		default:
			j--
		}
	}
	return string(common)
}

func main() {
	common := lcs(letters(1800, 1), letters(1700, 2))
	fmt.Println(len(common), common[:60])
}
