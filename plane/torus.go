// SPDX-License-Identifier: BSD-3-Clause

package plane

import "context"

// A torus is the search for a tiling with a given period.
type torus struct {
	*analysis
	period period
	limit  int         // number of copies
	visit  func() bool // called for each tiling; the search ends if it returns false
	full   []bool      // by cell modulo the period
	usable [][]int32   // by cell of the halo: the neighbors that cover it
	copies []motion
}

// periodic looks for a tiling with so many copies in a period, in which all pairs that touch are
// depth-fold.
func (a *analysis) periodic(ctx context.Context, copies, depth int) (Tiling, bool) {
	var tiling Tiling
	found := false
	a.eachPeriodic(ctx, copies, depth, func(t *torus) bool {
		tiling, found = a.tiling(t.period, t.copies), true
		return false
	})
	return tiling, found
}

// eachPeriodic calls visit for all tilings with so many copies in a period, not always the
// smallest, in which the first copy is the shape itself and all pairs that touch are depth-fold,
// until visit returns false.
func (a *analysis) eachPeriodic(ctx context.Context, copies, depth int, visit func(*torus) bool) {
	total := copies * len(a.cells)
	if total%len(a.grid.corners) != 0 {
		return
	}
	total /= len(a.grid.corners)
	t := &torus{analysis: a, limit: copies, usable: make([][]int32, len(a.halo))}
	t.visit = func() bool { return visit(t) }
	for i, list := range a.byHalo {
		for _, n := range list {
			if a.allowed(ctx, depth, n) {
				t.usable[i] = append(t.usable[i], n)
			}
		}
	}
	t.full = make([]bool, total*len(a.grid.corners))
	for c := 1; c <= total; c++ {
		if total%c != 0 {
			continue
		}
		for b := range total / c {
			t.period = period{total / c, b, c}
			if !t.possible(ctx, depth) {
				continue
			}
			if t.put(identity) {
				if t.search(ctx, 0) {
					return
				}
				t.remove()
			}
			if a.err != nil {
				return
			}
		}
	}
}

// possible reports whether no copy overlaps its translations, and those of the first copy may touch
// it.
func (t *torus) possible(ctx context.Context, depth int) bool {
	p := t.period
	for y := 0; y <= t.reach; y += p.c {
		k := y / p.c
		start := -t.reach + mod(k*p.b+t.reach, p.a)
		for x := start; x <= t.reach; x += p.a {
			if x == 0 && y == 0 {
				continue
			}
			r := t.relationOf(motion{0, x, y})
			if r == overlapping || r >= 0 && !t.allowed(ctx, depth, r) {
				return false
			}
		}
	}
	return true
}

// mod returns a modulo b, from 0 to b-1.
func mod(a, b int) int { return ((a % b) + b) % b }

func (t *torus) index(c cell) int {
	x, y := t.period.reduce(c.x, c.y)
	return (y*t.period.a+x)*len(t.grid.corners) + c.kind
}

// put adds a copy, unless it overlaps others.
func (t *torus) put(m motion) bool {
	for i, c := range t.forms[m.op] {
		j := t.index(cell{c.x + m.x, c.y + m.y, c.kind})
		if t.full[j] {
			t.clear(m, i)
			return false
		}
		t.full[j] = true
	}
	t.copies = append(t.copies, m)
	return true
}

func (t *torus) remove() {
	m := t.copies[len(t.copies)-1]
	t.copies = t.copies[:len(t.copies)-1]
	t.clear(m, len(t.cells))
}

// clear frees the first n cells of a copy.
func (t *torus) clear(m motion, n int) {
	for _, c := range t.forms[m.op][:n] {
		t.full[t.index(cell{c.x + m.x, c.y + m.y, c.kind})] = false
	}
}

func (t *torus) fits(m motion) bool {
	for _, c := range t.forms[m.op] {
		if t.full[t.index(cell{c.x + m.x, c.y + m.y, c.kind})] {
			return false
		}
	}
	return true
}

// search surrounds the copies one after the other; those before the one with the number first are
// surrounded. It returns true if it was ended.
func (t *torus) search(ctx context.Context, first int) bool {
	if t.interrupted(ctx) {
		return false
	}
	for ; first < len(t.copies); first++ {
		center := t.copies[first]
		var best []motion
		open := false
		for i, h := range t.halo {
			if t.full[t.index(t.apply(center, h))] {
				continue
			}
			var list []motion
			for _, k := range t.usable[i] {
				if m := t.canonical(t.after(center, t.neighbors[k])); t.fits(m) {
					list = append(list, m)
					if open && len(list) >= len(best) {
						break
					}
				}
			}
			if !open || len(list) < len(best) {
				best, open = list, true
				if len(best) == 0 {
					return false
				}
			}
		}
		if !open {
			continue
		}
		if len(t.copies) == t.limit {
			return false
		}
		for _, m := range best {
			if t.put(m) {
				if t.search(ctx, first) {
					return true
				}
				t.remove()
			}
		}
		return false
	}
	return len(t.copies) == t.limit && !t.visit()
}
