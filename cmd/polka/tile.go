// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"polka/cover"
	"polka/cover/burr"
	"polka/cover/knuth"
	"polka/dlx"
	"polka/internal/command"
	"polka/internal/limit"
	"polka/internal/printing"
	"polka/render"
	"polka/shapes"
)

// A tiling holds the arguments of `polka tile` and `polka seed solve`.
type tiling struct {
	count, first, all bool
	distinct, watch   bool
	symmetry, sets    bool
	json, stats       bool
	engine, memory    string
	bytes             int64 // of memory
	saving            saving
	album             album
	bounds
}

func (t *tiling) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVar(&t.count, "count", false, "print the number of tilings, in total and up to symmetry")
	f.BoolVar(&t.symmetry, "symmetry", false, "print the number of tilings for each kind of symmetry")
	f.BoolVar(&t.sets, "sets", false, "print the number of tilings for each set of pieces that is used")
	f.BoolVar(&t.first, "first", false, "print one tiling (the default)")
	f.BoolVar(&t.all, "all", false, "print all tilings, one per line")
	f.BoolVar(&t.distinct, "distinct", false, "with --all: print only one of the tilings that are equal up to symmetry")
	t.bounds.flags(cmd, "with --all: ", "tilings")
	f.BoolVar(&t.watch, "watch", false, "draw the board during the search for all tilings")
	f.StringVar(&t.album.file, "page", "", "with --all: write an HTML page to browse the tilings, at most 1000, to `FILE`")
	engineVar(cmd, &t.engine)
	memoryVar(cmd, &t.memory)
	t.saving.flags(cmd)
	f.BoolVar(&t.stats, "stats", false, "print statistics of the search to standard error")
	f.BoolVar(&t.json, "json", false, "print JSON, one value per line")
}

// check refuses flags that do not go together.
func (t *tiling) check(cmd *cobra.Command) error {
	switch {
	case chosen(t.count, t.symmetry, t.sets, t.first, t.all, t.watch) > 1:
		return command.Wrong(cmd, "choose one of --count, --symmetry, --sets, --first, --all and --watch")
	case t.distinct && !t.all:
		return command.Wrong(cmd, "--distinct: expected --all beside it")
	case t.limit > 0 && !t.all:
		return command.Wrong(cmd, "--limit: expected --all beside it")
	case t.album.file != "" && (!t.all || t.json || t.saving.used()):
		return command.Wrong(cmd, "--page: expected --all beside it, without --json, --save and --resume")
	case t.saving.used() && !t.all:
		return command.Wrong(cmd, "--save and --resume: expected --all beside them")
	case t.json && t.watch:
		return command.Wrong(cmd, "--watch: expected no --json beside it")
	}
	if err := checkBounds(cmd, t.limit, t.threads); err != nil {
		return err
	}
	var err error
	if t.bytes, err = parseMemory(cmd, t.memory); err != nil {
		return err
	}
	if t.watch {
		if err := checkWatch(cmd); err != nil {
			return err
		}
	}
	return checkEngine(cmd, t.engine)
}

// run solves a puzzle and prints the result. What was found before the time
// was over is printed too.
func (t *tiling) run(cmd *cobra.Command, p *cover.Puzzle) error {
	if err := p.Err(); err != nil {
		return err
	}
	ctx, stop := interruptibleSoon(cmd)
	defer stop()
	ctx, cancel := within(ctx, t.timeout)
	defer cancel()
	if t.watch {
		return watchSearch(ctx, cmd, p)
	}
	out := bufio.NewWriter(printing.Screen(cmd.OutOrStdout()))
	ctx, end := metered(ctx, cmd.ErrOrStderr())
	defer end()
	if t.distinct {
		p = p.Distinct()
	}
	debug.SetMemoryLimit(t.bytes / 4 * 3) // as polka solve
	o := dlx.Options{Engine: t.engine, Threads: t.threads, Limit: t.limit, Memory: t.bytes}
	unlock, err := t.saving.begin(&o, out)
	if err != nil {
		return err
	}
	defer unlock()
	r, err := t.print(ctx, out, p, p.Solver(o))
	end()
	if flushing := out.Flush(); err == nil {
		err = flushing
	}
	if t.stats {
		printStats(cmd.ErrOrStderr(), r.Stats)
	}
	return t.saving.end(r.Token, err)
}

