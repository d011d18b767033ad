// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"polka/dlx"
	"polka/dlx/puzzle"
	"polka/internal/command"
	"polka/internal/limit"
	"polka/internal/printing"
)

func newPuzzle() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "puzzle",
		Short: "Write or solve queens, sudoku and other puzzles",
		Long: "Puzzle writes a puzzle as an exact cover problem in Knuth's DLX format. With --solve, --all or --count it\n" +
			"solves the problem and prints the solutions in the form usual for the puzzle.",
		Example: "  polka puzzle queens 8 --solve\n" +
			"  polka puzzle sudoku hard.txt --solve\n" +
			"  polka puzzle langford 11 | polka solve --count",
		SuggestionsMinimumDistance: 2,
		Args:                       verbs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return command.Wrong(cmd, "expected a puzzle")
		},
	}
	for _, k := range puzzleKinds {
		cmd.AddCommand(k.command())
	}
	return cmd
}

// A puzzleKind is a puzzle on the command line.
type puzzleKind struct {
	use, short string
	least      int // how many arguments there are at least
	most       int // and at most, -1 for any number
	make       func(args []string, in io.Reader) (puzzle.Encoding, error)
}

var puzzleKinds = []puzzleKind{
	{"queens N", "N queens that do not attack each other", 1, 1, sized("queens", 1000, puzzle.NewQueens)},
	{"langford N", "Langford pairs: the two copies of each number k from 1 to N have k numbers between them", 1, 1, sized("pairs", 1000, puzzle.NewLangford)},
	{"latin N [FILE|-]", "a Latin square of N rows; FILE has the givens", 1, 2, func(args []string, in io.Reader) (puzzle.Encoding, error) {
		n, err := size("rows", args[0], 100)
		if err != nil {
			return nil, err
		}
		if len(args) == 1 {
			return puzzle.NewLatin(n), nil
		}
		return given(puzzle.NewLatin(n), args[1], in)
	}},
	{"sudoku [ROWSxCOLUMNS] [FILE|-]", "a sudoku with boxes of ROWSxCOLUMNS, 3x3 by default; FILE has the givens, or a list with a sudoku of 81 cells on each line", 0, 2, sudoku},
	{"jigsaw REGIONS [FILE|-]", "a sudoku with irregular regions; the file REGIONS draws them with letters", 1, 2, func(args []string, in io.Reader) (puzzle.Encoding, error) {
		text, err := readText(args[0], in, limit.Puzzle)
		if err != nil {
			return nil, err
		}
		p, err := puzzle.ParseJigsaw(text)
		if err != nil || len(args) == 1 {
			return p, placed(args[0], err)
		}
		return given(p, args[1], in)
	}},
	{"matchings GRAPH...", "perfect matchings of a graph: complete N, cycle N, grid RxC, petersen, or edges such as a-b", 1, -1, func(args []string, _ io.Reader) (puzzle.Encoding, error) {
		g, err := graph(args)
		return puzzle.NewMatchings(g), err
	}},
	{"coloring K GRAPH...", "proper colorings of the vertices of a graph with K colors", 2, -1, func(args []string, _ io.Reader) (puzzle.Encoding, error) {
		k, err := size("colors", args[0], 1000)
		if err != nil {
			return nil, err
		}
		g, err := graph(args[1:])
		return puzzle.NewColoring(g, k), err
	}},
	{"partitions N", "partitions of the set of numbers from 1 to N", 1, 1, sized("numbers", 20, func(n int) puzzle.Partitions { return puzzle.NewPartitions(n) })},
	{"blocks N K", "partitions of the numbers from 1 to N into subsets of K", 2, 2, func(args []string, _ io.Reader) (puzzle.Encoding, error) {
		n, err := size("numbers", args[0], 24)
		if err != nil {
			return nil, err
		}
		k, err := size("numbers in a subset", args[1], n)
		if err != nil {
			return nil, err
		}
		return puzzle.NewPartitions(n, k), nil
	}},
	{"words ROWSxCOLUMNS WORD...", "a word search: a rectangle of letters that contains the words", 2, -1, func(args []string, _ io.Reader) (puzzle.Encoding, error) {
		rows, columns, err := rectangle(args[0])
		if err != nil {
			return nil, err
		}
		p, err := puzzle.ParseWords(rows, columns, strings.Join(args[1:], " "))
		return p, argued(err)
	}},
	{"edges ROWSxCOLUMNS BORDER TILE...", "edge matching with square tiles of four letters each; BORDER is a letter, or - for any", 3, -1, func(args []string, _ io.Reader) (puzzle.Encoding, error) {
		rows, columns, err := rectangle(args[0])
		if err != nil {
			return nil, err
		}
		p, err := puzzle.ParseEdgeMatching(rows, columns, strings.Join(args[2:], " "), strings.TrimPrefix(args[1], "-"))
		return p, argued(err)
	}},
}

