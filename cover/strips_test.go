// SPDX-License-Identifier: BSD-3-Clause

package cover_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"polka/cover"
	"polka/shapes"
)

// polyominoes returns the free polyominoes with n cells, each any number of times.
func polyominoes(t testing.TB, n int) cover.Set {
	list, err := shapes.Enumerate(context.Background(), shapes.Square, n, shapes.Free)
	if err != nil {
		t.Fatal(err)
	}
	return cover.Pieces(list...).Any()
}

// TestStrips compares with OEIS and with counts of single boards.
func TestStrips(t *testing.T) {
	for _, c := range []struct {
		size, rows, order int // order is -1 where it is not published
		want, source      string
	}{
		{2, 1, 2, "1 0 1 0 1", "one row of dominoes"},
		{2, 2, 2, "1 1 2 3 5 8 13 21", "A000045"},
		{2, 3, 4, "1 0 3 0 11 0 41 0 153", "A001835"},
		{2, 4, 4, "1 1 5 11 36 95 281 781 2245", "A005178"},
		{2, 8, 16, "1 1 34 153 2245 14824 167089 1292697 12988816", "A028470"},
		{3, 3, -1, "1 1 3 10 23 62 170 441 1173", "A134438"},
	} {
		s, err := cover.CountStrips(t.Context(), c.rows, polyominoes(t, c.size))
		if err != nil {
			t.Fatal(err)
		}
		n := len(strings.Fields(c.want))
		if got := strings.Trim(fmt.Sprint(s.Terms(n)), "[]"); got != c.want || c.order >= 0 && s.Order() != c.order {
			t.Errorf("%s: %s, order %d, want %s, %d", c.source, got, s.Order(), c.want, c.order)
		}
		if s.Order() > s.NumStates() {
			t.Errorf("%s: order %d is greater than %d states", c.source, s.Order(), s.NumStates())
		}
	}
	for size := 3; size <= 5; size++ {
		for rows := 2; rows <= 4; rows++ {
			s, err := cover.CountStrips(t.Context(), rows, polyominoes(t, size))
			if err != nil {
				t.Fatal(err)
			}
			for n, got := range s.Terms(11)[1:] {
				n++
				want, err := new(big.Int), error(nil)
				if rows*n%size == 0 {
					want, err = cover.New(cover.Rectangle(rows, n)).With(polyominoes(t, size)).Count(t.Context())
				}
				if err != nil || got.Cmp(want) != 0 {
					t.Errorf("%d-ominoes on %d by %d: %v, want %v, %v", size, rows, n, got, want, err)
				}
			}
		}
	}
	for _, p := range []cover.Set{cover.Pieces(shapes.Rectangle(1, 2)), cover.Pieces(shapes.MustParse("hexagon [(0,0), (1,0)]")).Any()} {
		if _, err := cover.CountStrips(t.Context(), 2, p); err == nil {
			t.Errorf("%v: no error", p)
		}
	}
	if _, err := cover.CountStrips(t.Context(), 0, polyominoes(t, 2)); err == nil {
		t.Error("no rows: no error")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := cover.CountStrips(ctx, 8, polyominoes(t, 2)); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v", err)
	}
}

// TestStripsOfPentominoes finds the recurrence of order 324 of OEIS A174249.
func TestStripsOfPentominoes(t *testing.T) {
	s, err := cover.CountStrips(t.Context(), 5, polyominoes(t, 5))
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Terms(6)[5]; s.Order() != 324 || got.Cmp(big.NewInt(4006)) != 0 {
		t.Errorf("order %d with %d states, %v tilings of 5 by 5, want 324 and 4006", s.Order(), s.NumStates(), got)
	}
}

func ExampleCountStrips() {
	domino := shapes.Rectangle(1, 2)
	s, err := cover.CountStrips(context.Background(), 3, cover.Pieces(domino).Any())
	if err != nil {
		panic(err)
	}
	fmt.Println(s)
	fmt.Println(s.Recurrence(), s.Terms(9))
	fmt.Println(s.Equation())
	fmt.Printf("%.4f %.4f\n", s.Growth(), math.Sqrt(2+math.Sqrt(3)))
	// Output:
	// strips of 3 rows: (1 - x^2) / (1 - 4x^2 + x^4)
	// [0 4 0 -1] [1 0 3 0 11 0 41 0 153]
	// a(n) = 4 a(n-2) - a(n-4)
	// 1.9319 1.9319
}
