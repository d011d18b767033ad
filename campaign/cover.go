// SPDX-License-Identifier: BSD-3-Clause

// Parts of exact cover problems.
//
// A part is given by options that its solutions contain and options that they do not
// contain. It is written as steps, as in the tokens of package dlx: "4:17" says that 17 is
// the first option with item 4 in the solution, apart from those that earlier steps chose,
// and "4:-" that there is no such option. Items and options are numbered as by package dlx.
//
// A part is split at an item: one part for each option with the item that can be chosen,
// and one for none of them if the item is covered often enough. Whatever the item, every solution
// is in exactly one of these parts, since it has a first such option or none. So the
// partition does not depend on the engine, on the order of a search or on estimates, and
// multiplicities need no separate treatment. Where an item is covered once, the options
// before the first one conflict with it anyway; then the part does not list them.
//
// The item with the fewest parts is selected, as Knuth's algorithms do.
//
// Example: the items a, b, c with the options 0: a, 1: b, 2: a b, 3: c. The whole consists of
// "2:3", the only option with item c; that consists of "2:3 0:0" and "2:3 0:2".

package campaign

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"polka/dlx"
)

const coverKind = "cover"

// A cover is the search for the solutions of an exact cover problem.
type cover struct {
	goal    Goal
	problem *dlx.Problem
	text    string
	items   []dlx.Item
	primary int
	entries [][]dlx.Entry // of each option
	with    [][]int       // the options with each item, in increasing order
	memory  int64         // for solving a part, as in dlx.Options; less in tests
}

// Cover returns the search of an exact cover problem for a goal. A solution is written as the
// numbers of its options, in increasing order; those of a part are in order, one on each line.
// A family is in the format of dlx.Family. It is an error if the problem requires or forbids
// options.
func Cover(p *dlx.Problem, goal Goal) (Search, error) {
	if err := checkGoal(goal, Count, First, All, Family); err != nil {
		return nil, err
	}
	if err := p.Err(); err != nil {
		return nil, err
	}
	if len(p.Required()) > 0 || len(p.Forbidden()) > 0 {
		return nil, errors.New("campaign: the problem requires or forbids options; make a problem without these options")
	}
	text := p.DLX()
	c := &cover{goal: goal, problem: p, text: text, items: p.Items(), primary: p.NumPrimary()}
	if c.primary == 0 {
		return nil, errors.New("campaign: the problem has no primary items, so there is nothing to cover")
	}
	c.with = make([][]int, len(c.items))
	for k := range p.NumOptions() {
		list := p.Entries(k)
		c.entries = append(c.entries, list)
		if c.ignored(k) {
			continue
		}
		for _, e := range list {
			c.with[e.Item] = append(c.with[e.Item], k)
		}
	}
	return c, nil
}

// ignored reports whether an option has no primary item. Such options are in no solution.
func (c *cover) ignored(k int) bool {
	return !slices.ContainsFunc(c.entries[k], func(e dlx.Entry) bool { return e.Item < c.primary })
}

func (c *cover) Kind() string   { return coverKind }
func (c *cover) Goal() Goal     { return c.goal }
func (c *cover) Source() string { return c.text }

// String returns a line about the problem.
func (c *cover) String() string { return c.problem.String() }

// A step is a decision: option is the first one with item, or there is none if it is null.
type step struct{ item, option int }

// null stands for no option.
const null = -1

// String is the inverse of parseStep.
func (s step) String() string {
	if s.option == null {
		return fmt.Sprintf("%d:-", s.item)
	}
	return fmt.Sprintf("%d:%d", s.item, s.option)
}

// parseStep parses a step and checks that it is one of the problem.
func (c *cover) parseStep(word string) (step, error) {
	item, option, _ := strings.Cut(word, ":")
	s := step{option: null}
	var err error
	if s.item, err = strconv.Atoi(item); err != nil || s.item < 0 || s.item >= c.primary {
		return s, fmt.Errorf("campaign: expected a step such as 3:17 or 3:-, with a primary item, found %q", word)
	}
	if option != "-" {
		if s.option, err = strconv.Atoi(option); err != nil || !slices.Contains(c.with[s.item], s.option) {
			return s, fmt.Errorf("campaign: expected a step such as 3:17 or 3:-, with an option of the item, found %q", word)
		}
	}
	if s.String() != word {
		return s, fmt.Errorf("campaign: expected the step %q, found %q", s, word)
	}
	return s, nil
}

// A box is a part as its definition has it: the solutions with some options and without
// others.
type box struct {
	with    []int // in the order in which they were chosen
	without []int // in increasing order
}

// box returns the options that a part is given by.
func (c *cover) box(part Part) (box, error) {
	var b box
	without := map[int]bool{}
	for word := range strings.FieldsSeq(string(part)) {
		s, err := c.parseStep(word)
		if err != nil {
			return b, err
		}
		once := c.items[s.item].High == 1
		for _, k := range c.with[s.item] {
			if k == s.option {
				break
			}
			if (s.option == null || !once) && !slices.Contains(b.with, k) {
				without[k] = true
			}
		}
		if s.option == null {
			continue
		}
		if slices.Contains(b.with, s.option) || without[s.option] {
			return b, fmt.Errorf("campaign: part %q decides twice about option %d", part, s.option)
		}
		b.with = append(b.with, s.option)
	}
	for k := range without {
		b.without = append(b.without, k)
	}
	slices.Sort(b.without)
	return b, nil
}

// and returns a part of a part.
func (p Part) and(word string) Part {
	if p == "" {
		return Part(word)
	}
	return p + " " + Part(word)
}

