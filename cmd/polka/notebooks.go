// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"polka/internal/command"
	"polka/kernel/nb"
	"polka/notebooks"
)

func newNotebooks() *cobra.Command {
	var o notebooks.Options
	var outputs bool
	cmd := &cobra.Command{
		Use:   "notebooks DIR",
		Short: "Write the notebooks of the course to a directory",
		Long: "Notebooks writes the course to the directory DIR, which is created: the lessons with their exercises and the\n" +
			"other notebooks. In a lesson, %check tests an answer and %hint gives hints. If a file exists, nothing is\n" +
			"written, so that no answers of a student are lost.\n\n" +
			"The program contains the notebooks without their outputs, and runs them to produce these, which takes about\n" +
			"half a minute. With --outputs=false, notebooks and slides are written at once, without outputs.\n\n" +
			"With --solutions, the directory DIR/solutions contains the lessons and the contest with the solutions,\n" +
			"and DIR/teaching a page for teachers about each lesson. With --slides, the directory DIR/slides contains\n" +
			"the lessons as slides: pages that need no network, and notebooks for nbconvert and RISE. With --worksheets,\n" +
			"DIR/worksheets contains pages to print: each lesson with room to write the answers, and with --solutions\n" +
			"DIR/answers the answers. With --nbgrader,\n" +
			"DIR becomes a course of nbgrader instead: each lesson is an assignment, with solutions and hidden tests in\n" +
			"the places where nbgrader expects them.\n\n" +
			"With --lang, the texts of the lessons, exercises, hints, checks and pages for teachers are in another language;\n" +
			"the code is the same. Texts that nobody has translated are in English.",
		Example: "  polka notebooks course\n  polka notebooks --solutions course\n  polka notebooks --nbgrader grading\n  polka notebooks --lang fr cours",
		Args:    exactly("a directory"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.Grader && (o.Solutions || o.Slides || o.Worksheets) {
				return command.Wrong(cmd, "--nbgrader: expected no --solutions, --slides or --worksheets beside it")
			}
			if err := checkLanguage(cmd, &o.Language); err != nil {
				return err
			}
			o.Scripts = pageScripts()
			dir, err := filepath.Abs(args[0])
			if err != nil {
				return err
			}
			ctx, stop := interruptible(cmd)
			defer stop()
			if outputs {
				o.Run = func(n *nb.Notebook) error { return runIn(ctx, dir, n) }
			}
			o.Wrote = func(name string) {
				fmt.Fprintln(cmd.OutOrStdout(), filepath.Join(args[0], filepath.FromSlash(name)))
			}
			err = notebooks.Write(dir, o)
			if errors.Is(err, fs.ErrExist) {
				return fmt.Errorf("%s; --replace overwrites it", strings.Replace(err.Error(), dir, args[0], 1))
			}
			return err
		},
	}
	f := cmd.Flags()
	f.BoolVar(&outputs, "outputs", true, "run the notebooks, so that they have outputs")
	f.StringVar(&o.Language, "lang", "", "write the texts in `LANGUAGE`, such as fr")
	f.BoolVar(&o.Solutions, "solutions", false, "write the lessons with their solutions and pages for teachers, too")
	f.BoolVar(&o.Slides, "slides", false, "write slides of the lessons, too")
	f.BoolVar(&o.Worksheets, "worksheets", false, "write pages to print, with room for answers, too")
	f.BoolVar(&o.Grader, "nbgrader", false, "write sources for nbgrader instead")
	f.BoolVar(&o.Replace, "replace", false, "replace files that exist")
	return cmd
}

// runIn runs a notebook in a new session and in the directory.
func runIn(ctx context.Context, dir string, n *nb.Notebook) error {
	if err := os.Chdir(dir); err != nil {
		return err
	}
	interp := newInterpreter(nil)
	defer interp.Close()
	return nb.Run(ctx, n, interp, nb.RunOptions{})
}
