// SPDX-License-Identifier: BSD-3-Clause

// The problem. Lists of sudokus: has each one solution, and which? Stating a sudoku as a
// cover problem takes longer than solving it.
//
// The source. For each digit, the cells where it can be are kept in three words of 27 bits,
// one for each band of three rows, as in the programs of Zhou Yundong and Mladen Dobrichev
// (Jczsolve, The New Sudoku Players' Forum). That a digit takes one of six arrangements of
// the boxes and rows of a band, and that these arrangements are what should be propagated,
// is the observation of T. Dillon, Tdoku: A Fast Sudoku Solver (2019),
// t-dillon.github.io/tdoku. The code is our own.
//
// The idea. Let a piece be the three cells that a row and a box share. In a band, a digit
// is in three pieces that have no row and no box in common: six arrangements. A table
// gives, for the set of pieces where the digit can be, the union of its possible
// arrangements. What is not in the union is removed: this finds hidden singles in rows and
// boxes, and locked candidates. In the same way, of three columns of boxes the three bands
// use one each, in one of six arrangements; and the same table serves for these.
//
//	pieces       possible         pieces in possible arrangements
//	1 1 .        1 . .  . 1 .     1 1 .
//	1 1 .        . 1 .  1 . .     1 1 .
//	1 . 1        . . 1  . . 1     . . 1
//
// If a digit of a row can only be in one cell, the cell is settled and the other digits
// lose it. Cells with a single candidate are found by adding the nine digits as bits:
// cells that occur once, twice, and more often. If nothing follows, a piece is tried, and
// then excluded, of a digit with few arrangements where those of all digits are few.
//
// The invariants. After propagation, each digit has arrangements in all bands and stacks,
// the words of candidates are the unions of these, and each cell that is not settled has at
// least two candidates. If all cells are settled the grid is a solution: each digit is in
// each row, column and box at least once, and in 9 cells.
//
// The cost. About 3 microseconds for a sudoku of 17 clues, and one for each guess, or a third of
// that with vectors (see vectors.go), without allocation; see docs/benchmarks.md.

// Package bands solves sudokus of nine rows.
package bands

import (
	"math/bits"
	"sync"
)

// Cells is the number of cells of a sudoku.
const Cells = 81

// A Solver solves sudokus, one after the other. The zero value is ready for use.
type Solver struct {
	// Ended, if not nil, is called after every Patience guesses, and ends the work on a sudoku
	// by returning true.
	Ended func() bool

	// Guesses counts the guesses of all sudokus so far.
	Guesses int

	scalar bool    // do without vectors
	states []state // states[l] is the state after l guesses
	levels []level // the same with vectors
	ways   arrangements
}

// Patience is the number of guesses between two calls of Ended, a millisecond or less.
const Patience = 1 << 10

// full has the bits of the cells of a band.
const full = 1<<27 - 1

// threeRows times a set of columns is the set of their cells in a band.
const threeRows = 1 | 1<<9 | 1<<18

// A state is what is known of a sudoku.
type state struct {
	can  [9][3]uint32 // can[d][b] has the cells of band b where digit d can be
	was  [9][3]uint32 // and what it was when its consequences were drawn
	open [3]uint32    // the cells that are not settled
	sets [9]uint64    // the pieces of each digit in the bands and in the stacks
}

// The tables, indexed by sets of nine pieces or columns: bit 3*i+j stands for row i and box j
// of a band, or band i and column j of a stack.
var (
	some    [512]uint32 // some[cells of a row] are the boxes with at least one of them
	union   [512]uint32 // the union of the arrangements within a set
	common  [512]uint32 // and their intersection
	cells   [512]uint32 // the cells of the union in a band
	alone   [512]uint32 // of these, those of pieces that are the only ones of their row
	ways    [512]uint8  // the number of arrangements within a set
	single  [512]uint32 // the cells of those columns of a set that are the only ones of their stack
	guesses [64]uint8   // the piece to guess, by the set of possible arrangements
	arrange = [6]int{0o421, 0o142, 0o214, 0o241, 0o412, 0o124}
)

