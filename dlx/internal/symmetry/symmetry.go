// SPDX-License-Identifier: BSD-3-Clause

// The problem. Count half as many packings of a box, or an eighth: the others are their reflections
// and rotations.
//
// The source. For the search for symmetries: B. D. McKay, Practical graph isomorphism, Congressus
// Numerantium 30 (1981); that symmetries divide the options of one item into orbits of the same
// number of solutions is what D. E. Knuth does by hand in The Art of Computer Programming, Volume
// 4B, section 7.2.2.1, where the X pentomino has to be in one quarter of the board.
//
// The idea. A symmetry is a permutation of the items that takes options to options. It may also
// permute the colors of an item, and keeps multiplicities. It takes solutions to solutions. So
// choose a primary item that is to be covered once. Each solution has one of its options, and two
// options that a symmetry takes to each other are in the same number of solutions. It suffices to
// count those of one option of each orbit, multiplied by the size of the orbit: these are the parts
// of the search (engine.Part), with Times.
//
// To find symmetries, items, and pairs of an item and a color, have labels, at first for what they
// are. Labels are refined: the label of an option is mixed from those of its entries, and that of
// an entry from those of its options, until the number of different labels does not grow. Then one
// of the fewest items with the same label is given a label of its own, and so on, until all labels
// differ: the base. A symmetry that keeps the base before an item and takes the item to another one
// is found by doing the same with both. It is checked option by option.
//
// The symmetries that fix the base up to some item are a group, whose order is the product of the
// numbers of vertices to which those after it can be taken. If the order is limited, the largest of
// these groups is found that is within the limit.
//
// The invariants. All permutations that are found are symmetries, but not all symmetries are found:
// the search ends when it has used the work allowed. Fewer symmetries give smaller orbits, and the
// same number of solutions. The result depends only on the problem and the wish.
//
// Labels that no symmetry can give are known by a digest of all labels after each pass, which must
// be as it was for the base. And if no symmetry takes the base to an item, none takes it to those
// to which the symmetries known so far take that item.
//
// The cost. Some four nanoseconds for each entry of an option and pass, of which there are about
// ten for a rectangle: 0.5 ms for the twelve pentominoes on 6 by 10.
//
// An example. In the twelve pentominoes on 6 by 10, the X has 32 options in 8 orbits of 4.

// Package symmetry finds symmetries of a problem, and divides the count of its solutions by them.
package symmetry

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"polka/dlx/internal/engine"
)

// A Wish says which symmetries are looked for, and for how long.
type Wish struct {
	Work    int64    // about the number of entries of options to process; 0 means no limit
	Refined int      // the refinements for one symmetry; 0 means no limit
	Order   int      // the greatest order of the group; 0 means no limit
	Kinds   []uint64 // of the options, which go to options of the same kind; nil means that all have the same
	Colors  bool     // whether colors are kept
	Unused  bool     // whether items that no option has are exchanged
}

// A Symmetry takes each item and each option to one.
type Symmetry struct{ Items, Options []int32 }

// A finder looks for symmetries. Its vertices are the items and the pairs of an item and a color.
type finder struct {
	p    *engine.Problem
	s    *engine.Search
	wish Wish
	work int64 // entries that may still be processed
	left int   // refinements that may still be made for a symmetry

	base   []int32    // vertices, each with a label of its own from the next level on
	levels [][]uint64 // the labels on each level,
	traces [][]uint64 // and a digest of the labels after each pass of the refinement that gave them

	place  []int32        // place[e] is the vertex of entry e
	pairs  []engine.Entry // pairs[v-p.Items] is the item and color of pair v
	number table          // an option, by a hash of its vertices

	mixed, next []uint64 // for refine
	trace       []uint64
	seen        table   // how many vertices have a label
	mark        []int32 // mark[v] == epoch if v is a vertex of the image of an option
	epoch       int32
}

