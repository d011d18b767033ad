// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"context"
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
