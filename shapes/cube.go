package shapes

import "math"

// Cube is the lattice of unit cubes, whose shapes are polycubes. Cells are neighbours if they share a face. Rotate turns
// about an axis along Z, by which it exchanges X and Y; [Lattice.Isometries] has the 24 turns and 24 reflections.
//
// Place shows cubes from a corner: X goes to the lower right, Y to the lower left, Z up.
var Cube *Lattice = design{
	name:    "cube",
	spatial: true,
	scale:   2,
	corners: [][]Corner{{
		{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
		{-1, -1, 1}, {1, -1, 1}, {1, 1, 1}, {-1, 1, 1},
	}},
	contact: 4,
	rotate:  matrix{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}},
	reflect: matrix{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	also:    []matrix{{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}},
	steps:   [3][2]float64{{math.Sqrt(3) / 2, 0.5}, {-math.Sqrt(3) / 2, 0.5}, {0, -1}},
}.build()
