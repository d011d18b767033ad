// SPDX-License-Identifier: BSD-3-Clause

package assembly

import (
	"slices"

	"polka/shapes"
)

// Faces returns the faces of a cell: for each the corners, in halves of the coordinates, in their
// order around it. They follow one another counterclockwise as seen from outside, if x, y and z are
// right-handed.
//
// A face is in a plane through three corners with none beyond it.
func (m *Motion) Faces(c shapes.Cell) (faces [][][3]int) {
	corners := m.Corners(c)
	for i, p := range corners {
		for j, q := range corners {
			for k, r := range corners {
				n := cross(minus(q, p), minus(r, p))
				if j <= i || k <= i || n == (vector{}) || slices.ContainsFunc(corners, func(c vector) bool { return dot(n, minus(c, p)) > 0 }) {
					continue
				}
				var in []vector
				for _, c := range corners {
					if dot(n, minus(c, p)) == 0 {
						in = append(in, c)
					}
				}
				face := around(in, n)
				if !slices.ContainsFunc(faces, func(f [][3]int) bool { return slices.Equal(f, face) }) {
					faces = append(faces, face)
				}
			}
		}
	}
	return faces
}

// around sorts the corners of a face with an outer normal: after each comes the one with no other
// to its right.
func around(in []vector, n vector) []vector {
	face := []vector{in[0]}
	for len(face) < len(in) {
		at := face[len(face)-1]
		next := at
		for _, c := range in {
			if next == at || dot(n, cross(minus(next, at), minus(c, at))) < 0 {
				next = c
			}
		}
		face = append(face, next)
	}
	return face
}