// Find returns symmetries of a problem. It stops when s ends. Two options may not be equal; then
// there are no symmetries.
func Find(p *engine.Problem, s *engine.Search, wish Wish) (found []Symmetry) {
	f := &finder{p: p, s: s, wish: wish, work: cmp.Or(wish.Work, math.MaxInt64), left: math.MaxInt}
	if !f.list() {
		return nil
	}
	for labels := f.first(); ; {
		f.trace = nil
		f.refine(labels, nil)
		if f.work <= 0 {
			return nil
		}
		f.levels, f.traces = append(f.levels, labels), append(f.traces, f.trace)
		at := f.smallest(labels)
		if at < 0 {
			break
		}
		f.base = append(f.base, at)
		labels = individual(labels, at)
	}
	f.trace = nil
	var permutations [][]int32 // of the vertices
	order := 1                 // of the group of the levels below, if it is limited
	for level := len(f.base) - 1; level >= 0; level-- {
		from, labels := f.base[level], f.levels[level]
		complete := len(found)
		orbit := OrbitOf(from, permutations)
		var others []int32 // vertices to which it is not taken
		for to := range labels {
			if labels[to] != labels[from] || slices.Contains(orbit, int32(to)) || slices.Contains(others, int32(to)) {
				continue
			}
			f.left = cmp.Or(wish.Refined, math.MaxInt)
			vertices, options := f.search(level+1, individual(labels, int32(to)))
			switch {
			case f.work <= 0:
				return found
			case vertices != nil:
				permutations = append(permutations, vertices)
				found = append(found, Symmetry{vertices[:p.Items:p.Items], options})
				orbit = OrbitOf(from, permutations)
			case f.left <= 0 && wish.Order > 0: // the group of this level may not be complete
				return found[:complete]
			case f.left > 0:
				others = append(others, OrbitOf(int32(to), permutations)...)
			}
			if wish.Order > 0 && order*len(orbit) > wish.Order {
				return found[:complete]
			}
		}
		order *= len(orbit)
	}
	return found
}

// OrbitOf lists the numbers to which permutations take a number.
func OrbitOf[V int | int32](v V, permutations [][]V) []V {
	orbit := []V{v}
	for i := 0; i < len(orbit); i++ {
		for _, to := range permutations {
			if u := to[orbit[i]]; !slices.Contains(orbit, u) {
				orbit = append(orbit, u)
			}
		}
	}
	return orbit
}

// list finds the vertex of each entry and the number of each option. It reports false if two
// options seem to be equal.
func (f *finder) list() bool {
	p := f.p
	f.place = make([]int32, len(p.Entries))
	var known table // a pair, by its item and color
	for _, e := range p.Entries {
		if e.Color != 0 {
			known.clear(len(p.Entries))
			break
		}
	}
	for i, e := range p.Entries {
		f.place[i] = e.Item
		if e.Color == 0 {
			continue
		}
		v := known.of(bits.ReverseBytes64((uint64(e.Item)<<32 | uint64(uint32(e.Color))) * 0x9e3779b97f4a7c15))
		if *v == 0 {
			f.pairs = append(f.pairs, e)
			*v = int32(len(f.pairs))
		}
		f.place[i] = int32(p.Items) + *v - 1
	}
	n := p.Items + len(f.pairs)
	f.mixed, f.next, f.mark = make([]uint64, n), make([]uint64, n), make([]int32, n)
	f.number.clear(p.Options())
	for k := range int32(p.Options()) {
		sum := uint64(0)
		for _, v := range f.option(k) {
			sum += Mix(uint64(v), 3)
		}
		j := f.number.of(sum)
		if *j > 0 {
			return false
		}
		*j = k + 1
	}
	return f.spend(2 * len(p.Entries))
}

// option returns the vertices of an option.
func (f *finder) option(k int32) []int32 { return f.place[f.p.First[k]:f.p.First[k+1]] }

