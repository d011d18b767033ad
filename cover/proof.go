// SPDX-License-Identifier: BSD-3-Clause

// The problem. Many puzzles have no tiling for a reason that can be said in one
// sentence, while a search would take hours to find nothing.
//
// The source. S. W. Golomb, Checker boards and polyominoes, American
// Mathematical Monthly 61 (1954), DOI 10.2307/2307321, for colorings; area and
// fit need none.
//
// The idea. Color the cells of the lattice by the remainder of a linear form of
// the coordinates, such as x+y modulo 2. Each way to lay a piece takes some
// number of cells of a color, and the numbers that a piece can take are few.
// Which sums the pieces can make is a matter of adding up sets of numbers; if
// the number of cells of that color on the board is not among them, there is
// no tiling. Where the pieces have no fixed numbers, areas are added up too.
//
// The numbers are those of the placements on this very board, so that pieces
// that may not be turned, holes and marks are all taken into account.
//
// The cost. A few dozen colorings, each a pass over the placements and a sum of
// sets of at most as many numbers as the board has cells.
//
// An example. Of the 5 tetrominoes, 4 take two cells of each color of a
// chessboard, and the T takes one and three. So together they take 9 or 11, and
// not 10, of a color, and cannot cover a 4x5 rectangle.

package cover

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"polka/internal/plural"
	"polka/shapes"
)

// A coloring gives each cell a color by the remainder of a linear form.
type coloring struct {
	x, y, z, modulus int
	deep             bool // the factor of z is that of w too
}

// of returns the color of a cell.
func (c coloring) of(d shapes.Cell) int {
	if c.deep {
		_, _, z, w := d.Four()
		d.Z = z + w
	}
	n := (c.x*d.X + c.y*d.Y + c.z*d.Z) % c.modulus
	return (n + c.modulus) % c.modulus
}

// String writes the form, such as "x+2y modulo 3".
func (c coloring) String() string {
	var b strings.Builder
	for i, n := range [3]int{c.x, c.y, c.z} {
		if n == 0 {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('+')
		}
		if n > 1 {
			fmt.Fprintf(&b, "%d", n)
		}
		b.WriteByte("xyz"[i])
		if i == 2 && c.deep {
			fmt.Fprintf(&b, "+%sw", strings.TrimSuffix(fmt.Sprint(n), "1"))
		}
	}
	fmt.Fprintf(&b, " modulo %d", c.modulus)
	return b.String()
}

// first reports whether no form before this one has the same classes of cells: one that has the
// opposite factors, or half of them with half the modulus.
func (c coloring) first() bool {
	if c.modulus == 4 && c.x%2 == 0 && c.y%2 == 0 && c.z%2 == 0 {
		return false
	}
	for _, n := range [3]int{c.x, c.y, c.z} {
		if n > 0 && 2*n != c.modulus {
			return 2*n < c.modulus // the first factor that differs from its opposite is the smaller one
		}
	}
	return c.x+c.y+c.z > 0
}

// colorings lists the forms that are tried on a lattice, the best known first.
func colorings(l *shapes.Lattice) []coloring {
	var list []coloring
	last := 0 // the greatest factor of z
	if l.Spatial() || l.NumKinds() > 1 {
		last = 3
	}
	for m := 2; m <= 4; m++ {
		for x := range m {
			for y := range m {
				for z := range min(m, last+1) {
					if c := (coloring{x, y, z, m, l.Dimension() == 4}); c.first() {
						list = append(list, c)
					}
				}
			}
		}
	}
	chess := coloring{1, 1, 0, 2, l.Dimension() == 4}
	switch {
	case l.Spatial():
		chess.z = 1
	case l.NumKinds() > 1:
		chess = coloring{0, 0, 1, l.NumKinds(), false}
	}
	i := slices.Index(list, chess)
	if i < 0 {
		return append([]coloring{chess}, list...)
	}
	return slices.Concat([]coloring{chess}, list[:i], list[i+1:])
}

// Impossible returns a sentence that proves that the puzzle has no tiling, by area, fit or a
// coloring, or "" if there is no such proof. It takes milliseconds. It does not repeat what Err
// returns.
func (p *Puzzle) Impossible() string {
	p.compile()
	p.onceProof.Do(func() {
		if p.err == nil {
			p.proof = p.prove()
		}
	})
	return p.proof
}

