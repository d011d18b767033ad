// Life_grid runs Conway's Game of Life on a grid that is a torus.
package main

import "fmt"

const width, height = 80, 60

func newGrid() [][]int {
	grid := make([][]int, height)
	for y := range grid {
		grid[y] = make([]int, width)
	}
	return grid
}

func step(grid, after [][]int) {
	for y := 0; y < height; y++ {
		above := grid[(y+height-1)%height]
		row := grid[y]
		below := grid[(y+1)%height]
		for x := 0; x < width; x++ {
			left, right := (x+width-1)%width, (x+1)%width
			n := above[left] + above[x] + above[right] + row[left] + row[right] + below[left] + below[x] + below[right]
			if n == 3 || n == 2 && row[x] == 1 {
				after[y][x] = 1
			} else {
				after[y][x] = 0
			}
		}
	}
}

func population(grid [][]int) int {
	n := 0
	for _, row := range grid {
		for _, v := range row {
			n += v
		}
	}
	return n
}

func main() {
	grid, after := newGrid(), newGrid()
	x := 23
	for i := range grid {
		for j := range grid[i] {
			x = (x*1103515245 + 12345) & 0x7fffffff
			if (x>>12)%3 == 0 {
				grid[i][j] = 1
			}
		}
	}
	fmt.Println(population(grid))
	for range 400 {
		step(grid, after)
		grid, after = after, grid
	}
	check := 0
	for i, row := range grid {
		for j, v := range row {
			check += v * (i*width + j)
		}
	}
	fmt.Println(population(grid), check)
}
