// SPDX-License-Identifier: BSD-3-Clause

// The problem. The files of BurrTools have assemblies: for each piece the number of a rotation, and
// the place to which its hot spot comes. Which rotation has which number?
//
// What is known. The numbers are those of tables in BurrTools. Those of cubes and of prisms follow
// rules, and the two grids of tetrahedra have the numbers of cubes. Those of spheres follow none
// that we know of, so there is a table of them here too.
//
// The invariant. Rotations come before what also reflects; only these are in files today.
//
// An example. On prisms, 7 is half a turn about the y axis, and then a sixth of a turn about the z
// axis.

package burr

import (
	"polka/internal/digit"
)

// cubicTurns are the isometries of the cube by number. The last two bits of a number from 0 to 23
// are the quarter turns about the x axis, which come first; the rest says what comes then: up to
// three quarter turns about the y axis, or one or three about the z axis. The numbers from 24 to 47
// are the same after a reflection of x.
func cubicTurns() (list []matrix) {
	one := linear(point{1, 0, 0}, point{0, 1, 0}, point{0, 0, 1})
	x := linear(point{1, 0, 0}, point{0, 0, -1}, point{0, 1, 0})
	y := linear(point{0, 0, -1}, point{0, 1, 0}, point{1, 0, 0})
	z := linear(point{0, -1, 0}, point{1, 0, 0}, point{0, 0, 1})
	mirror := linear(point{-1, 0, 0}, point{0, 1, 0}, point{0, 0, 1})
	yy, zz := y.after(&y), z.after(&z)
	for _, then := range []matrix{one, y, yy, yy.after(&y), z, zz.after(&z)} {
		for range 4 {
			list = append(list, then)
			then = then.after(&x)
		}
	}
	for _, m := range list {
		list = append(list, m.after(&mirror))
	}
	return list
}

// prismTurns are the isometries of triangular prisms by number. The remainder by 6 is the number of
// sixths of a turn about the z axis. Before them comes nothing, half a turn about the y axis, a
// reflection of x, or one of z.
func prismTurns() (list []matrix) {
	sixth := linear(point{0, -1, 0}, point{1, 1, 0}, point{0, 0, 1})
	for _, then := range []matrix{
		linear(point{1, 0, 0}, point{0, 1, 0}, point{0, 0, 1}),
		linear(point{-1, -1, 0}, point{0, 1, 0}, point{0, 0, -1}),
		linear(point{-1, -1, 0}, point{0, 1, 0}, point{0, 0, 1}),
		linear(point{1, 0, 0}, point{0, 1, 0}, point{0, 0, -1}),
	} {
		for range 6 {
			list = append(list, then)
			then = sixth.after(&then)
		}
	}
	return list
}

// The rotations of spheres by number: the number of one of cubes, and which of the half turns about
// a space diagonal comes then, if one does.
const (
	turnsOfSpheres = "06g7a4k5h3bjl91nc2fie8dm8e8e292986862b2bmamaiaia45m71jh9nl3e" +
		"0dgcfkjin35ed7c4flg1hkb0dcifl91nh3j45k607gmdcfln13hjb45k607g"
	twinsOfSpheres = "........................331133222200110011223300130022001330" +
		"011322122022011330013322201111332202001133332020011330113322"
)

// sphereTurns are the rotations of spheres by number.
func sphereTurns() (list []matrix) {
	cubic, twins := cubicTurns(), sphereTwins()
	for i := range len(turnsOfSpheres) {
		m := cubic[digit.Value(turnsOfSpheres[i])]
		if k := twinsOfSpheres[i]; k != '.' {
			m = twins[k-'0'].after(&m)
		}
		list = append(list, m)
	}
	return list
}

// turned returns the cells of a body after an isometry, as seen from its hot spot, in their order.
// It reports whether they are in places of cells.
func (g *grid) turned(m *matrix, b *body) ([]voxel, bool) {
	list, ok := g.image(m, b.cells)
	if !ok {
		return nil, false
	}
	spot := g.center(b.hot)
	if m.divisor > 1 { // as in image
		first := g.center(b.cells[0])
		spot = point{spot[0] - first[0], spot[1] - first[1], spot[2] - first[2]}
	}
	hot, _ := g.cell(m.rounded(spot)) // which need not be a cell
	for i, v := range list {
		list[i].x, list[i].y, list[i].z = v.x-hot.x, v.y-hot.y, v.z-hot.z
	}
	return list, true
}

// rounded gives the image of a point, with coordinates rounded to the nearest integers.
func (m *matrix) rounded(p point) (q point) {
	for i, r := range m.rows {
		n, d := 2*(r[0]*p[0]+r[1]*p[1]+r[2]*p[2])+m.divisor, 2*m.divisor
		q[i] = (n - modulo(n, d)) / d
	}
	return q
}

// turns lists the isometries of a grid by the numbers that files have. It is safe to call it from
// several goroutines.
func (g *grid) turns() []matrix {
	g.onceTurns.Do(func() { g.numbered = g.number() })
	return g.numbered
}

// rotations lists the rotations by number.
func (g *grid) rotations() []matrix {
	list := g.turns()
	n := 0
	for n < len(list) && !list[n].mirror() {
		n++
	}
	return list[:n]
}
