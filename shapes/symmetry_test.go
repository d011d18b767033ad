// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"context"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"testing"
)

// subgroups makes all subgroups of the point group of a lattice, as sets of bits.
func subgroups(l *Lattice) []uint64 {
	g, n := l.group(), len(l.facts().operations)
	closure := func(s uint64) uint64 {
		for {
			old := s
			for i := range n {
				for j := range n {
					if s>>i&1 == 1 && s>>j&1 == 1 {
						s |= 1 << g.product[i][j]
					}
				}
			}
			if s == old {
				return s
			}
		}
	}
	found := map[uint64]bool{1: true}
	list := []uint64{1}
	for i := 0; i < len(list); i++ {
		for j := range n {
			if s := closure(list[i] | 1<<j); !found[s] {
				found[s] = true
				list = append(list, s)
			}
		}
	}
	return list
}

// conjugate is the least of the subgroups to which operations take one.
func conjugate(l *Lattice, s uint64) uint64 {
	g := l.group()
	least := s
	for c := range l.facts().operations {
		var image uint64
		for i := range l.facts().operations {
			if s>>i&1 == 1 {
				image |= 1 << g.product[g.product[c][i]][g.inverse[c]]
			}
		}
		least = min(least, image)
	}
	return least
}

// Each class of subgroups has a name, and no two have the same.
func TestEverySymmetryClassHasItsName(t *testing.T) {
	for _, test := range []struct {
		lattice            *Lattice
		subgroups, classes int
	}{
		{Square, 10, 8}, {King, 10, 8}, {Stick, 10, 8}, {Tan, 10, 8}, {Triangle, 16, 10}, {Hexagon, 16, 10}, {Kite, 16, 10}, {Cube, 98, 33},
	} {
		l := test.lattice
		all := subgroups(l)
		names := map[uint64]string{}
		for _, s := range all {
			// The union of the images of a cell without symmetry under the subgroup has that
			// subgroup, or more if the cell was badly chosen; a shape far from the origin and
			// without symmetry is well chosen.
			var cells []Cell
			for i := range l.facts().operations {
				if s>>i&1 == 1 {
					for _, c := range lopsided(l) {
						cells = append(cells, l.facts().operations[i].apply(l, c))
					}
				}
			}
			shape := New(l, cells...)
			if got := len(shape.Symmetries()); got != bits.OnesCount64(s) {
				t.Fatalf("%v: %d symmetries of a shape that was made for %d", l, got, bits.OnesCount64(s))
			}
			class := conjugate(l, s)
			if name, ok := names[class]; ok && name != shape.Symmetry() || shape.Symmetry() == "" {
				t.Errorf("%v: subgroups %b of one class have the names %q and %q", l, s, name, shape.Symmetry())
			}
			names[class] = shape.Symmetry()
			if l != Cube && (shape.PointGroup()[0] == 'D') != !shape.Chiral() {
				t.Errorf("%v: chiral %v, point group %s", shape, shape.Chiral(), shape.PointGroup())
			}
		}
		different := slices.Compact(slices.Sorted(maps.Values(names)))
		if len(all) != test.subgroups || len(names) != test.classes || len(different) != test.classes {
			t.Errorf("%v: %d subgroups in %d classes with the names %q; want %d in %d", l, len(all), len(names), different, test.subgroups, test.classes)
		}
	}
}

// lopsided lists cells without symmetry, more than a step away from every axis.
func lopsided(l *Lattice) []Cell {
	at, up := Cell{20, 7, 0}, 0
	if l.spatial {
		at.Z, up = 3, 1
	}
	return []Cell{at, at.plus(Cell{X: 1}), at.plus(Cell{X: 2}), at.plus(Cell{X: 2, Y: 1}), at.plus(Cell{X: 9, Y: 4, Z: up})}
}

// How many polyforms of a few cells have which symmetries.
func ExampleShape_PointGroup() {
	for _, test := range []struct {
		lattice *Lattice
		cells   int
	}{{Square, 6}, {Triangle, 6}, {Hexagon, 4}, {Tan, 4}, {Cube, 4}} {
		count := map[string]int{}
		err := Each(context.Background(), test.lattice, test.cells, Free, func(s Shape) bool {
			count[s.PointGroup()]++
			return true
		})
		fmt.Println(test.lattice, test.cells, count, err)
	}
	// Output:
	// square 6 map[C1:20 C2:5 D1:8 D2:2] <nil>
	// triangle 6 map[C1:5 C2:2 D1:3 D2:1 D6:1] <nil>
	// hexagon 4 map[C1:2 C2:1 D1:1 D2:2 D3:1] <nil>
	// tan 4 map[C1:5 C2:3 D1:4 D2:1 D4:1] <nil>
	// cube 4 map[C2:1 C2h:1 C2v:1 C3v:1 Cs:1 D4h:2] <nil>
}

func ExampleShape_Symmetry_cubes() {
	list, err := Enumerate(context.Background(), Cube, 4, Free)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range list {
		fmt.Printf("%-4s %d %v\n", s.Symmetry(), len(s.Orientations(Free)), s)
	}
	// Output:
	// D4h  3 cube [(0,0,0), (0,0,1), (0,0,2), (0,0,3)]
	// Cs   24 cube [(0,0,0), (0,0,1), (0,0,2), (1,0,0)]
	// C2v  12 cube [(0,0,0), (0,0,1), (0,0,2), (1,0,1)]
	// D4h  3 cube [(0,0,0), (0,0,1), (1,0,0), (1,0,1)]
	// C3v  8 cube [(0,0,0), (0,0,1), (1,0,0), (0,1,0)]
	// C2'  24 cube [(0,0,0), (0,0,1), (1,0,0), (0,1,1)]
	// C2h  12 cube [(0,0,0), (0,0,1), (1,0,1), (1,0,2)]
}
