// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"polka/shapes"
)

// TestFamilies compares numbers of cells and of symmetries with formulas.
func TestFamilies(t *testing.T) {
	for _, c := range []struct {
		text             string
		cells, symmetric int
	}{
		{"6x10", 60, 4},
		{"2x3x10", 60, 8},
		{"3x3x3", 27, 48},
		{"aztec 1", 4, 8},
		{"aztec 5", 60, 8},
		{"triangle 1", 1, 6},
		{"triangle 4", 16, 6},
		{"trapezium 3 5", 21, 2},
		{"hexagon 1 1 1", 6, 12},
		{"hexagon 2 3 4", 52, 2},
		{"hexagon 2 3 3", 42, 4},
		{"parallelogram 4 9", 72, 2},
		{"parallelogram 6 6", 72, 4},
		{"hexagons triangle 7", 28, 6},
		{"hexagons trapezium 2 5", 9, 2},
		{"hexagons hexagon 3 3 3", 19, 12},
		{"hexagons hexagon 2 3 4", 18, 2},
		{"hexagons parallelogram 4 7", 28, 2},
		{"grid 5 5", 60, 8},
		{"grid 1 2", 7, 4},
	} {
		b, err := ParseBoard(c.text)
		if err != nil || b.Shape().Size() != c.cells || len(b.Symmetries()) != c.symmetric || !b.Shape().Connected() {
			t.Errorf("%s: %v, %v: %d cells, %d symmetries, want %d and %d", c.text, b, err, b.Shape().Size(), len(b.Symmetries()), c.cells, c.symmetric)
		}
		if again, err := ParseBoard(b.String()); err != nil || again != b {
			t.Errorf("%s: %q is read as %v, %v", c.text, b, again, err)
		}
	}
	for _, text := range []string{
		"aztec 0", "aztec", "aztec 1 2", "aztec 999999", "trapezium 5 3", "hexagon 1 1", "hexagon 1 1 -1", "hexagons aztec 3", "hexagon 99999 99999 99999",
		"2x2x0", "2x2x2x2x2", "9999x9999x9999", "grid x 5", "circle 5", "##?\n#!#", "[(0,0)]; optional", "[(0,0)]; mark [(0,0)]", "[(0,0)]; mark 1 hexagon [(0,0)]",
		"[(0,0)]; optional [(0,0)", "; optional [(0,0)]", "[]",
	} {
		if b, err := ParseBoard(text); err == nil {
			t.Errorf("%q is read as %v", text, b)
		}
	}
}

// TestBoardMistakes looks for the places of mistakes, in parts of a text too.
func TestBoardMistakes(t *testing.T) {
	const picture = "expected # for a cell, . or a space, ? for an optional cell, a capital letter or a digit, found '*'"
	for _, c := range []struct{ text, err string }{
		{"##?\n#?*", "line 2, column 3: " + picture},
		{"=#?", "line 1, column 2: expected '=' for a cell or a dot, found '#'"},
		{"##?/#?*/###", "line 1, column 7: " + picture},
		{"0x5", `line 1, column 1: expected positive numbers, found "0x5"`},
		{"2000x2000", `line 1, column 1: expected a board of at most 1048576 cells, found "2000x2000"`},
		{"aztec", `line 1, column 1: expected aztec N, found "aztec"`},
		{"hexagon 3", `line 1, column 1: expected hexagon A B C, found "hexagon 3"`},
		{"aztec 5 5", `line 1, column 1: expected aztec N, found "aztec 5 5"`},
		{"trapezium 3 2", `line 1, column 1: expected at most as many rows as the longer side is long, found "trapezium 3 2"`},
		{"2x2; hole [(0,0)]", `line 1, column 6: expected optional or mark, a character, and a list of cells, found "hole [(0,0)]"`},
		{"2x2; optional cube [(0,0,0)]", `line 1, column 6: expected cells of the square lattice, found "optional cube [(0,0,0)]"`},
		{"##?*/#", "line 1, column 4: " + picture},
		{"[(0,0)]; optional [(0,0); mark é [(0,0)]", "line 1, column 25: expected ',' or ']' after a cell, found the end"},
		{"[(0,0)];\n mark é [(0,0)];  mark é [(0!0)]", "line 2, column 29: expected ',' (a cell of the lattice square has 2 coordinates), found '!'"},
	} {
		_, err := ParseBoard(c.text)
		if _, ok := errors.AsType[*SyntaxError](err); !ok || err.Error() != c.err {
			t.Errorf("%q: error %v\nwant %s", c.text, err, c.err)
		}
	}
}

