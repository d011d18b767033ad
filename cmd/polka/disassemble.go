// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"polka/cover/assembly"
	"polka/cover/burr"
	"polka/dlx"
	"polka/internal/command"
	"polka/internal/plural"
	"polka/internal/printing"
	"polka/shapes"
)

// A taking holds the arguments of `polka disassemble`.
type taking struct {
	count, moves, sets, json bool
	to                       string
	bounds
}

func newDisassemble() *cobra.Command {
	t, q := &taking{}, &puzzling{}
	cmd := &cobra.Command{
		Use:   "disassemble [NAME]",
		Short: "Take solid puzzles apart",
		Long: "Disassemble finds all assemblies of a puzzle of cubes, up to symmetry, and takes each of them apart by moving pieces,\n" +
			"alone or in groups, along the three axes; pieces are not rotated. Files may also have prisms, tetrahedra and\n" +
			"octahedra, which move along 4 and 13 axes. It prints a line with the level of difficulty for each assembly that comes\n" +
			"apart, and the numbers of assemblies. The level is the number of moves until the first pieces are away, followed by\n" +
			"those of the parts that need more than one, as in BurrTools.\n\n" +
			"The puzzle is a classic puzzle given by name, a board and pieces as in polka tile, a burr of six rods with the usual\n" +
			"numbers, separated by commas, after --rods, or a problem of an XMPuzzle file, of which the weights and groups of\n" +
			"pieces are used too. If the puzzle allows a choice of pieces, --sets prints a line for each set of pieces that comes\n" +
			"apart: the numbers of its assemblies and of those that come apart, their levels, and the pieces. With --to xmpuzzle\n" +
			"the puzzle is written with the assemblies that come apart and their moves, for BurrTools to show.",
		Example: "  polka disassemble --xmpuzzle burr.xmpuzzle\n" +
			"  polka disassemble --xmpuzzle burr.xmpuzzle --moves --limit 1\n" +
			"  polka disassemble soma-cube --count\n" +
			"  polka disassemble --rods 702,496,976,1008,986,734 --moves --limit 1\n" +
			"  polka disassemble --rods notchable --sets\n" +
			"  polka disassemble --xmpuzzle burr.xmpuzzle --to xmpuzzle >solved.xmpuzzle",
		Args:              oneName,
		ValidArgsFunction: catalogNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case chosen(t.count, t.moves, t.sets, t.to != "") > 1:
				return command.Wrong(cmd, "choose one of --count, --moves, --sets and --to")
			case t.sets && t.limit > 0:
				return command.Wrong(cmd, "--sets: expected no --limit beside it")
			case t.json && t.to != "":
				return command.Wrong(cmd, "--to: expected no --json beside it")
			case t.to != "" && t.to != "xmpuzzle":
				return command.Wrong(cmd, "--to: expected xmpuzzle, got %q", t.to)
			}
			if err := checkBounds(cmd, t.limit, t.threads); err != nil {
				return err
			}
			forOneSearch()
			p, err := q.problemOf(cmd, args)
			if err != nil {
				return err
			}
			return t.run(cmd, p)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&t.count, "count", false, "print the number of assemblies of each level")
	f.BoolVar(&t.moves, "moves", false, "print the moves")
	f.BoolVar(&t.sets, "sets", false, "print the sets of pieces whose assemblies come apart, for a puzzle with a choice of pieces")
	f.BoolVar(&t.json, "json", false, "print JSON, one value per line")
	f.StringVar(&t.to, "to", "", "write the puzzle and what was found in `FORMAT`: xmpuzzle")
	q.flags(cmd)
	t.bounds.flags(cmd, "", "assemblies that come apart")
	latticeFlag(cmd)
	return cmd
}

// run takes the assemblies apart and prints the result. What was found before the time was over is
// printed too.
func (t *taking) run(cmd *cobra.Command, p burr.Problem) error {
	if err := p.Puzzle.Err(); err != nil {
		return err
	}
	if l := p.Puzzle.Board().Shape().Lattice(); l != shapes.Cube && l != shapes.Square && l != shapes.Triangle {
		return fmt.Errorf("expected a puzzle of cubes, squares or triangles, got one on the %v lattice", l)
	}
	ctx, stop := interruptibleSoon(cmd)
	defer stop()
	ctx, cancel := within(ctx, t.timeout)
	defer cancel()
	ctx, end := metered(ctx, cmd.ErrOrStderr())
	defer end()
	out := bufio.NewWriter(printing.Screen(cmd.OutOrStdout()))
	var err error
	if t.sets {
		err = t.printSets(ctx, out, &p)
		end()
	} else {
		var result takenApart
		result, err = t.print(ctx, out, &p)
		end()
		if err == nil || ended(err) {
			if writing := t.printTotal(out, &p, result, err == nil); writing != nil {
				return writing
			}
		}
	}
	if flushing := out.Flush(); err == nil {
		err = flushing
	}
	return err
}

// A takenApart is the result of `polka disassemble` in numbers.
type takenApart struct {
	Assemblies int            `json:"assemblies"`
	Apart      int            `json:"apart"`
	Levels     map[string]int `json:"levels"`
	Complete   bool           `json:"complete"`
}

// print searches, and prints what comes apart.
func (t *taking) print(ctx context.Context, out io.Writer, p *burr.Problem) (r takenApart, err error) {
	var writing error
	r.Levels = map[string]int{}
	p.Solutions = nil
	r.Assemblies, err = p.Each(ctx, func(s burr.Solution) bool {
		r.Apart++
		r.Levels[s.Level]++
		switch {
		case t.count:
		case t.to != "":
			p.Solutions = append(p.Solutions, s)
		case t.json:
			writing = writeJSON(out, asMoves(s, t.moves))
		case t.moves:
			_, writing = fmt.Fprintf(out, "%s\n\n", s.Disassembly.Text())
		default:
			_, writing = fmt.Fprintln(out, s.Disassembly)
		}
		return writing == nil && r.Apart != t.limit
	}, dlx.Options{Threads: t.threads})
	return r, cmp.Or(writing, err)
}

