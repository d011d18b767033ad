// SPDX-License-Identifier: BSD-3-Clause

package shapes

import "strconv"

func (m *matrix) trace() int { return m[0][0] + m[1][1] + m[2][2] }

// orderOfTurn returns the order of a rotation of a lattice of space with a trace.
func orderOfTurn(trace int) int {
	return [...]int{-1 + 1: 2, 0 + 1: 3, 1 + 1: 4, 2 + 1: 6, 3 + 1: 1}[trace+1]
}

// turnOf returns the order of the rotation that a symmetry is, or that its product with the
// inversion is.
func (op *operation) turnOf() int { return orderOfTurn(op.matrix.determinant() * op.matrix.trace()) }

// spaceWords describes a symmetry of a lattice of space for [Isometry.Description].
func (op *operation) spaceWords() string {
	order := op.turnOf()
	switch {
	case !op.mirror:
		return "turn by " + strconv.Itoa(360/order) + " degrees"
	case order == 1:
		return cubeWords[inversion]
	case order == 2:
		return cubeWords[facePlane]
	}
	// The inversion is half a turn and a reflection.
	return "turn by " + strconv.Itoa(abs180(360/order)) + " degrees with a reflection"
}

// abs180 returns the angle to which half a turn changes an angle.
func abs180(degrees int) int { return max(180-degrees, degrees-180) }

// spaceName returns the name of a group of operations of a lattice of space other than [Cube],
// given by their indices: "none", "full", or a Schoenflies symbol, without what the directions of
// its axes are.
func (l *Lattice) spaceName(operations []int) string {
	switch len(operations) {
	case 1:
		return "none"
	case len(l.facts().operations):
		return "full"
	}
	if len(l.facts().operations) == 48 {
		var class cubeClass
		for _, i := range operations {
			if sort := l.cubeSort(i); sort != unmoved {
				class[sort]++
			}
		}
		return nameOfCubes(class)
	}
	return l.schoenflies(operations)
}

// cubeSort returns the sort of an operation of a lattice with the symmetries of the cube, whose
// axes need not be along the steps: there are three half turns about the axes of quarter turns, and
// six others.
func (l *Lattice) cubeSort(i int) cubeSort {
	op := &l.facts().operations[i]
	turn := [...]cubeSort{1: unmoved, 2: edgeTurn, 3: thirdTurn, 4: quarterTurn}[op.turnOf()]
	if turn == edgeTurn {
		n := 0
		for _, class := range l.group().class {
			if class == l.group().class[i] {
				n++
			}
		}
		if n == 3 {
			turn = halfTurn
		}
	}
	if op.mirror {
		return mirrored[turn]
	}
	return turn
}

// schoenflies returns the symbol of a group that has one main axis or none.
func (l *Lattice) schoenflies(operations []int) string {
	turns, order, mirrors, inverted := 0, 1, 0, false
	for _, i := range operations {
		op := &l.facts().operations[i]
		n := op.turnOf()
		switch {
		case !op.mirror:
			turns++
			order = max(order, n)
		case n == 1:
			inverted = true
		case n == 2:
			mirrors++
		}
	}
	name, improper := strconv.Itoa(order), len(operations) > turns
	switch {
	case turns == 1 && inverted:
		return "Ci"
	case turns == 1 && improper:
		return "Cs"
	case turns == order && !improper:
		return "C" + name
	case turns == order && mirrors == order:
		return "C" + name + "v"
	case turns == order && mirrors == 0:
		return "S" + strconv.Itoa(2*order)
	case turns == order:
		return "C" + name + "h"
	case !improper:
		return "D" + name
	case mirrors == order:
		return "D" + name + "d"
	}
	return "D" + name + "h"
}
