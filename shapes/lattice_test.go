// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"fmt"
	"slices"
	"testing"
)

func TestNeighborsByHand(t *testing.T) {
	for _, test := range []struct {
		lattice *Lattice
		cell    Cell
		want    []Cell
	}{
		{Square, Cell{0, 0, 0}, []Cell{{0, -1, 0}, {-1, 0, 0}, {1, 0, 0}, {0, 1, 0}}},
		{Triangle, Cell{0, 0, 0}, []Cell{{0, -1, 1}, {-1, 0, 1}, {0, 0, 1}}},
		{Triangle, Cell{5, 7, 1}, []Cell{{5, 7, 0}, {6, 7, 0}, {5, 8, 0}}},
		{Hexagon, Cell{0, 0, 0}, []Cell{{0, -1, 0}, {1, -1, 0}, {-1, 0, 0}, {1, 0, 0}, {-1, 1, 0}, {0, 1, 0}}},
		{Stick, Cell{0, 0, 0}, []Cell{{0, -1, 1}, {1, -1, 1}, {-1, 0, 0}, {0, 0, 1}, {1, 0, 0}, {1, 0, 1}}},
		{Cube, Cell{0, 0, 0}, []Cell{{0, -1, 0}, {-1, 0, 0}, {0, 0, -1}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}}},
	} {
		if got := test.lattice.Neighbors(test.cell); !slices.Equal(got, test.want) {
			t.Errorf("%v: neighbors of %v are %v, want %v", test.lattice, test.cell, got, test.want)
		}
	}
}

// The sides of all cells have length 1 on paper, and corners come clockwise.
func TestCornersOnPaper(t *testing.T) {
	for _, l := range []*Lattice{Square, Triangle, Hexagon, King} {
		for kind := range l.NumKinds() {
			corners := l.Corners(Cell{2, 3, kind})
			area := 0.0
			for i, p := range corners {
				x0, y0 := l.Project(p)
				x1, y1 := l.Project(corners[(i+1)%len(corners)])
				if d := (x1-x0)*(x1-x0) + (y1-y0)*(y1-y0); d < 0.999 || d > 1.001 {
					t.Errorf("%v: a side of cell kind %d has the square of its length %v", l, kind, d)
				}
				area += x0*y1 - x1*y0
			}
			if area <= 0 {
				t.Errorf("%v: the corners of cell kind %d are not clockwise", l, kind)
			}
		}
	}
}

func TestSymmetryNamesOnOtherLattices(t *testing.T) {
	for _, test := range []struct{ shape, name string }{
		{"triangle [(0,0,0)]", "three upright axes"},
		{"triangle [(0,0,0), (0,0,1)]", "two axes"},
		{"triangle [(0,0,0), (0,0,1), (1,0,0)]", "upright axis"},
		{"triangle [(0,0,0), (0,0,1), (1,0,0), (1,0,1)]", "half turn"},
		{"triangle [(0,1,1), (1,1,0), (1,0,1), (1,0,0), (0,0,1), (0,1,0)]", "full"},
		{"hexagon [(0,0)]", "full"},
		{"hexagon [(0,0), (1,0)]", "two axes"},
		{"hexagon [(0,0), (1,0), (0,1)]", "three upright axes"},
		{"hexagon [(0,0), (1,-1), (-1,0), (0,1)]", "three level axes"},
		{"hexagon [(0,0), (1,0), (1,1), (2,1)]", "half turn"},
		{"king [(0,0), (1,1)]", "two diagonals"},
		{"stick [(0,0,0), (0,0,1)]", "diagonal"},
		{"cube [(0,0,0)]", "full"},
		{"cube [(0,0,0), (1,0,0)]", "D4h"},
		{"cube [(0,0,0), (1,0,0), (1,1,0), (1,1,1)]", "C2'"},
	} {
		if got := MustParse(test.shape).Symmetry(); got != test.name {
			t.Errorf("symmetry of %s is %q, want %q", test.shape, got, test.name)
		}
	}
}

func ExampleShape_Text() {
	for _, line := range []string{
		"triangle [(0,0,1), (1,0,0), (1,0,1), (0,1,0)]",
		"hexagon [(0,0), (1,0), (0,1), (2,1)]",
		"cube [(0,0,0), (1,0,0), (1,0,1)]",
	} {
		s, _ := Parse(line)
		fmt.Printf("%s\n\n", s.Text())
	}
	// Output:
	// .^v^
	//  v...
	//
	// # # .
	//  # . #
	//
	// ##
	//
	// .#
}
