package shapes

import (
	"fmt"
	"strconv"
	"strings"
)

// An Isometry is a symmetry of a whole lattice: a turn or a reflection about the origin, followed
// by a translation. It is an immutable value that can be compared with ==; the zero value leaves
// every square where it is.
//
// [Lattice.Isometries] lists those without translation, [Shape.Symmetries] those that map a shape
// onto itself.
type Isometry struct {
	lattice   *Lattice // nil for Square
	operation int
	shift     Cell
}

// Lattice is the lattice that the isometry maps onto itself.
func (g Isometry) Lattice() *Lattice { return known(g.lattice) }

func (g Isometry) op() *operation { return &g.Lattice().facts().operations[g.operation] }

// Cell is the image of a cell.
func (g Isometry) Cell(c Cell) Cell { return g.op().apply(g.Lattice(), c).plus(g.shift) }

// Apply is the image of a shape on the same lattice. The name is kept.
func (g Isometry) Apply(s Shape) Shape {
	if s.lattice != g.lattice {
		panic("shapes: isometry and shape are of different lattices")
	}
	cells := s.Cells()
	for i, c := range cells {
		cells[i] = g.Cell(c)
	}
	return s.with(cells)
}

// Translate is the isometry followed by a translation. On a planar lattice dz must be 0.
func (g Isometry) Translate(dx, dy, dz int) Isometry {
	g.shift = g.shift.plus(g.Lattice().step(dx, dy, dz))
	return g
}

// Then is the isometry followed by another one of the same lattice.
func (g Isometry) Then(h Isometry) Isometry {
	if g.lattice != h.lattice {
		panic("shapes: isometries are of different lattices")
	}
	return Isometry{g.lattice, g.Lattice().group().product[h.operation][g.operation], h.op().matrix.times(g.shift).plus(h.shift)}
}

// Inverse undoes the isometry.
func (g Isometry) Inverse() Isometry {
	inverse := Isometry{lattice: g.lattice, operation: g.Lattice().group().inverse[g.operation]}
	inverse.shift = inverse.op().matrix.times(Cell{}.minus(g.shift))
	return inverse
}

// Mirror reports whether the isometry takes right hands to left hands.
func (g Isometry) Mirror() bool { return g.op().mirror }

// Identity reports whether the isometry leaves every cell where it is.
func (g Isometry) Identity() bool { return g.operation == 0 && g.shift == Cell{} }

// Words says what the isometry does to directions: "identity", "turn by 90 degrees" (clockwise),
// "reflection in the axis at 45 degrees" (counted from the right, counter-clockwise); in space
// "turn by 120 degrees", "reflection in a diagonal plane" and the like. It does not mention the
// translation.
func (g Isometry) Words() string {
	op := g.op()
	switch {
	case g.operation == 0:
		return "identity"
	case g.Lattice().spatial:
		return cubeWords[sortOf(&op.matrix)]
	case op.mirror:
		return fmt.Sprintf("reflection in the axis at %d degrees", op.angle)
	}
	return fmt.Sprintf("turn by %d degrees", op.angle)
}

// String writes where the cell (x,y) goes, such as "(x,y) -> (3-y,x)".
func (g Isometry) String() string {
	names := "xyz"
	if !g.Lattice().spatial {
		names = "xy"
	}
	shift := [3]int{g.shift.X, g.shift.Y, g.shift.Z}
	var b strings.Builder
	for i := range names {
		b.WriteString(separator(i, "(", ","))
		b.WriteByte(names[i])
	}
	b.WriteString(") -> ")
	for i := range names {
		b.WriteString(separator(i, "(", ","))
		writeSum(&b, shift[i], g.op().matrix[i][:len(names)], names)
	}
	b.WriteByte(')')
	return b.String()
}

// writeSum writes a constant and multiples of variables: "x", "3-y", "x-y+1", "0".
func writeSum(b *strings.Builder, constant int, factors []int, names string) {
	start := b.Len()
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

// separator is first before the item with index 0, and between elsewhere.
func separator(i int, first, between string) string {
	if i == 0 {
		return first
	}
	return between
}

// step is the translation by the given numbers of steps.
func (l *Lattice) step(dx, dy, dz int) Cell {
	if dz != 0 && !l.spatial {
		panic("shapes: a planar lattice has no translation along Z")
	}
	return Cell{dx, dy, dz}
}
