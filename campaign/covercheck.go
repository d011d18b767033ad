// SPDX-License-Identifier: BSD-3-Clause

package campaign

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Check checks that every solution of a part is in exactly one of the parts that it was
// split into, from the definition of a solution alone. All of these must be decisions about
// one item. A solution has a first option with this item, in the order of the problem and
// apart from the options chosen before, or it has none; so the parts are disjoint if they
// differ, and complete if every option that has no part is excluded:
// it was forbidden before, or it cannot be chosen together with the options chosen before.
func (c *cover) Check(whole Part, parts []Part) error {
	b, err := c.box(whole)
	if err != nil {
		return err
	}
	if len(parts) == 0 {
		return c.checkEmpty(whole, b)
	}
	item, found := null, map[int]bool{}
	for _, part := range parts {
		word, ok := strings.CutPrefix(string(part), string(whole))
		if word = strings.TrimPrefix(word, " "); !ok || whole.and(word) != part || word == "" {
			return fmt.Errorf("campaign: part %q is not a part of %q", part, whole)
		}
		s, err := c.parseStep(word)
		if err != nil {
			return err
		}
		switch {
		case item != null && s.item != item:
			return fmt.Errorf("campaign: part %q is split at the items %d and %d", whole, item, s.item)
		case found[s.option]:
			return fmt.Errorf("campaign: part %q occurs twice in %q", part, whole)
		case slices.Contains(b.with, s.option) || slices.Contains(b.without, s.option):
			return fmt.Errorf("campaign: part %q decides twice about option %d", part, s.option)
		}
		item, found[s.option] = s.item, true
	}
	return c.checkItem(whole, b, item, found)
}

// checkEmpty checks that a part without parts has no solutions: an item cannot be covered.
func (c *cover) checkEmpty(whole Part, b box) error {
	for i := range c.primary {
		if c.checkItem(whole, b, i, nil) == nil {
			return nil
		}
	}
	return fmt.Errorf("campaign: part %q was split into no parts, but every item can be covered", whole)
}

// checkItem checks that the found options of an item, or null for none of them, leave out
// no solution.
func (c *cover) checkItem(whole Part, b box, item int, found map[int]bool) error {
	for k, entries := range c.entries {
		has := false
		for _, e := range entries {
			has = has || e.Item == item
		}
		if has && !found[k] && !slices.Contains(b.with, k) && !slices.Contains(b.without, k) && !c.conflicts(k, b.with) {
			return fmt.Errorf("campaign: the parts of %q leave out option %d", whole, k)
		}
	}
	if !found[null] && c.times(item, b.with) >= c.items[item].Low {
		return fmt.Errorf("campaign: the parts of %q leave out the solutions without a further option for item %d", whole, item)
	}
	return nil
}

// times returns how many of the options have an item.
func (c *cover) times(item int, options []int) (n int) {
	for _, k := range options {
		for _, e := range c.entries[k] {
			if e.Item == item {
				n++
			}
		}
	}
	return n
}

// conflicts reports whether no solution contains option k and all of the given options.
func (c *cover) conflicts(k int, chosen []int) bool {
	for _, e := range c.entries[k] {
		if e.Item < c.primary {
			if c.times(e.Item, chosen) >= c.items[e.Item].High {
				return true
			}
			continue
		}
		for _, j := range chosen {
			for _, f := range c.entries[j] {
				if f.Item == e.Item && (f.Color == "" || f.Color != e.Color) {
					return true
				}
			}
		}
	}
	return false
}

// Confirm checks solutions by the definition. The members of a family are only counted.
func (c *cover) Confirm(part Part, r Result) error {
	b, err := c.box(part)
	if err != nil {
		return err
	}
	switch c.goal {
	case Count:
		return nil
	case Family:
		f, err := c.problem.ReadFamily(bytes.NewReader(r.Data))
		if err != nil {
			return err
		}
		if f.Count().Cmp(r.Count) != 0 {
			return fmt.Errorf("campaign: the family of part %q has %v members, expected %v", part, f.Count(), r.Count)
		}
		return nil
	}
	var before []int
	lines := 0
	for line := range strings.Lines(string(r.Data)) {
		lines++
		var options []int
		for word := range strings.FieldsSeq(line) {
			k, err := strconv.Atoi(word)
			if err != nil {
				return fmt.Errorf("campaign: expected the number of an option, found %q", word)
			}
			options = append(options, k)
		}
		if err := c.problem.Check(options...); err != nil {
			return fmt.Errorf("campaign: a solution of part %q: %w", part, err)
		}
		for _, k := range b.with {
			if !slices.Contains(options, k) {
				return fmt.Errorf("campaign: a solution of part %q does not contain option %d", part, k)
			}
		}
		for _, k := range b.without {
			if slices.Contains(options, k) {
				return fmt.Errorf("campaign: a solution of part %q contains option %d", part, k)
			}
		}
		if lines > 1 && slices.Compare(before, options) >= 0 {
			return fmt.Errorf("campaign: the solutions of part %q are not different and in order", part)
		}
		before = options
	}
	if !r.Count.IsInt64() || r.Count.Int64() != int64(lines) {
		return fmt.Errorf("campaign: part %q has %d solutions in the store, expected %v", part, lines, r.Count)
	}
	return nil
}
