// SPDX-License-Identifier: BSD-3-Clause

package shapes

// Cube is the lattice of unit cubes, whose shapes are polycubes. Cells are neighbors if they share
// a face. [Lattice.Isometries] has the 24 rotations and the 24 isometries that reverse orientation,
// which this package calls reflections even if no plane is fixed.
//
// In drawings, cubes are seen from a corner: X goes to the lower right, Y to the lower left, and Z
// up.
var Cube = &cubeLattice

var cubeLattice = Lattice{design: design{
	name:    "cube",
	spatial: true,
	scale:   2,
	corners: [][]Corner{{
		{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
		{-1, -1, 1}, {1, -1, 1}, {1, 1, 1}, {-1, 1, 1},
	}},
	contact: 4,
	turn:    matrix{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}},
	mirror:  matrix{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	also:    []matrix{{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}},
	steps:   [3][2]float64{{root3 / 2, 0.5}, {-root3 / 2, 0.5}, {0, -1}},
	space:   [3]vector{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	faces:   [][][]int{{{0, 3, 2, 1}, {0, 1, 5, 4}, {0, 4, 7, 3}, {1, 2, 6, 5}, {2, 3, 7, 6}, {4, 5, 6, 7}}},
}}