// TestLatticePictures reads pictures on lattices, some of which have the name of a family, and
// compares the boards with the shapes of the same texts.
func TestLatticePictures(t *testing.T) {
	for _, text := range []string{
		"hexagon # #/ # #", "hexagon\n# #\n # #\n", "  hexagon # #", "hexagon 1 1/ 1 1", "hexagon\n 2 2\n2 2",
		"triangle v^v/^v", "triangle\nv^v\n", "kite [(0,0,0)]", "king ##/#.", "cube ##/##", "blob = hexagon # #",
	} {
		want, err := shapes.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if b, err := ParseBoard(text); err != nil || b != BoardOf(want) {
			t.Errorf("%q: %v, %v; want %v", text, b, err, want)
		}
	}
	for text, want := range map[string]string{
		"hexagon # x/ # #": "line 1, column 11: expected '#' for a cell or a dot, found 'x'",
		"hexagon 1 2":      `line 1, column 1: expected hexagon A B C, found "hexagon 1 2"`,
		"hexagon -1 2 3":   `line 1, column 1: expected positive numbers, found "hexagon -1 2 3"`,
		"triangle 3 x":     `line 1, column 1: expected triangle N, found "triangle 3 x"`,
		"aztec #":          `line 1, column 1: expected aztec N, found "aztec #"`,
	} {
		if _, err := ParseBoard(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v\nwant %s", text, err, want)
		}
	}
}

// TestLargePicture reads pictures of as many cells as a board may have, and of more.
func TestLargePicture(t *testing.T) {
	row := strings.Repeat("#", 1<<11)
	for _, head := range []string{"", "king\n"} {
		for _, last := range []string{"#", "?"} { // with optional cells, the picture is read by another function
			if head != "" && last == "?" {
				continue
			}
			text := head + strings.Repeat(row+"\n", 1<<9-1) + row[1:] + last
			if b, err := ParseBoard(text); err != nil || b.Shape().Size() != maxCells {
				t.Errorf("%q, %q: %d cells, %v", head, last, b.Shape().Size(), err)
			}
			if _, err := ParseBoard(text + "\n#"); err == nil || !strings.Contains(err.Error(), "expected a board of at most 1048576 cells") {
				t.Errorf("%q, %q, one cell more: %v", head, last, err)
			}
		}
	}
}

func TestPictures(t *testing.T) {
	b, err := ParseBoard("  ##?1\n  .#AA\n")
	if err != nil {
		t.Fatal(err)
	}
	if b.Shape().Size() != 7 || b.Text() != "##?1\n.#AA" || b.Optional().String() != "[(2,0)]" || b.Mark(shapes.Cell{X: 3, Y: 1}) != 'A' || b.Mark(shapes.Cell{X: 9}) != ' ' {
		t.Errorf("%v\n%s", b, b.Text())
	}
	if plain := b.WithMark(' ', b.Shape()); plain.Mark(shapes.Cell{X: 3}) != ' ' || plain.Text() != "##?#\n.###" {
		t.Errorf("%v still has marks", plain)
	}
	smaller := b.Without(shapes.MustParse("[(3,0), (2,0)]"))
	if smaller.String() != "[(0,0), (1,0), (1,1), (2,1), (3,1)]; mark A [(2,1), (3,1)]" {
		t.Errorf("%v", smaller)
	}
	if all := Rectangle(1, 2).WithOptional(shapes.Rectangle(1, 2)); all.Optional().Size() != 2 || len(all.Symmetries()) != 4 {
		t.Errorf("%v", all)
	}
	if ring := Rectangle(3, 3).Without(shapes.MustParse("[(0,0), (2,0), (1,1)]")); ring.Shape().Size() != 6 {
		t.Errorf("%v", ring)
	}
}

// TestApply moves boards by all symmetries of their lattice.
func TestApply(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom([]string{"##?1\n.#AA", "[(0,0), (1,0)]; mark x [(1,0)]", "2x3x2", "triangle 3"}).Draw(t, "board")
		b, err := ParseBoard(text)
		if err != nil {
			t.Fatal(err)
		}
		if rapid.Bool().Draw(t, "mark") {
			b = b.WithMark('q', shapes.New(b.Shape().Lattice(), rapid.SampledFrom(b.Shape().Cells()).Draw(t, "cell")))
		}
		if rapid.Bool().Draw(t, "optional") {
			b = b.WithOptional(shapes.New(b.Shape().Lattice(), rapid.SampledFrom(b.Shape().Cells()).Draw(t, "cell")))
		}
		g := rapid.SampledFrom(b.Shape().Lattice().Isometries()).Draw(t, "isometry").Translate(rapid.IntRange(-3, 3).Draw(t, "dx"), 2, 0)
		image := b.apply(g)
		for _, c := range b.Shape().Cells() {
			if image.Mark(g.ApplyCell(c)) != b.Mark(c) || image.Optional().Contains(g.ApplyCell(c)) != b.Optional().Contains(c) {
				t.Errorf("%v of %v becomes %v of %v", c, b, g.ApplyCell(c), image)
			}
		}
		if back := image.apply(g.Inverse()); back != b {
			t.Errorf("%v comes back as %v", b, back)
		}
		if again, err := ParseBoard(image.String()); err != nil || again != image {
			t.Errorf("%v is read as %v, %v", image, again, err)
		}
		if !slices.ContainsFunc(b.Symmetries(), shapes.Isometry.Identity) {
			t.Errorf("%v has no identity", b)
		}
	})
}

