// Package plane decides whether copies of a shape tile the plane, and if not, how often copies can
// surround it.
//
// Decide looks for a tiling of the whole plane by one shape, which may be rotated and reflected.
// The answer has a tiling, or the number of coronas that are impossible. Heesch returns the largest
// number of coronas by which the shape can be surrounded, and the coronas. The smallest useful
// program:
//
//	p, _ := shapes.Pentomino("F")
//	answer, err := plane.Decide(context.Background(), p)
//	if err == nil {
//		fmt.Println(answer) // tiles: isohedral, symmetry group p2 (2222), ...
//	}
//
// Isohedral, Translations and Conway look for tilings of one kind, and Periodic for one with the
// fewest copies in a period. They and Decide work on the lattices whose cells fill the plane side
// by side: shapes.Square, Triangle, Hexagon, Tan and Kite. Only tilings in which the cells of all
// copies are cells of the lattice count.
//
// A Tiling is a certificate that can be checked without this package: the copies of one period and
// the translations that repeat them. Its methods return its symmetry group and the number of orbits
// of its copies. Package render draws answers, tilings and coronas.
//
// The package finds tilings of the unbounded plane; package cover tiles bounded boards. It is a
// package of its own, not a part of cover, because it shares nothing with boards and pieces: its
// problems are small, many, and about relative positions of copies. So it needs only package
// shapes, and package render can draw its values.
package plane
