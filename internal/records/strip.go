// SPDX-License-Identifier: BSD-3-Clause

package main

import "slices"

// Fixed polysticks by a transfer matrix over the sticks of a strip.
//
// The points of a strip of some width are visited row by row. What has been chosen so far is a
// state: for each column the component of the stick that leads down from the last point visited
// there, and the component of the stick that leads from the last point to the right. For each state
// there is the number of choices for each number of sticks. At a point it is chosen which of the
// sticks down and to the right are there. A component without a stick that leads on is complete,
// and must be the only one.
//
// Let F(w, h) be the number of polysticks in a strip of w columns that begin in its first row and
// end in row h. Those that are exactly w columns wide are F(w, h) - 2F(w-1, h) + F(w-2, h). As many
// are h wide and w high, so that h >= w is sufficient.
//
// A state is left out if its sticks, with those that are needed to connect its components and to
// reach row w, are more than n. To connect components, every column between two of them is passed.
//
// Source: I. G. Enting, Journal of Physics A 13 (1980), and A. R. Conway, Journal of Physics A 28
// (1995), who counted polygons and polyominoes in this way.

// A strip counts the polysticks of a strip.
type strip struct {
	width, n int
	trees    bool
	found    [][]uint64 // F for each row, by the number of sticks
	states   []uint64   // 4 bits for each column, then those of the stick to the right
	counts   [][]uint64 // for each state
	index    map[uint64]int32
	free     [][]uint64
}

// stripSticks returns the numbers of fixed polysticks of 0 to n sticks, or of those without cycles.
func stripSticks(n int, trees bool) []uint64 {
	total := make([]uint64, n+1)
	before, last := make([][]uint64, n+1), make([][]uint64, n+1)
	for width := 1; 2*(width-1) <= n; width++ {
		s := &strip{width: width, n: n, trees: trees, found: make([][]uint64, n+1)}
		s.run()
		for row := width - 1; row <= n; row++ {
			for size := 1; size <= n; size++ {
				exact := at(s.found[row], size) - 2*at(last[row], size) + at(before[row], size)
				if row > width-1 {
					exact *= 2
				}
				total[size] += exact
			}
		}
		before, last = last, s.found
	}
	return total
}

// at returns an element, or 0 if there are none.
func at(list []uint64, i int) uint64 {
	if list == nil {
		return 0
	}
	return list[i]
}

// run visits the points of all rows.
func (s *strip) run() {
	states, counts := []uint64{0}, [][]uint64{make([]uint64, s.n+1)}
	counts[0][0] = 1
	for row := 0; row <= s.n && len(states) > 0; row++ {
		s.found[row] = make([]uint64, s.n+1)
		for column := range s.width {
			s.states, s.counts, s.index = nil, nil, map[uint64]int32{}
			for i, state := range states {
				s.visit(row, column, state, counts[i])
			}
			s.free = append(s.free, counts...)
			states, counts = s.states, s.counts
		}
		if i := slices.Index(states, 0); i >= 0 { // nothing begins in the first row
			states, counts = slices.Delete(states, i, i+1), slices.Delete(counts, i, i+1)
		}
	}
}

// visit adds the choices at a point.
func (s *strip) visit(row, column int, state uint64, count []uint64) {
	above, left := state>>(4*column)&15, state>>(4*s.width)&15
	rest := state &^ (15<<(4*column) | 15<<(4*s.width))
	if above == left && above != 0 && s.trees {
		return
	}
	if above == 0 && left == 0 {
		s.add(row, column, rest, 0, count)
	}
	joined := uint64(15) // a label that no component has
	if above != 0 || left != 0 {
		joined = max(above, left)
		if above != left && above != 0 && left != 0 {
			rest = s.relabel(rest, above, joined)
			rest = s.relabel(rest, left, joined)
		}
		switch {
		case s.has(rest, joined):
			s.add(row, column, rest, 0, count)
		case rest == 0:
			for size, c := range count {
				s.found[row][size] += c
			}
		}
	}
	down, right := joined<<(4*column), joined<<(4*s.width)
	s.add(row, column, rest|down, 1, count)
	if column < s.width-1 {
		s.add(row, column, rest|right, 1, count)
		s.add(row, column, rest|down|right, 2, count)
	}
}

// has reports whether a state has a label.
func (s *strip) has(state, label uint64) bool {
	for ; state != 0; state >>= 4 {
		if state&15 == label {
			return true
		}
	}
	return false
}

// relabel replaces a label.
func (s *strip) relabel(state, from, to uint64) uint64 {
	for i := range s.width + 1 {
		if state>>(4*i)&15 == from {
			state ^= (from ^ to) << (4 * i)
		}
	}
	return state
}

// add adds a state behind a point, with some more sticks.
func (s *strip) add(row, column int, state uint64, sticks int, count []uint64) {
	least := 0
	for least <= s.n && count[least] == 0 {
		least++
	}
	if least+sticks+s.needed(row, column, state) > s.n {
		return
	}
	next, names, used := uint64(0), [16]uint64{}, uint64(0) // labels by their first place
	for i := range s.width + 1 {
		label := state >> (4 * i) & 15
		if label != 0 && names[label] == 0 {
			used++
			names[label] = used
		}
		next |= names[label] << (4 * i)
	}
	i, ok := s.index[next]
	if !ok {
		i = int32(len(s.states))
		s.index[next] = i
		s.states = append(s.states, next)
		if last := len(s.free) - 1; last >= 0 {
			clear(s.free[last])
			s.counts, s.free = append(s.counts, s.free[last]), s.free[:last]
		} else {
			s.counts = append(s.counts, make([]uint64, s.n+1))
		}
	}
	to := s.counts[i][sticks:]
	for size, c := range count[:len(to)] {
		to[size] += c
	}
}

// needed returns a number of sticks without which a state cannot be completed.
func (s *strip) needed(row, column int, state uint64) int {
	if state == 0 {
		return 0
	}
	type gap struct{ cost, a, b int }
	var (
		gaps   [16]gap
		num    int
		parent [16]int
		parts  int
		lowest = row // the last row that sticks reach
		before = -1  // the column of the stick before
		label  int
	)
	see := func(at, l int) {
		if l == 0 {
			return
		}
		if parent[l] == 0 {
			parent[l] = l
			parts++
		}
		if before >= 0 && l != label {
			gaps[num] = gap{at - before, label, l}
			num++
		}
		before, label = at, l
	}
	for i := range s.width {
		l := int(state >> (4 * i) & 15)
		if l != 0 && i <= column {
			lowest = row + 1
		}
		see(i, l)
		if i == column {
			see(i+1, int(state>>(4*s.width)&15))
		}
	}
	sum := max(0, s.width-1-lowest)
	if parts == 1 {
		return sum
	}
	list := gaps[:num]
	slices.SortFunc(list, func(a, b gap) int { return a.cost - b.cost })
	root := func(l int) int {
		for parent[l] != l {
			l = parent[l]
		}
		return l
	}
	for _, g := range list {
		if a, b := root(g.a), root(g.b); a != b {
			parent[a] = b
			sum += g.cost
		}
	}
	return sum
}
