// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"polka/dlx"
	"polka/internal/command"
	"polka/internal/plural"
	"polka/internal/printing"
)

// A solving holds the arguments of `polka solve` and `polka puzzle`.
type solving struct {
	count, first, all bool
	json, stats       bool
	watch             bool
	cheapest          int           // how many; 0 if not asked for
	best              string        // the question of --best
	export, given     string        // the format of --export, and the file of --import
	certificate       string        // the file for the certificate of a count, or ""
	veripb            string        // the file for a proof of a count for VeriPB, or ""
	symmetries        []string      // permutations of items, as cycles
	warn              io.Writer     // standard error
	list              bool          // a list of sudokus
	timeout           time.Duration // 0 for none
	memory            string
	saving            saving
	options           dlx.Options

	problem *dlx.Problem
	show    func(dlx.Solution) string // how solutions are written
}

func newSolve() *cobra.Command {
	s := &solving{show: dlx.Solution.String}
	cmd := &cobra.Command{
		Use:   "solve [FILE|-]",
		Short: "Solve an exact cover problem in Knuth's DLX format",
		Long: "Solve reads an exact cover problem in the format of Knuth's programs DLX1, DLX2, DLX3 and DLX5 from FILE or\n" +
			"standard input, or sets of numbers if the name of FILE ends in .ec. It prints one solution (--first, the\n" +
			"default), all solutions, one per line (--all), the K cheapest ones, with their costs (--cheapest K), or the\n" +
			"number of solutions (--count). The last line of a count is `solutions: N`.\n\n" +
			"The three questions of --best do not ask for exact covers: a packing is a set of options of which no two\n" +
			"conflict, of greatest weight; clumsy, a packing of least weight to which no option can be added; a cover has\n" +
			"each item at least once, with least weight. The costs in the file are the weights; without any, each option\n" +
			"weighs 1. A search with --cheapest or --best that is stopped prints the best found, and a bound to standard error.\n\n" +
			"A search that is stopped by an interrupt, --timeout or --limit can be resumed: --save FILE writes the state\n" +
			"of the search to a file, periodically and at the end, and --resume FILE resumes it. The resumed count is the\n" +
			"total; a resumed listing continues after the last solution printed before the state was saved.",
		Example: "  polka solve queens8.dlx --count\n" +
			"  polka solve queens8.dlx --all --limit 10\n" +
			"  polka solve big.dlx --count --timeout 1h --save big.token\n" +
			"  polka solve big.dlx --count --resume big.token --save big.token",
		Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := s.check(cmd); err != nil {
				return err
			}
			forOneSearch()
			p, err := readProblem(cmd, args)
			if err != nil {
				return err
			}
			if s.exchanges() {
				return s.exchange(cmd, p)
			}
			return s.run(cmd, p)
		},
	}
	s.flags(cmd)
	s.exchangeFlags(cmd)
	cmd.Flags().BoolVar(&s.watch, "watch", false, "show the chosen options during the search for all solutions")
	cmd.Flags().IntVar(&s.cheapest, "cheapest", 0, "print the `K` solutions of least cost, the cheapest first")
	cmd.Flags().StringVar(&s.certificate, "certificate", "", "with --count: write a certificate of the number to `FILE`, which polka-check checks")
	cmd.Flags().StringVar(&s.veripb, "veripb", "", "with --count: write a proof of the number to `FILE`, which VeriPB checks with the problem of --export opb")
	cmd.Flags().StringArrayVar(&s.symmetries, "symmetry", nil, "with --count: use a permutation of the items that takes options to options, `CYCLES` such as 'a b c | d e'; may be repeated; auto finds them")
	cmd.Flags().StringVar(&s.best, "best", "", "print the best choice of options of a `KIND`: packing, clumsy or cover")
	return cmd
}

// flags adds what all commands that solve have in common.
func (s *solving) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVar(&s.count, "count", false, "print the number of solutions")
	f.BoolVar(&s.first, "first", false, "print one solution (the default)")
	f.BoolVar(&s.all, "all", false, "print all solutions")
	limitVar(cmd, &s.options.Limit, "with --count or --all: stop after `N` solutions; 0 for no limit")
	engineVar(cmd, &s.options.Engine)
	threadsVar(cmd, &s.options.Threads)
	f.BoolVar(&s.stats, "stats", false, "print statistics of the search to standard error")
	spanVar(f, &s.timeout, "timeout", "stop after a "+asTime)
	memoryVar(cmd, &s.memory)
	s.saving.flags(cmd)
	f.BoolVar(&s.json, "json", false, "print JSON, one value per line")
}

