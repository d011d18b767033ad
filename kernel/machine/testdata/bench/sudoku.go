// Sudoku solves sudokus by backtracking. Bit masks keep the digits of rows, columns and boxes.
package main

import (
	"fmt"
	"math/bits"
)

type sudoku struct {
	grid               [81]int
	rows, columns, box [9]uint // the digits that are used
	nodes              int
}

func read(puzzle string) *sudoku {
	s := &sudoku{}
	for at, c := range puzzle {
		if c >= '1' && c <= '9' {
			s.put(at, int(c-'0'))
		}
	}
	return s
}

func (s *sudoku) put(at, digit int) {
	r, c := at/9, at%9
	bit := uint(1) << digit
	s.grid[at] = digit
	s.rows[r] |= bit
	s.columns[c] |= bit
	s.box[r/3*3+c/3] |= bit
}

func (s *sudoku) take(at int) {
	r, c := at/9, at%9
	bit := uint(1) << s.grid[at]
	s.grid[at] = 0
	s.rows[r] &^= bit
	s.columns[c] &^= bit
	s.box[r/3*3+c/3] &^= bit
}

// choose gives the cell with the fewest digits left and these, or -1 when the grid is full.
func (s *sudoku) choose() (at int, free uint) {
	at = -1
	fewest := 10
	for i, digit := range s.grid {
		if digit != 0 {
			continue
		}
		r, c := i/9, i%9
		left := 0x3fe &^ (s.rows[r] | s.columns[c] | s.box[r/3*3+c/3])
		if n := bits.OnesCount(left); n < fewest {
			at, free, fewest = i, left, n
			if n < 2 {
				break
			}
		}
	}
	return at, free
}

func (s *sudoku) solve() bool {
	at, free := s.choose()
	if at < 0 {
		return true
	}
	for ; free != 0; free &= free - 1 {
		s.nodes++
		s.put(at, bits.TrailingZeros(free))
		if s.solve() {
			return true
		}
		s.take(at)
	}
	return false
}

func (s *sudoku) String() string {
	text := ""
	for _, digit := range s.grid {
		text += string(rune('0' + digit))
	}
	return text
}

func main() {
	for _, puzzle := range []string{
		"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
		"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
		"52...6.........7.13...........4..8..6......5...........418.........3..2...87.....",
		"....5......4.....3...67.1.............8..2....6....5.7.......2.17............3.84",
		"....14....3....2...7..........9...3.6.1.............8.2.....1.4....5.6.....7.8...",
	} {
		s := read(puzzle)
		s.solve()
		fmt.Println(s, s.nodes)
	}
}
