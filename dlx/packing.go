// SPDX-License-Identifier: BSD-3-Clause

// The problem. Choose options so that no two conflict and as much as possible is covered (a
// packing), or so that nothing more fits although little is covered (a clumsy packing), or so that
// every item is covered at least once (a cover), each of greatest or least weight.
//
// The source. Clumsy packings: A. Gyárfás, J. Lehel, Zs. Tuza, Clumsy packing of dominoes,
// Discrete Mathematics 71 (1988), DOI 10.1016/0012-365X(88)90029-6. The rest is our own.
//
// The idea. All three are cheapest solutions of another exact cover problem, with the same options
// and some more after them.
//
// Packing: each item i gets an option of its own, which leaves it out, at a cost m(i). An option of
// weight w with the items S costs the sum of m over S, minus w, where m is large enough for that
// not to be negative. Then a solution costs the sum of all m minus its weight.
//
// Clumsy packing: besides, for each option, not all of its items may be left out. If it has two
// items, a secondary item in the options that leave out one of them sees to that. Otherwise it gets
// a primary item, which is covered by a witness: the first of its items that is not left out. The
// colors of secondary items say which are, so that there is only one witness.
//
// Cover: the items must be covered at least once, instead of exactly once.
//
// An example. Items a, b and c; options "a b" and "b c" of weight 1. Largest packings have weight
// 1. The weights are multiplied by the size 2, so that m is 1 for each item. Both options cost 2-2
// = 0, and each solution costs 3-2 = 1.

package dlx

import (
	"context"
	"fmt"
	"slices"

	"polka/internal/gcd"
)

// LargestPacking returns the options of a packing of greatest weight: a set of options of which
// no two conflict. Items need not be covered; a primary item with a multiplicity may be in as many
// options as its upper bound says. The weight of an option is its cost, see [Problem.WithCosts]; if
// no option has a cost, each weighs 1. If ctx ends first, it returns the best packing found
// together with the error, and Bounds has a weight that no packing exceeds.
//
// It is an error if an option has no primary item with multiplicity 1, except for those that are
// ignored. The time is that of [Problem.Cheapest] for a similar problem.
func (p *Problem) LargestPacking(ctx context.Context) ([]int, Bounds, error) {
	k, err := p.newPacker()
	if err != nil {
		return nil, Bounds{}, err
	}
	q, value, err := k.packings()
	if err != nil {
		return nil, Bounds{}, err
	}
	return k.solve(ctx, q, value)
}

// SmallestMaximalPacking returns the options of a clumsy packing: of the packings to which no
// option can be added, one of least weight. Weights, errors and bounds are as for LargestPacking;
// no packing has less than the weight of Bounds. Neither colors nor multiplicities are allowed.
func (p *Problem) SmallestMaximalPacking(ctx context.Context) ([]int, Bounds, error) {
	k, err := p.newPacker()
	if err == nil {
		err = k.plain()
	}
	if err != nil {
		return nil, Bounds{}, err
	}
	return k.solve(ctx, k.maximal(), func(b Bounds) Bounds { return b })
}

// SmallestCover returns the options of a cover of least weight: each primary item is in at least
// one of them, or in as many as its lower bound says, and in any number of others. Secondary
// items keep their meaning. Weights, errors and bounds are as for LargestPacking; no cover has less
// than the weight of Bounds. If there is none, the error is ErrNoSolution.
func (p *Problem) SmallestCover(ctx context.Context) ([]int, Bounds, error) {
	k, err := p.newPacker()
	if err != nil {
		return nil, Bounds{}, err
	}
	items := p.Items()
	for i := range items {
		if it := &items[i]; !it.Secondary {
			it.High = max(p.NumOptions(), it.Low, 1)
		}
	}
	return k.solve(ctx, k.copied(items, nothing).WithCosts(k.weightOf), func(b Bounds) Bounds { return b })
}

