// SPDX-License-Identifier: BSD-3-Clause

package symmetry

import (
	"math"

	"polka/dlx/internal/engine"
)

// least is the number of options that must be in an orbit on average.
const least = 1.3

// Divides reports whether a count may be divided: some item is to be covered once.
func Divides(p *engine.Problem) bool {
	for i := range int32(p.Primary) {
		if once(p, i) {
			return true
		}
	}
	return false
}

// once reports whether a primary item is to be covered once.
func once(p *engine.Problem, i int32) bool {
	low, high := p.Bounds(i)
	return low == 1 && high == 1
}

// Parts divides the count of the solutions of a problem into parts, one for each orbit of the
// options of an item that is to be covered once. It chooses the item for which the orbits are
// large, and the options few. It returns nil if no such item has large orbits.
func Parts(p *engine.Problem, symmetries []Symmetry) []engine.Part {
	if len(symmetries) == 0 {
		return nil
	}
	orbit := orbits(p.Options(), symmetries)
	options := make([][]int32, p.Primary) // of each item
	for k := range int32(p.Options()) {
		for _, e := range p.Option(k) {
			if int(e.Item) < p.Primary {
				options[e.Item] = append(options[e.Item], k)
			}
		}
	}
	best, score := -1, 0.0
	seen := make([]int32, p.Options()) // seen[k] == i+1 if the orbit of k has an option with item i
	for i, list := range options {
		if !once(p, int32(i)) {
			continue
		}
		n := 0
		for _, k := range list {
			if first := orbit[k]; seen[first] != int32(i)+1 {
				seen[first] = int32(i) + 1
				n++
			}
		}
		ratio := float64(len(list)) / float64(max(n, 1))
		if ratio < least {
			continue
		}
		if s := ratio / math.Log(float64(len(list)+1)); s > score {
			best, score = i, s
		}
	}
	if best < 0 {
		return nil
	}
	return partsOf(int32(best), options[best], orbit)
}

// partsOf returns the parts for the options of an item, in the order of the first of each orbit.
func partsOf(item int32, options, orbit []int32) (parts []engine.Part) {
	at := map[int32]int{} // the part of an orbit
	for _, k := range options {
		n, known := at[orbit[k]]
		if !known {
			n = len(parts)
			at[orbit[k]] = n
			parts = append(parts, engine.Part{Path: &engine.Path{Last: engine.Step{Item: item, Option: k}}})
		}
		parts[n].Times++
	}
	for n := range parts {
		parts[n].Weight = 1 / float64(len(parts))
	}
	return parts
}

// orbits returns the first option of the orbit of each option.
func orbits(options int, symmetries []Symmetry) []int32 {
	first := make([]int32, options)
	for k := range first {
		first[k] = int32(k)
	}
	root := func(k int32) int32 {
		for first[k] != k {
			first[k] = first[first[k]]
			k = first[k]
		}
		return k
	}
	for _, s := range symmetries {
		for k, j := range s.Options {
			a, b := root(int32(k)), root(j)
			first[max(a, b)] = min(a, b)
		}
	}
	for k := range first {
		first[k] = root(int32(k))
	}
	return first
}
