// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"polka/dlx"
	"polka/internal/command"
)

// A bestKind is a question for the options of greatest or least weight.
type bestKind struct {
	name string
	find func(p *dlx.Problem, ctx context.Context) ([]int, dlx.Bounds, error)
}

var bestKinds = []bestKind{
	{"packing", (*dlx.Problem).LargestPacking},
	{"clumsy", (*dlx.Problem).SmallestMaximalPacking},
	{"cover", (*dlx.Problem).SmallestCover},
}

// bestKind returns the question that --best asks.
func (s *solving) bestKind() (bestKind, bool) {
	i := slices.IndexFunc(bestKinds, func(k bestKind) bool { return k.name == s.best })
	if i < 0 {
		return bestKind{}, false
	}
	return bestKinds[i], true
}

// checkBest refuses other questions, and flags that do not go with --best.
func (s *solving) checkBest(cmd *cobra.Command) error {
	if f := cmd.Flags().Lookup("best"); f == nil || !f.Changed {
		return nil
	}
	if _, ok := s.bestKind(); !ok {
		return command.Wrong(cmd, "--best: expected packing, clumsy or cover, got %q", s.best)
	}
	for _, name := range slices.Concat([]string{"cheapest"}, notBeside) {
		if f := cmd.Flags().Lookup(name); f != nil && f.Changed {
			return command.Wrong(cmd, "--best: expected no --%s beside it", name)
		}
	}
	return nil
}

// notBeside are the flags that do not go with --cheapest and --best.
var notBeside = []string{"count", "first", "all", "watch", "limit", "engine", "threads", "memory", "stats", "save", "resume"}

// printBest prints the options of greatest or least weight after their weight.
func (s *solving) printBest(ctx context.Context, out io.Writer) error {
	p := s.problem
	kind, _ := s.bestKind()
	options, known, err := kind.find(p, ctx)
	if err != nil && !ended(err) && !errors.Is(err, dlx.ErrNoSolution) {
		return err
	}
	if errors.Is(err, dlx.ErrNoSolution) {
		err = nil
	}
	texts := make([]string, len(options))
	for i, k := range options {
		texts[i] = p.OptionText(k)
	}
	if s.json {
		return errors.Join(err, writeJSON(out, struct {
			Options []int    `json:"options"`
			Texts   []string `json:"texts"`
			Found   bool     `json:"found"`
			Best    int64    `json:"best"`
			Bound   int64    `json:"bound"`
			Proved  bool     `json:"proved"`
		}{options, texts, known.Found > 0, known.Best, known.Bound, known.Done}))
	}
	if known.Found > 0 {
		fmt.Fprintf(out, "%d: %s\n", known.Best, strings.Join(texts, "; "))
	} else if err == nil {
		fmt.Fprintln(out, "no solution")
	}
	s.printBounds(known)
	return err
}

// printBounds prints what a search that was stopped knows of the best value.
func (s *solving) printBounds(known dlx.Bounds) {
	if !known.Done {
		fmt.Fprintf(s.warn, "polka: stopped: %v\n", known)
	}
}

// checkCheapest refuses flags that do not go with --cheapest.
func (s *solving) checkCheapest(cmd *cobra.Command) error {
	if f := cmd.Flags().Lookup("cheapest"); f == nil || !f.Changed {
		return nil
	}
	if s.cheapest <= 0 {
		return command.Wrong(cmd, "--cheapest: expected a positive number, got %d", s.cheapest)
	}
	for _, name := range notBeside {
		if f := cmd.Flags().Lookup(name); f != nil && f.Changed {
			return command.Wrong(cmd, "--cheapest: expected no --%s beside it", name)
		}
	}
	return nil
}

// printCheapest prints the solutions of least cost, each after its cost. If the time is over, it
// prints the cheapest ones found.
func (s *solving) printCheapest(ctx context.Context, out io.Writer) error {
	list, known, err := s.problem.Solver(dlx.Options{}).Cheapest(ctx, s.cheapest)
	if err != nil && !ended(err) {
		return err
	}
	defer s.printBounds(known)
	if len(list) == 0 && err == nil && !s.json {
		_, err = fmt.Fprintln(out, "no solution")
	}
	for _, found := range list {
		if !s.json {
			if _, writing := fmt.Fprintf(out, "%d: ", found.Cost()); writing != nil {
				return writing
			}
		}
		if writing := s.print(out, found); writing != nil {
			return errors.Join(err, writing)
		}
	}
	return err
}
