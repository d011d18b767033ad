// SPDX-License-Identifier: BSD-3-Clause

// Assemblies of cells that are not of a lattice.
//
// The pieces of some assemblies are made of prisms, tetrahedra or octahedra, which an
// assembly.Motion describes. They are convex and do not overlap. A plane through a face of one cell
// that has another cell beyond it shows which of them may cover the other: it is the one on the
// viewer's side. The cells are drawn in an order that agrees with all such pairs; among those that
// may be next, the farthest is drawn first. If no cell may be next, which we have not seen, the
// farthest of all is.
//
// Faces that two cells share are not drawn.

package render

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"polka/cover/assembly"
	"polka/shapes"
)

// The direction of the view: X leads to the right and down, Y to the left and down, Z up, as for
// cubes. It is not that of the cubes, in which faces of tetrahedra would be seen from their edges.
const (
	turned = 31 * math.Pi / 180 // the angle of X to the right
	raised = 24 * math.Pi / 180 // of the viewer above the horizon
)

// A motionView projects the corners of the cells of a motion.
type motionView struct {
	*assembly.Motion
	scale space // of halves of coordinates
}

// viewOf returns the view of parts. The greatest side of the box around a cell has length 1.
func viewOf(m *assembly.Motion, parts []part) motionView {
	v := motionView{m, space{1, 1, 1}}
	for i, x := range m.Scale {
		if x != 0 {
			v.scale[i] = x
		}
	}
	longest := 0.0
	for _, p := range parts {
		for _, c := range p.cells.Cells()[:1] {
			corners := m.Corners(c)
			for i, scale := range v.scale {
				for _, q := range corners {
					longest = max(longest, scale*float64(q[i]-corners[0][i]), scale*float64(corners[0][i]-q[i]))
				}
			}
		}
	}
	for i := range v.scale {
		v.scale[i] /= longest
	}
	return v
}

// project returns where a point is drawn, y down, and how near it is to the viewer.
func (v motionView) project(p [3]int) (at point, near float64) {
	x, y, z := float64(p[0])*v.scale[0], float64(p[1])*v.scale[1], float64(p[2])*v.scale[2]
	ahead := x*math.Sin(turned) + y*math.Cos(turned)
	return point{x*math.Cos(turned) - y*math.Sin(turned), ahead*math.Sin(raised) - z*math.Cos(raised)}, ahead*math.Cos(raised) + z*math.Sin(raised)
}

// extent measures parts.
func (v motionView) extent(parts []part) box {
	b := nothing
	for _, p := range parts {
		for _, c := range p.cells.Cells() {
			for _, corner := range v.Corners(c) {
				at, _ := v.project(p.moved(corner))
				b = b.around(at)
			}
		}
	}
	return b
}

// moved returns where a corner of a cell of the part is, in halves of coordinates.
func (p *part) moved(corner [3]int) [3]int {
	return [3]int{corner[0] + 2*p.shift.X, corner[1] + 2*p.shift.Y, corner[2] + 2*p.shift.Z}
}

// A motionCell is a cell to be drawn.
type motionCell struct {
	part    *part
	corners [][3]int
	faces   []motionFace
	near    float64 // its middle
	box     box     // in the drawing
}

// A motionFace is a face, in the plane of the points p with normal·p = height. The cell is below.
type motionFace struct {
	corners [][3]int
	key     string
	normal  [3]int
	height  int
	side    int // 1 if it is turned to the viewer, -1 if away
	shade   int
}

