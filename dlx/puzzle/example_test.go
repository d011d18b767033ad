// SPDX-License-Identifier: BSD-3-Clause

package puzzle_test

import (
	"context"
	"fmt"

	"polka/dlx/puzzle"
)

func ExampleNewQueens() {
	q := puzzle.NewQueens(8)
	fmt.Println(q.Problem().Count(context.Background()))
	small := puzzle.NewQueens(4)
	s, err := small.Problem().Containing(1).Unique(context.Background()) // a queen in row 0, column 1
	fmt.Println(small.Decode(s), err)
	// Output:
	// 92 <nil>
	// . Q . .
	// . . . Q
	// Q . . .
	// . . Q . <nil>
}

func ExampleNewLangford() {
	l := puzzle.NewLangford(4)
	all, _ := l.Problem().All(context.Background())
	for _, s := range all {
		fmt.Println(l.Decode(s))
	}
	// Unordered output:
	// [2 3 4 2 1 3 1 4]
	// [4 1 3 1 2 4 3 2]
}

func ExampleParseSudoku() {
	p, err := puzzle.ParseSudoku(`
		53. .7. ...
		6.. 195 ...
		.98 ... .6.

		8.. .6. ..3
		4.. 8.3 ..1
		7.. .2. ..6

		.6. ... 28.
		... 419 ..5
		... .8. .79`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p)
	s, err := p.Problem().Unique(context.Background())
	fmt.Println(p.Decode(s), err)
	// Output:
	// sudoku with boxes of 3 by 3, 30 numbers given
	// 5 3 4 6 7 8 9 1 2
	// 6 7 2 1 9 5 3 4 8
	// 1 9 8 3 4 2 5 6 7
	// 8 5 9 7 6 1 4 2 3
	// 4 2 6 8 5 3 7 9 1
	// 7 1 3 9 2 4 8 5 6
	// 9 6 1 5 3 7 2 8 4
	// 2 8 7 4 1 9 6 3 5
	// 3 4 5 2 8 6 1 7 9 <nil>
}

// A Latin square has each number once in each row and column.
func ExampleNewLatin() {
	p, err := puzzle.NewLatin(4).Given("1... .1.. ..1. ....")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Problem().Count(context.Background()))
	// Output: 24 <nil>
}

func ExampleParseJigsaw() {
	p, err := puzzle.ParseJigsaw(`
		aaab
		acbb
		cccb
		dddd`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Problem().Count(context.Background()))
	q, _ := p.Given("2314 4123 .... ....")
	s, err := q.Problem().Unique(context.Background())
	fmt.Println(q.Decode(s), err)
	// Output:
	// 96 <nil>
	// 2 3 1 4
	// 4 1 2 3
	// 3 2 4 1
	// 1 4 3 2 <nil>
}

// Perfect matchings of a grid are coverings by dominoes.
func ExampleNewMatchings() {
	m := puzzle.NewMatchings(puzzle.GridGraph(8, 8))
	fmt.Println(m.Problem().Count(context.Background()))
	// Output: 12988816 <nil>
}

func ExampleNewColoring() {
	g, err := puzzle.ParseGraph("a-b b-c c-d d-a a-c")
	if err != nil {
		fmt.Println(err)
		return
	}
	c := puzzle.NewColoring(g, 3)
	fmt.Println(c.Problem().Count(context.Background()))
	all, _ := c.Problem().Containing(0, 4).All(context.Background()) // a in color 1, b in color 2
	for _, s := range all {
		fmt.Println(c.Text(s))
	}
	// Output:
	// 6 <nil>
	// a:1 b:2 c:3 d:2
}

func ExampleNewPartitions() {
	p := puzzle.NewPartitions(3)
	all, _ := p.Problem().All(context.Background())
	for _, s := range all {
		fmt.Println(p.Text(s))
	}
	// Unordered output:
	// {1} {2} {3}
	// {1} {2 3}
	// {1 2} {3}
	// {2} {1 3}
	// {1 2 3}
}

// Partitions into triples.
func ExampleNewPartitions_blocks() {
	fmt.Println(puzzle.NewPartitions(12, 3).Problem().Count(context.Background()))
	// Output: 15400 <nil>
}

func ExampleParseWords() {
	w, err := puzzle.ParseWords(3, 3, "cat tie tap")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(w.Problem().Count(context.Background()))
	q := w.Problem().Without(0) // not CAT from the upper left corner to the right
	fmt.Println(q.Count(context.Background()))
	// Output:
	// 152 <nil>
	// 142 <nil>
}

func ExampleParseEdgeMatching() {
	e, err := puzzle.ParseEdgeMatching(1, 2, "abcd bbbb", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(e.Problem().Count(context.Background()))
	s, err := e.Problem().Containing(0).Unique(context.Background())
	fmt.Println(e.Text(s), err)
	// Output:
	// 2 <nil>
	//  a | b
	// d b|b b
	//  c | b <nil>
}
