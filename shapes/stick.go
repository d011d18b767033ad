package shapes

// Stick is the lattice of the edges of the square lattice, whose shapes are polysticks. Sticks are
// neighbors if they have an end in common. (x,y,0) lies from the point (x,y) to the right, (x,y,1)
// stands from there down.
var Stick = &Lattice{design: design{
	name:    "stick",
	scale:   1,
	corners: [][]Corner{{{0, 0, 0}, {1, 0, 0}}, {{0, 0, 0}, {0, 1, 0}}},
	contact: 1,
	turn:    matrix{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}},
	mirror:  matrix{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	steps:   [3][2]float64{{1, 0}, {0, 1}},
	classes: squareClasses,
}}
