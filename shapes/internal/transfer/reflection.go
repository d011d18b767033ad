// SPDX-License-Identifier: BSD-3-Clause

// Counting polyominoes that are symmetric about an axis, by transfer matrices.
//
// Fold the plane at the axis. A polyomino that is symmetric about it is connected if and only if
// its half is, since it can cross the axis only at its own mirror image. So connected halves that
// reach the axis are counted, where cells on the axis have weight 1 and others 2. That is what
// transfer.go does, with three changes: boxes need not be wider than high; nothing may be merged
// with its image upside down; and one edge of the box is the axis.
//
// Axes between two rows need no count of their own. The half is any polyomino, moved so that it
// touches the axis.
//
// A diagonal axis runs along the lower ends of columns that become longer by one row in each step,
// so the strip grows with each column. Its lower edge is reached when a cell on the axis is
// occupied. Columns before the first cell may be empty.
//
// Bounds: at most one of the necessary cells is on the axis (see bound.go: each row that must be
// crossed needs one cell, and the axis is a row, or meets the current column in one cell and the
// next one beyond the rows that count).
//
// Source: the fold is Redelmeier's (see internal/redelmeier); the transfer matrices for the half
// are our own.
//
// Example: the tetrominoes symmetric about a horizontal axis are the I in both orientations, the O,
// and the T in both orientations: five, of which two have an axis between rows. Cost: all counts up
// to 30 cells take 0.3 seconds.

package transfer

import "polka/shapes/internal/job"

// Axes returns the numbers of fixed polyominoes of 0, 1, ..., n cells that are symmetric about a
// horizontal axis; as many are symmetric about a vertical one. The other arguments and the range of
// n are those of [Counts].
func Axes(n, goroutines int, job *job.Job) ([]uint64, bool) {
	halves, ok := Counts(n/2, goroutines, job)
	if !ok {
		return nil, false
	}
	counts := make([]uint64, n+1)
	for i := 1; 2*i <= n; i++ {
		counts[2*i] = halves[i].Uint64()
	}
	shareSum(counts, (n+1)/2, goroutines, func(i int, counts []uint64) { countAtRow(n, i+1, counts, job) })
	return counts, !job.Stopped()
}

// countAtRow counts the polyominoes with an axis along a row whose halves have w rows, that of the
// axis among them.
func countAtRow(n, w int, counts []uint64, job *job.Job) {
	s := newLayers(w, n, job)
	s.weights = make([]int8, w)
	for row := range w {
		s.weights[row] = 2
	}
	s.weights[0] = 1
	s.least = s.boundAtAxis
	for s.begin(2*w - 1); len(s.now.entries) > 0; {
		for row := range w {
			if !s.cell(row, false) {
				return
			}
		}
		s.collect(counts)
	}
}

// Diagonals returns the numbers of fixed polyominoes of 0, 1, ..., n cells that are symmetric about
// a falling diagonal; as many are symmetric about a rising one. The other arguments and the range
// of n are those of [Counts], but one goroutine does the work.
func Diagonals(n, _ int, job *job.Job) ([]uint64, bool) {
	counts := make([]uint64, n+1)
	s := newLayers(0, n, job)
	s.least = func(next signature, kink, room int) int {
		if !next.occupied() {
			return 2*s.w - 1
		}
		return s.boundAtAxis(next, kink, room)
	}
	for s.begin(0); len(s.now.entries) > 0; {
		if s.w > 0 {
			s.weights[s.w-1] = 2
		}
		s.w++
		s.weights = append(s.weights, 1)
		for row := range s.w {
			if !s.cell(row, true) {
				return nil, false
			}
		}
		s.collect(counts)
	}
	return counts, true
}

// boundAtAxis returns the bound for cells of weight 2, except for those on the axis.
func (s *layers) boundAtAxis(next signature, kink, room int) int {
	return max(2*next.bound(s.w, kink, 0, (room+1)/2)-1, 0)
}

// collect adds complete polyominoes to the counts.
func (s *layers) collect(counts []uint64) {
	s.each(func(done signature, series []uint64, low int) {
		if done.complete() {
			for i, c := range series {
				counts[low+i] += c
			}
		}
	})
}
