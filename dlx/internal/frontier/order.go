// SPDX-License-Identifier: BSD-3-Clause

package frontier

import "polka/dlx/internal/engine"

// given returns the order of the problem.
func given(p *engine.Problem) []int32 {
	order := make([]int32, p.Primary)
	for i := range order {
		order[i] = int32(i)
	}
	return order
}

// narrow returns an order in which each item is the one, among those in flux, that brings the
// fewest others into flux; the first one if there are several. Where nothing is in flux it takes
// the item with the fewest neighbors. It returns nil if s has ended.
func narrow(p *engine.Problem, s *engine.Search) []int32 {
	neighbors := make([][]int32, p.Primary) // other primary items with a common option
	using := make([][]int32, p.Primary)
	for k := range int32(p.Options()) {
		for _, e := range p.Option(k) {
			if int(e.Item) < p.Primary {
				using[e.Item] = append(using[e.Item], k)
			}
		}
	}
	seen := make([]int32, p.Primary)
	for i := range neighbors {
		for _, k := range using[i] {
			if !s.Tick(int64(len(p.Option(k)))) {
				return nil
			}
			for _, e := range p.Option(k) {
				if j := int(e.Item); j < p.Primary && j != i && seen[j] != int32(i)+1 {
					seen[j] = int32(i) + 1
					neighbors[i] = append(neighbors[i], e.Item)
				}
			}
		}
	}
	const out, flux, done = 0, 1, 2
	state := make([]int, p.Primary)
	fresh := make([]int, p.Primary) // how many neighbors are out
	for i := range fresh {
		fresh[i] = len(neighbors[i])
	}
	enter := func(i int32, s int) {
		if state[i] == out {
			for _, j := range neighbors[i] {
				fresh[j]--
			}
		}
		state[i] = s
	}
	order := make([]int32, 0, p.Primary)
	for len(order) < p.Primary {
		if !s.Tick(int64(p.Primary)) {
			return nil
		}
		best, from := -1, -1
		for i, s := range state {
			if s != done && (s > from || s == from && fresh[i] < fresh[best]) {
				best, from = i, s
			}
		}
		order = append(order, int32(best))
		enter(int32(best), done)
		for _, j := range neighbors[best] {
			if state[j] == out {
				enter(j, flux)
			}
		}
	}
	return order
}

// Given returns the order of the problem.
func Given(p *engine.Problem) []int32 { return given(p) }

// Narrow returns the order in which few items are in flux, or nil if s has ended.
func Narrow(p *engine.Problem, s *engine.Search) []int32 { return narrow(p, s) }
