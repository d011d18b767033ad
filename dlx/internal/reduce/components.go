// SPDX-License-Identifier: BSD-3-Clause

// The problem. The number of tilings of two independent boards is the product
// of the numbers of tilings of each; but a search that does not know this
// visits all pairs.
//
// The source. Connected components are as old as graphs; for #SAT, R. J.
// Bayardo and J. D. Pehoushek, Counting models using connected components, AAAI
// (2000), search for them before counting.
//
// The idea. Two items are connected if an option has both; a secondary item
// connects options only if they can conflict in it, that is, if it is in at
// least two options that do not all give it the same color. Components are
// counted separately. They are found with disjoint sets, trees in which each
// item points to another one of its set: R. E. Tarjan, Efficiency of a good but
// not linear set union algorithm, Journal of the ACM 22 (1975), DOI
// 10.1145/321879.321884.
//
// An example. The options "a b", "a", "b", "c", "c x", "d x" make two problems:
// one of a and b, and one of c, d and x.
//
// The cost. Little more than reading the options.

package reduce

import "polka/dlx/internal/engine"

// Parts splits a problem into independent ones, each with some of its items and
// all options that have them: its solutions are the combinations of theirs, and
// their number is the product. It returns nil if the problem is connected.
// Items and options keep their order.
func Parts(p *engine.Problem) []engine.Subproblem {
	root := join(p)
	number := make([]int32, p.Items) // of the problem of a root, from 1
	count := int32(0)
	for i := range int32(p.Primary) {
		if r := find(root, i); number[r] == 0 {
			count++
			number[r] = count
		}
	}
	if count < 2 {
		return nil
	}
	items, options, primary := make([][]int32, count), make([][]int32, count), make([]int, count)
	for i := range int32(p.Items) {
		c := number[find(root, i)] - 1
		if c < 0 {
			continue // a secondary item that does not matter
		}
		items[c] = append(items[c], i)
		if int(i) < p.Primary {
			primary[c]++
		}
	}
	for k := range int32(p.Options()) {
		for _, e := range p.Option(k) {
			if int(e.Item) < p.Primary {
				c := number[find(root, e.Item)] - 1
				options[c] = append(options[c], k)
				break
			}
		}
	}
	parts := make([]engine.Subproblem, count)
	choose := p.Selector()
	for c := range parts {
		parts[c] = choose(items[c], primary[c], options[c])
	}
	return parts
}

// join makes a tree of the items of each part.
func join(p *engine.Problem) []int32 {
	root := make([]int32, p.Items)
	uses, color := make([]int32, p.Items), make([]int32, p.Items)
	contended := make([]bool, p.Items)
	for i := range root {
		root[i] = int32(i)
		contended[i] = i < p.Primary
	}
	for _, e := range p.Entries {
		if uses[e.Item]++; uses[e.Item] == 1 {
			color[e.Item] = e.Color
		} else if e.Color == 0 || e.Color != color[e.Item] {
			contended[e.Item] = true
		}
	}
	for k := range int32(p.Options()) {
		first := int32(-1)
		for _, e := range p.Option(k) {
			if !contended[e.Item] {
				continue
			}
			r := find(root, e.Item)
			if first < 0 {
				first = r
			} else {
				root[r] = first
			}
		}
	}
	return root
}

// find follows the tree of an item to its root, and shortens the path.
func find(root []int32, i int32) int32 {
	for root[i] != i {
		root[i] = root[root[i]]
		i = root[i]
	}
	return i
}
