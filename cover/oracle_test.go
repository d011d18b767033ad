// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"polka/dlx"
	"polka/shapes"
)

// An oracle solves a puzzle from the definitions alone, one cell after the
// other, and shares no code with the package but that of shapes.
type oracle struct {
	p       *Puzzle
	cells   []shapes.Cell
	places  []laid
	byCell  map[shapes.Cell][]int // the places whose first cell it is
	tilings [][]int               // sorted lists of places
}

// A laid piece is a place of the oracle.
type laid struct {
	piece int
	cells []shapes.Cell
	color map[shapes.Cell]rune // of each cell, a space for none
	text  string               // its cells and colors
}

func newOracle(p *Puzzle) *oracle {
	o := &oracle{p: p, cells: p.board.region.Cells(), byCell: map[shapes.Cell][]int{}}
	seen := map[string]bool{}
	for i, q := range p.pieces {
		for _, g := range p.board.region.Lattice().Isometries() {
			mirrored := q.class == shapes.Free
			if q.class == shapes.Fixed && !g.Identity() || g.Reflects() && !mirrored {
				continue
			}
			for _, target := range o.cells {
				o.tryPlace(i, q, g, target, seen)
			}
		}
	}
	return o
}

// tryPlace lays the image of a piece so that the image of its first cell is at
// the target.
func (o *oracle) tryPlace(i int, q Piece, g shapes.Isometry, target shapes.Cell, seen map[string]bool) {
	own := q.shape.Cells()
	first := g.ApplyCell(own[0])
	d := shapes.Cell{X: target.X - first.X, Y: target.Y - first.Y, Z: target.Z - first.Z}
	if d.Z != 0 && !o.p.board.region.Lattice().Spatial() {
		return
	}
	l := laid{piece: i, color: map[shapes.Cell]rune{}}
	for j, c := range own {
		e := g.ApplyCell(c)
		e = shapes.Cell{X: e.X + d.X, Y: e.Y + d.Y, Z: e.Z + d.Z}
		l.color[e] = ' '
		if q.colors != "" {
			l.color[e] = []rune(q.colors)[j]
		}
		mark := o.p.board.Mark(e)
		if !o.p.board.region.Contains(e) ||
			'A' <= mark && mark <= 'Z' && q.shape.Name() != string(mark) ||
			'0' <= mark && mark <= '9' && l.color[e] != ' ' && l.color[e] != mark {
			return
		}
		l.cells = append(l.cells, e)
	}
	l.text = laidText(l.cells, l.color)
	if k := fmt.Sprint(i, l.text); !seen[k] {
		seen[k] = true
		first := slices.MinFunc(l.cells, shapes.Cell.Compare)
		o.byCell[first] = append(o.byCell[first], len(o.places))
		o.places = append(o.places, l)
	}
}

func laidText(cells []shapes.Cell, color map[shapes.Cell]rune) string {
	var list []string
	for _, c := range cells {
		list = append(list, fmt.Sprintf("%v%c", c, color[c]))
	}
	slices.Sort(list)
	return strings.Join(list, "")
}

// solve lists the tilings.
func (o *oracle) solve() {
	taken := map[shapes.Cell]int{}
	used := make([]int, len(o.p.pieces))
	var chosen []int
	var try func(at int)
	try = func(at int) {
		if at == len(o.cells) {
			for i, q := range o.p.pieces {
				if used[i] < q.low {
					return
				}
			}
			if o.crosses(taken) {
				return
			}
			o.tilings = append(o.tilings, slices.Sorted(slices.Values(chosen)))
			return
		}
		c := o.cells[at]
		if taken[c] > 0 {
			try(at + 1)
			return
		}
		if o.p.board.optional.Contains(c) {
			try(at + 1)
		}
		for _, k := range o.byCell[c] {
			l := o.places[k]
			if high := o.p.pieces[l.piece].high; used[l.piece] == high {
				continue
			}
			if slices.ContainsFunc(l.cells, func(d shapes.Cell) bool { return taken[d] > 0 }) {
				continue
			}
			used[l.piece]++
			chosen = append(chosen, k)
			for _, d := range l.cells {
				taken[d] = len(chosen)
			}
			try(at + 1)
			for _, d := range l.cells {
				delete(taken, d)
			}
			chosen = chosen[:len(chosen)-1]
			used[l.piece]--
		}
	}
	try(0)
}

