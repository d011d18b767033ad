// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"polka/campaign"
	"polka/dlx"
	"polka/internal/command"
	"polka/internal/plural"
	"polka/shapes"
)

// A start holds the flags with which a campaign is started.
type start struct {
	name               string
	plan               campaign.Plan
	first, all, family bool
}

// flags adds them to a command.
func (s *start) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&s.name, "name", "", "call the campaign `NAME`")
	f.IntVar(&s.plan.Parts, "parts", campaign.DefaultParts, "split into about `N` parts")
	f.DurationVar(&s.plan.Budget, "budget", campaign.DefaultBudget, "split a part again after a `TIME` such as 30s or 5m")
	f.BoolVar(&s.all, "all", false, "store all solutions; see polka campaign solutions")
}

// coverFlags adds those of exact cover problems.
func (s *start) coverFlags(cmd *cobra.Command) {
	cmd.Flags().Lookup("name").Usage = "call the campaign `NAME`; by default, like the file"
	cmd.Flags().BoolVar(&s.first, "first", false, "end with the first solution")
	cmd.Flags().BoolVar(&s.family, "family", false, "store the decision diagram of all solutions; see polka campaign solutions")
}

// problemFile is for commands that take the name of a file with a problem.
func problemFile(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return command.Wrong(cmd, "expected FILE, or - for standard input")
	}
	return nil
}

// search reads a problem, whose file gives the campaign its name if there is no other.
func (s *start) search(cmd *cobra.Command, file string) (campaign.Search, error) {
	if s.name == "" {
		if s.name = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)); file == "-" {
			return nil, command.Wrong(cmd, "expected --name for a problem from standard input")
		}
	}
	goal, err := s.goal(cmd)
	if err != nil {
		return nil, err
	}
	p, err := read(cmd.InOrStdin(), file)
	if err != nil {
		return nil, err
	}
	return campaign.Cover(p, goal)
}

// goal returns what the campaign is for.
func (s *start) goal(cmd *cobra.Command) (campaign.Goal, error) {
	goal, chosen := campaign.Count, 0
	for _, g := range []struct {
		on   bool
		goal campaign.Goal
	}{{s.first, campaign.First}, {s.all, campaign.All}, {s.family, campaign.Family}} {
		if g.on {
			goal = g.goal
			chosen++
		}
	}
	if chosen > 1 {
		return "", command.Wrong(cmd, "choose one of --first, --all and --family")
	}
	return goal, nil
}

// begin starts a campaign.
func (s *start) begin(cmd *cobra.Command, where *stored, search campaign.Search) error {
	store, err := where.open(cmd)
	if err != nil {
		return err
	}
	defer store.Close()
	c, err := campaign.New(cmd.Context(), store, s.name, search, s.plan)
	if err != nil {
		return err
	}
	t, err := c.Audit(cmd.Context())
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s: %v; %s\nnext: polka campaign work %[1]s\n", s.name, search, plural.Count(len(t.Missing), "part"))
	return nil
}

func newNew(where *stored) *cobra.Command {
	s := &start{}
	cmd := &cobra.Command{
		Use:   "new FILE|-",
		Short: "Start a campaign that solves an exact cover problem",
		Long: "New reads an exact cover problem in the format of Knuth's programs DLX1, DLX2, DLX3 and DLX5, or sets of numbers\n" +
			"if the name of FILE ends in .ec, splits it, and stores it with its parts. The largest parts, by estimate, are split\n" +
			"until there are as many as --parts says. A part that takes longer than --budget is split again later.\n\n" +
			"The campaign counts the solutions, unless --first, --all or --family is given. A board with pieces becomes such\n" +
			"a problem by polka tile --to dlx.",
		Example: "  polka campaign new big.dlx --parts 10000\n" +
			"  polka tile --board 6x10 --pieces pentominoes --to dlx | polka campaign new - --name pentominoes",
		Args: problemFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			search, err := s.search(cmd, args[0])
			if err != nil {
				return err
			}
			return s.begin(cmd, where, search)
		},
	}
	s.flags(cmd)
	s.coverFlags(cmd)
	return cmd
}

