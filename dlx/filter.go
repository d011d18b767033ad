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

// mark adds options to a sorted list. If one does not exist, it sets p.err.
func (p *Problem) mark(list, options []int) []int {
	list = slices.Clone(list)
	for _, k := range options {
		if p.err == nil && (k < 0 || k >= p.NumOptions()) {
			p.err = fmt.Errorf("dlx: there is no option %d: the options are numbered from 0 to %d", k, p.NumOptions()-1)
		}
		list = append(list, k)
	}
	slices.Sort(list)
	return slices.Compact(list)
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
