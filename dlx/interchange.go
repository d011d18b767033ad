// SPDX-License-Identifier: BSD-3-Clause

// Finding the symmetries of a problem.
//
// Items and options have labels, which do not depend on their numbers: at first, what a symmetry
// must keep. They are refined: the label of an option is mixed with those of its items, and that of
// an item with those of its options, until the number of different labels does not grow. Items with
// different labels are not exchanged by any symmetry. Then one of several items with a label is
// given a label of its own, and all is refined again, until all labels differ. These are the
// base. To find a symmetry that takes one of them to another item and keeps the base before it,
// the items are given labels in the same order, once with the one and once with the other; if all
// labels differ and are the same in both, they say where each item goes, and it is checked whether
// options go to options. Otherwise another item is tried, up to a limit.
//
// The symmetries that fix the base up to some item are a group, whose order is the product of the
// numbers of items to which those after it can be taken. The largest of these groups is taken that
// has at most 5,000 elements.
//
// An example. If the options are "a b", "b c" and "c a", all items have the same label at first.
// When a has a label of its own, "b c" differs from the other options, but b and c have the same
// label; when b has another, all differ. So the base is a and b, b can be taken to b and c, and a
// to all three: six symmetries.
//
// Sources: B. D. McKay, "Practical graph isomorphism", 1981; C. C. Sims, "Computational methods in
// the study of permutation groups", 1970.

package dlx

import (
	"cmp"
	"context"
	"slices"

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
	number, err := p.numberByKey()
	if err != nil {
		return nil, nil // two options are equal
	}
	f := &finder{p: p, number: number, items: p.Items()}
	for k := range p.NumOptions() {
		f.options = append(f.options, p.Entries(k))
	}
	f.start()
	var (
		base   []int
		levels [][]uint64 // the labels before each item of the base
	)
	for labels := f.refine(f.first); ; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		at := f.shared(labels)
		if at < 0 {
			break
		}
		base, levels = append(base, at), append(levels, labels)
		labels = f.refine(f.mark(labels, at))
	}
	most, order := min(maxFound, maxImages/max(len(f.options), 1)), 1
	var found [][]int
	for level := len(base) - 1; level >= 0; level-- {
		more := slices.Clone(found)
		orbit := symmetry.OrbitOf(base[level], more)
		labels := levels[level]
		for j := range labels {
			if labels[j] != labels[base[level]] || slices.Contains(orbit, j) {
				continue
			}
			f.left = maxRefined
			s := f.search(ctx, f.mark(labels, base[level]), f.mark(labels, j))
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if s != nil {
				more = append(more, s)
				orbit = symmetry.OrbitOf(base[level], more)
			} else if f.left <= 0 {
				return found, nil // the group of this level may not be complete
			}
			if order*len(orbit) > most {
				return found, nil
			}
		}
		found, order = more, order*len(orbit)
	}
	return found, nil
}

// A finder looks for the symmetries of a problem.
type finder struct {
	p       *Problem
	number  map[string]int32
	items   []Item
	options [][]Entry
	kinds   []uint64 // of the options
	colors  [][]uint64
	first   []uint64 // labels of the items at first
	left    int      // refinements
}

// start finds the first labels.
func (f *finder) start() {
	for _, it := range f.items {
		label := symmetry.Mix(uint64(it.Low), uint64(it.High))
		if it.Secondary {
			label = symmetry.Mix(label, 1)
		}
		f.first = append(f.first, label)
	}
	number := map[string]uint64{} // of each color
	for k, entries := range f.options {
		kind := uint64(2)
		if slices.Contains(f.p.required, k) {
			kind = 3
		}
		if slices.Contains(f.p.forbidden, k) {
			kind = 4
		}
		f.kinds = append(f.kinds, kind)
		var colors []uint64
		for _, e := range entries {
			if _, ok := number[e.Color]; !ok {
				number[e.Color] = symmetry.Mix(6, uint64(len(number)))
			}
			colors = append(colors, number[e.Color])
		}
		f.colors = append(f.colors, colors)
	}
}

// mark gives an item a label of its own.
func (f *finder) mark(labels []uint64, item int) []uint64 {
	labels = slices.Clone(labels)
	labels[item] = symmetry.Mix(labels[item], 5)
	return labels
}

// refine refines labels.
func (f *finder) refine(labels []uint64) []uint64 {
	f.left--
	for num := numLabels(labels); ; {
		next := make([]uint64, len(labels))
		for k, entries := range f.options {
			sum := f.kinds[k]
			for i, e := range entries {
				sum += symmetry.Mix(labels[e.Item], f.colors[k][i])
			}
			for i, e := range entries {
				next[e.Item] += symmetry.Mix(sum, f.colors[k][i])
			}
		}
		for i := range next {
			next[i] = symmetry.Mix(labels[i], next[i])
		}
		more := numLabels(next)
		labels = next
		if more == num {
			return labels
		}
		num = more
	}
}

func numLabels(labels []uint64) int {
	return len(slices.Compact(slices.Sorted(slices.Values(labels))))
}

// shared returns the first item that has a label in common with another one, or -1.
func (f *finder) shared(labels []uint64) int {
	count := map[uint64]int{}
	for _, l := range labels {
		count[l]++
	}
	return slices.IndexFunc(labels, func(l uint64) bool { return count[l] > 1 })
}

// search returns a symmetry that takes the items with labels a to those with labels b, or nil. It
// ends with ctx.
func (f *finder) search(ctx context.Context, a, b []uint64) []int {
	if f.left <= 0 || ctx.Err() != nil {
		return nil
	}
	a, b = f.refine(a), f.refine(b)
	if !slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))) {
		return nil
	}
	at := f.shared(a)
	if at < 0 {
		return f.permutation(a, b)
	}
	for j, l := range b {
		if l == a[at] {
			if s := f.search(ctx, f.mark(a, at), f.mark(b, j)); s != nil {
				return s
			}
		}
	}
	return nil
}

// permutation returns the permutation that different labels describe, or nil if it is no symmetry.
func (f *finder) permutation(a, b []uint64) []int {
	order := func(labels []uint64) []int {
		list := make([]int, len(labels))
		for i := range list {
			list[i] = i
		}
		slices.SortFunc(list, func(i, j int) int { return cmp.Compare(labels[i], labels[j]) })
		return list
	}
	from, to := order(a), order(b)
	s := make([]int, len(a))
	for i, item := range from {
		s[item] = to[i]
	}
	if _, err := f.p.images(s, f.number); err != nil {
		return nil
	}
	return s
}
