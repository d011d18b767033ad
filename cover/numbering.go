// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"math/bits"
	"slices"

	"polka/shapes"
)

// A numbering finds the numbers of cells.
type numbering struct {
	least shapes.Cell // of a box around the cells
	size  shapes.Cell
	box   []int32               // the number of each cell of the box, x first, or -1; nil if there is too much room
	rest  map[shapes.Cell]int32 // instead of the box
}

// mostRoom is how many times more cells than there are the box of a numbering may have, beyond a
// few thousand.
const mostRoom = 16

func newNumbering(cells []shapes.Cell) *numbering {
	n := &numbering{}
	if n.least, n.size = boxAround(cells); len(cells) == 0 {
		return n
	}
	room := 4096 + mostRoom*len(cells)
	if n.size.X > room || n.size.Y > room/n.size.X || n.size.Z > room/(n.size.X*n.size.Y) {
		n.rest = make(map[shapes.Cell]int32, len(cells))
		for i, c := range cells {
			n.rest[c] = int32(i)
		}
		return n
	}
	n.box = make([]int32, n.size.X*n.size.Y*n.size.Z)
	for i := range n.box {
		n.box[i] = -1
	}
	for i, c := range cells {
		n.box[n.index(c.X-n.least.X, c.Y-n.least.Y, c.Z-n.least.Z)] = int32(i)
	}
	return n
}

// boxAround returns the least corner of the box around cells, and its sides.
func boxAround(cells []shapes.Cell) (least, size shapes.Cell) {
	var most shapes.Cell
	for i, c := range cells {
		if i == 0 {
			least, most = c, c
		}
		least = shapes.Cell{X: min(least.X, c.X), Y: min(least.Y, c.Y), Z: min(least.Z, c.Z)}
		most = shapes.Cell{X: max(most.X, c.X), Y: max(most.Y, c.Y), Z: max(most.Z, c.Z)}
	}
	if len(cells) == 0 {
		return least, size
	}
	return least, shapes.Cell{X: most.X - least.X + 1, Y: most.Y - least.Y + 1, Z: most.Z - least.Z + 1}
}

func (n *numbering) index(x, y, z int) int { return (z*n.size.Y+y)*n.size.X + x }

// room reports whether a box, moved by d, is in the box around the cells.
func (n *numbering) room(least, most, d shapes.Cell) bool {
	x, y, z := least.X+d.X-n.least.X, least.Y+d.Y-n.least.Y, least.Z+d.Z-n.least.Z
	return x >= 0 && y >= 0 && z >= 0 &&
		x+most.X-least.X < n.size.X && y+most.Y-least.Y < n.size.Y && z+most.Z-least.Z < n.size.Z
}

// offsets visits the places of a cell of a box from least to most, in reading order, in which the
// moved box is in the box around the cells. They may be places that are not among the cells.
func (n *numbering) offsets(least, most, own shapes.Cell, cells []shapes.Cell, visit func(shapes.Cell)) {
	free := shapes.Cell{X: n.size.X - (most.X - least.X), Y: n.size.Y - (most.Y - least.Y), Z: n.size.Z - (most.Z - least.Z)}
	if min(free.X, free.Y, free.Z) <= 0 {
		return
	}
	if free.X > len(cells) || free.Y > len(cells)/free.X || free.Z > len(cells)/(free.X*free.Y) {
		for _, c := range cells {
			if n.room(least, most, shapes.Cell{X: c.X - own.X, Y: c.Y - own.Y, Z: c.Z - own.Z}) {
				visit(c)
			}
		}
		return
	}
	first := shapes.Cell{X: own.X - least.X + n.least.X, Y: own.Y - least.Y + n.least.Y, Z: own.Z - least.Z + n.least.Z}
	for y := range free.Y {
		for x := range free.X {
			for z := range free.Z {
				visit(shapes.Cell{X: first.X + x, Y: first.Y + y, Z: first.Z + z})
			}
		}
	}
}

