// Life runs Conway's Game of Life on a set of living cells.
package main

import "fmt"

type cell struct{ x, y int }

func next(alive map[cell]bool) map[cell]bool {
	counts := map[cell]int{}
	for c := range alive {
		for dx := -1; dx <= 1; dx++ {
			for dy := -1; dy <= 1; dy++ {
				if dx != 0 || dy != 0 {
					counts[cell{c.x + dx, c.y + dy}]++
				}
			}
		}
	}
	after := map[cell]bool{}
	for c, n := range counts {
		if n == 3 || n == 2 && alive[c] {
			after[c] = true
		}
	}
	return after
}

func main() {
	// The R-pentomino.
	alive := map[cell]bool{{1, 0}: true, {2, 0}: true, {0, 1}: true, {1, 1}: true, {1, 2}: true}
	total := 0
	for range 900 {
		alive = next(alive)
		total += len(alive)
	}
	x, y := 0, 0
	for c := range alive {
		x += c.x
		y += c.y
	}
	fmt.Println(len(alive), total, x, y)
}