// spend counts work, and reports whether there is more to do.
func (f *finder) spend(entries int) bool {
	if f.work -= int64(entries); !f.s.Tick(2 * int64(entries)) {
		f.work = 0
	}
	return f.work > 0
}

// Mix returns a number that depends on two in this order.
func Mix(a, b uint64) uint64 {
	x := a*0x9e3779b97f4a7c15 ^ (b + 0x632be59bd9b4e019)
	x ^= x >> 31
	x *= 0xd6e8feb86659fd93
	x ^= x >> 32
	return x * 0x9e3779b97f4a7c15
}

// first returns the labels at first. Items that no option has are not exchanged.
func (f *finder) first() []uint64 {
	labels := make([]uint64, len(f.mixed))
	used := make([]bool, len(labels))
	for _, v := range f.place {
		used[v] = true
	}
	for _, e := range f.pairs {
		used[e.Item] = true
	}
	for v := range labels {
		switch f.kind(int32(v)) {
		case primary:
			low, high := f.p.Bounds(int32(v))
			labels[v] = Mix(uint64(low), uint64(high))
		case secondary:
			labels[v] = 2
		case pair:
			labels[v] = 3
			if f.wish.Colors {
				labels[v] = Mix(uint64(f.pairs[v-f.p.Items].Color), 8)
			}
		}
		if !used[v] && !f.wish.Unused {
			labels[v] = Mix(uint64(v), 4)
		}
	}
	return labels
}

// individual gives a vertex a label of its own.
func individual(labels []uint64, v int32) []uint64 {
	labels = slices.Clone(labels)
	labels[v] = Mix(labels[v], 5)
	return labels
}

// refine refines labels, until their number does not grow. It notes a digest of them after each
// pass. It reports false, and stops, as soon as these differ from others: then no symmetry takes
// the labels that these are of to the labels here.
func (f *finder) refine(labels, like []uint64) bool {
	f.left--
	f.trace = f.trace[:0]
	num := 0
	if like == nil {
		num = f.different(labels)
	}
	for {
		if !f.spend(len(f.place) + len(labels)) {
			return false
		}
		clear(f.next)
		for v, label := range labels {
			f.mixed[v] = Mix(label, 6)
		}
		for n, e := range f.pairs {
			f.next[e.Item] += f.mixed[f.p.Items+n]
			f.next[f.p.Items+n] += f.mixed[e.Item]
		}
		for k := range int32(f.p.Options()) {
			option := f.option(k)
			sum := uint64(0)
			for _, v := range option {
				sum += f.mixed[v]
			}
			sum = Mix(sum, 7+f.kindOf(k))
			for _, v := range option {
				f.next[v] += sum
			}
		}
		digest := uint64(0)
		for v := range labels {
			labels[v] = Mix(labels[v], f.next[v])
			digest += labels[v] ^ labels[v]>>29
		}
		passes := len(f.trace)
		if f.trace = append(f.trace, digest); like != nil && (passes == len(like) || digest != like[passes]) {
			return false
		}
		if like != nil { // the digests tell when to stop
			if passes+1 == len(like) {
				return true
			}
			continue
		}
		more := f.different(labels)
		if more == num || more == len(labels) {
			return true
		}
		num = more
	}
}

// different returns the number of different labels.
func (f *finder) different(labels []uint64) int {
	f.seen.clear(len(labels))
	n := 0
	for _, label := range labels {
		count := f.seen.of(label)
		if *count++; *count == 1 {
			n++
		}
	}
	return n
}

// smallest returns the first vertex with a label that the fewest have, but several, or -1.
func (f *finder) smallest(labels []uint64) int32 {
	f.different(labels)
	at, least := -1, int32(math.MaxInt32)
	for v, label := range labels {
		if n := *f.seen.of(label); n > 1 && n < least {
			at, least = v, n
		}
	}
	return int32(at)
}

// A table has values, at first 0, of keys whose lowest bits are random.
type table struct {
	keys   []uint64
	values []int32
}

