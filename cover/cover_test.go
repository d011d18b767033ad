// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"polka/dlx"
	"polka/shapes"
)

// boards have puzzles with published numbers of tilings: raw, and up to
// symmetry. Sources: C. B. and Jenifer Haselgrove, A computer program for
// pentominoes, Eureka 23 (1960), for rectangles; D. S. Scott, Programming a
// combinatorial puzzle (1958), for the square without its center; S. W.
// Golomb, Polyominoes (1994); D. E. Knuth, section 7.2.2.1.
var boards = []struct {
	name          string
	board         string
	raw, distinct int64
	long          bool
}{
	{name: "3x20", board: "3x20", raw: 8, distinct: 2},
	{name: "4x15", board: "4x15", raw: 1472, distinct: 368},
	{name: "5x12", board: "5x12", raw: 4040, distinct: 1010, long: true},
	{name: "6x10", board: "6x10", raw: 9356, distinct: 2339},
	{
		name:     "Scott's board",
		board:    strings.Repeat("########\n", 3) + strings.Repeat("###..###\n", 2) + strings.Repeat("########\n", 3),
		raw:      520,
		distinct: 65,
	},
	{
		name:     "8x8 without corners",
		board:    ".######.\n" + strings.Repeat("########\n", 6) + ".######.\n",
		raw:      17360,
		distinct: 2170,
		long:     true,
	},
}

func TestClassics(t *testing.T) {
	for _, c := range boards {
		t.Run(c.name, func(t *testing.T) {
			if c.long && !long() {
				t.Skip("takes seconds; POLKA_LONG=1 runs it")
			}
			board, err := ParseBoard(c.board)
			if err != nil {
				t.Fatal(err)
			}
			puzzle := New(board, shapes.Pentominoes()...)
			if n, err := puzzle.Count(t.Context()); err != nil || n.Int64() != c.raw {
				t.Errorf("Count = %v, %v, want %d", n, err, c.raw)
			}
			if n, err := puzzle.Distinct().Count(t.Context()); err != nil || n.Int64() != c.distinct {
				t.Errorf("Distinct: Count = %v, %v, want %d", n, err, c.distinct)
			}
		})
	}
}

// TestCopies counts with indistinguishable pieces. The numbers are those
// of L-trominoes in 6x9 (OEIS A351322 has the table by rows and columns) and
// of any set of T-tetrominoes in 8x8, 84.
func TestCopies(t *testing.T) {
	l, _ := shapes.PieceByName("trominoes", "L")
	tee, _ := shapes.PieceByName("tetrominoes", "T")
	for _, c := range []struct {
		board Board
		piece shapes.Shape
		n     int
		want  int64
	}{
		{Rectangle(6, 9), l, 18, 4312},
		{Rectangle(8, 8), tee, 16, 84},
		{Rectangle(8, 8), shapes.Domino(), 32, 12988816},
	} {
		puzzle := New(c.board, slices.Repeat([]shapes.Shape{c.piece}, c.n)...)
		if n, err := puzzle.Count(t.Context()); err != nil || n.Int64() != c.want {
			t.Errorf("%v: Count = %v, %v, want %d", puzzle, n, err, c.want)
		}
	}
}

// drawPuzzle draws a board and cuts it into pieces, so that there is a tiling.
func drawPuzzle(t *rapid.T) *Puzzle {
	var cells []shapes.Cell
	side := rapid.IntRange(1, 4).Draw(t, "side")
	for y := range side {
		for x := range 4 {
			if rapid.IntRange(0, 9).Draw(t, "cell") > 0 {
				cells = append(cells, shapes.Cell{X: x, Y: y})
			}
		}
	}
	region := shapes.New(shapes.Square, cells...)
	var pieces []shapes.Shape
	left := map[shapes.Cell]bool{}
	for _, c := range cells {
		left[c] = true
	}
	for _, c := range cells {
		if !left[c] {
			continue
		}
		piece := []shapes.Cell{c}
		left[c] = false
		want := rapid.SampledFrom([]int{4, 3, 2, 3, 4}).Draw(t, "size")
		for i := 0; i < len(piece); i++ {
			for _, d := range shapes.Square.Neighbors(piece[i]) {
				if left[d] && len(piece) < want {
					left[d] = false
					piece = append(piece, d)
				}
			}
		}
		name := rapid.SampledFrom([]string{"", "0,0"}).Draw(t, "name")
		pieces = append(pieces, shapes.New(shapes.Square, piece...).Named(name))
	}
	return New(BoardOf(region), pieces...)
}