func (p *Puzzle) prove() string {
	if s := p.unfit(); s != "" || p.imported || p.given != nil {
		return s
	}
	if !p.board.optional.Empty() {
		return ""
	}
	if s := p.split(); s != "" {
		return s
	}
	const most = 1 << 26 // steps, some tenths of a second
	if len(p.places)*p.board.region.Size() > most {
		return p.colored(colorings(p.board.region.Lattice())[:1])
	}
	return p.colored(colorings(p.board.region.Lattice()))
}

// unfit finds a piece or a cell without a placement.
func (p *Puzzle) unfit() string {
	optional := p.optional()
	covered := make([]bool, len(p.cells))
	fits := make([]bool, len(p.pieces))
	for _, q := range p.places {
		fits[q.piece] = true
		for _, c := range q.cells {
			covered[c] = true
		}
	}
	for i, q := range p.pieces {
		if q.low > 0 && !fits[i] {
			return fmt.Sprintf("piece %s does not fit on the board", q.named())
		}
	}
	for c, ok := range covered {
		if !ok && !optional[c] {
			return fmt.Sprintf("no piece can cover the cell %s", coordinates(p.board.region.Lattice(), p.cells[c]))
		}
	}
	return ""
}

// named returns the name of the piece, or its shape.
func (p Piece) named() string {
	if name := p.shape.Name(); name != "" {
		return name
	}
	return p.shape.String()
}

func coordinates(l *shapes.Lattice, c shapes.Cell) string {
	if flat(l) {
		return fmt.Sprintf("(%d,%d)", c.X, c.Y)
	}
	if l.Dimension() == 4 {
		x, y, z, w := c.Four()
		return fmt.Sprintf("(%d,%d,%d,%d)", x, y, z, w)
	}
	return fmt.Sprintf("(%d,%d,%d)", c.X, c.Y, c.Z)
}

// split finds a part of the board whose area is not a sum of areas of pieces.
func (p *Puzzle) split() string {
	parts := p.board.region.Components()
	if len(parts) == 1 {
		return ""
	}
	for _, q := range p.pieces {
		if !q.shape.Connected() {
			return ""
		}
	}
	reached := Set(p.pieces).with(func(q *Piece) { q.low = 0 }).areas(p.board.region.Size())
	for _, part := range parts {
		if !reached[part.Size()] {
			return fmt.Sprintf("a part of the board has %s, and no combination of the pieces has that area", plural.Count(part.Size(), "cell"))
		}
	}
	return ""
}

// colored tries colorings.
func (p *Puzzle) colored(list []coloring) string {
	color := make([]int8, len(p.cells))
	var room [3][]numbers
	for _, c := range list {
		total := make([]int, c.modulus)
		for i, d := range p.cells {
			color[i] = int8(c.of(d))
			total[color[i]]++
		}
		takes := p.takes(color, c.modulus)
		for r, n := range total {
			if sums := p.sums(takes[r], &room); !sums.has(n) {
				return fmt.Sprintf("color each cell by %v: the board has %s of color %d, and the pieces can take %s", c, plural.Count(n, "cell"), r, sayNumbers(sums.list()))
			}
		}
	}
	return ""
}

// takes returns how many cells of each color each piece can take: takes[r][i] contains n if piece
// i can take n cells of color r.
func (p *Puzzle) takes(color []int8, modulus int) [][]numbers {
	takes := make([][]numbers, modulus)
	words := 0
	for _, q := range p.pieces {
		words += q.shape.Size()/64 + 1
	}
	lists, all := make([]numbers, modulus*len(p.pieces)), make(numbers, modulus*words)
	for r := range takes {
		takes[r], lists = lists[:len(p.pieces):len(p.pieces)], lists[len(p.pieces):]
		for i, q := range p.pieces {
			n := q.shape.Size()/64 + 1
			takes[r][i], all = all[:n:n], all[n:]
		}
	}
	n := make([]int, modulus)
	for _, q := range p.places {
		clear(n)
		for _, c := range q.cells {
			n[color[c]]++
		}
		for r, k := range n {
			takes[r][q.piece].add(k)
		}
	}
	return takes
}

// sums returns the possible numbers of cells of a color that the pieces take together when they
// have the area of the board. It may use room again for all colorings.
func (p *Puzzle) sums(takes []numbers, room *[3][]numbers) numbers {
	if least, most := Set(p.pieces).area(); least == most {
		return p.exactSums(takes)
	}
	return p.rangedSums(takes, room)
}

