// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"math/big"
	"slices"
)

// Polysticks up to symmetry, by a program that has nothing in common with package shapes.
// Burnside's lemma gives their number from those of the fixed ones that each symmetry leaves as
// they are. These are connected sets of orbits of sticks around a center or beside an axis, of
// which those are counted whose sticks are connected, too, and have no cycle if that is asked for.
//
// The center of a turn is a point of the grid, or the middle of a stick or of a square. A connected
// set goes around it, or through it, so that it has a stick on the ray from the center to the
// right, moved down by less than a stick. If the first is d sticks away, there are two sticks
// above each other at each place up to there, on both sides, so that 4d is at most n + 4. An axis
// lies on the grid lines, between two of them, or on a diagonal. A connected set touches it; of
// those that differ by a translation along the axis, the one is counted whose first place on the
// axis is in the first period.
//
// A stick has the coordinates of its middle, doubled: one of them is odd.

// fixedSticks are the numbers of fixed polysticks, A096267, from n = 1.
var fixedSticks = []int64{2, 6, 22, 88, 372, 1628, 7312, 33466, 155446, 730534, 3466170, 16576874, 79810756, 386458826, 1880580352,
	9190830700, 45088727820, 221945045488, 1095798917674, 5424898610958, 26922433371778, 133906343014110, 667370905196930, 3332257266746004}

// A turn maps a stick to another.
type turn func(p [2]int) [2]int

// An invariant is a symmetry, up to translation, of one conjugacy class.
type invariant struct {
	turn  turn
	start func(p [2]int) bool       // whether a set may begin with a stick
	along func(p [2]int) (int, int) // where a start is on the axis, and the period there; nil for turns
	times int64                     // the size of the class
	flips bool                      // whether it is a reflection
	half  bool                      // whether it is a half turn
}

// symmetries are those of the square grid, except the identity, for sets of n sticks.
func symmetries(n int) (list []invariant) {
	for _, c := range [4][2]int{{0, 0}, {1, 1}, {1, 0}, {0, 1}} {
		x, y := c[0], c[1]
		start := func(p [2]int) bool {
			through := max(abs(p[0]-x), abs(p[1]-y)) == 0 || x+y == 0 && abs(p[0])+abs(p[1]) == 1
			return through || p[1] == 1 && p[0]%2 == 0 && p[0] > x && 2*(p[0]-x) <= n+4
		}
		list = append(list, invariant{turn: func(p [2]int) [2]int { return [2]int{2*x - p[0], 2*y - p[1]} }, start: start, times: 1, half: true})
		if x == y {
			list = append(list, invariant{turn: func(p [2]int) [2]int { return [2]int{x - (p[1] - y), y + (p[0] - x)} }, start: start, times: 2})
		}
	}
	for axis := range 2 {
		list = append(list, invariant{
			turn:  func(p [2]int) [2]int { return [2]int{2*axis - p[0], p[1]} },
			start: func(p [2]int) bool { return p[0] == axis || axis == 0 && abs(p[0]) == 1 },
			along: func(p [2]int) (int, int) { return p[1], 2 }, times: 2, flips: true})
	}
	return append(list, invariant{
		turn:  func(p [2]int) [2]int { return [2]int{p[1], p[0]} },
		start: func(p [2]int) bool { return abs(p[0]-p[1]) == 1 },
		along: func(p [2]int) (int, int) { return p[0] + p[1], 4 }, times: 2, flips: true})
}

func abs(x int) int { return max(x, -x) }

// upToSymmetry returns the number of polysticks of n sticks up to translation and rotation, and up
// to reflection if free, from that of the fixed ones; of those without cycles if trees.
func upToSymmetry(fixed *big.Int, n int, free, trees bool) (*big.Int, error) {
	sum, order := new(big.Int).Set(fixed), 4
	if free {
		order = 8
	}
	for i, s := range symmetries(n) {
		if free || !s.flips {
			count, _ := remember(fmt.Sprint("orbits ", n, i, trees), func() (int64, error) { return symmetricSticks(n, s, trees), nil })
			sum.Add(sum, big.NewInt(s.times*count))
		}
	}
	return divided(sum, order)
}

