// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"polka/internal/command"
	"polka/internal/pattern"
	"polka/plane"
	"polka/shapes"
)

// A survey holds the arguments of `polka plane`, `polka heesch` and `polka regions`: shapes, and a
// question about each of them. The answer to the question is a few words.
type survey struct {
	onlySquare  bool   // whether no other lattice is allowed
	file        string // that defines the lattice, or ""
	lattice     *shapes.Lattice
	first, last int    // numbers of cells
	input       string // file of shapes, instead of a lattice
	proofs      string // file for certificates
	output      string // file for the answers
	list        bool   // print the answers instead of the table
	perShape    time.Duration
	json, stats bool
	bounds
	asked  int // shapes so far
	answer func(context.Context, shapes.Shape) (string, error)
	got    func(shapes.Shape) // called in order with the shapes that were answered; may be nil
	words  *pattern.Pattern   // of an answer
	header string
	row    func(n int, counts map[string]int) string
}

// planar returns the names of the lattices on which package plane looks for tilings.
func planar() []string {
	return slices.DeleteFunc(shapes.LatticeNames(), func(name string) bool {
		l, err := shapes.LatticeByName(name)
		return err != nil || checkPlanar(l) != nil
	})
}

// checkPlanar returns an error unless package plane looks for tilings on a lattice.
func checkPlanar(l *shapes.Lattice) error {
	_, err := plane.Decide(context.Background(), shapes.New(l, shapes.Cell{}))
	return err
}

func newPlane() *cobra.Command {
	v := survey{answer: planeWords, words: planeLine, header: planeHeader, row: planeRow}
	cmd := v.command("plane", "Decide which polyforms tile the plane",
		"Plane decides for each free polyform of N cells, or of N to M cells, whether its copies tile the plane. It prints a\n"+
			"table: the number of polyforms, of those with holes, of those without holes that do not tile, of those that\n"+
			"tile, and of the latter those that tile by translations, those that satisfy Conway's criterion, those that tile\n"+
			"isohedrally, those that tile, but not isohedrally, and the undecided ones.\n\n"+
			"With --list it prints a line for each polyform instead: the polyform, a tab, and words such as \"translations\n"+
			"conway isohedral\", \"anisohedral\", \"none\", \"hole\" or \"undecided\".")
	cmd.Example = "  polka plane square 1..9\n" +
		"  polka plane hexagon 6 --list\n" +
		"  polka plane triangle 12 --output twelve.txt\n" +
		"  polka plane cairo 1..4\n" +
		"  polka plane --lattice bricks.txt 1..4\n" +
		"  polka plane --input shapes.txt"
	v.latticeFlag(cmd)
	return cmd
}

func newHeesch() *cobra.Command {
	v := survey{answer: heeschWords, words: heeschLine, header: heeschHeader, row: heeschRow}
	cmd := v.command("heesch", "Find the Heesch numbers of polyforms that do not tile the plane",
		"Heesch finds for each free polyform of N cells, or of N to M cells, that neither tiles the plane nor has holes how\n"+
			"often it can be surrounded by copies of itself. It prints a table of two rows for each N: the number of\n"+
			"polyforms, and how many of them have Heesch number 0, 1, 2 and so on. In the row Hc no corona leaves holes, in the\n"+
			"row Hh the last one may.\n\n"+
			"With --list it prints a line for each polyform instead: the polyform, a tab, and its two numbers, or one of the words\n"+
			"\"tiles\", \"hole\" and \"undecided\".\n\n"+
			"With --certificates it writes a certificate for each polyform that does not tile to a file, on the lattices square,\n"+
			"triangle, hexagon, tan and kite: one more corona than in the row Hh is impossible. The program polka-check checks\n"+
			"the file. A polyform whose proof is too long, or takes longer than --each, has no certificate; its name is printed\n"+
			"to standard error.")
	cmd.Flags().StringVar(&v.proofs, "certificates", "", "write certificates of polyforms that do not tile to `FILE`, for polka-check")
	cmd.Example = "  polka heesch hexagon 6\n" +
		"  polka heesch square 7..9\n" +
		"  polka heesch square 10 --each 1m --output ten.txt\n" +
		"  polka heesch square 8 --certificates eight.cert"
	v.latticeFlag(cmd)
	return cmd
}

