// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"testing"
)

// Horizontal lines at many heights meet a row-convex shape, and no other, in one segment each.
func TestRowConvexKites(t *testing.T) {
	for n := 1; n <= 5; n++ {
		err := Each(context.Background(), Kite, n, Fixed, func(s Shape) bool {
			want := true
			for h := -1.97; h < 3*float64(n); h += 0.1 {
				want = want && oneSegment(s, h)
			}
			if got := s.RowConvex(); got != want {
				t.Errorf("%v: row-convex %v, want %v", s, got, want)
			}
			if got := s.Rotate(1).ColumnConvex(); got != want {
				t.Errorf("%v, rotated: column-convex %v, want %v", s, got, want)
			}
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// oneSegment reports whether the horizontal line at a height meets a shape in at most one segment.
func oneSegment(s Shape, height float64) bool {
	l := s.Lattice()
	type segment struct{ from, to float64 }
	var list []segment
	for _, c := range s.Cells() {
		corners := l.Corners(c)
		var cuts []float64
		for i, p := range corners {
			x, y := l.Project(p)
			u, v := l.Project(corners[(i+1)%len(corners)])
			if (y < height) != (v < height) {
				cuts = append(cuts, x+(u-x)*(height-y)/(v-y))
			}
		}
		if len(cuts) == 2 {
			list = append(list, segment{min(cuts[0], cuts[1]), max(cuts[0], cuts[1])})
		}
	}
	slices.SortFunc(list, func(a, b segment) int { return cmp.Compare(a.from, b.from) })
	for i := 1; i < len(list); i++ {
		if list[i].from-list[i-1].to > 1e-6 {
			return false
		}
	}
	return true
}

func TestKitePictures(t *testing.T) {
	three := MustParse("kite .#./#.#")
	if want := MustParse("kite [(0,0,0), (0,0,1), (0,0,5)]"); three != want {
		t.Errorf("the picture of three kites is %v", three)
	}
	for _, test := range []struct{ text, want string }{
		{"kite ##", `line 1, column 6: expected a dot between kites, found '#'`},
		{"kite .#./a", `line 1, column 10: expected '#' for a cell or a dot, found 'a'`},
	} {
		if s, err := Parse(test.text); err == nil || err.Error() != test.want {
			t.Errorf("Parse(%q) = %v, %v", test.text, s, err)
		}
	}
}

func ExampleHat() {
	fmt.Println(Hat())
	fmt.Println(Hat().Text())
	// Output:
	// hat = kite [(0,0,0), (0,0,1), (0,0,2), (0,0,3), (1,0,3), (1,0,4), (0,1,0), (0,1,5)]
	// .#....
	// ..#...
	// ..#.#.
	// .#.#.#
	// ..#...
}