// printTotal prints the numbers of assemblies, or the file.
func (t *taking) printTotal(out io.Writer, p *burr.Problem, r takenApart, complete bool) error {
	r.Complete = complete && (t.limit == 0 || r.Apart < t.limit)
	var err error
	switch {
	case t.to != "":
		_, err = (&burr.File{Problems: []burr.Problem{*p}}).WriteTo(out)
		return err
	case t.json:
		return writeJSON(out, r)
	case t.count:
		for _, level := range slices.SortedFunc(maps.Keys(r.Levels), compareLevels) {
			if _, err := fmt.Fprintf(out, "level %s: %d\n", level, r.Levels[level]); err != nil {
				return err
			}
		}
	}
	least := ""
	if !r.Complete {
		least = "at least "
	}
	_, err = fmt.Fprintf(out, "%s%s, %s apart\n", least, plural.Count(r.Assemblies, "assembly"), come(r.Apart))
	return err
}

// printSets prints the sets of pieces whose assemblies come apart.
func (t *taking) printSets(ctx context.Context, out io.Writer, p *burr.Problem) error {
	sets, err := p.Sets(ctx, dlx.Options{Threads: t.threads})
	if err != nil && !ended(err) {
		return err
	}
	apart, unique := 0, 0
	for _, s := range sets {
		if len(s.Solutions) == 0 {
			continue
		}
		apart++
		if s.Unique() {
			unique++
		}
		if writing := t.printSet(out, p, s); writing != nil {
			return writing
		}
	}
	if t.json {
		return cmp.Or(writeJSON(out, jsonSets{len(sets), apart, unique, err == nil}), err)
	}
	_, writing := fmt.Fprintf(out, "%s with assemblies, %s apart, %d have only one assembly\n", plural.Count(len(sets), "set"), come(apart), unique)
	return cmp.Or(writing, err)
}

// jsonSets is the JSON of the numbers of sets.
type jsonSets struct {
	Sets     int  `json:"sets"`
	Apart    int  `json:"apart"`
	Unique   int  `json:"unique"`
	Complete bool `json:"complete"`
}

// A jsonSet is the JSON of a set of pieces.
type jsonSet struct {
	Pieces     map[string]int `json:"pieces"` // the numbers of copies
	Assemblies int            `json:"assemblies"`
	Levels     []string       `json:"levels"` // of those that come apart
}

func (t *taking) printSet(out io.Writer, p *burr.Problem, s burr.PieceSet) error {
	j := jsonSet{Pieces: map[string]int{}, Assemblies: s.NumAssemblies}
	for _, q := range s.Solutions {
		j.Levels = append(j.Levels, q.Level)
	}
	var words []string
	for i, q := range p.Puzzle.Set() {
		if n := s.Copies[i]; n > 0 {
			name := cmp.Or(q.Shape().Name(), fmt.Sprintf("#%d", i+1))
			j.Pieces[name] = n
			words = append(words, copiesOf(n, name))
		}
	}
	if t.json {
		return writeJSON(out, j)
	}
	slices.SortFunc(j.Levels, compareLevels)
	_, err := fmt.Fprintf(out, "%s, %s apart, level %s: %s\n", plural.Count(s.NumAssemblies, "assembly"), come(len(s.Solutions)),
		strings.Join(slices.Compact(j.Levels), " and "), strings.Join(words, " "))
	return err
}

func copiesOf(n int, name string) string {
	if n == 1 {
		return name
	}
	return fmt.Sprintf("%d*%s", n, name)
}

// compareLevels compares levels such as 7.3.2 by their numbers.
func compareLevels(a, b string) int {
	return slices.CompareFunc(strings.Split(a, "."), strings.Split(b, "."), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
}

// come returns how many assemblies come apart.
func come(n int) string {
	if n == 1 {
		return "1 comes"
	}
	return fmt.Sprintf("%d come", n)
}

// A jsonDisassembly is the JSON of a disassembly.
type jsonDisassembly struct {
	Level    string      `json:"level"`
	NumMoves int         `json:"numMoves"`
	Pieces   []jsonPiece `json:"pieces"`
	Moves    []jsonMove  `json:"moves,omitempty"`
}

type jsonPiece struct {
	Name  string `json:"name"`
	Shape string `json:"shape"`
}

// A jsonMove is a move of some pieces by a number of steps, 0 if they are taken away. The pieces of
// the part that is being separated are in Of.
type jsonMove struct {
	Of        []int  `json:"of"`
	Pieces    []int  `json:"pieces"`
	Direction [3]int `json:"direction"`
	Length    int    `json:"length"`
}

func asMoves(s burr.Solution, moves bool) (j jsonDisassembly) {
	d := s.Disassembly
	j.Level, j.NumMoves = s.Level, d.NumMoves()
	names := d.Names()
	for i, p := range d.Pieces() {
		j.Pieces = append(j.Pieces, jsonPiece{names[i], p.Named("").String()})
	}
	if !moves {
		return j
	}
	var add func(s *assembly.Separation)
	add = func(s *assembly.Separation) {
		if s == nil {
			return
		}
		for _, m := range s.Moves() {
			j.Moves = append(j.Moves, jsonMove{s.Pieces(), m.Pieces, [3]int{m.Direction.X, m.Direction.Y, m.Direction.Z}, m.Length})
		}
		add(s.Staying())
		add(s.Removed())
	}
	add(d.Root())
	return j
}
