// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"polka/shapes"
)

func TestMarkedPictures(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"hexagon\n# ?\n A A", "hexagon [(0,0), (1,0), (0,1), (1,1)]; optional hexagon [(1,0)]; mark A hexagon [(0,1), (1,1)]"},
		{"hexagon # ?/ A A", "hexagon [(0,0), (1,0), (0,1), (1,1)]; optional hexagon [(1,0)]; mark A hexagon [(0,1), (1,1)]"},
		{"triangle v?v1/ A^", "triangle [(0,0,0), (0,0,1), (1,0,0), (1,0,1), (0,1,0), (0,1,1)]; optional triangle [(0,0,1)]; mark 1 triangle [(1,0,1)]; mark A triangle [(0,1,0)]"},
		{"triangle ?^", "triangle [(0,0,0), (0,0,1)]; optional triangle [(0,0,0)]"},
		{"triangle ?v", "triangle [(-1,0,1), (0,0,0)]; optional triangle [(-1,0,1)]"},
		{"king #A/?#", "king [(0,0), (1,0), (0,1), (1,1)]; optional king [(0,1)]; mark A king [(1,0)]"},
		{"stick +A+-+/|.?..", "stick [(0,0,0), (0,0,1), (1,0,0), (1,0,1)]; optional stick [(1,0,1)]; mark A stick [(0,0,0)]"},
		{"tan A◤", "tan [(0,0,0), (0,0,1), (0,0,2), (0,0,3), (1,0,0), (1,0,3)]; mark A tan [(0,0,0), (0,0,1), (0,0,2), (0,0,3)]"},
		{"cube #A | ?#", "2x1x2; optional cube [(0,0,1)]; mark A cube [(1,0,0)]"},
		{"tesseract #A || ?", "tesseract [(0,0,0,0), (0,0,0,1), (1,0,0,0)]; optional tesseract [(0,0,0,1)]; mark A tesseract [(1,0,0,0)]"},
		{"cairo ##?A", "cairo [(0,0,0), (0,0,1), (0,0,2), (0,0,3)]; optional cairo [(0,0,2)]; mark A cairo [(0,0,3)]"},
		{"triangular-prism #A | ##", "triangular-prism [(0,0,0), (0,0,1), (1,0,0), (1,0,1)]; mark A triangular-prism [(1,0,0)]"},
		{"hexagon A A", "A = hexagon [(0,0), (1,0)]"},
		{"hexagon ? ?", "hexagon [(0,0), (1,0)]; optional hexagon [(0,0), (1,0)]"},
		{"hexagon x x", "hexagon [(0,0), (1,0)]"},
	} {
		b, err := ParseBoard(test.text)
		if err != nil || b.String() != test.want {
			t.Errorf("ParseBoard(%q) = %v, %v; want %v", test.text, b, err, test.want)
		}
		if back, err := ParseBoard(test.want); err != nil || back != b {
			t.Errorf("ParseBoard(%q) = %v, %v", test.want, back, err)
		}
	}
	for _, test := range []struct{ text, want string }{
		{"hexagon\n# A\n x #", `line 3, column 2: expected '#' for a cell or a dot, found 'x'`},
		{"hexagon #A", `column 10: expected a cell in another column or row, found 'A'`},
		{"stick A-+", `column 7: expected a dot between cells, found 'A'`},
		{"triangle vv?", `column 11: expected '^'`},
		{"tan a?", `column 5: expected one of`},
	} {
		b, err := ParseBoard(test.text)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("ParseBoard(%q) = %v, %v; want %q", test.text, b, err, test.want)
		}
	}
}

// Pictures of random boards of every lattice are read back.
func TestMarkedText(t *testing.T) {
	const seed = 36
	r := rand.New(rand.NewPCG(seed, 0))
	for _, name := range shapes.LatticeNames() {
		l, err := shapes.LatticeByName(name)
		if err != nil {
			t.Fatal(err)
		}
		if l.Finite() {
			continue // a board of another test, whose cells are given by their numbers alone
		}
		for range 20 {
			var cells []shapes.Cell
			for range 1 + r.IntN(9) {
				c := shapes.Cell{X: r.IntN(3), Y: r.IntN(3), Z: r.IntN(l.NumKinds())}
				if l.Spatial() {
					c = shapes.Cell{X: r.IntN(2 * l.NumKinds()), Y: r.IntN(3), Z: r.IntN(2)}
				}
				if l.Dimension() == 4 {
					c = shapes.Cell4(c.X, c.Y, c.Z, r.IntN(3))
				}
				cells = append(cells, c)
			}
			if l == shapes.Tan {
				for _, c := range cells {
					for kind := range 4 {
						cells = append(cells, shapes.Cell{X: c.X, Y: c.Y, Z: kind})
					}
				}
			}
			b := BoardOf(shapes.New(l, cells...).Normal())
			for _, c := range b.Shape().Cells() {
				one := shapes.New(l, c)
				if l == shapes.Tan {
					if c.Z > 0 {
						continue
					}
					one = shapes.New(l, c, shapes.Cell{X: c.X, Y: c.Y, Z: 1}, shapes.Cell{X: c.X, Y: c.Y, Z: 2}, shapes.Cell{X: c.X, Y: c.Y, Z: 3})
				}
				switch r.IntN(5) {
				case 0:
					b = b.WithOptional(one)
				case 1:
					b = b.WithMark([]rune("AB12")[r.IntN(4)], one)
				}
			}
			if b.Optional().Empty() && b.marks == "" || strings.Trim(b.marks, b.marks[:min(1, len(b.marks))]) == "" {
				continue // a plain board, or one whose cells all have one mark
			}
			if l == shapes.Triangle && !strings.ContainsAny(b.Text(), "v^") {
				continue // it is not said which triangle comes first
			}
			if got, err := ParseBoard(name + "\n" + b.Text()); err != nil || got != b {
				t.Fatalf("seed %d: %v is drawn as\n%s\nand read as %v, %v", seed, b, b.Text(), got, err)
			}
		}
	}
}

// The mark of a piece keeps others away.
func TestMarkedHexagons(t *testing.T) {
	board, err := ParseBoard("hexagon\n# # A\n # # #")
	if err != nil {
		t.Fatal(err)
	}
	pieces := []shapes.Shape{shapes.MustParse("A = hexagon # # #"), shapes.MustParse("B = hexagon # # #")}
	all, err := New(board, pieces...).All(context.Background())
	if err != nil || len(all) != 1 {
		t.Fatalf("%d tilings, %v; want 1", len(all), err)
	}
	free, err := ParseBoard("hexagon\n# # #\n # # #")
	if err != nil {
		t.Fatal(err)
	}
	if all, err := New(free, pieces...).All(context.Background()); err != nil || len(all) != 2 {
		t.Errorf("%d tilings without the mark, %v; want 2", len(all), err)
	}
}