func newEnum(where *stored) *cobra.Command {
	var (
		s               = &start{}
		fixed, oneSided bool
	)
	cmd := &cobra.Command{
		Use:   "enum LATTICE N",
		Short: "Start a campaign that counts polyforms",
		Long: "Enum starts a campaign that counts the free polyforms of N cells on a lattice, or the one-sided or fixed ones, or\n" +
			"lists them with --all. A part consists of the polyforms that contain certain cells, and not certain others.",
		Example: "  polka campaign enum square 20 --fixed --name squares20",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 2 {
				return command.Wrong(cmd, "expected a LATTICE and a number of cells N")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if s.name == "" {
				s.name = args[0] + "-" + args[1]
			}
			goal, err := s.goal(cmd)
			if err != nil {
				return err
			}
			class := shapes.Free
			switch {
			case fixed && oneSided:
				return command.Wrong(cmd, "choose one of --fixed and --one-sided")
			case fixed:
				class = shapes.Fixed
			case oneSided:
				class = shapes.OneSided
			}
			lattice, err := shapes.LatticeByName(args[0])
			if err != nil {
				return command.Wrong(cmd, "%s", strings.TrimPrefix(err.Error(), "shapes: "))
			}
			n, err := strconv.Atoi(args[1])
			if err != nil {
				return command.Wrong(cmd, "expected a number of cells, got %q", args[1])
			}
			search, err := campaign.Polyforms(lattice, n, class, goal)
			if err != nil {
				return err
			}
			return s.begin(cmd, where, search)
		},
	}
	s.flags(cmd)
	cmd.Flags().Lookup("name").Usage = "call the campaign `NAME`; by default LATTICE-N"
	cmd.Flags().BoolVar(&fixed, "fixed", false, "count rotations and reflections as different")
	cmd.Flags().BoolVar(&oneSided, "one-sided", false, "count reflections as different, but not rotations")
	return cmd
}

// read reads a problem.
func read(stdin io.Reader, name string) (p *dlx.Problem, err error) {
	in, title := stdin, "standard input"
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in, title = f, name
	}
	if filepath.Ext(name) == ".ec" {
		p, err = dlx.ReadSets(in)
	} else {
		p, err = dlx.Read(in)
	}
	var syntax *dlx.SyntaxError
	if errors.As(err, &syntax) {
		syntax.File = title
	}
	return p, err
}

func newResult(s *stored) *cobra.Command {
	return &cobra.Command{
		Use:   "result NAME",
		Short: "Print the number of solutions; fails unless every part has a result",
		Args:  named,
		RunE: func(cmd *cobra.Command, args []string) error {
			return s.with(cmd, args[0], func(ctx context.Context, c *campaign.Campaign) error {
				n, err := c.Result(ctx)
				if err != nil {
					return err
				}
				fmt.Fprintf(cmd.OutOrStdout(), "solutions: %v\n", n)
				return nil
			})
		},
	}
}

func newVerify(s *stored) *cobra.Command {
	v := campaign.Verification{By: "verify"}
	cmd := &cobra.Command{
		Use:   "verify NAME",
		Short: "Check that the parts are a partition, and recompute a random sample",
		Long: "Verify checks, from the definition of a solution, that the parts of every part that was split are a partition of it,\n" +
			"and computes a random sample of the results again with another engine. A result that differs becomes an alarm, and\n" +
			"the campaign no longer has a total.",
		Args: named,
		RunE: func(cmd *cobra.Command, args []string) error {
			return s.with(cmd, args[0], func(ctx context.Context, c *campaign.Campaign) error {
				found, err := c.Verify(ctx, v)
				if err != nil {
					return err
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s: %s checked, %s of %d recomputed, %s missing\n", c.Name,
					plural.Count(found.NumPartitions, "partition"), plural.Count(found.NumRecounted, "result"), found.NumResults, plural.Count(len(found.Missing), "part"))
				if len(found.Alarms) > 0 {
					return fmt.Errorf("%w: %v", campaign.ErrAlarm, found.Alarms[0])
				}
				if len(found.Strays) > 0 {
					return fmt.Errorf("the ledger has %s that %s to no part", plural.Count(len(found.Strays), "record"), plural.Word(len(found.Strays), "belongs", "belong"))
				}
				return nil
			})
		},
	}
	cmd.Flags().IntVar(&v.Sample, "sample", 20, "recompute `N` results; -1 for all")
	cmd.Flags().Uint64Var(&v.Seed, "seed", 0, "random seed `N` of the sample")
	return cmd
}