// TestColors lays colored dominoes on a colored chain of cells.
func TestColors(t *testing.T) {
	board := Rectangle(1, 4).WithMark('1', shapes.MustParse("[(0,0), (3,0)]"))
	domino := shapes.Domino()
	for _, c := range []struct {
		colors string
		want   int64
	}{{"11", 1}, {"12", 1}, {"22", 0}, {"1.", 4}, {"..", 1}} {
		n, err := New(board).With(Pieces(domino).Colored(c.colors).Any()).Count(t.Context())
		if err != nil || n.Int64() != c.want {
			t.Errorf("%q: %v tilings, %v, want %d", c.colors, n, err, c.want)
		}
	}
}

func TestMisuse(t *testing.T) {
	domino := Pieces(shapes.Domino())
	family, err := New(Rectangle(2, 2)).With(domino.Any()).Family(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := family.CountBy(t.Context(), "X"); err == nil {
		t.Error("CountBy of a piece that does not exist: no error")
	}
	strips, err := CountStrips(t.Context(), 2, domino.Any())
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range []func(){
		func() { family.HeatMap("X") },
		func() { family.Sample(-1, 1) },
		func() { strips.Terms(-1) },
		func() { Rectangle(0, 1) },
		func() { Box(1, 0, 1) },
		func() { Aztec(0) },
		func() { Parallelogram(shapes.Cube, 1, 1) },
		func() { Trapezium(shapes.Square, 1, 1) },
		func() { Trapezium(shapes.Triangle, 2, 1) },
		func() { Hexagon(shapes.Triangle, 1, 1, 0) },
		func() { Parallelogram(shapes.Stick, 1, 0) },
		func() { Rectangle(1, 1).WithMark('\n', shapes.Monomino()) },
		func() { domino.Between(2, 1) },
		func() { domino.Between(-1, -1) },
		func() { domino.Colored("1") },
		func() { domino.As(shapes.Fixed + 1) },
		func() { Forms(-1, shapes.Domino()) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("misuse %d does not panic", i)
				}
			}()
			f()
		}()
	}
}

// TestQuotedName reads boards with names that contain what can follow the cells.
func TestQuotedName(t *testing.T) {
	for _, name := range []string{"a;b", "; optional [(0,0)]", "say \"x\"; ]", "a b"} {
		b := BoardOf(shapes.Rectangle(2, 3).Named(name))
		for _, b := range []Board{b, b.WithOptional(shapes.New(shapes.Square, shapes.Cell{X: 1}))} {
			if got, err := ParseBoard(b.String()); err != nil || got != b {
				t.Errorf("%v is read as %v, %v", b, got, err)
			}
		}
	}
}

// TestBadQuestions asks questions with numbers and shapes that are none.
func TestBadQuestions(t *testing.T) {
	_, zero := FindRepTiles(t.Context(), 0, 1)
	_, negative := FindRepTiles(t.Context(), 1, -1)
	_, none := FindCommonFigures(t.Context(), 1)
	_, empty := FindCommonFigures(t.Context(), 1, shapes.Shape{})
	_, _, parts := Dissect(t.Context(), Rectangle(2, 2), 0)
	_, large := FindCommonFigures(t.Context(), 0, shapes.Domino())
	_, smallest := FindSmallestRectangle(t.Context(), Pieces(shapes.Domino()).Any(), 0)
	for i, err := range []error{zero, negative, none, empty, parts, large, smallest} {
		if err == nil {
			t.Errorf("question %d: no error", i)
		}
	}
}

// apply returns the image of the board under an isometry of its lattice.
func (b Board) apply(g shapes.Isometry) Board {
	image := Board{region: g.Apply(b.region)}
	if !b.optional.Empty() {
		image.optional = g.Apply(b.optional)
	}
	if b.marks != "" {
		image.marks = recolor(b.region, b.marks, g)
	}
	return image
}

// The cells of a board may be far from one another, and then their numbers are in a map.
func TestFarCells(t *testing.T) {
	const far = 1 << 20
	var cells []shapes.Cell
	for x := range 4 {
		cells = append(cells, shapes.Cell{X: x}, shapes.Cell{X: x, Y: 1}, shapes.Cell{X: far + x, Y: far}, shapes.Cell{X: far + x, Y: far + 1})
	}
	p := New(BoardOf(shapes.New(shapes.Square, cells...))).With(Pieces(shapes.Domino()).Any())
	// A 2x4 rectangle has 5 tilings by dominoes.
	if c, err := p.Counts(t.Context()); err != nil || c.String() != "15 tilings up to 2 symmetries, 25 in all" {
		t.Errorf("%v, %v", c, err)
	}
}
