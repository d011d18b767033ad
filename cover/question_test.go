// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"polka/dlx"
	"polka/shapes"
)

func long() bool { return os.Getenv("POLKA_LONG") != "" }

// checkTiling fails unless the placements cover each cell of the board that is
// not optional exactly once, and no other cell.
func checkTiling(t *testing.T, tiling Tiling) {
	t.Helper()
	times := map[shapes.Cell]int{}
	for _, p := range tiling.Placements {
		if !p.Piece.Canonical(shapes.Free).Equal(p.Shape.Canonical(shapes.Free)) {
			t.Errorf("%v is no %v", p.Shape, p.Piece)
		}
		for _, c := range p.Shape.Cells() {
			times[c]++
		}
	}
	for _, c := range tiling.Board.region.Cells() {
		if n := times[c]; n > 1 || n == 0 && !tiling.Board.Optional().Contains(c) {
			t.Errorf("cell %v is covered %d times in\n%v", c, n, tiling.Text())
		}
		delete(times, c)
	}
	if len(times) > 0 {
		t.Errorf("cells outside are covered: %v", times)
	}
}

// TestRepTiles compares with the table of puzzles.csv, of which the last number
// was asked for by a student project.
func TestRepTiles(t *testing.T) {
	for n, want := range map[int][3]int{3: {2, 2, 2}, 4: {3, 3, 4}, 5: {2, 2, 3}, 6: {3, 3, 3}, 7: {1, 1, 2}, 8: {2, 2, 10}} {
		for i, k := range []int{2, 3, 4} {
			list, err := FindRepTiles(t.Context(), n, k)
			if err != nil || len(list) != want[i] {
				t.Errorf("n = %d, k = %d: %d, %v, want %d", n, k, len(list), err, want[i])
			}
			for _, tiling := range list {
				checkTiling(t, tiling)
				if len(tiling.Placements) != k*k {
					t.Errorf("n = %d, k = %d: %d copies", n, k, len(tiling.Placements))
				}
			}
		}
	}
}

// order looks for the smallest rectangle of at most the given number of copies of a shape.
func order(t *testing.T, s shapes.Shape, copies int) (Answer, error) {
	return FindSmallestRectangle(t.Context(), Pieces(s).Between(1, unlimited), copies*s.Size())
}

// TestOrder compares with the orders in S. W. Golomb, Polyominoes (1994), and
// the smallest rectangles.
func TestOrder(t *testing.T) {
	for _, c := range []struct {
		shape     string
		order     int
		rectangle string
	}{
		{"##/#.", 2, "2x3"}, {"###/.#.", 4, "4x4"}, {"####/#...", 2, "2x5"}, {"##/##/#.", 2, "2x5"},
		{".#/##/.#/.#", 10, "5x10"}, {"###/##./.#.", 0, ""}, {"###/##/.#", 0, ""}, {"##./.##", 0, ""},
		{"###/##", 2, "2x5"}, {"##/##/#./#.", 2, "2x6"}, {"#../##./###", 2, "3x4"}, {"###/.##/..#", 2, "3x4"},
	} {
		q, err := order(t, shapes.MustParse(c.shape), 10)
		if err != nil || len(q.Tiling.Placements) != c.order || q.Found && q.Tiling.Board.String() != c.rectangle {
			t.Errorf("%s: %v, %v, want order %d in %s", c.shape, q, err, c.order, c.rectangle)
		}
		if q.Found {
			checkTiling(t, q.Tiling)
		}
		for _, a := range q.Excluded {
			if a.Reason == "" || a.Found {
				t.Errorf("%s: %v is excluded without a reason", c.shape, a)
			}
		}
	}
	q, err := order(t, shapes.MustParse("###/##./.#."), 18)
	if err != nil || len(q.Tiling.Placements) != 18 || q.Tiling.Board.String() != "9x12" || len(q.Excluded) != 81 {
		t.Errorf("the hexomino of order 18: %v, %v", q, err)
	}
}

// TestHexominoOrders finds the rectifiable hexominoes of order up to 18. The
// others have none or a greater one, such as 92.
func TestHexominoOrders(t *testing.T) {
	if !long() {
		t.Skip("takes seconds; POLKA_LONG=1 runs it")
	}
	free, err := shapes.Enumerate(t.Context(), shapes.Square, 6, shapes.Free)
	if err != nil {
		t.Fatal(err)
	}
	var orders []int
	for _, s := range free {
		q, err := order(t, s, 18)
		if err != nil {
			t.Fatal(err)
		}
		if q.Found {
			orders = append(orders, len(q.Tiling.Placements))
		}
	}
	slices.Sort(orders)
	if !slices.Equal(orders, []int{1, 1, 2, 2, 2, 2, 2, 4, 18}) {
		t.Errorf("orders %v", orders)
	}
}

