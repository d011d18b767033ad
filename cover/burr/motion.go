// SPDX-License-Identifier: BSD-3-Clause

package burr

import (
	"math"
	"sync"

	"polka/cover/assembly"
	"polka/shapes"
)

// motions are how pieces move on the grids whose cells are polyhedra, by their numbers; nil for
// cubes. There is none for spheres.
var motions = sync.OnceValue(func() map[string]*assembly.Motion {
	return map[string]*assembly.Motion{
		"0": nil,
		// The directions of BurrTools, in its order: levels depend on it.
		"1": {Axes: []shapes.Cell{{Z: 1}, {X: 2}, {X: 1, Y: 1}, {X: -1, Y: 1}}, Corners: prism, Scale: [3]float64{0.5, math.Sqrt(0.75), 1}},
		"3": {Axes: cubicAxes(5), Corners: rhombicTetrahedron},
		"4": {Axes: cubicAxes(3), Corners: tetrahedronOrOctant},
	}
})

// cubicAxes lists the axes from a cube's middle to its faces, edges and corners, by one cube.
func cubicAxes(side int) []shapes.Cell {
	var list []shapes.Cell
	for parts := 1; parts <= 3; parts++ {
		for x := 0; x <= 1; x++ {
			for y := -x; y <= 1; y++ {
				for z := -max(x, y); z <= 1; z++ {
					if c := (shapes.Cell{X: side * x, Y: side * y, Z: side * z}); x*x+y*y+z*z == parts && (x > 0 || y > 0 || z > 0) {
						list = append(list, c)
					}
				}
			}
		}
	}
	return list
}

// prism returns the corners of a prism, twice their coordinates. Triangles are two places wide.
func prism(c shapes.Cell) (list [][3]int) {
	base, tip := 2*c.Y, 2*c.Y+2
	if modulo(c.X+c.Y, 2) != 0 {
		base, tip = tip, base
	}
	for z := 2 * c.Z; z <= 2*c.Z+2; z += 2 {
		list = append(list, [3]int{2 * c.X, base, z}, [3]int{2*c.X + 4, base, z}, [3]int{2*c.X + 2, tip, z})
	}
	return list
}

// rhombicTetrahedron returns the corners of a tetrahedron, twice their coordinates: the middle of
// a block of 5 by 5 by 5 places, that of a face, and two neighboring corners of that face.
func rhombicTetrahedron(c shapes.Cell) [][3]int {
	var middle, face, edge, along [3]int
	for i, n := range [3]int{c.X, c.Y, c.Z} {
		rest := modulo(n, 5)
		middle[i] = 2 * (n - rest)
		switch p := rest - 2; p {
		case 2, -2:
			face[i] = 5 * p / 2
		case 1, -1:
			edge[i] = 5 * p
		default:
			along[i] = 5
		}
	}
	list := [][3]int{middle, middle, middle, middle}
	for i := range 3 {
		list[1][i] += face[i]
		list[2][i] += face[i] + edge[i] + along[i]
		list[3][i] += face[i] + edge[i] - along[i]
	}
	return list
}

// tetrahedronOrOctant returns the corners of the tetrahedron in the middle of a block of 3 by 3 by
// 3 places, or of an eighth of an octahedron at one of its corners, twice their coordinates.
func tetrahedronOrOctant(c shapes.Cell) (list [][3]int) {
	var middle, corner [3]int // of the block, and the signs of the corner as seen from it
	blocks := 0
	for i, n := range [3]int{c.X, c.Y, c.Z} {
		rest := modulo(n, 3)
		middle[i], corner[i] = 2*(n-rest), rest-1
		blocks += (n - rest) / 3
	}
	at := func(signs [3]int) {
		p := middle
		for i, s := range signs {
			p[i] += 3 * s
		}
		list = append(list, p)
	}
	if corner != [3]int{} {
		at(corner)
		for i := range corner {
			next := corner
			next[i] = -next[i]
			at(next)
		}
		return list
	}
	for k := range 8 {
		signs, lows := [3]int{1, 1, 1}, 0
		for i := range signs {
			if k>>i&1 != 0 {
				signs[i] = -1
				lows++
			}
		}
		if modulo(lows+blocks, 2) == 1 {
			at(signs)
		}
	}
	return list
}
