// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"fmt"
	"math/big"

	"polka/dlx"
)

// tilings are the sequences of tilings of squares.
var tilings = []sequence{
	square("A360498", "tilings of an n by n square by oblongs with distinct dimensions", false, dimensions,
		0, 0, 4, 12, 256, 3620, 87216, 2444084, 87181220),
	square("A360499", "the same by rectangles", true, dimensions, 1, 1, 21, 269, 4489, 82981, 2995185, 118897973),
	square("A360725", "the same by oblongs with distinct height and width, in this order", false, heightAndWidth,
		0, 0, 4, 36, 1056, 31052, 1473944, 87469884),
	square("A360256", "the same by rectangles", true, heightAndWidth, 1, 1, 33, 513, 14409, 693025, 50447161),
	square("A360804", "the same by rectangles with distinct areas", true, area, 1, 1, 21, 253, 2401, 36237, 815929, 18713197),
}

// square returns the sequence of tilings of squares by rectangles that differ in what kind returns.
func square(name, about string, squares bool, kind func(height, width int) string, known ...int64) sequence {
	return sequence{name: name, about: about, known: known, problem: squareBy(squares, kind), ways: []way{
		func(_ context.Context, n int) (*big.Int, error) {
			return big.NewInt(newFloor(n, squares, kind).lay()), nil
		},
	}}
}

// A floor is a square that is tiled from the top: the filled cells of each column are its first
// ones.
type floor struct {
	n      int
	filled []int
	kind   [][]int // by height and width; -1 for rectangles that are not allowed
	used   []bool  // kinds
}

func newFloor(n int, squares bool, kind func(height, width int) string) *floor {
	f := &floor{n: n, filled: make([]int, n+1), kind: make([][]int, n+1)}
	f.filled[n] = n + 1 // a wall
	number := map[string]int{}
	for height := range f.kind {
		f.kind[height] = make([]int, n+1)
		for width := range f.kind[height] {
			name := kind(height, width)
			if _, ok := number[name]; !ok {
				number[name] = len(number)
			}
			f.kind[height][width] = number[name]
			if height == width && !squares {
				f.kind[height][width] = -1
			}
		}
	}
	f.used = make([]bool, len(number))
	return f
}

// lay returns the number of ways to complete the tiling: it tries all rectangles at the first of
// the highest empty cells.
func (f *floor) lay() int64 {
	x := 0
	for i, filled := range f.filled[:f.n] {
		if filled < f.filled[x] {
			x = i
		}
	}
	y := f.filled[x]
	if y == f.n {
		return 1
	}
	sum := int64(0)
	for width := 1; f.filled[x+width-1] == y; width++ {
		for height := 1; height <= f.n-y; height++ {
			kind := f.kind[height][width]
			if kind < 0 || f.used[kind] {
				continue
			}
			f.used[kind] = true
			for i := x; i < x+width; i++ {
				f.filled[i] = y + height
			}
			sum += f.lay()
			for i := x; i < x+width; i++ {
				f.filled[i] = y
			}
			f.used[kind] = false
		}
	}
	return sum
}

// What is distinct for the rectangles of a tiling.
func dimensions(height, width int) string {
	return fmt.Sprintf("%dx%d", min(height, width), max(height, width))
}
func heightAndWidth(height, width int) string { return fmt.Sprintf("%dx%d", height, width) }
func area(height, width int) string           { return fmt.Sprintf("area%d", height*width) }

// squareBy returns the problem to tile squares by rectangles, at most one of each kind.
func squareBy(squares bool, kind func(height, width int) string) func(n int) *dlx.Problem {
	return func(n int) *dlx.Problem {
		p := dlx.New()
		cell := func(y, x int) string { return fmt.Sprintf("%d,%d", y, x) }
		for y := range n {
			for x := range n {
				p = p.AddItems(dlx.Item{Name: cell(y, x)})
			}
		}
		named := map[string]bool{}
		for height := 1; height <= n; height++ {
			for width := 1; width <= n; width++ {
				if name := kind(height, width); !named[name] && (squares || height != width) {
					named[name] = true
					p = p.AddItems(dlx.Item{Name: name, Secondary: true})
				}
			}
		}
		for height := 1; height <= n; height++ {
			for width := 1; width <= n; width++ {
				if !squares && height == width {
					continue
				}
				for y := 0; y+height <= n; y++ {
					for x := 0; x+width <= n; x++ {
						names := []string{kind(height, width)}
						for i := range height {
							for j := range width {
								names = append(names, cell(y+i, x+j))
							}
						}
						p = p.AddOption(names...)
					}
				}
			}
		}
		return p
	}
}