// crosses reports whether sticks of different pieces cross.
func (o *oracle) crosses(taken map[shapes.Cell]int) bool {
	if o.p.board.region.Lattice() != shapes.Stick || o.p.crossings {
		return false
	}
	for c := range taken {
		left, right := taken[shapes.Cell{X: c.X - 1, Y: c.Y}], taken[shapes.Cell{X: c.X, Y: c.Y}]
		above, below := taken[shapes.Cell{X: c.X, Y: c.Y - 1, Z: 1}], taken[shapes.Cell{X: c.X, Y: c.Y, Z: 1}]
		if left > 0 && left == right && above > 0 && above == below && left != above {
			return true
		}
	}
	return false
}

// classes counts the tilings up to symmetry: those isometries of the board that
// take the set of all places to itself, with pieces that are mirror images of
// each other, and as many, called by one name unless twins are apart.
func (o *oracle) classes() (classes, order int) {
	name := o.twinNames()
	at := map[string]int{}
	for k, l := range o.places {
		at[name[l.piece]+l.text] = k
	}
	var group [][]int
	for _, g := range o.p.board.region.Lattice().Isometries() {
		for _, target := range o.cells { // the image of the first cell
			first := g.ApplyCell(o.cells[0])
			if h := g.Translate(target.X-first.X, target.Y-first.Y, spatialShift(o.p, target.Z-first.Z)); o.p.board.apply(h) == o.p.board {
				if image, ok := o.images(h, name, at); ok {
					group = append(group, image)
				}
				break
			}
		}
	}
	met := map[string]bool{}
	for _, numbers := range o.tilings {
		if met[fmt.Sprint(numbers)] {
			continue
		}
		classes++
		for _, image := range group {
			var moved []int
			for _, k := range numbers {
				moved = append(moved, image[k])
			}
			slices.Sort(moved)
			met[fmt.Sprint(moved)] = true
		}
	}
	return classes, len(group)
}

func spatialShift(p *Puzzle, dz int) int {
	if p.board.region.Lattice().Spatial() {
		return dz
	}
	return 0
}

// twinNames gives one name to pieces that may be exchanged.
func (o *oracle) twinNames() []string {
	poses := make([]map[string]bool, len(o.p.pieces))
	for i, q := range o.p.pieces {
		poses[i] = map[string]bool{}
		for _, pose := range q.poses() {
			poses[i][pose.shape.Named("").String()+pose.colors] = true
		}
	}
	names := make([]string, len(o.p.pieces))
	for i, q := range o.p.pieces {
		names[i] = fmt.Sprintf("%d:", i)
		for j, r := range o.p.pieces[:i] {
			if q.low != r.low || q.high != r.high || o.p.apart {
				continue
			}
			for _, g := range o.p.board.region.Lattice().Isometries() {
				image := map[string]bool{}
				for _, pose := range q.poses() {
					colors := pose.colors
					if colors != "" {
						colors = recolor(pose.shape, colors, g)
					}
					image[g.Apply(pose.shape).Normal().Named("").String()+colors] = true
				}
				if maps.Equal(image, poses[j]) && !maps.Equal(poses[i], poses[j]) {
					names[i] = names[j]
				}
			}
		}
	}
	return names
}

// images gives the images of the places, if they are places.
func (o *oracle) images(g shapes.Isometry, name []string, at map[string]int) ([]int, bool) {
	image := make([]int, len(o.places))
	for k, l := range o.places {
		color := map[shapes.Cell]rune{}
		var cells []shapes.Cell
		for _, c := range l.cells {
			cells = append(cells, g.ApplyCell(c))
			color[g.ApplyCell(c)] = l.color[c]
		}
		to, ok := at[name[l.piece]+laidText(cells, color)]
		if !ok {
			return nil, false
		}
		image[k] = to
	}
	return image, true
}