// print searches, and prints the result.
func (t *tiling) print(ctx context.Context, out io.Writer, p *cover.Puzzle, s *cover.Solver) (dlx.Result, error) {
	switch {
	case t.count:
		return t.printCount(ctx, out, p, s)
	case t.symmetry:
		return t.printSymmetry(ctx, out, s)
	case t.sets:
		return t.printSets(ctx, out, s)
	case t.all && t.album.file != "":
		return t.printPage(ctx, out, p, s)
	case t.all:
		var writing error
		r, err := s.Each(ctx, func(found cover.Tiling) bool {
			writing = t.printTiling(out, found)
			return writing == nil
		})
		return r, errors.Join(err, writing)
	}
	found, r, err := s.First(ctx)
	switch {
	case errors.Is(err, dlx.ErrNoSolution) && t.json:
		err = writeJSON(out, nil)
	case errors.Is(err, dlx.ErrNoSolution):
		printProof(out, p)
		_, err = fmt.Fprintln(out, "there is no tiling")
	case err != nil:
	case t.json:
		err = t.printTiling(out, found)
	default:
		_, err = fmt.Fprintln(out, render.Draw(found))
	}
	return r, err
}

// writeAll writes the puzzle with its tilings, as far as they were found before the time was over.
func (t *tiling) writeAll(cmd *cobra.Command, p burr.Problem) error {
	if err := p.Puzzle.Err(); err != nil {
		return err
	}
	ctx, stop := interruptibleSoon(cmd)
	defer stop()
	ctx, cancel := within(ctx, t.timeout)
	defer cancel()
	puzzle := p.Puzzle
	if t.distinct {
		puzzle = puzzle.Distinct()
	}
	p.Solutions = []burr.Solution{}
	_, err := puzzle.Solver(dlx.Options{Engine: t.engine, Threads: t.threads, Limit: t.limit, Memory: t.bytes}).Each(ctx, func(found cover.Tiling) bool {
		p.Solutions = append(p.Solutions, burr.Solution{Tiling: found})
		return true
	})
	if err != nil && !ended(err) {
		return err
	}
	q := puzzling{to: "xmpuzzle"}
	return cmp.Or(q.write(cmd, p), err)
}

// printPage writes the tilings to a page.
func (t *tiling) printPage(ctx context.Context, out io.Writer, p *cover.Puzzle, s *cover.Solver) (dlx.Result, error) {
	r, err := s.Each(ctx, func(found cover.Tiling) bool {
		return t.album.add(render.Draw(found).Captions(fmt.Sprintf("tiling %d", len(t.album.frames)+1)))
	})
	if err != nil {
		return r, err
	}
	if len(t.album.frames) == 0 {
		printProof(out, p)
		_, err = fmt.Fprintln(out, "there is no tiling")
		return r, err
	}
	line, err := t.album.write("Tilings of " + p.String())
	if err == nil {
		_, err = fmt.Fprintln(out, line)
	}
	return r, err
}

// printCount prints the numbers of tilings, or how many there are at least if the search has ended
// early.
func (t *tiling) printCount(ctx context.Context, out io.Writer, p *cover.Puzzle, s *cover.Solver) (dlx.Result, error) {
	counts, r, err := s.Counts(ctx)
	switch {
	case err != nil && !ended(err):
	case t.json:
		value := tilingCounts{Tilings: counts.Total.String(), Complete: err == nil, Engine: r.Engine, Nodes: r.Nodes, Updates: r.Updates, Seconds: r.Elapsed.Seconds()}
		if err == nil {
			value.Distinct, value.Symmetries = counts.Distinct.String(), counts.NumSymmetries
		}
		err = errors.Join(err, writeJSON(out, value))
	case err != nil:
		fmt.Fprintf(out, "at least %v tilings in all\n", counts.Total)
	default:
		if counts.Total.Sign() == 0 {
			printProof(out, p)
		}
		_, err = fmt.Fprintln(out, counts)
	}
	return r, err
}

