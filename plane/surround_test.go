// SPDX-License-Identifier: BSD-3-Clause

package plane

import (
	"context"
	"slices"
	"testing"

	"polka/shapes"
)

// TestStrengthen compares the pairs that strengthen keeps with those that occur in a list of all
// coronas.
func TestStrengthen(t *testing.T) {
	if testing.Short() {
		t.Skip("lists all coronas")
	}
	ctx := context.Background()
	for _, test := range []struct {
		lattice     *shapes.Lattice
		first, last int
	}{{shapes.Kite, 6, 6}} {
		for n := test.first; n <= test.last; n++ {
			list, err := shapes.Enumerate(ctx, test.lattice, n, shapes.Free)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range list {
				tile, corners, err := disk(s)
				if err != nil || corners == nil {
					continue
				}
				a, b := newAnalysis(tile), newAnalysis(tile)
				for d := 2; d <= 4 && !a.impossible(ctx, d); d++ {
					b.impossible(ctx, d)
					a.strengthen(ctx, d)
					b.keepSlowly(ctx, d)
					if !slices.Equal(a.fold[d-1], b.fold[d-1]) {
						t.Errorf("%v: other pairs may be %d-fold than those in all coronas", s, d)
						break
					}
				}
			}
		}
	}
}

// keepSlowly is strengthen without skipping coronas.
func (a *analysis) keepSlowly(ctx context.Context, d int) {
	for i := range a.neighbors {
		a.allowed(ctx, d, int32(i))
	}
	keep := make([]bool, len(a.neighbors))
	var coronas [][]motion
	a.surround(ctx, []motion{identity}, d-1, false, func(corona []motion) int {
		coronas = append(coronas, slices.Clone(corona))
		if len(coronas) > mostCoronas {
			return enough
		}
		return noJump
	})
	if len(coronas) > mostCoronas {
		return
	}
	for _, corona := range coronas {
		if !a.surround(ctx, append([]motion{identity}, corona...), d-2, false, func([]motion) int { return enough }) {
			for _, m := range corona {
				keep[a.relationOf(m)] = true
			}
		}
	}
	for i, o := range a.opposite {
		if !keep[i] || !keep[o] {
			a.fold[d-1][i], a.fold[d-1][o] = no, no
		}
	}
	a.fold = a.fold[:d]
	if len(a.alone) > d {
		a.alone = a.alone[:d]
	}
}
