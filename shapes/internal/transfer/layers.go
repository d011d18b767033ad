// SPDX-License-Identifier: BSD-3-Clause

package transfer

import "polka/shapes/internal/job"

// layers builds partial polyominoes in a strip of w rows, cell by cell, each column from the top.
// A layer holds the states between two cells: the signatures, each with a generating function, the
// numbers of partial polyominoes by their weight.
type layers struct {
	w       int
	limit   int      // the maximum weight of a complete polyomino
	weights []int8   // of a cell, by row; nil if all are 1
	mirror  bool     // signatures and their mirror images may be merged at the end of a column
	modulus uint64   // of the counts; 0 stands for 2^64
	job     *job.Job // can end the count within milliseconds
	least   bound

	now, then *table // the layers before a cell and after it
	high      uint64 // bitwise or of all counts; from 2^63 on, a sum may have overflowed
}

// A bound returns a lower bound on the weight that a partial polyomino still needs. Rows before
// kink belong to the column that is being filled. A bound greater than room need not be the best
// possible one.
type bound func(s signature, kink, room int) int

// stopEntries is the number of signatures after which the stop flag is read.
const stopEntries = 1 << 12

func newLayers(w, limit int, job *job.Job) *layers {
	return &layers{w: w, limit: limit, job: job, now: newTable(), then: newTable()}
}

// begin starts with one partial polyomino, the empty one, which needs at least the given weight.
func (s *layers) begin(need int) {
	s.now.reset()
	s.now.insert(0, 0, s.limit-need)
	s.now.series(&s.now.entries[0])[0] = 1
}

// cell adds the cell in the given row to all signatures. It reports false if it was stopped. In the
// first column of a polyomino something has to be occupied, and from then on in every one; free
// says that this column may stay empty, too.
func (s *layers) cell(row int, free bool) bool {
	s.then.reset()
	kink := row + 1
	weight := 1
	if s.weights != nil {
		weight = int(s.weights[row])
	}
	for i := range s.now.entries {
		if i%stopEntries == 0 && s.job.Stopped() {
			return false
		}
		e := &s.now.entries[i]
		series := s.now.series(e)
		low := int(e.low)
		for len(series) > 0 && series[0] == 0 {
			series, low = series[1:], low+1
		}
		if len(series) == 0 {
			continue
		}
		if next, ok := e.signature.empty(row); ok && (kink < s.w || free || next.occupied()) {
			s.put(next, series, low, kink)
		}
		s.put(e.signature.occupy(row, s.w), series, low+weight, kink)
	}
	s.now, s.then = s.then, s.now
	return true
}

// put adds a generating function, whose first coefficient is for weight low, to that of a
// signature.
func (s *layers) put(next signature, series []uint64, low, kink int) {
	if kink == s.w && s.mirror {
		next = next.least(s.w)
	}
	e := s.then.find(next)
	switch {
	case e == nil:
		top := s.limit - s.least(next, kink, s.limit-low)
		if low > top {
			return
		}
		e = s.then.insert(next, low, top)
	case low > int(e.top):
		return
	case low < int(e.low):
		s.then.extend(e, low)
	}
	sum := s.then.series(e)[low-int(e.low):]
	if len(series) > len(sum) {
		series = series[:len(sum)]
	}
	sum = sum[:len(series)]
	if s.modulus != 0 {
		for i, c := range series {
			sum[i] = add(sum[i], c, s.modulus)
		}
		return
	}
	high := uint64(0)
	for i, c := range series {
		c += sum[i]
		sum[i] = c
		high |= c
	}
	s.high |= high
}

// each calls f for all signatures with their generating functions; the first coefficient is for
// weight low.
func (s *layers) each(f func(s signature, series []uint64, low int)) {
	for i := range s.now.entries {
		e := &s.now.entries[i]
		f(e.signature, s.now.series(e), int(e.low))
	}
}

// add returns the sum of two residues.
func add(a, b, modulus uint64) uint64 {
	a += b
	if a >= modulus {
		a -= modulus
	}
	return a
}
