package dlx

import (
	"fmt"
	"slices"
)

// Containing is the problem whose solutions are those that have all the given
// options. The options keep their numbers. It costs nothing, and the search is
// the shorter for it. Err reports an option that does not exist, or can be in
// no solution since it has no primary item.
func (p *Problem) Containing(options ...int) *Problem {
	q := *p
	q.required = q.mark(q.required, options)
	for _, k := range options {
		if q.err == nil && q.ignores(k) {
			q.err = fmt.Errorf("dlx: option %d (%s) is required, and is ignored since it has no primary item", k, q.OptionText(k))
		}
	}
	return &q
}

// Without is the problem whose solutions are those that have none of the given
// options. The options keep their numbers. Err reports an option that does not
// exist.
func (p *Problem) Without(options ...int) *Problem {
	q := *p
	q.forbidden = q.mark(q.forbidden, options)
	return &q
}

// mark adds options to a sorted list, and makes an error of those that do not
// exist.
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

// labels names the items as the engines number them: those that require options
// stand between primary and secondary ones.
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

// listed is the number of an item in Items, -1 if it is one that requires an
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
