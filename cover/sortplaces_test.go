// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"polka/shapes"
)

// TestSortPlaces compares with sorting the places themselves, for numbers of cells on both sides
// of what a key has room for.
func TestSortPlaces(t *testing.T) {
	r := rand.New(rand.NewPCG(36, 3))
	for range 2000 {
		size, most := 1+r.IntN(6), []int{3, 40, 1<<16 + 2, 1 << 20}[r.IntN(4)]
		var list []place
		for range r.IntN(30) {
			q := place{colors: []string{"", "ab", "b"}[r.IntN(3)]}
			for range size {
				low := max(0, most-4)
				q.cells = append(q.cells, int32([]int{r.IntN(most), low + r.IntN(most-low)}[r.IntN(2)]))
			}
			slices.Sort(q.cells)
			list = append(list, q)
		}
		want := slices.Clone(list)
		slices.SortFunc(want, func(a, b place) int {
			if c := slices.Compare(a.cells, b.cells); c != 0 {
				return c
			}
			return strings.Compare(a.colors, b.colors)
		})
		same := func(a, b place) bool { return slices.Equal(a.cells, b.cells) && a.colors == b.colors }
		want = slices.CompactFunc(want, same)
		if got := sortPlaces(list); !slices.EqualFunc(got, want, same) {
			t.Fatalf("got %v, expected %v", got, want)
		}
	}
}

// TestColorings holds each form that is left out to an earlier one that has the same classes of
// cells, and finds no two of those that are left with the same ones.
func TestColorings(t *testing.T) {
	classes := func(c coloring) string {
		number := map[int]int{}
		var text strings.Builder
		for x := range 4 {
			for y := range 4 {
				for z := range 4 {
					k := c.of(shapes.Cell{X: x, Y: y, Z: z})
					if _, ok := number[k]; !ok {
						number[k] = len(number)
					}
					fmt.Fprint(&text, number[k])
				}
			}
		}
		if c.modulus == 3 { // the cells of the loops show too little of it
			return fmt.Sprint(3, text.String())
		}
		return text.String()
	}
	seen := map[string]bool{}
	for m := 2; m <= 4; m++ {
		for x := range m {
			for y := range m {
				for z := range m {
					if x+y+z == 0 {
						continue
					}
					c := coloring{x, y, z, m, false}
					if text := classes(c); c.first() == seen[text] {
						t.Errorf("%v: first is %v", c, c.first())
					} else {
						seen[text] = true
					}
				}
			}
		}
	}
}
