// SPDX-License-Identifier: BSD-3-Clause

// Package fabrication makes files with which pieces of polyforms are made: solids for 3D printers
// (STL and 3MF), sheets for laser cutters (SVG and DXF), and pages of paper (PDF).
//
// [Plates] makes solids of pieces and lays them out on plates. Shapes of cubes, and of the other
// lattices of space, are solids already; shapes of a planar lattice get a thickness. The smallest
// useful program writes the pieces of the Soma cube:
//
//	plates, err := fabrication.Plates(shapes.Soma(), fabrication.SolidOptions{Gap: 0.2, Edge: 1})
//	if err != nil {
//		log.Fatal(err)
//	}
//	err = plates[0].Save("soma.stl")
//
// [Sheets] lays out the outlines of planar pieces to cut them out of wood or acrylic. [Pages] draws
// pieces and boards at true scale, and nets of solids to fold.
//
// All lengths are millimeters. Files show a piece as a drawing on a page does: x to the right and y
// up, with rows of cells downward, and layers of cubes upward. So a chiral piece is not exchanged
// with its mirror image.
//
// The package does not find tilings (package cover does) and does not draw on screens (package
// render).
package fabrication
