// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"math/big"
)

// Polysticks up to translation and rotation, by a program that has nothing in common with package
// shapes. The number of those of n sticks is, by Burnside's lemma, a quarter of the number of fixed
// ones, plus that of those which a half turn leaves as they are, plus twice that for a quarter
// turn. The fixed ones are a published sequence (A096267). Those that a turn leaves as they are
// have one center, which is a point of the grid, or the middle of a stick or of a square. They are
// connected sets of orbits of sticks around it, of which those are counted whose sticks are
// connected, too.
//
// A stick has the coordinates of its middle, doubled: one of them is odd.

// fixedSticks are the numbers of fixed polysticks, A096267, from n = 1.
var fixedSticks = []int64{2, 6, 22, 88, 372, 1628, 7312, 33466, 155446, 730534, 3466170, 16576874, 79810756, 386458826, 1880580352,
	9190830700, 45088727820, 221945045488, 1095798917674}

// A turn maps a stick to another.
type turn func(p [2]int) [2]int

// oneSidedSticks returns the number of polysticks of n sticks up to translation and rotation.
func oneSidedSticks(n int) (*big.Int, error) {
	if n > len(fixedSticks) {
		return nil, fmt.Errorf("the number of fixed polysticks of %d sticks is not known", n)
	}
	half := func(x, y int) int64 {
		return symmetricSticks(n, func(p [2]int) [2]int { return [2]int{2*x - p[0], 2*y - p[1]} })
	}
	quarter := func(x, y int) int64 {
		return symmetricSticks(n, func(p [2]int) [2]int { return [2]int{x - (p[1] - y), y + (p[0] - x)} })
	}
	sum := fixedSticks[n-1] + half(0, 0) + half(1, 1) + half(1, 0) + half(0, 1) + 2*(quarter(0, 0)+quarter(1, 1))
	if sum%4 != 0 {
		return nil, fmt.Errorf("%d is not divisible by 4", sum)
	}
	return big.NewInt(sum / 4), nil
}

// An orbiting holds the orbits of sticks under the powers of a turn.
type orbiting struct {
	n      int
	sticks [][][2]int // of each orbit
	orbit  map[[2]int]int
	near   [][]int // orbits that have neighbors in an orbit
	state  []int8  // of orbits: 1 if it has been considered
	chosen []int

	number map[[2]int]int // of sticks
	own    [][]int        // sticks of each orbit
	beside [][]int        // sticks that have an end in common with a stick
	mark   []int          // of sticks: stamp if it is left to be reached
	stamp  int
	stack  []int
	count  int64
}

// symmetricSticks returns the number of connected sets of n sticks that a turn leaves as they are.
func symmetricSticks(n int, t turn) int64 {
	o := &orbiting{n: n, orbit: map[[2]int]int{}}
	for y := -n; y <= n+2; y++ {
		for x := -n; x <= n+2; x++ {
			p := [2]int{x, y}
			if _, known := o.orbit[p]; (x+y)%2 == 0 || known {
				continue
			}
			list := [][2]int{p}
			for q := t(p); q != p; q = t(q) {
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
	o.state = make([]int8, len(o.sticks))
	for start := range o.sticks {
		o.state[start] = 1 // orbits before this one are not used any more
		o.extend([]int{start}, 0)
	}
	return o.count
}

// touching lists the six sticks that have an end in common with a stick.
func touching(p [2]int) [6][2]int {
	x, y := p[0], p[1]
	if x%2 != 0 { // it lies
		return [6][2]int{{x - 2, y}, {x + 2, y}, {x - 1, y - 1}, {x - 1, y + 1}, {x + 1, y - 1}, {x + 1, y + 1}}
	}
	return [6][2]int{{x, y - 2}, {x, y + 2}, {x - 1, y - 1}, {x - 1, y + 1}, {x + 1, y - 1}, {x + 1, y + 1}}
}

// extend counts the sets that have the chosen orbits, some of the untried ones, and others that can
// be reached from these. It follows D. H. Redelmeier, Discrete Mathematics 36 (1981).
func (o *orbiting) extend(untried []int, size int) {
	for len(untried) > 0 {
		i := untried[len(untried)-1]
		untried = untried[:len(untried)-1]
		more := size + len(o.sticks[i])
		if more > o.n {
			continue
		}
		o.chosen = append(o.chosen, i)
		if more == o.n {
			if o.connected() {
				o.count++
			}
		} else {
			next := append([]int(nil), untried...)
			for _, j := range o.near[i] {
				if o.state[j] == 0 {
					o.state[j] = 1
					next = append(next, j)
				}
			}
			added := next[len(untried):]
			o.extend(next, more)
			for _, j := range added {
				o.state[j] = 0
			}
		}
		o.chosen = o.chosen[:len(o.chosen)-1]
	}
}

// list numbers the sticks.
func (o *orbiting) list() {
	o.number = map[[2]int]int{}
	for _, list := range o.sticks {
		var own []int
		for _, p := range list {
			o.number[p] = len(o.number)
			own = append(own, o.number[p])
		}
		o.own = append(o.own, own)
	}
	o.mark, o.beside = make([]int, len(o.number)), make([][]int, len(o.number))
	for p, i := range o.number {
		for _, q := range touching(p) {
			if j, ok := o.number[q]; ok {
				o.beside[i] = append(o.beside[i], j)
			}
		}
	}
}

// connected reports whether the sticks of the chosen orbits are connected.
func (o *orbiting) connected() bool {
	o.stamp++
	left := 0
	for _, i := range o.chosen {
		for _, p := range o.own[i] {
			o.mark[p] = o.stamp
			left++
		}
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