func newRegions() *cobra.Command {
	rows := 12
	v := survey{onlySquare: true, words: regionsLine, header: regionsHeader, row: regionsRow}
	v.answer = func(ctx context.Context, s shapes.Shape) (string, error) { return regionsWords(ctx, s, rows) }
	cmd := v.command("regions", "Find out which polyominoes tile rectangles, half strips and strips",
		"Regions finds out for each free polyomino of N cells, or of N to M cells, which regions of the plane its copies\n"+
			"tile: rectangles, half strips and strips with at most 12 rows, or as many as --rows says, quadrants and half planes.\n"+
			"It prints a table: the number of polyominoes, and how many of them are known to tile the plane, a strip and a\n"+
			"rectangle; those of the latter that are not rectangles themselves; the greatest order that is known,\n"+
			"the least number of copies that tile a rectangle; and those of which it is not known whether they tile a rectangle.\n\n"+
			"With --list it prints a line for each polyomino instead: the polyomino, a tab, and the smallest region that it is\n"+
			"known to tile, such as \"rectangle 5x10 10\" with the order, or <=10 if fewer copies may tile a rectangle, \"strip 2\"\n"+
			"with the number of rows, or \"plane\", and then the regions that are not decided, such as \"quadrant?\". All others are\n"+
			"proved not to be tiled. The word is \"none\" if it does not tile the plane.")
	cmd.Example = "  polka regions square 1..5\n" +
		"  polka regions square 6 --rows 24 --list\n" +
		"  polka regions --input shapes.txt"
	cmd.Flags().IntVar(&rows, "rows", rows, "search strips of up to `N` rows")
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error {
		if rows < 1 || rows > mostRegionRows {
			return command.Wrong(cmd, "--rows: expected a number from 1 to %d", mostRegionRows)
		}
		return nil
	}
	return cmd
}

// mostRegionRows is the limit of plane.Classify.
const mostRegionRows = 64

// latticeFlag adds the flag --lattice, and a list of lattices to the help.
func (v *survey) latticeFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&v.file, "lattice", "", "read the lattice from `FILE`; - is standard input")
	cmd.Use = strings.Replace(cmd.Use, "LATTICE N[..M]", "LATTICE N[..M] | --lattice FILE N[..M]", 1)
	cmd.Long += "\n\nAll lattices of `polka enum` in the plane will do whose cells fill it side by side. With --lattice, a file defines\n" +
		"one by its steps and the polygons of a period, as docs/formats.md describes, and LATTICE is left out."
}

