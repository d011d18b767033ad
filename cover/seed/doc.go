// SPDX-License-Identifier: BSD-3-Clause

// Package seed reads and writes problems of the polyomino seeder, a Perl program that encodes
// pieces drawn as text in short binary strings for a solver.
//
// A [Problem] is a board and pieces with their numbers of copies. The board is a box, a picture,
// or one of the pieces enlarged three times. A problem has three forms: a text, a binary string,
// and a puzzle of package cover:
//
//	p, err := seed.Parse("4x5\n\nPP\nPP\nP.\n\n3\nL.\nL.\nLL\nL.\n")
//	if err == nil {
//		binary, err := p.MarshalBinary()
//		...
//		puzzle, err := p.Puzzle()
//	}
//
// [Arguments] are the arguments of the program. docs/formats.md describes both formats; testdata
// contains strings that the program made.
package seed
