// SPDX-License-Identifier: BSD-3-Clause

// Surrounding a patch of copies by a corona.
//
// A corona of a patch consists of copies that are disjoint from it and from each other, each of
// which touches the patch, and that together cover every cell that has a corner in common with the
// patch. This is an exact cover problem whose primary items are these cells, with the cells farther
// out as secondary items. A problem has a few dozen items and some hundred options, and a shape
// needs hundreds of such problems, so that setting them up would take longer than solving them with
// package dlx. Here an option is a bit: for each item there is the set of options that cover it,
// for each option the set of those that are compatible with it, computed when it is first chosen
// from the table of relations of the tile. The search branches on the item with the fewest options
// left.
//
// Which copies may touch is restricted from the outside inwards. Call a pair of copies that touch
// d-fold if the two together can be surrounded d times. If the shape has k coronas, then any two
// copies of the first k-d coronas that touch are d-fold. Whether a pair is d-fold is not decided
// exactly, but by a condition that is necessary: the pair has a corona in which all pairs that
// touch, within it or the pair, are (d-1)-fold. This condition excludes nearly all pairs of a shape
// that does not tile, and if the shape has no corona of (k-1)-fold pairs, there are no k coronas.
// It ignores holes between copies, which only makes it weaker.
//
// Example: of the 198 nonominoes without holes that do not tile, 75 have no corona without holes.

package plane

import (
	"context"
	"errors"
	"math/bits"
	"slices"

	"polka/internal/yield"
)

// An analysis keeps what is known about the pairs of copies of a tile.
type analysis struct {
	*tile
	fold    [][]int8 // fold[d-1][i]: whether the tile and its neighbor i are d-fold
	steps   int      // of all searches
	checked int      // steps at which the context was last checked
	err     error    // of the context, or errSteps
	most    int      // the number of steps at which the search ends, unless it is 0

	byHalo  [][]int32      // by cell of the halo: the neighbors that cover it
	alone   []*surrounding // by depth: of the tile alone, or nil
	pads    []*scratch     // by depth, since searches at a depth use those below it
	culprit culprit        // of the last patch without a corona
	holes   []int8         // by neighbor: whether it and the tile enclose a hole that copies cannot fill
}

// A culprit is a cell of the halo of a copy that nothing can cover.
type culprit struct {
	copy  motion
	halo  int
	valid bool
}

const (
	unknown = iota
	yes
	no
)

func newAnalysis(t *tile) *analysis {
	a := &analysis{tile: t, byHalo: make([][]int32, len(t.halo)), holes: make([]int8, len(t.neighbors))}
	position := make(map[cell]int)
	for i, c := range t.halo {
		position[c] = i
	}
	for i, m := range t.neighbors {
		for _, c := range t.forms[m.op] {
			if j, ok := position[cell{c.x + m.x, c.y + m.y, c.kind}]; ok {
				a.byHalo[j] = append(a.byHalo[j], int32(i))
			}
		}
	}
	return a
}

// allowed reports whether copies that touch as the tile and its neighbor i may be d-fold.
func (a *analysis) allowed(ctx context.Context, d int, i int32) bool {
	if d == 0 {
		return true
	}
	for len(a.fold) < d {
		a.fold = append(a.fold, make([]int8, len(a.neighbors)))
	}
	known := a.fold[d-1]
	if known[i] == unknown {
		answer := int8(no)
		if a.allowed(ctx, d-1, i) && a.hasCoronaWith(ctx, d-1, i) && a.hasCoronaWith(ctx, d-1, a.opposite[i]) {
			a.surround(ctx, []motion{identity, a.neighbors[i]}, d-1, false, func([]motion) int {
				answer = yes
				return enough
			})
		}
		if a.err != nil {
			return false // nothing is known
		}
		known[i], known[a.opposite[i]] = answer, answer
	}
	return known[i] == yes
}

