// SPDX-License-Identifier: BSD-3-Clause

package invariant

import (
	"cmp"
	"slices"

	"polka/shapes/internal/job"
)

// A quotient is a crystal modulo a finite group of isometries that fix a point. Its vertices are
// orbits. One vertex of each orbit is the representative, and the others are given by elements of
// the group that map it to them. The quotient contains only what can belong to an invariant
// connected set of size n near the origin.
type quotient struct {
	crystal *Crystal
	table   *table
	n       int

	degree     int
	near       []int32   // near[degree*v+i] is an orbit beside v, or blocked
	voltage    []uint8   // the element that maps the representative of near[degree*v+i] to the neighbor of that of v
	stabilizer [][]uint8 // the elements other than the identity that fix the representative
	weight     []int     // of all vertices of the orbit
	site       []int32   // if the crystal is exclusive: the orbit of the period, of which a set holds one orbit at most
	sites      int
	blocked    int32 // one more orbit, which represents all that cannot be in a set
	barrier    []int32
	roots      []int // positions in barrier

	cells [][]int32 // if holes matter: the vertices of the orbit
	kind  []uint8   // and, by vertex, its kind
	touch [][]int32 // and what it touches
}

// A frame numbers the vertices whose period is at most reach away from the origin, in each
// direction.
type frame struct{ reach, width, depth, kinds int }

func newFrame(c *Crystal, reach int) frame {
	f := frame{reach: reach, width: 2*reach + 1, depth: 1, kinds: c.kinds()}
	if c.Dimensions == 3 {
		f.depth = f.width
	}
	return f
}

// reach returns how far the vertices of a connected set of size n can be from the points that a
// group fixes.
func (c *Crystal) reach(n int) int {
	step := 1
	for _, near := range c.Near {
		for _, d := range near {
			for _, x := range d.At {
				step = max(step, x, -x)
			}
		}
	}
	return step*n + max(c.Margin, 1)
}

func (f frame) size() int { return f.width * f.width * f.depth * f.kinds }

// period numbers the period of a vertex. It reports false outside of the frame.
func (f frame) period(v Vertex) (int, bool) {
	x, y, z := v.At[0]+f.reach, v.At[1]+f.reach, v.At[2]+f.depth/2
	if uint(x) >= uint(f.width) || uint(y) >= uint(f.width) || uint(z) >= uint(f.depth) {
		return 0, false
	}
	return (z*f.width+y)*f.width + x, true
}

func (f frame) number(v Vertex) (int, bool) {
	p, ok := f.period(v)
	return p*f.kinds + v.Kind, ok
}

func (f frame) vertex(i int) Vertex {
	p := i / f.kinds
	return Vertex{[3]int{p%f.width - f.reach, p/f.width%f.width - f.reach, p/f.width/f.width - f.depth/2}, i % f.kinds}
}

// newQuotient returns the quotient for sets of size n. With holes, it has what is needed to
// recognize the sets without holes. If it is stopped, the quotient is empty.
func newQuotient(c *Crystal, group Group, l lift, n int, holes bool, job *job.Job) *quotient {
	q := &quotient{crystal: c, table: newTable(group), n: n}
	b := &builder{quotient: q, group: group, lift: l, frame: newFrame(c, c.reach(n)), ruler: newRuler(c), job: job}
	b.findOrbits()
	if job.Stopped() {
		return q
	}
	b.findEdges()
	b.findBarrier()
	if c.Exclusive {
		b.findSites()
	}
	if holes {
		b.findCells()
	}
	return q
}

type builder struct {
	*quotient
	group   Group
	lift    lift
	frame   frame
	ruler   *ruler
	job     *job.Job
	orbit   []int32  // by vertex
	element []uint8  // by vertex: maps the representative to it
	first   []Vertex // the representatives
	far     []int    // by orbit: lower bound on the number of steps between its vertices
}

func (b *builder) image(i int, v Vertex) Vertex { return b.group[i].apply(v, b.lift[i]) }

const unseen = -1

