// SPDX-License-Identifier: BSD-3-Clause

package shapes_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"polka/shapes"
)

// parts divides the polyforms of n cells that contain some cells and not others until they contain
// a number of cells.
func parts(l *shapes.Lattice, cells int, with, without []shapes.Cell, visit func(with, without []shapes.Cell)) {
	if len(with) == cells {
		visit(with, without)
		return
	}
	found := map[shapes.Cell]bool{}
	for _, c := range with {
		for _, d := range l.Neighbors(c) {
			if d.Compare(with[0]) > 0 && !slices.Contains(with, d) && !slices.Contains(without, d) {
				found[d] = true
			}
		}
	}
	list := slices.SortedFunc(maps.Keys(found), shapes.Cell.Compare)
	for i, c := range list {
		parts(l, cells, append(slices.Clone(with), c), append(slices.Clone(without), list[:i]...), visit)
	}
}

// TestContaining divides enumerations and compares them with whole ones.
func TestContaining(t *testing.T) {
	for _, l := range shapes.Lattices() {
		if l == shapes.Tan {
			if _, err := shapes.CountContaining(t.Context(), l, 3, shapes.Fixed, []shapes.Cell{{}}, nil); err == nil {
				t.Error("the polytans were divided")
			}
			continue
		}
		n := 6
		if l == shapes.King || l == shapes.Cube || l == shapes.Stick {
			n = 5
		}
		if testing.Short() {
			n--
		}
		for _, class := range []shapes.Class{shapes.Free, shapes.OneSided, shapes.Fixed} {
			want, err := shapes.Enumerate(t.Context(), l, n, class)
			if err != nil {
				t.Fatal(err)
			}
			for cells := 1; cells <= n; cells++ {
				var got []shapes.Shape
				total := int64(0)
				roots := l.NumKinds()
				for kind := range roots {
					parts(l, cells, []shapes.Cell{{Z: kind}}, nil, func(with, without []shapes.Cell) {
						count, err := shapes.CountContaining(t.Context(), l, n, class, with, without)
						if err != nil {
							t.Fatal(err)
						}
						total += count.Int64()
						if err := shapes.EachContaining(t.Context(), l, n, class, with, without, func(s shapes.Shape) bool {
							got = append(got, s)
							return true
						}); err != nil {
							t.Fatal(err)
						}
					})
				}
				slices.SortFunc(got, shapes.Shape.Compare)
				if total != int64(len(want)) || !slices.EqualFunc(got, want, shapes.Shape.Equal) {
					t.Errorf("%v, %d cells, %v, parts with %d cells: %d counted, %d visited, want %d", l, n, class, cells, total, len(got), len(want))
				}
			}
		}
	}
}

// TestRepresentative compares the fixed polyforms that represent those of a part with what is
// visited.
func TestRepresentative(t *testing.T) {
	for _, l := range shapes.Lattices() {
		if l == shapes.Tan {
			continue
		}
		const n = 4
		for _, class := range []shapes.Class{shapes.Free, shapes.OneSided, shapes.Fixed} {
			for kind := range l.NumKinds() {
				parts(l, 2, []shapes.Cell{{Z: kind}}, nil, func(with, without []shapes.Cell) {
					var want, got []shapes.Shape
					err := shapes.EachContaining(t.Context(), l, n, shapes.Fixed, with, without, func(s shapes.Shape) bool {
						if s.Representative(class) {
							want = append(want, s.Canonical(class))
						}
						return true
					})
					if err != nil {
						t.Fatal(err)
					}
					err = shapes.EachContaining(t.Context(), l, n, class, with, without, func(s shapes.Shape) bool {
						got = append(got, s)
						return true
					})
					if err != nil {
						t.Fatal(err)
					}
					slices.SortFunc(want, shapes.Shape.Compare)
					slices.SortFunc(got, shapes.Shape.Compare)
					if !slices.EqualFunc(got, want, shapes.Shape.Equal) {
						t.Fatalf("%v, %v, with %v, without %v: %v, want %v", l, class, with, without, got, want)
					}
				})
			}
		}
	}
}

// TestContainingErrors passes cells that are not a part.
func TestContainingErrors(t *testing.T) {
	for _, with := range [][]shapes.Cell{nil, {{X: 1}}, {{Y: 1}}, {{}, {X: 2}}, {{}, {}}, {{}, {X: -1}}, {{}, {X: 99}}, {{}, {X: 1}, {X: 2}, {X: 3}}} {
		if n, err := shapes.CountContaining(t.Context(), shapes.Square, 3, shapes.Fixed, with, nil); err == nil {
			t.Errorf("%d polyominoes with %v", n, with)
		}
	}
}

// TestContainingNone counts polyforms that contain a cell and do not contain it.
func TestContainingNone(t *testing.T) {
	cells := []shapes.Cell{{}, {X: 1}}
	for _, without := range cells {
		for n := 2; n <= 9; n++ { // beyond 4 they are not visited one by one
			got, err := shapes.CountContaining(t.Context(), shapes.Square, n, shapes.Fixed, cells, []shapes.Cell{without})
			if err != nil || got.Sign() != 0 {
				t.Errorf("%d cells, without %v: %v polyominoes, error %v", n, without, got, err)
			}
		}
	}
}

func ExampleCountContaining() {
	// The fixed pentominoes whose first cell has a neighbor to the right, and the others.
	first, right := shapes.Cell{}, shapes.Cell{X: 1}
	ctx := context.Background()
	fmt.Println(shapes.CountContaining(ctx, shapes.Square, 5, shapes.Fixed, []shapes.Cell{first, right}, nil))
	fmt.Println(shapes.CountContaining(ctx, shapes.Square, 5, shapes.Fixed, []shapes.Cell{first}, []shapes.Cell{right}))
	// Output:
	// 29 <nil>
	// 34 <nil>
}

func ExampleEachContaining() {
	// The free tetrominoes with three cells in a row, the first of them the first in reading order.
	_ = shapes.EachContaining(context.Background(), shapes.Square, 4, shapes.Free,
		[]shapes.Cell{{}, {X: 1}, {X: 2}}, nil, func(s shapes.Shape) bool {
			fmt.Println(s)
			return true
		})
	// Output:
	// [(0,0), (1,0), (2,0), (0,1)]
	// [(0,0), (1,0), (2,0), (1,1)]
	// [(0,0), (1,0), (2,0), (3,0)]
}

func ExampleShape_Representative() {
	// An L tetromino is visited in the part of one of its eight orientations.
	l := shapes.MustParse("###/#..")
	for _, s := range l.Orientations(shapes.Free) {
		if s.Representative(shapes.Free) {
			fmt.Println(s.Text())
		}
	}
	// Output:
	// ###
	// #..
}
