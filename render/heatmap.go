// SPDX-License-Identifier: BSD-3-Clause

// Heat maps of boards.
//
// Each cell of the board contains a smaller copy of itself, whose area shows how often the cell is
// covered; the largest fills its cell. The number of percent is written in it where there is room,
// so that nothing depends on color. The layers of a board of cubes are drawn side by side.

package render

import (
	"fmt"
	"math"
	"strings"

	"polka/cover"
	"polka/shapes"
)

// heatMap draws how often a piece covers the cells of a board.
func heatMap(h cover.HeatMap) Picture {
	if len(h.Cells) == 0 {
		return Picture{}
	}
	return diagramOf(func() diagram { return heatDiagram(h) }, func() string { return heatText(h) })
}

// percent writes a share as a number of percent.
func percent(share float64) string {
	switch p := 100 * share; {
	case share == 0:
		return "0"
	case p < 0.95:
		return "<1"
	default:
		return fmt.Sprintf("%.0f", p)
	}
}

// threeNumbers reports whether the cells of a lattice need three coordinates.
func threeNumbers(l *shapes.Lattice) bool { return l.NumKinds() > 1 || l.Spatial() }

// cellPlace writes the coordinates of a cell.
func cellPlace(l *shapes.Lattice, c shapes.Cell) string {
	if l.Dimension() == 4 {
		x, y, z, w := c.Four()
		return fmt.Sprintf("%d,%d,%d,%d", x, y, z, w)
	}
	if threeNumbers(l) {
		return fmt.Sprintf("%d,%d,%d", c.X, c.Y, c.Z)
	}
	return fmt.Sprintf("%d,%d", c.X, c.Y)
}

// coordinates writes the coordinates of cell i.
func coordinates(h cover.HeatMap, i int) string {
	return cellPlace(h.Board.Shape().Lattice(), h.Cells[i])
}

// heatPaths returns the outline of each cell, with sides of about one, and their extent.
func heatPaths(h cover.HeatMap) (paths []loop, width, height float64) {
	l := h.Board.Shape().Lattice()
	least, most := h.Board.Shape().Bounds()
	b := nothing
	for _, c := range h.Cells {
		var path loop
		if l.Spatial() { // each layer has its squares
			layer, slice := c.Z-least.Z, 0
			if l.Dimension() == 4 {
				_, _, layer, slice = c.Four()
			}
			x := float64(c.X-least.X) + float64(layer)*float64(most.X-least.X+2)
			path = rectangle(x, float64(c.Y-least.Y)+float64(slice)*float64(most.Y-least.Y+2), 1, 1)
		} else {
			for _, corner := range l.Corners(c) {
				x, y := l.Project(corner)
				path = append(path, point{x, y})
			}
		}
		for _, q := range path {
			b = b.around(q)
		}
		paths = append(paths, path)
	}
	for _, path := range paths {
		for i := range path {
			path[i].x -= b.left
			path[i].y -= b.top
		}
	}
	return paths, b.width(), b.height()
}

// heatStrength is the strength of the copies in percent. A number may lie partly on the copy and
// partly on the cell, so the contrast of ink with both is at least 4.5 to 1 on each paper.
const heatStrength = 30

// heatDiagram draws the map.
func heatDiagram(h cover.HeatMap) diagram {
	paths, width, height := heatPaths(h)
	cell := math.Floor(max(6, min(40, (pageWidth-2)/max(width, 1))))
	d := diagram{width: math.Ceil(width*cell) + 2, height: math.Ceil(height*cell) + 2, summary: h.String()}
	largest := 0.0
	for i := range h.Cells {
		largest = max(largest, h.Share(i))
	}
	// scaled is the path around its middle, in pixels.
	scaled := func(path loop, size float64) loop {
		m := point{}
		for _, q := range path {
			m.x += q.x / float64(len(path))
			m.y += q.y / float64(len(path))
		}
		list := make(loop, len(path))
		for i, q := range path {
			list[i] = point{1 + cell*(m.x+size*(q.x-m.x)), 1 + cell*(m.y+size*(q.y-m.y))}
		}
		return list
	}
	var grid []loop
	for _, path := range paths {
		grid = append(grid, scaled(path, 1))
	}
	d.marks = append(d.marks, mark{lines: grid, closed: true, fill: free}, mark{lines: grid, closed: true, stroke: muted, width: 0.4})
	for i, path := range paths {
		share := h.Share(i)
		title := fmt.Sprintf("%s: %v of %v, %s %%", coordinates(h, i), h.Counts[i], h.Total, percent(share))
		size := 0.0
		if largest > 0 {
			size = math.Sqrt(share / largest)
		}
		d.marks = append(d.marks, mark{lines: []loop{scaled(path, size)}, closed: true, fill: strange, percent: heatStrength, stroke: strange, width: 0.6, title: title})
		if cell >= 20 && len(path) >= 3 {
			at := scaled(path, 0)[0]
			d.texts = append(d.texts, text{at: point{at.x, at.y + 4}, words: percent(share), size: 11, role: ink})
		}
	}
	for _, line := range inLines("percent of the tilings: "+h.String(), d.letters()) {
		d.caption(line)
	}
	return d
}

// heatText writes the map as text: rows of numbers, or a line for each cell where the lattice has
// no rows of cells.
func heatText(h cover.HeatMap) string {
	var b strings.Builder
	fmt.Fprintf(&b, "percent of the tilings: %v\n", h)
	if threeNumbers(h.Board.Shape().Lattice()) {
		for i := range h.Cells {
			fmt.Fprintf(&b, "%s %s\n", coordinates(h, i), percent(h.Share(i)))
		}
		return b.String()
	}
	least, most := h.Board.Shape().Bounds()
	at := map[shapes.Cell]string{}
	for i, c := range h.Cells {
		at[c] = percent(h.Share(i))
	}
	for y := least.Y; y <= most.Y; y++ {
		var row strings.Builder
		for x := least.X; x <= most.X; x++ {
			fmt.Fprintf(&row, "%4s", at[shapes.Cell{X: x, Y: y}])
		}
		b.WriteString(strings.TrimRight(row.String(), " ") + "\n")
	}
	return b.String()
}
