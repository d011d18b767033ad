// SPDX-License-Identifier: BSD-3-Clause

package burr

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"polka/cover"
	"polka/dlx"
	"polka/shapes"
)

// file is a file with one problem, whose result is the first shape.
func file(grid string, colors int, pairs, pieces string, shapes ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<puzzle version="2"><gridType type="%s"/><colors>`, grid)
	for range colors {
		b.WriteString(`<color red="0" green="0" blue="0"/>`)
	}
	b.WriteString(`</colors><shapes>`)
	for _, s := range shapes {
		size, text, _ := strings.Cut(s, " ")
		var x, y, z int
		fmt.Sscanf(size, "%dx%dx%d", &x, &y, &z)
		fmt.Fprintf(&b, `<voxel x="%d" y="%d" z="%d" type="0">%s</voxel>`, x, y, z, text)
	}
	fmt.Fprintf(&b, `</shapes><problems><problem><shapes>%s</shapes><result id="0"/><bitmap>%s</bitmap></problem></problems></puzzle>`, pieces, pairs)
	return b.String()
}

// TestGrids counts what BurrTools 0.7 counts as assemblies, which are tilings up to symmetry.
func TestGrids(t *testing.T) {
	const (
		hexagon = "4x2x2 _###_###_###_###" // two layers of six prisms
		block   = "5x5x5 _______#___#_#___#_________#_______#___#_______#___#_#_#___#_____#___#_#_#___#_______#___#_______#_________#___#_#___#_______"
		rhombus = "4x7x4 _______________#__#__#__#______________#__#__#__#______________#__#__#__#______________#__#__#__#_______________"
		colored = "4x3x1 #1#1#2#2#1##2#2##1#2#2"
	)
	for _, c := range []struct{ name, text, want string }{
		{"prisms", file("1", 0, "", `<shape id="1" count="2"/><shape id="2" count="2"/>`, hexagon, "2x1x2 ##_#", "3x1x1 ###"), "2 tilings up to 24 symmetries, 24 in all"},
		{"prisms in three elements", file("1", 0, "", `<shape id="1" count="1"/><shape id="1" count="1"/><shape id="2" count="2"/>`, hexagon, "2x1x2 ##_#", "3x1x1 ###"), "2 tilings up to 24 symmetries, 24 in all"},
		{"prisms without copies", file("1", 0, "", `<shape id="3" count="0"/><shape id="1" count="2"/><shape id="2" count="2"/>`, hexagon, "2x1x2 ##_#", "3x1x1 ###", "1x1x1 #"), "2 tilings up to 24 symmetries, 24 in all"},
		{"any prisms", file("1", 0, "", `<shape id="1" min="0" max="4"/><shape id="2" min="0" max="4"/>`, hexagon, "2x1x2 ##_#", "3x1x1 ###"), "6 tilings up to 24 symmetries, 45 in all"},
		// A piece of four balls in a layer, which must be turned by a sixth.
		{"spheres", file("2", 0, "", `<shape id="1" count="4"/>`, rhombus, "4x3x2 _______#_______#__#__#__"), "2 tilings up to 4 symmetries, 4 in all"},
		{"rhombic tetrahedra", file("3", 0, "", `<shape id="1" count="6"/>`, block, "5x5x1 _______#___#_#___#_______"), "1 tiling up to 48 symmetries, 1 in all"},
		{"chiral tetrahedra", file("3", 0, "", `<shape id="1" count="8"/>`, block, "5x5x2 _______#___#_______________#______________________"), "1 tiling up to 24 symmetries, 3 in all"},
		{"tetrahedra and octahedra", file("4", 0, "", `<shape id="1" count="2"/><shape id="2" min="0" max="2"/><shape id="3" min="0" max="8"/>`,
			"6x3x3 __##________#____#_______#__#_______#____#________##__",
			"6x3x3 __#______________________#____________________________", "3x3x3 _____________#_____________", "3x3x3 __________________#________"), "5 tilings up to 8 symmetries, 16 in all"},
		{"equal colors", file("0", 2, `<pair piece="0" result="0"/><pair piece="1" result="1"/>`, `<shape id="1" count="4"/>`, colored, "3x1x1 #1##2"), "1 tiling, and no symmetry but the identity"},
		{"crossed colors", file("0", 2, `<pair piece="0" result="1"/><pair piece="1" result="0"/>`, `<shape id="1" count="4"/>`, colored, "3x1x1 #1##2"), "1 tiling, and no symmetry but the identity"},
		{"three pairs", file("0", 2, `<pair piece="0" result="0"/><pair piece="0" result="1"/><pair piece="1" result="1"/>`, `<shape id="1" count="4"/>`, colored, "3x1x1 #1##2"), "6 tilings, and no symmetry but the identity"},
		{"high colors", file("0", 63, `<pair piece="39" result="39"/><pair piece="62" result="62"/>`, `<shape id="1" count="4"/>`, strings.NewReplacer("#1", "#40", "#2", "#63").Replace(colored), "3x1x1 #40##63"), "1 tiling, and no symmetry but the identity"},
		{"without colors", file("0", 0, "", `<shape id="1" count="4"/>`, "4x3x1 ############", "3x1x1 ###"), "2 tilings up to 4 symmetries, 3 in all"},
		{"no count", file("0", 0, "", `<shape id="1"/>`, "3x1x1 ###", "3x1x1 ###"), "1 tiling up to 4 symmetries, 1 in all"},
	} {
		f, err := Read(strings.NewReader(c.text))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got, err := f.Problems[0].Puzzle.Counts(t.Context()); err != nil || got.String() != c.want {
			t.Errorf("%s: %v, %v, want %s", c.name, got, err, c.want)
		}
	}
}

// TestSphereWays has a flat piece without symmetry lie in 48 ways about a ball, half of them not by
// turns of the packing.
func TestSphereWays(t *testing.T) {
	g := grids()["2"]
	var piece, board body
	for _, p := range []point{{0, 0, 0}, {1, -1, 0}, {2, -2, 0}, {2, -1, -1}} {
		piece.cells = append(piece.cells, voxel{x: p[0], y: p[1], z: p[2]})
	}
	for x := range 14 {
		for y := range 14 {
			for z := range 14 {
				if (x+y+z)%2 == 0 {
					board.cells = append(board.cells, voxel{x: x, y: y, z: z})
				}
			}
		}
	}
	count := func(twins []matrix) (n int) {
		h := &grid{name: g.name, center: g.center, cell: g.cell, period: g.period, generators: g.generators, twins: twins}
		cells := inOrder(shapes.Cube, board.cells)
		at := g.newRoom(cells)
		middle := at.of(7, 7, 6)
		h.placements(h.images(piece), cells, at, func(int, int) bool { return true }, func(cells []int32, _ string) bool {
			if slices.Contains(cells, middle) {
				n++
			}
			return true
		})
		return n
	}
	if a, b := count(nil), count(g.twins); a != 4*24 || b != 4*48 {
		t.Errorf("%d and %d placements, want 96 and 192: four balls may lie in the middle", a, b)
	}
}

// TestSameNames reads two shapes with one name, which BurrTools distinguishes: so there are two
// tilings.
func TestSameNames(t *testing.T) {
	text := file("0", 0, "", `<shape id="1" count="1"/><shape id="2" count="1"/>`, "2x1x1 #1#", "1x1x1 #", "1x1x1 #")
	text = strings.NewReplacer(`z="1" type`, `z="1" name="one" type`).Replace(text)
	f, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if n, err := f.Problems[0].Puzzle.Count(t.Context()); err != nil || n.Int64() != 2 {
		t.Errorf("%v tilings, %v, want 2", n, err)
	}
}

// TestLatin1 reads names in Latin-1, whether or not the file declares the encoding.
func TestLatin1(t *testing.T) {
	const name = "Würfel"
	for _, head := range []string{`<?xml version="1.0"?>`, `<?xml version="1.0" encoding="ISO-8859-1"?>`, `<?xml version="1.0" encoding="UTF-8"?>`} {
		text := strings.Replace(small, `<?xml version="1.0"?>`, head, 1)
		text = strings.Replace(text, "solid", name, 1)
		for _, text := range []string{text, strings.Replace(text, "ü", "\xfc", 1)} {
			f, err := Read(strings.NewReader(text))
			if err != nil || f.Problems[0].Name != name {
				t.Errorf("%q: %+v, %v", text[:80], f, err)
			}
		}
	}
}

// TestWritePairs writes a colored puzzle as BurrTools reads it: it counts the colors of pairs from
// 0, those of cells from 1.
func TestWritePairs(t *testing.T) {
	domino := shapes.Domino()
	p := cover.New(cover.Rectangle(2, 2).WithMark('2', domino)).With(cover.Pieces(domino).Colored("22"), cover.Pieces(domino.Named("E")))
	var text bytes.Buffer
	if _, err := (&File{Problems: []Problem{Problem{Puzzle: p}}}).WriteTo(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`>#2#2<`, `>#2#2##<`, `<pair piece="0" result="0"></pair>`, `<pair piece="1" result="1"></pair>`} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%s\nis without %s", text.String(), want)
		}
	}
	if strings.Contains(text.String(), `piece="2"`) {
		t.Errorf("%s\nhas a pair of color 3", text.String())
	}
}

// TestWriteGiven does not write what the format cannot say.
func TestWriteGiven(t *testing.T) {
	text := file("1", 0, "", `<shape id="1" count="4"/>`, "4x2x2 _###_###_###_###", "3x1x1 ###")
	f, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	square, err := cover.FromProblem(dlx.New("A B 0,0 1,0").AddOption("A 0,0").AddOption("B 1,0"), nil)
	if err != nil {
		t.Fatal(err)
	}
	chain, err := cover.FromProblem(dlx.New("A B 0,0 1,0 2,0").AddOption("A 0,0 1,0").AddOption("B 2,0"), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []*cover.Puzzle{f.Problems[0].Puzzle, square, chain} {
		var b bytes.Buffer
		if _, err := (&File{Problems: []Problem{Problem{Puzzle: p}}}).WriteTo(&b); err == nil || !strings.Contains(err.Error(), "only in the ways that were given") {
			t.Errorf("%v is written as\n%s, %v", p, b.String(), err)
		}
	}
}