// clear makes an empty table with room for n keys.
func (t *table) clear(n int) {
	if size := 1 << bits.Len(uint(2*n)); len(t.keys) < size {
		t.keys, t.values = make([]uint64, size), make([]int32, size)
		return
	}
	clear(t.values)
}

// of returns the value of a key, which is new if the value is 0 and then remains so only until
// another key is looked up.
func (t *table) of(key uint64) *int32 {
	last := uint64(len(t.keys) - 1)
	i := key & last
	for t.values[i] > 0 && t.keys[i] != key {
		i = (i + 1) & last
	}
	t.keys[i] = key
	return &t.values[i]
}

// search returns a symmetry that takes the base before a level as the labels say, and where it
// takes options, or nil. It overwrites the labels.
func (f *finder) search(level int, labels []uint64) (vertices, options []int32) {
	if f.left <= 0 {
		return nil, nil
	}
	if !f.refine(labels, f.traces[level]) {
		return nil, nil
	}
	like := f.levels[level]
	if level == len(f.base) {
		return f.permutation(like, labels)
	}
	for to, label := range labels {
		if label != like[f.base[level]] {
			continue
		}
		if vertices, options = f.search(level+1, individual(labels, int32(to))); vertices != nil || f.work <= 0 {
			return vertices, options
		}
	}
	return nil, nil
}

// permutation returns the permutation that different labels describe, if it is a symmetry.
func (f *finder) permutation(a, b []uint64) (vertices, options []int32) {
	from, to := byLabel(a), byLabel(b)
	vertices = make([]int32, len(a))
	for i, v := range from {
		vertices[v] = to[i]
	}
	for v := range int32(len(vertices)) {
		if !f.alike(v, vertices[v], vertices) {
			return nil, nil
		}
	}
	options = make([]int32, f.p.Options())
	for k := range int32(len(options)) {
		f.epoch++
		sum := uint64(0)
		for _, v := range f.option(k) {
			u := vertices[v]
			f.mark[u] = f.epoch
			sum += Mix(uint64(u), 3)
		}
		j := *f.number.of(sum) - 1
		if j < 0 || len(f.option(j)) != len(f.option(k)) || f.kindOf(j) != f.kindOf(k) {
			return nil, nil
		}
		for _, u := range f.option(j) {
			if f.mark[u] != f.epoch {
				return nil, nil
			}
		}
		options[k] = j
	}
	f.spend(2 * len(f.place))
	return vertices, options
}

// The kinds of vertices.
const (
	primary = iota
	secondary
	pair
)

func (f *finder) kind(v int32) int {
	switch {
	case int(v) < f.p.Primary:
		return primary
	case int(v) < f.p.Items:
		return secondary
	}
	return pair
}

// kindOf returns the kind of an option.
func (f *finder) kindOf(k int32) uint64 {
	if f.wish.Kinds == nil {
		return 0
	}
	return f.wish.Kinds[k]
}

// alike reports whether a permutation of the vertices may take v to u.
func (f *finder) alike(v, u int32, vertices []int32) bool {
	kind := f.kind(v)
	switch {
	case kind != f.kind(u):
		return false
	case kind == primary:
		low, high := f.p.Bounds(v)
		l, h := f.p.Bounds(u)
		return low == l && high == h
	case kind == pair:
		a, b := f.pairs[int(v)-f.p.Items], f.pairs[int(u)-f.p.Items]
		return vertices[a.Item] == b.Item && (a.Color == b.Color || !f.wish.Colors)
	}
	return true
}

// byLabel returns the vertices in the order of their labels.
func byLabel(labels []uint64) []int32 {
	list := make([]int32, len(labels))
	for v := range list {
		list[v] = int32(v)
	}
	slices.SortFunc(list, func(u, v int32) int { return cmp.Compare(labels[u], labels[v]) })
	return list
}
