// Package knuth reads and writes the data of three programs by Donald E. Knuth that make exact
// cover problems out of boards and pieces: POLYOMINOES, POLYIAMONDS and POLYOMINO-DLX.
//
// A [Dance] is what the first two read, a [Box] what the third one reads. Both write what the
// programs write, byte for byte, and become puzzles of package cover. The smallest useful program
// is the filter
//
//	box, err := knuth.ReadPolyominoDLX(os.Stdin)
//	if err == nil {
//		err = box.WriteDLX(os.Stdout)
//	}
//
// The programs have limits, on the lengths of lines and names and on the numbers of pieces and
// placements; here there are none. They stop at, or stumble over, input that breaks their rules;
// here such input gives a *cover.SyntaxError. And they have a few faults, which docs/formats.md
// names, and which are not repeated here.
//
// The package was written from the descriptions in the programs and from what they put out; it has
// none of their code.
package knuth