// tilingCounts is the JSON of a count. Distinct and Symmetries are known when it is complete.
type tilingCounts struct {
	Tilings    string  `json:"tilings"`
	Distinct   string  `json:"distinct,omitempty"`
	Symmetries int     `json:"symmetries,omitempty"`
	Complete   bool    `json:"complete"`
	Engine     string  `json:"engine"`
	Nodes      int64   `json:"nodes"`
	Updates    int64   `json:"updates"`
	Seconds    float64 `json:"seconds"`
}

// printTiling prints a tiling on a line. In JSON it is a list of pieces with their names and cells.
func (t *tiling) printTiling(out io.Writer, found cover.Tiling) error {
	if !t.json {
		_, err := fmt.Fprintln(out, found)
		return err
	}
	type placement struct {
		Piece string `json:"piece"`
		Shape string `json:"shape"`
	}
	var list []placement
	for _, p := range found.Placements {
		list = append(list, placement{p.Piece.Name(), p.Shape.Named("").String()})
	}
	return writeJSON(out, list)
}

// printProof prints the reason why there is no tiling, if there is a short proof.
func printProof(w io.Writer, p *cover.Puzzle) {
	if proof := p.Impossible(); proof != "" {
		fmt.Fprintln(w, "impossible:", proof)
	}
}

// A puzzling holds the source and the destination of a puzzle.
type puzzling struct {
	list                  bool
	board, to             string
	pieces                []string
	xmpuzzle, dlx, rods   string
	problem               int
	twinsApart, crossings bool
}

// flags adds those for boards and pieces, and for files of BurrTools.
func (q *puzzling) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&q.board, "board", "", "`BOARD` to cover, or @FILE")
	f.StringArrayVar(&q.pieces, "pieces", nil, "`PIECES` to use, or @FILE; may be repeated")
	f.StringVar(&q.xmpuzzle, "xmpuzzle", "", "read a problem of an XMPuzzle `FILE` (BurrTools)")
	f.IntVar(&q.problem, "problem", 1, "with --xmpuzzle: read problem `N` of the file")
	f.StringVar(&q.rods, "rods", "", "the burr of six rods with these `NUMBERS`, such as 702,496,976,1008,986,734, or notchable: solid burrs of rods that can be cut with a saw")
	f.BoolVar(&q.twinsApart, "twins-apart", false, "do not treat mirror twins of one-sided pieces as exchangeable")
}

// oneName accepts at most one argument.
func oneName(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return command.Wrong(cmd, "expected one name, got %q too", args[1])
	}
	return nil
}

