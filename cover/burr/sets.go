// SPDX-License-Identifier: BSD-3-Clause

package burr

import (
	"context"
	"fmt"
	"slices"

	"polka/dlx"
)

// A PieceSet is a set of pieces that have assemblies.
type PieceSet struct {
	Copies        []int      // the number of copies of each piece of Puzzle.Set()
	NumAssemblies int        // the number of assemblies of the set, up to symmetry
	Solutions     []Solution // those that come apart, some of which may be of the mirror image of the set
}

// Unique reports whether the set has exactly one assembly, which comes apart.
func (s PieceSet) Unique() bool { return s.NumAssemblies == 1 && len(s.Solutions) == 1 }

// Sets finds the sets of pieces that have assemblies, in a puzzle with a choice of pieces.
// Assemblies are counted up to the symmetry of the puzzle. If a reflection exchanges pieces with
// their mirror twins, a set and its mirror image are one; with [cover.Puzzle.TwinsApart] they are
// two. The sets are in the lexicographic order of their numbers of copies, the greatest first. If
// ctx ends first, the result is what was found so far, with the error.
//
// For example, the 25 pieces that can be cut with a saw have 314 solid burrs of six pieces that
// come apart, and 221 sets of pieces make them (Bill Cutler, The Six-Piece Burr, Journal of
// Recreational Mathematics 10, 1978).
func (p *Problem) Sets(ctx context.Context, o dlx.Options) ([]PieceSet, error) {
	numbers, exchanges := p.numbers(), p.Puzzle.Exchanges()
	index := map[string]int{}
	var list []PieceSet
	err := p.each(ctx, func(s Solution) bool {
		var most []int
		for _, to := range exchanges {
			copies := make([]int, len(numbers))
			for _, q := range s.Tiling.Placements {
				copies[to[numbers[q.Piece]]]++
			}
			if slices.Compare(copies, most) > 0 {
				most = copies
			}
		}
		key := fmt.Sprint(most)
		i, ok := index[key]
		if !ok {
			i = len(list)
			index[key] = i
			list = append(list, PieceSet{Copies: most})
		}
		list[i].NumAssemblies++
		if s.Disassembly != nil {
			list[i].Solutions = append(list[i].Solutions, s)
		}
		return true
	}, o)
	slices.SortFunc(list, func(a, b PieceSet) int { return slices.Compare(b.Copies, a.Copies) })
	return list, err
}
