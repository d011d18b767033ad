// SPDX-License-Identifier: BSD-3-Clause

// The problem. Count the solutions if items are interchangeable, as the symbols of a latin square
// are.
//
// The idea. A permutation of the items that takes options to options takes solutions to solutions.
// Choose an item. Its options divide the solutions into classes, and classes of options that the
// permutations take to each other have the same size. So it suffices to count one class for each
// orbit of options, and to multiply. Within that class the permutations that keep the option
// remain, and the step is repeated with another item, until no more permutations remain.
//
// An example. In a latin square of order 6, the 720 permutations of the symbols take each first row
// to each other, so that the solutions for one first row are counted.
//
// The cost. A table of all permutations of the group, and counts that are shorter by about its
// order.

package dlx

import (
	"context"
	"fmt"
	"math/big"
	"slices"
)

// maxSymmetries is the number of permutations that CountUsing permits.
const maxSymmetries = 100_000

// CountUsing returns the number of solutions as Count does, and counts solutions that symmetries
// take to each other only once. A symmetry is a permutation of the numbers of the items: list[i] is
// the item that takes the place of item i. It must take each option to an option, with its colors,
// and primary items to primary ones of the same multiplicities; otherwise there is an error. The
// symmetries generate a group, which can have at most 100,000 elements. If options are required or
// forbidden, or several options are equal, the symmetries must respect that, too.
func (p *Problem) CountUsing(ctx context.Context, symmetries ...[]int) (*big.Int, error) {
	if err := p.Err(); err != nil {
		return nil, err
	}
	group, err := p.generate(symmetries)
	if err != nil {
		return nil, err
	}
	return p.countUsing(ctx, group, make([]bool, len(p.items)))
}

// key is a text for an option whose items are taken to others.
func (p *Problem) key(k int, to func(item int) int) string {
	entries := p.Entries(k)
	for i := range entries {
		entries[i].Item = to(entries[i].Item)
	}
	slices.SortFunc(entries, func(a, b Entry) int { return a.Item - b.Item })
	return fmt.Sprint(entries)
}

// generate returns all elements of the group of some symmetries but the identity, as permutations
// of the options.
func (p *Problem) generate(symmetries [][]int) ([][]int32, error) {
	number := map[string]int{}
	for k := range p.NumOptions() {
		text := p.key(k, func(i int) int { return i })
		if _, known := number[text]; known && len(symmetries) > 0 {
			return nil, fmt.Errorf("dlx: option %d (%s) occurs twice, so symmetries do not determine where options go", k, p.OptionText(k))
		}
		number[text] = k
	}
	items := p.Items()
	var generators [][]int32
	for n, s := range symmetries {
		taken := make([]bool, len(items))
		for i, j := range s {
			if len(s) != len(items) || j < 0 || j >= len(items) || taken[j] {
				return nil, fmt.Errorf("dlx: symmetry %d is not a permutation of the %d items", n, len(items))
			}
			taken[j] = true
			a, b := items[i], items[j]
			if a.Name = b.Name; a != b {
				return nil, fmt.Errorf("dlx: symmetry %d takes item %q to item %q, which is of another kind", n, items[i].Name, items[j].Name)
			}
		}
		if len(s) != len(items) {
			return nil, fmt.Errorf("dlx: symmetry %d is not a permutation of the %d items", n, len(items))
		}
		to := make([]int32, p.NumOptions())
		for k := range to {
			j, ok := number[p.key(k, func(i int) int { return s[i] })]
			if !ok {
				return nil, fmt.Errorf("dlx: symmetry %d takes option %d (%s) to no option", n, k, p.OptionText(k))
			}
			to[k] = int32(j)
		}
		for _, list := range [][]int{p.required, p.forbidden} {
			for _, k := range list {
				if !slices.Contains(list, int(to[k])) {
					return nil, fmt.Errorf("dlx: symmetry %d takes option %d to option %d, but only the first is required or forbidden", n, k, to[k])
				}
			}
		}
		generators = append(generators, to)
	}
	identity := make([]int32, p.NumOptions())
	for k := range identity {
		identity[k] = int32(k)
	}
	group := [][]int32{identity}
	known := map[string]bool{fmt.Sprint(identity): true}
	for at := 0; at < len(group); at++ {
		for _, g := range generators {
			product := make([]int32, len(identity))
			for k, j := range group[at] {
				product[k] = g[j]
			}
			if text := fmt.Sprint(product); !known[text] {
				if known[text] = true; len(group) == maxSymmetries {
					return nil, fmt.Errorf("dlx: the symmetries generate a group of more than %d elements", maxSymmetries)
				}
				group = append(group, product)
			}
		}
	}
	return group[1:], nil
}

// countUsing counts the solutions. done reports the items that a required option covers.
func (p *Problem) countUsing(ctx context.Context, group [][]int32, done []bool) (*big.Int, error) {
	item, orbits := p.divide(group, done)
	if item < 0 {
		return p.Count(ctx)
	}
	sum := new(big.Int)
	for _, orbit := range orbits {
		var rest [][]int32 // permutations that keep the option
		k := orbit[0]
		for _, g := range group {
			if g[k] == int32(k) {
				rest = append(rest, g)
			}
		}
		covered := slices.Clone(done)
		for _, e := range p.Entries(k) {
			covered[e.Item] = true
		}
		n, err := p.Containing(k).countUsing(ctx, rest, covered)
		if err != nil {
			return nil, err
		}
		sum.Add(sum, n.Mul(n, big.NewInt(int64(len(orbit)))))
	}
	return sum, nil
}

// divide chooses the item whose options have the fewest orbits for their number. It returns -1 if
// there are as many orbits as options.
func (p *Problem) divide(group [][]int32, done []bool) (best int, orbits [][]int) {
	best = -1
	if len(group) == 0 {
		return best, nil
	}
	most := 1.0
	for i, it := range p.Items() {
		if done[i] || it.Secondary || p.items[i].low != 1 || p.items[i].high != 1 {
			continue
		}
		options := slices.DeleteFunc(p.OptionsWith(i), func(k int) bool {
			return slices.ContainsFunc(p.Entries(k), func(e Entry) bool { return done[e.Item] && !p.items[e.Item].secondary })
		})
		var own [][]int
		for len(options) > 0 {
			k := options[0]
			images := map[int]bool{k: true}
			for _, g := range group {
				images[int(g[k])] = true
			}
			var orbit []int
			options = slices.DeleteFunc(options, func(j int) bool {
				if images[j] {
					orbit = append(orbit, j)
				}
				return images[j]
			})
			own = append(own, orbit)
		}
		n := 0
		for _, orbit := range own {
			n += len(orbit)
		}
		if ratio := float64(n) / float64(max(1, len(own))); n > 0 && ratio > most {
			most, best, orbits = ratio, i, own
		}
	}
	return best, orbits
}
