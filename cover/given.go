// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"polka/shapes"
)

// WithPlacements returns the puzzle in which the pieces lie only as given: list[i] contains the
// placements of piece i of Set, of which there is one for each i; their field Piece is ignored.
// This allows rules that no lattice has, and cells that are arranged as in no lattice; the
// coordinates are only names then. Placements with cells outside the board are left out.
//
// Two tilings are the same up to symmetry if one of the given maps of cells takes one to the
// other. A map counts only if it takes the board to itself, and the placements of each piece to
// its own or to those of another piece with the same numbers of copies. The maps must form a
// group; the identity may be omitted.
func (p *Puzzle) WithPlacements(list [][]Placement, maps ...func(shapes.Cell) shapes.Cell) *Puzzle {
	q := p.placed(&arrangement{list: slices.Clone(list), maps: slices.Clone(maps)})
	if q.err == nil && len(list) != len(p.pieces) {
		q.err = fmt.Errorf("cover: lists of placements for %d pieces: expected one for each of %d", len(list), len(p.pieces))
	}
	return q
}

// WithNumbered is [Puzzle.WithPlacements] for many placements. Their cells are given by their
// numbers, which count the cells of the board's shape in reading order from 0, and they are asked
// for when they are first needed: lay calls visit with the cells of each placement of piece i of
// Set, in increasing order, and with their colors as in [Placement]. The slice may be used again.
// maps lists the symmetries as the images of all numbers, -1 for a cell that is not on the board.
//
// There is no check of what lay visits; puzzles with wrong numbers panic, or have wrong tilings.
func (p *Puzzle) WithNumbered(lay func(i int, visit func(cells []int32, colors string)), maps func() [][]int32) *Puzzle {
	return p.placed(&arrangement{lay: lay, numbers: maps})
}

// An arrangement says how pieces lie where the lattice does not.
type arrangement struct {
	list [][]Placement
	maps []func(shapes.Cell) shapes.Cell

	lay     func(i int, visit func(cells []int32, colors string)) // instead of the list
	numbers func() [][]int32                                      // instead of the maps
}

// placed returns the puzzle whose pieces lie as an arrangement says.
func (p *Puzzle) placed(a *arrangement) *Puzzle {
	q := p.again()
	q.crossings, q.imported, q.rigid, q.developed = true, false, false, false
	q.given = a
	return q
}

// layGiven lists the given placements in the order of lay.
func (p *Puzzle) layGiven(number *numbering) []place {
	var list []place
	var room []int32
	for i := range p.pieces {
		if p.pieces[i].high == 0 {
			continue
		}
		first := len(list)
		switch {
		case p.given.lay != nil:
			p.given.lay(i, func(cells []int32, colors string) {
				var own []int32
				own, room = kept(cells, room)
				if strings.Trim(colors, string(unmarked)) == "" {
					colors = ""
				}
				list = append(roomier(list), place{piece: int32(i), cells: own, colors: colors})
			})
		case i < len(p.given.list):
			for _, q := range p.given.list[i] {
				if k, ok := q.place(int32(i), number); ok {
					list = append(roomier(list), k)
				}
			}
		}
		list = list[:first+len(sortPlaces(list[first:]))]
	}
	return list
}

// sortPlaces sorts places of a piece by their cells and colors, and leaves out duplicates. It
// compares numbers made of the first cells before it compares the places, and moves each once.
func sortPlaces(own []place) []place {
	type ranked struct {
		key   uint64
		index int32
	}
	order := make([]ranked, len(own))
	sorted := true
	for i := range own {
		key := uint64(0)
		for j := range 4 {
			const most = 1<<16 - 1 // the key ends with such a number
			key <<= 16
			if j < len(own[i].cells) && (j == 0 || key>>16&most < most) {
				key |= uint64(min(own[i].cells[j]+1, most))
			}
		}
		order[i] = ranked{key, int32(i)}
	}
	compare := func(a, b ranked) int {
		if a.key != b.key {
			return cmp.Compare(a.key, b.key)
		}
		p, q := &own[a.index], &own[b.index]
		if c := slices.Compare(p.cells, q.cells); c != 0 {
			return c
		}
		return strings.Compare(p.colors, q.colors)
	}
	for i := 1; sorted && i < len(order); i++ {
		sorted = compare(order[i-1], order[i]) < 0
	}
	if sorted {
		return own
	}
	slices.SortFunc(order, compare)
	for i := range order { // along the cycles of the permutation
		if int(order[i].index) == i {
			continue
		}
		first, k := own[i], i
		for next := int(order[k].index); next != i; next = int(order[k].index) {
			own[k], order[k].index = own[next], int32(k)
			k = next
		}
		own[k], order[k].index = first, int32(k)
	}
	return slices.CompactFunc(own, func(p, q place) bool { return slices.Equal(p.cells, q.cells) && p.colors == q.colors })
}

