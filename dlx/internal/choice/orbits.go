// SPDX-License-Identifier: BSD-3-Clause

// The problem. When is it worth looking for symmetries to count with?
//
// The idea. When the search seems long, and the other engines seem longer, symmetries are looked
// for, for at most a quarter of the time of the search: of most problems without symmetries that is
// known after a few steps. The parts that they divide the count into are searched for a while, and
// their number of nodes is estimated in the same way as that of the whole. They replace the search
// if they seem to be shorter. Estimates from small samples are too low as a rule, so they are
// refused only when the sample of the whole is as large. Then what is left of the problem in each
// part is divided in the same way, as long as that helps. What is left of the parts when the search
// is stopped is resumed as of any search. A count that was stopped before it could be divided, with
// little of it done, is divided when it is resumed, and starts again.
//
// An example. The twelve pentominoes on 6x10: 3.6 million nodes, and 0.9 million if the X is in one
// quarter of the board. The pieces of Soma: 255 thousand, and 9 thousand in 3 of 72 parts.

package choice

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"polka/dlx/internal/engine"
	"polka/dlx/internal/pool"
	"polka/dlx/internal/symmetry"
)

// The parameters of the selection.
const (
	perSymmetry = 700      // ns for each entry of an option that the search must take
	perRefined  = 4        // ns to process an entry when looking for symmetries,
	perSought   = 120      // and to find those of most problems, for each entry
	forProblem  = 1.0 / 4  // the share of the search that those of the problem may cost,
	forParts    = 1.0 / 16 // and those of all parts together
	begun       = 1.0 / 8  // the share of a search that is resumed which may be done again
	worth       = 0.8      // the ratio of the nodes with and without symmetries that is worth it
	rounds      = 16       // how many times parts are divided,
	most        = 512      // and into how many
	eagerWork   = 1 << 30  // if symmetries are used wherever there are any
	maxTimes    = 1 << 32  // of a part that is divided further; an item has fewer options
)

// untouched reports whether no part of the search has been done.
func untouched(s *engine.Search) bool {
	if len(s.Rest) > 1 || s.Earlier != nil && s.Earlier.Sign() != 0 {
		return false
	}
	return len(s.Rest) == 0 || s.Rest[0].Path == nil && s.Rest[0].Skip == 0 && s.Rest[0].Kept() == nil
}

// divisible returns the problem as a part, or nil if symmetries have divided it, or if too much of
// the search has been done to start again, unless it is eager.
func divisible(s *engine.Search, eager bool) []engine.Part {
	visited := func(part engine.Part) bool { return part.Skip > 0 }
	if len(s.Rest) > 0 && (engine.Done(s.Rest) > begun && !eager || symmetric(s.Rest) || slices.ContainsFunc(s.Rest, visited)) {
		return nil
	}
	return []engine.Part{engine.Root()}
}

// glance returns the number of nodes of the first look at the search.
func (c *selection) glance() int64 {
	if c.eager {
		return 2
	}
	return glance
}

// toSeek estimates the time to look for symmetries.
func (c *selection) toSeek() float64 { return perSought * float64(len(c.p.Entries)) }

// byOrbits divides the count by symmetries, as long as that makes the search shorter. It does
// nothing if they have been looked for and the search does not seem to be much longer now.
func (c *selection) byOrbits() {
	if !c.eager && c.rest() < grown*c.sought {
		return
	}
	share := forProblem
	for round := 0; round < rounds && c.divide(share); round++ {
		share = forParts
	}
	c.sought = c.rest()
}

// divide divides the count by symmetries, if they are found in at most a share of the time of the
// search and make it shorter. It reports whether it has.
func (c *selection) divide(share float64) bool {
	work := int64(share * c.rest() / perRefined)
	if c.eager {
		work = eagerWork
	} else if c.rest() < perSymmetry*float64(len(c.p.Entries)) {
		return false
	}
	if c.parts == nil || c.over() {
		return false
	}
	parts := c.expand(c.parts, work)
	if parts == nil || c.over() {
		return false
	}
	share = fraction(parts) / fraction(c.parts)
	if share > worth && !c.eager {
		return false
	}
	t := c.again()
	t.Rest = slices.Clone(parts)
	v := begin(t, c.worker, c.glance())
	if !c.eager {
		v.look(max(2*v.Nodes, int64(min(share*c.nodes()/32, 40*glance))))
	}
	if t.Err != nil {
		c.Err = t.Err
		return false
	}
	if !v.over() && !c.eager && v.nodes() > worth*(c.nodes()-float64(c.Nodes)) {
		if c.look(v.Nodes); c.over() || v.nodes() > worth*(c.nodes()-float64(c.Nodes)) {
			return false
		}
	}
	t.NewWorker, t.Name = c.NewWorker, c.Name
	c.Result, c.Remainder, c.parts = t.Result, t.Remainder, parts
	c.guesses, c.sum = v.guesses, v.sum
	c.orbits = fmt.Sprintf("; by symmetry in %d of %d parts", len(parts), numAll(parts))
	return !c.over()
}

