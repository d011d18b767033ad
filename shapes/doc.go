// SPDX-License-Identifier: BSD-3-Clause

// Package shapes works with polyforms, figures made of the cells of a lattice: polyominoes,
// polyiamonds, polyhexes, polycubes and others. It lists and counts them, finds their symmetries,
// reads and writes them as text, and provides sets of pieces by name.
//
// A [Shape] is a finite set of cells of one [Lattice]. It is an immutable value: methods such as
// [Shape.Rotate] return a new shape. Shapes can be compared with ==, used as keys of maps, printed
// on one line, and read back by [Parse]. The smallest useful program draws a piece and lists its
// orientations:
//
//	p, _ := shapes.Pentomino("P")
//	fmt.Println(p.Text())
//	for _, q := range p.Orientations(shapes.Free) {
//		fmt.Println(q)
//	}
//
// Two shapes are the same fixed polyform if a translation maps one to the other. They are the same
// one-sided polyform if rotations are allowed as well, and the same free polyform if reflections
// are allowed too. A [Class] selects one of these meanings: [Enumerate] lists all polyforms of a
// size, [Each] visits them, [Count] counts them, and [Save] writes them to a file and can be
// resumed after an interruption. [Shape.Canonical] returns the shape that stands for all those that
// a class regards as the same. Functions that can take longer than a second have a context as their
// first parameter; if it ends first, they return its error.
//
// [SetByName] returns a set of pieces by its name, such as "pentominoes" or "soma". [Parse] reads a
// shape from text, and [ReadFile] reads a file of shapes.
//
// Package cover tiles boards with shapes. Package render draws pictures of them; this package draws
// only text. It imports only Go's library and small packages of this module, and builds for
// WebAssembly.
package shapes
