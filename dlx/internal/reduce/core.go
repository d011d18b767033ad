// SPDX-License-Identifier: BSD-3-Clause

package reduce

import "polka/dlx/internal/engine"

// core builds the reduced problem.
func (t *table) core() *Core {
	c := &t.Core
	switch {
	case c.Hopeless != engine.Null:
		return c
	case c.unchanged() && t.optional() == nil:
		c.Problem = t.p
		return c
	}
	items, primary := t.items()
	if primary == 0 {
		return c
	}
	var options []int32
	for k := range int32(len(t.alive)) {
		if t.alive[k] {
			options = append(options, k)
		}
	}
	c.Subproblem = t.p.Selector()(items, primary, options)
	c.Bound(t.bounds)
	return c
}

// unchanged reports whether no rule has found anything.
func (c *Core) unchanged() bool {
	return len(c.Forced) == 0 && c.Impossible == 0 && c.Dominated == 0 && c.Redundant == 0
}

// items lists the remaining items, those that stay primary first.
func (t *table) items() (items []int32, primary int) {
	optional := t.optional()
	put := func(secondary bool) {
		for i := range int32(t.p.Items) {
			is := !t.primary(i) || optional != nil && optional[i]
			if !t.gone[i] && is == secondary {
				items = append(items, i)
			}
		}
	}
	put(false)
	primary = len(items)
	put(true)
	return items, primary
}
