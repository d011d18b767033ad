// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"polka/cover"
	"polka/dlx"
	"polka/internal/command"
	"polka/internal/plural"
	"polka/internal/printing"
	"polka/render"
	"polka/shapes"
)

// A designing holds the arguments of `polka design`.
type designing struct {
	board          string
	pieces         []string
	count, choose  int
	album          album
	solution, json bool
	output         string
	options        cover.DesignOptions
}

func newDesign() *cobra.Command {
	var d designing
	cmd := &cobra.Command{
		Use:   "design",
		Short: "Make puzzles with exactly one solution",
		Long: "Design makes puzzles with exactly one solution. With a board, it gives cells: a letter reserves its cell for the\n" +
			"piece of that name, and no given cell could be removed. Without a board, it makes boards that the pieces cover in\n" +
			"one way. Each puzzle is the one with the greatest effort of several, or with --easy the least. The effort is the\n" +
			"number of placements that a careful person tries, who always continues where there are the fewest and who never\n" +
			"leaves a hole that the remaining pieces cannot fill.\n\n" +
			"With --choose N, design lists the sets of N of the pieces that cover the board in exactly one way, up to its\n" +
			"symmetries: the hardest first, or with --easy the easiest.",
		Example: "  polka design --board 6x10 --pieces pentominoes\n" +
			"  polka design --pieces tetrahexes --count 3 --solution\n" +
			"  polka design --board 5x5 --pieces pentominoes --choose 5",
		Args: exactly(),
		RunE: func(cmd *cobra.Command, _ []string) error { return d.run(cmd) },
	}
	f := cmd.Flags()
	f.StringVar(&d.board, "board", "", "`BOARD` to cover, or @FILE, as of polka tile")
	f.StringArrayVar(&d.pieces, "pieces", nil, "`PIECES` to use, or @FILE; may be repeated")
	f.IntVar(&d.count, "count", 1, "make `N` puzzles")
	f.IntVar(&d.choose, "choose", 0, "list the sets of `N` pieces with one solution")
	f.StringVar(&d.album.file, "page", "", "with --choose: write an HTML page to browse the solutions, at most 1000, to `FILE`")
	f.IntVar(&d.options.Tries, "tries", 10, "choose each puzzle from `N`")
	f.BoolVar(&d.options.Easy, "easy", false, "choose the puzzles with the least effort")
	f.Uint64Var(&d.options.Seed, "seed", 1, "random seed `N`; the puzzles after the first use the seeds after it")
	f.BoolVar(&d.solution, "solution", false, "print the solutions too")
	f.StringVar(&d.output, "output", "", "write the board to `FILE` too, for --board @FILE of polka tile and polka make")
	f.BoolVar(&d.json, "json", false, "print JSON, one value per line")
	latticeFlag(cmd)
	return cmd
}

func (d *designing) run(cmd *cobra.Command) error {
	switch {
	case d.pieces == nil:
		return command.Wrong(cmd, "expected --pieces")
	case d.count < 1 || d.count > 1000:
		return command.Wrong(cmd, "--count: expected a number from 1 to 1000, got %d", d.count)
	case d.options.Tries < 1:
		return command.Wrong(cmd, "--tries: expected a positive number, got %d", d.options.Tries)
	case cmd.Flags().Changed("choose") && d.choose < 1:
		return command.Wrong(cmd, "--choose: expected a positive number, got %d", d.choose)
	case d.choose > 0 && d.board == "":
		return command.Wrong(cmd, "--choose: expected --board beside it")
	case d.output != "" && (d.count > 1 || d.choose > 0):
		return command.Wrong(cmd, "--output: expected one puzzle, and no --choose beside it")
	case d.album.file != "" && d.choose == 0:
		return command.Wrong(cmd, "--page: expected --choose beside it")
	}
	ctx, stop := interruptible(cmd)
	defer stop()
	set, err := setOf(d.pieces)
	if err != nil {
		return err
	}
	var board cover.Board
	if d.board != "" {
		if board, err = boardOf(d.board); err != nil {
			return err
		}
	}
	out := bufio.NewWriter(printing.Screen(cmd.OutOrStdout()))
	if d.choose > 0 {
		if err := d.chooseSets(ctx, out, board, set); err != nil {
			return err
		}
		return out.Flush()
	}
	for range d.count {
		var made cover.Design
		var err error
		if d.board != "" {
			made, err = cover.New(board).With(set).Design(ctx, d.options)
		} else {
			var list []shapes.Shape
			for _, p := range set {
				list = append(list, p.Shape())
			}
			made, err = cover.DesignBoard(ctx, list, d.options)
		}
		if errors.Is(err, dlx.ErrNoSolution) {
			err = errors.New("there is no such puzzle, or none was found")
		}
		if err == nil {
			err = d.print(out, made)
		}
		if err == nil {
			err = out.Flush()
		}
		if err != nil {
			return err
		}
		d.options.Seed++
	}
	return nil
}

