// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"polka/internal/plural"
	"polka/kernel/engine"
	"polka/kernel/lint"
	"polka/kernel/nb"
)

// A notebookVerify holds the arguments of `polka nb verify`.
type notebookVerify struct {
	json    bool
	stamp   bool // store stamps
	all     bool // run all cells
	timeout time.Duration

	out, err io.Writer
}

func newNotebookVerify() *cobra.Command {
	var v notebookVerify
	cmd := &cobra.Command{
		Use:   "verify NOTEBOOK...",
		Short: "Run notebooks and report which outputs are no longer those in the file",
		Long: "Verify runs each notebook from top to bottom, in a new session and in the directory of the notebook, and\n" +
			"compares the outputs with the stored ones. What differs by nature between two runs does not count: times,\n" +
			"durations, rates and addresses. Pictures are compared as pictures. Nothing is stored.\n\n" +
			"With --stamp, each cell whose outputs are right gets a stamp in its metadata, which a later verify checks\n" +
			"instead of running the cell: a hash of the cell, of the cells that make what it reads, of the outputs and of\n" +
			"the version of Polka. A cell that reads files, or depends on more than other cells otherwise, gets none.\n" +
			"With --all, cells run whether or not they have a stamp.\n\n" +
			"A cell that fails is right if its stored output is the same error. A cell with the tag skip-execution is not\n" +
			"run, and the outputs of a cell with the tag volatile are not compared.\n\n" +
			"With --json, each cell is a line with the members file, cell, id, status and text. The status is same,\n" +
			"stamped, differs or unknown; unknown are cells that were not reached. The exit status is 1 if outputs differ,\n" +
			"and 124 if a cell took too long.",
		Example:           "  polka nb verify notebooks/*.ipynb\n  polka nb verify --stamp report.ipynb",
		Args:              files(0),
		ValidArgsFunction: completeFiles("ipynb"),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := interruptible(cmd)
			defer stop()
			v.out, v.err = cmd.OutOrStdout(), cmd.ErrOrStderr()
			return v.notebooks(ctx, args)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&v.json, "json", false, "print JSON, one value per line")
	f.BoolVar(&v.stamp, "stamp", false, "store stamps of the outputs that are right")
	f.BoolVar(&v.all, "all", false, "run cells that have a stamp, too")
	spanVar(f, &v.timeout, "timeout", "stop a cell after a "+asTime)
	return cmd
}

// notebooks verifies notebooks one after another. One that differs does not keep the others from
// being run.
func (v *notebookVerify) notebooks(ctx context.Context, names []string) error {
	return eachNotebook(ctx, names, v.err, func(name, path string) error { return v.notebook(ctx, name, path) })
}

// notebook verifies one notebook.
func (v *notebookVerify) notebook(ctx context.Context, name, path string) error {
	n, err := nb.ReadFile(path)
	if err != nil {
		return errors.New(strings.Replace(err.Error(), path, name, 1))
	}
	if err := os.Chdir(filepath.Dir(path)); err != nil {
		return err
	}
	began := time.Now()
	stamps := lint.NewStamps(n, cellOptions("."), fullVersion())
	needed := stamps.Needed()
	fresh, ran := n.Clone(), 0
	interp := newInterpreter(nil)
	defer interp.Close()
	err = nb.Run(ctx, fresh, countedRuns{interp, &ran}, nb.RunOptions{AllowErrors: true, Timeout: v.timeout, Skip: func(i int) bool { return !v.all && !needed[i] }})
	if late := new(nb.CellError); err != nil && !errors.As(err, &late) {
		return fmt.Errorf("%s: %w", name, err)
	}
	differ := make(map[int]nb.Difference)
	for _, d := range nb.Verify(n, fresh) {
		differ[d.Cell] = d
	}
	cells, wrong, reached := 0, 0, true
	for i, c := range fresh.Cells {
		if !c.Runs() {
			continue
		}
		cells++
		status, text := "same", ""
		switch d, isWrong := differ[i]; {
		case !reached:
			status = "unknown"
		case isWrong:
			wrong++
			status, text = "differs", strings.TrimRight(d.Text, "\n")
		case !v.all && !needed[i]:
			status = "stamped"
		}
		if failed := new(nb.CellError); errors.As(err, &failed) && failed.Cell == i {
			reached = false
		}
		if err := v.report(name, cells, c.ID, status, text); err != nil {
			return err
		}
		if v.stamp && (status == "same" || status == "stamped") {
			stamps.Set(i)
		}
	}
	if v.stamp {
		if err := n.WriteFile(path); err != nil {
			return err
		}
	}
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	case wrong > 0:
		return fmt.Errorf("%s: the outputs of %d of %s differ from the stored ones", name, wrong, plural.Count(cells, "cell"))
	}
	if !v.json {
		fmt.Fprintf(v.out, "%s: %s verified, %d run, in %.2f s\n", name, plural.Count(cells, "cell"), ran, time.Since(began).Seconds())
	}
	return nil
}

// report prints the status of a cell.
func (v *notebookVerify) report(name string, number int, id, status, text string) error {
	if v.json {
		return writeJSON(v.out, struct {
			File   string `json:"file"`
			Cell   int    `json:"cell"`
			ID     string `json:"id"`
			Status string `json:"status"`
			Text   string `json:"text"`
		}{name, number, id, status, text})
	}
	if status == "differs" {
		fmt.Fprintf(v.out, "%s: cell %d (%s): %s\n", tame(name), number, id, tame(text))
	}
	return nil
}

// countedRuns counts the cells that run.
type countedRuns struct {
	engine.Interpreter
	n *int
}

func (c countedRuns) Execute(ctx context.Context, cell engine.Cell, out engine.Output) engine.Reply {
	*c.n++
	return c.Interpreter.Execute(ctx, cell, out)
}
