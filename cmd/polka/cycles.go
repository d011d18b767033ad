// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"polka/dlx"
	"polka/internal/command"
)

// checkSymmetries refuses other questions than a count, and flags that do not go with symmetries.
func (s *solving) checkSymmetries(cmd *cobra.Command) error {
	switch {
	case len(s.symmetries) == 0:
		return nil
	case s.certificate != "":
		return command.Wrong(cmd, "--symmetry: expected no --certificate beside it")
	case s.veripb != "":
		return command.Wrong(cmd, "--symmetry: expected no --veripb beside it")
	}
	return s.checkOwnCount(cmd, "symmetry")
}

// parseCycles reads a permutation of the items of a problem as cycles with bars between them, such
// as "a b c | d e": b takes the place of a, c that of b, a that of c, and d and e change places.
func parseCycles(p *dlx.Problem, text string) ([]int, error) {
	number := map[string]int{}
	var list []int
	for i, it := range p.Items() {
		number[it.Name] = i
		list = append(list, i)
	}
	seen := map[string]bool{}
	for cycle := range strings.SplitSeq(text, "|") {
		names := strings.Fields(cycle)
		for k, name := range names {
			i, ok := number[name]
			switch {
			case !ok:
				return nil, fmt.Errorf("--symmetry %q: there is no item %q", text, name)
			case seen[name]:
				return nil, fmt.Errorf("--symmetry %q: item %q occurs twice", text, name)
			}
			seen[name] = true
			list[i] = number[names[(k+1)%len(names)]]
		}
	}
	return list, nil
}

// permutations returns the permutations of --symmetry, which auto finds.
func (s *solving) permutations(ctx context.Context) ([][]int, error) {
	if slices.Equal(s.symmetries, []string{"auto"}) {
		return s.problem.FindSymmetries(ctx)
	}
	var list [][]int
	for _, text := range s.symmetries {
		permutation, err := parseCycles(s.problem, text)
		if err != nil {
			return nil, err
		}
		list = append(list, permutation)
	}
	return list, nil
}

// printCountUsing prints the number of solutions, which it counts by means of symmetries.
func (s *solving) printCountUsing(ctx context.Context, out io.Writer) error {
	symmetries, err := s.permutations(ctx)
	if err != nil {
		return err
	}
	count, err := s.problem.CountUsing(ctx, symmetries...)
	if err != nil {
		return err
	}
	if s.json {
		return writeJSON(out, struct {
			Solutions string `json:"solutions"`
			Complete  bool   `json:"complete"`
		}{count.String(), true})
	}
	_, err = fmt.Fprintf(out, "solutions: %v\n", count)
	return err
}
