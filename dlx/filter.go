// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"fmt"
	"slices"
)

// Containing returns the problem whose solutions are the solutions of p that contain
// all the given options. The options keep their numbers. Err reports an option that
// does not exist, or that is in no solution because it has no primary item.
func (p *Problem) Containing(options ...int) *Problem {
	q := *p
	q.required = q.mark(q.required, options)
	for _, k := range options {
		if q.err == nil && q.ignores(k) {
			q.err = wrongf("dlx: option %d (%s) is required but ignored: it has no primary item", k, q.OptionText(k))
		}
	}
	return &q
}

// Without returns the problem whose solutions are the solutions of p that contain
// none of the given options. The options keep their numbers. Err reports an option
// that does not exist.
func (p *Problem) Without(options ...int) *Problem {
	q := *p
	q.forbidden = q.mark(q.forbidden, options)
	return &q
}

// Required returns the options that every solution must contain because of Containing, in
// increasing order.
func (p *Problem) Required() []int { return slices.Clone(p.required) }

// Forbidden returns the options that no solution may contain because of Without, in increasing
// order.
func (p *Problem) Forbidden() []int { return slices.Clone(p.forbidden) }

// WithCosts returns the problem in which each option has the cost that a function returns for its
// number. Err reports costs that are negative or too large for sums.
func (p *Problem) WithCosts(cost func(option int) int64) *Problem {
	q := *p
	q.costs = make([]int64, q.NumOptions())
	for k := range q.costs {
		q.costs[k] = cost(k)
		if c := q.costs[k]; q.err == nil && (c < 0 || c > maxCost) {
			q.err = fmt.Errorf("dlx: option %d: expected a cost from 0 to %d, got %d", k, int64(maxCost), c)
		}
	}
	return &q
}

// Cost returns the cost of option k, by default 0. It panics if there is no such option.
func (p *Problem) Cost(k int) int64 { return p.cost(k) }

// mark adds options to a sorted list. If one does not exist, it sets p.err.
func (p *Problem) mark(list, options []int) []int {
	list = slices.Clone(list)
	if p.err == nil {
		p.err = p.have(options)
	}
	list = append(list, options...)
	slices.Sort(list)
	return slices.Compact(list)
}

// have returns an error if one of the options does not exist.
func (p *Problem) have(options []int) error {
	for _, k := range options {
		if k < 0 || k >= p.NumOptions() {
			return fmt.Errorf("dlx: there is no option %d: the options are numbered from 0 to %d", k, p.NumOptions()-1)
		}
	}
	return nil
}

// labels returns the names of the items by the numbers of the engines: the items of
// required options come between primary and secondary items.
func (p *Problem) labels() []string {
	var names, extra []string
	for _, it := range p.Items() {
		names = append(names, it.Name)
	}
	for _, k := range p.required {
		extra = append(extra, fmt.Sprintf("(required: %s)", p.OptionText(k)))
	}
	return slices.Insert(names, p.primary, extra...)
}

// listed returns the number of an item in Items, or -1 for the item of a required
// option.
func (p *Problem) listed(i int32) int {
	switch n := int(i) - p.primary; {
	case n < 0:
		return int(i)
	case n < len(p.required):
		return -1
	}
	return int(i) - len(p.required)
}
