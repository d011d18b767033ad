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
// New takes each piece once. Tile takes Sets, whose pieces may be used any
// number of times, or within bounds, and in fewer ways:
//
//	cover.Tile(cover.Aztec(5), cover.Pieces(shapes.Domino()).Any())
//
// Boards may have holes, cells that may stay free, and marks; ParseBoard reads
// them from pictures. Catalog has classic puzzles by name. RepTiles, Order,
// Rectangles, SmallestRectangle, CommonFigure and Dissect answer the questions
// that are asked most, with the reason for what is impossible.
//
// Counts come in two kinds: Count is the number of tilings as they lie on the
// board, CountDistinct counts those as one that a turn or a reflection of the
// board takes to each other; Tally gives both. Where the board is symmetric,
// only a fraction of the tilings is searched for (locked.go) and none need be
// visited to be counted (burnside.go). Before a search, area, fit and colorings
// are tried as proofs that there is none (proof.go).
//
// The package searches nothing itself (package dlx does), knows no lattice
// (package shapes does) and draws nothing but letters (package render does).
// Its children read and write the formats of other programs.
package cover
