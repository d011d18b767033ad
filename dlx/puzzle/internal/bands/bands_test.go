package bands

import "testing"

// TestEnded ends the search for all solutions of an empty grid.
func TestEnded(t *testing.T) {
	var v Solver
	calls := 0
	v.Ended = func() bool { calls++; return calls == 3 }
	var clues, found [Cells]byte
	n, ok := v.Solve(&clues, 1<<40, &found)
	if ok || n == 0 || calls != 3 || v.Guesses != 3*Patience {
		t.Errorf("%d solutions, %v, after %d calls and %d guesses", n, ok, calls, v.Guesses)
	}
}

// BenchmarkSolve solves a sudoku with 17 clues, and a hard one.
func BenchmarkSolve(b *testing.B) {
	for name, text := range map[string]string{
		"17":   ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...",
		"hard": "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6",
	} {
		b.Run(name, func(b *testing.B) {
			var v Solver
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
