// SPDX-License-Identifier: BSD-3-Clause

package knuth

import (
	"bufio"

	"polka/shapes"
)

// A ground is what pieces are moved over: the cells of a board or of a box, with their bounding
// box, and a way to write a cell.
type ground struct {
	on          map[shapes.Cell]bool
	least, most shapes.Cell
	appendCell  func([]byte, shapes.Cell) []byte
}

func newGround(cells []shapes.Cell, appendCell func([]byte, shapes.Cell) []byte) ground {
	g := ground{on: make(map[shapes.Cell]bool, len(cells)), appendCell: appendCell}
	g.least, g.most = bounds(cells)
	for _, c := range cells {
		g.on[c] = true
	}
	return g
}

// writeTranslates writes a row for each way to move a piece onto the ground without turning it:
// by the translation in x, then in y, of those that keep its bounding box inside that of the
// ground.
func (g ground) writeTranslates(out *bufio.Writer, name string, cells []shapes.Cell) {
	from, to := bounds(cells)
	var row []byte
	for dx := g.least.X - from.X; dx <= g.most.X-to.X; dx++ {
	next:
		for dy := g.least.Y - from.Y; dy <= g.most.Y-to.Y; dy++ {
			row = append(row[:0], name...)
			for _, c := range cells {
				c.X, c.Y = c.X+dx, c.Y+dy
				if !g.on[c] {
					continue next
				}
				row = g.appendCell(append(row, ' '), c)
			}
			out.Write(append(row, '\n'))
		}
	}
}

// bounds gives the least and the greatest coordinates x and y of at least one cell.
func bounds(cells []shapes.Cell) (least, most shapes.Cell) {
	least = shapes.Cell{X: cells[0].X, Y: cells[0].Y}
	most = least
	for _, c := range cells {
		least = shapes.Cell{X: min(least.X, c.X), Y: min(least.Y, c.Y)}
		most = shapes.Cell{X: max(most.X, c.X), Y: max(most.Y, c.Y)}
	}
	return least, most
}

// transpose exchanges the coordinates.
func transpose(cells []shapes.Cell) {
	for i, c := range cells {
		cells[i].X, cells[i].Y = c.Y, c.X
	}
}
