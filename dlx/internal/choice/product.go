// SPDX-License-Identifier: BSD-3-Clause

// The problem. Two independent boards are to be filled. A search that fills one
// of them and finds that the other cannot be filled continues to fill the first
// one in all other ways.
//
// The source. See package reduce, components.go.
//
// The idea. Solve each part by itself. The number of solutions is the product
// of theirs. For one solution, or two, to check that it is unique, as many of
// each part are enough: they are combined, the last part changing fastest,
// until there are enough. A part without solutions ends the search.
//
// An example. Of the parts with the solutions A, B and C, D, the first three of
// the whole are A C, A D and B C.

package choice

import (
	"fmt"
	"math/big"
	"slices"

	"polka/dlx/internal/engine"
)

// product is the way to count the solutions of a problem with independent parts. It continues a
// count that has been stopped.
func product(parts []engine.Subproblem, o Options, u *unfinished) Way {
	return func(p *engine.Problem, s *engine.Search) (name, why string) {
		why = fmt.Sprintf("for the last of %d independent parts", len(parts))
		s.Rest, s.Name = nil, undecided
		for number := u.product(); len(u.done) < len(parts) && number.Sign() != 0; number = u.product() {
			inner := parts[len(u.done)]
			t := &engine.Search{Control: s.Within()}
			t.Memory, t.Pace = s.Memory, s.Pace
			way, err := u.next(inner.Problem, o, t)
			if err != nil {
				s.Err = err
				return name, why
			}
			before := new(big.Int)
			if u.rest != nil {
				before = u.found
			}
			if s.Report != nil {
				t.Report = func(sofar *engine.Search, open func() []engine.Part) bool {
					now := &unfinished{u.done, part{sofar.Name, sofar.Total(), nil}}
					now.found.Add(now.found, before)
					s.Progress = (float64(len(u.done)) + sofar.Progress) / float64(len(parts))
					return s.Report(s, func() []engine.Part {
						now.rest = open()
						return now.left(p, len(parts))
					})
				}
			}
			name, _ = way(inner.Problem, t)
			total := new(big.Int).Add(before, t.Total())
			switch {
			case t.Err == nil:
				u.done, u.part = append(u.done, total), part{}
			case len(t.Rest) > 0:
				u.part = part{name, total, t.Rest}
			}
			t.Count = 0
			t.Bulk.SetInt64(0)
			s.Add(t)
			if s.Err != nil {
				s.Rest = u.left(p, len(parts))
				return undecided, why
			}
		}
		s.Bulk.Set(u.product())
		return name, why
	}
}

// next returns the way to count the next part, or what is left of it.
func (u *unfinished) next(p *engine.Problem, o Options, t *engine.Search) (Way, error) {
	if u.rest == nil {
		return chooseWhole(p, o, t)
	}
	t.Rest, t.Earlier = slices.Clone(u.rest), u.found // u keeps its list if t leaves none
	return Again(u.name, o), nil
}

// SomeOfEach is the way to find as many solutions as the search is limited to, no matter
// which, of a problem with independent parts.
func SomeOfEach(parts []engine.Subproblem, o Options) Way {
	return func(_ *engine.Problem, s *engine.Search) (name, why string) {
		some := make([][][]int32, len(parts))
		keep := func(n int, options []int32) { some[n] = append(some[n], options) }
		name, why = eachPart(parts, o, s, keep, func(n int, _ *engine.Search) bool { return len(some[n]) > 0 })
		if s.Err == nil {
			combine(some, nil, s.Found)
		}
		return name, why
	}
}

// eachPart solves one part after the other, up to the limit of the search, to
// which it adds the cost. The solutions of part n are kept, as options of the
// whole. told is called with the result of a part, and reports whether the next
// one matters.
func eachPart(parts []engine.Subproblem, o Options, s *engine.Search, keep func(n int, options []int32), told func(n int, t *engine.Search) bool) (name, why string) {
	for n, part := range parts {
		t := &engine.Search{Control: s.Within()}
		t.Memory, t.Limit, t.Pace = s.Memory, s.Limit, s.Pace
		t.Visit = func(options []int32) bool {
			keep(n, part.Outer(options))
			return true
		}
		way, err := chooseWhole(part.Problem, o, t)
		if err != nil {
			s.Err = err
			break
		}
		name, _ = way(part.Problem, t)
		more := told(n, t)
		t.Count = 0
		t.Bulk.SetInt64(0)
		s.Add(t)
		if s.Err != nil || !more {
			break
		}
	}
	return name, fmt.Sprintf("for the last of %d independent parts", len(parts))
}

// combine passes all unions of one set of each list, starting with some
// options, to found until that returns false, and reports whether it never did.
func combine(lists [][][]int32, begun []int32, found func([]int32) bool) bool {
	if len(lists) == 0 {
		return found(begun)
	}
	for _, set := range lists[0] {
		if !combine(lists[1:], append(begun[:len(begun):len(begun)], set...), found) {
			return false
		}
	}
	return true
}
