// SPDX-License-Identifier: BSD-3-Clause

package shapes

import "slices"

// groupOf derives the structure of the group of the given operations, of which the first is the
// identity. Only the products with a few generators are computed; the others follow from them.
func groupOf(operations []operation) group {
	n := len(operations)
	index := make(map[matrix]int, n)
	for i := range operations {
		index[operations[i].matrix] = i
	}
	g := group{product: make([][]int, n), inverse: make([]int, n), class: make([]int, n)}
	room := make([]int, n*n)
	row := func(i int, entry func(j int) int) {
		g.product[i], room = room[:n:n], room[n:]
		for j := range n {
			g.product[i][j] = entry(j)
		}
	}
	row(0, func(j int) int { return j })
	reached, generators := []int{0}, []int(nil)
	for i := range operations {
		if g.product[i] != nil {
			continue
		}
		row(i, func(j int) int { return index[operations[i].matrix.after(&operations[j].matrix)] })
		reached, generators = append(reached, i), append(generators, i)
		for k := 0; k < len(reached); k++ { // the list grows
			h := g.product[reached[k]]
			for _, a := range generators {
				own := g.product[a]
				if to := own[reached[k]]; g.product[to] == nil {
					row(to, func(j int) int { return own[h[j]] })
					reached = append(reached, to)
				}
			}
		}
	}
	for i := range operations {
		g.inverse[i] = slices.Index(g.product[i], 0)
	}
	for i := range operations {
		g.class[i] = i
		for j := range operations {
			g.class[i] = min(g.class[i], g.product[g.product[j][i]][g.inverse[j]])
		}
	}
	return g
}
