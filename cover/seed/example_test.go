// SPDX-License-Identifier: BSD-3-Clause

package seed_test

import (
	"context"
	"fmt"

	"polka/cover/seed"
	"polka/shapes"
)

// A problem as text, as a binary string, and solved.
func Example() {
	p, err := seed.Parse("5x2\n\n2\nPP\nPP\nP.\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	binary, err := p.MarshalBinary()
	fmt.Printf("%x %v\n", binary, err)
	puzzle, err := p.Puzzle()
	if err == nil {
		fmt.Println(puzzle.First(context.Background()))
	}
	// Output:
	// 02050156af20 <nil>
	// aaabb/aabbb <nil>
}

// Twelve different pentominoes drawn for a box are all of them.
func ExampleDraw() {
	p := seed.Draw(10, 6, shapes.Pentominoes(), true, 1)
	puzzle, _ := p.Puzzle()
	fmt.Println(puzzle.Distinct().Count(context.Background()))
	// Output: 2339 <nil>
}
