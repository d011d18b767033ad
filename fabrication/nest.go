// SPDX-License-Identifier: BSD-3-Clause

// Pieces on a sheet without overlap.
//
// The sheet is a bitmap. The mask of a piece has each pixel whose center is at most half of the
// spacing and half of a diagonal away from the piece. If the masks of two pieces have no pixel in
// common, their distance is at least the spacing: otherwise the middle between the two nearest
// points would be in a pixel of both. Pieces are placed in the order of the size of their boxes,
// each as low as possible, then as far to the left as possible, in the best of four orientations
// ("bottom-left-fill"; B. Chazelle, The bottom-left bin-packing heuristic, IEEE Transactions on
// Computers 32 (1983), 697-707, for rectangles).

package fabrication

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// A spot is the place of a piece: quarter turns counterclockwise, then a translation.
type spot struct {
	sheet, turns int
	shift        point
}

// moved returns the image of a point.
func (s spot) moved(p point) point {
	for range s.turns {
		p = point{-p.y, p.x}
	}
	return p.plus(s.shift)
}

// nested places pieces, each given by its loops, on sheets. What does not fit on an empty sheet is
// an error; name returns the name of a piece for it.
func nested(pieces [][]loop, width, height, spacing float64, name func(int) string) (spots []spot, sheets int, err error) {
	n := nest{width: width, height: height, spacing: spacing, pixel: max(min(spacing/3, 2), max(width, height)/1500)}
	n.pad = int(math.Ceil(spacing/2/n.pixel)) + 2
	order := make([]int, len(pieces))
	sizes := make([]float64, len(pieces))
	for i, loops := range pieces {
		least, most := bounds(loops)
		order[i], sizes[i] = i, (most.x-least.x)*(most.y-least.y)
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(sizes[j], sizes[i]) })
	spots = make([]spot, len(pieces))
	for _, i := range order {
		s, ok := n.put(pieces[i])
		if !ok {
			least, most := bounds(pieces[i])
			return nil, 0, fmt.Errorf("fabrication: %s, of %.4g by %.4g mm, does not fit on %.4g by %.4g mm", name(i), most.x-least.x, most.y-least.y, width, height)
		}
		spots[i] = s
	}
	return spots, len(n.sheets), nil
}

// bounds returns the corners of the box of loops.
func bounds(loops []loop) (least, most point) {
	least, most = point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, l := range loops {
		for _, p := range l {
			least = point{min(least.x, p.x), min(least.y, p.y)}
			most = point{max(most.x, p.x), max(most.y, p.y)}
		}
	}
	return least, most
}

type bitmap [][]uint64

type nest struct {
	width, height, spacing, pixel float64
	pad                           int // pixels around the sheet
	sheets                        []bitmap
}

// empty returns a sheet without pieces.
func (n *nest) empty() bitmap {
	b := make(bitmap, int(n.height/n.pixel)+2*n.pad+1)
	for i := range b {
		b[i] = make([]uint64, (int(n.width/n.pixel)+2*n.pad)/64+2)
	}
	return b
}

// A mask is a piece in one orientation.
type mask struct {
	rows          bitmap
	turns         int
	width, height float64
	least         point
}

// put places a piece on the first sheet with room for it.
func (n *nest) put(loops []loop) (spot, bool) {
	var masks []mask
	for turns := range 4 {
		masks = append(masks, n.mask(loops, turns))
	}
	for sheet := 0; ; sheet++ {
		fresh := sheet == len(n.sheets)
		if fresh {
			n.sheets = append(n.sheets, n.empty())
		}
		best, found := [2]float64{math.Inf(1), math.Inf(1)}, -1
		var bestX, bestY int
		for k, m := range masks {
			x, y, ok := n.lowest(n.sheets[sheet], m)
			if at := [2]float64{float64(y)*n.pixel + m.height, float64(x)*n.pixel + m.width}; ok && slices.Compare(at[:], best[:]) < 0 {
				best, found, bestX, bestY = at, k, x, y
			}
		}
		if found >= 0 {
			m := masks[found]
			n.sheets[sheet].each(m.rows, bestX, bestY, func(word *uint64, bits uint64) bool {
				*word |= bits
				return true
			})
			at := point{float64(bestX) * n.pixel, float64(bestY) * n.pixel}
			return spot{sheet, m.turns, at.minus(m.least)}, true
		}
		if fresh {
			return spot{}, false
		}
	}
}

// mask draws a piece whose box starts at the pixel (pad, pad).
func (n *nest) mask(loops []loop, turns int) mask {
	var turned []loop
	for _, l := range loops {
		var ring loop
		for _, p := range l {
			ring = append(ring, spot{turns: turns}.moved(p))
		}
		turned = append(turned, ring)
	}
	least, most := bounds(turned)
	m := mask{turns: turns, width: most.x - least.x, height: most.y - least.y, least: least}
	reach := n.spacing/2 + n.pixel*math.Sqrt2/2
	m.rows = make(bitmap, int(m.height/n.pixel)+2*n.pad+1)
	columns := int(m.width/n.pixel) + 2*n.pad + 1
	for row := range m.rows {
		m.rows[row] = make([]uint64, columns/64+1)
		for column := range columns {
			center := point{(float64(column-n.pad) + 0.5) * n.pixel, (float64(row-n.pad) + 0.5) * n.pixel}
			if near(turned, center.plus(least), reach) {
				m.rows[row][column/64] |= 1 << (column % 64)
			}
		}
	}
	return m
}

// near reports whether a point is inside of loops or at most at a distance from them.
func near(loops []loop, p point, distance float64) bool {
	in := false
	for _, l := range loops {
		if inside(l, p) {
			in = !in
		}
		for i, a := range l {
			u := l[(i+1)%len(l)].minus(a)
			t := max(0, min(1, p.minus(a).dot(u)/u.dot(u)))
			if p.distance(a.plus(u.times(t))) <= distance {
				return true
			}
		}
	}
	return in
}

// lowest returns the lowest position of a mask, in pixels, the leftmost of these.
func (n *nest) lowest(b bitmap, m mask) (x, y int, ok bool) {
	const slack = 1e-9
	for y := 0; float64(y)*n.pixel+m.height <= n.height+slack; y++ {
		for x := 0; float64(x)*n.pixel+m.width <= n.width+slack; x++ {
			if b.each(m.rows, x, y, func(word *uint64, bits uint64) bool { return *word&bits == 0 }) {
				return x, y, true
			}
		}
	}
	return 0, 0, false
}

// each visits the words of a bitmap below those of a mask, until visit returns false.
func (b bitmap) each(rows bitmap, x, y int, visit func(word *uint64, bits uint64) bool) bool {
	for r, row := range rows {
		for k, bits := range row {
			at := b[y+r][x/64+k:]
			if bits == 0 {
				continue
			}
			if !visit(&at[0], bits<<(x%64)) {
				return false
			}
			if rest := bits >> (64 - x%64); rest != 0 && !visit(&at[1], rest) {
				return false
			}
		}
	}
	return true
}
