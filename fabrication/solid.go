// SPDX-License-Identifier: BSD-3-Clause

// Solids of planar shapes.
//
// A planar piece is the sum of a core and a ball, as a solid of cubes is: the core is the outline,
// moved inward by half of the gap and the radius, at each height. The rounded edges at the bottom
// and at the top are layers, loops with the same number of points that are connected by strips. The
// loop at a distance from the core has an arc at each convex corner and a miter at each concave
// one.

package fabrication

import (
	"errors"
	"fmt"
	"math"

	"polka/shapes"
)

// SolidOptions are the measures of solids, in millimeters.
type SolidOptions struct {
	// Unit is the unit of [shapes.Lattice.Project], the side of a cell on most lattices, or in
	// space that of [shapes.Lattice.Position]; 0 is 20.
	Unit float64

	// Thickness is the height of shapes of a planar lattice; 0 is a quarter of Unit.
	Thickness float64

	// Gap is the space between pieces that are neighbors: each face of a solid is moved inward by
	// half of it. Printers need about 0.2. The top and bottom of planar shapes are not moved.
	Gap float64

	// Edge is the radius of convex edges; 0 is for sharp ones. Concave edges are always sharp.
	Edge float64

	// Chamfer replaces rounded edges by flat ones, which begin and end where rounded ones do: at a
	// right angle, Edge before the sharp edge on both faces.
	Chamfer bool

	// Segments is the number of flat parts of a rounded right angle, an even number; 0 is 8.
	Segments int

	// Width and Depth are the size of a plate; 0 is 200.
	Width, Depth float64

	// Spacing is the least distance between pieces on a plate; 0 is 5.
	Spacing float64
}

// parting is how far faces are moved inward where cells touch along an edge only, if there is no
// gap and no radius.
const parting = 0.005

const maxLength = 10000 // a bound for all lengths

// filled returns the options with the default values, or an error.
func (o SolidOptions) filled() (SolidOptions, error) {
	o.Unit = orElse(o.Unit, 20)
	o.Thickness = orElse(o.Thickness, o.Unit/4)
	o.Width, o.Depth = orElse(o.Width, 200), orElse(o.Depth, 200)
	o.Spacing = orElse(o.Spacing, 5)
	if o.Segments == 0 {
		o.Segments = 8
	}
	for _, m := range []measure{
		{"unit", o.Unit, 0.5}, {"thickness", o.Thickness, 0.1}, {"width of a plate", o.Width, 1}, {"depth of a plate", o.Depth, 1},
		{"spacing", o.Spacing, 0.1}, {"gap", o.Gap, 0}, {"edge", o.Edge, 0},
	} {
		if err := m.check(); err != nil {
			return o, err
		}
	}
	if o.Segments < 2 || o.Segments > 64 || o.Segments%2 != 0 {
		return o, fmt.Errorf("fabrication: %d segments: expected an even number from 2 to 64", o.Segments)
	}
	if o.Edge > 0 && o.Edge < 0.01 {
		return o, fmt.Errorf("fabrication: edge %v: expected 0 or at least 0.01 mm", o.Edge)
	}
	return o, nil
}

func orElse(x, other float64) float64 {
	if x == 0 {
		return other
	}
	return x
}

// A measure is a length with its least value.
type measure struct {
	name         string
	value, least float64
}

func (m measure) check() error {
	if !(m.value >= m.least && m.value <= maxLength) {
		return fmt.Errorf("fabrication: %s %v: expected %v to %v mm", m.name, m.value, m.least, maxLength)
	}
	return nil
}

// profile returns the points of a rounded edge of radius 1, from (1,0) to (0,1). Their number is
// odd, so that the middle is one of them.
func (o SolidOptions) profile() [][2]float64 {
	if o.Chamfer {
		return [][2]float64{{1, 0}, {0.5, 0.5}, {0, 1}}
	}
	points := make([][2]float64, o.Segments+1)
	for i := range points {
		sin, cos := math.Sincos(float64(i) / float64(o.Segments) * math.Pi / 2)
		points[i] = [2]float64{cos, sin}
	}
	points[o.Segments] = [2]float64{0, 1}
	return points
}

// Solid returns the solid of a piece: of cubes or other polyhedra of a lattice of space, or of the
// polygons of a planar lattice with a thickness. Its least z is 0. The piece must be connected by
// faces or by sides. There is an error if the gap and the edges do not leave a core, or are too
// large for the shortest edges of a polyhedron. Cells of space take time and memory
// proportional to their number.
func Solid(s shapes.Shape, o SolidOptions) (*Mesh, error) {
	o, err := o.filled()
	if err != nil {
		return nil, err
	}
	var m *Mesh
	switch {
	case s.Lattice() == shapes.Cube:
		if err := checkCubes(s, o); err != nil {
			return nil, err
		}
		m = solidOfCubes(s, o)
	case s.Lattice().Spatial():
		if err := checkPolyhedra(s, o); err != nil {
			return nil, err
		}
		if m, err = solidOfPolyhedra(s, o); err != nil {
			return nil, err
		}
	default:
		if m, err = solidOfPolygons(s, o); err != nil {
			return nil, err
		}
	}
	least, _ := m.Bounds()
	return m.translated([3]float64{-least[0], -least[1], -least[2]}), nil
}

