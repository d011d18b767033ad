// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"testing"
)

// Of fixed polytans the encyclopedia has no sequence; these numbers were found by growing and
// removing duplicates.
func TestFixedPolytans(t *testing.T) {
	for i, want := range []int64{4, 9, 24, 71, 224, 740, 2496, 8565, 29792} {
		got, err := Count(context.Background(), Tan, i+1, Fixed)
		if err != nil || got.Cmp(big.NewInt(want)) != 0 {
			t.Errorf("%v fixed polytans of %d tans, want %d (%v)", got, i+1, want, err)
		}
	}
}

// What is put together from tans: no square holds a quarter, two that face each other, or three.
func TestPolytansConsistOfTans(t *testing.T) {
	for n := 1; n <= 6; n++ {
		err := Each(context.Background(), Tan, n, Fixed, func(s Shape) bool {
			if s.Area() != n || !s.Connected() || s != s.Normal() {
				t.Errorf("%v is no polytan of %d tans in the corner", s, n)
			}
			if cut := cutTans(s); len(cut) > 0 {
				t.Errorf("%v has a part of the squares %v", s, cut)
			}
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// The symmetries of the lattice take what polyforms are made of to what polyforms are made of.
func TestUnitsAreInvariant(t *testing.T) {
	for _, l := range Lattices() {
		for _, unit := range l.facts().units {
			for _, g := range l.Isometries() {
				var image []Cell
				for _, c := range unit {
					image = append(image, g.ApplyCell(c))
				}
				slices.SortFunc(image, Cell.Compare)
				if !slices.ContainsFunc(l.unitsWith(image[0]), func(u []Cell) bool { return slices.Equal(u, image) }) {
					t.Errorf("%v: %v takes %v to %v", l, g, unit, image)
				}
			}
		}
	}
}

// A square does not remember its diagonal: three tans make four polytans, not five.
func ExampleEnumerate_tan() {
	list, err := Enumerate(context.Background(), Tan, 3, Free)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range list {
		fmt.Println(s, s.Area(), s.Symmetry())
	}
	// Output:
	// tan [(0,0,0), (0,0,1), (0,0,2), (0,0,3), (1,0,0), (1,0,3)] 3 none
	// tan [(0,0,0), (0,0,1), (1,0,2), (1,0,3), (1,1,0), (1,1,1)] 3 diagonal
	// tan [(0,0,0), (0,0,1), (1,0,2), (1,0,3), (1,1,0), (1,1,3)] 3 none
	// tan [(0,0,1), (0,0,2), (1,0,2), (1,0,3), (0,1,0), (0,1,1)] 3 diagonal
}
