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
//	for _, q := range p.Orientations() {
//		fmt.Println(q)
//	}
//
// Words are used as in the literature. Two shapes are the same fixed polyform if a translation
// takes one to the other, the same one-sided polyform if a rotation may help, the same free
// polyform if a reflection may help too; [Shape.Normal], [Shape.OneSided] and [Shape.Canonical]
// give the representative of each class.
//
// [Free], [OneSided] and [Fixed] list all polyforms of a size, [EachFree] and its like visit them,
// [CountFree] and its like count them. What takes time takes a context.
//
// [Set] knows sets of pieces by name, such as "pentominoes" and "soma". [Parse] reads shapes from
// text, [ReadFile] from files, and [SaveFree] and its like write all polyforms of a size to a file,
// which they continue if they were interrupted.
//
// The package does not put shapes together; package cover does. It does not draw, except in ASCII;
// package render does. It imports nothing but Go's library, and builds for WebAssembly.
package shapes