// undecided returns the options that are compatible with those of a box, and how often
// the options of the box cover each primary item.
func (c *cover) undecided(b box) (live []bool, covered []int) {
	live = make([]bool, len(c.entries))
	for k := range live {
		live[k] = !c.ignored(k)
	}
	for _, k := range b.without {
		live[k] = false
	}
	covered = make([]int, c.primary)
	for _, k := range b.with {
		live[k] = false
		for _, e := range c.entries[k] {
			if e.Item < c.primary {
				if covered[e.Item]++; covered[e.Item] >= c.items[e.Item].High {
					for _, j := range c.with[e.Item] {
						live[j] = false
					}
				}
				continue
			}
			for _, j := range c.with[e.Item] {
				for _, f := range c.entries[j] {
					if f.Item == e.Item && (e.Color == "" || f.Color != e.Color) {
						live[j] = false
					}
				}
			}
		}
	}
	return live, covered
}

// options lists all options.
func (c *cover) options() []int {
	list := make([]int, len(c.entries))
	for k := range list {
		list[k] = k
	}
	return list
}

// Split splits a part at the item with the fewest parts, the first of them if there are
// several.
func (c *cover) Split(part Part) ([]Part, error) {
	b, err := c.box(part)
	if err != nil {
		return nil, err
	}
	live, covered := c.undecided(b)
	numbers := make([]int, c.primary) // of live options
	for k, entries := range c.entries {
		if live[k] {
			for _, e := range entries {
				if e.Item < c.primary {
					numbers[e.Item]++
				}
			}
		}
	}
	best, fewest := null, 0
	for i, n := range numbers {
		switch {
		case covered[i] < c.items[i].Low: // n parts
		case n == 0: // nothing to decide
			continue
		default:
			n++ // and the part with none of the options
		}
		if best == null || n < fewest {
			best, fewest = i, n
		}
	}
	if best == null {
		return nil, ErrWhole
	}
	parts := []Part{}
	for _, k := range c.with[best] {
		if live[k] {
			parts = append(parts, part.and(step{best, k}.String()))
		}
	}
	if covered[best] >= c.items[best].Low {
		parts = append(parts, part.and(step{best, null}.String()))
	}
	return parts, nil
}

// problemOf returns the problem whose solutions are those of a part.
func (c *cover) problemOf(part Part) (*dlx.Problem, error) {
	b, err := c.box(part)
	if err != nil {
		return nil, err
	}
	p := c.problem.Containing(b.with...).Without(b.without...)
	return p, p.Err()
}

// dives is the number of random dives for the estimate of a part.
const dives = 16

// Estimate returns the estimated number of nodes of the search tree.
func (c *cover) Estimate(ctx context.Context, part Part) (float64, error) {
	p, err := c.problemOf(part)
	if err != nil {
		return 0, err
	}
	e, err := p.Estimate(ctx, dives, 1)
	return e.Nodes, err
}

// Solve solves a part with the engine that package dlx selects.
func (c *cover) Solve(ctx context.Context, part Part) (Result, error) {
	return c.solve(ctx, part, "auto")
}

// SolveAgain solves a part with dancing links and without preprocessing.
func (c *cover) SolveAgain(ctx context.Context, part Part) (Result, error) {
	return c.solve(ctx, part, "links")
}

func (c *cover) solve(ctx context.Context, part Part, engine string) (Result, error) {
	p, err := c.problemOf(part)
	if err != nil {
		return Result{}, err
	}
	solver := p.Solver(dlx.Options{Threads: 1, Engine: engine, Memory: c.memory})
	switch c.goal {
	case First:
		s, _, err := solver.First(ctx)
		if errors.Is(err, dlx.ErrNoSolution) {
			return Result{Count: new(big.Int)}, nil
		}
		if err != nil {
			return Result{}, err
		}
		return Result{big.NewInt(1), appendSolution(nil, s.Options())}, nil
	case All:
		return collect(ctx, solver)
	case Family:
		f, _, err := solver.Family(ctx)
		if errors.Is(err, dlx.ErrMemory) {
			return Result{}, ErrLarge // those of its parts may fit
		}
		if err != nil {
			return Result{}, err
		}
		var text bytes.Buffer
		if _, err := f.WriteTo(&text); err != nil {
			return Result{}, err
		}
		if text.Len() > maxData {
			return Result{}, ErrLarge
		}
		return Result{f.Count(), text.Bytes()}, nil
	}
	r, err := solver.Count(ctx)
	if err != nil {
		return Result{}, err
	}
	return Result{Count: r.Solutions}, nil
}

// collect lists the solutions of a part, in order.
func collect(ctx context.Context, solver *dlx.Solver) (Result, error) {
	var list [][]int
	size := 0
	_, err := solver.Each(ctx, func(s dlx.Solution) bool {
		options := s.Options()
		slices.Sort(options)
		list = append(list, options)
		size += len(appendSolution(nil, options))
		return size <= maxData
	})
	if size > maxData {
		return Result{}, ErrLarge
	}
	if err != nil {
		return Result{}, err
	}
	slices.SortFunc(list, slices.Compare)
	var text []byte
	for _, options := range list {
		text = appendSolution(text, options)
	}
	return Result{big.NewInt(int64(len(list))), text}, nil
}

// appendSolution appends a line with the numbers of options.
func appendSolution(text []byte, options []int) []byte {
	options = slices.Sorted(slices.Values(options))
	for i, k := range options {
		if i > 0 {
			text = append(text, ' ')
		}
		text = strconv.AppendInt(text, int64(k), 10)
	}
	return append(text, '\n')
}
