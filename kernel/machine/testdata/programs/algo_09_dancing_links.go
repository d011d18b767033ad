// Dancing links with pointers: domino tilings of a small board.

package main

import "fmt"

type node struct {
	l, r, u, d *node
	col        *column
	row        int
}
type column struct {
	node
	size int
	name string
}
type dlx struct {
	head column
	cols []*column
	sol  []int
	n    int
}

func newDLX(n int) *dlx {
	x := &dlx{}
	h := &x.head.node
	h.l, h.r = h, h
	for i := range n {
		c := &column{name: fmt.Sprint(i)}
		c.u, c.d = &c.node, &c.node
		c.col = c
		c.l, c.r = h.l, h
		h.l.r, h.l = &c.node, &c.node
		x.cols = append(x.cols, c)
	}
	return x
}

func (x *dlx) add(row int, cs ...int) {
	var first *node
	for _, i := range cs {
		c := x.cols[i]
		n := &node{col: c, row: row, u: c.u, d: &c.node}
		n.u.d, n.d.u = n, n
		c.size++
		if first == nil {
			first = n
			n.l, n.r = n, n
		} else {
			n.l, n.r = first.l, first
			first.l.r, first.l = n, n
		}
	}
}

func cover(c *column) {
	c.r.l, c.l.r = c.l, c.r
	for i := c.d; i != &c.node; i = i.d {
		for j := i.r; j != i; j = j.r {
			j.d.u, j.u.d = j.u, j.d
			j.col.size--
		}
	}
}

func uncover(c *column) {
	for i := c.u; i != &c.node; i = i.u {
		for j := i.l; j != i; j = j.l {
			j.col.size++
			j.d.u, j.u.d = j, j
		}
	}
	c.r.l, c.l.r = &c.node, &c.node
}

func (x *dlx) search(found func([]int)) {
	h := &x.head.node
	if h.r == h {
		x.n++
		found(x.sol)
		return
	}
	c := h.r.col
	for j := h.r; j != h; j = j.r {
		if j.col.size < c.size {
			c = j.col
		}
	}
	cover(c)
	for r := c.d; r != &c.node; r = r.d {
		x.sol = append(x.sol, r.row)
		for j := r.r; j != r; j = j.r {
			cover(j.col)
		}
		x.search(found)
		for j := r.l; j != r; j = j.l {
			uncover(j.col)
		}
		x.sol = x.sol[:len(x.sol)-1]
	}
	uncover(c)
}

func tilings(w, h int) int {
	x := newDLX(w * h)
	row := 0
	for r := range h {
		for c := range w {
			if c+1 < w {
				x.add(row, r*w+c, r*w+c+1)
				row++
			}
			if r+1 < h {
				x.add(row, r*w+c, r*w+c+w)
				row++
			}
		}
	}
	x.search(func([]int) {})
	return x.n
}

func main() {
	x := newDLX(7)
	for i, r := range [][]int{{2, 4, 5}, {0, 3, 6}, {1, 2, 5}, {0, 3}, {1, 6}, {3, 4, 6}} {
		x.add(i, r...)
	}
	x.search(func(s []int) { fmt.Println(s) })
	fmt.Println(x.n, tilings(2, 3), tilings(4, 4), tilings(3, 3))
}
