// SPDX-License-Identifier: BSD-3-Clause

// The problem. Which isometries take tilings of a puzzle to tilings of it?
//
// An isometry that maps the board onto itself, with its optional cells and
// marks, takes placements to placements if every piece may lie in the way that
// the image does. A piece that may be turned and reflected as the lattice can
// be is no hindrance. A one-sided piece is, for a reflection, unless its mirror
// twin is in the puzzle too, as often: then the reflection exchanges the two.
// So it is with fixed pieces and the other ways in which they can be turned.
//
// The invariant. A symmetry is a permutation of the places, and the symmetries
// form a group. Where several pieces have the same poses, the first of them is
// exchanged with the first of their twins, the second with the second and so on,
// which keeps products right. That every image of a place is a place is checked,
// so that boards with marks and imported problems need no special thought.
//
// An example. The 18 one-sided pentominoes in the 3x30 rectangle have 184
// tilings. With twins exchanged the group has four elements and there are 46
// classes; with twins apart it has two, and there are 92.

package cover

import (
	"encoding/binary"
	"slices"
	"strconv"
	"strings"
	"sync"

	"polka/shapes"
)

// A symmetry takes piece i to piece piece[i], and place k to place image.of(k).
type symmetry struct {
	piece []int32
	cell  []int32 // by their numbers
	image *images
}

// The images of the places under a symmetry. Of most symmetries few are asked for: to list them all
// would take longer than to find them.
type images struct {
	first, second *images // whose product this is, or nil
	once          sync.Once
	own           []int32 // see list
}

// of returns the image of a place.
func (m *images) of(k int32) int32 {
	if m.first != nil {
		return m.second.of(m.first.of(k))
	}
	return m.own[k]
}

// list returns all images.
func (m *images) list() []int32 {
	m.once.Do(func() {
		if m.first != nil {
			m.own = after(m.first.list(), m.second.list())
		}
	})
	return m.own
}

// symmetric finds the symmetries and the lock when they are first needed.
func (p *Puzzle) symmetric() {
	p.compile()
	p.onceGroup.Do(func() {
		if p.err == nil {
			p.group = p.symmetries()
			p.lock = p.chooseLock()
		}
	})
}

// symmetries lists the symmetries but the identity.
func (p *Puzzle) symmetries() []symmetry {
	if p.rigid {
		return nil
	}
	var isometries []shapes.Isometry
	if p.given == nil {
		if isometries = p.board.Symmetries(); len(isometries) == 1 {
			return nil
		}
	}
	table := newPlaceTable(p.places, len(p.cells))
	if table == nil {
		return nil // an imported problem may have the same option twice
	}
	if p.given != nil {
		return p.givenSymmetries(table)
	}
	return p.symmetriesOf(isometries, table)
}

// symmetriesOf lists which of the isometries of the board, but the identity, are symmetries. Those
// that are products of others that have been examined are not examined: a product of symmetries is
// one, and a product of one with an isometry that is none is none.
func (p *Puzzle) symmetriesOf(isometries []shapes.Isometry, table *placeTable) []symmetry {
	x := p.newExchanger()
	known := map[shapes.Isometry]symmetry{}
	var elements []shapes.Isometry // the keys of known, a group but for the identity
	var generators []shapes.Isometry
	refused := map[shapes.Isometry]bool{}
	for _, g := range isometries {
		if _, ok := known[g]; ok || refused[g] || g.Identity() {
			continue
		}
		pieces, ok := x.exchange(g)
		var s symmetry
		if ok {
			s, ok = p.move(symmetry{piece: pieces, cell: p.permute(g)}, table)
		}
		if !ok {
			refused[g] = true
			for _, h := range elements {
				refused[g.Then(h)], refused[h.Then(g)] = true, true
			}
			continue
		}
		known[g] = s
		elements, generators = append(elements, g), append(generators, g)
		for i := 0; i < len(elements); i++ { // the list grows
			for _, a := range generators {
				h := elements[i].Then(a)
				if _, ok := known[h]; !ok && !h.Identity() {
					known[h] = known[elements[i]].then(known[a])
					elements = append(elements, h)
				}
			}
		}
	}
	var group []symmetry
	for _, g := range isometries {
		if s, ok := known[g]; ok {
			group = append(group, s)
		}
	}
	return group
}

