// SPDX-License-Identifier: BSD-3-Clause

// The problem. Find one of the many solutions of a huge problem, such as a board of 360 cells
// and 60 pieces. A search in a fixed order fills most of the board without trouble and then
// spends hours on an impossible rest: the pieces that are left are the awkward ones, or the hole
// that is left is ragged.
//
// The source. For the weights: F. Boussemart, F. Hemery, C. Lecoutre and L. Sais, Boosting
// systematic search by weighting constraints, ECAI 2004, who choose variables by them; here they
// choose options. For the restarts see dlx/internal/choice/first.go.
//
// The idea. Try first the option whose other items are the hardest to cover: those with few
// options left, which makes the edge of the covered region smooth, and those that have caused
// dead ends before, which uses awkward pieces early. The score of an option is the sum over its
// other primary items of weight / size, where the weight is one plus the number of dead ends at
// the item. After a number of nodes the search starts again and keeps the weights. Scores are
// multiplied by a random factor, and items with equally many options are chosen at random, so that
// each search is different. The numbers of nodes grow slowly: most searches that succeed do so
// soon, and one that exhausts the tree is a proof.
//
// The invariants. The random numbers come from a fixed seed and all scores are integers, so that
// the searches are the same on all machines. A search that ends without an error has visited all
// of its tree.
//
// The cost. Some divisions for each option of the item to branch on. Starting again costs nothing
// but the restoration of the sizes.
//
// An example. The 60 one-sided hexominoes in 15x24: a search that tries the options in random
// order, started again in the same way, needs 430 million updates on average of several seeds,
// and this one 160 million.

package cells

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"polka/dlx/internal/engine"
)

// A Restarter searches a problem again and again, each time in another order.
type Restarter struct {
	d     *dance
	root  []save // the state of all items at first
	quota int64  // nodes of the next search
	dead  bool   // whether an item has too few options
}

// A guide orders the options of a search.
type guide struct {
	random *rand.Rand
	weight []uint64 // of each item
	scores []scored
}

// A scored entry is to be tried before those with lower scores.
type scored struct {
	x     int32
	score uint64
}

// The parameters of the restarts.
const (
	firstNodes = 1000 // of the first search
	growth     = 10   // the number of nodes grows by a tenth
	scale      = 20   // the bits of a score for weight 1 and size 1
	spread     = 307  // scores are multiplied by at most 1 + spread/1024
)

// NewRestarter returns a restarter with a seed for its random numbers.
func NewRestarter(p *engine.Problem, seed uint64) *Restarter {
	d := newDance(p, new(engine.Search))
	d.guide = &guide{random: rand.New(rand.NewPCG(seed, 11)), weight: make([]uint64, p.Items)}
	for i := range d.guide.weight {
		d.guide.weight[i] = 1
	}
	r := &Restarter{d: d, quota: firstNodes, dead: !d.begin()}
	d.save()
	r.root = slices.Clone(d.saved)
	return r
}

// Search searches in a new order, for a number of nodes that grows from call to call; then the
// error is engine.ErrQuota.
func (r *Restarter) Search(s *engine.Search) {
	d := r.d
	d.Search, d.ticked = s, s.Updates
	if r.dead {
		s.Node(0)
		return
	}
	s.Quota = s.Nodes + r.quota
	r.quota += max(r.quota/growth, 1)
	d.saved = append(d.saved[:0], r.root...)
	d.restore(0)
	d.saved = d.saved[:0]
	d.tries, d.chosen, d.forced = d.tries[:0], d.chosen[:0], d.forced[:0]
	d.node()
}

// favorite returns the entry of an item that is to be tried first.
func (d *dance) favorite(item int32) int32 {
	first, it := len(d.tries), d.items[item]
	d.tries = append(d.tries, d.set[it.base:it.base+it.size]...)
	d.sort(item, d.tries[first:])
	x := d.tries[first]
	d.tries = d.tries[:first]
	return x
}

// sort sorts the entries that are to be tried for an item.
func (d *dance) sort(item int32, tries []int32) {
	g := d.guide
	g.scores = g.scores[:0]
	for _, x := range tries {
		k := d.entries[x].option
		score := uint64(0)
		for _, e := range d.entries[d.first[k]:d.first[k+1]] {
			if int(e.item) < d.p.Primary && e.item != item {
				score += g.weight[e.item] << scale / uint64(d.items[e.item].size)
			}
		}
		g.scores = append(g.scores, scored{x, score * (1024 + g.random.Uint64N(spread+1)) >> 10})
	}
	slices.SortStableFunc(g.scores, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	for n, s := range g.scores {
		tries[n] = s.x
	}
}

// tied chooses one of several items with the same number of options: it reports whether to
// replace the one chosen by the nth.
func (d *dance) tied(n int) bool { return d.guide.random.IntN(n) == 0 }

// blame notes that a dead end was reached because an item has too few options.
func (d *dance) blame(item int32) {
	if d.guide != nil {
		d.guide.weight[item]++
	}
}
