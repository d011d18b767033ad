package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"polka/dlx"
	"polka/dlx/puzzle"
	"polka/internal/limit"
)

// listCells is how many signs a line has that is a sudoku by itself.
const listCells = 81

// sudokuList solves a list of sudokus, one on each line of the input, and prints an answer for
// each: the numbers, or what is wrong. If the input is not a list, done is false, and the arguments
// and the command's input are such that it can be read again.
func (s *solving) sudokuList(cmd *cobra.Command, args []string) (done bool, err error) {
	if len(args) > 1 || len(args) == 1 && !isInput(args[0]) {
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
		if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
			return false, nil
		}
		in = f
	}
	r := bufio.NewReader(in)
	var head []string // the lines up to the second one that is not empty
	for filled := 0; filled < 2; {
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
	return true, s.answers(ctx, name, bufio.NewReader(io.MultiReader(strings.NewReader(strings.Join(head, "")), r)), cmd.OutOrStdout())
}

// isInput reports whether an argument names an input, not the size of boxes.
func isInput(arg string) bool {
	_, _, err := rectangle(arg)
	return err != nil
}

// signs is the number of characters of a line without the end.
func signs(line string) int { return len([]rune(strings.TrimSpace(line))) }

// answers prints the answers to a list of sudokus, one on each line. Empty lines stay empty.
func (s *solving) answers(ctx context.Context, name string, r *bufio.Reader, w io.Writer) error {
	out := bufio.NewWriter(w)
	defer out.Flush()
	wrong, total := 0, 0
	for number := 1; ; number++ {
		line, err := limit.ReadLine(r, limit.Line)
		if err != nil && err != io.EOF {
			return titled(name, err)
		}
		if err == io.EOF && line == "" {
			break
		}
		answer := ""
		if text := strings.TrimSpace(line); text != "" {
			total++
			if answer, err = s.answer(ctx, text); err != nil {
				if ctx.Err() != nil {
					return err
				}
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
func (s *solving) answer(ctx context.Context, text string) (string, error) {
	if n := signs(text); n != listCells {
		return "", fmt.Errorf("expected %d cells, found %d", listCells, n)
	}
	p, err := puzzle.NewSudoku(3, 3).Given(text)
	if err != nil {
		var mistake *dlx.SyntaxError
		if errors.As(err, &mistake) {
			err = fmt.Errorf("column %d: %s", mistake.Column, mistake.Message)
		}
		return "", err
	}
	o := s.options
	o.Threads = 1
	solver := p.Problem().Solver(o)
	if s.count {
		r, err := solver.Count(ctx)
		if err != nil {
			return "", err
		}
		return r.Solutions.String(), nil
	}
	found, _, err := solver.Unique(ctx)
	switch {
	case errors.Is(err, dlx.ErrNoSolution):
		return "no solution", nil
	case errors.Is(err, dlx.ErrNotUnique):
		return "several solutions", nil
	case err != nil:
		return "", err
	}
	var b strings.Builder
	for _, row := range p.Decode(found) {
		for _, v := range row {
			fmt.Fprint(&b, v)
		}
	}
	return b.String(), nil
}
