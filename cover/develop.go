// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"slices"

	"polka/shapes"
)

// develop gives the puzzle the placements and the symmetries of its finite lattice.
func (p *Puzzle) develop() {
	l := p.board.region.Lattice()
	a := &arrangement{}
	p.given, p.developed, p.crossings = a, true, true
	for _, q := range p.pieces {
		colors := []rune(q.colors)
		var list []Placement
		for _, images := range l.Embeddings(q.shape, q.class) {
			fits := true
			for j, c := range images {
				mark := p.board.Mark(c)
				fits = fits && p.board.region.Contains(c) && suits(mark, q, colors, j)
			}
			if !fits {
				continue
			}
			list = append(list, Placement{Shape: shapes.New(l, images...), Colors: colorsOf(images, colors)})
		}
		a.list = append(a.list, list)
	}
	for _, images := range l.Automorphisms() {
		a.maps = append(a.maps, func(c shapes.Cell) shapes.Cell { return images[c.Z] })
	}
}

// colorsOf returns the colors of cells in reading order, or "" if there are none.
func colorsOf(cells []shapes.Cell, colors []rune) string {
	if len(colors) == 0 {
		return ""
	}
	order := make([]int, len(cells))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cells[i].Compare(cells[j]) })
	sorted := make([]rune, len(cells))
	for i, j := range order {
		sorted[i] = colors[j]
	}
	return string(sorted)
}
