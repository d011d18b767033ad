// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"context"
	"testing"

	"polka/shapes"
)

// subsets calls visit for each set of number indices below n.
func subsets(n, number int, visit func([]int)) {
	var add func(list []int, next int)
	add = func(list []int, next int) {
		if len(list) == number {
			visit(list)
			return
		}
		for i := next; i < n; i++ {
			add(append(list[:len(list):len(list)], i), i+1)
		}
	}
	add(nil, 0)
}

// Sets with one tiling are those found by solving the puzzle of each set.
func TestDesignSets(t *testing.T) {
	ctx := context.Background()
	for _, test := range []struct {
		board  string
		pieces []shapes.Shape
		number int
	}{
		{"4x5", shapes.Pentominoes(), 4},
		{"3x5", shapes.Pentominoes(), 3},
		{"triangle 6", shapes.Hexiamonds(), 6},
		{"3x3x3", shapes.Soma(), 7},
		{"2x2x3", shapes.Soma(), 3},
		{"2x2x4", shapes.Soma(), 4},
		{"###/####/####/.##", append(shapes.Tetrominoes(), shapes.Pentominoes()...), 3},
	} {
		board, err := ParseBoard(test.board)
		if err != nil {
			t.Fatal(err)
		}
		want, solvable := map[string]bool{}, 0
		subsets(len(test.pieces), test.number, func(list []int) {
			var own []shapes.Shape
			for _, i := range list {
				own = append(own, test.pieces[i])
			}
			p := New(board, own...)
			if p.Err() != nil {
				return
			}
			all, err := p.Distinct().All(ctx)
			if err == nil && len(all) > 0 {
				solvable++
			}
			if err == nil && len(all) == 1 {
				want[p.String()] = true
			}
		})
		got, err := DesignSets(ctx, board, test.pieces, test.number)
		if err != nil || len(got) != len(want) {
			t.Errorf("%s: %d sets, %v; want %d of %d", test.board, len(got), err, len(want), solvable)
		}
		for i, d := range got {
			if !want[d.Puzzle.String()] {
				t.Errorf("%s: unexpected set %v", test.board, d.Puzzle)
			}
			if i > 0 && d.Effort > got[i-1].Effort {
				t.Errorf("%s: set %d is harder than the one before", test.board, i)
			}
			if len(d.Solution.Placements) != test.number {
				t.Errorf("%s: a solution of %d pieces", test.board, len(d.Solution.Placements))
			}
		}
		t.Logf("%s: %d of %d", test.board, len(want), solvable)
	}
	for _, number := range []int{0, 13} {
		if _, err := DesignSets(ctx, Rectangle(4, 5), shapes.Pentominoes(), number); err == nil {
			t.Errorf("sets of %d pentominoes are no error", number)
		}
	}
	if _, err := DesignSets(ctx, Rectangle(2, 2), []shapes.Shape{shapes.Domino(), shapes.Domino().Rotate(1)}, 2); err == nil {
		t.Error("equal pieces are no error")
	}
	if _, err := DesignSets(ctx, Rectangle(2, 2).WithOptional(shapes.Rectangle(1, 1)), []shapes.Shape{shapes.Domino()}, 1); err == nil {
		t.Error("optional cells are no error")
	}
	stopped, stop := context.WithCancel(ctx)
	stop()
	if _, err := DesignSets(stopped, Rectangle(5, 5), shapes.Pentominoes(), 5); err == nil {
		t.Error("a context that has ended is no error")
	}
}

// The numbers that the documentation has.
func TestDesignSetsOfSquare(t *testing.T) {
	got, err := DesignSets(context.Background(), Rectangle(5, 5), shapes.Pentominoes(), 5)
	if err != nil {
		t.Fatal(err)
	}
	solvable, once := 0, 0
	subsets(12, 5, func(list []int) {
		var own []shapes.Shape
		for _, i := range list {
			own = append(own, shapes.Pentominoes()[i])
		}
		all, err := New(Rectangle(5, 5), own...).Distinct().All(context.Background())
		if err == nil && len(all) > 0 {
			solvable++
			if len(all) == 1 {
				once++
			}
		}
	})
	if len(got) != once || once != 19 || solvable != 45 {
		t.Errorf("%d sets have one solution, want %d of %d, which are 19 of 45", len(got), once, solvable)
	}
}
