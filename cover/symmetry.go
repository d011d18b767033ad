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
	"strings"

	"polka/shapes"
)

// A symmetry takes place k to place image[k] and piece i to piece piece[i].
type symmetry struct {
	piece []int32
	cell  []int32 // by their numbers
	image []int32
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
	isometries := p.board.Symmetries()
	if p.rigid || p.given == nil && len(isometries) == 1 {
		return nil
	}
	number := make(map[string]int32, len(p.places))
	for k, q := range p.places {
		number[key(q.piece, q.cells, q.colors)] = int32(k)
	}
	if len(number) < len(p.places) {
		return nil // an imported problem may have the same option twice
	}
	var group []symmetry
	add := func(s symmetry, pieces []int32, ok bool) {
		if !ok {
			return
		}
		s.piece = pieces
		if s, ok = p.move(s, number); ok {
			group = append(group, s)
		}
	}
	if p.given != nil {
		for _, s := range p.mapped() {
			pieces, ok := p.exchangeGiven(s)
			add(s, pieces, ok)
		}
		return group
	}
	for _, g := range isometries {
		if !g.Identity() {
			pieces, ok := p.exchange(g)
			add(symmetry{cell: p.permute(g)}, pieces, ok)
		}
	}
	return group
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
	list := make([]int32, len(p.cells))
	for i, c := range p.cells {
		j, _ := slices.BinarySearchFunc(p.cells, g.ApplyCell(c), shapes.Cell.Compare)
		list[i] = int32(j)
	}
	return list
}

// move fills in the images of the places. It reports whether all of them are
// places.
func (p *Puzzle) move(s symmetry, number map[string]int32) (symmetry, bool) {
	s.image = make([]int32, len(p.places))
	for k, q := range p.places {
		cells, colors := s.moved(q)
		j, ok := number[key(s.piece[q.piece], cells, colors)]
		if !ok {
			return s, false
		}
		s.image[k] = j
	}
	return s, true
}

// moved gives the cells of the image of a place, and their colors.
func (s symmetry) moved(q place) (cells []int32, colors string) {
	cells = make([]int32, len(q.cells))
	for i, c := range q.cells {
		cells[i] = s.cell[c]
	}
	if q.colors == "" {
		slices.Sort(cells)
		return cells, ""
	}
	return sortTogether(cells, q.colors)
}

// sortTogether sorts cells, and their colors with them.
func sortTogether(cells []int32, colors string) ([]int32, string) {
	color := map[int32]rune{}
	for i, r := range []rune(colors) {
		color[cells[i]] = r
	}
	slices.Sort(cells)
	var b strings.Builder
	for _, c := range cells {
		b.WriteRune(color[c])
	}
	return cells, b.String()
}

// exchange returns the image of each piece under an isometry. It reports
// whether there is one for each.
func (p *Puzzle) exchange(g shapes.Isometry) ([]int32, bool) {
	own, image := make([]string, len(p.pieces)), make([]string, len(p.pieces))
	strange := make([]bool, len(p.pieces)) // the image is another piece
	for i, q := range p.pieces {
		if p.imported || q.class == shapes.Free || q.class == shapes.OneSided && !g.Reflects() {
			continue // nothing is new
		}
		all := q.poses()
		own[i], image[i] = q.poseKey(all, nil), q.poseKey(all, &g)
		// What does not fit on the board anywhere does not matter.
		fit := slices.DeleteFunc(all, func(a pose) bool { return !p.fits[fitting{int32(i), a}] })
		strange[i] = own[i] != image[i] && q.poseKey(fit, nil) != q.poseKey(fit, &g)
	}
	return p.match(own, image, strange)
}

// match returns the image of each piece, which for a strange one is its twin.
func (p *Puzzle) match(own, image []string, strange []bool) ([]int32, bool) {
	to := make([]int32, len(p.pieces))
	for i := range p.pieces {
		to[i] = int32(i)
		if !strange[i] {
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
	list := slices.Clone(poses)
	if g != nil {
		for j, pose := range list {
			if pose.colors != "" {
				list[j].colors = recolor(pose.shape, pose.colors, *g)
			}
			list[j].shape = g.Apply(pose.shape).Normal()
		}
		slices.SortFunc(list, pose.compare)
	}
	var b strings.Builder
	b.WriteString(key(int32(p.low), []int32{int32(p.high)}, ""))
	for _, pose := range list {
		b.WriteString(pose.shape.Named("").String() + pose.colors)
	}
	return b.String()
}

// apply gives the images of places, in increasing order.
func (g symmetry) apply(numbers []int) []int {
	moved := make([]int, len(numbers))
	for i, k := range numbers {
		moved[i] = int(g.image[k])
	}
	slices.Sort(moved)
	return moved
}