// divided returns the average over a group.
func divided(sum *big.Int, order int) (*big.Int, error) {
	rest := new(big.Int)
	if sum.DivMod(sum, big.NewInt(int64(order)), rest); rest.Sign() != 0 {
		return nil, fmt.Errorf("the sum of invariant polysticks is not divisible by %d", order)
	}
	return sum, nil
}

// An orbiting holds the orbits of sticks under the powers of a turn.
type orbiting struct {
	n      int
	trees  bool
	sticks [][][2]int // of each orbit
	orbit  map[[2]int]int
	near   [][]int // orbits that have neighbors in an orbit
	state  []int8  // of orbits: 1 if it has been considered
	chosen []int
	in     []bool   // whether an orbit is chosen
	pairs  [][]pair // for half turns: what touches the first stick of each orbit
	label  []int8   // for half turns: which stick of a chosen orbit is connected with the first of the first
	lists  []int    // the untried orbits of all sizes

	number map[[2]int]int // of sticks
	own    [][]int        // sticks of each orbit
	beside [][]int        // sticks that have an end in common with a stick
	ends   [][2]int       // numbers of the ends of each stick
	mark   []int          // of sticks: stamp if it is left to be reached
	seen   []int          // of ends: stamp if it was reached
	stamp  int
	stack  []int
	count  int64
}

// symmetricSticks returns the number of connected sets of n sticks that a symmetry leaves as they
// are; of those without cycles if trees.
func symmetricSticks(n int, s invariant, trees bool) int64 {
	o := &orbiting{n: n, trees: trees, orbit: map[[2]int]int{}}
	for y := -2*n - 2; y <= 2*n+4; y++ {
		for x := -2*n - 2; x <= 2*n+4; x++ {
			p := [2]int{x, y}
			if _, known := o.orbit[p]; (x+y)%2 == 0 || known {
				continue
			}
			list := [][2]int{p}
			for q := s.turn(p); q != p; q = s.turn(q) {
				list = append(list, q)
			}
			for _, q := range list {
				o.orbit[q] = len(o.sticks)
			}
			o.sticks = append(o.sticks, list)
		}
	}
	o.near = make([][]int, len(o.sticks))
	for i, list := range o.sticks {
		seen := map[int]bool{i: true}
		for _, p := range list {
			for _, q := range touching(p) {
				if j, ok := o.orbit[q]; ok && !seen[j] {
					seen[j] = true
					o.near[i] = append(o.near[i], j)
				}
			}
		}
	}
	o.list()
	o.state, o.in = make([]int8, len(o.sticks)), make([]bool, len(o.sticks))
	if s.half {
		o.pair()
	}
	for _, start := range o.starts(s) {
		o.state[start.orbit] = 1 // orbits before this one are not used any more
		if start.begin {
			o.lists = append(o.lists[:0], start.orbit)
			o.extend(0, 0, len(o.pairs) == 0)
		}
	}
	return o.count
}

// A pair is a stick of an orbit.
type pair struct {
	orbit int
	which int8 // 0 for the first stick of the orbit, 1 for the other
}

// join labels an orbit that touches the chosen ones under a half turn, and reports whether it
// connects both sticks of an orbit: if it is one stick, if both touch each other, or if two of the
// chosen orbits ask for different labels.
func (o *orbiting) join(i int) bool {
	if len(o.sticks[i]) == 1 {
		return true
	}
	label := int8(-1)
	for _, q := range o.pairs[i] {
		switch {
		case q.orbit == i:
			return true
		case !o.in[q.orbit]:
		case label < 0:
			label = o.label[q.orbit] ^ q.which
		case label != o.label[q.orbit]^q.which:
			return true
		}
	}
	o.label[i] = max(label, 0)
	return false
}

// pair finds the pairs of a half turn.
func (o *orbiting) pair() {
	o.pairs, o.label = make([][]pair, len(o.sticks)), make([]int8, len(o.sticks))
	for i, list := range o.sticks {
		for _, q := range touching(list[0]) {
			if j, ok := o.orbit[q]; ok {
				o.pairs[i] = append(o.pairs[i], pair{j, int8(slices.Index(o.sticks[j], q))})
			}
		}
	}
}

// A start is an orbit on the ray, or on the axis.
type start struct {
	orbit, place int
	begin        bool // whether sets begin there
}

