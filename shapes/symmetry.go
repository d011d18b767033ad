package shapes

import "fmt"

// A symmetryClass says how many symmetries of each sort a shape has. That tells the classes of the planar lattices apart.
type symmetryClass struct {
	turns   int // turns but for the identity
	upright int // reflections like the one from left to right
	slanted int // other reflections
}

// Symmetries lists the isometries of the lattice that map the shape onto itself, the identity first. They form a group;
// two tilings of a region are the same up to its symmetry if one of these takes the one to the other. The empty shape
// has those that [Lattice.Isometries] lists.
func (s Shape) Symmetries() []Isometry {
	normal := s.Normal()
	least, _ := s.Bounds()
	var group []Isometry
	for _, g := range s.Lattice().Isometries() {
		image := g.Apply(s)
		if !image.Normal().Equal(normal) {
			continue
		}
		corner, _ := image.Bounds()
		g.shift = least.minus(corner)
		group = append(group, g)
	}
	return group
}

// Symmetry names the symmetry class of the shape. For polyominoes it is one of "none", "axis" (one axis along rows or
// columns), "diagonal" (one diagonal axis), "half turn", "two axes", "two diagonals", "quarter turn" and "full". For
// polyiamonds and polyhexes it is one of "none", "upright axis", "level axis", "half turn", "two axes", "third turn",
// "three upright axes", "three level axes", "sixth turn" and "full". For polycubes it is "none", "full", or the number of
// symmetries, such as "order 4".
func (s Shape) Symmetry() string {
	l := s.Lattice()
	var class symmetryClass
	group := s.Symmetries()
	for _, g := range group {
		switch op := g.op(); {
		case g.operation == 0:
		case !op.mirror:
			class.turns++
		case l.group().class[g.operation] == l.group().class[l.reflect]:
			class.upright++
		default:
			class.slanted++
		}
	}
	switch name, ok := l.classes[class]; {
	case ok:
		return name
	case len(group) == 1:
		return "none"
	case len(group) == len(l.operations):
		return "full"
	}
	return fmt.Sprintf("order %d", len(group))
}

// Chiral reports whether the shape differs from its mirror image however it is turned, as gloves do.
func (s Shape) Chiral() bool {
	for _, g := range s.Symmetries() {
		if g.Mirror() {
			return false
		}
	}
	return true
}