// fill finds all tilings by the simplest means: it takes the first free cell
// and tries all pieces that are left in all orientations on it.
func fill(p *Puzzle) []Tiling {
	left := make([]int, len(p.pieces))
	for i, q := range p.pieces {
		left[i] = q.low
	}
	free := map[shapes.Cell]bool{}
	for _, c := range p.board.region.Cells() {
		free[c] = true
	}
	var all []Tiling
	var placed []Placement
	var try func()
	try = func() {
		for _, c := range p.board.region.Cells() {
			if !free[c] {
				continue
			}
			for i, q := range p.pieces {
				if left[i] == 0 {
					continue
				}
				for _, o := range q.shape.Orientations(shapes.Free) {
					first := o.Cells()[0]
					at := o.Translate(c.X-first.X, c.Y-first.Y, 0)
					if slices.ContainsFunc(at.Cells(), func(d shapes.Cell) bool { return !free[d] }) {
						continue
					}
					for _, d := range at.Cells() {
						free[d] = false
					}
					left[i]--
					placed = append(placed, Placement{Piece: q.shape, Shape: at.Named(q.shape.Name())})
					try()
					placed = placed[:len(placed)-1]
					left[i]++
					for _, d := range at.Cells() {
						free[d] = true
					}
				}
			}
			return
		}
		all = append(all, Tiling{p.board, slices.Clone(placed)})
	}
	try()
	return all
}

// key is a text that two tilings share only if their placements are the same.
func (t Tiling) key() string {
	lines := make([]string, len(t.Placements))
	for i, p := range t.Placements {
		lines[i] = p.Piece.Name() + "\x00" + p.Piece.String() + "\x00" + p.Shape.String() + p.Colors
	}
	return strings.Join(lines, "\n")
}

// TestRandomBoards compares puzzles with the simple way to solve them.
func TestRandomBoards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPuzzle(t)
		if p.board.region.Size() == 0 || len(p.pieces) > 7 { // eight dominoes of their own have 36 times 8! tilings
			return
		}
		want := fill(p)
		got, err := p.All(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		keys := func(ts []Tiling) []string {
			var list []string
			for _, t := range ts {
				list = append(list, t.key())
			}
			slices.Sort(list)
			return list
		}
		if !slices.Equal(keys(got), keys(want)) {
			t.Fatalf("%v: %d tilings, want %d", p, len(got), len(want))
		}
		var one []Tiling
		err = p.Each(context.Background(), func(t Tiling) bool {
			one = append(one, t)
			return true
		})
		if err != nil || !slices.Equal(keys(one), keys(want)) {
			t.Fatalf("%v: Each visits %d tilings, %v, want %d", p, len(one), err, len(want))
		}
		classes := map[string]bool{}
		for _, t := range want {
			classes[t.canonical().key()] = true
		}
		n, err := p.Distinct().Count(context.Background())
		if err != nil || n.Int64() != int64(len(classes)) {
			t.Fatalf("%v: Distinct: Count = %v, %v, want %d", p, n, err, len(classes))
		}
		if d := Distinct(got); len(d) != len(classes) {
			t.Fatalf("%v: Distinct keeps %d tilings, want %d", p, len(d), len(classes))
		}
	})
}