// prepare computes the tables.
var prepare = sync.OnceFunc(func() {
	for set := range 512 {
		common[set] = 511
		for box := range 3 {
			columns := set >> (3 * box) & 7
			if columns != 0 {
				some[set] |= 1 << box
			}
			if columns&(columns-1) == 0 {
				single[set] |= uint32(columns<<(3*box)) * threeRows
			}
		}
		for _, a := range arrange {
			if a&set == a {
				union[set] |= uint32(a)
				common[set] &= uint32(a)
				ways[set]++
			}
		}
		for row := range 3 {
			boxes := union[set] >> (3 * row) & 7
			for box := range 3 {
				if boxes>>box&1 != 0 {
					piece := uint32(7) << (9*row + 3*box)
					cells[set] |= piece
					if boxes&(boxes-1) == 0 {
						alone[set] |= piece
					}
				}
			}
		}
	}
	for set := range guesses {
		piece := 0 // of one arrangement, and not of all
		for _, i := range []int{0, 4, 3, 2, 1, 5} {
			a := arrange[i]
			switch {
			case set>>i&1 == 0:
			case piece == 0:
				piece = a
			case piece&^a != 0:
				piece &^= a
			}
		}
		guesses[set] = uint8(bits.TrailingZeros(uint(piece)))
	}
	prepareVectors()
	for i := range 27 {
		for j := range 27 {
			if i/9 != j/9 && i%9/3 != j%9/3 {
				apart[i] |= 1 << j
			}
		}
	}
})

// Solve finds the solutions of a sudoku, up to the given number of them, at least 1: it
// returns how many there are, and puts the first one into solution. Clues are from 1 to 9, and
// 0 stands for an empty cell. It reports false if it was ended; then count is the number found so
// far.
func (v *Solver) Solve(clues *[Cells]byte, limit int, solution *[Cells]byte) (count int, ok bool) {
	if v.states == nil && v.levels == nil {
		prepare()
	}
	if hasVectors && !v.scalar {
		return v.solveVectors(clues, limit, solution)
	}
	if v.states == nil {
		v.states = make([]state, 32)
	}
	if !v.states[0].start(clues) {
		return 0, true
	}
	for depth := 0; depth >= 0; {
		s := &v.states[depth]
		if !s.settle() {
			depth--
			continue
		}
		if s.open[0]|s.open[1]|s.open[2] == 0 {
			if count++; count == 1 {
				s.write(solution)
			}
			if count == limit {
				return count, true
			}
			depth--
			continue
		}
		if v.Guesses++; v.Guesses%Patience == 0 && v.Ended != nil && v.Ended() {
			return count, false
		}
		if depth++; depth == len(v.states) {
			v.states = append(v.states, state{})
			s = &v.states[depth-1]
		}
		v.states[depth] = *s
		s.guess(&v.states[depth])
	}
	return count, true
}

// start begins with clues. It reports false if they contradict each other.
func (s *state) start(clues *[Cells]byte) bool {
	var given [9][3]uint32
	var columns [9]uint32
	closed := [3]uint32{}
	for b := range 3 {
		for i, c := range clues[27*b : 27*b+27] {
			if c != 0 {
				given[(c-1)%9][b] |= 1 << i
			}
		}
	}
	for d := range given {
		for b, g := range given[d] {
			closed[b] |= g
			used := (g | g>>9 | g>>18) & 511
			if columns[d]&used != 0 {
				return false
			}
			columns[d] |= used
		}
	}
	for d := range s.can {
		for b, g := range given[d] {
			can := full &^ closed[b] &^ (columns[d] * threeRows)
			for rest := g; rest != 0; rest &= rest - 1 {
				a := apart[bits.TrailingZeros32(rest)&31]
				if g&^(rest&-rest)&^a != 0 {
					return false
				}
				can &= a
			}
			s.can[d][b] = can | g
		}
	}
	for b := range s.open {
		s.open[b] = full &^ closed[b]
	}
	s.was = [9][3]uint32{}
	return true
}

