// Breadth-first search on a grid, flood fill, island count.

package main

import (
	"fmt"
	"strings"
)

type point struct{ r, c int }

func (p point) add(q point) point { return point{p.r + q.r, p.c + q.c} }

var dirs = [...]point{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}

type maze []string

func (m maze) at(p point) byte {
	if p.r < 0 || p.r >= len(m) || p.c < 0 || p.c >= len(m[p.r]) {
		return '#'
	}
	return m[p.r][p.c]
}

func (m maze) find(b byte) (p point) {
	for p.r = range m {
		if p.c = strings.IndexByte(m[p.r], b); p.c >= 0 {
			return
		}
	}
	panic("not found")
}

func (m maze) shortest() (int, []point) {
	start, end := m.find('S'), m.find('E')
	prev := map[point]point{start: start}
	for q := []point{start}; len(q) > 0; q = q[1:] {
		p := q[0]
		if p == end {
			var path []point
			for ; p != start; p = prev[p] {
				path = append([]point{p}, path...)
			}
			return len(path), path
		}
		for _, d := range dirs {
			n := p.add(d)
			if _, seen := prev[n]; !seen && m.at(n) != '#' {
				prev[n] = p
				q = append(q, n)
			}
		}
	}
	return -1, nil
}

func fill(g [][]byte, r, c int, to byte) (n int) {
	from := g[r][c]
	if from == to {
		return
	}
	var rec func(r, c int)
	rec = func(r, c int) {
		if r < 0 || c < 0 || r >= len(g) || c >= len(g[r]) || g[r][c] != from {
			return
		}
		g[r][c] = to
		n++
		for _, d := range dirs {
			rec(r+d.r, c+d.c)
		}
	}
	rec(r, c)
	return
}

func main() {
	m := maze{"S.#.....", ".##.###.", "....#...", ".##.#.#E"}
	n, path := m.shortest()
	fmt.Println(n, path[0], path[n-1])
	fmt.Println(maze{"S#E"}.shortest())
	g := [][]byte{[]byte("aab"), []byte("aba"), []byte("bba")}
	fmt.Println(fill(g, 0, 0, 'x'), fill(g, 1, 1, 'y'))
	fmt.Printf("%s\n", g)
	islands := 0
	sea := [][]byte{[]byte("11000"), []byte("01001"), []byte("00110"), []byte("10001")}
	for r := range sea {
		for c := range sea[r] {
			if sea[r][c] == '1' {
				islands++
				fill(sea, r, c, '0')
			}
		}
	}
	fmt.Println(islands)
}