// command makes the command of a puzzle.
func (k puzzleKind) command() *cobra.Command {
	s := &solving{}
	cmd := &cobra.Command{
		Use:   k.use,
		Short: strings.ToUpper(k.short[:1]) + k.short[1:],
		Args: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) < k.least:
				return command.Wrong(cmd, "expected %s", strings.Join(strings.Fields(k.use)[1:], " "))
			case k.most >= 0 && len(args) > k.most:
				return command.Wrong(cmd, "expected nothing after %q, got %q", strings.Join(args[:k.most], " "), args[k.most])
			}
			return nil
		},
	}
	s.flags(cmd)
	if strings.HasPrefix(k.use, "sudoku ") {
		cmd.Flags().BoolVar(&s.list, "list", false, "read a list of sudokus, one on each line, and print one answer on each line; --timeout is for the whole list")
	}
	cmd.Flags().BoolVar(&s.first, "solve", false, "print one solution")
	cmd.Flags().Lookup("first").Hidden = true
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := s.check(cmd); err != nil {
			return err
		}
		if s.list && s.saving.used() {
			return command.Wrong(cmd, "--list: expected neither --save nor --resume beside it")
		}
		if strings.HasPrefix(k.use, "sudoku ") {
			if done, err := s.sudokuList(cmd, args); done {
				return err
			}
		}
		p, err := k.make(args, cmd.InOrStdin())
		var usage *command.UsageError
		switch {
		case err == nil:
		case errors.As(err, &usage):
			return command.Wrong(cmd, "%s", usage.Message)
		default:
			return err
		}
		if !s.count && !s.first && !s.all {
			for _, name := range []string{"json", "stats"} {
				if cmd.Flags().Changed(name) {
					return command.Wrong(cmd, "--%s: expected --solve, --all or --count beside it", name)
				}
			}
			return writeProblem(printing.Screen(cmd.OutOrStdout()), p)
		}
		s.show = pictures(p)
		return s.run(cmd, p.Problem())
	}
	return cmd
}

// pictures shows solutions with an empty line before all but the first, if they
// take several lines.
func pictures(p puzzle.Encoding) func(dlx.Solution) string {
	n := 0
	return func(s dlx.Solution) string {
		picture := p.Text(s)
		if n++; n > 1 && strings.Contains(picture, "\n") {
			return "\n" + picture
		}
		return picture
	}
}

// writeProblem writes a puzzle in Knuth's format, with its name as a comment.
func writeProblem(w io.Writer, p puzzle.Encoding) error {
	problem := p.Problem()
	if err := problem.Err(); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "| %v\n", p)
	if _, err := io.WriteString(out, problem.DLX()); err != nil {
		return err
	}
	return out.Flush()
}

// sized makes a puzzle of the only argument, a number of something.
func sized[P puzzle.Encoding](what string, most int, make func(int) P) func([]string, io.Reader) (puzzle.Encoding, error) {
	return func(args []string, _ io.Reader) (puzzle.Encoding, error) {
		n, err := size(what, args[0], most)
		if err != nil {
			return nil, err
		}
		return make(n), nil
	}
}

// size reads a number of something.
func size(what, text string, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > most {
		return 0, &command.UsageError{Message: fmt.Sprintf("expected a number of %s from 1 to %d, got %q", what, most, text)}
	}
	return n, nil
}

// rectangle reads "rowsxcolumns".
func rectangle(text string) (rows, columns int, err error) {
	a, b, _ := strings.Cut(text, "x")
	if rows, err = size("rows", a, 1000); err == nil {
		columns, err = size("columns", b, 1000)
	}
	if err != nil {
		err = &command.UsageError{Message: fmt.Sprintf("expected rows and columns such as 3x4, got %q", text)}
	}
	return rows, columns, err
}

// given reads the numbers that are given.
func given(p puzzle.Sudoku, name string, in io.Reader) (puzzle.Encoding, error) {
	text, err := readText(name, in, limit.Puzzle)
	if err != nil {
		return nil, err
	}
	q, err := p.Given(text)
	return q, placed(name, err)
}

// sudoku makes a sudoku from the size of its boxes, a file, or both.
func sudoku(args []string, in io.Reader) (puzzle.Encoding, error) {
	if len(args) > 0 {
		if rows, columns, err := rectangle(args[0]); err == nil {
			if rows*columns > 100 {
				return nil, &command.UsageError{Message: fmt.Sprintf("expected boxes of up to 100 cells, got %q", args[0])}
			}
			p := puzzle.NewSudoku(rows, columns)
			if len(args) == 1 {
				return p, nil
			}
			return given(p, args[1], in)
		}
		if len(args) > 1 {
			return nil, &command.UsageError{Message: fmt.Sprintf("expected rows and columns such as 3x3, got %q", args[0])}
		}
	}
	name := input(args)
	text, err := readText(name, in, limit.Puzzle)
	if err != nil {
		return nil, err
	}
	p, err := puzzle.ParseSudoku(text)
	return p, placed(name, err)
}

// graph reads a graph.
func graph(args []string) (puzzle.Graph, error) {
	switch {
	case len(args) == 1 && args[0] == "petersen":
		return puzzle.Petersen(), nil
	case len(args) == 2 && args[0] == "complete":
		n, err := size("vertices", args[1], 1000)
		if err != nil {
			return puzzle.Graph{}, err
		}
		return puzzle.Complete(n), nil
	case len(args) == 2 && args[0] == "cycle":
		n, err := size("vertices", args[1], 100_000)
		if err == nil && n < 3 {
			err = &command.UsageError{Message: fmt.Sprintf("expected a cycle of at least 3 vertices, got %q", args[1])}
		}
		if err != nil {
			return puzzle.Graph{}, err
		}
		return puzzle.Cycle(n), nil
	case len(args) == 2 && args[0] == "grid":
		rows, columns, err := rectangle(args[1])
		if err != nil {
			return puzzle.Graph{}, err
		}
		return puzzle.GridGraph(rows, columns), nil
	}
	g, err := puzzle.ParseGraph(strings.Join(args, " "))
	return g, argued(err)
}

// argued makes a UsageError of what package puzzle finds wrong with arguments.
func argued(err error) error {
	if err == nil {
		return nil
	}
	return &command.UsageError{Message: strings.TrimPrefix(err.Error(), "puzzle: ")}
}