// rectangles are those by all polyominoes of a size: which exist.
var rectangles = []struct {
	n     int
	forms string
	found string
	none  string
	long  bool
}{
	{4, "free", "", "4x5 2x10 1x20", false},
	{4, "one-sided", "", "4x7 2x14 1x28", false},
	{4, "fixed", "", "4x19 2x38 1x76", true},
	{5, "free", "6x10 5x12 4x15 3x20", "2x30 1x60", false},
	{5, "one-sided", "9x10 6x15 5x18 3x30", "2x45 1x90", false},
	{6, "free", "", "14x15 10x21 7x30 6x35 5x42 3x70 2x105 1x210", false},
}

func formsOf(t *testing.T, n int, forms string) Set {
	t.Helper()
	free, err := shapes.Enumerate(t.Context(), shapes.Square, n, shapes.Free)
	if err != nil {
		t.Fatal(err)
	}
	switch forms {
	case "one-sided":
		return Forms(shapes.OneSided, free...)
	case "fixed":
		return Forms(shapes.Fixed, free...)
	}
	return Pieces(free...)
}

func TestRectangles(t *testing.T) {
	for _, c := range rectangles {
		if c.long && !long() {
			continue
		}
		list, err := FindRectangles(t.Context(), formsOf(t, c.n, c.forms))
		if err != nil {
			t.Errorf("%d, %s: %v", c.n, c.forms, err)
		}
		var found, none []string
		for _, a := range list {
			if a.Found {
				found = append(found, a.Board.String())
				checkTiling(t, a.Tiling)
			} else {
				none = append(none, a.Board.String())
				if a.Reason == "" {
					t.Errorf("%v has no reason", a)
				}
			}
		}
		if strings.Join(found, " ") != c.found || strings.Join(none, " ") != c.none {
			t.Errorf("%d, %s: there are %v, and not %v; want %s, and not %s", c.n, c.forms, found, none, c.found, c.none)
		}
	}
}

// wide are larger rectangles that have a tiling, and one that has none.
var wide = []struct {
	n             int
	forms         string
	rows, columns int
	found, long   bool
}{
	{5, "fixed", 15, 21, true, false},
	{5, "fixed", 9, 35, true, true},
	{5, "fixed", 7, 45, true, true},
	{5, "fixed", 3, 105, false, false},
	{6, "one-sided", 5, 72, true, true},
	{6, "one-sided", 6, 60, true, true},
	{6, "one-sided", 8, 45, true, true},
	{6, "one-sided", 9, 40, true, true},
	{6, "one-sided", 10, 36, true, true},
	{6, "one-sided", 12, 30, true, true},
	{6, "one-sided", 15, 24, true, true},
	{6, "one-sided", 18, 20, true, true},
	{6, "one-sided", 3, 120, false, false},
	{6, "fixed", 4, 324, false, false},
}

func TestWideRectangles(t *testing.T) {
	for _, c := range wide {
		if c.long && !long() {
			continue
		}
		a, err := try(t.Context(), New(Rectangle(c.rows, c.columns)).With(hardestFirst(formsOf(t, c.n, c.forms))))
		if err != nil || a.Found != c.found || a.Found == (a.Reason != "") {
			t.Errorf("%d, %s, %dx%d: %v, %v", c.n, c.forms, c.rows, c.columns, a, err)
		}
		if a.Found {
			checkTiling(t, a.Tiling)
		}
	}
}