// checkPolyhedra returns an error for a shape, on a lattice of space, of which there is no solid.
func checkPolyhedra(s shapes.Shape, o SolidOptions) error {
	switch {
	case s.Empty():
		return errors.New("fabrication: expected a shape with cells")
	case s.Lattice().Dimension() > 3:
		return fmt.Errorf("fabrication: %v has four dimensions, expected at most three", s)
	case !s.Connected():
		return fmt.Errorf("fabrication: %v would fall apart: expected cells that are connected by faces", s)
	}
	return nil
}

func checkCubes(s shapes.Shape, o SolidOptions) error {
	if err := checkPolyhedra(s, o); err != nil {
		return err
	}
	if o.Gap/2+o.Edge > 0.49*o.Unit {
		return tooLarge(s, o)
	}
	return nil
}

func tooLarge(s shapes.Shape, o SolidOptions) error {
	return fmt.Errorf("fabrication: a gap of %v mm with edges of %v mm is too large for %v with cells of %v mm", o.Gap, o.Edge, s, o.Unit)
}

// core returns the outline of a planar piece, moved inward.
func core(s shapes.Shape, o SolidOptions) ([]loop, error) {
	if err := polygonal(s); err != nil {
		return nil, err
	}
	out := outlineOf(s, o.Unit, false)
	if out.parts > 1 {
		return nil, fmt.Errorf("fabrication: %v would fall apart: expected cells that are connected by sides", s)
	}
	inset := o.Gap/2 + o.Edge
	if inset == 0 && out.pinched {
		inset = parting
	}
	loops, ok := moved(out.loops, inset)
	if !ok || 2*o.Edge > 0.98*o.Thickness {
		return nil, tooLarge(s, o)
	}
	return loops, nil
}

// solidOfPolygons returns the mesh of a planar piece.
func solidOfPolygons(s shapes.Shape, o SolidOptions) (*Mesh, error) {
	loops, err := core(s, o)
	if err != nil {
		return nil, err
	}
	var b meshBuilder
	b.mesh.name = s.Name()
	type layer struct{ distance, height float64 }
	layers := []layer{{0, 0}, {0, o.Thickness}}
	if o.Edge > 0 {
		layers = nil
		profile := o.profile()
		for _, t := range profile {
			layers = append(layers, layer{o.Edge * t[1], o.Edge * (1 - t[0])})
		}
		for _, t := range profile {
			layers = append(layers, layer{o.Edge * t[0], o.Thickness - o.Edge*(1-t[1])})
		}
	}
	for _, l := range loops {
		var below loop
		for i, y := range layers {
			ring := around(l, y.distance, o)
			for k := range ring {
				if i == 0 {
					break
				}
				n := (k + 1) % len(ring)
				high, low := y.height, layers[i-1].height
				b.quad(below[k].at(low), below[n].at(low), ring[n].at(high), ring[k].at(high))
			}
			below = ring
		}
	}
	for _, t := range triangulate(loops) {
		b.triangle(t[0].at(o.Thickness), t[1].at(o.Thickness), t[2].at(o.Thickness))
		b.triangle(t[0].at(0), t[2].at(0), t[1].at(0))
	}
	return &b.mesh, nil
}

func (p point) at(height float64) [3]float64 { return [3]float64{p.x, p.y, height} }

// around returns the loop at a distance from a loop of the core. The number of points does not
// depend on the distance.
func around(l loop, distance float64, o SolidOptions) loop {
	var ring loop
	for i, p := range l {
		a, b := l[(i+len(l)-1)%len(l)], l[(i+1)%len(l)]
		n, m := p.minus(a).unit().right(), b.minus(p).unit().right()
		turn := math.Atan2(n.cross(m), n.dot(m))
		if turn <= 0 || o.Edge == 0 {
			ring = append(ring, p.plus(miter(a, p, b).times(distance)))
			continue
		}
		parts := 1
		if !o.Chamfer {
			parts = max(1, int(math.Ceil(turn/(math.Pi/2)*float64(o.Segments)-1e-9)))
		}
		for k := range parts + 1 {
			sin, cos := math.Sincos(turn * float64(k) / float64(parts))
			ring = append(ring, p.plus(point{n.x*cos - n.y*sin, n.x*sin + n.y*cos}.times(distance)))
		}
	}
	return ring
}
