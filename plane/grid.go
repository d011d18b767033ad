// SPDX-License-Identifier: BSD-3-Clause

package plane

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"polka/shapes"
)

// A cell is a cell of a lattice of the plane in small integers: two coordinates and its kind.
type cell struct{ x, y, kind int }

// A point is a corner of a cell in the units of [shapes.Corner].
type point struct{ x, y int }

// A grid is what the algorithms of this package need to know about a lattice, in tables.
//
// Isometries of the lattice are motions: an operation of the point group followed by a translation.
type grid struct {
	lattice *shapes.Lattice
	scale   int         // corners per step
	corners [][]point   // by kind: the corners of cell (0,0,kind), clockwise
	ops     []operation // the point group; ops[0] is the identity
	product [][]int     // product[i][j] is operation i after operation j
	inverse []int
	excess  [][]point // excess[i][j] is the translation after product[i][j] that gives i after j; nil if all are 0
	shift   []point   // by operation: the translation of corners after the matrix; nil if all are 0
	touch   [][]cell  // by kind: the cells that have a corner in common with cell (0,0,kind)
	near    [][]cell  // by kind: the cells that have a side in common with it
}

// An operation maps the origin to itself, or is followed by a translation that is not one by whole
// steps.
type operation struct {
	xx, xy, yx, yy int    // the matrix: x' = xx*x + xy*y, y' = yx*x + yy*y
	image          []cell // by kind: the image of cell (0,0,kind)
	mirror         bool
	order          int // of the operation, as an element of the group
}

// A motion is an isometry of the lattice: an operation followed by a translation.
type motion struct{ op, x, y int }

var identity = motion{}

var grids sync.Map // of *grid by *shapes.Lattice

// gridOf returns the tables of a lattice. Only the lattices whose cells are polygons that fill the
// plane side by side have them.
func gridOf(l *shapes.Lattice) (*grid, error) {
	if g, ok := grids.Load(l); ok {
		return g.(*grid), nil
	}
	switch {
	case l.Spatial(), l == shapes.Stick, l == shapes.King, byCorners(l):
		return nil, fmt.Errorf("plane: the lattice of shape is %v; tilings of the plane need cells that fill the plane and join side to side", l)
	}
	g := newGrid(l)
	grids.Store(l, g)
	return g, nil
}

// byCorners reports whether a common corner makes cells of a lattice neighbors.
func byCorners(l *shapes.Lattice) bool {
	for kind := range l.NumKinds() {
		own := l.Corners(shapes.Cell{Z: kind})
		for _, c := range l.Neighbors(shapes.Cell{Z: kind}) {
			common := 0
			for _, p := range l.Corners(c) {
				if slices.Contains(own, p) {
					common++
				}
			}
			if common < 2 {
				return true
			}
		}
	}
	return false
}

func newGrid(l *shapes.Lattice) *grid {
	g := &grid{lattice: l}
	origin := l.Corners(shapes.Cell{})
	moved := l.Corners(shapes.Cell{X: 1})
	g.scale = moved[0].X - origin[0].X
	for kind := range l.NumKinds() {
		var list []point
		for _, p := range l.Corners(shapes.Cell{Z: kind}) {
			list = append(list, point{p.X, p.Y})
		}
		g.corners = append(g.corners, list)
	}
	isometries := l.Isometries()
	index := make(map[shapes.Isometry]int)
	for i, m := range isometries {
		index[m] = i
		o := m.ApplyCell(shapes.Cell{})
		x, y := m.ApplyCell(shapes.Cell{X: 1}), m.ApplyCell(shapes.Cell{Y: 1})
		op := operation{xx: x.X - o.X, yx: x.Y - o.Y, xy: y.X - o.X, yy: y.Y - o.Y, mirror: m.Reflects()}
		for kind := range l.NumKinds() {
			c := m.ApplyCell(shapes.Cell{Z: kind})
			op.image = append(op.image, cell{c.X, c.Y, c.Z})
		}
		g.ops = append(g.ops, op)
	}
	for i, m := range isometries {
		row := make([]int, len(isometries))
		for j, n := range isometries {
			row[j] = index[linear(n.Then(m))]
		}
		g.product = append(g.product, row)
		g.inverse = append(g.inverse, index[linear(m.Inverse())])
		order := 1
		for n := m; !linear(n).Identity(); n = n.Then(m) {
			order++
		}
		g.ops[i].order = order
	}
	g.findExcess()
	g.findTouching()
	for kind := range g.corners {
		var list []cell
		for _, c := range l.Neighbors(shapes.Cell{Z: kind}) {
			list = append(list, cell{c.X, c.Y, c.Z})
		}
		g.near = append(g.near, list)
	}
	return g
}

// linear returns an isometry without the translation by whole steps.
func linear(m shapes.Isometry) shapes.Isometry {
	for _, n := range m.Lattice().Isometries() {
		if d := m.ApplyCell(shapes.Cell{}); sameMatrix(m, n) {
			o := n.ApplyCell(shapes.Cell{})
			return m.Translate(o.X-d.X, o.Y-d.Y, 0)
		}
	}
	panic("plane: an isometry of a lattice is none of its point group")
}

