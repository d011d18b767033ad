// SPDX-License-Identifier: BSD-3-Clause

// Package cover tiles boards with pieces.
//
// A Puzzle is a Board and some pieces. It becomes an exact cover problem of package dlx, and the
// solutions become Tilings. The smallest useful program tiles a rectangle with the twelve
// pentominoes:
//
//	puzzle := cover.New(cover.Rectangle(6, 10), shapes.Pentominoes()...)
//	tiling, err := puzzle.First(context.Background())
//	if err == nil {
//		fmt.Println(tiling.Text())
//	}
//
// New uses each piece once. With adds Sets, whose pieces may have any number of copies and may be
// restricted in how they lie:
//
//	cover.New(cover.Aztec(5)).With(cover.Pieces(shapes.Domino()).Any())
//
// Boards may have holes, optional cells and marks; ParseBoard reads them from pictures. Catalog
// lists well-known puzzles. FindRectangles, FindSmallestRectangle, FindRepTiles, FindCommonFigures
// and Dissect answer common questions, and give the reason for what is impossible. CountDistricts
// counts the ways to divide a board into connected districts. CountStrips describes the numbers of
// tilings of all boards with a given number of rows.
//
// The methods Count, First, All and Each of a Puzzle solve it; Puzzle.Solver does the same with the
// options of package dlx and also returns statistics. Tilings are counted as they lie on the board.
// For a puzzle p, p.Distinct() is the puzzle in which they are counted up to the symmetry of the
// board, and p.Counts returns both numbers. A Family is the set of all tilings, and counts those
// that contain a placement.
//
// On a symmetric board only a fraction of the tilings is searched for (locked.go), and they are
// counted up to symmetry without visiting them (burnside.go). Before a search, area, fit and
// colorings are tried as proofs that there is no tiling (proof.go).
//
// The solver is in package dlx, lattices are in package shapes, and pictures in package render.
// The packages below this one read and write the formats of other programs.
package cover
