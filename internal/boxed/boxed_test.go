// SPDX-License-Identifier: BSD-3-Clause

package boxed

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestOrder compares orders with those of a sort, with one sorter for boxes of all sizes.
func TestOrder(t *testing.T) {
	type cell struct{ x, y, z int }
	random := rand.New(rand.NewPCG(36, 1))
	var s Sorter
	for range 2000 {
		side := cell{1 + random.IntN(9), 1 + random.IntN(9), 1 + random.IntN(9)}
		least := cell{random.IntN(99) - 50, random.IntN(99) - 50, random.IntN(1<<40) - 1<<39}
		size := side.x * side.y * side.z
		var cells []cell
		for _, p := range random.Perm(size)[:random.IntN(size+1)] {
			cells = append(cells, cell{least.x + p%side.x, least.y + p/side.x%side.y, least.z + p/side.x/side.y})
		}
		if begun := s.Begin(len(cells), least.x, least.y, least.z, side.x, side.y, side.z); begun != (size <= sparse*len(cells)) {
			t.Fatalf("Begin returns %v for %d cells of %v", begun, len(cells), side)
		} else if !begun {
			continue
		}
		want := make([]int32, len(cells))
		for i, c := range cells {
			s.Add(c.x, c.y, c.z)
			want[i] = int32(i)
		}
		slices.SortFunc(want, func(i, j int32) int {
			a, b := cells[i], cells[j]
			return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(a.x, b.x), cmp.Compare(a.z, b.z))
		})
		if got := s.Order(); !slices.Equal(got, want) {
			t.Fatalf("cells %v: order %v, want %v", cells, got, want)
		}
	}
}

// TestBegin tries sides whose product is too large for an int.
func TestBegin(t *testing.T) {
	const huge = 1 << 40
	fits := func(cells, x, y, z int) bool { return new(Sorter).Begin(cells, 0, 0, 0, x, y, z) }
	if !fits(1, 4, 4, 2) || fits(1, 4, 4, 3) || fits(2, huge, huge, huge) || fits(0, 1, 1, 1) {
		t.Error("Begin is wrong about the sizes of boxes")
	}
}
