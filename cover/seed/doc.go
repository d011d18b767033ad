// Package seed reads and writes problems of the polyomino seeder, a Perl program that turned pieces
// drawn in text into short binary strings for a solver.
//
// A [Problem] is a box, or a piece to be tripled, or a picture of a board, and pieces with their
// numbers of copies. Its text, its binary string and the puzzle of package cover are three forms of
// it:
//
//	p, err := seed.Parse("4x5\n\nPP\nPP\nP.\n\n3\nL.\nL.\nLL\nL.\n")
//	if err == nil {
//		binary, err := p.Encode()
//		...
//		tiling, err := p.Puzzle().First(ctx)
//	}
//
// [Arguments] are what the program was called with. docs/formats.md describes both formats; strings
// that the program has made are in testdata.
package seed
