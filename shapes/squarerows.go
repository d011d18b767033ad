// SPDX-License-Identifier: BSD-3-Clause

// Deciding by rows of bits whether a polyomino is the least of its images.
//
// A polyomino in the corner is written as rows of bits, with the leftmost cell in the highest bit.
// Of two sets with the same number of cells, the lesser one in the order of Shape.Compare is the
// one with the greater row at the first difference: where two rows first differ, from the left, the
// set with a cell there comes first. All eight images result from the rows and from the columns,
// read forward or backward, with their bits forward or backward. Most comparisons end with the
// first row.
//
// The cells that a set shares with the previous one stay in the rows; only its last cell is
// inserted and removed.
//
// Example: the L tromino in its four orientations has the rows 11 10, 11 01, 10 11 and 01 11; the
// first is the least. Cost: 20 nanoseconds for any number of cells.

package shapes

import "math/bits"

// mostRows is the maximum number of rows and columns.
const mostRows = 64

// A rowSieve finds the least ones among the images of polyominoes in a window.
type rowSieve struct {
	places        []struct{ x, y uint8 } // of the cells of the window; x counts from its left
	turned        bool                   // images under rotations count
	mirrored      bool                   // images under reflections count as well
	rows, columns [mostRows]uint64       // with the bits of the window, not moved to its left
	set           []int32                // the cells in them
	boxes         []box                  // boxes[i] is for the first i of these cells
	packed        []byte
}

func newRowSieve(w *window, n int, class Class) *rowSieve {
	t := &rowSieve{places: make([]struct{ x, y uint8 }, w.graph.Size()), packed: []byte(pack(make([]Cell, n)))}
	for _, op := range w.lattice.operationsOf(class) {
		t.turned = true
		t.mirrored = t.mirrored || op.mirror
	}
	t.boxes = append(make([]box, 0, n), box{left: mostRows})
	for v := range t.places {
		c := w.cell(v)
		t.places[v].x, t.places[v].y = uint8(c.X+w.reach), uint8(c.Y)
	}
	return t
}

// sift keeps the cells of the set in the rows and columns while it considers the last cells.
func (t *rowSieve) sift(set, last []int32, found func(cells string) bool) bool {
	t.hold(set)
	outer := t.boxes[len(set)]
	for _, v := range last {
		p := t.places[v]
		t.flip(p.x, p.y)
		b := outer.with(p.x, p.y)
		done := (!t.turned || t.least(b)) && !found(t.pack(b))
		t.flip(p.x, p.y)
		if done {
			return false
		}
	}
	return true
}

// hold puts the cells of a set into rows and columns. Those shared with the previous set are
// already there.
func (t *rowSieve) hold(set []int32) {
	same := 0
	for same < len(t.set) && set[same] == t.set[same] {
		same++
	}
	for _, v := range t.set[same:] {
		t.flip(t.places[v].x, t.places[v].y)
	}
	t.set, t.boxes = append(t.set[:same], set[same:]...), t.boxes[:same+1]
	for i, v := range set[same:] {
		p := t.places[v]
		t.flip(p.x, p.y)
		t.boxes = append(t.boxes, t.boxes[same+i].with(p.x, p.y))
	}
}

// flip inserts or removes a cell.
func (t *rowSieve) flip(x, y uint8) {
	t.rows[y%mostRows] ^= 1 << (mostRows - 1 - x%mostRows)
	t.columns[x%mostRows] ^= 1 << (mostRows - 1 - y%mostRows)
}

// A box is the part of the rows and columns that contains the cells.
type box struct{ left, right, height int }

func (b box) with(x, y uint8) box {
	return box{min(b.left, int(x)), max(b.right, int(x)), max(b.height, int(y)+1)}
}

// pack returns the cells, moved into the corner.
func (t *rowSieve) pack(b box) string {
	at := 0
	for y := range b.height {
		for row := t.rows[y] << b.left; row != 0; {
			x := bits.LeadingZeros64(row)
			row &^= 1 << (mostRows - 1 - x)
			t.packed[at+3], t.packed[at+7] = byte(y), byte(x)
			at += packedSize
		}
	}
	return string(t.packed)
}

// least reports whether no image is less. It compares the first rows of the images first, those
// that must be reversed last. Where a first row is equal, it compares the whole image.
func (t *rowSieve) least(b box) bool {
	// Shifted by these, rows and columns start at the highest bit of their words.
	left, right, down := b.left, mostRows-1-b.right, mostRows-b.height
	own := t.rows[0] << left
	bottom, first, last := t.rows[b.height-1], t.columns[b.left], t.columns[b.right]
	if last > own || t.mirrored && (bottom<<left > own || first > own) {
		return false
	}
	backBottom, backFirst := bits.Reverse64(bottom)<<right, bits.Reverse64(first)<<down
	if backBottom > own || backFirst > own {
		return false
	}
	rows, columns := t.rows[:b.height], t.columns[b.left:b.right+1]
	// The half turn, then the two quarter turns.
	if backBottom == own && lessImage(rows, left, rows, right, true) ||
		backFirst == own && lessImage(rows, left, columns, down, false) ||
		last == own && lessTurned(rows, left, columns, 0) {
		return false
	}
	if !t.mirrored {
		return true
	}
	// The reflections: left to right, top to bottom, the two diagonals.
	return !lessImage(rows, left, rows, right, false) &&
		!(bottom<<left == own && lessTurned(rows, left, rows, left)) &&
		!(first == own && lessPlain(rows, left, columns)) &&
		!lessImage(rows, left, columns, down, true)
}

// lessImage reports whether an image is less than rows, which are to be shifted by left bits. The
// rows of the image are lines with their bits reversed and then shifted, in the same or the
// opposite order.
func lessImage(rows []uint64, left int, lines []uint64, move int, backward bool) bool {
	for i := range min(len(rows), len(lines)) {
		j := i
		if backward {
			j = len(lines) - 1 - i
		}
		if line, row := bits.Reverse64(lines[j])<<move, rows[i]<<left; line != row {
			return line > row
		}
	}
	return false
}

// lessTurned is lessImage for lines in the opposite order, with their bits not reversed.
func lessTurned(rows []uint64, left int, lines []uint64, move int) bool {
	for i := range min(len(rows), len(lines)) {
		if line, row := lines[len(lines)-1-i]<<move, rows[i]<<left; line != row {
			return line > row
		}
	}
	return false
}

// lessPlain is lessImage for lines in the same order, with their bits not reversed or shifted.
func lessPlain(rows []uint64, left int, lines []uint64) bool {
	for i := range min(len(rows), len(lines)) {
		if row := rows[i] << left; lines[i] != row {
			return lines[i] > row
		}
	}
	return false
}
