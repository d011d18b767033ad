// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"polka/internal/command"
	"polka/internal/plural"
	"polka/kernel/cell"
	"polka/kernel/lint"
	"polka/kernel/nb"
	"polka/stdlib"
)

func newNotebookLint() *cobra.Command {
	inJSON := false
	cmd := &cobra.Command{
		Use:   "lint NOTEBOOK...",
		Short: "Find cells that a run from the top would not give as they are",
		Long: "Lint reports whether the outputs in a notebook are those of a run from the first cell to the last, as far as\n" +
			"this can be known without a run: cells that have run in another order, names that are declared only below or\n" +
			"not at all, and names that came from another cell than they would. It runs nothing.\n\n" +
			"A cell with the tag skip-execution is left out, and one with the tag raises-exception need not compile.\n\n" +
			"The number of a cell is the one that it has in a run from the top. With --json, each finding is a line with\n" +
			"the members file, cell, id, line, column, kind and message. The kinds are order, not-run, later, compile,\n" +
			"source and language. The exit status is 1 if there are findings.",
		Example:           "  polka nb lint notebooks/*.ipynb\n  polka nb lint --json report.ipynb",
		Args:              files(0),
		ValidArgsFunction: completeFiles("ipynb"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return lintAll(cmd, args, inJSON)
		},
	}
	cmd.Flags().BoolVar(&inJSON, "json", false, "print JSON, one value per line")
	return cmd
}

// lintAll reports the findings in notebooks. One that cannot be read does not keep the others from
// being looked at.
func lintAll(cmd *cobra.Command, names []string, inJSON bool) error {
	out, found, failed := cmd.OutOrStdout(), 0, false
	for _, name := range names {
		n, err := nb.ReadFile(name)
		if err != nil {
			fmt.Fprintln(cmd.ErrOrStderr(), "polka:", tame(err.Error()))
			failed = true
			continue
		}
		for _, f := range lint.Notebook(n, cellOptions(filepath.Dir(name))) {
			found++
			if !inJSON {
				fmt.Fprintf(out, "%s: cell %d (%s), line %d, column %d: %s\n", tame(name), f.Cell, f.ID, f.Line, f.Column, tame(strings.ReplaceAll(f.Message, "\n", "; ")))
				continue
			}
			if err := writeJSON(out, struct {
				File    string    `json:"file"`
				Cell    int       `json:"cell"`
				ID      string    `json:"id"`
				Line    int       `json:"line"`
				Column  int       `json:"column"`
				Kind    lint.Kind `json:"kind"`
				Message string    `json:"message"`
			}{name, f.Cell, f.ID, f.Line, f.Column, f.Kind, f.Message}); err != nil {
				return err
			}
		}
	}
	switch {
	case failed:
		return command.Failed
	case found > 0:
		return errors.New(plural.Count(found, "finding") + " in " + plural.Count(len(names), "notebook"))
	}
	return nil
}

// cellOptions are those of a compiler of cells that find packages beside a notebook.
func cellOptions(dir string) cell.Options {
	o := cell.Options{Facts: stdlib.Importer(), Packages: stdlib.Packages(), Prelude: stdlib.Prelude(), Immutable: stdlib.Immutable(), Sources: newSources(dir)}
	o.Generics, _ = o.Facts.(cell.Generics)
	return o
}
