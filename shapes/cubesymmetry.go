// SPDX-License-Identifier: BSD-3-Clause

// The 33 symmetry classes of polycubes.
//
// The symmetry group of a polycube is a subgroup of the group of the 48 symmetries of the cube.
// That has 98 subgroups. Conjugate subgroups belong to polycubes in different positions and form
// one class. There are 33 classes. They differ in the number of symmetries of each of the nine
// sorts below, as a test proves by generating all of them.
//
// They are named by Schoenflies symbols. Some symbols stand for two or three classes, since the
// cube has two sorts of axes and planes: those along its edges and diagonal ones. A prime marks the
// class with diagonal axes, or with diagonal planes if it has no diagonal axis; two primes mark the
// class of C2v with a diagonal axis.
//
// Source: W. F. Lunnon, Symmetry of cubical and general polyominoes, in R. C. Read (ed.), Graph
// Theory and Computing (1972) 101-108, has the 33 classes under other names.
//
// Example: the L tetracube has one symmetry besides the identity, the reflection in a plane
// parallel to a face: its class is Cs. The tetracube with three arms that meet in a corner has
// three rotations and three reflections in diagonal planes: C3v.

package shapes

// A cubeSort is a conjugacy class of symmetries of the cube.
type cubeSort int

const (
	quarterTurn   cubeSort = iota // about an axis through the middles of faces
	halfTurn                      // about the same
	edgeTurn                      // half a turn about an axis through the middles of edges
	thirdTurn                     // about an axis through corners
	facePlane                     // reflection in a plane parallel to a face
	diagonalPlane                 // reflection in a plane through edges
	quarterMirror                 // a quarter turn with the reflection along its axis
	sixthMirror                   // a sixth turn about an axis through corners with the reflection along it
	inversion                     // reflection in the middle
	unmoved                       // the identity
)

// cubeWords describes the sorts for [Isometry.Description].
var cubeWords = [...]string{
	quarterTurn:   "turn by 90 degrees",
	halfTurn:      "turn by 180 degrees",
	edgeTurn:      "turn by 180 degrees about a diagonal axis",
	thirdTurn:     "turn by 120 degrees",
	facePlane:     "reflection in a plane",
	diagonalPlane: "reflection in a diagonal plane",
	quarterMirror: "turn by 90 degrees with a reflection",
	sixthMirror:   "turn by 60 degrees with a reflection",
	inversion:     "reflection in a point",
	unmoved:       "identity",
}

// A cubeClass has the number of symmetries of each sort except for the identity.
type cubeClass [unmoved]int

// cubeClasses has the names of the classes.
var cubeClasses = []struct {
	class cubeClass
	name  string
}{
	{cubeClass{}, "none"}, // C1
	{cubeClass{inversion: 1}, "Ci"},
	{cubeClass{facePlane: 1}, "Cs"},
	{cubeClass{diagonalPlane: 1}, "Cs'"},
	{cubeClass{halfTurn: 1}, "C2"},
	{cubeClass{edgeTurn: 1}, "C2'"},
	{cubeClass{thirdTurn: 2}, "C3"},
	{cubeClass{halfTurn: 3}, "D2"},
	{cubeClass{halfTurn: 1, edgeTurn: 2}, "D2'"},
	{cubeClass{quarterTurn: 2, halfTurn: 1}, "C4"},
	{cubeClass{halfTurn: 1, quarterMirror: 2}, "S4"},
	{cubeClass{halfTurn: 1, facePlane: 1, inversion: 1}, "C2h"},
	{cubeClass{edgeTurn: 1, diagonalPlane: 1, inversion: 1}, "C2h'"},
	{cubeClass{halfTurn: 1, facePlane: 2}, "C2v"},
	{cubeClass{halfTurn: 1, diagonalPlane: 2}, "C2v'"},
	{cubeClass{edgeTurn: 1, facePlane: 1, diagonalPlane: 1}, "C2v''"},
	{cubeClass{thirdTurn: 2, diagonalPlane: 3}, "C3v"},
	{cubeClass{thirdTurn: 2, sixthMirror: 2, inversion: 1}, "S6"},
	{cubeClass{thirdTurn: 2, edgeTurn: 3}, "D3"},
	{cubeClass{halfTurn: 3, facePlane: 3, inversion: 1}, "D2h"},
	{cubeClass{halfTurn: 1, edgeTurn: 2, facePlane: 1, diagonalPlane: 2, inversion: 1}, "D2h'"},
	{cubeClass{halfTurn: 3, diagonalPlane: 2, quarterMirror: 2}, "D2d"},
	{cubeClass{halfTurn: 1, edgeTurn: 2, facePlane: 2, quarterMirror: 2}, "D2d'"},
	{cubeClass{quarterTurn: 2, halfTurn: 1, facePlane: 1, quarterMirror: 2, inversion: 1}, "C4h"},
	{cubeClass{quarterTurn: 2, halfTurn: 1, facePlane: 2, diagonalPlane: 2}, "C4v"},
	{cubeClass{quarterTurn: 2, halfTurn: 3, edgeTurn: 2}, "D4"},
	{cubeClass{thirdTurn: 2, edgeTurn: 3, diagonalPlane: 3, sixthMirror: 2, inversion: 1}, "D3d"},
	{cubeClass{halfTurn: 3, thirdTurn: 8}, "T"},
	{cubeClass{quarterTurn: 2, halfTurn: 3, edgeTurn: 2, facePlane: 3, diagonalPlane: 2, quarterMirror: 2, inversion: 1}, "D4h"},
	{cubeClass{quarterTurn: 6, halfTurn: 3, thirdTurn: 8, edgeTurn: 6}, "O"},
	{cubeClass{halfTurn: 3, thirdTurn: 8, facePlane: 3, sixthMirror: 8, inversion: 1}, "Th"},
	{cubeClass{halfTurn: 3, thirdTurn: 8, diagonalPlane: 6, quarterMirror: 6}, "Td"},
	{cubeClass{quarterTurn: 6, halfTurn: 3, thirdTurn: 8, edgeTurn: 6, facePlane: 3, diagonalPlane: 6, quarterMirror: 6, sixthMirror: 8, inversion: 1}, "full"}, // Oh
}

// mirrored has the product of each rotation with the inversion.
var mirrored = [...]cubeSort{
	quarterTurn: quarterMirror, halfTurn: facePlane, edgeTurn: diagonalPlane, thirdTurn: sixthMirror, unmoved: inversion,
}

// sortOf returns the sort of a symmetry of the cube. Rotations differ in their traces, and the two
// sorts of half turns in whether they keep each axis. The product of any other symmetry with the
// inversion is a rotation.
func sortOf(m *matrix) cubeSort {
	sign := m.determinant()
	turn := quarterTurn
	switch sign * (m[0][0] + m[1][1] + m[2][2]) {
	case 3:
		turn = unmoved
	case 0:
		turn = thirdTurn
	case -1:
		turn = edgeTurn
		if m[0][0] != 0 && m[1][1] != 0 && m[2][2] != 0 {
			turn = halfTurn
		}
	}
	if sign < 0 {
		return mirrored[turn]
	}
	return turn
}

// classOfCubes counts the sorts of a group of operations of [Cube], given by their indices.
func classOfCubes(operations []int) (class cubeClass) {
	for _, i := range operations {
		if sort := sortOf(&Cube.facts().operations[i].matrix); sort != unmoved {
			class[sort]++
		}
	}
	return class
}

// nameOfCubes returns the name of a class.
func nameOfCubes(class cubeClass) string {
	for _, c := range cubeClasses {
		if c.class == class {
			return c.name
		}
	}
	return ""
}