// then returns the product of two symmetries.
func (s symmetry) then(t symmetry) symmetry {
	return symmetry{piece: after(s.piece, t.piece), cell: after(s.cell, t.cell), image: &images{first: s.image, second: t.image}}
}

// after returns the product of two permutations, s first.
func after(s, t []int32) []int32 {
	list := make([]int32, len(s))
	for i, k := range s {
		list[i] = t[k]
	}
	return list
}

// Exchanges returns how the symmetries of the puzzle exchange its pieces: lists that have the index
// in Set of the image of each piece. The identity is the first; there are no equal ones.
func (p *Puzzle) Exchanges() [][]int {
	p.symmetric()
	identity := make([]int, len(p.pieces))
	for i := range identity {
		identity[i] = i
	}
	list := [][]int{identity}
	for _, g := range p.group {
		to := make([]int, len(g.piece))
		for i, j := range g.piece {
			to[i] = int(j)
		}
		if !slices.ContainsFunc(list, func(other []int) bool { return slices.Equal(to, other) }) {
			list = append(list, to)
		}
	}
	return list
}

// key returns a text by which places can be found.
func key(piece int32, cells []int32, colors string) string {
	b := make([]byte, 0, 4*(len(cells)+1)+len(colors))
	b = binary.LittleEndian.AppendUint32(b, uint32(piece))
	for _, c := range cells {
		b = binary.LittleEndian.AppendUint32(b, uint32(c))
	}
	return string(append(b, colors...))
}

// permute returns the image of each cell under an isometry.
func (p *Puzzle) permute(g shapes.Isometry) []int32 {
	images, number := make([]shapes.Cell, len(p.cells)), newNumbering(p.cells)
	applyAll(g.Lattice(), g, p.cells, images)
	list := make([]int32, len(p.cells))
	for i, c := range images {
		list[i] = number.of(c)
	}
	return list
}

// move fills in the images of the places. It reports whether all of them are
// places.
func (p *Puzzle) move(s symmetry, table *placeTable) (symmetry, bool) {
	s.image = &images{own: make([]int32, len(p.places))}
	for k, q := range p.places {
		_, j := table.find(int32(k), s.piece[q.piece], s.cell)
		if j < 0 {
			return s, false
		}
		s.image.own[k] = j
	}
	return s, true
}

// An exchanger finds the images of pieces under isometries. It keeps what does not depend on the
// isometry. The poses of a piece are all images of one of them under a normal subgroup of the
// isometries, so that one pose determines the others, also after an isometry.
type exchanger struct {
	*Puzzle
	own []string // the name of the first piece that is the same, "" if it may be reflected; nil before it is needed
}

func (p *Puzzle) newExchanger() *exchanger { return &exchanger{Puzzle: p} }

// begin names the pieces.
func (x *exchanger) begin() {
	x.own = make([]string, len(x.pieces))
	for i, q := range x.pieces {
		if q.class != shapes.Free {
			x.own[i] = x.holder(i, x.poses[i][0])
		}
	}
}

// holder names the first piece that may lie in a pose, and has the same numbers of copies and as
// many poses as piece i.
func (x *exchanger) holder(i int, a pose) string {
	q := &x.pieces[i]
	for j := range x.pieces {
		r := &x.pieces[j]
		if r.class == shapes.Free || r.low != q.low || r.high != q.high || len(x.poses[j]) != len(x.poses[i]) {
			continue
		}
		if _, found := slices.BinarySearchFunc(x.poses[j], a, pose.compare); found {
			return strconv.Itoa(j)
		}
	}
	return "none"
}

