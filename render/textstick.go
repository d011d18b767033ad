// SPDX-License-Identifier: BSD-3-Clause

// Sticks in characters.
//
// Sticks are four characters long, or two lines high, and lie between the points of a grid. A
// single shape is drawn with heavy lines that are joined wherever sticks meet. On a board, sticks
// of several pieces meet in every point. So each stick has the letter of its piece in its middle,
// and only sticks of the same piece are joined in a point: a line that stops before a point is the
// end of a piece. Two pieces can have two sticks each in a point. They are distinguished by their
// weight: one is light, the other heavy.
//
// Weights are given to whole pieces as far as possible. In the order of the pieces each becomes
// light unless it shares a point so with a light one before it. Where that is not enough, because
// three pieces meet in turn, the later of two pieces of equal weight changes it in that point.
//
// Sticks of a board without a piece are dashed. Example, four pieces on the sides of two squares,
// and two pieces that cross on a board of four:
//
//	┌─a─ ─b─┐     ·╌╌╌╷╌╌╌·
//	a   c   b     ╎   a   ╎
//	 ─c─┘─d─      ╺━b━┿━b━╸
//	              ╎   a   ╎
//	              ·╌╌╌╵╌╌╌·

package render

import (
	"slices"

	"polka/shapes"
)

// sticks draws a panel of sticks, wide characters from point to point, and high lines.
func sticks(p *panel, wide, high int) []string {
	lettered := len(p.parts) != 1 || !p.board.Empty()
	if lettered {
		wide, high = max(wide, 3), max(high, 2)
	}
	owner := p.owners()
	weights := weightsOf(p, owner)
	canvas := canvas{}
	for c, i := range owner {
		arm, mark := absent, [2]rune{'╌', '╎'}[c.Z]
		if i != nobody {
			arm = weights[i]
			mark = [2]rune{joint(absent, arm, absent, arm), joint(arm, absent, arm, absent)}[c.Z]
		}
		right, down, length := 1, 0, wide
		if c.Z == 1 {
			right, down, length = 0, 1, high
		}
		for k := range length - 1 {
			canvas[spot{c.X*wide + (k+1)*right, c.Y*high + (k+1)*down}] = mark
		}
		if lettered && i != nobody && p.parts[i].letter != 0 {
			canvas[spot{c.X*wide + length/2*right, c.Y*high + length/2*down}] = p.parts[i].letter
		}
		for _, q := range shapes.Stick.Corners(c) {
			canvas[spot{q.X * wide, q.Y * high}] = crossingAt(q, owner).joint(weights)
		}
	}
	return canvas.lines()
}

// A crossing is a point with the owners of the sticks that meet: up, to the right, down, to the
// left.
type crossing [4]int

func crossingAt(q shapes.Corner, owner map[shapes.Cell]int) (p crossing) {
	for k, c := range [4]shapes.Cell{{X: q.X, Y: q.Y - 1, Z: 1}, {X: q.X, Y: q.Y}, {X: q.X, Y: q.Y, Z: 1}, {X: q.X - 1, Y: q.Y}} {
		p[k] = outside
		if i, ok := owner[c]; ok {
			p[k] = i
		}
	}
	return p
}

// joined lists the pieces that have several sticks in the point, the earlier one first, and counts
// all sticks of pieces.
func (p crossing) joined() (pieces []int, covered int) {
	for k, i := range p {
		if i < 0 {
			continue
		}
		covered++
		if slices.Contains(p[:k], i) && !slices.Contains(pieces, i) {
			pieces = append(pieces, i)
		}
	}
	slices.Sort(pieces)
	return pieces, covered
}

// joint joins the sticks of each piece. A stick that has nobody to be joined with reaches the point
// if it is alone there.
func (p crossing) joint(weights []weight) rune {
	pieces, covered := p.joined()
	if covered == 0 {
		return freeCell
	}
	var arms [4]weight
	for k, i := range p {
		switch {
		case i < 0:
		case covered == 1 || len(pieces) > 0 && i == pieces[0]:
			arms[k] = weights[i]
		case len(pieces) > 1 && i == pieces[1]:
			if arms[k] = weights[i]; weights[i] == weights[pieces[0]] {
				arms[k] = thin + heavy - weights[i]
			}
		}
	}
	return joint(arms[0], arms[1], arms[2], arms[3])
}

// weightsOf chooses weights for pieces: heavy for a single one, and otherwise so that pieces that
// are joined in the same points mostly differ.
func weightsOf(p *panel, owner map[shapes.Cell]int) []weight {
	weights := make([]weight, len(p.parts))
	for i, part := range p.parts {
		weights[i] = thin
		if len(p.parts) == 1 {
			weights[i] = heavy
		}
		for _, c := range part.cells.Cells() {
			for _, q := range shapes.Stick.Corners(c) {
				pieces, _ := crossingAt(q, owner).joined()
				if len(pieces) == 2 && pieces[1] == i && weights[pieces[0]] == thin {
					weights[i] = heavy
				}
			}
		}
	}
	return weights
}
