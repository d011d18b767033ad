// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"polka/dlx"
	"polka/internal/command"
	"polka/internal/printing"
)

// exchangeFlags adds the flags for other solvers.
func (s *solving) exchangeFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&s.export, "export", "", "print the problem for other solvers in a `FORMAT`: "+strings.Join(dlx.ExportFormats(), ", "))
	f.StringVar(&s.given, "import", "", "print the solution that another solver has written to `FILE`")
	_ = cmd.RegisterFlagCompletionFunc("export", cobra.FixedCompletions(dlx.ExportFormats(), cobra.ShellCompDirectiveNoFileComp))
}

// exchanges reports whether the problem or a solution is to be exchanged with another solver.
func (s *solving) exchanges() bool { return s.export != "" || s.given != "" }

// checkExchange refuses unknown formats, and flags that do not go with an exchange.
func (s *solving) checkExchange(cmd *cobra.Command) error {
	switch {
	case !s.exchanges():
		return nil
	case s.export != "" && s.given != "":
		return command.Wrong(cmd, "choose one of --export and --import")
	case s.export != "" && !slices.Contains(dlx.ExportFormats(), s.export):
		return command.Wrong(cmd, "--export: unknown format %q, expected one of %s", s.export, strings.Join(dlx.ExportFormats(), ", "))
	}
	for _, name := range slices.Concat([]string{"cheapest", "best", "certificate", "veripb", "symmetry", "timeout"}, notBeside) {
		if f := cmd.Flags().Lookup(name); f != nil && f.Changed {
			return command.Wrong(cmd, "--export and --import: expected no --%s beside them", name)
		}
	}
	return nil
}

// exchange prints the problem, or a solution of it.
func (s *solving) exchange(cmd *cobra.Command, p *dlx.Problem) error {
	s.problem = p
	out := bufio.NewWriter(printing.Screen(cmd.OutOrStdout()))
	if s.export != "" {
		if err := p.Export(out, s.export); err != nil {
			return err
		}
		return out.Flush()
	}
	var found dlx.Solution
	err := reading(s.given, cmd.InOrStdin(), func(r io.Reader) (err error) {
		found, err = p.ReadSolution(r)
		return err
	})
	if err != nil {
		return fmt.Errorf("%s: %w", printing.OneLine(title(s.given)), err)
	}
	if err := s.print(out, found); err != nil {
		return err
	}
	return out.Flush()
}
