// SPDX-License-Identifier: BSD-3-Clause

// The problem. Which engine counts the solutions soonest if there are multiplicities? Searches are
// those of packages bits and cells; package frontier counts option by option.
//
// The idea. The search by package bits starts at once, and is estimated, as in choose.go. The count
// by layers gets a thirty-second of that time, without a forecast: there are too few layers for
// one, and their sizes can double from one to the next. If it is not done by then, the search is
// divided by symmetries if some items are to be covered once, see orbits.go, and the searches are
// compared on parts of the tree, see rival.go.
//
// An example. The dominating sets of a grid of 5 by 5 cells: a search takes 200 ms, and the count
// by layers 2. For the graph dom44 both take about as long, and the trial costs 7 ms.

package choice

import (
	"fmt"

	"polka/dlx/internal/bits"
	"polka/dlx/internal/cells"
	"polka/dlx/internal/engine"
	"polka/dlx/internal/frontier"
	"polka/dlx/internal/pool"
	"polka/dlx/internal/symmetry"
)

// The parameters of the selection.
const (
	perRange = 300      // ns to prepare a count by layers, for each entry of an option
	inRanges = 1.0 / 32 // the share of a search that the count may cost
	inWord   = 1.0 / 4  // the share of that if the options fit a word, where package cells may be faster
)

// searchOrCells counts the solutions of a problem with multiplicities. tried says that the count by
// layers takes too much time or memory. If it is eager, the search has no rivals but symmetries.
func searchOrCells(threads int, tried, eager bool) Way {
	return func(p *engine.Problem, s *engine.Search) (name, why string) {
		newWorker := bits.Workers(p)
		worker := newWorker(s.Room() / threads)
		c := &selection{p: p, engine: "bits", eager: eager}
		if symmetry.Divides(p) {
			c.parts = divisible(s, eager)
		}
		if c.survey = begin(s, worker, c.glance()); c.trial == nil && !eager {
			c.look(2 * c.Nodes)
		}
		if c.over() {
			return c.short()
		}
		s.NewWorker, s.Name = lend(worker, newWorker), undecided
		if c.trial != nil || !tried && !eager && c.rest() > 4*perRange*float64(len(p.Entries)) {
			if plan, ok := frontier.NewRanges(p, s); ok && c.countRanges(plan) {
				return "frontier", fmt.Sprintf("a search would visit some %.1g nodes", c.nodes())
			}
			if c.over() {
				return c.short()
			}
		}
		c.byOrbits()
		if c.rival() {
			return c.byCells(threads)
		}
		if c.over() {
			return c.short()
		}
		s.Name = "bits"
		pool.Run(s, threads)
		return "bits", "there are multiplicities" + c.orbits
	}
}

// byCells continues the search by package cells.
func (c *selection) byCells(threads int) (name, why string) {
	c.NewWorker, c.Name = workersOf("cells", c.p), "cells"
	pool.Run(c.Search, threads)
	return "cells", "it took less work in a sample" + c.orbits
}

// countRanges counts by package frontier where there are multiplicities, if that takes a small
// part of the time of the search. There are too few layers for a forecast. It reports whether it
// has counted. A count that is stopped is kept beside the search, with its limit.
func (c *selection) countRanges(plan *frontier.Ranges) bool {
	for c.trial == nil && !c.over() && float64(c.Nodes) < min(c.nodes()/maxGrowth, 20*glance) {
		c.look(2 * c.Nodes)
	}
	if c.over() {
		return false
	}
	t, rest := c.aside(new(bool)), c.rest()
	if cells.FitsWord(c.p) {
		rest *= inWord
	}
	plan.CountUntil(t, rest*inRanges)
	switch t.Err {
	case nil:
		c.Result, c.Remainder = t.Result, t.Remainder
		return true
	case frontier.ErrWide:
	default:
		c.stop(t)
	}
	return false
}

// counterOfRanges returns the way to count by engine frontier where there are multiplicities.
func counterOfRanges(p *engine.Problem, s *engine.Search) (Way, error) {
	plan, ok := frontier.NewRanges(p, s)
	switch {
	case s.Err != nil:
		return stopped("frontier"), nil
	case !ok:
		return nil, errTooFar
	}
	return with("frontier", func(_ *engine.Problem, s *engine.Search) { plan.Count(s) }, "as asked for"), nil
}
