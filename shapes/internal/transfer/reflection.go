// Counting polyominoes that are symmetric to an axis, by a transfer matrix.
//
// Fold the plane at the axis. A polyomino that is symmetric to it is connected if and only if its
// half is, since it cannot cross the axis but at its own mirror image. So connected halves are
// counted that reach the axis, where cells on the axis weigh 1 and others 2. That is what
// transfer.go does with three changes: boxes need not be wider than high; nothing may be merged
// with its image upside down; and one edge of the box is the axis.
//
// Axes between two rows need no count of their own. The half is any polyomino, moved to where it
// touches the axis.
//
// A diagonal axis runs along the lower ends of columns that become longer, by a row in each step;
// so the strip grows with the sweep. Its lower edge is reached when a cell on the axis is occupied.
// Columns before the first cell may be empty.
//
// Bounds: of the cells that are needed one at most is on the axis (see bound.go: in each row that
// has to be crossed one cell is needed, and the axis is a row, or meets the current column in one
// cell and the next one beyond the rows that count).
//
// Source: the fold is Redelmeier's (see internal/redelmeier); to sweep over it is our own.
//
// Example: of four cells, symmetric to a level axis are the I, both ways, the O, and the T, both
// ways: five, of which two have an axis between rows. Cost: all counts up to 30 cells take 0.3
// seconds.

package transfer

import "polka/shapes/internal/job"

// Axes gives the numbers of fixed polyominoes of 0, 1, ..., n cells that are symmetric to a level
// axis; as many are to an upright one. The other arguments and the range of n are those of
// [Counts].
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
	s := newSweep(w, n, job)
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

// Diagonals gives the numbers of fixed polyominoes of 0, 1, ..., n cells that are symmetric to a
// falling diagonal; as many are to a rising one. The other arguments and the range of n are those
// of [Counts], but one goroutine does the work.
func Diagonals(n, _ int, job *job.Job) ([]uint64, bool) {
	counts := make([]uint64, n+1)
	s := newSweep(0, n, job)
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

// boundAtAxis is the bound for cells that weigh 2, but for those on the axis.
func (s *sweep) boundAtAxis(next signature, kink, room int) int {
	return max(2*next.bound(s.w, kink, 0, (room+1)/2)-1, 0)
}

// collect adds what is complete to the counts.
func (s *sweep) collect(counts []uint64) {
	s.each(func(done signature, series []uint64, low int) {
		if done.complete() {
			for i, c := range series {
				counts[low+i] += c
			}
		}
	})
}