// chooseSets lists sets of pieces.
func (d *designing) chooseSets(ctx context.Context, out io.Writer, board cover.Board, set cover.Set) error {
	var pieces []shapes.Shape
	for _, p := range set {
		pieces = append(pieces, p.Shape())
	}
	designs, err := cover.DesignSets(ctx, board, pieces, d.choose)
	if err != nil {
		return err
	}
	if d.options.Easy {
		slices.Reverse(designs)
	}
	for _, made := range designs {
		var names []string
		for _, p := range made.Puzzle.Set() {
			name := p.Shape().Name()
			if name == "" {
				name = p.Shape().String()
			}
			names = append(names, name)
		}
		if d.json {
			err = writeJSON(out, struct {
				Pieces   []string `json:"pieces"`
				Effort   int64    `json:"effort"`
				Solution string   `json:"solution"`
			}{names, made.Effort, made.Solution.String()})
		} else {
			_, err = fmt.Fprintf(out, "effort %d: %s\n", made.Effort, strings.Join(names, " "))
			if err == nil && d.solution {
				_, err = io.WriteString(out, made.Solution.Text()+"\n\n")
			}
		}
		if err != nil {
			return err
		}
		d.album.add(render.Draw(made.Solution).Captions(fmt.Sprintf("%s: effort %d", strings.Join(names, " "), made.Effort)))
	}
	switch {
	case len(designs) == 0:
		return errors.New("no set of so many pieces covers the board in exactly one way")
	case d.album.file == "":
		return nil
	}
	line, err := d.album.write(fmt.Sprintf("Sets of %d pieces with one solution on %v", d.choose, board))
	if err == nil && !d.json {
		_, err = fmt.Fprintln(out, line)
	}
	return err
}

// readable returns the text of a board that cover.ParseBoard reads, a picture if there is one.
func readable(b cover.Board) string {
	text := b.Text()
	if l := b.Shape().Lattice(); l != shapes.Square {
		text = l.String() + "\n" + text
	}
	if read, err := cover.ParseBoard(text); err == nil && read.String() == b.String() {
		return text
	}
	return b.String()
}

// print prints a puzzle, and writes its board to a file if there is to be one.
func (d *designing) print(out io.Writer, made cover.Design) error {
	if d.output != "" {
		if err := os.WriteFile(d.output, []byte(readable(made.Puzzle.Board())+"\n"), 0o644); err != nil {
			return err
		}
	}
	if d.json {
		value := struct {
			Board    string `json:"board"`
			Seed     uint64 `json:"seed"`
			Given    int    `json:"given"`
			Effort   int64  `json:"effort"`
			Solution string `json:"solution,omitempty"`
		}{readable(made.Puzzle.Board()), d.options.Seed, made.Given, made.Effort, ""}
		if d.solution {
			value.Solution = made.Solution.Text()
		}
		return writeJSON(out, value)
	}
	title := fmt.Sprintf("seed %d: effort %d", d.options.Seed, made.Effort)
	if made.Given > 0 {
		title += ", " + plural.Count(made.Given, "cell") + " given"
	}
	text := title + "\n" + made.Text() + "\n\n"
	if d.solution {
		text += made.Solution.Text() + "\n\n"
	}
	_, err := io.WriteString(out, text)
	return err
}