// randomPuzzle draws a puzzle that is small enough for the oracle. Most boards
// are symmetric, and most have a tiling.
func randomPuzzle(random *rand.Rand) *Puzzle {
	pick := func(list ...string) string { return list[random.IntN(len(list))] }
	board, err := ParseBoard(pick("2x3", "3x3", "2x4", "3x4", "4x4", "1x6", "2x5", "2x6",
		".#./###/.#.", "##./###/.##", "##/##/#.", ".##./####/####/.##.", "##.##/#####",
		"2x2x2", "2x2x3", "1x2x3", "hexagon 1 1 1", "hexagon 1 2 1", "triangle 2", "triangle 3", "parallelogram 2 2", "parallelogram 1 4",
		"hexagons triangle 3", "hexagons parallelogram 2 3", "hexagons hexagon 2 2 2", "grid 1 1", "grid 1 2", "grid 2 2"))
	if err != nil {
		panic(err)
	}
	cells := board.region.Cells()
	set := randomSet(random, board)
	if random.IntN(5) == 0 {
		board = board.WithOptional(shapes.New(board.region.Lattice(), cells[random.IntN(len(cells))], cells[0], cells[len(cells)-1]))
	}
	if random.IntN(8) == 0 {
		board = board.WithOptional(board.Shape())
	}
	if random.IntN(6) == 0 {
		board = board.WithMark(rune("01A"[random.IntN(3)]), shapes.New(board.region.Lattice(), cells[random.IntN(len(cells))], cells[len(cells)-1]))
	}
	p := New(board).With(set)
	if random.IntN(4) == 0 {
		p = p.TwinsApart()
	}
	if random.IntN(4) == 0 {
		p = p.Crossings()
	}
	return p
}

// randomSet cuts the board into pieces, and then changes what is said about
// them.
func randomSet(random *rand.Rand, board Board) Set {
	left := map[shapes.Cell]bool{}
	for _, c := range board.region.Cells() {
		left[c] = true
	}
	motion := random.IntN(4)
	var set Set
	for _, c := range board.region.Cells() {
		if !left[c] {
			continue
		}
		piece := []shapes.Cell{c}
		left[c] = false
		want := 1 + random.IntN(4)
		for i := 0; i < len(piece); i++ {
			for _, d := range board.region.Lattice().Neighbors(piece[i]) {
				if left[d] && len(piece) < want {
					left[d] = false
					piece = append(piece, d)
				}
			}
		}
		name := string("ABC"[random.IntN(3)])
		one := Pieces(shapes.New(board.region.Lattice(), piece...).Normal().Named(name))
		switch motion {
		case 1:
			one = one.As(shapes.OneSided)
		case 2:
			one = one.As(shapes.Fixed)
		case 3:
			one = one.As(shapes.Free)
		}
		if random.IntN(6) == 0 {
			one = one.Colored(string([]rune{rune(" 01"[random.IntN(3)]), rune(" 01"[random.IntN(3)]), ' ', '0'}))
		}
		set = append(set, one...)
	}
	switch random.IntN(8) {
	case 0:
		set = set.Any()
	case 1:
		i := random.IntN(len(set))
		copy(set[i:], set[i:i+1].Any())
	case 2:
		set = set.AtMost(2)
	case 3:
		i := random.IntN(len(set))
		copy(set[i:], set[i:i+1].AtMost(1))
	case 4:
		if len(set) > 1 {
			copy(set, set[:1].Between(1, unlimited))
		}
	}
	return set
}

