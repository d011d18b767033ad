// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"polka/internal/command"
	"polka/shapes"
)

// mostEnumCells is more than anybody can enumerate, and little enough for a window of every
// lattice.
const mostEnumCells = 99

// An enumeration holds the arguments of `polka enum`.
type enumeration struct {
	lattice *shapes.Lattice
	file    string // that defines the lattice, or ""
	cells   int
	class   shapes.Class
	output  string // "" is standard output
	json    bool
	stats   bool
	bounds
}

func newEnum() *cobra.Command {
	var (
		e                            enumeration
		fixed, oneSided, free, count bool
	)
	cmd := &cobra.Command{
		Use:   "enum LATTICE N",
		Short: "List or count the polyforms of N cells",
		Long: "Enum lists the polyforms of N cells on a lattice, one per line, in the format that shapes.Parse reads.\n" +
			"With --count it prints only how many there are. Two fixed polyforms are the same if a translation maps\n" +
			"one to the other; for one-sided polyforms rotations are allowed as well, and for free polyforms\n" +
			"reflections too. The lattices are\n\n" + latticeLines() + "\n\n" +
			"With --lattice, a file defines the lattice by its steps and the polygons of a period, as docs/formats.md\n" +
			"describes; its neighbors and symmetries are found. The number of cells is then the only argument.\n\n" +
			"With --output the list is written to a file, which is compressed if its name ends in .gz. If a run is\n" +
			"interrupted, the same command continues the file where it ends.",
		Example: "  polka enum square 5\n" +
			"  polka enum square 20 --free --count\n" +
			"  polka enum cube 8 --one-sided --output octacubes.gz\n" +
			"  polka enum --lattice bricks.txt 6 --count",
		Args: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("lattice") {
				if err := exactly("a number of cells")(cmd, args); err != nil {
					return err
				}
				return e.parseCells(cmd, args[0])
			}
			if err := exactly("a lattice", "a number of cells")(cmd, args); err != nil {
				return err
			}
			return e.parse(cmd, args)
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return strings.Split(latticeNames(), ", "), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case chosen(fixed, oneSided, free) > 1:
				return command.Wrong(cmd, "choose one of --fixed, --one-sided and --free")
			case count && cmd.Flags().Changed("output"):
				return command.Wrong(cmd, "choose one of --count and --output")
			case cmd.Flags().Changed("output") && e.output == "":
				return command.Wrong(cmd, "--output: expected a file")
			case (count || e.saves()) && e.limit > 0:
				return command.Wrong(cmd, "--limit: expected neither --count nor --output beside it")
			case e.saves() && e.json:
				return command.Wrong(cmd, "choose one of --output and --json")
			}
			if err := checkBounds(cmd, e.limit, e.threads); err != nil {
				return err
			}
			switch {
			case fixed:
				e.class = shapes.Fixed
			case oneSided:
				e.class = shapes.OneSided
			}
			var err error
			if cmd.Flags().Changed("lattice") {
				if e.lattice, err = readLattice(e.file, cmd.InOrStdin()); err != nil {
					return err
				}
			}
			ctx, stop := interruptible(cmd)
			defer stop()
			ctx, cancel := e.start(ctx)
			defer cancel()
			ctx, end := metered(ctx, cmd.ErrOrStderr())
			defer end()
			begin := time.Now()
			switch {
			case count:
				err = e.count(ctx, cmd.OutOrStdout())
			case e.saves():
				err = e.save(ctx, cmd.ErrOrStderr(), end)
			default:
				err = e.print(ctx, cmd.OutOrStdout())
			}
			if e.stats {
				end()
				fmt.Fprintf(cmd.ErrOrStderr(), "%v, %d threads\n", time.Since(begin).Round(time.Microsecond), runtime.GOMAXPROCS(0))
			}
			return err
		},
	}
	f := cmd.Flags()
	f.BoolVar(&fixed, "fixed", false, "count rotations and reflections as different")
	f.BoolVar(&oneSided, "one-sided", false, "count reflections as different, but not rotations")
	f.BoolVar(&free, "free", false, "count rotations and reflections as the same (the default)")
	f.BoolVar(&count, "count", false, "print only the number of polyforms")
	f.StringVar(&e.file, "lattice", "", "read the lattice from `FILE`; - is standard input")
	f.StringVar(&e.output, "output", "", "write the list to `FILE`, or continue it; - is standard output")
	f.BoolVar(&e.json, "json", false, "print JSON, one value per line")
	f.BoolVar(&e.stats, "stats", false, "print the time and the number of threads to standard error")
	e.bounds.flags(cmd, "", "polyforms")
	return cmd
}

func latticeNames() string { return strings.Join(shapes.LatticeNames(), ", ") }

// latticeLines returns these names on indented lines of a help text.
func latticeLines() string {
	var lines []string
	line := " "
	for _, name := range shapes.LatticeNames() {
		if len(line)+len(name) > 100 {
			lines, line = append(lines, line), " "
		}
		line += " " + name
	}
	return strings.Join(append(lines, line), "\n")
}

// parse reads the arguments.
func (e *enumeration) parse(cmd *cobra.Command, args []string) error {
	var err error
	if e.lattice, err = shapes.LatticeByName(args[0]); err != nil {
		return command.Wrong(cmd, "unknown lattice %q, expected one of %s", args[0], latticeNames())
	}
	return e.parseCells(cmd, args[1])
}

// parseCells reads the number of cells.
func (e *enumeration) parseCells(cmd *cobra.Command, text string) (err error) {
	e.cells, err = strconv.Atoi(text)
	if err != nil || e.cells < 1 || e.cells > mostEnumCells {
		return command.Wrong(cmd, "%q: expected a number of cells from 1 to %d", text, mostEnumCells)
	}
	return nil
}

// saves reports whether the list goes to a file.
func (e *enumeration) saves() bool { return e.output != "" && e.output != "-" }

// save writes the list to a file, or continues it. Before it says that it was interrupted, it calls
// end.
func (e *enumeration) save(ctx context.Context, stderr io.Writer, end func()) error {
	n, err := shapes.Save(ctx, e.output, e.lattice, e.cells, e.class)
	if !ended(err) {
		return err
	}
	end()
	have := ""
	if n >= 0 {
		have = fmt.Sprintf(" with %d shapes", n)
	}
	why, status := whyEnded(err)
	fmt.Fprintf(stderr, "polka: %s%s in %s; repeat the command to continue\n", why, have, e.output)
	return status
}

func (e *enumeration) count(ctx context.Context, stdout io.Writer) error {
	n, err := shapes.Count(ctx, e.lattice, e.cells, e.class)
	switch {
	case err != nil:
		return err
	case e.json:
		return writeJSON(stdout, map[string]string{"polyforms": n.String()})
	}
	_, err = fmt.Fprintln(stdout, n)
	return err
}

func (e *enumeration) print(ctx context.Context, stdout io.Writer) error {
	w := bufio.NewWriter(stdout)
	var writing error
	printed := 0
	err := shapes.Each(ctx, e.lattice, e.cells, e.class, func(s shapes.Shape) bool {
		if e.json {
			writing = writeJSON(w, s.String())
		} else {
			w.WriteString(s.String()) // an error is returned by WriteByte
			writing = w.WriteByte('\n')
		}
		printed++
		return writing == nil && printed != e.limit
	})
	if flushing := w.Flush(); err == nil {
		err = flushing
	}
	return err
}