// engineVar adds the flag that chooses an engine.
func engineVar(cmd *cobra.Command, engine *string) {
	cmd.Flags().StringVar(engine, "engine", "auto", "engine `NAME`: "+engineNames())
	_ = cmd.RegisterFlagCompletionFunc("engine", cobra.FixedCompletions(dlx.Engines(), cobra.ShellCompDirectiveNoFileComp))
}

// checkEngine refuses engines that do not exist.
func checkEngine(cmd *cobra.Command, engine string) error {
	if !slices.Contains(dlx.Engines(), engine) {
		return command.Wrong(cmd, "--engine: unknown engine %q, expected one of %s", engine, engineNames())
	}
	return nil
}

func engineNames() string { return strings.Join(dlx.Engines(), ", ") }

// chosen counts the ways to do something that a command line asks for.
func chosen(ways ...bool) (n int) {
	for _, way := range ways {
		if way {
			n++
		}
	}
	return n
}

// check finds mistakes in the command line.
func (s *solving) check(cmd *cobra.Command) error {
	if chosen(s.count, s.first, s.all) > 1 {
		return command.Wrong(cmd, "choose one of --count, --first and --all")
	}
	o := &s.options
	if err := checkEngine(cmd, o.Engine); err != nil {
		return err
	}
	if err := checkBounds(cmd, o.Limit, o.Threads); err != nil {
		return err
	}
	if err := s.checkCheapest(cmd); err != nil {
		return err
	}
	if err := errors.Join(s.checkBest(cmd), s.checkCertificate(cmd), s.checkSymmetries(cmd), s.checkExchange(cmd)); err != nil {
		return err
	}
	switch {
	case o.Limit > 0 && !s.count && !s.all:
		return command.Wrong(cmd, "--limit: expected --count or --all beside it")
	case s.saving.used() && !s.count && !s.all:
		return command.Wrong(cmd, "--save and --resume: expected --count or --all beside them")
	case s.saving.save != "" && o.Engine == "pfaffian":
		return command.Wrong(cmd, "--save: engine pfaffian cannot save what is left of a count; the other engines can")
	case s.watch && (s.count || s.first || s.all || s.json || s.saving.used()):
		return command.Wrong(cmd, "--watch: expected no other way to show solutions beside it")
	}
	if s.watch {
		if err := checkWatch(cmd); err != nil {
			return err
		}
	}
	size, err := parseMemory(cmd, s.memory)
	o.Memory = size
	return err
}

// leastMemory is how many bytes a search must be given: twice what the program
// takes by itself.
const leastMemory = 32 << 20

// mostWarnings is the maximum number of warnings about a problem.
const mostWarnings = 5

// readProblem reads a problem from the file that the arguments name, or from
// standard input, and prints warnings about it.
func readProblem(cmd *cobra.Command, args []string) (*dlx.Problem, error) {
	name := input(args)
	var p *dlx.Problem
	err := reading(name, cmd.InOrStdin(), func(r io.Reader) (err error) {
		if filepath.Ext(strings.TrimSuffix(name, ".gz")) == ".ec" {
			p, err = dlx.ReadSets(r)
		} else {
			p, err = dlx.Read(r)
		}
		return err
	})
	if err != nil {
		return nil, placed(name, err)
	}
	warnings := p.Warnings()
	for i, w := range warnings {
		if i == mostWarnings {
			rest, more := len(warnings)-i, 0
			if n, _ := fmt.Sscanf(warnings[len(warnings)-1], "%d more warning", &more); n == 1 { // Warnings has left some out
				rest += more - 1
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "polka: %s: and %d more\n", printing.OneLine(title(name)), rest)
			break
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "polka: %s\n", printing.OneLine(title(name)+": "+w))
	}
	return p, nil
}