// findOrbits numbers the orbits that fit into the frame and into a connected set of size n.
func (b *builder) findOrbits() {
	size := b.frame.size()
	b.orbit, b.element = make([]int32, size), make([]uint8, size)
	for i := range b.orbit {
		b.orbit[i] = unseen
	}
	const out = unseen - 1
	images := make([]int, len(b.group))
	for i := range size {
		if i%1024 == 0 && b.job.Stopped() {
			return
		}
		if b.orbit[i] != unseen {
			continue
		}
		v := b.frame.vertex(i)
		number, far, fits := int32(len(b.first)), 0, true
		count := 0
		var stabilizer []uint8
		for g := range b.group {
			w := b.image(g, v)
			far = max(far, b.ruler.steps(v, w))
			j, ok := b.frame.number(w)
			if !ok {
				fits = false
				images[g] = -1
				continue
			}
			images[g] = j
			switch {
			case g > 0 && j == i:
				stabilizer = append(stabilizer, uint8(g))
			case b.orbit[j] == unseen:
				b.orbit[j], b.element[j] = number, uint8(g)
				count++
			}
			fits = fits && !(b.crystal.Exclusive && w.At == v.At && w.Kind != v.Kind)
		}
		weight := count * b.crystal.weight(v.Kind)
		if !fits || far >= b.n || weight > b.n {
			for _, j := range images {
				if j >= 0 {
					b.orbit[j] = out
				}
			}
			continue
		}
		b.first = append(b.first, v)
		b.far = append(b.far, far)
		b.stabilizer = append(b.stabilizer, stabilizer)
		b.weight = append(b.weight, weight)
	}
	b.blocked = int32(len(b.first))
	for i, o := range b.orbit {
		if o == out {
			b.orbit[i] = b.blocked
		}
	}
}

func (b *builder) findEdges() {
	for _, near := range b.crystal.Near {
		b.degree = max(b.degree, len(near))
	}
	b.near, b.voltage = make([]int32, b.degree*(len(b.first)+1)), make([]uint8, b.degree*(len(b.first)+1))
	for i := range b.near {
		b.near[i] = b.blocked
	}
	for o, v := range b.first {
		i := o * b.degree
		b.crystal.neighbors(v, func(w Vertex) {
			if j, ok := b.frame.number(w); ok {
				b.near[i], b.voltage[i] = b.orbit[j], b.element[j]
			}
			i++
		})
	}
}

// findSites numbers the orbits of periods.
func (b *builder) findSites() {
	sites := make([]int32, b.frame.size()/b.frame.kinds)
	for i := range sites {
		sites[i] = unseen
	}
	b.site = make([]int32, len(b.first))
	for o, v := range b.first {
		p, _ := b.frame.period(v)
		if sites[p] == unseen {
			for g := range b.group {
				if j, ok := b.frame.period(b.image(g, v)); ok {
					sites[j] = int32(b.sites)
				}
			}
			b.sites++
		}
		b.site[o] = sites[p]
	}
}

// findCells lists the vertices of orbits, and what they touch.
func (b *builder) findCells() {
	b.cells = make([][]int32, len(b.first))
	b.kind, b.touch = make([]uint8, len(b.orbit)), make([][]int32, len(b.orbit))
	for i, o := range b.orbit {
		if o == b.blocked {
			continue
		}
		b.cells[o] = append(b.cells[o], int32(i))
		v := b.frame.vertex(i)
		b.kind[i] = uint8(v.Kind)
		for _, d := range b.crystal.Touch[v.Kind] {
			// No set contains what is outside the frame.
			j, ok := b.frame.number(v.plus(d))
			if !ok {
				j = len(b.orbit)
			}
			b.touch[i] = append(b.touch[i], int32(j))
		}
	}
}

// findBarrier finds the orbits of which each invariant connected set has at least one, in an order
// that does not change under a translation that commutes with the group, and among them one of each
// class under these translations.
func (b *builder) findBarrier() {
	away := b.awayFromFixed()
	most := 0
	for kind, near := range b.crystal.Near {
		own := away(Vertex{Kind: kind})
		for _, d := range near {
			step := away(d) - own
			most = max(most, step, -step)
		}
	}
	along := b.alongFixed()
	places := make([][]int, len(b.first))
	for o, v := range b.first {
		near := false
		for g := range b.group {
			distance := away(b.image(g, v))
			near = near || 2*max(distance, -distance) <= most
		}
		if near {
			b.barrier = append(b.barrier, int32(o))
			places[o] = append([]int{b.far[o]}, along.place(v)...)
		}
	}
	slices.SortFunc(b.barrier, func(u, v int32) int {
		return cmp.Or(slices.Compare(places[u], places[v]), cmp.Compare(u, v))
	})
	for i, o := range b.barrier {
		if along.first(places[o][1:]) {
			b.roots = append(b.roots, i)
		}
	}
}

