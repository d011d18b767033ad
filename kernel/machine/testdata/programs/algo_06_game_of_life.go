// Game of life on a set of cells and on a grid that wraps around.

package main

import (
	"fmt"
	"maps"
	"strings"
)

type cell struct{ r, c int }
type world map[cell]bool

func parse(s string) world {
	w := world{}
	for r, line := range strings.Split(s, "\n") {
		for c, ch := range line {
			if ch == '#' {
				w[cell{r, c}] = true
			}
		}
	}
	return w
}

func (w world) step() world {
	counts := map[cell]int{}
	for p := range w {
		for dr := -1; dr <= 1; dr++ {
			for dc := -1; dc <= 1; dc++ {
				if dr != 0 || dc != 0 {
					counts[cell{p.r + dr, p.c + dc}]++
				}
			}
		}
	}
	next := world{}
	for p, n := range counts {
		if n == 3 || n == 2 && w[p] {
			next[p] = true
		}
	}
	return next
}

func (w world) show(n int) string {
	var sb strings.Builder
	for r := range n {
		for c := range n {
			if w[cell{r, c}] {
				sb.WriteByte('#')
			} else {
				sb.WriteByte('.')
			}
		}
		sb.WriteByte('\n')
	}
	return sb.String()
}

type torus [6][6]bool

func (t *torus) next() (out torus) {
	for r := range t {
		for c := range t[r] {
			n := 0
			for _, d := range [...][2]int{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}} {
				if t[(r+d[0]+6)%6][(c+d[1]+6)%6] {
					n++
				}
			}
			out[r][c] = n == 3 || n == 2 && t[r][c]
		}
	}
	return
}

func main() {
	w := parse(".#.\n..#\n###")
	for range 4 {
		w = w.step()
	}
	fmt.Print(w.show(5))
	b := parse("...\n###")
	fmt.Println(b.step().show(3) == b.show(3), maps.Equal(b.step().step(), b))
	var t torus
	for _, p := range []cell{{5, 0}, {0, 1}, {1, 5}, {1, 0}, {1, 1}} {
		t[p.r][p.c] = true
	}
	start := t
	gens := 0
	for {
		t = t.next()
		gens++
		if t == start || gens == 30 {
			break
		}
	}
	fmt.Println(gens, t == start)
}
