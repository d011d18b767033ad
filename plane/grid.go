package plane

import (
	"fmt"
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
	touch   [][]cell // by kind: the cells that have a corner in common with cell (0,0,kind)
	near    [][]cell // by kind: the cells that have a side in common with it
}

// An operation maps the origin to itself.
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
	case l.Spatial(), l == shapes.Stick, l == shapes.King:
		return nil, fmt.Errorf("plane: the lattice of shape is %v; tilings of the plane need cells that fill the plane and join side to side", l)
	}
	g := newGrid(l)
	grids.Store(l, g)
	return g, nil
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
			row[j] = index[n.Then(m)]
		}
		g.product = append(g.product, row)
		g.inverse = append(g.inverse, index[m.Inverse()])
		order := 1
		for n := m; !n.Identity(); n = n.Then(m) {
			order++
		}
		g.ops[i].order = order
	}
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

// findTouching lists the cells around each kind of cell. Cells that touch are at most two steps
// apart.
func (g *grid) findTouching() {
	const reach = 2
	for kind := range g.corners {
		own := g.corners[kind]
		var list []cell
		for y := -reach; y <= reach; y++ {
			for x := -reach; x <= reach; x++ {
				for k, corners := range g.corners {
					if x == 0 && y == 0 && k == kind {
						continue
					}
					if shareCorner(own, corners, g.scale*x, g.scale*y) {
						list = append(list, cell{x, y, k})
					}
				}
			}
		}
		g.touch = append(g.touch, list)
	}
}

func shareCorner(list, other []point, dx, dy int) bool {
	for _, p := range list {
		for _, q := range other {
			if p.x == q.x+dx && p.y == q.y+dy {
				return true
			}
		}
	}
	return false
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
	return point{op.xx*p.x + op.xy*p.y + g.scale*m.x, op.yx*p.x + op.yy*p.y + g.scale*m.y}
}

// after returns the motion n followed by m.
func (g *grid) after(m, n motion) motion {
	op := &g.ops[m.op]
	return motion{g.product[m.op][n.op], op.xx*n.x + op.xy*n.y + m.x, op.yx*n.x + op.yy*n.y + m.y}
}

// back returns the inverse of a motion.
func (g *grid) back(m motion) motion {
	i := g.inverse[m.op]
	op := &g.ops[i]
	return motion{i, -(op.xx*m.x + op.xy*m.y), -(op.yx*m.x + op.yy*m.y)}
}

// between returns m⁻¹n: where a tile moved by n lies as seen from one moved by m.
func (g *grid) between(m, n motion) motion {
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
