// SPDX-License-Identifier: BSD-3-Clause

package plane

import (
	"context"
	"testing"

	"polka/shapes"
)

// TestDerivedLattices decides for small shapes on the lattices whose symmetries were found, some of
// which have glide reflections but no reflections through the same points.
func TestDerivedLattices(t *testing.T) {
	ctx := context.Background()
	for _, test := range []struct {
		name  string
		cells int
		tile  int // how many of the free shapes tile the plane; -1 if only the tilings are checked
	}{
		{"cairo", 1, 1}, {"cairo", 2, -1}, {"cairo", 3, -1},
		{"floret", 1, 1}, {"floret", 2, -1},
		{"prismatic", 1, 1}, {"prismatic", 2, -1},
		{"rhombille", 1, 1}, {"rhombille", 3, -1},
		{"kisrhombille", 1, 1}, {"triakis", 1, 1}, {"tetrakis", 1, 1}, {"deltoidal", 1, 1},
		{"snub-square", 1, 0}, {"snub-square", 3, -1},
		{"trihexagonal", 1, 0},
	} {
		l, err := shapes.LatticeByName(test.name)
		if err != nil {
			t.Fatal(err)
		}
		list, err := shapes.Enumerate(ctx, l, test.cells, shapes.Free)
		if err != nil {
			t.Fatal(err)
		}
		tile := 0
		for _, s := range list {
			a, err := Decide(ctx, s)
			if err != nil {
				t.Fatalf("%v: %v", s, err)
			}
			if a.Verdict != Tiles {
				continue
			}
			tile++
			if err := checkTiling(a.Tiling); err != nil {
				t.Errorf("%v: %v", s, err)
			}
		}
		t.Logf("%s: %d of %d shapes of %d cells tile", test.name, tile, len(list), test.cells)
		if test.tile >= 0 && tile != test.tile {
			t.Errorf("%s: %d of %d shapes of %d cells tile, expected %d", test.name, tile, len(list), test.cells, test.tile)
		}
	}
	s := shapes.MustParse("snub-square [(0,0,0)]") // a square among triangles cannot be surrounded by squares
	if c, err := Heesch(ctx, s); err != nil || c.Number != 0 || c.AtLeast {
		t.Errorf("Heesch(%v) = %v, %v; expected 0", s, c, err)
	}
}