func (v *survey) command(verb, short, long string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   verb + " LATTICE N[..M] | [LATTICE] --input FILE",
		Short: short,
		Long: long + "\n\n" +
			"With --output the lines are written to a file and the table is printed. If a run is interrupted, the same command\n" +
			"continues the file where it ends. With --input the polyforms are those of a file, one per line, all of\n" +
			"them on LATTICE if it is given. With --each, a polyform that takes longer is undecided.",
		Args: func(cmd *cobra.Command, args []string) error {
			fromFile := cmd.Flags().Changed("lattice")
			if cmd.Flags().Changed("input") {
				switch {
				case fromFile && len(args) > 0:
					return command.Wrong(cmd, "--input: expected nothing but --lattice beside it, got %q", args[0])
				case len(args) > 1:
					return command.Wrong(cmd, "--input: expected at most a lattice beside it, got %q", args[1])
				case len(args) == 1:
					return v.parseLattice(cmd, args[0])
				}
				return nil
			}
			if fromFile {
				if err := exactly("a number of cells")(cmd, args); err != nil {
					return err
				}
				return v.parseCells(cmd, args[0])
			}
			if err := exactly("a lattice", "a number of cells")(cmd, args); err != nil {
				return err
			}
			if err := v.parseLattice(cmd, args[0]); err != nil {
				return err
			}
			return v.parseCells(cmd, args[1])
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			if v.onlySquare {
				return []cobra.Completion{"square"}, cobra.ShellCompDirectiveNoFileComp
			}
			return planar(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case cmd.Flags().Changed("output") && v.output == "":
				return command.Wrong(cmd, "--output: expected a file")
			case cmd.Flags().Changed("input") && v.input == "":
				return command.Wrong(cmd, "--input: expected a file")
			case v.list && v.output != "":
				return command.Wrong(cmd, "choose one of --list and --output")
			case v.json && v.output != "":
				return command.Wrong(cmd, "choose one of --json and --output")
			case v.proofs != "" && v.output != "":
				return command.Wrong(cmd, "choose one of --certificates and --output")
			case v.proofs == "" && cmd.Flags().Changed("certificates"):
				return command.Wrong(cmd, "--certificates: expected a file")
			}
			v.list = v.list || v.json
			if err := checkBounds(cmd, v.limit, v.threads); err != nil {
				return err
			}
			if cmd.Flags().Changed("lattice") {
				var err error
				if v.lattice, err = readLattice(v.file, cmd.InOrStdin()); err != nil {
					return err
				}
				if err := checkPlanar(v.lattice); err != nil {
					return fmt.Errorf("%s: %w", v.file, err)
				}
			}
			ctx, stop := interruptible(cmd)
			defer stop()
			ctx, cancel := v.start(ctx)
			defer cancel()
			ctx, end := metered(ctx, cmd.ErrOrStderr())
			defer end()
			begin := time.Now()
			err := v.certified(ctx, cmd.OutOrStdout(), cmd.ErrOrStderr())
			if v.stats {
				end()
				fmt.Fprintf(cmd.ErrOrStderr(), "%v, %d threads\n", time.Since(begin).Round(time.Microsecond), runtime.GOMAXPROCS(0))
			}
			if v.output != "" && ended(err) {
				end()
				why, status := whyEnded(err)
				fmt.Fprintf(cmd.ErrOrStderr(), "polka: %s; repeat the command to continue %s\n", why, v.output)
				return status
			}
			return err
		},
	}
	f := cmd.Flags()
	f.StringVar(&v.input, "input", "", "read the polyforms from `FILE`, one per line")
	f.StringVar(&v.output, "output", "", "write a line for each polyform to `FILE`, or continue it")
	f.BoolVar(&v.list, "list", false, "print a line for each polyform instead of the table")
	f.BoolVar(&v.json, "json", false, "print JSON, one value per line, for each polyform")
	f.BoolVar(&v.stats, "stats", false, "print the time and the number of threads to standard error")
	spanVar(f, &v.perShape, "each", "leave a polyform undecided after a "+asTime)
	v.bounds.flags(cmd, "", "polyforms")
	return cmd
}

// parseCells reads the numbers of cells.
func (v *survey) parseCells(cmd *cobra.Command, text string) (err error) {
	first, last, ranged := strings.Cut(text, "..")
	v.first, err = strconv.Atoi(first)
	v.last = v.first
	if err == nil && ranged {
		v.last, err = strconv.Atoi(last)
	}
	if err != nil || v.first < 1 || v.last < v.first || v.last > mostEnumCells {
		return command.Wrong(cmd, "%q: expected a number of cells from 1 to %d, or a range such as 1..9", text, mostEnumCells)
	}
	return nil
}

// parseLattice reads the name of the lattice.
func (v *survey) parseLattice(cmd *cobra.Command, name string) (err error) {
	v.lattice, err = shapes.LatticeByName(name)
	switch {
	case v.onlySquare && v.lattice != shapes.Square:
		return command.Wrong(cmd, "unexpected lattice %q, expected square", name)
	case err != nil || checkPlanar(v.lattice) != nil:
		return command.Wrong(cmd, "unexpected lattice %q, expected one of %s", name, strings.Join(planar(), ", "))
	}
	return nil
}

// read returns the shapes of --input.
func (v *survey) read() ([]shapes.Shape, error) {
	list, err := shapes.ReadFile(v.input)
	if err != nil {
		return nil, err
	}
	for _, s := range list {
		if v.lattice != nil && s.Lattice() != v.lattice {
			return nil, fmt.Errorf("%s: %v is on the lattice %v, expected %v", v.input, s, s.Lattice(), v.lattice)
		}
	}
	return v.cut(list), nil
}

// cut leaves as many shapes as --limit still allows.
func (v *survey) cut(list []shapes.Shape) []shapes.Shape {
	if v.limit > 0 && len(list) > v.limit-v.asked {
		list = list[:v.limit-v.asked]
	}
	v.asked += len(list)
	return list
}