// apart[i] are the cells of a band that share neither row nor column nor box with cell i.
var apart [32]uint32

// settle draws all consequences. It reports false if there is a contradiction.
func (s *state) settle() bool {
	for {
		for again := true; again; {
			again = false
			for d := range s.can {
				if s.can[d] != s.was[d] {
					again = true
					if !s.digit(d) {
						return false
					}
				}
			}
		}
		found := false
		for b, open := range s.open {
			once, twice := uint32(0), uint32(0)
			for d := range s.can {
				can := s.can[d][b]
				twice |= once & can
				once |= can
			}
			if once != full {
				return false
			}
			if open &^= twice; open != 0 {
				found = true
				if !s.settleCells(b, open) {
					return false
				}
			}
		}
		if !found {
			switch s.pieces() {
			case dead:
				return false
			case stable:
				return true
			}
		}
	}
}

// The results of a propagation.
const (
	dead = iota
	stable
	solved // by settleVectors
	changed
)

// pieces propagates that a piece has three digits: if it must be a place of three, the others lose
// it, and if only three can have it, they must.
func (s *state) pieces() int {
	var sure [9]uint64
	can1, can2, can3, can4 := uint64(0), uint64(0), uint64(0), uint64(0) // pieces with at least so many
	sure1, sure2, sure3, sure4 := uint64(0), uint64(0), uint64(0), uint64(0)
	for d, can := range s.sets {
		c := uint64(common[can&511]) | uint64(common[can>>9&511])<<9 | uint64(common[can>>18&511])<<18 |
			uint64(common[can>>27&511])<<27 | uint64(common[can>>36&511])<<36 | uint64(common[can>>45&511])<<45
		sure[d] = c
		can4 |= can3 & can
		can3 |= can2 & can
		can2 |= can1 & can
		can1 |= can
		sure4 |= sure3 & c
		sure3 |= sure2 & c
		sure2 |= sure1 & c
		sure1 |= c
	}
	if sure4 != 0 || can3 != 1<<54-1 {
		return dead
	}
	can3 &^= can4
	result := stable
	for d, can := range s.sets {
		doubtful := can &^ sure[d]
		for lost := doubtful & sure3; lost != 0; lost &= lost - 1 {
			s.exclude(d, bits.TrailingZeros64(lost))
			result = changed
		}
		for must := doubtful & can3; must != 0; must &= must - 1 {
			s.include(d, bits.TrailingZeros64(must))
			result = changed
		}
	}
	return result
}

// exclude removes the cells of a piece from a digit. Pieces are numbered as in state.sets.
func (s *state) exclude(digit, piece int) {
	i := piece % 9
	if piece < 27 {
		s.can[digit][piece/9] &^= 7 << (9*(i/3) + 3*(i%3))
		return
	}
	s.can[digit][i/3] &^= threeRows << (3*(piece/9-3) + i%3)
}

// include removes from a digit the other cells of the row or column, and box, of a piece.
func (s *state) include(digit, piece int) {
	i := piece % 9
	if piece < 27 {
		cells := uint32(7) << (9*(i/3) + 3*(i%3))
		s.can[digit][piece/9] &^= (511<<(9*(i/3)) | 0o7007007<<(3*(i%3))) &^ cells
		return
	}
	stack := piece/9 - 3
	s.can[digit][i/3] &^= 7 * threeRows << (3 * stack) &^ (threeRows << (3*stack + i%3))
}

// settleCells settles cells of a band that have one candidate each. It reports false if two of
// them contradict each other.
func (s *state) settleCells(b int, set uint32) bool {
	s.open[b] &^= set
	for d := range s.can {
		can := &s.can[d]
		mine := set & can[b]
		if mine == 0 {
			continue
		}
		columns := (mine | mine>>9 | mine>>18) & 511 * threeRows
		left := can[b] &^ columns
		for rest := mine; rest != 0; rest &= rest - 1 {
			a := apart[bits.TrailingZeros32(rest)&31] | rest&-rest
			if mine&^a != 0 {
				return false
			}
			left &= a
		}
		can[0] &^= columns
		can[1] &^= columns
		can[2] &^= columns
		can[b] = left | mine
	}
	return true
}