// starts lists the orbits on the ray or the axis, along it.
func (o *orbiting) starts(s invariant) (list []start) {
	for i, sticks := range o.sticks {
		if j := slices.IndexFunc(sticks, s.start); j >= 0 {
			to := start{i, 0, true}
			if s.along != nil {
				place, period := s.along(sticks[j])
				to.place, to.begin = place, place >= 0 && place < period
			}
			list = append(list, to)
		}
	}
	slices.SortStableFunc(list, func(a, b start) int { return a.place - b.place })
	return list
}

// touching lists the six sticks that have an end in common with a stick.
func touching(p [2]int) [6][2]int {
	x, y := p[0], p[1]
	if x%2 != 0 { // it lies
		return [6][2]int{{x - 2, y}, {x + 2, y}, {x - 1, y - 1}, {x - 1, y + 1}, {x + 1, y - 1}, {x + 1, y + 1}}
	}
	return [6][2]int{{x, y - 2}, {x, y + 2}, {x - 1, y - 1}, {x - 1, y + 1}, {x + 1, y - 1}, {x + 1, y + 1}}
}

// extend counts the sets that have the chosen orbits, some of the untried ones, which are those of
// o.lists from an index on, and others that can be reached from these. It follows D. H. Redelmeier,
// Discrete Mathematics 36 (1981).
func (o *orbiting) extend(from, size int, joined bool) {
	for last := len(o.lists); last > from; {
		last--
		i := o.lists[last]
		more := size + len(o.sticks[i])
		if more > o.n {
			continue
		}
		now := joined || o.join(i)
		o.chosen = append(o.chosen, i)
		if more == o.n {
			if now && o.connected() {
				o.count++
			}
		} else {
			begin := len(o.lists)
			o.lists = append(o.lists, o.lists[from:last]...)
			added := len(o.lists)
			for _, j := range o.near[i] {
				if o.state[j] == 0 {
					o.state[j] = 1
					o.lists = append(o.lists, j)
				}
			}
			end := len(o.lists)
			o.in[i] = true
			o.extend(begin, more, now)
			o.in[i] = false
			for _, j := range o.lists[added:end] {
				o.state[j] = 0
			}
			o.lists = o.lists[:begin]
		}
		o.chosen = o.chosen[:len(o.chosen)-1]
	}
}

// list numbers the sticks and their ends.
func (o *orbiting) list() {
	o.number = map[[2]int]int{}
	points := map[[2]int]int{}
	for _, list := range o.sticks {
		var own []int
		for _, p := range list {
			o.number[p] = len(o.number)
			own = append(own, o.number[p])
			var ends [2]int
			for side := range ends {
				q := p
				q[p[1]&1] += 2*side - 1 // the odd coordinate is that of the direction
				if _, ok := points[q]; !ok {
					points[q] = len(points)
				}
				ends[side] = points[q]
			}
			o.ends = append(o.ends, ends)
		}
		o.own = append(o.own, own)
	}
	o.mark, o.seen, o.beside = make([]int, len(o.number)), make([]int, len(points)), make([][]int, len(o.number))
	for p, i := range o.number {
		for _, q := range touching(p) {
			if j, ok := o.number[q]; ok {
				o.beside[i] = append(o.beside[i], j)
			}
		}
	}
}

// connected reports whether the sticks of the chosen orbits are connected, and have no cycle if
// that is asked for: then they have one end more than sticks.
func (o *orbiting) connected() bool {
	o.stamp++
	left, points := 0, 0
	for _, i := range o.chosen {
		for _, p := range o.own[i] {
			o.mark[p] = o.stamp
			left++
			for _, e := range o.ends[p] {
				if o.seen[e] != o.stamp {
					o.seen[e] = o.stamp
					points++
				}
			}
		}
	}
	if o.trees && points != o.n+1 {
		return false
	}
	first := o.own[o.chosen[0]][0]
	o.mark[first] = 0
	o.stack = append(o.stack[:0], first)
	for len(o.stack) > 0 {
		p := o.stack[len(o.stack)-1]
		o.stack = o.stack[:len(o.stack)-1]
		left--
		for _, q := range o.beside[p] {
			if o.mark[q] == o.stamp {
				o.mark[q] = 0
				o.stack = append(o.stack, q)
			}
		}
	}
	return left == 0
}