// exactSums is sums for pieces with fixed numbers of copies.
func (p *Puzzle) exactSums(takes []numbers) numbers {
	reached := newNumbers(p.board.region.Size())
	reached.add(0)
	for i, q := range p.pieces {
		for range q.low {
			next := newNumbers(p.board.region.Size())
			next.addSums(reached, takes[i])
			reached = next
		}
	}
	return reached
}

// rangedSums is sums for pieces with bounds: it adds areas and numbers together. There are dozens
// of colorings, so they share memory.
func (p *Puzzle) rangedSums(takes []numbers, room *[3][]numbers) numbers {
	size := p.board.region.Size()
	for k := range room {
		if room[k] == nil {
			room[k] = newSets(size)
		}
	}
	reached, last, spare := room[0], room[1], room[2] // by area
	for _, s := range reached {
		clear(s)
	}
	reached[0].add(0)
	for i, q := range p.pieces {
		area := q.shape.Size()
		for range q.low {
			advance(spare, reached, takes[i], area)
			reached, spare = spare, reached
		}
		if q.high == unlimited {
			for a := area; a <= size; a++ { // in place, so that copies follow copies
				reached[a].addSums(reached[a-area], takes[i])
			}
			continue
		}
		for a := range reached {
			copy(last[a], reached[a])
		}
		for k := q.low; k < q.high && k*area < size; k++ {
			advance(spare, last, takes[i], area)
			last, spare = spare, last
			for a := range reached {
				reached[a].addAll(last[a])
			}
		}
	}
	return reached[size]
}

// advance fills next with what is reached by one more copy of a piece.
func advance(next, reached []numbers, by numbers, area int) {
	for a := range next {
		clear(next[a])
		if a >= area && !reached[a-area].empty() {
			next[a].addSums(reached[a-area], by)
		}
	}
}

// newSets returns sets of numbers up to a greatest one, for each area up to the same.
func newSets(most int) []numbers {
	words := most/64 + 1
	list, all := make([]numbers, most+1), make(numbers, words*(most+1))
	for a := range list {
		list[a] = all[a*words : (a+1)*words : (a+1)*words]
	}
	return list
}

// numbers is a set of small numbers, 64 to a word.
type numbers []uint64

func newNumbers(most int) numbers { return make(numbers, most/64+1) }

func (s numbers) add(n int)      { s[n/64] |= 1 << (n % 64) }
func (s numbers) has(n int) bool { return s[n/64]>>(n%64)&1 == 1 }

// empty reports whether there is no number.
func (s numbers) empty() bool {
	for _, word := range s {
		if word != 0 {
			return false
		}
	}
	return true
}

func (s numbers) addAll(t numbers) {
	for i := range s {
		s[i] |= t[i]
	}
}

// addSums adds all sums of two numbers of t and by that are in range.
func (s numbers) addSums(t, by numbers) {
	for i, word := range by {
		for ; word != 0; word &= word - 1 {
			d := 64*i + bits.TrailingZeros64(word)
			shift, words := uint(d%64), d/64
			for j := words; j < len(s); j++ {
				s[j] |= t[j-words] << shift
				if shift > 0 && j > words {
					s[j] |= t[j-words-1] >> (64 - shift)
				}
			}
		}
	}
}

// list lists the numbers in increasing order.
func (s numbers) list() []int {
	var all []int
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			all = append(all, 64*i+bits.TrailingZeros64(word))
		}
	}
	return all
}

// sayNumbers writes a list of numbers in words: all of them, or the first, the second and the
// last if the differences are equal.
func sayNumbers(list []int) string {
	switch n := len(list); {
	case n == 0:
		return "no number at all"
	case n == 1:
		return fmt.Sprint(list[0])
	case n <= 4:
		text := strings.Trim(strings.ReplaceAll(fmt.Sprint(list[:n-1]), " ", ", "), "[]")
		return fmt.Sprintf("%s or %d", text, list[n-1])
	}
	step := list[1] - list[0]
	for i := 2; i < len(list); i++ {
		if list[i]-list[i-1] != step {
			return strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ", "), "[]")
		}
	}
	return fmt.Sprintf("%d, %d and so on to %d", list[0], list[1], list[len(list)-1])
}
