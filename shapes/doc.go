// Package shapes knows the cells of lattices and the figures made of them: polyominoes,
// polyiamonds, polyhexes, polycubes and others; their named pieces, their symmetries, their forms
// in text; how to list them and how many there are.
//
// A [Shape] is a finite set of cells of one [Lattice]. It is an immutable value: every method that
// changes something gives a new shape. Shapes can be compared with ==, used as keys of maps,
// printed on one line, and read back by [Parse]. The smallest useful program draws a piece and all
// the ways in which it can lie:
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
// size, [Each] visits them, [Count] counts them and [Save] writes them to a file, which it
// continues after an interruption. [Shape.Canonical] returns the representative of a shape's class.
// Functions that can take long have a context.
//
// [Set] returns a set of pieces by its name, such as "pentominoes" or "soma". [Parse] reads a shape
// from text, and [ReadFile] reads a file of shapes.
//
// Package cover puts shapes together. Package render draws them; this package draws only text. It
// depends on no module other than Go's library, and can be compiled to WebAssembly.
package shapes