// TestINF421 decides for the six shapes of the sample file which free n-ominoes
// tile them: any, and all different.
func TestINF421(t *testing.T) {
	file, err := os.Open("testdata/polyominoesINF421.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	want := []string{"1 3|", "1 7|", "1 2 4 8|8", "1 4 8|4 8", "1 2 7|7", "1 4 8|8"}
	i := 0
	for lines := bufio.NewScanner(file); lines.Scan(); i++ {
		s, err := shapes.Parse(lines.Text())
		if err != nil {
			t.Fatal(err)
		}
		for _, image := range []shapes.Shape{s, s.Rotate(1).Normal(), s.Reflect().Normal()} {
			var anyOf, once []string
			for n := 1; n <= 8; n++ {
				all, different, err := Dissect(t.Context(), BoardOf(image), n)
				if err != nil || !all.Found && all.Reason == "" || !different.Found && different.Reason == "" {
					t.Fatal(n, all, different, err)
				}
				if all.Found {
					checkTiling(t, all.Tiling)
					anyOf = append(anyOf, fmt.Sprint(n))
				}
				if different.Found {
					checkTiling(t, different.Tiling)
					once = append(once, fmt.Sprint(n))
				}
			}
			if got := strings.Join(anyOf, " ") + "|" + strings.Join(once, " "); got != want[i] {
				t.Errorf("shape %d: sizes %s, want %s", i+1, got, want[i])
			}
			pent := New(BoardOf(image)).With(Pieces(shapes.Pentominoes()...).AtMost(1))
			if pent.Err() == nil || !strings.Contains(pent.Err().Error(), "no combination of the pieces") {
				t.Errorf("shape %d: pentominoes: %v", i+1, pent.Err())
			}
		}
	}
	if i != 6 {
		t.Errorf("%d shapes, want 6", i)
	}
}

// TestSixty covers polyominoes of area 60 by the twelve pentominoes, each once:
// well-known figures, and polyominoes that grow at random out of a rectangle.
func TestSixty(t *testing.T) {
	found := 0
	for _, c := range []struct {
		board string
		ok    bool
	}{
		{"########\n########\n########\n###..###\n###..###\n########\n########\n########", true},
		{".######.\n########\n########\n########\n########\n########\n########\n.######.", true},
		{"xxxx....xxxx\nxxxx....xxxx\nxxxx....xxxx\nxxxxxxxxxxxx\nxxxxxxxxxxxx\nxxxxxxxxxxxx", true},
		{"aztec 5", false},
	} {
		b, err := ParseBoard(c.board)
		if err != nil || b.Shape().Size() != 60 {
			t.Fatal(b, err)
		}
		tiling, err := New(b, shapes.Pentominoes()...).First(t.Context())
		if c.ok != (err == nil) || !c.ok && !errors.Is(err, dlx.ErrNoSolution) {
			t.Errorf("%s\n%v", c.board, err)
			continue
		}
		if c.ok {
			checkTiling(t, tiling)
			found++
		}
	}
	random := rand.New(rand.NewPCG(60, 12))
	for range 20 {
		s := shapes.Rectangle(6, 9)
		for s.Size() < 60 {
			rim := s.Neighbors().Cells()
			s = s.Union(shapes.New(shapes.Square, rim[random.IntN(len(rim))]))
		}
		tiling, err := New(BoardOf(s), shapes.Pentominoes()...).First(t.Context())
		if err == nil {
			checkTiling(t, tiling)
			found++
		}
	}
	if found < 10 {
		t.Errorf("only %d of the figures have a tiling", found)
	}
}

func TestCommonFigure(t *testing.T) {
	tromino, tetromino, pentomino := shapes.MustSetByName("trominoes"), shapes.Tetrominoes(), shapes.Pentominoes()
	hexagon := shapes.Tetrahexes()
	ell, err := shapes.PieceByName("tetrominoes", "L")
	if err != nil {
		t.Fatal(err)
	}
	left, right := shapes.MustParse("cube ##/.#|../.#"), shapes.MustParse("cube ##/#.|../#.")
	bar, long := shapes.MustParse("cube ##"), shapes.MustParse("cube ###/#..")
	for _, c := range []struct {
		list []shapes.Shape
		most int
		area int // of the least figure; 0 if there is none
	}{
		{[]shapes.Shape{tromino[0], tromino[1]}, 6, 6},
		{[]shapes.Shape{tromino[1]}, 6, 3},
		{[]shapes.Shape{tetromino[2], tetromino[4]}, 16, 16},
		{[]shapes.Shape{shapes.Domino(), tromino[1], tetromino[1]}, 12, 12},
		{[]shapes.Shape{pentomino[4], pentomino[2]}, 10, 10},
		{[]shapes.Shape{pentomino[9], pentomino[1]}, 10, 0},
		{[]shapes.Shape{hexagon[0], hexagon[2]}, 8, 8},
		{[]shapes.Shape{pentomino[4], pentomino[1], ell}, 20, 20},  // published with this area
		{[]shapes.Shape{pentomino[7], pentomino[11], ell}, 40, 40}, // this, too
		{[]shapes.Shape{left, bar}, 12, 4},                         // by hand: pieces that are not reflected in space
		{[]shapes.Shape{right, bar}, 12, 4},
		{[]shapes.Shape{left, long}, 12, 8},
		{[]shapes.Shape{right, long}, 12, 8},
		{[]shapes.Shape{left, right}, 12, 8},
	} {
		list, err := FindCommonFigures(t.Context(), c.most, c.list...)
		if c.area == 0 && errors.Is(err, dlx.ErrNoSolution) && list == nil {
			continue
		}
		if err != nil || (list == nil) != (c.area == 0) || list != nil && list[0].Board.region.Size() != c.area {
			t.Errorf("%v: %v, %v, want area %d", c.list, list, err, c.area)
			continue
		}
		for i, tiling := range list {
			checkTiling(t, tiling)
			if tiling.Placements[0].Piece != c.list[i] {
				t.Errorf("tiling %d is by %v", i, tiling.Placements[0].Piece)
			}
		}
	}
}

// TestCommonFigureBrute compares the area of the least figure with that of a search among all
// polyforms.
func TestCommonFigureBrute(t *testing.T) {
	random := rand.New(rand.NewPCG(37, 4))
	tries := 12
	if testing.Short() {
		tries = 3
	}
	area := func(most int, list []shapes.Shape) int {
		for n := 1; n <= most; n++ {
			for figure, err := range shapes.Polyforms(t.Context(), list[0].Lattice(), n, shapes.OneSided) {
				if err != nil {
					t.Fatal(err)
				}
				if !slices.ContainsFunc(list, func(s shapes.Shape) bool {
					a, err := try(t.Context(), New(BoardOf(figure)).With(Pieces(s).Any()))
					return err != nil || !a.Found
				}) {
					return n
				}
			}
		}
		return 0
	}
	areas := map[int]int{}
	for _, c := range []struct {
		lattice *shapes.Lattice
		sizes   []int // of the pieces
		most    int
	}{
		{shapes.Square, []int{1, 2, 4}, 8},
		{shapes.Square, []int{2, 3}, 6},
		{shapes.Square, []int{4}, 8},
		{shapes.Triangle, []int{3, 4, 6}, 12},
		{shapes.Hexagon, []int{2, 3}, 6},
		{shapes.King, []int{2, 3}, 6},
		{shapes.Cube, []int{2, 3}, 6},
	} {
		var pieces []shapes.Shape
		for _, n := range c.sizes {
			list, err := shapes.Enumerate(t.Context(), c.lattice, n, shapes.OneSided)
			if err != nil {
				t.Fatal(err)
			}
			pieces = append(pieces, list...)
		}
		for range tries {
			list := make([]shapes.Shape, 2+random.IntN(2))
			for i := range list {
				list[i] = pieces[random.IntN(len(pieces))]
			}
			want := area(c.most, list)
			areas[want]++
			tilings, err := FindCommonFigures(t.Context(), c.most, list...)
			switch {
			case want == 0 && errors.Is(err, dlx.ErrNoSolution):
			case err != nil || tilings[0].Board.region.Size() != want:
				t.Errorf("%v: %v, %v; expected a figure of %d cells", list, tilings, err, want)
			}
			for _, tiling := range tilings {
				checkTiling(t, tiling)
			}
		}
	}
	if len(areas) < 5 {
		t.Errorf("the figures have the areas %v", areas)
	}
}

// TestCommonFigureFinite compares figures on finite lattices, where copies lie wherever they are
// embedded, with a search among all sets of cells.
func TestCommonFigureFinite(t *testing.T) {
	random := rand.New(rand.NewPCG(37, 5))
	tries := 15
	if testing.Short() {
		tries = 3
	}
	var lattices []*shapes.Lattice
	for _, name := range []string{"cube-surface-1", "torus-3x3"} {
		l, err := shapes.LatticeByName(name)
		if err != nil {
			t.Fatal(err)
		}
		lattices = append(lattices, l)
	}
	for n := range 4 {
		var edges [][2]string
		for i := 1; i < 8; i++ {
			edges = append(edges, [2]string{fmt.Sprint(i), fmt.Sprint(max(0, i-1-random.IntN(2)))})
		}
		for range n {
			edges = append(edges, [2]string{fmt.Sprint(random.IntN(4)), fmt.Sprint(4 + random.IntN(4))})
		}
		l, err := shapes.NewGraph(shapes.Graph{Name: fmt.Sprint("common-", n), Edges: edges})
		if err != nil {
			t.Fatal(err)
		}
		lattices = append(lattices, l)
	}
	areas := map[int]int{}
	for _, l := range lattices {
		cells := l.Whole().Cells()
		figures := make([][]shapes.Shape, len(cells)+1) // the connected ones, by area
		for set := 1; set < 1<<len(cells); set++ {
			var list []shapes.Cell
			for i, c := range cells {
				if set>>i&1 != 0 {
					list = append(list, c)
				}
			}
			if s := shapes.New(l, list...); s.Connected() {
				figures[s.Size()] = append(figures[s.Size()], s)
			}
		}
		for range tries {
			var list []shapes.Shape
			for range 1 + random.IntN(3) {
				some := figures[1+random.IntN(4)]
				list = append(list, some[random.IntN(len(some))])
			}
			want := 0
			for area := len(cells); area > 0; area-- {
				if slices.ContainsFunc(figures[area], func(figure shapes.Shape) bool {
					return !slices.ContainsFunc(list, func(s shapes.Shape) bool {
						a, err := try(t.Context(), New(BoardOf(figure)).With(Pieces(s).Any()))
						return err != nil || !a.Found
					})
				}) {
					want = area
				}
			}
			areas[want]++
			tilings, err := FindCommonFigures(t.Context(), len(cells), list...)
			switch {
			case want == 0 && errors.Is(err, dlx.ErrNoSolution):
			case err != nil || tilings[0].Board.region.Size() != want:
				t.Errorf("%v: %v, %v; expected a figure of %d cells", list, tilings, err, want)
			}
		}
	}
	if len(areas) < 5 {
		t.Errorf("the figures have the areas %v", areas)
	}
}

// TestCommonFigureStopped stops a search at once: the error says how far it came.
func TestCommonFigureStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := FindCommonFigures(ctx, 8, shapes.Domino())
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "at least 2 cells") {
		t.Error(err)
	}
}

