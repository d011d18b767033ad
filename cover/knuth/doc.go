// SPDX-License-Identifier: BSD-3-Clause

// Package knuth reads and writes the data of three programs by Donald E. Knuth that make exact
// cover problems from boards and pieces: POLYOMINOES, POLYIAMONDS and POLYOMINO-DLX.
//
// A [Dance] is the input of the first two, a [Box] that of the third. Both write the output of
// the programs, byte for byte, and become puzzles of package cover. The smallest useful program
// is the filter
//
//	box, err := knuth.ReadPolyominoDLX(os.Stdin)
//	if err == nil {
//		err = box.WriteDLX(os.Stdout)
//	}
//
// The programs limit the lengths of lines and names and the numbers of pieces and placements;
// this package does not. Where the programs fail on input that breaks their rules, this package
// returns a *cover.SyntaxError. docs/formats.md lists a few faults of the programs, which this
// package does not have.
//
// The package was written from the descriptions in the programs and from their output; it
// contains none of their code.
//
// [ParsePairs] and [ParseBrackets] read the cells of a single shape as these programs write them,
// and [Pairs] and [Brackets] write them.
package knuth