// expand divides parts further, by the symmetries of what is left of the problem in each. It
// returns nil if there are none.
func (c *selection) expand(parts []engine.Part, work int64) (list []engine.Part) {
	changed := false
	for _, part := range parts {
		rest := pool.Residual(c.p, part.Path.Steps())
		var inner []engine.Part
		if rest.Problem != nil {
			inner = symmetry.Parts(rest.Problem, c.symmetries(rest.Problem, work/int64(len(parts))))
		}
		if inner == nil || part.Times > maxTimes {
			list = append(list, part)
			continue
		}
		changed = true
		for _, p := range inner {
			step := p.Path.Steps()
			rest.OuterPath(step)
			p.Path = &engine.Path{Above: part.Path, Last: step[0]}
			p.Times *= max(part.Times, 1)
			p.Weight *= part.Weight
			list = append(list, p)
		}
	}
	if !changed || len(list) > most {
		return nil
	}
	return list
}

// symmetries returns symmetries of a problem.
func (c *selection) symmetries(p *engine.Problem, work int64) []symmetry.Symmetry {
	if !symmetry.Divides(p) || p.Options() == 0 || work <= 0 {
		return nil
	}
	return symmetry.Find(p, c.Search, symmetry.Wish{Work: work})
}

// numAll returns the number of parts that the parts stand for.
func numAll(parts []engine.Part) *big.Int {
	n := new(big.Int)
	for _, part := range parts {
		n.Add(n, new(big.Int).SetUint64(max(part.Times, 1)))
	}
	return n
}

// fraction returns the ratio of the number of parts to that of the parts they stand for.
func fraction(parts []engine.Part) float64 {
	n, _ := new(big.Float).SetInt(numAll(parts)).Float64()
	return float64(len(parts)) / n
}

// symmetric reports whether some parts stand for several.
func symmetric(parts []engine.Part) bool {
	return slices.ContainsFunc(parts, func(part engine.Part) bool { return part.Times > 1 })
}

// fromStart counts up to a limit what is left of a count, by starting again: solutions of parts
// that stand for several come many at a time. If it is stopped before it has caught up, nothing
// changes. The engine can stop at a limit.
func fromStart(p *engine.Problem, o Options, s *engine.Search) (name, why string) {
	const before = "some of the parts left stand for several"
	if !s.Earlier.IsUint64() || s.Earlier.Uint64() > math.MaxUint64-s.Limit {
		s.Err = errors.New("dlx: too many solutions have been counted to resume with a limit")
		return undecided, before
	}
	earlier, report, rest := s.Earlier.Uint64(), s.Report, s.Rest
	s.Limit += earlier
	s.Bulk.Neg(s.Earlier)
	if report != nil {
		s.Report = func(sofar *engine.Search, open func() []engine.Part) bool {
			return s.Count < earlier || report(sofar, open)
		}
	}
	if name = o.chosen(); name == "auto" {
		name = "bits"
	}
	s.Rest, s.NewWorker, s.Name = []engine.Part{engine.Root()}, named(name, p), name
	pool.Run(s, o.threads(name))
	if s.Err != nil && s.Count < earlier {
		s.Count, s.Rest, s.NewWorker = 0, rest, nil
		s.Bulk.SetInt64(0)
	}
	return name, "from the start, as " + before
}

// stops reports whether an engine can stop at a limit.
func stops(name string) bool {
	return name == "auto" || name == "links" || name == "cells" || name == "bits"
}

// countsOnly reports whether an engine cannot stop at a limit, or is not known yet.
func countsOnly(name string) bool {
	return name == undecided || name == "memo" || name == "frontier" || name == "pfaffian"
}