// TestOracle compares counts, lists and classes with those of the oracle.
func TestOracle(t *testing.T) {
	times := 1000
	switch {
	case long():
		times = 20000
	case testing.Short():
		times = 200
	}
	compared, solvable, symmetric, self := 0, 0, 0, 0
	for seed := range times {
		random := rand.New(rand.NewPCG(uint64(seed), 6))
		p := randomPuzzle(random)
		if p.Err() != nil {
			continue
		}
		problem, err := p.Problem()
		if err != nil {
			t.Fatalf("seed %d: %v: %v", seed, p, err)
		}
		if problem.NumPrimary() == 0 {
			continue // nothing need be covered
		}
		const most = 3000 // tilings
		if r, err := problem.Solver(dlx.Options{Limit: most}).Count(t.Context()); err != nil || r.Solutions.Int64() == most {
			continue
		}
		if samePoses(p) {
			continue // pieces that differ only by name confuse the oracle
		}
		o := newOracle(p)
		o.solve()
		compared++
		classes, order := o.classes()
		if n := len(p.AllPlacements()); n != len(o.places) {
			t.Errorf("seed %d: %v\n%d placements, want %d", seed, p, n, len(o.places))
			continue
		}
		tally, err := p.Counts(t.Context())
		if err != nil || tally.Total.Int64() != int64(len(o.tilings)) || tally.Distinct.Int64() != int64(classes) || tally.NumSymmetries != order && len(o.tilings) > 0 {
			t.Errorf("seed %d: %v\nTally = %v (%v), %v, want %d tilings, %d classes, order %d", seed, p, tally, tally.Total, err, len(o.tilings), classes, order)
			continue
		}
		checkLists(t, seed, p, len(o.tilings), classes)
		if len(o.tilings) > 0 {
			solvable++
			if proof := p.Impossible(); proof != "" {
				t.Errorf("seed %d: %v has %d tilings, and is said to have none: %s", seed, p, len(o.tilings), proof)
			}
		}
		if order > 1 {
			symmetric++
		}
		if classes*order > len(o.tilings) {
			self++
		}
	}
	if compared < times/2 || 2*solvable < compared || 2*symmetric < compared || 4*self < compared {
		t.Errorf("of %d puzzles only %d have a tiling, %d a symmetry, and %d a symmetric tiling", compared, solvable, symmetric, self)
	}
	t.Logf("%d puzzles, %d with a tiling, %d with a symmetry, %d with a symmetric tiling", compared, solvable, symmetric, self)
}

// samePoses reports whether two pieces may lie in the same ways.
func samePoses(p *Puzzle) bool {
	seen := map[string]bool{}
	for i := range p.pieces {
		var b strings.Builder
		for _, pose := range p.pieces[i].poses() {
			b.WriteString(pose.shape.Named("").String() + pose.colors)
		}
		if seen[b.String()] {
			return true
		}
		seen[b.String()] = true
	}
	return false
}

// checkLists compares the ways to list and to count.
func checkLists(t *testing.T, seed int, p *Puzzle, raw, classes int) {
	t.Helper()
	all, err := p.All(t.Context())
	if err != nil || len(all) != raw {
		t.Errorf("seed %d: %v\nAll lists %d tilings, %v, want %d", seed, p, len(all), err, raw)
	}
	met := map[string]bool{}
	for _, tiling := range all {
		met[tiling.key()] = true
	}
	if len(met) != raw {
		t.Errorf("seed %d: %v\nAll lists %d different tilings, want %d", seed, p, len(met), raw)
	}
	visited := 0
	err = p.Each(t.Context(), func(tiling Tiling) bool {
		visited++
		if !met[tiling.key()] {
			t.Errorf("seed %d: %v\nEach visits %v, which All does not list", seed, p, tiling)
			return false
		}
		return true
	})
	if err != nil || visited != raw {
		t.Errorf("seed %d: %v\nEach visits %d tilings, %v, want %d", seed, p, visited, err, raw)
	}
	if n, err := p.Distinct().Count(t.Context()); err != nil || n.Int64() != int64(classes) {
		t.Errorf("seed %d: %v\nDistinct: Count = %v, %v, want %d", seed, p, n, err, classes)
	}
	distinct, err := p.Distinct().All(t.Context())
	if err != nil || len(distinct) != classes {
		t.Errorf("seed %d: %v\n%d distinct tilings, %v, want %d", seed, p, len(distinct), err, classes)
	}
}
