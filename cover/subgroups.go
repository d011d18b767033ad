// SPDX-License-Identifier: BSD-3-Clause

// The problem. Find all subgroups of a small group, and which of them are conjugate.
//
// The idea. Every subgroup is made from a smaller one by adding an element and closing the set
// under products. So all of them are found from the trivial one, each once, by a search.
// Subgroups are rows of bits.
//
// The cost. The group of the square has 10 subgroups in 8 classes, that of the hexagon 16 in 10,
// that of the cube 98 in 33, found within a few milliseconds.

package cover

import (
	"cmp"
	"encoding/binary"
	"errors"
	"math/bits"
	"slices"
)

// A finite is a finite group: product[i][j] is the number of element i followed by element j.
// Element 0 is the identity.
type finite struct {
	product [][]int
	inverse []int
}

// newFinite numbers the symmetries, the identity first. Of symmetries that do the same to all
// cells and pieces it keeps the first.
func newFinite(group []symmetry, cells, pieces int) (finite, []symmetry) {
	count := func(n int) []int32 {
		list := make([]int32, n)
		for i := range list {
			list[i] = int32(i)
		}
		return list
	}
	identity := symmetry{cell: count(cells), piece: count(pieces)}
	number := map[string]int{identity.key(): 0}
	list := []symmetry{identity}
	for _, g := range group {
		if _, ok := number[g.key()]; !ok {
			number[g.key()] = len(list)
			list = append(list, g)
		}
	}
	f := finite{product: make([][]int, len(list)), inverse: make([]int, len(list))}
	for i, g := range list {
		for j, h := range list {
			k := number[symmetry{cell: after(g.cell, h.cell), piece: after(g.piece, h.piece)}.key()]
			if f.product[i] = append(f.product[i], k); k == 0 {
				f.inverse[i] = j
			}
		}
	}
	return f, list
}

// A subgroup is the set of its elements, as bits.
type subgroup []uint64

func (s subgroup) has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }
func (s subgroup) put(i int)      { s[i/64] |= 1 << (i % 64) }

// stringOf writes bits as text.
func stringOf(s subgroup) string {
	b := make([]byte, 0, 8*len(s))
	for _, word := range s {
		b = binary.LittleEndian.AppendUint64(b, word)
	}
	return string(b)
}

// order returns the number of elements.
func (s subgroup) order() int {
	n := 0
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// within reports whether all elements are elements of t.
func (s subgroup) within(t subgroup) bool {
	for i, word := range s {
		if word&^t[i] != 0 {
			return false
		}
	}
	return true
}

// generated returns the least subgroup with some elements.
func (f finite) generated(elements ...int) subgroup {
	s := make(subgroup, len(f.product)/64+1)
	s.put(0)
	list := []int{0}
	for i := 0; i < len(list); i++ { // the list grows
		for _, g := range elements {
			if k := f.product[list[i]][g]; !s.has(k) {
				s.put(k)
				list = append(list, k)
			}
		}
	}
	return s
}

// elements lists the numbers of the elements.
func (s subgroup) elements() []int {
	var list []int
	for i := range 64 * len(s) {
		if s.has(i) {
			list = append(list, i)
		}
	}
	return list
}

// mostSubgroups is how many subgroups are listed. Groups of boards have at most 98.
const mostSubgroups = 5000

var errSubgroups = errors.New("cover: the symmetries have more than 5000 subgroups")

// A conjugacy is a class of conjugate subgroups.
type conjugacy []subgroup

// conjugacies lists the classes of subgroups, small ones first.
func (f finite) conjugacies() ([]conjugacy, error) {
	list := []subgroup{f.generated()}
	known := map[string]bool{stringOf(list[0]): true}
	for i := 0; i < len(list); i++ { // the list grows
		for g := range f.product {
			if list[i].has(g) {
				continue
			}
			s := f.generated(append(list[i].elements(), g)...)
			if text := stringOf(s); !known[text] {
				known[text] = true
				list = append(list, s)
			}
			if len(list) > mostSubgroups {
				return nil, errSubgroups
			}
		}
	}
	slices.SortStableFunc(list, func(a, b subgroup) int {
		return cmp.Or(cmp.Compare(a.order(), b.order()), slices.Compare(a.elements(), b.elements()))
	})
	var classes []conjugacy
	done := map[string]bool{}
	for _, s := range list {
		if done[stringOf(s)] {
			continue
		}
		var c conjugacy
		for g := range f.product {
			t := make(subgroup, len(s))
			for _, k := range s.elements() {
				t.put(f.product[f.product[f.inverse[g]][k]][g])
			}
			if text := stringOf(t); !done[text] {
				done[text] = true
				c = append(c, t)
			}
		}
		classes = append(classes, c)
	}
	return classes, nil
}
