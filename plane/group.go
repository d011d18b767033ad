// SPDX-License-Identifier: BSD-3-Clause

// The names of the symmetry groups of tilings.
//
// The 17 wallpaper groups are told apart by the greatest order of a rotation, by the directions of
// reflections and glide reflections, and by the lattice of translations (D. Schattschneider, "The
// plane symmetry groups: their recognition and notation", American Mathematical Monthly 85, 1978,
// doi.org/10.2307/2320063). Let M be the linear part of a reflection or glide reflection. The
// vectors v + Mv, for the translations v, lie on its axis. They are all translations along the axis
// if the lattice is rhombic in this direction, and every second one if it is rectangular. The
// square of a glide reflection is a translation along the axis; a reflection with the same linear
// part exists exactly if it is one of the vectors v + Mv.

package plane

import "polka/internal/gcd"

// orbifolds has Conway's notation for each group.
var orbifolds = map[string]string{
	"p1": "o", "p2": "2222", "pm": "**", "pg": "xx", "cm": "*x", "pmm": "*2222", "pmg": "22*", "pgg": "22x", "cmm": "2*22",
	"p4": "442", "p4m": "*442", "p4g": "4*2", "p3": "333", "p3m1": "*333", "p31m": "3*3", "p6": "632", "p6m": "*632",
}

// Group returns the name of the symmetry group of the tiling in the short notation of
// crystallographers: one of p1, p2, pm, pg, cm, pmm, pmg, pgg, cmm, p4, p4m, p4g, p3, p3m1, p31m,
// p6 and p6m. Only symmetries of the lattice are considered.
func (t Tiling) Group() string {
	if t.tile == nil {
		return ""
	}
	return t.tile.groupName(t.period, t.group)
}

// Orbifold returns the name of the symmetry group in Conway's orbifold notation, such as "22x" for
// pgg, with the letters o and x for the circle and the cross.
func (t Tiling) Orbifold() string { return orbifolds[t.Group()] }

// An axis is the linear part of reflections or glide reflections of a group.
type axis struct {
	rhombic    bool // the lattice of translations, in this direction
	reflection bool // there is a reflection
	shortest   bool // the axis is parallel to a shortest translation
}

func (g *grid) groupName(p period, group []motion) string {
	turns := 1
	axes := make(map[int]axis)
	for _, m := range group {
		if !g.ops[m.op].mirror {
			turns = max(turns, g.ops[m.op].order)
			continue
		}
		a := g.axisOf(p, m)
		old := axes[m.op]
		a.reflection = a.reflection || old.reflection
		axes[m.op] = a
	}
	rhombic, straight, shortest, reflections := false, false, false, 0
	for _, a := range axes {
		rhombic = rhombic || a.rhombic
		straight = straight || a.reflection && !a.rhombic
		shortest = shortest || a.shortest
		if a.reflection {
			reflections++
		}
	}
	switch {
	case len(axes) == 0:
		return [...]string{1: "p1", 2: "p2", 3: "p3", 4: "p4", 6: "p6"}[turns]
	case turns == 6:
		return "p6m"
	case turns == 4 && straight:
		return "p4m"
	case turns == 4:
		return "p4g"
	case turns == 3 && shortest:
		return "p31m"
	case turns == 3:
		return "p3m1"
	case turns == 2 && rhombic:
		return "cmm"
	case turns == 2:
		return [...]string{"pgg", "pmg", "pmm"}[reflections]
	case rhombic:
		return "cm"
	case reflections > 0:
		return "pm"
	}
	return "pg"
}

// axisOf examines a reflection or glide reflection.
func (g *grid) axisOf(p period, m motion) axis {
	op := &g.ops[m.op]
	sum := func(x, y int) point { return point{x + op.xx*x + op.xy*y, y + op.yx*x + op.yy*y} }
	u, v := sum(p.a, 0), sum(p.b, p.c)
	square := g.after(m, m)
	// All these vectors are multiples of one; compare them by their longer coordinate.
	scalar := func(q point) int { return q.x }
	if u.x == 0 && v.x == 0 {
		scalar = func(q point) int { return q.y }
	}
	step := gcd.Of(scalar(u), scalar(v))
	generator := g.combination(u, v, step, scalar)
	a := axis{reflection: scalar(point{square.x, square.y})%step == 0}
	// The generator of these vectors is twice a translation along the axis if the lattice is
	// rectangular.
	a.rhombic = generator.x%2 != 0 || generator.y%2 != 0 || !p.contains(generator.x/2, generator.y/2)
	along := generator
	if !a.rhombic {
		along = point{generator.x / 2, generator.y / 2}
	}
	a.shortest = g.norm(along) == g.leastNorm(p)
	return a
}

// combination returns the multiple of u or v, or of their direction, whose scalar is step.
func (g *grid) combination(u, v point, step int, scalar func(point) int) point {
	w := u
	if scalar(u) == 0 {
		w = v
	}
	k := scalar(w)
	return point{w.x * step / k, w.y * step / k}
}

// norm returns a quadratic form that the point group leaves unchanged, a multiple of the square of
// the length where there is a rotation of order 3, 4 or 6.
func (g *grid) norm(v point) int {
	n := 0
	for i := range g.ops {
		op := &g.ops[i]
		x, y := op.xx*v.x+op.xy*v.y, op.yx*v.x+op.yy*v.y
		n += x*x + y*y
	}
	return n
}

// leastNorm returns the norm of a shortest vector of a period, found by Gauss's reduction.
func (g *grid) leastNorm(p period) int {
	u, v := point{p.a, 0}, point{p.b, p.c}
	for {
		if g.norm(u) > g.norm(v) {
			u, v = v, u
		}
		best := v
		for _, k := range [2]int{1, -1} {
			for w := (point{v.x - k*u.x, v.y - k*u.y}); g.norm(w) < g.norm(best); w = (point{w.x - k*u.x, w.y - k*u.y}) {
				best = w
			}
		}
		if best == v {
			return g.norm(u)
		}
		v = best
	}
}
