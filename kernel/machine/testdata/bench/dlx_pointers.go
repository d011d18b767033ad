// Dlx_pointers counts the tilings of a rectangle by the twelve pentominoes with Knuth's dancing links, as
// nodes that point to each other.
package main

import (
	"fmt"
	"sort"
)

type node struct {
	left, right, up, down *node
	column                *node
	size                  int // of a column
}

type matrix struct {
	root    *node
	columns []*node
	updates int
}

func newMatrix(n int) *matrix {
	m := &matrix{root: &node{}}
	m.root.left, m.root.right = m.root, m.root
	for range n {
		c := &node{left: m.root.left, right: m.root}
		c.up, c.down = c, c
		c.left.right, c.right.left = c, c
		m.columns = append(m.columns, c)
	}
	return m
}

func (m *matrix) add(row []int) {
	var first *node
	for _, i := range row {
		c := m.columns[i]
		n := &node{column: c, up: c.up, down: c}
		n.up.down, n.down.up = n, n
		c.size++
		if first == nil {
			first = n
			n.left, n.right = n, n
			continue
		}
		n.left, n.right = first.left, first
		n.left.right, n.right.left = n, n
	}
}

func (m *matrix) cover(c *node) {
	c.right.left, c.left.right = c.left, c.right
	for i := c.down; i != c; i = i.down {
		for j := i.right; j != i; j = j.right {
			j.down.up, j.up.down = j.up, j.down
			j.column.size--
			m.updates++
		}
	}
}

func (m *matrix) uncover(c *node) {
	for i := c.up; i != c; i = i.up {
		for j := i.left; j != i; j = j.left {
			j.column.size++
			j.down.up, j.up.down = j, j
		}
	}
	c.right.left, c.left.right = c, c
}

func (m *matrix) choose() *node {
	best := m.root.right
	for c := best.right; c != m.root; c = c.right {
		if c.size < best.size {
			best = c
		}
	}
	return best
}

func (m *matrix) solve() int {
	if m.root.right == m.root {
		return 1
	}
	c := m.choose()
	if c.size == 0 {
		return 0
	}
	count := 0
	m.cover(c)
	for r := c.down; r != c; r = r.down {
		for j := r.right; j != r; j = j.right {
			m.cover(j.column)
		}
		count += m.solve()
		for j := r.left; j != r; j = j.left {
			m.uncover(j.column)
		}
	}
	m.uncover(c)
	return count
}

type cell struct{ x, y int }

var pentominoes = [][]cell{
	{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}}, // I
	{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}}, // P
	{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 1}}, // L
	{{0, 1}, {1, 1}, {1, 0}, {2, 0}, {1, 2}}, // F
	{{0, 0}, {1, 0}, {2, 0}, {2, 1}, {3, 1}}, // N
	{{0, 0}, {1, 0}, {2, 0}, {1, 1}, {1, 2}}, // T
	{{0, 0}, {0, 1}, {1, 0}, {2, 0}, {2, 1}}, // U
	{{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}}, // V
	{{0, 0}, {1, 0}, {1, 1}, {2, 1}, {2, 2}}, // W
	{{1, 0}, {0, 1}, {1, 1}, {2, 1}, {1, 2}}, // X
	{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {1, 1}}, // Y
	{{0, 0}, {1, 0}, {1, 1}, {1, 2}, {2, 2}}, // Z
}

// normal moves a shape to the axes and sorts its cells.
func normal(shape []cell) []cell {
	x, y := shape[0].x, shape[0].y
	for _, c := range shape {
		x, y = min(x, c.x), min(y, c.y)
	}
	moved := make([]cell, len(shape))
	for i, c := range shape {
		moved[i] = cell{c.x - x, c.y - y}
	}
	sort.Slice(moved, func(i, j int) bool {
		a, b := moved[i], moved[j]
		return a.x < b.x || a.x == b.x && a.y < b.y
	})
	return moved
}

// orientations are the different shapes of a piece turned and turned over.
func orientations(shape []cell) [][]cell {
	var all [][]cell
	seen := map[string]bool{}
	for turn := range 8 {
		next := make([]cell, len(shape))
		for i, c := range shape {
			next[i] = cell{-c.y, c.x}
			if turn == 4 {
				next[i] = cell{c.y, c.x}
			}
		}
		shape = normal(next)
		if key := fmt.Sprint(shape); !seen[key] {
			seen[key] = true
			all = append(all, shape)
		}
	}
	return all
}

// cross is the piece that keeps to the left half, so that no tiling is the mirror image of another.
const cross = 9

// rows are the placements of the pentominoes in a rectangle. The columns are the pieces and then the cells.
func rows(width, height int) [][]int {
	var all [][]int
	for piece, shape := range pentominoes {
		for _, o := range orientations(shape) {
			for y := 0; y < height; y++ {
				for x := 0; x < width; x++ {
					row := []int{piece}
					for _, c := range o {
						if x+c.x < width && y+c.y < height {
							row = append(row, len(pentominoes)+(y+c.y)*width+x+c.x)
						}
					}
					if len(row) == 6 && (piece != cross || x < width/2-1) {
						all = append(all, row)
					}
				}
			}
		}
	}
	return all
}

func main() {
	width, height := 20, 3
	m := newMatrix(len(pentominoes) + width*height)
	placements := rows(width, height)
	for _, row := range placements {
		m.add(row)
	}
	fmt.Println(len(placements))
	solutions := m.solve()
	fmt.Println(solutions, m.updates)
}
