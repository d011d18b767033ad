// SPDX-License-Identifier: BSD-3-Clause

package engine

// A Subproblem consists of some of the items and options of a problem, the
// whole, in an order of its own. Bound gives its items other bounds.
type Subproblem struct {
	Problem *Problem

	// Option[k] is the number in the whole of option k of Problem, and Item[i]
	// that of item i. Nil means that the numbers are the same.
	Option, Item []int32
}

// Selector returns a function that makes subproblems of p, each in time that
// depends on its size: from a list of items, the first primary of which are
// primary, and a list of options, which lose the items that are not in the
// other list. The lists become those of the subproblem.
func (p *Problem) Selector() func(items []int32, primary int, options []int32) Subproblem {
	place := make([]int32, p.Items)
	for i := range place {
		place[i] = Null
	}
	return func(items []int32, primary int, options []int32) Subproblem {
		for n, i := range items {
			place[i] = int32(n)
		}
		q := p.ordered(options, func(e Entry) (Entry, bool) {
			n := place[e.Item]
			return Entry{n, e.Color}, n != Null
		})
		for _, i := range items {
			place[i] = Null
		}
		if q.Primary, q.Items = primary, len(items); p.High != nil {
			q.Low, q.High = Pick(p.Low, items[:primary]), Pick(p.High, items[:primary])
		}
		return Subproblem{q, options, items}
	}
}

// Ordered returns the subproblem with all items, and the options of a list, which it keeps.
func (p *Problem) Ordered(options []int32) Subproblem {
	q := p.ordered(options, func(e Entry) (Entry, bool) { return e, true })
	q.Primary, q.Items, q.Low, q.High = p.Primary, p.Items, p.Low, p.High
	return Subproblem{Problem: q, Option: options}
}

// ordered makes a problem of options in some order, with entries mapped to
// others.
func (p *Problem) ordered(options []int32, become func(Entry) (Entry, bool)) *Problem {
	q := &Problem{First: make([]int32, 1, len(options)+1)}
	n := 0
	for _, k := range options {
		for _, e := range p.Option(k) {
			if _, ok := become(e); ok {
				n++
			}
		}
	}
	q.Entries = make([]Entry, 0, n)
	for _, k := range options {
		for _, e := range p.Option(k) {
			if e, ok := become(e); ok {
				q.Entries = append(q.Entries, e)
			}
		}
		q.First = append(q.First, int32(len(q.Entries)))
	}
	return q
}

// Bound gives the primary items other bounds, indexed by their numbers in the whole.
func (s Subproblem) Bound(bounds func(item int32) (low, high int32)) {
	q := s.Problem
	q.Low, q.High = make([]int32, q.Primary), make([]int32, q.Primary)
	ones := true
	for n, i := range s.Item[:q.Primary] {
		q.Low[n], q.High[n] = bounds(i)
		ones = ones && q.Low[n] == 1 && q.High[n] == 1
	}
	if ones {
		q.Low, q.High = nil, nil
	}
}

// Of composes two subproblems: the result is a subproblem of the whole of the outer one.
func (s Subproblem) Of(outer Subproblem) Subproblem {
	return Subproblem{s.Problem, through(outer.Option, s.Option), through(outer.Item, s.Item)}
}

// through composes two maps, inner first; nil maps all numbers to themselves.
func through(outer, inner []int32) []int32 {
	switch {
	case inner == nil:
		return outer
	case outer == nil:
		return inner
	}
	return Pick(outer, inner)
}

// Outer returns the numbers of options in the whole.
func (s Subproblem) Outer(options []int32) []int32 {
	if s.Option == nil {
		return options
	}
	return Pick(s.Option, options)
}

// OuterPath changes the steps of a path to the numbers of the whole.
func (s Subproblem) OuterPath(path []Step) {
	for i, step := range path {
		if s.Item != nil {
			path[i].Item = s.Item[step.Item]
		}
		if s.Option != nil && step.Option != Null {
			path[i].Option = s.Option[step.Option]
		}
	}
}

// InnerPath is the inverse of OuterPath: it returns a function that changes the steps of a
// path of the whole, and reports whether the subproblem has them.
func (s Subproblem) InnerPath() func(path []Step) bool {
	options, items := inverse(s.Option), inverse(s.Item)
	return func(path []Step) bool {
		for i, step := range path {
			item, ok := items(step.Item)
			option := int32(Null)
			if ok && step.Option != Null {
				option, ok = options(step.Option)
			}
			if !ok || int(item) >= s.Problem.Primary {
				return false
			}
			path[i] = Step{item, option}
		}
		return true
	}
}

// inverse inverts a map, as far as that is possible; nil maps all numbers to
// themselves.
func inverse(list []int32) func(int32) (int32, bool) {
	if list == nil {
		return func(n int32) (int32, bool) { return n, true }
	}
	places := make(map[int32]int32, len(list))
	for at, n := range list {
		places[n] = int32(at)
	}
	return func(n int32) (int32, bool) {
		at, ok := places[n]
		return at, ok
	}
}

// Pick selects the elements of a list, such as the bounds of items, by their
// indices.
func Pick[T any](known []T, list []int32) []T {
	picked := make([]T, len(list))
	for i, k := range list {
		picked[i] = known[k]
	}
	return picked
}
