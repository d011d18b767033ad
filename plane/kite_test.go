// SPDX-License-Identifier: BSD-3-Clause

package plane

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"polka/shapes"
)

// Polykites that tile the plane periodically, and 8-kites by Heesch number (coronas without holes):
// Smith, Myers, Kaplan and Goodman-Strauss, "An aperiodic monotile", 2024, and Kaplan, "Heesch
// numbers of unmarked polyforms", 2022.
var (
	polykitesThatTile = []int{1, 1, 4, 5, 1, 71, 55, 39}
	heeschOf8Kites    = []int{108, 5} // 1 and 2
)

func TestPolykites(t *testing.T) {
	for i, want := range polykitesThatTile {
		var mu sync.Mutex
		tiling := 0
		inParallel(t, shapes.Kite, i+1, func(s shapes.Shape) {
			a, err := Decide(context.Background(), s)
			if err != nil {
				t.Errorf("%v: %v", s, err)
			}
			if hat := s.Equal(shapes.Hat()); hat != (a.Verdict == Undecided) {
				t.Errorf("%v: %v", s, a)
			}
			if a.Verdict == Tiles {
				if err := checkTiling(a.Tiling); err != nil {
					t.Errorf("%v: %v: %v", s, a, err)
				}
				mu.Lock()
				defer mu.Unlock()
				tiling++
			}
		})
		if tiling != want {
			t.Errorf("%d of the polykites of %d kites tile, published: %d", tiling, i+1, want)
		}
	}
}

func TestHeeschOf8Kites(t *testing.T) {
	var mu sync.Mutex
	var count [9]int
	inParallel(t, shapes.Kite, 8, func(s shapes.Shape) {
		c, err := Heesch(context.Background(), s)
		switch {
		case err == ErrTiles, err == ErrHole, errors.Is(err, ErrUndecided) && s.Equal(shapes.Hat()):
			return
		case err != nil:
			t.Errorf("%v: %v", s, err)
			return
		}
		if err := checkCoronas(s, c.Whole, false); err != nil {
			t.Errorf("%v: %v", s, err)
		}
		if err := checkCoronas(s, c.List, true); err != nil {
			t.Errorf("%v: %v", s, err)
		}
		mu.Lock()
		defer mu.Unlock()
		count[c.Number]++
	})
	if !slices.Equal(count[1:3], heeschOf8Kites) || slices.Max(count[3:]) > 0 {
		t.Errorf("8-kites by Heesch number: %v, published: %v from 1 on", count, heeschOf8Kites)
	}
}

func ExampleSurround() {
	for n := 1; n <= 4; n++ {
		c, err := Surround(context.Background(), shapes.Hat(), n)
		fmt.Println(c, err)
	}
	// Output:
	// at least 1 corona <nil>
	// at least 2 coronas <nil>
	// at least 3 coronas <nil>
	// at least 4 coronas <nil>
}

// TestSurround compares Surround with Heesch, and checks coronas of the hat.
func TestSurround(t *testing.T) {
	ctx := context.Background()
	inParallel(t, shapes.Square, 8, func(s shapes.Shape) {
		want, err := Heesch(ctx, s)
		if err != nil {
			return
		}
		for n := 1; n <= 3; n++ {
			c, err := Surround(ctx, s, n)
			if err != nil || c.Number != min(n, want.Number) || c.WithHoles != min(n, want.WithHoles) || c.AtLeast != (want.Number >= n) {
				t.Errorf("%v: %v for %d coronas (%v), but %v", s, c, n, err, want)
			}
		}
	})
	c, err := Surround(ctx, shapes.Hat(), 5)
	if err != nil || c.Number != 5 {
		t.Fatalf("%v, %v", c, err)
	}
	if err := checkCoronas(shapes.Hat(), c.Whole, false); err != nil {
		t.Error(err)
	}
	if c, err := Surround(ctx, shapes.MustParse("###/#.#/###"), 1); err != ErrHole {
		t.Errorf("%v, %v for a shape with a hole", c, err)
	}
}
