package shapes

import (
	"strconv"
	"strings"
)

// A symmetryClass says how many symmetries of each sort a shape has. That tells the classes of the
// planar lattices apart.
type symmetryClass struct {
	turns   int // turns but for the identity
	upright int // reflections like the one from left to right
	slanted int // other reflections
}

// A namedClass is a symmetry class and its name.
type namedClass struct {
	class symmetryClass
	name  string
}

// Symmetries lists the isometries of the lattice that map the shape onto itself, the identity
// first. They form a group; two tilings of a region are the same up to its symmetry if one of these
// takes the one to the other. The empty shape has those that [Lattice.Isometries] lists.
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

// Symmetry names the symmetry class of the shape. For shapes of squares, kings, sticks and tans it
// is one of "none", "axis" (one axis along rows or columns), "diagonal" (one diagonal axis), "half
// turn", "two axes", "two diagonals", "quarter turn" and "full". For polyiamonds and polyhexes it
// is one of "none", "upright axis", "level axis", "half turn", "two axes", "third turn", "three
// upright axes", "three level axes", "sixth turn" and "full". For polycubes it is "none", "full",
// or Schoenflies' symbol for one of the 31 other classes, such as "C2v", with a prime if its axes,
// or planes, are diagonal.
func (s Shape) Symmetry() string {
	var operations []int
	for _, g := range s.Symmetries() {
		operations = append(operations, g.operation)
	}
	return s.Lattice().symmetryName(operations)
}

// symmetryName names the class of a group of operations, given by their indices.
func (l *Lattice) symmetryName(operations []int) string {
	if l == Cube {
		return nameOfCubes(classOfCubes(operations))
	}
	var class symmetryClass
	for _, i := range operations {
		switch {
		case i == 0:
		case !l.facts().operations[i].mirror:
			class.turns++
		case l.group().class[i] == l.group().class[l.facts().reflect]:
			class.upright++
		default:
			class.slanted++
		}
	}
	for _, c := range l.classes {
		if c.class == class {
			return c.name
		}
	}
	return ""
}

// PointGroup is Schoenflies' symbol for the symmetries of the shape, whatever the positions of its
// axes: in the plane C1 to C6 for turns alone, where C2 has the half turn, and D1 to D6 for as many
// axes as turns; in space one of the symbols that Symmetry gives, without primes, C1 if there is no
// symmetry and Oh if there are all.
func (s Shape) PointGroup() string {
	if s.lattice == Cube {
		switch name := s.Symmetry(); name {
		case "none":
			return "C1"
		case "full":
			return "Oh"
		default:
			return strings.TrimRight(name, "'")
		}
	}
	turns, axes := 0, "C"
	for _, g := range s.Symmetries() {
		if g.Reflects() {
			axes = "D"
		} else {
			turns++
		}
	}
	return axes + strconv.Itoa(turns)
}

// Chiral reports whether the shape differs from its mirror image however it is turned, as gloves
// do.
func (s Shape) Chiral() bool {
	for _, g := range s.Symmetries() {
		if g.Reflects() {
			return false
		}
	}
	return true
}