// run asks about all shapes.
func (v *survey) run(ctx context.Context, stdout io.Writer) error {
	saved, err := v.open()
	if err != nil {
		return err
	}
	defer saved.close()
	var list []shapes.Shape
	if v.input != "" {
		if list, err = v.read(); err != nil {
			return err
		}
	}
	if !v.list {
		fmt.Fprintln(stdout, v.header)
	}
	if v.input != "" {
		byCells := make(map[int]map[string]int)
		if err := v.each(ctx, list, saved, stdout, func(s shapes.Shape, words string) {
			n := s.Area()
			if byCells[n] == nil {
				byCells[n] = make(map[string]int)
			}
			byCells[n][words]++
		}); err != nil || v.list {
			return err
		}
		for _, n := range slices.Sorted(maps.Keys(byCells)) {
			fmt.Fprintln(stdout, v.row(n, byCells[n]))
		}
		return saved.finish()
	}
	for n := v.first; n <= v.last; n++ {
		list, err := shapes.Enumerate(ctx, v.lattice, n, shapes.Free)
		if err != nil {
			return err
		}
		if v.limit > 0 && v.asked == v.limit {
			break
		}
		list = v.cut(list)
		counts := make(map[string]int)
		if err := v.each(ctx, list, saved, stdout, func(_ shapes.Shape, words string) { counts[words]++ }); err != nil {
			return err
		}
		if !v.list {
			fmt.Fprintln(stdout, v.row(n, counts))
		}
	}
	return saved.finish()
}

// each asks about the shapes of a list on all cores, and delivers the answers in order.
func (v *survey) each(ctx context.Context, list []shapes.Shape, saved *answers, stdout io.Writer, got func(shapes.Shape, string)) error {
	w := bufio.NewWriter(stdout)
	defer w.Flush()
	deliver := func(s shapes.Shape, words string) error {
		got(s, words)
		if v.got != nil {
			v.got(s)
		}
		if v.json {
			return writeJSON(w, struct {
				Shape  string `json:"shape"`
				Answer string `json:"answer"`
			}{s.String(), words})
		}
		if v.list {
			_, err := fmt.Fprintf(w, "%v\t%s\n", s, words)
			return err
		}
		return nil
	}
	for len(list) > 0 {
		words, ok, err := saved.next(list[0], v.words)
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		if err := deliver(list[0], words); err != nil {
			return err
		}
		list = list[1:]
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type answered struct {
		words string
		err   error
	}
	// results has the answers that are being found, in order; its capacity limits how far the
	// workers are ahead of the first that is missing.
	workers := runtime.GOMAXPROCS(0)
	results := make(chan chan answered, 64*workers)
	free := make(chan bool, workers)
	go func() {
		defer close(results)
		for _, s := range list {
			one := make(chan answered, 1)
			select {
			case results <- one:
			case <-ctx.Done():
				return
			}
			free <- true
			go func() {
				words, err := v.ask(ctx, s)
				one <- answered{words, err}
				<-free
			}()
		}
	}()
	for _, s := range list {
		one, ok := <-results
		if !ok {
			return ctx.Err()
		}
		a := <-one
		if a.err != nil {
			return a.err
		}
		if err := saved.add(s, a.words); err != nil {
			return err
		}
		if err := deliver(s, a.words); err != nil {
			return err
		}
	}
	return nil
}

// ask returns the answer for one shape, within the time limit.
func (v *survey) ask(ctx context.Context, s shapes.Shape) (string, error) {
	limited := ctx
	if v.perShape > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, v.perShape)
		defer cancel()
	}
	words, err := v.answer(limited, s)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return "undecided", nil
	}
	return words, err
}

var (
	planeLine  = pattern.New(`^(hole|none|undecided|anisohedral|(translations )?(conway )?isohedral)$`)
	heeschLine = pattern.New(`^(hole|tiles|undecided|\d{1,2} \d{1,2})$`)

	regionsLine = pattern.New(`^(none|undecided|rectangle \d{1,2}x\d+ (<=)?\d+|(halfstrip \d{1,2}|strip \d{1,2}|plane)( [a-z]+\?)*)$`)
)