// hasCoronaWith reports whether the tile has a corona of depth-fold pairs that contains its
// neighbor i. This is much faster than to surround both, and usually decides.
func (a *analysis) hasCoronaWith(ctx context.Context, depth int, i int32) bool {
	for len(a.alone) <= depth {
		a.alone = append(a.alone, nil)
	}
	s := a.alone[depth]
	if s == nil {
		s = &surrounding{analysis: a, depth: depth, jump: noJump}
		a.alone[depth] = s
		s.hopeless = !s.prepare(ctx, []motion{identity})
	}
	if s.hopeless || a.err != nil {
		return false
	}
	k := slices.Index(s.options, a.neighbors[i])
	if k < 0 {
		return false
	}
	row := s.row(ctx, k)
	found := false
	s.visit = func([]motion) int {
		found = true
		return enough
	}
	s.stack = append(s.stack[:0], row...)
	s.open = s.open[:0]
	for w := range s.itemWords {
		s.open = append(s.open, s.all[w]&^s.covered[k*s.itemWords+w])
	}
	s.chosen, s.jump = s.chosen[:0], noJump
	s.search(ctx, 0)
	return found
}

// interrupted checks the context from time to time.
func (a *analysis) interrupted(ctx context.Context) bool {
	a.steps += len(a.cells)
	if a.err == nil && a.steps-a.checked > 1<<13 {
		a.checked = a.steps
		yield.Check()
		a.err = ctx.Err()
		if a.err == nil && a.most > 0 && a.steps > a.most {
			a.err = errSteps
		}
	}
	return a.err != nil
}

// errSteps is the error of searches that take too many steps.
var errSteps = errors.New("plane: too many steps")

// within calls a search and ends it after a number of steps. It returns false if it did.
func (a *analysis) within(steps int, search func()) bool {
	a.most = a.steps + steps
	search()
	a.most = 0
	if a.err != errSteps {
		return true
	}
	a.err = nil
	a.alone = nil // one of them may be unfinished
	return false
}

// Values of the level to which a search returns. A search for coronas calls a function with each of
// them, whose result is the level of the last copy that must be replaced by another one, or -1 if
// there is none, or one of these.
const (
	noJump = 1 << 30 // the next corona may differ in the last copy only
	enough = -2      // no more coronas
)

// A surrounding is the search for the coronas of a patch.
type surrounding struct {
	*analysis
	depth      int // pairs must be depth-fold
	items      []cell
	options    []motion
	covers     []uint64 // by item: the options that cover it
	covered    []uint64 // by option: the items that it covers
	compatible [][]uint64
	words      int // of a set of options
	itemWords  int
	all        []uint64 // the items
	hopeless   bool     // some item has no option
	whole      bool     // no holes are allowed
	patch      []motion
	jump       int // the level to which the search returns
	stack      []uint64
	open       []uint64
	chosen     []int
	visit      func([]motion) int
}

// surround visits the coronas of a patch in which all pairs that touch are depth-fold, until visit
// returns enough. It returns false if it did. If whole is true, it visits those that leave no
// holes.
func (a *analysis) surround(ctx context.Context, patch []motion, depth int, whole bool, visit func([]motion) int) bool {
	s := &surrounding{analysis: a, depth: depth, whole: whole, visit: visit, jump: noJump}
	if !s.prepare(ctx, patch) {
		return true
	}
	return s.search(ctx, 0)
}

// prepare lists items and options. It returns false if there is no corona.
func (s *surrounding) prepare(ctx context.Context, patch []motion) bool {
	s.patch = patch
	a, pad := s.analysis, s.scratchFor(patch)
	for _, m := range patch {
		for _, c := range s.forms[m.op] {
			pad.cells.put(pad.cell(cell{c.x + m.x, c.y + m.y, c.kind}), inPatch)
		}
	}
	for _, m := range patch {
		for i, h := range s.halo {
			c := s.apply(m, h)
			at := pad.cell(c)
			if _, ok := pad.cells.get(at); ok {
				continue
			}
			pad.cells.put(at, int32(len(s.items)))
			s.items = append(s.items, c)
			if !s.addOptions(ctx, pad, m, i) || a.err != nil {
				a.culprit = culprit{m, i, a.err == nil}
				return false
			}
		}
	}
	s.itemWords = (len(s.items) + 63) / 64
	s.words = (len(s.options) + 63) / 64
	s.covers = make([]uint64, len(s.items)*s.words)
	s.covered = make([]uint64, len(s.options)*s.itemWords)
	for k, m := range s.options {
		for _, c := range s.forms[m.op] {
			if i, ok := pad.cells.get(pad.cell(cell{c.x + m.x, c.y + m.y, c.kind})); ok {
				i := int(i)
				s.covers[i*s.words+k/64] |= 1 << (k % 64)
				s.covered[k*s.itemWords+i/64] |= 1 << (i % 64)
			}
		}
	}
	s.compatible = make([][]uint64, len(s.options))
	s.stack = make([]uint64, s.words, 16*s.words)
	for k := range s.options {
		s.stack[k/64] |= 1 << (k % 64)
	}
	s.open = make([]uint64, s.itemWords, 16*s.itemWords)
	for i := range s.items {
		s.open[i/64] |= 1 << (i % 64)
	}
	s.all = slices.Clone(s.open)
	return true
}