// TestCommonFigureHuge looks for a figure whose least possible area is not an int.
func TestCommonFigureHuge(t *testing.T) {
	var list []shapes.Shape
	for _, n := range []int{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59} {
		var cells []shapes.Cell
		for x := range n {
			cells = append(cells, shapes.Cell{X: x})
		}
		list = append(list, shapes.New(shapes.Square, cells...))
	}
	if tilings, err := FindCommonFigures(t.Context(), 1000, list...); !errors.Is(err, dlx.ErrNoSolution) {
		t.Error(tilings, err)
	}
}

// TestSudoku counts the 4x4 sudoku grids, the row of puzzles.csv that is no
// tiling.
func TestSudoku(t *testing.T) {
	p := dlx.New()
	var options []string
	seen := map[string]bool{}
	for cell := range 16 {
		r, c := cell/4, cell%4
		for v := range 4 {
			items := []string{fmt.Sprintf("p%d%d", r, c), fmt.Sprintf("r%d%d", r, v), fmt.Sprintf("c%d%d", c, v), fmt.Sprintf("b%d%d", r/2*2+c/2, v)}
			for _, i := range items {
				if !seen[i] {
					seen[i] = true
					p = p.AddItems(dlx.Item{Name: i})
				}
			}
			options = append(options, strings.Join(items, " "))
		}
	}
	for _, o := range options {
		p = p.AddOption(o)
	}
	if n, err := p.Count(t.Context()); err != nil || n.Int64() != 288 || len(options) != 64 {
		t.Errorf("%v grids, %v, want 288", n, err)
	}
}

