// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"

	"polka/dlx"
)

var sequences = []sequence{
	{"A360498", "tilings of an n by n square by oblongs with distinct dimensions",
		[]int64{0, 0, 4, 12, 256, 3620, 87216, 2444084, 87181220}, squareBy(false, dimensions), nil},
	{"A360499", "the same by rectangles", []int64{1, 1, 21, 269, 4489, 82981, 2995185, 118897973}, squareBy(true, dimensions), nil},
	{"A360725", "the same by oblongs with distinct height and width, in this order",
		[]int64{0, 0, 4, 36, 1056, 31052, 1473944, 87469884}, squareBy(false, heightAndWidth), nil},
	{"A360256", "the same by rectangles", []int64{1, 1, 33, 513, 14409, 693025, 50447161}, squareBy(true, heightAndWidth), nil},
	{"A360804", "the same by rectangles with distinct areas", []int64{1, 1, 21, 253, 2401, 36237, 815929, 18713197}, squareBy(true, area), nil},
	{"A151537", "one-sided polysticks of n sticks, as in sticks.go",
		[]int64{1, 2, 7, 25, 99, 416, 1854, 8411, 38980, 182829, 867096, 4145168, 19955321, 96619260}, nil, oneSidedSticks},
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
