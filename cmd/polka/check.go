// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"polka/internal/command"
	"polka/internal/limit"
	"polka/internal/plural"
	"polka/kernel/engine"
	"polka/kernel/exercise"
	"polka/kernel/exercise/tryout"
	"polka/kernel/nb"
	"polka/kernel/session"
	"polka/notebooks"
)

// A checking holds the arguments of `polka check`.
type checking struct {
	mutants bool
	code    bool // print the answers
	sample  int
	seed    uint64
	only    []string // names of exercises or numbers of lessons
	after   string   // a notebook

	out io.Writer
}

func newCheck() *cobra.Command {
	var c checking
	cmd := &cobra.Command{
		Use:   "check [FILE...]",
		Short: "Test the checks of exercises with right and wrong answers",
		Long: "Check tests the checks of exercises: each has to accept the solution and to refuse the wrong answers, with the\n" +
			"messages that their files have. An exercise that is answered in a widget has to refuse its distractors, its\n" +
			"bug and its wrong texts, and a prediction has to be what its code prints. The solution of a contest has to have a\n" +
			"result.\n\n" +
			"With --mutants it also changes the solution in many small ways, such as < to <=, 1 to 2, or a base case left out,\n" +
			"and reports which changes the check accepts. A change that is right, too, is listed with its reason in the section\n" +
			"NAME/equivalent of the exercise.\n\n" +
			"The files have exercises and answers, in any order; see docs/teaching.md. With --after, the cells of a notebook\n" +
			"run before. Without files, check tests the course; --only selects lessons by number and exercises by name.\n\n" +
			"Answers run in a process of their own, which may be stopped. The exit status is 1 if there is a fault.",
		Example: "  polka check --mutants exercises.txtar\n  polka check --mutants --only 4,turns",
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) > 0 && len(c.only) > 0:
				return command.Wrong(cmd, "choose one of --only and files")
			case len(args) == 0 && c.after != "":
				return command.Wrong(cmd, "--after: expected files with exercises")
			case c.sample < 0:
				return command.Wrong(cmd, "--sample: expected a positive number")
			case c.sample > 0 && !c.mutants:
				return command.Wrong(cmd, "--sample: expected --mutants")
			}
			ctx, stop := interruptible(cmd)
			defer stop()
			c.out = cmd.OutOrStdout()
			if len(args) > 0 {
				return c.files(ctx, args)
			}
			return c.course(ctx)
		},
		ValidArgsFunction: completeFiles("txtar"),
	}
	f := cmd.Flags()
	f.BoolVar(&c.mutants, "mutants", false, "also try changes of the solutions")
	f.BoolVar(&c.code, "code", false, "print the code of the answers that are reported")
	f.IntVar(&c.sample, "sample", 0, "try at most `N` changes of each solution; 0 for all")
	f.Uint64Var(&c.seed, "seed", 1, "random seed `N` of the sample")
	f.StringSliceVar(&c.only, "only", nil, "test only the lessons and exercises of the course in `LIST`, such as 4,turns")
	f.StringVar(&c.after, "after", "", "run the cells of `NOTEBOOK` first")
	return cmd
}

// files tests the exercises in files.
func (c *checking) files(ctx context.Context, names []string) error {
	var list, answers []*exercise.Exercise
	for _, name := range names {
		text, err := limit.ReadFile(name, limit.Puzzle)
		if err != nil {
			return err
		}
		read, err := exercise.Read(name, text)
		if err != nil {
			return err
		}
		for _, e := range read {
			if e.Posed() {
				list = append(list, e)
			}
			if e.Solution != "" && !e.Posed() {
				answers = append(answers, e)
			}
		}
	}
	if name := exercise.Merge(list, answers); name != "" {
		return fmt.Errorf("there is no check for the exercise %s", name)
	}
	for _, e := range list {
		if e.Solution == "" && e.Task == nil {
			return fmt.Errorf("there is no solution of the exercise %s", e.Name)
		}
	}
	var setup []string
	if c.after != "" {
		n, err := goNotebook(c.after)
		if err != nil {
			return err
		}
		setup = cellsBefore(n, nil)
	}
	// The session looks for exercises in its directory, and there may be others beside these.
	dir, err := os.MkdirTemp("", "polka-check-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "exercises.txtar"), exercise.Text(list), 0o666); err != nil {
		return err
	}
	counts, err := c.trial().Run(ctx, append(setup, "%cd "+dir), list)
	if err != nil {
		return err
	}
	return c.total(counts)
}

// course tests the exercises of the lessons.
func (c *checking) course(ctx context.Context) error {
	lessons, err := notebooks.Lessons()
	if err != nil {
		return err
	}
	var all tryout.Counts
	for _, l := range lessons {
		var list []*exercise.Exercise
		for _, e := range l.Exercises {
			if len(c.only) == 0 || slices.Contains(c.only, fmt.Sprint(l.Number)) || slices.Contains(c.only, e.Name) {
				list = append(list, e.Exercise)
			}
		}
		for _, e := range l.Tasks {
			if len(c.only) == 0 || slices.Contains(c.only, fmt.Sprint(l.Number)) || slices.Contains(c.only, e.Name) {
				list = append(list, e)
			}
		}
		if len(list) == 0 {
			continue
		}
		began := time.Now()
		counts, err := c.trial().Run(ctx, cellsBefore(l.Notebook, l), list)
		if err != nil {
			return fmt.Errorf("%s: %w", l.File, err)
		}
		fmt.Fprintf(c.out, "lesson %d: %s, %v\n", l.Number, counted(counts), time.Since(began).Round(time.Second/10))
		all = all.Plus(counts)
	}
	if all.Exercises == 0 {
		return errors.New("the course has no such exercise or lesson")
	}
	return c.total(all)
}

// cellsBefore returns the code of the cells of a notebook that come before the exercises of the
// lesson; all of them if there is no lesson.
func cellsBefore(n *nb.Notebook, l *notebooks.Lesson) (list []string) {
	for i, cell := range n.Cells {
		if l != nil && len(l.Exercises) > 0 && i >= l.Exercises[0].Cell {
			break
		}
		if cell.Runs() && !cell.Tagged("raises-exception") {
			list = append(list, cell.Source)
		}
	}
	return list
}

// trial returns a trial whose faults are printed.
func (c *checking) trial() *tryout.Trial {
	return &tryout.Trial{
		Start:   func() (engine.Interpreter, error) { return newInterpreter(nil, session.LanguageEnv+"=en"), nil }, // wrong1.txt is English
		Mutants: c.mutants, Sample: c.sample, Seed: c.seed,
		Report: func(f tryout.Finding) {
			fmt.Fprintln(c.out, tame(f.String()))
			if c.code && f.Code != "" {
				fmt.Fprintln(c.out, "\t"+strings.ReplaceAll(tame(f.Code), "\n", "\n\t"))
			}
		},
	}
}

// total prints the sum, which is an error if there are faults.
func (c *checking) total(counts tryout.Counts) error {
	fmt.Fprintln(c.out, counted(counts))
	if counts.Faults > 0 {
		return errors.New(plural.Count(counts.Faults, "fault") + " of checks")
	}
	return nil
}

func counted(c tryout.Counts) string {
	text := plural.Count(c.Exercises, "exercise") + ", " + plural.Count(c.Answers, "answer")
	if c.Mutants > 0 {
		text += ", " + plural.Count(c.Mutants, "mutant") + fmt.Sprintf(" (%d equivalent, %d stopped)", c.Equivalent, c.Stopped)
	}
	return text + ", " + plural.Count(c.Faults, "fault")
}
