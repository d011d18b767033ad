// SPDX-License-Identifier: BSD-3-Clause

package boxed

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestOrder compares orders with those of a sort, with one sorter for boxes of all sizes.
func TestOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(36, 1))
	var s Sorter
	for range 2000 {
		size := 1 + random.IntN(300)
		places := make([]int32, 0, size)
		for _, p := range random.Perm(size)[:random.IntN(size+1)] {
			places = append(places, int32(p))
		}
		want := make([]int32, len(places))
		for i := range want {
			want[i] = int32(i)
		}
		slices.SortFunc(want, func(a, b int32) int { return int(places[a] - places[b]) })
		if got := s.Order(places, size); !slices.Equal(got, want) {
			t.Fatalf("places %v: order %v, want %v", places, got, want)
		}
	}
}

// TestFits tries sides whose product is too large for an int.
func TestFits(t *testing.T) {
	const huge = 1 << 40
	if !Fits(1, 4, 4, 2) || Fits(1, 4, 4, 3) || Fits(2, huge, huge, huge) || Fits(0, 1, 1, 1) {
		t.Error("Fits is wrong about the sizes of boxes")
	}
}