func newSettle(s *stored) *cobra.Command {
	return &cobra.Command{
		Use:   "settle NAME",
		Short: "Compute contradictory results again, and correct the wrong ones",
		Long: "Settle computes each result for which there is an alarm again, by two methods. If they agree, their result\n" +
			"counts: a wrong one stays in the ledger, with a correction beside it, and the alarm is settled. If they do not,\n" +
			"the alarm remains.",
		Args: named,
		RunE: func(cmd *cobra.Command, args []string) error {
			return s.with(cmd, args[0], func(ctx context.Context, c *campaign.Campaign) error {
				list, err := c.Settle(ctx, "settle")
				for _, settled := range list {
					fmt.Fprintf(cmd.OutOrStdout(), "%s: %v\n", c.Name, settled)
				}
				if len(list) == 0 && err == nil {
					fmt.Fprintf(cmd.OutOrStdout(), "%s: no alarms\n", c.Name)
				}
				return err
			})
		},
	}
}

func newSolutions(s *stored) *cobra.Command {
	return &cobra.Command{
		Use:   "solutions NAME",
		Short: "Print the solutions that a campaign has found",
		Long: "Solutions prints the solutions of a campaign that was started with --first or --all, one per line: the numbers of\n" +
			"the options, counted from 0, or the cells of a polyform. For --family it prints the family of all solutions, in the\n" +
			"format of dlx.Family.",
		Args: named,
		RunE: func(cmd *cobra.Command, args []string) error {
			return s.with(cmd, args[0], func(ctx context.Context, c *campaign.Campaign) error {
				out := bufio.NewWriter(cmd.OutOrStdout())
				if c.Search.Goal() == campaign.Family {
					f, err := c.Family(ctx)
					if err != nil {
						return err
					}
					if _, err := f.WriteTo(out); err != nil {
						return err
					}
					return out.Flush()
				}
				err := c.EachSolution(ctx, func(data []byte) bool {
					_, err := out.Write(data) // kept for Flush
					return err == nil
				})
				if err != nil {
					return err
				}
				return out.Flush()
			})
		},
	}
}

func newStop(s *stored) *cobra.Command {
	return &cobra.Command{
		Use: "stop NAME", Short: "Make all workers of a campaign end after their current parts", Args: named,
		RunE: func(cmd *cobra.Command, args []string) error {
			return s.with(cmd, args[0], func(ctx context.Context, c *campaign.Campaign) error { return c.Stop(ctx) })
		},
	}
}

func newContinue(s *stored) *cobra.Command {
	return &cobra.Command{
		Use: "continue NAME", Short: "Let workers work on a campaign that was stopped", Args: named,
		RunE: func(cmd *cobra.Command, args []string) error {
			return s.with(cmd, args[0], func(ctx context.Context, c *campaign.Campaign) error { return c.Continue(ctx) })
		},
	}
}

func newRemove(s *stored) *cobra.Command {
	return &cobra.Command{
		Use: "rm NAME", Short: "Remove a campaign with all its results", Args: named,
		RunE: func(cmd *cobra.Command, args []string) error {
			return s.with(cmd, args[0], func(ctx context.Context, c *campaign.Campaign) error { return c.Remove(ctx) })
		},
	}
}
