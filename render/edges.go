// SPDX-License-Identifier: BSD-3-Clause

// Tiles with colored edges.
//
// In the puzzles of MacMahon and others, each cell is a tile, and each edge of a tile has a color.
// An edge is drawn as the triangle between it and the middle of its cell, with the letter of its
// color, so that nothing depends on color alone.

package render

import (
	"math"
	"slices"
	"strings"

	"polka/internal/letter"
	"polka/internal/plural"
	"polka/shapes"
)

const (
	largestTile = 66.0 // pixels of a side
	edgeLetter  = 1.3  // the size of a letter, as a part of the radius of the circle in its triangle
)

// namedFills are the fills of colors that have the name of a color, or its first letter.
var namedFills = map[string]role{
	"b": hue(3), "blue": hue(3),
	"g": hue(4), "green": hue(4),
	"o": hue(6), "orange": hue(6),
	"p": hue(5), "purple": hue(5),
	"r": hue(2), "red": hue(2),
	"w": hue(7), "white": hue(7), // the palest; paper may be black
	"y": hue(1), "yellow": hue(1),
}

// DrawEdges draws cells of a plane lattice as tiles with colored edges, such as MacMahon's squares
// and triangles. Color returns the color of the edge between a cell and a neighbor, seen from the
// cell; the neighbor may be outside of the shape. A color is any text: red, orange, yellow, green,
// blue, purple, white and the first letters of these stand for themselves, and other colors get
// fills in alphabetical order. An edge with the color "" is not filled. On the tile, a color is
// named by its first letter, or by another one if two colors begin with the same.
//
// A solid or a lattice of sticks causes a panic.
func DrawEdges(cells shapes.Shape, color func(cell, neighbor shapes.Cell) string) Picture {
	if l := cells.Lattice(); l.Spatial() || l == shapes.Stick {
		panic("render: edges are drawn on plane lattices only")
	}
	if cells.Empty() {
		return Picture{}
	}
	t := newTiles(cells, color)
	return diagramOf(t.diagram, t.words)
}

// A colorEdge is an edge of a tile.
type colorEdge struct {
	from, to shapes.Corner
	color    string
}

// tiles are cells with their edges, and the names of all colors in order.
type tiles struct {
	cells  shapes.Shape
	edges  [][]colorEdge
	names  []string
	letter map[string]string
}

func newTiles(cells shapes.Shape, color func(cell, neighbor shapes.Cell) string) *tiles {
	t := &tiles{cells: cells, letter: make(map[string]string)}
	l := cells.Lattice()
	for _, c := range cells.Cells() {
		var edges []colorEdge
		corners := l.Corners(c)
		for _, n := range l.Neighbors(c) {
			others := l.Corners(n)
			for i, a := range corners {
				b := corners[(i+1)%len(corners)]
				if slices.Contains(others, a) && slices.Contains(others, b) {
					edges = append(edges, colorEdge{a, b, color(c, n)})
				}
			}
		}
		t.edges = append(t.edges, edges)
		for _, e := range edges {
			if e.color != "" && !slices.Contains(t.names, e.color) {
				t.names = append(t.names, e.color)
			}
		}
	}
	slices.Sort(t.names)
	// A letter belongs to the color whose name it is, or else to the first that begins with it.
	firsts := make([]string, len(t.names))
	for i, name := range t.names {
		first := string([]rune(name)[:1])
		if first == name || !slices.Contains(t.names, first) && !slices.Contains(firsts[:i], first) {
			firsts[i] = first
		}
	}
	for i, r := range letter.Choose(firsts) {
		t.letter[t.names[i]] = string(r)
	}
	return t
}

// fills returns the fill of each color.
func (t *tiles) fills() map[string]role {
	fills := make(map[string]role)
	used := make(map[role]bool)
	for _, name := range t.names {
		if r, ok := namedFills[strings.ToLower(name)]; ok {
			fills[name], used[r] = r, true
		}
	}
	next := 0
	for _, name := range t.names {
		if _, ok := fills[name]; ok {
			continue
		}
		for next < len(hues) && used[hue(next)] {
			next++
		}
		fills[name] = hue(next % len(hues))
		next++
	}
	return fills
}

// diagram draws the tiles.
func (t *tiles) diagram() diagram {
	l, b := t.cells.Lattice(), extent(t.cells)
	side := math.Floor(max(leastCell, min(largestTile, (pageWidth-2*margin)/b.width())))
	d := diagram{width: math.Ceil(b.width()*side + 2*margin), height: math.Ceil(b.height()*side + 2*margin), summary: t.summary()}
	place := func(x, y float64) point { return point{margin + (x-b.left)*side, margin + (y-b.top)*side} }
	fills := t.fills()
	var borders []loop
	for i, c := range t.cells.Cells() {
		middle := center(l, c)
		m := place(middle.x, middle.y)
		for _, e := range t.edges[i] {
			from, to := place(l.Project(e.from)), place(l.Project(e.to))
			borders = append(borders, loop{from, to})
			triangle := mark{lines: []loop{{from, to, m}}, closed: true, fill: free, title: e.color}
			if e.color != "" {
				triangle.fill = fills[e.color]
			}
			d.marks = append(d.marks, triangle, mark{lines: []loop{{from, m, to}}, stroke: print, width: 0.8})
			at, radius := incircle(from, to, m)
			size := math.Round(min(edgeLetter*radius, side/4))
			if size < leastLetters || e.color == "" {
				continue
			}
			at.y += 0.36 * size
			word := text{at: at, words: t.letter[e.color], size: size, role: print}
			d.texts = append(d.texts, word)
		}
	}
	d.marks = append(d.marks, mark{lines: borders, stroke: ink, width: 2})
	return d
}

// incircle returns the middle and the radius of the circle in a triangle.
func incircle(a, b, c point) (middle point, radius float64) {
	x, y, z := math.Hypot(b.x-c.x, b.y-c.y), math.Hypot(c.x-a.x, c.y-a.y), math.Hypot(a.x-b.x, a.y-b.y)
	around := x + y + z
	middle = point{(x*a.x + y*b.x + z*c.x) / around, (x*a.y + y*b.y + z*c.y) / around}
	return middle, math.Abs((b.x-a.x)*(c.y-a.y)-(c.x-a.x)*(b.y-a.y)) / around
}

// summary names the colors.
func (t *tiles) summary() string {
	s := plural.Count(t.cells.Size(), "tile") + " with colored edges"
	var names []string
	for _, name := range t.names {
		if l := t.letter[name]; l != name {
			name = l + " = " + name
		}
		names = append(names, name)
	}
	if len(names) > 0 {
		s += ": " + strings.Join(names, ", ")
	}
	return s
}

// words writes a line for each tile: its cell, and the colors of its edges in the order of the
// neighbors.
func (t *tiles) words() string {
	var b strings.Builder
	b.WriteString(t.summary() + "\n")
	for i, c := range t.cells.Cells() {
		b.WriteString(cellPlace(t.cells.Lattice(), c) + ":")
		for _, e := range t.edges[i] {
			letter := t.letter[e.color]
			if letter == "" {
				letter = "."
			}
			b.WriteString(" " + letter)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