// awayFromFixed returns a function of vertices whose sum over each orbit is 0, and which changes
// with the distance from the fixed points.
func (b *builder) awayFromFixed() func(Vertex) int {
	for _, f := range b.ruler.functionals {
		away := func(v Vertex) int {
			sum := len(b.group) * f.of(v.At)
			for g := range b.group {
				sum -= f.of(b.image(g, v).At)
			}
			return sum
		}
		origin := away(Vertex{})
		for i := range b.crystal.Dimensions {
			var v Vertex
			v.At[i] = 1
			if away(v) != origin {
				return away
			}
		}
	}
	panic("invariant: the group leaves everything where it is")
}

// A fixing describes the translations that commute with the group: those in the directions that it
// fixes.
type fixing struct {
	basis [][3]int
	along []func(Vertex) int // as many functions, independent, with the same value for all vertices of an orbit
	gains [][]int            // gains[i][j] is the change of along[i] by basis[j]
}

// alongFixed finds the translations that commute with the group.
func (b *builder) alongFixed() *fixing {
	f := &fixing{basis: b.fixedBasis()}
	for _, form := range b.ruler.functionals {
		if len(f.along) == len(f.basis) {
			break
		}
		along := func(v Vertex) int {
			sum := 0
			for g := range b.group {
				sum += form.of(b.image(g, v).At)
			}
			return sum
		}
		gains := make([]int, len(f.basis))
		for j, t := range f.basis {
			gains[j] = along(Vertex{At: t}) - along(Vertex{})
		}
		f.along, f.gains = append(f.along, along), append(f.gains, gains)
		if f.determinant() == 0 {
			f.along, f.gains = f.along[:len(f.along)-1], f.gains[:len(f.gains)-1]
		}
	}
	return f
}

// fixedBasis returns a basis of the periods that all elements fix.
func (b *builder) fixedBasis() [][3]int {
	var fixed [][3]int
	for _, t := range b.group.shortTranslations(b.crystal.Dimensions) {
		stays := t != [3]int{}
		for g := range b.group {
			stays = stays && times(&b.group[g].Matrix, t) == t
		}
		if stays {
			fixed = append(fixed, t)
		}
	}
	if len(fixed) == 0 {
		return nil
	}
	norm := func(t [3]int) int { return t[0]*t[0] + t[1]*t[1] + t[2]*t[2] }
	slices.SortStableFunc(fixed, func(s, t [3]int) int { return norm(s) - norm(t) })
	basis := fixed[:1:1]
	least := 0
	for _, t := range fixed[1:] {
		s := fixed[0]
		area := norm([3]int{s[1]*t[2] - s[2]*t[1], s[2]*t[0] - s[0]*t[2], s[0]*t[1] - s[1]*t[0]})
		if area > 0 && (least == 0 || area < least) {
			least = area
			basis = [][3]int{s, t}
		}
	}
	return basis
}

// determinant returns the determinant of gains as far as it is a square, or 0 if its rows are
// dependent.
func (f *fixing) determinant() int {
	switch {
	case len(f.gains) == len(f.basis) && len(f.basis) == 2:
		return f.gains[0][0]*f.gains[1][1] - f.gains[0][1]*f.gains[1][0]
	case len(f.gains) == 0:
		return 1
	}
	for _, gain := range f.gains[0] {
		if gain != 0 {
			return gain
		}
	}
	return 0
}

// place returns the position of a vertex along the fixed points.
func (f *fixing) place(v Vertex) []int {
	place := make([]int, len(f.along))
	for i, along := range f.along {
		place[i] = along(v)
	}
	return place
}

// first reports whether a place is the one of its class under the translations that is nearest to
// the origin, as coordinates from 0 up to, but not including, 1 are.
func (f *fixing) first(place []int) bool {
	inUnit := func(part, whole int) bool {
		if whole < 0 {
			part, whole = -part, -whole
		}
		return 0 <= part && part < whole
	}
	switch len(f.basis) {
	case 0:
		return true
	case 1:
		return inUnit(place[0], f.gains[0][0])
	}
	d, g := f.determinant(), f.gains
	return inUnit(place[0]*g[1][1]-place[1]*g[0][1], d) && inUnit(place[1]*g[0][0]-place[0]*g[1][0], d)
}