// catalogNames completes the name of a classic puzzle.
func catalogNames(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, c := range cover.Catalog() {
		names = append(names, c.Name)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

func newTile() *cobra.Command {
	t, q := &tiling{}, &puzzling{}
	cmd := &cobra.Command{
		Use:   "tile [NAME]",
		Short: "Cover boards with pieces",
		Long: "Tile solves a classic puzzle given by name, a puzzle made of a board and pieces, or a puzzle from a file.\n\n" +
			"A board is a size such as 6x10 or 2x3x10, a family such as \"aztec 5\" or \"hexagon 3 3 3\", the text of a shape, or\n" +
			"a picture: # is a cell, . is not, ? is a cell that may stay uncovered, and a capital letter is a cell reserved for\n" +
			"the piece of that name. @FILE reads the board from a file. Pieces are a set such as pentominoes, one piece of a set\n" +
			"such as \"pentominoes P\", or a shape such as ##/#., after an optional number of copies: 3*, 0:2*, any*. `fixed` or\n" +
			"`one-sided` before a set stands for all fixed or one-sided forms of its pieces.\n\n" +
			"A listing that is stopped by an interrupt, --timeout or --limit can be resumed, as in polka solve: --save FILE\n" +
			"writes the state of the search to a file, periodically and at the end, and --resume FILE resumes it after the\n" +
			"last tiling printed before the state was saved.\n\n" +
			"--to xmpuzzle with --all writes the tilings too, for BurrTools to show.",
		Example: "  polka tile --list\n" +
			"  polka tile pentominoes-6x10 --count\n" +
			"  polka tile --board 4x7 --pieces 'one-sided tetrominoes'\n" +
			"  polka tile --board 'aztec 5' --pieces any*domino --count\n" +
			"  polka tile dominoes-8x8 --symmetry\n" +
			"  polka tile --board 5x6 --pieces '0:1*pentominoes' --sets\n" +
			"  polka tile soma-cube --to xmpuzzle >soma.xmpuzzle\n" +
			"  polka tile --xmpuzzle burr.xmpuzzle --all --distinct",
		Args:              oneName,
		ValidArgsFunction: catalogNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := t.check(cmd); err != nil {
				return err
			}
			switch {
			case q.list:
				return listClassics(cmd, t.json)
			case q.to != "" && (t.saving.used() || t.album.file != "" || t.json || cmd.Flags().Changed("count")):
				return command.Wrong(cmd, "--to: expected no --count, --json, --page, --save and --resume beside it")
			}
			forOneSearch()
			p, err := q.puzzle(cmd, args)
			if err != nil {
				return err
			}
			switch {
			case q.to == "":
				return t.run(cmd, p.Puzzle)
			case q.to == "xmpuzzle" && t.all:
				return t.writeAll(cmd, p)
			}
			return q.write(cmd, p)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&q.list, "list", false, "list the classic puzzles")
	q.flags(cmd)
	f.StringVar(&q.dlx, "dlx", "", "read cells and pieces from a `FILE` in Knuth's DLX format")
	f.BoolVar(&q.crossings, "crossings", false, "allow polysticks to cross")
	f.StringVar(&q.to, "to", "", "write the puzzle in `FORMAT`: dlx, xmpuzzle, polyominoes or polyiamonds")
	t.flags(cmd)
	latticeFlag(cmd)
	return cmd
}

// listClassics prints the catalog.
func listClassics(cmd *cobra.Command, asJSON bool) error {
	type entry struct {
		Name     string `json:"name"`
		Title    string `json:"title"`
		Source   string `json:"source"`
		Tilings  int64  `json:"tilings"`
		Distinct int64  `json:"distinct"`
	}
	for _, c := range cover.Catalog() {
		if asJSON {
			if err := writeJSON(cmd.OutOrStdout(), entry{c.Name, c.Title, c.Source, c.Total, c.Distinct}); err != nil {
				return err
			}
			continue
		}
		if _, err := fmt.Fprintln(cmd.OutOrStdout(), c); err != nil {
			return err
		}
	}
	return nil
}

// puzzle finds or makes the puzzle for `polka tile`.
func (q *puzzling) puzzle(cmd *cobra.Command, args []string) (burr.Problem, error) {
	p, err := q.problemOf(cmd, args)
	if err == nil && q.crossings {
		p.Puzzle = p.Puzzle.Crossings()
	}
	return p, err
}

// problemOf finds or makes the puzzle, with what an XMPuzzle file says about it.
func (q *puzzling) problemOf(cmd *cobra.Command, args []string) (p burr.Problem, err error) {
	if chosen(len(args) > 0, q.board != "" || q.pieces != nil, q.xmpuzzle != "", q.dlx != "", q.rods != "") != 1 {
		return p, command.Wrong(cmd, "expected the name of a puzzle, a board and pieces, rods, or one file")
	}
	defer func() {
		if err == nil && q.twinsApart {
			p.Puzzle = p.Puzzle.TwinsApart()
		}
	}()
	if q.xmpuzzle == "" {
		p.Puzzle, err = q.source(cmd, args)
		return p, err
	}
	err = withInput(cmd, []string{q.xmpuzzle}, func(r io.Reader) error {
		var err error
		p, err = burr.ReadProblem(r, q.problem)
		if e := (*burr.NumberError)(nil); errors.As(err, &e) {
			return command.Wrong(cmd, "--problem: expected a number from 1 to %d, got %d", e.NumProblems, e.Number)
		}
		return err
	})
	return p, err
}

func (q *puzzling) source(cmd *cobra.Command, args []string) (p *cover.Puzzle, err error) {
	switch {
	case len(args) > 0:
		c, err := cover.CatalogByName(args[0])
		if err != nil {
			return nil, command.Wrong(cmd, "%s; polka tile --list lists them", strings.TrimPrefix(err.Error(), "cover: "))
		}
		return c.Puzzle(), nil
	case q.rods != "":
		if p, err = burrOf(q.rods); err != nil {
			err = command.Wrong(cmd, "--rods: %v", err)
		}
		return p, err
	case q.dlx != "":
		err = withInput(cmd, []string{q.dlx}, func(r io.Reader) error {
			problem, err := dlx.Read(r)
			if err == nil {
				p, err = cover.FromProblem(problem, nil)
			}
			return err
		})
		return p, err
	case q.board == "" || q.pieces == nil:
		return nil, command.Wrong(cmd, "expected both --board and --pieces")
	}
	return q.made()
}

// made makes a puzzle of a board and pieces.
func (q *puzzling) made() (*cover.Puzzle, error) {
	board, err := boardOf(q.board)
	if err != nil {
		return nil, err
	}
	set, err := setOf(q.pieces)
	if err != nil {
		return nil, err
	}
	return cover.New(board).With(set), nil
}

// boardOf reads the value of --board.
func boardOf(value string) (board cover.Board, err error) {
	err = textOrFile("--board", value, func(text string) (err error) {
		board, err = cover.ParseBoard(text)
		return err
	})
	return board, err
}

// setOf reads the values of --pieces.
func setOf(values []string) (set cover.Set, err error) {
	for _, value := range values {
		err := textOrFile("--pieces", value, func(text string) error {
			s, err := cover.ParseSet(text)
			set = append(set, s...)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return set, nil
}

// burrOf reads the value of --rods. Of the rods that can be cut with a saw, six are chosen.
func burrOf(value string) (*cover.Puzzle, error) {
	if value == "notchable" {
		return cover.New(burr.SixPieceBoard()).With(cover.Pieces(burr.NotchableRods()...).AtMost(6)), nil
	}
	var rods []shapes.Shape
	fields := strings.Split(value, ",")
	for _, field := range fields {
		n, err := strconv.Atoi(strings.TrimSpace(field))
		if err != nil || n < 1 || n > 4096 || len(fields) != 6 {
			return nil, fmt.Errorf("expected notchable, or six numbers from 1 to 4096, got %q", value)
		}
		rod := burr.Rod(n)
		if !rod.Connected() {
			return nil, fmt.Errorf("expected rods in one part, got %d", n)
		}
		rods = append(rods, rod)
	}
	return burr.SixPieceBurr(rods...), nil
}

// textOrFile hands the value of a flag to a function that reads it, or what is in the file after
// an @. Its errors get the name of the flag or of the file.
func textOrFile(flag, text string, read func(string) error) error {
	name, ok := strings.CutPrefix(text, "@")
	if !ok {
		return titled(flag, read(text))
	}
	var held []byte
	err := reading(name, nil, func(r io.Reader) (err error) {
		held, err = limit.ReadAll(r, limit.Puzzle)
		return err
	})
	if err != nil {
		return titled(name, err)
	}
	return placed(name, read(string(held)))
}

// write writes the puzzle in another format.
func (q *puzzling) write(cmd *cobra.Command, problem burr.Problem) error {
	p := problem.Puzzle
	out := bufio.NewWriter(printing.Screen(cmd.OutOrStdout()))
	var err error
	switch q.to {
	case "dlx":
		err = knuth.WriteProblem(out, p)
	case "xmpuzzle":
		problem.Name = cmp.Or(problem.Name, p.Board().Shape().Name())
		_, err = (&burr.File{Problems: []burr.Problem{problem}}).WriteTo(out)
	case "polyominoes", "polyiamonds":
		var d *knuth.Dance
		if d, err = knuth.DanceOf(p); err == nil {
			_, err = d.WriteTo(out)
		}
	default:
		return command.Wrong(cmd, "--to: expected dlx, xmpuzzle, polyominoes or polyiamonds, got %q", q.to)
	}
	if err != nil {
		return err
	}
	return out.Flush()
}