// A packer makes the problems.
type packer struct {
	p      *Problem
	weight []int64
	once   []bool // the items, by their numbers in Items, that are covered once
}

// newPacker checks the weights.
func (p *Problem) newPacker() (*packer, error) {
	if _, err := p.compile(); err != nil {
		return nil, err
	}
	if p.required != nil {
		return nil, fmt.Errorf("dlx: packings and covers cannot have required options")
	}
	k := &packer{p: p, weight: make([]int64, p.NumOptions())}
	costs := slices.ContainsFunc(p.costs, func(c int64) bool { return c > 0 })
	for o := range k.weight {
		k.weight[o] = 1
		if costs {
			k.weight[o] = p.cost(o)
		}
		if w := k.weight[o]; w > mostWeight {
			return nil, fmt.Errorf("dlx: option %d: expected a weight of at most %d, got %d", o, int64(mostWeight), w)
		}
	}
	for _, it := range p.Items() {
		k.once = append(k.once, !it.Secondary && it.Low == 1 && it.High == 1)
	}
	return k, nil
}

// mostWeight is the greatest weight, so that sums are not too large.
const mostWeight = 1 << 31

// used reports whether an option can be chosen.
func (k *packer) used(o int) bool {
	_, out := slices.BinarySearch(k.p.forbidden, o)
	return !out && !k.p.ignores(o)
}

// weightOf returns the weight of an option, 0 for those that were added.
func (k *packer) weightOf(o int) int64 {
	if o < len(k.weight) {
		return k.weight[o]
	}
	return 0
}

// copied returns a problem with the options of k.p and other items, the first of which are those of
// k.p in the same order. Options that cannot be chosen are forbidden. For each entry of an option,
// more may return another one to add; numbers of items are their places in the list.
func (k *packer) copied(items []Item, more func(e Entry) (Entry, bool)) *Problem {
	q := New().AddItems(items...)
	var out []int
	for o := range k.p.NumOptions() {
		entries := k.p.Entries(o)
		for _, e := range slices.Clip(entries) {
			if extra, ok := more(e); ok {
				entries = append(entries, extra)
			}
		}
		q = k.add(q, entries)
		if !k.used(o) {
			out = append(out, o)
		}
	}
	return q.Without(out...)
}

// add adds an option, in which items have the numbers of their places in the list.
func (k *packer) add(q *Problem, entries []Entry) *Problem {
	if q.mixed {
		place := q.places()
		entries = slices.Clone(entries)
		for j := range entries {
			entries[j].Item = int(place[entries[j].Item])
		}
	}
	return q.AddEntries(entries...)
}

// nothing adds no entry.
func nothing(Entry) (Entry, bool) { return Entry{}, false }

// solve finds the cheapest solution, and returns those of its options that are the problem's.
func (k *packer) solve(ctx context.Context, q *Problem, value func(Bounds) Bounds) ([]int, Bounds, error) {
	list, known, err := q.cheapest(ctx, 1, nil, value)
	switch {
	case len(list) == 0 && err == nil:
		return nil, known, ErrNoSolution
	case len(list) == 0:
		return nil, known, err
	}
	chosen := slices.DeleteFunc(list[0].Options(), func(o int) bool { return o >= len(k.weight) })
	return chosen, known, err
}

