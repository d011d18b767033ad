// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"polka/dlx"
	"polka/internal/command"
)

func newEstimate() *cobra.Command {
	var (
		dives   int
		seed    uint64
		inJSON  bool
		profile bool
	)
	cmd := &cobra.Command{
		Use:   "estimate [FILE|-]",
		Short: "Estimate the size of a search",
		Long: "Estimate reads an exact cover problem in Knuth's DLX format and estimates the number of nodes of its search\n" +
			"tree and the number of solutions from random dives into the tree. It prints the standard error of each\n" +
			"estimate; four times as many dives halve it.",
		Example: "  polka estimate big.dlx --dives 10000",
		Args:    oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if dives <= 0 {
				return command.Wrong(cmd, "--dives: expected a positive number, got %d", dives)
			}
			p, err := readProblem(cmd, args)
			if err != nil {
				return err
			}
			ctx, stop := interruptible(cmd)
			defer stop()
			e, err := p.Estimate(ctx, dives, seed)
			if err != nil && (!ended(err) || e.Dives == 0) {
				return err
			}
			return errors.Join(err, printEstimate(cmd, e, inJSON, profile))
		},
	}
	f := cmd.Flags()
	f.IntVar(&dives, "dives", 1000, "make `N` dives")
	f.Uint64Var(&seed, "seed", 1, "random seed `N`")
	f.BoolVar(&profile, "profile", false, "print the estimated number of nodes on each level")
	f.BoolVar(&inJSON, "json", false, "print JSON")
	return cmd
}

func printEstimate(cmd *cobra.Command, e dlx.Estimate, inJSON, profile bool) error {
	out := cmd.OutOrStdout()
	if inJSON {
		return writeJSON(out, struct {
			Dives           int       `json:"dives"`
			Nodes           float64   `json:"nodes"`
			NodesStdErr     float64   `json:"nodes standard error"`
			Solutions       float64   `json:"solutions"`
			SolutionsStdErr float64   `json:"solutions standard error"`
			Profile         []float64 `json:"profile"`
		}{e.Dives, e.Nodes, finite(e.NodesStdErr), e.Solutions, finite(e.SolutionsStdErr), e.Profile})
	}
	fmt.Fprintln(out, e)
	if profile {
		for level, n := range e.Profile {
			noun := "nodes"
			if n == 1 {
				noun = "node"
			}
			fmt.Fprintf(out, "level %d: about %.3g %s\n", level, n, noun)
		}
	}
	return nil
}

// finite returns a number that JSON can write: -1 for the error of a single dive, of which nothing
// is known.
func finite(x float64) float64 {
	if x > 1e308 {
		return -1
	}
	return x
}
