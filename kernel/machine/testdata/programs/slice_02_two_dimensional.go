// Slices of slices: matrices, triangles, transposition, rotation.

package main

import "fmt"

type matrix [][]float64

func newMatrix(r, c int) matrix {
	m := make(matrix, r)
	back := make([]float64, r*c)
	for i := range m {
		m[i], back = back[:c:c], back[c:]
	}
	return m
}

func (m matrix) mul(n matrix) matrix {
	out := newMatrix(len(m), len(n[0]))
	for i := range m {
		for j := range n[0] {
			for k := range n {
				out[i][j] += m[i][k] * n[k][j]
			}
		}
	}
	return out
}

func (m matrix) transpose() matrix {
	out := newMatrix(len(m[0]), len(m))
	for i, row := range m {
		for j, v := range row {
			out[j][i] = v
		}
	}
	return out
}

func (m matrix) det() (d float64) {
	if len(m) == 1 {
		return m[0][0]
	}
	sign := 1.0
	for j := range m {
		var minor matrix
		for _, row := range m[1:] {
			minor = append(minor, append(append([]float64{}, row[:j]...), row[j+1:]...))
		}
		d += sign * m[0][j] * minor.det()
		sign = -sign
	}
	return
}

func pascal(n int) (t [][]int) {
	for i := range n {
		row := make([]int, i+1)
		row[0], row[i] = 1, 1
		for j := 1; j < i; j++ {
			row[j] = t[i-1][j-1] + t[i-1][j]
		}
		t = append(t, row)
	}
	return
}

func spiral(n int) [][]int {
	g := make([][]int, n)
	for i := range g {
		g[i] = make([]int, n)
	}
	for v, r, c, dr, dc := 1, 0, 0, 0, 1; v <= n*n; v++ {
		g[r][c] = v
		if nr, nc := r+dr, c+dc; nr < 0 || nr >= n || nc < 0 || nc >= n || g[nr][nc] != 0 {
			dr, dc = dc, -dr
		}
		r, c = r+dr, c+dc
	}
	return g
}

func main() {
	m := matrix{{1, 2, 3}, {4, 5, 6}}
	fmt.Println(m.transpose(), m.mul(m.transpose()))
	fmt.Println(matrix{{2, 0, 1}, {1, 3, 2}, {1, 1, 4}}.det(), matrix{{7}}.det())
	fmt.Println(pascal(5))
	fmt.Println(spiral(4))
}
