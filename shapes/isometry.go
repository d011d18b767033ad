// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"fmt"
	"strconv"
	"strings"

	"polka/internal/gcd"
)

// An Isometry is a symmetry of a whole lattice: a rotation or a reflection about the origin
// followed by a translation. On lattices whose symmetries were found (see [NewLattice]) the
// translation need not be one by whole steps, as in a glide reflection. It is an immutable value
// and can be compared with ==. The zero value is the identity of [Square].
//
// [Lattice.Isometries] returns one for each rotation and reflection, and [Shape.Symmetries] returns
// those that map a shape to itself.
type Isometry struct {
	lattice   *Lattice // nil for Square
	operation int
	shift     Cell
}

// Lattice returns the lattice that the isometry maps to itself.
func (g Isometry) Lattice() *Lattice { return known(g.lattice) }

func (g Isometry) op() *operation { return &g.Lattice().facts().operations[g.operation] }

// ApplyCell returns the image of a cell.
func (g Isometry) ApplyCell(c Cell) Cell { return g.op().apply(g.Lattice(), c).plus(g.shift) }

// Apply returns the image of a shape on the same lattice, with its name. It panics if the lattices
// differ.
func (g Isometry) Apply(s Shape) Shape {
	if s.lattice != g.lattice {
		panic("shapes: the isometry and the shape are of different lattices")
	}
	cells := s.Cells()
	l, op := g.Lattice(), g.op()
	for i, c := range cells {
		cells[i] = op.apply(l, c).plus(g.shift)
	}
	return s.with(cells)
}

// Translate returns the isometry followed by a translation, with the conditions of
// [Shape.Translate].
func (g Isometry) Translate(dx, dy, dz int) Isometry {
	g.shift = g.shift.plus(g.Lattice().step(dx, dy, dz))
	return g
}

// Then returns the isometry followed by another one of the same lattice. It panics if the lattices
// differ.
func (g Isometry) Then(h Isometry) Isometry {
	if g.lattice != h.lattice {
		panic("shapes: the isometries are of different lattices")
	}
	group := g.Lattice().group()
	shift := g.Lattice().turned(h.op(), g.shift).plus(h.shift)
	if group.excess != nil {
		shift = shift.plus(group.excess[h.operation][g.operation])
	}
	return Isometry{g.lattice, group.product[h.operation][g.operation], shift}
}

// Inverse returns the isometry that undoes this one.
func (g Isometry) Inverse() Isometry {
	group := g.Lattice().group()
	inverse := Isometry{lattice: g.lattice, operation: group.inverse[g.operation]}
	inverse.shift = g.Lattice().turned(inverse.op(), Cell{}.minus(g.shift))
	if group.excess != nil {
		inverse.shift = inverse.shift.minus(group.excess[inverse.operation][g.operation])
	}
	return inverse
}

// Reflects reports whether the isometry reverses orientation, as reflections do.
func (g Isometry) Reflects() bool { return g.op().mirror }

// Identity reports whether the isometry maps every cell to itself.
func (g Isometry) Identity() bool { return g.operation == 0 && g.shift == Cell{} }

// Description describes the isometry without its translation: "identity", "turn by 90 degrees"
// (clockwise), "reflection in the axis at 45 degrees" (counterclockwise from the right), and in
// space "turn by 120 degrees", "reflection in a diagonal plane" and others. Of cubes of four
// dimensions it has the order only: "rotation of order 8".
func (g Isometry) Description() string {
	op := g.op()
	switch {
	case g.operation == 0:
		return "identity"
	case g.Lattice().folded:
		return op.axes.words()
	case g.Lattice().spatial && g.lattice != Cube:
		return op.spaceWords()
	case g.Lattice().spatial:
		return cubeWords[sortOf(&op.matrix)]
	case op.mirror:
		return fmt.Sprintf("reflection in the axis at %d degrees", op.angle)
	}
	return fmt.Sprintf("turn by %d degrees", op.angle)
}

// String returns the formula of the isometry, such as "(x,y) -> (3-y,x)", for points whose
// coordinates are numbers of steps. On lattices whose symmetries were found it may have fractions,
// as in "(x,y) -> (x+1/2,1/2-y)".
func (g Isometry) String() string {
	if g.Lattice().folded {
		return g.formula4()
	}
	names := "xyz"
	if !g.Lattice().spatial {
		names = "xy"
	}
	op, parts := g.op(), max(g.Lattice().facts().denominator, 1)
	whole := g.Lattice().periods(g.shift)
	shift := [3]int{whole.X*parts + op.shift[0], whole.Y*parts + op.shift[1], whole.Z*parts + op.shift[2]}
	var b strings.Builder
	for i := range names {
		b.WriteString(separator(i, "(", ","))
		b.WriteByte(names[i])
	}
	b.WriteString(") -> ")
	for i := range names {
		b.WriteString(separator(i, "(", ","))
		writeSum(&b, shift[i], parts, op.matrix[i][:len(names)], names)
	}
	b.WriteByte(')')
	return b.String()
}

// writeSum writes the sum of a constant, in 1/parts, and multiples of variables: "x", "3-y",
// "x-y+1", "0".
func writeSum(b *strings.Builder, constant, parts int, factors []int, names string) {
	start := b.Len()
	common := gcd.Of(parts, constant)
	constant, parts = constant/common, parts/common
	term := func(n int, name string) {
		switch {
		case n == 0:
			return
		case n < 0:
			b.WriteByte('-')
			n = -n
		case b.Len() > start:
			b.WriteByte('+')
		}
		if n != 1 || name == "" {
			b.WriteString(strconv.Itoa(n))
		}
		if parts > 1 && name == "" {
			b.WriteString("/" + strconv.Itoa(parts))
		}
		b.WriteString(name)
	}
	positive := false
	for _, n := range factors {
		positive = positive || n > 0
	}
	if !positive {
		term(constant, "")
	}
	for i, n := range factors {
		term(n, names[i:i+1])
	}
	if positive {
		term(constant, "")
	}
	if b.Len() == start {
		b.WriteByte('0')
	}
}

// separator returns first for the item with index 0 and between for the others.
func separator(i int, first, between string) string {
	if i == 0 {
		return first
	}
	return between
}

// step returns the translation by the given numbers of steps.
func (l *Lattice) step(dx, dy, dz int) Cell {
	if dz != 0 && !l.spatial {
		panic("shapes: a planar lattice has no translation along Z")
	}
	if l.packed > 0 && dx%l.packed != 0 {
		panic("shapes: the lattice has no translation along X by such a part of a period")
	}
	return Cell{dx, dy, dz}
}
