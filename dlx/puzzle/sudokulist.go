// SPDX-License-Identifier: BSD-3-Clause

package puzzle

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"polka/dlx"
	"polka/dlx/puzzle/internal/bands"
	"polka/internal/progress"
	"polka/internal/yield"
)

// A SudokuAnswer is the answer to a sudoku with 81 cells.
type SudokuAnswer struct {
	Solutions int    // 0, 1 or 2, which means several
	Cells     string // the only solution, as 81 digits by rows; empty if there is not exactly one
	Err       error  // what is wrong with the text of the sudoku, a *dlx.SyntaxError, or nil
}

// String returns the only solution, or "no solution", "several solutions", or "invalid: " and what
// was expected.
func (a SudokuAnswer) String() string {
	switch {
	case a.Err != nil:
		return "invalid: " + a.Err.Error()
	case a.Solutions == 0:
		return "no solution"
	case a.Solutions == 1:
		return a.Cells
	}
	return "several solutions"
}

// SolveSudokus solves sudokus with 9 rows, each of which is written on one line as 81 characters:
// 1 to 9, and a dot, a zero or an underscore for an empty cell. The answers are in the same order.
// What is wrong with a text is in its answer, a *dlx.SyntaxError; the error is that of the context,
// with the answers up to the first one that is missing. All processors are used.
//
// A sudoku takes some microseconds, hard ones a hundred, without a cover problem: arrangements of
// each digit in bands of three rows and three columns are propagated, as T. Dillon's program Tdoku
// (2019) does. Sudoku.Problem serves for other sizes, and for more than one solution.
func SolveSudokus(ctx context.Context, sudokus []string) ([]SudokuAnswer, error) {
	answers := make([]SudokuAnswer, len(sudokus))
	for i := range answers {
		answers[i].Solutions = unanswered
	}
	tell := progress.Listener(ctx)
	var next atomic.Int64
	var failed atomic.Pointer[error]
	var reporting sync.Mutex
	reported := -1
	report := func(done int) {
		reporting.Lock()
		defer reporting.Unlock()
		if done > reported {
			reported = done
			tell(progress.Report{Done: float64(done) / float64(len(sudokus)), Text: fmt.Sprintf("%d sudokus", done)})
		}
	}
	solve := func() {
		var v SudokuSolver
		for i := int(next.Add(1)) - 1; i < len(sudokus) && failed.Load() == nil; i = int(next.Add(1)) - 1 {
			var err error
			if answers[i], err = v.Solve(ctx, sudokus[i]); err != nil {
				answers[i].Solutions = unanswered
				failed.Store(&err)
			}
			if tell != nil && i%reportEvery == 0 {
				report(i)
			}
		}
	}
	var others sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(sudokus)) - 1 {
		others.Go(solve)
	}
	solve()
	others.Wait()
	if tell != nil {
		tell(progress.Report{Done: 1})
	}
	if err := failed.Load(); err != nil {
		first := slices.IndexFunc(answers, func(a SudokuAnswer) bool { return a.Solutions == unanswered })
		return answers[:first], *err
	}
	return answers, nil
}

// reportEvery is the number of sudokus between two reports of progress, whichever goroutine solves
// them.
const reportEvery = 1 << 12

// unanswered marks the answers that are missing when the context ends.
const unanswered = -1

// A SudokuSolver solves sudokus one at a time, as SolveSudokus does. The zero value is ready for
// use. It must not be used by several goroutines at once.
type SudokuSolver struct{ bands bands.Solver }

// Solve solves a sudoku. The error is that of the context.
func (v *SudokuSolver) Solve(ctx context.Context, text string) (SudokuAnswer, error) {
	var clues, found [bands.Cells]byte
	if err := readClues(text, &clues); err != nil {
		return SudokuAnswer{Err: err}, nil
	}
	yield.Point()
	if ctx.Err() != nil {
		return SudokuAnswer{}, context.Cause(ctx)
	}
	v.bands.Ended = func() bool { yield.Check(); return ctx.Err() != nil }
	n, ok := v.bands.Solve(&clues, 2, &found)
	if !ok {
		return SudokuAnswer{}, context.Cause(ctx)
	}
	a := SudokuAnswer{Solutions: n}
	if n == 1 {
		for i := range found {
			found[i] += '0'
		}
		a.Cells = string(found[:])
	}
	return a, nil
}

// readClues reads a sudoku that is written on one line.
func readClues(text string, clues *[bands.Cells]byte) error {
	if n := utf8.RuneCountInString(text); n != bands.Cells {
		return &dlx.SyntaxError{Column: min(n, bands.Cells) + 1, Message: fmt.Sprintf("expected %d cells, found %d", bands.Cells, n)}
	}
	for i := range min(len(text), bands.Cells) {
		switch c := text[i]; {
		case c >= '0' && c <= '9':
			clues[i] = c - '0'
		case c == '.' || c == '_':
		default:
			column := 1 + utf8.RuneCountInString(text[:i])
			r, _ := utf8.DecodeRuneInString(text[i:])
			return &dlx.SyntaxError{Column: column, Message: fmt.Sprintf("expected a number from 1 to 9 or a dot, found %q", r)}
		}
	}
	return nil
}