func TestLimit(t *testing.T) {
	puzzle := New(Rectangle(4, 15), shapes.Pentominoes()...)
	for _, distinct := range []bool{false, true} {
		p := puzzle
		if distinct {
			p = puzzle.Distinct()
		}
		s := p.Solver(dlx.Options{Limit: 7})
		all, _, err := s.All(t.Context())
		if err != nil || len(all) != 7 || len(Distinct(all)) != len(all) && distinct {
			t.Errorf("distinct %v: All gives %d tilings, %v, want 7", distinct, len(all), err)
		}
		if r, err := s.Count(t.Context()); err != nil || r.Solutions.Int64() != 7 {
			t.Errorf("distinct %v: Count = %v, %v, want 7", distinct, r, err)
		}
		first, r, err := s.First(t.Context())
		if err != nil || first.compare(all[0]) != 0 {
			t.Errorf("distinct %v: First = %v, %v, want %v", distinct, first, err, all[0])
		}
		if r.Nodes == 0 || r.Solutions.Int64() != 1 {
			t.Errorf("First costs %v", r)
		}
	}
}

// TestStats adds up the parts of a count with the X in one quarter, whose
// nodes Knuth's DLX2 has as well.
func TestStats(t *testing.T) {
	s := New(Rectangle(6, 10), shapes.Pentominoes()...).Solver(dlx.Options{Engine: "bits"})
	st, err := s.Count(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	sum := int64(0)
	for _, n := range st.Profile {
		sum += n
	}
	if st.Solutions.Int64() != 9356 || st.Nodes != 896561 || sum != st.Nodes || !strings.HasSuffix(st.Why, "X lies in one place of each orbit only") {
		t.Errorf("Stats = %v", st)
	}
}

func TestStop(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	n, err := New(Rectangle(6, 10), shapes.Pentominoes()...).Distinct().Count(ctx)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v tilings and error %v, want that time is up", n, err)
	}
}

func TestErrors(t *testing.T) {
	l, _ := shapes.PieceByName("trominoes", "L")
	for _, c := range []struct {
		puzzle *Puzzle
		err    string
	}{
		{New(Rectangle(2, 2), l), "cover: 1 piece with 3 cells in all cannot cover a board of 4 cells"},
		{New(Rectangle(1, 1)), "cover: 0 pieces with 0 cells in all cannot cover a board of 1 cell"},
		{New(Rectangle(1, 3), l, shapes.Shape{}), "cover: piece 2 has no cells"},
	} {
		if err := c.puzzle.Err(); err == nil || err.Error() != c.err {
			t.Errorf("Err = %v, want %s", err, c.err)
		}
		if _, err := c.puzzle.Count(t.Context()); err == nil || err.Error() != c.err {
			t.Errorf("Count: error %v, want %s", err, c.err)
		}
		if _, err := c.puzzle.First(t.Context()); err == nil || err.Error() != c.err {
			t.Errorf("First: error %v, want %s", err, c.err)
		}
		if _, err := c.puzzle.Problem(); err == nil || err.Error() != c.err {
			t.Errorf("Problem: error %v, want %s", err, c.err)
		}
	}
	if _, err := New(Rectangle(1, 3), l).First(t.Context()); !errors.Is(err, dlx.ErrNoSolution) {
		t.Errorf("First: error %v, want ErrNoSolution", err)
	}
}

func TestParseBoard(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"6x10", "6x10"},
		{" 1x1\n", "1x1"},
		{"##\n##\n", "2x2"},
		{"##/#.", "[(0,0), (1,0), (0,1)]"},
		{"hole = [(0,0), (2,0)]", "hole = [(0,0), (2,0)]"},
	} {
		b, err := ParseBoard(c.text)
		if err != nil || b.String() != c.want {
			t.Errorf("ParseBoard(%q) = %v, %v, want %s", c.text, b, err, c.want)
			continue
		}
		if again, err := ParseBoard(b.String()); err != nil || again != b {
			t.Errorf("%q is read back as %v, %v", b, again, err)
		}
	}
	for _, text := range []string{"", "0x5", "3x-1", "9999999x9999999", "axb(", "[(0,0)"} {
		if b, err := ParseBoard(text); err == nil {
			t.Errorf("ParseBoard(%q) = %v, want an error", text, b)
		}
	}
}

