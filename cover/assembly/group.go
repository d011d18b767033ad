// SPDX-License-Identifier: BSD-3-Clause

package assembly

import "slices"

// together reports whether each piece of a part can only belong to one group, the same for all.
func (a *Analyzer) together(part []int) bool {
	number := 0
	for _, i := range part {
		mine := 0
		for _, g := range a.options.Groups {
			if g.Number == 0 || !slices.Contains(g.Pieces, i) {
				continue
			}
			if mine != 0 || g.Count < len(g.Pieces) {
				return false
			}
			mine = g.Number
		}
		if mine == 0 || number != 0 && number != mine {
			return false
		}
		number = mine
	}
	return true
}

// mayStick reports whether the parts that were found to be stuck, and this one, can each be
// assigned to a group.
func (a *Analyzer) mayStick(part []int) bool {
	var s set
	for _, i := range part {
		s |= 1 << i
	}
	a.stuck = append(a.stuck, s)
	left := make([]int, len(a.options.Groups))
	for k, g := range a.options.Groups {
		left[k] = g.Count
	}
	return a.assign(a.stuck, left)
}

// assign finds groups for parts, of each of which so many pieces are left.
func (a *Analyzer) assign(parts []set, left []int) bool {
	if len(parts) == 0 {
		return true
	}
	var tried []int
	for _, g := range a.options.Groups {
		if g.Number == 0 || slices.Contains(tried, g.Number) {
			continue
		}
		tried = append(tried, g.Number)
		rest := slices.Clone(left)
		if a.take(parts[0], g.Number, rest) && a.assign(parts[1:], rest) {
			return true
		}
	}
	return false
}

// take takes the pieces of a part from a group.
func (a *Analyzer) take(part set, number int, left []int) bool {
	for i := range mostPieces {
		if !part.has(i) {
			continue
		}
		k := slices.IndexFunc(a.options.Groups, func(g Group) bool { return g.Number == number && slices.Contains(g.Pieces, i) })
		if k < 0 || left[k] == 0 {
			return false
		}
		left[k]--
	}
	return true
}
