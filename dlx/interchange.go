// SPDX-License-Identifier: BSD-3-Clause

// Finding the symmetries of a problem, by dlx/internal/symmetry: those that keep colors, and
// options that are required or forbidden.

package dlx

import (
	"context"

	"polka/dlx/internal/engine"
	"polka/dlx/internal/symmetry"
)

// The limits of FindSymmetries: the refinements for one symmetry, and the elements of the group.
// Larger groups cost more than they save.
const (
	maxRefined = 200
	maxFound   = 5000
)

// FindSymmetries returns permutations of the numbers of the items for [Problem.CountUsing], such as
// those of the symbols, rows and columns of a latin square. They keep what CountUsing asks for:
// colors, multiplicities, secondary items, and options that are required or forbidden. They
// generate a group of at most 5,000 elements, or 50 million divided by the number of options if
// that is less: if there are more symmetries, those that fix some items. The list is empty if the
// problem has no symmetry but the identity, if two options are equal, or if none was found within a
// limit that few problems reach. The same problem has the same list.
//
// The cost is that of looking through the problem some times for each item that can be exchanged.
// Errors are those of [Problem.Err], and of ctx if it ends.
func (p *Problem) FindSymmetries(ctx context.Context) ([][]int, error) {
	if err := p.Err(); err != nil {
		return nil, err
	}
	place := p.places()
	item := make([]int, len(place)) // the number of each item of the engines
	for i, n := range place {
		item[n] = i
	}
	wish := symmetry.Wish{
		Refined: maxRefined,
		Order:   max(min(maxFound, maxImages/max(p.NumOptions(), 1)), 1),
		Kinds:   make([]uint64, p.NumOptions()),
		Colors:  true,
		Unused:  true,
	}
	for kind, list := range [][]int{p.required, p.forbidden} {
		for _, k := range list {
			wish.Kinds[k] |= 1 << kind
		}
	}
	s := &engine.Search{}
	s.Context = ctx
	var list [][]int
	for _, found := range symmetry.Find(p.whole(place), s, wish) {
		to := make([]int, len(item))
		for n, m := range found.Items {
			to[item[n]] = item[m]
		}
		list = append(list, to)
	}
	if s.Err != nil {
		return nil, s.Err
	}
	return list, nil
}

// whole returns the problem with all options, required or forbidden, and the items in the places
// given.
func (p *Problem) whole(place []int32) *engine.Problem {
	e := &engine.Problem{Primary: p.primary, Items: len(p.items), First: []int32{0}}
	p.setBounds(e, place)
	for k := range p.NumOptions() {
		for _, o := range p.option(k) {
			e.Entries = append(e.Entries, engine.Entry{Item: place[o.Item], Color: o.Color})
		}
		e.First = append(e.First, int32(len(e.Entries)))
	}
	return e
}