// exchange returns the image of each piece under an isometry. It reports whether there is one for
// each.
func (x *exchanger) exchange(g shapes.Isometry) ([]int32, bool) {
	own, image := make([]string, len(x.pieces)), make([]string, len(x.pieces))
	for i, q := range x.pieces {
		if x.imported || q.class == shapes.Free || q.class == shapes.OneSided && !g.Reflects() {
			continue // nothing is new
		}
		if x.own == nil {
			x.begin()
		}
		own[i], image[i] = x.own[i], x.holder(i, x.poses[i][0].image(g))
	}
	return x.match(own, image, func(i int) bool {
		// What does not fit on the board anywhere does not matter.
		var fit []pose
		for k, a := range x.poses[i] {
			if x.fits[i][k] {
				fit = append(fit, a)
			}
		}
		return len(fit) == len(x.poses[i]) || x.pieces[i].poseKey(fit, nil) != x.pieces[i].poseKey(fit, &g)
	})
}

// match returns the image of each piece, which is its twin if the keys of its poses and of their
// images differ and it is strange: the image is another piece. It stops at the first piece without
// an image.
func (p *Puzzle) match(own, image []string, strange func(i int) bool) ([]int32, bool) {
	to := make([]int32, len(p.pieces))
	for i := range p.pieces {
		to[i] = int32(i)
		if own[i] == image[i] || !strange(i) {
			continue
		}
		j := p.twin(i, own, image)
		if j < 0 || p.apart {
			return nil, false
		}
		to[i] = int32(j)
	}
	return to, true
}

// twin finds the piece whose poses are the images of those of piece i: the third
// one if i is the third one with its poses. It is -1 if there is none.
func (p *Puzzle) twin(i int, own, image []string) int {
	rank := 0
	for j := range i {
		if own[j] == own[i] {
			rank++
		}
	}
	found := -1
	ours, theirs := 0, 0
	for j := range p.pieces {
		if own[j] == own[i] {
			ours++
		}
		if own[j] == image[i] {
			if theirs == rank {
				found = j
			}
			theirs++
		}
	}
	if ours != theirs {
		return -1
	}
	return found
}

// poseKey returns a text that is the same for pieces with the same numbers of copies and the same
// poses of those given; with an isometry, that of their images.
func (p Piece) poseKey(poses []pose, g *shapes.Isometry) string {
	texts := make([]string, len(poses))
	for j, pose := range poses {
		texts[j] = pose.key(g)
	}
	slices.Sort(texts)
	return key(int32(p.low), []int32{int32(p.high)}, strings.Join(texts, ""))
}

// apply gives the images of places, in increasing order.
func (g symmetry) apply(numbers []int) []int {
	moved, image := make([]int, len(numbers)), g.image.list()
	for i, k := range numbers {
		moved[i] = int(image[k])
	}
	slices.Sort(moved)
	return moved
}

// image returns the image of a pose, moved into the corner.
func (a pose) image(g shapes.Isometry) pose { return newTurner(a.shape, a.colors).pose(g) }

// key returns a text of a pose or, with an isometry, of its image, wherever it lies.
func (a pose) key(g *shapes.Isometry) string {
	cells, colors := a.shape.Cells(), a.colors
	if g != nil {
		own := []rune(colors)
		image := make([]colored, len(cells))
		for i, c := range cells {
			image[i].Cell = g.ApplyCell(c)
			if colors != "" {
				image[i].color = own[i]
			}
		}
		var text string
		if cells, text = apart(image); colors != "" {
			colors = text
		}
	}
	least, _ := boxAround(cells)
	least = a.shape.Lattice().PeriodOf(least)
	b := make([]byte, 0, 4+3*len(cells)+len(colors))
	b = binary.AppendUvarint(b, uint64(len(cells)))
	b = binary.AppendUvarint(b, uint64(len(colors)))
	for _, c := range cells {
		for _, n := range [3]int{c.X - least.X, c.Y - least.Y, c.Z - least.Z} {
			b = binary.AppendVarint(b, int64(n))
		}
	}
	return string(append(b, colors...))
}