// sameMatrix reports whether two isometries differ by a translation by whole steps.
func sameMatrix(m, n shapes.Isometry) bool {
	o, p := m.ApplyCell(shapes.Cell{}), n.ApplyCell(shapes.Cell{})
	if o.Z != p.Z {
		return false
	}
	for _, c := range []shapes.Cell{{X: 1}, {Y: 1}} {
		a, b := m.ApplyCell(c), n.ApplyCell(c)
		if a.X-o.X != b.X-p.X || a.Y-o.Y != b.Y-p.Y {
			return false
		}
	}
	return true
}

// findExcess finds the translations that operations have besides their matrices.
func (g *grid) findExcess() {
	var excess [][]point
	some := false
	for i := range g.ops {
		var row []point
		for j := range g.ops {
			a := g.apply(motion{op: i}, g.ops[j].image[0])
			b := g.ops[g.product[i][j]].image[0]
			row = append(row, point{a.x - b.x, a.y - b.y})
			some = some || a != b
		}
		excess = append(excess, row)
	}
	var shift []point
	moves := false
	for i := range g.ops {
		p := g.shiftOf(motion{op: i})
		shift = append(shift, p)
		moves = moves || p != point{}
	}
	if some {
		g.excess = excess
	}
	if moves {
		g.shift = shift
	}
}

// shiftOf returns the translation of corners after the matrix of an operation, which maps the
// corners of cell (0,0,0) to those of its image.
func (g *grid) shiftOf(m motion) point {
	image := g.ops[m.op].image[0]
	var from, to point // sums over the corners
	for _, p := range g.corners[0] {
		p = g.applyPoint(m, p)
		from.x, from.y = from.x+p.x, from.y+p.y
	}
	for _, p := range g.corners[image.kind] {
		to.x, to.y = to.x+p.x+g.scale*image.x, to.y+p.y+g.scale*image.y
	}
	n := len(g.corners[0])
	return point{(to.x - from.x) / n, (to.y - from.y) / n}
}

// findTouching lists the cells around each kind of cell, in reading order.
func (g *grid) findTouching() {
	for kind, own := range g.corners {
		var list []cell
		for _, p := range own {
			for k, corners := range g.corners {
				for _, q := range corners {
					dx, dy := p.x-q.x, p.y-q.y
					if dx%g.scale != 0 || dy%g.scale != 0 {
						continue
					}
					if c := (cell{dx / g.scale, dy / g.scale, k}); c != (cell{0, 0, kind}) && !slices.Contains(list, c) {
						list = append(list, c)
					}
				}
			}
		}
		slices.SortFunc(list, func(a, b cell) int {
			return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(a.x, b.x), cmp.Compare(a.kind, b.kind))
		})
		g.touch = append(g.touch, list)
	}
}

// apply returns the image of a cell.
func (g *grid) apply(m motion, c cell) cell {
	op := &g.ops[m.op]
	image := op.image[c.kind]
	return cell{op.xx*c.x + op.xy*c.y + image.x + m.x, op.yx*c.x + op.yy*c.y + image.y + m.y, image.kind}
}

// applyPoint returns the image of a corner.
func (g *grid) applyPoint(m motion, p point) point {
	op := &g.ops[m.op]
	p = point{op.xx*p.x + op.xy*p.y + g.scale*m.x, op.yx*p.x + op.yy*p.y + g.scale*m.y}
	if g.shift != nil {
		s := g.shift[m.op]
		p.x, p.y = p.x+s.x, p.y+s.y
	}
	return p
}

// after returns the motion n followed by m.
func (g *grid) after(m, n motion) motion {
	op := &g.ops[m.op]
	r := motion{g.product[m.op][n.op], op.xx*n.x + op.xy*n.y + m.x, op.yx*n.x + op.yy*n.y + m.y}
	if g.excess != nil {
		e := g.excess[m.op][n.op]
		r.x, r.y = r.x+e.x, r.y+e.y
	}
	return r
}

// back returns the inverse of a motion.
func (g *grid) back(m motion) motion {
	i := g.inverse[m.op]
	op := &g.ops[i]
	r := motion{i, -(op.xx*m.x + op.xy*m.y), -(op.yx*m.x + op.yy*m.y)}
	if g.excess != nil {
		e := g.excess[i][m.op]
		r.x, r.y = r.x-e.x, r.y-e.y
	}
	return r
}

// between returns m⁻¹n: where a tile moved by n lies as seen from one moved by m.
func (g *grid) between(m, n motion) motion {
	if g.excess != nil {
		return g.after(g.back(m), n)
	}
	i := g.inverse[m.op]
	op := &g.ops[i]
	x, y := n.x-m.x, n.y-m.y
	return motion{g.product[i][n.op], op.xx*x + op.xy*y, op.yx*x + op.yy*y}
}

// isometry returns a motion as a value of package shapes.
func (g *grid) isometry(m motion) shapes.Isometry {
	return g.lattice.Isometries()[m.op].Translate(m.x, m.y, 0)
}

// isHalfTurn reports whether an operation is a rotation by 180 degrees.
func (g *grid) isHalfTurn(op int) bool {
	o := &g.ops[op]
	return o.xx == -1 && o.yy == -1 && o.xy == 0 && o.yx == 0
}