// permits reports whether copies that touch as the tile and its neighbor i may be used.
func (s *surrounding) permits(ctx context.Context, i int32) bool {
	return s.allowed(ctx, s.depth, i) && !(s.whole && s.enclose(i))
}

// enclose reports whether the tile and its neighbor i enclose a hole that copies cannot fill.
func (a *analysis) enclose(i int32) bool {
	if a.holes[i] == unknown {
		a.holes[i] = no
		if a.holeWithin([]motion{identity, a.neighbors[i]}, true) {
			a.holes[i] = yes
		}
	}
	return a.holes[i] == yes
}

// addOptions adds the copies that cover cell i of the halo of m and fit the patch. It returns false
// if there are none.
func (s *surrounding) addOptions(ctx context.Context, pad *scratch, m motion, i int) bool {
	possible := false
next:
	for _, n := range s.byHalo[i] {
		if !s.permits(ctx, n) {
			continue
		}
		q := s.canonical(s.after(m, s.neighbors[n]))
		at := pad.motion(q)
		if k, ok := pad.motions.get(at); ok {
			possible = possible || k >= 0
			continue
		}
		pad.motions.put(at, -1)
		for _, p := range s.patch {
			if r := s.relationBetween(p, q); r == overlapping || r >= 0 && !s.permits(ctx, r) {
				continue next
			}
		}
		pad.motions.put(at, int32(len(s.options)))
		possible = true
		s.options = append(s.options, q)
	}
	return possible
}

// row returns the options that are compatible with an option.
func (s *surrounding) row(ctx context.Context, k int) []uint64 {
	if row := s.compatible[k]; row != nil {
		return row
	}
	row := make([]uint64, s.words)
	i := s.inverse[s.options[k].op]
	op := &s.ops[i]
	product := s.product[i]
	from := s.options[k]
	for j, m := range s.options {
		// This is relationBetween, without the calls.
		dx, dy := m.x-from.x, m.y-from.y
		x, y := op.xx*dx+op.xy*dy, op.yx*dx+op.yy*dy
		if s.excess != nil {
			between := s.between(from, m)
			x, y = between.x, between.y
		}
		if x < -s.reach || x > s.reach || y < -s.reach || y > s.reach {
			row[j/64] |= 1 << (j % 64)
			continue
		}
		r := s.relation[(product[m.op]*s.width+y+s.reach)*s.width+x+s.reach]
		if r == apart || r >= 0 && s.permits(ctx, r) {
			row[j/64] |= 1 << (j % 64)
		}
	}
	s.compatible[k] = row
	return row
}