// of returns the number of a cell, or -1.
func (n *numbering) of(c shapes.Cell) int32 {
	x, y, z := c.X-n.least.X, c.Y-n.least.Y, c.Z-n.least.Z
	if x < 0 || y < 0 || z < 0 || x >= n.size.X || y >= n.size.Y || z >= n.size.Z {
		return -1
	}
	if n.box != nil {
		return n.box[n.index(x, y, z)]
	}
	if i, ok := n.rest[c]; ok {
		return i
	}
	return -1
}

// A placeTable finds places by their pieces, cells and colors. Places whose sums of numbers of
// their cells have the same first bits are in one chain. Finding one takes time in proportion to
// its cells.
type placeTable struct {
	places []place
	colors [][]rune // of the cells of each place, nil if they have none; nil if no place has any
	weight []uint64 // of each cell
	first  []int32  // of a chain of places, by the first bits of their sums: its last place, or -1
	shift  int      // to the first bits of a sum
	sums   []uint64
	next   []int32 // the next place of the chain, or -1
	stamp  []int32 // of each cell: the number of the last search that had it
	color  []rune  // of these
	search int32
}

// newPlaceTable returns the table of places on a number of cells, or nil if two are the same.
func newPlaceTable(places []place, cells int) *placeTable {
	t := &placeTable{
		places: places, weight: make([]uint64, cells),
		next: make([]int32, len(places)), sums: make([]uint64, len(places)), stamp: make([]int32, cells),
	}
	if slices.ContainsFunc(places, func(q place) bool { return q.colors != "" }) {
		t.colors, t.color = make([][]rune, len(places)), make([]rune, cells)
	}
	width := bits.Len(uint(len(places)))
	t.shift = 64 - width
	t.first = make([]int32, 1<<width)
	for i := range t.first {
		t.first[i] = -1
	}
	for c := range t.weight {
		t.weight[c] = spread(uint64(c))
	}
	same := make([]int32, cells)
	for c := range same {
		same[c] = int32(c)
	}
	known := map[string][]rune{}
	for k, q := range places {
		if q.colors != "" {
			runes, ok := known[q.colors]
			if !ok {
				runes = []rune(q.colors)
				known[q.colors] = runes
			}
			t.colors[k] = runes
		}
		sum, other := t.find(int32(k), q.piece, same)
		if other >= 0 {
			return nil
		}
		head := &t.first[sum>>t.shift]
		t.sums[k], t.next[k], *head = sum, *head, int32(k)
	}
	return t
}

// find returns the place of a piece whose cells are the images of those of place k, with their
// colors, or -1.
func (t *placeTable) find(k, piece int32, image []int32) (sum uint64, found int32) {
	q, colors := &t.places[k], t.colorsOf(k)
	sum = spread(uint64(piece))
	t.search++
	for i, c := range q.cells {
		c = image[c]
		t.stamp[c] = t.search
		w := t.weight[c]
		if colors != nil {
			t.color[c] = colors[i]
			w = spread(w + uint64(colors[i]))
		}
		sum += w
	}
next:
	for j := t.first[sum>>t.shift]; j >= 0; j = t.next[j] {
		if t.sums[j] != sum {
			continue
		}
		r, theirs := &t.places[j], t.colorsOf(j)
		if r.piece != piece || len(r.cells) != len(q.cells) || (theirs == nil) != (colors == nil) {
			continue
		}
		for i, c := range r.cells {
			if t.stamp[c] != t.search || theirs != nil && t.color[c] != theirs[i] {
				continue next
			}
		}
		return sum, j
	}
	return sum, -1
}

// colorsOf returns the colors of a place, or nil.
func (t *placeTable) colorsOf(k int32) []rune {
	if t.colors == nil {
		return nil
	}
	return t.colors[k]
}

// spread spreads the bits of a number, as the generator SplitMix64 does.
func spread(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
