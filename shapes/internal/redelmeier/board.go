// SPDX-License-Identifier: BSD-3-Clause

// Counting polyominoes on a board.
//
// This is the count of count.go for squares, whose neighbors need no table: on a board of
// boardWidth columns they are at a distance of 1 or boardWidth. Marks and list are arrays whose
// lengths are powers of two, and positions are masked, so that no index needs a bounds check. The
// loops over neighbors are unrolled. The polyomino lies in the half plane that starts with its
// root, its first cell in reading order. Cells before the root and the edges of the board are never
// free.
//
// Invariants: a position on the list is free, untried or done, and the marks of its neighbors
// record which of the first two. No polyomino of boardCells cells extends beyond the edges.
//
// Cost: less than a nanosecond for each polyomino, half of what the table takes.

package redelmeier

import "polka/shapes/internal/job"

const (
	boardWidth = 64
	boardSize  = 32 * boardWidth
	boardMask  = boardSize - 1
	boardRoot  = boardWidth + boardWidth/2 - 1 // the first row is left empty
	listMask   = 127

	// BoardCells is the maximum number of cells for CountPolyominoes.
	BoardCells = 30
)

// CountPolyominoes returns the number of fixed polyominoes of n cells, n from 1 to BoardCells.
// Beyond 20 it takes minutes. The given number of goroutines share the work. The job, which may be
// nil, can stop the count within milliseconds; CountPolyominoes then returns false. It panics if n
// is out of range.
func CountPolyominoes(n, goroutines int, job *job.Job) (uint64, bool) {
	if n < 1 || n > BoardCells {
		panic("redelmeier: number of cells out of range")
	}
	if n < closedLevels {
		return uint64(n), true
	}
	plan(job, n, func(n int) (uint64, bool) { return CountPolyominoes(n, 1, nil) })
	return countShared(n, goroutines, job, func(own share) uint64 {
		b := newBoard()
		b.share = own
		b.list[0] = boardRoot
		b.unfree(boardRoot)
		b.count(0, 1, n)
		return b.total
	})
}

type board struct {
	marks [boardSize]mark
	list  [listMask + 1]uint16
	total uint64
	share
	quit bool // this goroutine has noticed that it should stop
}

func newBoard() *board {
	b := new(board)
	free := func(v int) bool { return v >= boardRoot && v%boardWidth != 0 && v < boardSize-boardWidth }
	for v := range b.marks {
		b.marks[v] = -1 << markShift
		if free(v) {
			b.marks[v] |= freeFlag
		}
		for _, u := range [4]int{v - boardWidth, v - 1, v + 1, v + boardWidth} {
			if free(u) {
				b.marks[v] += oneFree
			}
		}
	}
	return b
}

// near adds d to the marks of the neighbors of v.
func (b *board) near(v int, d mark) {
	b.marks[(v-boardWidth)&boardMask] += d
	b.marks[(v-1)&boardMask] += d
	b.marks[(v+1)&boardMask] += d
	b.marks[(v+boardWidth)&boardMask] += d
}

// unfree changes a free position to untried; free does the reverse.
func (b *board) unfree(v int) {
	b.marks[v&boardMask] &^= freeFlag
	b.near(v, oneUntried-oneFree)
}

func (b *board) free(v int) {
	b.marks[v&boardMask] |= freeFlag
	b.near(v, oneFree-oneUntried)
}

// offer puts u, beside a cell that is no longer untried, on the list at the given index if it is
// free. It returns the next index.
func (b *board) offer(u, at int) int {
	m := b.marks[u&boardMask] - oneUntried
	b.marks[u&boardMask] = m
	b.list[at&listMask] = uint16(u)
	return at + int(m&freeFlag)
}

// count adds left cells, at least closedLevels, in every possible way. The untried ones are
// list[first:last].
func (b *board) count(first, last, left int) {
	if left == b.split && !b.mine() {
		return
	}
	if left == stopLevels && b.job.Stopped() {
		b.quit = true
		return
	}
	if left == closedLevels {
		b.total += b.ways(first, last)
		return
	}
	for i := first; i < last; i++ {
		v := int(b.list[i&listMask])
		end := b.offer(v-boardWidth, last)
		end = b.offer(v-1, end)
		end = b.offer(v+1, end)
		end = b.offer(v+boardWidth, end)
		for j := last; j < end; j++ {
			b.unfree(int(b.list[j&listMask]))
		}
		b.count(i+1, end, left-1)
		if b.quit {
			return
		}
		for j := last; j < end; j++ {
			b.free(int(b.list[j&listMask]))
		}
	}
	for i := first; i < last; i++ {
		b.near(int(b.list[i&listMask]), oneUntried)
	}
}

// ways returns the number of ways to add three cells.
func (b *board) ways(first, last int) uint64 {
	k, s, doubled := last-first, 0, 0
	for i := first; i < last; i++ {
		v := int(b.list[i&listMask])
		e := b.marks[v&boardMask].free()
		s += e
		doubled += e*(e-1) + b.marks[(v-boardWidth)&boardMask].weight() + b.marks[(v-1)&boardMask].weight() +
			b.marks[(v+1)&boardMask].weight() + b.marks[(v+boardWidth)&boardMask].weight()
	}
	return uint64(k*(k-1)*(k-2)/6 + k*s + doubled/2)
}
