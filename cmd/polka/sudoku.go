package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"polka/dlx/puzzle"
	"polka/internal/limit"
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
			return true, wrong(cmd, "--list: expected a file with sudokus of 9 rows, and no boxes")
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
		return true, wrong(cmd, "expected --solve or --count for a list of sudokus")
	}
	ctx, stop := interruptible(cmd)
	defer stop()
	if s.options.TimeLimit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.options.TimeLimit)
		defer cancel()
	}
	ctx, end := metered(ctx, cmd.ErrOrStderr())
	defer end()
	return true, s.answers(ctx, name, bufio.NewReader(io.MultiReader(strings.NewReader(strings.Join(head, "")), r)), cmd.OutOrStdout())
}

// isInput reports whether an argument names an input, not the size of boxes.
func isInput(arg string) bool {
	_, _, err := rectangle(arg)
	return err != nil
}

// signs is the number of characters of a line without the end.
func signs(line string) int { return len([]rune(strings.TrimSpace(line))) }

// answers prints the answers to a list of sudokus, one on each line. Empty lines and comments stay
// as they are: comments begin with #.
func (s *solving) answers(ctx context.Context, name string, r *bufio.Reader, w io.Writer) error {
	out := bufio.NewWriter(w)
	defer out.Flush()
	wrong, total := 0, 0
	var solver puzzle.SudokuSolver
	tell := progress.Listener(ctx)
	for number := 1; ; number++ {
		line, err := limit.ReadLine(r, limit.Line)
		if err != nil && err != io.EOF {
			return titled(name, err)
		}
		if err == io.EOF && line == "" {
			break
		}
		answer := strings.TrimSpace(line)
		if text := answer; text != "" && text[0] != '#' {
			if total++; tell != nil && total%(1<<14) == 0 {
				tell(progress.Report{Done: -1, Text: fmt.Sprintf("%d sudokus", total)})
			}
			answer, err = s.answer(ctx, &solver, text)
			switch {
			case err == nil:
			case ctx.Err() != nil:
				return err
			default:
				wrong++
				answer = "invalid: " + oneLine(err.Error())
			}
		}
		if _, err := fmt.Fprintln(out, answer); err != nil {
			return err
		}
		if r.Buffered() == 0 { // a program that writes the list line by line waits for this
			if err := out.Flush(); err != nil {
				return err
			}
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if wrong > 0 {
		return fmt.Errorf("%s: %d of %d sudokus are invalid", title(name), wrong, total)
	}
	return nil
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
