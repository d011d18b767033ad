// SPDX-License-Identifier: BSD-3-Clause

package bands

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// onBoth runs a test without vectors, and with vectors if the processor supports them.
func onBoth(t *testing.T, test func(t *testing.T, v *Solver)) {
	t.Run("scalar", func(t *testing.T) { test(t, &Solver{scalar: true}) })
	if hasVectors {
		t.Run("vectors", func(t *testing.T) { test(t, &Solver{}) })
	}
}

// TestEnded ends the search for all solutions of an empty grid.
func TestEnded(t *testing.T) {
	onBoth(t, func(t *testing.T, v *Solver) {
		calls := 0
		v.Ended = func() bool { calls++; return calls == 3 }
		var clues, found [Cells]byte
		n, ok := v.Solve(&clues, 1<<30, &found)
		if ok || n == 0 || calls != 3 || v.Guesses != 3*Patience {
			t.Errorf("%d solutions, %v, after %d calls and %d guesses", n, ok, calls, v.Guesses)
		}
	})
}

// TestVectors compares the solutions and guesses with and without vectors, of random sudokus with
// no solution, one and several.
func TestVectors(t *testing.T) {
	if !hasVectors {
		t.Skip("no AVX-512")
	}
	random := rand.New(rand.NewPCG(27, 9))
	scalar, vectors := Solver{scalar: true}, Solver{}
	seen := map[int]int{}
	for range 3000 {
		var clues, want, found [Cells]byte
		for i, c := range "534678912672195348198342567859761423426853791713924856961537284287419635345286179" {
			clues[i] = byte(c - '0')
		}
		for _, i := range random.Perm(Cells)[:40+random.IntN(22)] {
			clues[i] = 0
		}
		for range random.IntN(3) {
			clues[random.IntN(Cells)] = byte(random.IntN(10))
		}
		limit := 1 + random.IntN(20)
		n, _ := scalar.Solve(&clues, limit, &want)
		m, ok := vectors.Solve(&clues, limit, &found)
		if m != n || !ok || found != want || vectors.Guesses != scalar.Guesses {
			t.Fatalf("%v: %d solutions, first %v, %d guesses; want %d, %v, %d", clues, m, found, vectors.Guesses, n, want, scalar.Guesses)
		}
		seen[min(n, 2)]++
	}
	if seen[0] < 100 || seen[1] < 100 || seen[2] < 100 || scalar.Guesses < 10000 {
		t.Errorf("%v solutions, %d guesses", seen, scalar.Guesses)
	}
}

// TestSettle compares the consequences that are drawn from random candidates.
func TestSettle(t *testing.T) {
	if !hasVectors {
		t.Skip("no AVX-512")
	}
	prepare()
	random := rand.New(rand.NewPCG(1, 81))
	seen := map[int]int{}
	for range 30000 {
		var x, y board
		var s state
		var w arrangements
		// Each candidate that is not in this grid is left out with the same probability.
		density := random.Float64()
		for i, c := range "534678912672195348198342567859761423426853791713924856961537284287419635345286179" {
			s.open[i/27] |= 1 << (i % 27)
			for d := range 9 {
				if int(c-'1') == d && random.IntN(500) > 0 || random.Float64() < density {
					s.can[d][i/27] |= 1 << (i % 27)
					x[i/27][i%27] |= 1 << d
				}
			}
		}
		// A digit is excluded from some cells.
		drop, digit := [3]uint32{random.Uint32() & random.Uint32() & full}, random.IntN(9)
		drop[0] &= random.Uint32()
		if random.IntN(2) == 0 {
			drop[0] = 0
		}
		for b := range drop {
			s.can[digit][b] &^= drop[b]
		}
		result := settleVectors(&y, &x, &w, &drop, digit)
		want := dead
		if s.settle() {
			want = stable
			if s.open == [3]uint32{} {
				want = solved
			}
		}
		seen[want]++
		if result != want {
			t.Fatalf("result %d, want %d, of %v", result, want, x)
		}
		if result == dead {
			continue
		}
		for d := range s.can {
			for i := range Cells {
				if y[i/27][i%27]>>d&1 != uint16(s.can[d][i/27]>>(i%27)&1) {
					t.Fatalf("digit %d in cell %d of %v, want %v", d+1, i, y, s.can)
				}
			}
		}
		if result != stable {
			continue
		}
		// The guess removes the same candidates.
		var yes state = s
		s.guess(&yes)
		digit, piece := w.choose()
		for b, lost := range exclusion[piece] {
			if s.can[digit][b] != s.was[digit][b]&^lost || yes.can[digit][b] != s.was[digit][b]&^inclusion[piece][b] {
				t.Fatalf("piece %d of digit %d", piece, digit+1)
			}
		}
	}
	if seen[dead] < 1000 || seen[stable] < 1000 || seen[solved] < 1000 {
		t.Errorf("results: %v", seen)
	}
}

// BenchmarkSolve solves a sudoku with 17 clues, and a hard one.
func BenchmarkSolve(b *testing.B) {
	for name, text := range map[string]string{
		"17":   ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...",
		"hard": "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6",
	} {
		for _, scalar := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/scalar=%v", name, scalar), func(b *testing.B) {
				v := Solver{scalar: scalar}
				var clues, found [Cells]byte
				for i := range clues {
					if text[i] != '.' {
						clues[i] = text[i] - '0'
					}
				}
				for b.Loop() {
					if n, _ := v.Solve(&clues, 2, &found); n != 1 {
						b.Fatal(n)
					}
				}
				b.ReportMetric(float64(v.Guesses)/float64(b.N), "guesses/op")
			})
		}
	}
}
