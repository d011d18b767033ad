// SPDX-License-Identifier: BSD-3-Clause

package plane

import (
	"context"
	"testing"

	"polka/plane/internal/sat"
	"polka/shapes"
)

// TestClauses compares coronas found by clauses with those found by the search, and checks them.
func TestClauses(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	ctx := context.Background()
	for _, test := range []struct {
		lattice *shapes.Lattice
		n       int
	}{{shapes.Square, 7}, {shapes.Square, 8}, {shapes.Hexagon, 6}, {shapes.Triangle, 9}, {shapes.Kite, 5}, {shapes.Kite, 6}} {
		inParallel(t, test.lattice, test.n, func(s shapes.Shape) {
			tile, corners, err := disk(s)
			if err != nil || corners == nil {
				return
			}
			if _, tiles, _ := tile.isohedral(ctx, corners); tiles {
				return
			}
			a := newAnalysis(tile)
			for k := 1; k <= 2; k++ {
				for _, holes := range []bool{true, false} {
					want := false
					if !a.within(mostSteps, func() { want = a.extend(ctx, []motion{identity}, k, holes, func([][]motion) {}) }) {
						continue
					}
					noHoles := k
					if holes {
						noHoles--
					}
					list, got, decided := a.solve(ctx, k, noHoles)
					if !decided || got != want {
						t.Errorf("%v: %d coronas, with holes %v: %v by clauses (decided %v), %v by search", s, k, holes, got, decided, want)
					}
					if got {
						if err := checkCoronas(s, a.shapesOf(list), holes); err != nil {
							t.Errorf("%v: %d coronas, with holes %v: %v", s, k, holes, err)
						}
					}
				}
			}
		})
	}
}

// TestPlace checks that all copies are listed that may belong to a patch.
func TestPlace(t *testing.T) {
	ctx := context.Background()
	inParallel(t, shapes.Kite, 6, func(s shapes.Shape) {
		tile, corners, err := disk(s)
		if err != nil || corners == nil {
			return
		}
		l := &levels{analysis: newAnalysis(tile), coronas: 4, noHoles: 3, solver: sat.New(), number: make(map[motion]int)}
		if !l.place(ctx) {
			return
		}
		for j := 2; j <= l.coronas; j++ {
			for i, m := range l.copies {
				if l.level[i] >= j {
					break
				}
				if l.level[i] == 1 && j > 2 {
					continue // it touches the shape, so that it belongs to the first patch or to none
				}
				for r, n := range l.neighbors {
					q := l.canonical(l.after(m, n))
					if l.relationOf(q) != apart || !l.permitted(ctx, j, int32(r)) {
						continue
					}
					if k, ok := l.number[q]; !ok || l.level[k] > j {
						t.Errorf("%v: %v, a neighbor of %v, is not among the copies of the first %d coronas", s, q, m, j)
						return
					}
				}
			}
		}
	})
}

// TestHard has shapes whose coronas are found or excluded by clauses only; the search would take
// minutes or hours.
func TestHard(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, test := range []struct {
		shape             string
		number, withHoles int
	}{
		{"hexagon [(0,0), (1,0), (2,0), (2,1), (3,1), (3,2), (4,2), (3,3)]", 1, 2},
		{"hexagon [(0,0), (1,0), (1,1), (2,1), (1,2), (1,3), (1,4), (0,5)]", 1, 1},
		{"hexagon [(0,0), (1,0), (1,1), (3,1), (0,2), (1,2), (2,2), (2,3)]", 3, 3},
	} {
		s := shapes.MustParse(test.shape)
		c, err := Heesch(context.Background(), s)
		if err != nil || c.Number != test.number || c.WithHoles != test.withHoles {
			t.Errorf("%v: %v, %v, want %d and %d", s, c, err, test.number, test.withHoles)
		}
		if err := checkCoronas(s, c.Whole, false); err != nil {
			t.Errorf("%v: %v", s, err)
		}
		if err := checkCoronas(s, c.List, true); err != nil {
			t.Errorf("%v: %v", s, err)
		}
	}
}
