// SPDX-License-Identifier: BSD-3-Clause

package puzzle_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"polka/dlx"
	"polka/dlx/puzzle"
	"polka/internal/progress"
)

// hardSudokus have 17 clues, or are known as hard. Lists of them are in the repository of Tdoku.
var hardSudokus = strings.Fields(`
.................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...
................12..3..4........53...1...6...72...........2..7..8..1....4..8..9..
................12..3.45.........4.3...2.....16.7........1...6...4.....58....7...
..............1..2..3....4.........5.....21.6.47.........78..3.1...3....6...4....
..............1..2..3.4..5.....3..6..1....7...2..5.......7.28....56.....4........
..............1.23..4.56......2.......1...4...3..........7....14.....6..85.3.....
........1.......2...3.45...........4.6...7...28.6........2...8...4...3..1...9....
........1.......23..4..5........67......3.....58...4.......96.....8.4...31.......
98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6
98.7..6..5...9..7...7..4...4....3..2..54...9.....1....2....61....98...6.....4...3
98.7.....6...9.7....7..5...4......3...8.6...7...4.2.5..1.3..2....6.5...8......51.
98.7..6..7...5..4........7963.4....7..8....6....68.9..34.8...9...2...........13..
98.7..6..7..6..5...4.....8.5..9..3....3..........3...21....9.7...9.5.1.....1...6.
........8..3...4...9..2..6.....79.......612...6.5.2.7...8...5...1.....2.4.5.....3
5.......7.8...9.3...4...2...1..36.......4.......1.8.6...2...4...9.3...1.7.......5
1.......2.3.4...5...6...7...5.8.4.......73......9...8.7.....6...4...8.9...2.....1
1....6.8....7..1....9.....4.......5..18..5...5..36....6.5..8.3.8....3.1.....2...8
..3......4...8..36..8...1...4..6..73...9..........2..5....7..686....4...7.....54.
.2.4...8.....8....7....2..6..49..1..6....7..3.9..1.....62.....55.....37......5...
`)

// TestSolveSudokus compares the answers with those of package dlx: random puzzles, with one
// solution, none and several, and known ones.
func TestSolveSudokus(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 81))
	list := append([]string{strings.Repeat(".", 81), "11" + strings.Repeat(".", 79)}, hardSudokus...)
	for range 300 {
		grid := []byte("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
		scramble(grid, random)
		// Up to 60 cells are left out; then some clues are changed.
		for _, i := range random.Perm(81)[:random.IntN(61)] {
			grid[i] = ".0_"[random.IntN(3)]
		}
		if random.IntN(3) == 0 {
			for range 1 + random.IntN(2) {
				grid[random.IntN(81)] = byte('1' + random.IntN(9))
			}
		}
		list = append(list, string(grid))
	}
	answers, err := puzzle.SolveSudokus(t.Context(), list)
	if err != nil || len(answers) != len(list) {
		t.Fatalf("%d answers to %d sudokus, %v", len(answers), len(list), err)
	}
	seen := map[int]int{}
	for i, text := range list {
		s := must(puzzle.NewSudoku(3, 3).Given(text))
		var found []string
		_, err := s.Problem().Solver(dlx.Options{Limit: 2}).Each(t.Context(), func(x dlx.Solution) bool {
			found = append(found, strings.NewReplacer(" ", "", "\n", "").Replace(s.Text(x)))
			return true
		})
		want := puzzle.SudokuAnswer{Solutions: len(found)}
		if len(found) == 1 {
			want.Cells = found[0]
		}
		if err != nil || answers[i] != want {
			t.Errorf("%s: %v, want %v, %v", text, answers[i], want, err)
		}
		seen[len(found)]++
	}
	if seen[0] < 20 || seen[1] < 20 || seen[2] < 20 {
		t.Errorf("numbers of solutions: %v", seen)
	}
}

// scramble exchanges digits, and rows and columns of boxes, and transposes.
func scramble(grid []byte, random *rand.Rand) {
	digits := random.Perm(9)
	var lines [2][9]int
	for i := range lines {
		for b, band := range random.Perm(3) {
			for r, row := range random.Perm(3) {
				lines[i][3*b+r] = 3*band + row
			}
		}
	}
	before := string(grid)
	flip := random.IntN(2)
	for i := range grid {
		at := 9*lines[0][i/9] + lines[1][i%9]
		if flip == 1 {
			at = at%9*9 + at/9
		}
		grid[i] = byte('1' + digits[before[at]-'1'])
	}
}

func TestSudokuMistakes(t *testing.T) {
	good := hardSudokus[0]
	for text, want := range map[string]string{
		"":                         "invalid: column 1: expected 81 cells, found 0",
		good + "1":                 "invalid: column 82: expected 81 cells, found 82",
		good[:80] + "x":            "invalid: column 81: expected a number from 1 to 9 or a dot, found 'x'",
		good[:8] + "é" + good[9:]:  "invalid: column 9: expected a number from 1 to 9 or a dot, found 'é'",
		good[:8] + "é" + good[10:]: "invalid: column 81: expected 81 cells, found 80",
	} {
		a, err := puzzle.SolveSudokus(t.Context(), []string{text})
		var mistake *dlx.SyntaxError
		if err != nil || a[0].String() != want || !errors.As(a[0].Err, &mistake) {
			t.Errorf("%q: %v, %v, want %s", text, a, err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if a, err := puzzle.SolveSudokus(ctx, []string{good}); !errors.Is(err, context.Canceled) || len(a) != 0 {
		t.Errorf("after the end of the context: %v, %v", a, err)
	}
}

// TestSudokuStop ends the context while a long list is being solved.
func TestSudokuStop(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	list := make([]string, 1<<16)
	for i := range list {
		list[i] = hardSudokus[0]
	}
	a, err := puzzle.SolveSudokus(progress.With(ctx, func(progress.Report) { cancel() }), list)
	if !errors.Is(err, context.Canceled) || len(a) == 0 || len(a) == len(list) {
		t.Errorf("%d answers, %v", len(a), err)
	}
}

// TestSudokuProgress expects that every report is ahead of the one before, and that there is one
// for about every 4096 sudokus.
func TestSudokuProgress(t *testing.T) {
	list := make([]string, 1<<15)
	for i := range list {
		list[i] = hardSudokus[0]
	}
	var reports []float64 // the function is never called twice at once
	ctx := progress.With(t.Context(), func(r progress.Report) { reports = append(reports, r.Done) })
	if _, err := puzzle.SolveSudokus(ctx, list); err != nil {
		t.Fatal(err)
	}
	for i, done := range reports {
		if i > 0 && done <= reports[i-1] {
			t.Errorf("progress went from %v to %v", reports[i-1], done)
		}
	}
	if n := len(reports); n < 3 || n > 9 || reports[n-1] != 1 {
		t.Errorf("%d sudokus: reports %v", len(list), reports)
	}
}

func ExampleSolveSudokus() {
	answers, err := puzzle.SolveSudokus(context.Background(), []string{
		"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
		"55...............................................................................",
		".................................................................................",
		"123",
	})
	for _, a := range answers {
		fmt.Println(a)
	}
	fmt.Println(err)
	// Output:
	// 534678912672195348198342567859761423426853791713924856961537284287419635345286179
	// no solution
	// several solutions
	// invalid: column 4: expected 81 cells, found 3
	// <nil>
}
