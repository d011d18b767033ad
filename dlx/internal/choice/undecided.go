// SPDX-License-Identifier: BSD-3-Clause

// The problem. A count may be stopped while its engine is still being chosen, again and again.
// Each session must bring it closer to the end.
//
// The idea. What is left then are the parts of the search that has started, and the state of
// the count by layers, if one was being tried; it is kept with the first of the parts. The name
// of the engine is auto. When the count is resumed, the trial goes on from its state, after a
// glance at the search. Without a trial, a part of the search that grows with what is done
// comes first.
//
// The count by layers counts the whole problem, with what was counted in earlier sessions of the
// search. So its number of solutions begins below 0. The same holds for parts into which symmetries
// divide a count that is resumed: it starts again, but only once.

package choice

import (
	"slices"

	"polka/dlx/internal/engine"
)

// undecided is the name of the engine of a search that is stopped before the engine is chosen.
const undecided = "auto"

// short returns the name of the engine if the search is over before another one has been chosen.
func (c *selection) short() (name, why string) {
	if c.Err != nil {
		const why = "stopped while the engine was being chosen"
		if c.trial == nil && c.Earlier != nil && symmetric(c.parts) { // it must not start again twice
			c.Name = c.engine
			return c.engine, why
		}
		if c.trial != nil && len(c.Rest) > 0 {
			c.Rest[0].State = c.trial
		}
		c.Name = undecided
		return undecided, why
	}
	return c.engine, "the search is short"
}

// stop stops the search because a count that was tried beside it was stopped. What is left of the
// count is kept with the first part that is left of the search.
func (c *selection) stop(t *engine.Search) {
	c.Err, c.Name = t.Err, undecided
	if len(c.Rest) > 0 && len(t.Rest) > 0 {
		c.Rest[0].State, c.Rest[0].Later = t.Rest[0].State, t.Rest[0].Later
	}
}

// aside returns a search for a count that is tried beside the search of c. Reports are
// of the latter unless the count is likely to be used.
func (c *selection) aside(likely *bool) *engine.Search {
	t := c.again()
	if t.Report != nil {
		t.Report = func(sofar *engine.Search, open func() []engine.Part) bool {
			if *likely {
				return c.Report(sofar, open)
			}
			c.Progress = engine.Done(c.Rest)
			return c.Report(c.Search, func() []engine.Part {
				rest := slices.Clone(c.Rest)
				if len(rest) > 0 {
					rest[0].State, rest[0].Later = open()[0].Kept(), nil
				}
				return rest
			})
		}
	}
	if c.trial != nil {
		t.Rest, c.trial = []engine.Part{{Weight: 1, State: c.trial}}, nil
	}
	return t
}

// again returns a search that counts the whole problem again. Its result replaces that of c.
func (c *selection) again() *engine.Search {
	t := &engine.Search{Control: c.Within()}
	t.Memory, t.Report, t.Pace = c.Memory, c.Report, c.Pace
	if c.Earlier != nil {
		t.Bulk.Neg(c.Earlier)
	}
	return t
}
