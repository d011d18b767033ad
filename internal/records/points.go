// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"maps"
)

// Fixed polysticks by a second transfer matrix, over the points of a row, which shares nothing with
// strip.go. A state has the component of each point of the row, or none, and whether the first and
// the last column have been used. The sticks between two rows are chosen one by one, from the left
// to the right, each followed by the stick to its left in the new row. Only boxes that are not
// wider than high are counted, each exactly: with a stick at all four sides.

// A row holds the numbers of choices for each state.
type row map[string]*[maxSticks + 1]uint64

// maxSticks is the greatest number of sticks: states of strip.go have 64 bits and 14 components
// then, and the numbers of fixed polysticks are less than 1<<64.
const maxSticks = 28

// A grid counts the polysticks in a box of some columns.
type grid struct {
	width, n int
	trees    bool
	done     [maxSticks + 2][maxSticks + 1]uint64 // by the last row used, and the number of sticks
}

// pointSticks returns the numbers of fixed polysticks of 0 to n sticks, or of those without cycles.
func pointSticks(n int, trees bool) []uint64 {
	total := make([]uint64, n+1)
	for width := 1; 2*(width-1) <= n; width++ {
		g := &grid{width: width, n: n, trees: trees}
		g.fill()
		for size := 1; size <= n; size++ {
			total[size] += g.done[width-1][size]
			for last := width; last <= n; last++ {
				total[size] += 2 * g.done[last][size]
			}
		}
	}
	return total
}

// fill goes through the rows. The bytes of a state are the labels of the points, counted from 1 by
// their first place, and a byte for the sides: 1 for the first column, 2 for the last, 4 for the
// first row.
func (g *grid) fill() {
	start := [maxSticks + 1]uint64{1}
	states := row{string(make([]byte, g.width+1)): &start}
	for column := 1; column < g.width; column++ {
		states = g.across(states, 0, column)
	}
	for y := 1; y <= g.n+1 && len(states) > 0; y++ {
		for column := range g.width {
			states = g.down(states, y, column)
			if column > 0 {
				states = g.across(states, y, column)
			}
		}
		if y == 1 {
			maps.DeleteFunc(states, func(state string, _ *[maxSticks + 1]uint64) bool { return state[g.width]&4 == 0 })
		}
	}
}

// use marks the sides on which a point is.
func (g *grid) use(state []byte, y, column int) {
	if y == 0 {
		state[g.width] |= 4
	}
	if column == 0 {
		state[g.width] |= 1
	}
	if column == g.width-1 {
		state[g.width] |= 2
	}
}

// fresh is a label that no component has yet.
const fresh = 100

// across chooses the stick from a column of row y to the one before.
func (g *grid) across(states row, y, column int) row {
	next := row{}
	for key, counts := range states {
		g.put(next, []byte(key), y, column, counts, 0)
		state := []byte(key)
		a, b := state[column-1], state[column]
		if a == b && a != 0 && g.trees {
			continue
		}
		label := max(a, b)
		if label == 0 {
			label = fresh
		}
		for i, l := range state[:g.width] {
			if l != 0 && (l == a || l == b) {
				state[i] = label
			}
		}
		state[column-1], state[column] = label, label
		g.use(state, y, column-1)
		g.use(state, y, column)
		g.put(next, state, y, column, counts, 1)
	}
	return next
}

// down chooses the stick from row y-1 to row y in a column.
func (g *grid) down(states row, y, column int) row {
	next := row{}
	for key, counts := range states {
		state := []byte(key)
		label := state[column]
		if label == 0 {
			state[column] = fresh
			g.use(state, y-1, column)
		}
		g.put(next, state, y, column, counts, 1)
		state = []byte(key)
		state[column] = 0
		switch {
		case label == 0 || bytes.IndexByte(state[:g.width], label) >= 0:
			g.put(next, state, y, column, counts, 0)
		case state[g.width] == 7 && bytes.Count(state[:g.width], []byte{0}) == g.width:
			for size, c := range counts {
				g.done[y-1][size] += c
			}
		}
	}
	return next
}

// put adds the counts of a state, with more sticks, unless it cannot be completed.
func (g *grid) put(to row, state []byte, y, column int, counts *[maxSticks + 1]uint64, more int) {
	state = bytes.Clone(state)
	var names [fresh + 1]byte
	last := byte(0)
	for i, label := range state[:g.width] {
		if label != 0 && names[label] == 0 {
			last++
			names[label] = last
		}
		state[i] = names[label]
	}
	spare := g.n - more - g.missing(state, y, column, int(last))
	if g.least(counts) > spare {
		return
	}
	sum := to[string(state)]
	if sum == nil {
		sum = new([maxSticks + 1]uint64)
		to[string(state)] = sum
	}
	for size := 0; size+more <= g.n; size++ {
		sum[size+more] += counts[size]
	}
}

// least returns the least number of sticks with a choice.
func (g *grid) least(counts *[maxSticks + 1]uint64) int {
	for size, c := range counts[:g.n+1] {
		if c != 0 {
			return size
		}
	}
	return g.n + 1
}

// missing returns a number of sticks that a state needs at least: those to the rows that are
// missing for a box as high as wide, those to sides that are not used, and those in the columns
// between neighboring points of two components, of which there are one less than components, the
// shortest ones if there are more.
func (g *grid) missing(state []byte, y, column, components int) int {
	if components == 0 {
		return 0
	}
	reached := y
	if y > 0 && bytes.Count(state[:min(column+1, g.width)], []byte{0}) == min(column+1, g.width) {
		reached = y - 1
	}
	sum := max(0, g.width-1-reached)
	first, last := -1, -1
	var stretches [maxSticks + 1]int // how many there are of each length
	num := 0
	for i, label := range state[:g.width] {
		if label == 0 {
			continue
		}
		if last >= 0 && state[last] != label {
			stretches[i-last]++
			num++
		}
		if first < 0 {
			first = i
		}
		last = i
	}
	if state[g.width]&1 == 0 {
		sum += first
	}
	if state[g.width]&2 == 0 {
		sum += g.width - 1 - last
	}
	for length, take := 1, components-1; take > 0; length++ {
		used := min(take, stretches[length])
		sum += used * length
		take -= used
	}
	return sum
}
