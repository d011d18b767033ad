// SPDX-License-Identifier: BSD-3-Clause

package knuth_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"polka/cover/knuth"
)

// Two dominoes in a square, as POLYOMINO-DLX takes and gives them.
func Example() {
	box, err := knuth.ReadPolyominoDLX(strings.NewReader("[1-2][1-2]\n2|D 0[01]\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(box.WriteDLX(os.Stdout), box.Farewell())
	puzzle, err := box.Puzzle()
	if err == nil {
		fmt.Println(puzzle.All(context.Background()))
	}
	// Output:
	// | [1-2][1-2]
	// | 2|D 0[01]
	// | this file was created by polyomino-dlx from that data
	//  11 12 21 22 2|D
	// D 11 12
	// D 21 22
	// D 11 21
	// D 12 22
	// <nil> Altogether 4 cells, 1 pieces, 2 base placements.
	// [ab/ab aa/bb] <nil>
}

// An input of POLYOMINOES with a mistake.
func ExampleReadPolyominoes() {
	_, err := knuth.ReadPolyominoes(strings.NewReader("11 12 21 22\nD\nD 3 1 00 01\n"))
	fmt.Println(err)
	// Output: line 3, column 3: expected the number of turns, 1, 2 or 4, found "3"
}
