// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"context"
	"math/big"
	"slices"
	"testing"
)

// The numbers of polyforms that the operations of each class of subgroups leave as they are,
// against a look at each.
func TestCountInvariantAgainstAllPolyforms(t *testing.T) {
	ctx := context.Background()
	for l, most := range map[*Lattice]int{Square: 8, Triangle: 9, Hexagon: 6, King: 5, Stick: 8, Tan: 6, Kite: 6, Cube: 5} {
		classes := l.subgroupClasses()
		if want := map[*Lattice]int{Square: 8, Triangle: 10, Hexagon: 10, King: 8, Stick: 8, Tan: 8, Kite: 10, Cube: 33}[l]; len(classes) != want {
			t.Errorf("%v: %d classes of subgroups, want %d", l, len(classes), want)
		}
		if testing.Short() {
			most--
		}
		for n := 1; n <= most; n++ {
			fixed, err := Enumerate(ctx, l, n, Fixed)
			if err != nil {
				t.Fatal(err)
			}
			want := make([]int64, len(classes))
			for _, s := range fixed {
				var own []int
				for _, g := range s.Symmetries() {
					own = append(own, g.operation)
				}
				for i, class := range classes {
					if !slices.ContainsFunc(class.operations, func(op int) bool { return !slices.Contains(own, op) }) {
						want[i]++
					}
				}
			}
			for i, class := range classes {
				got, err := countInvariant(ctx, l, n, class.operations)
				if err != nil || got.Int64() != want[i] {
					t.Errorf("%v, %d cells: %v are invariant under operations %v, want %d (%v)", l, n, got, class.operations, want[i], err)
				}
			}
		}
	}
}

// TestCountInvariant compares the average of invariant polyforms with their orbits, and some
// numbers with lists.
func TestCountInvariant(t *testing.T) {
	ctx := t.Context()
	for _, l := range []*Lattice{Square, Stick, Triangle, Kite} {
		for n := 1; n <= 5; n++ {
			sum := new(big.Int)
			for i, g := range l.Isometries() {
				got, err := CountInvariant(ctx, g, n)
				if err != nil {
					t.Fatal(err)
				}
				sum.Add(sum, got)
				want := int64(0)
				if err := Each(ctx, l, n, Fixed, func(s Shape) bool {
					if g.Apply(s).Normal().Equal(s.Normal()) {
						want++
					}
					return true
				}); err != nil {
					t.Fatal(err)
				}
				if got.Int64() != want {
					t.Errorf("%v: %v polyforms of %d cells are invariant under isometry %d, expected %d", l, got, n, i, want)
				}
			}
			free, err := Count(ctx, l, n, Free)
			if err != nil || sum.Cmp(free.Mul(free, big.NewInt(int64(len(l.Isometries()))))) != 0 {
				t.Errorf("%v: the sum for %d cells is %v; %v", l, n, sum, err)
			}
		}
	}
	tesseract, _ := LatticeByName("tesseract")
	if _, err := CountInvariant(ctx, tesseract.Isometries()[0], 2); err == nil {
		t.Error("no error for the tesseract")
	}
	if _, err := CountInvariant(ctx, Isometry{}, -1); err == nil {
		t.Error("no error for a negative number")
	}
}
