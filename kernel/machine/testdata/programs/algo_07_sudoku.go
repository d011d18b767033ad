// A small sudoku solver (4 by 4 and part of 9 by 9) with bit masks.

package main

import (
	"fmt"
	"math/bits"
	"strings"
)

type sudoku struct {
	n, box int
	grid   [][]int
	rows   []uint
	cols   []uint
	boxes  []uint
	tries  int
}

func load(s string, box int) *sudoku {
	n := box * box
	su := &sudoku{n: n, box: box, rows: make([]uint, n), cols: make([]uint, n), boxes: make([]uint, n)}
	for r, line := range strings.Fields(s) {
		su.grid = append(su.grid, make([]int, n))
		for c, ch := range line {
			if ch != '.' {
				su.put(r, c, int(ch-'0'))
			}
		}
	}
	return su
}

func (s *sudoku) at(r, c int) int { return r/s.box*s.box + c/s.box }
func (s *sudoku) put(r, c, v int) {
	b := uint(1) << v
	s.grid[r][c] = v
	s.rows[r] |= b
	s.cols[c] |= b
	s.boxes[s.at(r, c)] |= b
}
func (s *sudoku) clear(r, c int) {
	b := uint(1) << s.grid[r][c]
	s.grid[r][c] = 0
	s.rows[r] &^= b
	s.cols[c] &^= b
	s.boxes[s.at(r, c)] &^= b
}

func (s *sudoku) solve() bool {
	br, bc, best := -1, -1, 100
	for r := range s.n {
		for c := range s.n {
			if s.grid[r][c] == 0 {
				used := s.rows[r] | s.cols[c] | s.boxes[s.at(r, c)]
				if free := s.n - bits.OnesCount(used); free < best {
					br, bc, best = r, c, free
				}
			}
		}
	}
	if br < 0 {
		return true
	}
	for v := 1; v <= s.n; v++ {
		if (s.rows[br]|s.cols[bc]|s.boxes[s.at(br, bc)])&(1<<v) == 0 {
			s.tries++
			s.put(br, bc, v)
			if s.solve() {
				return true
			}
			s.clear(br, bc)
		}
	}
	return false
}

func main() {
	s := load("1..4 ..1. .1.. 4..1", 2)
	fmt.Println(s.solve(), s.grid, s.tries)
	s = load("53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79", 3)
	fmt.Println(s.solve(), s.tries)
	for _, row := range s.grid {
		fmt.Println(row)
	}
	fmt.Println(load("11.. .... .... ....", 2).solve())
}
