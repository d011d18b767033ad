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
// The cost. A table of where each permutation of the group takes each option, and counts that are
// shorter by about the order of the group.

package dlx

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/big"
	"slices"
)

// The limits of CountUsing: the elements of a group, and these times the number of options.
const (
	maxSymmetries = 100_000
	maxImages     = 50_000_000
)

// CountUsing returns the number of solutions, the same as Count, in less time: of the choices that
// symmetries take to each other it counts the solutions for one, and multiplies. A symmetry is a
// permutation of the numbers of the items: list[i] is the item that takes the place of item i. It
// must take each option to an option, with its colors, and primary items to primary ones of the
// same multiplicities; otherwise there is an error. The symmetries generate a group, which can have
// at most 100,000 elements, or 50 million divided by the number of options if that is less. If
// options are required or forbidden, the symmetries must respect that, too. No two options may be
// equal.
func (p *Problem) CountUsing(ctx context.Context, symmetries ...[]int) (*big.Int, error) {
	if err := p.Err(); err != nil {
		return nil, err
	}
	if len(symmetries) == 0 {
		return p.Count(ctx)
	}
	number, err := p.numberByKey()
	if err != nil {
		return nil, err
	}
	generators := make([][]int32, len(symmetries))
	for n, s := range symmetries {
		if generators[n], err = p.images(s, number); err != nil {
			return nil, fmt.Errorf("dlx: symmetry %d %w", n, err)
		}
	}
	group, err := generate(ctx, generators)
	if err != nil {
		return nil, err
	}
	items := p.Items()
	full := make([]bool, len(items))
	for _, k := range p.required {
		p.fill(full, items, k)
	}
	return p.countUsing(ctx, group, items, full)
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

// numberByKey returns the number of each option by its key.
func (p *Problem) numberByKey() (map[string]int32, error) {
	number := make(map[string]int32, p.NumOptions())
	for k := range p.NumOptions() {
		text := p.key(k, func(i int) int { return i })
		if _, known := number[text]; known {
			return nil, fmt.Errorf("dlx: option %d (%s) occurs twice, so symmetries do not determine where options go", k, p.OptionText(k))
		}
		number[text] = int32(k)
	}
	return number, nil
}

// images returns where a symmetry takes each option. The error says what is wrong with the
// symmetry.
func (p *Problem) images(symmetry []int, number map[string]int32) ([]int32, error) {
	items := p.Items()
	taken := make([]bool, len(items))
	if len(symmetry) != len(items) {
		return nil, fmt.Errorf("has %d numbers, expected one for each of the %d items", len(symmetry), len(items))
	}
	for i, j := range symmetry {
		if j < 0 || j >= len(items) || taken[j] {
			return nil, fmt.Errorf("is not a permutation of the %d items", len(items))
		}
		taken[j] = true
		a, b := items[i], items[j]
		if a.Name = b.Name; a != b {
			return nil, fmt.Errorf("takes item %q to item %q, which is of another kind", items[i].Name, items[j].Name)
		}
	}
	to := make([]int32, p.NumOptions())
	for k := range to {
		j, ok := number[p.key(k, func(i int) int { return symmetry[i] })]
		if !ok {
			return nil, fmt.Errorf("takes option %d (%s) to no option", k, p.OptionText(k))
		}
		to[k] = j
	}
	for _, list := range [][]int{p.required, p.forbidden} {
		for _, k := range list {
			if !slices.Contains(list, int(to[k])) {
				return nil, fmt.Errorf("takes option %d to option %d, but only the first is required or forbidden", k, to[k])
			}
		}
	}
	return to, nil
}

// generate returns all elements of the group of some permutations but the identity.
func generate(ctx context.Context, generators [][]int32) ([][]int32, error) {
	identity := make([]int32, len(generators[0]))
	for k := range identity {
		identity[k] = int32(k)
	}
	most := min(maxSymmetries, maxImages/max(len(identity), 1))
	group := [][]int32{identity}
	text := func(g []int32) string {
		var bytes []byte
		for _, k := range g {
			bytes = binary.LittleEndian.AppendUint32(bytes, uint32(k))
		}
		return string(bytes)
	}
	known := map[string]bool{text(identity): true}
	product := make([]int32, len(identity))
	for at := 0; at < len(group); at++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for _, g := range generators {
			for k, j := range group[at] {
				product[k] = g[j]
			}
			name := text(product)
			if known[name] {
				continue
			}
			if len(group) >= most {
				return nil, fmt.Errorf("dlx: the symmetries generate a group of more than %d elements", most)
			}
			known[name] = true
			group = append(group, slices.Clone(product))
		}
	}
	return group[1:], nil
}

// fill marks the items of an option that no other option may have.
func (p *Problem) fill(full []bool, items []Item, option int) {
	for _, e := range p.Entries(option) {
		if it := items[e.Item]; !it.Secondary && it.High == 1 {
			full[e.Item] = true
		}
	}
}

// countUsing counts the solutions. The group is without the identity, and takes required options to
// required ones; full reports the items that one of these has and no other option may have.
func (p *Problem) countUsing(ctx context.Context, group [][]int32, items []Item, full []bool) (*big.Int, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	orbits := p.divide(group, items, full)
	if orbits == nil {
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
		below := slices.Clone(full)
		p.fill(below, items, k)
		n, err := p.Containing(k).countUsing(ctx, rest, items, below)
		if err != nil {
			return nil, err
		}
		sum.Add(sum, n.Mul(n, big.NewInt(int64(len(orbit)))))
	}
	return sum, nil
}

// divide chooses the item whose options have the fewest orbits for their number, and returns them.
// It returns nil if there are as many orbits as options.
func (p *Problem) divide(group [][]int32, items []Item, full []bool) (best [][]int) {
	if len(group) == 0 {
		return nil
	}
	first := orbits(group, p.NumOptions())
	most := 1.0
	for i, it := range items {
		if full[i] || it.Secondary || it.Low != 1 || it.High != 1 {
			continue
		}
		n := 0
		var own [][]int
		at := map[int32]int{} // the orbit in own, by its first option
		for _, k := range p.OptionsWith(i) {
			if slices.ContainsFunc(p.Entries(k), func(e Entry) bool { return full[e.Item] }) {
				continue // it is in conflict with a required option
			}
			o, ok := at[first[k]]
			if !ok {
				o = len(own)
				at[first[k]] = o
				own = append(own, nil)
			}
			own[o] = append(own[o], k)
			n++
		}
		if ratio := float64(n) / float64(max(1, len(own))); ratio > most {
			most, best = ratio, own
		}
	}
	return best
}

// orbits returns, for each of a number of options, the first option of its orbit.
func orbits(group [][]int32, options int) []int32 {
	first := make([]int32, options)
	for k := range first {
		first[k] = -1
	}
	for k := range int32(options) {
		if first[k] >= 0 {
			continue
		}
		first[k] = k
		for _, g := range group {
			first[g[k]] = k
		}
	}
	return first
}