func dotted(a, b [3]int) int { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// cell prepares a cell.
func (v motionView) cell(c shapes.Cell, p *part) motionCell {
	m := motionCell{part: p, box: nothing}
	for _, corner := range v.Corners(c) {
		corner = p.moved(corner)
		at, near := v.project(corner)
		m.corners = append(m.corners, corner)
		m.near += near
		m.box = m.box.around(at)
	}
	m.near /= float64(len(m.corners))
	for _, corners := range v.Faces(c) {
		for i, corner := range corners {
			corners[i] = p.moved(corner)
		}
		f := motionFace{corners: corners}
		var t, u [3]int
		for i := range t {
			t[i], u[i] = corners[1][i]-corners[0][i], corners[2][i]-corners[1][i]
		}
		f.normal = [3]int{t[1]*u[2] - t[2]*u[1], t[2]*u[0] - t[0]*u[2], t[0]*u[1] - t[1]*u[0]}
		f.height = dotted(f.normal, corners[0])
		sorted := slices.SortedFunc(slices.Values(corners), func(a, b [3]int) int { return slices.Compare(a[:], b[:]) })
		f.key = fmt.Sprint(sorted)
		f.look(v)
		m.faces = append(m.faces, f)
	}
	return m
}

// look finds out how a face is seen.
func (f *motionFace) look(v motionView) {
	var n space // the normal in space
	length := 0.0
	for i := range n {
		n[i] = float64(f.normal[i]) / v.scale[i]
		length += n[i] * n[i]
	}
	length = math.Sqrt(length)
	across := n[0]*math.Cos(turned) - n[1]*math.Sin(turned)
	ahead := n[0]*math.Sin(turned) + n[1]*math.Cos(turned)
	switch toViewer := ahead*math.Cos(raised) + n[2]*math.Sin(raised); {
	case toViewer > 1e-9*length:
		f.side = 1
	case toViewer < -1e-9*length:
		f.side = -1
	}
	switch {
	case n[2] > 0.5*length:
		f.shade = unshaded
	case across > 0:
		f.shade = halfShaded
	default:
		f.shade = shaded
	}
}

// before reports whether a must be drawn before b: whether b may cover it.
func (a *motionCell) before(b *motionCell) bool {
	if a.box.left >= b.box.right || b.box.left >= a.box.right || a.box.top >= b.box.bottom || b.box.top >= a.box.bottom {
		return false
	}
	return a.hasBeyond(b, 1) || b.hasBeyond(a, -1)
}

// hasBeyond reports whether b is beyond a face of a that is seen from the given side.
func (a *motionCell) hasBeyond(b *motionCell, side int) bool {
	return slices.ContainsFunc(a.faces, func(f motionFace) bool {
		return f.side == side && !slices.ContainsFunc(b.corners, func(p [3]int) bool { return dotted(f.normal, p) < f.height })
	})
}

// fromBehind puts cells in an order in which they can be drawn.
func fromBehind(cells []motionCell) []motionCell {
	slices.SortStableFunc(cells, func(a, b motionCell) int { return cmp.Compare(a.near, b.near) })
	waits := make([]int, len(cells)) // for so many that must be drawn before
	then := make([][]int, len(cells))
	for i := range cells {
		for j := range cells {
			if i != j && cells[i].before(&cells[j]) {
				then[i] = append(then[i], j)
				waits[j]++
			}
		}
	}
	list := make([]motionCell, 0, len(cells))
	done := make([]bool, len(cells))
	for len(list) < len(cells) {
		next := slices.Index(done, false)
		for i, n := range waits {
			if !done[i] && n == 0 {
				next = i
				break
			}
		}
		list, done[next] = append(list, cells[next]), true
		for _, j := range then[next] {
			waits[j]--
		}
	}
	return list
}

// layMotion draws the parts of a panel whose cells are those of a motion.
func (p *panel) layMotion(d *drawing, b box, cell float64) {
	v := viewOf(p.motion, p.parts)
	var cells []motionCell
	shared := map[string]int{}
	for i := range p.parts {
		for _, c := range p.parts[i].cells.Cells() {
			cells = append(cells, v.cell(c, &p.parts[i]))
			for _, f := range cells[len(cells)-1].faces {
				shared[f.key]++
			}
		}
	}
	for _, c := range fromBehind(cells) {
		var faces []loop
		var shades []area
		for _, f := range c.faces {
			if f.side <= 0 || shared[f.key] > 1 {
				continue
			}
			var outline loop
			for _, corner := range f.corners {
				at, _ := v.project(corner)
				outline = append(outline, point{margin + (at.x-b.left)*cell, margin + (at.y-b.top)*cell})
			}
			faces = append(faces, outline)
			if f.shade != unshaded {
				shades = append(shades, area{loops: []loop{outline}, shade: f.shade})
			}
		}
		if len(faces) > 0 {
			d.areas = append(d.areas, area{loops: faces, title: c.part.title, color: c.part.color})
			d.areas = append(d.areas, shades...)
		}
	}
}
