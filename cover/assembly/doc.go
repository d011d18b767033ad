// SPDX-License-Identifier: BSD-3-Clause

// Package assembly takes solid puzzles apart: burrs, and other pieces of cubes that lock one
// another.
//
// Disassemble finds out whether pieces can be taken apart by moving them along the three axes,
// alone or in groups, and the shortest way to the first separation. The smallest useful program:
//
//	a := shapes.MustParse("cube [(0,0,0), (1,0,0), (0,0,1)]")
//	b := shapes.MustParse("cube [(1,0,1), (2,0,1), (2,0,0)]")
//	d, err := assembly.Disassemble(context.Background(), []shapes.Shape{a, b}, assembly.Options{})
//	if err == nil {
//		fmt.Println(d.Text())
//	}
//
// The level of an assembly is the number of moves until the first pieces are away, followed by
// those of the parts that remain, such as 7.3.2; it is counted as in BurrTools by Andreas Röver. A
// move shifts a group of pieces by any number of steps along one axis. Rotations are not
// considered: a puzzle that only comes apart by turning a piece is reported as locked.
//
// Other cells than cubes are described by a Motion: their corners, and the directions of moves.
//
// An assembly is a list of shapes on the lattice of cubes, as they lie. Those of a tiling are
// returned by its method Shapes. Package burr reads and writes files of assemblies, package render
// draws the moves, and package play shows them in space.
package assembly