// run solves a problem and prints the result.
func (s *solving) run(cmd *cobra.Command, p *dlx.Problem) error {
	s.problem, s.warn = p, cmd.ErrOrStderr()
	ctx, stop := interruptibleSoon(cmd)
	defer stop()
	ctx, cancel := within(ctx, s.timeout)
	defer cancel()
	if s.watch {
		return watchSearch(ctx, cmd, p)
	}
	out := bufio.NewWriter(printing.Screen(cmd.OutOrStdout()))
	o := s.options
	debug.SetMemoryLimit(o.Memory / 4 * 3) // the rest is for what the program itself takes, and for what is about to be given back
	unlock, err := s.saving.begin(&o, out)
	if err != nil {
		return err
	}
	defer unlock()
	ctx, end := metered(ctx, cmd.ErrOrStderr())
	var result dlx.Result
	switch solver := p.Solver(o); {
	case s.certificate != "" || s.veripb != "":
		err = s.printCertified(ctx, out)
	case len(s.symmetries) > 0:
		err = s.printCountUsing(ctx, out)
	case s.count:
		result, err = s.printCount(ctx, solver, out)
	case s.all:
		result, err = s.printAll(ctx, solver, out)
	case s.cheapest > 0:
		err = s.printCheapest(ctx, out)
	case s.best != "":
		err = s.printBest(ctx, out)
	default:
		result, err = s.printFirst(ctx, solver, out)
	}
	end()
	if flushing := out.Flush(); err == nil {
		err = flushing
	}
	if s.stats {
		printStats(cmd.ErrOrStderr(), result.Stats)
	}
	return s.saving.end(result.Token, err)
}

func (s *solving) printCount(ctx context.Context, solver *dlx.Solver, out io.Writer) (dlx.Result, error) {
	r, err := solver.Count(ctx)
	if err != nil && !ended(err) {
		return r, err
	}
	if s.json {
		return r, errors.Join(err, writeJSON(out, struct {
			Solutions string  `json:"solutions"`
			Complete  bool    `json:"complete"`
			Engine    string  `json:"engine"`
			Why       string  `json:"why"`
			Nodes     int64   `json:"nodes"`
			Updates   int64   `json:"updates"`
			Profile   []int64 `json:"profile"`
			Seconds   float64 `json:"seconds"`
		}{r.Solutions.String(), r.Token.Done(), r.Engine, r.Why, r.Nodes, r.Updates, r.Profile, r.Elapsed.Seconds()}))
	}
	fmt.Fprintf(out, "solutions: %v\n", r.Solutions)
	return r, err
}

// ended reports whether an error means only that a search ended early.
func ended(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// whyEnded is what to say of an error for which ended reports true, and the status of the program.
func whyEnded(err error) (why string, status command.Status) {
	if errors.Is(err, context.DeadlineExceeded) {
		return "out of time", command.TimedOut
	}
	return "interrupted", command.Interrupted
}

func (s *solving) printAll(ctx context.Context, solver *dlx.Solver, out *bufio.Writer) (dlx.Result, error) {
	var writing error
	r, err := solver.Each(ctx, func(found dlx.Solution) bool {
		writing = s.print(out, found)
		return writing == nil
	})
	return r, errors.Join(err, writing)
}

func (s *solving) printFirst(ctx context.Context, solver *dlx.Solver, out io.Writer) (dlx.Result, error) {
	found, r, err := solver.First(ctx)
	switch {
	case errors.Is(err, dlx.ErrNoSolution) && s.json:
		err = writeJSON(out, nil)
	case errors.Is(err, dlx.ErrNoSolution):
		_, err = fmt.Fprintln(out, "no solution")
	case err == nil:
		err = s.print(out, found)
	}
	return r, err
}

// print writes a solution.
func (s *solving) print(out io.Writer, found dlx.Solution) error {
	if !s.json {
		_, err := fmt.Fprintln(out, s.show(found))
		return err
	}
	options := found.Options()
	texts := make([]string, len(options))
	for i, k := range options {
		texts[i] = s.problem.OptionText(k)
	}
	return writeJSON(out, struct {
		Options []int    `json:"options"`
		Texts   []string `json:"texts"`
		Cost    int64    `json:"cost"`
	}{options, texts, found.Cost()})
}

// writeJSON writes a value on a line. Beyond what package json does, it escapes all characters
// that a terminal may obey.
func writeJSON(out io.Writer, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	line := make([]byte, 0, len(text)+1)
	for _, r := range string(text) { // only strings have other characters than those of ASCII
		switch {
		case r == 0x7f || r > 0x7f && printing.Unprintable(r):
			for _, unit := range utf16.AppendRune(nil, r) {
				line = fmt.Appendf(line, `\u%04x`, unit)
			}
		default:
			line = utf8.AppendRune(line, r)
		}
	}
	_, err = out.Write(append(line, '\n'))
	return err
}

// printStats writes what a search has cost, and its profile.
func printStats(w io.Writer, st dlx.Stats) {
	fmt.Fprintln(w, st)
	for level, n := range st.Profile {
		fmt.Fprintf(w, "level %d: %d %s\n", level, n, plural.Word(int(min(n, 2)), "node", "nodes"))
	}
}
