// SPDX-License-Identifier: BSD-3-Clause

package seed

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"polka/shapes"
)

// Default returns the pieces that the program knows, in its order and orientation: the
// pentominoes I X U P Z Y W T F N L V.
func Default() []shapes.Shape {
	var list []shapes.Shape
	for _, drawing := range []string{"xxxxx", ".x/xxx/.x", "xx/x/xx", ".xx/xxx", "..x/xxx/x", "..x/xxxx", "xx/.xx/..x", "xxx/.x/.x", ".x/xxx/x", "..xx/xxx", "xxxx/...x", "..x/..x/xxx"} {
		var cells []shapes.Cell
		for y, line := range strings.Split(drawing, "/") {
			for x, r := range line {
				if r == 'x' {
					cells = append(cells, shapes.Cell{X: x, Y: y})
				}
			}
		}
		list = append(list, shapes.New(shapes.Square, cells...))
	}
	return list
}

// Arguments are the arguments of the program.
type Arguments struct {
	Width, Height int      // of the box, from 1 to 255; the program's own are 6 and 10
	Random        bool     // draw pieces until the box is full (-r)
	Unique        bool     // draw none twice (-u)
	Triple        bool     // cover a piece, three times as large, and no box (-t)
	Piece         int      // which, from 0; -1 draws one
	Instances     []string // words n/i: n copies of piece i, from 0
	Shuffled      bool     // put the pieces in a random order, as the program always did
	Seed          uint64   // of what is drawn
}

// nine is how many copies cover a piece that is three times as large.
const nine = 9

// Problem returns the problem that the program makes of the pieces. It contains the instances if
// there are any, or the pieces drawn at random, or one of each piece; and always the piece that
// is tripled. Warnings report what was changed to make the problem valid.
func (a Arguments) Problem(pieces []shapes.Shape) (p Problem, warnings []string, err error) {
	random := rand.New(rand.NewPCG(a.Seed, 1))
	triple := a.Piece
	if a.Triple && triple < 0 {
		triple = random.IntN(len(pieces))
	}
	if a.Triple && triple >= len(pieces) {
		return p, nil, fmt.Errorf("expected the number of the piece to triple, from 0 to %d, found %d", len(pieces)-1, triple)
	}
	counts, order := make([]int, len(pieces)), []int(nil)
	add := func(i, n int) {
		if !slices.Contains(order, i) {
			order = append(order, i)
		}
		counts[i] += n
	}
	switch {
	case len(a.Instances) > 0:
		for _, w := range a.Instances {
			n, i, err := instance(w, 0, len(pieces)-1)
			if err != nil {
				return p, nil, err
			}
			add(i, n)
		}
	case a.Triple:
		draws := nine
		if a.Unique {
			draws = min(draws, len(pieces))
		}
		for range draws {
			i := random.IntN(len(pieces))
			for a.Unique && counts[i] > 0 {
				i = random.IntN(len(pieces))
			}
			add(i, 1)
		}
	case a.Random || a.Unique:
		for i, q := range Draw(a.Width, a.Height, pieces, a.Unique, a.Seed).Pieces {
			if q.Count > 0 {
				add(i, q.Count)
			}
		}
	default:
		for i := range pieces {
			add(i, 1)
		}
	}
	if a.Triple {
		add(triple, 0)
	} else {
		p.Width, p.Height = min(a.Width, a.Height), max(a.Width, a.Height)
	}
	if a.Shuffled {
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	for n, i := range order {
		if counts[i] > maxCopies {
			warnings = append(warnings, fmt.Sprintf("%d copies of piece %d are too many: %d are written", counts[i], i, maxCopies))
			counts[i] = maxCopies
		}
		if a.Triple && i == triple {
			p.Triple = n + 1
		}
		p.Pieces = append(p.Pieces, Piece{Shape: pieces[i], Count: counts[i]})
	}
	return p, warnings, p.Check()
}
