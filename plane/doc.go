// SPDX-License-Identifier: BSD-3-Clause

// Package plane decides whether copies of a shape tile the plane, and if not, how often copies can
// surround it.
//
// Decide looks for a tiling of the whole plane by one shape, which may be rotated and reflected.
// The answer contains a tiling, or the number of coronas that are impossible. Heesch returns the
// largest number of coronas by which the shape can be surrounded, and the coronas. The smallest
// useful program:
//
//	p, _ := shapes.Pentomino("F")
//	answer, err := plane.Decide(context.Background(), p)
//	if err == nil {
//		fmt.Println(answer) // tiles: isohedral, symmetry group p2 (2222), ...
//	}
//
// FindIsohedral, FindTranslations and FindConway look for tilings of one kind, and FindPeriodic for
// one with the fewest copies in a period. EachPeriodic visits all tilings with so many copies in a
// period, FindFewestOrbits finds the isohedral number of a shape, and FindMixed a tiling by several
// shapes. These, Decide and Heesch work on the lattices whose cells fill the plane side by side:
// shapes.Square, Triangle, Hexagon, Tan and Kite, the tilings that shapes.LatticeByName finds, such
// as "cairo", and those of shapes.NewLattice. Only tilings in which the cells of all copies are
// cells of the lattice count.
//
// FindRectangle, FindHalfStrip and FindStrip look for tilings of these regions by a polyomino, for
// a given number of rows, and FindSmallestRectangle for a rectangle with the fewest copies.
// Classify searches all numbers of rows up to a limit, and proves that some polyominoes tile no
// rectangle of any size.
//
// # What is proved
//
// Every positive answer has a certificate that can be checked without this package. A Tiling
// consists of the copies of one period and the translations that repeat them, a Band of the copies
// of a rectangle or of a period of a strip, and Coronas of the copies around a shape. Package
// render draws all of them.
//
// Negative answers are proofs by exhaustion:
//
//   - FindTranslations and FindConway decide by a criterion, which for the former is necessary and
//     sufficient. FindIsohedral is a complete search.
//   - FindPeriodic, EachPeriodic and FindMixed are complete searches for the given number of copies
//     in a period. FindFewestOrbits says what it has proved.
//   - FindRectangle, FindHalfStrip and FindStrip are complete searches for the given number of
//     rows, and FindSmallestRectangle for the given number of copies.
//   - The coronas that Decide and Heesch exclude do not exist. A shape without k coronas does not
//     tile.
//
// Decide and Classify combine such searches in a fixed order with fixed limits. What they neither
// find nor exclude is Undecided, as is the hat for Decide.
//
// The package finds tilings of the plane, and of regions whose size is not given; package cover
// tiles boards. It is a package of its own because it shares nothing with boards and
// pieces: its problems are small, many, and about relative positions of copies. So it needs only
// package shapes, and package render can draw its values.
package plane
