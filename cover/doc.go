// Package cover lays pieces on boards.
//
// A Puzzle is a Board and some pieces. It becomes an exact cover problem of
// package dlx, whose solutions come back as Tilings: which piece lies where.
// The smallest useful program tiles a rectangle with the twelve pentominoes:
//
//	puzzle := cover.New(cover.Rectangle(6, 10), shapes.Pentominoes()...)
//	tiling, err := puzzle.First(context.Background())
//	if err == nil {
//		fmt.Println(tiling.Text())
//	}
//
// New uses each piece once. With adds Sets, whose pieces may be used any number
// of times, or within bounds, and may be restricted in how they lie:
//
//	cover.New(cover.Aztec(5)).With(cover.Pieces(shapes.Domino()).Any())
//
// Boards may have holes, cells that may stay free, and marks; ParseBoard reads
// them from pictures. Catalog has classic puzzles by name. RepTiles, Order,
// Rectangles, SmallestRectangle, CommonFigure and Dissect answer the questions
// that are asked most, with the reason for what is impossible.
//
// Tilings are counted as they lie on the board, or up to the symmetry of the
// board: p.Distinct() is the puzzle p up to symmetry, and Counts returns both
// numbers. Where the board is symmetric,
// only a fraction of the tilings is searched for (locked.go) and none need be
// visited to be counted (burnside.go). Before a search, area, fit and colorings
// are tried as proofs that there is none (proof.go).
//
// The package searches nothing itself (package dlx does), knows no lattice
// (package shapes does) and draws nothing but letters (package render does).
// Its children read and write the formats of other programs.
package cover
