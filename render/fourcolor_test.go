// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"polka/shapes"
)

// partition cuts a rectangle into connected parts of random sizes.
func partition(t *rapid.T, rows, columns, largest int) []shapes.Shape {
	return partitionOf(t, shapes.Rectangle(rows, columns), largest)
}

// partitionOf cuts a shape into random connected parts.
func partitionOf(t *rapid.T, board shapes.Shape, largest int) []shapes.Shape {
	free := map[shapes.Cell]bool{}
	l := board.Lattice()
	for _, c := range board.Cells() {
		free[c] = true
	}
	var parts []shapes.Shape
	for _, start := range board.Cells() {
		if !free[start] {
			continue
		}
		size := rapid.IntRange(1, largest).Draw(t, "size")
		cells := []shapes.Cell{start}
		delete(free, start)
		for len(cells) < size {
			var edge []shapes.Cell
			for _, c := range cells {
				for _, d := range l.Neighbors(c) {
					if free[d] {
						edge = append(edge, d)
					}
				}
			}
			if len(edge) == 0 {
				break
			}
			c := edge[rapid.IntRange(0, len(edge)-1).Draw(t, "next")]
			cells = append(cells, c)
			delete(free, c)
		}
		parts = append(parts, shapes.New(l, cells...))
	}
	return parts
}

func TestFourColorsSuffice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := partition(t, 8, 10, rapid.IntRange(1, 9).Draw(t, "largest"))
		colors := fourColors(parts)
		for i, near := range adjacency(parts) {
			if colors[i] < 0 || colors[i] >= tilingColors {
				t.Errorf("part %v has color %d", parts[i], colors[i])
			}
			for _, j := range near {
				if colors[i] == colors[j] {
					t.Errorf("%v and %v touch and have color %d", parts[i], parts[j], colors[i])
				}
			}
		}
	})
}

// Parts that are not connected can need more colors: here each of five touches each other one.
func TestMoreColorsWhereNeeded(t *testing.T) {
	var cells [5][]shapes.Cell
	x := 0
	for i := range cells {
		for j := range i {
			cells[i] = append(cells[i], shapes.Cell{X: x})
			cells[j] = append(cells[j], shapes.Cell{X: x + 1})
			x += 3
		}
	}
	var parts []shapes.Shape
	for _, c := range cells {
		parts = append(parts, shapes.New(shapes.Square, c...))
	}
	seen := map[int]bool{}
	for _, c := range fourColors(parts) {
		seen[c] = true
	}
	if len(seen) != 5 {
		t.Errorf("five parts that touch each other have %d colors", len(seen))
	}
}

// A large board of dominoes is colored without going back often.
func TestFourColorsOnLargeBoards(t *testing.T) {
	var parts []shapes.Shape
	for y := range 32 {
		for x := range 16 {
			parts = append(parts, shapes.Domino().Translate(2*x+y%2, y, 0))
		}
	}
	for i, c := range fourColors(parts) {
		if c >= tilingColors {
			t.Fatalf("domino %d has color %d", i, c)
		}
	}
}

func Example_fourColors() {
	var chain []shapes.Shape
	for x := range 4 {
		chain = append(chain, shapes.Monomino().Translate(x, 0, 0))
	}
	fmt.Println(fourColors(chain))
	// Output: [2 0 1 3]
}
