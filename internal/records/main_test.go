// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"math/big"
	"slices"
	"testing"
)

// TestKnown counts terms that are known, in each way.
func TestKnown(t *testing.T) {
	for _, s := range sequences {
		most, engines := 6, []string{"bits", "memo", "frontier"}
		if s.problem == nil {
			most, engines = 12, []string{""}
		}
		if testing.Short() {
			most--
		}
		for _, engine := range engines {
			for i, w := range s.all(engine) {
				if i < len(s.ways) && engine != engines[0] {
					continue
				}
				for n := 1; n <= min(most, len(s.known)); n++ {
					if count, err := w(t.Context(), n); err != nil || count.Cmp(big.NewInt(s.known[n-1])) != 0 {
						t.Errorf("%s(%d) is %v in way %d (%s), expected %d; %v", s.name, n, count, i+1, engine, s.known[n-1], err)
					}
				}
			}
		}
	}
}

// TestParts compares the parts that the ways consist of: both transfer matrices with each other and
// with published numbers, and the two programs for symmetric trees.
func TestParts(t *testing.T) {
	most := 14
	if testing.Short() {
		most = 11
	}
	for _, trees := range []bool{false, true} {
		strip, points := stripSticks(most, trees), pointSticks(most, trees)
		if !slices.Equal(strip, points) {
			t.Errorf("trees %v: %d by strips, %d by points", trees, strip, points)
		}
	}
	for n := 1; n <= most; n++ {
		for i, s := range symmetries(n) {
			orbits, growth := symmetricSticks(n, s, true), symmetricTrees(n, s)
			if orbits != growth {
				t.Errorf("%d trees of %d sticks have symmetry %d by orbits, %d by growth", orbits, n, i, growth)
			}
		}
	}
}