// digit draws the consequences of the arrangements of a digit. It reports false if there
// are none in a band or stack.
func (s *state) digit(d int) bool {
	x, y, z := s.can[d][0], s.can[d][1], s.can[d][2]
	for {
		p := some[x&511] | some[x>>9&511]<<3 | some[x>>18&511]<<6
		q := some[y&511] | some[y>>9&511]<<3 | some[y>>18&511]<<6
		r := some[z&511] | some[z>>9&511]<<3 | some[z>>18&511]<<6
		x &= cells[p&511]
		y &= cells[q&511]
		z &= cells[r&511]
		if x == 0 || y == 0 || z == 0 {
			return false
		}
		a := (x | x>>9 | x>>18) & 511
		b := (y | y>>9 | y>>18) & 511
		c := (z | z>>9 | z>>18) & 511
		i := union[a&7|b&7<<3|c&7<<6]
		j := union[a>>3&7|b>>3&7<<3|c>>3&7<<6]
		k := union[a>>6&7|b>>6&7<<3|c>>6&7<<6]
		e := i&7 | j&7<<3 | k&7<<6
		f := i>>3&7 | j>>3&7<<3 | k>>3&7<<6
		g := i>>6&7 | j>>6&7<<3 | k>>6&7<<6
		if a == e && b == f && c == g {
			s.can[d] = [3]uint32{x, y, z}
			s.was[d] = s.can[d]
			s.sets[d] = uint64(union[p&511]) | uint64(union[q&511])<<9 | uint64(union[r&511])<<18 | uint64(i)<<27 | uint64(j)<<36 | uint64(k)<<45
			s.settled(d, 0, x&alone[p&511]&single[a])
			s.settled(d, 1, y&alone[q&511]&single[b])
			s.settled(d, 2, z&alone[r&511]&single[c])
			return true
		}
		x &= e * threeRows
		y &= f * threeRows
		z &= g * threeRows
	}
}

// settled removes cells that are settled from all digits but one.
func (s *state) settled(d, b int, set uint32) {
	if set &= s.open[b]; set == 0 {
		return
	}
	s.open[b] &^= set
	for e := range s.can {
		s.can[e][b] &^= set
	}
	s.can[d][b] |= set
}

// guess selects a candidate or piece of a digit, includes it in a copy of the state, and
// excludes it from the state.
//
// That is a piece in a band or stack with the fewest arrangements of all digits, of a digit with
// the fewest; in a stack, a piece is the three cells of a column and a box. There is one, since
// all cells are settled if each digit has one arrangement in each band and stack.
func (s *state) guess(yes *state) {
	totals := uint64(0) // in bytes
	for _, sets := range s.sets {
		totals += uint64(ways[sets&511]) | uint64(ways[sets>>9&511])<<8 | uint64(ways[sets>>18&511])<<16 |
			uint64(ways[sets>>27&511])<<24 | uint64(ways[sets>>36&511])<<32 | uint64(ways[sets>>45&511])<<40
	}
	best, at := uint64(1<<8), 0
	for b := range 6 {
		if n := totals >> (8 * b) & 255; n > 9 && n < best {
			best, at = n, b
		}
	}
	least, digit := uint8(7), 0
	for d, sets := range s.sets {
		if n := ways[sets>>(9*at)&511]; n > 1 && n < least {
			least, digit = n, d
		}
	}
	set := 0
	for i, a := range arrange {
		if a&^int(s.sets[digit]>>(9*at)) == 0 {
			set |= 1 << i
		}
	}
	at = 9*at + int(guesses[set])
	s.exclude(digit, at)
	yes.include(digit, at)
}

// write writes a solution.
func (s *state) write(to *[Cells]byte) {
	for d := range s.can {
		for b, can := range s.can[d] {
			for ; can != 0; can &= can - 1 {
				to[27*b+bits.TrailingZeros32(can)] = byte(d + 1)
			}
		}
	}
}
