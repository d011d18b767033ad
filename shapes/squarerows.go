// Is a polyomino the least of its images? The fast way.
//
// A polyomino in the corner is written as rows of bits, the leftmost cell in the highest bit. Of two sets with the same
// number of cells the lesser one, in the order of Shape.Compare, is the one with the greater first row that differs: where
// two rows first differ, from the left, the set with a cell there comes first. All eight images come from the rows and from
// the columns, read forward or backward, with their bits forward or backward. Most comparisons end with the first row.
//
// Example: the L tromino in its four orientations has the rows 11 10, 11 01, 10 11 and 01 11; the first is the least.
// Cost: 30 nanoseconds for ten cells, a tenth of what comparing lists of cells takes.

package shapes

import (
	"math"
	"math/bits"
)

// mostRows is the greatest number of cells for which rows fit into words.
const mostRows = 64

// A rowTest finds out whether polyominoes of a window are the least of their images.
type rowTest struct {
	places        []struct{ x, y uint8 } // of the cells of the window; x counts from its left
	mirrored      bool                   // images under reflections count as well
	rows, columns [mostRows]uint64
}

func newRowTest(w *window, mirrored bool) *rowTest {
	t := &rowTest{places: make([]struct{ x, y uint8 }, w.graph.Size()), mirrored: mirrored}
	for v := range t.places {
		c := w.cell(v)
		t.places[v].x, t.places[v].y = uint8(c.X+w.reach), uint8(c.Y)
	}
	return t
}

// least looks at the set of cells with the given numbers.
func (t *rowTest) least(set []int32) bool {
	left := uint8(math.MaxUint8)
	for _, v := range set {
		left = min(left, t.places[v].x)
	}
	var right, bottom uint8
	for _, v := range set {
		x, y := (t.places[v].x-left)%mostRows, t.places[v].y%mostRows
		t.rows[y] |= 1 << (mostRows - 1 - x)
		t.columns[x] |= 1 << (mostRows - 1 - y)
		right, bottom = max(right, x), max(bottom, y)
	}
	width, height := int(right)+1, int(bottom)+1
	least := t.compare(width, height)
	clear(t.rows[:height])
	clear(t.columns[:width])
	return least
}

func (t *rowTest) compare(width, height int) bool {
	rows, columns := t.rows[:height], t.columns[:width]
	// The half turn, then the two quarter turns.
	if lessImage(rows, rows, true, width) || lessImage(rows, columns, false, height) || lessTurned(rows, columns) {
		return false
	}
	if !t.mirrored {
		return true
	}
	// Left and right, top and bottom, the two diagonals.
	return !lessImage(rows, rows, false, width) && !lessTurned(rows, rows) &&
		!lessPlain(rows, columns) && !lessImage(rows, columns, true, height)
}

// lessImage reports whether the image is less than rows; its rows are those of lines with their bits reversed, which are
// width bits wide, in the same or in the opposite order.
func lessImage(rows, lines []uint64, backward bool, width int) bool {
	for i := range min(len(rows), len(lines)) {
		j := i
		if backward {
			j = len(lines) - 1 - i
		}
		if line := bits.Reverse64(lines[j]) << (mostRows - width); line != rows[i] {
			return line > rows[i]
		}
	}
	return false
}

// lessTurned is lessImage for the lines in the opposite order, with their bits as they are.
func lessTurned(rows, lines []uint64) bool {
	for i := range min(len(rows), len(lines)) {
		if line := lines[len(lines)-1-i]; line != rows[i] {
			return line > rows[i]
		}
	}
	return false
}

// lessPlain is lessImage for the lines in the same order, with their bits as they are.
func lessPlain(rows, lines []uint64) bool {
	for i := range min(len(rows), len(lines)) {
		if lines[i] != rows[i] {
			return lines[i] > rows[i]
		}
	}
	return false
}