// search covers the open item with the fewest options. It returns false if visit
// returned enough.
func (s *surrounding) search(ctx context.Context, level int) bool {
	if s.interrupted(ctx) {
		return false
	}
	live := s.stack[level*s.words : (level+1)*s.words]
	open := s.open[level*s.itemWords : (level+1)*s.itemWords]
	best, fewest := -1, 1<<30
	for w, set := range open {
		for ; set != 0; set &= set - 1 {
			i := w*64 + bits.TrailingZeros64(set)
			n := 0
			covers := s.covers[i*s.words : (i+1)*s.words]
			for j, word := range live {
				n += bits.OnesCount64(word & covers[j])
			}
			if n < fewest {
				best, fewest = i, n
				if n == 0 {
					return true
				}
			}
		}
	}
	if best < 0 {
		if s.whole && s.hasHole(s.soFar()) {
			return true
		}
		list := make([]motion, len(s.chosen))
		for i, k := range s.chosen {
			list[i] = s.options[k]
		}
		to := s.visit(list)
		if to == enough {
			return false
		}
		s.jump = to
		return true
	}
	s.stack = slices.Grow(s.stack[:(level+1)*s.words], s.words)[:(level+2)*s.words]
	s.open = slices.Grow(s.open[:(level+1)*s.itemWords], s.itemWords)[:(level+2)*s.itemWords]
	for w := range s.words {
		for {
			set := s.stack[level*s.words+w] & s.covers[best*s.words+w]
			if set == 0 {
				break
			}
			k := w*64 + bits.TrailingZeros64(set)
			s.stack[level*s.words+w] &^= 1 << (k % 64) // later branches do without it
			row := s.row(ctx, k)
			if s.err != nil {
				return false
			}
			for j := range s.words {
				s.stack[(level+1)*s.words+j] = s.stack[level*s.words+j] & row[j]
			}
			for j := range s.itemWords {
				s.open[(level+1)*s.itemWords+j] = s.open[level*s.itemWords+j] &^ s.covered[k*s.itemWords+j]
			}
			s.chosen = append(s.chosen, k)
			more := s.whole && s.holed() || s.search(ctx, level+1)
			s.chosen = s.chosen[:len(s.chosen)-1]
			if !more {
				return false
			}
			if s.jump < level {
				return true // the copies chosen before this one are to blame
			}
			s.jump = noJump
		}
	}
	return true
}

// soFar returns the patch and the copies chosen so far.
func (s *surrounding) soFar() []motion {
	list := slices.Clone(s.patch)
	for _, k := range s.chosen {
		list = append(list, s.options[k])
	}
	return list
}

// holed reports whether the copies chosen so far leave a hole that further ones cannot fill.
func (s *surrounding) holed() bool { return s.holeWithin(s.soFar(), true) }

// mostCoronas is how many coronas strengthen examines.
const mostCoronas = 2000

// strengthen excludes more pairs from those that may be d-fold, for d >= 2. If a copy is surrounded
// d times, its corona consists of copies that are surrounded d-1 times. So it is a corona of
// (d-1)-fold pairs which, together with the copy, has a corona of (d-2)-fold pairs. A pair is
// d-fold only if it occurs in such coronas, from both sides. Pairs that are more than d-fold are
// examined anew. If there are too many coronas, nothing is excluded.
func (a *analysis) strengthen(ctx context.Context, d int) {
	for i := range a.neighbors {
		a.allowed(ctx, d, int32(i))
	}
	keep := make([]bool, len(a.neighbors))
	count := 0
	a.surround(ctx, []motion{identity}, d-1, false, func(corona []motion) int {
		count++
		fresh := false
		for _, m := range corona {
			fresh = fresh || !keep[a.relationOf(m)]
		}
		to := noJump
		if fresh {
			a.culprit.valid = false
			if a.surround(ctx, append([]motion{identity}, corona...), d-2, false, func([]motion) int { return enough }) {
				to = a.blame(corona)
			} else {
				for _, m := range corona {
					keep[a.relationOf(m)] = true
				}
			}
		}
		if count > mostCoronas || a.err != nil {
			return enough
		}
		return to
	})
	if count > mostCoronas || a.err != nil {
		return
	}
	for i, o := range a.opposite {
		if !keep[i] || !keep[o] {
			a.fold[d-1][i], a.fold[d-1][o] = no, no
		}
	}
	a.fold = a.fold[:d]
	if len(a.alone) > d {
		a.alone = a.alone[:d]
	}
}

// blame returns the level of the last copy of a corona that keeps the culprit from being covered:
// without changes up to that one, further coronas fail as well.
func (a *analysis) blame(corona []motion) int {
	if !a.culprit.valid {
		return noJump
	}
	last := -1
	for _, n := range a.byHalo[a.culprit.halo] {
		q := a.after(a.culprit.copy, a.neighbors[n])
		for j := len(corona) - 1; j > last; j-- {
			if corona[j] == a.culprit.copy || a.relationBetween(corona[j], q) != apart {
				last = j
			}
		}
	}
	return last
}