// packings returns the problem whose solutions are packings, and what bounds of its costs mean.
func (k *packer) packings() (q *Problem, value func(Bounds) Bounds, err error) {
	p := k.p
	share := make([]int64, len(k.once)) // m, by item
	scale, sizes := int64(1), make([]int64, len(k.weight))
	for o := range k.weight {
		for _, e := range p.Entries(o) {
			if k.once[e.Item] {
				sizes[o]++
			}
		}
		switch {
		case !k.used(o):
		case sizes[o] == 0:
			return nil, nil, wrongf("dlx: option %d (%s) has no primary item with multiplicity 1, so a packing has no bound", o, p.OptionText(o))
		default:
			if common := scale / gcd.Of(scale, sizes[o]) * sizes[o]; common <= 1<<10 {
				scale = common
			}
		}
	}
	for o, w := range k.weight {
		for _, e := range p.Entries(o) {
			if k.used(o) && k.once[e.Item] {
				share[e.Item] = max(share[e.Item], (scale*w+sizes[o]-1)/sizes[o])
			}
		}
	}
	items := p.Items()
	for i := range items {
		if it := &items[i]; !it.Secondary && !k.once[i] {
			it.Low = 0
		}
	}
	q = k.copied(items, nothing)
	var costs []int64
	for o, w := range k.weight {
		cost := int64(0)
		for _, e := range p.Entries(o) {
			cost += share[e.Item]
		}
		costs = append(costs, max(cost-scale*w, 0)) // it is only negative if the option is not used
	}
	all := int64(0)
	for i, once := range k.once {
		if once {
			q = q.AddEntries(Entry{Item: i})
			costs = append(costs, share[i])
			all += share[i]
		}
	}
	return q.WithCosts(func(o int) int64 { return costs[o] }), func(b Bounds) Bounds {
		b.Best, b.Bound = (all-b.Best)/scale, (all-min(b.Bound, all))/scale
		return b
	}, nil
}

// plain returns an error if there are colors or multiplicities.
func (k *packer) plain() error {
	for i, it := range k.p.Items() {
		if !it.Secondary && !k.once[i] {
			return wrongf("dlx: a maximal packing cannot have multiplicities, and item %s has one", it.Name)
		}
	}
	if len(k.p.colors) > 0 {
		return fmt.Errorf("dlx: a maximal packing cannot have colors")
	}
	return nil
}

// maximal returns the problem whose solutions are the maximal packings, each with witnesses.
func (k *packer) maximal() *Problem {
	p := k.p
	items := p.Items()
	for i := range items {
		items[i] = Item{Name: items[i].Name}
	}
	state := make([]int, len(items)) // the secondary item that says whether the item is covered, 0 for none
	leaves := make([][]Entry, len(items))
	add := func(it Item) int {
		it.Name = freeName(p, len(items))
		items = append(items, it)
		return len(items) - 1
	}
	for i := range leaves {
		leaves[i] = []Entry{{Item: i}}
	}
	var witnesses [][]Entry
	seen := newTwins(p)
	for o := range k.weight {
		if !k.used(o) || seen.before(o, digest(p.option(o))) != nobody {
			continue
		}
		entries := p.Entries(o)
		if len(entries) == 2 {
			n := add(Item{Secondary: true})
			for _, e := range entries {
				leaves[e.Item] = append(leaves[e.Item], Entry{Item: n})
			}
			continue
		}
		n := add(Item{})
		for _, e := range entries {
			if state[e.Item] == 0 {
				state[e.Item] = add(Item{Secondary: true})
			}
		}
		for j, e := range entries {
			witness := []Entry{{Item: n}}
			for _, before := range entries[:j] {
				witness = append(witness, Entry{Item: state[before.Item], Color: "0"})
			}
			witnesses = append(witnesses, append(witness, Entry{Item: state[e.Item], Color: "1"}))
		}
	}
	q := k.copied(items, func(e Entry) (Entry, bool) { return Entry{Item: state[e.Item], Color: "1"}, state[e.Item] != 0 })
	for i, entries := range leaves {
		if state[i] != 0 {
			entries = append(entries, Entry{Item: state[i], Color: "0"})
		}
		q = k.add(q, entries)
	}
	for _, entries := range witnesses {
		q = k.add(q, entries)
	}
	return q.WithCosts(k.weightOf)
}

// freeName returns a name that no item of the problem has.
func freeName(p *Problem, n int) string {
	for name := fmt.Sprint("#", n); ; name += "#" {
		if p.names.item.search(name) == nobody {
			return name
		}
	}
}
