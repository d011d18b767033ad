// SPDX-License-Identifier: BSD-3-Clause

package invariant

import (
	"math/bits"
	"slices"
)

// A Group is a finite group of isometries that have different matrices, the identity first, at most
// 64.
type Group []Isometry

// A table is the multiplication table of a group, with the subgroups needed so far. Elements are
// given by their indices.
type table struct {
	product [][]uint8
	inverse []uint8

	subgroups []uint64         // as sets of elements; the trivial one comes first
	numbers   map[uint64]uint8 // of subgroups
	joins     [][]uint8        // joins[s][g] is the least subgroup that contains subgroup s and element g, or unknown
}

const unknown = 255

func newTable(group Group) *table {
	t := &table{product: make([][]uint8, len(group)), inverse: make([]uint8, len(group)), numbers: map[uint64]uint8{}}
	index := map[[3][3]int]uint8{}
	for i := range group {
		index[group[i].Matrix] = uint8(i)
	}
	for i := range group {
		t.product[i] = make([]uint8, len(group))
		for j := range group {
			k, ok := index[composed(&group[i].Matrix, &group[j].Matrix)]
			if !ok {
				panic("invariant: the isometries are not a group")
			}
			t.product[i][j] = k
			if k == 0 {
				t.inverse[i] = uint8(j)
			}
		}
	}
	t.number(1)
	return t
}

func composed(a, b *[3][3]int) (c [3][3]int) {
	for i := range c {
		for j := range c {
			for k := range c {
				c[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return c
}

// number returns the number of a subgroup.
func (t *table) number(subgroup uint64) uint8 {
	n, ok := t.numbers[subgroup]
	if !ok {
		n = uint8(len(t.subgroups))
		t.numbers[subgroup] = n
		t.subgroups = append(t.subgroups, subgroup)
		row := make([]uint8, len(t.product))
		for g := range row {
			row[g] = unknown
			if subgroup>>g&1 == 1 {
				row[g] = n
			}
		}
		t.joins = append(t.joins, row)
	}
	return n
}

// join returns the number of the least subgroup that contains subgroup s and element g.
func (t *table) join(s, g uint8) uint8 {
	if joined := t.joins[s][g]; joined != unknown {
		return joined
	}
	set := t.subgroups[s] | 1<<g
	for grown := true; grown; {
		grown = false
		for a := set; a != 0; a &= a - 1 {
			for b := set; b != 0; b &= b - 1 {
				c := t.product[bits.TrailingZeros64(a)][bits.TrailingZeros64(b)]
				if set>>c&1 == 0 {
					set |= 1 << c
					grown = true
				}
			}
		}
	}
	joined := t.number(set)
	t.joins[s][g] = joined
	return joined
}

// clone returns a copy that grows independently.
func (t *table) clone() *table {
	own := *t
	own.subgroups, own.numbers, own.joins = nil, map[uint64]uint8{}, nil
	own.number(1)
	return &own
}

// whole returns the set of all elements.
func (t *table) whole() uint64 { return 1<<len(t.product) - 1 }

// A lift determines where a group of isometries acts: element i is followed by the translation
// lift[i], so that all of them fix a point.
type lift [][3]int

// fixedParts is the common denominator of the coordinates of fixed points if the shifts are whole
// periods: on the hexagonal lattice they are sixths of periods, on others halves. With fractions,
// it is multiplied by their denominator, since a fixed point solves (1-M)x = shift, where 1-M has
// elementary divisors that divide 6. In space they divide 12: with steps that are not along the
// axes, the fixed point of a quarter turn with a reflection has coordinates in fourths.
func (g Group) fixedParts(dimensions int) int {
	if dimensions == 3 && g.slanted() {
		return 12
	}
	return 6
}

// slanted reports whether the group maps a step to something else than a step or its inverse.
func (g Group) slanted() bool {
	return slices.ContainsFunc(g, func(m Isometry) bool { return !alongAxes(&m.Matrix) })
}

// alongAxes reports whether a matrix maps each step to a step or its inverse.
func alongAxes(m *[3][3]int) bool {
	for _, row := range m {
		if row[0]*row[0]+row[1]*row[1]+row[2]*row[2] != 1 {
			return false
		}
	}
	return true
}

// lifts returns one lift for each class of points that the group can fix, up to translations and up
// to moving the point within the fixed space.
func lifts(group Group, dimensions int) []lift {
	var list []lift
	translations := group.shortTranslations(dimensions)
	parts := group.fixedParts(dimensions)
	denominator := parts * max(group[0].Denominator, 1)
	extent := [3]int{denominator, denominator, 1}
	if dimensions == 3 {
		extent[2] = denominator
	}
	for z := range extent[2] {
		for y := range extent[1] {
			for x := range extent[0] {
				l, ok := liftAt(group, [3]int{x, y, z}, parts, denominator)
				for i := 0; ok && i < len(list); i++ {
					ok = !sameLift(group, list[i], l, translations)
				}
				if ok {
					list = append(list, l)
				}
			}
		}
	}
	return list
}

// liftAt finds the translations that fix a point, given in 1/denominator. It returns false if they
// are not whole periods. The shifts of the isometries are in parts/denominator.
func liftAt(group Group, point [3]int, parts, denominator int) (lift, bool) {
	l := make(lift, len(group))
	for i := range group {
		image := times(&group[i].Matrix, point)
		for j := range image {
			d := point[j] - image[j] - group[i].Shift[j]*parts
			if d%denominator != 0 {
				return nil, false
			}
			l[i][j] = d / denominator
		}
	}
	return l, true
}

// sameLift reports whether one of the translations maps one lift to the other. Short ones are
// enough for points in one period.
func sameLift(group Group, a, b lift, translations [][3]int) bool {
	return slices.ContainsFunc(translations, func(by [3]int) bool { return slices.Equal(movedLift(group, a, by), b) })
}

// movedLift returns the lift whose point is that of l, translated.
func movedLift(group Group, l lift, by [3]int) lift {
	moved := make(lift, len(l))
	for i := range group {
		image := times(&group[i].Matrix, by)
		for j := range image {
			moved[i][j] = l[i][j] + by[j] - image[j]
		}
	}
	return moved
}