// TestKnownRectangles checks rectangles by all fixed polyominoes that take long
// to find.
func TestKnownRectangles(t *testing.T) {
	for _, c := range []struct {
		file                   string
		n, rows, columns, many int
	}{
		{"fixed-pentominoes-5x63.txt", 5, 5, 63, 63},
		{"fixed-hexominoes-24x54.txt", 6, 24, 54, 216},
	} {
		text, err := os.ReadFile("testdata/" + c.file)
		if err != nil {
			t.Fatal(err)
		}
		list, err := shapes.ParseAll(string(text))
		if err != nil {
			t.Fatal(err)
		}
		fixed, err := shapes.Enumerate(t.Context(), shapes.Square, c.n, shapes.Fixed)
		if err != nil {
			t.Fatal(err)
		}
		used := map[shapes.Shape]bool{}
		tiling := Tiling{Board: Rectangle(c.rows, c.columns)}
		for _, s := range list {
			used[s.Normal().Named("")] = true
			tiling.Placements = append(tiling.Placements, Placement{Piece: s.Normal(), Shape: s})
		}
		checkTiling(t, tiling)
		if len(list) != c.many || len(fixed) != c.many {
			t.Errorf("%s: %d pieces, and there are %d", c.file, len(list), len(fixed))
		}
		for _, s := range fixed {
			if !used[s] {
				t.Errorf("%s: %v is not used", c.file, s)
			}
		}
	}
}