// place returns the placement in numbers. It reports whether all its cells are on the board.
func (p Placement) place(piece int32, number *numbering) (place, bool) {
	k := place{piece: piece, cells: make([]int32, 0, p.Shape.Size())}
	for _, c := range p.Shape.Cells() {
		n := number.of(c)
		if n < 0 {
			return k, false
		}
		k.cells = append(k.cells, n)
	}
	if strings.Trim(p.Colors, string(unmarked)) != "" {
		k.colors = p.Colors
	}
	return k, len(k.cells) > 0
}

// mapped lists what the given maps do to the cells, of those that take the
// board to itself.
func (p *Puzzle) mapped() []symmetry {
	marks, optional := []rune(p.board.marks), p.optional()
	var list []symmetry
	taken := make([]bool, len(p.cells))
	consider := func(cell []int32) {
		clear(taken)
		identity := true
		for i, j := range cell {
			if j < 0 || taken[j] || optional[i] != optional[j] || len(marks) > 0 && marks[i] != marks[j] {
				return
			}
			taken[j] = true
			identity = identity && int(j) == i
		}
		same := func(t symmetry) bool { return slices.Equal(cell, t.cell) }
		if !identity && !slices.ContainsFunc(list, same) {
			list = append(list, symmetry{cell: cell})
		}
	}
	if p.given.numbers != nil {
		for _, cell := range p.given.numbers() {
			consider(cell)
		}
		return list
	}
	number := newNumbering(p.cells)
	for _, f := range p.given.maps {
		cell := make([]int32, len(p.cells))
		for i, c := range p.cells {
			cell[i] = number.of(f(c))
		}
		consider(cell)
	}
	return list
}

// givenSymmetries lists which of the given maps are symmetries, without the identity. Those that
// are products of others that have been examined are not examined, as in symmetriesOf.
func (p *Puzzle) givenSymmetries(table *placeTable) []symmetry {
	maps := newPermutations(p.mapped())
	x := p.newGivenExchanger(table)
	identity := symmetry{cell: counting(len(p.cells)), piece: counting(len(p.pieces)), image: &images{own: counting(len(p.places))}}
	elements, generators := []symmetry{identity}, []symmetry(nil)
	given := len(maps.list) // products of maps that are no group may be others
	known, refused := make([]symmetry, given), make([]bool, given)
	for i := range given {
		if known[i].cell != nil || refused[i] {
			continue
		}
		s, ok := x.symmetry(maps.list[i])
		if !ok {
			for _, h := range elements {
				for _, k := range [2]int{maps.product(s.cell, h.cell), maps.product(h.cell, s.cell)} {
					if k >= 0 && k < given {
						refused[k] = true
					}
				}
			}
			continue
		}
		generators = append(generators, s)
		for e := 0; e < len(elements); e++ { // the list grows
			for _, g := range generators {
				k := maps.product(elements[e].cell, g.cell)
				if k >= 0 && known[k].cell != nil || k < 0 && slices.Equal(maps.room, identity.cell) {
					continue
				}
				if k < 0 {
					k = maps.add(slices.Clone(maps.room))
					known = append(known, symmetry{})
				}
				known[k] = symmetry{after(elements[e].piece, g.piece), maps.list[k].cell, &images{first: elements[e].image, second: g.image}}
				elements = append(elements, known[k])
			}
		}
	}
	var group []symmetry
	for _, s := range known[:given] {
		if s.cell != nil {
			group = append(group, s)
		}
	}
	return group
}

// permutations finds permutations of cells in a list of different ones.
type permutations struct {
	list []symmetry       // of which only the cells are used
	at   map[uint64][]int // in the list, by a number made of some images
	room []int32          // for a product
}