// TestCycles compares counts by cycles with the classes of all tilings, for
// dominoes on squares: 1, 9 and 930 (OEIS A099390 has the tilings themselves,
// 2, 36 and 6728).
func TestCycles(t *testing.T) {
	for _, c := range []struct{ side, raw, distinct int }{{2, 2, 1}, {4, 36, 9}, {6, 6728, 930}} {
		dominoes := slices.Repeat([]shapes.Shape{shapes.Domino()}, c.side*c.side/2)
		puzzle := New(Rectangle(c.side, c.side), dominoes...)
		all, err := puzzle.All(t.Context())
		if err != nil || len(all) != c.raw {
			t.Errorf("side %d: %d tilings, %v, want %d", c.side, len(all), err, c.raw)
		}
		if n := len(Distinct(all)); n != c.distinct {
			t.Errorf("side %d: %d distinct tilings, want %d", c.side, n, c.distinct)
		}
		if n, err := puzzle.Distinct().Count(t.Context()); err != nil || n.Int64() != int64(c.distinct) {
			t.Errorf("side %d: Distinct: Count = %v, %v, want %d", c.side, n, err, c.distinct)
		}
	}
}

// TestLetters draws a tiling with more unnamed pieces than the alphabet has
// letters.
func TestLetters(t *testing.T) {
	n := 70
	pieces := slices.Repeat([]shapes.Shape{shapes.Monomino().Named("many letters")}, n-1)
	pieces = append(pieces, shapes.Monomino().Named("b"))
	tiling, err := New(Rectangle(1, n), pieces...).First(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	seen := map[rune]bool{}
	for _, r := range tiling.Text() {
		seen[r] = true
	}
	if len(seen) != n {
		t.Errorf("%d letters in %s, want %d", len(seen), tiling, n)
	}
}

// TestSymmetryCost compares the nodes of the search with the lock with those of
// the whole search. Four symmetries should save three quarters, the 48 of a cube
// nearly all.
func TestSymmetryCost(t *testing.T) {
	if testing.Short() {
		t.Skip("searches for seconds")
	}
	for _, c := range []struct {
		classic string
		most    float64
	}{
		{"pentominoes-3x20", 0.8},
		{"pentominoes-6x10", 0.35},
		{"pentominoes-scott", 0.25},
		{"soma-cube", 1.0 / 15},
	} {
		classic, err := CatalogByName(c.classic)
		if err != nil {
			t.Fatal(err)
		}
		p := classic.Puzzle()
		problem, err := p.Problem()
		if err != nil {
			t.Fatal(err)
		}
		whole := problem.Solver(dlx.Options{Engine: "bits"})
		r, err := whole.Count(t.Context())
		if err != nil || r.Solutions.Int64() != classic.Total {
			t.Errorf("%v: %v, %v", classic, r, err)
		}
		part, err := p.Solver(dlx.Options{Engine: "bits"}).Count(t.Context())
		if err != nil || part.Solutions.Int64() != classic.Total {
			t.Errorf("%v: %v, %v", classic, part, err)
		}
		ratio := float64(part.Nodes) / float64(r.Nodes)
		t.Logf("%s: %d of %d nodes, %.3f", c.classic, part.Nodes, r.Nodes, ratio)
		if ratio > c.most {
			t.Errorf("%s: %.3f of the nodes, want at most %.3f", c.classic, ratio, c.most)
		}
	}
}

// apply is the image of the tiling under an isometry of its lattice.
func (t Tiling) apply(g shapes.Isometry) Tiling {
	u := Tiling{Board: t.Board.apply(g), Placements: make([]Placement, len(t.Placements))}
	for i, p := range t.Placements {
		u.Placements[i] = p.apply(g)
	}
	u.sort()
	return u
}

// compare orders tilings of one board by the first placement in which they
// differ. It gives -1, 0 or 1.
func (t Tiling) compare(u Tiling) int {
	return slices.CompareFunc(t.Placements, u.Placements, Placement.compare)
}

// canonical is the least tiling, in the order of compare, to which a symmetry
// of the board takes t. Two tilings are the same up to the symmetry of the
// board if they have the same canonical form.
func (t Tiling) canonical() Tiling {
	least := t
	for _, g := range t.Board.Symmetries() {
		if u := t.apply(g); u.compare(least) < 0 {
			least = u
		}
	}
	return least
}
