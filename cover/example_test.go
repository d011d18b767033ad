// SPDX-License-Identifier: BSD-3-Clause

package cover_test

import (
	"context"
	"fmt"

	"polka/cover"
	"polka/dlx"
	"polka/shapes"
)

// The twelve pentominoes on three rows of twenty squares: eight tilings, two
// up to symmetry.
func Example() {
	puzzle := cover.New(cover.Rectangle(3, 20), shapes.Pentominoes()...)
	fmt.Println(puzzle.Count(context.Background()))
	tilings, err := puzzle.Distinct().All(context.Background())
	for _, t := range tilings {
		fmt.Println(t.Text())
		fmt.Println()
	}
	fmt.Println(err)
	// Output:
	// 8 <nil>
	// UUXPPPZYYYYWTFNNNVVV
	// UXXXPPZZZYWWTFFFNNLV
	// UUXIIIIIZWWTTTFLLLLV
	//
	// VZYYYYWTFNNNIIIIIXUU
	// VZZZYWWTFFFNNLPPXXXU
	// VVVZWWTTTFLLLLPPPXUU
	//
	// <nil>
}

// Boards can be pictures, and pieces can come in several copies.
func ExampleParseBoard() {
	board, err := cover.ParseBoard(`
		.##.
		####
		####
		.##.`)
	if err != nil {
		fmt.Println(err)
		return
	}
	l, _ := shapes.PieceByName("trominoes", "L")
	puzzle := cover.New(board, l, l, l, l)
	fmt.Println(puzzle)
	fmt.Println(puzzle.Count(context.Background()))
	fmt.Println(puzzle.First(context.Background()))

	// Output:
	// 4 pieces (4 L) on the board [(1,0), (2,0), (0,1), (1,1), (2,1), (3,1), (0,2), (1,2), (2,2), (3,2), (1,3), (2,3)]
	// 3 <nil>
	// .aa./bacc/bbdc/.dd. <nil>
}

// Two tilings of a square by two dominoes are the same after a quarter turn.
func ExampleDistinct() {
	puzzle := cover.New(cover.Rectangle(2, 2), shapes.Domino(), shapes.Domino())
	tilings, _ := puzzle.All(context.Background())
	fmt.Println(tilings)
	fmt.Println(cover.Distinct(tilings))
	// Output:
	// [aa/bb ab/ab]
	// [aa/bb]
}

// A solver can stop early, and returns statistics of the search.
func ExampleSolver() {
	solver := cover.New(cover.Rectangle(6, 10), shapes.Pentominoes()...).Solver(dlx.Options{Limit: 3})
	tilings, result, err := solver.All(context.Background())
	fmt.Println(len(tilings), err, result.Nodes < 10000)
	// Output: 3 <nil> true
}

func ExampleNew_area() {
	puzzle := cover.New(cover.Rectangle(8, 8), shapes.Pentominoes()...)
	fmt.Println(puzzle.Err())
	// Output: cover: 12 pieces with 60 cells in all cannot cover a board of 64 cells
}

// Behind every puzzle there is an exact cover problem.
func ExamplePuzzle_Problem() {
	i, _ := shapes.PieceByName("trominoes", "I")
	puzzle := cover.New(cover.Rectangle(2, 4), i, i, shapes.Domino())
	problem, _ := puzzle.Problem()
	fmt.Print(problem.DLX())
	// Output:
	// 2|I domino 0,0 0,1 1,0 1,1 2,0 2,1 3,0 3,1
	// I 0,0 1,0 2,0
	// I 1,0 2,0 3,0
	// I 0,1 1,1 2,1
	// I 1,1 2,1 3,1
	// domino 0,0 1,0
	// domino 1,0 2,0
	// domino 2,0 3,0
	// domino 0,1 1,1
	// domino 1,1 2,1
	// domino 2,1 3,1
	// domino 0,0 0,1
	// domino 1,0 1,1
	// domino 2,0 2,1
	// domino 3,0 3,1
}

// Counting up to symmetry does not visit the tilings: 12988816 of the chessboard by dominoes.
func ExamplePuzzle_Distinct() {
	dominoes := make([]shapes.Shape, 32)
	for i := range dominoes {
		dominoes[i] = shapes.Domino()
	}
	puzzle := cover.New(cover.Rectangle(8, 8), dominoes...)
	fmt.Println(puzzle.Count(context.Background()))
	fmt.Println(puzzle.Distinct().Count(context.Background()))
	// Output:
	// 12988816 <nil>
	// 1629189 <nil>
}

func ExamplePuzzle_Design() {
	d, err := cover.New(cover.Rectangle(6, 10), shapes.Pentominoes()...).Design(context.Background(), cover.DesignOptions{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d.Text()) // the letter of a piece reserves its cell
	fmt.Println("effort", d.Effort)
	// Output:
	// V#########
	// ##########
	// ####Y#####
	// ##########
	// #P########
	// #######L##
	// effort 7112
}

func ExampleDesignBoard() {
	d, err := cover.DesignBoard(context.Background(), shapes.Pentominoes()[:4], cover.DesignOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d.Puzzle.Board().Shape().Size(), "cells")
	// Output: 20 cells
}
