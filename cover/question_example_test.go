// SPDX-License-Identifier: BSD-3-Clause

package cover_test

import (
	"context"
	"fmt"
	"strings"

	"polka/cover"
	"polka/dlx"
	"polka/shapes"
)

// Any number of each tetromino, in the square of side 4.
func ExamplePuzzle_With() {
	puzzle := cover.New(cover.Rectangle(4, 4)).With(cover.Pieces(shapes.Tetrominoes()...).Any())
	fmt.Println(puzzle.Counts(context.Background()))
	// Output: 22 tilings up to 8 symmetries, 117 in all <nil>
}

// Three sets in one puzzle: two L, at most one square, and dominoes to fill up.
func ExampleSet() {
	l, _ := shapes.PieceByName("tetrominoes", "L")
	o, _ := shapes.PieceByName("tetrominoes", "O")
	puzzle := cover.New(cover.Rectangle(3, 4)).With(
		cover.Pieces(l).Times(2),
		cover.Pieces(o).AtMost(1),
		cover.Pieces(shapes.Domino()).Any())
	fmt.Println(puzzle)
	fmt.Println(puzzle.Count(context.Background()))
	// Output:
	// pieces (2 L, 0 to 1 O, any domino) on the board 3x4
	// 50 <nil>
}

// The six fixed trominoes are pieces that can only be moved.
func ExampleForms() {
	puzzle := cover.New(cover.Rectangle(3, 6)).With(cover.Forms(shapes.Fixed, shapes.MustSetByName("trominoes")...))
	fmt.Println(puzzle)
	fmt.Println(puzzle.Counts(context.Background()))
	// Output:
	// 6 pieces (I1, I2, L1, L2, L3, L4) on the board 3x6
	// 6 tilings up to 4 symmetries, 24 in all <nil>
}

// Mirror twins are exchanged by a reflection of the board, unless they are to
// be kept apart.
func ExamplePuzzle_TwinsApart() {
	puzzle := cover.New(cover.Rectangle(3, 30)).With(cover.Forms(shapes.OneSided, shapes.Pentominoes()...))
	fmt.Println(puzzle.Counts(context.Background()))
	fmt.Println(puzzle.TwinsApart().Counts(context.Background()))
	// Output:
	// 46 tilings up to 4 symmetries, 184 in all <nil>
	// 92 tilings up to 2 symmetries, 184 in all <nil>
}

// Why the five tetrominoes make no rectangle.
func ExamplePuzzle_Impossible() {
	puzzle := cover.New(cover.Rectangle(4, 5), shapes.Tetrominoes()...)
	fmt.Println(puzzle.Impossible())
	_, err := puzzle.First(context.Background())
	fmt.Println(strings.HasPrefix(err.Error(), "dlx: there is no solution: color each cell"))
	// Output:
	// color each cell by x+y modulo 2: the board has 10 cells of color 0, and the pieces can take 9 or 11
	// true
}

// A board with a cell that may stay free and two that are reserved for the
// domino.
func ExampleBoard() {
	board, err := cover.ParseBoard(`
		##?
		#DD`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(board)
	l, _ := shapes.PieceByName("trominoes", "L")
	puzzle := cover.New(board, l, shapes.Domino().Named("D"))
	fmt.Println(puzzle.First(context.Background()))
	// Output:
	// 2x3; optional [(2,0)]; mark D [(1,1), (2,1)]
	// LL-/LDD <nil>
}

func ExampleHexagon() {
	lozenge := shapes.MustParse("triangle [(0,0,0), (0,0,1)]")
	puzzle := cover.New(cover.Hexagon(shapes.Triangle, 3, 3, 3)).With(cover.Pieces(lozenge).Any())
	fmt.Println(puzzle.Count(context.Background()))
	// Output: 980 <nil>
}

func ExampleParseSet() {
	set, err := cover.ParseSet("2*tetrominoes L; any*domino; ##/#.")
	fmt.Println(set, err)
	// Output: 2 L, any domino, ? <nil>
}

func ExampleCatalogByName() {
	soma, err := cover.CatalogByName("soma-cube")
	fmt.Println(soma, err)
	fmt.Println(soma.Puzzle().Counts(context.Background()))
	// Output:
	// soma-cube: Piet Hein's Soma cube, mirror images counted once; 240 tilings up to symmetry, 11520 in all (J. H. Conway and M. Guy (1961)) <nil>
	// 240 tilings up to 48 symmetries, 11520 in all <nil>
}

// Ten octominoes tile their own enlargement by the factor 4.
func ExampleFindRepTiles() {
	tilings, err := cover.FindRepTiles(context.Background(), 8, 4)
	fmt.Println(len(tilings), err)
	// Output: 10 <nil>
}

// The order of the Y pentomino is 10; all smaller rectangles are excluded.
func ExampleFindSmallestRectangle() {
	y, _ := shapes.PieceByName("pentominoes", "Y")
	answer, err := cover.FindSmallestRectangle(context.Background(), cover.Pieces(y).Between(1, -1), 60)
	fmt.Println(len(answer.Tiling.Placements), "pieces in", answer.Board, err)
	fmt.Println(answer.Excluded[0])
	// Output:
	// 10 pieces in 5x10 <nil>
	// 1x5: impossible: piece Y does not fit on the board
}

// The seven one-sided tetrominoes make no rectangle, and for each there is a
// reason.
func ExampleFindRectangles() {
	answers, err := cover.FindRectangles(context.Background(), cover.Forms(shapes.OneSided, shapes.Tetrominoes()...))
	for _, a := range answers {
		fmt.Println(a)
	}
	fmt.Println(err)
	// Output:
	// 4x7: impossible: color each cell by x+y modulo 2: the board has 14 cells of color 0, and the pieces can take 13 or 15
	// 2x14: impossible: color each cell by x+y modulo 2: the board has 14 cells of color 0, and the pieces can take 13 or 15
	// 1x28: impossible: piece S does not fit on the board
	// <nil>
}

// Copies of the T tetromino and of the square tile a common figure.
func ExampleFindCommonFigures() {
	tee, _ := shapes.PieceByName("tetrominoes", "T")
	o, _ := shapes.PieceByName("tetrominoes", "O")
	tilings, err := cover.FindCommonFigures(context.Background(), 16, tee, o)
	for _, t := range tilings {
		fmt.Println(len(t.Placements), "pieces on", t.Board)
	}
	fmt.Println(err)
	// Output:
	// 4 pieces on 4x4
	// 4 pieces on 4x4
	// <nil>
}

func ExampleDissect() {
	repeated, distinct, err := cover.Dissect(context.Background(), cover.Rectangle(2, 3), 3)
	fmt.Println(repeated)
	fmt.Println(distinct)
	fmt.Println(err)
	// Output:
	// 2x3: aaa/bbb
	// 2x3: impossible: color each cell by y modulo 2: the board has 3 cells of color 0, and the pieces can take 1, 2, 4 or 5
	// <nil>
}

// Problems in Knuth's format become puzzles if their items are cells and pieces.
func ExampleFromProblem() {
	problem, _ := dlx.Parse("11 12 21 22 2|D\nD 11 12\nD 21 22\nD 11 21\nD 12 22\n")
	puzzle, err := cover.FromProblem(problem, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(puzzle.All(context.Background()))
	_, err = cover.FromProblem(dlx.New("a b").AddOption("a b"), nil)
	fmt.Println(err)
	// Output:
	// [ab/ab aa/bb] <nil>
	// cover: item b is neither a cell, such as 3b, nor a piece, which would be the first item of its options
}
