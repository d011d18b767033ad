// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/spf13/cobra"

	"polka/dlx"
	"polka/dlx/puzzle"
	"polka/internal/command"
	"polka/internal/limit"
	"polka/internal/printing"
	"polka/internal/progress"
)

// listCells is how many signs a line has that is a sudoku by itself.
const listCells = 81

// sudokuList solves a list of sudokus, one on each line of the input, and prints an answer for
// each: the numbers, or what is wrong. Without --list, if the input is not a list, done is false,
// and the arguments and the command's input are such that it can be read again.
func (s *solving) sudokuList(cmd *cobra.Command, args []string) (done bool, err error) {
	if len(args) > 1 || len(args) == 1 && !isInput(args[0]) {
		if s.list {
			return true, command.Wrong(cmd, "--list: expected a file with sudokus of 9 rows, and no boxes")
		}
		return false, nil // with boxes of another size
	}
	name := input(args)
	in := cmd.InOrStdin()
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return true, err
		}
		defer f.Close()
		if info, err := f.Stat(); !s.list && (err != nil || !info.Mode().IsRegular()) {
			return false, nil
		}
		in = f
	}
	r := bufio.NewReader(in)
	var head []string // the lines up to the second one that is not empty
	for filled := 0; filled < 2 && !s.list; {
		line, err := limit.ReadLine(r, limit.Puzzle)
		head = append(head, line)
		if err != nil && err != io.EOF {
			return true, titled(name, err)
		}
		if strings.TrimSpace(line) != "" {
			filled++
		}
		if err == io.EOF && filled < 2 || filled == 1 && strings.TrimSpace(line) != "" && signs(line) != listCells {
			if name == "-" {
				cmd.SetIn(io.MultiReader(strings.NewReader(strings.Join(head, "")), r))
			}
			return false, nil
		}
		if err == io.EOF {
			break
		}
	}
	if s.all || s.options.Limit > 0 {
		return true, command.Wrong(cmd, "expected --solve or --count for a list of sudokus")
	}
	ctx, stop := interruptible(cmd)
	defer stop()
	ctx, cancel := within(ctx, s.timeout)
	defer cancel()
	ctx, end := metered(ctx, cmd.ErrOrStderr())
	defer end()
	return true, s.answers(ctx, name, bufio.NewReaderSize(io.MultiReader(strings.NewReader(strings.Join(head, "")), r), 1<<18), cmd.OutOrStdout())
}

// isInput reports whether an argument names an input, not the size of boxes.
func isInput(arg string) bool {
	_, _, err := rectangle(arg)
	return err != nil
}

// signs returns the number of characters of a line without the end.
func signs(line string) int { return len([]rune(strings.TrimSpace(line))) }

// batch is the greatest number of lines that are read before they are answered.
const batch = 1 << 12

// answers prints the answers to a list of sudokus, one on each line. Empty lines and comments stay
// as they are: comments begin with #. The lines that have arrived are answered by several threads,
// at most a batch at a time, before more of the input is waited for.
func (s *solving) answers(ctx context.Context, name string, r *bufio.Reader, w io.Writer) error {
	out := bufio.NewWriter(w)
	defer out.Flush()
	wrong, total := 0, 0
	solvers := make([]puzzle.SudokuSolver, cmp.Or(s.options.Threads, runtime.GOMAXPROCS(0)))
	tell := progress.Listener(ctx)
	var lines []string
	for more := true; more; {
		lines = lines[:0]
		var failed error
		for len(lines) < batch {
			line, err := limit.ReadLine(r, limit.Line)
			if err != nil && err != io.EOF {
				failed = titled(name, err)
				break
			}
			if more = err != io.EOF; more || line != "" {
				lines = append(lines, strings.TrimSpace(line))
			}
			if !more || r.Buffered() == 0 {
				break
			}
		}
		errs := s.answerAll(ctx, solvers, lines)
		for i, err := range errs {
			switch {
			case err != nil && ctx.Err() != nil && !errors.As(err, new(*dlx.SyntaxError)):
				return err
			case err != nil:
				wrong++
				lines[i] = "invalid: " + printing.OneLine(err.Error())
			}
			if isSudoku(lines[i]) || err != nil {
				total++
			}
			if _, err := fmt.Fprintln(out, lines[i]); err != nil {
				return err
			}
		}
		if err := out.Flush(); err != nil {
			return err
		}
		if failed != nil {
			return failed
		}
		if tell != nil {
			tell(progress.Report{Done: -1, Text: fmt.Sprintf("%d sudokus", total)})
		}
	}
	if wrong > 0 {
		return fmt.Errorf("%s: %d of %d sudokus are invalid", title(name), wrong, total)
	}
	return nil
}

// isSudoku reports whether a line of a list is neither empty nor a comment.
func isSudoku(line string) bool { return line != "" && line[0] != '#' }

// answerAll replaces the sudokus among some lines by their answers, and returns what is wrong with
// each. When ctx ends, the errors of those that are left are its cause.
func (s *solving) answerAll(ctx context.Context, solvers []puzzle.SudokuSolver, lines []string) []error {
	errs := make([]error, len(lines))
	var next atomic.Int64
	var threads sync.WaitGroup
	for t := range min(len(solvers), len(lines)) {
		threads.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(lines); i = int(next.Add(1)) - 1 {
				if isSudoku(lines[i]) {
					lines[i], errs[i] = s.answer(ctx, &solvers[t], lines[i])
				}
			}
		})
	}
	threads.Wait()
	return errs
}

// answer solves a sudoku that is written on a line.
func (s *solving) answer(ctx context.Context, v *puzzle.SudokuSolver, text string) (string, error) {
	a, err := v.Solve(ctx, text)
	switch {
	case err != nil:
		return "", err
	case a.Err != nil || !s.count:
		return a.String(), a.Err
	case a.Solutions < 2:
		return strconv.Itoa(a.Solutions), nil
	}
	p, err := puzzle.NewSudoku(3, 3).Given(text)
	if err != nil {
		return "", err
	}
	o := s.options
	o.Threads = 1
	r, err := p.Problem().Solver(o).Count(ctx)
	return r.Solutions.String(), err
}
