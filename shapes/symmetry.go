// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"strconv"
	"strings"
)

// A symmetryClass has the number of symmetries of each sort, which determines the class on the
// planar lattices.
type symmetryClass struct {
	turns   int // rotations other than the identity
	upright int // reflections conjugate to the one that exchanges left and right
	slanted int // other reflections
}

// A namedClass is a symmetry class and its name.
type namedClass struct {
	class symmetryClass
	name  string
}

// Symmetries returns the symmetry group of the shape: the isometries of the lattice that map the
// shape to itself, the identity first. Two tilings of a region are the same up to symmetry if one
// of these maps one to the other. For the empty shape these are the isometries that
// [Lattice.Isometries] returns.
func (s Shape) Symmetries() []Isometry {
	l := s.Lattice()
	normal := s.Normal()
	least := l.cornerOf(s)
	var group []Isometry
	for _, g := range l.Isometries() {
		image := g.Apply(s)
		if !image.Normal().Equal(normal) {
			continue
		}
		g.shift = least.minus(l.cornerOf(image))
		group = append(group, g)
	}
	return group
}

// Symmetry returns the name of the symmetry class of the shape. For squares, kings, sticks and tans
// it is "none", "axis" (one axis along rows or columns), "diagonal" (one diagonal axis), "half
// turn", "two axes", "two diagonals", "quarter turn" or "full". For triangles, hexagons and kites
// it is "none", "upright axis", "level axis", "half turn", "two axes", "third turn", "three upright
// axes", "three level axes", "sixth turn" or "full". Other planar lattices use those of these names
// that their point group has, or just "axis" and "three axes" where all axes are alike. For cubes
// it is "none", "full", or the Schoenflies symbol of one of the other 31 classes, such as "C2v",
// with a prime if its axes or planes are diagonal. Other solids have these names too, without
// primes if the lattice has fewer symmetries than that of cubes. For cubes of four dimensions it is
// the numbers of rotations, the identity included, and reflections, such as "2 rotations, 2
// reflections", which different groups can have in common.
func (s Shape) Symmetry() string {
	var operations []int
	for _, g := range s.Symmetries() {
		operations = append(operations, g.operation)
	}
	return s.Lattice().symmetryName(operations)
}

// symmetryName returns the name of the class of a group of operations, given by their indices.
func (l *Lattice) symmetryName(operations []int) string {
	if l.folded {
		return l.symmetryName4(operations)
	}
	if l == Cube {
		return nameOfCubes(classOfCubes(operations))
	}
	if l.spatial {
		return l.spaceName(operations)
	}
	var class symmetryClass
	for _, i := range operations {
		switch {
		case i == 0:
		case !l.facts().operations[i].mirror:
			class.turns++
		case l.group().class[i] == l.group().class[l.facts().reflect]: // there is one, since i is a reflection
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

// all returns the indices of all operations.
func (l *Lattice) all() []int {
	list := make([]int, len(l.facts().operations))
	for i := range list {
		list[i] = i
	}
	return list
}

// PointGroup returns the Schoenflies symbol of the symmetry group of the shape, whatever the
// positions of its axes. In the plane it is Cn for n rotations, the identity included, such as C2
// for the half turn, and Dn if there are n reflections as well; n is 1, 2, 3, 4 or 6. In space it
// is the symbol that Symmetry returns, without primes, or C1 for no symmetry and, for all, that of
// the lattice, such as Oh. For cubes of four dimensions, which have no such symbols, it is what
// Symmetry returns.
func (s Shape) PointGroup() string {
	if l := s.Lattice(); l.spatial && !l.folded {
		switch name := s.Symmetry(); {
		case name == "none":
			return "C1"
		case name == "full" && len(l.facts().operations) == 48:
			return "Oh"
		case name == "full":
			return l.schoenflies(l.all())
		default:
			return strings.TrimRight(name, "'")
		}
	}
	if s.Lattice().folded {
		return s.Symmetry()
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

// Chiral reports whether the shape differs from each rotation of its mirror image.
func (s Shape) Chiral() bool {
	for _, g := range s.Symmetries() {
		if g.Reflects() {
			return false
		}
	}
	return true
}