func newPermutations(list []symmetry) *permutations {
	m := &permutations{at: make(map[uint64][]int, len(list))}
	for _, s := range list {
		m.add(s.cell)
	}
	return m
}

// add appends a permutation and returns its index.
func (m *permutations) add(cell []int32) int {
	k := len(m.list)
	m.list = append(m.list, symmetry{cell: cell})
	m.at[brief(cell)] = append(m.at[brief(cell)], k)
	return k
}

// product returns the index of the product of two permutations, s first, or -1. It stores it in
// room.
func (m *permutations) product(s, t []int32) int {
	m.room = slices.Grow(m.room[:0], len(s))[:len(s)]
	for i, k := range s {
		m.room[i] = t[k]
	}
	for _, k := range m.at[brief(m.room)] {
		if slices.Equal(m.list[k].cell, m.room) {
			return k
		}
	}
	return -1
}

// brief returns a number made of the images of some cells. They tell most symmetries of a lattice
// apart.
func brief(cell []int32) uint64 {
	const some = 16
	n := uint64(0)
	for i := 0; i < len(cell); i += max(1, len(cell)/some) {
		n = spread(n ^ uint64(cell[i]))
	}
	return n
}

// counting returns the numbers 0 to n-1.
func counting(n int) []int32 {
	list := make([]int32, n)
	for i := range list {
		list[i] = int32(i)
	}
	return list
}

// A givenExchanger finds the images of pieces whose placements are given, by the placements
// themselves.
type givenExchanger struct {
	*Puzzle
	table *placeTable
	from  []int    // the place with which each piece begins; its end is the next beginning
	class []int32  // the first piece with the same numbers of copies and the same placements
	own   []string // the class as text
}

func (p *Puzzle) newGivenExchanger(table *placeTable) *givenExchanger {
	x := &givenExchanger{Puzzle: p, table: table, from: make([]int, len(p.pieces)+1)}
	for _, q := range p.places {
		x.from[q.piece+1]++
	}
	for i := range p.pieces {
		x.from[i+1] += x.from[i]
	}
	same := counting(len(p.cells))
	x.class, x.own = make([]int32, len(p.pieces)), make([]string, len(p.pieces))
	for i := range p.pieces {
		x.class[i] = int32(i)
		for j := range int32(i) {
			if x.class[j] == j && x.covers(int32(i), j, same, nil) {
				x.class[i] = j
				break
			}
		}
		x.own[i] = strconv.Itoa(int(x.class[i]))
	}
	return x
}

// covers reports whether a map of the cells takes the placements of piece i to those of piece j,
// which has the same numbers of copies. It stores the places' images.
func (x *givenExchanger) covers(i, j int32, cell, image []int32) bool {
	q, r := &x.pieces[i], &x.pieces[j]
	if q.low != r.low || q.high != r.high || x.from[i+1]-x.from[i] != x.from[j+1]-x.from[j] {
		return false
	}
	for k := x.from[i]; k < x.from[i+1]; k++ {
		_, found := x.table.find(int32(k), j, cell)
		if found < 0 {
			return false
		}
		if image != nil {
			image[k] = found
		}
	}
	return true
}

// symmetry fills in the images of pieces and places. It reports whether the map is a symmetry.
func (x *givenExchanger) symmetry(s symmetry) (symmetry, bool) {
	places := make([]int32, len(x.places))
	s.image = &images{own: places}
	image := make([]string, len(x.pieces))
	for i := range x.pieces {
		image[i] = "none"
		if x.covers(int32(i), int32(i), s.cell, places) {
			image[i] = x.own[i]
			continue
		}
		if x.class[i] != int32(i) {
			image[i] = image[x.class[i]]
			continue
		}
		for j := range x.pieces {
			if x.class[j] == int32(j) && j != i && x.covers(int32(i), int32(j), s.cell, nil) {
				image[i] = x.own[j]
				break
			}
		}
	}
	pieces, ok := x.match(x.own, image, func(int) bool { return true })
	if !ok {
		return s, false
	}
	s.piece = pieces
	for i, j := range pieces {
		if i != int(j) && !x.covers(int32(i), j, s.cell, places) {
			return s, false
		}
	}
	return s, true
}
