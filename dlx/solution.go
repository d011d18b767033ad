// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"polka/internal/syntax"
)

// A Solution is a choice of options that covers a problem. It is an immutable
// value.
type Solution struct {
	problem *Problem
	options []int
}

// Options returns the numbers of the chosen options in increasing order.
func (s Solution) Options() []int { return slices.Clone(s.options) }

// Cost returns the sum of the costs of the chosen options.
func (s Solution) Cost() int64 {
	sum := int64(0)
	for _, k := range s.options {
		sum += s.problem.cost(k)
	}
	return sum
}

// String returns the chosen options on one line, separated by semicolons, such as
// "c e; a d f; b g".
func (s Solution) String() string {
	list := make([]string, len(s.options))
	for i, k := range s.options {
		list[i] = s.problem.OptionText(k)
	}
	return strings.Join(list, "; ")
}

// Check returns nil if the options with the given numbers are a solution of the
// problem, and otherwise an error that describes what is wrong. It follows the
// definition and shares no code with the engines.
func (p *Problem) Check(options ...int) error {
	if p.err != nil {
		return p.err
	}
	times := make([]int, len(p.items))
	colors := make([]int32, len(p.items))
	chosen := map[int]bool{}
	for _, k := range options {
		if k < 0 || k >= p.NumOptions() {
			return wrongf("dlx: there is no option %d: the options are numbered from 0 to %d", k, p.NumOptions()-1)
		}
		if chosen[k] {
			return wrongf("dlx: option %d (%s) is chosen twice", k, p.OptionText(k))
		}
		chosen[k] = true
		if p.ignores(k) {
			return wrongf("dlx: option %d (%s) has no primary item", k, p.OptionText(k))
		}
		for _, e := range p.option(k) {
			it := p.items[e.Item]
			if it.secondary && times[e.Item] > 0 && (e.Color == 0 || e.Color != colors[e.Item]) {
				return wrongf("dlx: secondary item %s is in option %d (%s) and in an earlier one without the same color", it.name, k, p.OptionText(k))
			}
			times[e.Item]++
			colors[e.Item] = e.Color
		}
	}
	for _, k := range p.required {
		if !chosen[k] {
			return wrongf("dlx: option %d (%s) is required", k, p.OptionText(k))
		}
	}
	for _, k := range p.forbidden {
		if chosen[k] {
			return wrongf("dlx: option %d (%s) is forbidden", k, p.OptionText(k))
		}
	}
	for i, it := range p.items {
		if n := times[i]; !it.secondary && (n < it.low || n > it.high) {
			want := fmt.Sprint(it.low)
			if it.low != it.high {
				want = fmt.Sprintf("%d to %d", it.low, it.high)
			}
			return wrongf("dlx: item %s is covered %d times, expected %s", it.name, n, want)
		}
	}
	return nil
}

// wrongf makes an error, in which long names are cut.
func wrongf(format string, args ...any) error {
	return errors.New(syntax.Short(fmt.Sprintf(format, args...)))
}
